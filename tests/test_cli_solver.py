"""`cabbage solve` and `cabbage analyse` as a person at a terminal meets them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cabbage import _cli_solver, cli, notation, records, solver
from cabbage.las_vegan import Game, Round, Rules, action_name
from interrupting import run_and_interrupt

EXAMPLES = Path(__file__).parent.parent / "examples"
DEAL, ENDGAME, KRYPKASINO, GAME, KRYPKASINO_GAME = (
    str(EXAMPLES / name)
    for name in (
        "deal.txt", "endgame.txt", "krypkasino-endgame.txt", "game.jsonl", "krypkasino-game.jsonl",
    )
)  # fmt: skip
LATE = "P7 P6 P3 R6"  # some plays of the end game


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def late() -> Round:
    state = notation.parse_position(Path(ENDGAME).read_text())
    assert isinstance(state, Round)
    for name in LATE.split():
        state.play(next(action for action in state.legal_moves() if action_name(action) == name))
    return state


def test_solve_prints_every_action_and_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "solve", ENDGAME, "--after", LATE)
    assert (code, err) == (0, "")
    solution = solver.solve(late(), max_nodes=cli.DEFAULT_MAX_NODES)
    lines = out.splitlines()
    assert lines[0] == f"seat 1 to move, all others against it: {solution.value:+d} cabbages"
    actions = [line.split() for line in lines[1 : 1 + len(solution.values)]]
    assert [int(value) for _, value, *_ in actions] == sorted(solution.values.values(), reverse=True)
    assert {row[0] for row in actions if row[2:] == ["best"]} == set(map(action_name, solution.best_actions))
    assert lines[-3] == "best play: " + " ".join(map(action_name, solution.principal_variation))
    assert solution.returns is not None
    assert lines[-2] == "  ends with " + " ".join(f"{score:+d}" for score in solution.returns)
    assert lines[-1].startswith(f"{solution.nodes:,} nodes in ")


def test_solve_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "solve", ENDGAME, "--after", LATE)
    solution = solver.solve(late(), max_nodes=cli.DEFAULT_MAX_NODES)
    assert found["values"] == {action_name(a): value for a, value in solution.values.items()}
    assert found["value"] == solution.value
    assert found["bounds"] == [solution.value, solution.value]
    assert found["exact"] is True
    assert found["best"] == [action_name(action) for action in solution.best_actions]
    assert (found["best_action"], found["best_is_proven"]) == (found["best"][0], True)
    assert found["line"] == [action_name(action) for action in solution.principal_variation]
    assert found["returns"] == list(solution.returns or ())
    assert (found["objective"], found["sides"], found["seat"]) == ("paranoid", [[0], [1], [2], [3]], 1)
    assert (found["nodes"], found["stopped_by"], found["results"]) == (solution.nodes, None, None)


def test_solve_counts_points_in_krypkasino(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", KRYPKASINO)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "seat 1 to move, all others against it: 10 points"
    assert lines[1].split() == ["KD", "10", "best"]
    assert [int(line.split()[1]) for line in lines[2:5]] == [11, 11, 11]
    assert lines[5].startswith("best play: KD TDx6C+4D ")


@pytest.mark.parametrize(
    ("options", "head"),
    [
        (("--seat", "0"), "seat 1 to move, seat 0 against all others: "),
        (("--teams", "0,2/1,3"), "seat 1 to move, seats 1 and 3 against all others: "),
        (
            ("--teams", "1,3/0,2", "--objective", "margin"),
            "seat 1 to move, the score of seats 1 and 3 less that of seats 0 and 2: ",
        ),
        (("--objective", "maxn"), "seat 1 to move, each side for itself: "),
    ],
)
def test_solve_says_what_the_value_is_of(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], head: str
) -> None:
    code, out, _ = run(capsys, "solve", ENDGAME, "--after", LATE, "--detail", "line", *options)
    assert code == 0
    assert out.startswith(head)
    assert ("seat 0 " in out.splitlines()[1]) is ("maxn" in options)
    best = next(line for line in out.splitlines() if "best: " in line)
    assert best.split()[1] in map(action_name, late().legal_moves())


def test_the_best_action_of_the_others_is_the_worst_for_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "solve", KRYPKASINO, "--seat", "0")[1].splitlines()
    values = [int(line.split()[1]) for line in out if line.startswith("  ") and "ends" not in line]
    assert values == sorted(values, reverse=True)
    assert out[1].endswith("best")


def test_solve_prints_an_interval_when_it_is_too_much(capsys: pytest.CaptureFixture[str]) -> None:
    for option, reason in (("--max-nodes=1000", "out of nodes"), ("--max-seconds=0.05", "out of time")):
        code, out, err = run(capsys, "solve", DEAL, option)
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert lines[0].startswith("seat 0 to move, all others against it: -")
        assert " to +" in lines[0]
        assert lines[0].endswith(" cabbages, not solved")
        assert ".." in lines[1]
        assert lines[-2].startswith("  most promising: ")
        assert lines[-1].endswith(f" s; {reason}")
        assert "best play" not in out
    found = run_json(capsys, "solve", DEAL, "--max-nodes", "1000")
    assert (found["exact"], found["value"], found["line"], found["returns"]) == (False, None, [], None)
    assert found["bounds"][0] < found["bounds"][1]
    assert set(found["values"].values()) == {None}
    assert (found["best"], found["best_is_proven"]) == ([], False)
    assert found["best_action"] in found["values"]
    assert (found["stopped_by"], found["nodes"]) == ("nodes", 1000)


def test_only_what_is_proven_is_called_best(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = Round.deal(0, Rules(players=3, hand_size=4))
    path = tmp_path / "deal.txt"
    path.write_text(notation.format_position(state))
    exact = set(map(action_name, solver.solve(state).best_actions))
    kinds = set()
    for nodes in range(100, 400, 20):
        found = run_json(capsys, "solve", str(path), "--max-nodes", str(nodes))
        lines = run(capsys, "solve", str(path), "--max-nodes", str(nodes))[1].splitlines()
        marked = {line.split()[0] for line in lines if line.endswith("  best")}
        assert marked == set(found["best"]) <= exact
        assert (f"  most promising: {found['best_action']}" in lines) is not found["best_is_proven"]
        kinds.add((found["exact"], found["best_is_proven"]))
    assert kinds >= {(True, False), (True, True)}


def test_threads_and_tables(capsys: pytest.CaptureFixture[str]) -> None:
    plain = run_json(capsys, "solve", ENDGAME, "--after", LATE)
    found = run_json(capsys, "solve", ENDGAME, "--after", LATE, "--threads", "2", "--table", "1")
    assert (found["values"], found["line"]) == (plain["values"], plain["line"])


@pytest.fixture
def short_game(tmp_path: Path) -> str:
    game = Game(4, Rules(players=3, hand_size=2, rounds=2))
    while not game.is_over:
        if game.round.is_terminal:
            game.deal_next()
        game.play(game.round.legal_moves()[-1])
    path = tmp_path / "game.jsonl"
    records.dump(game, path)
    return str(path)


def test_analyse_prints_what_every_action_lost(capsys: pytest.CaptureFixture[str], short_game: str) -> None:
    code, out, err = run(capsys, "analyse", short_game)
    assert (code, err) == (0, "")
    analysis = solver.analyse(records.load(short_game), max_nodes=cli.DEFAULT_NODES_A_VALUE)
    assert out.startswith(f"{analysis}\n{analysis.nodes:,} nodes in ")
    errors = [j for j in analysis.judgements if j.loss > 0]
    assert 0 < len(errors) < len(analysis.judgements)
    listed = run(capsys, "analyse", short_game, "--errors")[1].splitlines()
    assert [line.split()[3] for line in listed[1:-4]] == [j.name for j in errors]
    assert listed[-4:-1] == out.splitlines()[-4:-1]
    options = ("--objective", "margin", "--teams", "0/1,2", "--threads", "2")
    found = run_json(capsys, "analyse", short_game, *options)
    assert found["sides"] == [[0], [1, 2]]
    assert found["exact"] is True
    losses = [0, 0, 0]
    for action in found["actions"]:
        assert action["loss"][0] == action["before"][0] - action["after"][0] >= 0
        losses[action["seat"]] += action["loss"][0]
    assert [lower for lower, _ in found["losses"]] == losses


@pytest.mark.parametrize("path", [GAME, KRYPKASINO_GAME])
def test_analyse_takes_both_games(capsys: pytest.CaptureFixture[str], path: str) -> None:
    found = run_json(capsys, "analyse", path, "--max-nodes", "50")
    game = records.load(path)
    assert found["game"] == ("las-vegan" if path == GAME else "krypkasino")
    assert len(found["actions"]) == sum(len(state.history) for state in game.states)
    assert found["exact"] is False


# ---------------------------------------------------------------- terminals and Ctrl-C


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_and_long_searches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_cli_solver, "SECONDS_BEFORE_PROGRESS", 0.3)
    assert run(capsys, "solve", DEAL, "--max-seconds", "0.8")[2] == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert cli.main(["solve", DEAL, "--max-seconds", "0.8"]) == 0
    _, *shown, last = terminal.getvalue().split("\r\x1b[K")
    assert len(shown) in (1, 2)
    assert shown[0].startswith("1 s, ") or shown[0].startswith("0 s, ")
    assert " nodes, value -" in shown[0]
    assert shown[0].endswith(", 0 of 11 done")
    assert last == ""  # the line is gone in the end
    terminal.truncate(0)
    monkeypatch.setattr(_cli_solver, "SECONDS_BEFORE_PROGRESS", 5.0)
    assert cli.main(["solve", DEAL, "--max-seconds", "0.6"]) == 0
    assert terminal.getvalue().strip("\0") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C on Windows")
@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (["solve", DEAL, "--max-nodes", str(10**15)], "seat 0 to move, all others against it: -"),
        (["solve", DEAL, "--json", "--max-nodes", str(10**15)], '{"objective": "paranoid"'),
        (["analyse", GAME, "--max-nodes", str(10**15)], "round ply seat"),
    ],
)
def test_ctrl_c_prints_what_is_known(arguments: list[str], start: str) -> None:
    program = f"print(); import sys; from cabbage.cli import main; sys.exit(main({arguments!r}))"
    code, out, err = run_and_interrupt(program, after=0.8)
    assert (code, err) == (130, "cabbage: interrupted\n")
    assert out.startswith(start)
    assert "interrupt" in out
    assert (" judged\n" in out) is (arguments[0] == "analyse")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", DEAL, "--max-nodes", "0"), "max_nodes is 1 to 2**63 - 1, not 0"),
        (
            ("solve", DEAL, "--max-seconds", "nan"),
            "max_seconds is above 0 and at most 1,000,000,000, not nan",
        ),
        (("solve", DEAL, "--table", "0"), "a table's megabytes is 1 to 262144, not 0"),
        (("solve", DEAL, "--threads", "0"), "threads is 1 to 256, not 0"),
        (("solve", DEAL, "--seat", "4"), "seat is 0 to 3, not 4"),
        (("solve", DEAL, "--teams", "a/b"), "teams are written as 0,2/1,3, not as 'a/b'"),
        (("solve", DEAL, "--teams", "0,1/2"), "and seat 3 is in none: [[0, 1], [2]]"),
        (("solve", DEAL, "--objective", "margin"), "margin is between two sides, and without teams"),
        (("solve", DEAL, "--objective", "maxn", "--seat", "1"), "takes no seat; it was given 1"),
        (("analyse", DEAL), "line 1: no JSON"),
        (("analyse", GAME, "--max-nodes", "0"), "max_nodes is 1 to 2**63 - 1, not 0"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith("cabbage: error: ")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("option", [("--objective", "all"), ("--detail", "most"), ("--table", "big")])
def test_bad_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str], option: tuple[str, str]) -> None:
    assert run(capsys, "solve", DEAL, *option)[0] == 2


def test_a_table_too_large_for_the_machine_says_its_size(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(megabytes: int) -> None:
        raise MemoryError(f"no memory for a transposition table of {megabytes} megabytes")

    monkeypatch.setattr(_cli_solver, "TranspositionTable", refuse)
    code, _, err = run(capsys, "solve", DEAL, "--table", "999")
    assert (code, err) == (1, "cabbage: error: no memory for a transposition table of 999 megabytes\n")
