"""What each action of a game lost, and the search that says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from cabbage._budgets import Budget, Limits, OnProgress, Progress, Reporter, Spent
from cabbage._checks import quoted
from cabbage._games import KINDS, Kind
from cabbage._intervals import Interval, find_value
from cabbage._objectives import Objective, Sides, checked_objective
from cabbage._provers import MAXN, PROVERS, Prover
from cabbage._questions import Asker, MaxnAsker, static_bounds
from cabbage._solutions import Bounds
from cabbage._solving import best_by_hint, first_best
from cabbage._transpositions import TranspositionTable
from cabbage.errors import CabbageError, InputTypeError, NotExactError, SearchInterrupted

__all__ = ["Analysis", "Judgement", "analysed"]


@dataclass(frozen=True)
class Judgement:
    """What one action lost. Values are for the side of the seat that played it, in the game's points."""

    part: int
    """The number of the round or deal in the game, from 0."""

    ply: int
    """The number of the action in the round or deal, from 0."""

    seat: int
    """Who played it."""

    action: int
    name: str
    """The text of the action."""

    before: Bounds
    """Bounds of the value of the position; equal where it is exact."""

    after: Bounds
    """Bounds of the value after the action."""

    loss_bounds: Bounds
    """Bounds of what the action lost; never below 0."""

    best_action: int | None
    """The action itself if it lost nothing; otherwise one that keeps the value; None where none is proven to
    keep it."""

    best_name: str | None
    """The text of that."""

    @property
    def is_exact(self) -> bool:
        """Whether the loss is known."""
        return self.loss_bounds[0] == self.loss_bounds[1]

    @property
    def loss(self) -> int:
        """What the action lost, 0 or more. Raises NotExactError where that is not known."""
        lower, upper = self.loss_bounds
        if lower != upper:
            raise NotExactError(
                f"the loss by {self.name} is not exact: it is proven to be {lower} to {upper}"
            )
        return lower


@dataclass(frozen=True)
class Analysis:
    """What each action of a game lost. As a text it is a table."""

    game: str
    """"las-vegan" or "krypkasino"."""

    objective: str
    """"margin", "paranoid" or "maxn"."""

    sides: Sides
    """Who plays together; sorted."""

    minimises: bool
    """Whether less is better."""

    judgements: tuple[Judgement, ...]
    """Of every action, in the order of play; after Ctrl-C, of those that were judged by then."""

    total: int
    """How many actions there are to judge."""

    nodes: int
    """Positions visited."""

    seconds: float = field(compare=False)
    """Wall-clock time, which does not count in comparisons."""

    stopped_by: str | None = None
    """"interrupt" if Ctrl-C ended the analysis, else None."""

    @property
    def is_exact(self) -> bool:
        """Whether all actions are judged and all losses known."""
        return self._is_complete and all(judgement.is_exact for judgement in self.judgements)

    @property
    def loss_bounds(self) -> tuple[Bounds, ...]:
        """For each seat, bounds of the sum of what its actions lost; after Ctrl-C, those that are judged."""
        sums = [[0, 0] for _ in range(sum(map(len, self.sides)))]
        for judgement in self.judgements:
            for end in (0, 1):
                sums[judgement.seat][end] += judgement.loss_bounds[end]
        return tuple((lower, upper) for lower, upper in sums)

    @property
    def losses(self) -> tuple[int, ...]:
        """For each seat, the sum of what its actions lost. Raises NotExactError where one is not known, or
        not judged because of Ctrl-C."""
        if not self._is_complete:
            raise NotExactError(
                f"the analysis was interrupted; {len(self.judgements)} of {self.total} actions are judged"
            )
        return tuple(
            sum(judgement.loss for judgement in self.judgements if judgement.seat == seat)
            for seat in range(sum(map(len, self.sides)))
        )

    @property
    def _is_complete(self) -> bool:
        return len(self.judgements) == self.total

    def to_dict(self) -> dict[str, Any]:
        """The analysis as JSON values; bounds are pairs."""
        return {
            "game": self.game,
            "objective": self.objective,
            "sides": [list(side) for side in self.sides],
            "exact": self.is_exact,
            "judged": len(self.judgements),
            "total": self.total,
            "losses": [list(bounds) for bounds in self.loss_bounds],
            "actions": [
                {
                    "round": j.part,
                    "ply": j.ply,
                    "seat": j.seat,
                    "action": j.name,
                    "before": list(j.before),
                    "after": list(j.after),
                    "loss": list(j.loss_bounds),
                    "best": j.best_name,
                }
                for j in self.judgements
            ],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "stopped_by": self.stopped_by,
        }

    def __str__(self) -> str:
        return self.table()

    def table(self, *, only_errors: bool = False) -> str:
        """The analysis as text, a line an action; with `only_errors`, of those that surely lost something."""
        shown = [j for j in self.judgements if j.loss_bounds[0] > 0 or not only_errors]
        part = KINDS[self.game].part
        sign = "" if self.minimises else "+"
        width = max([8, *(len(j.name) for j in shown)])
        head = f"{part:>5} {'ply':>3} seat {'action':{width}} {'before':>9} {'after':>9} {'loss':>7}  best"
        lines = [head]
        for j in shown:
            best = "" if j.best_name is None or j.best_action == j.action else j.best_name
            lines.append(
                f"{j.part:5} {j.ply:3} {j.seat:4} {j.name:{width}} {_span(j.before, sign):>9} "
                f"{_span(j.after, sign):>9} {_span(j.loss_bounds, ''):>7}  {best}".rstrip()
            )
        by_these = ""
        if not self._is_complete:
            lines.append(f"interrupted; {len(self.judgements)} of {self.total} judged")
            by_these = " by these"
        for seat, bounds in enumerate(self.loss_bounds):
            lines.append(f"seat {seat} lost {_span(bounds, '')}{by_these}")
        return "\n".join(lines)


