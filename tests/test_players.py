"""Players of both games: legal, discreet, reproducible; and how strong those are that do not search."""

from __future__ import annotations

import dataclasses
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage.cards import CardSet
from cabbage.errors import GameOverError, InputTypeError, PlayerError
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as DealRules
from cabbage.las_vegan import Round, Rules
from cabbage.players import Player, RandomPlayer, RuleOfThumbPlayer, parse_player
from cabbage.streams import RandomStream
from compare import random_rules
from compare_krypkasino import random_deal
from compare_krypkasino import random_rules as random_deal_rules

SEEDS = st.integers(0, 2**32 - 1)
PLAYERS = ("random", "rule-of-thumb", "pimc:1", "ismcts:8")
EACH_PLAYER = pytest.mark.parametrize("player", [parse_player(text) for text in PLAYERS], ids=PLAYERS)
EACH_GAME = pytest.mark.parametrize("game", ["las-vegan", "krypkasino"])


def dealt(game: str, rng: random.Random) -> Any:
    """A fresh round or deal of random rules."""
    if game == "krypkasino":
        return random_deal(rng, random_deal_rules(rng))
    rules = random_rules(rng)
    return Round.deal(rng.getrandbits(64), rules, leader=rng.randrange(rules.players))


def is_playable(state: Any) -> bool:
    """Whether it goes on, with a table whose captures can be listed in no time."""
    return not state.is_terminal and (isinstance(state, Round) or len(state.table) < 15)


def with_hidden_cards_swapped(state: Any, rng: random.Random) -> Any:
    """The position as the seat to move sees it, other cards in other hands, what led there forgotten.

    Cards are swapped one by one, as a set-up allows. None where nothing could be swapped.
    """
    setup = state.setup()
    me, rules = state.current_player, state.rules
    others = [seat for seat in range(rules.players) if seat != me]
    hidden = [card for seat in others for card in setup.hands[seat]]
    if isinstance(state, Round):
        piles = [card for pile in setup.piles for card in pile]
        hidden += rules.deck - CardSet([*setup.hands[me], *setup.trick, *piles, *hidden])
    else:
        hidden += setup.stock
    for _ in range(20):
        rng.shuffle(hidden)
        left, hands = list(hidden), list(setup.hands)
        for seat in others:
            cards = [left.pop() for _ in setup.hands[seat]]
            hands[seat] = CardSet(cards) if isinstance(state, Round) else tuple(sorted(cards))
        changes: dict[str, Any] = {"hands": tuple(hands)}
        if isinstance(state, Deal):
            changes["stock"] = tuple(left)
        swapped = dataclasses.replace(setup, **changes)
        if swapped != setup and not swapped.faults(rules):
            return type(state).from_setup(swapped, rules)
    return None


