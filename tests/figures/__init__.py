"""The figures of the docs, made by the commands that stand beside them.

A block of a page lies between two comments and is written by its maker here, which runs the commands:

    <!-- figures NAME: scout 1a2b3c4d, solo 5e6f7a8b -->
    ...
    <!-- end of figures -->

The hexadecimal numbers are fingerprints of how the bots played these games when the block was made.

    python -m tests.figures                  makes the quick blocks again; fails if a figure has left its interval
    python -m tests.figures NAME ...         the same of these, quick or slow
    python -m tests.figures --write [NAME]   writes them into the pages
    python -m tests.figures --mark           says on the pages which slow ones are stale

A quick block must be fresh: a test compares the fingerprints. A slow one that is not must say so on the page.
"""
