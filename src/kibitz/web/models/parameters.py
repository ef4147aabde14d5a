"""The parameters of a game of the shelf while they are being written."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from kibitz.web.models.faults import number_fault

NAMES = "players"
"""The parameter that holds the names of the rows."""


@dataclass
class Parameters:
    """A text for each parameter, and an entry in a row of its own for each number of a list.

    >>> rest = {"default": "", "several": "", "rows": ""}
    >>> game = Parameters.from_info([
    ...     {"name": "estate", "value": "200", **rest},
    ...     {"name": "claims", "value": "100,200", **rest, "rows": "numbers"},
    ...     {"name": "players", "value": "", **rest, "rows": "names"},
    ... ], ["1", "2"])
    >>> game.add("claims")
    >>> game.names[0] = "Ann Lee"
    >>> game.spelled("bankruptcy")
    "bankruptcy estate=200 claims=100,200,200 'players=Ann Lee,2,3'"
    """

    texts: dict[str, str]
    rows: dict[str, list[str]]
    names: list[str]
    """What the rows are called, where the game names them."""
    usual: dict[str, list[str]]
    """The rows of which a call need not tell, since they are the game's own."""

    @classmethod
    def from_info(cls, parameters: list[dict[str, Any]], players: list[str]) -> Parameters:
        """What a page knows of the parameters, and the players that they come to."""
        given = {p["name"]: p["value"] for p in parameters}
        rows = {
            p["name"]: (p["value"] or p["default"]).split(",")
            for p in parameters
            if p["rows"] == "numbers"
        }
        named = any(p["rows"] == "names" for p in parameters)
        texts = {
            p["name"]: p["value"]
            for p in parameters
            if p["name"] not in rows and not (named and p["name"] == NAMES)
        }
        usual = {name: list(values) for name, values in rows.items() if not given[name]}
        return cls(texts, rows, list(players) if named else [], usual)

    def add(self, name: str) -> None:
        """One more row, like the last one."""
        self.rows[name].append(self.rows[name][-1])
        if self.names:
            taken = set(self.names)
            n = len(self.names) + 1
            self.names.append(next(str(k) for k in range(n, 2 * n + 1) if str(k) not in taken))

    def remove(self, name: str, row: int) -> None:
        """Take a row away, unless it is the last one."""
        if len(self.rows[name]) > 1:
            del self.rows[name][row]
            del self.names[row : row + 1]

    def paste(self, name: str, row: int, block: list[list[str]]) -> None:
        """Numbers below each other, perhaps with the names before them."""
        block = [line for line in block if any(map(str.strip, line))]
        if len(block) == 1 and len(block[0]) > 1 and number_fault(block[0][0]) is None:
            block = [[text] for text in block[0]]
        for k, line in enumerate(block, row):
            if k == len(self.rows[name]):
                self.add(name)
            self.rows[name][k] = line[-1].strip()
            if self.names and len(line) > 1:
                self.names[k] = line[0].strip()

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        wrong = {
            f"row.{name}.{k}": fault
            for name, values in self.rows.items()
            for k, text in enumerate(values)
            if (fault := number_fault(text))
        }
        for k, name in enumerate(self.names):
            if not name.strip() or "," in name:
                wrong[f"name.{k}"] = "enter a name without commas"
            elif self.names.index(name) < k:
                wrong[f"name.{k}"] = f"{name} is used twice"
        return wrong

    @property
    def _numbered(self) -> bool:
        """Whether no one was given a name."""
        return self.names == [str(k + 1) for k in range(len(self.names))]

    def spelled(self, game: str) -> str:
        """The call of the game with these parameters."""
        given = {name: text for name, text in self.texts.items() if text.strip()}
        for name, values in self.rows.items():
            if values != self.usual.get(name):
                given[name] = ",".join(value.strip() for value in values)
        if self.names and not self._numbered:
            given[NAMES] = ",".join(name.strip() for name in self.names)
        words = [shlex.quote(f"{name}={text}") for name, text in given.items()]
        return " ".join([game, *words])
