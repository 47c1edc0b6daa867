"""Game records: round trips, and every kind of tampering told with its line."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage.errors import CabbageError, RecordError
from cabbage.las_vegan import Game, Round, Rules
from cabbage.records import dump, dumps, load, loads
from compare import random_rules

SEEDS = st.integers(0, 2**32 - 1)
RULES = Rules(players=2, rounds=2, hand_size=3, starting_cabbages=99)


def played(game: Game, seed: int, plies: int, deal: Callable[[Game], Any] = lambda game: None) -> Game:
    """`game` after so many random actions, or its end."""
    rng = random.Random(seed)
    for _ in range(plies):
        if game.round.is_terminal:
            if game.is_over:
                break
            game.deal_next(deal(game))
        game.play(rng.choice(game.round.legal_moves()))
    return game


# A game of which no number can be mistaken for another.
SEED = next(
    seed
    for seed in range(1000)
    if (game := played(Game(seed, RULES), seed, 1000))
    and all(any(state.returns()) for state in game.rounds)
    and len(set(game.totals)) == 2
)


def seeded(plies: int = 1000, seed: int = SEED, rules: Rules = RULES) -> Game:
    return played(Game(seed, rules), seed, plies)


def dealt(plies: int = 1000, seed: int = SEED, rules: Rules = RULES) -> Game:
    """The same game, its deals given one by one."""

    def deal(game: Game) -> Any:
        number = game.round_number + 1
        leader = number % rules.players
        if rules.next_leader == "last_trick_winner":
            leader = game.round.current_player
        return Round.deal(seed, rules, number=number, leader=leader).setup()

    return played(Game(rules=rules, deal=Round.deal(seed, rules).setup()), seed, plies, deal)


def lines_of(game: Game) -> list[dict[str, Any]]:
    return [json.loads(line) for line in dumps(game).splitlines()]


def text_of(lines: list[Any]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def fault(text: str) -> str:
    """Why the text is no record."""
    with pytest.raises(RecordError) as caught:
        loads(text)
    return str(caught.value)


# Lines 1 to 4 of a finished game: the header, two rounds, the result.
FINISHED = lines_of(seeded())
RETURNS = FINISHED[2]["returns"]


class TestRoundTrips:
    @given(SEEDS, st.integers(0, 200))
    def test_games_from_a_seed_and_from_deals(self, seed: int, plies: int) -> None:
        rules = random_rules(random.Random(seed))
        games = [make(plies, seed, rules) for make in (seeded, dealt)]
        for game in games:
            text = dumps(game)
            again = loads(text)
            assert again == game
            assert (again.totals, again.is_over) == (game.totals, game.is_over)
            assert [r.history for r in again.states] == [r.history for r in game.rounds]
            assert dumps(again) == text
        assert games[0].rounds == games[1].rounds

    @pytest.mark.parametrize("make", [seeded, dealt])
    def test_every_moment_of_a_game(self, make: Callable[[int], Game]) -> None:
        length = sum(len(r.history) for r in make(1000).rounds)
        for plies in range(length + 1):
            game = make(plies)
            assert loads(dumps(game)) == game
            assert game.is_over == (plies == length)

    def test_the_form_is_the_documented_one(self) -> None:
        assert FINISHED[0] == {
            "record": "las-vegan", "version": 1, "seed": SEED,
            "rules": {"players": 2, "rounds": 2, "hand_size": 3, "starting_cabbages": 99},
        }  # fmt: skip
        assert [sorted(line) for line in FINISHED[1:]] == [
            ["actions", "returns", "round"],
            ["actions", "returns", "round"],
            ["totals", "winners"],
        ]
        assert [line["round"] for line in FINISHED[1:3]] == [0, 1]
        running = lines_of(dealt(1))
        assert running[0]["seed"] is None
        assert sorted(running[1]) == ["actions", "deal", "returns", "round"]
        assert running[1]["deal"].startswith("las-vegan deal 1; rules players=2 rounds=2 ")
        assert (running[1]["returns"], running[2]) == (None, {"totals": [99, 99], "winners": None})

    @pytest.mark.parametrize("number", [0, 1])
    def test_a_seeded_game_takes_no_other_deals_or_its_record_has_them(self, number: int) -> None:
        other = Round.deal(SEED + 1, RULES, number=number).setup()
        try:
            if number:
                game = seeded(len(FINISHED[1]["actions"]))
                game.deal_next(other)
            else:
                game = Game(SEED, RULES, deal=other)
        except CabbageError:
            return
        assert loads(dumps(game)) == game

    def test_blank_lines_and_other_spacing_do_not_matter(self) -> None:
        text = "\n\n".join(json.dumps(line, separators=(" , ", " : ")) for line in FINISHED)
        assert loads(f"\n{text}\r\n \n") == seeded()
        assert fault(f"\n{text}\n\n7").startswith("line 10: ")


class TestFiles:
    def test_dump_and_load(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        dump(seeded(), path)
        assert path.read_bytes() == dumps(seeded()).encode("ascii")
        assert load(path) == load(str(path)) == seeded()

    def test_what_is_no_text_is_a_record_error(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        path.write_bytes(b"\xff\xfe{}")
        with pytest.raises(RecordError, match=r"game\.jsonl' is not a text in UTF-8"):
            load(path)
        path.write_text("{}")
        with pytest.raises(RecordError):
            load(path)

    def test_missing_files_are_os_errors(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            load(tmp_path / "none.jsonl")


NO_SEEDS: list[Any] = [-1, 1 << 64, "7", 7.0, True, []]
NO_LISTS: list[Any] = [None, {}, "actions", 5]
# The line of FINISHED that is changed, the fields it gets, and the start of the fault after it.
TAMPERED: list[tuple[int, dict[str, Any], str]] = [
    (1, {"record": "casino"}, "line 1: a record of 'casino', version 1, is unknown"),
    (1, {"record": ["las-vegan"]}, "line 1: a record of ['las-vegan'], version 1, is unknown"),
    (1, {"record": "krypkasino"}, "line 1: no rule is named 'rounds'"),
    *((1, {"version": v}, f"line 1: a record of 'las-vegan', version {v!r}, is unknown")
      for v in (0, 2, "1", None, True, 1.0)),
    *((1, {"seed": seed}, "line 1: a seed is ") for seed in NO_SEEDS),
    (1, {"seed": SEED + 1}, "line 2: "),
    (1, {"seed": None}, "line 2: a round line has actions, deal, returns, round; this has "),
    (1, {"rules": None}, "line 1: rules are a mapping of fields, not None"),
    (1, {"rules": []}, "line 1: rules are a mapping of fields, not []"),
    (1, {"rules": {"players": 7}}, "line 1: players is 2 to 6, not 7"),
    (1, {"rules": {"players": 2.0}}, "line 1: players is an integer, not 2.0"),
    (1, {"rules": {"player": 2}}, "line 1: no rule is named 'player'"),
    (1, {"rules": {}}, "line 2: "),
    (1, {"rules": {**FINISHED[0]["rules"], "starting_cabbages": 98}},
     "line 4: totals are recorded as "),
    (1, {"rules": {**FINISHED[0]["rules"], "rounds": 1}},
     "line 3: round 1 cannot be dealt: the game ended after round 0"),
    (1, {"note": 1}, "line 1: a header line has record, rules, seed, version; this has note, "),
    *((3, {"round": number}, f"line 3: round {number!r} where round 1 is due")
      for number in (0, 2, "1", None, True, 1.0)),
    (2, {"round": False}, "line 2: round False where round 0 is due"),
    *((3, {"actions": value}, f"line 3: actions are a list, not {value!r}")
      for value in NO_LISTS),
    *((3, {"actions": [value]}, "line 3: action number 0: an action is ")
      for value in (True, 1.0, "R5", None, [1], 55, -1, 10**30)),
    (3, {"actions": [54]}, "line 3: action number 0: action 54 (pass) is not legal for seat 1"),
    (3, {"actions": []}, f"line 3: returns are recorded as {RETURNS}; the replay gives None"),
    (3, {"actions": FINISHED[2]["actions"][:-1]}, "line 3: returns are recorded as "),
    (3, {"actions": [*FINISHED[2]["actions"], 54]},
     f"line 3: action number {len(FINISHED[2]['actions'])}: action 54 (pass) is not legal: "
     "the round is over"),
    (2, {"actions": [], "returns": None},
     "line 3: round 1 cannot be dealt: round 0 is still being played"),
    *((3, {"returns": value}, f"line 3: returns are recorded as {value!r}; the replay gives ")
      for value in (None, [], 0, [float(r) for r in RETURNS], [str(r) for r in RETURNS],
                    [RETURNS[0] + 1, RETURNS[1]], [*RETURNS, 0], RETURNS[:1])),
    (3, {"deal": None}, "line 3: a round line has actions, returns, round; this has actions, deal"),
    *((4, {"totals": value}, f"line 4: totals are recorded as {value!r}; the replay gives ")
      for value in (None, [], [99, 99], [float(t) for t in FINISHED[3]["totals"]],
                    FINISHED[3]["totals"][::-1])),
    *((4, {"winners": value}, f"line 4: winners are recorded as {value!r}; the replay gives ")
      for value in (None, [], [0, 1], [1 - FINISHED[3]["winners"][0]],
                    [float(w) for w in FINISHED[3]["winners"]],
                    [bool(w) for w in FINISHED[3]["winners"]])),
    (4, {"round": 2}, "line 4: a result line has totals, winners; this has round, totals, winners"),
]  # fmt: skip


class TestTampering:
    @pytest.mark.parametrize(
        ("line", "fields", "start"), TAMPERED, ids=[f"{n} {str(f)[:50]}" for n, f, _ in TAMPERED]
    )
    def test_a_changed_field(self, line: int, fields: dict[str, Any], start: str) -> None:
        lines = [dict(each) for each in FINISHED]
        lines[line - 1].update(fields)
        assert fault(text_of(lines)).startswith(start)

    def test_a_bool_for_a_number_of_returns(self) -> None:
        seed = next(s for s in range(999) if set(lines_of(seeded(seed=s))[1]["returns"]) & {0, 1})
        lines = lines_of(seeded(seed=seed))
        lines[1]["returns"] = [bool(r) if r in (0, 1) else r for r in lines[1]["returns"]]
        assert fault(text_of(lines)).startswith("line 2: returns are recorded as ")

    @pytest.mark.parametrize(("line", "field"), [
        (n, field) for n, each in enumerate(FINISHED, 1) for field in each
    ])  # fmt: skip
    def test_a_missing_field(self, line: int, field: str) -> None:
        lines = [dict(each) for each in FINISHED]
        del lines[line - 1][field]
        assert fault(text_of(lines)).startswith(f"line {line}: a ")

    @pytest.mark.parametrize("line", [1, 2, 3, 4])
    def test_a_missing_or_doubled_line(self, line: int) -> None:
        missing = FINISHED[: line - 1] + FINISHED[line:]
        doubled = FINISHED[:line] + FINISHED[line - 1 :]
        assert fault(text_of(missing)).startswith(f"line {min(line, 3)}: ")
        assert fault(text_of(doubled)).startswith(f"line {min(line + 1, 4)}: ")

    @pytest.mark.parametrize(("a", "b"), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    def test_swapped_lines(self, a: int, b: int) -> None:
        lines = list(FINISHED)
        lines[a], lines[b] = lines[b], lines[a]
        assert fault(text_of(lines)).startswith(f"line {a + 1}: ")

    @pytest.mark.parametrize("count", [0, 1, 2])
    def test_too_few_lines(self, count: int) -> None:
        assert fault(text_of(FINISHED[:count])) == (
            f"a record has a header, a line for each round and a result; this has {count} lines"
        )

    @pytest.mark.parametrize("line", [1, 2, 3, 4])
    @pytest.mark.parametrize(
        "text",
        ["{", "nonsense", "'", "{}{}", "[1]", "7", "null", "[" * 100_000, '{"a":' * 100_000,
         "1" * 5000, '{"round": ' + "1" * 5000 + "}", "\0", "\udc80"],
        ids=lambda text: str(text)[:12],
    )  # fmt: skip
    def test_a_line_that_is_no_json_object(self, line: int, text: str) -> None:
        lines = dumps(seeded()).splitlines()
        lines[line - 1] = text
        found = fault("\n".join(lines))
        assert found.startswith((f"line {line}: no JSON: ", f"line {line}: not a "))

    @pytest.mark.parametrize(
        ("line", "field"), [(1, "rules"), (1, "version"), (1, "seed"), (3, "actions"), (3, "round"),
                            (3, "returns"), (4, "totals")]
    )  # fmt: skip
    def test_nesting_of_any_depth(self, line: int, field: str) -> None:
        lines = [dict(each) for each in FINISHED]
        lines[line - 1][field] = "here"
        text = text_of(lines)
        for depth in (2, 100, *range(300, 1000, 5), 5_000, 50_000):
            nested = "[" * depth + "7" + "]" * depth
            assert fault(text.replace('"here"', nested)).startswith(f"line {line}: ")

    @pytest.mark.parametrize("value", [None, b"{}", 5, []])
    def test_only_texts_are_read(self, value: Any) -> None:
        with pytest.raises(RecordError) as caught:
            loads(value)
        assert str(caught.value) == f"a record is a str, not {type(value).__name__}"


class TestDeals:
    @pytest.mark.parametrize("line", [2, 3])
    @pytest.mark.parametrize(
        ("old", "new", "start"),
        [
            ("las-vegan deal 1", "las-vegan deal 2", "the deal: line 1, column 16: version '2'"),
            ("deal", "position", "the deal: line 1, column 11: this is a position, not a deal"),
            ("hand_size=3", "hand_size=4", "the rules of the deal are not the rules of the game"),
            ("hand_size=3", "hand_size=0", "the deal: hand_size is 1 to 40, not 0"),
            ("hands ", "hands R9 ", ""),
            ("casino", "casino 1", ""),
            ("leader ", "leader 5", ""),
        ],
    )
    def test_a_changed_deal(self, line: int, old: str, new: str, start: str) -> None:
        lines = lines_of(dealt())
        lines[line - 1]["deal"] = lines[line - 1]["deal"].replace(old, new, 1)
        assert fault(text_of(lines)).startswith(f"line {line}: {start}")

    @pytest.mark.parametrize("line", [2, 3])
    @pytest.mark.parametrize("value", [None, 5, [], "", "\n"])
    def test_what_is_no_deal(self, line: int, value: object) -> None:
        lines = lines_of(dealt())
        lines[line - 1]["deal"] = value
        assert fault(text_of(lines)).startswith(f"line {line}: the deal: ")

    @pytest.mark.parametrize("line", [2, 3])
    def test_a_deal_that_another_seat_leads(self, line: int) -> None:
        lines = lines_of(dealt())
        right, wrong = line - 2, 3 - line
        deal = lines[line - 1]["deal"]
        lines[line - 1]["deal"] = deal.replace(f"leader {right}", f"leader {wrong}")
        message = fault(text_of(lines))
        assert message.startswith(f"line {line}: ")
        assert f"seat {wrong} leads the deal; in this game seat {right} leads next" in message

    def test_casino_cards_used_before(self) -> None:
        lines = lines_of(dealt())
        lines[2]["deal"] = lines[1]["deal"].replace("leader 0", "leader 1")
        assert fault(text_of(lines)).startswith("line 3: round 1 cannot be dealt: casino card ")


RECORDS = [dumps(make(plies)) for make in (seeded, dealt) for plies in (4, 1000)]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


class TestAnyText:
    @given(st.text() | st.lists(VALUES.map(json.dumps)).map("\n".join))
    def test_random_texts(self, text: str) -> None:
        fault(text)

    @given(st.sampled_from(RECORDS), st.data())
    def test_a_changed_piece_of_text(self, text: str, data: st.DataObject) -> None:
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 3)))
        with contextlib.suppress(CabbageError):
            loads(text[:start] + data.draw(st.text(max_size=2)) + text[end:])

    @given(st.sampled_from(RECORDS), st.data())
    def test_a_changed_value_is_refused_or_changes_the_record(self, text: str, data: st.DataObject) -> None:
        lines = [json.loads(line) for line in text.splitlines()]
        line = data.draw(st.sampled_from(lines))
        name = data.draw(st.sampled_from(sorted(line)))
        if isinstance(line[name], list) and line[name] and data.draw(st.booleans()):
            line[name][data.draw(st.integers(0, len(line[name]) - 1))] = data.draw(VALUES)
        else:
            line[name] = data.draw(VALUES)
        changed = text_of(lines)
        with contextlib.suppress(RecordError):
            assert dumps(loads(changed)) == changed

    @pytest.mark.parametrize("unit", ["{}\n", "\n", "[", " ", "\0", '{"round": 0}\n', "1"])
    def test_a_million_characters(self, unit: str) -> None:
        long = unit * (1_000_000 // len(unit))
        for text in (long, dumps(seeded()) + long.rstrip("\n") + "x"):
            start = time.process_time()
            assert len(fault(text)) < 1000
            assert time.process_time() - start < 5
