"""Monte Carlo tree search with upper confidence bounds (UCT).

Each iteration goes down the tree by the best upper confidence bound, adds a node, plays at random
from there, and notes the result on the way; so the tree grows where play is good. Kocsis and
Szepesvári, *Bandit based Monte-Carlo planning* (2006); Gelly and Silver for RAVE (2007); Winands,
Björnsson and Saito for the solver (2008).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.rules.compile.machine import PATIENCE, Machine, by_python, is_put_off, machine
from kibitz.rules.compile.run import run
from kibitz.rules.game import Move, Position, Rules
from kibitz.search.kernels import monte_carlo as kernels
from kibitz.search.legal import require_moves
from kibitz.search.methods import keeping
from kibitz.search.monte_carlo.payoff_range import with_bounds
from kibitz.search.result import SearchResult
from kibitz.search.scope import in_turn, require_player
from kibitz.search.walk import root_of

ITERATIONS = 10_000
NODES = 4_000_000
PLIES = 4096
ROUNDING = 1e-14
"""Values this near to a whole number are that number, where payoffs go up to 1."""
ROOTS = np.sqrt(np.log(np.maximum(np.arange(4096), 1)))
"""Square roots of the logarithms of small numbers."""


@dataclass(frozen=True, slots=True)
class MCTSSettings:
    """How the tree grows."""

    exploration: float = math.sqrt(2)
    rave: float = 0.0
    """How many visits a move's fame elsewhere is worth (RAVE); 0 for none."""
    bias: float = 0.0
    """How much the game's own ``order`` counts (progressive bias); 0 for not at all."""
    solver: bool = False
    """Prove values in the tree (MCTS-Solver), in zero-sum games of two players."""
    expand_at: int = 1
    """Visits after which a node gets children."""
    longest: int = PLIES
    """Random games that last longer count as drawn."""
    answer: str = "visits"
    """The move to make: that of most ``visits``, or of the best ``mean``."""

    def __post_init__(self) -> None:
        if self.answer not in ("visits", "mean"):
            raise GameError(f"answer is {self.answer!r}; it must be 'visits' or 'mean'")
        if self.exploration < 0 or self.rave < 0 or self.bias < 0:
            raise GameError("exploration, rave and bias must not be negative")

    def constants(self, rules: Rules) -> dict[str, bool]:
        """What of the search is compiled.

        Parameters
        ----------
        rules : Rules
            The game that is searched.

        Returns
        -------
        dict
            Which parts of the search are compiled in, by the name of the constant.
        """
        bounds = rules.payoff_bounds
        return {
            "HAS_SOLVER": self.solver,
            "HAS_RAVE": self.rave > 0,
            "HAS_BIAS": self.bias > 0,
            "IS_OPPOSED": rules.is_opposed and bounds is not None and bounds[0] == -bounds[1],
        }

    def array(self) -> Any:
        return np.array(
            [self.exploration, self.rave, self.bias, float(self.expand_at), float(self.longest)]
        )


@dataclass(frozen=True, slots=True)
class MoveStatistics:
    """What the tree knows of a move at the root."""

    move: Move
    visits: int
    mean: float
    """The mean reward of the player to move, from 0 to 1."""
    proved: str
    """``won``, ``lost`` or ``drawn`` for the player to move, or empty."""


@dataclass(frozen=True)
class MCTSResult(SearchResult):
    """The answer of a tree search, with what the tree knows of every move at the root."""

    statistics: tuple[MoveStatistics, ...] = ()

    @property
    def visits(self) -> dict[Move, int]:
        """How often each move was tried; the first iteration stays at the root."""
        return {known.move: known.visits for known in self.statistics}

    def to_json(self) -> dict[str, Any]:
        rules, state = self.position.rules, self.position.state
        return {
            **super().to_json(),
            "visits": {rules.show_move(state, s.move): s.visits for s in self.statistics},
            "means": {rules.show_move(state, s.move): s.mean for s in self.statistics},
        }


