"""Sharing an estate with water: vessels for the claims, joined at the bottom, and a common level.

Each claim is a vessel that holds as much as is claimed; the estate is poured in, and stands equally
high in all of them. The rules differ in where the vessels stand: on the floor, hanging from the
ceiling, or half of each, as for the Talmud. Kaminski, "Hydraulic rationing", 2000.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from kibitz.coalitional.bankruptcy.game import Bankruptcy
from kibitz.coalitional.bankruptcy.rules import (
    RULES,
    Awards,
    applicable,
    place_of,
    rule_called,
)
from kibitz.coalitional.pictures.simplex_frame import POINTS
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show
from kibitz.core.verbs import draw
from kibitz.pictures import FAINT, INK, Canvas, Picture, text_width

WATER = "water"
HEIGHT = 300.0
MOST_VESSELS = 24
STEPS = 240
"""Estates at which a schedule is drawn."""

PICTURES = ("hydraulic", "schedule")


@dataclass(frozen=True, slots=True)
class Chamber:
    """A part of a vessel: from where to where, and how wide."""

    bottom: Number
    top: Number
    width: Number

    def filled(self, level: Number) -> Number:
        """How much is in it when the water stands so high."""
        return self.width * (min(max(level, self.bottom), self.top) - self.bottom)


Vessel = tuple[Chamber, ...]
ONE = Fraction(1)


def _floor(claim: Number, height: Number) -> Vessel:
    return (Chamber(0 * claim, claim, ONE),)


def _ceiling(claim: Number, height: Number) -> Vessel:
    return (Chamber(height - claim, height, ONE),)


def _talmud(claim: Number, height: Number) -> Vessel:
    return Chamber(0 * claim, claim / 2, ONE), Chamber(height - claim / 2, height, ONE)


def _reverse(claim: Number, height: Number) -> Vessel:
    middle = height / 2
    return Chamber(middle - claim / 2, middle, ONE), Chamber(middle, middle + claim / 2, ONE)


def _piniles(claim: Number, height: Number) -> Vessel:
    middle = height / 2
    return Chamber(0 * claim, claim / 2, ONE), Chamber(middle, middle + claim / 2, ONE)


def _even(claim: Number, height: Number) -> Vessel:
    return (Chamber(0 * claim, height, claim / height if height else ONE),)


SHAPES: dict[str, Callable[[Number, Number], Vessel]] = {
    "proportional": _even,
    "equal-awards": _floor,
    "equal-losses": _ceiling,
    "talmud": _talmud,
    "piniles": _piniles,
    "reverse-talmud": _reverse,
}


def vessels(claims: Awards, rule: str = "talmud") -> tuple[Vessel, ...]:
    """The vessels that share any estate by a rule, one for each claim."""
    name = rule_called(rule)
    if name not in SHAPES:
        raise GameError(
            f"the hydraulic picture is not known for the rule {name!r}{did_you_mean(name, SHAPES)}"
        )
    return tuple(SHAPES[name](c, max(claims)) for c in claims)


def water_level(row: tuple[Vessel, ...], estate: Number) -> Number:
    """How high the water stands when the estate is poured in.

    >>> claims = tuple(map(Fraction, (100, 200, 300)))
    >>> water_level(vessels(claims), Fraction(200))
    Fraction(75, 1)
    """

    def poured(level: Number) -> Number:
        return sum((c.filled(level) for vessel in row for c in vessel), 0 * estate)

    corners = [x for vessel in row for c in vessel for x in (c.bottom, c.top)]
    return place_of(estate, poured, corners)


def poured_awards(problem: Bankruptcy, rule: str = "talmud") -> Awards:
    """What is in each vessel when the water stands still.

    Parameters
    ----------
    problem : Bankruptcy
        The problem.
    rule : str, default "talmud"
        The division rule.

    Returns
    -------
    Awards
        One award for each claimant.

    References
    ----------
    Kaminski 2000.

    Examples
    --------
    >>> from kibitz.coalitional.bankruptcy.game import bankruptcy
    >>> [str(x) for x in poured_awards(bankruptcy(400, [100, 200, 300]))]
    ['50', '125', '225']
    """
    row = vessels(problem.claims, rule)
    level = water_level(row, problem.estate)
    return tuple(sum((c.filled(level) for c in vessel), 0 * level) for vessel in row)


@draw.register
def _(problem: Bankruptcy, what: str = "hydraulic", rule: str = "talmud") -> Picture:
    if what in ("auto", "hydraulic"):
        return draw_hydraulic(problem, rule)
    if what == "schedule":
        return draw_schedule(problem, rule)
    raise GameError(f"cannot draw the {what!r} of an estate{did_you_mean(what, PICTURES)}")


@extends(Bankruptcy)
def draw_hydraulic(problem: Bankruptcy, rule: str = "talmud") -> Picture:
    """The vessels of a rule with the estate in them, and what each player gets.

    Parameters
    ----------
    problem : Bankruptcy
        The problem.
    rule : str, default "talmud"
        The division rule.

    Returns
    -------
    Picture
        The picture.
    """
    if problem.n > MOST_VESSELS:
        raise GameError(f"{problem.n} claimants; vessels are drawn for at most {MOST_VESSELS}")
    row = vessels(problem.claims, rule)
    level, awards = water_level(row, problem.estate), poured_awards(problem, rule)
    tall = float(max(problem.claims)) or 1.0
    step = 92.0
    name = RULES[rule_called(rule)][0]
    title = f"{name}: an estate of {show(problem.estate)}"
    canvas = Canvas(max(110 + step * problem.n, 60 + text_width(title, 15)), HEIGHT + 140)
    canvas.text(16, 26, title, 15, "start", bold=True)
    floor = 56 + HEIGHT

    def up(x: Number) -> float:
        return floor - HEIGHT * float(x) / tall

    for k, vessel in enumerate(row):
        x = 60 + step * k
        _draw_vessel(canvas, vessel, x, up, level)
        canvas.text(x + 28, floor + 34, problem.players[k], 13, bold=True)
        canvas.text(x + 28, floor + 52, f"{show(awards[k])} of {show(problem.claims[k])}", 11)
    _pipe(canvas, 88.0, 88.0 + step * (problem.n - 1), floor)
    canvas.line(40, up(level), 70 + step * problem.n, up(level), "player2", 1, "4 4")
    canvas.text(36, up(level) + 4, show(level), 10, "end", "player2")
    return canvas.finish(f"{name}: the estate as water in vessels, {show(level)} high")


def _draw_vessel(
    canvas: Canvas, vessel: Vessel, x: float, up: Callable[[Number], float], level: Number
) -> None:
    low = up(vessel[0].bottom)
    canvas.line(x + 28, low, x + 28, up(0), INK, 1.5)
    for below, above in pairwise(vessel):
        filled = up(min(max(level, below.top), above.bottom))
        canvas.line(x + 28, up(below.top), x + 28, up(above.bottom), INK, 1.5)
        canvas.line(x + 28, up(below.top), x + 28, filled, WATER, 3)
    for chamber in vessel:
        wide = 56 * float(chamber.width)
        left, surface = x + 28 - wide / 2, min(max(level, chamber.bottom), chamber.top)
        bottom, top = up(chamber.bottom), up(chamber.top)
        canvas.rect(left, up(surface), wide, bottom - up(surface), fill=WATER)
        canvas.rect(left, top, wide, bottom - top, stroke=INK)


def _pipe(canvas: Canvas, start: float, end: float, floor: float) -> None:
    canvas.line(start, floor + 10, end, floor + 10, INK, 1.5)
    steps = max(1, round((end - start) / 92))
    for k in range(steps + 1):
        x = start + (end - start) * k / steps
        canvas.line(x, floor, x, floor + 10, INK, 1.5)


def draw_schedule(problem: Bankruptcy, rule: str = "talmud") -> Picture:
    """What each player gets by a rule, for every estate from nothing to all that is claimed.

    Parameters
    ----------
    problem : Bankruptcy
        The problem.
    rule : str, default "talmud"
        The division rule.

    Returns
    -------
    Picture
        The picture.
    """
    name = rule_called(rule)
    if problem.n > MOST_VESSELS:
        raise GameError(f"{problem.n} claimants; schedules are drawn for at most {MOST_VESSELS}")
    total, claims = sum(problem.claims), problem.claims
    side = max(text_width(p) for p in problem.players) + 90
    canvas = Canvas(460 + side, 400)
    canvas.text(16, 26, f"{RULES[name][0]}: awards by estate", 15, "start", bold=True)
    scale_x, scale_y = 400 / (float(total) or 1.0), 300 / (float(max(claims)) or 1.0)
    estates = [total * k / STEPS for k in range(STEPS + 1)]
    estates = [e for e in estates if name in applicable(e, claims)]
    awards = [RULES[name][1](e, claims) for e in estates]
    canvas.line(40, 350, 450, 350, INK, 1)
    canvas.line(40, 40, 40, 350, INK, 1)
    here = 40 + float(problem.estate) * scale_x
    canvas.line(here, 44, here, 350, FAINT, 1, "4 4")
    canvas.text(here, 366, show(problem.estate), 11)
    canvas.text(450, 382, show(total), 11, "end", FAINT)
    for i, player in enumerate(problem.players):
        color = POINTS[i % len(POINTS)]
        spots = [
            (40 + float(e) * scale_x, 350 - float(x[i]) * scale_y)
            for e, x in zip(estates, awards, strict=True)
        ]
        canvas.path(spots, color, 2)
        canvas.text(456, spots[-1][1] + 4, f"{player}: {show(claims[i])}", 11, "start", color)
    return canvas.finish(f"{RULES[name][0]}: awards as the estate grows to {show(total)}")
