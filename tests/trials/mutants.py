"""Mutants: messages and requests that are almost valid, and some that are not valid at all."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import quote

import msgspec

from tefuda.match import Match
from tefuda.server import protocol as p

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    9,
    10,
    2**31,
    2**31 + 1,
    2**63,
    10**400,
    1e308,
    0.5,
    "",
    " ",
    "\x00",
    "\ud800",
    "\u202e",
    "手札",
    "0" * 12,
    "x" * 500,
    "../../etc/passwd",
    "play 1+1",
    "club",
    "ja",
    [],
    [None] * 11,
    {},
    {"id": "x"},
)


def commands(code: str, token: str, moves: list[str], match: int, at: int) -> list[dict[str, Any]]:
    """One valid command of each kind."""
    clock = {"move": 30, "reserve": 60}
    return [
        {"type": "hello", "version": p.VERSION, "lang": "ja", "token": token},
        {"type": "hello", "version": p.VERSION, "pair": "AAAA-BBBB-CCCC-DDDD"},
        {"type": "create", "game": "solo", "seats": [None, "club"], "options": {"target_score": 100}, "clock": clock},
        {"type": "open", "code": code, "match": match, "since": at, "eyes": 0},
        {"type": "sit", "seat": 0, "name": "Aki", "salt": "00ff"},
        {"type": "stand"},
        {"type": "assign", "seat": 1, "bot": "club"},
        {"type": "start"},
        *({"type": "play", "match": match, "at": at, "move": move} for move in moves),
        {"type": "play", "match": match, "at": at, "move": "draw"},
        {"type": "again", "salt": "00ff"},
        {"type": "allow", "eyes": False, "delay": 30},
        {"type": "vote", "seat": 1, "bot": True},
        {"type": "end"},
        {"type": "publish", "match": match},
        {"type": "say", "phrase": "hello", "text": "well"},
        {"type": "hint"},
        {"type": "pace", "speed": "slow"},
        {"type": "undo"},
        {"type": "concede"},
        {"type": "reveal", "match": match, "round": 1},
        {"type": "why", "move": "draw"},
        {"type": "pair"},
        {"type": "leave"},
        {"type": "pong", "nonce": 7},
    ]


def grammar(rng: random.Random, command: dict[str, Any], known: str) -> str:
    """A command with a field too many, too few, or of another kind; its id mostly stays."""
    mutant = {**command, "id": known}
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        field = rng.choice([name for name in mutant if name != "id"] or ["type"])
        match rng.randrange(7):
            case 0:
                mutant.pop(field, None)
            case 1:
                mutant[rng.choice(("more", "", "Type", "seat", "match", "token", "__proto__"))] = rng.choice(JUNK)
            case 2:
                mutant["type"] = rng.choice(("fly", "Play", "accepted", "update", "play", "open", "", 1, None))
            case 3 if isinstance(mutant.get(field), str):
                mutant[field] = "".join(rng.sample(mutant[field], len(mutant[field]))) + rng.choice("\x00 a\u3042")
            case 4:
                mutant[field] = [mutant.get(field)] * rng.choice((1, 2, 20))
            case 5 if rng.random() < 0.02:
                mutant["id"] = rng.choice(JUNK)
            case _:
                mutant[field] = rng.choice(JUNK)
    return json.dumps(mutant)


def scrambled(rng: random.Random, data: bytes) -> bytes:
    """Bytes changed, lost, doubled, swapped or put in."""
    mutant = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at = rng.randrange(len(mutant) + 1)
        match rng.randrange(5):
            case 0:
                mutant[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del mutant[at : at + rng.randrange(1, 10)]
            case 2:
                mutant[at:at] = rng.choice((b"\xff", b"\x00", b'"', b"{", b"[" * 1500, b"\\u0000", b"\r\n", b"%", b"0"))
            case 3:
                mutant[at:at] = mutant[at : at + rng.randrange(1, 40)]
            case _:
                other = rng.randrange(len(mutant) + 1)
                mutant[at : at + 1], mutant[other : other + 1] = mutant[other : other + 1], mutant[at : at + 1]
    return bytes(mutant)


def frame(payload: bytes, head: int = 0x81, masked: bool = True) -> bytes:
    """A WebSocket frame of a client; the mask of zeros changes nothing."""
    size, mask = len(payload), 128 if masked else 0
    short = size if size < 126 else 126 if size < 65536 else 127
    more = b"" if size < 126 else size.to_bytes(2 if size < 65536 else 8, "big")
    return bytes([head, mask | short]) + more + (bytes(4) if masked else b"") + payload


def broken_frame(rng: random.Random, payload: bytes) -> bytes:
    """What the WebSocket protocol itself does not allow, or what we do not."""
    match rng.randrange(8):
        case 0:
            return frame(payload, 0x80 | rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)))  # reserved opcodes
        case 1:
            return frame(payload, masked=False)
        case 2:
            return frame(payload, 0x81 | rng.choice((16, 32, 64)))  # reserved bits
        case 3:
            return frame(payload, 0x82)  # binary
        case 4:
            return frame(b"x" * 126, rng.choice((0x89, 0x8A, 0x88, 0x09)))  # too long or fragmented control
        case 5:
            return frame(payload, 0x80)  # goes on with nothing
        case 6:
            return frame(b" " * rng.choice((p.FRAME_MAX + 1, 70000)) + payload)
        case _:
            return frame(rng.choice((b"\x00", b"\x03\xe7", b"\x03\xe8\xff", b"\x13\x88")), 0x88)  # bad ends


def requests(code: str, token: str) -> list[bytes]:
    """Valid requests to the HTTP part."""
    paths = ["games", "protocol", "openapi.json", "rules/scout/ja", "tables", f"tables/{code}", f"tables/{code}/qr.svg"]
    paths += [f"replays/{code}/1", f"replays/{code}/1.txt", f"replays/{code}/1/proof?seat=0&lang=ja&from=0&count=9"]
    record = str(Match("scout", 3, seed=1).record).encode()
    heads = [f"GET /api/{path} HTTP/1.1\r\nHost: localhost\r\n" for path in [*paths, "me", "lab"]]
    heads += [f"GET /api/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"]
    heads += ["GET /metrics HTTP/1.1\r\nHost: localhost\r\n", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"]
    heads += ["GET /lab/one/en HTTP/1.1\r\nHost: localhost\r\n", "POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"]
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    heads += [f"GET /ws HTTP/1.1\r\nHost: localhost\r\n{upgrade}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"]
    found = [head.encode() + b"\r\n" for head in heads]
    post = f"POST /api/replays?lang=ja&open=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(record)}\r\n\r\n"
    return [*found, post.encode() + record]


def request(rng: random.Random, base: bytes) -> bytes:
    """Changed in the path, or in a record whose length is told right, or anywhere."""
    head, _, body = base.partition(b"\r\n\r\n")
    if body and rng.random() < 0.7:
        mutant = scrambled(rng, body)
        return head.rpartition(b" ")[0] + f" {len(mutant)}\r\n\r\n".encode() + mutant
    if rng.random() < 0.6:
        method, path, rest = base.split(b" ", 2)
        if rng.random() < 0.1:
            method = rng.choice((b"PUT", b"DELETE", b"HEAD", b"OPTIONS", b"TRACE"))
        return b" ".join((method, b"/" + quote(scrambled(rng, path[1:]), safe="/%?=&.").encode(), rest))
    return scrambled(rng, base)


class _Known(msgspec.Struct):
    id: p.Id


def id_of(text: bytes) -> str | None:
    """The id by which the server can answer, whatever else is wrong."""
    try:
        return msgspec.json.decode(text, type=_Known).id
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None


def is_message(text: bytes) -> bool:
    """Whether it is a message of the protocol after all."""
    try:
        p.decode_client(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return False
    return True
