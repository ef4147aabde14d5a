"""The value of perfect play, by alpha-beta to the end of the game.

Null windows close in on the value from one side after the other, with a table of all positions met.
What the rules know about a position (``candidates``, ``limits``, ``order``, ``key``) is what makes
it fast.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.rules.compile.machine import Machine, by_python, is_at_hand, machine
from kibitz.rules.compile.run import run
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.rules.kernels import hash_table
from kibitz.search.alpha_beta.principal_variation import as_number
from kibitz.search.budget import Budget
from kibitz.search.kernels import exact_value as kernels
from kibitz.search.kernels import table as table_kernels
from kibitz.search.legal import require_moves
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_turn_in_key, require_two_sided

METHOD = "alpha-beta to the end of the game"
ALGORITHM = (hash_table, table_kernels, kernels)
PLIES = 2048
SLOTS = 1 << 14
GROWTH = 4
"""How large the table is at first, and by how much it grows."""
CACHED = 1 << 24
"""Bytes up to which a table is kept near the processor."""
REWRITTEN = 20
"""How often each slot of a larger one is written before a still larger one is worth its while."""
SMALL = 8_000
"""Positions that Python searches before a compiler is worth its time."""
SMALL_MEMORY = 1 << 20


class NotSolved(GameError):
    """The budget was spent, or a game went on for too long, before the value was found."""


class ExactSearch:
    """Solves positions of one game, keeping its table from one to the next.

    The table begins small and grows with the search, up to this many bytes of memory.

    >>> from kibitz.rules.examples import TakeAway
    >>> ExactSearch(TakeAway(8), compiled=False).value(TakeAway(8).position())
    -1
    """

    def __init__(
        self,
        rules: Rules,
        memory: int = Budget().memory,
        compiled: bool = True,
        nodes: int | None = None,
    ) -> None:
        require_two_sided(rules)
        require_turn_in_key(rules.position())
        self.rules = rules
        self.nodes = np.iinfo(np.int64).max if nodes is None else nodes
        self._machine: Machine = machine(rules, *ALGORITHM, compiled=compiled)
        words = self._machine.KEY_WORDS
        self._most = Budget(memory=memory).slots(words)
        self._table = np.zeros((min(SLOTS, self._most), words + 2), np.int64)
        self._written = 0
        self._rooms = np.zeros(((rules.longest or PLIES) + 2, self._machine.WORDS), np.int64)

    def value(self, position: Position, seconds: float | None = None) -> Number:
        """The value alone, which is less work than a line of perfect play.

        Parameters
        ----------
        position : Position
            The position to evaluate.
        seconds : float, optional
            How long to search; as long as it takes if None.

        Returns
        -------
        number
            The payoff of the first player under perfect play.

        Notes
        -----
        Cost: O(b^d) positions at worst; the table of earlier searches helps.
        """
        if position.player == OVER:
            return position.payoffs[0]
        require_moves(position)
        control = self._control()
        found = self._run(lambda: self._value(position, control), control, seconds)
        return as_number(found)

    def solve(self, position: Position, seconds: float | None = None) -> SearchResult:
        """The value and a move that keeps it; a GameError when the time is up first.

        Parameters
        ----------
        position : Position
            The position to solve.
        seconds : float, optional
            How long to search; as long as it takes if None.
        """
        began = time.monotonic()
        if position.player == OVER:
            return SearchResult(position, position.payoffs[0], None, (), METHOD, True)
        require_moves(position)
        control = self._control()
        line = self._run(lambda: self._line(position, control), control, seconds)
        names = {"nodes": kernels.NODES, "cutoffs": kernels.CUTOFFS, "table hits": kernels.HITS}
        counts = {name: int(control[index]) for name, index in names.items()}
        note = self._machine.remark
        return SearchResult(
            position,
            _paid(position, line),
            line[0],
            line,
            METHOD,
            True,
            None,
            counts,
            time.monotonic() - began,
            note=note,
        )

    def prepare(self, position: Position) -> None:
        """Compile what is needed, so that no clock runs meanwhile.

        Parameters
        ----------
        position : Position
            A position of the game; it is not searched.
        """
        control = np.zeros(kernels.CONTROL, np.int64)
        window = (-math.inf, math.inf)
        self._run(lambda: self._deep(position.state, window, window, control), control, None)
        self._machine.move_over(self._table, np.zeros_like(self._table))

    def _control(self) -> Any:
        control = np.zeros(kernels.CONTROL, np.int64)
        control[kernels.BUDGET] = self.nodes
        control[kernels.WRITTEN] = self._written
        return control

    def _run(self, task: Callable[[], Any], control: Any, seconds: float | None) -> Any:
        with by_python(self.rules, *ALGORITHM):
            label = f"nodes searched of {self.rules.name}"
            found = run(task, control, seconds, label, kernels.NODES)
        self._written = int(control[kernels.WRITTEN])
        return found

    def _call(self, state: Any, alpha: float, beta: float, control: Any) -> float:
        """The value within a window, found at a glance or by the kernel."""
        control[kernels.NODES] += 1
        if self.rules.player(state) == OVER:
            return float(self.rules.payoffs(state)[0])
        least, most = self._limits(state)
        if least == most or least >= beta:
            return least
        if most <= alpha:
            return most
        return self._deep(state, (least, most), (alpha, beta), control)

    def _deep(
        self, state: Any, limits: tuple[float, float], window: tuple[float, float], control: Any
    ) -> float:
        who, inside = self.rules.player(state), self._machine.encode(state)
        value: float = self._machine.exact_value(
            inside, who, *limits, *map(float, window), 0, self._rooms, self._table, control
        )
        return value

    def _limits(self, state: Any) -> tuple[float, float]:
        if not self.rules.has("limits"):
            least, most = self.rules.payoff_bounds or (-math.inf, math.inf)
            return float(least), float(most)
        try:
            least, most = (float(limit) for limit in self.rules.limits(state))
        except GameError:
            raise
        except Exception as error:
            raise GameError(
                f"{self.rules.name}: limits() must give the least and the most that player 0 can "
                f"still get; at {state!r:.200} there is a {type(error).__name__}: {error}"
            ) from error
        return least, most

    def _search(self, state: Any, alpha: float, beta: float, control: Any) -> float:
        """The value within a window; when the table fills up it grows, and the search continues."""
        while True:
            control[kernels.ROOM] = self._room()
            value = self._call(state, alpha, beta, control)
            if not control[kernels.FULL]:
                break
            self._grow(control)
        if control[kernels.TOO_DEEP]:
            raise NotSolved(
                f"{self.rules.name}: a game lasts more than "
                f"{count_of(len(self._rooms), 'move')}; add a rule "
                "for repetition or length"
            )
        if control[kernels.STOP]:
            raise NotSolved(
                f"{self.rules.name}: not solved after {int(control[kernels.NODES]):,} positions; "
                "give more seconds, or search for the best move instead"
            )
        return value

    def _room(self) -> int:
        """How many entries the table takes before it grows.

        A small one grows before it is full. Of a large one each entry has to come from far away,
        which takes longer than to search again what it has lost.
        """
        slots = len(self._table)
        if slots == self._most:
            return int(np.iinfo(np.int64).max)
        return 3 * slots // 4 if self._table.nbytes < CACHED else REWRITTEN * slots

    def _grow(self, control: Any) -> None:
        slots, words = self._table.shape
        larger = np.zeros((min(GROWTH * slots, self._most), words), np.int64)
        self._machine.move_over(self._table, larger)
        self._table = larger
        control[kernels.WRITTEN] = control[kernels.FULL] = control[kernels.STOP] = 0

    def _value(self, position: Position, control: Any) -> float:
        """Narrow windows close in on the value, where payoffs are known to lie between bounds."""
        bounds = self.rules.payoff_bounds
        if bounds is None or not all(isinstance(bound, int) for bound in bounds):
            return self._search(position.state, -math.inf, math.inf, control)
        low, high = float(bounds[0]), float(bounds[1])
        while low < high:
            cut = _cut(low, high) if position.player == 0 else -1 - _cut(-high, -low)
            found = self._search(position.state, cut, cut + 1, control)
            if cut < found < cut + 1:
                return found
            low, high = (low, found) if found <= cut else (found, high)
        return low

    def _line(self, position: Position, control: Any) -> tuple[Move, ...]:
        """One line of perfect play, move by move; the table makes it cheap."""
        value = self._value(position, control)
        line: list[Move] = []
        here = position
        while here.player >= 0:
            move = self._keeping(here, value, control)
            line.append(move)
            here = here.play(move)
        return tuple(line)

    def _keeping(self, here: Position, value: float, control: Any) -> Move:
        """The first move that is worth as much as the position."""
        sign = 1 if here.player == 0 else -1
        step = 1e-9
        for move in here.moves[:-1]:
            low, high = (value - step, value) if sign > 0 else (value, value + step)
            after = self.rules.play(here.state, move)
            found = self._search(after, low, high, control)
            if sign * found >= sign * value:
                return move
        return here.moves[-1]


def is_soon_compiled(rules: Rules) -> bool:
    """Whether the compiled search of this game is kept, so that none in Python need come first."""
    return is_at_hand(rules, *ALGORITHM)


def small_search(rules: Rules, compiled: bool | None = None) -> ExactSearch:
    """A search that gives up early: for what little is left of a game.

    In Python, unless the game was compiled before, or as ``compiled`` says.

    >>> from kibitz.rules.examples import TakeAway
    >>> small_search(TakeAway(6)).solve(TakeAway(6).position()).move
    2
    """
    compiled = is_soon_compiled(rules) if compiled is None else compiled
    return ExactSearch(rules, SMALL_MEMORY, compiled=compiled, nodes=SMALL)


def _paid(position: Position, line: tuple[Move, ...]) -> Number:
    """What the line of perfect play pays: the value as the rules write it, a fraction perhaps."""
    end = position
    for move in line:
        end = end.play(move)
    return end.payoffs[0]


def _cut(low: float, high: float) -> int:
    """The whole number below which a window is asked for: the middle, or what is nearer to 0.

    >>> _cut(-1, 1), _cut(-1, 0), _cut(-21, 21), _cut(3, 18)
    (0, -1, -10, 10)
    """
    least, most = math.floor(low), math.ceil(high)
    middle = (least + most) // 2
    if middle <= 0:
        return min(middle, int(least / 2)) if least < -1 else middle
    return middle
