"""Backward induction: games of perfect information from their ends, with chance and any players.

At its turn a player takes a move that is worth most to it, given what follows; at a chance node
everyone expects the average. Zermelo (1913), Kuhn (1953). One pass over the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from kibitz.core.claim import CLOSE, LAST
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.outcomes import profile_values
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.tree import CHANCE, LEAF

MOST_TIES = 1000


@dataclass(frozen=True, eq=False)
class Tie:
    """A node where several moves are worth the same to the player whose turn it is."""

    node: int
    player: str
    infoset: str
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.player} at {self.infoset!r} is indifferent between {', '.join(self.moves)}"


@dataclass(frozen=True, eq=False)
class SubgamePerfect(ExtensiveEquilibrium, kind="subgame-perfect"):
    """An equilibrium of every subgame, in pure strategies, with the value of every node."""

    values: Any = None
    """For each node what everybody gets from there on, in the game's unit."""
    tied: tuple[int, ...] = ()
    """The nodes where a player is indifferent between several best moves."""

    @cached_property
    def ties(self) -> tuple[Tie, ...]:
        """The ties in words, of very many the first thousand."""
        return tuple(_tie(self.game, self.values, node) for node in self.tied[:MOST_TIES])

    @property
    def path(self) -> tuple[str, ...]:
        """The moves that are played; it ends where chance moves."""
        return tuple(word for _, word in path_of(self.game, self.profile))

    @property
    def outcome(self) -> tuple[str, ...]:
        """Another name for :attr:`path`."""
        return self.path

    @property
    def is_unique(self) -> bool:
        """Whether no player is ever indifferent, so that no other solution exists."""
        return not self.tied

    @property
    def choices(self) -> dict[str, str]:
        """The move at every information set."""
        return chosen_moves(self.game, self.profile)

    def value_at(self, node: int) -> tuple[Number, ...]:
        """What each player gets from a node on."""
        row = self.values[node]
        if self.game.unit is None:
            return tuple(float(x) for x in row)
        return tuple(Fraction(x) * self.game.unit for x in row.tolist())

    @classmethod
    def _read(
        cls, game: ExtensiveGame, profile: Profile, payoffs: tuple[Number, ...], method: str
    ) -> SubgamePerfect:
        require_perfect_information(game)
        values = profile_values(game, profile)
        nodes = np.flatnonzero(game.tree.infoset >= 0).tolist()
        tied = tuple(node for node in nodes if _is_tied(game, values, node))
        return cls(game, profile, payoffs, method, values, tied)

    def __str__(self) -> str:
        lines = [super().__str__()]
        if self.path:
            lines.append("played: " + ", ".join(self.path[:20]) + (" ..." * (len(self.path) > 20)))
        if self.tied:
            ties = count_of(len(self.tied), "tie")
            lines.append(f"{ties}, so it is not the only one; {self.ties[0]}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        ties = [
            {"node": t.node, "player": t.player, "infoset": t.infoset, "moves": list(t.moves)}
            for t in self.ties
        ]
        return {
            **super().to_json(),
            "path": list(self.path),
            "choices": self.choices,
            "ties": ties,
            "unique": self.is_unique,
        }


def needs_perfect_information(game: ExtensiveGame) -> str | None:
    """Why backward induction does not apply."""
    if game.has_perfect_information:
        return None
    large = next(k for k in range(game.infosets) if len(game.members[k]) > 1)
    return (
        "backward induction needs perfect information, but at "
        f"{game.infoset_name(large)!r} {game.players[game.owners[large]]} cannot tell "
        f"{count_of(len(game.members[large]), 'node')} apart"
    )


@method(
    ExtensiveGame,
    "backward-induction",
    finds="a subgame-perfect equilibrium in pure strategies",
    cost="O(nodes)",
    reference="Zermelo 1913; Kuhn 1953",
    applies=needs_perfect_information,
)
def backward_induction(game: ExtensiveGame) -> SubgamePerfect:
    """A pure subgame-perfect equilibrium; ties go to the first move, and are reported.

    Parameters
    ----------
    game : ExtensiveGame
        A game of perfect information.

    Returns
    -------
    SubgamePerfect
        The equilibrium, with the ties that were broken.

    Notes
    -----
    Cost: O(nodes).

    References
    ----------
    Zermelo 1913; Kuhn 1953.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> stay_out = extensive_game(
    ...     decision("Entrant", out=(0, 2), enter=decision("Firm", fight=(-1, -1), share=(1, 1)))
    ... )
    >>> backward_induction(stay_out).path
    ('enter', 'share')
    """
    require_perfect_information(game)
    values, best, tied = _induce(game)
    weights = np.zeros(game.offset[-1], object if game.exact else float)
    weights[:] = Fraction(0) if game.exact else 0.0
    nodes = np.flatnonzero(game.tree.infoset >= 0)
    taken = game.offset[game.tree.infoset[nodes]] + best[nodes] - game.tree.first[nodes]
    weights[taken] = Fraction(1) if game.exact else 1.0
    root = values[0]
    payoffs = (
        tuple(float(x) for x in root)
        if game.unit is None
        else tuple(_number(x) * game.unit for x in root.tolist())
    )
    return SubgamePerfect(
        game, Profile(game, weights), payoffs, "backward induction", values, tuple(tied)
    )


