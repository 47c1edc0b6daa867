"""What the solver knows of a whole Las Vegan deal, 4 players with 10 cards each, when a budget runs out.

    python benchmarks/solver_anytime.py [--deals N] [--nodes 1e6 4e6 16e6] [--seconds 60]

For each budget the width of the proven interval, in cabbages. A larger budget must give an interval
within that of a smaller one.
"""

from __future__ import annotations

import argparse
import statistics

from cabbage import solver
from cabbage.las_vegan import Round, Rules


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how an interval narrows with the budget.")
    parser.add_argument("--deals", type=int, default=10, help="deals, by seed (default 10)")
    parser.add_argument("--players", type=int, default=4, help="players (default 4)")
    parser.add_argument("--cards", type=int, default=10, help="cards each (default 10)")
    parser.add_argument("--nodes", type=float, nargs="*", default=[1e6, 4e6, 16e6], help="budgets in nodes")
    parser.add_argument("--seconds", type=float, nargs="*", default=[], help="budgets in seconds")
    parser.add_argument("--threads", type=int, default=1, help="threads (default 1)")
    arguments = parser.parse_args()
    states = [
        Round.deal(seed, Rules(players=arguments.players, hand_size=arguments.cards))
        for seed in range(arguments.deals)
    ]
    print(
        "| budget | median width | widest | exact | median nodes | intervals |\n|---|---:|---:|---:|---:|---|"
    )
    known: dict[int, tuple[int, int]] = {}
    budgets: list[tuple[str, dict[str, float]]] = [("1 node", {"max_nodes": 1})]
    budgets += [(f"{nodes:,.0f} nodes", {"max_nodes": int(nodes)}) for nodes in sorted(arguments.nodes)]
    budgets += [(f"{seconds:g} s", {"max_seconds": seconds}) for seconds in sorted(arguments.seconds)]
    table = solver.TranspositionTable()
    for name, limits in budgets:
        intervals, nodes = [], []
        for seed, state in enumerate(states):
            table.clear()
            found = solver.solve(
                state,
                detail="value",
                table=table,
                threads=arguments.threads,
                **limits,  # type: ignore[arg-type]
            )
            before = known.get(seed)
            # With several threads, or in seconds, two searches do not go through the same questions.
            is_comparable = before and arguments.threads == 1 and "max_nodes" in limits
            if before and is_comparable and (found.lower < before[0] or found.upper > before[1]):
                raise AssertionError(f"deal {seed}: {found.lower} to {found.upper} is not in {before}")
            known[seed] = found.lower, found.upper
            intervals.append((found.lower, found.upper))
            nodes.append(found.nodes)
        widths = [upper - lower for lower, upper in intervals]
        texts = " ".join(f"{lower}..{upper}" for lower, upper in intervals)
        print(
            f"| {name} | {statistics.median(widths):g} | {max(widths)} | {widths.count(0)} "
            f"| {statistics.median(nodes):,.0f} | {texts} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
