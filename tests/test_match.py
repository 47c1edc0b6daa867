"""Matches: every game played again here, rotations, statistics, threads and processes, bad players."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import os
import pickle
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy
import pytest

from cabbage import _arrays, errors, krypkasino, las_vegan
from cabbage._statistics import student_quantile
from cabbage.match import Match, play_match
from cabbage.players import Player, RandomPlayer
from cabbage.streams import RandomStream
from interrupting import run_and_interrupt

TESTS = Path(__file__).parent


class Lowest:
    """Takes its first legal action."""

    def __init__(self, name: str = "lowest") -> None:
        self.name = name

    def choose(self, view: Any, rng: RandomStream) -> int:
        return int(view.legal_moves()[0])


class Highest:
    name = "highest"

    def choose(self, view: Any, rng: RandomStream) -> int:
        return int(view.legal_moves()[-1])


class Slow(Lowest):
    """Takes some milliseconds a move."""

    def choose(self, view: Any, rng: RandomStream) -> int:
        time.sleep(0.002)
        return super().choose(view, rng)


class Failing(Lowest):
    """Fails in the middle of the games of some deals, which it knows by its random numbers, sooner in later
    ones."""

    def __init__(self, bad: Sequence[int], how: str) -> None:
        super().__init__("failing")
        self.fails_at = {
            stream_of(dealt, player).seed: 20 - 10 * place
            for place, dealt in enumerate(bad)
            for player in range(16)
        }
        self.how = how

    def choose(self, view: Any, rng: RandomStream) -> int:
        if len(view.history) >= self.fails_at.get(rng.seed, 1000):
            if self.how == "raise":
                raise ZeroDivisionError("no\n  idea")
            if self.how == "captures":
                raise errors.TooManyCapturesError("too many")
            if self.how == "game":
                raise errors.PlayerError("it plays another game")
            return {"illegal": 77, "none": None, "bool": True}[self.how]  # type: ignore[return-value]
        return super().choose(view, rng)


def seed_of_deal(seed: int, deal: int) -> int:
    return RandomStream(seed, 2**59 + deal).next()


def stream_of(dealt: int, player: int) -> RandomStream:
    """What a player of a deal draws from."""
    digest = hashlib.sha256(f"cabbage player {dealt} {player}".encode()).digest()
    return RandomStream(int.from_bytes(digest[:8], "little"))


def replayed(players: Sequence[Player], rules: Any, seed: int, deal: int, rotation: int) -> list[int]:
    """What each entry has in a game, from the documentation alone."""
    n = len(players)
    dealt = seed_of_deal(seed, deal)
    kind: Any = las_vegan.Round if isinstance(rules, las_vegan.Rules) else krypkasino.Deal
    state = kind.deal(dealt, rules)
    entry_at = {(entry + rotation) % n: entry for entry in range(n)}
    streams = [stream_of(dealt, rotation * n + entry) for entry in range(n)]
    while not state.is_terminal:
        entry = entry_at[state.current_player]
        state.play(players[entry].choose(state.observe(state.current_player), streams[entry]))
    returns = state.returns()
    return [returns[seat] for _, seat in sorted((entry, seat) for seat, entry in entry_at.items())]


TABLES = {
    "two": las_vegan.Rules(players=2),
    "four": las_vegan.Rules(hand_size=6),
    "deal for three": krypkasino.Rules(players=3),
    "teams": krypkasino.Rules(players=4, teams=((0, 2), (1, 3))),
}


@pytest.mark.parametrize("rules", TABLES.values(), ids=list(TABLES))
def test_every_game_is_the_one_that_is_documented(rules: Any) -> None:
    players: list[Player] = [RandomPlayer(), Lowest(), RandomPlayer(), Highest()]
    players = players[: rules.players]
    match = play_match(players, 3, 9, rules=rules)
    expected = [
        [replayed(players, rules, 9, deal, rotation) for rotation in range(rules.players)]
        for deal in range(3)
    ]
    assert match.results.tolist() == expected
    assert match.results.dtype == numpy.int32
    assert match.players == tuple(player.name for player in players)
    assert (match.rules, match.seed, match.deals) == (rules, 9, 3)
    assert [match.deal_seed(deal) for deal in range(3)] == [seed_of_deal(9, deal) for deal in range(3)]


def test_the_default_is_las_vegan_for_as_many() -> None:
    for players in (2, 3, 5, 6):
        match = play_match(["random"] * players, 1, 1)
        assert match.rules == las_vegan.Rules(players=players)
        assert match.results.shape == (1, players, players)


def test_a_longer_match_begins_as_a_shorter_one_does() -> None:
    short, long = (play_match(["random", Highest()], deals, 5) for deals in (4, 9))
    assert numpy.array_equal(long.results[:4], short.results)
    assert not numpy.array_equal(play_match(["random", Highest()], 4, 6).results, short.results)


@pytest.mark.parametrize("rules", TABLES.values(), ids=list(TABLES))
def test_who_plays_alike_fares_alike(rules: Any) -> None:
    n = rules.players
    match = play_match([Lowest(f"lowest {i}") for i in range(n)], 20, 3, rules=rules)
    # The same game in every rotation, and every entry once in every seat.
    by_entry = match.results.sum(axis=1)
    assert (by_entry == by_entry[:, :1]).all()
    for rotation in range(n):
        assert numpy.array_equal(numpy.roll(match.results[:, rotation], rotation, 1), match.results[:, 0])
    assert match.results.std() > 0
    assert {standing.rank for standing in match.standings} == {1}
    assert len({standing.result for standing in match.standings}) == 1
    for comparison in match.comparisons:
        assert comparison.difference.interval_99 == (0, 0)
        assert (comparison.p_value, comparison.corrected_p_value) == (1.0, 1.0)
    assert [result.mean for result in match.seats] == pytest.approx(match.results[:, 0].mean(axis=0).tolist())
    for standing in match.standings:
        assert standing.by_seat == tuple(result.mean for result in match.seats)


def test_no_two_players_draw_the_same_numbers() -> None:
    drawn: list[int] = []

    class Drawing(Lowest):
        def choose(self, view: Any, rng: RandomStream) -> int:
            if rng.place == 0:
                drawn.append(rng.next())
            return super().choose(view, rng)

    play_match([Drawing()] * 3, 10, 1)
    assert len(drawn) == len(set(drawn)) == 10 * 3 * 3
    for deal in range(10):  # nor those that the deal is dealt with
        assert not {RandomStream(seed_of_deal(1, deal), index).next() for index in range(9)} & set(drawn)


def test_what_a_player_draws_from_does_not_tell_the_deal() -> None:
    asked = 0

    class Cheat(Lowest):
        def choose(self, view: Any, rng: RandomStream) -> int:
            nonlocal asked
            asked += 1
            assert las_vegan.Round.deal(rng.seed, view.rules).casino != view.casino
            return super().choose(view, rng)

    play_match([Cheat(), "random"], 2, 1, rules=las_vegan.Rules(players=2))
    assert asked > 40


# ---------------------------------------------------------------- what it comes to


def per_deal(match: Match, name: str) -> list[float]:
    """A competitor's mean in each deal, slowly."""
    return [
        statistics.mean(
            float(result)
            for game in deal
            for entry, result in enumerate(game)
            if match.players[entry] == name
        )
        for deal in match.results
    ]


