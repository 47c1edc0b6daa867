"""Krypkasino's engine and reference side by side.

As a command, it checks any number of random positions of random rule sets, and random tables:

    python tests/compare_krypkasino.py --positions 1000000 --seed 1
"""

from __future__ import annotations

import argparse
import functools
import random
import time
from collections.abc import Sequence

from cabbage._deal import Deal
from cabbage._krypkasino_cards import ALL_CARDS, Card
from cabbage._krypkasino_moves import Move
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup
from reference import krypkasino as ref

LETTERS = "CDHS"
TEAMS: dict[int, list[tuple[tuple[int, ...], ...]]] = {
    4: [((0, 2), (1, 3))],
    6: [((0, 3), (1, 4), (2, 5)), ((0, 2, 4), (1, 3, 5))],
}
# The reference tries every subset of a table. A deal whose table outgrows it is left there.
LARGEST_TABLE = 11
KINDS_OF_DECK = ("full", "full", "some", "some", "low", "few ranks")

# The reference asks for the captures of a position several times, each time from scratch.
captures = functools.lru_cache(maxsize=50_000)(ref.captures)


def _captures_once(card: ref.Card, table: Sequence[ref.Card], rules: ref.Rules) -> list[ref.Captured]:
    return captures(card, tuple(sorted(table)), rules)


ref.captures = _captures_once  # type: ignore[assignment]


