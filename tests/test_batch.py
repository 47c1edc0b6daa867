"""Batches do to every lane what a `Round` or a `Deal` does to one position."""

from __future__ import annotations

import contextlib
import copy
import pickle
import random
import threading
from typing import Any

import numpy
import pytest

import compare
import compare_krypkasino
from cabbage import krypkasino, las_vegan
from cabbage.batch import SKIP, Deals, Rounds
from cabbage.errors import IllegalActionError, LaneError, NotFinishedError, TooManyCapturesError
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from cabbage.streams import RandomStream
from compare_krypkasino import table_with_hand

Batch = Any
CALLS = 2**63

#: A batch of each game, made anew: `make(n)`, `make(n, seed)`, `make(n, seed, first=...)`.
MAKERS = {
    "rounds": lambda n, seed=0, **more: Rounds(None, n, seed, **more),
    "deals": lambda n, seed=0, **more: Deals(krypkasino.Rules(players=3), n, seed, **more),
}


@pytest.fixture(params=list(MAKERS.values()), ids=list(MAKERS))
def make(request: pytest.FixtureRequest) -> Any:
    return request.param


def legal_numbers(batch: Batch, lane: int) -> list[int]:
    """The legal actions of a lane, from its mask and from its words."""
    mask = numpy.flatnonzero(batch.legal_masks()[lane]).tolist()
    words = batch.legal_words()[lane].tolist()
    bits = sum(word << (64 * i) for i, word in enumerate(words))
    assert [action for action in range(64 * len(words)) if bits >> action & 1] == mask
    return list(mask)


def assert_same(batch: Batch, states: list[Any]) -> None:
    for lane, state in enumerate(states):
        assert batch[lane] == state
        assert batch[lane].zobrist_hash == state.zobrist_hash
        assert batch.done()[lane] == state.is_terminal
        assert batch.current_players()[lane] == state.current_player
        assert batch.tally()[lane].tolist() == state.tally()
        assert legal_numbers(batch, lane) == sorted(state.legal_moves())


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", ["rounds", "deals"])
def test_lanes_are_played_as_single_games_are(builds: str, game: str, seed: int) -> None:
    rng = random.Random(seed)
    batch: Batch
    if game == "rounds":
        batch = Rounds(compare.random_rules(rng), 4, seed)
    else:
        batch = Deals(compare_krypkasino.random_rules(rng), 4, seed, captures=512)
    states = [batch._kind.state.deal(int(number), batch.rules) for number in batch.seeds()]
    wide = rng.choice(["int64", "int32"])
    for _ in range(60):
        assert_same(batch, states)
        actions = [
            rng.choice([*state.legal_moves(), SKIP]) if not state.is_terminal else SKIP for state in states
        ]
        players = numpy.empty(4, "int64")
        masks = numpy.empty((4, batch.num_actions), "bool")
        words = numpy.empty((4, batch.num_words), "uint64")
        observations = numpy.empty((4, batch.observation_size), "int16")
        result = batch.step(
            numpy.array(actions, wide), players=players, masks=masks, words=words, observations=observations
        )
        for state, action in zip(states, actions, strict=True):
            if action != SKIP:
                state.play(action)
        assert result.done.tolist() == [state.is_terminal for state in states]
        assert result.returns.tolist() == [
            state.returns() if state.is_terminal else [0] * batch.num_players for state in states
        ]
        assert (players == batch.current_players()).all()
        assert (masks == batch.legal_masks()).all()
        assert (words == batch.legal_words()).all()
        assert (observations == batch.observations()).all()
        if all(state.is_terminal for state in states):
            assert batch.returns().tolist() == [state.returns() for state in states]
            break
    assert_same(batch, states)


def test_auto_reset_deals_the_next_game(builds: str, make: Any) -> None:
    batch = make(20, 5)
    finished = 0
    for _ in range(150):
        before = batch.copy()
        actions = batch.random_actions()
        done, returns = batch.step(actions, auto_reset=True)
        assert not batch.done().any()
        for lane in numpy.flatnonzero(done):
            last = before[lane]
            last.play(int(actions[lane]))
            assert returns[lane].tolist() == last.returns()
            assert batch[lane] == type(last).deal(int(batch.seeds()[lane]), batch.rules)
            assert batch.seeds()[lane] != before.seeds()[lane]
            finished += 1
    assert finished >= 20


def test_without_it_a_finished_lane_waits(make: Any) -> None:
    batch = make(3)
    for _ in range(120):
        done, returns = batch.step(batch.random_actions())
    assert done.all()
    assert batch.random_actions().tolist() == [SKIP] * 3
    assert not batch.legal_masks().any()
    before = batch.copy()
    assert (batch.step([SKIP] * 3).returns == returns).all()
    assert batch == before
    with pytest.raises(IllegalActionError, match=r"^lane 1: .*over"):
        batch.step([SKIP, 0, SKIP])
    assert batch.step([SKIP] * 3, auto_reset=True).done.all()
    assert not batch.done().any()