@pytest.mark.parametrize("rules", TABLES.values(), ids=list(TABLES))
def test_statistics_are_over_deals(rules: Any) -> None:
    n = rules.players
    players: list[Player] = [RandomPlayer(), Highest(), RandomPlayer(), Lowest()]
    match = play_match(players[:n], 12, 2, rules=rules)
    names = set(match.players)
    reach = student_quantile(0.99, 11)
    sign = 1 if isinstance(rules, las_vegan.Rules) else -1
    assert {standing.name for standing in match.standings} == names
    for standing in match.standings:
        assert standing.entries == tuple(e for e, name in enumerate(match.players) if name == standing.name)
        means = per_deal(match, standing.name)
        error = statistics.stdev(means) / math.sqrt(12)
        assert standing.result.mean == pytest.approx(statistics.mean(means))
        assert standing.result.standard_error == pytest.approx(error)
        mean = statistics.mean(means)
        assert standing.result.interval_99 == pytest.approx((mean - reach * error, mean + reach * error))
        for seat, mean in enumerate(standing.by_seat):
            in_seat = [
                game[entry]
                for deal in match.results.tolist()
                for rotation, game in enumerate(deal)
                for entry in standing.entries
                if (entry + rotation) % n == seat
            ]
            assert mean == pytest.approx(statistics.mean(in_seat))
    for comparison in match.comparisons:
        pairs = zip(per_deal(match, comparison.first), per_deal(match, comparison.second), strict=True)
        differences = [sign * (a - b) for a, b in pairs]
        assert comparison.difference.mean == pytest.approx(statistics.mean(differences))
        assert comparison.difference.mean >= 0
        error = statistics.stdev(differences) / math.sqrt(12)
        assert comparison.difference.standard_error == pytest.approx(error)
    for seat, result in enumerate(match.seats):
        in_deals = [
            statistics.mean(float(game[(seat - r) % n]) for r, game in enumerate(deal))
            for deal in match.results
        ]
        assert result.mean == pytest.approx(statistics.mean(in_deals))
        assert result.standard_error == pytest.approx(statistics.stdev(in_deals) / math.sqrt(12))
    assert len(match.comparisons) == len(names) * (len(names) - 1) // 2
    assert sum(s.win_share * len(s.entries) for s in match.standings) == pytest.approx(1)