class MonteCarloTree:
    """A tree of one search, which can grow further."""

    def __init__(
        self, made: Machine, position: Position, settings: MCTSSettings, seed: int, nodes: int
    ) -> None:
        rules = position.rules
        self._made, self._settings = made, settings
        self._root = made.encode(position.state)
        self.position = position
        self._links = np.zeros((nodes, kernels.LINKS), np.int64)
        self._stats = np.zeros((nodes, kernels.STATS))
        hinted = settings.solver or settings.rave or settings.bias or rules.has("chance")
        self._hints = np.zeros((nodes if hinted else 1, kernels.HINTS))
        self._path = np.zeros((min(PLIES, (rules.longest or PLIES)) + 2, 2), np.int64)
        self._row = np.zeros(rules.most_moves, np.int64)
        self._tops, self._bottoms = np.zeros(rules.most_moves), np.zeros(rules.most_moves)
        self._rewards = _apart(rules.players, np.float64)
        self._seed = _apart(1, np.uint64)
        self._seed[0] = _scrambled(seed)
        self.control = _apart(8, np.int64)
        self.control[kernels.USED] = 1

    def grow(self, iterations: int) -> None:
        self._made.grow(
            self._root,
            iterations,
            self._links,
            self._stats,
            self._hints,
            ROOTS,
            self._path,
            self._row,
            self._tops,
            self._bottoms,
            self._rewards,
            self._seed,
            self._settings.array(),
            self.control,
        )

    @property
    def iterations(self) -> int:
        return int(self.control[kernels.DONE])

    @property
    def is_proved(self) -> bool:
        return bool(self._settings.solver and self._hints[0, kernels.PROVED])

    def statistics(self) -> list[MoveStatistics]:
        """The moves at the root, in their order."""
        first = int(self._links[0, kernels.FIRST])
        found = {}
        for child in range(first, first + int(self._links[0, kernels.COUNT])):
            visits = int(self._links[child, kernels.VISITS])
            mean = float(self._stats[child, kernels.MEAN])
            known = int(self._hints[child, kernels.PROVED]) if self._settings.solver else 0
            proved = ("", "won", "lost", "drawn")[known]
            mean = float(self._hints[child, kernels.WORTH]) if proved else mean
            move = self._made.move(int(self._links[child, kernels.MOVE]))
            found[move] = MoveStatistics(move, visits, mean, proved)
        return [found[move] for move in self.position.moves] if found else []

    def line(self) -> tuple[Move, ...]:
        """The most visited move, its most visited answer, and so on, until chance moves.

        Of a proved position it is a line of best moves, as far as they are proved.
        """
        moves, node, here = [], 0, self.position
        proved = self.is_proved
        while (count := int(self._links[node, kernels.COUNT])) and here.player >= 0:
            first = int(self._links[node, kernels.FIRST])
            children = slice(first, first + count)
            if proved and not self._hints[node, kernels.PROVED]:
                break
            rank = self._links[children, kernels.VISITS]
            if proved:
                settled = self._hints[children, kernels.PROVED] > 0
                rank = np.where(settled, self._hints[children, kernels.WORTH], -np.inf)
            if rank.max() <= (-np.inf if proved else 0):
                break
            node = first + int(rank.argmax())
            moves.append(self._made.move(int(self._links[node, kernels.MOVE])))
            here = Position(here.rules, here.rules.play(here.state, moves[-1]))
        return tuple(moves)


