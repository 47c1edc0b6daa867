"""What can be said of a move of Krypkasino by all that its seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cabbage._deal import card_points, takers
from cabbage._hidden import Hidden
from cabbage._words import counted, joined, name_of, you_first
from cabbage.krypkasino import Card, Deal, Move, Suit, View

__all__ = ["reasons"]

MOST_REASONS = 4
#: Cards are named one by one up to so many.
MOST_NAMED = 6
_RANKS = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)


def reasons(view: View) -> dict[int, list[str]]:
    """For each legal move of the seat to move, by its number, sentences about it, spoken to that seat.

    The weightiest first; four at most. They are true of every world that the seat must reckon with.
    """
    world, moves = view.resample(0), view.moves()
    found = {}
    for move in moves:
        world.play(move)
        facts = [*_of_sweeping(view, move, world), *_of_taking(move), *_of_what_is_left(view, move, world)]
        if not world.is_terminal:
            facts += _of_last_capture(view, world)
        if len(moves) == 1:
            facts.insert(0, "You have no choice.")
        found[move.number] = facts[:MOST_REASONS]
        world.undo()
    return found


# ---------------------------------------------------------------- the move


def _of_sweeping(view: View, move: Move, after: Deal) -> list[str]:
    """What a sweep counts, and for whom."""
    if not move.is_sweep:
        return []
    changes = [now - before for before, now in zip(view.sweep_points, after.sweep_points, strict=True)]
    which = "double sweep" if len(view.table) == 1 else "sweep"
    pays = joined(f"{changes[seat]:+d} for {_whose(view, seat)}" for seat in you_first(view) if changes[seat])
    nobody = "" if sum(map(bool, changes)) > 1 else ", and nobody is credited"
    return [f"A {which}, which is compulsory: {pays}{nobody}."]


def _of_taking(move: Move) -> list[str]:
    """The card points that a capture takes, or a creep leaves."""
    if move.is_creep:
        if _worth(move.card):
            return [f"It takes nothing, and gives {_points((move.card,))} to the table."]
        return ["It takes nothing, and gives no points away."]
    return [f"It takes {_points((move.card, *move.captured))}."]


# ---------------------------------------------------------------- what is left


def _of_what_is_left(view: View, move: Move, after: Deal) -> list[str]:
    """What comes of the table as the move leaves it."""
    if after.is_terminal:
        return _of_the_end(view, move, after)
    found = []
    if after.batch_number > view.batch_number:
        aside = list((Counter(after.aside) - Counter(view.aside)).elements())
        what = f" {joined(aside)} {'is' if len(aside) == 1 else 'are'} put aside, and" if aside else ""
        found.append(f"It ends the batch:{what} new cards are dealt.")
    return [*found, *_of_next_sweep(view, after)]


def _of_next_sweep(view: View, after: Deal) -> list[str]:
    """Whether the next seat can sweep, and with what."""
    rival = after.current_player
    table = after.table
    if not table:
        return [f"It leaves the table empty: seat {rival} can take nothing, and its card will lie alone."]
    _, able, points = takers(*after.table_masks, view.rules)
    sweepers = Counter(card for card in view.unseen if able >> card & 1)
    if not sweepers:
        return [f"It leaves {_on(table)}: no unseen card can sweep that."]
    hidden = hidden_from(view, after)
    held = {card: copies for card, copies in sweepers.items() if hidden.may_hold(rival, card)}
    if not held:
        return [f"It leaves {_on(table)}: seat {rival} holds no card that can sweep that."]
    count = sum(held.values())
    return [
        f"It leaves {_on(table)}: seat {rival} must sweep if it holds {_one_of(held, able)} "
        f"({count} of {len(view.unseen)} unseen cards), {points:+d} for it and {-points:+d} for you."
    ]


def _of_the_end(view: View, move: Move, after: Deal) -> list[str]:
    """Who takes what is left when all cards are played."""
    seat = after.last_capturer
    if seat is None:
        return ["The deal ends, and nobody has captured: nobody takes what is left."]
    rest = Counter(view.table) - Counter(move.captured) + Counter(view.aside)
    if move.is_creep:
        rest[move.card] += 1
    name = "you have" if seat == view.seat else f"{_whose(view, seat)} has"
    take = "take" if seat == view.seat else "takes"
    found = [f"The deal ends: {name} captured last and {take} the rest, {_points(rest.elements())}."]
    bonus = view.rules.last_capture_bonus
    if bonus:
        found.append(f"The last capture counts {bonus:+d} for {name_of(view, seat)}.")
    return found


def _of_last_capture(view: View, after: Deal) -> list[str]:
    """In the last batch, who takes the rest if nobody captures any more."""
    seat = after.last_capturer
    if after.stock or seat is None:
        return []
    rest = (*after.table, *after.aside)
    if seat == view.seat:
        who = "If nobody captures any more, you take"
    else:
        who = f"If nobody captures any more, {_whose(view, seat)} takes"
    return [f"{who} what is left at the end: now {_points(rest)}."]


def hidden_from(view: View, after: Deal) -> Hidden:
    """The cards that the seat of a view does not see, and who may hold them after a move of its own."""
    sizes = [len(after.hand(seat)) for seat in range(view.num_players)]
    lacks = after.lacks
    return Hidden(view.seat, view.unseen, sizes, lambda seat, card: card not in lacks[seat], len(after.stock))


# ---------------------------------------------------------------- words


def _whose(view: View, seat: int) -> str:
    """A seat, and whether it is a partner."""
    side = next(side for side in view.rules.sides if view.seat in side)
    partner = " (your partner)" if seat in side and seat != view.seat else ""
    return f"{name_of(view, seat)}{partner}"


def _worth(card: Card) -> int:
    return card_points(1 << card, 0)


def _points(cards: Iterable[Card]) -> str:
    """The card points of some cards, and which count."""
    dear = sorted((card for card in cards if _worth(card)), key=lambda card: (-_worth(card), card))
    total = sum(map(_worth, dear))
    if len(dear) < 2:
        return counted(total, "point") + "".join(f" ({card})" for card in dear)
    return f"{counted(total, 'point')} ({joined(f'{card} {_worth(card)}' for card in dear)})"


def _one_of(cards: Iterable[Card], sweepers: int) -> str:
    """Cards of which one may come: a rank, where all four suits of it could sweep."""
    found: dict[str, None] = {}
    for card in sorted(cards, key=lambda card: (card.rank, card)):
        article = "an" if card.rank in (0, 7) else "a"
        all_suits = sum(1 << 13 * suit + card.rank for suit in Suit)
        found[f"{article} {_RANKS[card.rank]}" if all_suits & sweepers == all_suits else str(card)] = None
    return joined(found, "or")


def _on(table: Sequence[Card]) -> str:
    """The cards of a table, where they are few."""
    return joined(table) if len(table) <= MOST_NAMED else f"{len(table)} cards"
