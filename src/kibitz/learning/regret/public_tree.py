"""Poker by its public tree: what everyone sees is walked once, with a vector of private hands.

For two players with one card each, from any deck, with any board and betting. Suits are worth the
same, so that a hand is a rank; showdowns are evaluated for all hands at once in the order of their
strength, and cards that are on the board or in the other hand are counted exactly. Johanson, Waugh,
Bowling and Zinkevich, *Accelerating best response calculation in large extensive games* (2011).
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from math import perm
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.core.system.limits import check_limits
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.profile import Profile
from kibitz.poker.table import Hand, Poker
from kibitz.rules.game import CHANCE, OVER

DECISION, DEAL, FOLD, SHOWDOWN = range(4)
MOST_ENTRIES = 500_000_000
"""Nodes times hands that are kept at most."""


@dataclass(frozen=True, eq=False)
class PublicTree:
    """The public states of a poker game as arrays, each node before its children."""

    rules: Poker
    states: tuple[Hand, ...]
    """Each public state, with placeholder cards in the hands."""
    kind: Any
    actor: Any
    parent: Any
    first: Any
    count: Any
    row: Any
    """The row of the move that leads to a node, -1 when no decision does."""
    base: Any
    """The row of a decision's first move."""
    amount: Any
    """What the first player gets where somebody folds, or the winner at a showdown."""
    board: Any
    share: Any
    left: Any
    order: Any
    rank: Any

    @property
    def rows(self) -> int:
        return int(self.row.max()) + 1

    def __len__(self) -> int:
        return len(self.states)


def public_tree(rules: Poker) -> PublicTree:
    """Walk what everyone sees.

    >>> from kibitz.poker.leduc import Leduc
    >>> len(public_tree(Leduc())), len(public_tree(Leduc(ranks=10)))
    (240, 765)
    """
    if not isinstance(rules, Poker) or rules.players != 2:
        raise GameError("a public tree needs two-player poker with one card each")
    nodes = _nodes(rules)
    columns = {
        name: np.array([node[name] for node in nodes], np.int64)
        for name in ("kind", "actor", "parent", "first", "count", "row", "base", "board")
    }
    boards: dict[tuple[int, ...], int] = {}
    for node in nodes:
        boards.setdefault(node["cards"], len(boards))
    columns["board"] = np.array([boards[node["cards"]] for node in nodes], np.int64)
    share, left, rank = _boards(rules, list(boards))
    return PublicTree(
        rules,
        tuple(node["state"] for node in nodes),
        columns["kind"],
        columns["actor"],
        columns["parent"],
        columns["first"],
        columns["count"],
        columns["row"],
        columns["base"],
        np.array([node["amount"] for node in nodes], float),
        columns["board"],
        share,
        left,
        np.argsort(rank, axis=1, kind="stable"),
        rank,
    )


def _nodes(rules: Poker) -> list[dict[str, Any]]:
    """All public states, breadth first, so that the children of each stand together."""
    start = rules.start()
    start = start._replace(cards=(0, 0, *start.cards[2:]))
    waiting = deque([(start, -1, -1)])
    nodes: list[dict[str, Any]] = []
    placed, rows = 1, 0
    while waiting:
        state, parent, row = waiting.popleft()
        if len(nodes) * rules.ranks > MOST_ENTRIES:
            raise GameError(
                f"{rules.name}: more than {len(nodes):,} public states with "
                f"{count_of(rules.ranks, 'hand')} "
                "each; take fewer ranks or raises"
            )
        node = _describe(rules, state) | {"state": state, "parent": parent, "row": row}
        moves = _continuations(rules, state, node["kind"])
        node |= {"first": placed, "count": len(moves), "base": rows}
        placed += len(moves)
        for k, move in enumerate(moves):
            own = rows + k if node["kind"] == DECISION else -1
            waiting.append((rules.play(state, move), len(nodes), own))
        rows += len(moves) if node["kind"] == DECISION else 0
        nodes.append(node)
    return nodes


