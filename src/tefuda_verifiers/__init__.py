"""What `verifiers` finds by the id `tefuda-verifiers`: it looks for packages at the top level alone."""

from tefuda.env.verifiers import TableEnv, TableTaskset

__all__ = ["TableEnv", "TableTaskset"]
