"""A first look: a real deal, its end solved exactly, and how fast this machine counts.

python examples/first_look.py
"""

from __future__ import annotations

from pathlib import Path

from cabbage import cli

HERE = Path(__file__).parent
COMMANDS = (
    ("show", "deal.txt"),
    ("show", "endgame.txt"),
    ("solve", "endgame.txt"),
    ("replay", "game.jsonl"),
    ("show", "krypkasino-endgame.txt"),
    ("solve", "krypkasino-endgame.txt"),
)


def main() -> int:
    for command, name in COMMANDS:
        print(f"$ cabbage {command} examples/{name}")
        code = cli.main([command, str(HERE / name)])
        if code:
            return code
        print()
    print("$ cabbage bench")
    return cli.main(["bench"])


if __name__ == "__main__":
    raise SystemExit(main())
