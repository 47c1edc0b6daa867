"""The reasons that advice gives: exact sentences."""

from __future__ import annotations

from pathlib import Path

from cabbage import _krypkasino_reasons, _las_vegan_reasons, las_vegan, notation
from cabbage._words import counted, joined, ordinal

EXAMPLES = Path(__file__).parent.parent / "examples"


def reasons(text: str, **changes: str) -> dict[str, list[str]]:
    """The reasons for each action of a view, of which some lines are written otherwise."""
    lines = {line.split()[0]: line.strip() for line in text.strip().splitlines()}
    lines |= {name: f"{name} {value}" for name, value in changes.items()}
    view = notation.parse_view("\n".join(lines.values()))
    if isinstance(view, las_vegan.View):
        return {
            las_vegan.action_name(action): found for action, found in _las_vegan_reasons.reasons(view).items()
        }
    found = _krypkasino_reasons.reasons(view)
    return {str(move): found[move.number] for move in view.moves()}


# ---------------------------------------------------------------- Las Vegan: cards


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
GOLDEN = (
    "The golden -4 goes to the fewest tricks; won so far: 3 by you, 3 by seat 0 and none by seats 1 and 3."
)


def test_leading() -> None:
    assert reasons(MIDDLE) == {
        "P2": ["It can be beaten by P5 or P6 of seats 0, 1 or 3.", GOLDEN, "It is your last purple card."],
        "G8": [
            "It can be beaten by G9 of seats 0 or 1.",
            "Seat 3 has no green: it can only discard.",
            GOLDEN,
            "It is your last green card.",
        ],
        "B5": [
            "It can be beaten by B7 of seats 0, 1 or 3.",
            "Taking B5, you have your 1st blue card: no new group of three.",
            GOLDEN,
        ],
        "B8": [
            "It wins the trick for certain: nobody after you can beat it.",
            "Taking B8, you have your 1st blue card: no new group of three.",
            GOLDEN,
        ],
    }


def test_following() -> None:
    assert reasons(MIDDLE, leader="0", trick="B7 B3", hands="3 | 3 | P2 G8 B58 | 4") == {
        "B5": [
            "It loses to B7 of seat 0.",
            "You get rid of B5: each group of three blue cards costs 2.",
            "Whoever takes the trick may place a token for B7: -1 on 6s.",
            GOLDEN,
        ],
        "B8": [
            "It wins the trick for certain: nobody after you can beat it.",
            "Taking B7, B3 and B8, you have your 3rd blue card: a group of three, which costs 2.",
            "You may place a token for B7: -1 on 6s.",
            GOLDEN,
        ],
    }


def test_discarding() -> None:
    found = reasons(MIDDLE, leader="0", trick="R3 R4", hands="3 | 3 | P2 G8 B58 | 4", voids="- | - | R | G")
    assert found["B8"] == [
        "It loses to R4 of seat 1.",
        "You get rid of B8: each group of three blue cards costs 2.",
        GOLDEN,
    ]
    assert found["G8"] == ["It loses to R4 of seat 1.", GOLDEN, "It is your last green card."]


def test_the_last_card_of_a_trick() -> None:
    piles = "R02 P01349 B01269 | - | R178 P7 G1237 | R9 P8 G04"
    golden = (
        "The golden -4 goes to the fewest tricks; "
        "won so far: 2 by you, 3 by seat 0, 1 by seat 3 and none by seat 1."
    )
    changes = {"leader": "3", "trick": "B7 B3 B4", "hands": "3 | 3 | P2 G8 B58 | 3", "piles": piles}
    assert reasons(MIDDLE, **changes) == {
        "B5": [
            "Seat 3 takes the trick with B7: as the tokens lie, that is -2 for seat 3.",
            "You get rid of B5: each group of three blue cards costs 2.",
            "Seat 3 may place a token for B7: -1 on 6s.",
            golden,
        ],
        "B8": [
            "You take the trick: as the tokens lie, that is -2 for you.",
            "You may place a token for B7: -1 on 6s.",
            golden,
        ],
    }


EARLY = """las-vegan view 1
    casino 6 G P
    golden -4
    tokens +1 +1 -1 -2
    leader 0
    seat 0
    hands R9 P9 G07 B01234 | 9 | 9 | 9
    voids - | R | RG | -
    piles R56 P12 | - | - | -
"""


