"""A round, a deal or a view as a person at the table would want to read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from cabbage import _krypkasino_view, _las_vegan_view
from cabbage._core import Round
from cabbage._deal import Deal
from cabbage._krypkasino_cards import format_cards
from cabbage._krypkasino_view import no_cards
from cabbage._las_vegan_view import no_suits
from cabbage._views import counted

_OfRound: TypeAlias = Round | _las_vegan_view.View
_OfDeal: TypeAlias = Deal | _krypkasino_view.View


def draw_round(state: Round) -> str:
    """A picture of the whole round in plain text, all hands open."""
    hands = [str(state.hand(seat)) for seat in range(state.num_players)]
    return "\n".join([_headline(state), *_round_lines(state, hands)])


def draw_deal(state: Deal) -> str:
    """A picture of the whole deal in plain text, all hands open."""
    hands = [format_cards(state.hand(seat)) for seat in range(state.num_players)]
    return "\n".join(_deal_lines(state, hands, len(state.stock)))


def draw_view(view: _las_vegan_view.View | _krypkasino_view.View) -> str:
    """A picture of what a seat knows: of other hands how many cards they are, and what they cannot be."""
    if isinstance(view, _las_vegan_view.View):
        hands = _known_hands(view.seat, str(view.hand), view.hand_sizes, list(map(no_suits, view.voids)))
        unseen = f"  unseen  {view.unseen}{_out_of_play(view.out_of_play)}"
        return "\n".join([f"{_headline(view)}; {_seen_by(view.seat)}", *_round_lines(view, hands), unseen])
    own = format_cards(view.hand)
    hands = _known_hands(view.seat, own, view.hand_sizes, list(map(no_cards, view.lacks)))
    head, *lines = _deal_lines(view, hands, view.stock_size)
    unseen = f"  unseen  {len(view.unseen)} cards{_out_of_play(view.out_of_play)}"
    return "\n".join([f"{head}; {_seen_by(view.seat)}", *lines, unseen])


def _seen_by(seat: int) -> str:
    return f"what seat {seat} knows"


def _known_hands(seat: int, own: str, sizes: Sequence[int], lacking: Sequence[str]) -> list[str]:
    """Each hand as `seat` knows it."""
    hands = []
    for other, (size, lacks) in enumerate(zip(sizes, lacking, strict=True)):
        text = f"{counted(size)}, {lacks}" if size and lacks else counted(size)
        hands.append(own if other == seat else text)
    return hands


def _out_of_play(cards: int) -> str:
    return f", {cards} of them out of play" if cards else ""


def _round_lines(state: _OfRound, hands: Sequence[str]) -> list[str]:
    """What lies between and before the seats, whose hands are given as texts."""
    lines = [*_casino_lines(state), _trick_line(state)]
    tally = state.tally()
    width = max(map(len, hands))
    for seat, hand in enumerate(hands):
        mark = ">" if seat == state.current_player and not state.is_terminal else " "
        lines.append(
            f"{mark} seat {seat}  {hand:{width}}  won {state.tricks_won[seat]:2}  "
            f"now {tally[seat]:+3d}  pile {state.pile(seat)}"
        )
    return lines


def _headline(state: _OfRound) -> str:
    played = sum(state.tricks_won)
    head = f"Las Vegan, {state.num_players} players, {played} of {state.rules.cards_each} tricks played"
    if state.is_terminal:
        return f"{head}, round over"
    if state.to_place:
        sevens = "a seven" if state.to_place == 1 else f"{state.to_place} sevens"
        return f"{head}, seat {state.current_player} to place tokens for {sevens}"
    return f"{head}, seat {state.current_player} to play"


def _casino_lines(state: _OfRound) -> list[str]:
    golden = (
        f"golden {state.golden_value:+d} on {state.golden_side}"
        if state.golden_side
        else (f"golden {state.golden_value:+d} not placed")
    )
    cards = []
    for c, (card, token) in enumerate(zip(state.casino, state.placed, strict=True)):
        what = f"rank {card.rank}" if card.suit is None else f"{card.suit}"
        on_it = "free" if token is None else f"t{token} ({state.token_values[token]:+d})"
        cards.append(f"c{c} {what}: {on_it}")
    left = [f"t{t} ({value:+d})" for t, value in enumerate(state.token_values) if t not in state.placed]
    return [
        f"  casino  {golden}   {'   '.join(cards)}",
        f"  tokens left  {' '.join(left) or 'none'}",
    ]


def _trick_line(state: _OfRound) -> str:
    if not state.trick:
        return "  trick   " + ("none" if state.is_terminal or state.to_place else "not led yet")
    return f"  trick   seat {state.leader} led: {' '.join(map(str, state.trick))}"


def _deal_lines(state: _OfDeal, hands: Sequence[str], stock: int) -> list[str]:
    """The headline, and what lies between and before the seats, whose hands are given as texts."""
    head = f"Krypkasino, {state.num_players} players, batch {state.batch_number + 1} of {state.rules.batches}"
    turn = "deal over" if state.is_terminal else f"seat {state.current_player} to play"
    captor = "nobody" if state.last_capturer is None else f"seat {state.last_capturer}"
    lines = [
        f"{head}, {turn}",
        f"  table  {format_cards(state.table)}",
        f"  aside  {format_cards(state.aside)}",
        f"  last capture by {captor}, {stock} cards in stock",
    ]
    tally = state.tally()
    width = max(map(len, hands))
    for seat, hand in enumerate(hands):
        mark = ">" if seat == state.current_player and not state.is_terminal else " "
        lines.append(
            f"{mark} seat {seat}  {hand:{width}}  points {tally[seat]:3}, of sweeps "
            f"{state.sweep_points[seat]:+3d}  pile of {len(state.pile(seat))}"
        )
    return lines
