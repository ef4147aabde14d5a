"""A stochastic game while it is being written: states, and in each a table of cells."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import number
from kibitz.web.models.faults import name_faults

_TERM = re.compile(
    r"\s*(?P<sign>[-+−])?\s*(?:(?P<weight>\d[\d./]*)\s*(?P<star>\*)?\s*)?(?:\[(?P<any>[^\]]+)\]|(?P<name>[^\W\d]\w*))?"
)
_WORD = re.compile(r"[^\W\d]\w*")


@dataclass
class State:
    """A table, by name."""

    name: str
    rows: list[str]
    columns: list[str]
    cells: list[list[str]]


@dataclass
class States:
    """All states, and what the game says besides.

    >>> cells = [[{"pay": "1", "go": {"G": "1/2"}}]]
    >>> games = {"G": {"rows": ["1"], "columns": ["1"], "cells": cells}}
    >>> states = States.from_json({"kind": "stochastic", "games": games})
    >>> states.states[0].cells
    [['1 + 1/2 G']]
    >>> states.to_json()["games"] == games
    True
    """

    states: list[State]
    other: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> States:
        """The states of a game as its file says it."""
        states = [
            State(
                name,
                [str(x) for x in game["rows"]],
                [str(x) for x in game["columns"]],
                [[_spelled(cell) for cell in row] for row in game["cells"]],
            )
            for name, game in data["games"].items()
        ]
        return cls(states, {k: v for k, v in data.items() if k != "games"})

    @property
    def names(self) -> list[str]:
        """What the states are called."""
        return [state.name for state in self.states]

    def add_state(self) -> None:
        """One more state of two by two."""
        new = next(n for k in range(1, 999) if (n := f"S{k}") not in self.names)
        self.states.append(State(new, ["1", "2"], ["1", "2"], [["0", "0"], ["0", "0"]]))

    def remove_state(self, k: int) -> None:
        """Take a state away, unless it is the last one."""
        if len(self.states) > 1:
            del self.states[k]

    def add_row(self, k: int) -> None:
        """One more row in a state."""
        state = self.states[k]
        state.rows.append(_free(state.rows))
        state.cells.append(["0"] * len(state.columns))

    def add_column(self, k: int) -> None:
        """One more column in a state."""
        state = self.states[k]
        state.columns.append(_free(state.columns))
        for row in state.cells:
            row.append("0")

    def remove_row(self, k: int, r: int) -> None:
        """Take a row away, unless it is the last one."""
        if len(self.states[k].rows) > 1:
            del self.states[k].rows[r]
            del self.states[k].cells[r]

    def remove_column(self, k: int, c: int) -> None:
        """Take a column away, unless it is the last one."""
        if len(self.states[k].columns) > 1:
            del self.states[k].columns[c]
            for row in self.states[k].cells:
                del row[c]

    def rename(self, k: int, name: str) -> None:
        """Rename a state, also in the cells that lead there."""
        old = self.states[k].name
        for state in self.states:
            for row in state.cells:
                for c, text in enumerate(row):
                    row[c] = _renamed(text, old, name)
        self.states[k].name = name

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        wrong = name_faults(self.names, "state")
        for k, state in enumerate(self.states):
            for r, row in enumerate(state.cells):
                for c, text in enumerate(row):
                    try:
                        read_cell(text, self.names)
                    except GameError as error:
                        wrong[f"cell.{k}.{r}.{c}"] = str(error)
        return wrong

    def to_json(self) -> dict[str, Any]:
        """The game as its file says it."""
        games = {
            state.name: {
                "rows": state.rows,
                "columns": state.columns,
                "cells": [[read_cell(text, self.names) for text in row] for row in state.cells],
            }
            for state in self.states
        }
        return {**self.other, "games": games}


def read_cell(text: str, names: list[str]) -> dict[str, Any]:
    """What a cell pays and where it leads.

    >>> read_cell("1 + 1/2 G - [2,1]", ["G", "2,1"])
    {'pay': '1', 'go': {'G': '1/2'}, 'neg_go': {'2,1': '1'}}
    >>> read_cell("2* + 1/2 G", ["G"])
    {'prize': '2', 'go': {'G': '1/2'}}
    >>> read_cell("H", ["G"])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: unknown state 'H'
    """
    pays = {"pay": Fraction(0), "prize": Fraction(0)}
    ways: dict[str, dict[str, str]] = {"go": {}, "neg_go": {}}
    at = 0
    if not text.strip():
        raise GameError("a payment or a state is missing")
    while at < len(text.rstrip()):
        found = _TERM.match(text, at)
        assert found is not None
        weight, name = found["weight"], found["any"] or found["name"]
        if (weight is None and name is None) or (at and not found["sign"]):
            raise GameError(f"{text[at:].strip()!r} cannot be read; write 1 + 1/2 G")
        at = found.end()
        amount = Fraction(number(weight)) if weight else Fraction(1)
        minus = found["sign"] in ("-", "−")
        if name is None:
            pays["prize" if found["star"] else "pay"] += -amount if minus else amount
            continue
        if name.strip() not in names:
            raise GameError(f"unknown state {name.strip()!r}")
        way = ways["neg_go" if minus else "go"]
        way[name.strip()] = str(Fraction(way.get(name.strip(), 0)) + amount)
    paid = {k: str(v) for k, v in pays.items() if v or (k == "pay" and not pays["prize"])}
    return {**paid, **{k: v for k, v in ways.items() if v}}


def _spelled(cell: dict[str, Any]) -> str:
    """A cell as it is typed."""
    pay, prize = (str(cell.get(key, "0")) for key in ("pay", "prize"))
    parts = [pay] if prize == "0" else [f"{prize}*"] if pay == "0" else [pay, "+", f"{prize}*"]
    for key, sign in (("go", "+"), ("neg_go", "-")):
        for name, weight in cell.get(key, {}).items():
            called = name if _WORD.fullmatch(name) else f"[{name}]"
            parts += [sign, called if str(weight) == "1" else f"{weight} {called}"]
    if parts[0] == "0" and len(parts) > 1:
        return " ".join(parts[2:] if parts[1] == "+" else parts[1:])
    return " ".join(parts)


def _renamed(text: str, old: str, new: str) -> str:
    called = new if _WORD.fullmatch(new) else f"[{new}]"
    text = text.replace(f"[{old}]", called)
    if not _WORD.fullmatch(old):
        return text
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: called, text)


def _free(names: list[str]) -> str:
    return next(str(n) for n in range(len(names) + 1, 9999) if str(n) not in names)