def test_zeros_of_seats_without_the_led_suit() -> None:
    found = reasons(EARLY)
    assert found["R9"] == [
        # Not by seat 3: all red cards but two are unseen, and all of them are its own.
        "Seats 1 and 2 have no red: they can discard, or take the trick with P0.",
        "It is your last red card.",
    ]
    assert found["G0"] == [
        # Seat 1 has a green card: of purple and blue alone there are too few for it and seat 2.
        "It can be beaten by one of 8 cards (G12345689) of seats 1 or 3, "
        "or by R0 or P0 of seat 3, if without green.",
        "Seat 2 has no green: it can discard, or take the trick with P0.",
    ]
    assert found["P9"] == [
        "It can be beaten by R0 of seat 3, if without purple.",
        "It is your last purple card.",
    ]
    assert found["B4"] == [
        "It can be beaten by one of 5 cards (B56789) of seats 1, 2 or 3, "
        "or by R0 or P0 of seats 1 or 3, if without blue."
    ]


def test_a_forced_card_and_rank_cards() -> None:
    found = reasons(
        EARLY,
        placed="t3 t0 -",
        golden="-4 max",
        leader="1",
        trick="P6 P8 R6",
        hands="P9 G6 B01234 | 6 | 6 | 6",
        voids="- | - | - | P",
        piles="R57 P17 | R012 B7 | G1 P2 R34 | -",
    )
    assert found == {
        "P9": [
            "You have no choice.",
            "You take the trick: as the tokens lie, that is -4 for you, +4 for seat 1 and +4 for seat 2.",
            "The golden -4 goes to the most tricks; "
            "won so far: 1 by you, 1 by seat 1, 1 by seat 2 and none by seat 3.",
            "It is your last purple card.",
        ]
    }


# ---------------------------------------------------------------- Las Vegan: tokens


TOKENS = {
    "decide": "1",
    "hands": "R9 P9 G0 B012 | 6 | 6 | 6",
    "voids": "- | - | - | -",
    "piles": "R57 P17 G1246 | R1236 | R04 G3 B7 | -",
}


def test_placing_the_golden_token() -> None:
    found = reasons(EARLY, **TOKENS, placed="- t1 t2")
    won = "Tricks won so far: 2 by you, 1 by seat 1, 1 by seat 2 and none by seat 3; to be played: 6."
    assert found["golden-min"] == ["It gives -4 to the fewest tricks: as things stand to seat 3.", won]
    assert found["golden-max"] == ["It gives -4 to the most tricks: as things stand to you.", won]


def test_a_tie_for_the_golden_token() -> None:
    changes = TOKENS | {
        "piles": "R57 P17 G1246 | R1236 | R04 G3 B7 | B3456",
        "hands": "R9 P9 G0 B01 | 5 | 5 | 5",
    }
    takers = "seat 1, seat 2 and seat 3"
    for tie, who in (("all", takers), ("none", f"nobody, since {takers} tie")):
        found = reasons(EARLY, **changes, rules=f"golden_tie={tie}")["golden-min"]
        assert found[0] == f"It gives -4 to the fewest tricks: as things stand to {who}."


def test_placing_an_ordinary_token() -> None:
    found = reasons(EARLY, **TOKENS, placed="- - -")
    assert found["t3-c0"] == [
        "It makes each 6 worth -2: as things stand -2 for you and -2 for seat 1.",
        "6s won so far: 1 by you, 1 by seat 1 and none by seats 2 and 3.",
        "Not won yet: P6 and B6.",
    ]
    assert found["t0-c1"] == [
        "It makes each group of three green cards worth +1: as things stand +1 for you.",
        "Green cards won so far: 4 by you, 1 by seat 2 and none by seats 1 and 3.",
        "Not won yet: 5 cards (G05789), of which you hold G0.",
    ]
    assert found["t2-c2"] == [
        "It makes each group of three purple cards worth -1: as things stand that changes nothing.",
        "Purple cards won so far: 2 by you and none by seats 1, 2 and 3.",
        "Not won yet: 8 cards (P02345689), of which you hold P9.",
    ]


def test_passing_and_several_sevens() -> None:
    assert reasons(EARLY, **TOKENS, placed="- t1 -")["pass"] == [
        "You give up placing a token: the golden -4; or +1, -1 or -2 on 6s or purple.",
        "Sevens not won yet: G7.",
    ]
    found = reasons(
        EARLY,
        **TOKENS | {"decide": "2", "piles": "R57 P17 G1246 | R1236 | R04 G3 B7 | -"},
        placed="- - t3",
        golden="-4",
    )
    assert (
        found["pass"][0]
        == "You give up placing tokens for 2 sevens: the golden -4; or +1 or -1 on 6s or green."
    )
    assert found["golden-min"][-1] == "Then you decide on 1 more seven."


