"""Environments for learners, on the same rules as the table; see docs/environments.md.

`parallel` is a Gymnasium VectorEnv, `aec` a PettingZoo AEC environment, `openspiel` registers OpenSpiel games. Each
imports its library, so this package itself needs none.
"""

from tefuda.env.rows import Part, named, observation_parts, perfect_parts

__all__ = ["Part", "named", "observation_parts", "perfect_parts"]
