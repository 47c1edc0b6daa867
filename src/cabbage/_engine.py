"""Chooses the build of the native loops for this processor, once, at import.

Set the environment variable CABBAGE_ENGINE to `base` or `bmi2` to choose it yourself. Asking for
`bmi2` on a processor without it is refused, because the first such instruction would kill the
process. Results never depend on the choice.
"""

from __future__ import annotations

import os

from cabbage._core import has_fast_bmi2
from cabbage.errors import CabbageError

__all__ = [
    "NAME",
    "count_round_moves",
    "deal_divide",
    "deal_perft",
    "deal_playouts",
    "dealt_deal_playouts",
    "dealt_playouts",
    "divide",
    "list_deal_moves",
    "perft",
    "playouts",
    "search_deal_paranoid",
    "search_paranoid",
    "win_tricks",
]


def _choose() -> str:
    wanted = os.environ.get("CABBAGE_ENGINE", "")
    if wanted not in ("", "base", "bmi2"):
        raise CabbageError(f"CABBAGE_ENGINE is base or bmi2, not {wanted!r}")
    if wanted == "bmi2" and not has_fast_bmi2():
        raise CabbageError("CABBAGE_ENGINE is bmi2, which this processor does not run well")
    return wanted or ("bmi2" if has_fast_bmi2() else "base")


NAME = _choose()

if NAME == "bmi2":
    from cabbage._engine_bmi2 import (
        count_round_moves,
        deal_divide,
        deal_perft,
        deal_playouts,
        dealt_deal_playouts,
        dealt_playouts,
        divide,
        list_deal_moves,
        perft,
        playouts,
        search_deal_paranoid,
        search_paranoid,
        win_tricks,
    )
else:
    from cabbage._engine_base import (
        count_round_moves,
        deal_divide,
        deal_perft,
        deal_playouts,
        dealt_deal_playouts,
        dealt_playouts,
        divide,
        list_deal_moves,
        perft,
        playouts,
        search_deal_paranoid,
        search_paranoid,
        win_tricks,
    )
