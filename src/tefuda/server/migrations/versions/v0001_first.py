"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "heads",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
    )
    op.create_index("heads_status_updated", "heads", ["status", "updated"])
    op.create_table(
        "log",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "finished",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("finished_person_at", "finished", ["person", "at"])
    op.create_table(
        "workers",
        sa.Column("worker", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("beat", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("worker", sa.Text, nullable=False),
    )
