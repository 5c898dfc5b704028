"""What Alembic runs: the steps, on the connection that `upgrade` was given."""

from __future__ import annotations

from alembic import context

from tefuda.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
