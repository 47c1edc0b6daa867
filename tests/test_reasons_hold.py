"""Whether the reasons that advice gives hold in the worlds that a seat must reckon with."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import compare
import compare_krypkasino
import test_worlds
import test_worlds_krypkasino
from cabbage import _krypkasino_reasons, _las_vegan_reasons
from cabbage._krypkasino_cards import Card as KrypkasinoCard
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as DealRules
from cabbage.las_vegan import Card, CardSet, Round, Rules, Suit, trick_winner
from reference import worlds

SEEDS = st.integers(0, 2**32 - 1)
WORLDS = 6
NAMES = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
}


def changes(before: Sequence[int], after: Sequence[int]) -> dict[int, int]:
    """The seats whose numbers have changed, and by how much."""
    pairs = enumerate(zip(before, after, strict=True))
    return {seat: now - then for seat, (then, now) in pairs if now != then}


def changes_in(sentence: str, seat: int) -> dict[int, int]:
    """What a sentence, told to a seat, says that each seat's score changes by."""
    found = re.findall(r"([+-]\d+) for (?:you|seat (\d))", sentence)
    return {int(other) if other else seat: int(change) for change, other in found}


def spelt(sentence: str) -> str:
    """A sentence with sets of cards written card by card: `R56` as `R5 R6`."""
    return re.sub(r"\b[RPGB]\d+\b", lambda found: " ".join(map(str, CardSet(found[0]))), sentence)


# ---------------------------------------------------------------- Las Vegan


def beaters(world: Round, trick: tuple[Card, ...]) -> set[Card]:
    """The cards by which a seat that is yet to play would beat a trick, if it were its turn."""
    led = trick[0].suit
    found: set[Card] = set()
    for place in range(len(trick), world.num_players):
        hand = world.hand((world.leader + place) % world.num_players)
        playable = [card for card in hand if card.suit == led] or list(hand)
        found |= {card for card in playable if trick_winner((*trick, card)) == len(trick)}
    return found


def check_hands(world: Round, card: Card, sentences: list[str]) -> None:
    """Check what is said of hands before a card is played."""
    trick, text = (*world.trick, card), " ".join(sentences)
    winner = (world.leader + trick_winner(trick)) % world.num_players
    if len(trick) < world.num_players and winner == world.current_player:
        found = beaters(world, trick)
        assert not found or "for certain" not in text
        told = [spelt(part) for part in sentences if "beaten by" in part or "take the trick with" in part]
        assert all(str(beater) in " ".join(told) for beater in found)
    for seats, suit in re.findall(r"[Ss]eats? ([\d, and]+) ha(?:s|ve) no (\w+):", text):
        for seat in re.findall(r"\d", seats):
            assert not world.hand(int(seat)) & CardSet.from_mask(Suit[suit.upper()].mask)
    hand = world.hand(world.current_player)
    is_last = len(hand) > 1 and sum(other.suit == card.suit for other in hand) == 1
    if len(sentences) < 4 or "your last" in text:
        assert ("your last" in text) == is_last


def check_card(world: Round, card: Card, sentences: list[str], rng: random.Random) -> None:
    """Check what is said of a card in one world."""
    check_hands(world, card, sentences)
    seat, before = world.current_player, world.tally()
    world.play(card)
    for sentence in sentences:
        if "as the tokens lie" in sentence:
            assert not world.trick
            assert changes_in(sentence, seat) == changes(before, world.tally())
    while world.trick:
        world.play(rng.choice(world.legal_moves()))
    for sentence in sentences:
        if "for certain" in sentence or sentence.startswith("You take"):
            assert world.leader == seat
        if sentence.startswith("It loses"):
            assert world.leader != seat
        taker = re.match(r"Seat (\d) takes the trick", sentence)
        assert taker is None or world.leader == int(taker[1])
        placer = re.match(r"(You|Seat (\d)|Whoever takes the trick) (may|must) place", sentence)
        if placer:
            assert world.to_place
            assert (placer[3] == "may") == world.rules.optional_tokens
            assert placer[1][0] == "W" or world.leader == int(placer[2] or seat)


def check_token(world: Round, action: int, sentences: list[str]) -> None:
    """Check what is said of a token in one world."""
    seat, before = world.current_player, world.tally()
    world.play(action)
    changed = changes(before, world.tally())
    for sentence in sentences:
        if sentence.startswith("It makes"):
            assert changes_in(sentence, seat) == changed
        if sentence.startswith("It gives"):
            value = int(re.findall(r"[+-]\d+", sentence)[0])
            _, _, takers = sentence.partition("as things stand to ")
            told = {int(other) for other in re.findall(r"\d", takers)}
            told |= {seat} if "you" in takers else set()
            told = set() if "nobody" in takers else told
            assert changed == (dict.fromkeys(told, value) if value else {})
    left = re.search(r"decide on (\d) more", sentences[-1])
    assert world.to_place == (int(left[1]) if left else 0)