@extends(ExtensiveGame)
def subgame_perfect_equilibria(game: ExtensiveGame, most: int = 1000) -> tuple[SubgamePerfect, ...]:
    """All subgame-perfect equilibria in pure strategies; refused when there are too many.

    Parameters
    ----------
    game : ExtensiveGame
        A game of perfect information.
    most : int, default 1000
        The largest number allowed.

    Returns
    -------
    tuple[SubgamePerfect, ...]
        The equilibria.

    Notes
    -----
    Cost: O(nodes) for each of them.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> second = decision("B", "b", l=(0, 1), r=(3, 1))
    >>> found = subgame_perfect_equilibria(extensive_game(decision("A", quit=(2, 2), go=second)))
    >>> [e.path for e in found]
    [('quit',), ('go', 'r')]
    """
    require_perfect_information(game)
    first = backward_induction(game)
    if not first.tied:
        return (first,)
    plans = _all_plans(game, most)
    return tuple(_equilibrium(game, plan) for plan in plans)


def require_perfect_information(game: ExtensiveGame) -> None:
    reason = needs_perfect_information(game)
    if reason is not None:
        raise GameError(reason)


def path_of(game: ExtensiveGame, profile: Profile) -> list[tuple[int, str]]:
    """Nodes and moves from the root while moves are certain; it ends where chance moves."""
    node, path = 0, []
    while int(game.tree.infoset[node]) >= 0:
        infoset = int(game.tree.infoset[node])
        row = profile.weights[game.offset[infoset] : game.offset[infoset + 1]]
        sure = [k for k, p in enumerate(row) if p == 1]
        if not sure:
            break
        path.append((node, game.moves(infoset)[sure[0]]))
        node = int(game.tree.first[node]) + sure[0]
    return path


def chosen_moves(game: ExtensiveGame, profile: Profile) -> dict[str, str]:
    """The move of largest probability at every information set."""
    chosen = {}
    for k, name in enumerate(game.infoset_names):
        row = profile.weights[game.offset[k] : game.offset[k + 1]].tolist()
        chosen[name] = game.moves(k)[row.index(max(row))]
    return chosen


def _induce(game: ExtensiveGame) -> tuple[Any, Any, list[int]]:
    """Values of all nodes, the best child of each decision, and where there are ties."""
    tree = game.tree
    exact = game.exact and game.has_chance
    kind = object if exact else game.amounts.dtype
    values = np.zeros((len(tree), len(game.players)), kind)
    leaves = np.flatnonzero(tree.actor == LEAF)
    values[leaves] = game.amounts[tree.row[leaves]]
    best = np.full(len(tree), -1, np.int64)
    tied: list[Any] = []
    for start, stop in reversed(tree.spans):
        here = np.arange(start, stop)
        _average(game, values, here[tree.actor[here] == CHANCE])
        deciding = here[tree.infoset[here] >= 0]
        if len(deciding):
            tied.append(_choose(game, values, best, deciding))
    return values, best, sorted(np.concatenate(tied).tolist()) if tied else []


def _spans(game: ExtensiveGame, nodes: Any) -> tuple[Any, Any, Any]:
    """All children of some nodes in a row, where each begins, and whose child each one is."""
    count = game.tree.count[nodes].astype(np.int64)
    starts = np.zeros(len(nodes), np.int64)
    starts[1:] = np.cumsum(count)[:-1]
    which = np.repeat(np.arange(len(nodes)), count)
    children = game.tree.first[nodes][which] + np.arange(len(which)) - starts[which]
    return children, starts, which


def _average(game: ExtensiveGame, values: Any, nodes: Any) -> None:
    if not len(nodes):
        return
    children, starts, _ = _spans(game, nodes)
    kind = object if values.dtype == object else float
    weights = np.array(game.probabilities, kind)[game.tree.chance[children]]
    values[nodes] = np.add.reduceat(values[children] * weights[:, None], starts, axis=0)


