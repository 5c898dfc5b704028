"""Circles of friends, and the tables that belong to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "circles",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("circles_person", "circles", ["person"])
    op.add_column("heads", sa.Column("circle", sa.Text, nullable=False, server_default=""))
    some = sa.text("circle <> ''")
    op.create_index("heads_circle", "heads", ["circle"], sqlite_where=some, postgresql_where=some)
