"""Texts as words that know where they stand, and the grammar that the games' notations share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from cabbage.errors import CabbageError, InputTypeError, NotationError, RulesError

VERSION = 1
KINDS = ("deal", "position", "view")
_QUOTED = 40  # characters of somebody's text that an error repeats

Reader = Callable[[str], Any]
Writer = Callable[[Any], str]


class Word(str):
    """A word of the text that knows its line and column, from 1."""

    line: int
    column: int

    def __new__(cls, text: str, line: int, column: int) -> Word:
        self = super().__new__(cls, text)
        self.line = line
        self.column = column
        return self

    def fail(self, what: str) -> NoReturn:
        raise NotationError(f"line {self.line}, column {self.column}: {what}")


def quote(text: str) -> str:
    """A piece of somebody's text for an error, short."""
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "...")


def checked_text(text: str) -> str:
    """`text` if it is one."""
    if not isinstance(text, str):
        raise InputTypeError(f"a text is a str, not {type(text).__name__}")
    return text


def statements(text: str) -> list[list[Word]]:
    """The words of each non-empty statement of a text."""
    found = []
    # Not splitlines(), which also breaks where no editor counts a line.
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        code = line.partition("#")[0]
        start = 0
        for statement in code.split(";"):
            words = []
            column = 0
            for word in statement.split():
                column = statement.index(word, column)
                words.append(Word(word, number, start + column + 1))
                column += len(word)
            if words:
                found.append(words)
            start += len(statement) + 1
    return found


# ---------------------------------------------------------------- what words say


def integer(word: str) -> int | None:
    """The integer a word writes, or None; at most nine digits."""
    digits = word[1:] if word[:1] in ("+", "-") else word
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def read(word: Word, convert: Reader, what: str) -> Any:
    """What a word converts to; `what` says what it should have been."""
    try:
        return convert(word)
    except CabbageError:
        word.fail(f"{quote(word)} is not {what}")


def whole(word: Word, what: str) -> int:
    """The whole number a word writes."""
    number = integer(word)
    if number is None:
        word.fail(f"{quote(word)} is not {what}, a whole number")
    return number


def one_whole(name: Word, words: list[Word], what: str) -> int:
    """The whole number that is all of a field."""
    if len(words) > 1:
        words[1].fail(f"the field {name} is one number")
    return whole(words[0], what)


def count(words: list[Word], what: str) -> int:
    """The number of cards, `-` for none, that all of these words are."""
    number = 0 if words[0] == "-" else integer(words[0])
    if number is None or number < 0:
        words[0].fail(f"{quote(words[0])} is not {what}, a number or - for none")
    if len(words) > 1:
        words[1].fail(f"{what} is one number")
    return number


def groups(name: Word, words: list[Word]) -> list[list[Word]]:
    """The words between the bars of a field, at least one each."""
    found: list[list[Word]] = [[]]
    last = name
    for word in words:
        if word == "|":
            if not found[-1]:
                word.fail(f"no cards before this '|' of {name}; write - for none")
            found.append([])
        else:
            found[-1].append(word)
        last = word
    if not found[-1]:
        last.fail(f"no cards at the end of {name}; write - for none")
    return found


# ---------------------------------------------------------------- values of rules


def number_value(text: str) -> int:
    """A rule's whole number."""
    number = integer(text)
    if number is None:
        raise RulesError(f"{quote(text)} is not a whole number")
    return number


def numbers_value(text: str) -> tuple[int, ...]:
    """A rule's whole numbers, with commas between them."""
    numbers = [integer(word) for word in text.split(",")]
    if None in numbers:
        raise RulesError(f"{quote(text)} is not numbers with commas between them")
    return tuple(number for number in numbers if number is not None)


def lists_value(text: str) -> tuple[tuple[int, ...], ...]:
    """A rule's lists of whole numbers, with slashes between them."""
    return tuple(numbers_value(word) for word in text.split("/"))


def yes_or_no(text: str) -> bool:
    """A rule's truth value."""
    if text not in ("yes", "no"):
        raise RulesError(f"{quote(text)} is not yes or no")
    return text == "yes"


def write_numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


INTEGER: tuple[Reader, Writer] = number_value, str
WORD: tuple[Reader, Writer] = str, str
YES_OR_NO: tuple[Reader, Writer] = yes_or_no, lambda value: "yes" if value else "no"
NUMBERS: tuple[Reader, Writer] = numbers_value, write_numbers
LISTS: tuple[Reader, Writer] = lists_value, lambda lists: "/".join(map(write_numbers, lists))


