"""Players of both games, which see what a player at the table sees.

A player has a `name` and `choose(view, rng)`: from what a seat knows (`observe`) and a `RandomStream`,
which is the only source of chance, it returns a legal action for that seat. Anything that has these two is a
player.

- `RandomPlayer` takes any legal action.
- `RuleOfThumbPlayer` plays as a good player would explain the game.
- `PIMCPlayer` draws worlds, searches each as if all cards were known, and averages.
- `ISMCTSPlayer` grows one tree over many worlds.

In the playouts of both, seats go by a rough rule of thumb. Those of Las Vegan go to the end of the round,
those of Krypkasino to the end of the batch, since what the next ones bring is chance.

The last two tell what they think of each action as well:

    >>> from cabbage.las_vegan import Round, action_name
    >>> from cabbage.streams import RandomStream
    >>> view = Round.deal(seed=2026).observe(0)
    >>> player = ISMCTSPlayer(simulations=5_000)
    >>> action_name(player.choose(view, RandomStream(1)))
    'B1'
    >>> for estimate in player.estimates(view, RandomStream(1))[:3]:
    ...     print(f"{action_name(estimate.action)} {estimate.value:+.2f} +- {estimate.standard_error:.2f}")
    B1 +0.42 +- 0.11
    G6 +0.32 +- 0.11
    B6 +0.28 +- 0.14

Texts name players: `parse_player("ismcts:2000")`.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, NoReturn

from cabbage._checks import quoted
from cabbage._games import View
from cabbage._ismcts import ISMCTSPlayer
from cabbage._pimc import PIMCPlayer
from cabbage._player import Player, check_stream, legal_moves_of
from cabbage._rule_of_thumb import RuleOfThumbPlayer
from cabbage._sampling import Estimate, SamplingPlayer
from cabbage.errors import CabbageError, InputTypeError, PlayerError
from cabbage.streams import RandomStream

__all__ = [
    "Estimate",
    "ISMCTSPlayer",
    "PIMCPlayer",
    "Player",
    "RandomPlayer",
    "RuleOfThumbPlayer",
    "parse_player",
]

# The public path of what other files define: pickles, reprs and documentation show it.
for _public in (Estimate, ISMCTSPlayer, PIMCPlayer, RuleOfThumbPlayer):
    _public.__module__ = __name__


class RandomPlayer:
    """Takes every legal action with equal chance."""

    name = "random"

    def choose(self, view: View, rng: RandomStream) -> int:
        """Any legal action."""
        moves = legal_moves_of(view)
        check_stream(rng)
        return moves[rng.below(len(moves))]


_WITHOUT_BUDGET = {player.name: player for player in (RandomPlayer, RuleOfThumbPlayer)}
_WITH_BUDGET: dict[str, type[SamplingPlayer]] = {player.kind: player for player in (PIMCPlayer, ISMCTSPlayer)}


def parse_player(text: str) -> Player:
    """The player of a text: `random`, `rule-of-thumb`, `pimc`, `ismcts`.

    The last two take a budget behind a colon, `pimc:50` worlds, `ismcts:2000` simulations or `ismcts:0.5s`
    seconds, and behind commas other fields of theirs: `pimc:50,depth=4`, `ismcts:2000,objective=maxn`.

    Raises PlayerError for what is no player, and what the player raises for values that it does not take.

    >>> parse_player("pimc:20,depth=1").name
    'pimc:20,depth=1'
    """
    if not isinstance(text, str):
        raise InputTypeError(f"the name of a player is a str, not {quoted(text)}")
    kind, colon, options = text.partition(":")
    if kind in _WITHOUT_BUDGET and not colon:
        return _WITHOUT_BUDGET[kind]()
    if kind not in _WITH_BUDGET:
        known = ", ".join([*_WITHOUT_BUDGET, *_WITH_BUDGET])
        raise PlayerError(f"no player is named {quoted(text)}; the players are {known}")
    player = _WITH_BUDGET[kind]
    values: dict[str, Any] = {}
    for option in options.split(",") if colon else ():
        name, equals, value = option.partition("=")
        if not equals:
            name, value = _budget(player, option, text)
        if name not in {field.name for field in fields(player)}:
            _refuse(text, f"{kind} has no {quoted(name)}")
        if name in values:
            _refuse(text, f"{name} stands twice")
        values[name] = _value(value)
    try:
        return player(**values)
    except CabbageError as error:
        raise type(error)(f"player {quoted(text)}: {error}") from None


def _budget(player: type[SamplingPlayer], option: str, text: str) -> tuple[str, str]:
    """The field and the value of a budget."""
    if option.endswith("s") and "seconds" in player.budgets:
        return "seconds", option[:-1]
    if not option:
        _refuse(text, "an option is missing")
    if option in {field.name for field in fields(player)}:
        _refuse(text, f"{option} needs a value, as in {option}=1")
    return player.budgets[0], option


def _value(text: str) -> Any:
    """The value of an option: a number, if it is one."""
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            pass
    return None if text == "None" else text


def _refuse(text: str, why: str) -> NoReturn:
    raise PlayerError(f"{quoted(text)} is no player: {why}")