def made(rules: Any, names: Sequence[str], deals: Sequence[Sequence[int]]) -> Match:
    """A match in which every rotation of a deal gave the same."""
    rows = numpy.array([[deal] * rules.players for deal in deals], "int32")
    return Match(rules, tuple(names), 5, rows)


def ups_and_downs(deals: int) -> Iterator[int]:
    return (-1 if deal % 2 else 1 for deal in range(deals))


def test_ranks_are_shared_where_nothing_is_decided() -> None:
    # The first two differ by 1 on average and 4 either way; the third is far behind both.
    deals = [(-5 + 4 * up, -6, -30 + up) for up in ups_and_downs(20)]
    match = made(las_vegan.Rules(players=3), ["a", "b", "c"], deals)
    assert [(s.name, s.rank, s.result.mean) for s in match.standings] == [
        ("a", 1, -5), ("b", 1, -6), ("c", 3, -30),
    ]  # fmt: skip
    assert [(c.first, c.second, c.is_significant) for c in match.comparisons] == [
        ("a", "b", False), ("a", "c", True), ("b", "c", True),
    ]  # fmt: skip
    assert match.comparisons[0].p_value == match.comparisons[0].corrected_p_value > 0.2
    assert match.comparisons[1].difference.mean == 25
    for comparison in match.comparisons[1:]:  # as small as 20 deals can make them, and two of three
        assert (comparison.p_value, comparison.corrected_p_value) == (2**-19, 3 * 2**-19)
    # In the other game the fewest points are best.
    match = made(krypkasino.Rules(players=3), ["a", "b", "c"], [[-x for x in deal] for deal in deals])
    assert [(s.name, s.rank, s.result.mean) for s in match.standings] == [
        ("a", 1, 5), ("b", 1, 6), ("c", 3, 30),
    ]  # fmt: skip
    assert match.comparisons[1].difference.mean == 25
    assert [s.win_share for s in match.standings] == [0.5, 0.5, 0]


def test_wins_are_shared() -> None:
    match = made(las_vegan.Rules(players=4), "abca", [(2, 1, 2, 2), (0, 0, 0, 0), (-3, -1, -2, -3)])
    shares = {standing.name: standing.win_share for standing in match.standings}
    assert shares == pytest.approx({"a": (1 / 3 + 1 / 4) / 3, "b": (1 / 4 + 1) / 3, "c": (1 / 3 + 1 / 4) / 3})


def test_teams_win_as_one() -> None:
    rules = krypkasino.Rules(players=4, teams=((0, 2), (1, 3)))
    # Entry 0 has fewest points, and entries 1 and 3 win, who sit in one team in every rotation.
    match = made(rules, "abab", [(0, 4, 9, 4), (1, 7, 1, 2), (3, 2, 2, 3)])
    shares = {standing.name: standing.win_share for standing in match.standings}
    assert shares == pytest.approx({"a": (0 + 1 / 2 + 1 / 4) / 3, "b": (1 / 2 + 0 + 1 / 4) / 3})


