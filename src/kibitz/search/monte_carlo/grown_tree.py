"""The tree that a Monte Carlo search has grown: visits and rewards at every node, to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show, whole
from kibitz.core.spelling import count_of
from kibitz.rules.fault import chances, mover
from kibitz.rules.game import CHANCE, OVER, Move, Position, Rules
from kibitz.rules.trees.build import GameTree
from kibitz.rules.trees.game_graph import GameGraph
from kibitz.search.monte_carlo.bandit_history import ucb_score
from kibitz.search.monte_carlo.payoff_range import with_bounds
from kibitz.search.monte_carlo.random_game import random_rewards
from kibitz.search.result import MOVES_SHOWN, SearchResult
from kibitz.search.trace import Event, Trace

Bounds = tuple[Number, Number]
Rewards = tuple[Any, ...]
"""What every player gets from one game."""
TreePolicy = Callable[[Any, int, int, bool], float]
"""Total, visits, visits of the parent, and whether the first player chooses: a child's score."""


@dataclass(eq=False)
class SearchNode:
    """A position in the tree: how often it was visited, and what each player got in all."""

    name: str
    state: Any
    player: int
    """Who is to move, or OVER or CHANCE."""
    move: Move | None = None
    """The move that leads here."""
    parent: SearchNode | None = field(default=None, repr=False)
    visits: int = 0
    totals: list[Any] = field(default_factory=list)
    children: list[SearchNode] = field(default_factory=list, repr=False)
    untried: list[Move] = field(default_factory=list, repr=False)

    @property
    def total(self) -> Any:
        """What the first player got in all."""
        return self.totals[0]

    @property
    def mean(self) -> float:
        """What the first player got on average; 0 before the first visit."""
        return float(self.totals[0]) / self.visits if self.visits else 0.0

    @property
    def path(self) -> tuple[SearchNode, ...]:
        """The nodes from the root to this one."""
        above: tuple[SearchNode, ...] = () if self.parent is None else self.parent.path
        return (*above, self)

    def nodes(self) -> Iterator[SearchNode]:
        """This node and all below it, parents first, from left to right."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def find(self, name: str) -> SearchNode:
        """The node of this name.

        Parameters
        ----------
        name : str
            The name of the node, as the tree shows it.
        """
        for node in self.nodes():
            if node.name == name:
                return node
        raise GameError(f"unknown node {name!r}")

    def add(self, rewards: Rewards) -> None:
        """One more visit, with what each player got.

        Parameters
        ----------
        rewards : Rewards
            The reward of each player.
        """
        self.visits += 1
        for k, reward in enumerate(rewards):
            self.totals[k] += reward

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "visits": self.visits,
            "total": _plain(self.total),
            "mean": self.mean,
            "children": [child.to_json() for child in self.children],
        }

    def __str__(self) -> str:
        depth = len(self.path) - 1
        return "\n".join(
            f"{'  ' * (len(node.path) - 1 - depth)}{node.name}: {show(node.total)}/{node.visits}"
            for node in self.nodes()
        )


@dataclass(frozen=True)
class Iteration:
    """One way down the tree: its nodes, the node that was added, and what the first player got."""

    path: tuple[str, ...]
    added: str | None
    reward: Any
    scores: tuple[dict[str, float], ...] = ()
    """The scores of the children wherever one of them was chosen by its score."""

    def to_json(self) -> dict[str, Any]:
        return {
            "path": list(self.path),
            "added": self.added,
            "reward": _plain(self.reward),
            "scores": [{k: _plain(v) for k, v in found.items()} for found in self.scores],
        }


@dataclass(frozen=True, slots=True)
class Tally:
    """Games that a player won, drew and lost; with more than two, whether it got most.

    >>> print(Tally(1, 0, 2).counting((1, 0), 0))
    2/0/2
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def counting(self, rewards: Sequence[Any], player: int) -> Tally:
        """With one more game, which paid so."""
        own = rewards[player]
        best = max((x for k, x in enumerate(rewards) if k != player), default=own)
        if own == best:
            return Tally(self.wins, self.draws + 1, self.losses)
        won = own > best
        return Tally(self.wins + won, self.draws, self.losses + (not won))

    def to_json(self) -> dict[str, int]:
        return {"wins": self.wins, "draws": self.draws, "losses": self.losses}

    def __str__(self) -> str:
        return f"{self.wins:,}/{self.draws:,}/{self.losses:,}"


