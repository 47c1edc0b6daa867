"""Every rule of thumb decides a position made for it, as a good player would."""

from __future__ import annotations

from typing import Any

import pytest

from cabbage import krypkasino, las_vegan
from cabbage._krypkasino_cards import parse_cards
from cabbage.cards import CardSet
from cabbage.krypkasino import move_name
from cabbage.las_vegan import action_name
from cabbage.notation import parse_view
from cabbage.players import RuleOfThumbPlayer
from cabbage.streams import RandomStream


def choice(view: Any) -> int:
    """What the player chooses, whatever the stream."""
    actions = {RuleOfThumbPlayer().choose(view, RandomStream(seed)) for seed in range(3)}
    assert len(actions) == 1
    return actions.pop()


# ---------------------------------------------------------------- Las Vegan

#: Seat 0 has won three sevens, so that tokens may lie; and the same where seat 2 or seat 1 leads next.
SEAT_0_LEADS = "R7 B7 P6 | - | -"
SEAT_1_LEADS = "R7 B7 P6 | P9 G9 B9 | -"
SEAT_2_LEADS = "R7 B7 P6 | - | P9 G9 B9"


def view_of_round(
    hand: str,
    trick: str = "",
    *,
    casino: str = "1 G 5",
    golden: str = "-3",
    tokens: str = "+1 -2 -1 -3",
    placed: str = "- - -",
    voids: str = "- | - | -",
    piles: str = SEAT_0_LEADS,
    extra: str = "",
) -> las_vegan.View:
    """What seat 2 of three knows when it is its turn."""
    size, played = len(CardSet(hand)), len(trick.split())
    won = sum(len(CardSet(pile)) for pile in piles.split("|")) // 3
    leader = (2 - played) % 3
    sizes = [size - (leader <= seat < leader + played) for seat in range(2)]
    view = parse_view(
        f"las-vegan view 1; rules players=3 hand_size={size + won} {extra}; casino {casino}; golden {golden};"
        f"tokens {tokens}; placed {placed}; leader {leader}; seat 2; hands {sizes[0]} | {sizes[1]} | {hand};"
        f"voids {voids}; piles {piles}" + (f"; trick {trick}" if trick else "")
    )
    assert isinstance(view, las_vegan.View)
    return view


