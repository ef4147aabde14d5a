"""Trees by hand, in a few readable lines.

>>> from kibitz.extensive import chance, decision, extensive_game
>>> game = extensive_game(
...     chance(
...         heads=("1/2", decision("Ann", "coin", bet=2, fold=-1)),
...         tails=("1/2", decision("Ann", "coin", bet=-1, fold=1)),
...     ),
...     players=("Ann", "Bob"),
... )
>>> game
<ExtensiveGame: 2 players, 7 nodes, 1 information set>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, is_one, number
from kibitz.core.spelling import count_of
from kibitz.extensive.amounts import scaled
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.node import Chance, Decision, Leaf
from kibitz.extensive.read_tree import players_in_order, read_tree
from kibitz.extensive.text import tree_from_text
from kibitz.extensive.tree import CHANCE, LEAF, from_preorder, leaf_order


@dataclass(frozen=True)
class ListedLabels:
    """Labels that were given, one by one."""

    names: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    happenings: dict[int, tuple[str, ...]]
    endings: dict[int, str]

    def infoset(self, game: ExtensiveGame, infoset: int) -> str:
        return self.names[infoset]

    def moves(self, game: ExtensiveGame, infoset: int) -> tuple[str, ...]:
        return self.choices[infoset]

    def outcomes(self, game: ExtensiveGame, node: int) -> tuple[str, ...]:
        return self.happenings[node]

    def leaf(self, game: ExtensiveGame, node: int) -> str:
        return self.endings.get(node, "")


def extensive_game(
    root: Any,
    players: Iterable[str] | int | None = None,
    title: str = "",
    notes: tuple[str, ...] = (),
) -> ExtensiveGame:
    """A game from its root: decisions, chance nodes, and payoffs at the ends.

    Nodes may also be plain data, as :mod:`kibitz.extensive.read_tree` says, and the whole tree may
    be text, as :mod:`kibitz.extensive.text` says. Without ``players`` they are those that the
    decisions name: I and II in their order, others as they appear.

    Parameters
    ----------
    root : node or str
        The root with all that follows.
    players : iterable[str] or int, optional
        The names of the players, or how many there are.
    title : str, optional
        A title for the game.
    notes : tuple[str, ...], optional
        Remarks that are kept with the game.

    Returns
    -------
    ExtensiveGame
        The game, checked.

    Examples
    --------
    >>> ends = {"player": "I", "moves": {"quit": {"payoff": [2, 2]}, "risk": {"payoff": [3, 1]}}}
    >>> extensive_game(ends).moves(0)
    ('quit', 'risk')
    >>> extensive_game("I(L: II(a: 1,2; b: 3,0); R: 2,2)").players
    ('I', 'II')
    """
    if isinstance(root, str):
        root = tree_from_text(root)
    if isinstance(root, Mapping) and ("tree" in root or "root" in root):
        players = root.get("players", players) if players is None else players
        title = title or str(root.get("title", ""))
        root = root.get("tree", root.get("root"))
    node, first = read_tree(root)
    if isinstance(players, int):
        players = tuple(f"player {k}" for k in range(first, players + first))
    if players is None:
        players = players_in_order(_named(node))
    names = None if players is None else tuple(map(str, players))
    builder = _Builder(names, first, first if isinstance(root, Mapping) else 0)
    builder.walk(node)
    return builder.finish(title, notes)


def _named(root: Any) -> list[Any]:
    """Who moves in a tree, each once."""
    players: dict[Any, None] = {}
    stack = [root]
    while stack:
        thing = stack.pop()
        if isinstance(thing, Decision):
            players[thing.player] = None
            stack.extend(child for _, child in thing.moves)
        elif isinstance(thing, Chance):
            stack.extend(child for _, _, child in thing.outcomes)
    return list(players)


class _Builder:
    """Walks a tree of nodes once, depth first and without recursion."""

    def __init__(self, players: tuple[str, ...] | None, first: int, lowest: int) -> None:
        self.fixed = players is not None
        self.first = first
        """The number in the name of the first player, where players have no other names."""
        self.lowest = lowest
        """The number of the first player at the nodes: as the data count, in Python from 0."""
        self.players = list(players or ())
        self.parent: list[int] = []
        self.actor: list[int] = []
        self.infoset: list[int] = []
        self.chance: list[int] = []
        self.depth: list[int] = []
        self.payoffs: list[tuple[Number, ...] | dict[str | int, Number]] = []
        self.ends: list[str] = []
        self.endings: list[str] = []
        self.outcomes: dict[int, tuple[str, ...]] = {}
        self.probabilities: dict[Number, int] = {}
        self.sets: dict[tuple[int, str], int] = {}
        self.owner: dict[str, int] = {}
        self.own: dict[int, int] = {}
        self.names: list[str] = []
        self.owners: list[int] = []
        self.choices: list[tuple[str, ...]] = []

    def walk(self, root: Any) -> None:
        stack: list[tuple[Any, int, int, int, str]] = [(root, -1, -1, 0, "the root")]
        while stack:
            thing, parent, weight, depth, where = stack.pop()
            node = len(self.parent)
            self.parent.append(parent)
            self.depth.append(depth)
            self.chance.append(weight)
            children = self._enter(thing, node, where)
            for label, probability, child in reversed(children):
                place = f"{where}, {label}" if parent >= 0 else label
                stack.append((child, node, probability, depth + 1, place))

    def _enter(self, thing: Any, node: int, where: str) -> list[tuple[str, int, Any]]:
        """Note a node; its children, each with its label and the number of its probability."""
        if isinstance(thing, Decision):
            player = self._player(thing.player, where)
            infoset, moves = self._infoset(thing, player, where)
            self.actor.append(player)
            self.infoset.append(infoset)
            return [(label, -1, moves[label]) for label in self.choices[infoset]]
        self.infoset.append(-1)
        if isinstance(thing, Chance):
            self.actor.append(CHANCE)
            return self._happenings(thing, node, where)
        self.actor.append(LEAF)
        self._pay(thing, where)
        return []

    def _player(self, player: str | int, where: str) -> int:
        if isinstance(player, int):
            if self.fixed and not 0 <= player < len(self.players):
                low, high = self.lowest, len(self.players) - 1 + self.lowest
                raise GameError(
                    f"{where}: there is no player {player + low}; they are {low} to {high}"
                )
            while not self.fixed and len(self.players) <= player:
                self._add_player()
            return player
        if player not in self.players:
            if self.fixed:
                hint = did_you_mean(str(player), self.players)
                raise GameError(f"{where}: unknown player {player!r}{hint}")
            self.players.append(player)
        return self.players.index(player)

    def _add_player(self) -> None:
        self.players.append(f"player {len(self.players) + self.first}")

    def _infoset(self, decision: Decision, player: int, where: str) -> tuple[int, dict[str, Any]]:
        moves = dict(decision.moves)
        if len(moves) < len(decision.moves):
            raise GameError(f"{where}: two moves of {decision.player} have the same name")
        name = decision.infoset
        if name is None:
            name = f"{self.players[player]} {self.own.get(player, 0) + 1}"
        fresh = decision.infoset is None or (player, name) not in self.sets
        if fresh:
            self._claim(name, player, decision, where)
            self.own[player] = self.own.get(player, 0) + 1
            infoset = len(self.names)
            self.sets[player, name] = infoset
            self.names.append(name)
            self.owners.append(player)
            self.choices.append(tuple(moves))
            return infoset, moves
        infoset = self.sets[player, name]
        if set(moves) != set(self.choices[infoset]):
            expected, given = ", ".join(self.choices[infoset]), ", ".join(moves)
            raise GameError(
                f"information set {name!r}: the moves are {expected} at one node and {given} at "
                f"another ({where})"
            )
        return infoset, moves

    def _claim(self, name: str, player: int, decision: Decision, where: str) -> None:
        if decision.infoset is None:
            return
        owner = self.owner.setdefault(name, player)
        if owner != player:
            raise GameError(
                f"information set {name!r} belongs to {self.players[owner]}, but at {where} to "
                f"{self.players[player]}; give it one owner"
            )

    def _happenings(self, chance: Chance, node: int, where: str) -> list[tuple[str, int, Any]]:
        if not chance.outcomes:
            raise GameError(f"{where}: chance is to move, but there are no outcomes")
        self.outcomes[node] = tuple(label for label, _, _ in chance.outcomes)
        outcomes = []
        total: Any = 0
        for label, probability, after in chance.outcomes:
            weight = number(probability, f"{where}, the probability of {label}")
            if weight < 0:
                raise GameError(f"{where}: the probability of {label} is negative: {probability}")
            total += weight
            index = self.probabilities.setdefault(weight, len(self.probabilities))
            outcomes.append((label, index, after))
        if not is_one(total):
            raise GameError(f"chance at {where}: its probabilities add up to {total}, not 1")
        return outcomes

    def _pay(self, thing: Any, where: str) -> None:
        if isinstance(thing, Leaf):
            payoffs, name = thing.payoffs, thing.name
        elif isinstance(thing, (tuple, list)):
            payoffs, name = tuple(thing), ""
        elif thing is None or isinstance(thing, Mapping):
            raise GameError(f"{where}: the game ends here, but no payoffs are given")
        else:
            payoffs, name = (thing,), ""
        if isinstance(payoffs, Mapping):
            self.payoffs.append(
                {who: number(x, f"{where}, payoff of {who}") for who, x in payoffs.items()}
            )
        else:
            read = (number(x, f"{where}, payoff {k}") for k, x in enumerate(payoffs, 1))
            self.payoffs.append(tuple(read))
        self.ends.append(where)
        self.endings.append(name)

    def finish(self, title: str, notes: tuple[str, ...] = ()) -> ExtensiveGame:
        for paid, where in zip(self.payoffs, self.ends, strict=True):
            for who in paid if isinstance(paid, dict) else ():
                self._payee(who, where)
        most = max(map(len, self.payoffs))
        while len(self.players) < most and not self.fixed:
            self._add_player()
        rows = [self._row(*end, most) for end in zip(self.payoffs, self.ends, strict=True)]
        actor, depth = np.array(self.actor), np.array(self.depth)
        tree = from_preorder(
            np.array(self.parent), actor, np.array(self.infoset), np.array(self.chance), depth
        )
        order = np.argsort(depth, kind="stable")
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        amounts, unit = scaled([rows[k] for k in leaf_order(depth, actor)])
        ends = np.flatnonzero(actor == LEAF)
        labels = ListedLabels(
            tuple(self.names),
            tuple(self.choices),
            {int(place[node]): words for node, words in self.outcomes.items()},
            {int(place[n]): w for n, w in zip(ends, self.endings, strict=True) if w},
        )
        owners = np.array(self.owners, np.int8)
        return ExtensiveGame(
            tuple(self.players),
            tree,
            owners,
            tuple(self.probabilities),
            amounts,
            unit,
            labels,
            title,
            notes,
        )

    def _payee(self, who: str | int, where: str) -> int:
        """The number of a player who is paid by name; players without names have numbers."""
        counted = any(name.startswith("player ") for name in self.players)
        if isinstance(who, str) and who.isdecimal() and who not in self.players and counted:
            who = int(who) - self.first
        return self._player(who, where)

    def _row(
        self, paid: tuple[Number, ...] | dict[str | int, Number], where: str, most: int
    ) -> tuple[Number, ...]:
        players = len(self.players)
        if isinstance(paid, dict):
            known = {self._payee(who, where): x for who, x in paid.items()}
            absent = [name for k, name in enumerate(self.players) if k not in known]
            if absent:
                raise GameError(f"{where}: no payoff is given for {', '.join(absent)}")
            return tuple(known[k] for k in range(players))
        if len(paid) == 1 and players == 2 and (most == 1 or not paid[0]):
            return (paid[0], -paid[0])
        if len(paid) != players:
            many = f"{len(paid)} number" + "s" * (len(paid) != 1)
            raise GameError(
                f"{where}: this leaf pays {many} in a game of {count_of(players, 'player')}; "
                "give one each"
            )
        return paid