@dataclass(frozen=True)
class TreeResult(SearchResult):
    """The answer of a search that grew a tree, with the tree."""

    root: SearchNode = field(kw_only=True, compare=False)
    iterations: tuple[Iteration, ...] = field(default=(), compare=False)
    """Every way down, where a trace was asked for."""
    tallies: dict[Move, Tally] = field(default_factory=dict, compare=False)
    """How many of the games after each move were won, drawn and lost by who made it."""

    @property
    def visits(self) -> dict[Move, int]:
        """How often each move at the root was tried."""
        return {child.move: child.visits for child in self.root.children}

    @property
    def statistics(self) -> dict[str, tuple[Any, int]]:
        """Every node of the tree by name: the first player's total, and the visits."""
        return {node.name: (node.total, node.visits) for node in self.root.nodes()}

    def to_json(self) -> dict[str, Any]:
        ways = {"iterations": [way.to_json() for way in self.iterations]} if self.iterations else {}
        return {**super().to_json(), "tree": self.root.to_json(), **ways, **self._tallied()}

    def _tallied(self) -> dict[str, Any]:
        if not self.tallies:
            return {}
        rules, state = self.position.rules, self.position.state
        return {
            "tallies": {rules.show_move(state, m): t.to_json() for m, t in self.tallies.items()}
        }

    def __str__(self) -> str:
        if not self.tallies:
            return super().__str__()
        rules, state = self.position.rules, self.position.state
        shown = list(self.tallies.items())[:MOVES_SHOWN]
        each = ", ".join(f"{rules.show_move(state, m)} {t}" for m, t in shown)
        *lines, last = super().__str__().split("\n")
        return "\n".join([*lines, f"  won/drawn/lost  {each}", last])


class Grower:
    """What searches share that grow a tree of :class:`SearchNode`."""

    def __init__(
        self,
        position: Position,
        seed: int,
        playout: Any,
        bounds: Bounds | None,
        tree_policy: TreePolicy | None,
        constant: float,
    ) -> None:
        if constant < 0:
            raise GameError(f"the exploration constant is {constant:g}; it must not be negative")
        self.position = scaled(position, bounds, playout)
        self.rules: Rules = self.position.rules
        self.random = Random(seed)
        self.playout = Playouts(self.rules, playout, self.random)
        self.policy: TreePolicy = tree_policy or (
            lambda total, visits, above, maximizes: ucb_score(
                float(total), visits, above, constant, maximizes
            )
        )
        self.root = self.node(self.position.state, None, None)

    def node(self, state: Any, move: Move | None, parent: SearchNode | None) -> SearchNode:
        player = mover(self.rules, state)
        made = SearchNode(self._name(state, move, parent), state, player, move, parent)
        made.totals = [0] * self.rules.players
        if player == CHANCE:
            made.untried = [outcome for outcome, _ in chances(self.rules, state)]
        elif player != OVER:
            made.untried = list(Position(self.rules, state).moves)
        if parent is not None:
            parent.children.append(made)
        return made

    def _name(self, state: Any, move: Move | None, parent: SearchNode | None) -> str:
        if isinstance(self.rules, (GameTree, GameGraph)):
            return self.rules.show(state)
        if parent is None:
            return "the root"
        word = self.rules.show_move(parent.state, move)
        return word if parent.parent is None else f"{parent.name} {word}"

    def expand(self, node: SearchNode) -> SearchNode:
        """The first child that is missing."""
        move = node.untried.pop(0)
        return self.node(self.rules.play(node.state, move), move, node)

    def scores(self, node: SearchNode) -> list[float]:
        """The score of every child, as the player who chooses there sees it."""
        maximizes = not self.rules.is_opposed or node.player == 0
        seat = 0 if self.rules.is_opposed else node.player
        return [
            self.policy(child.totals[seat], child.visits, node.visits, maximizes)
            for child in node.children
        ]

    def by_lot(self, node: SearchNode) -> tuple[SearchNode, bool]:
        """What chance does, and whether it is new in the tree."""
        outcomes = chances(self.rules, node.state)
        weights = [float(p) for _, p in outcomes]
        move = self.random.choices([move for move, _ in outcomes], weights)[0]
        for child in node.children:
            if child.move == move:
                return child, False
        node.untried.remove(move)
        return self.node(self.rules.play(node.state, move), move, node), True

    def evaluate(self, node: SearchNode) -> Rewards:
        """What a game gives everyone that continues from here."""
        if node.player == OVER:
            return end_rewards(self.rules, node.state)
        return self.playout(node.state, node.name)

    def result(
        self,
        method: str,
        answer: str,
        counts: dict[str, int],
        spent: float,
        ways: Iterable[Iteration] = (),
    ) -> TreeResult:
        assert self.rules.payoff_bounds is not None
        least, most = (float(b) for b in self.rules.payoff_bounds)
        mover, tried = self.position.player, [c for c in self.root.children if c.visits]
        sign = -1 if self.rules.is_opposed and mover == 1 else 1
        seat = 0 if self.rules.is_opposed else mover
        means = {c.move: float(c.totals[seat]) / c.visits for c in tried}

        def rank(child: SearchNode) -> float:
            return sign * means[child.move] if answer == "mean" else child.visits

        best = max(tried, key=rank)
        values: dict[Move, Any] = {m: least + x * (most - least) for m, x in means.items()}
        kept = tuple(ways)
        return TreeResult(
            self.position,
            values[best.move],
            best.move,
            self._line(best),
            method,
            False,
            None,
            counts,
            spent,
            values,
            trace_of(kept) if kept else None,
            root=self.root,
            iterations=kept,
        )

    def _line(self, node: SearchNode) -> tuple[Move, ...]:
        """The most visited replies, until chance moves."""
        line = [node.move]
        while node.children and node.player >= 0:
            node = max(node.children, key=lambda child: child.visits)
            if not node.visits:
                break
            line.append(node.move)
        return tuple(line)


