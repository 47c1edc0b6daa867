"""What the frozen values of both games share: unpickling, and of rule sets changing and writing down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from cabbage._checks import quoted
from cabbage.errors import RulesError

if TYPE_CHECKING:
    from typing_extensions import Self  # in `typing` from 3.11 on


@dataclass(frozen=True)
class Validated:
    """A frozen dataclass that checks its fields when it is made, and again when it is unpickled."""

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True)
class RulesBase(Validated):
    """A rule set."""

    def replace(self, **changes: Any) -> Self:
        """These rules with some fields changed, validated anew."""
        self._check_names(changes)
        return replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """The fields that differ from the default, as JSON values."""
        default = type(self)()
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: self._json(name, value) for name, value in values if value != getattr(default, name)}

    def _json(self, name: str, value: Any) -> Any:
        """A field's value as JSON has it."""
        return value

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The rules `to_dict` described. Raises RulesError for unknown fields and bad values."""
        if not isinstance(values, Mapping):
            raise RulesError(f"rules are a mapping of fields, not {quoted(values)}")
        cls._check_names(values)
        return cls(**values)

    @classmethod
    def _check_names(cls, values: Mapping[str, Any]) -> None:
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise RulesError(f"no rule is named {quoted(name)}; the rules are {', '.join(known)}")
