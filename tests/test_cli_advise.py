"""`cabbage advise` as a person at a terminal meets it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cabbage import cli, notation, records
from cabbage.advice import advise

EXAMPLES = Path(__file__).parent.parent / "examples"
VIEW, DEAL, ENDGAME, RECORD = (
    str(EXAMPLES / name)
    for name in ("advice.txt", "deal.txt", "krypkasino-endgame.txt", "krypkasino-game.jsonl")
)
QUICK = ("--player", "ismcts:50")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(("advise", *arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_a_view_is_advised(capsys: pytest.CaptureFixture[str]) -> None:
    view = notation.parse_view(Path(VIEW).read_text(encoding="utf-8"))
    for arguments in ((), ("--seat", "2")):
        code, out, err = run(capsys, VIEW, "--player", "ismcts:2000", "--seed", "3", *arguments)
        assert (code, err) == (0, "")
        assert out == f"{advise(view, player='ismcts:2000', seed=3)}\n"
    assert run_json(capsys, VIEW, *QUICK) == advise(view, player="ismcts:50").to_dict()


def test_the_default_player_and_seed(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, VIEW)
    assert (found["player"], found["count"]) == ("ismcts:20000", 20_000)
    assert run_json(capsys, VIEW, "--seed", "0") == found
    assert run_json(capsys, VIEW, "--seed", "1") != found


def test_hidden_cards_of_a_position_are_not_looked_at(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    other = tmp_path / "other.txt"
    deal = Path(DEAL).read_text(encoding="utf-8")
    swapped = deal.replace("R3 P4578 G19 B247 | R49 P169 G0378 B8", "R49 P169 G0378 B8 | R3 P4578 G19 B247")
    assert swapped != deal
    other.write_text(swapped, encoding="utf-8")
    assert run(capsys, DEAL, *QUICK) == run(capsys, str(other), *QUICK)


def test_actions_are_played_first(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, DEAL, "--after", "R0 R3", "--seat", "2", *QUICK)
    assert sorted(suggestion["name"] for suggestion in found["suggestions"]) == ["R4", "R9"]
    found = run_json(capsys, ENDGAME, "--after", "KD", *QUICK)
    assert (found["game"], found["seat"]) == ("krypkasino", 0)


def test_the_last_round_of_a_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state: Any = records.load(RECORD).states[-1]
    while len(state.history) > 30:
        state.undo()
    expected = advise(state.observe(state.current_player), player="ismcts:50").to_dict()
    assert run_json(capsys, RECORD, "--at", "30", *QUICK) == expected
    running = tmp_path / "running.jsonl"
    lines = Path(RECORD).read_text(encoding="utf-8").splitlines()
    head = json.loads(lines[-2]) | {"actions": list(state.history[:-1]), "returns": None}
    totals = [sum(json.loads(line)["returns"][seat] for line in lines[1:-2]) for seat in range(2)]
    tail = {"totals": totals, "winners": None}
    running.write_text("\n".join([*lines[:-2], json.dumps(head), json.dumps(tail)]) + "\n", encoding="utf-8")
    (last,) = state.history[-1:]
    state.undo()
    name = next(str(move) for move in state.moves() if move.number == last)
    assert run_json(capsys, str(running), "--after", name, *QUICK) == expected


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(Path(VIEW).read_text(encoding="utf-8")))
    assert run(capsys, "-", *QUICK) == run(capsys, VIEW, *QUICK)


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "--json" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((DEAL, "--seat", "1"), "it is the turn of seat 0, not of seat 1; view: "),
        ((DEAL, "--seat", "4"), "a seat is 0 to 3, not 4"),
        ((VIEW, "--seat", "1"), "the text is what seat 2 knows: no --after, and no other --seat"),
        ((VIEW, "--after", "B5"), "the text is what seat 2 knows: no --after, and no other --seat"),
        ((VIEW, "--at", "1"), "--at counts the actions of a record, and the text is none"),
        ((RECORD, "--at", "999"), "--at is 0 to "),
        ((RECORD,), "the deal is over, there is nothing to choose"),
        ((VIEW, "--player", "random"), "player 'random' chooses without saying what it expects"),
        ((VIEW, "--player", "ismcts:x"), "player 'ismcts:x': simulations is an integer"),
        ((VIEW, "--seed", "-1"), "a seed is 0 to 2**64 - 1, not -1"),
        (("no such file",), "No such file"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith("cabbage: error: ")
    assert message in err
    assert len(err.splitlines()) == 1
