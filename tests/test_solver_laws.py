"""Laws that exact values keep, on positions too large for brute force.

Most say how a position can be changed so that its values change in a known way, or not at all. Where
actions that are equally good may change places, values are compared and not actions.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from cabbage import krypkasino, las_vegan, solver
from cabbage._games import State
from cabbage.cards import Card, CardSet, CasinoCard
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from compare_krypkasino import reference_cards
from compare_solver import GAMES, OBJECTIVES, Question, random_position, random_question, random_sides
from reference.krypkasino import card_points

LINES = 30_000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 3_000
SMALL = solver.TranspositionTable(1)
"""Shared by everything here, so that what a position leaves in it would show in its variants."""

T = TypeVar("T")


def questions(law: str, number: int, game: str, objective: str | None = None) -> Iterator[Question]:
    """So many questions about positions of up to `LINES` lines, objectives in turn."""
    for n in range(number):
        rng = random.Random(f"{law} {game} {n}")
        state = random_position(rng, game, lines=LINES)
        yield random_question(rng, state, objective or OBJECTIVES[n % len(OBJECTIVES)])


def solve(question: Question, **options: Any) -> solver.Solution:
    return question.solve(table=SMALL, **options)


def turned(values: Sequence[T]) -> tuple[T, ...]:
    """What seat s had, seat s + 1 has."""
    return tuple(values[-1:]) + tuple(values[:-1])


def turned_sides(question: Question) -> tuple[tuple[int, ...], ...]:
    players = question.state.num_players
    return tuple(sorted(tuple(sorted((s + 1) % players for s in side)) for side in question.sides))


def turned_seat(seat: int | None, players: int) -> int | None:
    return None if seat is None else (seat + 1) % players


@pytest.mark.parametrize("game", GAMES)
def test_turning_the_table_changes_only_the_seats(game: str) -> None:
    for question in questions("turn", 30, game):
        setup: Any = question.state.setup()
        players = question.state.num_players
        changes: dict[str, Any] = {name: turned(getattr(setup, name)) for name in ("hands", "piles")}
        if game == "las-vegan":
            changes["leader"] = turned_seat(setup.leader, players)
        else:
            changes["sweep_points"] = turned(setup.sweep_points)
            for name in ("dealer", "current_player", "last_player", "last_capturer"):
                changes[name] = turned_seat(getattr(setup, name), players)
        state = type(question.state).from_setup(replace(setup, **changes), question.state.rules)  # type: ignore[arg-type]
        seat = turned_seat(question.seat, players)
        assert seat is not None
        other = Question(state, question.objective, turned_sides(question), seat)
        before, after = solve(question), solve(other)
        assert after.values == before.values, str(question)
        assert after.best_actions == before.best_actions
        assert after.principal_variation == before.principal_variation
        assert before.returns is not None
        assert after.returns is not None
        assert tuple(after.returns) == turned(tuple(before.returns))


def renamed(card: int, suits: Sequence[int]) -> int:
    """A card, or its action, with suit s called suits[s]; other actions stay."""
    return 10 * suits[card // 10] + card % 10 if card < 40 else card


def test_suits_are_only_names_in_las_vegan() -> None:
    for number, question in enumerate(questions("suits", 40, "las-vegan")):
        if question.objective == "maxn":
            continue  # which of equal actions comes first may decide what others get
        suits = random.Random(number).sample(range(4), 4)

        def cards(these: CardSet, suits: Sequence[int] = suits) -> CardSet:
            return CardSet(renamed(card, suits) for card in these)

        def casino(these: Sequence[CasinoCard], suits: Sequence[int] = suits) -> tuple[CasinoCard, ...]:
            return tuple(c if c.suit is None else CasinoCard(10 + suits[c.suit]) for c in these)

        state: Any = question.state
        setup = state.setup()
        rules = state.rules.replace(deck=cards(state.rules.deck), casino_deck=casino(state.rules.casino_deck))
        setup = replace(
            setup,
            hands=tuple(map(cards, setup.hands)),
            piles=tuple(map(cards, setup.piles)),
            trick=tuple(Card(renamed(card, suits)) for card in setup.trick),
            casino=casino(setup.casino),
        )
        before = solve(question)
        after = solve(replace(question, state=Round.from_setup(setup, rules)))
        assert after.value == before.value, str(question)
        assert after.values == {renamed(a, suits): v for a, v in before.values.items()}, str(question)


def test_casino_cards_and_tokens_can_change_places() -> None:
    for number, question in enumerate(questions("places", 40, "las-vegan")):
        if question.objective == "maxn":
            continue
        rng = random.Random(number)
        state: Any = question.state
        setup, rules = state.setup(), state.rules
        tokens = len(setup.token_values)
        places, order = rng.sample(range(3), 3), rng.sample(range(tokens), tokens)

        def action_after(action: int, places: list[int] = places, order: list[int] = order) -> int:
            if not 42 <= action < 54:
                return action
            token, place = divmod(action - 42, 3)
            return 42 + 3 * order.index(token) + places.index(place)

        setup = replace(
            setup,
            casino=tuple(setup.casino[place] for place in places),
            token_values=tuple(setup.token_values[token] for token in order),
            placed=tuple(
                None if setup.placed[place] is None else order.index(setup.placed[place]) for place in places
            ),
        )
        rules = rules.replace(token_faces=tuple(rules.token_faces[token] for token in order))
        before = solve(question)
        after = solve(replace(question, state=Round.from_setup(setup, rules)))
        assert after.values == {action_after(a): v for a, v in before.values.items()}, str(question)


def test_values_grow_with_all_tokens() -> None:
    grown = 0
    for question in questions("scale", 60, "las-vegan"):
        state: Any = question.state
        setup, rules = state.setup(), state.rules
        faces = (rules.golden_faces, *rules.token_faces)
        if max(abs(value) for pair in faces for value in pair) * 3 > 99:
            continue
        grown += 1
        golden, *others = [tuple(3 * value for value in pair) for pair in faces]
        rules = rules.replace(golden_faces=golden, token_faces=tuple(others))
        values = tuple(3 * value for value in setup.token_values)
        setup = replace(setup, golden_value=3 * setup.golden_value, token_values=values)
        before = solve(question)
        after = solve(replace(question, state=Round.from_setup(setup, rules)))
        assert after.values == {a: 3 * v for a, v in before.values.items()}, str(question)
        assert after.principal_variation == before.principal_variation
    assert grown >= 20


def irrelevant(card: int, casino: Sequence[CasinoCard]) -> bool:
    """Whether a card in a pile counts for nothing and has opened no decision."""
    return card % 10 != 7 and not any(
        c.suit == card // 10 if c.suit is not None else int(c) == card % 10 for c in casino
    )


def cards_out_of_play(state: Round) -> list[int]:
    dealt = set(state.trick)
    for seat in range(state.num_players):
        dealt |= {*state.hand(seat), *state.pile(seat)}
    return [card for card in range(40) if card not in dealt]


def test_cards_out_of_play_count_for_nothing() -> None:
    for question in questions("undealt", 30, "las-vegan"):
        state: Any = question.state
        size, setup = state.rules.cards_each, state.setup()
        dealt = CardSet(card for card in range(40) if card not in cards_out_of_play(state))
        before = solve(question)
        for deck in (dealt, las_vegan.ALL_CARDS):
            rules = state.rules.replace(deck=deck, hand_size=size)
            after = solve(replace(question, state=Round.from_setup(setup, rules)))
            assert after.values == before.values, str(question)
            assert after.principal_variation == before.principal_variation


def test_a_dead_trick_counts_for_nothing() -> None:
    # The golden card counts tricks, but not for a token that shows 0.
    tried = 0
    for number, question in enumerate(questions("dead trick", 60, "las-vegan")):
        state: Any = question.state
        setup, rules = state.setup(), state.rules
        setup = replace(setup, golden_value=0)
        rules = rules.replace(golden_faces=(0, 0), deck=las_vegan.ALL_CARDS, hand_size=rules.cards_each)
        dead = [card for card in cards_out_of_play(state) if irrelevant(card, setup.casino)]
        winners = [seat for seat in range(rules.players) if state.pile(seat)]
        if len(dead) < rules.players or not winners or rules.cards_each * rules.players > 40 - rules.players:
            continue
        tried += 1
        rng = random.Random(number)
        trick, winner = CardSet(rng.sample(dead, rules.players)), rng.choice(winners)
        piles = tuple(pile | trick if seat == winner else pile for seat, pile in enumerate(setup.piles))
        start = replace(question, state=Round.from_setup(setup, rules))
        setup, rules = replace(setup, piles=piles), rules.replace(hand_size=rules.cards_each + 1)
        before, after = solve(start), solve(replace(question, state=Round.from_setup(setup, rules)))
        assert after.values == before.values, str(question)
        assert after.principal_variation == before.principal_variation
    assert tried >= 10


def assert_shifted(question: Question, state: State, shifts: Sequence[int]) -> None:
    """In `state` each seat ends with so many points more, whatever is played."""
    before, after = solve(question), solve(replace(question, state=state))
    shift = question.value(shifts)
    assert after.values == {a: v + shift for a, v in before.values.items()}, f"{shifts}: {question}"
    assert after.principal_variation == before.principal_variation
    assert before.returns is not None
    assert after.returns is not None
    assert list(after.returns) == [r + s for r, s in zip(before.returns, shifts, strict=True)]


def test_a_card_won_shifts_values_by_what_it_counts_in_las_vegan() -> None:
    shifted = 0
    for number, question in enumerate(questions("swap", 80, "las-vegan")):
        rng = random.Random(number)
        state: Any = question.state
        setup = state.setup()
        rules = state.rules.replace(deck=las_vegan.ALL_CARDS, hand_size=state.rules.cards_each)

        def worth(card: int, setup: Any = setup) -> int | None:
            """What a card won counts for certain, of those that do not count in groups of a suit."""
            count = 0
            for place, casino in zip(setup.placed, setup.casino, strict=True):
                if casino.suit == card // 10:
                    return None
                if int(casino) == card % 10:
                    if place is None:
                        return None
                    count += setup.token_values[place]
            return None if card % 10 == 7 else count

        new = [card for card in cards_out_of_play(state) if worth(card) is not None]
        old = [(seat, c) for seat, pile in enumerate(setup.piles) for c in pile if worth(c) is not None]
        swaps = [(seat, o, n, worth(n) - worth(o)) for seat, o in old for n in new]  # type: ignore[operator]
        if not swaps:
            continue
        most = max(abs(gain) for *_, gain in swaps)
        seat, out, new_card, gain = rng.choice([swap for swap in swaps if abs(swap[3]) == most])
        pile = CardSet(new_card if card == out else card for card in setup.piles[seat])
        piles = (*setup.piles[:seat], pile, *setup.piles[seat + 1 :])
        shifts = [gain if s == seat else 0 for s in range(rules.players)]
        assert_shifted(question, Round.from_setup(replace(setup, piles=piles), rules), shifts)
        shifted += bool(gain)
    assert shifted >= 5


def points(card: int) -> int:
    return card_points(reference_cards([card])[0])


def test_a_card_won_shifts_values_by_its_points_in_krypkasino() -> None:
    shifted = 0
    for number, question in enumerate(questions("swap", 60, "krypkasino")):
        rng = random.Random(number)
        state: Any = question.state
        setup, rules = state.setup(), state.rules
        places = (*setup.hands, *setup.piles, setup.table, setup.aside, setup.stock)
        everything = [card for place in places for card in place]
        new = [card for card in sorted(rules.deck) if everything.count(card) < rules.packs]
        old = [(seat, place) for seat, pile in enumerate(setup.piles) for place in range(len(pile))]
        if not new or not old:
            continue
        seat, place = rng.choice(old)
        pile, card = setup.piles[seat], rng.choice(new)
        changed = (*pile[:place], card, *pile[place + 1 :])
        piles = (*setup.piles[:seat], changed, *setup.piles[seat + 1 :])
        gain = points(card) - points(pile[place])
        shifts = [gain if s == seat else 0 for s in range(rules.players)]
        assert_shifted(question, Deal.from_setup(replace(setup, piles=piles), rules), shifts)
        shifted += bool(gain)
    assert shifted >= 5


def test_sweeps_made_shift_values_by_their_points() -> None:
    shifted = 0
    for number, question in enumerate(questions("sweeps", 40, "krypkasino")):
        rng = random.Random(number)
        state: Any = question.state
        setup, rules = state.setup(), state.rules
        by, given = rng.sample(range(rules.players), 2)
        shifts = [5 * (seat == by) - 5 * (seat == given) for seat in range(rules.players)]
        before = setup.sweep_points or (0,) * rules.players
        changed = replace(setup, sweep_points=tuple(p + s for p, s in zip(before, shifts, strict=True)))
        if not changed.faults(rules):
            assert_shifted(question, Deal.from_setup(changed, rules), shifts)
            shifted += 1
    assert shifted >= 15


def test_plain_cards_of_a_rank_are_equal_in_krypkasino() -> None:
    for number, question in enumerate(questions("plain", 45, "krypkasino")):
        if question.objective == "maxn":
            continue
        rng = random.Random(number)
        names = list(range(52))
        for rank in range(13):
            # Clubs, diamonds and hearts, all worth the same; but of the tens one counts 3 points.
            plain = [13 * suit + rank for suit in ((0, 2) if rank == 9 else (0, 1, 2))]
            for card, name in zip(plain, rng.sample(plain, len(plain)), strict=True):
                names[card] = name

        def cards(these: Sequence[int], names: list[int] = names) -> tuple[krypkasino.Card, ...]:
            return tuple(krypkasino.Card(names[card]) for card in these)

        def move(state: State, number: int, names: list[int] | None = None) -> tuple[int, tuple[int, ...]]:
            """A move by its cards, under new names or their own."""
            assert isinstance(state, Deal)
            (found,) = [m for m in state.moves() if m.number == number]
            names = list(range(52)) if names is None else names
            return names[found.card], tuple(sorted(names[card] for card in found.captured))

        state: Any = question.state
        setup, rules = state.setup(), state.rules
        setup = replace(
            setup,
            hands=tuple(map(cards, setup.hands)),
            piles=tuple(map(cards, setup.piles)),
            table=cards(setup.table),
            aside=cards(setup.aside),
            stock=cards(setup.stock),
        )
        other = Deal.from_setup(setup, rules.replace(deck=frozenset(cards(sorted(rules.deck)))))
        before, after = solve(question), solve(replace(question, state=other))
        expected = {move(state, number, names): v for number, v in before.values.items()}
        assert {move(other, number): v for number, v in after.values.items()} == expected, str(question)


@pytest.mark.parametrize("game", GAMES)
def test_a_value_is_that_of_its_best_action(game: str) -> None:
    for question in questions("one action on", 20, game):
        state, solution = question.state, solve(question)
        values = {}
        for action in state.legal_moves():
            child: State = state.copy()
            child.play(action)
            if child.is_terminal:
                values[action] = question.value(child.returns())
                continue
            if question.objective == "maxn":
                rest = solve(replace(question, state=child)).returns
                assert rest is not None
                values[action] = question.value(rest)
            else:
                values[action] = question.solve(child, table=SMALL, detail="value").value
        assert solution.values == values, str(question)
        own = state.current_player in question.side
        best = max if own == (question.sign > 0) else min
        assert solution.value == best(values.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_value_never_changes_along_its_principal_variation(game: str) -> None:
    for question in questions("line", 15, game):
        first = solve(question)
        state: State = question.state.copy()
        line = tuple(first.principal_variation)
        for place, action in enumerate(line):
            solution = solve(replace(question, state=state), detail="line")
            assert tuple(solution.principal_variation) == line[place:], str(question)
            assert solution.returns == first.returns
            assert solution.results == first.results
            if question.objective != "maxn":
                assert solution.value == first.value
            state.play(action)
        assert state.is_terminal
        assert tuple(state.returns()) == tuple(first.returns or ())


@pytest.mark.parametrize("game", GAMES)
def test_a_side_does_no_better_alone_against_all(game: str) -> None:
    better = 0
    for question in questions("alone", 25, game, "maxn"):
        returns = solve(question, detail="line").returns
        assert returns is not None
        for side in question.sides:
            alone = replace(question, objective="paranoid", seat=side[0])
            value, of_its_own = solve(alone, detail="value").value, alone.value(returns)
            assert question.sign * value <= question.sign * of_its_own, str(question)
            better += value != of_its_own
    assert better


@pytest.mark.parametrize("game", GAMES)
def test_what_one_side_is_ahead_the_other_is_behind(game: str) -> None:
    for question in questions("margin", 20, game, "margin"):
        (others,) = [side for side in question.sides if side != question.side]
        own, other = solve(question), solve(replace(question, seat=others[0]))
        assert own.value == -other.value, str(question)
        assert own.values == {action: -value for action, value in other.values.items()}
        assert own.best_actions == other.best_actions
        assert own.principal_variation == other.principal_variation


@pytest.mark.parametrize("game", GAMES)
def test_how_the_others_are_split_does_not_matter(game: str) -> None:
    for number, question in enumerate(questions("split", 20, game, "paranoid")):
        rng = random.Random(number)
        others = [seat for seat in range(question.state.num_players) if seat not in question.side]
        first = solve(question)
        pieces = random_sides(rng, len(others), rng.randint(1, len(others)))
        split = tuple(tuple(others[place] for place in piece) for piece in pieces)
        second = solve(replace(question, sides=(question.side, *split)))
        assert second.values == first.values, str(question)
        assert second.principal_variation == first.principal_variation


def test_two_sides_share_what_there_is_in_krypkasino() -> None:
    # Once somebody has captured, all points are for somebody, and what sweeps cost one they give another.
    shared = 0
    for question in questions("share", 40, "krypkasino", "margin"):
        state: Any = question.state
        if state.last_capturer is None:
            continue
        shared += 1
        line: State = state.copy()
        while not line.is_terminal:
            line.play(line.legal_moves()[0])
        there = sum(line.returns())
        margin, paranoid = solve(question), solve(replace(question, objective="paranoid"))
        assert margin.values == {a: 2 * v - there for a, v in paranoid.values.items()}, str(question)
        assert margin.principal_variation == paranoid.principal_variation
    assert shared >= 20


@pytest.mark.parametrize("game", GAMES)
def test_a_larger_budget_only_tightens_the_interval(game: str) -> None:
    stopped = 0
    for question in questions("budget", 12, game):
        full = question.solve(table=solver.TranspositionTable(1))
        lower, upper = None, None
        budget = 1
        while True:
            part = question.solve(table=solver.TranspositionTable(1), max_nodes=budget)
            assert part.nodes <= budget
            assert part.lower <= full.value <= part.upper, str(question)
            assert lower is None or lower <= part.lower, f"{budget} nodes: {question}"
            assert upper is None or part.upper <= upper, f"{budget} nodes: {question}"
            lower, upper = part.lower, part.upper
            assert question.state.is_legal(part.best_action)
            for action, (low, high) in part.action_bounds.items():
                assert low <= full.values[action] <= high, str(question)
            if part.stopped_by is None:
                break
            assert part.stopped_by == "nodes"
            stopped += 1
            budget *= 3
        assert part.is_exact
        assert part.values == full.values, str(question)
        assert part.principal_variation == full.principal_variation
        exact = question.solve(table=solver.TranspositionTable(1), max_nodes=max(1, part.nodes))
        assert exact == part, str(question)
        if part.nodes > 1:
            less = question.solve(table=solver.TranspositionTable(1), max_nodes=part.nodes - 1)
            assert less.stopped_by == "nodes", str(question)
    assert stopped


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_has_seen_much_changes_nothing(game: str) -> None:
    for question in questions("table", 15, game):
        fresh = question.solve(table=solver.TranspositionTable(1))
        used = solve(question)
        again = solve(question)
        assert used.values == again.values == fresh.values, str(question)
        assert used.principal_variation == again.principal_variation == fresh.principal_variation
