"""The two games under one description, for what works on either: records, searches, the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from cabbage import krypkasino, las_vegan
from cabbage._checks import quoted
from cabbage.errors import CabbageError, InputTypeError

State: TypeAlias = las_vegan.Round | krypkasino.Deal
Rules: TypeAlias = las_vegan.Rules | krypkasino.Rules
View: TypeAlias = las_vegan.View | krypkasino.View
Game: TypeAlias = las_vegan.Game | krypkasino.Game


@dataclass(frozen=True)
class Kind:
    """One of the games."""

    name: str
    title: str
    state: Any
    rules: Any
    game: Any
    view: Any
    part: str
    """What a game is a sequence of."""

    def action_name(self, state: Any, action: int) -> str:
        """The text of a legal action of `state`."""
        if self is LAS_VEGAN:
            return las_vegan.action_name(action)
        return krypkasino.move_name(state, action)

    def action_names(self, state: Any) -> dict[int, str]:
        """The text of every legal action of a state or view, in canonical order."""
        if self is LAS_VEGAN:
            return {action: las_vegan.action_name(action) for action in state.legal_moves()}
        return {move.number: str(move) for move in state.moves()}

    def names_along(self, state: Any, actions: Iterable[int]) -> list[str]:
        """The texts of actions played one after the other from `state`, which is left as it is."""
        state = state.copy()
        names = []
        for action in actions:
            names.append(self.action_name(state, action))
            state.play(action)
        return names

    def find_action(self, state: Any, text: str) -> int:
        """The action of a text. Raises CardError for a text that is none."""
        if self is LAS_VEGAN:
            return las_vegan.parse_action(text)
        return krypkasino.find_move(state, text).number


LAS_VEGAN = Kind(
    "las-vegan", "Las Vegan", las_vegan.Round, las_vegan.Rules, las_vegan.Game, las_vegan.View, "round"
)
KRYPKASINO = Kind(
    "krypkasino", "Krypkasino", krypkasino.Deal, krypkasino.Rules, krypkasino.Game, krypkasino.View, "deal"
)
KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (LAS_VEGAN, KRYPKASINO)}


def kind_named(name: str) -> Kind:
    """The game of a name."""
    if name not in KINDS:
        raise CabbageError(f"the games are {' and '.join(KINDS)}, not {quoted(name)}")
    return KINDS[name]


def kind_of(state: object) -> Kind:
    """The game that a round or deal is of."""
    for kind in KINDS.values():
        if isinstance(state, kind.state):
            return kind
    raise InputTypeError(f"the state is a las_vegan.Round or a krypkasino.Deal, not {quoted(state)}")


def kind_of_view(view: object) -> Kind:
    """The game that a view is of."""
    for kind in KINDS.values():
        if isinstance(view, kind.view):
            return kind
    raise InputTypeError(f"the view is a View of las_vegan or krypkasino, not {quoted(view)}")


def kind_of_rules(rules: object) -> Kind:
    """The game that rules are of."""
    for kind in KINDS.values():
        if type(rules) is kind.rules:
            return kind
    raise InputTypeError(f"rules are a Rules of las_vegan or krypkasino, not {quoted(rules)}")


def kind_of_game(game: object) -> Kind:
    """Which game a game is."""
    for kind in KINDS.values():
        if isinstance(game, kind.game):
            return kind
    raise InputTypeError(f"the game is a Game of las_vegan or krypkasino, not {quoted(game)}")
