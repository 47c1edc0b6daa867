"""What a seat of Las Vegan knows."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cabbage._checks import in_range, quoted
from cabbage._las_vegan_rules import Rules
from cabbage._las_vegan_setup import Setup, each
from cabbage._views import ViewBase, checked_parts, why_no_way
from cabbage.cards import Card, CardSet, CasinoCard, Suit
from cabbage.errors import CardError, ViewError

if TYPE_CHECKING:
    from cabbage._core import Round

__all__ = ["View", "no_suits", "void_faults", "why_no_world"]

Voids = Sequence[Iterable[Suit]]
_SUIT_OF_LETTER = {suit.letter: suit for suit in Suit}


class View(ViewBase["Round"]):
    """What one seat knows of a round: its own hand, what lies open, what has been played and shown.

    Immutable and hashable; views are equal where seat, rules, position and voids are, whatever plays
    led there. Get one from `Round.observe(seat)`, or make one with `View.from_setup` or from a text
    (`cabbage.notation.parse_view`) of what lies on a real table.
    """

    __slots__ = ()

    @classmethod
    def from_setup(
        cls, setup: Setup, rules: Rules | None = None, *, seat: int, voids: Iterable[str | Iterable[int]] = ()
    ) -> View:
        """What `seat` knows where all it sees is as `setup` says; of earlier plays, what they have shown.

        setup: the hand of `seat`, and what lies open. Other hands are not looked at and may be empty: how
            many cards they hold follows from the tricks.
        voids: for each seat the suits of which it has shown to have none, each as suits or as a text of
            letters; empty where there are none. What the open trick shows is known anyway.

        Raises SetupError, which lists every fault of an impossible set-up; ViewError for what contradicts
        itself: cards that lie or are held against the voids, or no way for the hidden cards to lie.
        """
        known, by, seat = checked_parts("las_vegan", setup, rules, seat, Setup, Rules)
        in_trick = [(other - known.leader) % by.players < len(known.trick) for other in range(by.players)]
        due = len(known.hands[seat]) + in_trick[seat]
        sizes = [max(0, due - has_played) for has_played in in_trick]
        return cls._knowing(known, by, seat, sizes, voids)

    @classmethod
    def _knowing(
        cls, setup: Setup, rules: Rules, seat: int, sizes: Sequence[int], voids: Iterable[str | Iterable[int]]
    ) -> View:
        """`from_setup` where the number of cards in each hand is told."""
        from cabbage._core import _set_up

        shown = _checked_voids(voids, rules.players)
        for place, card in enumerate(setup.trick):
            if card.suit != setup.trick[0].suit:
                shown[(setup.leader + place) % rules.players].add(setup.trick[0].suit)
        seen = [*setup.hands[seat], *setup.trick, *(card for pile in setup.piles for card in pile)]
        unseen = list(rules.deck - CardSet(seen))
        contradiction = _why_no_way(seat, unseen, sizes, shown)
        if contradiction:
            raise ViewError(contradiction)
        # Any way to deal them is as good: the world is drawn next. But no set-up may hold a card that
        # its seat should have followed with.
        led = setup.trick[0].suit if setup.trick else None
        unseen.sort(key=lambda card: card.suit == led)
        hands = list(setup.hands)
        for other in sorted(range(rules.players), key=lambda other: led not in shown[other]):
            if other != seat:
                hands[other] = CardSet(unseen[: sizes[other]])
                del unseen[: sizes[other]]
        filled = replace(setup, hands=tuple(hands))
        mask = sum(1 << (4 * other + suit) for other, suits in enumerate(shown) for suit in suits)
        world = _set_up(filled, rules, mask)
        faults = void_faults(filled, rules, shown, (seat,))
        if faults:
            raise ViewError("; ".join(faults))
        return cls._of(world.resample(seat, 0), seat)

    def setup(self) -> Setup:
        """All that lies open and the own hand, other hands empty.

        `View.from_setup` makes an equal view of it, with these `rules`, `seat` and `voids`.
        """
        setup = self._world.setup()
        hands = tuple(hand if seat == self._seat else CardSet() for seat, hand in enumerate(setup.hands))
        return replace(setup, hands=hands)

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self._world.rules

    @property
    def hand(self) -> CardSet:
        """The cards that this seat holds."""
        return self._world.hand(self._seat)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(self._world.hand(seat)) for seat in range(self.num_players))

    @property
    def unseen(self) -> CardSet:
        """The cards that this seat does not see: those of other hands, and those left over."""
        seen = [self.hand, *(self._world.pile(seat) for seat in range(self.num_players))]
        return self.rules.deck - CardSet(self.trick) - CardSet([card for cards in seen for card in cards])

    @property
    def out_of_play(self) -> int:
        """How many of the unseen cards are left over, in no hand."""
        return len(self.unseen) - sum(self.hand_sizes) + len(self.hand)

    @property
    def voids(self) -> tuple[tuple[Suit, ...], ...]:
        """For each seat the suits of which it has shown to have none, by not following one."""
        return self._world.voids

    @property
    def leader(self) -> int:
        """The seat that leads, or led, the open trick; the winner while tokens are decided."""
        return self._world.leader

    @property
    def led_suit(self) -> Suit | None:
        """The suit that must be followed, or None where the next card leads."""
        return self._world.led_suit

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the open trick in order of play."""
        return self._world.trick

    def pile(self, seat: int) -> CardSet:
        """The cards in the tricks that `seat` has won."""
        return self._world.pile(seat)

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """How many tricks each seat has won."""
        return self._world.tricks_won

    @property
    def casino(self) -> tuple[CasinoCard, ...]:
        """The three ordinary casino cards of the round."""
        return self._world.casino

    @property
    def golden_value(self) -> int:
        """The value the golden token shows."""
        return self._world.golden_value

    @property
    def golden_side(self) -> str | None:
        """Where the golden token lies: "min", "max", or None if it is not placed."""
        return self._world.golden_side

    @property
    def token_values(self) -> tuple[int, ...]:
        """The value each ordinary token shows."""
        return self._world.token_values

    @property
    def placed(self) -> tuple[int | None, ...]:
        """For each ordinary casino card the index of the token on it, or None."""
        return self._world.placed

    @property
    def to_place(self) -> int:
        """How many sevens of the last trick its winner has yet to place a token for, or pass."""
        return self._world.to_place

    def resample(self, seed: int) -> Round:
        """A world that this seat must reckon with, every one equally likely: `Round.resample`.

        seed: 0 to 2**64 - 1. Raises InputTypeError or CabbageError for anything else.
        """
        return self._world.resample(self._seat, seed)

    def _shown(self) -> tuple[object, ...]:
        return self.voids


