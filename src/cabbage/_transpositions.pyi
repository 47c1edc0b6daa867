from typing import final

__all__ = ["TranspositionTable"]

@final
class TranspositionTable:
    def __new__(cls, megabytes: int = 64) -> TranspositionTable: ...
    @property
    def megabytes(self) -> int: ...
    def clear(self) -> None: ...
