"""Game trees given node by node, as textbooks draw them, in the shape of rules.

>>> tree = game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> tree.player(tree.start()), len(tree)
(0, 13)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number
from kibitz.rules.game import CHANCE, OVER, Rules

_TURN = {"max": 0, "min": 1, "i": 0, "ii": 1, "chance": CHANCE, "leaf": OVER, "terminal": OVER}


@dataclass(frozen=True, slots=True)
class _Node:
    name: str
    player: int
    children: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    weights: tuple[Number, ...] = ()
    payoffs: tuple[Number, ...] = ()
    estimate: tuple[Number, ...] = ()
    noisy: tuple[bool, ...] = ()


class GameTree(Rules):
    """A finite tree as rules: a state is the number of a node, a move that of a child."""

    def __init__(
        self, nodes: Sequence[_Node], players: int, zero_sum: bool, title: str = "",
        names: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self._nodes = tuple(nodes)
        self.players = players
        self.names = tuple(names)
        self.zero_sum = zero_sum
        self.title = title or "game tree"
        self.most_moves = max(1, *(len(node.children) for node in nodes))
        paid = [x for node in nodes for x in node.payoffs]
        self.payoff_bounds = (min(paid), max(paid)) if min(paid) < max(paid) else None

    def __len__(self) -> int:
        return len(self._nodes)

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
        return self._nodes[state].payoffs

    def has(self, method: str) -> bool:
        if method == "chance":
            return any(node.player == CHANCE for node in self._nodes)
        if method == "evaluate":
            return any(node.estimate for node in self._nodes)
        if method == "noisy":
            return any(any(node.noisy) for node in self._nodes)
        return super().has(method)

    def evaluate(self, state: int) -> tuple[Number, ...]:
        return self._nodes[state].estimate or (0,) * self.players

    def noisy(self, state: int, move: int) -> bool:
        return self._nodes[state].noisy[move]

    def show(self, state: int) -> str:
        return self._nodes[state].name

    def show_move(self, state: int, move: int) -> str:
        return self._nodes[state].labels[move]

    def leaves_below(self, state: int) -> tuple[str, ...]:
        """The names of the leaves at or below a node, from left to right."""
        found, stack = [], [state]
        while stack:
            node = self._nodes[stack.pop()]
            if not node.children:
                found.append(node.name)
            stack.extend(reversed(node.children))
        return tuple(found)

    def find(self, name: str) -> int:
        """The node of this name."""
        for k, node in enumerate(self._nodes):
            if node.name == name:
                return k
        raise GameError(f"no node of the tree is called {name!r}")


def game_tree(
    tree: Any, players: int | Sequence[str] | None = None, first: int = 0, title: str = ""
) -> GameTree:
    """A tree from nested lists or dicts.

    Lists alternate between two players, the ``first`` one at the root; numbers are what player 0
    gets, tuples what everybody gets. Dicts say more: ``player`` (0, 1, ..., or I, II, max, min,
    chance), ``children`` (a list, or a dict of moves), ``name``, ``value`` or ``payoffs``,
    ``estimate``; children of chance have a ``p``, those after a capture and the like are ``noisy``.
    A node with ``options``, a dict of children by player, lets any one of these players move.
    ``players`` says how many there are, or their names, which the nodes may then use.

    >>> tree = game_tree({"player": "C", "children": [(1, 2, 6), (4, 2, 3)]}, players="ABC")
    >>> tree.player(tree.start()), tree.player_name(2)
    (2, 'C')
    """
    names = () if players is None or isinstance(players, int) else tuple(map(str, players))
    count = players if isinstance(players, int) else len(names) or None
    if count is not None and count < 1:
        raise GameError(f"a game of {count} players has nobody to play it; give 1 or more")
    reader = _Reader(count, names)
    reader.read(tree, first % (count or 2))
    return reader.finish(title)


class _Reader:
    def __init__(self, players: int | None, names: Sequence[str] = ()) -> None:
        self.given = players
        self.names = [name.strip().lower() for name in names]
        self.shown = names
        self.nodes: list[_Node | None] = []
        self.most = players or 0

    def read(self, tree: Any, turn: int) -> None:
        """Walk the tree without recursion; children are numbered when their parent is read."""
        self.nodes.append(None)
        stack: list[tuple[int, Any, int, str]] = [(0, tree, turn, "A")]
        while stack:
            index, thing, turn, label = stack.pop()
            node, children = self._node(thing, turn, label)
            numbers = range(len(self.nodes), len(self.nodes) + len(children))
            self.nodes.extend([None] * len(children))
            self.nodes[index] = _Node(
                node.name, node.player, tuple(numbers), node.labels, node.weights, node.payoffs,
                node.estimate, node.noisy,
            )  # fmt: skip
            following = (turn + 1) % max(2, self.given or 2)
            stack.extend(
                (k, child, following, f"{node.name}.{word}")
                for k, child, word in zip(numbers, children, node.labels, strict=True)
            )

    def _node(self, thing: Any, turn: int, label: str) -> tuple[_Node, list[Any]]:
        if isinstance(thing, Mapping):
            return self._from_dict(thing, turn, label)
        if isinstance(thing, list):
            if not thing:
                raise GameError(f"node {label}: a list of moves is empty; a leaf is a number")
            words = tuple(str(k + 1) for k in range(len(thing)))
            return _Node(label, turn, (), words, noisy=(False,) * len(words)), list(thing)
        return _Node(label, OVER, payoffs=self._payoffs(thing, label)), []

    def _from_dict(
        self, thing: Mapping[str, Any], turn: int, label: str
    ) -> tuple[_Node, list[Any]]:
        name = str(thing.get("name", thing.get("id", label)))
        if "options" in thing:
            thing = self._pooled(thing, name)
        children = thing.get("children", thing.get("moves"))
        estimate = self._payoffs(thing["estimate"], name) if "estimate" in thing else ()
        if not children:
            keys = ("value", "payoffs", "payoff", "u", "utility", "utilities")
            paid = next((thing[key] for key in keys if key in thing), None)
            if paid is None:
                raise GameError(f"node {name}: it has neither children nor a value")
            return _Node(name, OVER, payoffs=self._payoffs(paid, name), estimate=estimate), []
        player = self._player(thing, turn, name)
        labels, below, weights = self._children(children, name)
        if player == CHANCE:
            self._check_weights(weights, name)
        return _Node(name, player, (), labels, weights, (), estimate, _noisy(children)), below

    def _pooled(self, thing: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        """A node where one of several players moves, as one of the first of them."""
        options = thing["options"]
        if not isinstance(options, Mapping) or not options:
            raise GameError(f"node {name}: its options are a dict of children by player")
        whose: list[Any] = []
        for who, moves in options.items():
            pairs = moves.items() if isinstance(moves, Mapping) else enumerate(moves, 1)
            for word, child in pairs:
                inside = child.get("node", child) if isinstance(child, Mapping) else child
                shown = child.get("move", word) if isinstance(child, Mapping) else word
                whose.append({"move": f"{who}: {shown}", "node": inside})
        return {**thing, "player": thing.get("player", next(iter(options))), "children": whose}

    def _player(self, thing: Mapping[str, Any], turn: int, name: str) -> int:
        said = thing.get("player", thing.get("type", turn))
        if isinstance(said, str):
            word = said.strip().lower()
            if word in self.names:
                said = self.names.index(word)
            elif word in _TURN:
                said = _TURN[word]
            elif word.lstrip("-").isdigit():
                said = int(word)
            else:
                raise GameError(f"node {name}: no player is called {said!r}; write 0, 1, max, min")
        if isinstance(said, bool) or not isinstance(said, int) or said < CHANCE or said == OVER:
            raise GameError(f"node {name}: {said!r} is not a player; write 0, 1, max, min, chance")
        player = int(said)
        self.most = max(self.most, player + 1)
        return player

    def _children(
        self, children: Any, name: str
    ) -> tuple[tuple[str, ...], list[Any], tuple[Number, ...]]:
        if not isinstance(children, (Mapping, list, tuple)):
            raise GameError(f"node {name}: its children are {children!r}; write a list or a dict")
        pairs = children.items() if isinstance(children, Mapping) else enumerate(children, 1)
        labels, below, weights = [], [], []
        for word, child in pairs:
            label, weight, inner = str(word), None, child
            if isinstance(child, Mapping):
                weight = child.get("p", child.get("probability"))
                label = str(child.get("move", child.get("label", word)))
                inner = child.get("node", child)
            elif isinstance(child, Sequence) and not isinstance(child, (str, list)):
                inner = child
            labels.append(label)
            below.append(inner)
            weights.append(number(weight, f"node {name}, probability") if weight is not None else 0)
        return tuple(labels), below, tuple(weights)

    def _check_weights(self, weights: tuple[Number, ...], name: str) -> None:
        total: Any = sum(weights)
        if any(w < 0 for w in weights):
            raise GameError(f"node {name}: a probability is negative")
        if abs(total - 1) > (1e-9 if isinstance(total, float) else 0):
            raise GameError(f"node {name}: its probabilities add up to {total}, not 1")

    def _payoffs(self, paid: Any, name: str) -> tuple[Number, ...]:
        if isinstance(paid, (tuple, list)):
            self.most = max(self.most, len(paid))
            return tuple(_plain(number(x, f"node {name}")) for x in paid)
        value = _plain(number(paid, f"node {name}"))
        return (value, -value)

    def finish(self, title: str) -> GameTree:
        nodes = [node for node in self.nodes if node is not None]
        players = self.given or max(2, self.most)
        for node in nodes:
            if node.player == OVER and len(node.payoffs) != players:
                raise GameError(
                    f"node {node.name}: {len(node.payoffs)} payoffs in a game of {players} players"
                )
            if node.player >= players:
                raise GameError(f"node {node.name}: there is no player {node.player}")
        zero = players == 2 and all(sum(node.payoffs) == 0 for node in nodes if node.player == OVER)
        return GameTree(nodes, players, zero, title, self.shown)


def _plain(value: Number) -> Number:
    whole: Any = int(value) if value == int(value) and not isinstance(value, float) else value
    return whole  # type: ignore[no-any-return]


def _noisy(children: Any) -> tuple[bool, ...]:
    """Which children follow a noisy move."""
    listed = children.values() if isinstance(children, Mapping) else children
    return tuple(isinstance(child, Mapping) and bool(child.get("noisy")) for child in listed)