def mcts(
    game: Rules | Position,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    settings: MCTSSettings | None = None,
    threads: int = 1,
    compiled: bool = True,
) -> MCTSResult:
    """The move that Monte Carlo tree search prefers.

    Several threads grow a tree each, and their statistics are added up (root parallel).

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    iterations : int, optional
        The number of iterations.
    seconds : float, optional
        The time limit.
    seed : int, default 0
        Random seed.
    settings : MCTSSettings, optional
        The variant of the algorithm.
    threads : int, default 1
        The number of threads, each of which grows its own tree.
    compiled : bool, default True
        Whether compiled rules may be used.

    Returns
    -------
    MCTSResult
        The move, with the statistics of all moves.

    References
    ----------
    Kocsis and Szepesvári 2006; Browne et al. 2012.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> found = mcts(TakeAway(6), iterations=2000, compiled=False)
    >>> found.move, sum(found.visits.values())
    (2, 1999)
    """
    position = root_of(game)
    _check(position, iterations, seconds, threads)
    chosen = settings or MCTSSettings()
    if chosen.solver and not position.rules.is_opposed:
        raise GameError(
            f"{position.rules.name}: the solver proves values of zero-sum games of two players"
        )
    position = with_bounds(position, chosen.solver)
    limit = iterations if iterations is not None else (ITERATIONS if seconds is None else 1 << 40)
    wanted = _Wanted(position, chosen, seed, limit, seconds, threads)
    constants = chosen.constants(position.rules)
    if compiled and seconds is None and is_put_off(position.rules, kernels, **constants):
        with by_python(position.rules, kernels, **constants):
            soon = wanted.grow(machine(position.rules, kernels, compiled=False, **constants), True)
        if soon is not None:
            return soon
    found = wanted.grow(machine(position.rules, kernels, compiled=compiled, **constants))
    assert found is not None
    return found


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be searched, and how far."""

    position: Position
    settings: MCTSSettings
    seed: int
    limit: int
    seconds: float | None
    threads: int

    def grow(self, made: Machine, soon: bool = False) -> MCTSResult | None:
        """The answer; if it must come soon, None where that takes longer than one is patient."""
        began, rules, threads = time.monotonic(), self.position.rules, self.threads
        room = min(NODES, 64 + 2 * rules.most_moves * min(self.limit, NODES)) // threads + 64
        seeds = (self.seed + 7919 * k for k in range(threads))
        trees = [MonteCarloTree(made, self.position, self.settings, seed, room) for seed in seeds]
        trees[0].grow(1)
        _grow_all(trees, self.limit, PATIENCE if soon else self.seconds)
        if soon and time.monotonic() - began >= PATIENCE:
            return None
        while not trees[0].statistics():
            trees[0].control[kernels.STOP] = 0
            trees[0].grow(1)
        return _result(self.position, trees, self.settings, time.monotonic() - began, made)


def _apart(count: int, kind: Any) -> Any:
    """Some numbers that share no line of the processor's memory with those of another thread."""
    return np.zeros(count + 16, kind)[8 : 8 + count]


def _scrambled(seed: int) -> int:
    """64 bits that say little about the seed, and are not all zero (Steele, Lea and Flood 2014)."""
    bits = (seed * 2 + 1) * 0x9E3779B97F4A7C15 % 2**64
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        bits = (bits ^ (bits >> shift)) * factor % 2**64
    return bits ^ (bits >> 31) or 1


def _check(position: Position, iterations: int | None, seconds: float | None, threads: int) -> None:
    require_player(position)
    require_moves(position)
    for name, limit in (("iterations", iterations), ("seconds", seconds), ("threads", threads)):
        if name != "seconds" and limit is not None and not isinstance(limit, int):
            raise GameError(f"{name}={limit} is not a whole number")
        if limit is not None and limit <= 0:
            raise GameError(f"{name} is {limit}; it must be positive")


class _Controls:
    """The controls of several trees, written together."""

    def __init__(self, trees: list[MonteCarloTree]) -> None:
        self._all = [tree.control for tree in trees]

    def __getitem__(self, place: int) -> int:
        return int(self._all[0][place])

    def __setitem__(self, place: int, value: int) -> None:
        for control in self._all:
            control[place] = value


