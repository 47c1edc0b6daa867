"""Writes the deals of fixed seeds, from the engine; run it only when behaviour is meant to change.

    python tests/freeze_deals.py

A line of the file is a seed, the number of a round or deal in its game, and the deal's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as KrypkasinoRules
from cabbage.las_vegan import CardSet, CasinoCard, Round, Rules
from cabbage.notation import format_deal, parse_deal

FILE = Path(__file__).parent / "data" / "deals.txt"
SEEDS = (0, 1, 2026, 1 << 32, (1 << 64) - 1)

LAS_VEGAN = [
    *(Rules(players=players) for players in range(2, 7)),
    Rules(players=3, hand_size=5, token_faces=((1, -1),)),
    Rules(deck=CardSet("R07 P07 G07 B07 R1 P1 G1 B1"), golden_faces=(9, -9)),
    Rules(rounds=1, casino_deck=tuple(CasinoCard(number) for number in (0, 7, 10, 13))),
]

KRYPKASINO = [
    *(KrypkasinoRules(players=players) for players in range(2, 7)),
    KrypkasinoRules(two_player_deal="5+6"),
    KrypkasinoRules(players=3, packs=1, first_table=9, later_hand=3),
    KrypkasinoRules(deck="AC AS 2S TD JH QH KH 5C 9D", first_hand=2, first_table=2, later_hand=2),  # type: ignore[arg-type]
]


def frozen() -> Iterator[tuple[int, int, str]]:
    """Seed, number and text of each line of the file."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        seed, number, text = line.split(" ", 2)
        yield int(seed), int(number), text


def dealt_again(seed: int, number: int, text: str) -> str:
    """The text of the deal that the seed gives now, under the rules of `text`."""
    state = parse_deal(text)
    return format_deal(type(state).deal(seed, state.rules, number=number), one_line=True)


def _line(seed: int, number: int, state: Round | Deal) -> str:
    return f"{seed} {number} {format_deal(state, one_line=True)}\n"


def main() -> None:
    text = ""
    for place, seed in enumerate(SEEDS):
        for rules in LAS_VEGAN:
            number = place % rules.rounds
            text += _line(seed, number, Round.deal(seed, rules, number=number))
        for other in KRYPKASINO:
            number = place % other.number_of_deals
            text += _line(seed, number, Deal.deal(seed, other, number=number))
    FILE.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
