"""The imputations of three players: payoffs are dragged, and coalitions say whether they object."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.web.interactive.sheet import corner_weights, dot
from kibitz.web.interactive.worths import worths_of
from kibitz.web.theme import with_shapes

HINT = "Drag the ring to change the payoffs; the table shows which coalitions would object."
PLAYERS = 3
FINE = 40
"""About as many steps lead from one side of the triangle to the opposite corner."""


def compute(noun: Any, state: dict[str, Any]) -> dict[str, Any] | None:
    """The picture of core and points, some payoffs in it, and their excesses."""
    from kibitz.coalitional.draw import draw_allocations
    from kibitz.coalitional.pictures.sets import points_of
    from kibitz.coalitional.pictures.triangle import triangle
    from kibitz.coalitional.sets.excess import excess_table
    from kibitz.core.numbers import show
    from kibitz.web.theme import page_svg

    game = worths_of(noun)
    if game is None or game.n != PLAYERS:
        return None
    frame = triangle(game)
    lower = [Fraction(x) for x in frame.lower]
    size = Fraction(frame.size)
    payoffs = _payoffs(state, lower, size)
    found = excess_table(game, payoffs)
    worst = found.greatest
    names = game.spell(found.order[0])
    said = (
        f"{names} would object: on their own they earn {show(worst)} more."
        if worst > 0
        else "No coalition earns more on its own: these payoffs are in the core."
    )
    return {
        "svg": page_svg(draw_allocations(game, points_of(game))),
        "players": [str(p) for p in game.players],
        "corners": [list(frame.place(corner)) for corner in frame.corners],
        "spot": list(frame.place(payoffs)),
        "lower": [str(x) for x in lower],
        "size": str(size),
        "payoffs": [str(x) for x in payoffs],
        "text": f"{said}\n{found}",
    }


def _payoffs(state: dict[str, Any], lower: list[Fraction], size: Fraction) -> list[Fraction]:
    """The payoffs of the state if they belong to this game, else equal shares of what is left."""
    total = sum(lower) + size
    try:
        given = [Fraction(str(x)) for x in state.get("payoffs", [])]
    except (ValueError, ZeroDivisionError):
        given = []
    if len(given) == PLAYERS and sum(given) == total:
        return given
    return [low + size / PLAYERS for low in lower]


def draw(data: dict[str, Any]) -> str:
    """The picture with a ring on it."""
    paid = ", ".join(f"{n} {x}" for n, x in zip(data["players"], data["payoffs"], strict=True))
    x, y = data["spot"]
    ring = dot("x", x, y, "ring", f"payoffs {paid}; drag to change")
    svg: str = data["svg"]
    return f"<div class='touchable'>{with_shapes(svg, ring)}</div>"


def step_of(size: Fraction) -> Fraction:
    """A round number of which about FINE make the size.

    >>> [str(step_of(Fraction(s))) for s in (6, 1000, 1)]
    ['1/10', '20', '1/50']
    """
    step = Fraction(1)
    while step * FINE > size:
        step /= 10
    while step * FINE * 10 <= size:
        step *= 10
    return next((step * k for k in (5, 2) if step * k * FINE <= size), step)


def react(
    data: dict[str, Any], state: dict[str, Any], act: str, event: dict[str, Any]
) -> dict[str, Any] | None:
    """Other payoffs, none below what a player earns alone."""
    lower, size = [Fraction(x) for x in data["lower"]], Fraction(data["size"])
    step = step_of(size)
    if act == "moved":
        shares = _shares(data["corners"], float(event["x"]), float(event["y"]))
        steps = [round(share * float(size / step)) for share in shares]
        wanted = [low + n * step for low, n in zip(lower, steps, strict=True)]
    elif act == "nudged":
        way = {"up": (1, 0), "down": (-1, 0), "left": (0, 1), "right": (0, -1)}
        moved = way.get(str(event.get("way")), (0, 0))
        now = [Fraction(x) for x in data["payoffs"]]
        wanted = [x + step * d for x, d in zip(now, (*moved, 0), strict=True)]
    else:
        return None
    first = min(max(wanted[0], lower[0]), lower[0] + size)
    second = min(max(wanted[1], lower[1]), lower[0] + lower[1] + size - first)
    third = sum(lower) + size - first - second
    return {"state": {**state, "payoffs": [str(first), str(second), str(third)]}, "focus": "x"}


def _shares(corners: list[list[float]], x: float, y: float) -> list[float]:
    """The weights of the corners at a place of the picture, none below zero."""
    shares = [max(0.0, s) for s in corner_weights(corners, x, y)]
    return [s / sum(shares) for s in shares]
