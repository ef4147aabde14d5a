"""A game tree while it is being drawn."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import number
from kibitz.core.players import next_player
from kibitz.core.spelling import count_of
from kibitz.web.models.faults import number_fault

CHANCE = "chance"
END, DECISION = "end", "decision"


@dataclass
class EditedNode:
    """An end with payoffs, a decision of a player, or a chance move."""

    id: int
    payoff: str = ""
    player: str = ""
    """Who moves; empty at an end, ``chance`` at a chance move."""
    infoset: str = ""
    moves: list[EditedMove] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """What it is."""
        if not self.player:
            return END
        return CHANCE if self.player == CHANCE else DECISION


@dataclass
class EditedMove:
    """What can be done at a node, and where it leads."""

    label: str
    child: EditedNode
    probability: str = ""


@dataclass
class EditedTree:
    """Players and a tree, with what can be done to it.

    >>> tree = EditedTree.new()
    >>> tree.add_move(0)
    >>> tree.add_move(0)
    >>> tree.node(1).payoff, tree.node(2).payoff = "1", "-1"
    >>> tree.to_json()["tree"]["moves"]
    [['a', {'payoff': ['1', '-1']}], ['b', {'payoff': ['-1', '1']}]]
    """

    players: list[str]
    root: EditedNode
    title: str = ""
    chosen: int = 0
    """The node that is worked on."""
    copied: EditedNode | None = None
    last: int = 0
    """The largest number of a node."""

    @classmethod
    def new(cls) -> EditedTree:
        """A single end, of two players."""
        return cls(["I", "II"], EditedNode(0))

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> EditedTree:
        """The tree of a game as its file says it, with nested nodes."""
        numbers = count()
        root = _read(data["tree"], numbers)
        players = [str(p) for p in data["players"]]
        return cls(players, root, str(data.get("title", "")), last=next(numbers) - 1)

    def nodes(self) -> list[EditedNode]:
        """All nodes, a node before those below it."""
        found = [self.root]
        for node in found:
            found.extend(move.child for move in node.moves)
        return found

    def node(self, number: int) -> EditedNode:
        """The node with this number; an error if it is gone."""
        for node in self.nodes():
            if node.id == number:
                return node
        raise GameError(f"node {number} is no longer in the tree")

    def has(self, number: int) -> bool:
        """Whether there is a node with this number."""
        return any(node.id == number for node in self.nodes())

    def parent(self, number: int) -> tuple[EditedNode, EditedMove] | None:
        """The node above, and the move that leads here; None at the root."""
        for node in self.nodes():
            for move in node.moves:
                if move.child.id == number:
                    return node, move
        return None

    def _new(self) -> EditedNode:
        self.last += 1
        return EditedNode(self.last)

    def add_move(self, number: int) -> None:
        """One more move at a node, and at all nodes of its information set."""
        node = self.node(number)
        if node.kind == END:
            node.player, node.payoff = self._next_player(number), ""
        labels = [move.label for move in node.moves]
        label = next(x for x in _labels() if x not in labels)
        for other in self.together(number):
            other.moves.append(EditedMove(label, self._new()))
        if node.kind == CHANCE:
            self.spread(number)

    def _next_player(self, number: int) -> str:
        """The player after the one who moved above."""
        above = self.parent(number)
        while above is not None and above[0].kind == CHANCE:
            above = self.parent(above[0].id)
        if above is None or above[0].player not in self.players:
            return self.players[0]
        k = self.players.index(above[0].player)
        return self.players[(k + 1) % len(self.players)]

    def together(self, number: int) -> list[EditedNode]:
        """The nodes of its information set."""
        node = self.node(number)
        if node.kind != DECISION or not node.infoset:
            return [node]
        same = (node.player, node.infoset)
        return [n for n in self.nodes() if (n.player, n.infoset) == same]

    def spread(self, number: int) -> None:
        """Make all outcomes of a chance move equally likely."""
        node = self.node(number)
        for move in node.moves:
            move.probability = str(Fraction(1, len(node.moves)))

    def set_player(self, number: int, player: str) -> None:
        """Let someone else, or chance, move here."""
        node = self.node(number)
        if node.kind == END:
            self.add_move(number)
            self.add_move(number)
            node = self.node(number)
        for other in self.together(number):
            other.player = player
            if player == CHANCE:
                other.infoset = ""
            for move in other.moves:
                move.probability = ""
        if player == CHANCE:
            self.spread(number)

    def make_end(self, number: int) -> None:
        """Take away all that is below a node."""
        node = self.node(number)
        node.moves.clear()
        node.player, node.infoset = "", ""

    def remove(self, number: int) -> None:
        """Take a node and its move away; in an information set, the move of all nodes."""
        above = self.parent(number)
        if above is None:
            self.make_end(number)
            return
        node, gone = above
        place = node.moves.index(gone)
        for other in self.together(node.id):
            if place < len(other.moves):
                del other.moves[place]
            if not other.moves:
                self.make_end(other.id)
        if node.kind == CHANCE and node.moves:
            self.spread(node.id)
        self.chosen = node.id

    def join(self, first: int, second: int) -> None:
        """Put two nodes, and those with them, into one information set."""
        one, two = self.node(first), self.node(second)
        if one.kind != DECISION or two.kind != DECISION:
            raise GameError("only nodes at which a player decides can share an information set")
        if len(one.moves) != len(two.moves):
            raise GameError(
                f"{_moves(len(one.moves))} here and {_moves(len(two.moves))} there; in one "
                "information set the moves are the same"
            )
        name = two.infoset or one.infoset or self._new_name(two.player)
        both = {node.id: node for node in [*self.together(first), *self.together(second)]}
        for node in both.values():
            node.player, node.infoset = two.player, name
            for move, like in zip(node.moves, two.moves, strict=True):
                move.label = like.label

    def part(self, number: int) -> None:
        """Let a player know that this node is reached."""
        self.node(number).infoset = ""

    def _new_name(self, player: str) -> str:
        taken = {node.infoset for node in self.nodes()}
        return next(name for k in count(1) if (name := f"{player}:{k}") not in taken)

    def rename(self, number: int, place: int, label: str) -> None:
        """Call a move otherwise, in the whole information set."""
        for node in self.together(number):
            node.moves[place].label = label

    def copy(self, number: int) -> None:
        """Remember a node with all that is below."""
        self.copied = deepcopy(self.node(number))

    def paste(self, number: int) -> None:
        """Put what was remembered in the place of a node."""
        if self.copied is None:
            return
        fresh = deepcopy(self.copied)
        todo = [fresh]
        for node in todo:
            node.id = self._new().id
            todo.extend(move.child for move in node.moves)
        above = self.parent(number)
        if above is None:
            self.root = fresh
        else:
            above[1].child = fresh
        self.chosen = fresh.id

    def add_player(self) -> None:
        """One more player."""
        self.players.append(next_player(self.players))

    def name_player(self, k: int, name: str) -> None:
        """Call a player otherwise."""
        for node in self.nodes():
            if node.player == self.players[k]:
                node.player = name
        self.players[k] = name

    def payoffs(self, node: EditedNode) -> list[str]:
        """What all players get at an end; of two players, one number is enough."""
        parts = [part.strip() for part in node.payoff.replace(";", ",").split(",")]
        if len(parts) == 1 and len(self.players) == 2 and number_fault(parts[0]) is None:
            return [parts[0], str(-Fraction(number(parts[0])))]
        return parts

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        wrong: dict[str, str] = {}
        for node in self.nodes():
            if node.kind == END:
                fault = self._end_fault(node)
                if fault:
                    wrong[f"payoff.{node.id}"] = fault
            labels = [move.label for move in node.moves]
            for k, move in enumerate(node.moves):
                if not move.label.strip():
                    wrong[f"label.{node.id}.{k}"] = "a name is missing"
                elif labels.index(move.label) < k:
                    wrong[f"label.{node.id}.{k}"] = f"{move.label} is used twice"
            if node.kind == CHANCE:
                wrong |= _chance_faults(node)
        return wrong

    def _end_fault(self, node: EditedNode) -> str | None:
        parts = self.payoffs(node)
        if not node.payoff.strip():
            return "payoffs are missing"
        fault = next((f for part in parts if (f := number_fault(part))), None)
        if fault is None and len(parts) != len(self.players):
            return f"{count_of(len(parts), 'payoff')} for {count_of(len(self.players), 'player')}"
        return fault

    def to_json(self) -> dict[str, Any]:
        """The game as its file says it."""
        fields = {"title": self.title} if self.title else {}
        tree = self._nested(self.root)
        return {"kind": "extensive", **fields, "players": self.players, "tree": tree}

    def _nested(self, node: EditedNode) -> dict[str, Any]:
        if node.kind == END:
            return {"payoff": self.payoffs(node)}
        if node.kind == CHANCE:
            moves = [[m.label, m.probability, self._nested(m.child)] for m in node.moves]
            return {"player": CHANCE, "moves": moves}
        fields = {"infoset": node.infoset} if node.infoset else {}
        below = [[m.label, self._nested(m.child)] for m in node.moves]
        return {"player": node.player, **fields, "moves": below}


def _chance_faults(node: EditedNode) -> dict[str, str]:
    wrong: dict[str, str] = {}
    total = Fraction(0)
    for k, move in enumerate(node.moves):
        fault = number_fault(move.probability)
        if fault:
            wrong[f"chance.{node.id}.{k}"] = fault
            continue
        total += Fraction(number(move.probability))
    if not wrong and total != 1:
        wrong[f"chance.{node.id}.{len(node.moves) - 1}"] = f"probabilities add up to {total}"
    return wrong


def _read(data: dict[str, Any], numbers: Any) -> EditedNode:
    node = EditedNode(next(numbers))
    if "payoff" in data:
        node.payoff = ", ".join(map(str, data["payoff"]))
        return node
    node.player = str(data["player"])
    node.infoset = str(data.get("infoset", ""))
    for label, *weight, child in data["moves"]:
        node.moves.append(
            EditedMove(str(label), _read(child, numbers), str(weight[0]) if weight else "")
        )
    return node


def _labels() -> Any:
    yield from "abcdefghijklmnopqrstuvwxyz"
    yield from (f"m{k}" for k in count(1))


def _moves(n: int) -> str:
    return "1 move" if n == 1 else f"{n} moves"
