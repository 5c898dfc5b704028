"""What every game gives the kernel: the signatures, for the reader and the type checker. Never run.

A game may put them in as many modules of its package as it likes: those that define one of these functions are found,
and what they import with them. `take_options` and `show_options` follow from the game's options (derived.py).
"""

from __future__ import annotations

from tefuda.kernel.chance import Work
from tefuda.kernel.record import Record
from tefuda.kernel.record import Record as Observation
from tefuda.kernel.record import Record as Secrets
from tefuda.kernel.record import Record as State

__all__ = [
    "N_ACTIONS",
    "N_INPUTS",
    "N_WEIGHTS",
    "Observation",
    "Secrets",
    "State",
    "Work",
    "actor",
    "advised",
    "apply",
    "begin",
    "blind",
    "caution",
    "chance",
    "deal",
    "inputs",
    "lasting",
    "legal",
    "likely",
    "observe",
    "point",
    "redeal",
    "reveal",
    "rounds",
    "score",
    "shortlist",
    "show_options",
    "sound",
    "spread",
    "standing",
    "take_options",
    "unfinished",
    "worth",
]


N_ACTIONS = 1  # how many actions there are
N_WEIGHTS = 1  # how many weights its policy has
N_INPUTS = 1  # how many inputs its network has, if it has one


def take_options(s: State, w: Work) -> None:
    """The options of a new match, from w.options."""


def begin(s: State, w: Work, seats: int) -> None:
    """A new match in a state that is zero but for the options."""


def actor(s: State) -> int:
    """The seat that decides now in the one-at-a-time order, or CHANCE, or OVER."""
    return 0


def legal(s: State, w: Work, seat: int) -> int:
    """Writes the seat's legal actions to w.out, ascending; gives their number."""
    return 0


def apply(s: State, w: Work, seat: int, action: int) -> None:
    """Does a legal action."""


def chance(s: State, w: Work) -> int:
    """Writes what chance draws from to w.pool (w.size things of w.sides sides); gives how many are drawn."""
    return 0


def deal(s: State, w: Work) -> None:
    """Takes what chance has drawn from w.drawn; always right after `chance`."""


def score(s: State, seat: int) -> int:
    """The seat's standing after the completed rounds, higher is better."""
    return 0


def rounds(s: State) -> int:
    """How many rounds are completed."""
    return 0


def redeal(s: State, w: Work, seat: int) -> bool:
    """Deals anew all that the seat (-1: a spectator) cannot know; False if no possible world was found."""
    return True


def likely(s: State, w: Work, seat: int) -> None:
    """Changes a world that was dealt anew for the seat, which is to move, into one that good play leads to."""


def sound(s: State, w: Work) -> int:
    """0, or the number of the invariant that is broken."""
    return 0


def worth(s: State, w: Work, seat: int, action: int) -> int:
    """What a legal action is worth to the seat by its weights w.weights[seat], from what the seat may know."""
    return 0


def show_options(s: State, o: Observation) -> None:
    """The options, to whoever looks."""


def observe(s: State, eyes: int, o: Observation) -> None:
    """What the seat may know, into a record of I16, zero but for the options; never while chance must act."""


def reveal(s: State, eyes: int, o: Secrets) -> None:
    """What an observation of this seat hides, into a zeroed record whose fields are all I16."""


# ---- of a game with a network, in `inputs.py`


def inputs(s: State, w: Work, t: Record, seat: int) -> None:
    """Puts what the seat may know of the position after its move into the network's Thought."""


def lasting(s: State, w: Work, t: Record, seat: int) -> None:
    """The same for what no move of the seat changes: it is asked before the seat's moves, and once for all of them."""


def shortlist(s: State, w: Work, seat: int) -> int:
    """Writes those of the seat's legal actions to w.out at which the network looks; gives their number, at least 1."""
    return 0


def standing(s: State, seat: int) -> int:
    """What the seat has for sure, in small units; when a round is over, what it has gained."""
    return 0


def point(s: State) -> int:
    """What a point of the score, over the others, is in these units."""
    return 1


def spread(s: State) -> int:
    """What a 1 of the network is in these units: what it says is what the standing will still change."""
    return 1


def unfinished(s: State, seat: int) -> bool:
    """Whether the seat's move is only half done: it is then valued with the best other half."""
    return False


def blind(s: State, seat: int, action: int) -> bool:
    """Whether the move shows the seat something that it does not know yet: it is then tried in several worlds."""
    return False


def caution(s: State) -> int:
    """By how much, in units of a standing, a move must lead the advised one to be made instead; 0: it need not."""
    return 0


def advised(s: State, w: Work, seat: int) -> int:
    """The move that is advised, of those on the shortlist. It is only asked for where there is caution."""
    return 0
