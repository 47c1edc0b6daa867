"""The comparison with other people's engines works with none of them, and its page is what it measured."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from peers import chart, command, ours, report  # noqa: E402
from peers.measure import compare  # noqa: E402
from peers.pairs import PAIRS, STEPS, Pair  # noqa: E402
from peers.report import Report  # noqa: E402
from peers.work import Work  # noqa: E402

PACKAGES = ["colver", "pyspiel", "rlcard", "pettingzoo", "chess", "chessmg", "cshogi"]


class StandIn:
    """A peer that is always here: ourselves."""

    NAME = "stand-in"
    DISTRIBUTION = "cabbage-cards"
    works = staticmethod(ours.works)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.setitem(sys.modules, "peers.stand-in_peer", StandIn)
    monkeypatch.setattr(command, "PEERS", ["stand-in"])
    pairs = [
        Pair(STEPS, "lv_steps", "stand-in", "kk_steps", goal=1000),
        Pair("Copies & more", "lv_copy", "stand-in", "kk_copy"),
    ]
    return command.run(1, 0.001, pairs)


def test_without_any_peer(tmp_path: Path) -> None:
    hide = f"import runpy, sys; sys.modules.update(dict.fromkeys({PACKAGES}))\n"
    start = f"runpy.run_path({str(ROOT / 'benchmarks' / 'peers')!r}, run_name='__main__')"
    file = tmp_path / "found.json"
    done = subprocess.run(
        [sys.executable, "-c", hide + start, "--runs", "1", "--scale", "0.01", "--json", str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    found = Report.from_json(file.read_text(encoding="utf-8"))
    assert found.rows == []
    names = {pair.peer for pair in PAIRS}
    assert set(found.absent) == names
    for name in names:
        assert f"{name}: left out, not installed" in done.stdout


def test_every_row_has_our_work() -> None:
    assert {pair.ours for pair in PAIRS} <= set(ours.works())


def test_report_becomes_json_and_a_page(measured: Report, tmp_path: Path) -> None:
    assert Report.from_json(measured.to_json()) == measured
    assert "MISSED" in report.text(measured)
    page = tmp_path / "how-fast.md"
    page.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n", encoding="utf-8")
    file = tmp_path / "found.json"
    file.write_text(measured.to_json(), encoding="utf-8")
    assert command.main(["--draw-only", str(file), "--docs", str(tmp_path)]) == 0
    written = page.read_text(encoding="utf-8")
    assert written.startswith("before\n")
    assert written.endswith("\nafter\n")
    assert "| Las Vegan | Krypkasino, stand-in |" in written
    root = ElementTree.parse(tmp_path / "how-fast.svg").getroot()
    texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Las Vegan / Krypkasino (stand-in)" in texts
    assert "Copies & more" in texts


def test_the_page_is_what_was_measured() -> None:
    docs = ROOT / "docs"
    found = Report.from_json((docs / "how-fast.json").read_text(encoding="utf-8"))
    assert report.markdown(found) in (docs / "how-fast.md").read_text(encoding="utf-8")
    assert chart.svg(found) == (docs / "how-fast.svg").read_text(encoding="utf-8")


def test_a_wrong_answer_stops() -> None:
    good = Work("good", "", "actions", lambda: 3, 3)
    for bad in (Work("bad", "", "actions", lambda: 2, 3), Work("idle", "", "actions", lambda: 0)):
        with pytest.raises(AssertionError, match="did not come to its answer"):
            compare(good, bad, 1, 0.001)


def test_work_that_a_clock_ends_is_counted_each_time() -> None:
    units = itertools.count(1)
    timed = Work("timed", "", "simulations", lambda: next(units), is_timed=True)
    good = Work("good", "", "simulations", lambda: 3, 3)
    assert all(ratio > 0 for ratio in compare(good, timed, 2, 0.0).ratios)
    assert next(units) == 5  # two runs to get warm, two that count


def test_a_peer_that_fails_to_load_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def works() -> dict[str, Work]:
        raise RuntimeError("no luck\nand more")

    monkeypatch.setitem(sys.modules, "peers.stand-in_peer", StandIn)
    monkeypatch.setattr(StandIn, "works", staticmethod(works))
    monkeypatch.setattr(command, "PEERS", ["stand-in"])
    assert command.run(1, 0.001, []).absent == {"stand-in": "RuntimeError: no luck"}
    assert "stand-in: left out, RuntimeError: no luck" in capsys.readouterr().out
