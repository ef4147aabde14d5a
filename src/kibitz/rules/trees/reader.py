"""Reading the nodes of a game tree, in whatever way they are written down."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, is_one, number, show, whole
from kibitz.core.spelling import count_of
from kibitz.rules.game import CHANCE, OVER
from kibitz.rules.trees.game_tree import GameTree, TreeNode
from kibitz.rules.trees.named_nodes import Reference
from kibitz.rules.trees.spelling import (
    BELOW,
    BESIDE,
    CHILDREN,
    ESTIMATE,
    INFOSET,
    KEYS,
    MOVE,
    PAID,
    PLAYER,
    SHORT,
    TURN,
    WEIGHT,
    first_of,
    is_head,
    usual,
)
from kibitz.rules.trees.text import UnknownLeaf

_CHANCE = frozenset(word for word, player in TURN.items() if player == CHANCE)
_LETTER = re.compile(r"[A-Za-z]\d*")
"""A leaf of which nothing is known but its name."""
NODES = 1_000_000
"""More nodes than this are better written as rules."""


def payoff_count(root: Any, named: Mapping[str, Any]) -> int | None:
    """How many payoffs the first leaf has, or None where it is a number or hard to find."""
    here = root
    for _ in range(1000):
        if isinstance(here, Reference) or (isinstance(here, str) and here in named):
            here = named.get(here.name if isinstance(here, Reference) else here)
        here = usual(here)
        if isinstance(here, tuple):
            return len(here)
        below: Any = here if isinstance(here, list) else None
        if isinstance(here, Mapping):
            here = usual(first_of(here, BELOW, here))
        if isinstance(here, Mapping):
            below = first_of(here, (*CHILDREN, "options"), None if KEYS & here.keys() else here)
            paid = first_of(here, PAID)
            if not below:
                return len(paid) if isinstance(paid, (tuple, list, Mapping)) else None
        if isinstance(below, Mapping):
            below = list(below.values())
        if not isinstance(below, (list, tuple)) or not below:
            return None
        here = below[-1] if _is_pair(below) else below[0]
    return None


def _is_pair(children: Any) -> bool:
    """Whether this is a move and the node after it, not a list of nodes."""
    return len(children) in (2, 3) and _is_word(children[0])


class Endless(GameError):
    """Nodes that lead back to themselves, where a tree was meant."""


class TreeReader:
    """Turns nested things into nodes, without recursion; children are numbered with their parent.

    ``in_turn`` is how many players take turns where no one says who moves.
    """

    def __init__(
        self,
        players: int | None,
        names: Sequence[str],
        named: Mapping[str, Any],
        values: Mapping[str, Any],
        in_turn: int,
    ) -> None:
        self.given = players
        self.shown = names
        self.names = [name.strip().lower() for name in names]
        self.named = named
        self.values = values
        self.in_turn = 1 if players == 1 else max(2, in_turn)
        self.nodes: list[TreeNode | None] = []
        self.most = players or 0
        self.places: dict[str, int] = {}
        self.turns: dict[str, set[int]] = {}
        self.implied: set[int] = set()
        """Nodes whose mover was not given, but follows from the turn."""
        self.words: set[str] = set()
        """What players are called at the nodes."""
        self.numbers: set[int] = set()
        """The numbers that players have at the nodes."""
        self.from_one = False
        """Whether these numbers count the players from 1."""

    def read(self, tree: Any, turn: int) -> None:
        stack: list[tuple[int, Any, int, str]] = []
        self._place(tree, turn, "A", stack)
        open_: set[int] = set()
        while stack:
            index, thing, turn, label = stack.pop()
            if index < 0:
                open_.discard(turn)
                continue
            if isinstance(thing, (list, tuple, Mapping)):
                if id(thing) in open_:
                    raise GameError(f"node {label}: it contains itself; a tree must be finite")
                open_.add(id(thing))
                stack.append((-1, None, id(thing), ""))
            node, children = self._node(thing, turn, label, index)
            following = turn if node.player == CHANCE else (node.player + 1) % self.in_turn
            places = [
                self._place(child, following, f"{node.name}.{word}", stack)
                for child, word in zip(children, node.labels, strict=True)
            ]
            self.nodes[index] = replace(node, children=tuple(places))
        self._check_turns()
        self._check_end()

    def _place(self, thing: Any, turn: int, label: str, stack: list[Any]) -> int:
        """The number of a node that is to be read, or was read already."""
        name = thing.name if isinstance(thing, Reference) else thing
        index = len(self.nodes)
        if isinstance(name, str) and name in self.named:
            self.turns.setdefault(name, set()).add(turn)
            if name in self.places:
                return self.places[name]
            self.places[name] = index
            thing, label = self.named[name], name
        if index >= NODES:
            raise GameError(f"more than {NODES:,} nodes, too many for a tree; write rules instead")
        self.nodes.append(None)
        stack.append((index, thing, turn, label))
        return index

    def _check_turns(self) -> None:
        """At nodes that follow several others one player is to move, however they are reached."""
        for name, turns in self.turns.items():
            if len(turns) > 1 and self.places[name] in self.implied:
                raise GameError(
                    f"node {name}: reached with different players to move; say who moves there"
                )

    def _check_end(self) -> None:
        """From no node does a way lead back to it."""
        if not self.named:
            return
        state: dict[int, bool] = {}
        stack: list[tuple[int, bool]] = [(0, False)]
        while stack:
            index, ready = stack.pop()
            node = self.nodes[index]
            assert node is not None
            if ready:
                state[index] = True
            elif index not in state:
                state[index] = False
                stack.append((index, True))
                stack.extend((child, False) for child in node.children)
            elif not state[index]:
                raise Endless(
                    f"node {node.name}: its successors lead back to it; a tree has no cycles, but "
                    "game_graph may"
                )

    def _node(self, thing: Any, turn: int, label: str, index: int) -> tuple[TreeNode, list[Any]]:
        thing = usual(thing)
        if isinstance(thing, list) and not thing:
            raise GameError(f"node {label}: a list of moves is empty; a leaf is a number")
        if isinstance(thing, list) and not self._is_paid(thing):
            thing = {"children": thing}
        if isinstance(thing, Mapping):
            node = thing if KEYS & thing.keys() else {"children": thing}
            return self._from_dict(node, turn, label, index)
        if isinstance(thing, str) and not self.named and _LETTER.fullmatch(thing.strip()):
            thing = UnknownLeaf(thing.strip())
        if isinstance(thing, UnknownLeaf):
            if thing.name in self.values:
                return self._node(self.values[thing.name], turn, thing.name, index)
            return TreeNode(thing.name, OVER), []
        return TreeNode(label, OVER, payoffs=self._payoffs(thing, label)), []

    def _from_dict(
        self, thing: Mapping[str, Any], turn: int, label: str, index: int
    ) -> tuple[TreeNode, list[Any]]:
        name = str(thing.get("name", thing.get("id", label)))
        for key in thing:
            if key not in KEYS and key not in BESIDE and key not in SHORT:
                near = did_you_mean(str(key), KEYS)
                raise GameError(f"node {name}: unknown key {key!r:.40}{near}")
        if "options" in thing:
            thing = self._pooled(thing, name)
        children = _by_move(thing) or first_of(thing, CHILDREN)
        paid = first_of(thing, PAID)
        guess = first_of(thing, (*ESTIMATE, *SHORT), paid if children else None)
        estimate = () if guess is None else self._payoffs(guess, name)
        if not children:
            if _is_unknown(paid) or (paid is None and any(key in thing for key in PAID)):
                said = name if paid is None or paid.strip() == "?" else paid.strip()
                return self._node(UnknownLeaf(said), turn, name, index)
            if paid is None:
                raise GameError(f"node {name}: it has neither children nor a value")
            return TreeNode(name, OVER, payoffs=self._payoffs(paid, name), estimate=estimate), []
        labels, below, found = self._children(children, name)
        listed = thing.get("probabilities")
        weighted = listed is not None or None not in found
        player = self._player(thing, CHANCE if weighted else turn, name, index)
        infoset = str(first_of(thing, INFOSET, ""))
        weights: tuple[Number, ...] = ()
        if player == CHANCE:
            below, weights, infoset = *_outcomes(labels, below, found, listed, name), ""
        elif weighted or any(p is not None for p in found):
            raise GameError(
                f"node {name}: its moves have probabilities, but it is not a chance node"
            )
        node = TreeNode(name, player, (), labels, weights, (), estimate, _noisy(children), infoset)
        return node, below

    def _is_paid(self, thing: list[Any]) -> bool:
        """Whether a list holds what each of more than two players gets, which no number can."""
        return (self.given or 0) > 2 and all(map(_is_number, thing))

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

    def _player(self, thing: Mapping[str, Any], turn: int, name: str, index: int) -> int:
        said = first_of(thing, PLAYER)
        if said is None and not any(key in thing for key in PLAYER):
            if turn != CHANCE:
                self.implied.add(index)
            return turn
        word = str(said).strip().lower()
        if word in self.names and not isinstance(said, bool):
            said = self.names.index(word)
        elif isinstance(said, str) and word.isdigit():
            said = int(word)
        elif isinstance(said, str):
            self.words.add(word)
            meant = self._by_word(word)
            if meant is None:
                raise GameError(f"node {name}: unknown player {said!r}; write 0, 1, max, min")
            if meant == OVER:
                raise GameError(f"node {name}: a leaf has no children; say who moves there")
            said = meant
        if isinstance(said, bool) or not isinstance(said, int) or said < CHANCE or said == OVER:
            raise GameError(f"node {name}: {said!r} is not a player; write 0, 1, max, min, chance")
        player = int(said)
        if word.isdigit():
            self.numbers.add(player)
        self.most = max(self.most, player + 1)
        return player

    def _by_word(self, word: str) -> int | None:
        """A player by a word of the field, a digit, or a letter: A is the first of several."""
        if word in TURN:
            return TURN[word]
        if word.lstrip("-").isdigit():
            return int(word)
        number_ = word.removeprefix("player").removeprefix("p").strip(" _-")
        if number_ != word and number_.isdigit() and int(number_) > 0:
            return int(number_) - 1
        if not self.names and len(word) == 1 and "a" <= word <= "h":
            return ord(word) - ord("a")
        return None

    def _children(
        self, children: Any, name: str
    ) -> tuple[tuple[str, ...], list[Any], tuple[Number | None, ...]]:
        """The moves, what follows them, and the probabilities that are given with them."""
        if not isinstance(children, (Mapping, list, tuple)):
            raise GameError(f"node {name}: its children are {children!r}; write a list or a dict")
        by_move = isinstance(children, Mapping)
        pairs = children.items() if isinstance(children, Mapping) else enumerate(children, 1)
        labels, below, weights = [], [], []
        for word, child in pairs:
            label, inner, weight = self._child(child)
            if label is None:
                label = str(word) if by_move else _name_of(inner, str(word), self.named)
            labels.append(label)
            below.append(inner)
            weights.append(None if weight is None else number(weight, f"node {name}, probability"))
        return tuple(labels), below, tuple(weights)

    def _child(self, child: Any) -> tuple[str | None, Any, Any]:
        """A child with its move and its probability, however they stand together."""
        if isinstance(child, Mapping):
            label = first_of(child, MOVE)
            said = None if label is None else str(label)
            return said, first_of(child, BELOW, child), first_of(child, WEIGHT)
        if isinstance(child, (list, tuple)) and _is_pair(child) and child[0] not in self.named:
            return str(child[0]), child[-1], child[1] if len(child) == 3 else None
        return None, child, None

    def _payoffs(self, paid: Any, name: str) -> tuple[Number, ...]:
        if isinstance(paid, Mapping):
            paid = self._by_player(paid, name)
        if isinstance(paid, (tuple, list)):
            if any(isinstance(x, (tuple, list, Mapping)) for x in paid):
                raise GameError(f"node {name}: a tuple holds payoffs; write moves as a list")
            self.most = max(self.most, len(paid))
            return tuple(whole(number(x, f"node {name}")) for x in paid)
        value = whole(number(paid, f"node {name}"))
        return (value,) if self.given == 1 else (value, -value)

    def _by_player(self, paid: Mapping[Any, Any], name: str) -> tuple[Any, ...]:
        """Payoffs that stand with the names of the players, in the order of these."""
        found: dict[int | None, Any] = {}
        for word, value in paid.items():
            called = str(word).strip().lower()
            who = self.names.index(called) if called in self.names else self._by_word(called)
            found[who] = value
        if len(found) < len(paid) or set(found) != set(range(self.given or len(paid))):
            shown = ", ".join(map(str, paid))
            raise GameError(f"node {name}: it has payoffs of {shown}; give each player one")
        return tuple(found[who] for who in sorted(found, key=lambda who: who or 0))

    def _from_zero(self, nodes: list[TreeNode]) -> list[TreeNode]:
        """The nodes with players counted from 0, where the numbers count from 1.

        That is where all movers have numbers, and no one is 0.
        """
        count = self.given or max(2, *(len(node.payoffs) for node in nodes), *self.numbers)
        is_mixed = self.names or self.implied or self.words - _CHANCE
        if is_mixed or not self.numbers or 0 in self.numbers:
            return nodes
        if max(self.numbers) > count:
            raise GameError(f"there is no player {max(self.numbers)}; they are 1 to {count}")
        self.most = count
        self.from_one = True
        return [replace(n, player=n.player - 1) if n.player > 0 else n for n in nodes]

    def finish(self, title: str) -> GameTree:
        nodes = self._from_zero([node for node in self.nodes if node is not None])
        players = self.given or max(2, self.most)
        ends = [node for node in nodes if node.player == OVER and node.payoffs]
        for node in nodes:
            if node.player == OVER and node.payoffs and len(node.payoffs) != players:
                raise GameError(
                    f"node {node.name}: {count_of(len(node.payoffs), 'payoff')} in a game of "
                    f"{count_of(players, 'player')}"
                )
            if node.player >= players:
                raise GameError(f"node {node.name}: there is no player {node.player}")
        nodes = _only_shared(nodes)
        _check_infosets(nodes)
        zero = players == 2 and all(_is_zero(sum(node.payoffs)) for node in ends)
        sides = ("MAX", "MIN") if players == 2 and {"max", "min"} & self.words else ()
        first = 0 if self.numbers and not self.from_one else 1
        return GameTree(nodes, players, zero, title, self.shown or sides, first)


def _is_unknown(paid: Any) -> bool:
    """Whether a leaf has a letter or a question mark in place of its value."""
    return isinstance(paid, str) and (paid.strip() == "?" or bool(_LETTER.fullmatch(paid.strip())))


def _by_move(thing: Mapping[str, Any]) -> list[Any] | None:
    """``"moves"`` that are all ``[word, node]`` or ``[word, probability, node]``."""
    moves = thing.get("moves")
    if not isinstance(moves, (list, tuple)) or not all(
        isinstance(move, (list, tuple)) and len(move) in (2, 3) and isinstance(move[0], str)
        for move in moves
    ):
        return None
    return [
        {"move": move[0], "node": move[-1], **({"p": move[1]} if len(move) == 3 else {})}
        for move in moves
    ]


def _outcomes(
    labels: tuple[str, ...],
    below: list[Any],
    found: tuple[Number | None, ...],
    listed: Any,
    name: str,
) -> tuple[list[Any], tuple[Number, ...]]:
    """What chance may do; the probabilities stand with the children, or in a list of their own."""
    if listed is not None:
        found = _listed(labels, listed, name)
    elif all(p is None for p in found) and all(map(_is_weighted, below)):
        found = tuple(number(child[0]) for child in below)
        below = [child[1] for child in below]
    missing = [word for word, p in zip(labels, found, strict=True) if p is None]
    if missing:
        raise GameError(
            f"node {name}: outcome {missing[0]} of chance has no probability p; in a tree typed as "
            "text write chance(1/3: 4, 2/3: 0), or avg(4, 0) for equally likely outcomes"
        )
    weights = tuple(p for p in found if p is not None)
    _check_weights(weights, name)
    return below, weights


def _listed(labels: tuple[str, ...], listed: Any, name: str) -> tuple[Number, ...]:
    """Probabilities in the order of the outcomes, or by the names of these."""
    if isinstance(listed, Mapping):
        named = {str(word): p for word, p in listed.items()}
        if set(named) != set(labels):
            odd = ", ".join(sorted(set(named) ^ set(labels)))
            raise GameError(f"node {name}: outcomes and probabilities do not match: {odd}")
        listed = [named[word] for word in labels]
    if not isinstance(listed, (list, tuple)):
        raise GameError(f"node {name}: its probabilities are {listed!r}; write a list or a dict")
    if len(listed) != len(labels):
        raise GameError(
            f"node {name}: {count_of(len(listed), 'probability')} for "
            f"{count_of(len(labels), 'outcome')}"
        )
    return tuple(number(p, f"node {name}, probability") for p in listed)


def _is_zero(total: Any) -> bool:
    return bool(total == 0)


def _check_weights(weights: tuple[Number, ...], name: str) -> None:
    total: Any = sum(weights)
    if any(w < 0 for w in weights):
        raise GameError(f"node {name}: a probability is negative")
    if not is_one(total):
        raise GameError(f"node {name}: its probabilities add up to {show(total)}, not 1")


def _only_shared(nodes: Sequence[TreeNode]) -> list[TreeNode]:
    """The nodes, where an information set of one node hides nothing and is left out."""
    sizes = Counter((node.player, node.infoset) for node in nodes)
    return [
        replace(node, infoset="")
        if node.infoset and sizes[node.player, node.infoset] == 1
        else node
        for node in nodes
    ]


def _check_infosets(nodes: Sequence[TreeNode]) -> None:
    """Nodes that look alike have the same player and the same moves."""
    first: dict[tuple[int, str], TreeNode] = {}
    for node in nodes:
        if node.infoset:
            other = first.setdefault((node.player, node.infoset), node)
            if other.labels != node.labels:
                raise GameError(
                    f"nodes {other.name} and {node.name} are in one information set, "
                    f"{node.infoset}, but have different moves; list the same ones in order"
                )


def _is_weighted(child: Any) -> bool:
    """Whether this is a pair of a probability and a node."""
    return (
        isinstance(child, (list, tuple))
        and len(child) == 2
        and _is_number(child[0])
        and 0 <= Fraction(child[0]) <= 1
    )


def _is_word(thing: Any) -> bool:
    """Whether this is text, and neither a number nor one of those that no one can be paid."""
    if not isinstance(thing, str) or is_head(thing) or _is_number(thing):
        return False
    try:
        float(thing)
    except ValueError:
        return True
    return False


def _is_number(thing: Any) -> bool:
    if isinstance(thing, (tuple, list, Mapping)):
        return False
    try:
        number(thing)
    except GameError:
        return False
    return True


def _name_of(child: Any, word: str, named: Mapping[str, Any]) -> str:
    """A move without a name is called after the node that it leads to, where that has one."""
    return child if isinstance(child, str) and child in named else word


def _noisy(children: Any) -> tuple[bool, ...]:
    """Which children follow a noisy move."""
    listed = children.values() if isinstance(children, Mapping) else children
    return tuple(isinstance(child, Mapping) and bool(child.get("noisy")) for child in listed)