def test_equal_names_are_one_competitor() -> None:
    match = made(las_vegan.Rules(), ["b", "a", "b", "b"], [(-1, -2, -3, -5), (-2, -2, -2, -2)])
    assert [(s.name, s.entries, s.result.mean) for s in match.standings] == [
        ("a", (1,), -2), ("b", (0, 2, 3), -2.5),
    ]  # fmt: skip
    assert match.comparisons[0].difference.mean == 0.5
    assert made(las_vegan.Rules(), "aaaa", [(-1, -2, -3, -5)]).comparisons == ()


def test_few_deals_prove_nothing() -> None:
    def ranks(deals: int) -> list[int]:
        return [s.rank for s in made(las_vegan.Rules(players=2), "ab", [(0, -9)] * deals).standings]

    assert ranks(1) == ranks(7) == [1, 1]
    assert ranks(8) == [1, 2]


def test_the_table_of_a_decided_match() -> None:
    deals = [(-1 + up, -3, -9 + 2 * up) for up in ups_and_downs(20)]
    match = made(las_vegan.Rules(players=3), ["first", "other one", "c"], deals)
    assert match.table().splitlines() == [
        "20 deals x 3 rotations of Las Vegan, seed 5",
        "  1. first      -1.00 +- 0.66 cabbages a round (99%), wins 100.0%",
        "  2. other one  -3.00 +- 0.00 cabbages a round (99%), wins 0.0%",
        "  3. c          -9.00 +- 1.31 cabbages a round (99%), wins 0.0%",
        "by seat 0: -4.33 +- 0.66, 1: -4.33 +- 0.66, 2: -4.33 +- 0.66",
        "first beats other one by 2.00 (99% interval 1.34 to 2.66, p < 0.0001).",
        "first beats c by 8.00 (99% interval 7.34 to 8.66, p < 0.0001).",
        "other one beats c by 6.00 (99% interval 4.69 to 7.31, p < 0.0001).",
        "p is corrected for 3 comparisons.",
    ]
    assert str(match) == match.table()


def test_the_table_of_an_undecided_match() -> None:
    rules = krypkasino.Rules(players=3)
    match = made(rules, "aab", [(9, 11, 13), (14, 12, 8)])
    assert match.table().splitlines() == [
        "2 deals x 3 rotations of Krypkasino, seed 5",
        "  1= b     10.50 +- 159.14 points a deal (99%), wins 50.0%",
        "  1= a x2  11.50 +- 95.49  points a deal (99%), wins 25.0%",
        "by seat 0: 11.17 +- 10.61, 1: 11.17 +- 10.61, 2: 11.17 +- 10.61",
        "b is not significantly better than a: by 1.00 (99% interval -253.63 to 255.63, p = 0.84).",
    ]
    lines = made(rules, "abb", [(9, 11, 13)]).table().splitlines()
    assert lines[0] == "1 deal x 3 rotations of Krypkasino, seed 5"
    assert lines[1] == "  1= a     9.00 +- ?  points a deal (99%), wins 100.0%"
    assert lines[-1] == "a is not significantly better than b: by 3.00 (p = 1.00)."


def test_json_has_what_the_match_has() -> None:
    match = play_match(["random", Highest(), "random"], 5, 8, rules=krypkasino.Rules(players=3))
    found = json.loads(json.dumps(match.to_dict(), allow_nan=False))
    assert found["game"] == "krypkasino"
    assert (found["rules"], found["seed"], found["deals"], found["rotations"]) == ({"players": 3}, 8, 5, 3)
    assert (found["players"], found["unit"], found["best"]) == (
        ["random", "highest", "random"], "points", "fewest",
    )  # fmt: skip
    for described, standing in zip(found["ranking"], match.standings, strict=True):
        assert set(described) == {
            "rank", "name", "entries", "mean", "standard_error", "interval_95", "interval_99", "by_seat",
            "win_share",
        }  # fmt: skip
        assert described["name"] == standing.name
        assert described["mean"] == standing.result.mean
        assert described["interval_99"] == list(standing.result.interval_99)
        assert described["by_seat"] == list(standing.by_seat)
    assert [described["mean"] for described in found["seats"]] == [result.mean for result in match.seats]
    (described,) = found["comparisons"]
    assert set(described) == {
        "first", "second", "difference", "p_value", "corrected_p_value", "is_significant",
    }  # fmt: skip
    assert described["difference"]["mean"] == match.comparisons[0].difference.mean


