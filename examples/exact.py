"""Solves a small game of two seats: counterfactual regret minimisation (CFR+) on its whole tree, and how much the best
response gains against a policy, exactly.

    python examples/exact.py examples/small/twentythree-small learn12=true circles=1

What counts is the first seat's score less the second one's. A policy is given for every information state: all that a
seat has seen, so nobody forgets anything.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tefuda.cli.play import read_options
from tefuda.games import GAMES, Face
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.match import set_up

Floats = NDArray[np.float64]
MOST = 3_000_000  # nodes that a tree may have


class Node(NamedTuple):
    """A position, with how it was reached."""

    game: Game
    parent: int
    edge: int  # the number of the move in the policy; -1 if chance acted
    chance: float  # how likely chance acted so
    seen: tuple[str, str]  # what each seat has seen


class Tree:
    """All positions of a game, level by level, and the information states."""

    def __init__(self, face: Face, options: dict[str, object]) -> None:
        _, _, chosen = set_up(face.name, 2, options)
        self.first: dict[tuple[int, str], int] = {}  # of an information state: its first move's number in the policy
        self.asked: list[tuple[int, Game, int]] = []  # seat, a position and the first move's number
        self.levels = [slice(0, 1)]
        nodes = [Node(face.begin(2, chosen), 0, -1, 1.0, ("", ""))]
        actors: list[int] = []
        values: list[float] = []
        self.moves = 0
        while self.levels[-1].start < self.levels[-1].stop:
            for number in range(self.levels[-1].start, self.levels[-1].stop):
                node = nodes[number]
                actor = node.game.actor()
                actors.append(actor)
                scores = node.game.scores()
                values.append(float(scores[0] - scores[1]) if actor == OVER else 0.0)
                if actor != OVER:
                    nodes += self._after(face, number, node)
                if len(nodes) > MOST:
                    raise ValueError(f"the game has more than {MOST:,} positions")
                nodes[number] = node._replace(game=nodes[0].game)  # its position is not needed any more
            self.levels.append(slice(self.levels[-1].stop, len(nodes)))
        del self.levels[-1]
        self.actor, self.value = np.array(actors), np.array(values)
        self.parent = np.array([node.parent for node in nodes])
        self.edge = np.array([node.edge for node in nodes])
        self.chance = np.array([node.chance for node in nodes])
        self.starts = np.array([first for _, _, first in self.asked])
        self.state = np.repeat(np.arange(len(self.starts)), np.diff([*self.starts, self.moves]))  # of each move
        self.mover = np.array([seat for seat, _, _ in self.asked])[self.state]

    def _after(self, face: Face, number: int, node: Node) -> list[Node]:
        game, seat = node.game, node.game.actor()
        found: list[Node] = []
        if seat == CHANCE:
            for drawn, chance in draws(game):
                after = game.clone()
                after.deal(drawn)
                seen = [f"{node.seen[one]}{face.seen_chance(game, drawn, one)}\n" for one in (0, 1)]
                found.append(Node(after, number, -1, chance, (seen[0], seen[1])))
            return found
        legal, key = game.legal(seat), (seat, node.seen[seat])
        if key not in self.first:
            self.first[key] = self.moves
            self.asked.append((seat, game, self.moves))
            self.moves += len(legal)
        for at, action in enumerate(legal):
            after = game.clone()
            after.apply(seat, action)
            seen = [f"{node.seen[one]}{seat} {face.seen_move(game, seat, action, one)}\n" for one in (0, 1)]
            found.append(Node(after, number, self.first[key] + at, 1.0, (seen[0], seen[1])))
        return found

    # ---- policies

    def even(self) -> Floats:
        """All moves alike."""
        return normal(self, np.zeros(self.moves))

    def of_weights(self, weights: tuple[int, ...]) -> Floats:
        """What a bot that consists of weights does, as `club`."""
        policy = np.zeros(self.moves)
        for seat, game, first in self.asked:
            policy[first + game.legal(seat).index(game.quick(seat, weights))] = 1
        return policy

    # ---- values

    def reach(self, policy: Floats, without: int) -> Floats:
        """How likely each position is, as far as chance and the other seat decide."""
        by = np.where(self.edge < 0, self.chance, np.where(self.mover[self.edge] == without, 1.0, policy[self.edge]))
        found = np.ones(len(self.parent))
        for level in self.levels[1:]:
            found[level] = found[self.parent[level]] * by[level]
        return found

    def values(self, policy: Floats, best_of: int | None = None) -> tuple[Floats, Floats]:
        """The value of each position for seat 0, and the policy, in which this seat chooses the best moves."""
        policy, value = policy.copy(), self.value.copy()
        sign = -1 if best_of == 1 else 1
        reach = self.reach(policy, best_of) if best_of is not None else None
        for level in reversed(self.levels[1:]):
            parent, edge = self.parent[level], self.edge[level]
            if reach is not None and best_of in self.actor[parent]:
                own = self.actor[parent] == best_of
                worth = np.full(self.moves, -np.inf)
                worth[edge[own]] = 0
                np.add.at(worth, edge[own], sign * reach[parent[own]] * value[level][own])
                chosen = np.unique(self.state[edge[own]])
                most = np.maximum.reduceat(worth, self.starts)
                here = np.isin(self.state, chosen)
                policy[here] = (worth == most[self.state])[here]
                policy[here] = normal(self, policy)[here]
            by = np.where(edge < 0, self.chance[level], policy[edge])
            value += np.bincount(parent, by * value[level], len(value))
        return value, policy

    def gain(self, policy: Floats) -> tuple[float, float]:
        """How much the best response of each seat gains over what it has if both play so."""
        now = self.values(policy)[0][0]
        return float(self.values(policy, 0)[0][0] - now), float(now - self.values(policy, 1)[0][0])


def normal(tree: Tree, worth: Floats) -> Floats:
    """Chances in proportion to what is above 0; all alike where nothing is."""
    positive = np.maximum(worth, 0)
    total = np.add.reduceat(positive, tree.starts)[tree.state]
    counts = np.bincount(tree.state)[tree.state]
    return np.where(total > 0, positive / np.where(total > 0, total, 1), 1 / counts)


def draws(game: Game) -> list[tuple[list[int], float]]:
    """All that chance can draw, with how likely it is; the first of all orders that lead to the same position."""
    pool, sides, count = game.chance()
    found: dict[bytes, tuple[list[int], float]] = {}

    def go_on(drawn: list[int], left: list[tuple[int, ...]], chance: float) -> None:
        if len(drawn) == count:
            after = game.clone()
            after.deal(drawn)
            first, so_far = found.get(after.pack(), (drawn, 0.0))
            found[after.pack()] = first, so_far + chance
            return
        for thing in sorted(set(left)):
            rest = list(left)
            rest.remove(thing)
            for side in thing:
                go_on([*drawn, side], rest, chance * left.count(thing) / len(left) / len(thing))

    go_on([], [tuple(pool[at : at + sides]) for at in range(0, len(pool), sides)], 1.0)
    return list(found.values())


def solve(tree: Tree, rounds: int) -> Floats:
    """CFR+: the mean of the policies that follow what would have been better so far, later ones counting more."""
    regret, mean = np.zeros(tree.moves), np.zeros(tree.moves)
    decided = tree.edge >= 0
    edge, parent = tree.edge[decided], tree.parent[decided]
    for number in range(1, rounds + 1):
        for seat in (0, 1):
            policy = normal(tree, regret)
            reach, value = tree.reach(policy, seat), tree.values(policy)[0] * (1, -1)[seat]
            worth = np.bincount(edge, reach[parent] * value[decided], tree.moves)
            usual = np.add.reduceat(policy * worth, tree.starts)[tree.state]
            own = tree.mover == seat
            regret[own] = np.maximum(regret + worth - usual, 0)[own]
            other = tree.reach(policy, 1 - seat)  # how likely the seat itself gets there, times chance
            mine = np.bincount(edge, other[parent], tree.moves)
            mean[own] += (number * mine * policy)[own]
    return normal(tree, mean)


def main() -> None:
    face = GAMES.load(sys.argv[1])
    tree = Tree(face, read_options(face.name, None, tuple(sys.argv[2:])))
    print(f"{face.name}: {len(tree.parent):,} positions, {len(tree.starts):,} information states, {tree.moves:,} moves")
    policies = {"all moves alike": tree.even()}
    policies |= {name: tree.of_weights(getattr(face.weights, name.upper())) for name in ("casual", "club")}
    policies |= {f"CFR+, {rounds} rounds": solve(tree, rounds) for rounds in (10, 100, 1000)}
    for name, policy in policies.items():
        first, second = tree.gain(policy)
        print(f"{name}: seat 0 scores {tree.values(policy)[0][0]:+.4f} over seat 1;", end=" ")
        print(f"a best response gains {(first + second) / 2:.4f}")


if __name__ == "__main__":
    main()
