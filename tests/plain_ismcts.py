"""Information set Monte Carlo tree search as the paper has it, in plain Python and without any economy.

It takes the same random numbers in the same order as the native search, so that both must come to the same
tree: what is compared is the search. The rules, the worlds and the playouts are the engine's, which have
references of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cabbage.streams import RandomStream

Weights = Sequence[Sequence[int]]


@dataclass
class Node:
    """A sequence of actions, which all seats have seen."""

    action: int = -1
    value: int = 0
    visits: int = 0
    available: int = 0
    squares: int = 0
    children: list[Node] = field(default_factory=list)


@dataclass
class Search:
    """A search of one view."""

    state: Any
    seat: int
    weights: Weights
    exploration: float
    rng: RandomStream
    draw_world: Callable[[Any, int, RandomStream], Any]
    finish: Callable[[Any, RandomStream], list[int]]
    takes_from_the_end: bool
    """Whether a move that is taken out of a list is replaced by the last one, or the others close up."""

    def __post_init__(self) -> None:
        players = range(len(self.weights))
        self.root = Node()
        self.count = 0
        self.sums = [0 for _ in players]
        self.squares = [0 for _ in players]
        self.scales = [0.01 for _ in players]

    def run(self, count: int) -> None:
        """So many simulations."""
        for _ in range(count):
            self._simulate()

    def found(self) -> list[tuple[int, int, int, int]]:
        """As the native search tells it."""
        return [(node.action, node.visits, node.value, node.squares) for node in self.root.children]

    def _simulate(self) -> None:
        world = self.draw_world(self.state, self.seat, self.rng)
        node = self.root
        path: list[tuple[int, Node]] = []
        while not world.is_terminal:
            mover = world.current_player
            untried = world.legal_moves()
            there = [child for child in node.children if self._take(untried, child.action)]
            for child in there:
                child.available += 1
            if untried:
                place = self.rng.below(len(untried))
                node.children.append(Node(untried[place], available=1))
                node = node.children[-1]
            else:
                node = max(there, key=lambda child: self._bound(child, mover))
            path.append((mover, node))
            world.play(node.action)
            if untried:
                break
        self._learn(path, self.finish(world, self.rng))

    def _take(self, actions: list[int], action: int) -> bool:
        if action not in actions:
            return False
        if self.takes_from_the_end:
            actions[actions.index(action)] = actions[-1]
            actions.pop()
        else:
            actions.remove(action)
        return True

    def _bound(self, node: Node, mover: int) -> float:
        mantissa, exponent = math.frexp(node.available)
        logarithm = exponent - 2 + 2 * mantissa  # straight between powers of two
        scale = self.scales[mover] * (math.log(2) / 2**32)
        return node.value / node.visits + math.sqrt(scale * (logarithm * 2**32) / node.visits)

    def _learn(self, path: Sequence[tuple[int, Node]], results: Sequence[int]) -> None:
        worth = [sum(w * points for w, points in zip(row, results, strict=True)) for row in self.weights]
        for seat, value in enumerate(worth):
            self.sums[seat] += value
            self.squares[seat] += value * value
        for mover, node in path:
            node.visits += 1
            node.value += worth[mover]
            node.squares += worth[self.seat] ** 2
        self.count += 1
        if self.count & (self.count - 1) == 0:
            for seat in range(len(worth)):
                mean = self.sums[seat] / self.count
                variance = self.squares[seat] / self.count - mean * mean
                self.scales[seat] = self.exploration**2 * max(variance, 0.01)
