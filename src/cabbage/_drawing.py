"""A round or deal as a person at the table would want to read it."""

from __future__ import annotations

from cabbage._core import Round
from cabbage._deal import Deal
from cabbage._krypkasino_cards import format_cards


def draw_round(state: Round) -> str:
    """A picture of the whole round in plain text, all hands open."""
    lines = [_headline(state), *_casino_lines(state), _trick_line(state)]
    tally = state.tally()
    hands = [str(state.hand(seat)) for seat in range(state.num_players)]
    width = max(map(len, hands))
    for seat, hand in enumerate(hands):
        mark = ">" if seat == state.current_player and not state.is_terminal else " "
        lines.append(
            f"{mark} seat {seat}  {hand:{width}}  won {state.tricks_won[seat]:2}  "
            f"now {tally[seat]:+3d}  pile {state.pile(seat)}"
        )
    return "\n".join(lines)


def _headline(state: Round) -> str:
    played = sum(state.tricks_won)
    head = f"Las Vegan, {state.num_players} players, {played} of {state.rules.cards_each} tricks played"
    if state.is_terminal:
        return f"{head}, round over"
    if state.to_place:
        sevens = "a seven" if state.to_place == 1 else f"{state.to_place} sevens"
        return f"{head}, seat {state.current_player} to place tokens for {sevens}"
    return f"{head}, seat {state.current_player} to play"


def _casino_lines(state: Round) -> list[str]:
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


def _trick_line(state: Round) -> str:
    if not state.trick:
        return "  trick   " + ("none" if state.is_terminal or state.to_place else "not led yet")
    return f"  trick   seat {state.leader} led: {' '.join(map(str, state.trick))}"


def draw_deal(state: Deal) -> str:
    """A picture of the whole deal in plain text, all hands open."""
    head = f"Krypkasino, {state.num_players} players, batch {state.batch_number + 1} of {state.rules.batches}"
    turn = "deal over" if state.is_terminal else f"seat {state.current_player} to play"
    captor = "nobody" if state.last_capturer is None else f"seat {state.last_capturer}"
    lines = [
        f"{head}, {turn}",
        f"  table  {format_cards(state.table)}",
        f"  aside  {format_cards(state.aside)}",
        f"  last capture by {captor}, {len(state.stock)} cards in stock",
    ]
    tally = state.tally()
    hands = [format_cards(state.hand(seat)) for seat in range(state.num_players)]
    width = max(map(len, hands))
    for seat, hand in enumerate(hands):
        mark = ">" if seat == state.current_player and not state.is_terminal else " "
        lines.append(
            f"{mark} seat {seat}  {hand:{width}}  points {tally[seat]:3}, of sweeps "
            f"{state.sweep_points[seat]:+3d}  pile of {len(state.pile(seat))}"
        )
    return "\n".join(lines)
