"""The players that search worlds: legal at any budget, discreet, reproducible, and clear about bad input."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import errors
from cabbage._krypkasino_cards import parse_cards
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as DealRules
from cabbage.las_vegan import Round, Rules
from cabbage.players import ISMCTSPlayer, PIMCPlayer, RuleOfThumbPlayer, parse_player
from cabbage.streams import RandomStream
from compare import random_rules
from compare_krypkasino import random_rules as random_deal_rules
from interrupting import assert_ctrl_c_stops, assert_other_threads_run
from test_worlds import random_position as random_round
from test_worlds_krypkasino import random_position as random_deal

SEEDS = st.integers(0, 2**32 - 1)
SEARCHERS = (
    "pimc:0",
    "pimc:1",
    "pimc:4,depth=1,playouts=1",
    "ismcts:0",
    "ismcts:1",
    "ismcts:50",
    "ismcts:0s",
)


def random_state(rng: random.Random) -> Any:
    """A running round or deal."""
    while True:
        state: Any = (
            random_round(rng, random_rules(rng))
            if rng.random() < 0.5
            else random_deal(rng, random_deal_rules(rng))
        )
        if not state.is_terminal:
            return state


class TestEverySearcher:
    @pytest.mark.parametrize("text", SEARCHERS)
    @given(seed=SEEDS)
    @settings(max_examples=60)
    def test_is_legal_discreet_and_reproducible(self, text: str, seed: int) -> None:
        rng = random.Random(seed)
        state = random_state(rng)
        seat = state.current_player
        view, player = state.observe(seat), parse_player(text)
        before, history = state.copy(), state.history
        action = player.choose(view, RandomStream(seed))
        assert type(action) is int
        assert action in state.legal_moves()
        assert (state, state.history) == (before, history)
        # The same for another that knows the same, wherever the hidden cards lie.
        other = state.resample(seat, rng.getrandbits(64)).observe(seat)
        assert parse_player(text).choose(other, RandomStream(seed)) == action

    @pytest.mark.parametrize("text", SEARCHERS)
    @given(seed=SEEDS)
    @settings(max_examples=40)
    def test_estimates_are_of_all_actions_best_first(self, text: str, seed: int) -> None:
        rng = random.Random(seed)
        state = random_state(rng)
        view = state.observe(state.current_player)
        player: Any = parse_player(text)
        estimates = player.estimates(view, RandomStream(seed))
        assert sorted(each.action for each in estimates) == sorted(view.legal_moves())
        sign = -1 if isinstance(state, Deal) else 1
        tried = [each for each in estimates if each.count]
        assert estimates[: len(tried)] == tried
        order = [(each.count if text.startswith("ismcts") else 0, sign * each.value) for each in tried]
        assert order == sorted(order, reverse=True)
        if len(view.legal_moves()) > 1 and tried:
            assert player.choose(view, RandomStream(seed)) == tried[0].action

    @pytest.mark.parametrize("text", ["pimc:0", "ismcts:0", "ismcts:0s"])
    def test_without_a_budget_goes_by_the_rule_of_thumb(self, text: str) -> None:
        for seed in range(20):
            states: list[Any] = [Round.deal(seed), Deal.deal(seed)]
            for state in states:
                view = state.observe(state.current_player)
                expected = RuleOfThumbPlayer().choose(view, RandomStream(seed))
                assert parse_player(text).choose(view, RandomStream(seed)) == expected

    @pytest.mark.parametrize("text", ["pimc:20", "ismcts:300"])
    @pytest.mark.parametrize("objective", ["margin", "paranoid", "maxn"])
    def test_objectives(self, text: str, objective: str) -> None:
        player: Any = parse_player(f"{text},objective={objective}")
        states: list[Any] = [
            Round.deal(1, Rules(players=2)),
            Deal.deal(1),
            Deal.deal(1, DealRules(players=4, teams=((0, 2), (1, 3)))),
        ]
        for state in states:
            view = state.observe(state.current_player)
            assert player.choose(view, RandomStream(1)) in view.legal_moves()

    @pytest.mark.parametrize("text", ["pimc:5", "ismcts:50"])
    def test_margin_is_for_two_sides(self, text: str) -> None:
        player: Any = parse_player(f"{text},objective=margin")
        with pytest.raises(errors.ObjectiveError, match="between two sides"):
            player.estimates(Round.deal(1).observe(0), RandomStream(1))

    @pytest.mark.parametrize("text", ["pimc:300", "ismcts:5000"])
    def test_the_same_in_many_threads(self, text: str) -> None:
        views = [Round.deal(seed).observe(0) for seed in range(6)]
        player = parse_player(text)
        alone = [player.choose(view, RandomStream(1)) for view in views]
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(lambda view: player.choose(view, RandomStream(1)), views * 4))
        assert together == alone * 4

    @pytest.mark.parametrize("text", ["pimc:20000", "ismcts:300000"])
    def test_releases_the_gil(self, text: str) -> None:
        view = Round.deal(1, Rules(hand_size=2)).observe(0)
        assert_other_threads_run(lambda: parse_player(text).choose(view, RandomStream(1)))

    @pytest.mark.parametrize(
        "player",
        [
            "ISMCTSPlayer(simulations=2**32 - 1)",
            "ISMCTSPlayer(seconds=1000)",
            "PIMCPlayer(worlds=2**32 - 1)",
            "PIMCPlayer(worlds=1, depth=40, exact=40, max_nodes=2**40 - 1)",
            "PIMCPlayer(worlds=1, depth=40, max_nodes=2**40 - 1, objective='maxn')",
        ],
    )
    @pytest.mark.parametrize("deal", ["Round.deal(1)", "Deal.deal(1)"])
    def test_ctrl_c(self, player: str, deal: str) -> None:
        imports = (
            "from cabbage.las_vegan import Round; from cabbage.krypkasino import Deal\n"
            "from cabbage.players import ISMCTSPlayer, PIMCPlayer; from cabbage.streams import RandomStream"
        )
        assert_ctrl_c_stops(
            imports, deal, f"{player}.choose(state.observe(state.current_player), RandomStream(1))"
        )


def bad(value: Any) -> list[Any]:
    """A value that type checkers would not let pass."""
    return [value]


class TestBadInput:
    @pytest.mark.parametrize("text", ["pimc:5", "ismcts:5"])
    def test_views(self, text: str) -> None:
        player = parse_player(text)
        state = Round.deal(1, Rules(players=2, hand_size=1))
        with pytest.raises(errors.PlayerError, match="turn of seat 0, not of seat 1; view: las-vegan view"):
            player.choose(state.observe(1), RandomStream(1))
        while not state.is_terminal:
            state.play(state.legal_moves()[0])
        with pytest.raises(errors.GameOverError, match="the round is over"):
            player.choose(state.observe(state.current_player), RandomStream(1))
        for other in (state, None, "view"):
            with pytest.raises(errors.InputTypeError, match="the view is a View"):
                player.choose(other, RandomStream(1))  # type: ignore[arg-type]

    def test_too_many_captures(self) -> None:
        deck = parse_cards(
            "AC 2C 3C 4C 5C 6C 7C 8C 9C TC AD 2D 3D 4D 5D 6D 7D 8D 9D AH 2H 3H 4H 5H 6H 7H 8H 9H KC KD QC QD"
        )
        rules = DealRules(deck=frozenset(deck), first_hand=2, first_table=50)
        state = next(
            state
            for state in (Deal.deal(seed, rules) for seed in range(50))
            if any(card.rank == 12 for card in state.hand(state.current_player))
        )
        view = state.observe(state.current_player)
        for text in ("pimc:5", "ismcts:5"):
            with pytest.raises(errors.TooManyCapturesError):
                parse_player(text).choose(view, RandomStream(1))

    @pytest.mark.parametrize(
        ("make", "error", "message"),
        [
            (lambda: ISMCTSPlayer(-1), errors.CabbageError, "simulations is 0 to 4294967295, not -1"),
            (lambda: ISMCTSPlayer(seconds=-0.5), errors.CabbageError, "seconds is 0 to 1,000,000, not -0.5"),
            (lambda: ISMCTSPlayer(seconds=float("nan")), errors.CabbageError, "not nan"),
            (lambda: ISMCTSPlayer(exploration=-1), errors.CabbageError, "exploration is 0 to 1,000, not -1"),
            (
                lambda: ISMCTSPlayer(*bad("many")),
                errors.InputTypeError,
                "simulations is an integer",
            ),
            (lambda: ISMCTSPlayer(None, *bad("x")), errors.InputTypeError, "seconds is a number, not 'x'"),
            (lambda: ISMCTSPlayer(objective="win"), errors.ObjectiveError, "the objectives are .* not 'win'"),
            (lambda: PIMCPlayer(-1), errors.CabbageError, "worlds is 0 to 4294967295, not -1"),
            (lambda: PIMCPlayer(True), errors.InputTypeError, "worlds is an integer, not True"),
            (lambda: PIMCPlayer(depth=41), errors.CabbageError, "depth is 0 to 40, not 41"),
            (lambda: PIMCPlayer(exact=-1), errors.CabbageError, "exact is 0 to 40, not -1"),
            (lambda: PIMCPlayer(playouts=0), errors.CabbageError, "playouts is 1 to 1024, not 0"),
            (lambda: PIMCPlayer(max_nodes=-1), errors.CabbageError, "max_nodes is 0 to"),
            (
                lambda: PIMCPlayer(1, None, None, 1, 1, *bad(3)),
                errors.InputTypeError,
                "the objective is a str, not 3",
            ),
        ],
    )
    def test_budgets_and_options(self, make: Any, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            make()

    @pytest.mark.parametrize("text", ["random", "pimc:1", "ismcts:1", "ismcts:0"])
    def test_what_is_no_stream(self, text: str) -> None:
        view = Round.deal(1).observe(0)
        for rng in bad(random.Random(1)) + bad(None):
            with pytest.raises(errors.InputTypeError, match="a player draws from a RandomStream, not from"):
                parse_player(text).choose(view, rng)


class TestTexts:
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("random", "random"),
            ("rule-of-thumb", "rule-of-thumb"),
            ("pimc", "pimc:50"),
            ("pimc:worlds=20", "pimc:20"),
            ("pimc:20,depth=3,exact=10", "pimc:20,depth=3,exact=10"),
            ("ismcts", "ismcts:2000"),
            ("ismcts:500", "ismcts:500"),
            ("ismcts:0.5s", "ismcts:0.5s"),
            ("ismcts:1000,2s", "ismcts:1000,2.0s"),
            ("ismcts:seconds=2,objective=maxn", "ismcts:2.0s,objective=maxn"),
            ("ismcts:5,exploration=1", "ismcts:5,exploration=1.0"),
        ],
    )
    def test_a_name_is_a_text_of_the_player(self, text: str, name: str) -> None:
        player = parse_player(text)
        assert player.name == name
        again = parse_player(name)
        assert again.name == name
        if text not in ("random", "rule-of-thumb"):
            assert again == player
            assert hash(again) == hash(player)
            assert pickle.loads(pickle.dumps(player)) == player

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "no player is named ''; the players are random, rule-of-thumb, pimc, ismcts"),
            ("stockfish", "no player is named 'stockfish'"),
            ("random:5", "no player is named 'random:5'"),
            ("pimc:", "'pimc:' is no player: an option is missing"),
            ("pimc:5,", "an option is missing"),
            ("pimc:5,6", "worlds stands twice"),
            ("pimc:5,worlds=6", "worlds stands twice"),
            ("pimc:5,budget=6", "pimc has no 'budget'"),
            ("ismcts:5,exploration", "exploration needs a value, as in exploration=1"),
            ("pimc:0.5s", "player 'pimc:0.5s': worlds is an integer, not '0.5s'"),
            ("pimc:-1", "player 'pimc:-1': worlds is 0 to 4294967295, not -1"),
            ("ismcts:-2s", "player 'ismcts:-2s': seconds is 0 to 1,000,000, not -2"),
            ("ismcts:5,kind=x", "ismcts has no 'kind'"),
            ("ismcts:" + "9" * 5000, "a number of|simulations is"),
        ],
    )
    def test_bad_texts(self, text: str, message: str) -> None:
        with pytest.raises(errors.CabbageError, match=message) as error:
            parse_player(text)
        assert len(str(error.value)) < 400

    def test_no_text(self) -> None:
        with pytest.raises(errors.InputTypeError, match="the name of a player is a str, not 5"):
            parse_player(5)  # type: ignore[arg-type]
