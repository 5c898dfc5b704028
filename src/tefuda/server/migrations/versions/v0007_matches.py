"""The results of a match are found by it, not only by their people."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_index("finished_code", "finished", ["code", "match"])