def test_an_illegal_action_in_one_lane_of_thousands_changes_none(builds: str, make: Any) -> None:
    batch = make(20_000, 3)
    for _ in range(5):
        batch.step(batch.random_actions())
    for threads in (1, 2):
        for lane in (0, 12_345, 19_999):
            actions = batch.random_actions()
            held = batch.copy()
            actions[lane] = next(a for a in range(batch.num_actions) if not batch.legal_masks()[lane, a])
            actions[-1] = 54 if lane == 12_345 else actions[-1]
            with pytest.raises(IllegalActionError, match=rf"^lane {lane}: .*position: ") as caught:
                batch.step(actions, auto_reset=True, threads=threads)
            assert str(int(actions[lane])) in str(caught.value)
            assert batch == held
            for odd in (-2, -(2**63), 2**63 - 1, 55 + 52 * 70_000):
                actions[lane] = odd
                with pytest.raises(IllegalActionError, match=rf"^lane {lane}: "):
                    batch.step(actions)
                assert batch == held


def test_results_do_not_depend_on_threads_or_on_how_a_batch_is_split(builds: str, make: Any) -> None:
    n, cut = 20_000, 8_500
    whole, threaded = make(n, 9), make(n, 9, threads=3)
    parts = [make(cut, 9), make(n - cut, 9, first=cut)]

    def agree(results: list[Any]) -> None:
        one, two, *split = results
        assert (one == two).all()
        assert (one == numpy.concatenate(split)).all()

    def each(work: Any) -> list[Any]:
        return [
            work(whole, {}),
            work(threaded, {"threads": 3}),
            *(work(part, {"threads": 2}) for part in parts),
        ]

    for _ in range(3):
        agree(each(lambda b, more: b.random_actions(**more)))
        actions = each(lambda b, more: b.random_actions(**more))
        agree(actions)
        for batch, chosen in zip([whole, threaded, *parts], actions, strict=True):
            batch.step(chosen, threads=1 if batch is whole else 2)
        agree(each(lambda b, more: b.observations(**more)))
        agree(each(lambda b, more: b.legal_words(**more)))
        agree(each(lambda b, more: b.playouts(**more)))
        each(lambda b, more: b.resample(**more))
        agree(each(lambda b, more: b.observations(1, **more)))
    chosen = numpy.arange(n) % 3 == 0
    whole.reset(chosen)
    threaded.reset(chosen, threads=3)
    parts[0].reset(chosen[:cut])
    parts[1].reset(chosen[cut:])
    agree(each(lambda b, more: b.seeds()))
    assert whole == threaded


def test_random_actions_are_those_of_the_documented_streams(builds: str, make: Any) -> None:
    batch = make(30, 77, first=1000)
    for call in range(50):
        seed = RandomStream(77, CALLS + call).next()
        expected = [state.random_legal(RandomStream(seed, 1000 + lane)) for lane, state in enumerate(batch)]
        actions = batch.random_actions()
        assert actions.tolist() == expected
        batch.step(actions, auto_reset=True)


def test_deals_are_those_of_the_documented_streams(make: Any) -> None:
    batch = make(5, 8, first=40)
    streams = [RandomStream(8, 2**62 + 40 + lane) for lane in range(5)]
    assert batch.seeds().tolist() == [stream.next() for stream in streams]
    batch.reset()
    assert batch.seeds().tolist() == [stream.next() for stream in streams]


def test_playouts_are_random_games(builds: str, make: Any) -> None:
    batch = make(200, 5)
    batch.step(batch.random_actions())
    held = batch.copy()
    lengths = numpy.empty(200, "int64")
    returns = batch.playouts(lengths=lengths)
    assert [batch[lane] for lane in range(200)] == [held[lane] for lane in range(200)]
    if isinstance(batch, Rounds):
        seed = RandomStream(5, CALLS + 1).next()
        for lane, state in enumerate(batch):
            stream, count = RandomStream(seed, lane), 0
            while not state.is_terminal:
                state.play(state.random_legal(stream))
                count += 1
            assert returns[lane].tolist() == state.returns()
            assert lengths[lane] == count
    else:
        assert (lengths == 98).all()
        assert ((returns.sum(axis=1) - 42) % 5 == 0).all()
    assert (batch.playouts() != returns).any()


def test_a_sweep_that_must_be_is_all_a_mask_has() -> None:
    deals = Deals(None, 300, 1)
    sweeps = 0
    for _ in range(60):
        for lane in range(0, 300, 10):
            moves = deals[lane].moves()
            sweeps += any(move.is_sweep for move in moves)
            assert legal_numbers(deals, lane) == sorted(move.number for move in moves)
        deals.step(deals.random_actions(), auto_reset=True)
    assert sweeps > 20


