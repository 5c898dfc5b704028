"""Prints the TypeScript types of the protocol: python scripts/protocol_types.py >src/web/protocol.ts"""

from __future__ import annotations

from typing import Any

from tefuda.server import protocol

ORDER = ("FromClient", "FromServer")


def type_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema, as far as the protocol uses them."""
    match schema:
        case {"$ref": str(ref)}:
            return ref.rsplit("/", 1)[1]
        case {"enum": list(values)}:
            return " | ".join("null" if value is None else f'"{value}"' for value in values)
        case {"const": value}:
            return f'"{value}"'
        case {"anyOf": list(choices)}:
            return " | ".join(dict.fromkeys(type_of(choice) for choice in choices))
        case {"type": "array", "items": dict(items)}:
            inner = type_of(items)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case {"type": "array"}:
            return "unknown[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {type_of(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": "integer"}:
            return "number"
        case {"type": ("string" | "boolean" | "null") as name}:
            return str(name)
    raise ValueError(f"no type is known for {schema}")


def declaration(name: str, schema: dict[str, Any]) -> list[str]:
    text = " ".join(schema.get("description", "").split())
    lines = [f"/** {text} */"] if text else []
    if "properties" not in schema:
        choices = "\n  | ".join(type_of(choice) for choice in schema["anyOf"])
        return [*lines, f"export type {name} =\n  | {choices};"]
    lines.append(f"export interface {name} {{")
    for field, of in schema["properties"].items():
        optional = "" if field in schema.get("required", ()) else "?"
        lines.append(f"  {field}{optional}: {type_of(of)};")
    return [*lines, "}"]


def types() -> str:
    parts = protocol.schema()["$defs"]
    lines = ["// Made by scripts/protocol_types.py from src/tefuda/server/protocol.py; do not edit.", ""]
    lines.append(f"export const VERSION = {protocol.VERSION};")
    for name in [*ORDER, *(part for part in parts if part not in ORDER)]:
        lines += ["", *declaration(name, parts[name])]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(types(), end="")
