"""What coalitions can guarantee in a tree of moves that everyone sees: minimax, no mixing.

A coalition and all others act as one player each. In a game of perfect information such a pair of
players has optimal plans without chance in them, so worths are found by going back from the ends
of the tree: the coalition takes the best of its moves, the others the worst for it, and where
chance moves the average is taken. No linear program is needed. Cost 2^n times the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import check_players, read_payoffs, read_players
from kibitz.coalitional.solution import DefinedAnswer, read_objects
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import Number, magnitude, number, plain, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor

CHANCE = "chance"
MOST_WORK = 50_000_000
"""Coalitions times nodes up to which worths are found."""


@dataclass(frozen=True, slots=True)
class Node:
    """An end with payoffs, a move of a player, or a move of chance; children by position."""

    mover: int | None
    payoffs: tuple[Number, ...]
    children: tuple[int, ...]
    moves: tuple[str, ...]
    chances: tuple[Number, ...]


@dataclass(frozen=True)
class TreeWorths(DefinedAnswer, kind="tree-worths"):
    """The worth of every coalition, by bitmask, in a tree of moves that everyone sees.

    >>> tree = ("A", {"left": ("B", [(3, 1), (0, 0)]), "right": (1, 2)})
    >>> found = perfect_information(tree, players="A B")
    >>> print(found)
    what coalitions can guarantee, by minimax on a tree of 5 nodes
      v(A) = 1   v(B) = 1   v(A,B) = 4
    >>> found.verify().holds
    True
    """

    players: tuple[str, ...]
    nodes: tuple[Node, ...]
    worths: tuple[Number, ...]
    title: str = ""

    @cached_property
    def game(self) -> CoalitionalGame:
        """The coalitional game."""
        return CoalitionalGame(Tensor.read(self.worths, 1, "worths"), self.players, self.title)

    def line(self, mask: int) -> tuple[str, ...]:
        """How it is played when a coalition and all others do their best: moves, in order.

        Parameters
        ----------
        mask : int
            The coalition as a number whose bit i stands for player i.
        """
        values = _backed_up(self.nodes, mask)
        steps: list[str] = []
        k = 0
        while self.nodes[k].children:
            node = self.nodes[k]
            if node.mover is None:
                return (*steps, CHANCE)
            k = max(node.children, key=lambda c: _sign(node, mask) * values[c])
            steps.append(f"{self.players[node.mover]} {node.moves[node.children.index(k)]}")
        return tuple(steps)

    def explain(self) -> Explanation:
        """The worths, and how it is played when everyone does their best."""
        rows = tuple(
            (self.game.spell(mask), show(self.worths[mask]), ", ".join(self.line(mask)))
            for mask in self.game.coalitions()
        )
        prose = (
            "All players see all moves, so a coalition and all others need no mixed strategies: "
            "going back from the ends, the coalition takes the move that is best for the sum of "
            "its payoffs and the others the one that is worst for it."
        )
        table = Table(("coalition", "worth", "best play"), rows)
        return Explanation(self.title or "Coalitions in a tree", (Step("Minimax", prose, table),))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.players),
            "nodes": len(self.nodes),
            "worths": {self.game.spell(m): plain(self.worths[m]) for m in self.game.coalitions()},
            "tree": [self._node_json(node) for node in self.nodes],
        }

    def _node_json(self, node: Node) -> dict[str, Any]:
        if not node.children:
            return {"payoffs": [plain(x) for x in node.payoffs]}
        if node.mover is None:
            return {"chances": [plain(p) for p in node.chances], "moves_to": list(node.children)}
        return {"player": self.players[node.mover], "moves_to": list(node.children)}

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> TreeWorths:
        nodes = []
        for given in read_objects(data, "tree"):
            children = tuple(int(c) for c in given.get("moves_to", []))
            payoffs = tuple(number(x, "payoffs") for x in given.get("payoffs", []))
            chances = tuple(number(p, "chances") for p in given.get("chances", []))
            mover = game.position(given["player"]) if "player" in given else None
            moves = tuple(str(k) for k in range(1, len(children) + 1))
            nodes.append(Node(mover, payoffs, children, moves, chances))
        worths = tuple(game.value(mask) for mask in range(1 << game.n))
        return cls(game.players, tuple(nodes), worths, game.title)

    def __str__(self) -> str:
        shown = [
            f"v({self.game.spell(m)}) = {show(self.worths[m])}" for m in self.game.coalitions()
        ]
        size = count_of(len(self.nodes), "node")
        head = f"what coalitions can guarantee, by minimax on a tree of {size}"
        return f"{head}\n  {'   '.join(shown)}"


def perfect_information(tree: Any, players: Any = None, title: str = "") -> TreeWorths:
    """The worths of all coalitions of a game of perfect information, by minimax.

    A tree is a list of payoffs (one for each player, or a dict by name) at an end; at a move
    ``(player, moves)`` or ``{"player": ..., "moves": ...}``, the moves being a list of trees or a
    dict by name; and ``("chance", [(probability, tree), ...])`` where chance moves.

    Parameters
    ----------
    tree : nested sequences
        The game tree.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    TreeWorths
        The worths, with the tree they come from.

    Notes
    -----
    Cost: two passes over the tree for each coalition.

    Examples
    --------
    >>> coin = ("chance", [("1/2", (4, 0)), ("1/2", ("B", [(0, 2), (6, 1)]))])
    >>> perfect_information(coin, players="A B").game
    coalition({'A': 2, 'B': 1, 'A,B': '11/2'})
    """
    names = None if players is None else read_players(players)
    nodes, names = _Reader(names).read(tree)
    work = len(nodes) << len(names)
    if work > MOST_WORK:
        raise GameError(
            f"{count_of(len(nodes), 'node')} for each of {1 << len(names)} coalitions are "
            f"{count_of(work, 'step')}; the "
            f"limit is {MOST_WORK}"
        )
    worths = tuple(_backed_up(nodes, mask)[0] if mask else Fraction(0) for mask in _masks(names))
    return TreeWorths(names, nodes, worths, title)


def _masks(names: Sequence[str]) -> range:
    return range(1 << len(names))


def _sign(node: Node, mask: int) -> int:
    """1 where the coalition moves, -1 where the others do."""
    assert node.mover is not None
    return 1 if mask >> node.mover & 1 else -1


def _earned(node: Node, mask: int) -> Number:
    return sum((x for i, x in enumerate(node.payoffs) if mask >> i & 1), Fraction(0))


def _average(node: Node, values: list[Number]) -> Number:
    return sum(
        (p * values[c] for p, c in zip(node.chances, node.children, strict=True)), Fraction(0)
    )


def _folded(
    nodes: tuple[Node, ...], mask: int, moved: Callable[[int, list[Number]], Number]
) -> list[Number]:
    """What the coalition gets from every node, ``moved`` at a move; children follow parents."""
    values: list[Number] = [Fraction(0)] * len(nodes)
    for k in range(len(nodes) - 1, -1, -1):
        node = nodes[k]
        if not node.children:
            values[k] = _earned(node, mask)
        elif node.mover is None:
            values[k] = _average(node, values)
        else:
            values[k] = moved(k, values)
    return values


def _backed_up(nodes: tuple[Node, ...], mask: int) -> list[Number]:
    """What the coalition can guarantee from every node."""

    def best(k: int, values: list[Number]) -> Number:
        choose = max if _sign(nodes[k], mask) > 0 else min
        return choose(values[c] for c in nodes[k].children)

    return _folded(nodes, mask, best)


def _against(nodes: tuple[Node, ...], mask: int, plan: dict[int, int], *, fixed: bool) -> Number:
    """What the coalition gets when its plan is fixed and the others do their worst, or reversed."""
    worst = min if fixed else max

    def reply(k: int, values: list[Number]) -> Number:
        if (_sign(nodes[k], mask) > 0) == fixed:
            return values[plan[k]]
        return worst(values[c] for c in nodes[k].children)

    return _folded(nodes, mask, reply)[0]


class _Reader:
    """Turns a tree as it is written into a list of nodes, parents before children."""

    def __init__(self, names: tuple[str, ...] | None) -> None:
        self._names = names

    def read(self, tree: Any) -> tuple[tuple[Node, ...], tuple[str, ...]]:
        parts = self._flat(tree)
        names = self._names or self._inferred(parts)
        check_players(names)
        nodes = tuple(_node(part, names) for part in parts)
        return nodes, names

    def _flat(self, tree: Any) -> list[_Part]:
        parts: list[_Part] = []
        waiting: list[tuple[Any, int | None]] = [(tree, None)]
        while waiting:
            given, parent = waiting.pop()
            part = _part(given, len(parts) + 1)
            if parent is not None:
                parts[parent].places.append(len(parts))
            parts.append(part)
            waiting += [(child, len(parts) - 1) for child in reversed(part.children)]
        return parts

    def _inferred(self, parts: list[_Part]) -> tuple[str, ...]:
        """The players as numbers, or as the payoffs name them."""
        ends = [part.payoffs for part in parts if not part.children]
        if isinstance(ends[0], Mapping):
            return tuple(str(name) for name in ends[0])
        movers = {part.mover for part in parts if part.mover not in (None, CHANCE)}
        names = tuple(str(i) for i in range(1, len(ends[0]) + 1))
        if not movers <= set(names):
            raise GameError(
                "players: give them in the order of the payoffs, such as players='A B C'"
            )
        return names


@dataclass(slots=True)
class _Part:
    """A node as it was written, and where its children went."""

    mover: str | None
    payoffs: Any
    children: list[Any]
    moves: list[str]
    chances: list[Any]
    places: list[int]
    where: str


def _part(given: Any, place: int) -> _Part:
    where = f"node {place}"
    if isinstance(given, Mapping) and ("player" in given or CHANCE in given):
        mover = CHANCE if CHANCE in given else str(given["player"])
        return _move(mover, given.get(CHANCE, given.get("moves", given.get("children"))), where)
    if isinstance(given, Mapping):
        paid = given.get("payoffs", given.get("payoff", given))
        return _Part(None, paid, [], [], [], [], where)
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise GameError(f"{where}: {given!r:.40} is neither payoffs nor (player, moves)")
    if len(given) == 2 and not isinstance(given[1], str) and hasattr(given[1], "__len__"):
        return _move(str(given[0]), given[1], where)
    return _Part(None, list(given), [], [], [], [], where)


def _move(mover: str, given: Any, where: str) -> _Part:
    if not isinstance(given, (Mapping, Sequence)) or isinstance(given, str) or not given:
        raise GameError(f"{where}: {mover} has no moves; give a list of trees, or a dict by name")
    if mover == CHANCE:
        pairs = list(given.items()) if isinstance(given, Mapping) else list(given)
        if any(isinstance(p, str) or not isinstance(p, Sequence) or len(p) < 2 for p in pairs):
            raise GameError(f"{where}: chance needs pairs of a probability and a tree")
        chances, children = [p[-2] for p in pairs], [p[-1] for p in pairs]
        return _Part(CHANCE, None, children, [CHANCE] * len(children), chances, [], where)
    if isinstance(given, Mapping):
        return _Part(mover, None, list(given.values()), list(map(str, given)), [], [], where)
    if all(map(_is_labeled, given)):
        return _Part(mover, None, [c for _, c in given], [w for w, _ in given], [], [], where)
    names = [str(k) for k in range(1, len(given) + 1)]
    return _Part(mover, None, list(given), names, [], [], where)


def _is_labeled(given: Any) -> bool:
    """A word and a node that says what it is."""
    return (
        isinstance(given, (list, tuple))
        and len(given) == 2
        and isinstance(given[0], str)
        and isinstance(given[1], Mapping)
        and any(key in given[1] for key in ("player", "payoff", "payoffs", CHANCE))
    )


def _node(part: _Part, names: tuple[str, ...]) -> Node:
    if not part.children:
        payoffs = read_payoffs(part.payoffs, names, f"payoffs at {part.where}")
        return Node(None, payoffs, (), (), ())
    children, moves = tuple(part.places), tuple(part.moves)
    if part.mover == CHANCE:
        chances = tuple(number(p, f"{part.where}: probability") for p in part.chances)
        if min(chances) < 0 or magnitude(sum(chances) - 1) > (
            0 if all(isinstance(p, Fraction) for p in chances) else 1e-9
        ):
            raise GameError(f"{part.where}: the probabilities add up to {show(sum(chances))}")
        return Node(None, (), children, moves, chances)
    if part.mover not in names:
        raise GameError(
            f"{part.where}: unknown player {part.mover!r}{did_you_mean(str(part.mover), names)}"
        )
    return Node(names.index(part.mover), (), children, moves, ())