def test_a_mask_too_small_for_a_move() -> None:
    deals = Deals(None, 400, 2, captures=1)
    while True:
        held = deals.copy()
        deals.step(deals.random_actions(), auto_reset=True)
        states = list(deals)
        late = [lane for lane, state in enumerate(states) if max(state.legal_moves()) >= 52]
        if late:
            break
    message = rf"^lane {late[0]}: .*masks cover 1; give the batch more captures, or"
    with pytest.raises(TooManyCapturesError, match=message):
        deals.legal_masks()
    after = deals.copy()
    deals.copy_from(held)
    with pytest.raises(TooManyCapturesError, match=message):
        deals.step(deals.random_actions(), auto_reset=True, words=numpy.empty((400, 1), "uint64"))
    held.random_actions()  # a call that draws has succeeded in `deals` too
    assert deals == held
    actions = [max(state.legal_moves()) for state in states]
    after.step(actions)  # steps without masks take any move
    for lane in late:
        states[lane].play(actions[lane])
        assert after[lane] == states[lane]


def test_a_move_without_a_place_may_be_left_out() -> None:
    full, narrow = Deals(None, 1000, 3), Deals(None, 1000, 3, captures=2, omit=True)
    short = 0
    for _ in range(40):
        masks, few = full.legal_masks(), narrow.legal_masks()
        assert (few == masks[:, :104]).all()
        short += int((masks.sum(axis=1) > few.sum(axis=1)).sum())
        actions = full.random_actions()
        assert (narrow.random_actions() == actions).all()  # of all legal moves
        full.step(actions)
        narrow.step(actions)
    assert short > 20
    assert pickle.loads(pickle.dumps(narrow)) == narrow


def test_a_mask_without_any_move_is_not_left_empty() -> None:
    """A hand whose only legal move is a sweep that is not the first of its card's captures."""
    rng = random.Random(1)
    moves: list[int] = []
    while not moves or min(moves) < 52:
        table, hand = sorted(rng.sample(range(52), 6)), [rng.randrange(52)]
        state = table_with_hand(table, hand, krypkasino.Rules())
        moves = state.legal_moves()
    assert Deals.from_states([state]).legal_masks().sum() == len(moves)
    for omit in (False, True):
        narrow = Deals.from_states([state], captures=1, omit=omit)
        with pytest.raises(TooManyCapturesError, match=r"^lane 0: a legal move has index 1 or above"):
            narrow.legal_masks()


def monstrous() -> Deal:
    """A position with more captures than are listed."""
    table = [card for card in range(52) if card % 13 < 10] * 2
    return table_with_hand(sorted(table)[:66], [11], krypkasino.Rules())


def test_a_lane_with_too_many_captures_is_named() -> None:
    state = monstrous()
    with pytest.raises(TooManyCapturesError):
        state.legal_moves()
    deals = Deals.from_states([state, state])
    held = deals.copy()
    for call in (deals.legal_masks, deals.legal_words, deals.random_actions, deals.playouts):
        with pytest.raises(TooManyCapturesError, match=r"^lane 0: too many captures"):
            call()
    with pytest.raises(TooManyCapturesError, match=r"^lane 1: too many captures"):
        deals.step([SKIP, 11])
    assert deals == held


# ---------------------------------------------------------------- as values