def test_json_of_one_deal_has_none_for_what_is_infinite() -> None:
    found = made(las_vegan.Rules(players=2), "ab", [(-1, -2)]).to_dict()
    json.dumps(found, allow_nan=False)
    assert (found["best"], found["unit"]) == ("most", "cabbages")
    assert found["ranking"][0]["standard_error"] is None
    assert found["comparisons"][0]["difference"]["interval_95"] == [None, None]


def test_a_match_is_a_value() -> None:
    match = play_match(["random", "random"], 2, 8)
    assert pickle.loads(pickle.dumps(match)) == copy.deepcopy(match) == match
    assert match != play_match(["random", "random"], 2, 9)
    assert match != play_match(["random", Lowest("random 2")], 2, 8)
    assert match != 5
    for same in (match, pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        with pytest.raises(ValueError, match="read-only"):
            same.results[0, 0, 0] = 1
    with pytest.raises(errors.CabbageError, match="the number of the deal is 0 to 1, not 2"):
        match.deal_seed(2)


# ---------------------------------------------------------------- threads and processes


@pytest.mark.parametrize("rules", [las_vegan.Rules(players=3), krypkasino.Rules(players=3)])
def test_threads_and_processes_change_nothing(rules: Any) -> None:
    players: list[Player | str] = ["random", Highest(), RandomPlayer()]
    match = play_match(players, 30, 4, rules=rules)
    for threads in (2, 5):
        assert play_match(players, 30, 4, rules=rules, threads=threads) == match
    assert play_match(players, 30, 4, rules=rules, processes=2) == match


def test_threads_play_at_the_same_time() -> None:
    names = set()

    class Watching(Slow):
        def choose(self, view: Any, rng: RandomStream) -> int:
            names.add(threading.get_ident())
            return super().choose(view, rng)

    play_match([Watching(), Watching()], 4, 1, threads=3)
    assert len(names) == 3


class Here(Lowest):
    """Says in which process it plays, by failing there."""

    def choose(self, view: Any, rng: RandomStream) -> int:
        raise ValueError(f"in process {os.getpid()}")


def test_processes_are_other_ones() -> None:
    with pytest.raises(errors.PlayerError, match="in process") as raised:
        play_match([Here(), Here()], 1, 1, processes=2)
    assert f"in process {os.getpid()}" not in str(raised.value)


@pytest.mark.parametrize("how", [{}, {"threads": 2}, {"processes": 2}])
def test_progress_is_told(how: dict[str, int]) -> None:
    reports: list[tuple[int, int]] = []

    def note(done: int, total: int) -> None:
        assert threading.current_thread() is threading.main_thread()
        reports.append((done, total))

    play_match(["random", Slow()], 6, 1, on_progress=note, **how)  # type: ignore[arg-type]
    assert [done for done, _ in reports] == sorted({done for done, _ in reports})
    assert len(reports) > 1
    assert reports[-1] == (12, 12)
    assert {total for _, total in reports} == {12}

    def refuse(done: int, total: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        play_match(["random", Slow()], 40, 1, on_progress=refuse, **how)  # type: ignore[arg-type]


# ---------------------------------------------------------------- bad players and bad input

FAILURES = {
    "raise": "player 'failing' failed with ZeroDivisionError: no idea",
    "game": "player 'failing' failed with PlayerError: it plays another game",
    "illegal": "chose 77, which is not legal; it may play [",
    "none": "chose None, which is not legal",
    "bool": "chose True, which is not legal",
}


@pytest.mark.parametrize("how", FAILURES)
def test_a_player_that_fails_is_named(how: str) -> None:
    bad = seed_of_deal(3, 2)
    with pytest.raises(errors.PlayerError) as raised:
        play_match(["random", Failing([bad], how)], 4, 3)
    # At ply 20 of the first rotation, or 21 if seat 1, where the failing one sits, was not to move then.
    assert str(raised.value).startswith(f"deal 2 (seed {bad}), rotation 0, seat 1: player 'failing' failed")
    assert FAILURES[how] in str(raised.value)
    assert "\n" not in str(raised.value)
    if how == "raise":
        assert type(raised.value.__cause__) is ZeroDivisionError


@pytest.mark.parametrize("kind", [{}, {"threads": 2}, {"threads": 4}, {"processes": 2}])
def test_of_several_failures_the_first_is_told(kind: dict[str, int]) -> None:
    bad = [seed_of_deal(3, 5), seed_of_deal(3, 6)]  # the later one fails sooner
    with pytest.raises(errors.PlayerError, match=r"^deal 5 \(seed \d+\), rotation 0, seat 0"):
        play_match([Failing(bad, "raise"), "random"], 9, 3, **kind)  # type: ignore[arg-type]


def test_a_table_with_too_many_captures_is_nobodys_fault() -> None:
    bad = seed_of_deal(3, 1)
    with pytest.raises(errors.TooManyCapturesError, match=rf"^deal 1 \(seed {bad}\), .*: too many$"):
        play_match(["random", Failing([bad], "captures")], 2, 3, rules=krypkasino.Rules(players=2))


def test_an_illegal_action_stays_one_whatever_a_player_does_to_its_view() -> None:
    class Cheat(Lowest):
        def choose(self, view: Any, rng: RandomStream) -> int:
            illegal = next(card for card in range(40) if card not in view.legal_moves())
            object.__setattr__(view, "_world", las_vegan.Round.deal(3, view.rules).observe(0)._world)
            return illegal

    for seed in range(5):
        with pytest.raises(errors.PlayerError, match=r"^deal 0 .*: player 'lowest' .*, which is not legal"):
            play_match([Cheat(), "random"], 1, seed)


class Nameless:
    name = ""

    def choose(self, view: Any, rng: RandomStream) -> int:
        raise NotImplementedError


TWO: Any = ["random", "random"]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"players": "random"}, errors.InputTypeError, "players are a sequence of players and texts, not 'r"),
        ({"players": 2}, errors.InputTypeError, "players are a sequence of players and texts, not 2"),
        ({"players": ["random"]}, errors.PlayerError, "a match has 2 to 6 players, not 1: 'random'"),
        ({"players": []}, errors.PlayerError, "a match has 2 to 6 players, not 0: ''"),
        ({"players": ["random"] * 7}, errors.PlayerError, "a match has 2 to 6 players, not 7: 'random r"),
        ({"players": ["random", "raandom"]}, errors.PlayerError, "no player is named 'raandom'"),
        ({"players": ["random", 5]}, errors.InputTypeError, "or is a text; not 5"),
        ({"players": ["random", RandomPlayer]}, errors.InputTypeError, "or is a text; not <class"),
        ({"players": ["random", Nameless()]}, errors.PlayerError, "name is a printable text, not ''"),
        ({"players": ["random", Lowest("a\nb")]}, errors.PlayerError, r"a printable text, not 'a\\nb'"),
        ({"deals": 0}, errors.CabbageError, "deals is 1 to 10000000, not 0"),
        ({"deals": 10**7 + 1}, errors.CabbageError, "deals is 1 to 10000000, not 10000001"),
        ({"deals": 2.0}, errors.InputTypeError, "deals is an integer, not 2.0"),
        ({"seed": -1}, errors.CabbageError, "a seed is 0 to 2[*][*]64 - 1, not -1"),
        ({"seed": 2**64}, errors.CabbageError, "a seed is 0 to 2[*][*]64 - 1, not 18446744073709551616"),
        ({"rules": las_vegan.Rules()}, errors.PlayerError, "rules are for 4 players, and the match has 2"),
        ({"rules": krypkasino.Rules(players=3)}, errors.PlayerError, "are for 3 players, and the match has"),
        ({"rules": "players=2"}, errors.InputTypeError, "rules are a Rules of las_vegan or krypkasino, not"),
        ({"threads": 0}, errors.CabbageError, "threads is 1 to 256, not 0"),
        ({"processes": 0}, errors.CabbageError, "processes is 1 to 61, not 0"),
        ({"processes": 2, "threads": 3}, errors.CabbageError, "threads or processes; it was given 3 and 2"),
        ({"on_progress": 1}, errors.InputTypeError, "on_progress is something to call, not 1"),
    ],
)
def test_bad_input(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as raised:
        play_match(**{"players": TWO, "deals": 1, "seed": 1, **arguments})
    assert type(raised.value) is error


def test_results_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_arrays, "_machine_memory", lambda: 10**6)
    with pytest.raises(errors.BatchMemoryError, match=r"results, of shape \(1000000, 2, 2\), needs 16000000"):
        play_match(TWO, 10**6, 1)


