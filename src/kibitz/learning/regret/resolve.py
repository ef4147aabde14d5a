"""Subgame re-solving: play a part of a game better, and never worse.

A subgame is a set of nodes that no one can mistake for nodes outside. Around it stands a solved
trunk. The player's strategy inside is found again in a small game of its own, in which the opponent
first chooses with which knowledge to come in, and is charged what that was worth against the old
strategy; so what the opponent gains there is how much the new strategy concedes more, and the
solution keeps it as far below zero as can be. Burch, Johanson and Bowling, *Solving imperfect
information games using decomposition* (2014); Moravčík, Schmid, Ha, Hladík and Gaukrodger,
*Refining subgames in large imperfect information games* (2016).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.extensive.amounts import scaled
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import best_response, realization
from kibitz.extensive.methods.zero_sum import (
    needs_zero_sum_and_recall,
    require_zero_sum,
    zero_sum,
)
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.tree import CHANCE, from_preorder, leaf_order
from kibitz.pictures import Picture

MOST_NODES = 200_000
"""Larger subgames are left as they are by :func:`refine`."""


@dataclass(frozen=True, eq=False)
class Resolved(Solution, kind="resolved"):
    """A profile with one player's part of a subgame found again."""

    game: ExtensiveGame
    player: int
    profile: Profile
    before: Number
    """What the opponent could get against the player's old strategy."""
    after: Number
    """What the opponent can get now."""
    margin: Number
    """By how much less the opponent gets wherever it comes in, weighed by how often; not below 0"""
    nodes: int
    """How many nodes the subgame has."""
    old: Profile | None = None
    """The profile before."""

    @property
    def method(self) -> str:
        return f"re-solving a subgame of {count_of(self.nodes, 'node')}"

    @property
    def exact(self) -> bool:
        return self.profile.exact

    def explain(self) -> Explanation:
        """What the opponent could get, before and now."""
        steps = Step("The subgame", str(self)), Step("The proof", self.verify().prose())
        return Explanation(self.game.title or "Re-solving", steps)

    def draw(self) -> Picture:
        """The tree with the new strategies."""
        from kibitz.extensive.draw import draw_solution

        return draw_solution(self)

    def __str__(self) -> str:
        return (
            f"{self.game.players[1 - self.player]} gets at most {show(self.after)}, "
            f"{show(self.before)} before\nfound by re-solving a subgame of "
            f"{count_of(self.nodes, 'node')}"
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "game": self.game.title,
            "player": self.game.players[self.player],
            "before": plain(self.before),
            "after": plain(self.after),
            "margin": plain(self.margin),
            "nodes": self.nodes,
            "strategies": self.profile.to_json(),
            "strategies_before": (self.old or self.profile).to_json(),
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: ExtensiveGame, data: dict[str, Any]) -> Resolved:
        claim = Claim(data)
        new, old = (game.profile(claim.raw(k)) for k in ("strategies", "strategies_before"))
        numbers = (claim.number(key) for key in ("before", "after", "margin"))
        before, after, margin = numbers
        who = game.player(claim.text("player"))
        return cls(game, who, new, before, after, margin, claim.count("nodes"), old)


def subgame(game: ExtensiveGame, infoset: str | int) -> Any:
    """The smallest subgame around an information set, as a mask over nodes.

    Whatever follows is inside, and of each information set all nodes or none.
    """
    number = game.find(infoset) if isinstance(infoset, str) else infoset
    tree = game.tree
    inside = np.zeros(len(tree), bool)
    inside[game.members[number]] = True
    sets = np.zeros(game.infosets + 1, bool)
    while True:
        _mark_below(tree, inside)
        met = np.zeros(game.infosets + 1, bool)
        met[tree.infoset[inside]] = True
        met[-1] = False
        if (met == sets).all():
            return inside
        sets = met
        inside |= met[tree.infoset]


