"""Las Vegan's prover: what it must not mistake for another position, and what it refuses."""

from __future__ import annotations

import gc
import os
import threading

import pytest

from cabbage import errors, notation, solver
from cabbage._prover_base import RoundMaxn, RoundProver
from cabbage.las_vegan import Round, Rules
from compare import reference_position
from reference import search

NO_LIMIT = 1 << 62

# A casino card whose token counts nothing any more is not a free one: these two share all else.
SETTLED_OR_FREE = (
    "las-vegan position 1; rules players=3 rounds=1 deck=R01678,P01678,G01678,B01678 casino_deck=7,4,7 "
    "golden_faces=0,2 token_faces=-3,2/-3,0 golden_tie=none; casino 4 7 7; golden +2; tokens +2 -3; "
    "placed {}; leader 0; hands R7 P0 | P7 G1 | P6 B6; piles R068 P1 B17 | - | G0678 B08"
)
ONE_TOKEN = (
    "las-vegan position 1; rules players=3 rounds=1 hand_size=4 deck=R0367,P0367,G0367,B0367 "
    "casino_deck=P,4,4 golden_faces=-1,-1 token_faces=3,3; casino 4 P 4; golden -1; tokens +3; leader 0; "
    "hands R0 G03 B3 | R7 P0 G7 B0 | R36 P36"
)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_settled_casino_card_is_no_free_one(order: tuple[int, int]) -> None:
    table = solver.TranspositionTable(1)
    values = {0: -6, 1: -2}
    for i in order:
        state = notation.parse_position(SETTLED_OR_FREE.format(("t0 t1 -", "- t1 -")[i]))
        assert search.paranoid_value(reference_position(state), (1,)) == values[i]
        assert solver.solve(state, seat=1, table=table, detail="value").value == values[i]


def test_maxn_knows_a_settled_casino_card_too() -> None:
    state = notation.parse_position(ONE_TOKEN)
    assert solver.solve(state, objective="maxn", detail="value").results == (0, 3, 0)


def deal(hand_size: int = 3, players: int = 3) -> Round:
    return Round.deal(4, Rules(players=players, hand_size=hand_size))


@pytest.mark.parametrize("weights", [[1, 0], [1, 0, 0, 0], [2, 0, 0], [1, 0, 5], []])
def test_weights_are_for_each_seat(weights: list[int]) -> None:
    with pytest.raises(errors.ObjectiveError, match="weights are 1, 0 or -1 for each of 3 seats"):
        RoundProver(deal(), weights, solver.TranspositionTable(1))


@pytest.mark.parametrize(
    "sides", [(), ((0, 1, 2), ()), ((0,), (1,)), ((0,), (1,), (2,), (3,)), ((0, 0), (1, 2))]
)
def test_sides_are_all_seats(sides: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(errors.ObjectiveError, match="are not all seats of 3 players"):
        RoundMaxn(deal(), sides, solver.TranspositionTable(1))


def test_a_prover_answers_about_its_root_and_what_comes_after_it() -> None:
    state = deal()
    table = solver.TranspositionTable(1)
    prover = RoundProver(state, [1, 0, 0], table)
    with pytest.raises(errors.CabbageError, match="no later one of the root"):
        prover.at_least(Round.deal(5, Rules(players=3, hand_size=3)), 0, NO_LIMIT)
    with pytest.raises(errors.TableInUseError, match="another deal or objective"):
        RoundProver(state, [0, 1, 0], table)
    prover.close()
    prover.close()
    with pytest.raises(errors.CabbageError, match="the search is closed"):
        prover.at_least(state, 0, NO_LIMIT)
    RoundProver(state, [0, 1, 0], table).close()
    table.clear()


def test_a_collected_prover_leaves_its_table() -> None:
    table = solver.TranspositionTable(1)
    prover = RoundProver(deal(), [1, 0, 0], table)
    with pytest.raises(errors.TableInUseError):
        table.clear()
    del prover
    gc.collect()
    table.clear()


def test_closing_waits_for_nobody_and_harms_no_running_search() -> None:
    state = Round.deal(1)
    table = solver.TranspositionTable(1)
    prover = RoundProver(state, [1, 0, 0, 0], table)
    running, go_on = threading.Event(), threading.Event()
    looks = 0

    def poll(_: int) -> bool:
        nonlocal looks
        looks += 1
        running.set()
        return go_on.is_set() and looks > 20

    answers: list[tuple[int, int, int]] = []
    thread = threading.Thread(target=lambda: answers.append(prover.at_least(state, -9, NO_LIMIT, poll)))
    thread.start()
    assert running.wait(60)
    prover.close()
    with pytest.raises(errors.TableInUseError):
        table.clear()
    go_on.set()
    thread.join()
    assert answers[0][2] > 0
    table.clear()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_can_go_on_with_a_table_in_use() -> None:
    state = Round.deal(1)
    table = solver.TranspositionTable(1)
    prover = RoundProver(state, [1, 0, 0, 0], table)
    running, stop = threading.Event(), threading.Event()

    def poll(_: int) -> bool:
        running.set()
        return stop.is_set()

    thread = threading.Thread(target=lambda: prover.at_least(state, -9, NO_LIMIT, poll))
    thread.start()
    try:
        assert running.wait(60)
        for _ in range(5):
            child = os.fork()
            if child == 0:
                small = deal()
                same = solver.solve(small, table=table).values == solver.solve(small).values
                os._exit(0 if same else 1)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        stop.set()
        thread.join()
