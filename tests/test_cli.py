"""The command line as a person at a terminal meets it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cabbage import cli, notation, records
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as KrypkasinoRules
from cabbage.las_vegan import Game, Round, Rules
from interrupting import run_and_interrupt

EXAMPLES = Path(__file__).parent.parent / "examples"
DEAL, ENDGAME, GAME = (str(EXAMPLES / name) for name in ("deal.txt", "endgame.txt", "game.jsonl"))
POSITION = EXAMPLES / "endgame.txt"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_deal_prints_a_deal_that_reads_back(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "deal", "--seed", "7", "--rules", "players=3", "golden_tie=none")
    assert code == 0
    assert out.startswith("# seed 7, round 0\nlas-vegan deal 1\n")
    assert notation.parse_deal(out) == Round.deal(7, Rules(players=3, golden_tie="none"))


def test_deal_without_a_seed_says_which_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = run_json(capsys, "deal"), run_json(capsys, "deal")
    assert first["seed"] != second["seed"]
    assert notation.parse_position(first["position"]) == Round.deal(first["seed"])


def test_show_draws_and_describes(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", ENDGAME)
    assert code == 0
    assert out == f"{notation.parse_position(POSITION.read_text())}\n"
    state = run_json(capsys, "show", ENDGAME)
    assert state["legal_moves"] == {"P5": 15, "P7": 17, "P8": 18, "B7": 37}
    assert state["current_player"] == 1


def test_show_what_a_seat_knows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = notation.parse_position(POSITION.read_text())
    deal = Deal.deal(5, KrypkasinoRules(players=3))
    for _ in range(9):
        deal.play(deal.legal_moves()[0])
    path, of_deal = tmp_path / "view", tmp_path / "deal"
    of_deal.write_text(notation.format_position(deal))
    for file, shown in ((ENDGAME, state), (str(of_deal), Deal.from_setup(deal.setup(), deal.rules))):
        for seat in range(shown.num_players):
            view = shown.observe(seat)
            assert run(capsys, "show", file, "--seat", str(seat)) == (0, f"{view}\n", "")
            path.write_text(notation.format_view(view))
            assert run(capsys, "show", str(path)) == (0, f"{view}\n", "")
            described = run_json(capsys, "show", file, "--seat", str(seat))
            assert described == run_json(capsys, "show", str(path), "--seat", str(seat))
            assert notation.parse_view(described["view"]) == view
            assert list(described["legal_moves"].values()) == view.legal_moves()
            assert described["hand"] == [str(card) for card in view.hand]
            assert described["unseen"] == [str(card) for card in view.unseen]
            assert described["hand_sizes"] == list(view.hand_sizes)
            assert not {"hands", "stock", "position", "zobrist_hash"} & set(described)


def test_a_view_is_of_one_seat_and_not_played_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "view"
    path.write_text(notation.format_view(Round.deal(1).observe(2)))
    for more in (("--seat", "1"), ("--after", "R0")):
        code, out, err = run(capsys, "show", str(path), *more)
        assert (code, out) == (1, "")
        assert err == ("cabbage: error: the text is what seat 2 knows: no --after, and no other --seat\n")
    code, _, err = run(capsys, "perft", str(path), "1")
    assert code == 1
    assert err == "cabbage: error: line 1, column 11: this is a view, not a deal or position\n"
    code, _, err = run(capsys, "show", ENDGAME, "--seat", "9")
    assert code == 1
    assert err == "cabbage: error: a seat is 0 to 3, not 9\n"


def test_after_plays_on(capsys: pytest.CaptureFixture[str]) -> None:
    state = run_json(capsys, "show", ENDGAME, "--after", "P7 p6, P3")
    assert state["trick"] == ["P7", "P6", "P3"]
    code, out, err = run(capsys, "show", ENDGAME, "--after", "P7 P8")
    assert (code, out) == (1, "")
    assert err.startswith("cabbage: error: action 18 (P8) is not legal for seat 2, who may play P6; ")


def test_perft_and_divide(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "perft", ENDGAME, "0")[1] == "1\n"
    code, out, _ = run(capsys, "perft", ENDGAME, "4", "--divide")
    assert code == 0
    *rows, total = out.splitlines()
    assert int(total) == sum(int(row.split()[1]) for row in rows)
    assert run_json(capsys, "perft", ENDGAME, "4")["count"] == int(total)
    assert len(run_json(capsys, "perft", ENDGAME, "4", "--divide")["divide"]) == 4


def test_replay_verifies(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "replay", GAME, "--verbose")
    assert code == 0
    assert out.endswith("won by seat 0\nthe record is verified\n")
    assert run_json(capsys, "replay", GAME)["winners"] == [0]
    forged = tmp_path / "forged.jsonl"
    forged.write_text(Path(GAME).read_text().replace('"totals": [12,', '"totals": [99,'))
    code, out, err = run(capsys, "replay", str(forged))
    assert (code, out) == (1, "")
    assert err.startswith("cabbage: error: line 6: totals are recorded as [99, 3, 1, 4]; ")


def test_a_position_may_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(POSITION.read_text()))
    assert run(capsys, "perft", "-", "1")[1] == "4\n"


def test_bench_measures_everything(capsys: pytest.CaptureFixture[str]) -> None:
    report = run_json(capsys, "bench", "--seconds", "0.001")
    assert report["engine"] in ("base", "bmi2")
    assert all(figure["value"] > 0 for figure in report["figures"])
    code, _, err = run(capsys, "bench", "--seconds", "0")
    assert code == 1
    assert "above 0 and at most 60 seconds, not 0.0" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "no such file"), "No such file"),
        (("show", str(EXAMPLES)), ""),
        (("show", GAME), "a text starts with 'las-vegan deal 1'"),
        (("replay", DEAL), "line 1: no JSON"),
        (("deal", "--seed", "-1"), "a seed is 0 to 2**64 - 1, not -1"),
        (("deal", "--rules", "players=9"), "players is 2 to 6, not 9"),
        (("deal", "--rules", "colour=red"), "no rule is named 'colour'"),
        (("deal", "--number", "4"), "the number of the round is 0 to 3, not 4"),
        (("perft", DEAL, "-1"), "a depth is 0 to 1000, not -1"),
        (("play", "--seat", "4", "--seed", "1"), "your seat is 0 to 3, not 4"),
        (("show", DEAL, "--after", "R0 Q9"), "'Q9' is not an action"),
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


def test_a_file_that_is_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(bytes(range(256)))
    for command in ("show", "replay"):
        code, _, err = run(capsys, command, str(path))
        assert code == 1
        assert "is not a text in UTF-8" in err


@pytest.mark.parametrize("arguments", [(), ("fly",), ("perft", DEAL, "many"), ("play", "--seat", "me")])
def test_bad_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert run(capsys, *arguments)[0] == 2


@pytest.mark.parametrize(
    "command", ["deal", "show", "play", "perft", "solve", "analyse", "replay", "match", "bench"]
)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert "--json" in out


def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *arguments: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return run(capsys, "play", "--seed", "3", *arguments)


def test_a_game_can_be_played_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = io.StringIO()

    def type_the_first_action_listed() -> str:
        return out.getvalue().rsplit("you may play: ", 1)[1].split()[0] + "\n"

    keyboard = io.StringIO()
    monkeypatch.setattr(keyboard, "readline", type_the_first_action_listed)
    monkeypatch.setattr(sys, "stdin", keyboard)
    monkeypatch.setattr(sys, "stdout", out)
    path = tmp_path / "game.jsonl"
    code = cli.main(["play", "--seed", "3", "--rules", "rounds=2", "--record", str(path)])
    assert code == 0
    assert "Won by" in out.getvalue()
    game = records.load(path)
    assert game.is_over
    assert game.seed == 3


def test_mistakes_are_explained_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    typed = "help\nQ9\nR9\n\nR1\nundo\nquit\n"
    code, out, _ = play(monkeypatch, capsys, typed, "--record", str(path))
    assert code == 0
    assert "'q9' is not an action" in out
    assert "R9 is not legal here" in out
    assert "The game is left unfinished." in out
    # The undo took back R1 and what the others played to it.
    assert records.load(path) == Game(3)


def test_the_end_of_input_is_quitting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = play(monkeypatch, capsys, "", "--json")
    assert code == 0
    assert records.loads(out) == Game(3)
    assert "you may play: " in err


def test_a_bad_seat_leaves_an_older_record_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("older")
    assert run(capsys, "play", "--seat", "9", "--record", str(path))[0] == 1
    assert path.read_text() == "older"
    code, out, err = run(capsys, "play", "--record", str(tmp_path / "no" / "folder"))
    assert (code, out) == (1, "")
    assert "No such file" in err


def test_streams_that_are_closed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    code, _, err = run(capsys, "show", "-")
    assert (code, err) == (1, "cabbage: error: there is no standard input\n")
    assert run(capsys, "play", "--seed", "3")[0] == 0
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.main(["show", DEAL]) == 0


def test_other_encodings_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    for encoding in ("utf-8-sig", "utf-16"):
        path.write_text(Path(DEAL).read_text(), encoding=encoding)
        assert run(capsys, "show", str(path))[0] == 0


def test_a_path_with_a_nul(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "show", "a\0b")
    assert (code, out) == (1, "")
    assert err.startswith("cabbage: error: ")


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C on Windows")
def test_ctrl_c_ends_without_a_traceback() -> None:
    arguments = ["perft", DEAL, "30"]
    program = f"print(); import sys; from cabbage.cli import main; sys.exit(main({arguments!r}))"
    assert run_and_interrupt(program, after=0.5) == (130, "", "cabbage: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise on Windows")
def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m cabbage show {DEAL} | true"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