def _span(bounds: Bounds, sign: str) -> str:
    lower, upper = bounds
    return f"{lower:{sign}d}" if lower == upper else f"{lower:{sign}d}..{upper:{sign}d}"


def analysed(
    played: Any,
    objective: str,
    teams: Any,
    limits: Limits,
    table: TranspositionTable,
    threads: int = 1,
    on_progress: OnProgress | None = None,
) -> Analysis:
    """Judge every action of a game, round or deal. Raises SearchInterrupted at Ctrl-C."""
    kind, states = _parts(played)
    parts = [_Part(kind, number, state) for number, state in enumerate(states) if state.history]
    if not parts:
        raise CabbageError(f"nothing has been played, so there is nothing to analyse: {quoted(played)}")
    aim = checked_objective(parts[0].positions[0], objective, teams)
    work = _Work(limits, threads, on_progress, sum(len(part.actions) for part in parts))
    try:
        for part in parts:
            work.add(part, aim, table)
    except KeyboardInterrupt:
        analysis = work.analysis(kind, aim, "interrupt")
        message = f"interrupted; {len(analysis.judgements)} of {work.total} actions are judged"
        raise SearchInterrupted(message, analysis) from None
    return work.analysis(kind, aim)


def _parts(played: Any) -> tuple[Kind, Sequence[Any]]:
    for kind in KINDS.values():
        if isinstance(played, kind.game):
            return kind, played.states
        if isinstance(played, kind.state):
            return kind, [played]
    raise InputTypeError(
        f"what is analysed is a Game, or a las_vegan.Round or krypkasino.Deal, not {quoted(played)}"
    )


class _Part:
    """A round or deal: every position of it, and the actions between them."""

    def __init__(self, kind: Kind, number: int, state: Any) -> None:
        self.kind = kind
        self.number = number
        self.actions: tuple[int, ...] = state.history
        state = state.copy()
        self.positions = [state.copy()]
        for _ in self.actions:
            state.undo()
            self.positions.append(state.copy())
        self.positions.reverse()


