"""The answer to a game on a digraph: the start's, and the label and value of every vertex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.core.extension import extends

SHOWN = 26
"""Vertices up to which the labels of all are printed."""
WRITTEN = 10_000
"""Vertices up to which the labels of all stand in the JSON."""


@dataclass(frozen=True)
class DigraphSolution(ImpartialSolution):
    """Outcome, value and winning moves at the start, with the labels of all vertices.

    >>> from kibitz.combinatorial.digraphs.read import digraph
    >>> print(digraph("a>b a>c b>c").solve())
    a digraph: a, normal play
    outcome N: the first player wins
    nimber 2
    winning moves: to c
    found by the mex rule
    all vertices: a N 2, b N 1, c P 0
    """

    game: Digraph

    def values(self) -> dict[Any, str]:
        """The value of every vertex as text; none in misère play."""
        if self.game.is_misere:
            return {}
        if self.game.acyclic:
            return {vertex: str(value) for vertex, value in self.game.nimbers().items()}
        return {vertex: str(value) for vertex, value in self.game.loopy_values().items()}

    def to_json(self) -> dict[str, Any]:
        data = super().to_json()
        if len(self.game) <= WRITTEN:
            show = self.game.show
            data["outcomes"] = {show(v): label for v, label in self.game.outcomes().items()}
            data["values"] = {show(v): value for v, value in self.values().items()}
        return data

    def __str__(self) -> str:
        if len(self.game) > SHOWN:
            return super().__str__()
        show, values = self.game.show, self.values()
        lines = [
            f"{show(v)} {label} {values.get(v, '')}".rstrip()
            for v, label in self.game.outcomes().items()
        ]
        return f"{super().__str__()}\nall vertices: {', '.join(lines)}"


@extends(Digraph)
def solution_class(game: Digraph) -> type[DigraphSolution]:
    """What an answer about such a game is."""
    return DigraphSolution