# ---------------------------------------------------------------- checks


def _suits(value: object) -> set[Suit]:
    """Suits, of themselves or their letters."""
    if isinstance(value, str):
        letters = value.replace(" ", "").upper()
        if letters == "-":
            return set()
        if not letters or not set(letters) <= set(_SUIT_OF_LETTER):
            raise CardError(f"{quoted(value)} is not suits; they are letters of RPGB, or - for none")
        return {_SUIT_OF_LETTER[letter] for letter in letters}
    return set(each("suits", value, lambda suit: Suit(in_range("a suit", suit, 0, 3, CardError))))


def _checked_voids(voids: object, players: int) -> list[set[Suit]]:
    """Voids as one set of suits a seat."""
    found = list(each("voids", voids, _suits))
    if len(found) not in (0, players):
        raise ViewError(f"voids of {len(found)} seats for {players} players")
    return found or [set() for _ in range(players)]


def no_suits(suits: Iterable[Suit]) -> str:
    """What a seat has shown not to hold, as a text: `no red, no blue`."""
    return ", ".join(f"no {suit}" for suit in sorted(suits))


def _why_no_way(seat: int, unseen: Sequence[Card], sizes: Sequence[int], voids: Voids) -> str | None:
    may_hold = []
    for suits in voids:
        lacking = set(suits)
        may_hold.append(sum(1 << place for place, card in enumerate(unseen) if card.suit not in lacking))
    return why_no_way(seat, len(unseen), sizes, may_hold, list(map(no_suits, voids)))


def why_no_world(state: Round, seat: int) -> str:
    """Why there is no world that `seat` could reckon with, where `resample` has found none."""
    voids = state.voids
    faults = void_faults(state.setup(), state.rules, voids, (seat,))
    if faults:
        return "; ".join(faults)
    players = range(state.num_players)
    seen = [*state.hand(seat), *state.trick, *(card for other in players for card in state.pile(other))]
    unseen = list(state.rules.deck - CardSet(seen))
    sizes = [len(state.hand(other)) for other in players]
    return _why_no_way(seat, unseen, sizes, voids) or f"seat {seat} can reckon with no world"


def void_faults(setup: Setup, rules: Rules, voids: Voids, seats: Container[int]) -> list[str]:
    """How voids contradict what is there to see: the open trick, and the hands of `seats`."""
    faults = []
    for seat, suits in enumerate(voids):
        place = (seat - setup.leader) % rules.players
        played = setup.trick[place : place + 1]
        for suit in sorted(suits):
            shown = f"seat {seat} has shown to have no {suit}, and"
            if len(setup.hands[seat]) == rules.cards_each:
                faults.append(f"{shown} has played no card")
            faults += [f"{shown} has played {card} to the open trick" for card in played if card.suit == suit]
            held = [card for card in setup.hands[seat] if card.suit == suit] if seat in seats else []
            if held:
                faults.append(f"{shown} holds {held[0]}")
    return faults
