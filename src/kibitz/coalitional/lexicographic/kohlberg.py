"""Kohlberg's criterion: payoffs are the nucleolus when their greatest complaints are balanced.

Coalitions are balanced, relative to what is settled, when positive weights on them add up to a sum
of payoffs that is settled. Then no change of the payoffs can lower the complaint of one of them
without raising that of another, so all of them are settled too. Payoffs are the lexicographic
center just when this goes on, level by level from the greatest complaint down, until every payoff
is settled. Kohlberg, "On the nucleolus of a characteristic function game", 1971.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from kibitz.coalitional.lexicographic.center import Round, settling_rows
from kibitz.coalitional.lexicographic.complaints import Complaints
from kibitz.coalitional.lexicographic.row_generation import Payoffs
from kibitz.coalitional.lexicographic.span import Span
from kibitz.coalitional.solution import slack
from kibitz.coalitional.values.axioms import efficiency
from kibitz.core.numbers import Number, common_denominator, exact, magnitude, show
from kibitz.core.solution import Check

SHOWN = 6
ROUNDING = 1e-7
"""How far, relative to their size, floating-point weights may fail to balance."""


def kohlberg_checks(
    complaints: Complaints,
    payoffs: Payoffs,
    lower: Sequence[Number | None],
    rounds: Sequence[Round],
) -> Iterator[Check]:
    """Check from the complaints alone that the rounds settle the payoffs. Cost n 2^n."""
    game = complaints.game
    close = 4 * slack(game, payoffs)
    yield efficiency(game, payoffs, close)
    if any(low is not None for low in lower):
        yield _rational(complaints, payoffs, lower, close)
    span = Span(game.n, [(1,) * game.n])
    for r in rounds:
        yield Check(
            f"level {show(r.level)}: the greatest open {complaints.noun}, of balanced coalitions",
            *_level(complaints, payoffs, lower, r, span, close),
        )
        for row in settling_rows(complaints, r):
            span.add(row)
    found = f"{span.rank} independent sums of {game.n}"
    yield Check("nothing is left open", span.full, found)


def _rational(
    complaints: Complaints, payoffs: Payoffs, lower: Sequence[Number | None], close: Number
) -> Check:
    what = "individually rational: nobody gets less than alone"
    for name, x, low in zip(complaints.game.players, payoffs, lower, strict=True):
        if low is not None and x < low - close:
            return Check(what, False, f"{name} gets {show(x)}, alone {show(low)}")
    return Check(what, True)


def _level(
    complaints: Complaints,
    payoffs: Payoffs,
    lower: Sequence[Number | None],
    r: Round,
    span: Span,
    close: Number,
) -> tuple[bool, str]:
    """Whether a round is as it says, given what is settled before, and what was found."""
    players = complaints.game.players
    if not r.tight:
        return False, "no complaint is given"
    over = complaints.overshoot(payoffs, r.level)
    open_ones = np.flatnonzero(~complaints.settled(span))
    above = open_ones[over[open_ones] > (float(close) or 0)]
    if len(above):
        return False, f"{complaints.spell(int(above[0]))} complains more"
    for k in r.tight:
        if not -close <= over[k] <= close:
            return False, f"{complaints.spell(k)} is not at this level"
    for i in r.bound:
        low = lower[i]
        if low is None or magnitude(payoffs[i] - low) > close:
            return False, f"{players[i]} is not at the lower bound"
    if min((*r.weights, *r.bound_weights)) <= 0:
        return False, "a weight is not positive"
    if not _balanced(complaints, r, span):
        return False, "the weights do not balance"
    return True, weighted_text(complaints, r)


def _balanced(complaints: Complaints, r: Round, span: Span) -> bool:
    """Whether the rows, added up with the weights, lie in the span."""
    vectors, weights = settling_rows(complaints, r), (*r.weights, *r.bound_weights)
    if any(isinstance(w, float) for w in weights):
        total = np.array([float(w) for w in weights]) @ np.array(vectors, float)
        basis = np.array(span.vectors, float).T
        rest = total - basis @ np.linalg.lstsq(basis, total, rcond=None)[0]
        return bool(np.abs(rest).max() <= ROUNDING * max(map(float, weights)))
    numerators, _ = common_denominator(exact(w) for w in weights)
    columns = zip(*vectors, strict=True)
    return [sum(w * a for w, a in zip(numerators, c, strict=True)) for c in columns] in span


def weighted_text(complaints: Complaints, r: Round) -> str:
    """The weights and what they weigh, in a line.

    >>> from fractions import Fraction
    >>> from kibitz import coalition
    >>> from kibitz.coalitional.lexicographic.complaints import Excesses
    >>> r = Round(Fraction(1), (1, 6), (Fraction(1, 2),) * 2, (), (), (), 1)
    >>> weighted_text(Excesses(coalition([0, 0, 0, 0, 0, 0, 0, 1])), r)
    '1/2 {1} + 1/2 {2,3}'
    """
    players = complaints.game.players
    terms = [
        f"{show(w)} {{{complaints.spell(k)}}}" for k, w in zip(r.tight, r.weights, strict=True)
    ]
    terms += [
        f"{show(w)} (bound of {players[i]})" for i, w in zip(r.bound, r.bound_weights, strict=True)
    ]
    more = f" + {len(terms) - SHOWN} more" if len(terms) > SHOWN else ""
    return " + ".join(terms[:SHOWN]) + more
