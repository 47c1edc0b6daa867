"""The native search of Krypkasino against the plain one, the reference, and itself with parts off."""

from __future__ import annotations

import importlib
import random
import threading
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest

from cabbage import _engine, notation
from cabbage._core import has_fast_bmi2
from cabbage._deal import Deal
from cabbage._krypkasino_cards import Card
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup
from cabbage._transpositions import TranspositionTable
from cabbage.errors import NodeBudgetError, TableInUseError, TooManyCapturesError
from compare_krypkasino import random_deal, random_rules, reference_position
from compare_solver import random_sides
from interrupting import assert_ctrl_c_stops, assert_other_threads_run
from reference import search

ALL = -1
FEATURES = {
    "table": 1,
    "bounds": 2,
    "equivalences": 4,
    "ordering": 8,
    "nearness": 16,
    "dead cards": 32,
    "last capturer": 64,
    "dominance": 128,
}
NO_LIMIT = 1 << 62
Weights = Sequence[int]


@pytest.fixture(params=["base", "bmi2"])
def provers(request: pytest.FixtureRequest) -> Any:
    """Each build of the provers that this processor can run."""
    if request.param == "bmi2" and not has_fast_bmi2():
        pytest.skip("this processor does not run the BMI2 build well")
    return importlib.import_module(f"cabbage._prover_{request.param}")


@pytest.fixture
def prover_module() -> Any:
    return importlib.import_module("cabbage._prover_base")


def value_of(prover: Any, state: Deal, *, order: int = 0) -> int:
    """The exact utility, asked for bound by bound; every interval on the way must fit the others."""
    lower, upper = prover.bounds(state)
    bound = prover.guess(state)
    while lower < upper:
        bound = min(max(bound, lower + 1), upper)
        low, high, nodes = prover.at_least(state, bound, NO_LIMIT, None, order)
        assert nodes > 0
        assert low >= bound or high < bound
        lower, upper = max(lower, low), min(upper, high)
        bound = lower + 1 if low >= bound else upper
    assert lower == upper
    return int(lower)


def solve(module: Any, state: Deal, weights: Weights, features: int = ALL, megabytes: int = 1) -> int:
    prover = module.DealProver(state, weights, TranspositionTable(megabytes), features)
    try:
        return value_of(prover, state)
    finally:
        prover.close()


def own_weights(state: Deal, rest: int) -> list[int]:
    """The weights of the side to move against the `rest`."""
    side = next(side for side in state.rules.sides if state.current_player in side)
    return [1 if seat in side else rest for seat in range(state.num_players)]


def cards_left(state: Deal) -> int:
    return len(state.stock) + sum(len(state.hand(seat)) for seat in range(state.num_players))


def small_positions(rng: random.Random, most_cards: int) -> Iterator[Deal]:
    """Positions near the end of random deals under random rules."""
    while True:
        state = random_deal(rng, random_rules(rng))
        try:
            while not state.is_terminal and cards_left(state) > most_cards:
                state.play(rng.choice(state.legal_moves()))
        except TooManyCapturesError:
            continue
        if not state.is_terminal:
            yield state


def plain_value(state: Deal, max_nodes: int) -> int:
    values, _ = _engine.search_deal_paranoid(state, max_nodes)
    return -min(values.values())


def played_out(state: Deal, weights: Weights) -> int:
    """Brute force for any weights."""

    def aim(seat: int, gains: search.Points) -> int:
        utility = sum(w * gain for w, gain in zip(weights, gains, strict=True))
        return utility if weights[seat] > 0 else -utility

    end = search.outcome(reference_position(state), aim, {})
    return -sum(w * points for w, points in zip(weights, end.points, strict=True))


