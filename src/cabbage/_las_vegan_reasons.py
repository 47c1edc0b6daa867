"""What can be said of an action of Las Vegan by all that its seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cabbage._hidden import Hidden
from cabbage._words import capital, counted, joined, name_of, ordinal, seats, you_first
from cabbage.cards import Card, CardSet, CasinoCard
from cabbage.las_vegan import GOLDEN_MAX, GOLDEN_MIN, PASS, Round, View, trick_winner

__all__ = ["reasons"]

MOST_REASONS = 4
#: Cards are named one by one up to so many.
MOST_NAMED = 3


def reasons(view: View) -> dict[int, list[str]]:
    """For each legal action of the seat to move sentences about it, spoken to that seat.

    The weightiest first; four at most. They are true of every world that the seat must reckon with.
    """
    world = view.resample(0)
    found = {}
    for action in view.legal_moves():
        world.play(action)
        facts = _facts(view, action, world)
        world.undo()
        if len(view.legal_moves()) == 1:
            facts.insert(0, "You have no choice.")
        found[action] = facts[:MOST_REASONS]
    return found


def _facts(view: View, action: int, after: Round) -> list[str]:
    """All sentences about an action, behind which it is as `after` has it."""
    if not view.to_place:
        return _Play(view, Card(action), after).facts()
    if action == PASS:
        return _of_passing(view)
    if action in (GOLDEN_MIN, GOLDEN_MAX):
        found = _of_placing_golden(view, action)
    else:
        found = _of_placing(view, after)
    if after.to_place:
        found.append(f"Then you decide on {counted(after.to_place, 'more seven')}.")
    return found


# ---------------------------------------------------------------- cards


class _Play:
    """A card that the seat of a view may play, and what comes of it."""

    def __init__(self, view: View, card: Card, after: Round) -> None:
        self.view = view
        self.card = card
        self.after = after
        self.trick = (*view.trick, card)
        self.led = self.trick[0].suit
        order = [(view.leader + place) % view.num_players for place in range(view.num_players)]
        self.later = order[len(self.trick) :]
        place = trick_winner(self.trick)
        self.winner, self.winning_card = order[place], self.trick[place]
        self.is_certain = not self.later

    def facts(self) -> list[str]:
        """The sentences, the weightiest first."""
        if not self.later:
            found = self._of_whole_trick()
            found += self._of_giving() if self.winner != self.view.seat else []
        elif self.winner == self.view.seat:
            found = [*self._of_beating(), *self._of_taking()]
        else:
            found = [f"It loses to {self.winning_card} of seat {self.winner}.", *self._of_giving()]
        return [*found, *self._of_sevens(), *self._of_golden(), *self._of_hand()]

    def _of_whole_trick(self) -> list[str]:
        """What the last card of a trick brings about."""
        who = "You take the trick"
        if self.winner != self.view.seat:
            who = f"Seat {self.winner} takes the trick with {self.winning_card}"
        changes = _changes(self.view, self.after)
        return [f"{who}: as the tokens lie, {f'that is {changes}' if changes else 'that pays nobody'}."]

    def _of_beating(self) -> list[str]:
        """Which cards can still beat this one, and what is known of seats without the led suit."""
        view, led = self.view, self.led
        hidden = hidden_from(view)
        beaters = [card for card in view.unseen if trick_winner((*self.trick, card)) == len(self.trick)]
        above: dict[int, list[Card]] = {}
        zeros: dict[int, list[Card]] = {}
        for seat in self.later:
            above[seat] = [card for card in beaters if card.suit == led and hidden.may_hold(seat, card)]
            zeros[seat] = [
                card
                for card in beaters
                if card.suit != led and hidden.may_hold(seat, card, lambda other: Card(other).suit == led)
            ]
        void = [seat for seat in self.later if led in view.voids[seat]]
        found = []
        for some, which in ((above, ""), (zeros, f", if without {led}")):
            whose = [seat for seat in self.later if some[seat] and seat not in void]
            if whose:
                cards = {card for seat in whose for card in some[seat]}
                found.append(f"{_one_of(cards)} of {seats(sorted(whose), 'or')}{which}")
        found = [f"It can be beaten by {', or by '.join(found)}."] if found else []
        if not found and not any(zeros.values()):
            found = ["It wins the trick for certain: nobody after you can beat it."]
            self.is_certain = True
        for threat in sorted({tuple(zeros[seat]) for seat in void}, reverse=True):
            who = sorted(seat for seat in void if tuple(zeros[seat]) == threat)
            have, they = ("has", "it") if len(who) == 1 else ("have", "they")
            can = f"can discard, or take the trick with {_one_of(threat)}" if threat else "can only discard"
            found.append(capital(f"{seats(who)} {have} no {led}: {they} {can}."))
        return found

    def _of_taking(self) -> list[str]:
        """What the cards that lie in the trick pay the seat, if it takes them."""
        found = []
        for casino, value, cards in _paying(self.view, self.trick):
            taking = f"Taking {joined(cards)}"
            if casino.suit is None:
                found.append(f"{taking} {_pays(value * len(cards), ' you')}.")
                continue
            had = len(self.view.pile(self.view.seat) & _counted_by(casino))
            has = had + len(cards)
            groups = has // 3 - had // 3
            pays = "no new group of three"
            if groups:
                which = "a group" if groups == 1 else f"{groups} groups"
                pays = f"{which} of three, which {_pays(groups * value)}"
            found.append(f"{taking}, you have your {ordinal(has)} {casino.suit} card: {pays}.")
        return found

    def _of_giving(self) -> list[str]:
        """What the card is worth that another seat will take."""
        return [
            f"You {'get rid of' if value < 0 else 'give away'} {self.card}: {_each(casino)} {_pays(value)}."
            for casino, value, _ in _paying(self.view, (self.card,))
        ]

    def _of_sevens(self) -> list[str]:
        """Who places tokens for the sevens of the trick."""
        view = self.view
        sevens = [card for card in self.trick if card.rank == 7]
        places = _open_places(view)
        if not sevens or not places:
            return []
        who = name_of(view, self.winner) if self.is_certain else "whoever takes the trick"
        may = "may" if view.rules.optional_tokens else "must"
        what = "a token" if len(sevens) == 1 else f"{len(sevens)} tokens"
        return [capital(f"{who} {may} place {what} for {joined(sevens)}: {places}.")]

    def _of_golden(self) -> list[str]:
        """How tricks stand, where the golden token lies on them."""
        view = self.view
        if view.golden_side is None or not view.golden_value:
            return []
        most = "most" if view.golden_side == "max" else "fewest"
        return [
            f"The golden {view.golden_value:+d} goes to the {most} tricks; "
            f"won so far: {_standing(view, view.tricks_won)}."
        ]

    def _of_hand(self) -> list[str]:
        """What the card leaves in the hand."""
        left = self.view.hand - CardSet([self.card])
        if not left or any(card.suit == self.card.suit for card in left):
            return []
        return [f"It is your last {self.card.suit} card."]


# ---------------------------------------------------------------- tokens


def _of_placing_golden(view: View, action: int) -> list[str]:
    """How the golden token would pay on one side."""
    won = view.tricks_won
    extreme = max(won) if action == GOLDEN_MAX else min(won)
    which = f"the {'most' if action == GOLDEN_MAX else 'fewest'} tricks"
    takers = [seat for seat in you_first(view) if won[seat] == extreme]
    who = joined(name_of(view, seat) for seat in takers)
    if len(takers) > 1 and view.rules.golden_tie == "none":
        who = f"nobody, since {who} tie"
    return [
        f"It gives {view.golden_value:+d} to {which}: as things stand to {who}.",
        f"Tricks won so far: {_standing(view, won)}; to be played: {len(view.hand)}.",
    ]


def _of_placing(view: View, after: Round) -> list[str]:
    """How an ordinary token would pay on a casino card."""
    place, token = next((c, t) for c, t in enumerate(after.placed) if t != view.placed[c])
    assert token is not None  # it has just been placed
    casino = view.casino[place]
    cards = _counted_by(casino)
    changes = _changes(view, after)
    won = [len(view.pile(seat) & cards) for seat in range(view.num_players)]
    noun = f"{casino}s" if casino.suit is None else f"{casino.suit} cards"
    found = [
        f"It makes {_each(casino)} worth {view.token_values[token]:+d}: "
        f"as things stand {changes or 'that changes nothing'}.",
        f"{capital(noun)} won so far: {_standing(view, won)}.",
    ]
    left = (view.unseen | view.hand) & cards
    mine = left & view.hand
    held = f", of which you hold {_all_of(mine)}" if mine else ""
    found.append(f"Not won yet: {_all_of(left)}{held}." if left else f"All {noun} are won.")
    return found


def _of_passing(view: View) -> list[str]:
    """What passing gives up."""
    what = "a token" if view.to_place == 1 else f"tokens for {view.to_place} sevens"
    sevens = [card for card in view.unseen | view.hand if card.rank == 7]
    left = f"Sevens not won yet: {joined(sevens)}" if sevens else "All sevens are won"
    return [f"You give up placing {what}: {_open_places(view)}.", f"{left}."]


# ---------------------------------------------------------------- what they share


def hidden_from(view: View) -> Hidden:
    """The cards that the seat of a view does not see."""
    voids = view.voids
    return Hidden(
        view.seat, list(view.unseen), view.hand_sizes, lambda seat, card: Card(card).suit not in voids[seat]
    )


def _paying(view: View, cards: Sequence[Card]) -> list[tuple[CasinoCard, int, list[Card]]]:
    """The casino cards that pay for some of the cards: their tokens' values, and for which."""
    found = []
    for casino, token in zip(view.casino, view.placed, strict=True):
        matching = [card for card in cards if card in _counted_by(casino)]
        if token is not None and matching and view.token_values[token]:
            found.append((casino, view.token_values[token], matching))
    return found


