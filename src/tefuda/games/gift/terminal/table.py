"""GIFT's table, drawn for one seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import set_cell_size
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tefuda.cli.layout import points_table, seat_rows
from tefuda.games import GAMES
from tefuda.games.events import UNSEEN
from tefuda.games.gift.game import state_of
from tefuda.games.gift.moves import RANK_TEXTS, SUIT_TEXTS
from tefuda.games.gift.state import PROCESS
from tefuda.games.gift.terminal.texts import text
from tefuda.games.gift.view import View
from tefuda.games.gift.words import SYMBOLS, card_in_row, card_name, idle_limit, next_cards
from tefuda.kernel.plain import Game

# One colour for each suit, light enough for black figures.
COLOURS = {"s": "#8ab4f8", "h": "#f0807a", "d": "#f5c04e", "c": "#86dd8c"}
GIFT = "#e58ad0"
MODES = {"attack": "bold red", "create": "bold green"}
LABEL = 12  # columns of the words before the cards
CARD = 4  # columns of a card
ARROWS = {1: "→", -1: "←"}
LEFT = {True: "●", False: "-"}  # of a right: unused, used


def draw(view: View, names: Sequence[str], lang: str, width: int) -> Iterator[RenderableType]:
    """The table from top to bottom."""
    yield headline(view, lang)
    yield seats_table(view, names, lang)
    yield Text(" " * LABEL + "".join(f"{rank:>{CARD - 1}} " for rank in RANK_TEXTS).rstrip(), "dim")
    for suit in SUIT_TEXTS:
        line = row(view, suit, names, lang)
        line.truncate(width, overflow="ellipsis")
        yield line
    if view.hand is not None:
        yield hand(view, lang)


def headline(view: View, lang: str) -> Text:
    line = Text().append(f" {GAMES[view.game].title(lang)} ", "bold reverse").append("  ")
    mode = str(view.option("mode"))
    line.append(text(lang, mode), MODES[mode])
    if view.final:
        line.append(" · ").append(text(lang, "final"), "bold yellow")
    else:
        line.append(f" · {text(lang, 'deck', n=view.deck)}")
    if view.discards:
        last = view.discards[-1]
        key = "discards" if last == UNSEEN else "last_discard"
        line.append(
            f" · {text(lang, key, n=len(view.discards), card=last if last == UNSEEN else card_name(last, lang))}"
        )
    if most := idle_limit(view):
        line.append(" · ").append(text(lang, "idle", n=view.stall, most=most), "yellow")
    chain = mode == "create" and view.finished
    doing = "your_chain" if chain else {"commit": "to_commit", "late": "to_break"}.get(view.phase, "your_turn")
    return line.append(" · ").append(text(lang, doing), "bold") if view.seat in view.to_act else line


def seats_table(view: View, names: Sequence[str], lang: str) -> Table:
    """What everybody has left, and what is known of their hands."""
    figures = {
        text(lang, "cards"): [str(size) for size in view.hand_sizes],
        text(lang, "col_hold"): [LEFT[left] for left in view.holds],
        text(lang, "col_offer"): [LEFT[left] for left in view.offers],
        text(lang, "col_break"): [
            text(lang, "dealer", right=LEFT[view.breaks]) if seat == view.dealer else "" for seat in range(view.seats)
        ],
    }
    known = {card: seat for card, seat in {**view.open, **view.known}.items() if seat != view.seat}
    notes = [note(view, seat, known, lang) for seat in range(view.seats)]
    return seat_rows(figures, (text(lang, "col_known") if known else "", notes), names, view.seat, view.to_act, lang)


def note(view: View, seat: int, known: Mapping[str, int], lang: str) -> str:
    """How a seat has finished, or which cards it is known to hold."""
    if view.out[seat]:
        return text(lang, "out")
    if seat in view.finished:
        return text(lang, "success", n=view.finished.index(seat) + 1)
    return " ".join(card_name(card, lang) for card, holder in known.items() if holder == seat)


# ---- the rows


def row(view: View, suit: str, names: Sequence[str], lang: str) -> Text:
    """A column for each card, 2 to Q and K: a forward row grows to the right, a reverse one to the left."""
    owner = view.commitments.index(suit) if suit in view.commitments else None
    name = "" if owner is None else text(lang, "own") if owner == view.seat else names[owner]
    line = Text().append(f"{SYMBOLS[suit]}A ", Style(color=COLOURS[suit], bold=True))
    line.append(set_cell_size(name, LABEL - 4) + " ", Style(bold=owner == view.seat))
    for rank in RANK_TEXTS:
        said, style = cell(view, suit, rank)
        line.append(" " * (CARD - len(said))).append(said, style)
    return line.append("  " + " ".join(row_notes(view, suit, lang)))


def cell(view: View, suit: str, rank: str) -> tuple[str, Style]:
    """A card in its column: laid, in hand, discarded, the Risk or anywhere else; what comes next stands in brackets."""
    card, state = suit + rank, view.rows[suit]
    if rank == "K":
        own = view.seat is not None and view.commitments[view.seat] == suit
        laid, nexts = state["king"], own and state["size"] == PROCESS
    else:
        position = RANK_TEXTS.index(rank) + 1 if state["direction"] > 0 else PROCESS - RANK_TEXTS.index(rank)
        laid, nexts = position <= state["size"], card in next_cards(view, suit)
        if laid and position == state["gift"]:
            return " G ", Style(color="black", bgcolor=GIFT, bold=True)
    if laid:
        return f"{rank:>2} ", Style(color="black", bgcolor=COLOURS[suit], bold=True)
    held = card in (view.hand or ())
    if held and not nexts:
        return f"({rank})", Style(color=COLOURS[suit], bold=True)
    mark = rank if held else "R" if card == view.risk else "x" if card in view.discards else ""
    if nexts:
        return f"[{mark:1}]", Style(color=COLOURS[suit], bold=held)
    return f" {mark or '-'} ", Style(dim=True)


def row_notes(view: View, suit: str, lang: str) -> Iterator[str]:
    """The row's way, what comes next and what the Gift stands for."""
    state = view.rows[suit]
    way = state["direction"]
    if not way:
        yield text(lang, "bare")
    elif state["size"] < PROCESS:
        yield text(lang, "next", arrow=ARROWS[way], rank=next_cards(view, suit)[0][1:])
    else:
        yield text(lang, "closed" if state["king"] else "complete", arrow=ARROWS[way])
    if state["gift"]:
        yield "G=" + card_in_row(suit, way, state["gift"])[1:]


# ---- the hand


def hand(view: View, lang: str) -> Text:
    """By suits; and for the dealer the Risk."""
    line = Text(set_cell_size(text(lang, "hand"), LABEL - 1))
    before = ""
    for card in view.hand or ():
        line.append("   " if before and before[0] != card[0] else " ").append_text(card_text(card, lang))
        before = card
    if view.risk:
        line.append("    " + text(lang, "risk", card=card_name(view.risk, lang)), "dim")
    return line


def card_text(card: str, lang: str) -> Text:
    """A card in its colour."""
    return Text(card_name(card, lang), Style(color=COLOURS.get(card[0], GIFT), bold=True))


def points(games: Sequence[Game], names: Sequence[str], winners: Sequence[int], lang: str) -> Table:
    """What was left in the hands, how far everybody's own row came, and the points."""
    s = state_of(games[-1])
    seats = range(len(names))
    figures = {
        text(lang, "col_hand"): [s.hand_size[seat] for seat in seats],
        text(lang, "col_row"): [
            1 + s.size[s.commit[seat]] + (s.place[seat] > 0) if s.commit[seat] >= 0 else 0 for seat in seats
        ],
        text(lang, "points"): list(games[-1].scores()),
    }
    return points_table(figures, names, winners, lang)
