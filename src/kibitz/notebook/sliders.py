"""Sliders over the parameters of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import traitlets

from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.core.shelf import game as named
from kibitz.notebook.widget import Widget, asset

STEPS = 24
"""Places of a slider."""


class SlidersWidget(Widget):
    """A slider for each parameter, and what the game comes to."""

    _esm = asset("sliders.js")
    ranges = traitlets.Dict().tag(sync=True)
    """For each parameter its values in order, as text."""
    places = traitlets.Dict().tag(sync=True)
    """For each parameter the place of its slider."""
    shown = traitlets.Unicode().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        make: Callable[..., Any],
        ranges: dict[str, list[Fraction]],
        view: Callable[[Any], Any],
    ) -> None:
        super().__init__()
        self._make, self._values, self._view = make, ranges, view
        self.ranges = {name: [show(x) for x in values] for name, values in ranges.items()}
        self.places = {name: len(values) // 2 for name, values in ranges.items()}
        self._update()

    @property
    def parameters(self) -> dict[str, Fraction]:
        """The values that the sliders stand at."""
        return {name: values[self.places[name]] for name, values in self._values.items()}

    def _update(self) -> None:
        self.game = self._make(**self.parameters)
        found = self._view(self.game)
        form = getattr(found, "_repr_html_", None)
        self.shown = str(form()) if form is not None else str(found)
        self.status = ""

    def move(self, name: str, place: int) -> None:
        """Move a slider.

        Parameters
        ----------
        name : str
            The parameter of the slider.
        place : int
            Its new place among the values, from 0.
        """
        if name not in self._values:
            raise GameError(f"there is no slider {name!r}")
        self.places = {**self.places, name: max(0, min(place, len(self._values[name]) - 1))}
        self._update()

    def hear(self, message: dict[str, Any]) -> None:
        self.move(str(message["name"]), int(message["place"]))


def sliders(
    game: str | Callable[..., Any],
    ranges: Mapping[str, Any],
    view: Callable[[Any], Any] | None = None,
) -> SlidersWidget:
    """Sliders over the parameters of a game, with its answer below.

    Parameters
    ----------
    game : str or callable
        The name of a game on the shelf, or a function of the parameters that makes one.
    ranges : mapping
        For each parameter a pair of bounds, or the list of its values.
    view : callable, optional
        What is shown of the game; its solution unless given, such as ``lambda g: g.draw()``.

    Returns
    -------
    SlidersWidget
        The widget; its ``game`` is the game as the sliders stand.

    Examples
    --------
    >>> widget = sliders("chicken", {"win": (7, 13)})
    >>> widget.move("win", 0)
    >>> widget.parameters
    {'win': Fraction(7, 1)}
    """
    make = (lambda **given: named(game, **given)) if isinstance(game, str) else game
    values = {name: _values(given, name) for name, given in ranges.items()}
    if not values:
        raise GameError("name a parameter and its range, such as win=(7, 13)")
    return SlidersWidget(make, values, view or (lambda found: found.solve()))


def _values(given: Any, name: str) -> list[Fraction]:
    """The values of a slider: those that are given, or steps between two bounds.

    >>> _values([1, 2, 3, 4], "x") == [1, 2, 3, 4], len(_values((0, 1), "x"))
    (True, 25)
    """
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise GameError(f"{name}: give a pair of bounds, such as (7, 13), or a list of values")
    numbers = [exact(x, name) for x in given]
    if not numbers:
        raise GameError(f"{name}: the list of values is empty")
    if not (isinstance(given, tuple) and len(numbers) == 2):
        return numbers
    low, high = numbers
    if low >= high:
        raise GameError(f"{name}: the bounds must increase")
    whole = low.denominator == high.denominator == 1 and high - low <= STEPS
    step = Fraction(1) if whole and high - low > 1 else (high - low) / STEPS
    return [low + k * step for k in range(int((high - low) / step) + 1)]
