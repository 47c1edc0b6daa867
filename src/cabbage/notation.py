"""Text forms of a Las Vegan deal, position and rule set.

A text is a header and fields, a line each; a semicolon may stand for a line's end, and `#` starts
a comment. Version 1 of the grammar:

    text     = header , { end , [ field ] } ;            end = newline | ";" ;
    header   = "las-vegan" , ( "deal" | "position" ) , "1" ;
    field    = "rules"  , { name , "=" , value }         fields that differ from the default
             | "casino" , casino , casino , casino       the round's ordinary casino cards
             | "golden" , integer , [ "min" | "max" ]    face of the golden token; its side if placed
             | "tokens" , integer , { integer }          face of token t0, t1, ...
             | "placed" , token , token , token          the token on each casino card
             | "leader" , seat                           of the open trick, or the last trick's winner
             | "hands"  , cards , { "|" , cards }        what each seat holds, from seat 0
             | "piles"  , cards , { "|" , cards }        the cards of the tricks each seat has won
             | "trick"  , card , { card }                the open trick, in order of play
             | "decide" , integer ;                      sevens still to be decided by the winner
    cards    = "-" | card , { card } ;                   cards of one suit may share its letter: R013
    card     = suit , digit ;                            suit = "R" | "P" | "G" | "B", in either case
    casino   = digit | suit | "red" | "purple" | "green" | "blue" ;
    token    = "-" | "t" , digit ;                       "-" for none
    seat     = integer ;                                 from 0
    integer  = [ "+" | "-" ] , digit , { digit } ;       nine digits at most
    name     = a field of Rules ;
    value    = integer                                   players, rounds, starting_cabbages, hand_size
             | cards , { "," , cards }                   deck
             | casino , { "," , casino }                 casino_deck
             | integer , "," , integer                   golden_faces
             | faces , { "/" , faces }                   token_faces; faces = integer , "," , integer
             | "yes" | "no"                              optional_tokens
             | word ;                                    golden_tie, next_leader: as in Rules

Words stand between spaces, `|` too. Every field stands at most once, in any order. `casino`,
`golden`, `tokens` and `hands` must be there; the others default to the standard rules, leader 0,
and nothing played. A deal is a position in which nothing has been played, and takes only the fields
that a deal has. Writing a position and reading it back gives an equal one.

    >>> from cabbage.las_vegan import Rules, Round
    >>> tiny = Round.deal(7, Rules(players=2, hand_size=3))
    >>> print(format_position(tiny))
    las-vegan position 1
    rules players=2 hand_size=3
    casino B G 1
    golden -3
    tokens +1 +1 -2 -3
    leader 0
    hands R5 P6 B9 | R3 G2 B1
    >>> parse_position(format_position(tiny)) == tiny
    True

Errors: NotationError, with line and column, for what is not in the grammar; RulesError for rules
that cannot be; SetupError for a well-formed text of an impossible position, listing every fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from cabbage import _core
from cabbage._checks import quoted
from cabbage._las_vegan_rules import Rules
from cabbage._las_vegan_setup import Setup
from cabbage.cards import Card, CardSet, CasinoCard
from cabbage.errors import CabbageError, InputTypeError, NotationError, RulesError, SetupError

__all__ = [
    "format_deal",
    "format_position",
    "format_rules",
    "parse_deal",
    "parse_position",
    "parse_rules",
    "parse_setup",
]

VERSION = 1
GAME = "las-vegan"

_DEAL_FIELDS = ("rules", "casino", "golden", "tokens", "leader", "hands")
_POSITION_FIELDS = (*_DEAL_FIELDS, "placed", "piles", "trick", "decide")
_REQUIRED_FIELDS = ("casino", "golden", "tokens", "hands")
_QUOTED = 40  # characters of somebody's text that an error repeats


# ---------------------------------------------------------------- words and where they stand


class _Word(str):
    """A word of the text that knows its line and column, from 1."""

    line: int
    column: int

    def __new__(cls, text: str, line: int, column: int) -> _Word:
        self = super().__new__(cls, text)
        self.line = line
        self.column = column
        return self

    def fail(self, what: str) -> NoReturn:
        raise NotationError(f"line {self.line}, column {self.column}: {what}")


def _quote(text: str) -> str:
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "...")


def _statements(text: str) -> list[list[_Word]]:
    """The words of each non-empty statement of a text."""
    statements = []
    # Not splitlines(), which also breaks where no editor counts a line.
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        code = line.partition("#")[0]
        start = 0
        for statement in code.split(";"):
            words = []
            column = 0
            for word in statement.split():
                column = statement.index(word, column)
                words.append(_Word(word, number, start + column + 1))
                column += len(word)
            if words:
                statements.append(words)
            start += len(statement) + 1
    return statements


def _integer(word: str) -> int | None:
    """The integer a word writes, or None; at most nine digits."""
    digits = word[1:] if word[:1] in ("+", "-") else word
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def _read(word: _Word, convert: Callable[[str], Any], what: str) -> Any:
    try:
        return convert(word)
    except CabbageError:
        word.fail(f"{_quote(word)} is not {what}")


def _whole(word: _Word, what: str) -> int:
    number = _integer(word)
    if number is None:
        word.fail(f"{_quote(word)} is not {what}, a whole number")
    return number


def _token(word: _Word) -> int | None:
    if word == "-":
        return None
    if word[0] != "t" or len(word) != 2 or not ("0" <= word[1] <= "9"):
        word.fail(f"{_quote(word)} is not a token; one is written t0 to t3, or - for none")
    return int(word[1])


def _card_sets(name: _Word, words: list[_Word]) -> tuple[CardSet, ...]:
    """Card sets with "|" between them."""
    groups: list[list[_Word]] = [[]]
    last = name
    for word in words:
        if word == "|":
            if not groups[-1]:
                word.fail(f"no cards before this '|' of {name}; write - for none")
            groups.append([])
        else:
            groups[-1].append(word)
        last = word
    if not groups[-1]:
        last.fail(f"no cards at the end of {name}; write - for none")
    return tuple(_card_set(group) for group in groups)


def _card_set(words: list[_Word]) -> CardSet:
    seen = CardSet()
    for word in words:
        if word == "-":
            if len(words) > 1:
                word.fail("'-' is the empty set and stands alone")
            return seen
        try:
            cards = CardSet(str(word))
        except CabbageError as error:
            word.fail(str(error) if len(word) <= _QUOTED else f"{_quote(word)} is no set of cards")
        if cards & seen:
            word.fail(f"card {min(cards & seen)} stands twice in one set")
        seen = CardSet.from_mask(cards.mask | seen.mask)
    return seen


# ---------------------------------------------------------------- rules


def _pair(text: str) -> tuple[int, ...]:
    numbers = [_integer(word) for word in text.split(",")]
    if None in numbers:
        raise RulesError(f"{_quote(text)} is not numbers with commas between them")
    return tuple(number for number in numbers if number is not None)


def _number(text: str) -> int:
    number = _integer(text)
    if number is None:
        raise RulesError(f"{_quote(text)} is not a whole number")
    return number


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise RulesError(f"{_quote(text)} is not yes or no")
    return text == "yes"


_Reader = Callable[[str], Any]
_Writer = Callable[[Any], str]
_INTEGER: tuple[_Reader, _Writer] = _number, str
_WORD: tuple[_Reader, _Writer] = str, str

#: How each rule is read and written as the value of `name=value`.
_RULES: dict[str, tuple[_Reader, _Writer]] = {
    "players": _INTEGER,
    "rounds": _INTEGER,
    "starting_cabbages": _INTEGER,
    "hand_size": _INTEGER,
    "deck": (lambda text: CardSet(text.replace(",", " ")), lambda deck: str(deck).replace(" ", ",")),
    "casino_deck": (
        lambda text: tuple(CasinoCard(word) for word in text.split(",")),
        lambda cards: ",".join(map(str, cards)),
    ),
    "golden_faces": (_pair, lambda faces: ",".join(map(str, faces))),
    "token_faces": (
        lambda text: tuple(_pair(word) for word in text.split("/")),
        lambda tokens: "/".join(",".join(map(str, faces)) for faces in tokens),
    ),
    "optional_tokens": (_yes_or_no, lambda value: "yes" if value else "no"),
    "golden_tie": _WORD,
    "next_leader": _WORD,
}


def _parse_rules(words: Iterable[_Word]) -> Rules:
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            word.fail(f"{_quote(word)} is not name=value")
        if name not in _RULES:
            word.fail(f"no rule is named {_quote(name)}; the rules are {', '.join(_RULES)}")
        if name in values:
            word.fail(f"the rule {name} stands twice")
        try:
            values[name] = _RULES[name][0](text)
        except CabbageError as error:
            word.fail(f"{name}: {str(error)[:200]}")
    return Rules(**values)


def parse_rules(text: str) -> Rules:
    """The rules that `name=value` words describe; "" is the default rule set.

    >>> parse_rules("players=3 token_faces=1,-1/2,-2 optional_tokens=no").token_faces
    ((1, -1), (2, -2))
    """
    return _parse_rules(word for words in _statements(_checked(text)) for word in words)


def format_rules(rules: Rules) -> str:
    """The fields of `rules` that differ from the default, as `name=value` words."""
    if not isinstance(rules, Rules):
        raise InputTypeError(f"rules are a las_vegan.Rules, not {quoted(rules)}")
    default = Rules()
    return " ".join(
        f"{name}={write(getattr(rules, name))}"
        for name, (_, write) in _RULES.items()
        if getattr(rules, name) != getattr(default, name)
    )


# ---------------------------------------------------------------- reading


def _checked(text: str) -> str:
    if not isinstance(text, str):
        raise InputTypeError(f"a text is a str, not {type(text).__name__}")
    return text


def _header(words: list[_Word]) -> str:
    """The kind of text, "deal" or "position"."""
    if words[0] != GAME:
        words[0].fail(f"a text starts with '{GAME} deal {VERSION}' or '{GAME} position {VERSION}', "
                      f"not with {_quote(words[0])}")  # fmt: skip
    if len(words) != 3 or words[1] not in ("deal", "position"):
        wrong = words[1] if words[1:] and words[1] not in ("deal", "position") else words[-1]
        wrong.fail(f"the header is '{GAME} deal {VERSION}' or '{GAME} position {VERSION}'")
    if words[2] != str(VERSION):
        words[2].fail(f"version {_quote(words[2])} of the notation is unknown; this is {VERSION}")
    return str(words[1])


def parse_setup(text: str, *, kind: str | None = None) -> tuple[Setup, Rules]:
    """Read a deal or a position without asking whether it is possible.

    `kind` is "deal" or "position" where only that will do.
    """
    if kind not in (None, "deal", "position"):
        raise CabbageError(f"a text is a deal or a position, not {quoted(kind)}")
    statements = _statements(_checked(text))
    if not statements:
        raise NotationError("line 1, column 1: the text is empty")
    found = _header(statements[0])
    if kind is not None and kind != found:
        statements[0][1].fail(f"this is a {found}, not a {kind}")
    fields: dict[str, list[_Word]] = {}
    for words in statements[1:]:
        name = words[0]
        known = _DEAL_FIELDS if found == "deal" else _POSITION_FIELDS
        if name not in known:
            name.fail(f"a {found} has no field {_quote(name)}; the fields are {', '.join(known)}")
        if name in fields:
            name.fail(f"the field {name} stands twice")
        if len(words) == 1 and name != "rules":
            name.fail(f"the field {name} is empty")
        fields[name] = words
    for required in _REQUIRED_FIELDS:
        if required not in fields:
            statements[-1][0].fail(f"the field {required} is missing")
    rules = _parse_rules(fields["rules"][1:]) if "rules" in fields else Rules()
    return Setup(**{key: value for name in fields for key, value in _field(fields[name]).items()}), rules


def _field(words: list[_Word]) -> dict[str, Any]:
    """The fields of `Setup` that one statement gives."""
    name, values = words[0], words[1:]
    if name == "casino":
        what = "a casino card; one is a digit or a suit letter"
        return {"casino": tuple(_read(word, CasinoCard, what) for word in values)}
    if name == "golden":
        return _golden(values)
    if name == "tokens":
        return {"token_values": tuple(_whole(word, "the value of a token") for word in values)}
    if name == "placed":
        return {"placed": tuple(_token(word) for word in values)}
    if name in ("hands", "piles"):
        return {str(name): _card_sets(name, values)}
    if name == "trick":
        return {"trick": tuple(_read(word, Card, "a card, as R5 is") for word in values)}
    if name in ("leader", "decide"):
        if len(values) > 1:
            values[1].fail(f"the field {name} is one number")
        number = _whole(values[0], "a seat" if name == "leader" else "a number of sevens")
        return {"leader" if name == "leader" else "to_place": number}
    return {}


def _golden(values: list[_Word]) -> dict[str, Any]:
    if len(values) > 2:
        values[2].fail("the field golden is a value and perhaps a side")
    if len(values) == 2 and values[1] not in ("min", "max"):
        values[1].fail(f"the golden token lies on min or max, not on {_quote(values[1])}")
    return {
        "golden_value": _whole(values[0], "the value of the golden token"),
        "golden_side": str(values[1]) if len(values) == 2 else None,
    }


def parse_position(text: str) -> _core.Round:
    """The round that a text, a position or a deal, describes."""
    return _core.Round.from_setup(*parse_setup(text))


def parse_deal(text: str) -> _core.Round:
    """The freshly dealt round that the text of a deal describes."""
    return _core.Round.from_setup(*parse_setup(text, kind="deal"))


# ---------------------------------------------------------------- writing


def format_position(state: _core.Round, *, one_line: bool = False) -> str:
    """The complete position as text, a line a field, or all in one line with semicolons."""
    _checked_state(state)
    setup = state.setup()
    lines = _deal_lines("position", setup, state.rules)
    if setup.golden_side:
        lines[_index(lines, "golden")] += f" {setup.golden_side}"
    if any(token is not None for token in setup.placed):
        tokens = ("-" if token is None else f"t{token}" for token in setup.placed)
        lines.insert(_index(lines, "tokens") + 1, f"placed {' '.join(tokens)}")
    if any(setup.piles):
        lines.append(f"piles {' | '.join(map(str, setup.piles))}")
    if setup.trick:
        lines.append(f"trick {' '.join(map(str, setup.trick))}")
    if setup.to_place:
        lines.append(f"decide {setup.to_place}")
    return ("; " if one_line else "\n").join(lines)


def format_deal(state: _core.Round, *, one_line: bool = False) -> str:
    """The deal that `state` began with, as text. Raises SetupError if it began further on."""
    _checked_state(state)
    first = state.copy()
    for _ in state.history:
        first.undo()
    setup = first.setup()
    if any(setup.piles) or setup.trick:
        raise SetupError(["the round was set up in the middle of play; it has no deal to write"])
    return ("; " if one_line else "\n").join(_deal_lines("deal", setup, state.rules))


def _checked_state(state: object) -> None:
    if not isinstance(state, _core.Round):
        raise InputTypeError(f"the state is a las_vegan.Round, not {quoted(state)}")


def _index(lines: list[str], name: str) -> int:
    return next(i for i, line in enumerate(lines) if line.startswith(name))


def _deal_lines(kind: str, setup: Setup, rules: Rules) -> list[str]:
    rules_text = format_rules(rules)
    return [
        f"{GAME} {kind} {VERSION}",
        *([f"rules {rules_text}"] if rules_text else []),
        f"casino {' '.join(map(str, setup.casino))}",
        f"golden {setup.golden_value:+d}",
        f"tokens {' '.join(f'{value:+d}' for value in setup.token_values)}",
        f"leader {setup.leader}",
        f"hands {' | '.join(map(str, setup.hands))}",
    ]
