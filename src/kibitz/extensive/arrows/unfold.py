"""The arrow from rules to a tree: every play of a game, written out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from kibitz.core.compiling.ahead import would_load_numba
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.extensive.amounts import scaled
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.kernels import unfold as kernels
from kibitz.extensive.tree import LEAF, Tree, from_preorder, leaf_order
from kibitz.rules.compile.machine import Machine, by_python, is_at_hand, machine
from kibitz.rules.compile.run import run
from kibitz.rules.game import CHANCE, OVER, Rules
from kibitz.rules.kernels import hash_table
from kibitz.rules.one_by_one import OneByOne
from kibitz.rules.trees.size_sign import is_surely_larger

ALGORITHM = (hash_table, kernels)
MOST_NODES = 50_000_000
SMALL, TINY = 20_000, 1_000
"""Up to so many nodes Python is done before a compiler would be, and before Numba is loaded."""
DEEPEST, MARGIN = 4096, 64


@dataclass(frozen=True, slots=True)
class Size:
    """How large the tree of a game is."""

    nodes: int
    leaves: int
    decisions: int
    chance_moves: int
    depth: int
    is_complete: bool
    """False when counting stopped at the limit: the tree is larger than this."""

    def __str__(self) -> str:
        nodes = count_of(self.nodes, "node")
        if not self.is_complete:
            return f"more than {nodes}"
        return f"{nodes}, {count_of(self.leaves, 'leaf')}, depth {self.depth}"


def tree_size(rules: Rules | ExtensiveGame, most: int = MOST_NODES) -> Size:
    """Count the nodes of the tree, up to a limit, without building it.

    Parameters
    ----------
    rules : Rules or ExtensiveGame
        A game with moves, or a tree.
    most : int, default MOST_NODES
        Where to stop counting.

    Returns
    -------
    Size
        The number of nodes, leaves and decisions, and the depth.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> print(tree_size(TakeAway(5)))
    28 nodes, 13 leaves, depth 5
    """
    if isinstance(rules, ExtensiveGame):
        tree = rules.tree
        leaves, drawn = int((tree.actor == LEAF).sum()), tree.actor[tree.parent[1:]] < LEAF
        decisions = int((tree.actor >= 0).sum())
        return Size(len(tree), leaves, decisions, int(drawn.sum()), tree.depth, True)
    return _measured(rules, most)[1]


def unfold(rules: Rules, most: int = MOST_NODES) -> ExtensiveGame:
    """The tree of a game, counted first, and refused when it has more than ``most`` nodes.

    ``information_state`` names the information set of a position; where the rules do not define
    it, information is perfect and each node is an information set. Simultaneous moves follow one
    another unseen. About two million
    nodes a second for rules that compile.

    Parameters
    ----------
    rules : Rules
        A game with moves.
    most : int, default MOST_NODES
        The largest number of nodes allowed.

    Returns
    -------
    ExtensiveGame
        The tree.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> unfold(TakeAway(5))
    <ExtensiveGame TakeAway: 2 players, 28 nodes, 15 information sets>
    """
    if not isinstance(rules, Rules):
        raise GameError(
            f"cannot unfold this {type(rules).__name__}; give rules, such as kibitz.game('leduc')"
        )
    with by_python(rules, *ALGORITHM):
        made, size = _measured(rules, most)
        if not size.is_complete:
            raise GameError(
                f"{rules.name}: the tree has more than {count_of(most, 'node')}; unfold a "
                "smaller game, or "
                "use a search that does not unfold it"
            )
        tree = _write(made, size)
    if tree.unit is None and made.is_compiled and size.nodes <= SMALL:
        tree = _write(machine(made.rules, *ALGORITHM, compiled=False), size)
    return tree


def _measured(rules: Rules, most: int) -> tuple[Machine, Size]:
    """The size of the tree, and what will write it: Python when it is small and not compiled."""
    rules = OneByOne(rules) if rules.has("choices") else rules
    soon = is_at_hand(rules, *ALGORITHM)
    if soon and would_load_numba():  # a tiny tree is sooner written
        made = machine(rules, *ALGORITHM, compiled=False)
        size = _measure(made, min(most, TINY))
        if size.is_complete:
            return made, size
    made = machine(rules, *ALGORITHM, compiled=soon)
    if most > SMALL and is_surely_larger(rules, most):
        if rules.longest is None:
            _measure(made, DEEPEST + 2 * MARGIN)  # far enough to see that a game never ends
        return made, Size(most, 0, 0, 0, 0, False)
    size = _measure(made, most if soon else min(most, SMALL))
    if not (soon or size.is_complete) and most > SMALL:
        made = machine(rules, *ALGORITHM)
        size = _measure(made, most)
    return made, size


def _measure(made: Machine, most: int) -> Size:
    deepest = min(DEEPEST, made.rules.longest or DEEPEST) + MARGIN
    buffer = np.zeros((deepest, made.rules.most_moves), np.int64)
    top, bottom = np.zeros(made.rules.most_moves), np.zeros(made.rules.most_moves)
    control = np.zeros(9, np.int64)
    control[kernels.LIMIT] = most
    start = made.encode(made.rules.start())
    run(lambda: made.measure(start, 0, buffer, top, bottom, control), control, label="counting")
    if control[kernels.TROUBLE] == kernels.TOO_DEEP:
        raise GameError(
            f"{made.rules.name}: a game lasts for more than {count_of(deepest, 'move')}; end "
            "it by a rule for "
            "repetition or length"
        )
    if control[kernels.TROUBLE] == kernels.MOVES_AT_ONCE:
        raise GameError(
            f"{made.rules.name}: players move simultaneously, but there is no choices()"
        )
    return Size(
        int(control[kernels.NODES]),
        int(control[kernels.LEAVES]),
        int(control[kernels.DECISIONS]),
        int(control[kernels.EDGES]),
        int(control[kernels.DEEPEST]),
        not control[kernels.STOP],
    )


def _write(made: Machine, size: Size) -> ExtensiveGame:
    rules, nodes = made.rules, size.nodes
    plies = size.depth + 1
    slots = 1 << max(4, (2 * size.decisions).bit_length())
    parent, edge, infoset = (np.zeros(nodes, np.int32) for _ in range(3))
    actor, depths = np.zeros(nodes, np.int8), np.zeros(nodes, np.int16)
    codes = np.zeros(nodes, np.int64)
    heads = np.zeros((size.decisions + 1, made.VIEW_WORDS + 2), np.int64)
    first = np.zeros(size.decisions + 1, np.int64)
    tops, bottoms = np.zeros(size.chance_moves + 1), np.zeros(size.chance_moves + 1)
    shape = (size.leaves, rules.players)
    paid = np.zeros(shape) if made.is_compiled else np.zeros(shape, object)
    control = np.zeros(9, np.int64)
    many = rules.most_moves
    start = made.encode(rules.start())
    run(
        lambda: made.write(
            start,
            0,
            -1,
            -1,
            np.zeros((plies, many), np.int64),
            np.zeros((plies, many)),
            np.zeros((plies, many)),
            np.zeros(made.VIEW_WORDS + 1, np.int64),
            np.full(slots, -1, np.int64),
            heads,
            first,
            parent,
            actor,
            infoset,
            edge,
            depths,
            codes,
            tops,
            bottoms,
            paid,
            control,
        ),
        control,
        label="unfolding",
    )
    if control[kernels.TROUBLE] == kernels.DIFFERENT_MOVES:
        raise GameError(
            f"{rules.name}: two positions with the same information state have different "
            "moves, or list them in another order; `kibitz check` shows one"
        )
    if control[kernels.STOP]:
        raise GameError(f"{rules.name}: unfolding was stopped")
    weights, chance = _probabilities(tops, bottoms, edge)
    tree = from_preorder(parent, actor, infoset, chance, depths)
    sets = int(control[kernels.INFOSETS])
    owners = heads[:sets, made.VIEW_WORDS].astype(np.int8)
    amounts, unit = _amounts(made, paid[leaf_order(depths, actor)])
    order = np.argsort(depths, kind="stable")
    place = np.empty(nodes, np.int64)
    place[order] = np.arange(nodes)
    labels = RulesLabels(made, codes[order], place[first[:sets]])
    names = tuple(rules.player_name(k) for k in range(rules.players))
    return ExtensiveGame(names, tree, owners, weights, amounts, unit, labels, rules.name)


def _probabilities(tops: Any, bottoms: Any, edge: Any) -> tuple[tuple[Number, ...], Any]:
    """The distinct probabilities, and for each node which of them leads to it."""
    pairs = np.stack([tops, bottoms], axis=1)[: int(edge.max(initial=-1)) + 1]
    distinct, which = np.unique(pairs, axis=0, return_inverse=True) if len(pairs) else (pairs, edge)
    weights: list[Number] = [
        Fraction(int(top), int(bottom)) if bottom else float(top) for top, bottom in distinct
    ]
    chance = np.full(len(edge), -1, np.int32)
    used = edge >= 0
    chance[used] = which.reshape(-1)[edge[used]]
    return tuple(weights), chance


def _amounts(made: Machine, paid: Any) -> tuple[Any, Fraction | None]:
    if not made.is_compiled:
        return scaled(paid.tolist())
    whole = _pays_integers(made.rules) and bool((paid == np.rint(paid)).all())
    return (paid.astype(np.int64), Fraction(1)) if whole else (paid, None)


def _pays_integers(rules: Rules, games: int = 5) -> bool:
    """Whether the payoffs at the end of a few random games are integers, not floats."""
    random = Random(0)
    for _ in range(games):
        state = rules.start()
        while (player := rules.player(state)) != OVER:
            moves = (
                [move for move, _ in rules.chance(state)]
                if player == CHANCE
                else list(rules.moves(state))
            )
            state = rules.play(state, random.choice(moves))
        if any(isinstance(x, float) for x in rules.payoffs(state)):
            return False
    return True


KEPT = 1 << 16
"""Information sets whose labels are kept, since who asks for one often asks again."""


class RulesLabels:
    """Labels taken from the rules when someone asks, by playing to the place."""

    def __init__(self, made: Machine, codes: Any, first: Any) -> None:
        self.rules = made.rules
        self._meaning = made.move
        self._codes = codes
        self._first = first
        self._names: dict[int, str] = {}
        self._moves: dict[int, tuple[str, ...]] = {}
        self._last: tuple[tuple[int, ...], list[Any]] = ((0,), [self.rules.start()])

    def state(self, tree: Tree, node: int) -> Any:
        """The position at a node; as far as the way to the last one leads there, it is not new."""
        (known, before), path = self._last, tree.path(node)
        same = next((k for k, (a, b) in enumerate(zip(known, path, strict=False)) if a != b), None)
        states = before[: min(len(known), len(path)) if same is None else same]
        for below in path[len(states) :]:
            states.append(self.rules.play(states[-1], self._meaning(int(self._codes[below]))))
        self._last = path, states
        return states[-1]

    def infoset(self, game: ExtensiveGame, infoset: int) -> str:
        name = self._names.get(infoset)
        if name is None:
            state = self.state(game.tree, int(self._first[infoset]))
            name = self.rules.show_view(state, int(game.owners[infoset]))
            if len(self._names) < KEPT:
                self._names[infoset] = name
        return name

    def moves(self, game: ExtensiveGame, infoset: int) -> tuple[str, ...]:
        names = self._moves.get(infoset)
        if names is None:
            names = self.outcomes(game, int(self._first[infoset]))
            if len(self._moves) < KEPT:
                self._moves[infoset] = names
        return names

    def outcomes(self, game: ExtensiveGame, node: int) -> tuple[str, ...]:
        state = self.state(game.tree, node)
        children = game.tree.children(node)
        return tuple(
            self.rules.show_move(state, self._meaning(int(self._codes[child])))
            for child in children
        )

    def leaf(self, game: ExtensiveGame, node: int) -> str:
        return ""
