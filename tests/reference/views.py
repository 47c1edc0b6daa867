"""Everything that one seat knows, by the names of a view, from the rules and over the reference games.

A seat has seen its own cards, every card and token that was ever laid on the table, and who laid it. Of the
rest it knows how many cards are where.
"""

from __future__ import annotations

from collections.abc import Iterable

from reference import krypkasino, las_vegan
from reference.worlds import krypkasino_shown, las_vegan_shown


def las_vegan_view(state: las_vegan.Round, seat: int) -> dict[str, object]:
    """What `seat` knows of a round. Cards in hands and piles are sets, cards of the open trick in order."""
    players = range(state.rules.players)
    won = [{card for trick in state.tricks_won[other] for card in trick} for other in players]
    trick = [card for _, card in state.trick]
    unseen = set(state.rules.deck) - state.hands[seat] - set(trick)
    for pile in won:
        unseen -= pile
    held_by_others = sum(len(state.hands[other]) for other in players if other != seat)
    shown = las_vegan_shown(state)
    if state.trick:
        leader = state.trick[0][0]
    elif state.last_trick_winner is not None:
        leader = state.last_trick_winner
    else:
        leader = state.leader
    mover = leader if state.is_terminal else state.current_player
    return {
        "seat": seat,
        "num_players": state.rules.players,
        "current_player": mover,
        "is_terminal": state.is_terminal,
        "hand": set(state.hands[seat]),
        "hand_sizes": [len(state.hands[other]) for other in players],
        "unseen": unseen,
        "out_of_play": len(unseen) - held_by_others,
        "voids": [[suit for suit in las_vegan.SUITS if (other, suit) in shown] for other in players],
        "leader": leader,
        "led_suit": trick[0][0] if trick else None,
        "trick": trick,
        "piles": won,
        "tricks_won": [len(state.tricks_won[other]) for other in players],
        "casino": list(state.casino),
        "golden_value": state.golden_value,
        "golden_side": state.golden_side,
        "token_values": list(state.token_values),
        "placed": list(state.placed),
        "to_place": state.pending,
        "history": list(state.history),
        "history_seats": _las_vegan_seats(state),
        "legal_moves": state.legal_actions() if mover == seat else [],
        "tally": las_vegan.score(
            state.rules,
            state.casino,
            state.golden_value,
            state.golden_side,
            state.token_values,
            state.placed,
            state.tricks_won,
        ),
    }


def _las_vegan_seats(state: las_vegan.Round) -> list[int]:
    again = state.copy()
    again._start()
    seats = []
    for action in state.history:
        seats.append(again.current_player)
        again.play(action)
    return seats


def krypkasino_view(state: krypkasino.Deal, seat: int) -> dict[str, object]:
    """What `seat` knows of a deal. Cards are lists in order of their numbers, copies side by side."""
    rules, players = state.rules, range(state.rules.players)
    unseen = sorted([*rules.deck] * rules.packs, key=krypkasino.card_number)
    for cards in (state.hands[seat], state.table, state.aside, *state.piles):
        for card in cards:
            unseen.remove(card)
    later = state._batches[state.batch_number + 1 :]
    stock_size = sum(len(hand) for hands in later for hand in hands)
    held_by_others = sum(len(state.hands[other]) for other in players if other != seat)
    shown = krypkasino_shown(state)
    if not state.is_terminal:
        mover = state.current_player
    else:  # the seat whose turn it would be
        assert state.last_player is not None
        mover = (state.last_player + 1) % rules.players
    numbers, seats = _krypkasino_history(state)
    tally = [
        sum(map(krypkasino.card_points, state.piles[other])) + state.sweep_points[other] for other in players
    ]
    return {
        "seat": seat,
        "num_players": rules.players,
        "current_player": mover,
        "is_terminal": state.is_terminal,
        "hand": _sorted(state.hands[seat]),
        "hand_sizes": [len(state.hands[other]) for other in players],
        "unseen": unseen,
        "out_of_play": len(unseen) - held_by_others - stock_size,
        "lacks": [_sorted(card for holder, card in shown if holder == other) for other in players],
        "table": _sorted(state.table),
        "aside": _sorted(state.aside),
        "piles": [_sorted(pile) for pile in state.piles],
        "stock_size": stock_size,
        "dealer": state.dealer,
        "last_player": state.last_player,
        "last_capturer": state.last_capturer,
        "sweep_points": list(state.sweep_points),
        "batch_number": state.batch_number,
        "history": numbers,
        "history_seats": seats,
        "legal_moves": [krypkasino.move_number(state, move) for move in state.legal_moves()]
        if mover == seat
        else [],
        "moves": state.legal_moves() if mover == seat else [],
        "tally": state.scores() if state.is_terminal else tally,
    }


def _sorted(cards: Iterable[krypkasino.Card]) -> list[krypkasino.Card]:
    return sorted(cards, key=krypkasino.card_number)


def _krypkasino_history(state: krypkasino.Deal) -> tuple[list[int], list[int]]:
    """The numbers of the moves, and whose they were."""
    again = state.copy()
    again._start()
    numbers, seats = [], []
    for move in state.history:
        numbers.append(krypkasino.move_number(again, move))
        seats.append(again.current_player)
        again.play(move)
    return numbers, seats
