"""Hands pytest what `timing.py` has for it."""

from timing import pytest_terminal_summary, timed

__all__ = ["pytest_terminal_summary", "timed"]
