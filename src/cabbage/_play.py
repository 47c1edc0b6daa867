"""Playing in the terminal: one person at one seat, players at the others."""

from __future__ import annotations

import sys
from typing import TextIO

from cabbage._games import LAS_VEGAN, Game, State, kind_of
from cabbage._krypkasino_cards import format_cards
from cabbage._player import Player, checked_choice, stream_of_player
from cabbage.errors import CabbageError
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round

_PROMPT_HELP = "type an action as it is listed, or: undo, help, quit"
_HELP_KRYPKASINO = """\
A card takes table cards of its value and sets that add up to it (an ace in the hand is 14, on the table
1), as many as it can; what takes nothing joins the table. Taking the whole table is a sweep: if you can,
you must, and it costs you 5 points, or 10 for a single card of the same value. Spades and aces are a
point each, TD 3, 2S and AS 2. Fewest points win. 5Dx2C+3H plays the 5D and takes 2C and 3H.
undo takes back to your decision before; quit leaves the game; or type a move as it is listed."""
_HELP_LAS_VEGAN = """\
Follow the led suit if you can; its highest card wins the trick, unless a 0 of another suit was
played: then the last such 0 does. The winner leads next. For each 7 in a trick its winner may place
a token, or pass:
  golden-min, golden-max   who wins the fewest, or the most, tricks will take the golden value
  t0-c2                    token t0 on casino card c2: its value for each card of that rank won, or
                           for each three cards of that suit
A card is a suit letter and a rank: R5, P0, G7, B9. Most cabbages at the end win.
undo takes back to your decision before; quit leaves the game; or type an action as it is listed."""


class _Quit(Exception):
    """The person wants to stop."""


def play_game(game: Game, seat: int, opponent: Player, *, quiet: bool = False) -> bool:
    """Play `game` to its end; False if the person quit. Prompts go to standard error if `quiet`."""
    out = sys.stderr if quiet else sys.stdout
    rng = stream_of_player(game.seed or 0, 0)  # all opponents are one player
    prompt = f"{_PROMPT_HELP[0].upper()}{_PROMPT_HELP[1:]}"
    print(f"You are seat {seat}; the game has seed {game.seed}. {prompt}.", file=out)
    try:
        while True:
            state = game.states[-1]
            part = kind_of(state).part
            number = len(game.states) - 1
            print(f"\n{part.capitalize()} {number}, seat {state.current_player} begins.", file=out)
            while not state.is_terminal:
                if state.current_player == seat:
                    _ask_and_play(state, seat, out)
                else:
                    view = state.observe(state.current_player)
                    _play_and_say(state, checked_choice(opponent, view, rng), out)
            print(f"{part.capitalize()} over: {_signed(state.returns())}; totals {game.totals}.", file=out)
            if game.is_over:
                winners = game.winners()
                names = ["you" if w == seat else f"seat {w}" for w in winners]
                print(f"Won by {' and '.join(names)}.", file=out)
                return True
            game.deal_next()
    except _Quit:
        print("The game is left unfinished.", file=out)
        return False


def _signed(values: list[int]) -> str:
    return " ".join(f"{value:+d}" for value in values)


def _play_and_say(state: State, action: int, out: TextIO) -> None:
    seat = state.current_player
    name = kind_of(state).action_name(state, action)
    before = _standing(state)
    state.play(action)
    print(f"  seat {seat}: {name}", file=out)
    if _standing(state) != before:
        what = f"seat {state.leader} takes the trick" if isinstance(state, Round) else f"seat {seat} sweeps"
        print(f"  {what}", file=out)


def _standing(state: State) -> tuple[int, ...]:
    """What a trick won, or a sweep, changes."""
    return state.tricks_won if isinstance(state, Round) else state.sweep_points


def _ask_and_play(state: State, seat: int, out: TextIO) -> None:
    kind = kind_of(state)
    names = kind.action_names(state)
    lines = _round_lines(state, seat) if isinstance(state, Round) else _deal_lines(state, seat)
    print("\n".join(lines), file=out)
    while True:
        print(f"  you may play: {' '.join(names.values())}", file=out)
        print("> ", end="", file=out, flush=True)
        text = _read_line()
        word = text.strip().lower()
        if not text or word in ("quit", "q", "exit"):
            raise _Quit
        if word == "help":
            print(_HELP_LAS_VEGAN if kind is LAS_VEGAN else _HELP_KRYPKASINO, file=out)
        elif word == "undo":
            if _take_back(state, seat):
                return
            print(f"  there is nothing of yours to take back in this {kind.part}", file=out)
        elif word:
            try:
                action = kind.find_action(state, word)
                if action not in names:
                    raise CabbageError(f"{kind.action_name(state, action)} is not legal here")
            except CabbageError as error:
                print(f"  {error}", file=out)
                continue
            _play_and_say(state, action, out)
            return


def _read_line() -> str:
    """A line that the person types; "" at the end of input."""
    if sys.stdin is None:
        return ""
    try:
        return sys.stdin.readline()
    except UnicodeDecodeError:
        return "?\n"  # something that is no action


def _take_back(state: State, seat: int) -> bool:
    """Back to the person's previous decision; False, and nothing changed, if there is none."""
    before = state.copy()
    while before.history:
        before.undo()
        if before.current_player == seat:
            while len(state.history) > len(before.history):
                state.undo()
            return True
    return False


def _round_lines(state: Round, seat: int) -> list[str]:
    """What the person may see."""
    golden = f"{state.golden_value:+d} on {state.golden_side or 'no side yet'}"
    cards = []
    for c, (card, token) in enumerate(zip(state.casino, state.placed, strict=True)):
        what = f"{card.suit}" if card.rank is None else f"rank {card.rank}"
        cards.append(f"c{c} {what} {'free' if token is None else f'{state.token_values[token]:+d}'}")
    tokens = [f"t{t} {v:+d}" for t, v in enumerate(state.token_values) if t not in state.placed]
    return [
        f"  golden {golden}; {'; '.join(cards)}; tokens {', '.join(tokens) or 'none left'}",
        f"  tricks won {' '.join(map(str, state.tricks_won))}; standing now {_signed(state.tally())}; "
        f"your pile {state.pile(seat)}",
        f"  on the table {_on_the_table(state)}; your hand {state.hand(seat)}",
    ]


def _deal_lines(state: Deal, seat: int) -> list[str]:
    """What the person may see."""
    return [
        f"  points {' '.join(map(str, state.tally()))}; {len(state.stock)} cards in stock",
        f"  on the table {format_cards(state.table)}; your hand {format_cards(state.hand(seat))}",
    ]


def _on_the_table(state: Round) -> str:
    seats = ((state.leader + place) % state.num_players for place in range(len(state.trick)))
    return ", ".join(f"seat {s} {card}" for s, card in zip(seats, state.trick, strict=True)) or "nothing"
