"""The nouns: strategic games of n players, and matrix games, their two-person zero-sum case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, number, show
from kibitz.core.tensor import Tensor

if TYPE_CHECKING:
    from kibitz.strategic.best_response import BestResponse
    from kibitz.strategic.dominance import Domination, Elimination
    from kibitz.strategic.optimal_strategies import OptimalStrategies
    from kibitz.strategic.solution import MatrixSolution


@dataclass(frozen=True, eq=True)
class MatrixGame(Noun):
    """A two-person zero-sum game: the row player receives ``matrix[i, j]`` from the column player.

    >>> game = matrix([[1, -1], [-1, 1]], rows=["heads", "tails"], columns=["heads", "tails"])
    >>> game.shape, game.solve().value
    ((2, 2), Fraction(0, 1))
    """

    kind: ClassVar[str] = "matrix"

    matrix: Tensor
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    players: tuple[str, str] = ("I", "II")
    title: str = ""
    total: Number = Fraction(0)
    """What both receive together: zero, or the constant sum of the game this came from."""

    def __post_init__(self) -> None:
        _check_labels(self.rows, self.shape[0], "rows")
        _check_labels(self.columns, self.shape[1], "columns")
        _check_labels(self.players, 2, "players")

    @property
    def shape(self) -> tuple[int, int]:
        m, n = self.matrix.shape
        return m, n

    @property
    def exact(self) -> bool:
        return self.matrix.exact

    def __getitem__(self, cell: tuple[int, int]) -> Number:
        """The payoff at a row and a column (positions from 0)."""
        try:
            return self.matrix[cell]
        except (IndexError, TypeError):
            m, n = self.shape
            raise GameError(f"no cell {cell!r}; rows run to {m - 1}, columns to {n - 1}") from None

    @cached_property
    def _float_matrix(self) -> Any:
        """The payoffs as float64, kept because every numerical method asks for them."""
        return self.matrix.floats()

    def solve(self, method: str = "auto", exact: bool | None = None) -> MatrixSolution:
        """Value and one optimal strategy each; see :func:`kibitz.strategic.solve.solve_matrix`."""
        from kibitz.strategic.solve import solve_matrix

        return solve_matrix(self, method=method, exact=exact)

    def optimal_strategies(self) -> OptimalStrategies:
        """Every extreme optimal strategy of both players, and whether they are unique."""
        from kibitz.strategic.optimal_strategies import optimal_strategies

        return optimal_strategies(self)

    def saddle_points(self) -> tuple[tuple[int, int], ...]:
        """All cells (positions from 0) least in their row and greatest in their column."""
        from kibitz.strategic.saddle_point import saddle_points

        return saddle_points(self)

    def dominated(self, mixed: bool = True) -> tuple[Domination, ...]:
        """Every dominated row and column, each with a witness."""
        from kibitz.strategic.dominance import dominated

        return dominated(self, mixed)

    def eliminate(self, mixed: bool = False, strict: bool = False) -> Elimination:
        """Remove dominated rows and columns one at a time until none is left."""
        from kibitz.strategic.dominance import eliminate

        return eliminate(self, mixed, strict)

    def best_rows(self, column: Any) -> BestResponse:
        """The rows that pay most against a mixture of columns."""
        from kibitz.strategic.best_response import best_rows

        return best_rows(self, column)

    def best_columns(self, row: Any) -> BestResponse:
        """The columns that concede least against a mixture of rows."""
        from kibitz.strategic.best_response import best_columns

        return best_columns(self, row)

    def expected_payoff(self, row: Any, column: Any) -> Number:
        """What the row player expects when both mix."""
        from kibitz.strategic.expected_payoff import expected_payoff

        return expected_payoff(self, row, column)

    def restrict(self, rows: Sequence[int], columns: Sequence[int]) -> MatrixGame:
        """The subgame with these rows and columns (positions from 0)."""
        _check_positions(rows, self.shape[0], "rows")
        _check_positions(columns, self.shape[1], "columns")
        return replace(
            self,
            matrix=self.matrix.take(rows, columns),
            rows=tuple(self.rows[i] for i in rows),
            columns=tuple(self.columns[j] for j in columns),
        )

    def affine(self, scale: Any, shift: Any) -> MatrixGame:
        """Payoffs ``scale * a + shift`` with ``scale > 0``: same strategies, value moved alike.

        The column player pays the shift, so that a zero-sum game stays one.
        """
        factor, summand = number(scale, "scale"), number(shift, "shift")
        if factor <= 0:
            raise GameError(f"the scale is {show(factor)}; it must be positive to keep the roles")
        return replace(
            self,
            matrix=self.matrix.affine(factor, summand),
            total=factor * self.total,
        )

    def reversed(self) -> MatrixGame:
        """The same game seen by the column player: rows and columns exchanged, payoffs negated."""
        turned = (-self.matrix.transpose()).affine(Fraction(1), self.total)
        return MatrixGame(
            turned, self.columns, self.rows, self.players[::-1], self.title, self.total
        )

    def strategic(self) -> StrategicGame:
        """The same game with a payoff array for each player."""
        return StrategicGame(
            (self.matrix, (-self.matrix).affine(Fraction(1), self.total)),
            self.players,
            (self.rows, self.columns),
            self.title,
        )

    def __str__(self) -> str:
        from kibitz.strategic.show import payoff_table

        name = self.title or "matrix game"
        return f"{name}, {self.shape[0]} x {self.shape[1]}\n{payoff_table(self).text()}"

    def __repr__(self) -> str:
        if self.shape[0] * self.shape[1] > 36:
            return f"<MatrixGame {self.shape[0]} x {self.shape[1]} {self.title}>".replace(" >", ">")
        rows = [[show(x) for x in row] for row in self.matrix.numbers()]
        return "matrix('" + "; ".join(" ".join(row) for row in rows) + "')"


@dataclass(frozen=True, eq=True)
class StrategicGame(Noun):
    """Players, their strategies, and a payoff array for each player.

    >>> game = bimatrix([[3, 0], [4, 1]], [[3, 4], [0, 1]])
    >>> game.shape, game.payoff(0, 1)
    ((2, 2), (Fraction(0, 1), Fraction(4, 1)))
    """

    kind: ClassVar[str] = "strategic"

    payoffs: tuple[Tensor, ...]
    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    title: str = ""

    def __post_init__(self) -> None:
        count = len(self.payoffs)
        _check_labels(self.players, count, "players")
        if len(self.strategies) != count:
            raise GameError(f"{count} players but {len(self.strategies)} lists of strategies")
        for k, tensor in enumerate(self.payoffs):
            if tensor.shape != self.payoffs[0].shape or len(tensor.shape) != count:
                raise GameError(
                    f"player {self.players[k]}: payoffs of shape {tensor.shape}, where "
                    f"{self.payoffs[0].shape} was expected"
                )
        for player, labels, size in zip(self.players, self.strategies, self.shape, strict=True):
            _check_labels(labels, size, f"strategies of {player}")

    @property
    def shape(self) -> tuple[int, ...]:
        return self.payoffs[0].shape

    @property
    def exact(self) -> bool:
        return all(t.exact for t in self.payoffs)

    def payoff(self, *profile: int) -> tuple[Number, ...]:
        """What each player gets when they choose these strategies (positions from 0)."""
        return tuple(tensor[profile] for tensor in self.payoffs)

    def constant_sum(self) -> Number | None:
        """The sum of payoffs when it is the same in every cell, otherwise None."""
        total = self.payoffs[0]
        for tensor in self.payoffs[1:]:
            total = total + tensor
        first = total.array.flat[0]
        if total.exact:
            same = bool((total.array == first).all())
            return Fraction(int(first), total.denominator) if same else None
        size = max(float(np.abs(t.array).max()) for t in map(Tensor.floating, self.payoffs))
        same = bool((np.abs(total.array - first) <= 1e-12 * size).all())
        return float(first) if same else None

    def matrix_game(self) -> MatrixGame:
        """A two-person game of constant sum as the matrix of the row player's payoffs.

        The column player receives what is left of the sum, so the equilibria are the same.
        """
        if len(self.players) != 2:
            raise GameError(f"{len(self.players)} players: a matrix game has two")
        total = self.constant_sum()
        if total is None:
            raise GameError(
                "the payoffs do not add up to the same number in every cell, so this "
                "is not a zero-sum game in disguise"
            )
        rows, columns = self.strategies
        first, second = self.players
        return MatrixGame(self.payoffs[0], rows, columns, (first, second), self.title, total)

    def solve(self, method: str = "auto", exact: bool | None = None) -> MatrixSolution:
        """Solve a constant-sum game through its zero-sum form."""
        return self.matrix_game().solve(method=method, exact=exact)

    def _repr_html_(self) -> str:
        return self.draw().html() if len(self.players) == 2 else self.describe()._repr_html_()

    def __str__(self) -> str:
        from kibitz.strategic.show import payoff_list

        sizes = " x ".join(map(str, self.shape))
        return f"{self.title or 'strategic game'}, {sizes}\n{payoff_list(self).text()}"

    def __repr__(self) -> str:
        sizes = " x ".join(map(str, self.shape))
        return f"<StrategicGame {len(self.players)} players, {sizes} {self.title}>".replace(
            " >", ">"
        )


def matrix(
    payoffs: Any,
    rows: Sequence[Any] | None = None,
    columns: Sequence[Any] | None = None,
    title: str = "",
    exact: bool | None = None,
    players: Sequence[Any] | None = None,
) -> MatrixGame:
    """A matrix game from nested lists, a NumPy array, or text such as ``"-2 3; 3 -4"``.

    >>> matrix("-2 3; 3 -4") == matrix([[-2, 3], [3, -4]])
    True
    >>> matrix([[1, 2], [3]])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: matrix: row 2 has 1 entries, row 1 has 2
    """
    tensor = Tensor.read(read_rows(payoffs) if isinstance(payoffs, str) else payoffs)
    if exact is not None:
        tensor = tensor.rational() if exact else tensor.floating()
    m, n = tensor.shape
    first, second = _player_names(players, 2)
    return MatrixGame(tensor, _labels(rows, m), _labels(columns, n), (first, second), title)


def bimatrix(
    first: Any,
    second: Any,
    rows: Sequence[Any] | None = None,
    columns: Sequence[Any] | None = None,
    title: str = "",
) -> StrategicGame:
    """A two-person game from the payoff matrices of the row and the column player."""
    return strategic_game([first, second], strategies=[rows, columns], title=title)


def strategic_game(
    payoffs: Sequence[Any],
    players: Sequence[Any] | None = None,
    strategies: Sequence[Sequence[Any] | None] | None = None,
    title: str = "",
) -> StrategicGame:
    """A game of n players from n payoff arrays, each with n dimensions.

    >>> strategic_game([[[1, 0], [0, 1]], [[0, 1], [1, 0]]]).shape
    (2, 2)
    """
    if not isinstance(payoffs, Sequence):
        raise GameError(f"{payoffs!r} is not a list of payoff arrays, one for each player")
    count = len(payoffs)
    tensors = tuple(
        Tensor.read(read_rows(p) if isinstance(p, str) else p, count, f"payoffs of player {k}")
        for k, p in enumerate(payoffs, 1)
    )
    if not tensors:
        raise GameError("a game needs at least one player")
    for k, tensor in enumerate(tensors, 1):
        if tensor.shape != tensors[0].shape:
            raise GameError(
                f"payoffs of player {k}: shape {tensor.shape}, but player 1 has {tensors[0].shape}"
            )
    named = _player_names(players, count)
    lists = strategies if strategies is not None else [None] * count
    if len(lists) != count:
        raise GameError(f"{len(lists)} lists of strategies for {count} players")
    labels = tuple(
        _labels(given, size)
        for given, size, player in zip(lists, tensors[0].shape, named, strict=True)
    )
    return StrategicGame(tensors, named, labels, title)


def read_rows(text: str) -> list[list[str]]:
    """Split ``"1 2; 3 4"`` (or lines, or commas) into rows of number spellings.

    >>> read_rows("1, -1/2; 3 4")
    [['1', '-1/2'], ['3', '4']]
    """
    lines = [line for line in text.replace("\n", ";").split(";") if line.strip()]
    cleaned = [line.strip().strip("[]").replace(",", " ").split() for line in lines]
    if not cleaned:
        raise GameError("matrix: it is empty; write rows such as '1 2; 3 4'")
    return cleaned


@cache
def _numbered(size: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, size + 1)))


def _labels(given: Sequence[Any] | None, size: int) -> tuple[str, ...]:
    if given is None:
        return _numbered(size)
    if isinstance(given, str):
        given = given.replace(",", " ").split()
    if not isinstance(given, Iterable):
        raise GameError(f"{given!r} is not a list of {size} labels")
    return tuple(map(str, given))


def _player_names(given: Sequence[Any] | None, count: int) -> tuple[str, ...]:
    """The names given, or I and II, or numbers for more than two."""
    names = ("I", "II") if given is None and count == 2 else _labels(given, count)
    _check_labels(names, count, "players")
    return names


def _check_positions(positions: Sequence[int], size: int, what: str) -> None:
    if not len(positions):
        raise GameError(f"no {what} are left; a game needs at least one")
    for k in positions:
        if not 0 <= k < size:
            raise GameError(f"{what}: there is no position {k}; they run from 0 to {size - 1}")


def _check_labels(labels: tuple[str, ...], size: int, what: str) -> None:
    if labels is _numbered(size):
        return
    if len(labels) != size:
        raise GameError(f"{what}: {len(labels)} labels for {size}")
    if len(set(labels)) != size:
        twice = next(x for x in labels if labels.count(x) > 1)
        raise GameError(f"{what}: the label {twice!r} is used twice")
