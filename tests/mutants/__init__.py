"""Mutants: code with one thing changed, one at a time. Some test should fail for each; where none does, one is missing.

    python -m tests.mutants scout                     # every mutant of SCOUT's rules, worlds and views
    python -m tests.mutants server                    # ... of the server's tables, clocks, audience and eyes
    python -m tests.mutants judge                     # ... of judgements, and of the parts of luck and skill
    python -m tests.mutants scout --sample 50         # some of them
    python -m tests.mutants scout --module rules --line 120
    python -m tests.mutants scout --narrow --part 1/8 --json 1.json   # an eighth of them, by the rule tests alone
    python -m tests.mutants scout --narrow --budget 5 --json 1.json   # each by tests of five seconds at the most
    python -m tests.mutants scout --again 1.json                      # and those that survived, by all tests

A mutant that means the same as the original cannot be found by any test. Such mutants are listed in `equivalent.toml`,
each with its reason; they do not count.
"""
