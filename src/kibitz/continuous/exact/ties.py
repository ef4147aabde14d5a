"""Where two local maxima of a payoff are equally good: candidates for jumps of a best response."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi, ring
from kibitz.algebra.line_cells import line_cells
from kibitz.algebra.number_field import univariate
from kibitz.algebra.plane_cells import irreducible
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point
from kibitz.continuous.exact.maximum import slopes
from kibitz.continuous.exact.payoff import Payoff, Slice

VALUE = "payoff_value"


def ties(
    here: Slice, payoff: Payoff, curves: Sequence[Multi], own: str, other: str, y: Point
) -> list[Polynomial]:
    """Polynomials in the other's strategy that vanish wherever local maxima near y tie."""
    peaks = _peaks(here, payoff, curves, own, other)
    if len(peaks) < 2:
        return []
    bigger = ring([own, other, VALUE])
    found: dict[str, Multi] = {}
    for curve, piece in peaks:
        for factor in irreducible([_values(bigger, curve, payoff, piece, own)]):
            if int(factor.degrees()[2]) > 0:
                found[str(factor)] = factor
    values = list(found.values())
    crossings = [f.discriminant(VALUE) for f in values if int(f.degrees()[2]) > 1]
    for k, f in enumerate(values):
        crossings += [f.resultant(g, VALUE) for g in values[:k]]
    return [univariate(f, other) for f in irreducible(crossings) if int(f.degrees()[1]) > 0]


def _peaks(
    here: Slice, payoff: Payoff, curves: Sequence[Multi], own: str, other: str
) -> list[tuple[Multi | None, int]]:
    """Local maxima and limits: the curve that each lies on (None: flat), the piece of its value."""
    field, count = here.field, len(here.switches)
    steep = slopes(here)
    along = [field.specialize(c, own, {other: field.theta_element}) for c in curves]
    cells = line_cells(field, [*here.switches, *steep, *here.bottoms, *along], here.low, here.high)
    first = count + 2 * len(steep)
    chosen = [payoff.choose(cell.signs[:count]) for cell in cells]
    slope = [cell.signs[count + k] for cell, k in zip(cells, chosen, strict=True)]
    found: dict[tuple[str, int], tuple[Multi | None, int]] = {}

    def note(curve: Multi | None, piece: int) -> None:
        found[str(curve), piece] = curve, piece

    for k, cell in enumerate(cells):
        if not cell.is_point:
            if slope[k] == 0:
                note(None, chosen[k])
            continue
        on = [c for c, s in zip(curves, cell.signs[first:], strict=True) if s == 0]
        if not on:
            continue
        curve = min(on, key=lambda c: int(c.total_degree()))
        rises = k == 0 or slope[k - 1] > 0
        falls = k + 1 == len(cells) or slope[k + 1] < 0
        if k and slope[k - 1] > 0:
            note(curve, chosen[k - 1])
        if k + 1 < len(cells) and slope[k + 1] < 0:
            note(curve, chosen[k + 1])
        if rises or falls:
            note(curve, chosen[k])
    if len({name for name, _ in found}) < 2 and len(found) < 2:
        return list(found.values())[:1]
    return list(found.values())


def _values(bigger: Any, curve: Multi | None, payoff: Payoff, piece: int, own: str) -> Multi:
    """The equation of the payoff as a function of the other's strategy along a curve."""
    w = bigger.gen(2)
    top = payoff.pieces[piece].top.project_to_context(bigger)
    bottom = payoff.pieces[piece].bottom.project_to_context(bigger)
    if curve is None:
        zero = {own: 0}
        return w * bottom.subs(zero) - top.subs(zero)
    along = curve.project_to_context(bigger)
    return along.resultant(w * bottom - top, own)
