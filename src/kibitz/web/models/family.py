"""A family of games while it is being written: its rule, and members given alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from kibitz.web.models.faults import name_faults, number_fault

ENDLESS = "payoff_if_never_ends"
_CALLED = re.compile(r"[^\W\d]\w*\((n|-?\d+)\)")


@dataclass
class Member:
    """The cells of one table, by the name of the game."""

    name: str
    cells: list[list[str]]


@dataclass
class Family:
    """The tables, and what the family says besides.

    >>> family = Family.from_json({"games": {"G(n)": [["n", "G(n+1)"]]}, "n": 2})
    >>> family.add(); family.add_row(1)
    >>> family.to_json()["games"]
    {'G(n)': [['n', 'G(n+1)']], 'G(0)': [['0'], ['0']]}
    """

    members: list[Member]
    texts: dict[str, str] = field(default_factory=dict)
    """The member to solve for, what a play pays that never ends, and the title."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Family:
        """The family as its file says it."""
        members = [
            Member(str(name), [list(map(str, row)) for row in rows])
            for name, rows in data["games"].items()
        ]
        texts = {"n": str(data.get("n", 0)), ENDLESS: str(data.get(ENDLESS) or "")}
        return cls(members, texts | {"title": str(data.get("title") or "")})

    @property
    def names(self) -> list[str]:
        """What the tables are called."""
        return [member.name for member in self.members]

    def add(self) -> None:
        """One more member that is given by itself."""
        letter = self.names[0].partition("(")[0] or "G"
        free = (f"{letter}({k})" for k in range(len(self.names) + 1))
        self.members.append(Member(next(x for x in free if x not in self.names), [["0"]]))

    def remove(self, k: int) -> None:
        """Take a table away, unless it is the last one."""
        if len(self.members) > 1:
            del self.members[k]

    def add_row(self, k: int) -> None:
        """One more row."""
        cells = self.members[k].cells
        cells.append(["0"] * len(cells[0]))

    def add_column(self, k: int) -> None:
        """One more column."""
        for row in self.members[k].cells:
            row.append("0")

    def remove_row(self, k: int, r: int) -> None:
        """Take a row away, unless it is the last one."""
        if len(self.members[k].cells) > 1:
            del self.members[k].cells[r]

    def remove_column(self, k: int, c: int) -> None:
        """Take a column away, unless it is the last one."""
        if len(self.members[k].cells[0]) > 1:
            for row in self.members[k].cells:
                del row[c]

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field; cells are formulas that the game itself reads."""
        wrong = {
            f"name.{k}": "write G(n) for the rule, or G(0)"
            for k, name in enumerate(self.names)
            if not _CALLED.fullmatch(name.strip())
        }
        wrong |= name_faults(self.names, "name")
        for k, member in enumerate(self.members):
            for r, row in enumerate(member.cells):
                for c, text in enumerate(row):
                    if not text.strip():
                        wrong[f"cell.{k}.{r}.{c}"] = "a payoff or a game is missing"
        fault = number_fault(self.texts["n"])
        return wrong | ({"text.n": fault} if fault else {})

    def to_json(self) -> dict[str, Any]:
        """The family as its file says it."""
        said = {key: text.strip() for key, text in self.texts.items() if text.strip()}
        games = {member.name.strip(): member.cells for member in self.members}
        return {"kind": "stochastic-family", **said, "games": games}