class TestEveryPlayer:
    @EACH_PLAYER
    @EACH_GAME
    @given(seed=SEEDS)
    @settings(max_examples=20)
    def test_chooses_legal_actions_and_leaves_all_as_it_is(
        self, player: Player, game: str, seed: int
    ) -> None:
        rng = random.Random(seed)
        state = dealt(game, rng)
        while is_playable(state):
            view = state.observe(state.current_player)
            before, history = state.copy(), state.history
            action = player.choose(view, RandomStream(seed))
            assert type(action) is int
            assert action in state.legal_moves()
            assert (state, state.history) == (before, history)
            assert view == state.observe(state.current_player)
            state.play(action)

    @EACH_PLAYER
    @EACH_GAME
    @given(seed=SEEDS)
    @settings(max_examples=20)
    def test_choice_depends_on_the_view_and_the_stream_alone(
        self, player: Player, game: str, seed: int
    ) -> None:
        rng = random.Random(seed)
        state = dealt(game, rng)
        while is_playable(state):
            view = state.observe(state.current_player)
            choice = rng.getrandbits(32)
            actions = [
                player.choose(each, RandomStream(choice))
                for each in (view, view, pickle.loads(pickle.dumps(view)))
            ]
            random.seed(choice)  # the global generator must not matter
            actions.append(pickle.loads(pickle.dumps(player)).choose(view, RandomStream(choice)))
            assert len(set(actions)) == 1
            state.play(actions[0])

    @EACH_PLAYER
    @EACH_GAME
    @given(seed=SEEDS)
    @settings(max_examples=20)
    def test_choice_does_not_depend_on_hidden_cards(self, player: Player, game: str, seed: int) -> None:
        rng = random.Random(seed)
        state = dealt(game, rng)
        while is_playable(state):
            seat, choice = state.current_player, rng.getrandbits(32)
            action = player.choose(state.observe(seat), RandomStream(choice))
            other = state.resample(seat, rng.getrandbits(64))
            assert player.choose(other.observe(seat), RandomStream(choice)) == action
            swapped = with_hidden_cards_swapped(state, rng)
            if swapped is not None:
                alike = type(state).from_setup(state.setup(), state.rules)
                actions = [
                    player.choose(each.observe(seat), RandomStream(choice)) for each in (alike, swapped)
                ]
                assert actions[0] == actions[1]
            state.play(action)

    @EACH_GAME
    def test_hidden_cards_are_swapped_at_most_positions(self, game: str) -> None:
        # Else the test above would show nothing.
        state: Any = Round.deal(1) if game == "las-vegan" else Deal.deal(1)
        rng = random.Random(1)
        swaps = []
        while not state.is_terminal:
            swaps.append(with_hidden_cards_swapped(state, rng) is not None)
            state.play(rng.choice(state.legal_moves()))
        assert sum(swaps) > 0.55 * len(swaps)

    @EACH_PLAYER
    @EACH_GAME
    def test_where_there_is_nothing_to_choose(self, player: Player, game: str) -> None:
        state: Any = Round.deal(1) if game == "las-vegan" else Deal.deal(1)
        other = (state.current_player + 1) % state.num_players
        with pytest.raises(PlayerError, match=f"turn of seat {state.current_player}, not of seat {other}"):
            player.choose(state.observe(other), RandomStream(1))
        with pytest.raises(InputTypeError, match="the view is a View of las_vegan or krypkasino"):
            player.choose(state, RandomStream(1))
        while not state.is_terminal:
            state.play(state.legal_moves()[0])
        with pytest.raises(GameOverError, match="is over, there is nothing to choose"):
            player.choose(state.observe(0), RandomStream(1))


class TestRandomPlayer:
    @EACH_GAME
    def test_takes_every_legal_action(self, game: str) -> None:
        state: Any = Round.deal(1) if game == "las-vegan" else Deal.deal(1)
        view, stream = state.observe(state.current_player), RandomStream(1)
        chosen = [RandomPlayer().choose(view, stream) for _ in range(1000)]
        counts = [chosen.count(action) for action in view.legal_moves()]
        assert sum(counts) == 1000
        assert min(counts) > 0.6 * 1000 / len(counts)


def advantage(state: Any, seat: int, rng: RandomStream) -> float:
    """What the rule of thumb in one seat, and those of its side, has more in the end than random players.

    Cabbages, or points that it has fewer, of a side; of others the mean.
    """
    sides = state.rules.sides if isinstance(state, Deal) else [(i,) for i in range(state.num_players)]
    (side,) = [each for each in sides if seat in each]
    one, others = RuleOfThumbPlayer(), RandomPlayer()
    while not state.is_terminal:
        mover = state.current_player
        state.play((one if mover in side else others).choose(state.observe(mover), rng))
    returns: list[int] = state.returns()
    own: int = sum(returns[member] for member in side)
    ahead = own - (sum(returns) - own) / (len(sides) - 1)
    return -ahead if isinstance(state, Deal) else ahead


class TestStrength:
    @pytest.mark.parametrize(("players", "least"), [(2, 8.0), (4, 2.2), (6, 1.0)])
    def test_rule_of_thumb_beats_random_in_las_vegan(self, players: int, least: float) -> None:
        rules, rng = Rules(players=players), RandomStream(1)
        found = [advantage(Round.deal(seed, rules), seed % players, rng) for seed in range(300)]
        assert sum(found) / len(found) > least

    @pytest.mark.parametrize(
        ("rules", "least"),
        [
            (DealRules(), 35.0),
            (DealRules(hand_values="nordic", court_sums=False), 27.0),
            (DealRules(players=4), 9.0),
            (DealRules(players=4, teams=((0, 2), (1, 3))), 35.0),
        ],
    )
    def test_rule_of_thumb_beats_random_in_krypkasino(self, rules: DealRules, least: float) -> None:
        rng = RandomStream(1)
        found = [advantage(Deal.deal(seed, rules), seed % rules.players, rng) for seed in range(200)]
        assert sum(found) / len(found) > least
