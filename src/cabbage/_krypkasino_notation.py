"""Krypkasino's positions as text, in the manner of `cabbage.notation`."""

from __future__ import annotations

from collections.abc import Iterable

from cabbage._krypkasino_cards import Card, format_cards
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup

__all__ = ["format_rules", "format_setup"]

GAME = "krypkasino"
VERSION = 1


def _value(value: object) -> str:
    """A rule's value: cards and seats with commas between them, teams with slashes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return format_cards(sorted(value)).replace(" ", ",")
    if isinstance(value, tuple):
        return "/".join(",".join(map(str, team)) for team in value)
    return str(value)


def format_rules(rules: Rules) -> str:
    """The fields of `rules` that differ from the default, as `name=value` words."""
    return " ".join(f"{name}={_value(getattr(rules, name))}" for name in rules.to_dict())


def _groups(groups: Iterable[Iterable[Card]]) -> str:
    return " | ".join(map(format_cards, groups))


def format_setup(setup: Setup, rules: Rules, kind: str) -> list[str]:
    """The lines of a "position" or a "deal": a header and the fields that say something."""
    rules_text = format_rules(rules)
    lines = [
        f"{GAME} {kind} {VERSION}",
        *([f"rules {rules_text}"] if rules_text else []),
        f"dealer {setup.dealer}",
        f"hands {_groups(setup.hands)}",
        f"table {format_cards(setup.table)}",
        f"stock {format_cards(setup.stock)}",
    ]
    if kind == "deal":
        return lines
    first = (setup.dealer + 1) % len(setup.hands)
    lines.insert(-3, f"turn {first if setup.current_player is None else setup.current_player}")
    if any(setup.piles):
        lines.append(f"piles {_groups(setup.piles)}")
    if setup.aside:
        lines.append(f"aside {format_cards(setup.aside)}")
    if any(setup.sweep_points):
        lines.append(f"sweeps {' '.join(f'{points:+d}' for points in setup.sweep_points)}")
    if setup.last_player is not None:
        lines.append(f"last {setup.last_player}")
    if setup.last_capturer is not None:
        lines.append(f"captured {setup.last_capturer}")
    return lines
