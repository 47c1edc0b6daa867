"""Views and players: observing, drawing worlds, decisions, and the searches behind them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workloads import Workload
from workloads_players import WORKLOADS_PLAYERS


@pytest.mark.parametrize("key", WORKLOADS_PLAYERS)
def test_players(timed: Callable[[Workload], None], key: str) -> None:
    timed(WORKLOADS_PLAYERS[key])