def test_players_that_do_not_pickle_stay_in_one_process() -> None:
    class Local(Lowest):
        pass

    players: list[Player | str] = ["random", Local("local")]
    assert play_match(players, 2, 1, threads=2).deals == 2
    with pytest.raises(errors.PlayerError, match="player 'local' cannot be sent to another process: "):
        play_match(players, 2, 1, processes=2)


HEAD = (
    "import sys; sys.path.insert(0, {tests!r}); from cabbage.match import play_match; from test_match import "
)


def run_program(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )


def test_players_that_only_one_process_knows_are_refused() -> None:
    program = (
        HEAD.format(tests=str(TESTS)) + "Lowest\n"
        "class Mine(Lowest): pass\n"
        "from cabbage.errors import PlayerError\n"
        "try: play_match(['random', Mine()], 2, 1, processes=2)\n"
        "except PlayerError as error: print(error)\n"
    )
    done = run_program(program)
    assert done.stderr == ""
    assert done.stdout.startswith("the players cannot be sent to another process: AttributeError: ")


def test_scripts_that_processes_cannot_import_are_told_how(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("from cabbage.match import play_match\nplay_match(['random'] * 2, 2, 1, processes=2)\n")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert "CabbageError: a process that played ended by itself" in done.stderr


# ---------------------------------------------------------------- Ctrl-C

NOT_ON_WINDOWS = pytest.mark.skipif(
    sys.platform == "win32", reason="a process cannot send itself Ctrl-C on Windows"
)


@NOT_ON_WINDOWS
@pytest.mark.parametrize("how", ["threads=1", "threads=2", "processes=2"])
def test_ctrl_c_stops_it_and_leaves_what_is_played(how: str) -> None:
    program = (
        HEAD.format(tests=str(TESTS)) + "Slow, Lowest\n"
        "import numpy, time\n"
        "def report(done, total):\n"
        "    if done == 6: print('ready', flush=True)\n"
        "try:\n"
        f"    play_match(['random', Slow()], 10**6, 1, {how}, on_progress=report)\n"
        "except KeyboardInterrupt as interrupt:\n"
        "    match = interrupt.match\n"
        "    same = play_match(['random', Lowest()], match.deals, 1)\n"
        "    assert numpy.array_equal(match.results, same.results)\n"
        "    assert str(interrupt) == f'interrupted; {match.deals} of 1000000 deals are played'\n"
        "    print('stopped', match.deals >= 2)\n"
    )
    assert run_and_interrupt(program) == (0, "stopped True\n", "")


@NOT_ON_WINDOWS
def test_ctrl_c_stops_within_a_move() -> None:
    # A game would take a minute; and the other thread is told, too.
    program = (
        HEAD.format(tests=str(TESTS)) + "Lowest\n"
        "import time\n"
        "class Slower(Lowest):\n"
        "    def choose(self, view, rng):\n"
        "        time.sleep(1.5)\n"
        "        return super().choose(view, rng)\n"
        "started = time.perf_counter()\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    play_match([Slower(), Slower()], 9, 1, threads=2)\n"
        "except KeyboardInterrupt as interrupt:\n"
        "    assert interrupt.match is None\n"
        "    print(time.perf_counter() - started < 8)\n"
    )
    assert run_and_interrupt(program) == (0, "True\n", "")


@NOT_ON_WINDOWS
@pytest.mark.parametrize("after", [0.05, 1.5])
def test_ctrl_c_at_a_terminal_reaches_all_processes_and_is_told_once(after: float) -> None:
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        + HEAD.format(tests=str(TESTS))
        + "Slow\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    play_match(['random', Slow()], 10**6, 1, processes=2)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    with subprocess.Popen(
        [sys.executable, "-u", "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(after)
            os.killpg(process.pid, signal.SIGINT)
            assert process.communicate(timeout=30) == ("stopped\n", "")
        finally:
            process.kill()


def test_an_interrupt_pickles() -> None:
    match = play_match(TWO, 2, 8)
    copied = pickle.loads(pickle.dumps(errors.MatchInterrupted("interrupted", match)))
    assert type(copied) is errors.MatchInterrupted
    assert (str(copied), copied.match) == ("interrupted", match)
