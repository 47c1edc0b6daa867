"""chessmg: chess, in C++ behind Cython."""

from __future__ import annotations

from peers.chess_peer import KIWIPETE, PERFT_3, PERFT_4
from peers.work import Work, check

NAME = "chessmg"
DISTRIBUTION = "chessmg"


def works() -> dict[str, Work]:
    """Every work, by its name in `pairs.py`."""
    import chessmg

    position = chessmg.ChessPosition(KIWIPETE)

    def perft(depth: int) -> int:
        moves = position.legal_moves()
        if depth == 1:
            return len(moves)
        count = 0
        for move in moves:
            position.make_move(move)
            count += perft(depth - 1)
            position.undo_move()
        return count

    def copy() -> int:
        copied = position.copy
        for _ in range(200):
            made = copied()
        check(made is not position and made.fen == position.fen, "chess")
        return 200

    return {
        "perft": Work(
            "chess", "one native call that counts the last ply in bulk, depth 4 from kiwipete", "leaves",
            lambda: position.perft(4), PERFT_4,
        ),
        "python_perft": Work(
            "chess",
            "kiwipete, depth 3; list, make and undo; the last ply is the length of a list, 48 in the mean",
            "leaves", lambda: perft(3), PERFT_3,
        ),
        "copy": Work("chess", "`copy()` of kiwipete", "copies", copy, 200),
    }  # fmt: skip
