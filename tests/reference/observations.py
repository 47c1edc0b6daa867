"""What a seat knows, in numbers, from the reference games: the fields of an observation by name.

Seats are counted from the observing one on. A plane has a number for each card, in the order of card numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reference import krypkasino, las_vegan
from reference.worlds import krypkasino_shown, las_vegan_shown

Numbers = list[int]


def _one(yes: bool) -> Numbers:
    return [1 if yes else 0]


def _joined(parts: Iterable[Sequence[int]]) -> Numbers:
    return [number for part in parts for number in part]


def las_vegan_observation(state: las_vegan.Round, seat: int) -> dict[str, Numbers]:
    """The observation of a seat that has not ended the round."""
    players = state.rules.players
    seats = [(seat + place) % players for place in range(players)]

    def plane(cards: Iterable[las_vegan.Card]) -> Numbers:
        numbers = {las_vegan.card_action(card) for card in cards}
        return [1 if number in numbers else 0 for number in range(40)]

    won = [[card for trick in state.tricks_won[other] for card in trick] for other in range(players)]
    seen = {*state.hands[seat], *(card for _, card in state.trick), *(card for pile in won for card in pile)}
    voids = las_vegan_shown(state)
    leader = state.trick[0][0] if state.trick else state.last_trick_winner
    if leader is None:
        leader = state.leader
    tokens = len(state.token_values)
    names = [("rank", rank) for rank in las_vegan.RANKS] + [("suit", suit) for suit in las_vegan.SUITS]
    return {
        "hand": plane(state.hands[seat]),
        "unseen": plane(card for card in state.rules.deck if card not in seen),
        "trick": _joined(plane(card for player, card in state.trick if player == other) for other in seats),
        "won": _joined(plane(won[other]) for other in seats),
        "hand_sizes": [len(state.hands[other]) for other in seats],
        "to_move": _joined(_one(other == state.current_player) for other in seats),
        "leader": _joined(_one(other == leader) for other in seats),
        "voids": _joined(_one((other, suit) in voids) for other in seats for suit in las_vegan.SUITS),
        "to_place": [state.pending],
        "golden_value": [state.golden_value],
        "golden_side": [*_one(state.golden_side == "min"), *_one(state.golden_side == "max")],
        "casino": _joined(_one(card == name) for card in state.casino for name in names),
        "token_values": [*state.token_values, *[0] * (4 - tokens)],
        "token_free": [1 if token < tokens and token not in state.placed else 0 for token in range(4)],
        "placed": _joined(_one(token == there) for there in state.placed for token in range(4)),
    }


def krypkasino_observation(state: krypkasino.Deal, seat: int) -> dict[str, Numbers]:
    """The observation of a seat that has not ended the deal."""
    players = state.rules.players
    seats = [(seat + place) % players for place in range(players)]

    def plane(cards: Iterable[krypkasino.Card]) -> Numbers:
        counts = [0] * 52
        for card in cards:
            counts[krypkasino.card_number(card)] += 1
        return counts

    unseen = plane(card for card in state.rules.deck for _ in range(state.rules.packs))
    for cards in (state.hands[seat], state.table, state.aside, *state.piles):
        unseen = [left - there for left, there in zip(unseen, plane(cards), strict=True)]
    shown = krypkasino_shown(state)
    later = state._batches[state.batch_number + 1 :]
    return {
        "hand": plane(state.hands[seat]),
        "table": plane(state.table),
        "unseen": unseen,
        "aside": plane(state.aside),
        "won": _joined(plane(state.piles[other]) for other in seats),
        "lacks": _joined(plane(card for player, card in shown if player == other) for other in seats),
        "hand_sizes": [len(state.hands[other]) for other in seats],
        "to_move": _joined(_one(other == state.current_player) for other in seats),
        "dealer": _joined(_one(other == state.dealer) for other in seats),
        "last_player": _joined(_one(other == state.last_player) for other in seats),
        "last_capturer": _joined(_one(other == state.last_capturer) for other in seats),
        "sweep_points": [state.sweep_points[other] for other in seats],
        "stock": [sum(len(hand) for hands in later for hand in hands)],
    }