class Playouts:
    """What a game from a new node pays: at random, as it is written, or by a function."""

    def __init__(self, rules: Rules, source: Any, random: Random) -> None:
        self.rules, self.random = rules, random
        self.source = source.replace(",", " ").split() if isinstance(source, str) else source
        self.used = 0
        is_written = isinstance(self.source, (Mapping, list, tuple))
        if source is not None and not callable(source) and not is_written:
            raise GameError(
                f"playout is {source!r}; give a function of a state and a Random, a list of "
                "rewards, or a dict of rewards by node"
            )

    def __call__(self, state: Any, name: str) -> Rewards:
        """What each player gets from a game that continues from a node."""
        if self.source is None:
            return random_rewards(self.rules, state, self.random)
        if callable(self.source):
            return self._read(self.source(state, self.random), name)
        if isinstance(self.source, Mapping):
            if name not in self.source:
                raise GameError(f"no reward is given for a game from {name}")
            return self._read(self.source[name], name)
        if self.used >= len(self.source):
            raise GameError(f"the {self.used} rewards are used up; give one for each playout")
        self.used += 1
        return self._read(self.source[self.used - 1], name)

    def _read(self, reward: Any, name: str) -> Rewards:
        where = f"the reward of a game from {name}"
        if isinstance(reward, (tuple, list)):
            if len(reward) != self.rules.players:
                raise GameError(
                    f"{where} has {count_of(len(reward), 'entry')} for {self.rules.players}"
                )
            return tuple(whole(number(x, where)) for x in reward)
        if self.rules.players > 2:
            raise GameError(f"{where} is {reward!r}; give one number for each player")
        first: Any = whole(number(reward, where))
        return (first, -first)[: self.rules.players]


def scaled(position: Position, bounds: Bounds | None, playout: Any) -> Position:
    """The position under rules whose payoffs run between bounds that rewards are scaled by.

    Payoffs of a tree from 0 to 1 are rewards as they are; so is everything beside rewards that are
    written.
    """
    rules = position.rules
    if bounds is None and playout is not None:
        bounds = (0, 1)
    if bounds is None and isinstance(rules, GameTree) and rules.is_opposed:
        ends = (k for k in range(len(rules)) if rules.player(k) == OVER)
        paid = [rules.payoffs(k)[0] for k in ends]
        least, most = min(paid), max(paid)
        if least < most:
            bounds = (0, 1) if least >= 0 and most <= 1 else (least, most)
    if bounds is None:
        return with_bounds(position)
    low, high = bounds
    if not low < high:
        raise GameError(f"the bounds are {show(low)} and {show(high)}; the first must be less")
    made = copy(rules)
    made.payoff_bounds = (low, high)
    return Position(made, position.state, position.history)


def end_rewards(rules: Rules, state: Any) -> Rewards:
    assert rules.payoff_bounds is not None
    least, most = rules.payoff_bounds
    paid: list[Any] = list(rules.payoffs(state))
    if (least, most) == (0, 1):
        return tuple(paid)
    return tuple(float((x - least) / (most - least)) for x in paid)


def has_names(rules: Rules) -> bool:
    """Whether every position has a name of its own."""
    if not isinstance(rules, (GameTree, GameGraph)):
        return False
    names = {rules.show(k) for k in range(len(rules))}
    return len(names) == len(rules)


def is_chance(node: SearchNode) -> bool:
    return node.player == CHANCE


def trace_of(ways: tuple[Iteration, ...]) -> Trace:
    events = []
    for k, way in enumerate(ways, 1):
        choices = "; ".join(
            ", ".join(f"{name} {score:.6g}" for name, score in found.items())
            for found in way.scores
        )
        added = f"adds {way.added}" if way.added else "adds nothing"
        note = f"iteration {k}: {added}" + (f"; {choices}" if choices else "")
        events.append(Event("visit", way.path, " ".join(way.path), way.reward, note=note))
    return Trace(tuple(events))


def _plain(value: Any) -> Any:
    """A number as JSON holds it."""
    if value == float("inf"):
        return "inf"
    return value if isinstance(value, (int, float)) else show(value)