# ---------------------------------------------------------------- Krypkasino


TEAMS = """krypkasino view 1
    rules players=4 packs=1 teams=0,2/1,3 first_hand=2 first_table=2 later_hand=2 last_capture_bonus=1
    dealer 0
    turn 3
    seat 3
    hands 2 | 1 | 1 | 9C JS
    table TD JC
    piles 5C 5D | - | - | -
    last 2
    captured 0
    stock 40
"""


def test_capturing_and_creeping() -> None:
    assert reasons(TEAMS) == {
        "9C": [
            "It takes nothing, and gives no points away.",
            "It leaves 9C, JC and TD: no unseen card can sweep that.",
        ],
        "JSxJC": [
            "It takes 1 point (JS).",
            "It leaves TD: seat 0 must sweep if it holds a ten (3 of 46 unseen cards), "
            "+10 for it and -10 for you.",
        ],
    }


def test_sweeping() -> None:
    assert reasons(TEAMS, table="9D", piles="5C 5D 6C | - | - | -") == {
        "9Cx9D": [
            "You have no choice.",
            "A double sweep, which is compulsory: +10 for you and -10 for seat 2.",
            "It takes no points.",
            "It leaves the table empty: seat 0 can take nothing, and its card will lie alone.",
        ]
    }
    found = reasons(TEAMS, table="2S 7S", stock="40", hands="2 | 1 | 1 | 9C 2C")
    assert found["9Cx2S+7S"][:3] == [
        "You have no choice.",
        "A sweep, which is compulsory: +5 for you and -5 for seat 2.",
        "It takes 3 points (2S 2 and 7S 1).",
    ]
    assert list(found) == ["9Cx2S+7S"]


def test_the_first_card_of_a_deal_sweeps() -> None:
    rules = "players=3 packs=1 deck=2C,2D,3C,3D,4C,4D,5C first_hand=2 first_table=1"
    for credit, sentence in (
        ("none", "A double sweep, which is compulsory: +10 for you, and nobody is credited."),
        ("dealer", "A double sweep, which is compulsory: +10 for you and -10 for seat 0."),
    ):
        text = f"""krypkasino view 1
            rules first_sweep_credit={credit} {rules}
            dealer 0
            seat 1
            hands 2 | 2C 4D | 2
            table 2D
        """
        assert reasons(text)["2Cx2D"][1] == sentence


def test_what_a_seat_has_shown_to_lack() -> None:
    changes = {"turn": "1", "seat": "1", "last": "0", "hands": "1 | JS | 1 | 1"}
    changes["piles"] = "5C 5D 6C 6D | - | - | -"
    assert reasons(TEAMS, **changes)["JSxJC"][2] == (
        "It leaves TD: seat 2 must sweep if it holds a ten (3 of 45 unseen cards), "
        "+10 for it and -10 for you."
    )
    assert reasons(TEAMS, **changes, lacks="- | - | TC TD TH TS | -")["JSxJC"][2] == (
        "It leaves TD: seat 2 holds no card that can sweep that."
    )


def test_a_creep_gives_points_away() -> None:
    assert reasons(TEAMS, hands="2 | 1 | 1 | AS 9C", table="JC TD")["AS"] == [
        "It takes nothing, and gives 2 points (AS) to the table.",
        # A jack, and a ten with an ace.
        "It leaves JC, TD and AS: seat 0 must sweep if it holds a jack (3 of 46 unseen cards), "
        "+5 for it and -5 for you.",
    ]
    assert reasons(TEAMS, hands="2 | 1 | 1 | AS 9C", table="-", piles="5C 5D TD JC | - | - | -")["AS"] == [
        "It takes nothing, and gives 2 points (AS) to the table.",
        "It leaves AS: no unseen card can sweep that.",
    ]


