"""Las Vegan's part of the notation: its fields, its rules' values, its lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cabbage._las_vegan_rules import Rules
from cabbage._las_vegan_setup import Setup
from cabbage._las_vegan_view import View
from cabbage._text import (
    INTEGER,
    LISTS,
    NUMBERS,
    WORD,
    YES_OR_NO,
    Grammar,
    Reader,
    Word,
    Writer,
    count,
    groups,
    one_whole,
    quote,
    read,
    whole,
)
from cabbage._views import checked_seat
from cabbage.cards import Card, CardSet, CasinoCard, Suit
from cabbage.errors import CabbageError

_DEAL_FIELDS = ("rules", "casino", "golden", "tokens", "leader", "hands")
_POSITION_FIELDS = (*_DEAL_FIELDS, "placed", "piles", "trick", "decide")
_LETTERS = {suit.letter: suit for suit in Suit}
_LONGEST_WORD = 40  # of cards, that an error explains

_RULES: dict[str, tuple[Reader, Writer]] = {
    "players": INTEGER,
    "rounds": INTEGER,
    "starting_cabbages": INTEGER,
    "hand_size": INTEGER,
    "deck": (lambda text: CardSet(text.replace(",", " ")), lambda deck: str(deck).replace(" ", ",")),
    "casino_deck": (
        lambda text: tuple(CasinoCard(word) for word in text.split(",")),
        lambda cards: ",".join(map(str, cards)),
    ),
    "golden_faces": NUMBERS,
    "token_faces": LISTS,
    "optional_tokens": YES_OR_NO,
    "golden_tie": WORD,
    "next_leader": WORD,
}


def _token(word: Word) -> int | None:
    if word == "-":
        return None
    if word[0] != "t" or len(word) != 2 or not ("0" <= word[1] <= "9"):
        word.fail(f"{quote(word)} is not a token; one is written t0 to t3, or - for none")
    return int(word[1])


def _card_set(words: list[Word]) -> CardSet:
    seen = CardSet()
    for word in words:
        if word == "-":
            if len(words) > 1:
                word.fail("'-' is the empty set and stands alone")
            return seen
        try:
            cards = CardSet(str(word))
        except CabbageError as error:
            word.fail(str(error) if len(word) <= _LONGEST_WORD else f"{quote(word)} is no set of cards")
        if cards & seen:
            word.fail(f"card {min(cards & seen)} stands twice in one set")
        seen |= cards
    return seen


def _golden(values: list[Word]) -> dict[str, Any]:
    if len(values) > 2:
        values[2].fail("the field golden is a value and perhaps a side")
    if len(values) == 2 and values[1] not in ("min", "max"):
        values[1].fail(f"the golden token lies on min or max, not on {quote(values[1])}")
    return {
        "golden_value": whole(values[0], "the value of the golden token"),
        "golden_side": str(values[1]) if len(values) == 2 else None,
    }


def _read_field(name: Word, values: list[Word]) -> dict[str, Any]:
    if name == "casino":
        what = "a casino card; one is a digit or a suit letter"
        return {"casino": tuple(read(word, CasinoCard, what) for word in values)}
    if name == "golden":
        return _golden(values)
    if name == "tokens":
        return {"token_values": tuple(whole(word, "the value of a token") for word in values)}
    if name == "placed":
        return {"placed": tuple(_token(word) for word in values)}
    if name == "trick":
        return {"trick": tuple(read(word, Card, "a card, as R5 is") for word in values)}
    if name == "leader":
        return {"leader": one_whole(name, values, "a seat")}
    if name == "decide":
        return {"to_place": one_whole(name, values, "a number of sevens")}
    return {str(name): tuple(_card_set(group) for group in groups(name, values))}


def _suit_set(words: list[Word]) -> set[Suit]:
    seen: set[Suit] = set()
    for word in words:
        if word == "-":
            if len(words) > 1:
                word.fail("'-' is no suits at all and stands alone")
            return seen
        for letter in word.upper():
            if letter not in _LETTERS:
                word.fail(f"{quote(word)} is not suits; they are letters of RPGB, or - for none")
            if _LETTERS[letter] in seen:
                word.fail(f"suit {letter} stands twice")
            seen.add(_LETTERS[letter])
    return seen


def _read_view_field(name: Word, values: list[Word]) -> dict[str, Any]:
    if name == "seat":
        return {"seat": one_whole(name, values, "a seat")}
    if name == "hands":  # what they say depends on the seat
        return {"hands": groups(name, values)}
    if name == "voids":
        return {"voids": [_suit_set(group) for group in groups(name, values)]}
    return _read_field(name, values)


def _make_view(values: dict[str, Any], rules: Rules) -> View:
    seat, hands, voids = values.pop("seat"), values.pop("hands"), values.pop("voids", ())
    checked_seat(seat, len(hands), rules.players)
    own = _card_set(hands[seat])
    sizes = [
        len(own) if other == seat else count(words, f"the size of the hand of seat {other}")
        for other, words in enumerate(hands)
    ]
    open_hands = tuple(own if other == seat else CardSet() for other in range(len(hands)))
    return View._knowing(Setup(hands=open_hands, **values), rules, seat, sizes, voids)


GRAMMAR = Grammar(
    game="las-vegan",
    fields={
        "deal": _DEAL_FIELDS,
        "position": _POSITION_FIELDS,
        "view": (*_POSITION_FIELDS, "seat", "voids"),
    },
    required_fields=("casino", "golden", "tokens", "hands"),
    rules_type=Rules,
    setup_type=Setup,
    rules=_RULES,
    read_field=_read_field,
    read_view_field=_read_view_field,
    make_view=_make_view,
)


def lines(setup: Setup, rules: Rules, kind: str) -> list[str]:
    """The lines of a "position" or a "deal": a header and the fields that say something."""
    return _lines(setup, rules, kind, [f"hands {' | '.join(map(str, setup.hands))}"])


def view_lines(view: View) -> list[str]:
    """The lines of a view."""
    sizes = enumerate(view.hand_sizes)
    hands = [str(view.hand) if seat == view.seat else str(size or "-") for seat, size in sizes]
    held = [f"seat {view.seat}", f"hands {' | '.join(hands)}"]
    if any(view.voids):
        suits = ("".join(suit.letter for suit in void) or "-" for void in view.voids)
        held.append(f"voids {' | '.join(suits)}")
    return _lines(view.setup(), view.rules, "view", held)


def _lines(setup: Setup, rules: Rules, kind: str, held: Sequence[str]) -> list[str]:
    """The lines of a text in which `held` tells what seats hold."""
    rules_text = GRAMMAR.format_rules(rules)
    side = f" {setup.golden_side}" if setup.golden_side else ""
    found = [
        GRAMMAR.header(kind),
        *([f"rules {rules_text}"] if rules_text else []),
        f"casino {' '.join(map(str, setup.casino))}",
        f"golden {setup.golden_value:+d}{side}",
        f"tokens {' '.join(f'{value:+d}' for value in setup.token_values)}",
    ]
    if any(token is not None for token in setup.placed):
        found.append(f"placed {' '.join('-' if t is None else f't{t}' for t in setup.placed)}")
    found += [f"leader {setup.leader}", *held]
    if any(setup.piles):
        found.append(f"piles {' | '.join(map(str, setup.piles))}")
    if setup.trick:
        found.append(f"trick {' '.join(map(str, setup.trick))}")
    if setup.to_place:
        found.append(f"decide {setup.to_place}")
    return found
