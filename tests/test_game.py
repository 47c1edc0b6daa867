"""`Game`: rounds, leaders, totals, the end, the winners."""

from __future__ import annotations

import pickle
import random

import pytest

from cabbage import errors
from cabbage.las_vegan import Game, Round, Rules


def play_round(game: Game, rng: random.Random) -> None:
    while not game.round.is_terminal:
        game.play(rng.choice(game.round.legal_moves()))


def play_game(game: Game, seed: int = 0) -> Game:
    rng = random.Random(seed)
    play_round(game, rng)
    while not game.is_over:
        game.deal_next()
        play_round(game, rng)
    return game


def test_a_game_is_its_rounds() -> None:
    game = play_game(Game(1, Rules(starting_cabbages=1000)))
    assert game.round_number == 3
    assert len(game.rounds) == 4
    assert [r.setup().casino for r in game.rounds] != []
    totals = [1000 + sum(r.returns()[seat] for r in game.rounds) for seat in range(4)]
    assert game.totals == tuple(totals)
    assert game.winners() == tuple(s for s in range(4) if totals[s] == max(totals))


def test_the_first_leader_rotates() -> None:
    game = Game(1, Rules(starting_cabbages=1000))
    leaders = [game.round.leader]
    for _ in range(3):
        play_round(game, random.Random(0))
        leaders.append(game.deal_next().leader)
    assert leaders == [0, 1, 2, 3]


def test_the_last_winner_leads_where_that_is_the_rule() -> None:
    for seed in range(10):
        game = Game(seed, Rules(starting_cabbages=1000, next_leader="last_trick_winner"))
        assert game.round.leader == 0
        play_round(game, random.Random(seed))
        winner = game.round.current_player
        assert game.deal_next().leader == winner


def test_a_seat_without_cabbages_ends_the_game() -> None:
    games = [play_game(Game(seed, Rules(starting_cabbages=1)), seed) for seed in range(20)]
    early = [game for game in games if game.round_number < 3]
    assert early
    for game in early:
        assert min(game.totals) <= 0
        with pytest.raises(errors.GameOverError, match="the game ended after round"):
            game.deal_next()


def test_nothing_comes_before_its_time() -> None:
    game = Game(1)
    with pytest.raises(errors.NotFinishedError, match="round 0 is still being played"):
        game.deal_next()
    with pytest.raises(errors.NotFinishedError, match="nobody has won yet"):
        game.winners()
    assert game.totals == (15, 15, 15, 15)
    assert not game.is_over


def test_playing_on_the_round_is_playing_the_game() -> None:
    game = Game(1, Rules(rounds=1))
    rng = random.Random(0)
    while not game.round.is_terminal:
        game.round.play(rng.choice(game.round.legal_moves()))
    assert game.is_over
    assert game.totals == tuple(15 + change for change in game.round.returns())
    game.round.undo()
    assert not game.is_over
    assert game.totals == (15, 15, 15, 15)


def test_a_game_of_explicit_deals() -> None:
    rules = Rules(rounds=2, starting_cabbages=1000)
    first, second = Round.deal(5, rules), Round.deal(5, rules, number=1)
    game = Game(rules=rules, deal=first.setup())
    play_round(game, random.Random(1))
    with pytest.raises(errors.CabbageError, match="needs the deal of every round"):
        game.deal_next()
    assert game.round_number == 0
    game.deal_next(second.setup())
    assert game.round == second


def test_deals_that_cannot_come_next_are_refused() -> None:
    rules = Rules(rounds=2, starting_cabbages=1000)
    first = Round.deal(5, rules)
    game = Game(rules=rules, deal=first.setup())
    play_round(game, random.Random(1))
    before = game.copy()
    with pytest.raises(errors.SetupError) as caught:
        game.deal_next(first.setup())
    assert caught.value.faults[0] == "seat 0 leads the deal; in this game seat 1 leads next"
    assert len(caught.value.faults) == 4
    assert "has been used in this game" in caught.value.faults[1]
    begun = Round.deal(5, rules)
    begun.play(begun.legal_moves()[0])
    with pytest.raises(errors.SetupError, match="cards of this one have been played"):
        Game(rules=rules, deal=begun.setup())
    with pytest.raises(errors.CabbageError, match="needs the deal of every round"):
        Game()
    assert game == before
    assert game.round_number == 0


def test_games_copy_compare_and_pickle() -> None:
    game = Game(3, Rules(starting_cabbages=1000))
    play_round(game, random.Random(0))
    game.deal_next()
    game.play(game.round.legal_moves()[0])
    other = game.copy()
    assert other == game == pickle.loads(pickle.dumps(game))
    other.play(other.round.legal_moves()[0])
    assert other != game
    assert game != Game(3)
    assert game != 3
    with pytest.raises(TypeError):
        hash(game)
    assert repr(game).startswith("<Game of Las Vegan, round 1 of 4, totals ")