def _mark_below(tree: Any, inside: Any) -> None:
    for level in range(1, len(tree.levels) - 1):
        here = slice(int(tree.levels[level]), int(tree.levels[level + 1]))
        inside[here] |= inside[tree.parent[here]]


@method(
    ExtensiveGame,
    "resolve-subgame",
    finds="a strategy of one player that is no worse, by re-solving a subgame",
    cost="a linear program of the size of the subgame",
    reference="Burch, Johanson and Bowling 2014; Moravcik et al. 2016",
    applies=needs_zero_sum_and_recall,
    aliases=("resolve",),
)
def resolve_subgame(
    game: ExtensiveGame,
    profile: Profile,
    infoset: str | int,
    player: str | int,
) -> Resolved:
    """Find a player's strategy again in the subgame around an information set, by a linear program.

    The answer is exact when the profile is. Should rounding make the new strategy worse, the old
    one is kept.

    Parameters
    ----------
    game : ExtensiveGame
        The game.
    profile : Profile
        Strategies of all players.
    infoset : str or int
        An information set of the subgame.
    player : str or int
        The player whose strategy is found again.

    Returns
    -------
    Resolved
        A strategy of one player that is no worse, with a subgame solved again.

    Notes
    -----
    Cost: a linear program of the size of the subgame.

    References
    ----------
    Burch, Johanson and Bowling 2014; Moravcik et al. 2016.
    """
    require_zero_sum(game)
    who = game.player(player)
    return _resolved(game, profile, subgame(game, infoset), who)


def refine(
    game: ExtensiveGame, profile: Profile, player: str | int, most: int = MOST_NODES
) -> Profile:
    """Re-solve one subgame after another, the largest of up to ``most`` nodes, from the root on."""
    require_zero_sum(game)
    who = game.player(player)
    done = np.zeros(game.infosets, bool)
    for infoset in range(game.infosets):
        if done[infoset]:
            continue
        inside = subgame(game, infoset)
        if inside.sum() > most or inside[0]:
            continue
        sets = game.tree.infoset[inside]
        done[sets[sets >= 0]] = True
        profile = _resolved(game, profile, inside, who).profile
    return profile


def _resolved(game: ExtensiveGame, profile: Profile, inside: Any, who: int) -> Resolved:
    before = best_response(game, 1 - who, profile).value
    gadget = _Gadget(game, profile, inside, who)
    nodes = int(inside.sum())
    if not gadget.classes:
        return Resolved(game, who, profile, before, before, 0 * before, nodes, profile)
    found = zero_sum(gadget.game, exact=profile.exact and gadget.game.exact)
    new = gadget.insert(found.profile)
    after = best_response(game, 1 - who, new).value
    if after > before:
        new, after = profile, before
    return Resolved(game, who, new, before, after, found.payoffs[who], nodes, profile)


