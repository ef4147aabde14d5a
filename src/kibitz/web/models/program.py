"""A linear program while it is being written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.web.models.faults import name_faults, number_fault

RELATIONS = ("<=", ">=", "=")


@dataclass
class Program:
    """An objective, and rows of coefficients with a relation and a right side.

    >>> program = Program.from_json({"c": ["1"], "A": [["2"]], "b": ["3"]})
    >>> program.add_variable(); program.add_row()
    >>> program.to_json()["A"], program.to_json()["b"]
    ([['2', '0'], ['0', '0']], ['3', '0'])
    """

    c: list[str]
    matrix: list[list[str]]
    b: list[str]
    rel: list[str]
    sense: str = "max"
    variables: list[str] = field(default_factory=list)
    other: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Program:
        """The program as its file says it."""
        c = [str(x) for x in data["c"]]
        rel = data.get("rel") or "<="
        rows = [[str(x) for x in row] for row in data["A"]]
        relations = [rel] * len(rows) if isinstance(rel, str) else [str(r) for r in rel]
        names = [str(x) for x in data.get("variables") or ()]
        taken = ("kind", "c", "A", "b", "rel", "sense", "variables", "rows")
        return cls(
            c,
            rows,
            [str(x) for x in data["b"]],
            relations,
            str(data.get("sense") or "max"),
            names or [f"x{k + 1}" for k in range(len(c))],
            {k: v for k, v in data.items() if k not in taken and v},
        )

    def add_variable(self) -> None:
        """One more variable, with zeros."""
        names = (f"x{k}" for k in range(len(self.c) + 1, 9999))
        self.variables.append(next(n for n in names if n not in self.variables))
        self.c.append("0")
        for row in self.matrix:
            row.append("0")
        self._forget_bounds()

    def add_row(self) -> None:
        """One more constraint, with zeros."""
        self.matrix.append(["0"] * len(self.c))
        self.b.append("0")
        self.rel.append("<=")

    def remove_variable(self, k: int) -> None:
        """Take a variable away, unless it is the last one."""
        if len(self.c) > 1:
            for row in (self.c, self.variables, *self.matrix):
                del row[k]
            self._forget_bounds()

    def remove_row(self, k: int) -> None:
        """Take a constraint away, unless it is the last one."""
        if len(self.b) > 1:
            for column in (self.matrix, self.b, self.rel):
                del column[k]

    def _forget_bounds(self) -> None:
        """Bounds by variable do not fit any more."""
        self.other = {k: v for k, v in self.other.items() if k not in ("lower", "upper")}

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        texts = {f"c.{j}": text for j, text in enumerate(self.c)}
        texts |= {f"a.{i}.{j}": t for i, row in enumerate(self.matrix) for j, t in enumerate(row)}
        texts |= {f"b.{i}": text for i, text in enumerate(self.b)}
        wrong = {key: fault for key, text in texts.items() if (fault := number_fault(text))}
        return wrong | name_faults(self.variables, "name")

    def to_json(self) -> dict[str, Any]:
        """The program as its file says it."""
        return {
            "kind": "linear-program",
            "sense": self.sense,
            "c": self.c,
            "A": self.matrix,
            "rel": self.rel,
            "b": self.b,
            "variables": self.variables,
            **self.other,
        }
