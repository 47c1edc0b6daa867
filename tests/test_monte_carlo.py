"""Monte-Carlo playouts of one position."""

from __future__ import annotations

import math
from typing import Any

import numpy
import pytest

from cabbage import krypkasino, las_vegan, testing
from cabbage.batch import Playouts, playouts
from cabbage.errors import CabbageError, InputTypeError, TooManyCapturesError
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from compare_krypkasino import table_with_hand

STATES: dict[str, Any] = {
    "2 players": Round.deal(1, las_vegan.Rules(players=2)),
    "4 players": Round.deal(1),
    "6 players": Round.deal(1, las_vegan.Rules(players=6)),
    "deal for 2": Deal.deal(1),
    "deal for 5": Deal.deal(1, krypkasino.Rules(players=5)),
}


@pytest.fixture(params=list(STATES.values()), ids=list(STATES))
def state(request: pytest.FixtureRequest) -> Any:
    return request.param.copy()


def test_they_are_those_of_testing(builds: str, state: Any) -> None:
    found = playouts(state, 3_000, 7)
    totals = testing.random_playouts(state, 3_000, 7)
    assert found.actions == totals.actions
    assert [round(mean * 3_000) for mean in found.mean] == list(totals.returns)


def test_mean_and_error_are_those_of_the_returns(state: Any) -> None:
    found = playouts(state, 5_000, 3, full=True)
    assert found.returns is not None
    assert found.returns.shape == (5_000, state.num_players)
    assert found.returns.dtype == numpy.dtype("int32")
    assert found.mean == pytest.approx(found.returns.mean(axis=0))
    error = found.returns.std(axis=0, ddof=1) / math.sqrt(5_000)
    assert found.standard_error == pytest.approx(error)
    assert found.count == 5_000
    assert playouts(state, 5_000, 3).returns is None


def test_nothing_depends_on_threads(builds: str, state: Any) -> None:
    one = playouts(state, 20_000, 9, full=True)
    for threads in (2, 5):
        other = playouts(state, 20_000, 9, threads, full=True)
        assert numpy.array_equal(other.returns, one.returns)  # type: ignore[arg-type]
        assert (other.mean, other.standard_error, other.actions) == (
            one.mean,
            one.standard_error,
            one.actions,
        )


def test_a_longer_run_begins_like_a_shorter_one(state: Any) -> None:
    long, short = playouts(state, 900, 2, full=True), playouts(state, 70, 2, full=True)
    assert long.returns is not None
    assert short.returns is not None
    assert (long.returns[:70] == short.returns).all()


def test_the_position_stays(state: Any) -> None:
    held = state.copy()
    playouts(state, 100, 1, threads=2)
    assert state == held


def test_one_playout_has_no_error_and_a_finished_game_no_spread(state: Any) -> None:
    assert all(math.isnan(error) for error in playouts(state, 1, 1).standard_error)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    found = playouts(state, 10, 1)
    assert found.mean == tuple(state.returns())
    assert set(found.standard_error) == {0.0}
    assert found.actions == 0
    assert isinstance(found, Playouts)


def test_bad_arguments(state: Any) -> None:
    for n in (0, -1, 2**40):
        with pytest.raises(CabbageError, match="n is 1 to "):
            playouts(state, n, 1)
    for bad in (-1, 2**64):
        with pytest.raises(CabbageError, match="a seed is"):
            playouts(state, 1, bad)
    with pytest.raises(CabbageError, match="threads is"):
        playouts(state, 1, 1, 0)
    with pytest.raises(InputTypeError, match="the state is"):
        playouts("state", 1, 1)  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="n is an integer"):
        playouts(state, 1.0, 1)  # type: ignore[arg-type]


def test_a_table_with_too_many_captures() -> None:
    table = [card for card in range(52) if card % 13 < 10] * 2
    deal = table_with_hand(sorted(table)[:66], [11], krypkasino.Rules())
    for threads in (1, 2):
        with pytest.raises(TooManyCapturesError, match="playout 0 comes to a table with too many captures"):
            playouts(deal, 2_000, 1, threads)
