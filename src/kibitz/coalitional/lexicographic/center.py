"""The lexicographic center: lower the greatest complaint, then the greatest of the rest, and so on.

Each round is one linear program: the least level t such that every complaint still open can be
kept to t. Complaints with a positive multiplier are at that level in every optimum, so they are
settled there, and with them all whose rows are combinations of theirs; at least one is new each
time, so n - 1 rounds are enough. Which optimal multipliers are found does not matter: complaints
that one set of them leaves out are open in the next round, whose level is then the same.
Maschler, Peleg and Shapley (1979); Potters, Reijnierse and Ansing (1996).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.coalitional.lexicographic.complaints import Complaints
from kibitz.coalitional.lexicographic.row_generation import (
    Equation,
    NumericalFailure,
    Payoffs,
    RowOptimum,
    RowProgram,
)
from kibitz.coalitional.lexicographic.span import Span
from kibitz.coalitional.solution import slack
from kibitz.core.numbers import Number, exact, number, plain

NOISE = 1e-15
"""What is left of a payoff of 0, relative to the others, by solving in floating point."""


@dataclass(frozen=True)
class LexicographicRound:
    """One linear program: its value, and what its multipliers settle.

    ``tight`` has the complaints with a positive multiplier, ``weights`` the multipliers; likewise
    ``bound`` and ``bound_weights`` for players held at their lower bound. The rows of all these,
    added up with the weights, lie in the span of what was settled before. ``point`` is one optimum,
    ``dimension`` that of the set of payoffs still open afterwards.
    """

    level: Number
    tight: tuple[int, ...]
    weights: tuple[Number, ...]
    bound: tuple[int, ...]
    bound_weights: tuple[Number, ...]
    point: Payoffs
    dimension: int

    def to_json(self, complaints: Complaints) -> dict[str, Any]:
        players = complaints.game.players
        return {
            "level": plain(self.level),
            "tight": [complaints.spell(k) for k in self.tight],
            "weights": [plain(w) for w in self.weights],
            "at_lower_bound": [players[i] for i in self.bound],
            "bound_weights": [plain(w) for w in self.bound_weights],
            "dimension": self.dimension,
        }

    @classmethod
    def from_json(
        cls, complaints: Complaints, data: dict[str, Any], point: Payoffs
    ) -> LexicographicRound:
        game = complaints.game

        def numbers(key: str) -> tuple[Number, ...]:
            return tuple(number(x, key) for x in data.get(key, []))

        return cls(
            number(data.get("level"), "level"),
            tuple(complaints.named(str(name)) for name in data.get("tight", [])),
            numbers("weights"),
            tuple(game.position(p) for p in data.get("at_lower_bound", [])),
            numbers("bound_weights"),
            point,
            int(number(data.get("dimension", 0), "dimension")),
        )


def lexicographic_center(
    complaints: Complaints, lower: Sequence[Number | None]
) -> tuple[Payoffs, tuple[LexicographicRound, ...]]:
    """The payoffs at which the rounds end, and the rounds.

    What floating point cannot settle is settled exactly, and rounded.
    """
    if complaints.game.n == 1:
        return (complaints.game.total,), ()
    if complaints.worths.exact:
        steps = tuple(rounds(complaints, lower))
        return steps[-1].point, steps
    try:
        steps = tuple(rounds(complaints, lower))
        return _polished(complaints, steps)
    except NumericalFailure:
        limits = [None if low is None else exact(low) for low in lower]
        return rounded(tuple(rounds(complaints.rational(), limits)))


def rounds(complaints: Complaints, lower: Sequence[Number | None]) -> Iterator[LexicographicRound]:
    """The rounds one after another, until the payoffs are settled.

    Payoffs add up to the worth of all players and are at least ``lower``, where that is given; the
    set of these must not be empty.

    >>> from kibitz import coalition
    >>> from kibitz.coalitional.lexicographic.complaints import Excesses
    >>> game = coalition({"A,B": 3, "A,B,C": 4})
    >>> for r in rounds(Excesses(game), [None] * 3):
    ...     print(r.level, [game.spell(k) for k in r.tight], r.dimension)
    -1/2 ['C', 'A,B'] 1
    -7/4 ['A', 'B'] 0
    """
    game = complaints.game
    n = game.n
    everyone = Equation((1,) * n, game.total)
    span = Span(n, [everyone.row])
    if span.full:
        return
    program = RowProgram(complaints, [everyone], lower, [0] * n + [1])
    program.release(complaints.settled(span))
    while True:
        optimum = _without_settled_bounds(program.solve(), span)
        fresh = _settle(complaints, optimum, span)
        if not fresh:
            raise NumericalFailure
        yield LexicographicRound(
            optimum.t,
            *_listed(optimum.weights, complaints.place),
            *_listed(optimum.bounds, int),
            optimum.x,
            n - span.rank,
        )
        if span.full:
            return
        for equation in fresh:
            program.fix(equation)
        program.release(complaints.settled(span))


def _settle(complaints: Complaints, optimum: RowOptimum, span: Span) -> list[Equation]:
    """Put the rows with positive multipliers into the span; the equations that are new in it."""
    n = complaints.game.n
    held, tight = sorted(optimum.bounds), sorted(optimum.weights)
    rows = [unit(i, n) for i in held]
    rows += map(tuple, complaints.rows(tight).tolist())
    divisors = complaints.divisors_of(tight).tolist()
    values = [optimum.x[i] for i in held]
    values += [complaints.worth(k) - optimum.t * d for k, d in zip(tight, divisors, strict=True)]
    return [Equation(rows[r], values[r]) for r in span.extend(rows)]


def _without_settled_bounds(optimum: RowOptimum, span: Span) -> RowOptimum:
    """The optimum without multipliers of players whose payoff is settled already."""
    bounds = {i: w for i, w in optimum.bounds.items() if unit(i, span.width) not in span}
    return replace(optimum, bounds=bounds)


def unit(i: int, n: int) -> tuple[int, ...]:
    """The row that picks out one player's payoff."""
    return tuple(int(i == j) for j in range(n))


