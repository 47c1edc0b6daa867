"""Krypkasino's part of the notation: its fields, its rules' values, its lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cabbage._krypkasino_cards import Card, format_cards, parse_cards
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup
from cabbage._krypkasino_view import View
from cabbage._text import (
    INTEGER,
    LISTS,
    WORD,
    YES_OR_NO,
    Grammar,
    Reader,
    Word,
    Writer,
    count,
    groups,
    one_whole,
    read,
    whole,
)
from cabbage._views import checked_seat

_DEAL_FIELDS = ("rules", "dealer", "hands", "table", "stock")
_POSITION_FIELDS = (*_DEAL_FIELDS, "turn", "piles", "aside", "sweeps", "last", "captured")

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


def _different_cards(words: list[Word]) -> tuple[Card, ...]:
    cards = _cards(words)
    for place, card in enumerate(cards):
        if card in cards[:place]:
            words[place].fail(f"card {card} stands twice")
    return cards


def _read_view_field(name: Word, values: list[Word]) -> dict[str, Any]:
    if name == "seat":
        return {"seat": one_whole(name, values, "a seat")}
    if name == "hands":  # what they say depends on the seat
        return {"hands": groups(name, values)}
    if name == "stock":
        return {"stock": count(values, "the size of the stock")}
    if name == "lacks":
        return {"lacks": [_different_cards(group) for group in groups(name, values)]}
    return _read_field(name, values)


def _make_view(values: dict[str, Any], rules: Rules) -> View:
    seat, hands = values.pop("seat"), values.pop("hands")
    stock, lacks = values.pop("stock", 0), values.pop("lacks", ())
    checked_seat(seat, len(hands), rules.players)
    own = _cards(hands[seat])
    sizes = [
        len(own) if other == seat else count(words, f"the size of the hand of seat {other}")
        for other, words in enumerate(hands)
    ]
    open_hands = tuple(own if other == seat else () for other in range(len(hands)))
    return View._knowing(Setup(hands=open_hands, **values), rules, seat, sizes, stock, lacks)


GRAMMAR = Grammar(
    game="krypkasino",
    fields={
        "deal": _DEAL_FIELDS,
        "position": _POSITION_FIELDS,
        "view": (*_POSITION_FIELDS, "seat", "lacks"),
    },
    required_fields=("hands", "table"),
    rules_type=Rules,
    setup_type=Setup,
    rules=_RULES,
    read_field=_read_field,
    read_view_field=_read_view_field,
    make_view=_make_view,
)


def _groups(cards: Iterable[Iterable[Card]]) -> str:
    return " | ".join(map(format_cards, cards))


def lines(setup: Setup, rules: Rules, kind: str) -> list[str]:
    """The lines of a "position" or a "deal": a header and the fields that say something."""
    stock = [f"stock {format_cards(setup.stock)}"] if setup.stock else []
    return _lines(setup, rules, kind, [f"hands {_groups(setup.hands)}"], stock)


def view_lines(view: View) -> list[str]:
    """The lines of a view."""
    sizes = enumerate(view.hand_sizes)
    hands = [format_cards(view.hand) if seat == view.seat else str(size or "-") for seat, size in sizes]
    held = [f"seat {view.seat}", f"hands {' | '.join(hands)}"]
    if any(view.lacks):
        held.append(f"lacks {_groups(view.lacks)}")
    stock = [f"stock {view.stock_size}"] if view.stock_size else []
    return _lines(view.setup(), view.rules, "view", held, stock)


def _lines(setup: Setup, rules: Rules, kind: str, held: Sequence[str], stock: Sequence[str]) -> list[str]:
    """The lines of a text in which `held` and `stock` tell what seats hold and what is to be dealt."""
    rules_text = GRAMMAR.format_rules(rules)
    found = [
        GRAMMAR.header(kind),
        *([f"rules {rules_text}"] if rules_text else []),
        f"dealer {setup.dealer}",
    ]
    if kind != "deal" and setup.current_player is not None:
        found.append(f"turn {setup.current_player}")
    found += [*held, f"table {format_cards(setup.table)}", *stock]
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
