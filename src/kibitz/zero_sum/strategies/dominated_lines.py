"""Dominated lines: the strategies of a player that another one, or a mixture, is better than.

Every player's strategies are lines and the others' profiles columns, larger is better; a matrix
game is seen as two such tables.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from kibitz.core.numbers import Number, plain, show
from kibitz.core.tensor import Array, Tensor
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.simplex import simplex
from kibitz.zero_sum.strategies.expected_payoff import product
from kibitz.zero_sum.strategies.mixture import Mixture, support

if TYPE_CHECKING:
    from kibitz.strategic.game import StrategicGame

Side = Literal["row", "column"]
Game: TypeAlias = "MatrixGame | StrategicGame"
Kept = tuple[tuple[int, ...], ...]
"""For each player, the positions (from 0) of the strategies that are still in play."""
Profiles = tuple[tuple[int, ...], ...]
"""What the others play, in positions; a strategy that is best against a mixture of these stays."""
AT_ONCE = 100_000
"""Comparisons of payoffs up to which every line is compared with every other in one step."""


@dataclass(frozen=True)
class DominatedStrategy:
    """One dominated strategy and its witness; positions count from 0 in the game as given."""

    player: int
    index: int
    by: tuple[tuple[int, Number], ...]
    strict: bool

    @property
    def side(self) -> Side:
        """For two players: is it a row or a column?"""
        return "column" if self.player else "row"

    @property
    def pure(self) -> bool:
        return len(self.by) == 1

    def __str__(self) -> str:
        own = f"player {self.player + 1}, strategy"
        witness = " + ".join(f"{show(w)} × {k + 1}" if w != 1 else str(k + 1) for k, w in self.by)
        how = "strictly dominated" if self.strict else "dominated"
        return f"{own} {self.index + 1} is {how} by {witness}"

    def sentence(self, game: Game) -> str:
        """In words, with the game's own labels.

        Parameters
        ----------
        game : Game
            The game whose labels are used.
        """
        labels, noun = strategy_names(game, self.player), ""
        if isinstance(game, MatrixGame):
            noun, start = f"{self.side} ", f"{self.side} {labels[self.index]}"
            how = "strictly dominated" if self.strict else "dominated"
        else:
            start = f"{game.players[self.player]}: {labels[self.index]}"
            how = "strictly dominated" if self.strict else "weakly dominated"
        if self.pure:
            witness = f"{noun}{labels[self.by[0][0]]}"
        else:
            witness = "the mixture " + " + ".join(
                f"{show(w)} × {noun}{labels[k]}" for k, w in self.by
            )
        return f"{start} is {how} by {witness}"

    def to_json(self, game: Game) -> dict[str, Any]:
        """As JSON, with the game's own labels.

        Parameters
        ----------
        game : Game
            The game whose labels are used.
        """
        labels = strategy_names(game, self.player)
        who = {"side": self.side} if isinstance(game, MatrixGame) else {}
        return {
            **who,
            "player": game.players[self.player],
            "label": labels[self.index],
            "by": {labels[k]: plain(weight) for k, weight in self.by},
            "strict": self.strict,
        }


def everything(game: Game) -> Kept:
    """All strategies of all players."""
    return tuple(tuple(range(size)) for size in game.shape)


def own_lines(game: Game, player: int, kept: Kept) -> Tensor:
    """A player's strategies in rows, what the others may do in columns; larger is better."""
    if isinstance(game, MatrixGame):
        array = game.matrix.array
        if tuple(map(len, kept)) != array.shape:
            array = array[np.ix_(*kept)]
        return Tensor(array if player == 0 else -array.T, game.matrix.denominator)
    tensor = game.payoffs[player]
    array = np.moveaxis(tensor.array[np.ix_(*kept)], player, 0)
    return Tensor(array.reshape(len(kept[player]), -1), tensor.denominator)


def strategy_names(game: Game, player: int) -> tuple[str, ...]:
    if isinstance(game, MatrixGame):
        return game.columns if player else game.rows
    return game.strategies[player]


