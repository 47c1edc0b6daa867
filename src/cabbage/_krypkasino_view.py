"""What a seat of Krypkasino knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cabbage._krypkasino_cards import Card, format_cards, masks_of_cards
from cabbage._krypkasino_moves import Move
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup, card_groups
from cabbage._views import ViewBase, checked_parts, why_no_way
from cabbage.errors import ViewError

if TYPE_CHECKING:
    from cabbage._deal import Deal

__all__ = ["View", "lack_faults", "no_cards", "why_no_world"]

Lacks = Sequence[Sequence[Card]]
_MOST_PLAYERS = 6


class View(ViewBase["Deal"]):
    """What one seat knows of a deal: its own hand, what lies open, what has been played and shown.

    Immutable and hashable; views are equal where seat, rules, position and lacks are, whatever plays
    led there. Get one from `Deal.observe(seat)`, or make one with `View.from_setup` or from a text
    (`cabbage.notation.parse_view`) of what lies on a real table.
    """

    __slots__ = ()

    @classmethod
    def from_setup(
        cls, setup: Setup, rules: Rules | None = None, *, seat: int, lacks: Iterable[str | Iterable[int]] = ()
    ) -> View:
        """What `seat` knows where all it sees is as `setup` says; of earlier plays, what they have shown.

        setup: the hand of `seat`, and what lies open. Other hands and the stock are not looked at and may be
            empty: how many cards they are follows from whose turn it is, and from the cards that are open.
        lacks: for each seat the cards that it has shown in this batch not to hold, as cards or as a text;
            empty where there are none.

        Raises SetupError, which lists every fault of an impossible set-up; ViewError for what contradicts
        itself: a hand with a card that its seat lacks, or no way for the hidden cards to lie. With many
        players and hands far larger than those of the rules of play it can take seconds, as `resample` can.
        """
        known, by, seat = checked_parts("krypkasino", setup, rules, seat, Setup, Rules)
        first = (known.dealer + 1) % by.players
        mover = first if known.current_player is None else known.current_player
        turns = (mover - first) % by.players
        has_played = [(other - first) % by.players < turns for other in range(by.players)]
        due = len(known.hands[seat]) + has_played[seat]
        sizes = [max(0, due - played) for played in has_played]
        later = (by.batches - 1) * by.cards_each_later
        stock = by.table_cards + by.players * (by.cards_each_first + later) - sum(sizes)
        stock -= len(known.table) + len(known.aside) + sum(map(len, known.piles))
        return cls._knowing(known, by, seat, sizes, max(0, stock), lacks)

    @classmethod
    def _knowing(
        cls,
        setup: Setup,
        rules: Rules,
        seat: int,
        sizes: Sequence[int],
        stock: int,
        lacks: Iterable[str | Iterable[int]],
    ) -> View:
        """`from_setup` where the number of cards in each hand and in the stock is told."""
        from cabbage._deal import _set_up

        shown = _checked_lacks(lacks, rules.players)
        unseen = _left_of(rules, (setup.hands[seat], setup.table, setup.aside, *setup.piles))
        contradiction = _why_no_way(seat, unseen, sizes, shown, stock)
        if contradiction:
            raise ViewError(contradiction)
        # Any way to deal them is as good: the world is drawn next.
        hands = list(setup.hands)
        for other in range(rules.players):
            if other != seat:
                hands[other] = tuple(unseen[: sizes[other]])
                del unseen[: sizes[other]]
        filled = replace(setup, hands=tuple(hands), stock=tuple(unseen[:stock]))
        masks = [masks_of_cards(cards)[0] for cards in shown]
        world = _set_up(filled, rules, (*masks, *[0] * (_MOST_PLAYERS - rules.players)))
        faults = lack_faults(filled, rules, shown, (seat,))
        if faults:
            raise ViewError("; ".join(faults))
        return cls._of(world.resample(seat, 0), seat)

    def setup(self) -> Setup:
        """All that lies open and the own hand, other hands and the stock empty.

        `View.from_setup` makes an equal view of it, with these `rules`, `seat` and `lacks`.
        """
        setup = self._world.setup()
        hands = tuple(hand if seat == self._seat else () for seat, hand in enumerate(setup.hands))
        return replace(setup, hands=hands, stock=())

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self._world.rules

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that this seat holds, sorted by number."""
        return self._world.hand(self._seat)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(self._world.hand(seat)) for seat in range(self.num_players))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that this seat does not see, sorted by number: those of other hands, the stock, and
        what stays out of play."""
        piles = (self._world.pile(seat) for seat in range(self.num_players))
        return tuple(_left_of(self.rules, (self.hand, self.table, self.aside, *piles)))

    @property
    def out_of_play(self) -> int:
        """How many of the unseen cards will never be dealt."""
        return len(self.unseen) - sum(self.hand_sizes) + len(self.hand) - self.stock_size

    @property
    def lacks(self) -> tuple[tuple[Card, ...], ...]:
        """For each seat the cards that it has shown not to hold, since it would have had to sweep.

        Sorted by number; forgotten when the next batch is dealt.
        """
        return self._world.lacks

    def moves(self) -> list[Move]:
        """What this seat may play now, as `Deal.moves` has it; empty where it is another's turn."""
        return self._world.moves() if self._world.current_player == self._seat else []

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards on the table, sorted by number."""
        return self._world.table

    @property
    def aside(self) -> tuple[Card, ...]:
        """The court cards put aside, sorted by number."""
        return self._world.aside

    def pile(self, seat: int) -> tuple[Card, ...]:
        """The cards that `seat` has won, sorted by number."""
        return self._world.pile(seat)

    @property
    def stock_size(self) -> int:
        """How many cards are still to be dealt."""
        return len(self._world.stock)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._world.dealer

    @property
    def last_player(self) -> int | None:
        """The seat that played the last card, or None."""
        return self._world.last_player

    @property
    def last_capturer(self) -> int | None:
        """The seat that captured last, or None."""
        return self._world.last_capturer

    @property
    def sweep_points(self) -> tuple[int, ...]:
        """Each seat's points for sweeps made and given."""
        return self._world.sweep_points

    @property
    def batch_number(self) -> int:
        """Which batch is being played, from 0."""
        return self._world.batch_number

    def resample(self, seed: int) -> Deal:
        """A world that this seat must reckon with, every shuffle equally likely: `Deal.resample`.

        seed: 0 to 2**64 - 1. Raises InputTypeError or CabbageError for anything else.
        """
        return self._world.resample(self._seat, seed)

    def _shown(self) -> tuple[object, ...]:
        return self.lacks


