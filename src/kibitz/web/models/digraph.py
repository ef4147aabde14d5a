"""A game on a digraph while it is being written: vertices, and where one moves from each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kibitz.web.models.faults import name_faults

PLAY = ("normal", "misere")


@dataclass
class Vertices:
    """Names of vertices, and beside each the names of its followers in one text.

    >>> game = Vertices.from_json({"digraph": {"a": ["b", "c"], "b": ["c"], "c": []}})
    >>> game.followers
    ['b, c', 'c', '']
    >>> game.rename(2, "end"); game.add()
    >>> game.to_json()["digraph"]
    {'a': ['b', 'end'], 'b': ['end'], 'end': [], 'c': []}
    """

    names: list[str]
    followers: list[str]
    start: str
    play: str = PLAY[0]
    title: str = ""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Vertices:
        """The vertices as their file says them."""
        graph = {str(name): list(map(str, below)) for name, below in data["digraph"].items()}
        return cls(
            list(graph),
            [", ".join(below) for below in graph.values()],
            str(data.get("start") or next(iter(graph))),
            str(data.get("play") or PLAY[0]),
            str(data.get("title") or ""),
        )

    def add(self) -> None:
        """One more vertex, from which no move leads."""
        letters = [*"abcdefghijklmnopqrstuvwxyz", *(f"v{k}" for k in range(len(self.names) + 1))]
        self.names.append(next(x for x in letters if x not in self.names))
        self.followers.append("")

    def remove(self, k: int) -> None:
        """Take a vertex away with the moves to it, unless it is the last one."""
        if len(self.names) > 1:
            del self.followers[k]
            split = [self.split(text) for text in self.followers]
            gone = self.names.pop(k)
            if gone not in self.names:  # unless another vertex has the same name
                self.followers = [", ".join(x for x in parts if x != gone) for parts in split]
            if self.start not in self.names:
                self.start = self.names[0]

    def rename(self, k: int, name: str) -> None:
        """Rename a vertex, also in the moves that lead there; not where two have one name."""
        old, named = self.names[k], name.strip()
        alone = bool(named) and named not in self.names
        only = self.names.count(old) == 1
        if alone and (self.start not in self.names or (only and self.start == old)):
            self.start = named
        if not only:
            self.names[k] = named
            return
        if old and alone:
            split = [self.split(text) for text in self.followers]
            self.followers = [
                text if old not in parts else ", ".join(named if x == old else x for x in parts)
                for text, parts in zip(self.followers, split, strict=True)
            ]
        self.names[k] = named

    def split(self, text: str) -> list[str]:
        """The names in a text, between commas, or between spaces where no name has any."""
        parts = [part.strip() for part in text.split(",")]
        found = [[part] if part in self.names else re.split(r"\s+", part) for part in parts]
        return list(dict.fromkeys(name for names in found for name in names if name))

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        wrong = name_faults(self.names, "name")
        wrong |= {
            f"name.{k}": "enter a name without commas"
            for k, name in enumerate(self.names)
            if "," in name
        }
        for k, text in enumerate(self.followers):
            unknown = [x for x in self.split(text) if x not in self.names]
            if unknown:
                wrong[f"moves.{k}"] = f"unknown vertex {unknown[0]}"
        return wrong

    def to_json(self) -> dict[str, Any]:
        """The game as its file says it."""
        graph = {
            name: self.split(text) for name, text in zip(self.names, self.followers, strict=True)
        }
        title = {"title": self.title} if self.title else {}
        return {
            "kind": "digraph",
            **title,
            "digraph": graph,
            "start": self.start,
            "play": self.play,
        }
