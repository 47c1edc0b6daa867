"""The program that measures the players' strength says what the matches came to."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cabbage.match import play_match
from cabbage.players import parse_player

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))

import strength

LV, KK = "lv/ismcts:100/rule-of-thumb", "kk/rule-of-thumb/random"


def test_rows_are_of_players_that_there_are() -> None:
    rows = list(strength.rows())
    assert len({row.key for row in rows}) == len(rows)
    for row in rows:
        for name in (row.player, row.against):
            assert parse_player(name).name == name


def test_what_is_said_is_what_the_matches_came_to(tmp_path: Path) -> None:
    found, page = tmp_path / "found.json", tmp_path / "page.md"
    words = ["--deals", "3", "--seed", "5", "--positions", "20", "--rows", LV, KK, "known/pimc:50"]
    assert strength.main([*words, "--json", str(found), "--markdown", str(page)]) == 0
    content = json.loads(found.read_text(encoding="utf-8"))
    lv, kk, known = content["rows"]
    assert (lv["key"], kk["key"]) == (LV, KK)
    for row, names, sign in (
        (lv, ["ismcts:100", *["rule-of-thumb"] * 3], 1),
        (kk, ["rule-of-thumb", "random"], -1),
    ):
        results = play_match(names, 3, 5, rules=strength.GAMES[row["game"]]).results
        better_by = sign * (results[:, :, 0].mean() - results[:, :, 1:].mean())
        assert row["better_by"] == pytest.approx(better_by)
        assert row["low"] < better_by < row["high"]
        assert row["ms_a_decision"] > 0
        assert f"| {row['player']} | {row['against']} | 3 | {better_by:+.2f} |" in page.read_text()
    assert (known["positions"], known["best"]) == (20, 20)
    assert "| pimc:50 | 20 | 100.0% |" in page.read_text()


def test_one_deal_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert strength.main(["--deals", "1", "--rows", KK]) == 0
    assert "points (-), p " in capsys.readouterr().out


def test_patterns_that_no_row_has() -> None:
    with pytest.raises(SystemExit, match=r"no row is xx/\*; the rows are lv/rule-of-thumb/random, "):
        strength.main(["--rows", "xx/*"])
