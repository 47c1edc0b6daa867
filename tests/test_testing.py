"""The conformance checks that users run on their own rule sets."""

from __future__ import annotations

import random

import pytest

from cabbage import errors, testing
from cabbage.las_vegan import Rules
from compare import random_rules


def test_check_rules_counts_what_it_checked() -> None:
    assert testing.check_rules(Rules(players=2, hand_size=1), rounds=3, seed=1) >= 3 * 3
    assert testing.check_rules(Rules(), rounds=0) == 0


def test_all_rule_sets_pass() -> None:
    rng = random.Random(1)
    for _ in range(30):
        assert testing.check_rules(random_rules(rng), rounds=2) > 0


def test_a_broken_law_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from cabbage import notation
    from cabbage.las_vegan import Round

    other = Round.deal(99)
    monkeypatch.setattr(notation, "parse_position", lambda text: other)
    with pytest.raises(AssertionError, match="broken: text and back is the same position; position: las"):
        testing.check_rules(Rules(), rounds=1)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(errors.CabbageError, match="a number of rounds is 0 to"):
        testing.check_rules(Rules(), rounds=-1)