class _Work:
    """The judgements so far, and what they took."""

    def __init__(self, limits: Limits, threads: int, on_progress: OnProgress | None, total: int) -> None:
        self.threads = threads
        self.total = total
        self._limits = limits
        self._reporter = None if on_progress is None else Reporter(on_progress)
        self._clock = Budget(Limits())
        self._judgements: list[Judgement] = []
        self._nodes = 0

    def add(self, part: _Part, aim: Objective, table: TranspositionTable) -> None:
        """Judge the actions of a round or deal."""
        root = part.positions[0]
        everyone = range(root.num_players)
        if aim.name == "maxn":
            with closing(_MaxnScale(self, part, aim, table)) as maxn_scale:
                self._judge(part, everyone, maxn_scale, aim)
            return
        # The two sides of a margin have the same value but for its sign, so one search does for both.
        for side in aim.sides[:1] if aim.name == "margin" else aim.sides:
            own = Objective(aim.name, aim.sides, side[0], aim.minimises)
            with closing(_Scale(self, part, own, table)) as scale:
                self._judge(part, everyone if aim.name == "margin" else side, scale, own)

    def analysis(self, kind: Kind, aim: Objective, stopped_by: str | None = None) -> Analysis:
        """What is known now."""
        judgements = sorted(self._judgements, key=lambda judgement: (judgement.part, judgement.ply))
        return Analysis(
            kind.name,
            aim.name,
            aim.sides,
            aim.minimises,
            tuple(judgements),
            self.total,
            self._nodes,
            self._clock.seconds,
            stopped_by,
        )

    @contextmanager
    def budget(self, objective: Objective, value: Interval) -> Iterator[Budget]:
        """The budget of one value; running out of it is no more than that."""
        budget = Budget(self._limits, self._reporter)

        def report(nodes: int) -> Progress:
            lower, upper = objective.points(*value.bounds)
            done = len(self._judgements)
            return Progress(self._nodes + nodes, self._clock.seconds, lower, upper, done, self.total)

        if self._reporter is not None:
            self._reporter.report = report
        try:
            yield budget
        except Spent:
            pass
        finally:
            self._nodes += budget.nodes

    def _judge(self, part: _Part, seats: Iterable[int], scale: _Scale | _MaxnScale, aim: Objective) -> None:
        """Judge the actions of some seats, from the last to the first."""
        for ply in reversed(range(len(part.actions))):
            state, action = part.positions[ply], part.actions[ply]
            if state.current_player not in seats:
                continue
            before, after, best = scale.weigh(ply)
            loss = max(0, before[0] - after[1]), before[1] - after[0]
            if len(state.legal_moves()) == 1:
                loss = 0, 0
            if loss[1] == 0:
                best = action
            self._judgements.append(
                Judgement(
                    part.number,
                    ply,
                    state.current_player,
                    action,
                    part.kind.action_name(state, action),
                    aim.points(*before),
                    aim.points(*after),
                    loss,
                    best,
                    None if best is None else part.kind.action_name(state, best),
                )
            )


