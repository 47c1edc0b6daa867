"""Writes Krypkasino's frozen perft counts, from the engine; run it only when behaviour is meant to change.

    python tests/freeze_krypkasino.py

Every count that the slow reference can reach is checked by it before it is written.
"""

from __future__ import annotations

import json
from pathlib import Path

from cabbage import _engine
from cabbage._deal import Deal
from cabbage._krypkasino_cards import ALL_CARDS
from cabbage._krypkasino_rules import Rules
from compare_krypkasino import reference_deal
from reference import krypkasino as ref

FILE = Path(__file__).parent / "data" / "perft_krypkasino.json"
WHOLE_DEAL = 104
WITHIN_REACH = 20_000  # lines that the reference counts in some ten seconds

LOW = frozenset(card for card in ALL_CARDS if card.rank < 5)
#: Whole tiny deals, a variety of options.
TINY = [
    Rules(packs=1, deck=LOW, first_hand=4, first_table=3, later_hand=2),
    Rules(packs=1, deck=LOW, first_hand=3, first_table=4, later_hand=2, first_sweep_credit="dealer"),
    Rules(deck="AC AS 2S TD JH QH KH 5C 9D", first_hand=2, first_table=2, later_hand=2, court_sums=False),  # type: ignore[arg-type]
    Rules(deck="AC AS 2S TD JH QH KH 5C 9D", first_hand=2, first_table=2, later_hand=2, hand_values="nordic"),  # type: ignore[arg-type]
    Rules(players=3, packs=1, first_hand=3, first_table=12, later_hand=104),
    Rules(players=4, packs=1, deck=LOW, first_hand=2, first_table=3, later_hand=1, teams=((0, 2), (1, 3))),
    Rules(players=6, deck=LOW, first_hand=2, first_table=8, later_hand=1),
]


def row(seed: int, rules: Rules, depth: int) -> dict[str, object]:
    """A deal, a depth and the count."""
    state = Deal.deal(seed, rules)
    count = _engine.deal_perft(state, depth)
    if count <= WITHIN_REACH:
        counted = ref.perft(reference_deal(state), depth)
        assert counted == count, (seed, rules, depth, count, counted)
    return {"seed": seed, "rules": rules.to_dict(), "depth": depth, "count": count}


def perft_table() -> list[dict[str, object]]:
    """Standard deals of every number of players ply by ply, and whole tiny ones."""
    rows = []
    for players, depths in ((2, 13), (3, 13), (4, 13), (5, 11), (6, 11)):
        rows += [row(1, Rules(players=players), depth) for depth in range(depths + 1)]
    rows.append(row(1, Rules(two_player_deal="5+6"), 8))
    for seed, rules in enumerate(TINY):
        rows += [row(seed, rules, depth) for depth in (5, 8, 11, WHOLE_DEAL)]
    return rows


def main() -> None:
    rows = ",\n".join(json.dumps(row) for row in perft_table())
    FILE.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
