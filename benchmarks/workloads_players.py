"""What is timed of views and players: as `workloads.py`, each with its amount of work and answer.

Views are made, drawn from and decided on one after the other, from Python, on positions of random play; an
answer reads a few of them, and so costs little. Searches are what a player does for one choice, with
the budget in its name, on several deals: about as much work for each budget.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from cabbage._player import Player
from cabbage._sampling import SamplingPlayer, objective_of, unit_of
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as DealRules
from cabbage.las_vegan import Round, Rules
from cabbage.players import Estimate, ISMCTSPlayer, PIMCPlayer, RuleOfThumbPlayer
from cabbage.streams import RandomStream
from workloads import POSITIONS, Workload, positions_of_random_play
from workloads_batch import digest

#: Round or Deal.
Kind = Any

LOOKED_AT = 200
HALF_A_ROUND, HALF_A_DEAL = 22, 50
SEED = 1


@functools.cache
def views_of_random_play(kind: Kind, count: int) -> list[Any]:
    """What the seat to move knows, in positions on the way of random rounds or deals of the default rules."""
    return [state.observe(state.current_player) for state in positions_of_random_play(kind, count)]


@functools.cache
def views_of(kind: Kind, players: int, plies: int, count: int) -> list[Any]:
    """What the seat to move knows in deals 1 to `count`, after so many random plies. It has a choice."""
    found = []
    for seed in range(1, count + 1):
        rules: Any = Rules(players=players) if kind is Round else DealRules(players=players)
        state: Any = kind.deal(seed, rules)
        chance = RandomStream(seed, 1 << 50)
        while len(state.history) < plies or len(state.legal_moves()) < 2:
            state.play(state.random_legal(chance))
        found.append(state.observe(state.current_player))
    return found


def unseen_cards(cards: Iterable[int]) -> int:
    """A number for some cards: the sum of card + 1."""
    return sum(int(card) + 1 for card in cards)


def hands_of(world: Round | Deal) -> int:
    """A number for the cards of all hands: the sum of (card + 1) (seat + 1)."""
    return sum((seat + 1) * unseen_cards(world.hand(seat)) for seat in range(world.num_players))


def numbers_of(player: SamplingPlayer, view: Any, estimates: Iterable[Estimate]) -> Iterator[int]:
    """Of each action its number, how often it was tried, and the sum of what came of it, a whole number."""
    scale = getattr(player, "playouts", 1) * unit_of(objective_of(view, player.objective))
    for each in estimates:
        yield each.action
        yield each.count
        yield round(each.value * each.count * scale) if each.count else 0


def _observe(name: str, kind: Kind, answer: int) -> Workload:
    """The answer: the cards that the seats do not see."""

    def run() -> int:
        states = positions_of_random_play(kind, POSITIONS)
        views = [state.observe(state.current_player) for state in states]
        return sum(unseen_cards(view.unseen) for view in islice(views, 0, None, LOOKED_AT))

    return Workload(f"{name}observe, {POSITIONS:,} positions", "views", POSITIONS, answer, run)


def _resample(name: str, kind: Kind, answer: int) -> Workload:
    """The answer: the hands of the worlds."""

    def run() -> int:
        worlds = [view.resample(SEED) for view in views_of_random_play(kind, POSITIONS)]
        return sum(hands_of(world) for world in islice(worlds, 0, None, LOOKED_AT))

    return Workload(f"{name}resample, {POSITIONS:,} views", "worlds", POSITIONS, answer, run)


def _decisions(name: str, kind: Kind, player: Player, answer: int) -> Workload:
    """The answer: the sum of the actions."""

    def run() -> int:
        chance = RandomStream(SEED)
        views = views_of_random_play(kind, POSITIONS)
        actions: list[int] = [player.choose(view, chance) for view in views]
        return sum(actions)

    return Workload(f"{name}{player.name}, {POSITIONS:,} decisions", "decisions", POSITIONS, answer, run)


def _search(
    name: str,
    unit: str,
    units: int,
    player: SamplingPlayer,
    views: Callable[[], list[Any]],
    answer: int,
) -> Workload:
    """Choices on some views, from a random stream with the number of each. The answer: the estimates."""

    def run() -> int:
        numbers: list[int] = []
        for number, view in enumerate(views()):
            numbers += numbers_of(player, view, player.estimates(view, RandomStream(number)))
        return digest(*numbers)

    return Workload(name, unit, units, answer, run)


def _simulations(
    name: str, kind: Kind, players: int, plies: int, budget: int, choices: int, answer: int
) -> Workload:
    return _search(
        f"{name}, ISMCTS of {budget:,}",
        "simulations",
        budget * choices,
        ISMCTSPlayer(simulations=budget),
        lambda: views_of(kind, players, plies, choices),
        answer,
    )


def _worlds(name: str, kind: Kind, players: int, plies: int, choices: int, answer: int) -> Workload:
    player = PIMCPlayer()
    return _search(
        f"{name}, PIMC of {player.worlds}",
        "worlds",
        player.worlds * choices,
        player,
        lambda: views_of(kind, players, plies, choices),
        answer,
    )


VIEW_WORKLOADS = {
    "observe": _observe("", Round, 3_177),
    "kk_observe": _observe("krypkasino ", Deal, 11_046),
    "view_resample": _resample("", Round, 11_262),
    "kk_view_resample": _resample("krypkasino ", Deal, 922),
    "rule_of_thumb": _decisions("", Round, RuleOfThumbPlayer(), 42_839),
    "kk_rule_of_thumb": _decisions("krypkasino ", Deal, RuleOfThumbPlayer(), 54_220),
}

ISMCTS_WORKLOADS = {
    "ismcts_4_2k": _simulations("4 players", Round, 4, 0, 2_000, 50, 832_440_143_114),
    "ismcts_4_20k": _simulations("4 players", Round, 4, 0, 20_000, 5, 436_705_437_302),
    "ismcts_4_200k": _simulations("4 players", Round, 4, 0, 200_000, 1, 349_908_282_521),
    "ismcts_4_middle": _simulations(
        "4 players, mid-round", Round, 4, HALF_A_ROUND, 2_000, 50, 64_852_380_438
    ),
    "ismcts_2": _simulations("2 players", Round, 2, 0, 2_000, 50, 867_968_264_826),
    "kk_ismcts_2": _simulations("krypkasino 2 players", Deal, 2, 0, 2_000, 10, 69_464_521_725),
    "kk_ismcts_4": _simulations("krypkasino 4 players", Deal, 4, 0, 2_000, 10, 366_900_356_068),
    "kk_ismcts_2_middle": _simulations(
        "krypkasino 2 players, mid-deal", Deal, 2, HALF_A_DEAL, 2_000, 10, 647_100_596_911
    ),
}

PIMC_WORKLOADS = {
    "pimc_4": _worlds("4 players", Round, 4, 0, 20, 807_986_973_940),
    "pimc_4_middle": _worlds("4 players, mid-round", Round, 4, HALF_A_ROUND, 20, 290_948_524_297),
    "pimc_2": _worlds("2 players", Round, 2, 0, 2, 121_637_268_211),
    "kk_pimc_2": _worlds("krypkasino 2 players", Deal, 2, 0, 2, 280_328_947_333),
    "kk_pimc_4": _worlds("krypkasino 4 players", Deal, 4, 0, 5, 928_199_800_217),
}

WORKLOADS_PLAYERS = {**VIEW_WORKLOADS, **ISMCTS_WORKLOADS, **PIMC_WORKLOADS}