def maxn_vector(state: Deal, sides: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Each for itself, by brute force."""
    end = search.outcome(reference_position(state), search.maxn(sides), {})
    return tuple(-end.of(side) for side in sides)


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("seed", range(4))
def test_the_plain_search_finds_the_same(provers: ModuleType, seed: int) -> None:
    rng = random.Random(seed)
    positions = small_positions(rng, 12)
    compared = 0
    while compared < 100:
        state = next(positions)
        try:
            expected = plain_value(state, 20_000)
        except NodeBudgetError:
            continue
        assert solve(provers, state, own_weights(state, 0)) == expected, state
        compared += 1


@pytest.mark.parametrize("left_out", [*FEATURES, "everything"])
def test_no_feature_changes_a_value(prover_module: Any, left_out: str) -> None:
    features = 0 if left_out == "everything" else ALL & ~FEATURES[left_out]
    rng = random.Random(left_out)
    positions = small_positions(rng, 12)
    for _ in range(60):
        state = next(positions)
        rest = rng.choice((0, -1))
        weights = own_weights(state, rest)
        if rng.random() < 0.2:
            weights = [rng.choice((1, 0, -1)) for _ in range(state.num_players)]
        with_all = solve(prover_module, state, weights)
        prover = prover_module.DealProver(state, weights, TranspositionTable(1), features)
        lower, upper, _ = prover.at_least(state, with_all, 200_000)
        assert lower <= with_all <= upper
        lower, upper, _ = prover.at_least(state, with_all + 1, 200_000)
        assert lower <= with_all <= upper


def test_brute_force_finds_the_same(prover_module: Any) -> None:
    """Both objectives, with the sides of the rules."""
    rng = random.Random(8)
    positions = small_positions(rng, 7)
    for _ in range(80):
        state = next(positions)
        for rest in (0, -1):
            weights = own_weights(state, rest)
            assert solve(prover_module, state, weights) == played_out(state, weights), (state, weights)


def test_any_weights(prover_module: Any) -> None:
    rng = random.Random(21)
    positions = small_positions(rng, 6)
    for _ in range(150):
        state = next(positions)
        weights = [rng.choice((1, 0, -1)) for _ in range(state.num_players)]
        assert solve(prover_module, state, weights) == played_out(state, weights), (state, weights)


def test_a_deal_in_full() -> None:
    """Two whole deals, whose values several settings of the search agree on."""
    module = importlib.import_module("cabbage._prover_base")
    assert [solve(module, Deal.deal(seed), [-1, 1], megabytes=16) for seed in (0, 1)] == [-24, 18]


def test_positions_of_one_deal_share_a_table(prover_module: Any) -> None:
    """Every position of a deal, under one prover and under one of its own with the same table."""
    rng = random.Random(3)
    rules = Rules(players=3, deck=frozenset(Card(13 * suit + rank) for suit in range(4) for rank in range(5)))
    state = Deal.deal(5, rules)
    table = TranspositionTable(4)
    weights = [1, 0, 0]
    prover = prover_module.DealProver(state, weights, table)
    while not state.is_terminal:
        if cards_left(state) <= 16:
            alone = solve(prover_module, state, weights, ALL & ~FEATURES["nearness"])
            other = prover_module.DealProver(state, weights, table)
            assert value_of(prover, state) == alone == value_of(other, state)
            other.close()
        state.play(rng.choice(state.legal_moves()))
    with pytest.raises(TableInUseError):
        prover_module.DealProver(Deal.deal(6, rules), weights, table)
    with pytest.raises(TableInUseError):
        prover_module.DealProver(Deal.deal(5, rules), [1, -1, -1], table)
    prover.close()
    prover_module.DealProver(Deal.deal(6, rules), weights, table).close()


def test_near_positions_bound_each_other(prover_module: Any) -> None:
    """One table for positions that differ only in which of the table's cards count."""
    rng = random.Random(12)
    rules = Rules(players=2, packs=1, first_hand=4, first_table=4, later_hand=4, last_capture_bonus=1)
    for _ in range(40):
        hands = [rng.sample(range(26 * i, 26 * i + 26), 3) for i in range(2)]
        free = [card for card in range(52) if card not in hands[0] + hands[1]]
        ranks = rng.sample(range(9), 3)
        table = TranspositionTable(1)
        for _ in range(5):
            on_table = [rng.choice([c for c in free if c % 13 == rank]) for rank in ranks]
            rest = [card for card in free if card not in on_table]
            rng.shuffle(rest)
            setup = Setup(
                hands=tuple(tuple(map(Card, hand)) for hand in hands),
                table=tuple(map(Card, on_table)),
                piles=(tuple(map(Card, rest[:20])), tuple(map(Card, rest[20:]))),
                dealer=1,
                last_player=1,
                last_capturer=rng.randrange(2),
            )
            faults = setup.faults(rules)
            assert not faults, faults
            state = Deal.from_setup(setup, rules)
            for weights in ([1, 0], [1, -1]):
                assert solve(prover_module, state, weights) == played_out(state, weights)
            prover = prover_module.DealProver(state, [1, -1], table)
            assert value_of(prover, state) == played_out(state, [1, -1])
            prover.close()


# ---------------------------------------------------------------- each for itself


def test_maxn(provers: Any) -> None:
    rng = random.Random(4)
    positions = small_positions(rng, 6)
    for _ in range(200):
        state = next(positions)
        sides = random_sides(rng, state.num_players, rng.randint(1, state.num_players))
        expected = maxn_vector(state, sides)
        for features in (ALL, 0):
            maxn = provers.DealMaxn(state, sides, TranspositionTable(1), features)
            vector, nodes = maxn.solve(state, NO_LIMIT)
            assert vector == expected, (state, sides)
            assert nodes > 0 or len(sides) == 2
            state.play(state.legal_moves()[-1])
            assert maxn.solve(state, NO_LIMIT)[0] == maxn_vector(state, sides)
            state.undo()
            maxn.close()


def test_maxn_remembers_which_of_two_alike_cards_is_left(provers: Any) -> None:
    """Seat 3 holds two threes. Which one is left decides what it plays first among equals."""
    state = notation.parse_position(
        "krypkasino position 1; rules players=5 "
        "deck=AC,2C,3C,4C,5C,6C,7C,AD,2D,3D,4D,5D,6D,7D,AH,2H,3H,4H,5H,6H,7H,AS,2S,3S,4S,5S,6S,7S "
        "first_hand=5 first_table=4 first_sweep_credit=dealer; dealer 4; turn 2; "
        "hands 3C 6D | 6H 5S | AC AC 7C | 3D 4D 3H | 5D 2H 6S; table 7D; "
        "piles 2C 2C 3C 2D 2H AS 2S 2S 4S | 4C 6C 6C 7C AD 7D 6H 7H AS 3S 6S | 4D AH 3H 4H 7H 3S | "
        "5C 5C AD 5D 6D 4H 5H 5H 4S | -; sweeps +5 +10 -25 +25 -15; last 1; captured 1"
    )
    assert isinstance(state, Deal)
    sides = ((0, 2), (1,), (3,), (4,))
    maxn = provers.DealMaxn(state, sides, TranspositionTable(1))
    assert maxn.solve(state, NO_LIMIT)[0] == maxn_vector(state, sides) == (-15, -5, -27, 27)
    for move in (6, 28):
        state.play(move)
    assert maxn.solve(state, NO_LIMIT)[0] == maxn_vector(state, sides) == (5, -16, -27, 18)


def test_maxn_of_two_sides_is_their_margin(prover_module: Any) -> None:
    state = Deal.deal(1)
    maxn = prover_module.DealMaxn(state, ((0,), (1,)), TranspositionTable(16))
    vector, nodes = maxn.solve(state, NO_LIMIT)
    assert vector[1] - vector[0] == 18
    assert vector[0] + vector[1] == -42
    assert maxn.solve(state, nodes - 1)[0] == vector  # the table remembers
    state = Deal.deal(2)
    maxn = prover_module.DealMaxn(state, ((0,), (1,)), TranspositionTable(16))
    asked: list[int] = []
    assert maxn.solve(state, NO_LIMIT, asked.append)[0] is not None
    assert asked == sorted(asked)
    assert len(asked) > 2
    assert maxn.solve(Deal.deal(2), 0) == (None, 0)
    maxn.close()


def test_maxn_stops(prover_module: Any) -> None:
    state = Deal.deal(1, Rules(players=4))
    maxn = prover_module.DealMaxn(state, ((0,), (1,), (2,), (3,)), TranspositionTable(1))
    assert maxn.solve(state, 1_000) == (None, 1_000)
    assert maxn.solve(state, 0) == (None, 0)
    vector, nodes = maxn.solve(state, NO_LIMIT, lambda nodes: True)
    assert vector is None
    assert 0 < nodes < 1_000_000
    with pytest.raises(ZeroDivisionError):
        maxn.solve(state, NO_LIMIT, lambda nodes: 1 // 0)
    for sides in (((0,), (1,)), ((0, 1, 2, 3), ()), ((0, 1), (1, 2, 3))):
        with pytest.raises(ValueError, match="seats"):
            prover_module.DealMaxn(state, sides, TranspositionTable(1))


# ---------------------------------------------------------------- budgets and bounds


def test_bounds_hold_whatever_the_budget(prover_module: Any) -> None:
    rng = random.Random(9)
    positions = small_positions(rng, 12)
    for _ in range(30):
        state = next(positions)
        weights = own_weights(state, rng.choice((0, -1)))
        value = solve(prover_module, state, weights)
        prover = prover_module.DealProver(state, weights, TranspositionTable(1))
        lower, upper = prover.bounds(state)
        assert lower <= value <= upper
        for bound in (-(10**30), lower - 1, lower, value, value + 1, upper, upper + 1, 10**30):
            for budget in (0, 1, 2, 10, 100):
                low, high, nodes = prover.at_least(state, bound, budget)
                assert lower <= low <= value <= high <= upper
                assert nodes <= budget
        assert prover.at_least(state, lower, 0) == (lower, upper, 0)


def test_a_finished_deal(prover_module: Any) -> None:
    rng = random.Random(0)
    state = Deal.deal(0)
    root = state.copy()
    while not state.is_terminal:
        state.play(rng.choice(state.legal_moves()))
    own, other = state.returns()
    for start in (state, root):
        prover = prover_module.DealProver(start, [1, -1], TranspositionTable(1))
        assert prover.bounds(state) == (other - own, other - own)
        assert prover.at_least(state, 0, 10) == (other - own, other - own, 0)
        assert prover.guess(state) == other - own
        prover.close()
    search = prover_module.DealMaxn(state, ((0,), (1,)), TranspositionTable(1))
    assert search.solve(state, 10) == ((-own, -other), 0)


def test_positions_of_other_deals_are_refused(prover_module: Any) -> None:
    state = Deal.deal(0)
    prover = prover_module.DealProver(state, [1, -1], TranspositionTable(1))
    later = state.copy()
    later.play(later.legal_moves()[0])
    before = prover_module.DealProver(later, [1, -1], TranspositionTable(1))
    nordic = Deal.deal(0, Rules(hand_values="nordic"))
    for asked, strange in ((prover, Deal.deal(1)), (before, state), (prover, nordic)):
        for call in (asked.bounds, asked.guess, lambda s, p=asked: p.at_least(s, 0, 10)):
            with pytest.raises(ValueError, match="root"):
                call(strange)
    for weights in ([1], [1, 0, 0], []):
        with pytest.raises(ValueError, match="weights"):
            prover_module.DealProver(state, weights, TranspositionTable(1))
    prover.close()
    prover.close()
    with pytest.raises(ValueError, match="closed"):
        prover.at_least(state, 0, 10)


def test_stopping(prover_module: Any) -> None:
    state = Deal.deal(3, Rules(players=4))
    copy = state.copy()
    prover = prover_module.DealProver(state, [1, 0, 0, 0], TranspositionTable(1))
    lower, upper = prover.bounds(state)
    asked: list[int] = []

    def stop_at_third(nodes: int) -> bool:
        asked.append(nodes)
        return len(asked) == 3

    assert prover.at_least(state, -50, NO_LIMIT, stop_at_third) == (lower, upper, asked[-1])
    assert len(asked) == 3

    def fail(nodes: int) -> bool:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        prover.at_least(state, -50, NO_LIMIT, fail)
    assert prover.at_least(state, -50, 0) == (lower, upper, 0)
    assert prover.at_least(state, -50, 12_345) == (lower, upper, 12_345)
    assert state == copy


def test_ctrl_c() -> None:
    assert_ctrl_c_stops(
        "from cabbage._deal import Deal\nfrom cabbage._krypkasino_rules import Rules\n"
        "from cabbage._prover_base import DealProver\nfrom cabbage._transpositions import TranspositionTable",
        "Deal.deal(3, Rules(players=4))",
        "DealProver(state, [1, 0, 0, 0], TranspositionTable(1)).at_least(state, -50, 1 << 62)",
    )


def test_other_threads_run_meanwhile(prover_module: Any) -> None:
    state = Deal.deal(3, Rules(players=4))
    prover = prover_module.DealProver(state, [1, 0, 0, 0], TranspositionTable(1))
    assert_other_threads_run(lambda: prover.at_least(state, -50, 1_000_000))


def test_threads_share_a_prover(prover_module: Any) -> None:
    state = Deal.deal(2)
    rng = random.Random(2)
    while cards_left(state) > 32:
        state.play(rng.choice(state.legal_moves()))
    weights = own_weights(state, -1)
    expected = solve(prover_module, state, weights)
    prover = prover_module.DealProver(state, weights, TranspositionTable(1))
    values: list[int] = []
    threads = [
        threading.Thread(target=lambda order=i: values.append(value_of(prover, state, order=order)))
        for i in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [expected] * 4


def test_too_many_captures(prover_module: Any) -> None:
    """A table of nothing but low cards, all of which a high one may take in very many ways."""
    cards = [Card(13 * suit + rank) for suit in range(4) for rank in range(6)] * 2
    hands = ((Card(12), Card(25)), (Card(38), Card(51)))
    rules = Rules(players=2, first_hand=2, first_table=len(cards), later_hand=50)
    state = Deal.deal(0, rules)
    rest = [card for card in range(52) for _ in range(2)]
    for card in [*cards, *hands[0], *hands[1]]:
        rest.remove(card)
    setup = Setup(hands=hands, table=tuple(cards), dealer=1)
    if setup.faults(rules):
        pytest.skip("; ".join(setup.faults(rules)))
    state = Deal.from_setup(setup, rules)
    prover = prover_module.DealProver(state, [1, -1], TranspositionTable(1))
    lower, upper = prover.bounds(state)
    with pytest.raises(TooManyCapturesError):
        prover.at_least(state, (lower + upper) // 2, NO_LIMIT)