def _choose(game: ExtensiveGame, values: Any, best: Any, nodes: Any) -> Any:
    """Let the players choose at these nodes; the nodes at which they are indifferent."""
    children, starts, which = _spans(game, nodes)
    own = values[children, game.tree.actor[nodes][which]]
    top = np.maximum.reduceat(own, starts)
    hits = np.flatnonzero(own == top[which])
    _, once = np.unique(which[hits], return_index=True)
    best[nodes] = children[hits[once]]
    values[nodes] = values[best[nodes]]
    slack = rounding(game)[game.tree.actor[nodes]]
    near = np.flatnonzero(own >= (top - slack)[which])
    return nodes[np.bincount(which[near], minlength=len(nodes)) > 1]


def rounding(game: ExtensiveGame) -> Any:
    """By how much the payoffs of each player may differ and still be taken for equal.

    A billionth of their spread where there are floats, nothing otherwise; in the game's unit.
    """
    if game.exact:
        return np.zeros(len(game.players), np.int64)
    amounts = game.amounts.astype(float)
    largest = np.abs(amounts).max(axis=0, initial=0)
    return float(CLOSE) * np.ptp(amounts, axis=0) + float(LAST) * largest


def _tie(game: ExtensiveGame, values: Any, node: int) -> Tie:
    infoset, player = int(game.tree.infoset[node]), int(game.tree.actor[node])
    children = list(game.tree.children(node))
    own = [values[c, player] for c in children]
    moves = game.moves(infoset)
    least = max(own) - rounding(game)[player].item()
    equal = tuple(moves[k] for k, x in enumerate(own) if x >= least)
    return Tie(node, game.players[player], game.infoset_name(infoset), equal)


Plan = tuple[Any, dict[int, int]]
"""What a subtree is worth, and the child taken at each of its decisions."""


def _all_plans(game: ExtensiveGame, most: int) -> list[dict[int, int]]:
    plans: dict[int, list[Plan]] = {}
    for node in range(len(game.tree) - 1, -1, -1):
        plans[node] = _plans_at(game, node, plans, most)
        for child in game.tree.children(node):
            del plans[child]
    return [plan for _, plan in plans[0]]


def _plans_at(
    game: ExtensiveGame, node: int, found: dict[int, list[Plan]], most: int
) -> list[Plan]:
    actor, children = int(game.tree.actor[node]), list(game.tree.children(node))
    if actor == LEAF:
        return [(tuple(game.amounts[game.tree.row[node]].tolist()), {})]
    size = 1
    for child in children:
        size *= len(found[child])
    plans: list[Plan] = []
    if size > most:
        raise GameError(f"there are more than {most:,} subgame-perfect equilibria; allow more")
    for combined in product(*(found[child] for child in children)):
        choices = {k: v for _, plan in combined for k, v in plan.items()}
        worth = [value for value, _ in combined]
        if actor == CHANCE:
            weights = [game.probability(child) for child in children]
            mean = tuple(
                sum(p * x for p, x in zip(weights, column, strict=True))
                for column in zip(*worth, strict=True)
            )
            plans.append((mean, choices))
            continue
        top = max(value[actor] for value in worth)
        for value, child in zip(worth, children, strict=True):
            if value[actor] == top:
                plans.append((value, {**choices, node: child}))
    if len(plans) > most:
        raise GameError(f"there are more than {most:,} subgame-perfect equilibria; allow more")
    return plans


def _equilibrium(game: ExtensiveGame, plan: dict[int, int]) -> SubgamePerfect:
    weights = np.zeros(game.offset[-1], object if game.exact else float)
    weights[:] = Fraction(0) if game.exact else 0.0
    for node, child in plan.items():
        place = game.offset[game.tree.infoset[node]] + child - game.tree.first[node]
        weights[place] = Fraction(1) if game.exact else 1.0
    profile = Profile(game, weights)
    values = profile_values(game, profile)
    tied = tuple(sorted(n for n in plan if _is_tied(game, values, n)))
    unit = game.unit if game.unit is not None else 1.0
    payoffs = tuple(_number(x) * unit for x in values[0].tolist())
    return SubgamePerfect(game, profile, payoffs, "backward induction", values, tied)


def _is_tied(game: ExtensiveGame, values: Any, node: int) -> bool:
    player = game.tree.actor[node]
    own = [values[c, player] for c in game.tree.children(node)]
    least = max(own) - rounding(game)[player].item()
    return sum(bool(x >= least) for x in own) > 1


def _number(x: Any) -> Any:
    return Fraction(x) if isinstance(x, int) else x
