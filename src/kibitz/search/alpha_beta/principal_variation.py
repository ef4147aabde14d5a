"""Principal variation search, deepened step by step: what a program plays by.

Finds the value to depth 1, 2, 3 and so on until the budget is spent or the whole game is searched,
and answers with the last depth that was finished. Reinefeld, *An improvement to the Scout
tree-search algorithm* (1983).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.compile.machine import PATIENCE, Machine, by_python, is_put_off, machine
from kibitz.rules.compile.run import run
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.rules.kernels import hash_table
from kibitz.search.alpha_beta.growth import grown
from kibitz.search.alpha_beta.transposition_table import Replacement, replacement_rule
from kibitz.search.budget import Budget
from kibitz.search.kernels import principal_variation as kernels
from kibitz.search.kernels import replacement as replacement_kernels
from kibitz.search.kernels import table as table_kernels
from kibitz.search.legal import require_moves
from kibitz.search.methods import SECONDS, keeping
from kibitz.search.position_sample import PositionSample
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_turn_in_key, require_two_sided, two_sided

PLIES = 512
GAMES, FAR = 32, 20_000
"""Random games that are played first, and positions that Python does not search in time."""
SLOTS = 1 << 16
ROOM = 4
"""How large the table is at first, and how many slots there are for each node of the depths before:
memory is not touched in vain by a short search, and a long one has all it may have."""
ASPIRATION = 50.0
ALGORITHM = (hash_table, table_kernels, replacement_kernels, kernels)


@dataclass(frozen=True, slots=True)
class Pruning:
    """Guesses that make a search faster and can make it wrong; all are off unless asked for."""

    null_move: bool = False
    futility: float = 0.0
    """Skip quiet moves at the last ply when the estimate lacks more than this."""
    width: int = 0
    """Try at most this many moves at a position below the root."""
    extend_forced: bool = True
    """Look one ply deeper where there is only one move; this guesses nothing."""
    singular: float = 0.0
    """Look one ply deeper at a move that surpasses all others by this; this guesses nothing."""

    def __post_init__(self) -> None:
        for name in ("futility", "width", "singular"):
            given = getattr(self, name)
            if not 0 <= given < math.inf:
                raise GameError(
                    f"{name}={given} must not be negative or infinite; 0 switches it off"
                )


class PrincipalVariation:
    """A search that keeps its table from one position to the next.

    ``replacement`` says which of two entries with one place in the table stays: ``always`` the
    newer, ``deeper`` the one that rests on more depth, ``aging`` the deeper one unless another
    search wrote it, ``two-tier`` the deeper one with the newer beside it, ``bucket`` all but the
    oldest and shallowest of four, ``never`` the older.

    >>> from kibitz.rules.examples import TakeAway
    >>> engine = PrincipalVariation(TakeAway(9), compiled=False, replacement="bucket")
    >>> engine.best(TakeAway(9).position(), Budget(depth=9)).move
    1
    """

    def __init__(
        self,
        rules: Rules,
        memory: int = Budget().memory,
        pruning: Pruning | None = None,
        compiled: bool = True,
        replacement: Replacement = "always",
    ) -> None:
        require_two_sided(rules)
        require_turn_in_key(rules.position())
        self.rules = rules
        self.replacement = replacement_rule(replacement)
        self.age = 0
        """How many searches were made, which is what entries of the table are dated by."""
        self._search: _Deepening | None = None
        self.pruning = pruning or Pruning()
        if self.pruning.null_move and not rules.has("null_move"):
            raise GameError(
                f"{rules.name}: a null move needs the method null_move(), which the rules do not "
                "have; write it, or omit the null move"
            )
        self._memory = memory
        self._constants = _asked(self.pruning, self.replacement)
        self._is_put_off = compiled and is_put_off(rules, *ALGORITHM, **self._constants)
        self._set_up(compiled and not self._is_put_off)

    def _set_up(self, compiled: bool) -> None:
        rules = self.rules
        made = machine(rules, *ALGORITHM, compiled=compiled, **self._constants)
        self._machine: Machine = made
        words = made.KEY_WORDS
        self._most = Budget(memory=self._memory).slots(words)
        self._table = np.zeros((min(SLOTS, self._most), words + 2), np.int64)
        self._rooms = _Rooms(rules, made)

    @property
    def is_compiled(self) -> bool:
        """Whether the rules are compiled, which they are when Python was too slow."""
        return self._machine.is_compiled

    def compile(self) -> None:
        """Compile the rules now, if they are to be compiled."""
        if self._is_put_off:
            self._is_put_off = False
            self._set_up(True)

    def best(self, position: Position, budget: Budget) -> SearchResult:
        """The best move that can be found within the budget.

        Parameters
        ----------
        position : Position
            The position to search.
        budget : Budget
            Time, nodes, depth and memory; the search stops at the first limit that it reaches.

        Returns
        -------
        SearchResult
            The move of the greatest depth that was finished, with its line.
        """
        if position.player == OVER:
            paid = position.payoffs[0]
            return SearchResult(position, paid, None, (), "principal variation search", True, 0)
        require_moves(position)
        if self._is_put_off and not _is_in_vain(position, budget):
            soon = self._soon(position, budget)
            if soon is not None:
                return soon
        self.compile()
        began = time.monotonic()
        self._search = found = _Deepening(self, position, budget, began)
        found.go()
        return found.result()

    def _soon(self, position: Position, budget: Budget) -> SearchResult | None:
        """What Python finds before its patience ends, if that is all that a compiled search would.

        A search that the clock ends goes further in the same time when it is compiled.
        """
        patience = min(PATIENCE, budget.seconds or math.inf)
        self._search = found = _Deepening(
            self, position, replace(budget, seconds=patience), time.monotonic()
        )
        with by_python(self.rules, *ALGORITHM, **self._constants):
            found.go()
        return found.result() if found.is_complete() else None

    def stop(self) -> None:
        """End the search that another thread is in; it answers with what it has."""
        if self._search is not None:
            self._search.control[kernels.STOP] = 1

    def deepening(self, position: Position, budget: Budget) -> Iterator[SearchResult]:
        """The answer of every depth when it is finished, until the budget is spent.

        Parameters
        ----------
        position : Position
            The position to search.
        budget : Budget
            Time, nodes, depth and memory.

        References
        ----------
        Korf 1985
        """
        if position.player == OVER:
            yield self.best(position, budget)
            return
        require_moves(position)
        self.compile()
        self._search = found = _Deepening(self, position, budget, time.monotonic())
        self._rooms.forget(self._machine)
        for depth in range(1, (budget.depth or self._rooms.depth - 2) + 1):
            found.go_to(depth)
            if found.finished is None or found.finished[2] < depth:
                return
            yield found.result()
            if found.is_over:
                return

    def _call(self, state: Any, depth: int, alpha: float, beta: float, control: Any) -> float:
        value: float = self._machine.best_value(
            state,
            depth,
            alpha,
            beta,
            0,
            1,
            self._rooms.plies,
            self._table,
            self._rooms.history,
            self._rooms.settings(self.pruning),
            control,
        )
        return value

    def make_room(self, nodes: int) -> None:
        """A table for a search that has seen this many nodes, and continues.

        Parameters
        ----------
        nodes : int
            The nodes searched so far; the table grows in proportion, within the memory it was
            given.
        """
        slots, words = self._table.shape
        wanted = min(1 << (ROOM * nodes).bit_length(), self._most)
        if wanted > slots:
            self._table = grown(self._table, wanted, words - 2)

    def line(self) -> tuple[Move, ...]:
        """The principal variation that the last call found."""
        row = self._rooms.plies[0]
        start, length = self._machine.LINE, int(row[self._machine.LENGTH])
        return tuple(self._machine.move(int(m)) for m in row[start : start + length])


class _Rooms:
    """The arrays that a search works in."""

    def __init__(self, rules: Rules, made: Machine) -> None:
        self.depth = min(PLIES, (rules.longest or PLIES) + 2)
        self.plies = np.zeros((self.depth, made.LINE + self.depth), np.int64)
        self.history = np.zeros((2, kernels.HISTORY), np.int64)
        self.forget(made)
        self.step = 1.0 if _has_whole_values(rules) else 1e-9

    def forget(self, made: Machine) -> None:
        """Killers and history of another search say little about this one."""
        self.history[:] = 0
        self.plies[:, made.KILLERS : made.KILLERS + 2] = -1

    def settings(self, pruning: Pruning) -> Any:
        return np.array([self.step, pruning.futility, pruning.width, pruning.singular], float)


def _asked(pruning: Pruning, replacement: Replacement) -> dict[str, Any]:
    """What of the search is compiled."""
    return {
        "NULL_MOVE_PRUNING": pruning.null_move,
        "HAS_FUTILITY": pruning.futility > 0,
        "HAS_WIDTH": pruning.width > 0,
        "HAS_EXTENSION": pruning.extend_forced,
        "HAS_SINGULAR": pruning.singular > 0,
        "CHOOSES_ENTRIES": replacement != "always",
        "RULE": _RULES[replacement],
    }


_RULES: dict[Replacement, int] = {
    "always": replacement_kernels.ALWAYS,
    "never": replacement_kernels.NEVER,
    "deeper": replacement_kernels.DEEPER,
    "aging": replacement_kernels.AGING,
    "two-tier": replacement_kernels.TWO_TIER,
    "bucket": replacement_kernels.BUCKET,
}


def _has_whole_values(rules: Rules) -> bool:
    """Whether estimates and payoffs are integers, as far as the start and the bounds tell."""
    bounds = rules.payoff_bounds
    whole = bounds is not None and all(isinstance(b, int) for b in bounds)
    if rules.has("evaluate"):
        return whole and all(isinstance(x, int) for x in rules.evaluate(rules.start()))
    return whole


def _is_in_vain(position: Position, budget: Budget) -> bool:
    """Whether a few random games show that Python would not come to the end, as it would have to.

    They take a tenth of the patience that Python has for what may be small.
    """
    if budget.seconds is None or budget.depth is not None or budget.nodes is not None:
        return False
    sample = PositionSample(position.rules, [position.state], chance=True)
    sample.play(GAMES, PATIENCE / 3, enough=FAR)
    return sample.at_least() > FAR


class _Deepening:
    """One call of the search: depth after depth, keeping the last that was finished."""

    def __init__(
        self, search: PrincipalVariation, position: Position, budget: Budget, began: float
    ) -> None:
        self.search, self.position, self.budget, self.began = search, position, budget, began
        self.control = np.zeros(16, np.int64)
        self.control[kernels.BUDGET] = np.iinfo(np.int64).max
        search.age = (search.age + 1) % replacement_kernels.AGES
        self.control[kernels.AGE] = search.age
        self.finished: tuple[float, tuple[Move, ...], int, bool] | None = None
        self.state = search._machine.encode(position.state)

    def go(self) -> None:
        rooms = self.search._rooms
        rooms.forget(self.search._machine)
        run(lambda: self._deepen(1), self.control)
        self._limit_nodes()
        deepest = self.budget.depth or rooms.depth - 2
        if deepest > 1 and not self.is_over:
            run(lambda: self._deepen(deepest), self.control, self.budget.seconds)

    def go_to(self, depth: int) -> None:
        """Finish a depth, unless the clock stops it; the first one is always finished."""
        left = None
        if self.budget.seconds is not None and depth > 1:
            left = max(0.001, self.budget.seconds - (time.monotonic() - self.began))
        run(lambda: self._deepen(depth), self.control, left)
        self._limit_nodes()

    def _limit_nodes(self) -> None:
        """Count from now on: the first depth is finished whatever it takes, to have an answer."""
        limit = self.budget.nodes
        if limit is not None:
            self.control[kernels.BUDGET] = limit
            if self.control[kernels.NODES] >= limit:
                self.control[kernels.STOP] = 1

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to search."""
        return bool(self.control[kernels.STOP]) or (self.finished is not None and self.finished[3])

    def is_complete(self) -> bool:
        """Whether it was not the clock that ended the search."""
        assert self.finished is not None
        assert self.budget.seconds is not None
        _, _, depth, whole = self.finished
        in_time = time.monotonic() - self.began < self.budget.seconds
        return whole or depth == self.budget.depth or in_time

    def _deepen(self, deepest: int) -> None:
        """Go on from the depth that was finished last; the first one is short, and compiles."""
        done = 0 if self.finished is None else self.finished[2]
        for depth in range(done + 1, deepest + 1):
            self.search.make_room(int(self.control[kernels.NODES]))
            self.control[kernels.HORIZON] = 0
            self.control[kernels.ROOT_DEPTH] = depth
            value = self._aspire(depth)
            if self.control[kernels.STOP] and self.finished is not None:
                return
            line = self._legal(self.search.line()) or self._any_move()
            whole = not self.control[kernels.HORIZON] and not self.control[kernels.STOP]
            self.finished = (value, line, depth, whole)
            if whole or self.control[kernels.STOP]:
                return

    def _aspire(self, depth: int) -> float:
        """Search a window around the last value first, and open it on the side that fails."""
        low, high = -math.inf, math.inf
        if self.finished is not None and depth >= 4:
            guess, margin = self.finished[0], self._margin()
            low, high = guess - margin, guess + margin
        while True:
            value = self.search._call(self.state, depth, low, high, self.control)
            if self.control[kernels.STOP] or low < value < high:
                return value
            if value <= low > -math.inf:
                low = -math.inf
            elif value >= high < math.inf:
                high = math.inf
            else:
                return value

    def _margin(self) -> float:
        bounds = self.position.rules.payoff_bounds
        if bounds is None:
            return ASPIRATION
        return max(float(bounds[1] - bounds[0]) / 16, 2 * self.search._rooms.step)

    def _legal(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """The line as far as it goes here: the table may know its end from a mirror image."""
        here = self.position
        for k, move in enumerate(line):
            if here.player < 0 or move not in here.moves:
                return line[:k]
            here = Position(here.rules, here.rules.play(here.state, move), (*here.history, move))
        return line

    def _any_move(self) -> tuple[Move, ...]:
        return self.position.moves[:1]

    def result(self) -> SearchResult:
        assert self.finished is not None
        value, line, depth, whole = self.finished
        spent = time.monotonic() - self.began
        names = {
            "nodes": kernels.NODES,
            "leaves": kernels.LEAVES,
            "cutoffs": kernels.CUTOFFS,
            "table hits": kernels.HITS,
            "extensions": kernels.EXTENSIONS,
        }
        counts = {name: int(self.control[index]) for name, index in names.items()}
        if not self.search.pruning.singular:
            del counts["extensions"]
        note = self.search._machine.remark
        return SearchResult(
            self.position,
            as_number(value),
            line[0],
            line,
            "principal variation search",
            whole,
            depth,
            counts,
            spent,
            note=note,
        )


def as_number(value: float) -> Number:
    """Whole values as integers, which is what they were before the search made floats of them."""
    return int(value) if value.is_integer() else value


@method(
    Rules,
    "principal-variation",
    finds="the best move within a budget",
    cost="O(b^d) nodes at depth d, b^(d/2) with the best order of moves",
    reference="Reinefeld 1983; Korf 1985",
    applies=two_sided,
    aliases=("pvs", "iterative-deepening"),
)
@keeping
def principal_variation(
    rules: Rules,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    null_move: bool = False,
    futility: float = 0.0,
    width: int = 0,
    singular: float = 0.0,
    extend_forced: bool = True,
    memory: int = Budget().memory,
    replacement: Replacement = "always",
) -> Callable[[Position], SearchResult]:
    """The best move to a depth, or within seconds or nodes, by iterative deepening.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    seconds : float, optional
        The time limit.
    nodes : int, optional
        The limit of nodes.
    null_move : bool, default False
        Whether to try a null move.
    futility : float, default 0.0
        The margin of futility pruning; 0 switches it off.
    width : int, default 0
        How many moves are tried below the root; 0 tries all.
    singular : float, default 0.0
        The margin of singular extensions; 0 switches them off.
    extend_forced : bool, default True
        Whether to look one ply deeper where there is only one move.
    memory : int, optional
        The memory for tables, in bytes.
    replacement : Replacement, default "always"
        Which entries of a full table are replaced.

    Returns
    -------
    Callable[[Position], SearchResult]
        A search with these settings.

    Notes
    -----
    Cost: O(b^d) nodes at depth d, b^(d/2) with the best order of moves.

    References
    ----------
    Reinefeld 1983; Korf 1985.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> principal_variation(TakeAway(6), depth=6).move
    2
    """
    unlimited = seconds is None and nodes is None and depth is None
    budget = Budget(SECONDS if unlimited else seconds, nodes, depth, memory)
    pruning = Pruning(null_move, futility, width, extend_forced, singular)
    engine = PrincipalVariation(rules, memory, pruning, replacement=replacement)
    return lambda position: engine.best(position, budget)
