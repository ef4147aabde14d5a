"""A finite game given node by node, in the shape of rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number, show, whole
from kibitz.core.spelling import count_of
from kibitz.rules.game import CHANCE, OVER, Rules


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One node: who moves, where the moves lead, or what each player gets."""

    name: str
    player: int
    children: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    weights: tuple[Number, ...] = ()
    payoffs: tuple[Number, ...] = ()
    """Empty where nothing is known of a leaf but its name."""
    estimate: tuple[Number, ...] = ()
    noisy: tuple[bool, ...] = ()
    infoset: str = ""
    """Equal for nodes that the player to move cannot tell apart; empty where all is seen."""


class GameTree(Rules):
    """A finite tree as rules: a state is the number of a node, a move that of a child.

    Several moves may lead to one node, which is then one position.
    """

    kind: ClassVar[str] = "tree"

    def __init__(
        self,
        nodes: Sequence[TreeNode],
        players: int,
        zero_sum: bool,
        title: str = "",
        names: Sequence[str] = (),
        first_number: int = 1,
    ) -> None:
        self._nodes = tuple(nodes)
        self.players = players
        self.names = tuple(names)
        self.first_number = first_number
        self.zero_sum = zero_sum
        self.title = title or "game tree"
        self.most_moves = max(1, *(len(node.children) for node in nodes))
        paid = [x for node in nodes for x in node.payoffs]
        known = all(node.payoffs for node in nodes if node.player == OVER)
        bounds = (min(paid), max(paid)) if known and paid else None
        self.payoff_bounds = bounds if bounds is not None and bounds[0] < bounds[1] else None

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def nodes(self) -> tuple[TreeNode, ...]:
        return self._nodes

    def start(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return self._nodes[state].player

    def moves(self, state: int) -> range:
        return range(len(self._nodes[state].children))

    def chance(self, state: int) -> list[tuple[int, Number]]:
        return list(enumerate(self._nodes[state].weights))

    def play(self, state: int, move: int) -> int:
        return self._nodes[state].children[move]

    def payoffs(self, state: int) -> tuple[Number, ...]:
        node = self._nodes[state]
        if not node.payoffs and node.player == OVER:
            raise GameError(f"the leaf {node.name} has no value; give it one, values={{...}}")
        return node.payoffs

    def has(self, method: str) -> bool:
        if method == "chance":
            return any(node.player == CHANCE for node in self._nodes)
        if method == "evaluate":
            return any(node.estimate for node in self._nodes)
        if method == "noisy":
            return any(any(node.noisy) for node in self._nodes)
        if method == "information_state":
            return any(node.infoset for node in self._nodes)
        return super().has(method)

    def information_state(self, state: int, player: int) -> Hashable:
        node = self._nodes[state]
        return node.infoset if node.infoset and node.player == player else state

    def show_view(self, state: int, player: int) -> str:
        node = self._nodes[state]
        return node.infoset if node.infoset and node.player == player else node.name

    def evaluate(self, state: int) -> tuple[Number, ...]:
        return self._nodes[state].estimate or (0,) * self.players

    def lacks_estimate(self, state: int) -> bool:
        """Whether nothing is known of a node before the end.

        Parameters
        ----------
        state : int
            The number of a node.
        """
        return type(self).evaluate is GameTree.evaluate and not self._nodes[state].estimate

    def noisy(self, state: int, move: int) -> bool:
        return self._nodes[state].noisy[move]

    def show(self, state: int) -> str:
        return self._nodes[state].name

    def show_move(self, state: int, move: int) -> str:
        return self._nodes[state].labels[move]

    def leaves_below(self, state: int) -> tuple[str, ...]:
        """The names of the leaves at or below a node, from left to right, each once.

        Parameters
        ----------
        state : int
            The number of a node.
        """
        found, stack, seen = [], [state], {state}
        while stack:
            node = self._nodes[stack.pop()]
            if not node.children:
                found.append(node.name)
            new = [child for child in node.children if child not in seen]
            seen.update(new)
            stack.extend(reversed(new))
        return tuple(found)

    def find(self, name: str) -> int:
        """The node of this name.

        Parameters
        ----------
        name : str
            The name of a node.

        Returns
        -------
        int
            The number of the node; a name that no node has is refused.
        """
        for k, node in enumerate(self._nodes):
            if node.name == name:
                return k
        near = did_you_mean(name, [node.name for node in self._nodes])
        raise GameError(f"unknown node {name!r}{near}")

    def transformed(self, change: Callable[[Number], Number]) -> GameTree:
        """The same tree with every value changed: what the first player gets, and against it.

        An increasing change keeps the decisions of minimax; where chance moves, only one along a
        straight line is sure to.

        Parameters
        ----------
        change : callable
            A function from a value to the value in its place.

        Examples
        --------
        >>> from kibitz.rules.trees.build import game_tree
        >>> game_tree([[3, 12], [2, 4]]).transformed(lambda x: x**3).payoff_bounds
        (-1728, 1728)
        """
        return GameTree(
            [
                replace(
                    node,
                    payoffs=self._changed(node.payoffs, change),
                    estimate=self._changed(node.estimate, change),
                )
                for node in self._nodes
            ],
            self.players,
            self.zero_sum,
            self.title,
            self.names,
            self.first_number,
        )

    def _changed(
        self, paid: tuple[Number, ...], change: Callable[[Number], Number]
    ) -> tuple[Number, ...]:
        def changed(x: Number) -> Any:
            return whole(number(change(x), f"the change of {show(number(x))}"))

        if self.is_opposed and paid:
            value = changed(paid[0])
            return (value, -value)
        return tuple(changed(x) for x in paid)

    @property
    def is_shared(self) -> bool:
        """Whether some node follows several others, so that the tree is a graph of positions."""
        below = [child for node in self._nodes for child in node.children]
        return len(set(below)) < len(below)

    @property
    def parameters(self) -> dict[str, Any]:
        return {"nodes": self._nodes, "players": self.players, "title": self.title}

    def __repr__(self) -> str:
        return f"<GameTree {self.title}: {self.players} players, {count_of(len(self), 'node')}>"
