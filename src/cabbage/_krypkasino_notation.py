"""Krypkasino's part of the notation: its fields, its rules' values, its lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cabbage._krypkasino_cards import Card, format_cards, parse_cards
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup
from cabbage._text import (
    INTEGER,
    LISTS,
    WORD,
    YES_OR_NO,
    Grammar,
    Reader,
    Word,
    Writer,
    groups,
    one_whole,
    read,
    whole,
)

_DEAL_FIELDS = ("rules", "dealer", "hands", "table", "stock")

_RULES: dict[str, tuple[Reader, Writer]] = {
    "players": INTEGER,
    "packs": INTEGER,
    "deck": (
        lambda text: frozenset(parse_cards(text.replace(",", " "))),
        lambda deck: format_cards(sorted(deck)).replace(" ", ","),
    ),
    "first_hand": INTEGER,
    "first_table": INTEGER,
    "later_hand": INTEGER,
    "two_player_deal": WORD,
    "hand_values": WORD,
    "court_sums": YES_OR_NO,
    "first_sweep_credit": WORD,
    "last_capture_bonus": INTEGER,
    "teams": LISTS,
    "deals": INTEGER,
}


def _cards(words: list[Word]) -> tuple[Card, ...]:
    cards = []
    for word in words:
        if word == "-":
            if len(words) > 1:
                word.fail("'-' is no cards at all and stands alone")
            return ()
        cards.append(read(word, Card, "a card, as AS or TD is"))
    return tuple(cards)


#: The number that is all of a field, and the field of the set-up it gives.
_SEATS = {
    "dealer": "dealer",
    "turn": "current_player",
    "last": "last_player",
    "captured": "last_capturer",
}


def _read_field(name: Word, values: list[Word]) -> dict[str, Any]:
    if name in _SEATS:
        return {_SEATS[name]: one_whole(name, values, "a seat")}
    if name == "sweeps":
        return {"sweep_points": tuple(whole(word, "a seat's sweep points") for word in values)}
    if name in ("hands", "piles"):
        return {str(name): tuple(_cards(group) for group in groups(name, values))}
    return {str(name): _cards(values)}


GRAMMAR = Grammar(
    game="krypkasino",
    deal_fields=_DEAL_FIELDS,
    position_fields=(*_DEAL_FIELDS, "turn", "piles", "aside", "sweeps", "last", "captured"),
    required_fields=("hands", "table"),
    rules_type=Rules,
    setup_type=Setup,
    rules=_RULES,
    read_field=_read_field,
)


def _groups(cards: Iterable[Iterable[Card]]) -> str:
    return " | ".join(map(format_cards, cards))


def lines(setup: Setup, rules: Rules, kind: str) -> list[str]:
    """The lines of a "position" or a "deal": a header and the fields that say something."""
    rules_text = GRAMMAR.format_rules(rules)
    found = [
        GRAMMAR.header(kind),
        *([f"rules {rules_text}"] if rules_text else []),
        f"dealer {setup.dealer}",
    ]
    if kind == "position" and setup.current_player is not None:
        found.append(f"turn {setup.current_player}")
    found += [f"hands {_groups(setup.hands)}", f"table {format_cards(setup.table)}"]
    if setup.stock:
        found.append(f"stock {format_cards(setup.stock)}")
    if kind == "deal":
        return found
    if any(setup.piles):
        found.append(f"piles {_groups(setup.piles)}")
    if setup.aside:
        found.append(f"aside {format_cards(setup.aside)}")
    if any(setup.sweep_points):
        found.append(f"sweeps {' '.join(f'{points:+d}' for points in setup.sweep_points)}")
    if setup.last_player is not None:
        found.append(f"last {setup.last_player}")
    if setup.last_capturer is not None:
        found.append(f"captured {setup.last_capturer}")
    return found
