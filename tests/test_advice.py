"""Advice: estimates in order, and reasons that are true."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest

from cabbage import krypkasino, las_vegan, notation
from cabbage.advice import Advice, advise
from cabbage.errors import GameOverError, InputTypeError, PlayerError
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from cabbage.players import Estimate, ISMCTSPlayer, PIMCPlayer, RandomPlayer, RuleOfThumbPlayer

QUICK = ISMCTSPlayer(simulations=60)
MIDDLE = """las-vegan view 1
    casino B R 6
    golden -4 min
    tokens -1 +1 -1 -2
    placed t3 t1 -
    leader 2
    seat 2
    hands 4 | 4 | P2 G8 B58 | 4
    voids - | R | R | G
    piles R02 P01349 B01269 | - | R1789 P78 G012347 | -
"""


# ---------------------------------------------------------------- the advice


class Scripted:
    """A player that estimates what it is told."""

    name = "scripted"
    objective = None

    def __init__(self, *estimates: Estimate) -> None:
        self._estimates = estimates

    def choose(self, view: Any, rng: Any) -> int:
        return self._estimates[0].action

    def estimates(self, view: Any, rng: Any) -> list[Estimate]:
        return list(self._estimates)


def scripted(*told: tuple[str, int, float, float]) -> Advice:
    """Advice in `MIDDLE` by what is told: an action, its count, its value and its standard error."""
    estimates = [
        Estimate(las_vegan.parse_action(name), count, value, error) for name, count, value, error in told
    ]
    return advise(notation.parse_view(MIDDLE), player=Scripted(*estimates))


def test_every_action_once_best_first() -> None:
    for state in (Round.deal(3), Deal.deal(3)):
        view = state.observe(state.current_player)
        for player in (QUICK, PIMCPlayer(worlds=5)):
            advice = advise(view, player=player, seed=4)
            assert sorted(s.action for s in advice.suggestions) == sorted(view.legal_moves())
            assert advice.player == player.name
            assert advice.count == sum(s.count for s in advice.suggestions)
            key = "count" if player is QUICK else "value"
            sign = 1 if key == "count" or isinstance(state, Round) else -1
            keys = [sign * getattr(s, key) for s in advice.suggestions]
            assert keys == sorted(keys, reverse=True)


def test_the_default_player_and_texts_for_players() -> None:
    view = notation.parse_view(MIDDLE)
    assert advise(view).player == "ismcts:20000"
    assert advise(view, player="ismcts:60", seed=7) == advise(view, player=QUICK, seed=7)
    assert advise(view, player=QUICK, seed=7) != advise(view, player=QUICK, seed=8)


def test_players_without_estimates_are_refused() -> None:
    view = notation.parse_view(MIDDLE)
    for player in (RandomPlayer(), RuleOfThumbPlayer(), "random", "rule-of-thumb"):
        with pytest.raises(PlayerError, match="chooses without saying what it expects of each action"):
            advise(view, player=player)
    with pytest.raises(PlayerError, match="no player is named 'nobody'"):
        advise(view, player="nobody")
    with pytest.raises(PlayerError, match=r"player <class .*ISMCTSPlayer'> chooses without"):
        advise(view, player=ISMCTSPlayer)  # type: ignore[arg-type]
    with pytest.raises(PlayerError, match="player 7 chooses without"):
        advise(view, player=7)  # type: ignore[arg-type]
    with pytest.raises(PlayerError, match="'scripted' does not estimate every legal action once"):
        advise(view, player=Scripted(Estimate(15, 1, 0.0, 0.0)))


def test_views_that_have_nothing_to_choose_are_refused() -> None:
    state = Round.deal(3)
    with pytest.raises(PlayerError, match="it is the turn of seat 0, not of seat 1"):
        advise(state.observe(1), player=QUICK)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    with pytest.raises(GameOverError, match="the round is over"):
        advise(state.observe(0), player=QUICK)
    with pytest.raises(InputTypeError, match="the view is a View"):
        advise(state, player=QUICK)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2\\*\\*64"):
        advise(notation.parse_view(MIDDLE), player=QUICK, seed=-1)


def test_hidden_cards_play_no_part() -> None:
    rng = random.Random(1)
    for state in (Round.deal(5), Deal.deal(5)):
        for _ in range(9):
            state.play(rng.choice(state.legal_moves()))
        seat = state.current_player
        texts = {
            notation.format_position(world) for world in (state, *(state.resample(seat, n) for n in (1, 2)))
        }
        assert len(texts) == 3
        found = [advise(notation.parse_position(text).observe(seat), player=QUICK) for text in texts]
        assert found[0] == found[1] == found[2]


def test_the_meaning_of_values() -> None:
    def meaning(state: Round | Deal, **options: Any) -> str:
        view = state.observe(state.current_player)
        return advise(view, player=ISMCTSPlayer(simulations=9, **options)).meaning

    round_of_four, team_deal = (
        Round.deal(1),
        Deal.deal(1, krypkasino.Rules(players=4, teams=((0, 2), (1, 3)))),
    )
    assert meaning(round_of_four) == (
        "change in cabbages of seat 0 in this round, less the mean of the others'; "
        "what is already won is included; high is good"
    )
    assert meaning(round_of_four, objective="maxn") == (
        "change in cabbages of seat 0 in this round; what is already won is included; high is good"
    )
    assert meaning(round_of_four, objective="paranoid") == (
        "change in cabbages of seat 0 in this round, with all others against it; "
        "what is already won is included; high is good"
    )
    assert meaning(Round.deal(1, las_vegan.Rules(players=2))) == (
        "change in cabbages of seat 0 in this round, less that of seat 1; "
        "what is already won is included; high is good"
    )
    assert meaning(team_deal) == (
        "points of seats 1 and 3 by the end of this batch, less those of seats 0 and 2; "
        "what is already won is included; low is good"
    )
    assert meaning(Deal.deal(1, krypkasino.Rules(players=3))) == (
        "points of seat 1 by the end of this batch, less the mean of the others'; "
        "what is already won is included; low is good"
    )


def test_the_verdict_says_what_chance_allows() -> None:
    clear = scripted(("B5", 100, 2.0, 0.1), ("P2", 90, 1.0, 0.1), ("G8", 5, 0.0, 0.2), ("B8", 5, 0.0, 0.2))
    assert clear.verdict == "B5 is best, beyond the error bars."
    assert [s.name for s in clear.about_as_good] == ["B5"]
    # 1.96 * hypot(0.1, 0.5) is 0.9995: just too little, and enough.
    apart = scripted(("B5", 9, 1.0, 0.1), ("P2", 9, 0.0, 0.5), ("G8", 9, -9.0, 1.0), ("B8", 9, -9.0, 1.0))
    assert apart.verdict == "B5 is best, beyond the error bars."
    near = scripted(("B5", 9, 0.99, 0.1), ("P2", 9, 0.0, 0.5), ("G8", 9, -9.0, 1.0), ("B8", 9, -9.0, 1.0))
    assert near.verdict == "B5 and P2 are about as good: they differ by no more than the error bars."
    nan = math.nan
    few = scripted(("B5", 9, 2.0, 0.1), ("P2", 9, 0.0, 0.1), ("G8", 1, 0.0, nan), ("B8", 0, nan, nan))
    assert few.verdict == (
        "B5 is better than the others, beyond the error bars; too few trials of G8 and B8 to tell."
    )
    one = scripted(("B5", 9, 2.0, 0.1), ("P2", 1, 0.0, nan), ("G8", 1, 0.0, nan), ("B8", 0, nan, nan))
    assert one.verdict == "B5 came out best; too few trials of P2, G8 and B8 to tell."
    once = scripted(*((name, 1, 0.0, nan) for name in ("B5", "P2", "G8", "B8")))
    assert once.verdict == "B5 came out best of at most one trial each, which tells nothing of chance."
    none = scripted(*((name, 0, nan, nan) for name in ("B5", "P2", "G8", "B8")))
    assert none.verdict == "Nothing was tried: the player has no budget, and the order says nothing."
    assert none.about_as_good == ()


def test_in_krypkasino_low_is_good() -> None:
    view = Deal.deal(1).observe(1)
    first, *others = view.legal_moves()
    told = [Estimate(first, 9, -5.0, 0.1), *(Estimate(action, 9, 5.0, 0.1) for action in others)]
    advice = advise(view, player=Scripted(*told))
    assert advice.low_is_good
    assert [s.action for s in advice.about_as_good] == [first]


def test_the_table_and_json() -> None:
    nan = math.nan
    advice = scripted(
        ("B5", 1234, -0.001, 0.1), ("P2", 9, -1.5, 0.5), ("G8", 1, 0.0, nan), ("B8", 0, nan, nan)
    )
    text = str(advice)
    assert text == advice.table()
    assert text.splitlines()[:7] == [
        "Las Vegan, seat 2 to move; scripted, 1,244 trials",
        "value: change in cabbages of seat 2 in this round, less the mean of the others'; "
        "what is already won is included; high is good",
        "+-: 95% error bars, 1.96 standard errors",
        "",
        "action    value     +-     trials",
        "B5        +0.00   0.20      1,234",
        "    It can be beaten by B7 of seats 0, 1 or 3.",
    ]
    assert "\nG8        +0.00      -          1\n" in text
    assert "\nB8            -      -          0\n" in text
    assert text.endswith(f"\n\n{advice.verdict}")
    described = json.loads(json.dumps(advice.to_dict(), allow_nan=False))
    assert notation.parse_view(described["view"]) == advice.view
    assert described["about_as_good"] == ["B5"]
    assert described["suggestions"][3]["value"] is None
    assert described["suggestions"][0]["error_bar"] == pytest.approx(0.196)
