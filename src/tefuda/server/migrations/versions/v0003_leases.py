"""The owner of a table stands in its head, and what all servers of a database share has tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("heads", sa.Column("owner", sa.Text, nullable=False, server_default=""))
    op.drop_table("owners")
    op.create_table(
        "pairs",
        sa.Column("word", sa.Text, primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
