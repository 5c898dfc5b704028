"""Circles of friends: the score of an evening over several games, and faces that the others at a table see."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from msgspec.json import encode

from tefuda.client import Client
from tefuda.server import protocol as p
from tefuda.server.circles import NIGHT, Circle, open_tables, told
from tefuda.server.office import FORGOTTEN, Office
from tefuda.server.rows import Entry, Finished, Row
from tefuda.server.store import Store
from tefuda.server.table import person_of
from tests.server.entries import head
from tests.server.tables import refused
from tests.trials.running import PATIENCE, play_on, running
from tests.trials.virtual import run_virtually

CIRCLE = Circle("CRCL00000000", "Fridays", "aki", 0.0)


def result(person: str, seat: int, scores: list[int], winners: list[int], at: float, **more: Any) -> Finished:
    body = {"seat": seat, "name": person.title(), "scores": scores, "winners": winners, "bots": [None] * len(scores)}
    return Finished(person, f"T{at:.0f}", 1, more.pop("game", "scout"), at, encode({**body, **more}))


def test_one_point_for_each_friend_left_behind_and_half_for_one_level() -> None:
    scores = [5, 9, 5, 7]  # the last is a bot's, whom nobody gets a point for
    bots = [None, None, None, "club"]
    rows = [result(who, seat, scores, [1], 10.0, bots=bots) for seat, who in enumerate(("aki", "ben", "cho"))]
    found = told(CIRCLE, rows, "ben")
    assert [seat["points"] for seat in found["evenings"][0]["matches"][0]["seats"]] == [0.5, 2.0, 0.5, 0.0]
    assert [seat["who"] for seat in found["evenings"][0]["matches"][0]["seats"]] == [0, 1, 2, None]
    assert found["people"] == [
        {"name": "Aki", "face": "", "own": False},
        {"name": "Ben", "face": "", "own": True},
        {"name": "Cho", "face": "", "own": False},
    ]
    assert found["standing"][0] == {"who": 1, "points": 2.0, "wins": 1, "matches": 1}
    assert "aki" not in encode(found).decode(), "who somebody is stays with the server"


def test_somebody_has_the_face_and_the_name_of_their_latest_match() -> None:
    looks: tuple[dict[str, str], ...] = ({}, {"face": "mask3"}, {"face": "animal7", "name": "Akiko"})
    rows = [result("aki", 0, [1, 0], [0], at, **more) for at, more in enumerate(looks)]
    assert told(CIRCLE, rows, "")["people"] == [{"name": "Akiko", "face": "animal7", "own": False}]


def test_an_evening_ends_when_nobody_has_played_for_six_hours() -> None:
    rows = []
    for at, game, winner in ((0, "scout", 0), (NIGHT, "solo", 1), (2 * NIGHT + 1, "gift", 1)):
        scores = [int(winner == seat) for seat in (0, 1)]
        rows += [result(who, seat, scores, [winner], at, game=game) for seat, who in enumerate(("aki", "ben"))]
    found = told(CIRCLE, rows, "")
    assert [[match["game"] for match in evening["matches"]] for evening in found["evenings"]] == [
        ["gift"],
        ["solo", "scout"],
    ]
    assert [[(one["who"], one["points"]) for one in evening["standing"]] for evening in found["evenings"]] == [
        [(1, 1.0), (0, 0.0)],
        [(0, 1.0), (1, 1.0)],
    ]
    assert [(one["who"], one["points"], one["wins"]) for one in found["standing"]] == [(1, 2.0, 2), (0, 1.0, 1)]


def test_the_order_of_tables_does_not_tell_of_moves(store: Store) -> None:
    """A hidden move changes when its table was last stored, and that must not be seen."""
    for updated in ((1.0, 2.0), (4.0, 3.0)):
        for code, at in zip(("A", "B"), updated, strict=True):
            number = int(updated[0] > 1) + 1
            kept = Entry(head(code, "playing", False, at)._replace(circle=CIRCLE.code), (Row(number, b""),))
            assert store.append([kept]) == [None]
        assert [one.code for one in open_tables(store, CIRCLE.code)] == ["A", "B"]


async def evening(me: Client, friend: Client, game: str, circle: str) -> str:
    """A match of two friends and, where the game needs more, a bot, for a circle."""
    seats: list[p.Level | None] = [None, None, *(["casual"] if game == "scout" else [])]  # type: ignore[list-item]
    code = await me.create(game, seats, circle=circle, watchers=True)
    await me.sit(0, "Aki", face="animal12")
    await friend.open(code)
    await friend.sit(1, "Ben")
    await me.start()
    both = (play_on(one, random.Random(1)) for one in (me, friend))
    await asyncio.wait_for(asyncio.gather(*both), PATIENCE)
    return code


def test_friends_play_two_games_for_a_circle_and_are_forgotten(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path))
            web = await stack.enter_async_context(httpx2.AsyncClient(base_url=server.url))
            me, friend, stranger = [await stack.enter_async_context(server.client()) for _ in range(3)]
            signed = [{"Authorization": f"Bearer {one.token}"} for one in (me, friend, stranger)]
            for bad in ({"name": " \u200b "}, {"name": 3}, {}, {"name": "x", "more": 1}):
                assert (await web.post("/api/circles", json=bad, headers=signed[0])).status_code == 400
            assert (await web.post("/api/circles", json={"name": "x"})).status_code == 401
            assert (await web.post("/api/circles", content=b"x" * 2000, headers=signed[0])).status_code == 413
            circle = (await web.post("/api/circles", json={"name": "  Fridays \n"}, headers=signed[0])).json()["code"]
            empty = (await web.get(f"/api/circles/{circle}")).json()
            assert (empty["name"], empty["people"], empty["evenings"], empty["tables"]) == ("Fridays", [], [], [])
            assert (await web.get("/api/circles/000000000000")).status_code == 404
            assert await refused(me.create("gift", [None, None], circle="000000000000")) == "no-table"

            assert await refused(me.create("gift", [None, None], circle=circle, public=True)) == "option"
            code = await me.create("gift", [None, None], circle=circle)
            waiting = (await web.get(f"/api/circles/{circle}")).json()["tables"]
            assert [one["code"] for one in waiting] == [code], "friends find the open table there"
            assert me.table and me.table.circle == p.Circle(circle, "Fridays")
            await stranger.open(code)
            assert stranger.table and stranger.table.circle is None, "who only watches may not come in"

            for game in ("gift", "scout"):
                await evening(me, friend, game, circle)
            found = (await web.get(f"/api/circles/{circle}", headers=signed[1])).json()
            assert {(one["name"], one["own"]) for one in found["people"]} == {("Aki", False), ("Ben", True)}
            assert [match["game"] for match in found["evenings"][0]["matches"]] == ["scout", "gift"]
            assert sum(one["points"] for one in found["standing"]) == 2.0, "one point a match for two friends"
            assert [one["name"] for one in (await web.get("/api/circles", headers=signed[1])).json()] == ["Fridays"]
            assert (await web.get("/api/circles", headers=signed[2])).json() == []
            assert (await web.get("/api/circles")).status_code == 401

            office = Office(server.settings.database)
            person = person_of(me.token or "")
            exported = await asyncio.to_thread(office.export, person)
            assert [one["name"] for one in exported["circles"]] == ["Fridays"]
            assert "animal12" in encode(exported["tables"]).decode()
            await asyncio.to_thread(office.forget, person)
            kept = (await web.get(f"/api/circles/{circle}", headers=signed[1])).json()
            assert [one["name"] for one in kept["people"]] == ["Ben"]
            assert {seat["who"] for seat in kept["evenings"][0]["matches"][0]["seats"]} == {0, None}
            again = await asyncio.to_thread(office.export, person)
            assert again["circles"] == [] and again["tables"] == {}
            office.close()

    run_virtually(main())


def test_who_has_founded_a_circle_names_it_anew_and_ends_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, httpx2.AsyncClient(base_url=server.url) as web:
            founder, friend = ({"Authorization": f"Bearer {letter * 43}"} for letter in "AB")
            code = (await web.post("/api/circles", json={"name": "Fridays"}, headers=founder)).json()["code"]
            path = f"/api/circles/{code}"
            assert (await web.put(path, json={"name": "Mine"})).status_code == 401
            assert (await web.put(path, json={"name": "Mine"}, headers=friend)).status_code == 403
            assert (await web.delete(path, headers=friend)).status_code == 403
            for bad in ({"name": " "}, {"name": 7}, {}):
                assert (await web.put(path, json=bad, headers=founder)).status_code == 400
            assert (await web.put(path, json={"name": "Sundays"}, headers=founder)).status_code == 200
            seen = [(await web.get(path, headers=who)).json() for who in (founder, friend)]
            assert [(one["name"], one["own"]) for one in seen] == [("Sundays", True), ("Sundays", False)]
            assert (await web.delete(path, headers=founder)).status_code == 200
            for method in ("GET", "PUT", "DELETE"):
                answer = await web.request(method, path, headers=founder)
                assert answer.status_code == 404, method
            assert (await web.get("/api/circles", headers=founder)).json() == []

    run_virtually(main())


def test_a_chosen_face_is_seen_by_the_others_and_can_be_changed_at_any_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, server.client() as other:
            code = await me.create("gift", [None, None])
            await me.sit(0, "Aki", face="mask7")
            await other.open(code)

            def faces() -> list[str]:
                assert other.table is not None
                return [seat.face for seat in other.table.seats]

            assert faces() == ["mask7", ""]
            for bad in ("mask1000", "mask", "mask-1", "dragon1", "doll1 ", "doll1\n", "<b>"):
                assert await refused(me.sit(0, "Aki", face=bad)) == "malformed"
            assert await refused(me.sit(0, "Aki", "ab\n")) == "malformed", "no line break hides behind a salt either"
            await other.sit(1, "Ben", face="doll999")
            await me.start()
            await me.sit(0, "Aki", face="animal3")
            while faces()[0] != "animal3":
                await other.changed(PATIENCE)
            assert faces() == ["animal3", "doll999"]
            assert other.table and [seat.kind for seat in other.table.seats] == ["person", "person"]

    run_virtually(main())


@pytest.mark.parametrize("face", ["", "doll0"])
def test_a_forgotten_person_has_no_face(tmp_path: Path, face: str) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await me.create("gift", [None, None])
            await me.sit(0, "Aki", face=face)
            office = Office(server.settings.database)
            await asyncio.to_thread(office.forget, person_of(me.token or ""))
            office.close()
            async with server.client() as other:
                while not other.table or other.table.seats[0].name != FORGOTTEN:  # the server has heard of it
                    await other.open(code)
                assert other.table.seats[0].face == ""

    run_virtually(main())
