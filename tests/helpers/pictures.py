"""Every picture of every game on the shelf."""

from __future__ import annotations

import re
from collections.abc import Iterator

from helpers.shelf import needed
from kibitz.core.errors import GameError
from kibitz.core.shelf import shelf
from kibitz.pictures import Picture, text_picture

KINDS = {
    "MatrixGame": ("table", "graph", "tableau", "solution"),
    "StrategicGame": ("table", "movement", "logit", "equilibria", "regions", "cube", "path"),
    "ExtensiveGame": ("tree", "solution"),
    "CoalitionalGame": ("triangle", "tetrahedron", "bars"),
    "BankruptcyProblem": ("hydraulic", "schedule"),
    "BargainingProblem": ("solution", "sets"),
    "StochasticGame": ("graph", "solution"),
    "Duopoly": ("reaction", "profit"),
}
"""The pictures of each form besides the usual one."""


DECIMAL = re.compile(r"-?\d+\.\d\d\b")


def draws_the_same(one: str, other: str) -> bool:
    """Whether two pictures in SVG differ in the last of two digits of coordinates at most.

    Processors that multiply and add in one step round halves to another side.
    """
    close = zip(DECIMAL.findall(one), DECIMAL.findall(other), strict=False)
    return DECIMAL.sub("#", one) == DECIMAL.sub("#", other) and all(
        abs(float(x) - float(y)) < 0.015 for x, y in close
    )


def told_pictures(name: str) -> Iterator[tuple[str, Picture]]:
    """The pictures in the explanation of a game, and that of its answer."""
    entry = next(entry for entry in shelf() if entry.name == name)
    game = entry.make(**needed(entry))
    for step in game.explain().steps:
        if step.picture is not None:
            yield f"{name}: {step.heading}", step.picture
    yield f"{name}: the answer", game.solve().draw()


def pictures(names: tuple[str, ...] | None = None) -> Iterator[tuple[str, Picture]]:
    """The pictures that can be drawn, each with what makes it."""
    for entry in shelf():
        if names is not None and entry.name not in names:
            continue
        given = " ".join(f"{key}={value}" for key, value in needed(entry).items())
        try:
            game = entry.make(**needed(entry))
        except GameError:
            continue
        try:
            yield f"{entry.name} {given}".strip(), game.draw()
        except GameError as error:
            yield f"{entry.name} {given}: {error}", text_picture("")
        for kind in dict.fromkeys(k for c in type(game).__mro__ for k in KINDS.get(c.__name__, ())):
            try:
                drawn = game.draw(what=kind)
            except GameError:
                continue
            yield f"{entry.name} {given} --what {kind}", drawn