class TestCards:
    @pytest.mark.parametrize(
        ("hand", "trick", "options", "card", "why"),
        [
            ("R348", "R5 R2", {"placed": "- - t3"}, "R3", "the 5 costs three: stay under it"),
            ("R68", "R5 R2", {"placed": "- - t0"}, "R6", "the 5 pays: take it"),
            ("R89", "R5 B0", {"placed": "- - t3"}, "R8", "a zero has won, so a high card goes for nothing"),
            ("R18", "R5 B0", {"placed": "- - t3"}, "R8", "the same, and the low one is kept"),
            ("R15", "R4 G2", {"placed": "- t1 -"}, "R1", "a green card costs whoever begins a group"),
            ("R19", "R7 R2", {"piles": "- | - | -"}, "R9", "a seven lets the winner place a token"),
            ("R15", "R4 R2", {"golden": "-3 max", "piles": "R7 B7 P6 G8 P8 B8 | - | -"}, "R1", "max is near"),
            ("R15", "R4 R2", {"golden": "-3 min", "piles": "R7 B7 P6 | P9 B9 B8 | -"}, "R5", "it has none"),
            ("G9 B8", "R4 R2", {}, "G9", "void: throw the highest"),
            ("G6 B5", "R4 R2", {"placed": "- - t3"}, "B5", "void: give the dear 5 to the winner"),
            ("G5 B6", "R4 R2", {"placed": "- - t0"}, "B6", "void: keep the 5, which pays"),
            ("G3 B5", "R4 R2", {"placed": "- t3 t1"}, "B5", "void: two a card are more than three a group"),
            ("G9 B08", "R4 R2", {}, "G9", "void: keep the zero while the trick is worth nothing"),
            ("G9 B08", "R5 R2", {"placed": "- - t0"}, "B0", "void: win with the zero what pays"),
        ],
    )
    def test_last_to_play(self, hand: str, trick: str, options: Any, card: str, why: str) -> None:
        assert action_name(choice(view_of_round(hand, trick, **options))) == card, why

    @pytest.mark.parametrize(
        ("hand", "trick", "options", "card", "why"),
        [
            ("R3689", "R5", {"placed": "- - t3", "casino": "1 2 5"}, "R3", "under the dear 5"),
            ("R06", "R5", {"placed": "- - t3", "casino": "1 2 5"}, "R0", "even by a zero"),
            (
                "R369",
                "R5",
                {"placed": "- - t0", "casino": "1 2 5"},
                "R9",
                "over the 5 that pays, out of reach",
            ),
        ],
    )
    def test_a_seat_behind(self, hand: str, trick: str, options: Any, card: str, why: str) -> None:
        assert action_name(choice(view_of_round(hand, trick, piles=SEAT_1_LEADS, **options))) == card, why

    @pytest.mark.parametrize(
        ("hand", "options", "card", "why"),
        [
            ("R189", {"placed": "- t1 t3"}, "R1", "low where tricks cost"),
            ("R4 P4 G4", {"placed": "- t3 -"}, "R4", "not the suit that costs"),
            ("R8 P4 G4", {"placed": "t0 - -", "casino": "8 G 5"}, "R8", "high what pays"),
            ("R5 P4 G4", {"placed": "- - t3"}, "G4", "not the rank that costs"),
            ("R0 P4 G4", {"placed": "- - t3"}, "G4", "no zero, which is of use later"),
        ],
    )
    def test_leading(self, hand: str, options: Any, card: str, why: str) -> None:
        assert action_name(choice(view_of_round(hand, piles=SEAT_2_LEADS, **options))) == card, why

    @pytest.mark.parametrize(("pile", "card"), [("G68 P8", "R1"), ("P89 B8", "R5")])
    def test_the_third_card_of_a_suit_is_what_costs(self, pile: str, card: str) -> None:
        # Only G2, in the trick, is left of the greens: it finishes a group, or begins none.
        view = view_of_round(
            "R15",
            "R4 G2",
            casino="9 G 8",
            placed="- t1 -",
            piles=f"R7 B7 P6 | - | {pile}",
            extra="deck=R123457,P0123456789,G268,B0123456789",
        )
        assert action_name(choice(view)) == card

    @pytest.mark.parametrize(("voids", "card"), [("- | - | -", "R2"), ("R | R | -", "G6")])
    def test_nobody_is_under_a_low_card_who_has_none_of_its_suit(self, voids: str, card: str) -> None:
        view = view_of_round("R2 G6", casino="9 G 5", placed="- t1 t3", voids=voids, piles=SEAT_2_LEADS)
        assert action_name(choice(view)) == card


class TestTokens:
    @pytest.mark.parametrize(
        ("piles", "golden", "tokens", "passing", "action", "why"),
        [
            ("R78 P12 | -", "-3", "-1", "yes", "golden-min", "the other has the fewest tricks"),
            ("R78 | P1234", "-3", "-1", "yes", "golden-max", "the other has the most tricks"),
            ("R78 | P23", "-3", "-1", "yes", "pass", "all lose or win alike"),
            ("R71 P71 | P23", "-3 min", "-1", "yes", "pass", "a bad token hurts it alone"),
            ("R71 P71 | P23", "-3 min", "+1", "yes", "t0-c0", "a good token is good for it alone"),
            ("R71 P71 | P23", "-3 min", "-1", "no", "t0-c1", "it may not pass, and has no green"),
            ("R78 P78 | P5 B25 G234", "-3 min", "-1", "yes", "t0-c2", "two cards, and one group"),
            ("R78 P78 | P5 G5", "-3 min", "-1", "yes", "t0-c2", "a card counts more than a third of a group"),
        ],
    )
    def test_placing(self, piles: str, golden: str, tokens: str, passing: str, action: str, why: str) -> None:
        size = len(CardSet(piles.replace("|", "").replace("-", ""))) // 2
        view = parse_view(
            f"las-vegan view 1; rules players=2 hand_size={size + 1} token_faces=-1,1 "
            f"optional_tokens={passing}; casino 1 G 5; golden {golden}; tokens {tokens}; leader 0; seat 0;"
            f"hands B0 | 1; piles {piles}; decide 1"
        )
        assert action_name(choice(view)) == action, why


