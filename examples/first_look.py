"""A first look: a real deal, its end solved exactly, the errors of a game, and this machine measured.

python examples/first_look.py
"""

from __future__ import annotations

from pathlib import Path

from cabbage import cli

HERE = Path(__file__).parent
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("show", "deal.txt"),
    ("show", "endgame.txt"),
    ("solve", "endgame.txt"),
    ("replay", "game.jsonl"),
    ("analyse", "game.jsonl", "--errors", "--max-nodes", "2000"),
    ("show", "krypkasino-endgame.txt"),
    ("solve", "krypkasino-endgame.txt"),
)


def main() -> int:
    for command, name, *options in COMMANDS:
        print(" ".join(["$ cabbage", command, f"examples/{name}", *options]))
        code = cli.main([command, str(HERE / name), *options])
        if code:
            return code
        print()
    print("$ cabbage bench")
    return cli.main(["bench"])


if __name__ == "__main__":
    raise SystemExit(main())