def test_sums_that_could_sweep() -> None:
    found = reasons(TEAMS, hands="2 | 1 | 1 | 9C 3C", table="6C", piles="5C 5D TD | - | - | -")
    assert found["3C"][1] == (
        "It leaves 3C and 6C: seat 0 must sweep if it holds a nine (3 of 46 unseen cards), "
        "+5 for it and -5 for you."
    )
    found = reasons(TEAMS, hands="2 | 1 | 1 | 9C AC", table="7C", piles="5C 5D TD | - | - | -")
    assert found["AC"][1] == (
        "It leaves AC and 7C: seat 0 must sweep if it holds an eight (4 of 46 unseen cards), "
        "+5 for it and -5 for you."
    )
    rules = "players=4 packs=1 teams=0,2/1,3 first_hand=2 first_table=2 later_hand=2 hand_values=nordic"
    found = reasons(TEAMS, hands="2 | 1 | 1 | 9C 3C", table="7C", piles="5C 5D TH | - | - | -", rules=rules)
    assert found["3C"][1] == (
        "It leaves 3C and 7C: seat 0 must sweep if it holds TC or TS (2 of 46 unseen cards), "
        "+5 for it and -5 for you."
    )


LATE = """krypkasino view 1
    rules players=2 packs=1 deck=AC,2C,3C,4C,5C,6C,7C,8C,AS,2S,3S,JS first_hand=2 first_table=2 later_hand=2
    dealer 0
    turn 0
    seat 0
    hands 4C | -
    table 2S
    piles 5C AC 6C 3C | 7C 8C AS
    aside JS
    last 1
    captured 1
"""


def test_the_end_of_a_deal() -> None:
    taken = "The deal ends: seat 1 has captured last and takes the rest, 3 points (2S 2 and JS 1)."
    creep = ["You have no choice.", "It takes nothing, and gives no points away.", taken]
    assert reasons(LATE) == {"4C": creep}
    rules = LATE.splitlines()[1].strip()[len("rules ") :]
    bonus = reasons(LATE, rules=f"{rules} last_capture_bonus=-2")
    assert bonus == {"4C": [*creep, "The last capture counts -2 for seat 1."]}
    mine = reasons(LATE, hands="2C | -", piles="5C AC 6C 3C | 7C 8C AS")["2Cx2S"]
    assert mine == [
        "You have no choice.",
        "A double sweep, which is compulsory: +10 for you and -10 for seat 1.",
        "It takes 2 points (2S).",
        "The deal ends: you have captured last and take the rest, 1 point (JS).",
    ]
    nobody = """krypkasino view 1
        rules players=2 packs=1 deck=2C,5C,9C first_hand=1 first_table=1
        turn 0
        seat 0
        hands 5C | -
        table 2C 9C
        last 1
    """
    assert reasons(nobody)["5C"][2] == "The deal ends, and nobody has captured: nobody takes what is left."


def test_the_end_of_a_batch() -> None:
    text = """krypkasino view 1
        rules players=2 packs=1 deck=2C,3C,4C,5C,6C,7C,8C,9C,JS,KS first_hand=1 first_table=4 later_hand=2
        turn 0
        seat 0
        hands 5C | -
        table 3C JS KS
        piles - | 2C 4C
        last 1
        captured 1
        stock 4
    """
    assert reasons(text) == {
        "5C": [
            "You have no choice.",
            "It takes nothing, and gives no points away.",
            "It ends the batch: JS and KS are put aside, and new cards are dealt.",
            # The eight may be in either hand, but this one was hidden from the seat as well.
            "It leaves 3C and 5C: seat 1 must sweep if it holds an eight (1 of 4 unseen cards), "
            "+5 for it and -5 for you.",
        ]
    }


def test_who_takes_what_is_left() -> None:
    text = (EXAMPLES / "krypkasino-endgame.txt").read_text(encoding="utf-8")
    view = notation.parse_position(text).observe(1)
    found = {str(move): _krypkasino_reasons.reasons(view)[move.number][2] for move in view.moves()}
    assert found["KD"] == (
        "If nobody captures any more, you take what is left at the end: now 3 points (JS 1, QS 1 and KS 1)."
    )
    view = notation.parse_position(text.replace("captured 1", "captured 0")).observe(1)
    assert _krypkasino_reasons.reasons(view)[view.moves()[-1].number][2] == (
        "If nobody captures any more, seat 0 takes what is left at the end: "
        "now 3 points (JS 1, QS 1 and KS 1)."
    )


# ---------------------------------------------------------------- words


def test_words() -> None:
    assert [joined("ABC"[:n]) for n in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert joined("AB", "or") == "A or B"
    assert [counted(n, "point") for n in range(3)] == ["no points", "1 point", "2 points"]
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
    ]