def _open_places(view: View) -> str:
    """Which tokens can still be placed, and where; nothing where none can."""
    places = [] if view.golden_side else [f"the golden {view.golden_value:+d}"]
    tokens = [f"{value:+d}" for t, value in enumerate(view.token_values) if t not in view.placed]
    free = [_title(casino) for casino, token in zip(view.casino, view.placed, strict=True) if token is None]
    if tokens and free:
        places.append(f"{joined(dict.fromkeys(tokens), 'or')} on {joined(dict.fromkeys(free), 'or')}")
    return "; or ".join(places)


def _counted_by(casino: CasinoCard) -> CardSet:
    """The cards that a casino card counts."""
    return CardSet.from_mask(casino.mask)


def _changes(view: View, after: Round) -> str:
    """What an action has changed in the score as things stand; nothing where it has not."""
    before, now = view.tally(), after.tally()
    return joined(
        f"{now[seat] - before[seat]:+d} for {name_of(view, seat)}"
        for seat in you_first(view)
        if now[seat] != before[seat]
    )


def _standing(view: View, numbers: Sequence[int]) -> str:
    """How many the seat has, and the others."""
    found = [
        f"{numbers[seat] or 'none'} by {name_of(view, seat)}"
        for seat in you_first(view)
        if numbers[seat] or seat == view.seat
    ]
    without = [seat for seat in range(view.num_players) if not numbers[seat] and seat != view.seat]
    if without:
        found.append(f"none by {seats(without)}")
    return joined(found)


def _title(casino: CasinoCard) -> str:
    return f"{casino}s" if casino.suit is None else str(casino.suit)


def _each(casino: CasinoCard) -> str:
    return f"each {casino}" if casino.suit is None else f"each group of three {casino.suit} cards"


def _pays(value: int, whom: str = "") -> str:
    return f"costs{whom} {-value}" if value < 0 else f"brings{whom} {value}"


def _one_of(cards: Iterable[Card]) -> str:
    """Cards of which one may come."""
    some = CardSet(cards)
    return joined(some, "or") if len(some) <= MOST_NAMED else f"one of {_all_of(some)}"


def _all_of(cards: CardSet) -> str:
    """Cards, and how many where they are many."""
    return joined(cards) if len(cards) <= MOST_NAMED else f"{len(cards)} cards ({cards})"
