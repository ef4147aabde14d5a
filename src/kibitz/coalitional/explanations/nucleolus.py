"""The nucleolus on the blackboard: one linear program after another, and what each settles."""

from __future__ import annotations

import numpy as np

from kibitz.coalitional.explain import steps_of
from kibitz.coalitional.lexicographic.allocation import LexicographicAllocation
from kibitz.coalitional.lexicographic.center import LexicographicRound, settling_rows
from kibitz.coalitional.lexicographic.complaints import (
    Complaints,
    ExcessDifferences,
    Flags,
    PerCapitaExcesses,
)
from kibitz.coalitional.lexicographic.kohlberg import weighted_text
from kibitz.coalitional.lexicographic.span import Span
from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import Number, show, show_all

MOST_LISTED = 30
"""Complaints up to which all are listed."""


@steps_of.register
def rounds_steps(solution: LexicographicAllocation) -> tuple[Step, ...]:
    """The question, every linear program, and the complaints at the end.

    Parameters
    ----------
    solution : LexicographicAllocation
        The answer.

    Returns
    -------
    tuple of Step
        The steps of the explanation, in order.
    """
    complaints = solution.complaints_in(solution.game)
    bounded = any(low is not None for low in solution.lower_bounds(solution.game))
    span = Span(solution.game.n, [(1,) * solution.game.n])
    steps = [_question(solution, complaints, bounded)]
    for k, r in enumerate(solution.rounds, 1):
        steps.append(_round_step(complaints, r, k, span))
    if len(solution.rounds) > 1:
        steps.append(_levels_step(complaints, solution))
    return tuple(steps)


def _question(solution: LexicographicAllocation, complaints: Complaints, bounded: bool) -> Step:
    what = {
        PerCapitaExcesses: "the excess of S per head, (v(S) - x(S)) / |S|",
        ExcessDifferences: "the excess of S, v(S) - x(S), less that of T, for all pairs",
    }.get(type(complaints), "the excess of S, v(S) - x(S)")
    whom = (
        "imputations, payoffs that give no player less than alone"
        if bounded
        else ("all payoffs that hand out v(N)")
    )
    return Step(
        f"What the {solution.concept} asks for",
        f"A complaint is {what}. Among {whom}, find those whose greatest complaint is least; of "
        "these those whose next is least, and so on, until one is left. Each round is a linear "
        "program: minimize t so that every complaint still open is at most t.",
    )


def _round_step(complaints: Complaints, r: LexicographicRound, k: int, span: Span) -> Step:
    """One linear program: its value, the weights that prove it, and what is settled by it."""
    before = complaints.settled(span)
    for row in settling_rows(complaints, r):
        span.add(row)
    after = complaints.settled(span)
    left = f"The payoffs are settled: {show_all(r.point)}."
    if r.dimension:
        left = f"What is left open has dimension {r.dimension}; one optimum is {show_all(r.point)}."
    prose = (
        f"{int((~before).sum())} complaints are open. The least t is {show(r.level)}. The weights "
        f"{weighted_text(complaints, r)} prove it: they add up to sums of payoffs that are "
        "settled already, so none of these complaints can fall without another rising, and all of "
        f"them stay at {show(r.level)} from now on. {left}"
    )
    return Step(f"Linear program {k}", prose, _round_table(complaints, r, ~before, after))


def _round_table(
    complaints: Complaints, r: LexicographicRound, was_open: Flags, after: Flags
) -> Table:
    """The open complaints at the optimum: those with weights first, the others from the top."""
    weights = dict(zip(r.tight, r.weights, strict=True))
    others = [k for k in _greatest(complaints, r.point, was_open) if k not in weights]
    rows = []
    for k in [*r.tight, *others][:MOST_LISTED]:
        state = "settled with them" if after[k] else "stays open"
        cells = (show(weights[k]), "tight in every optimum") if k in weights else ("", state)
        value = complaints.complaint(k, r.point)
        rows.append((complaints.spell(k), show(complaints.worth(k)), show(value), *cells))
    marked = tuple((row, 0) for row in range(min(len(r.tight), MOST_LISTED)))
    rows += [
        (f"{complaints.game.players[i]} at the bound", "", "", show(w), "no less than alone")
        for i, w in zip(r.bound, r.bound_weights, strict=True)
    ]
    return Table(("coalition", "worth", complaints.noun, "weight", ""), tuple(rows), marked=marked)


def _levels_step(complaints: Complaints, solution: LexicographicAllocation) -> Step:
    """All complaints at the end, from the greatest down, with the round that settled each."""
    x = solution.payoffs
    span = Span(solution.game.n, [(1,) * solution.game.n])
    known = complaints.settled(span)
    settled_in = np.zeros(complaints.count, np.int64)
    for number, r in enumerate(solution.rounds, 1):
        for row in settling_rows(complaints, r):
            span.add(row)
        now = complaints.settled(span)
        settled_in[now & ~known] = number
        known = now
    order = _greatest(complaints, x, settled_in > 0)
    rows = tuple(
        (complaints.spell(k), show(complaints.complaint(k, x)), str(settled_in[k])) for k in order
    )
    count = int((settled_in > 0).sum())
    tail = f" The {len(rows)} greatest of {count} are shown." if count > len(rows) else ""
    return Step(
        "The complaints at the end",
        f"At {show_all(x)}, sorted from the greatest down: this vector is lexicographically "
        f"least.{tail}",
        Table(("coalition", complaints.noun, "settled in program"), rows),
    )


def _greatest(complaints: Complaints, x: tuple[Number, ...], among: Flags) -> list[int]:
    """The greatest complaints of some, from the top, as many as are listed."""
    which = np.flatnonzero(among)
    ranks = complaints.beyond(x).floats()[which]
    if complaints.divisors is not None:
        ranks = ranks / complaints.divisors[which]
    top = which[np.argsort(-ranks, kind="stable")[:MOST_LISTED]].tolist()
    values = {k: complaints.complaint(k, x) for k in top}
    return sorted(top, key=lambda k: (-values[k], complaints.place(k)))
