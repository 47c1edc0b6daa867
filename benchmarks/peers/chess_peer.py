"""python-chess: chess, in Python."""

from __future__ import annotations

from peers.work import Work, check

NAME = "python-chess"
DISTRIBUTION = "chess"

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PERFT_3 = 97_862
PERFT_4 = 4_085_603


def works() -> dict[str, Work]:
    """Every work, by its name in `pairs.py`."""
    import chess

    board = chess.Board(KIWIPETE)

    def perft(depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        count = 0
        for move in board.legal_moves:
            board.push(move)
            count += perft(depth - 1)
            board.pop()
        return count

    def copy() -> int:
        for _ in range(200):
            made = board.copy(stack=False)
        check(made == board and made is not board, "chess")
        return 200

    return {
        "python_perft": Work(
            "chess",
            "kiwipete, depth 3; push and pop; the last ply is `legal_moves.count()`, 48 in the mean",
            "leaves", lambda: perft(3), PERFT_3,
        ),
        "copy": Work("chess", "`copy(stack=False)` of kiwipete", "copies", copy, 200),
    }  # fmt: skip