@settings(max_examples=150)
@given(SEEDS)
def test_reasons_of_las_vegan_hold(seed: int) -> None:
    rng = random.Random(seed)
    state = test_worlds.random_position(rng, compare.random_rules(rng))
    view = state.observe(state.current_player)
    found = _las_vegan_reasons.reasons(view)
    assert list(found) == view.legal_moves()
    for action, sentences in found.items():
        assert 1 <= len(sentences) <= 4
        for world in (state.copy(), *(view.resample(rng.getrandbits(64)) for _ in range(WORLDS))):
            if view.to_place:
                check_token(world, action, sentences)
            else:
                check_card(world, Card(action), sentences, rng)


# ---------------------------------------------------------------- Krypkasino


def check_sweeps(world: Deal, sentences: list[str]) -> None:
    """Check what is said of the sweeps that the next seat has, where it is its turn."""
    text, sweeps = " ".join(sentences), [move for move in world.moves() if move.is_sweep]
    threat = re.search(r"seat (\d) must sweep if it holds (.*) \(\d+ of.* ([+-]\d+) for it and", text)
    if threat is None:
        assert not sweeps or len(sentences) == 4
        assert not sweeps or ("no unseen card" not in text and "holds no card" not in text)
        return
    seat = world.current_player
    assert int(threat[1]) == seat
    before = world.sweep_points
    for move in sweeps:
        assert NAMES[str(move.card)[0]] in threat[2] or str(move.card) in threat[2]
        world.play(move)
        assert world.sweep_points[seat] - before[seat] == int(threat[3])
        world.undo()


def check_move(world: Deal, number: int, sentences: list[str]) -> None:
    """Check what is said of a move in one world."""
    seat, before, swept, batch = world.current_player, world.tally(), world.sweep_points, world.batch_number
    (move,) = [move for move in world.moves() if move.number == number]
    text = " ".join(sentences)
    world.play(number)
    sweeps = changes(swept, world.sweep_points)
    told = [sentence for sentence in sentences if "compulsory" in sentence]
    assert bool(told) == move.is_sweep
    assert all(changes_in(sentence, seat) == sweeps for sentence in told)
    takes = re.search(r"It takes (no|\d+) point", text)
    assert bool(takes) != move.is_creep
    if "The deal ends" in text:
        assert world.is_terminal
        assert ("nobody has captured" in text) == (world.last_capturer is None)
    assert ("It ends the batch" in text) == (world.batch_number > batch)
    if not world.is_terminal:
        gained = world.tally()[seat] - before[seat] - sweeps.get(seat, 0)
        assert gained == (int(takes[1].replace("no", "0")) if takes else 0)
        assert world.table or "leaves the table empty" in text or len(sentences) == 4
        check_sweeps(world, sentences)


@settings(max_examples=150)
@given(SEEDS)
def test_reasons_of_krypkasino_hold(seed: int) -> None:
    rng = random.Random(seed)
    state = test_worlds_krypkasino.random_position(rng, compare_krypkasino.random_rules(rng))
    if state.is_terminal:
        return
    view = state.observe(state.current_player)
    told = _krypkasino_reasons.reasons(view)
    assert list(told) == view.legal_moves()
    for number in rng.sample(list(told), min(len(told), 8)):
        sentences = told[number]
        assert 1 <= len(sentences) <= 4
        for world in (state.copy(), *(view.resample(rng.getrandbits(64)) for _ in range(WORLDS))):
            check_move(world, number, sentences)


# ---------------------------------------------------------------- who may hold what


@pytest.mark.parametrize("seed", range(40))
def test_who_may_hold_a_card_is_who_does_in_some_world(seed: int) -> None:
    rng = random.Random(seed)
    rules = Rules(
        players=rng.randint(2, 4), rounds=1, deck=CardSet(rng.sample(range(40), 8)), hand_size=2 - seed % 2
    )
    state = test_worlds.random_position(rng, rules, 7)
    seat = rng.randrange(rules.players)
    view = state.observe(seat)
    hidden = _las_vegan_reasons.hidden_from(view)
    ways = worlds.las_vegan_worlds(test_worlds.model_of(state), seat)
    for other in range(rules.players):
        for card in rules.deck:
            (held,) = compare.reference_cards(CardSet([card]))
            hands = [way[other] for way in ways if held in way[other]]
            assert hidden.may_hold(other, card) == (other != seat and bool(hands))
            for suit in Suit:
                cards = CardSet.from_mask(suit.mask)
                without = [hand for hand in hands if not hand & set(compare.reference_cards(cards))]
                found = hidden.may_hold(other, card, cards.__contains__)
                assert found == (other != seat and bool(without))


@pytest.mark.parametrize("seed", range(40))
def test_the_same_in_krypkasino(seed: int) -> None:
    rng = random.Random(seed)
    deck = frozenset(KrypkasinoCard(card) for card in rng.sample(range(52), 8))
    rules = DealRules(
        players=rng.randint(2, 3), packs=1, deck=deck, first_hand=2, first_table=2, later_hand=1
    )
    state = test_worlds_krypkasino.random_position(rng, rules, 5)
    seat = rng.randrange(rules.players)
    hidden = _krypkasino_reasons.hidden_from(state.observe(seat), state)
    ways = worlds.krypkasino_worlds(test_worlds_krypkasino.model_of(state), seat, with_stock=False)
    for other in range(rules.players):
        for card in sorted(deck):
            (held,) = compare_krypkasino.reference_cards([card])
            expected = other != seat and any(held in hands[other] for hands, _ in ways)
            assert hidden.may_hold(other, card) == expected
