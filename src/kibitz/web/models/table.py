"""A table of payoffs while it is being written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from kibitz.core.numbers import number, plain
from kibitz.core.players import next_player, player_names
from kibitz.web.models.faults import name_faults, number_fault

_LETTER = re.compile(r"[^\W\d_]")
Profile = tuple[int, ...]


@dataclass
class EditedTable:
    """Players, their strategies, and what stands in each cell, one text or one for each player.

    >>> table = EditedTable.of_size(2, 2, zero_sum=True)
    >>> table.paste((0, 0), [["1", "-1"], ["-1", "1"]])
    >>> table.add(1)
    >>> table.to_json()["matrix"]
    [['1', '-1', '0'], ['-1', '1', '0']]
    """

    players: list[str]
    strategies: list[list[str]]
    cells: dict[Profile, list[str]]
    zero_sum: bool = False
    title: str = ""
    other: dict[str, Any] = field(default_factory=dict)
    """What else the game says of itself, which the table does not show."""

    @classmethod
    def of_size(cls, *sizes: int, zero_sum: bool = False) -> EditedTable:
        """An empty table, with zeros."""
        players = player_names(len(sizes))
        strategies = [[str(s + 1) for s in range(size)] for size in sizes]
        width = 1 if zero_sum else len(sizes)
        cells = {profile: ["0"] * width for profile in product(*map(range, sizes))}
        return cls(players, strategies, cells, zero_sum)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> EditedTable:
        """The table of a matrix game, of one with a parameter, or of a strategic game."""
        other = {k: v for k, v in data.items() if k in ("total", "cost", "interval", "parameter")}
        title = str(data.get("title", ""))
        if data["kind"] == "strategic":
            strategies = [list(map(str, names)) for names in data["strategies"]]
            cells = {
                profile: [str(_at(payoffs, profile)) for payoffs in data["payoffs"]]
                for profile in product(*(range(len(names)) for names in strategies))
            }
            return cls([str(p) for p in data["players"]], strategies, cells, False, title, other)
        rows = data["matrix"] if data["kind"] == "matrix" else data["entries"]
        sizes = len(rows), len(rows[0])
        names = [
            [str(x) for x in data.get(key) or range(1, size + 1)]
            for key, size in zip(("rows", "columns"), sizes, strict=True)
        ]
        made: dict[Profile, list[str]] = {
            (r, c): [str(rows[r][c])] for r in range(sizes[0]) for c in range(sizes[1])
        }
        players = [str(p) for p in data.get("players") or ("I", "II")]
        return cls(players, names, made, True, title, other)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many strategies each player has."""
        return tuple(len(names) for names in self.strategies)

    @property
    def profiles(self) -> Iterator[Profile]:
        """All cells."""
        return product(*map(range, self.sizes))

    def add(self, player: int) -> None:
        """Give a player one more strategy, which pays nothing."""
        names = self.strategies[player]
        new = next(str(n) for n in range(len(names) + 1, 10_000) if str(n) not in names)
        names.append(new)
        self._fill()

    def remove(self, player: int, strategy: int) -> None:
        """Take a strategy away, unless it is the last one."""
        if len(self.strategies[player]) == 1:
            return
        del self.strategies[player][strategy]
        kept = {p: texts for p, texts in self.cells.items() if p[player] != strategy}
        self.cells = {
            tuple(s - (s > strategy and k == player) for k, s in enumerate(p)): texts
            for p, texts in kept.items()
        }

    def add_player(self) -> None:
        """One more player, with two strategies."""
        self.set_zero_sum(False)
        self.players.append(next_player(self.players))
        self.strategies.append(["1", "2"])
        self.cells = {(*p, s): [*texts, "0"] for p, texts in self.cells.items() for s in (0, 1)}

    def remove_player(self) -> None:
        """Take the last player away, who has played the first strategy."""
        if len(self.players) <= 2:
            return
        self.players.pop()
        self.strategies.pop()
        self.cells = {p[:-1]: texts[:-1] for p, texts in self.cells.items() if p[-1] == 0}

    def set_zero_sum(self, zero_sum: bool) -> None:
        """Show one payoff in each cell, the first player's, or those of all players.

        Costs become payoffs with the opposite sign; the second player gets the rest of the total.
        """
        if zero_sum == self.zero_sum or (zero_sum and len(self.players) != 2):
            return
        self.zero_sum = zero_sum
        total, costs = self.other.pop("total", 0), self.other.pop("cost", False)
        for texts in self.cells.values():
            first = _opposite(texts[0]) if costs else texts[0]
            texts[:] = [first] if zero_sum else [first, _left(total, first)]

    def paste(self, at: Profile, rows: list[list[str]], player: int = 0) -> None:
        """Put a block of a spreadsheet here, with new rows and columns where it needs them.

        Single numbers become payoffs of ``player``; a block whose corner is empty brings names.

        >>> table = EditedTable.of_size(2, 2)
        >>> table.paste((0, 0), [["", "left", "right"], ["up", "1", "2"], ["down", "3", "4"]], 1)
        >>> table.strategies, table.cells[1, 0]
        ([['up', 'down'], ['left', 'right']], ['0', '3'])
        """
        if len(at) == 1:
            self._paste_alone(at[0], rows)
            return
        names: list[list[str]] = [[], []]
        if len(rows) > 1 and not rows[0][0].strip() and any(map(number_fault, rows[0][1:])):
            names = [[row[0].strip() for row in rows[1:]], [x.strip() for x in rows[0][1:]]]
            rows = [row[1:] for row in rows[1:]]
        while len(self.strategies[0]) < at[0] + len(rows):
            self.add(0)
        while len(self.strategies[1]) < at[1] + max(map(len, rows)):
            self.add(1)
        for r, row in enumerate(rows):
            for c, text in enumerate(row):
                parts = [part.strip() for part in re.split(r"[,;|/](?=\s)|[,;|]", text.strip())]
                texts = self.cells[at[0] + r, at[1] + c, *at[2:]]
                first = player if len(parts) == 1 and player < len(texts) else 0
                texts[first : first + len(parts)] = parts[: len(texts)]
        for side, found in enumerate(names):
            for k, name in enumerate(found):
                self.strategies[side][at[side] + k] = name or str(at[side] + k + 1)

    def _paste_alone(self, row: int, rows: list[list[str]]) -> None:
        """Put the first column of a block into the table of a single player."""
        while len(self.strategies[0]) < row + len(rows):
            self.add(0)
        for r, line in enumerate(rows, row):
            self.cells[(r,)][0] = line[0].strip()

    def _fill(self) -> None:
        width = 1 if self.zero_sum else len(self.players)
        for profile in self.profiles:
            self.cells.setdefault(profile, ["0"] * width)

    @property
    def letters(self) -> set[str]:
        """The letters that stand in cells, as parameters."""
        return {x for texts in self.cells.values() for text in texts for x in _LETTER.findall(text)}

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        wrong: dict[str, str] = {}
        letters = self.letters if self.zero_sum else set()
        for profile, texts in self.cells.items():
            for k, text in enumerate(texts):
                if len(letters) == 1 and _LETTER.search(text):
                    continue
                fault = number_fault(text)
                if fault:
                    wrong[cell_key(profile, k)] = fault
        for player, names in enumerate(self.strategies):
            wrong |= name_faults(names, f"name.{player}")
        return wrong

    def to_json(self) -> dict[str, Any]:
        """The game as its file says it."""
        said: dict[str, Any] = {"title": self.title} if self.title else {}
        if not self.zero_sum:
            payoffs = [self._nested((), k) for k in range(len(self.players))]
            fields = {"players": self.players, "strategies": self.strategies, "payoffs": payoffs}
            return {"kind": "strategic", **said, **self.other, **fields}
        rows, columns = self.sizes
        cells = [[self.cells[r, c][0] for c in range(columns)] for r in range(rows)]
        said |= {"rows": self.strategies[0], "columns": self.strategies[1]}
        if self.letters:
            kept = {k: v for k, v in self.other.items() if k in ("parameter", "interval")}
            parameter = {"parameter": next(iter(self.letters)), **kept}
            return {"kind": "parametric", **said, **parameter, "entries": cells}
        kept = {k: v for k, v in self.other.items() if k == "total"}
        return {"kind": "matrix", **said, **kept, "players": self.players, "matrix": cells}

    def _nested(self, head: Profile, player: int) -> Any:
        if len(head) == len(self.players):
            return self.cells[head][player]
        return [self._nested((*head, s), player) for s in range(self.sizes[len(head)])]


def cell_key(profile: Profile, player: int) -> str:
    """The key of the field of a payoff.

    >>> cell_key((0, 2), 1)
    'pay.0.2:1'
    """
    return f"pay.{'.'.join(map(str, profile))}:{player}"


def _opposite(text: str) -> str:
    """A number with the other sign.

    >>> _opposite("3/2"), _opposite("-1"), _opposite("0")
    ('-3/2', '1', '0')
    """
    text = text.strip()
    if text in ("0", ""):
        return "0"
    return text[1:] if text[0] in "-−" else f"-{text.removeprefix('+')}"


def _left(total: Any, text: str) -> str:
    """A total less a payoff.

    >>> _left("5", "3/2"), _left(0, "-1"), _left("5", "x")
    ('7/2', '1', '-x')
    """
    if not number(total) or number_fault(text):
        return _opposite(text)
    return str(plain(number(total) - number(text)))


def _at(array: Any, profile: Profile) -> Any:
    for s in profile:
        array = array[s]
    return array
