"""Trials of the server: long campaigns that try to make it lose a move, show a secret or give a wrong answer.

`python -m tests.trials NAME` runs one; docs/reliability.md says what each of them does, and what it found.
"""