# ---------------------------------------------------------------- Krypkasino


def view_of_deal(
    hand: str, table: str, *, piles: str = "", lacks: tuple[str, ...] = (), played: int = 0, **rules: Any
) -> krypkasino.View:
    """What seat 1 knows when it is its turn, and each seat has played so many cards of the first batch."""
    held, lying, won = (tuple(sorted(parse_cards(text or "-"))) for text in (hand, table, piles))
    before = played * rules.get("players", 2)
    by = krypkasino.Rules(first_hand=len(held) + played, first_table=len(lying) + len(won) - before, **rules)
    hands = tuple(held if seat == 1 else () for seat in range(by.players))
    setup = krypkasino.Setup(
        hands=hands,
        table=lying,
        piles=(won, *[()] * (by.players - 1)) if won else (),
        last_player=0 if before else None,
        last_capturer=0 if won else None,
    )
    return krypkasino.View.from_setup(setup, by, seat=1, lacks=lacks)


def named_choice(view: krypkasino.View) -> str:
    return move_name(view.resample(1), choice(view))


class TestMoves:
    @pytest.mark.parametrize(
        ("hand", "table", "move", "why"),
        [
            ("2S 2H 4D", "9C 8D JH 7C", "2S", "a dear card is laid down where it takes nothing"),
            ("TD TH 9D", "JC 8D QH 7C", "TD", "the dearest of all"),
            ("8S 8C KD", "8D 9H KS TC QD", "8Cx8D", "better taken with a card that costs nothing"),
            ("9C JD 4H", "TH 8D 6H 7S KC", "JD", "the high card where nothing else decides"),
            ("9C 9S", "9D", "9Cx9D", "who must sweep does it without a spade"),
            ("6C QD 2D", "6D 9C", "6Cx6D", "a lone card is left, for a double sweep of the next player"),
            ("6C QD KD", "6D 9S KC", "KDxKC", "what is left comes to 15, and nothing takes that"),
        ],
    )
    def test_moves(self, hand: str, table: str, move: str, why: str) -> None:
        assert named_choice(view_of_deal(hand, table)) == move, why

    @pytest.mark.parametrize(("gone", "move"), [("5D 5D 5H 5H 5S 5S", "KC"), ("KC KD KD KH KH KS", "5C")])
    def test_lays_down_what_the_next_player_may_have_to_sweep(self, gone: str, move: str) -> None:
        assert named_choice(view_of_deal("KC 5C", "", piles=gone, played=1)) == move

    @pytest.mark.parametrize(
        ("lacks", "move"), [((), "7C"), (("QC QD QH QS", "-"), "6C"), (("JC JD JH JS", "-"), "7C")]
    )
    def test_knows_what_the_next_player_lacks(self, lacks: tuple[str, ...], move: str) -> None:
        # The 6 makes 11, which a jack sweeps, and the 7 makes 12, for a queen.
        assert named_choice(view_of_deal("6C 7C", "AC 2D 2H", lacks=lacks, played=1)) == move

    @pytest.mark.parametrize(("players", "move"), [(2, "9S"), (4, "AH")])
    def test_two_players_look_out_for_what_they_may_have_to_sweep(self, players: int, move: str) -> None:
        # The ace makes 4. One opponent may lay a 5 or 7 to it, for the 9 or jack; three do other things.
        assert named_choice(view_of_deal("AH 9S JS", "AC 2C", players=players)) == move

    @pytest.mark.parametrize(("packs", "move"), [(2, "9Cx9D"), (1, "3H")])
    def test_captures_no_more_where_much_lies_at_the_end(self, packs: int, move: str) -> None:
        # With one pack this is the last batch, and whoever captures last gets the ten, the ace and the queen.
        deck = frozenset(parse_cards("TD AD QS AS 2S KC QC 9C 9D 9H 2C 3H 8C 7C 5D 4D"))
        view = view_of_deal("9C 3H", "TD 9D AS QS", deck=deck, packs=packs, later_hand=8)
        assert named_choice(view) == move
