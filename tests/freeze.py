"""Writes the frozen files of `tests/data`, from the engine; run it only when behaviour is meant to change.

    python tests/freeze.py

Every perft count that the slow reference can reach is checked by it before it is written.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from cabbage import notation, records
from cabbage.las_vegan import CardSet, Game, Round, Rules
from cabbage.testing import perft
from compare import random_rules, reference_round
from reference import las_vegan as ref

DATA = Path(__file__).parent / "data"
WITHIN_REACH = 200_000  # lines that the reference counts in some ten seconds

#: Whole tiny rounds, a variety of rulings.
TINY = [
    Rules(players=2, hand_size=5),
    Rules(players=2, hand_size=4, optional_tokens=False),
    Rules(players=3, hand_size=3),
    Rules(players=4, hand_size=3, token_faces=((1, -1),)),
    Rules(players=4, deck=CardSet("R07 P07 G07 B07 R1 P1 G1 B1")),
    Rules(players=5, hand_size=2, optional_tokens=False, token_faces=((1, -1), (-2, 2))),
    Rules(players=6, hand_size=2),
]


def perft_table() -> list[dict[str, object]]:
    """Rows of a deal, a depth and the count."""
    rows: list[dict[str, object]] = []
    for players, depths in ((2, 8), (3, 9), (4, 11), (5, 11), (6, 12)):
        state = Round.deal(1, Rules(players=players))
        rows += [_row(state, depth) for depth in range(depths + 1)]
    for seed, rules in enumerate(TINY):
        rows.append(_row(Round.deal(seed, rules), 99))
    rows.append(_row(Round.deal(1, Rules(hand_size=4)), 99))
    return rows


def _row(state: Round, depth: int) -> dict[str, object]:
    count = perft(state, depth)
    if count <= WITHIN_REACH:
        counted = ref.perft(reference_round(state), depth)
        assert counted == count, (notation.format_deal(state, one_line=True), depth, count, counted)
    return {"deal": notation.format_deal(state, one_line=True), "depth": depth, "count": count}


def random_game(rules: Rules, seed: int) -> Game:
    """A game of random legal actions to its end."""
    rng = random.Random(seed)
    game = Game(seed, rules)
    while True:
        while not game.round.is_terminal:
            game.play(rng.choice(game.round.legal_moves()))
        if game.is_over:
            return game
        game.deal_next()


def main() -> None:
    rows = ",\n".join(json.dumps(row) for row in perft_table())
    (DATA / "perft.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    games = DATA / "games"
    games.mkdir(exist_ok=True)
    for players in range(2, 7):
        records.dump(random_game(Rules(players=players), players), games / f"{players}-players.jsonl")
    for seed in range(5):
        game = random_game(random_rules(random.Random(seed)), seed)
        records.dump(game, games / f"random-rules-{seed}.jsonl")


if __name__ == "__main__":
    main()
