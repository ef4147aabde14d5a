"""A finite game given position by position, where play may return to a position."""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.core.numbers import Number
from kibitz.rules.game import Rules
from kibitz.rules.trees.game_tree import GameTree
from kibitz.rules.trees.reader import TreeReader


class GraphReader(TreeReader):
    """Reads nodes that may lead back to themselves."""

    def _check_end(self) -> None:
        """Play need not end."""


class GameGraph(Rules):
    """Nodes by name as rules: a state is the number of a node, a move that of one of its moves.

    Made by :func:`kibitz.rules.trees.build.game_graph`. Searches that need an end refuse to go
    round; retrograde analysis does not mind.
    """

    kind: ClassVar[str] = "rules"

    def __init__(self, nodes: GameTree) -> None:
        self.made_of = nodes
        self.players, self.names = nodes.players, nodes.names
        self.zero_sum, self.most_moves = nodes.zero_sum, nodes.most_moves
        self.payoff_bounds = nodes.payoff_bounds
        self.title = nodes.title if nodes.title != "game tree" else "game graph"

    def __len__(self) -> int:
        return len(self.made_of)

    def start(self) -> int:
        return self.made_of.start()

    def player(self, state: int) -> int:
        return self.made_of.player(state)

    def moves(self, state: int) -> range:
        return self.made_of.moves(state)

    def chance(self, state: int) -> list[tuple[int, Number]]:
        return self.made_of.chance(state)

    def play(self, state: int, move: int) -> int:
        return self.made_of.play(state, move)

    def payoffs(self, state: int) -> tuple[Number, ...]:
        return self.made_of.payoffs(state)

    def evaluate(self, state: int) -> tuple[Number, ...]:
        return self.made_of.evaluate(state)

    def has(self, method: str) -> bool:
        if method in ("chance", "evaluate"):
            return self.made_of.has(method)
        return super().has(method)

    def show(self, state: int) -> str:
        return self.made_of.show(state)

    def show_move(self, state: int, move: int) -> str:
        return self.made_of.show_move(state, move)

    def find(self, name: str) -> int:
        """The node of this name."""
        return self.made_of.find(name)

    def read_position(self, text: str) -> int:
        return self.find(text.strip())

    @property
    def parameters(self) -> dict[str, Any]:
        return {"nodes": self.made_of.nodes, "players": self.players, "title": self.title}

    def __repr__(self) -> str:
        return f"<GameGraph {self.title}: {self.players} players, {len(self)} nodes>"
