"""cshogi: shogi, in C++ behind Cython. Its perft is not to be called from Python, so it is written there."""

from __future__ import annotations

from peers.work import Work, check

NAME = "cshogi"
DISTRIBUTION = "cshogi"


def works() -> dict[str, Work]:
    """Every work, by its name in `pairs.py`."""
    import cshogi

    board = cshogi.Board()

    def perft(depth: int) -> int:
        moves = board.legal_moves
        if depth == 1:
            return len(moves)
        count = 0
        for move in moves:
            board.push(move)
            count += perft(depth - 1)
            board.pop()
        return count

    def copy() -> int:
        for _ in range(200):
            made = board.copy()
        check(made is not board and made.sfen() == board.sfen(), "shogi")
        return 200

    return {
        "python_perft": Work(
            "shogi",
            "depth 4; list, push and pop; the last ply is the length of a list, 28 in the mean",
            "leaves", lambda: perft(4), 719_731,
        ),
        "copy": Work("shogi", "`copy()` of the first position", "copies", copy, 200),
    }  # fmt: skip
