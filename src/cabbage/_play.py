"""Playing in the terminal: one person at one seat, simple players at the others."""

from __future__ import annotations

import random
import sys
from typing import TextIO

from cabbage._core import Round
from cabbage.errors import CabbageError
from cabbage.las_vegan import Game, action_name, parse_action
from cabbage.players import PLAYERS

_HELP = "type an action as it is listed, or: undo, help, quit"


class _Quit(Exception):
    """The person wants to stop."""


def play_game(game: Game, seat: int, opponents: str, *, quiet: bool = False) -> bool:
    """Play `game` to its end; False if the person quit. Prompts go to standard error if `quiet`.

    Raises CabbageError for a seat that is not at the table.
    """
    if not 0 <= seat < game.rules.players:
        raise CabbageError(f"the seats are 0 to {game.rules.players - 1}, not {seat}")
    out = sys.stderr if quiet else sys.stdout
    rng = random.Random(game.seed)
    player = PLAYERS[opponents]
    print(f"You are seat {seat}. {_HELP[0].upper()}{_HELP[1:]}.", file=out)
    try:
        while True:
            state = game.round
            print(f"\nRound {game.round_number}, seat {state.leader} leads.", file=out)
            while not state.is_terminal:
                if state.current_player == seat:
                    _ask_and_play(state, seat, out)
                else:
                    _play_and_say(state, player.choose(state, rng), out)
            print(f"Round over: {_signed(state.returns())}; totals {game.totals}.", file=out)
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


def _play_and_say(state: Round, action: int, out: TextIO) -> None:
    seat = state.current_player
    tricks = sum(state.tricks_won)
    state.play(action)
    print(f"  seat {seat}: {action_name(action)}", file=out)
    if sum(state.tricks_won) > tricks:
        print(f"  seat {state.leader} takes the trick", file=out)


def _ask_and_play(state: Round, seat: int, out: TextIO) -> None:
    moves = state.legal_moves()
    _show_seat(state, seat, out)
    while True:
        print(f"  you may play: {' '.join(map(action_name, moves))}", file=out)
        print("> ", end="", file=out, flush=True)
        text = sys.stdin.readline()
        word = text.strip().lower()
        if not text or word in ("quit", "q", "exit"):
            raise _Quit
        if word == "help":
            print(f"  {_HELP}", file=out)
        elif word == "undo":
            _take_back(state, seat)
            return
        elif word:
            try:
                action = parse_action(word)
                if action not in moves:
                    raise CabbageError(f"{action_name(action)} is not legal here")
            except CabbageError as error:
                print(f"  {error}", file=out)
                continue
            _play_and_say(state, action, out)
            return


def _take_back(state: Round, seat: int) -> None:
    """Back to the person's previous decision, or to the start of the round."""
    while state.history:
        state.undo()
        if state.current_player == seat:
            return


def _show_seat(state: Round, seat: int, out: TextIO) -> None:
    """What the person may see."""
    golden = f"{state.golden_value:+d} on {state.golden_side or 'no side yet'}"
    cards = []
    for c, (card, token) in enumerate(zip(state.casino, state.placed, strict=True)):
        what = f"{card.suit}" if card.rank is None else f"rank {card.rank}"
        cards.append(f"c{c} {what} {'free' if token is None else f'{state.token_values[token]:+d}'}")
    tokens = [f"t{t} {v:+d}" for t, v in enumerate(state.token_values) if t not in state.placed]
    lines = [
        f"  golden {golden}; {'; '.join(cards)}; tokens {', '.join(tokens) or 'none left'}",
        f"  tricks {' '.join(map(str, state.tricks_won))}; on the table "
        f"{' '.join(map(str, state.trick)) or 'nothing'}; your hand {state.hand(seat)}",
    ]
    print("\n".join(lines), file=out)