# ---------------------------------------------------------------- a game's grammar


@dataclass(frozen=True)
class Grammar:
    """What is particular to one game's texts."""

    game: str
    fields: Mapping[str, tuple[str, ...]]
    """The fields that a text of each kind may have."""
    required_fields: tuple[str, ...]
    """Those of a deal or position that must be there; of a view also its seat."""
    rules_type: Callable[..., Any]
    setup_type: Callable[..., Any]
    rules: Mapping[str, tuple[Reader, Writer]]
    """How each rule is read and written as the value of `name=value`."""
    read_field: Callable[[Word, list[Word]], dict[str, Any]]
    """The fields of the set-up that a statement of the text gives."""
    read_view_field: Callable[[Word, list[Word]], dict[str, Any]]
    """The same in the text of a view."""
    make_view: Callable[[dict[str, Any], Any], Any]
    """The view of these fields under some rules."""

    def header(self, kind: str) -> str:
        return f"{self.game} {kind} {VERSION}"

    def parse_rules(self, words: Iterable[Word]) -> Any:
        """The rules that `name=value` words describe."""
        values: dict[str, Any] = {}
        for word in words:
            name, equals, text = word.partition("=")
            if not equals:
                word.fail(f"{quote(word)} is not name=value")
            if name not in self.rules:
                word.fail(f"no rule is named {quote(name)}; the rules are {', '.join(self.rules)}")
            if name in values:
                word.fail(f"the rule {name} stands twice")
            try:
                values[name] = self.rules[name][0](text)
            except CabbageError as error:
                word.fail(f"{name}: {str(error)[:200]}")
        return self.rules_type(**values)

    def format_rules(self, rules: Any) -> str:
        """The fields of `rules` that differ from the default, as `name=value` words."""
        default = self.rules_type()
        return " ".join(
            f"{name}={write(getattr(rules, name))}"
            for name, (_, write) in self.rules.items()
            if getattr(rules, name) != getattr(default, name)
        )

    def parse(self, found: str, body: list[list[Word]], last: Word) -> tuple[dict[str, Any], Any]:
        """The fields and the rules that the statements behind the header describe."""
        fields: dict[str, list[Word]] = {}
        known = self.fields[found]
        for words in body:
            name = words[0]
            if name not in known:
                name.fail(f"a {found} has no field {quote(name)}; the fields are {', '.join(known)}")
            if name in fields:
                name.fail(f"the field {name} stands twice")
            if len(words) == 1 and name != "rules":
                name.fail(f"the field {name} is empty")
            fields[name] = words
        for required in (*self.required_fields, "seat") if found == "view" else self.required_fields:
            if required not in fields:
                last.fail(f"the field {required} is missing")
        rules = self.parse_rules(fields.pop("rules")[1:]) if "rules" in fields else self.rules_type()
        values: dict[str, Any] = {}
        read_field = self.read_view_field if found == "view" else self.read_field
        for words in fields.values():
            values.update(read_field(words[0], words[1:]))
        return values, rules


def is_view(text: str) -> bool:
    """Whether a text is headed as a view."""
    head = next(iter(statements(checked_text(text))), [])
    return head[1:2] == ["view"]


def parse_text(
    text: str, grammars: Mapping[str, Grammar], kinds: tuple[str, ...]
) -> tuple[Grammar, dict[str, Any], Any]:
    """The grammar of a text's header, of one of some kinds, and the fields and rules behind it."""
    # A reader of deals alone knows positions too, and says that one is no deal.
    expected = kinds if "view" in kinds else ("deal", "position")
    all_statements = statements(checked_text(text))
    if not all_statements:
        raise NotationError("line 1, column 1: the text is empty")
    head, *body = all_statements
    if head[0] not in grammars:
        headers = " or ".join(repr(g.header(k)) for g in grammars.values() for k in expected)
        head[0].fail(f"a text starts with {headers}, not with {quote(head[0])}")
    grammar = grammars[head[0]]
    if len(head) != 3 or head[1] not in KINDS:
        wrong = head[1] if head[1:] and head[1] not in KINDS else head[-1]
        wrong.fail(f"the header is {' or '.join(repr(grammar.header(k)) for k in expected)}")
    if head[2] != str(VERSION):
        head[2].fail(f"version {quote(head[2])} of the notation is unknown; this is {VERSION}")
    if head[1] not in kinds:
        head[1].fail(f"this is a {head[1]}, not a {' or '.join(kinds)}")
    return grammar, *grammar.parse(str(head[1]), body, all_statements[-1][0])