class _Gadget:
    """The small game: the opponent chooses how to come in, at the price of what that was worth."""

    def __init__(self, game: ExtensiveGame, profile: Profile, inside: Any, who: int) -> None:
        self.original, self.profile, self.who = game, profile, who
        self.inside = inside
        tree = game.tree
        outer = np.append(inside, False)[tree.parent]
        self.roots = np.flatnonzero(inside & ~outer).tolist()
        self.reach = self._reach()
        self.classes = self._classes()
        if self.classes:
            self.game = self._build()

    def _reach(self) -> dict[int, Any]:
        """How likely chance and the player make each root."""
        game, tree = self.original, self.original.tree
        found = {}
        for root in self.roots:
            share: Any = Fraction(1) if self.profile.exact else 1.0
            path = tree.path(root)
            for above, node in pairwise(path):
                if tree.actor[above] == CHANCE:
                    share = share * game.probability(node)
                elif tree.actor[above] == self.who:
                    first = game.offset[tree.infoset[above]]
                    share = share * self.profile.weights[first + tree.move[node]]
            found[root] = share
        return found

    def _classes(self) -> list[list[int]]:
        """Roots that the opponent may take for one another, where the player ever comes."""
        tree, leader = self.original.tree, np.arange(len(self.original.tree))
        home = np.full(len(tree), -1, np.int64)
        home[self.roots] = self.roots
        for node in np.flatnonzero(self.inside).tolist():
            if home[node] < 0:
                home[node] = home[tree.parent[node]]
        self.home = home

        def top(node: int) -> int:
            while leader[node] != node:
                node = int(leader[node])
            return node

        theirs = np.flatnonzero(self.inside & (tree.actor == 1 - self.who))
        first: dict[int, int] = {}
        for node in theirs.tolist():
            other = first.setdefault(int(tree.infoset[node]), int(home[node]))
            leader[top(int(home[node]))] = top(other)
        groups: dict[int, list[int]] = {}
        for root in self.roots:
            groups.setdefault(top(root), []).append(root)
        return [g for g in groups.values() if sum(self.reach[root] for root in g) > 0]

    def _worth(self) -> dict[int, Any]:
        """What each root was worth to the opponent against the old strategy, times its reach.

        The opponent's best moves inside add up over information sets, so that the sum over a
        class is what matters; it is put at the class's first root.
        """
        game, plex, who = self.original, self.original.treeplex, 1 - self.who
        plan = realization(game, self.profile)
        gains = self._inner_gains(plan)
        class_of = {root: group[0] for group in self.classes for root in group}
        worth: dict[int, Any] = {group[0]: 0 for group in self.classes}
        members = game.members
        for infosets in reversed(plex.rounds):
            for infoset in infosets[plex.owner[infosets] == who].tolist():
                node = int(members[infoset][0])
                if not self.inside[node]:
                    continue
                start, stop = game.offset[infoset : infoset + 2]
                best = max(gains[start:stop])
                parent = int(plex.parent[infoset])
                if parent != plex.empty and self._is_inside(parent):
                    gains[parent] += best
                elif int(self.home[node]) in class_of:
                    worth[class_of[int(self.home[node])]] += best
        for root, amount in self._outer_leaves(plan).items():
            if root in class_of:
                worth[class_of[root]] += amount
        return worth

    def _is_inside(self, sequence: int) -> bool:
        infoset = int(self.original.treeplex.infoset_of[sequence])
        return bool(self.inside[self.original.members[infoset][0]])

    def _leaf_amounts(self, plan: Any) -> tuple[Any, Any]:
        """The leaves inside, and what each pays the opponent times the reach of the others."""
        game, who = self.original, 1 - self.who
        leaves = np.flatnonzero(game.tree.row >= 0)
        weights, bottom = game.chance_weights
        amounts = game.amounts[:, who]
        unit: Any
        mine = plan[game.treeplex.at_leaf[:, self.who]]
        if self.profile.exact:
            unit = game.unit / bottom if game.unit is not None else Fraction(1, bottom)
            values = weights.astype(object) * amounts.astype(object) * mine * unit
        else:
            unit = (1.0 if game.unit is None else float(game.unit)) / bottom
            values = weights.astype(float) * amounts.astype(float) * mine * unit
        kept = self.inside[leaves]
        return leaves[kept], values[kept]

    def _inner_gains(self, plan: Any) -> Any:
        """What the opponent's sequences inside earn at their leaves inside."""
        game, who = self.original, 1 - self.who
        leaves, values = self._leaf_amounts(plan)
        gains = np.zeros(game.treeplex.sequences + 1, values.dtype)
        last = game.treeplex.at_leaf[game.tree.row[leaves], who]
        np.add.at(gains, last, values)
        return gains

    def _outer_leaves(self, plan: Any) -> dict[int, Any]:
        """What leaves pay at which the opponent has not moved since it came in, by root."""
        game, who = self.original, 1 - self.who
        leaves, values = self._leaf_amounts(plan)
        last = game.treeplex.at_leaf[game.tree.row[leaves], who]
        found: dict[int, Any] = {}
        for leaf, sequence, value in zip(leaves.tolist(), last.tolist(), values, strict=True):
            if sequence == game.treeplex.empty or not self._is_inside(sequence):
                root = int(self.home[leaf])
                found[root] = found.get(root, 0) + value
        return found

    def _build(self) -> ExtensiveGame:
        """The gadget as a game: the opponent's choice, chance among a class's roots, the rest."""
        game, other = self.original, 1 - self.who
        worth = self._worth()
        self.sets = np.full(game.infosets, -1, np.int64)
        self.names: list[int] = []
        self.nodes: list[tuple[int, int, int, int, int]] = [(-1, other, 0, -1, 0)]
        self.payoffs: list[list[Any]] = []
        probabilities: list[Any] = list(game.probabilities)
        for group in self.classes:
            total = sum(self.reach[root] for root in group)
            entry = len(self.nodes)
            self.nodes.append((0, CHANCE, -1, -1, 1))
            for root in group:
                self._copy(root, entry, len(probabilities), total, worth[group[0]])
                probabilities.append(self.reach[root] / total)
        columns = np.array(self.nodes, np.int32).T
        order = leaf_order(columns[4], columns[1])
        rows = [self.payoffs[k] for k in order.tolist()]
        amounts, unit = scaled(rows) if self.profile.exact else (np.array(rows, float), None)
        owners = np.array([other, *game.owners[self.names].tolist()], np.int8)
        return ExtensiveGame(
            game.players,
            from_preorder(*columns),
            owners,
            tuple(probabilities),
            amounts,
            unit,
            _GadgetLabels(self),
            f"a subgame of {game.title}".strip(),
        )

    def _copy(self, root: int, entry: int, weight: int, total: Any, worth: Any) -> None:
        """Write a root and what follows it, depth first, below its class."""
        tree, other = self.original.tree, 1 - self.who
        stack = [(root, entry, weight, 2)]
        while stack:
            node, above, edge, depth = stack.pop()
            old = int(tree.infoset[node])
            if old >= 0 and self.sets[old] < 0:
                self.names.append(old)
                self.sets[old] = len(self.names)
            new = int(self.sets[old]) if old >= 0 else -1
            here = len(self.nodes)
            self.nodes.append((above, int(tree.actor[node]), new, edge, depth))
            if tree.row[node] >= 0:
                lost = total * self._paid(node) - worth
                self.payoffs.append([lost, -lost] if other == 0 else [-lost, lost])
            below = reversed(tree.children(node))
            stack += [(child, here, int(tree.chance[child]), depth + 1) for child in below]

    def _paid(self, leaf: int) -> Any:
        paid = self.original.payoffs(leaf)[1 - self.who]
        return paid if self.profile.exact else float(paid)

    def insert(self, profile: Profile) -> Profile:
        """The old profile with the player's new moves inside."""
        weights = self.profile.weights.copy()
        if weights.dtype == object and not profile.exact:
            weights = weights.astype(float)
        for number, infoset in enumerate(self.names, 1):
            if self.original.owners[infoset] == self.who:
                start, stop = self.original.offset[infoset : infoset + 2]
                new = profile.game.offset[number]
                weights[start:stop] = profile.weights[new : new + (stop - start)]
        return Profile(self.original, weights)


class _GadgetLabels:
    def __init__(self, gadget: _Gadget) -> None:
        self._gadget = gadget

    def infoset(self, game: ExtensiveGame, infoset: int) -> str:
        gadget = self._gadget
        return gadget.original.infoset_name(gadget.names[infoset - 1]) if infoset else "come in"

    def moves(self, game: ExtensiveGame, infoset: int) -> tuple[str, ...]:
        gadget = self._gadget
        if infoset:
            return gadget.original.moves(gadget.names[infoset - 1])
        return tuple(f"class {k + 1}" for k in range(len(gadget.classes)))

    def outcomes(self, game: ExtensiveGame, node: int) -> tuple[str, ...]:
        return tuple(str(k + 1) for k in range(len(game.tree.children(node))))

    def leaf(self, game: ExtensiveGame, node: int) -> str:
        return ""
