"""placeholder"""
from __future__ import annotations
OPTIONS = {n: ("", "") for n in ("edition", "insert_visible", "start_player", "turn_cap")}
TITLE = {"en": "SCOUT", "ja": "SCOUT"}
def story(*a): return []
def rule(*a): return ""
