"""What a search did, event by event, for explanations."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from kibitz.core.explanation import Table
from kibitz.core.numbers import Number, show

What = Literal["enter", "leaf", "value", "cutoff", "pruned", "table", "bound", "interval", "visit"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a search did: what, where (the moves from the root), with which numbers."""

    what: What
    path: tuple[str, ...]
    name: str = ""
    """What the position is called, where positions have names."""
    value: Number | tuple[Number, ...] | None = None
    alpha: Number | None = None
    beta: Number | None = None
    note: str = ""

    @property
    def where(self) -> str:
        return self.name or " ".join(self.path) or "the root"

    def to_json(self) -> dict[str, Any]:
        shown = {"alpha": self.alpha, "beta": self.beta, "note": self.note or None}
        value = [_plain(x) for x in self.value] if isinstance(self.value, tuple) else self.value
        return {
            "what": self.what,
            "path": list(self.path),
            "name": self.name,
            "value": _plain(value),
            **{key: _plain(thing) for key, thing in shown.items() if thing is not None},
        }


@dataclass(frozen=True, slots=True)
class Trace:
    """The events of a search in order."""

    events: tuple[Event, ...]

    def of(self, *kinds: What) -> tuple[Event, ...]:
        """The events of some kinds, in order.

        Parameters
        ----------
        *kinds : str
            Such as "visit", "cutoff" or "bound".
        """
        return tuple(event for event in self.events if event.what in kinds)

    @property
    def leaves(self) -> tuple[str, ...]:
        """The leaves in the order in which they were evaluated, by name or path."""
        return tuple(event.where for event in self.of("leaf"))

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes in the order in which they were entered, leaves among them."""
        return tuple(event.where for event in self.of("enter", "visit"))

    @property
    def values(self) -> dict[str, Number | tuple[Number, ...]]:
        """What each node was found to be worth; after a cutoff, a bound of that."""
        found = {event.where: event.value for event in self.of("leaf", "value", "table")}
        return {where: value for where, value in found.items() if value is not None}

    @property
    def windows(self) -> dict[str, tuple[Number, Number]]:
        """Alpha and beta with which each node was entered, the last time."""
        return {
            event.where: (event.alpha, event.beta)
            for event in self.of("enter")
            if event.alpha is not None and event.beta is not None
        }

    @property
    def cutoffs(self) -> tuple[str, ...]:
        """The nodes at which the search broke off, in order."""
        return tuple(event.where for event in self.of("cutoff"))

    @property
    def intervals(self) -> tuple[tuple[str, Number, Number], ...]:
        """Between which bounds a chance node was known to lie, after each outcome looked at."""
        return tuple(
            (event.where, event.alpha, event.beta)
            for event in self.of("interval")
            if event.alpha is not None and event.beta is not None
        )

    @property
    def pruned(self) -> tuple[str, ...]:
        """What was cut off and never looked at, not in a later pass either, in order."""
        seen = set(self.nodes)
        cut = dict.fromkeys(event.where for event in self.of("pruned"))
        return tuple(where for where in cut if where not in seen)

    def table(self) -> Table:
        """The events as a table to read."""
        windowed = any(event.alpha is not None for event in self.events)
        rows = []
        for k, event in enumerate(self.events, 1):
            window = (number_text(event.alpha), number_text(event.beta)) if windowed else ()
            last = (number_text(event.value), event.note)
            rows.append((str(k), event.what, event.where, *window, *last))
        ends = ("alpha", "beta") if windowed else ()
        return Table(("", "what", "where", *ends, "value", ""), tuple(rows))

    def to_json(self) -> list[dict[str, Any]]:
        return [event.to_json() for event in self.events]


def number_text(value: Number | tuple[Number, ...] | None) -> str:
    """A number or a tuple of them as a trace shows it."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show, value)) + ")"
    if value in (float("inf"), float("-inf")):
        return "∞" if value > 0 else "-∞"
    return show(value)


def _plain(value: Any) -> Any:
    """A number as JSON holds it: fractions and infinities as text."""
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return show(value) if isinstance(value, Fraction) else value
