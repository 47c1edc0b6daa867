"""Text forms of deals, positions and rule sets, of both games.

A text is a header and fields, a line each; a semicolon may stand for a line's end, and `#` starts
a comment. The header tells the game. Version 1 of the grammar of **Las Vegan**:

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

Of **Krypkasino**, where it differs:

    header   = "krypkasino" , ( "deal" | "position" ) , "1" ;
    field    = "rules"  , { name , "=" , value }         fields that differ from the default
             | "dealer" , seat
             | "turn"   , seat                           who is to move
             | "hands"  , cards , { "|" , cards }        what each seat holds, from seat 0
             | "table"  , cards
             | "stock"  , cards                          to be dealt, in this order
             | "piles"  , cards , { "|" , cards }        the cards each seat has won
             | "aside"  , cards                          court cards put aside
             | "sweeps" , integer , { integer }          each seat's points for sweeps made and given
             | "last"   , seat                           who played the last card
             | "captured" , seat ;                       who captured last
    cards    = "-" | card , { card } ;
    card     = ( "A" | "2" | ... | "9" | "T" | "10" | "J" | "Q" | "K" ) , ( "C" | "D" | "H" | "S" ) ;
    value    = integer                                   players, packs, first_hand, first_table,
                                                         later_hand, last_capture_bonus, deals
             | card , { "," , card }                     deck
             | seats , { "/" , seats }                   teams; seats = seat , { "," , seat }
             | "yes" | "no"                              court_sums
             | word ;                                    two_player_deal, hand_values,
                                                         first_sweep_credit: as in Rules

`hands` and `table` must be there; the others default to the standard rules, dealer 0, the seat after the
dealer to move, and nothing played.

A **view**, what one seat knows, is what a person at a table can say of it. It has the fields of a position;
these differ:

    header   = game , "view" , "1" ;
    field    = "seat"   , seat                           whose view it is
             | "hands"  , hand , { "|" , hand }          from seat 0: the own one as cards, others as numbers
             | "voids"  , suits , { "|" , suits }        Las Vegan: suits each seat has shown to have none of
             | "lacks"  , cards , { "|" , cards }        Krypkasino: cards each has shown not to hold
             | "stock"  , number ;                       Krypkasino: how many cards are still to be dealt
    hand     = cards | number ;
    number   = "-" | integer ;                           "-" for no cards
    suits    = "-" | suit , { suit } ;                   also of several words: R G

`seat` must be there as well; no voids, no lacks and no stock are the default. What has been played is not in
the text, but what it has shown is; voids that the open trick shows need not be written.

    >>> tiny.play(tiny.legal_moves()[0])
    >>> print(format_view(tiny.observe(1)))
    las-vegan view 1
    rules players=2 hand_size=3
    casino B G 1
    golden -3
    tokens +1 +1 -2 -3
    leader 0
    seat 1
    hands 2 | R3 G2 B1
    trick R5
    >>> parse_view(format_view(tiny.observe(1))) == tiny.observe(1)
    True

Errors: NotationError, with line and column, for what is not in the grammar; RulesError for rules
that cannot be; SetupError for a well-formed text of an impossible position, listing every fault;
ViewError for a view that contradicts itself, as where hidden cards could lie in no way.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from cabbage import (
    _core,
    _deal,
    _krypkasino_notation,
    _krypkasino_rules,
    _krypkasino_setup,
    _krypkasino_view,
    _las_vegan_notation,
    _las_vegan_rules,
    _las_vegan_setup,
    _las_vegan_view,
)
from cabbage._checks import quoted
from cabbage._text import Grammar, checked_text, parse_text, statements
from cabbage.errors import CabbageError, InputTypeError, SetupError

__all__ = [
    "format_deal",
    "format_position",
    "format_rules",
    "format_view",
    "parse_deal",
    "parse_position",
    "parse_rules",
    "parse_setup",
    "parse_view",
]

State: TypeAlias = _core.Round | _deal.Deal
Rules: TypeAlias = _las_vegan_rules.Rules | _krypkasino_rules.Rules
Setup: TypeAlias = _las_vegan_setup.Setup | _krypkasino_setup.Setup
View: TypeAlias = _las_vegan_view.View | _krypkasino_view.View

_ANY_POSITION = ("deal", "position")

_GRAMMARS: dict[str, Grammar] = {
    module.GRAMMAR.game: module.GRAMMAR for module in (_las_vegan_notation, _krypkasino_notation)
}


def parse_rules(text: str, game: str = "las-vegan") -> Any:
    """The rules of a game that `name=value` words describe; "" is the default rule set.

    >>> parse_rules("players=3 token_faces=1,-1/2,-2 optional_tokens=no").token_faces
    ((1, -1), (2, -2))
    >>> parse_rules("players=4 teams=0,2/1,3", "krypkasino").teams
    ((0, 2), (1, 3))
    """
    if game not in _GRAMMARS:
        raise CabbageError(f"the games are {' and '.join(_GRAMMARS)}, not {quoted(game)}")
    words = (word for statement in statements(checked_text(text)) for word in statement)
    return _GRAMMARS[game].parse_rules(words)


def format_rules(rules: Rules) -> str:
    """The fields of a rule set that differ from the default, as `name=value` words."""
    for grammar in _GRAMMARS.values():
        if type(rules) is grammar.rules_type:
            return grammar.format_rules(rules)
    raise InputTypeError(f"rules are a Rules of las_vegan or krypkasino, not {quoted(rules)}")


def parse_setup(text: str, *, kind: str | None = None) -> tuple[Any, Any]:
    """Read the `Setup` and `Rules` of a deal or position without asking whether it is possible.

    `kind` is "deal" or "position" where only that will do.
    """
    if kind not in (None, *_ANY_POSITION):
        raise CabbageError(f"a text is a deal or a position, not {quoted(kind)}")
    grammar, values, rules = parse_text(text, _GRAMMARS, _ANY_POSITION if kind is None else (kind,))
    return grammar.setup_type(**values), rules


def _parse(text: str, kinds: tuple[str, ...]) -> Any:
    grammar, values, rules = parse_text(text, _GRAMMARS, kinds)
    state: Any = _core.Round if grammar is _las_vegan_notation.GRAMMAR else _deal.Deal
    return state.from_setup(grammar.setup_type(**values), rules)


def parse_position(text: str) -> Any:
    """The `Round` or `Deal` that a text, a position or a deal, describes."""
    return _parse(text, _ANY_POSITION)


def parse_deal(text: str) -> Any:
    """The fresh `Round` or `Deal` that the text of a deal describes."""
    return _parse(text, ("deal",))


def parse_view(text: str) -> Any:
    """The `View`, of Las Vegan or Krypkasino, that the text of a view describes."""
    grammar, values, rules = parse_text(text, _GRAMMARS, ("view",))
    return grammar.make_view(values, rules)


def _lines(state: State, setup: Any, kind: str) -> list[str]:
    if isinstance(state, _core.Round):
        return _las_vegan_notation.lines(setup, state.rules, kind)
    return _krypkasino_notation.lines(setup, state.rules, kind)


def _checked_state(state: object) -> None:
    if not isinstance(state, _core.Round | _deal.Deal):
        raise InputTypeError(f"the state is a las_vegan.Round or a krypkasino.Deal, not {quoted(state)}")


def format_position(state: State, *, one_line: bool = False) -> str:
    """The complete position as text, a line a field, or all in one line with semicolons."""
    _checked_state(state)
    return ("; " if one_line else "\n").join(_lines(state, state.setup(), "position"))


def format_view(view: View, *, one_line: bool = False) -> str:
    """What a seat knows as text, without the history, a line a field or all in one line with semicolons."""
    if isinstance(view, _las_vegan_view.View):
        lines = _las_vegan_notation.view_lines(view)
    elif isinstance(view, _krypkasino_view.View):
        lines = _krypkasino_notation.view_lines(view)
    else:
        raise InputTypeError(f"the view is a View of las_vegan or krypkasino, not {quoted(view)}")
    return ("; " if one_line else "\n").join(lines)


def format_deal(state: State, *, one_line: bool = False) -> str:
    """The deal that `state` began with, as text. Raises SetupError if it began further on."""
    _checked_state(state)
    first = state.copy()
    while first.history:
        first.undo()
    setup = first.setup()
    begun = setup.trick if isinstance(setup, _las_vegan_setup.Setup) else setup.last_player is not None
    if any(setup.piles) or begun:
        part = "round" if isinstance(state, _core.Round) else "deal"
        raise SetupError([f"the {part} was set up in the middle of play; it has no deal to write"])
    return ("; " if one_line else "\n").join(_lines(state, setup, "deal"))
