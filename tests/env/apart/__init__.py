"""Tests with libraries that do not go together with the others, each in an environment of its own.

`verifiers` and `openenv` want other versions of `mcp` than `tefuda mcp` and each other. `python -m tests.env.apart`
makes an environment for each with what its extra names, and runs the file beside this one in it: a minute or two the
first time.
"""
