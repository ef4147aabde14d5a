"""A coalitional game while it is being written."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kibitz.web.models.faults import number_fault

Coalition = frozenset[int]


@dataclass
class Coalitions:
    """Players, and a text for what each coalition is worth.

    >>> game = Coalitions.from_json({"kind": "coalitional", "players": ["A"], "worths": {"A": "1"}})
    >>> game.add()
    >>> game.to_json()["worths"]
    {'A': '1', 'B': '0', 'A,B': '1'}
    """

    players: list[str]
    worths: dict[Coalition, str]
    kind: str = "coalitional"
    title: str = ""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Coalitions:
        """The worths, or the costs, of a game as its file says it."""
        players = [str(p) for p in data["players"]]
        stated = data["costs"] if data["kind"] == "cost" else data["worths"]
        places = {name: k for k, name in enumerate(players)}
        worths = {
            frozenset(places[name.strip()] for name in coalition.split(",")): str(worth)
            for coalition, worth in stated.items()
            if coalition
        }
        made = cls(players, worths, data["kind"], str(data.get("title", "")))
        for coalition in made.coalitions():
            made.worths.setdefault(coalition, "0")
        return made

    def coalitions(self) -> list[Coalition]:
        """All coalitions but the empty one, small ones first."""
        everybody = range(len(self.players))
        return [frozenset(c) for size in everybody for c in combinations(everybody, size + 1)]

    def add(self) -> None:
        """One more player, who adds nothing."""
        new = len(self.players)
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        self.players.append(next(x for x in letters if x not in self.players))
        for coalition in self.coalitions():
            if new in coalition:
                self.worths[coalition] = self.worths.get(coalition - {new}, "0")

    def remove(self, player: int) -> None:
        """Take a player away, unless it is the last one."""
        if len(self.players) == 1:
            return
        del self.players[player]
        self.worths = {
            frozenset(k - (k > player) for k in coalition): worth
            for coalition, worth in self.worths.items()
            if player not in coalition
        }

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        wrong = {
            f"worth.{'.'.join(map(str, sorted(coalition)))}": fault
            for coalition, worth in self.worths.items()
            if (fault := number_fault(worth))
        }
        for k, name in enumerate(self.players):
            if not name.strip() or "," in name:
                wrong[f"player.{k}"] = "enter a name without commas"
            elif self.players.index(name) < k:
                wrong[f"player.{k}"] = f"{name} is used twice"
        return wrong

    def to_json(self) -> dict[str, Any]:
        """The game as its file says it."""
        worths = {
            ",".join(self.players[k] for k in sorted(coalition)): self.worths[coalition]
            for coalition in self.coalitions()
        }
        key = "costs" if self.kind == "cost" else "worths"
        title = {"title": self.title} if self.title else {}
        return {"kind": self.kind, **title, "players": self.players, key: worths}
