"""The rule set: each field's validation, and rules as values."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage.cards import ALL_CARDS, Card, CardSet, CasinoCard, Suit
from cabbage.errors import CabbageError, RulesError
from cabbage.las_vegan import DEFAULT_CASINO_DECK, Round, Rules
from compare import random_rules

FIELDS = [field.name for field in dataclasses.fields(Rules)]


RULE_SETS = st.randoms(use_true_random=False).map(random_rules)


def fault(**fields: Any) -> str:
    """What `Rules` says against these fields."""
    with pytest.raises(RulesError) as caught:
        Rules(**fields)
    return str(caught.value)


class TestDefaults:
    def test_are_the_published_game(self) -> None:
        rules = Rules()
        assert dataclasses.astuple(rules) == (
            4, 4, 15, None, ALL_CARDS, DEFAULT_CASINO_DECK, (-3, -4),
            ((1, -1), (1, -2), (-1, -2), (-2, -3)), True, "all", "rotate",
        )  # fmt: skip

    def test_casino_deck_has_each_rank_but_0_and_7_and_each_suit(self) -> None:
        assert list(map(str, DEFAULT_CASINO_DECK)) == list("12345689RPGB")

    @pytest.mark.parametrize(("players", "size"), [(2, 20), (3, 13), (4, 10), (5, 8), (6, 6)])
    def test_cards_each_is_what_the_deck_allows(self, players: int, size: int) -> None:
        assert Rules(players=players).cards_each == size

    def test_cards_each_is_the_hand_size_if_given(self) -> None:
        assert Rules(players=2, hand_size=3).cards_each == 3
        assert Rules(players=3, deck=CardSet("R0123456")).cards_each == 2


class TestValidation:
    @pytest.mark.parametrize(
        ("field", "low", "high"),
        [("players", 2, 6), ("rounds", 1, 4), ("starting_cabbages", 1, 1_000_000)],
    )
    def test_numbers_have_bounds(self, field: str, low: int, high: int) -> None:
        for value in (low, high):
            assert getattr(Rules(**{field: value}), field) == value  # type: ignore[arg-type]
        for value in (low - 1, high + 1, 10**30):
            assert fault(**{field: value}) == f"{field} is {low} to {high}, not {value}"

    def test_hand_size_has_bounds(self) -> None:
        assert Rules(players=2, hand_size=1).hand_size == 1
        assert Rules(players=2, hand_size=20).hand_size == 20
        for value in (0, -1, 41):
            assert fault(hand_size=value) == f"hand_size is 1 to 40, not {value}"

    @pytest.mark.parametrize("field", ["players", "rounds", "starting_cabbages", "hand_size"])
    @pytest.mark.parametrize("value", [True, 3.0, "3", (), int])
    def test_numbers_are_integers(self, field: str, value: object) -> None:
        assert fault(**{field: value}) == f"{field} is an integer, not {value!r}"

    @pytest.mark.parametrize("field", ["players", "rounds", "starting_cabbages", "hand_size"])
    def test_numbers_too_long_to_print_are_refused_too(self, field: str) -> None:
        assert fault(**{field: 10**5000}).startswith(f"{field} is ")

    @pytest.mark.parametrize("value", [-99, 99])
    def test_faces_take_values_up_to_99(self, value: int) -> None:
        rules = Rules(golden_faces=(value, 0), token_faces=((0, value),))
        assert (rules.golden_faces, rules.token_faces) == ((value, 0), ((0, value),))

    @pytest.mark.parametrize(
        ("field", "value", "message"),
        [
            ("golden_faces", 5, "golden_faces is two values, not 5"),
            ("golden_faces", None, "golden_faces is two values, not None"),
            ("golden_faces", "-3", "golden_faces is two values, not '-3'"),
            ("golden_faces", (), "golden_faces is two values, not 0"),
            ("golden_faces", (1,), "golden_faces is two values, not 1"),
            ("golden_faces", (1, 2, 3), "golden_faces is two values, not 3"),
            ("golden_faces", (-100, 0), "a value of golden_faces is -99 to 99, not -100"),
            ("golden_faces", (0, 100), "a value of golden_faces is -99 to 99, not 100"),
            ("golden_faces", (0, 1.5), "a value of golden_faces is an integer, not 1.5"),
            ("golden_faces", (0, True), "a value of golden_faces is an integer, not True"),
            ("token_faces", 5, "token_faces is one to four pairs of values, not 5"),
            ("token_faces", "1,2", "token_faces is one to four pairs of values, not '1,2'"),
            ("token_faces", (), "token_faces is one to four pairs of values, not 0"),
            ("token_faces", ((0, 0),) * 5, "token_faces is one to four pairs of values, not 5"),
            ("token_faces", ((0, 0), 7), "token_faces[1] is two values, not 7"),
            ("token_faces", ((0, 0), (1, 2, 3)), "token_faces[1] is two values, not 3"),
            ("token_faces", ((0, 100),), "a value of token_faces[0] is -99 to 99, not 100"),
            ("token_faces", ((0, "1"),), "a value of token_faces[0] is an integer, not '1'"),
            ("optional_tokens", 1, "optional_tokens is True or False, not 1"),
            ("optional_tokens", "no", "optional_tokens is True or False, not 'no'"),
            ("optional_tokens", None, "optional_tokens is True or False, not None"),
            ("golden_tie", "some", "golden_tie is one of 'all', 'none', not 'some'"),
            ("golden_tie", "ALL", "golden_tie is one of 'all', 'none', not 'ALL'"),
            ("golden_tie", [], "golden_tie is one of 'all', 'none', not []"),
            ("next_leader", None,
             "next_leader is one of 'rotate', 'last_trick_winner', not None"),
            ("next_leader", "0", "next_leader is one of 'rotate', 'last_trick_winner', not '0'"),
            ("deck", [99], "a card number is 0 to 39, not 99"),
            ("deck", "R0 R0", "R0 stands twice in 'R0 R0'"),
            ("casino_deck", [14] * 12, "a casino card number is 0 to 13, not 14"),
            ("casino_deck", ["x"] * 12,
             "'x' is not a casino card; one is a digit, or a suit's letter or name"),
            ("casino_deck", (),
             "casino_deck has 0 cards; 4 rounds of three need 12, and at most 64 are taken"),
            ("casino_deck", range(11),
             "casino_deck has 11 cards; 4 rounds of three need 12, and at most 64 are taken"),
            ("casino_deck", [1] * 65,
             "casino_deck has 65 cards; 4 rounds of three need 12, and at most 64 are taken"),
        ],
    )  # fmt: skip
    def test_faulty_fields_are_refused_and_quoted(self, field: str, value: object, message: str) -> None:
        # A message about a card may have the name of the field before it.
        assert fault(**{field: value}) in (message, f"{field}: {message}")

    @pytest.mark.parametrize("field", ["deck", "casino_deck"])
    @pytest.mark.parametrize("value", [5, None, [2.5]])
    def test_decks_of_other_types_are_refused_by_name_and_quoted(self, field: str, value: object) -> None:
        message = fault(**{field: value})
        quoted = repr(value[0] if isinstance(value, list) else value)
        assert message.startswith(field)
        assert quoted in message
        assert "deck or casino_deck" not in message

    @pytest.mark.parametrize("rounds", [1, 2, 3, 4])
    def test_casino_deck_has_three_cards_a_round(self, rounds: int) -> None:
        assert len(Rules(rounds=rounds, casino_deck=(CasinoCard(1),) * 64).casino_deck) == 64
        Rules(rounds=rounds, casino_deck=(CasinoCard(7),) * (3 * rounds))
        assert f"{rounds} rounds of three need {3 * rounds}" in fault(
            rounds=rounds, casino_deck=[7] * (3 * rounds - 1)
        )

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_what_cannot_be_dealt_is_refused(self, players: int) -> None:
        most = 40 // players
        assert Rules(players=players, hand_size=most).cards_each == most
        assert fault(players=players, hand_size=most + 1) == (
            f"{players} hands of {most + 1} need {players * (most + 1)} cards, and the deck has 40"
        )
        assert Rules(players=players, deck=CardSet(range(players))).cards_each == 1
        assert fault(players=players, deck=CardSet(range(players - 1))) == (
            f"a deck of {players - 1} cards cannot be dealt to {players} players"
        )

    @given(st.sampled_from(FIELDS), st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5,
    ))  # fmt: skip
    def test_any_value_is_taken_or_a_rules_error(self, field: str, value: Any) -> None:
        with contextlib.suppress(RulesError):
            Rules(**{field: value})
        with contextlib.suppress(RulesError):
            Rules.from_dict({field: value})


class TestAsValues:
    def test_fields_are_made_canonical(self) -> None:
        rules = Rules(
            deck="B0123 R0123",  # type: ignore[arg-type]
            casino_deck=["red"] * 11 + [9],  # type: ignore[arg-type]
            golden_faces=[1, 2],  # type: ignore[arg-type]
            token_faces=[[1, 2], [3, 4]],  # type: ignore[arg-type]
        )
        assert rules.deck == CardSet("R0123 B0123")
        assert type(rules.deck) is CardSet
        assert rules.casino_deck == (CasinoCard("R"),) * 11 + (CasinoCard(9),)
        assert all(type(card) is CasinoCard for card in rules.casino_deck)
        assert (rules.golden_faces, rules.token_faces) == ((1, 2), ((1, 2), (3, 4)))
        assert type(Rules(players=Suit.BLUE).players) is int

    @pytest.mark.parametrize("field", FIELDS)
    def test_no_field_can_be_set(self, field: str) -> None:
        rules = Rules()
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(rules, field, getattr(rules, field))

    @given(RULE_SETS)
    def test_round_trips(self, rules: Rules) -> None:
        fields = {name: getattr(rules, name) for name in FIELDS}
        for other in (
            Rules.from_dict(rules.to_dict()),
            Rules.from_dict(json.loads(json.dumps(rules.to_dict()))),
            Rules(**fields),
            Rules().replace(**fields),
            pickle.loads(pickle.dumps(rules)),
            copy.deepcopy(rules),
            eval(repr(rules)),
        ):
            assert other == rules
            assert hash(other) == hash(rules)
            assert repr(other) == repr(rules)

    @given(RULE_SETS)
    def test_to_dict_has_exactly_the_fields_that_differ(self, rules: Rules) -> None:
        default = Rules()
        differing = [name for name in FIELDS if getattr(rules, name) != getattr(default, name)]
        assert list(rules.to_dict()) == differing

    def test_to_dict_is_plain_json(self) -> None:
        rules = Rules(deck=CardSet(ALL_CARDS - {Card("R0")}), casino_deck=(CasinoCard("G"),) * 12)
        assert rules.to_dict() == {
            "deck": "R123456789 P0123456789 G0123456789 B0123456789",
            "casino_deck": ["G"] * 12,
        }
        assert Rules().to_dict() == {}

    @pytest.mark.parametrize("field", FIELDS)
    def test_every_field_takes_part_in_equality(self, field: str) -> None:
        others: dict[str, Any] = {
            "players": 3, "rounds": 3, "starting_cabbages": 16, "hand_size": 10,
            "deck": "R0123456789", "casino_deck": range(12), "golden_faces": (-4, -3),
            "token_faces": ((1, -1),), "optional_tokens": False, "golden_tie": "none",
            "next_leader": "last_trick_winner",
        }  # fmt: skip
        changed = Rules().replace(**{field: others[field]})
        assert changed != Rules()
        assert Rules() == Rules()
        assert len({changed, Rules(), Rules()}) == 2

    def test_replace_validates_and_leaves_the_original(self) -> None:
        rules = Rules(players=2, hand_size=20)
        with pytest.raises(RulesError, match=r"^3 hands of 20 need 60 cards"):
            rules.replace(players=3)
        assert rules.replace(players=3, hand_size=None).cards_each == 13
        assert rules == Rules(players=2, hand_size=20)

    @pytest.mark.parametrize("name", ["player", "Players", "", "cards_each"])
    def test_unknown_names_are_refused_and_quoted(self, name: str) -> None:
        message = f"no rule is named {name!r}; the rules are {', '.join(FIELDS)}"
        with pytest.raises(RulesError) as caught:
            Rules.from_dict({name: 1})
        assert str(caught.value) == message
        with pytest.raises(RulesError) as caught:
            Rules().replace(**{name: 1})
        assert str(caught.value) == message

    @pytest.mark.parametrize("values", [None, [], "players", 5])
    def test_from_dict_takes_mappings_only(self, values: Any) -> None:
        with pytest.raises(RulesError) as caught:
            Rules.from_dict(values)
        assert str(caught.value) == f"rules are a mapping of fields, not {values!r}"

    @given(RULE_SETS, st.integers(0, 2**64 - 1))
    def test_whatever_is_valid_can_be_dealt(self, rules: Rules, seed: int) -> None:
        for number in range(rules.rounds):
            state = Round.deal(seed, rules, number=number)
            hands = [state.hand(seat) for seat in range(rules.players)]
            assert {len(hand) for hand in hands} == {rules.cards_each}
            assert len({card for hand in hands for card in hand}) == sum(map(len, hands))
            assert all(hand <= rules.deck for hand in hands)

    def test_rules_errors_are_value_errors(self) -> None:
        assert issubclass(RulesError, CabbageError)
        assert issubclass(CabbageError, ValueError)