# ---------------------------------------------------------------- checks


def _left_of(rules: Rules, seen: Iterable[Iterable[Card]]) -> list[Card]:
    """What the packs have besides some cards, sorted by number."""
    left = Counter(dict.fromkeys(rules.deck, rules.packs))
    for cards in seen:
        left.subtract(cards)
    return sorted(left.elements())


def _checked_lacks(lacks: object, players: int) -> list[tuple[Card, ...]]:
    """Lacks as sets of cards, one a seat, each sorted by number."""
    found = [tuple(sorted(set(cards))) for cards in card_groups("lacks", lacks)]
    if len(found) not in (0, players):
        raise ViewError(f"lacks of {len(found)} seats for {players} players")
    return found or [()] * players


def no_cards(cards: Sequence[Card]) -> str:
    """What a seat has shown not to hold, as a text: `no 5C 5D`."""
    return f"no {format_cards(cards)}" if cards else ""


def _why_no_way(
    seat: int, unseen: Sequence[Card], sizes: Sequence[int], lacks: Lacks, stock: int
) -> str | None:
    may_hold = [sum(1 << n for n, card in enumerate(unseen) if card not in cards) for cards in lacks]
    return why_no_way(seat, len(unseen), sizes, may_hold, list(map(no_cards, lacks)), stock)


def why_no_world(state: Deal, seat: int) -> str:
    """Why there is no world that `seat` could reckon with, where `resample` has found none."""
    lacks, players = state.lacks, range(state.num_players)
    held = [card for card in state.hand(seat) if card in lacks[seat]]
    if held:
        return _has_lacking(seat, held[0])
    unseen = _left_of(
        state.rules, (state.hand(seat), state.table, state.aside, *(state.pile(other) for other in players))
    )
    sizes = [len(state.hand(other)) for other in players]
    return (
        _why_no_way(seat, unseen, sizes, lacks, len(state.stock)) or f"seat {seat} can reckon with no world"
    )


def _has_lacking(seat: int, card: Card) -> str:
    return f"seat {seat} has shown not to hold {card}, and holds it"


def lack_faults(setup: Setup, rules: Rules, lacks: Lacks, seats: Container[int]) -> list[str]:
    """How lacks contradict what is there to see: whose turn it is, and the hands of `seats`."""
    faults = []
    full = len(setup.stock) == (rules.batches - 1) * rules.players * rules.cards_each_later
    size = rules.cards_each_first if full else rules.cards_each_later
    for seat, cards in enumerate(lacks):
        if cards and (setup.ended or len(setup.hands[seat]) == size):
            why = "the deal is over" if setup.ended else "it has played no card in this batch"
            faults.append(f"seat {seat} has shown to have {no_cards(cards)}, and {why}")
        held = [card for card in setup.hands[seat] if card in cards] if seat in seats else []
        if held:
            faults.append(_has_lacking(seat, held[0]))
    return faults