def _grow_all(trees: list[MonteCarloTree], limit: int, seconds: float | None) -> None:
    """Grow each tree in a thread of its own, to its share of the iterations."""
    share = -(-limit // len(trees))
    controls = _Controls(trees)

    def grow(tree: MonteCarloTree) -> None:
        try:
            with np.errstate(over="ignore"):
                tree.grow(share - tree.iterations)
        except BaseException:
            controls[kernels.STOP] = 1
            raise

    def grow_side_by_side() -> None:
        with ThreadPoolExecutor(len(trees) - 1) as pool:
            others = pool.map(grow, trees[1:])
            grow(trees[0])
            list(others)

    task = grow_side_by_side if len(trees) > 1 else lambda: grow(trees[0])
    run(task, controls, seconds, "growing a tree")


def _result(
    position: Position,
    trees: list[MonteCarloTree],
    settings: MCTSSettings,
    spent: float,
    made: Machine,
) -> MCTSResult:
    merged = _merged(trees)
    is_proved = any(t.is_proved for t in trees)
    ranked = _ranked(merged, "mean" if is_proved else settings.answer)
    best = ranked[0]
    rules = position.rules
    assert rules.payoff_bounds is not None
    least, most = (float(x) for x in rules.payoff_bounds)
    near = ROUNDING * max(abs(least), abs(most))

    def value(mean: float) -> float:
        """What the first player gets in a zero-sum game of two, otherwise what the mover gets."""
        gain = least + mean * (most - least)
        gain = float(round(gain)) if abs(gain - round(gain)) < near else gain
        return (-gain if position.player == 1 and rules.is_opposed else gain) + 0.0

    counts = {
        "iterations": sum(t.iterations for t in trees),
        "nodes": int(sum(t.control[kernels.USED] for t in trees)),
        "depth": int(max(t.control[kernels.DEEPEST] for t in trees)),
    }
    line = trees[0].line()
    line = line if line and line[0] == best.move else (best.move,)
    proof = ", proved by the solver" if is_proved else ""
    visits = ", ".join(
        f"{rules.show_move(position.state, s.move)}: {s.visits:,}"
        for s in sorted(merged, key=lambda s: -s.visits)[:8]
    )
    note = f"visits  {visits}" + (f"\n{made.remark}" if made.remark else "")
    return MCTSResult(
        position,
        value(best.mean),
        best.move,
        line,
        f"Monte Carlo tree search{proof}",
        is_proved and value(best.mean).is_integer(),
        None,
        counts,
        spent,
        {s.move: value(s.mean) for s in ranked},
        None,
        note,
        statistics=tuple(merged),
    )


def _ranked(known: list[MoveStatistics], answer: str) -> list[MoveStatistics]:
    """The move to make, one that wins or may not lose if there is such, before all others."""
    by = {"visits": lambda s: (s.visits, s.mean), "mean": lambda s: (s.mean, s.visits)}
    open_ = [s for s in known if s.proved != "lost"]
    won = [s for s in known if s.proved == "won"]
    best = won[0] if won else max(open_ or known, key=by[answer])
    rest = sorted((s for s in known if s is not best), key=by[answer], reverse=True)
    return [best, *rest]


def _merged(trees: list[MonteCarloTree]) -> list[MoveStatistics]:
    """The statistics of several trees with one root, added up."""
    together: dict[Move, MoveStatistics] = {}
    for tree in trees:
        for s in tree.statistics():
            seen = together.get(s.move)
            if seen is None:
                together[s.move] = s
                continue
            visits = seen.visits + s.visits
            mean = (seen.mean * seen.visits + s.mean * s.visits) / visits if visits else 0.0
            if seen.proved or s.proved:
                mean = seen.mean if seen.proved else s.mean
            together[s.move] = MoveStatistics(s.move, visits, mean, seen.proved or s.proved)
    return list(together.values())


@method(
    Rules,
    "mcts",
    finds="a move that random games favor",
    cost="one walk down the tree and one random game per iteration",
    reference="Kocsis and Szepesvári 2006; Winands, Björnsson and Saito 2008",
    applies=in_turn,
    aliases=("uct",),
)
@keeping
def mcts_search(
    rules: Rules,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    exploration: float = 2**0.5,
    rave: float = 0.0,
    bias: float = 0.0,
    solver: bool = False,
    expand_at: int = 1,
    answer: str = "visits",
    model: Any = None,
) -> Callable[[Position], SearchResult]:
    """Monte Carlo tree search.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    iterations : int, optional
        The number of iterations.
    seconds : float, optional
        The time limit.
    seed : int, default 0
        Random seed.
    threads : int, default 1
        The number of threads, each of which grows its own tree.
    exploration : float, optional
        The exploration constant.
    rave : float, default 0.0
        The equivalence parameter of RAVE; 0 switches it off.
    bias : float, default 0.0
        The weight of the game's own ``order`` (progressive bias); 0 switches it off.
    solver : bool, default False
        Whether to prove values in the tree (MCTS-Solver).
    expand_at : int, default 1
        After how many visits a leaf is expanded.
    answer : str, default "visits"
        How the move is chosen in the end.
    model : Model, optional
        A trained model, whose values and probabilities lead the search in place of random games
        (PUCT); on the command line its file.

    Returns
    -------
    Callable[[Position], SearchResult]
        A search with these settings.

    Notes
    -----
    Cost: one walk down the tree and one random game per iteration.

    References
    ----------
    Kocsis and Szepesvári 2006; Winands, Björnsson and Saito 2008.
    """
    chosen = MCTSSettings(exploration, rave, bias, solver, expand_at, answer=answer)
    if model is not None and not hasattr(model, "search"):
        raise GameError(f"model is {model!r:.60}; it must be a trained model")

    def search(position: Position) -> SearchResult:
        turn = seed + 1_000_003 * len(position.history)
        if model is not None:
            led: SearchResult = model.search(position, iterations, seconds, turn)
            return led
        return mcts(position, iterations, seconds, turn, chosen, threads)

    return search
