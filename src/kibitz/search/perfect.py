"""Perfect play by whatever covers the game: alpha-beta to the end, a database, or a list of all."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from kibitz.core.compiling.ahead import would_load_numba
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.rules.trees.build import GameTree
from kibitz.search.alpha_beta.exact import ExactSearch, NotSolved, is_soon_compiled, small_search
from kibitz.search.alpha_beta.memo_value import memo_value
from kibitz.search.alpha_beta.minimax import minimax
from kibitz.search.budget import Budget
from kibitz.search.methods import keeping
from kibitz.search.position_sample import PositionSample
from kibitz.search.puzzles.one_player import one_player
from kibitz.search.random_games import tree_digits
from kibitz.search.result import SearchResult
from kibitz.search.retrograde.retrograde import Database, NotWinOrLose, retrograde
from kibitz.search.scope import in_turn

TINY, GAMES, MOMENT = 2_000, 32, 0.02
"""Positions that Python searches before compiled code is loaded, and the random games that tell."""
POSITIONS = 20_000_000
"""The largest database that is built without being asked for."""
TRIAL = 30.0
"""Seconds after which somebody should hear that a game is too large."""
FAR, PEEK = 60, 3.0
"""Digits beyond which it is not even tried, and seconds of random games to count positions."""
LISTED = 1_000_000
"""With chance and so many digits, games of more positions than this are not tried."""
HOPELESS = 20
"""Digits of the number of positions that perfect pruning leaves, beyond which it is."""


def _is_sooner_in_python(position: Position) -> bool:
    """Whether so little is left of a game that it takes longer to load what is compiled."""
    if not would_load_numba():
        return False
    sample = PositionSample(position.rules, [position.state])
    sample.play(GAMES, MOMENT)
    return sample.games == GAMES and sample.at_least() < TINY


class Perfect:
    """Solves positions of one game, and keeps its tables from one to the next.

    Two players with a zero sum are searched to the end; where positions may recur, a database of
    all of them is built. With chance or more players, all positions are listed; one player alone
    looks for a line that pays the most. A game with a plan of its own is played by that.

    >>> from kibitz.rules.examples import TakeAway
    >>> Perfect(TakeAway(6)).solve(TakeAway(6).position()).move
    2
    """

    def __init__(
        self, rules: Rules, seconds: float | None = None, memory: int = Budget().memory
    ) -> None:
        Budget(seconds, memory=memory)
        if rules.has("information_state"):
            raise GameError(
                f"{rules.name}: the game has hidden information; solve() finds an equilibrium"
            )
        if rules.has("choices"):
            raise GameError(
                f"{rules.name}: players move simultaneously; solve() finds mixed strategies"
            )
        self.rules, self.seconds, self.memory = rules, seconds, memory
        self._exact: ExactSearch | None = None
        self._database: Database | None = None

    def solve(self, position: Position) -> SearchResult:
        """The value, a move that keeps it, and a line of perfect play.

        Parameters
        ----------
        position : Position
            The position to solve.

        Notes
        -----
        Cost: exponential in the length of the game at worst; a game that is clearly too large is
        refused, unless a limit of time was set.
        """
        rules = self.rules
        if self.plan is not None:
            return self._planned(position)
        if self.seconds is None and rules.players > 1 and not self._is_quick_to_tell:
            self._refuse_far_too_large(position)
        if rules.players == 1 and not rules.has("chance"):
            return one_player(position, seconds=self.seconds)
        if not rules.is_opposed or rules.has("chance"):
            return self._listed(position)
        if isinstance(rules, GameTree):
            return minimax(position)
        if self._database is not None:
            return self._looked_up(position, self._database)
        tiny = self._exact is None and _is_sooner_in_python(position)
        if self._exact is None and (tiny or rules.longest is None or not is_soon_compiled(rules)):
            try:
                search = small_search(rules, False if tiny else None)
                return search.solve(position, self.seconds)
            except NotSolved:
                pass
            except GameError:
                if rules.longest is not None:
                    raise
        if rules.longest is None and rules.payoff_bounds in (None, (-1, 1)):
            try:
                self._database = retrograde(position, most=POSITIONS, seconds=self.seconds)
                return self._looked_up(position, self._database)
            except NotWinOrLose:
                pass
        self._exact = self._exact or ExactSearch(rules, self.memory)
        return self._searched(position, self._exact)

    @cached_property
    def plan(self) -> Any:
        """The game's own table of perfect play, made once; None if it has none, or not in time."""
        return self.rules.plan(self.seconds)

    def _planned(self, position: Position) -> SearchResult:
        """By the table that the game makes of itself."""
        began, plan, rules = time.monotonic(), self.plan, self.rules
        move = plan.move(position.state) if position.player >= 0 else None
        after: dict[Move, Number | tuple[Number, ...]] = {}
        if move is not None:
            after = {m: plan.value_of(rules.play(position.state, m)) for m in position.moves}
        return SearchResult(
            position,
            plan.value_of(position.state),
            move,
            () if move is None else (move,),
            plan.method,
            True,
            counts=plan.counts,
            seconds=time.monotonic() - began,
            moves=after,
        )

    def _listed(self, position: Position) -> SearchResult:
        """By a list of all positions."""
        if self.seconds is not None:
            return memo_value(position, seconds=self.seconds)
        return self._patiently(position, lambda seconds: memo_value(position, seconds=seconds))

    def _searched(self, position: Position, search: ExactSearch) -> SearchResult:
        """By alpha-beta, with a clock that does not run while the rules are compiled."""
        search.prepare(position)
        if self.seconds is not None:
            return search.solve(position, self.seconds)
        return self._patiently(position, lambda seconds: search.solve(position, seconds))

    def _patiently(
        self, position: Position, solve: Callable[[float | None], SearchResult]
    ) -> SearchResult:
        """However long it takes; but a game that is far too large is given up after a while."""
        began = time.monotonic()
        try:
            return solve(TRIAL)
        except NotSolved:
            if time.monotonic() - began < TRIAL:
                raise
        digits = tree_digits(position) / 2
        if digits > HOPELESS:
            raise NotSolved(
                f"{self.rules.name}: not solved in {TRIAL:g} s, and about 10^{digits:.0f} "
                "positions even with perfect pruning; search for the best move instead (analyze), "
                "or give the seconds to try"
            )
        return solve(None)

    @property
    def _is_quick_to_tell(self) -> bool:
        """Whether the search itself soon says that it is in vain: where chance lets play recur."""
        recurs = self.rules.has("chance") and self.rules.longest is None
        return isinstance(self.rules, GameTree) or recurs

    def _refuse_far_too_large(self, position: Position) -> None:
        """Refuse at once a game whose positions neither fit into memory nor can be pruned away."""
        if position.player == OVER or tree_digits(position, games=2) / 2 < FAR:
            return
        digits = tree_digits(position) / 2
        most = LISTED if self.rules.has("chance") else POSITIONS
        sample = PositionSample(self.rules, [position.state], chance=True)
        sample.play(1 << 30, PEEK, enough=most)
        if digits > FAR and sample.at_least() > most:
            raise NotSolved(
                f"{self.rules.name}: about 10^{digits:.0f} positions even with perfect pruning, "
                f"more than {most:,} of them different; search for the best move instead "
                "(analyze), or give the seconds to try"
            )

    def _looked_up(self, position: Position, database: Database) -> SearchResult:
        began = time.monotonic()
        line, here, seen = [], position, {position.state}
        while here.player != OVER:
            here = here.play(database.best_moves(here.state)[0])
            line.append(here.history[-1])
            if here.state in seen:
                break
            seen.add(here.state)
        plies = database.plies(position.state)
        if plies is not None:
            ending = f"ends after {count_of(plies, 'move')}"
        else:
            ending = "never ends with best play" if here.player != OVER else "is drawn in the end"
        result = SearchResult(
            position,
            database.value(position.state),
            line[0] if line else None,
            tuple(line),
            "retrograde analysis",
            True,
            None,
            {"positions": len(database)},
            note=f"the game {ending}",
        )
        values: dict[Move, Any] = {
            m: database.value(self.rules.play(position.state, m)) for m in position.moves
        }
        return replace(result, moves=values, seconds=time.monotonic() - began)


@method(
    Rules,
    "exact",
    finds="the value of perfect play and a best move",
    cost="every position once, or alpha-beta with a table of positions",
    applies=in_turn,
    aliases=("perfect",),
)
@keeping
def exact(
    rules: Rules, seconds: float | None = None, memory: int = Budget().memory
) -> Callable[[Position], SearchResult]:
    """Perfect play by the method that covers the game: alpha-beta, a database, or a list.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    seconds : float, optional
        The time limit.
    memory : int, optional
        The memory for tables, in bytes.

    Returns
    -------
    Callable[[Position], SearchResult]
        A search with these limits.

    Notes
    -----
    Cost: every position once, or alpha-beta with a table of positions.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> exact(TakeAway(6)).value
    1
    """
    return Perfect(rules, seconds, memory).solve