def random_rules(rng: random.Random) -> Rules:
    """A rule set with every option drawn at random; often small, so that ends are common."""
    players = rng.randint(2, 6)
    packs = rng.choice((1, 2, 2))
    deck = _random_deck(rng, -(-players // packs))
    cards = packs * len(deck)
    sizes: dict[str, int | None] = {"first_hand": None, "first_table": None, "later_hand": None}
    standard = Rules(players=players)
    needed = players * standard.cards_each_first + standard.table_cards
    if needed > cards or rng.random() < 0.6:
        hand = rng.randint(1, min(6, cards // players))
        sizes["first_hand"] = hand
        sizes["first_table"] = rng.randint(0, min(8, cards - players * hand))
        sizes["later_hand"] = rng.choice((None, rng.randint(1, 6)))
    return Rules(
        players=players,
        packs=packs,
        deck=deck,
        two_player_deal=rng.choice(("6+4", "5+6")) if cards > 20 else "6+4",
        hand_values=rng.choice(("plain", "nordic")),
        court_sums=rng.random() < 0.6,
        first_sweep_credit=rng.choice(("none", "dealer")),
        last_capture_bonus=rng.choice((0, 1, rng.randint(-1000, 1000))),
        teams=rng.choice(((), *TEAMS.get(players, []))),
        deals=rng.choice((None, players * rng.randint(1, 3))),
        **sizes,
    )


def _random_deck(rng: random.Random, smallest: int) -> frozenset[Card]:
    kind = rng.choice(KINDS_OF_DECK)
    if kind == "full":
        return ALL_CARDS
    if kind == "some":
        return frozenset(map(Card, rng.sample(range(52), rng.randint(smallest, 52))))
    ranks = range(rng.randint(2, 7)) if kind == "low" else rng.sample(range(13), rng.randint(2, 5))
    return frozenset(Card(13 * suit + rank) for suit in range(4) for rank in ranks)


def reference_rules(rules: Rules) -> ref.Rules:
    """The same rule set in the reference's own terms."""
    return ref.Rules(
        players=rules.players,
        packs=rules.packs,
        deck=frozenset(reference_cards(rules.deck)),
        first_hand=rules.first_hand,
        first_table=rules.first_table,
        later_hand=rules.later_hand,
        two_player_deal=rules.two_player_deal,
        hand_values=rules.hand_values,
        court_sums=rules.court_sums,
        first_sweep_credit=rules.first_sweep_credit,
        last_capture_bonus=rules.last_capture_bonus,
        teams=rules.teams or None,
        deals=rules.deals,
    )


def reference_cards(cards: Sequence[int] | frozenset[Card]) -> list[ref.Card]:
    return [(LETTERS[card // 13], card % 13 + 1) for card in cards]


def reference_move(move: Move) -> ref.Move:
    (card,) = reference_cards([move.card])
    return card, tuple(reference_cards(move.captured))


def _later_batches(state: Deal) -> list[list[list[ref.Card]]]:
    """What is in the stock, batch by batch, in blocks from the dealer's left on."""
    rules = state.rules
    batches: list[list[list[ref.Card]]] = []
    stock, size = state.stock, rules.cards_each_later
    while stock:
        hands: list[list[ref.Card]] = [[] for _ in range(rules.players)]
        for place in range(1, rules.players + 1):
            hands[(state.dealer + place) % rules.players] = reference_cards(stock[:size])
            stock = stock[size:]
        batches.append(hands)
    return batches


def reference_deal(state: Deal) -> ref.Deal:
    """The reference's deal for a freshly dealt one."""
    rules = state.rules
    first = [reference_cards(state.hand(seat)) for seat in range(rules.players)]
    batches = [first, *_later_batches(state)]
    return ref.Deal(reference_rules(rules), batches, reference_cards(state.table), state.dealer)


def reference_position(state: Deal) -> ref.Deal:
    """The reference's deal for any position; it does not know what the batches before held.

    They are made up of the cards that are on the table, won or put aside.
    """
    rules, players = state.rules, range(state.num_players)
    hands = [reference_cards(state.hand(seat)) for seat in players]
    piles = [reference_cards(state.pile(seat)) for seat in players]
    table, aside = reference_cards(state.table), reference_cards(state.aside)
    out = [card for cards in (table, aside, *piles) for card in cards]
    batches = []
    for number in range(state.batch_number + 1):
        size = rules.cards_each_later if number else rules.cards_each_first
        batch = [list(hand) if number == state.batch_number else [] for hand in hands]
        for hand in batch:
            while len(hand) < size:
                hand.append(out.pop())
        batches.append(batch)
    batches += _later_batches(state)
    model = ref.Deal(reference_rules(rules), batches, out, state.dealer)
    model.batch_number = state.batch_number
    model.hands = hands
    model.table = table
    model.piles = piles
    model.aside = aside
    model.sweep_points = list(state.sweep_points)
    model.last_capturer = state.last_capturer
    model.last_player = state.last_player
    return model


def assert_same(state: Deal, model: ref.Deal) -> None:
    """Every observable of the two agrees."""
    moves = state.moves()
    legal = model.legal_moves()
    assert [reference_move(move) for move in moves] == legal
    numbers = [ref.move_number(model, move) for move in legal]
    assert state.legal_moves() == numbers == [move.number for move in moves]
    # The reference gives the table away at the end; then no move is left to be a sweep.
    assert [move.is_sweep for move in moves] == [len(taken) == len(model.table) > 0 for _, taken in legal]
    assert state.is_terminal == model.is_terminal
    assert bool(moves) != state.is_terminal
    assert reference_cards(state.table) == model.table
    assert reference_cards(state.aside) == model.aside
    for seat in range(state.num_players):
        assert reference_cards(state.hand(seat)) == model.hands[seat]
        assert reference_cards(state.pile(seat)) == model.piles[seat]
    assert list(state.sweep_points) == model.sweep_points
    assert state.last_player == model.last_player
    assert state.last_capturer == model.last_capturer
    assert state.batch_number == model.batch_number
    assert state.zobrist_hash == state.recomputed_hash()
    assert Deal.from_setup(state.setup(), state.rules) == state
    if model.is_terminal:
        assert state.returns() == model.scores()
        sides = state.rules.sides
        assert [sum(state.returns()[seat] for seat in side) for side in sides] == model.team_scores()
    else:
        assert state.current_player == model.current_player


def random_deal(rng: random.Random, rules: Rules) -> Deal:
    """A fresh deal of a random number and dealer."""
    number, dealer = rng.randrange(rules.number_of_deals), rng.choice((None, rng.randrange(rules.players)))
    return Deal.deal(rng.getrandbits(64), rules, number=number, dealer=dealer)


def compare_deal(rules: Rules, rng: random.Random, *, take_back: float = 0.05) -> int:
    """Play one random deal in both, now and then taking back; returns the positions compared."""
    state = random_deal(rng, rules)
    model = reference_deal(state)
    assert_same(state, model)
    compared = 1
    while not state.is_terminal and len(state.table) <= LARGEST_TABLE:
        if state.history and rng.random() < take_back:
            for _ in range(rng.randint(1, min(3, len(model.history)))):
                number = state.history[-1]
                assert state.undo() == number
                model.undo()
                assert_same(state, model)
        move = rng.choice(state.moves())
        state.play(move if rng.random() < 0.5 else move.number)
        model.play(reference_move(move))
        assert_same(state, model)
        compared += 1
    return compared


def table_with_hand(table: Sequence[int], hand: Sequence[int], rules: Rules) -> Deal:
    """A deal of one batch that begins with this table and hand; the others hold what is left."""
    left = [card for card in sorted(rules.deck) for _ in range(rules.packs)]
    for card in (*table, *hand):
        left.remove(card)  # type: ignore[arg-type]
    size = len(hand)
    others = [left[place * size : (place + 1) * size] for place in range(rules.players - 1)]
    sizes = {"first_hand": size, "first_table": len(table), "later_hand": 104}
    return Deal.from_setup(Setup((hand, *others), table, dealer=rules.players - 1), rules.replace(**sizes))  # type: ignore[arg-type]


def random_table(rng: random.Random, size: int) -> list[int]:
    """Cards of two packs: any at all, or mostly low ones, or of a few ranks, which capture the most."""
    kind = rng.randrange(3)
    if kind == 0:
        ranks = list(range(13))
    elif kind == 1:
        ranks = list(range(max(size // 8 + 1, rng.randint(1, 8))))
    else:
        ranks = rng.sample(range(13), max(size // 8 + 1, rng.randint(1, 6)))
    pack = [13 * suit + rank for suit in range(4) for rank in ranks] * 2
    return rng.sample(pack, min(size, len(pack)))


def compare_table(rng: random.Random, largest: int = 10) -> int:
    """The captures of every card on a random table; returns their number."""
    rules = Rules(hand_values=rng.choice(("plain", "nordic")), court_sums=rng.random() < 0.7)
    table = random_table(rng, rng.randint(1, largest))
    model_rules = reference_rules(rules)
    total = 0
    for _ in range(3):
        left = [card for card in range(52) if table.count(card) < 2]
        card = rng.choice(left)
        state = table_with_hand(table, [card], rules)
        found = ref.captures(reference_cards([card])[0], reference_cards(table), model_rules) or [()]
        sweeps = [taken for taken in found if len(taken) == len(table)]
        assert [reference_move(move)[1] for move in state.moves()] == (sweeps or found)
        total += len(found)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description="Check random positions against the reference.")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    start = time.perf_counter()
    compared = deals = tables = 0
    while compared < arguments.positions:
        compared += compare_deal(random_rules(rng), rng)
        deals += 1
        compare_table(rng)
        tables += 1
    seconds = time.perf_counter() - start
    print(f"{compared} positions of {deals} deals agree, each with rules of its own, and {tables} tables; "
          f"{seconds:.0f} s")  # fmt: skip


if __name__ == "__main__":
    main()