@dataclass(frozen=True)
class RemainingLines:
    """The lines that are still in play, so that for every player "larger dominates"."""

    game: Game
    kept: Kept

    def lines(self, player: int) -> Array:
        return own_lines(self.game, player, self.kept).array

    def find(
        self,
        player: int,
        mixed: bool,
        strict: bool,
        stays: Collection[int] = (),
        clear: set[int] | None = None,
        looked: Callable[[int, int, Profiles], None] = lambda player, index, against: None,
    ) -> Iterator[DominatedStrategy]:
        """Dominated lines of one player, strictly dominated ones with a pure witness first.

        Lines in ``stays`` are known not to be dominated; ``looked`` is called with others that are
        not. Lines in ``clear``, which grows, are not strictly dominated by any other line.
        """
        lines, positions = self.lines(player), self.kept[player]
        done, clear = set(stays), set() if clear is None else clear
        weak: dict[int, DominatedStrategy] = {}
        mixed = mixed and len(positions) > 2
        for one in self._by_pure(player, lines, positions, strict, clear):
            if one.strict or not mixed:
                done.add(one.index)
                yield one
            else:
                weak[one.index] = one
        if not mixed:
            return
        for index, domination in self._by_mixture(player, lines, positions, strict, done):
            if isinstance(domination, DominatedStrategy):
                yield domination if domination.strict else weak.pop(domination.index, domination)
            else:
                looked(player, index, self._profiles(player, domination))

    def _profiles(self, player: int, places: Sequence[int]) -> Profiles:
        """What the others play in these columns."""
        others = [kept for k, kept in enumerate(self.kept) if k != player]
        at = np.unravel_index(np.asarray(places, np.int64), [len(kept) for kept in others])
        columns = [np.asarray(kept)[i].tolist() for kept, i in zip(others, at, strict=True)]
        return tuple(zip(*columns, strict=True))

    def weakly_below(self, player: int) -> Iterator[DominatedStrategy]:
        """Lines with another line at least as good everywhere and better somewhere."""
        lines, positions = self.lines(player), self.kept[player]
        for k in range(len(positions)):
            at_least = (lines >= lines[k]).all(axis=1) & (lines > lines[k]).any(axis=1)
            for i in np.flatnonzero(at_least)[:1]:
                strict = bool((lines[i] > lines[k]).all())
                yield DominatedStrategy(
                    player, positions[k], ((positions[i], Fraction(1)),), strict
                )

    @property
    def _duplicates_go(self) -> bool:
        """In a matrix game equal lines are equal for both players, so all but one may go."""
        return isinstance(self.game, MatrixGame)

    def _by_pure(
        self, player: int, lines: Array, positions: Sequence[int], strict: bool, clear: set[int]
    ) -> Iterator[DominatedStrategy]:
        if lines.size * len(positions) <= AT_ONCE:
            at_least = (lines >= lines[:, None]).all(axis=2)
            if np.count_nonzero(at_least) == len(positions):
                return  # each is at least itself alone
        some = np.flatnonzero(~_best_somewhere(lines)).tolist() if strict else range(len(lines))
        for k in some:
            if strict and positions[k] in clear:
                continue
            above = (lines > lines[k]).all(axis=1)
            chosen = _first(above)
            if chosen is None and not strict:
                at_least = (lines >= lines[k]).all(axis=1)
                equal = (lines == lines[k]).all(axis=1)
                if self._duplicates_go:
                    equal[:k] = False
                chosen = _first(at_least & ~equal)
            if chosen is None:
                clear.add(positions[k])
            else:
                by = ((positions[chosen], Fraction(1)),)
                yield DominatedStrategy(player, positions[k], by, bool(above[chosen]))

    def _by_mixture(
        self,
        player: int,
        lines: Array,
        positions: Sequence[int],
        strict: bool,
        done: set[int],
    ) -> Iterator[tuple[int, DominatedStrategy | Sequence[int]]]:
        """What is not done yet: the mixture that dominates it, or columns whose mixture it is best
        against.

        A line that is best against something is not strictly dominated; the other player's side of
        each linear program is such a thing, for other lines as well.
        """
        bottom = own_lines(self.game, player, self.kept).denominator
        done = set(done)
        if strict:
            tops = lines == lines.max(axis=0)
            for k in np.flatnonzero(tops.any(axis=1)).tolist():
                if positions[k] not in done:
                    done.add(positions[k])
                    yield positions[k], (int(tops[k].argmax()),)
        for k in range(len(positions)):
            if positions[k] in done:
                continue
            others = [i for i in range(len(positions)) if i != k]
            difference = Tensor(lines[others] - lines[k], bottom)
            weights, strictly, against = _witness(difference)
            if strict and not strictly:
                weights = None
                if against and difference.exact:
                    for i in _best_against(against, lines):
                        if positions[i] not in done:
                            done.add(positions[i])
                            yield positions[i], support(against)
                    continue
            if weights is not None and not strictly and not self._duplicates_go:
                weights = _better_somewhere(weights, difference)
            if weights is None:
                yield positions[k], ()
                continue
            by = tuple((positions[others[i]], weights[i]) for i in support(weights))
            yield positions[k], DominatedStrategy(player, positions[k], by, strictly)


def _best_somewhere(lines: Array) -> Array:
    """Which lines are the largest, or as large as any, in some column."""
    return np.asarray((lines == lines.max(axis=0)).any(axis=1))


def _best_against(mixture: Mixture, lines: Array) -> list[int]:
    """Which lines pay the most, in integers, against a mixture of the columns."""
    paid = product(mixture, Tensor(np.ascontiguousarray(lines.T)))
    most = max(paid)
    return [i for i, x in enumerate(paid) if x == most]


def _witness(difference: Tensor) -> tuple[Mixture | None, bool, Mixture]:
    """A mixture that never loses in the difference game, whether it always wins, and the reply."""
    array = difference.array
    if (array.max(axis=0) < 0).any():
        return None, False, ()
    rows, columns = (tuple(map(str, range(size))) for size in array.shape)
    solution = simplex(MatrixGame(difference, rows, columns))
    if difference.exact:
        least, slack = solution.value, 0.0
    else:
        least, slack = min(product(solution.row, difference)), 1e-12 * float(np.abs(array).max())
    return (solution.row if least >= 0 else None), least > slack, solution.column


def _better_somewhere(weights: Mixture, difference: Tensor) -> Mixture | None:
    """A mixture that never loses and sometimes wins, starting from one that never loses."""
    from kibitz.linear.program import LinearProgram
    from kibitz.linear.solution import Optimum

    slack = 0 if difference.exact else 1e-9 * float(np.abs(difference.array).max())
    if max(product(weights, difference)) > slack:
        return weights
    count, cases = difference.shape
    ones = np.ones((1, count), difference.array.dtype)
    program = LinearProgram(
        Tensor(difference.array.sum(axis=1)),
        Tensor(np.concatenate([difference.array.T, ones])),
        (">=",) * cases + ("=",),
        Tensor(np.array([0] * cases + [1], difference.array.dtype)),
    )
    answer = program.solve()
    return answer.x if isinstance(answer, Optimum) and answer.value > slack else None


def _first(mask: Array) -> int | None:
    places = np.flatnonzero(mask)
    return int(places[0]) if len(places) else None
