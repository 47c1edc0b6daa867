"""Krypkasino's public face: games, moves as text, positions, records, searches, checks."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import itertools
import json
import pickle
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import cli, errors, krypkasino, las_vegan, notation, records, solver, testing
from cabbage.krypkasino import Card, Deal, Game, Rules, Setup, find_move, move_name
from compare_krypkasino import random_rules

SEEDS = st.integers(0, 2**32 - 1)
TINY = Rules(
    packs=1,
    deck=frozenset(map(Card, ("AS", "2S", "3C", "4C", "5C", "5D", "2D", "3D", "TD", "JC", "QC", "KC"))),
    first_hand=3,
    first_table=2,
    later_hand=2,
)


def played(seed: int, rules: Rules | None = None) -> Deal:
    """A deal of random rules, some random moves on."""
    rng = random.Random(seed)
    rules = random_rules(rng) if rules is None else rules
    state = Deal.deal(rng.getrandbits(64), rules, number=rng.randrange(rules.number_of_deals))
    for _ in range(rng.randrange(60)):
        if state.is_terminal:
            break
        state.play(rng.choice(state.legal_moves()))
    return state


def finish(game: Game, seed: int = 0) -> Game:
    rng = random.Random(seed)
    while True:
        while not game.deal.is_terminal:
            game.play(rng.choice(game.deal.legal_moves()))
        if game.is_over:
            return game
        game.deal_next()


# ---------------------------------------------------------------- games


def test_a_game_is_its_deals() -> None:
    game = finish(Game(1))
    assert game.deal_number == 1
    totals = [sum(deal.returns()[seat] for deal in game.deals) for seat in range(2)]
    assert game.totals == tuple(totals)
    assert game.winners() == tuple(s for s in range(2) if totals[s] == min(totals))
    assert [deal.dealer for deal in game.deals] == [0, 1]
    for number, deal in enumerate(game.deals):
        while deal.history:
            deal.undo()
        assert deal == Deal.deal(1, number=number)


def test_teams_win_together() -> None:
    rules = Rules(players=4, teams=((0, 2), (1, 3)))
    game = finish(Game(5, rules))
    assert game.side_totals == (
        game.totals[0] + game.totals[2],
        game.totals[1] + game.totals[3],
    )
    winners = [
        side for side, t in zip(rules.sides, game.side_totals, strict=True) if t == min(game.side_totals)
    ]
    assert game.winners() == tuple(sorted(seat for side in winners for seat in side))


def test_nothing_comes_before_its_time() -> None:
    game = Game(1)
    with pytest.raises(errors.NotFinishedError, match="deal 0 is still being played"):
        game.deal_next()
    with pytest.raises(errors.NotFinishedError, match="the game is in deal 0: nobody has won yet"):
        game.winners()
    finish(game)
    with pytest.raises(errors.GameOverError, match="the game ended after deal 1"):
        game.deal_next()
    assert game == pickle.loads(pickle.dumps(game)) == game.copy()
    assert game != las_vegan.Game(1)


def test_a_game_of_explicit_deals() -> None:
    first, second = Deal.deal(5), Deal.deal(5, number=1)
    game = Game(deal=first.setup())
    while not game.deal.is_terminal:
        game.play(game.deal.legal_moves()[0])
    with pytest.raises(errors.SetupError, match="seat 0 deals; in this game seat 1 deals next"):
        game.deal_next(first.setup())
    with pytest.raises(errors.CabbageError, match="needs the deal of every deal"):
        game.deal_next()
    game.deal_next(second.setup())
    assert records.loads(records.dumps(game)) == game
    second.play(second.legal_moves()[0])
    with pytest.raises(errors.SetupError, match="cards of this one have been played"):
        Game(deal=second.setup())
    with pytest.raises(errors.InputTypeError, match=r"rules are a krypkasino\.Rules"):
        Game(1, las_vegan.Rules())  # type: ignore[arg-type]
    with pytest.raises(errors.CabbageError, match="takes no other deals"):
        Game(1, deal=first.setup())


# ---------------------------------------------------------------- text


@given(SEEDS)
def test_positions_and_moves_are_what_their_texts_say(seed: int) -> None:
    state = played(seed)
    for one_line in (True, False):
        text = notation.format_position(state, one_line=one_line)
        again = notation.parse_position(text)
        assert again == state
        assert again.zobrist_hash == state.zobrist_hash
        assert notation.format_position(again, one_line=one_line) == text
    assert notation.parse_rules(notation.format_rules(state.rules), "krypkasino") == state.rules
    for move in state.moves():
        assert find_move(state, str(move)) == move
        assert find_move(state, str(move).lower()).number == move.number
        assert move_name(state, move.number) == str(move)
    first = notation.parse_deal(notation.format_deal(state))
    assert first.history == ()
    for number in state.history:
        first.play(number)
    assert first == state


def test_the_card_alone_will_do_where_it_has_one_move() -> None:
    state = notation.parse_position(
        "krypkasino position 1; rules packs=1 deck=2C,2D,3C,5C,5D,5S first_hand=1 first_table=4; "
        "turn 1; hands 5S | 5D; table 2C 2D 3C 5C"
    )
    assert [str(move) for move in state.moves()] == ["5Dx2C+3C+5C", "5Dx3C+5C+2D"]
    with pytest.raises(errors.CardError, match=r"'5D' is not a legal move; there is 5Dx2C\+3C\+5C or"):
        find_move(state, "5D")
    assert find_move(state, "5Dx5C+3C+2D") == state.moves()[1]
    with pytest.raises(errors.CardError, match="there is no move of that card"):
        find_move(state, "5S")
    with pytest.raises(errors.CardError):
        find_move(state, "hello")
    with pytest.raises(errors.InputTypeError):
        find_move(state, 3)  # type: ignore[arg-type]
    with pytest.raises(errors.CardError):
        move_name(state, 51)


GOOD = {
    "rules": "rules packs=1 deck=2C,2D,3C,5C,5D,5S first_hand=1 first_table=4",
    "turn": "turn 1",
    "hands": "hands 5S | 5D",
    "table": "table 2C 2D 3C 5C",
}


@pytest.mark.parametrize(
    ("field", "text", "place", "what"),
    [
        ("rules", "rules packs", 2, "'packs' is not name=value"),
        ("rules", "rules colour=1", 2, "no rule is named 'colour'"),
        ("rules", "rules packs=x", 2, "packs: 'x' is not a whole number"),
        ("rules", "rules court_sums=maybe", 2, "court_sums: 'maybe' is not yes or no"),
        ("turn", "turn", 1, "the field turn is empty"),
        ("turn", "turn x", 2, "'x' is not a seat, a whole number"),
        ("turn", "turn 1 2", 3, "the field turn is one number"),
        ("hands", "hands 5S | - 5D", 4, "'-' is no cards at all and stands alone"),
        ("hands", "hands 5S |", 3, "no cards at the end of hands; write - for none"),
        ("hands", "hands 1S | 5D", 2, "'1S' is not a card, as AS or TD is"),
        ("table", "table 2C 2X", 3, "'2X' is not a card, as AS or TD is"),
        ("table", "trick 2C", 1, "a position has no field 'trick'"),
        ("table", "hands 2C", 1, "the field hands stands twice"),
        ("table", "# nothing", None, "the field table is missing"),
    ],
)
def test_faults_of_texts_say_what_and_where(field: str, text: str, place: int | None, what: str) -> None:
    lines = ["krypkasino position 1", *{**GOOD, field: text}.values()]
    with pytest.raises(errors.NotationError) as caught:
        notation.parse_position("\n".join(lines))
    assert what in str(caught.value)
    if place is not None:
        number = lines.index(text) + 1
        words = text.split()
        column = len(" ".join(words[: place - 1])) + 2 if place > 1 else 1
        assert str(caught.value).startswith(f"line {number}, column {column}: ")


@given(
    st.text(),
    st.sampled_from(["", "krypkasino position 1\n", "\n".join(["krypkasino position 1", *GOOD.values()])]),
)
def test_any_text_is_read_or_refused(text: str, before: str) -> None:
    with contextlib.suppress(errors.CabbageError):
        notation.parse_position(before + text)


@given(SEEDS)
def test_play_unchecked_ignores_what_is_not_legal(seed: int) -> None:
    state = played(seed)
    for number in [-1, 10**30, *range(0, 160, 7), *state.legal_moves()]:
        before = state.copy()
        state.play_unchecked(number)
        if before.is_legal(number):
            before.play(number)
        assert state == before
        assert state.history == before.history
    with pytest.raises(errors.ActionTypeError):
        state.play_unchecked("5D")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Rules(deck=itertools.repeat(0)),  # type: ignore[arg-type]
        lambda: Rules(players=4, teams=itertools.repeat((0, 2))),  # type: ignore[arg-type]
        lambda: Setup((), itertools.repeat(0)),  # type: ignore[arg-type]
        lambda: Setup(itertools.repeat(()), ()),  # type: ignore[arg-type]
        lambda: Setup((), (), sweep_points=itertools.repeat(0)),  # type: ignore[arg-type]
    ],
)
def test_endless_iterables_come_to_an_end(make: Callable[[], object]) -> None:
    with contextlib.suppress(errors.CabbageError):
        make()


@pytest.mark.parametrize("number", [10**30, -5, "x", None, 3.0, -(10**30)])
def test_forged_moves_are_refused(number: Any) -> None:
    state = Deal.deal(1)
    forged: tuple[Any, ...] = ((), (Card(3),), (Card(3),) * 3, (99,), [], None, (int.__new__(Card, 10**30),))
    for captured in forged:
        move = object.__new__(krypkasino.Move)
        object.__setattr__(move, "_card", Card(3))
        object.__setattr__(move, "_captured", captured)
        object.__setattr__(move, "_is_sweep", False)
        with contextlib.suppress(errors.IllegalActionError):
            assert not state.is_legal(move)
        object.__setattr__(move, "_number", number)
        with contextlib.suppress(errors.IllegalActionError):
            assert not state.is_legal(move)
        with pytest.raises(errors.IllegalActionError):
            state.play(move)
    assert state == Deal.deal(1)


def test_a_captured_that_plays_on_does_no_harm() -> None:
    state = Deal.deal(1)
    good = next(move for move in state.moves() if not move.is_creep)

    class Playing(tuple[Card, ...]):
        __slots__ = ()

        def __ne__(self, other: object) -> bool:
            state.play(state.legal_moves()[0])
            return False

    object.__setattr__(good, "_captured", Playing(good.captured))
    with pytest.raises(errors.IllegalActionError):
        state.play(good)
    assert state == Deal.deal(1)


def test_captures_before_any_card_was_played_are_a_fault() -> None:
    setup = Deal.deal(1).setup()
    wrong = dataclasses.replace(setup, table=setup.table[2:], piles=(setup.table[:2], ()), last_capturer=0)
    assert any("played before seat" in fault for fault in wrong.faults(Rules()))
    court = next(card for card in setup.stock if card.rank >= 10)
    stock = list(setup.stock)
    stock[stock.index(court)] = setup.table[0]
    wrong = dataclasses.replace(setup, table=setup.table[1:], stock=tuple(stock), aside=(court,))
    assert "court cards are put aside, and no batch has ended" in wrong.faults(Rules())


def monstrous(seed: int) -> Deal:
    """A table of 44 cards, aces to tens, and a hand of four."""
    rng = random.Random(seed)
    pack = [Card(13 * suit + rank) for suit in range(4) for rank in range(10)] * 2
    rng.shuffle(pack)
    hand, table = pack[:4], pack[4:48]
    rest = [Card(number) for number in range(52)] * 2
    for card in (*hand, *table):
        rest.remove(card)
    rules = Rules(first_hand=4, first_table=len(table), later_hand=104)
    return Deal.from_setup(Setup((tuple(hand), tuple(rest[:4])), tuple(table), dealer=1), rules)


def test_a_monstrous_table_has_one_limit() -> None:
    answers = set()
    for seed in range(8):
        state = monstrous(seed)
        asked: list[Callable[[], object]] = [
            state.legal_moves,
            state.moves,
            lambda state=state: testing.perft(state, 1),  # type: ignore[misc]
            lambda state=state: testing.divide(state, 1),  # type: ignore[misc]
        ]
        refused = []
        for ask in asked:
            try:
                ask()
                refused.append(False)
            except errors.TooManyCapturesError:
                refused.append(True)
        assert len(set(refused)) == 1
        answers |= set(refused)
        with pytest.raises(errors.IllegalActionError):
            state.play(51)
        assert state.history == ()
    assert answers == {True, False}


def test_court_cards_do_not_outlast_a_batch_on_the_table() -> None:
    state = Deal.deal(1)
    while state.batch_number == 0:
        state.play(state.legal_moves()[0])
    setup = state.setup()
    court = next(card for card in (*setup.aside, *setup.stock) if card.rank >= 10)
    wrong = dataclasses.replace(
        setup,
        table=(*setup.table, court),
        aside=tuple(card for card in setup.aside if card != court),
        stock=tuple(card for card in setup.stock if card != court or court in setup.aside),
    )
    assert f"court card {court} lies on the table where a batch has ended; it is put aside" in wrong.faults(
        state.rules
    )


# ---------------------------------------------------------------- records


@settings(max_examples=30)
@given(SEEDS)
def test_records_replay(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(seed, random_rules(rng))
    for _ in range(rng.randrange(150)):
        if game.is_over:
            break
        if game.deal.is_terminal:
            game.deal_next()
        game.play(rng.choice(game.deal.legal_moves()))
    assert records.loads(records.dumps(game)) == game


@pytest.mark.parametrize(
    ("line", "change", "what"),
    [
        (0, {"seed": 2}, "line 2: "),
        (0, {"record": "las-vegan"}, "line 2: "),
        (1, {"returns": [1, 2]}, "line 2: returns are recorded as [1, 2]"),
        (1, {"actions": [3]}, "line 2: "),
        (1, {"round": 1}, "line 2: round 1 where round 0 is due"),
        (-1, {"totals": [0, 0]}, "line 4: totals are recorded as [0, 0]"),
        (-1, {"winners": [0, 1]}, "line 4: winners are recorded as [0, 1]"),
    ],
)
def test_tampered_records_are_refused(line: int, change: dict[str, object], what: str) -> None:
    lines = [json.loads(text) for text in records.dumps(finish(Game(1))).splitlines()]
    lines[line].update(change)
    with pytest.raises(errors.RecordError) as caught:
        records.loads("".join(json.dumps(each) + "\n" for each in lines))
    assert str(caught.value).startswith(what)


# ---------------------------------------------------------------- players, searches, checks


def test_solve_minimises_points() -> None:
    state = Deal.deal(3, TINY)
    solution = solver.solve(state)
    assert solution.minimises
    assert solution.value == min(solution.values.values())
    state.play(solution.best_actions[0])
    stopped = solver.solve(Deal.deal(1), max_nodes=1_000)
    assert (stopped.stopped_by, stopped.minimises) == ("nodes", True)
    assert stopped.lower < stopped.upper
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    with pytest.raises(errors.GameOverError, match="the deal is over, there is nothing to solve"):
        solver.solve(state)


def test_check_rules_takes_both_games() -> None:
    rng = random.Random(3)
    for _ in range(15):
        assert testing.check_rules(random_rules(rng), rounds=2) > 0


def test_perft_and_playouts_take_both_games() -> None:
    state = Deal.deal(1, TINY)
    assert testing.perft(state, 0) == 1
    assert sum(testing.divide(state, 4).values()) == testing.perft(state, 4)
    totals = testing.random_playouts(Deal.deal(1), 50, 1)
    assert totals.actions == 50 * 100
    assert sum(totals.returns) >= 50 * 42
    assert testing.random_playouts(None, 20, 1, rules=Rules()).actions == 20 * 100


# ---------------------------------------------------------------- the command line


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return str(out)


def test_every_command_takes_krypkasino(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = ["--game", "krypkasino", "--seed", "3", "--rules", *notation.format_rules(TINY).split()]
    text = run(capsys, "deal", *rules)
    assert notation.parse_deal(text) == Deal.deal(3, TINY)
    path = tmp_path / "deal.txt"
    path.write_text(text)
    assert run(capsys, "show", str(path)) == f"{Deal.deal(3, TINY)}\n"
    state = json.loads(run(capsys, "show", str(path), "--json"))
    assert state["game"] == "krypkasino"
    name, number = next(iter(state["legal_moves"].items()))
    assert krypkasino.find_move(Deal.deal(3, TINY), name).number == number
    after = json.loads(run(capsys, "show", str(path), "--after", name, "--json"))
    assert after["current_player"] != state["current_player"]
    count = json.loads(run(capsys, "perft", str(path), "3", "--divide", "--json"))
    assert sum(count["divide"].values()) == count["count"] == testing.perft(Deal.deal(3, TINY), 3)
    solved = json.loads(run(capsys, "solve", str(path), "--json"))
    assert solved["value"] == min(solved["values"].values())
    assert "points" in run(capsys, "solve", str(path))
    game = tmp_path / "game.jsonl"
    records.dump(finish(Game(2, TINY)), game)
    assert run(capsys, "replay", str(game), "--verbose").endswith("the record is verified\n")


def test_a_game_can_be_played_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = io.StringIO()
    keyboard = io.StringIO()
    typed = iter(["help", "undo", "5X", "first", "undo"])

    def type_something() -> str:
        word = next(typed, "first")
        listed = out.getvalue().rsplit("you may play: ", 1)[1].split()[0]
        return (listed if word == "first" else word) + "\n"

    monkeypatch.setattr(keyboard, "readline", type_something)
    monkeypatch.setattr(sys, "stdin", keyboard)
    monkeypatch.setattr(sys, "stdout", out)
    assert cli.main(["play", "--game", "krypkasino", "--seed", "3", "--seat", "1"]) == 0
    text = out.getvalue()
    assert "Fewest points win" in text
    assert "there is nothing of yours to take back in this deal" in text
    assert "'5x' does not say what it takes behind the x" in text
    assert "Won by" in text