def settling_rows(complaints: Complaints, r: LexicographicRound) -> list[tuple[int, ...]]:
    """What a round settles: the rows of its tight complaints and of players at their bounds."""
    rows = [tuple(row) for row in complaints.rows(r.tight).tolist()]
    return rows + [unit(i, complaints.game.n) for i in r.bound]


def _listed(
    multipliers: dict[int, Number], place: Callable[[int], Any]
) -> tuple[tuple[int, ...], tuple[Number, ...]]:
    order = sorted(multipliers, key=place)
    return tuple(order), tuple(multipliers[k] for k in order)


def _polished(
    complaints: Complaints, steps: tuple[LexicographicRound, ...]
) -> tuple[Payoffs, tuple[LexicographicRound, ...]]:
    """Solve for payoffs and levels at once what the rounds say is tight, to full precision."""
    n = complaints.game.n
    rows, right = [[1.0] * n + [0.0] * len(steps)], [float(complaints.game.total)]
    for j, r in enumerate(steps):
        units = np.eye(len(steps))[j]
        parts = zip(complaints.rows(r.tight), complaints.divisors_of(r.tight), strict=True)
        rows += [[*row.tolist(), *(units * divisor)] for row, divisor in parts]
        right += [float(complaints.worth(k)) for k in r.tight]
        rows += [[*np.eye(n)[i].tolist(), *(0.0 * units)] for i in r.bound]
        right += [float(r.point[i]) for i in r.bound]
    solved = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)[0].tolist()
    levels = solved[n:]
    close = slack(complaints.game, tuple(solved))
    if any(a < b - close for a, b in pairwise(levels)):
        raise NumericalFailure
    noise = NOISE * max(map(abs, solved))
    payoffs = tuple(0.0 if abs(x) <= noise else x for x in solved[:n])
    polished = tuple(replace(r, level=t) for r, t in zip(steps, levels, strict=True))
    return payoffs, (*polished[:-1], replace(polished[-1], point=payoffs))


def rounded(
    steps: tuple[LexicographicRound, ...],
) -> tuple[Payoffs, tuple[LexicographicRound, ...]]:
    """Exact rounds in floating point."""

    def floats(values: tuple[Number, ...]) -> Payoffs:
        return tuple(map(float, values))

    rough = tuple(
        LexicographicRound(
            float(r.level),
            r.tight,
            floats(r.weights),
            r.bound,
            floats(r.bound_weights),
            floats(r.point),
            r.dimension,
        )
        for r in steps
    )
    return rough[-1].point, rough