def test_copies_are_independent_and_go_on_alike(make: Any) -> None:
    batch = make(50, 4)
    batch.step(batch.random_actions())
    others = [batch.copy(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for other in others:
        assert other == batch
        assert other is not batch
    expected = batch.random_actions()
    batch.step(expected)
    for other in others:
        assert other != batch
        assert (other.random_actions() == expected).all()
        assert other != batch
        other.step(expected)
        assert other == batch
        other.reset()
        batch_seeds = batch.copy()
        batch_seeds.reset()
        assert other == batch_seeds


def test_batches_are_not_hashable_and_equal_only_where_all_is(make: Any) -> None:
    batch = make(3)
    with pytest.raises(TypeError):
        hash(batch)
    assert batch != make(4)
    assert batch != make(3, 1)
    assert batch != "a batch"
    assert make(3) == make(3)
    assert Rounds(None, 3) != Deals(None, 3)
    assert Rounds(None, 3) != Rounds(las_vegan.Rules(golden_tie="none"), 3)
    assert repr(batch).startswith(f"<{type(batch).__name__}: 3 lanes of ")


def test_single_lanes_are_read_and_set(make: Any) -> None:
    batch = make(6, 2)
    state = batch[4]
    assert batch[-2] == state
    state.play(state.legal_moves()[0])
    assert batch[4] != state
    batch[1] = state
    assert batch[1] == state
    assert batch[1].history == ()
    assert batch.seeds()[1] == 0
    assert len(batch) == batch.n == 6
    assert [*batch][1] == state
    for lane in (6, -7, 10**30):
        with pytest.raises(LaneError, match="of a batch of 6"):
            batch[lane]
    with pytest.raises(IndexError):
        batch[6] = state


def test_a_lane_keeps_a_trick_that_is_open() -> None:
    state = Round.deal(1)
    state.play(state.legal_moves()[0])
    batch = Rounds.from_states([state])
    again = batch[0]
    assert again == state
    assert again.trick == state.trick
    assert pickle.loads(pickle.dumps(again)) == state
    again.play(again.legal_moves()[0])
    again.undo()
    assert again == state


def test_lanes_are_taken_by_number(make: Any) -> None:
    batch = make(5, 3)
    batch.step(batch.random_actions())
    some = batch.take([4, 0, 4])
    assert [*some] == [batch[4], batch[0], batch[4]]
    some.reset()
    assert len({*some.seeds().tolist(), *batch.seeds().tolist()}) == 8
    with pytest.raises(LaneError, match="lane 5 of a batch of 5"):
        batch.take([0, 5])


def test_from_states_takes_positions_of_any_moment(make: Any) -> None:
    batch = make(40, 6)
    states = []
    rng = random.Random(1)
    for state in batch:
        for _ in range(rng.randrange(60)):
            if not state.is_terminal:
                state.play(rng.choice(state.legal_moves()))
        states.append(state)
    again = type(batch).from_states(states, 6)
    assert [*again] == states
    assert (again.seeds() == 0).all()
    again.reset()
    assert (again.seeds() == batch.seeds()).all()


def test_a_lane_and_back_keeps_what_was_shown(make: Any) -> None:
    batch = make(200, 7)
    for _ in range(11):
        batch.step(batch.random_actions())
    again = type(batch).from_states([*batch], 7)
    pickled = type(batch).from_states([pickle.loads(pickle.dumps(state)) for state in batch], 7)
    name = "voids" if isinstance(batch, Rounds) else "lacks"
    assert batch.observations(0)[:, batch.layout[name].slice].any()
    for other in (again, pickled):
        assert (other.observations(0) == batch.observations(0)).all()
    for lane in range(0, 200, 9):
        world = batch[lane].resample(0, 3)
        worlds = type(batch).from_states([world])
        assert (worlds.observations(0) == batch.observations(0)[lane]).all()
        shown = batch.observations(0)[lane][batch.layout[name].slice].reshape(batch.layout[name].shape)
        for seat in range(1, batch.num_players):
            if isinstance(world, Round):
                suits = {int(card) // 10 for card in world.hand(seat)}
                assert not any(shown[seat][suit] for suit in suits)
            else:
                assert not any(shown[seat][int(card)] for card in world.hand(seat))


def test_copy_from_makes_equal(make: Any) -> None:
    batch, other = make(4, 1), make(4, 2)
    other.step(other.random_actions())
    batch.copy_from(other)
    assert batch == other
    batch.random_actions()
    assert batch != other
    batch.copy_from(batch)
    narrow, wide = Deals(None, 3, 1, captures=4), Deals(None, 3, 2)
    narrow.copy_from(wide)
    assert narrow == wide
    assert narrow.captures == 4
    assert not narrow.omit


def test_returns_wait_for_all_lanes(make: Any) -> None:
    batch = make(3)
    with pytest.raises(NotFinishedError, match="lane 0 is not over; 0 of 3 are"):
        batch.returns()


def test_several_threads_use_one_batch(make: Any) -> None:
    batch = make(2_000, 1)
    failures = []

    def work() -> None:
        try:
            for _ in range(20):
                actions = batch.random_actions(threads=2)
                with contextlib.suppress(IllegalActionError):  # another thread has played meanwhile
                    batch.step(actions, auto_reset=True)
                batch.observations()
                batch.playouts()
                held = batch.copy()
                assert held == held.copy()
        except BaseException as error:
            failures.append(error)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures
    for state in batch:
        assert state.is_terminal or state.legal_moves()


def test_resampled_lanes_keep_what_the_seat_knows(builds: str, make: Any) -> None:
    batch = make(300, 5)
    for _ in range(30):
        other = batch.copy()
        seats = numpy.arange(300) % batch.num_players
        other.resample(seats)
        for lane in range(0, 300, 37):
            a, b = batch[lane], other[lane]
            seat = int(seats[lane])
            assert a.hand(seat) == b.hand(seat)
            assert a.tally() == b.tally()
            assert a.current_player == b.current_player
            assert [len(a.hand(i)) for i in range(a.num_players)] == [
                len(b.hand(i)) for i in range(a.num_players)
            ]
            assert b.zobrist_hash == b.recomputed_hash()
        batch.step(batch.random_actions(), auto_reset=True)
