"""The rules, woven: each number of a game's page with its text, the code that cites it, the tests that are named by it,
how often that code ran, and what became of its mutants.

    python -m tests.woven                             # writes docs/woven/<game>.md of all games
    python -m tests.woven scout --count               # first plays, and counts how often each cited line ran
    python -m tests.woven scout --mutants FILE        # first takes what `python -m tests.mutants --json FILE` found

A number without code, without a test, or whose code never ran, is an error, unless `reasons.toml` says why it is so.
"""
