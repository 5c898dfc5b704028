"""The whole server in one process on one deterministic loop: one seed gives one run, byte for byte.

`world` owns time, `disk` the database, `wires` the network, `servers` the processes, `people` what people do, `story`
what happens in a run, `history` judges it, and `running` runs it. docs/reliability.md says what is and is not covered.
"""
