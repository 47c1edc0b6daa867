"""`cabbage match` as a person at a terminal meets it."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from cabbage import _cli_match, cli, krypkasino, las_vegan
from cabbage._cli_match import progress_text
from cabbage.match import play_match
from interrupting import run_and_interrupt

THREE = ("match", "random", "random", "random")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_it_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *THREE, "--deals", "12", "--seed", "7")
    assert (code, err) == (0, "")
    assert out == play_match(["random"] * 3, 12, 7).table() + "\n"
    assert out.startswith("12 deals x 3 rotations of Las Vegan, seed 7\n  1. random x3  ")


def test_json_is_that_of_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, *THREE, "--deals", "4", "--seed", "7", "--game", "krypkasino")
    match = play_match(["random"] * 3, 4, 7, rules=krypkasino.Rules(players=3))
    assert found == json.loads(json.dumps(match.to_dict()))


@pytest.mark.parametrize(
    "words", [("hand_size=5",), ("hand_size=5", "players=3"), ("players=3 hand_size=5",)]
)
def test_rules_are_for_as_many_as_play(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    found = run_json(capsys, *THREE, "--deals", "2", "--seed", "1", "--rules", *words)
    match = play_match(["random"] * 3, 2, 1, rules=las_vegan.Rules(players=3, hand_size=5))
    assert found == json.loads(json.dumps(match.to_dict()))


def test_threads_and_processes_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--deals", "6", "--seed", "3")
    plain = run(capsys, *THREE, *options)
    assert run(capsys, *THREE, *options, "--threads", "2") == plain
    assert run(capsys, *THREE, *options, "--processes", "2") == plain


def test_without_a_seed_it_says_which_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (run_json(capsys, *THREE, "--deals", "1") for _ in range(2))
    assert first["seed"] != second["seed"]
    assert run_json(capsys, *THREE, "--deals", "1", "--seed", str(first["seed"])) == first
    assert run_json(capsys, "match", "random", "random")["deals"] == 100


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_and_long_matches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_cli_match, "SECONDS_BEFORE_PROGRESS", 0.02)
    monkeypatch.setattr(_cli_match, "SECONDS_BETWEEN_PROGRESS", 0.01)
    assert run(capsys, *THREE, "--deals", "60")[2] == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert cli.main([*THREE, "--deals", "60"]) == 0
    _, *shown, last = terminal.getvalue().split("\r\x1b[K")
    assert 1 <= len(shown) < 60
    assert all(text.startswith("[") and " of 180 games, " in text for text in shown)
    assert last == ""  # the line is gone in the end
    terminal.truncate(0)
    monkeypatch.setattr(_cli_match, "SECONDS_BEFORE_PROGRESS", 60.0)
    assert cli.main([*THREE, "--deals", "60"]) == 0
    assert terminal.getvalue().strip("\0") == ""


def test_progress_tells_rate_and_time_left() -> None:
    assert progress_text(12, 240, 4.0) == f"[#{'.' * 29}] 12 of 240 games, 3.00 a second, 1:16 left"
    assert progress_text(9000, 12000, 6.0) == (
        "[######################........] 9,000 of 12,000 games, 1,500 a second, 0:02 left"
    )
    assert progress_text(1, 1000, 90.0).endswith(", 0.01 a second, 1498:30 left")
    assert progress_text(5, 5, 1.0) == f"[{'#' * 30}] 5 of 5 games, 5.00 a second, 0:00 left"


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C on Windows")
@pytest.mark.parametrize("options", [[], ["--json"], ["--threads", "2"]])
def test_ctrl_c_prints_what_is_known(options: list[str]) -> None:
    arguments = [*THREE, "--deals", "10000000", "--seed", "5", *options]
    program = f"print(); import sys; from cabbage.cli import main; sys.exit(main({arguments!r}))"
    code, out, err = run_and_interrupt(program, after=1.2)
    assert (code, err) == (130, "cabbage: interrupted\n")
    if "--json" in options:
        found = json.loads(out)
        assert found == json.loads(json.dumps(play_match(["random"] * 3, found["deals"], 5).to_dict()))
    else:
        deals = int(out.split()[0].replace(",", ""))
        assert out == play_match(["random"] * 3, deals, 5).table() + "\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("random",), "a match has 2 to 6 players, not 1: 'random'"),
        (("random",) * 7, "a match has 2 to 6 players, not 7: 'random random"),
        (("random", "best"), "no player is named 'best'; the players are random"),
        (("random", "random", "--deals", "0"), "deals is 1 to 10000000, not 0"),
        (("random", "random", "--seed", "-1"), "a seed is 0 to 2**64 - 1, not -1"),
        (("random", "random", "--threads", "0"), "threads is 1 to 256, not 0"),
        (("random", "random", "--processes", "62"), "processes is 1 to 61, not 62"),
        (("random", "random", "--rules", "players=4"), "the rules are for 4 players, and the match has 2"),
        (("random", "random", "--rules", "hands=4"), "hands"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(capsys, "match", *arguments)
    assert (code, out) == (1, "")
    assert err.startswith("cabbage: error: ")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("option", [("--game", "whist"), ("--deals", "many"), ("--threads", "x")])
def test_bad_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str], option: tuple[str, str]) -> None:
    assert run(capsys, *THREE, *option)[0] == 2
    assert run(capsys, "match")[0] == 2
