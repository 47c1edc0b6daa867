"""A line on a terminal that says how far something long is, and goes when it is over."""

from __future__ import annotations

import sys

__all__ = ["ProgressLine"]


class ProgressLine:
    """The line, on standard error; nothing at all where that is no terminal."""

    def __init__(self) -> None:
        self._stream = sys.stderr if sys.stderr is not None and sys.stderr.isatty() else None
        self._is_shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, text: str) -> None:
        """Write `text` in place of what stands there."""
        if self._stream is not None:
            print(f"\r\x1b[K{text}", end="", file=self._stream, flush=True)
            self._is_shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._stream is not None and self._is_shown:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
            self._is_shown = False