class _Scale:
    """Weighs the actions of a round or deal by one number, which one side maximises."""

    def __init__(self, work: _Work, part: _Part, own: Objective, table: TranspositionTable) -> None:
        self._work = work
        self._part = part
        self._own = own
        self._prover = PROVERS[part.kind](part.positions[0], own.weights, table)
        self._known: dict[int, Interval] = {}

    def close(self) -> None:
        """Stop using the table."""
        self._prover.close()

    def weigh(self, ply: int) -> tuple[Bounds, Bounds, int | None]:
        """Bounds before and after the action, for the side of the seat that played it; what is best."""
        state, action = self._part.positions[ply], self._part.actions[ply]
        is_own = state.current_player in self._own.side
        after = self._known.get(ply + 1)
        if after is None:
            after = self._begin(ply + 1)
            with self._work.budget(self._own, after) as budget:
                self._find(ply + 1, after, budget)
        if len(state.legal_moves()) == 1:
            before = self._known[ply] = after
            best: int | None = action
        else:
            before, best = self._value_before(ply, after, is_own)
        # Nobody gets more by an action than the position was worth.
        after.meet(*((after.lower, before.upper) if is_own else (before.lower, after.upper)))
        return self._seen(is_own, before), self._seen(is_own, after), best

    def _value_before(self, ply: int, after: Interval, is_own: bool) -> tuple[Interval, int | None]:
        state, best = self._part.positions[ply], None
        before = self._begin(ply)
        before.guess = after.lower
        before.meet(*((after.lower, before.upper) if is_own else (before.lower, after.upper)))
        with self._work.budget(self._own, before) as budget:
            asker = self._find(ply, before, budget)
            if before.bounds == after.bounds:
                best = self._part.actions[ply]
            else:
                best = best_by_hint(asker, state, before.lower)
        return before, best

    def _begin(self, ply: int) -> Interval:
        state = self._part.positions[ply]
        self._known[ply] = Interval(*static_bounds(self._prover, self._own, state))
        return self._known[ply]

    def _find(self, ply: int, value: Interval, budget: Budget) -> Asker:
        asker = Asker(self._prover, self._own, budget, self._work.threads)
        find_value(value, partial(asker.ask, self._part.positions[ply]), is_limited=budget.is_limited)
        return asker

    @staticmethod
    def _seen(is_own: bool, value: Interval) -> Bounds:
        return value.bounds if is_own else (-value.upper, -value.lower)


class _MaxnScale:
    """Weighs the actions of a round or deal by what comes of each side playing for itself."""

    def __init__(self, work: _Work, part: _Part, aim: Objective, table: TranspositionTable) -> None:
        self._work = work
        self._part = part
        self._aim = aim
        self._maxn = MAXN[part.kind](part.positions[0], aim.sides, table)
        self._provers: dict[int, Prover] = {}
        self._known: dict[int, tuple[int, ...] | None] = {}

    def close(self) -> None:
        """Stop using the tables."""
        self._maxn.close()
        for prover in self._provers.values():
            prover.close()

    def weigh(self, ply: int) -> tuple[Bounds, Bounds, int | None]:
        """Bounds before and after the action, for the side of the seat that played it; what is best."""
        state, best = self._part.positions[ply], None
        mover = Objective("maxn", self._aim.sides, state.current_player, self._aim.minimises)
        after, _ = self._value(ply + 1, mover)
        before, utilities = self._value(ply, mover)
        before.meet(after.lower, before.upper)
        after.meet(after.lower, before.upper)
        if len(state.legal_moves()) == 1:
            before.meet(*after.bounds)
            after.meet(*before.bounds)
        elif utilities is not None and before.bounds != after.bounds:
            with self._work.budget(mover, before) as budget:
                best = first_best(MaxnAsker(self._maxn, mover, budget), state, utilities)
        return before.bounds, after.bounds, best

    def _value(self, ply: int, mover: Objective) -> tuple[Interval, tuple[int, ...] | None]:
        """What a side gets, and all sides where it is known."""
        state = self._part.positions[ply]
        value = Interval(*static_bounds(self._prover(mover), mover, state))
        if ply not in self._known:
            self._known[ply] = None
            with self._work.budget(mover, value) as budget:
                self._known[ply] = MaxnAsker(self._maxn, mover, budget).utilities(state)
        utilities = self._known[ply]
        if utilities is not None:
            value.meet(utilities[mover.side_number], utilities[mover.side_number])
        return value, utilities

    def _prover(self, mover: Objective) -> Prover:
        """What bounds the score of a side; it asks no questions, so its table is as small as can be."""
        place = mover.side_number
        if place not in self._provers:
            root = self._part.positions[0]
            self._provers[place] = PROVERS[self._part.kind](root, mover.weights, TranspositionTable(1))
        return self._provers[place]
