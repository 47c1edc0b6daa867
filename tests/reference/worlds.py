"""Which worlds a seat must reckon with, by brute force over the reference games.

A world is a way in which the cards that a seat does not see may lie. It is consistent with what has been
played if all of it can be played in it again: the worlds are all dealt, every one, and the history is
played in each from the first card on. Nothing is concluded from a play here; the `shown` functions below do
that, in the words of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import TypeVar

from reference import krypkasino, las_vegan

T = TypeVar("T")
Hands = tuple[tuple[krypkasino.Card, ...], ...]
World = tuple[Hands, tuple[krypkasino.Card, ...]]


def deals_of(cards: Sequence[T], sizes: Sequence[int]) -> Iterator[tuple[list[list[T]], list[T]]]:
    """All ways to deal hands of these sizes from different cards, and what is left each time."""
    if not sizes:
        yield [], list(cards)
        return
    for places in combinations(range(len(cards)), sizes[0]):
        hand = [cards[place] for place in places]
        rest = [card for place, card in enumerate(cards) if place not in places]
        for hands, left in deals_of(rest, sizes[1:]):
            yield [hand, *hands], left


def _with_own(hands: list[list[T]], seat: int, own: list[T]) -> list[list[T]]:
    return [*hands[:seat], own, *hands[seat:]]


# ---------------------------------------------------------------- Las Vegan


def _cards_played(state: las_vegan.Round) -> list[list[las_vegan.Card]]:
    """The cards that each seat has played."""
    again = state.copy()
    again._start()
    played: list[list[las_vegan.Card]] = [[] for _ in range(state.rules.players)]
    for action in state.history:
        if action < las_vegan.GOLDEN_MIN:
            played[again.current_player].append(las_vegan.action_card(action))
        again.play(action)
    return played


def las_vegan_worlds(state: las_vegan.Round, seat: int) -> list[tuple[frozenset[las_vegan.Card], ...]]:
    """The hands of all seats in every world that `seat` must reckon with; all are equally likely."""
    played = _cards_played(state)
    own = state.hands[seat]
    unseen = sorted(state.rules.deck - own - {card for cards in played for card in cards})
    sizes = [len(hand) for player, hand in enumerate(state.hands) if player != seat]
    worlds = []
    for others, _ in deals_of(unseen, sizes):
        hands = _with_own(others, seat, sorted(own))
        dealt = [hand + cards for hand, cards in zip(hands, played, strict=True)]
        world = las_vegan.Round(
            state.rules, dealt, state.casino, state.golden_value, state.token_values, state.leader
        )
        try:
            for action in state.history:
                world.play(action)
        except ValueError:
            continue
        worlds.append(tuple(frozenset(hand) for hand in hands))
    return worlds


def las_vegan_shown(state: las_vegan.Round) -> set[tuple[int, str]]:
    """The seats that have not followed a suit, each with that suit."""
    again = state.copy()
    again._start()
    shown = set()
    for action in state.history:
        if action < las_vegan.GOLDEN_MIN and again.trick:
            led, _ = again.trick[0][1]
            suit, _ = las_vegan.action_card(action)
            if suit != led:
                shown.add((again.current_player, led))
        again.play(action)
    return shown


# ---------------------------------------------------------------- Krypkasino


def _batches_of(
    world_hands: Sequence[Sequence[krypkasino.Card]],
    state: krypkasino.Deal,
    stock: Sequence[krypkasino.Card],
) -> list[list[list[krypkasino.Card]]]:
    """All batches of the deal, if these are the hands now and this is the stock."""
    players = state.rules.players
    batches = [[list(hand) for hand in hands] for hands in state._batches[: state.batch_number]]
    batches.append([list(hand) for hand in world_hands])
    for number, hand in enumerate(state._batches[state.batch_number]):
        held = Counter(hand)
        held.subtract(state.hands[number])
        batches[-1][number] += held.elements()
    size = state.rules.cards_each_later
    for start in range(0, len(stock), players * size):
        hands: list[list[krypkasino.Card]] = [[] for _ in range(players)]
        for place in range(players):
            begin = start + place * size
            hands[(state.dealer + 1 + place) % players] = list(stock[begin : begin + size])
        batches.append(hands)
    return batches


def _stock_of(state: krypkasino.Deal) -> list[krypkasino.Card]:
    """What the later batches bring, in the order in which it is dealt."""
    players = state.rules.players
    stock = []
    for hands in state._batches[state.batch_number + 1 :]:
        for place in range(players):
            stock += hands[(state.dealer + 1 + place) % players]
    return stock


def krypkasino_worlds(state: krypkasino.Deal, seat: int, *, with_stock: bool) -> Counter[World]:
    """All worlds that `seat` must reckon with, and how many shuffles of the packs make each.

    A world is the hands of all seats and the stock in order; without it, the stock is nothing.
    """
    everything = Counter(dict.fromkeys(state.rules.deck, state.rules.packs))
    for cards in (state.hands[seat], state.table, state.aside, *state.piles):
        everything.subtract(cards)
    unseen = list(everything.elements())
    sizes = [len(hand) for player, hand in enumerate(state.hands) if player != seat]
    stock_size = len(_stock_of(state))
    possible: dict[Hands, bool] = {}
    worlds: Counter[World] = Counter()
    for others, left in deals_of(unseen, sizes):
        hands = tuple(tuple(sorted(hand)) for hand in _with_own(others, seat, state.hands[seat]))
        if hands not in possible:
            batches = _batches_of(hands, state, left[:stock_size])
            world = krypkasino.Deal(state.rules, batches, state._first_table, state.dealer)
            try:
                for move in state.history:
                    world.play(move)
                possible[hands] = True
            except ValueError:
                possible[hands] = False
        if possible[hands] and not with_stock:
            worlds[hands, ()] += 1
        elif possible[hands]:
            for stock in permutations(left, stock_size):
                worlds[hands, stock] += 1
    return worlds


def krypkasino_shown(state: krypkasino.Deal) -> set[tuple[int, krypkasino.Card]]:
    """The cards that each seat has shown in this batch not to hold, since they could have swept."""
    again = state.copy()
    again._start()
    shown: set[tuple[int, krypkasino.Card]] = set()
    for move in state.history:
        seat, batch, table = again.current_player, again.batch_number, list(again.table)
        sweep = again._is_sweep(move)
        again.play(move)
        if again.batch_number != batch or again.is_terminal:
            shown.clear()
        elif not sweep:
            shown |= {(seat, card) for card in sweepers(table, state.rules)}
    return shown


def sweepers(table: Sequence[krypkasino.Card], rules: krypkasino.Rules) -> set[krypkasino.Card]:
    """All cards that could sweep a table."""
    return {
        card
        for card in krypkasino.ALL_CARDS
        if table and any(len(taken) == len(table) for taken in krypkasino.captures(card, table, rules))
    }