def _describe(rules: Poker, state: Hand) -> dict[str, Any]:
    who = rules.player(state)
    cards = tuple(card // rules.suits for card in state.cards[2:] if card >= 0)
    kind, amount = DECISION, 0.0
    if who == CHANCE:
        kind = DEAL
    elif who == OVER:
        kind = FOLD if state.folded else SHOWDOWN
        money = float(rules.money)
        amount = float(rules.payoffs(state)[0]) if state.folded else min(state.stakes) * money
    return {"kind": kind, "actor": max(who, -1), "amount": amount, "cards": cards, "board": 0}


def _continuations(rules: Poker, state: Hand, kind: int) -> list[int]:
    if kind == DECISION:
        return list(rules.moves(state))
    if kind == DEAL:
        seen = [card // rules.suits for card in state.cards[2:] if card >= 0]
        ranks = [r for r in range(rules.ranks) if seen.count(r) < rules.suits]
        return [r * rules.suits for r in ranks]
    return []


def _boards(rules: Poker, boards: list[tuple[int, ...]]) -> tuple[Any, Any, Any]:
    """For each board: how likely it is by card, the cards left of each rank, and strengths."""
    share = np.zeros(len(boards))
    left = np.zeros((len(boards), rules.ranks))
    rank = np.zeros((len(boards), rules.ranks), np.int64)
    empty = rules.start()
    for b, board in enumerate(boards):
        count = np.bincount(np.array(board, np.int64), minlength=rules.ranks)
        ways = int(np.prod([perm(rules.suits, int(c)) for c in count]))
        share[b] = ways / perm(rules.deck, 2 + len(board))
        left[b] = rules.suits - count
        cards = [r * rules.suits for r in board]
        if len(board) == sum(rules.board):
            for hand in range(rules.ranks):
                state = empty._replace(cards=(hand * rules.suits, 0, *cards))
                rank[b, hand] = rules.strength(state, 0)
    return share, left, rank


@dataclass(eq=False)
class PublicCFR:
    """A run of CFR+ on a public tree; it can be continued.

    >>> from kibitz.poker.leduc import Leduc
    >>> run = PublicCFR(Leduc(ranks=5))
    >>> run.run(target=1e-2)
    >>> low, high = run.bounds()
    >>> high - low <= 1e-2
    True
    """

    rules: Poker
    tree: PublicTree = field(init=False)
    iterations: int = field(default=0, init=False)
    seconds: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.tree = public_tree(self.rules)
        shape = (self.tree.rows, self.rules.ranks)
        self.strategy, self.regret, self.average = np.ones(shape), np.zeros(shape), np.zeros(shape)
        self.strategy[:] = self._normalized(self.strategy)
        self._reach = np.zeros((len(self.tree), self.rules.ranks))
        self._values = np.zeros_like(self._reach)

    def _normalized(self, sums: Any) -> Any:
        """Probabilities in proportion at each decision; all moves alike where there is nothing."""
        tree, out = self.tree, np.empty_like(sums)
        for n in np.flatnonzero(tree.kind == DECISION).tolist():
            here = slice(int(tree.base[n]), int(tree.base[n] + tree.count[n]))
            total = sums[here].sum(axis=0)
            even = 1.0 / tree.count[n]
            out[here] = np.where(total > 0, sums[here] / np.where(total > 0, total, 1), even)
        return out

    def _ends(self, player: int, strategy: Any) -> None:
        from kibitz.learning.regret import public_tree_kernels as kernels

        t = self.tree
        kernels.reaches(1 - player, t.kind, t.actor, t.parent, t.row, strategy, self._reach)
        kernels.ends(
            player,
            t.kind,
            t.amount,
            t.board,
            t.share,
            t.left,
            t.order,
            t.rank,
            self._reach,
            self._values,
        )

    def step(self) -> None:
        """One iteration: both players in turn."""
        from kibitz.learning.regret import public_tree_kernels as kernels

        t = self.tree
        self.iterations += 1
        for player in range(2):
            self._ends(player, self.strategy)
            kernels.reaches(player, t.kind, t.actor, t.parent, t.row, self.strategy, self._reach)
            kernels.learn(
                player,
                self.iterations,
                t.kind,
                t.actor,
                t.first,
                t.count,
                t.base,
                self._reach,
                self.strategy,
                self.regret,
                self.average,
                self._values,
            )

    def bounds(self) -> tuple[float, float]:
        """Between these lies the value: what the two best responses to the averages leave."""
        from kibitz.learning.regret import public_tree_kernels as kernels

        t, average, most = self.tree, self._normalized(self.average), []
        for player in range(2):
            self._ends(player, average)
            most.append(kernels.best(player, t.kind, t.actor, t.first, t.count, self._values))
        return -most[1], most[0]

    @property
    def exploitability(self) -> float:
        """What both players together could gain by best responses."""
        low, high = self.bounds()
        return high - low

    def run(self, iterations: int | None = None, target: float | None = None) -> None:
        """Continue until a total number of iterations, or an exploitability."""
        check_limits(iterations=iterations, target=target)
        began, before = time.monotonic(), self.seconds
        mark = self.iterations
        with work(f"regret minimization of {self.rules.name}", iterations) as task:
            while not task.stopped and (iterations is None or self.iterations < iterations):
                if target is not None and self.iterations >= mark:
                    if self.iterations and self.exploitability <= target:
                        break
                    mark = self.iterations + max(1, self.iterations // 10)
                self.step()
                task.advance()
        self.seconds = before + time.monotonic() - began

    def profile(self, game: ExtensiveGame) -> Profile:
        """The average strategy in the unfolded tree of the same rules."""
        weights = np.zeros(int(game.offset[-1]))
        average, tree = self._normalized(self.average), self.tree
        for n in np.flatnonzero(tree.kind == DECISION).tolist():
            who, state = int(tree.actor[n]), tree.states[n]
            here = slice(int(tree.base[n]), int(tree.base[n] + tree.count[n]))
            for hand in np.flatnonzero(tree.left[tree.board[n]] > 0).tolist():
                cards = list(state.cards)
                cards[who] = hand * self.rules.suits
                view = self.rules.show_view(state._replace(cards=tuple(cards)), who)
                infoset = game.find(view, who)
                start, stop = game.offset[infoset : infoset + 2]
                weights[start:stop] = average[here, hand]
        return Profile(game, weights)
