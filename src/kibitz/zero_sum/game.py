"""The noun: matrix games, which are two-person and zero-sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, number, show
from kibitz.core.tensor import Tensor, from_floats
from kibitz.zero_sum.labels import (
    PLAYERS,
    check_labels,
    check_positions,
    numbered,
    player_names,
    read_labels,
)
from kibitz.zero_sum.read_payoffs import read_rows

if TYPE_CHECKING:
    from kibitz._types import SolveMatrixGame
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.strategies.best_response import PureBestResponses
    from kibitz.zero_sum.strategies.dominance import Elimination
    from kibitz.zero_sum.strategies.dominated_lines import DominatedStrategy
    from kibitz.zero_sum.strategies.evaluation import Evaluation
    from kibitz.zero_sum.strategies.optimal_strategies import OptimalStrategies


NOTHING = Fraction(0)


@dataclass(frozen=True, eq=True)
class MatrixGame(Noun):
    """A two-person zero-sum game: the row player receives ``matrix[i, j]`` from the column player.

    >>> game = matrix([[1, -1], [-1, 1]], rows=["heads", "tails"], columns=["heads", "tails"])
    >>> game.shape, game.solve().value
    ((2, 2), Fraction(0, 1))
    """

    kind: ClassVar[str] = "matrix"
    also: ClassVar[dict[str, str]] = {"StrategicGame": "strategic"}
    usual_answer: ClassVar[str] = "matrix-solution"

    matrix: Tensor
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    players: tuple[str, str] = PLAYERS
    title: str = ""
    total: Number = NOTHING
    """What both receive together: zero, or the constant sum of the game this came from."""

    def __post_init__(self) -> None:
        m, n = self.matrix.shape
        check_labels(self.rows, m, "rows")
        check_labels(self.columns, n, "columns")
        if self.players is not PLAYERS:
            check_labels(self.players, 2, "players")

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

    @property
    def _float_matrix(self) -> Any:
        """The payoffs as float64, not to be written to."""
        return self._nearest_floats if self.matrix.exact else self.matrix.array

    @cached_property
    def _nearest_floats(self) -> Any:
        """Kept because every numerical method asks for them."""
        floats = self.matrix.floats()
        floats.setflags(write=False)
        return floats

    if TYPE_CHECKING:
        solve: ClassVar[SolveMatrixGame]

    def with_numbers(self, exact: bool) -> MatrixGame:
        """The same game in exact numbers, or in floats.

        Parameters
        ----------
        exact : bool
            True for exact numbers, False for floats.
        """
        return replace(self, matrix=self.matrix.rational() if exact else self.matrix.floating())

    def optimal_strategies(self) -> OptimalStrategies:
        """Every extreme optimal strategy of both players, and whether they are unique."""
        return call(self, "optimal_strategies")

    def saddle_points(self) -> tuple[tuple[int, int], ...]:
        """All cells (positions from 0) least in their row and greatest in their column."""
        return call(self, "saddle_points")

    def dominated(self, mixed: bool = True) -> tuple[DominatedStrategy, ...]:
        """Every dominated row and column, each with a witness.

        Parameters
        ----------
        mixed : bool, default True
            Whether mixtures may dominate as well.
        """
        return call(self, "dominated", mixed)

    def eliminate(self, mixed: bool = False, strict: bool = False) -> Elimination:
        """Remove dominated rows and columns one at a time until none is left.

        Parameters
        ----------
        mixed : bool, default False
            Whether mixtures may dominate as well.
        strict : bool, default False
            Whether only strictly dominated lines are removed.
        """
        return call(self, "eliminate", mixed, strict)

    def best_rows(self, column: Any) -> PureBestResponses:
        """The rows that pay most against a mixture of columns.

        Parameters
        ----------
        column : sequence, mapping or str
            The mixture of columns: one probability for each, or by name.
        """
        return call(self, "best_rows", column)

    def best_columns(self, row: Any) -> PureBestResponses:
        """The columns that concede least against a mixture of rows.

        Parameters
        ----------
        row : sequence, mapping or str
            The mixture of rows: one probability for each, or by name.
        """
        return call(self, "best_columns", row)

    def expected_payoff(self, row: Any, column: Any) -> Number:
        """What the row player expects when both mix.

        Parameters
        ----------
        row : sequence, mapping or str
            The mixture of rows.
        column : sequence, mapping or str
            The mixture of columns.
        """
        return call(self, "expected_payoff", row, column)

    def evaluate(self, row: Any = None, column: Any = None) -> Evaluation:
        """What strategies guarantee, the best answers to them, and whether they are optimal.

        Parameters
        ----------
        row : sequence, mapping or str, optional
            A mixture of rows.
        column : sequence, mapping or str, optional
            A mixture of columns.
        """
        return call(self, "evaluation", row, column)

    def restrict(self, rows: Sequence[int], columns: Sequence[int]) -> MatrixGame:
        """The subgame with these rows and columns (positions from 0).

        Parameters
        ----------
        rows : sequence of int
            Positions, from 0, of the rows that stay.
        columns : sequence of int
            Positions of the columns that stay.
        """
        check_positions(rows, self.shape[0], "rows")
        check_positions(columns, self.shape[1], "columns")
        return replace(
            self,
            matrix=self.matrix.take(rows, columns),
            rows=tuple(self.rows[i] for i in rows),
            columns=tuple(self.columns[j] for j in columns),
        )

    def affine(self, scale: Any, shift: Any) -> MatrixGame:
        """Payoffs ``scale * a + shift`` with ``scale > 0``: same strategies, value moved alike.

        The column player pays the shift, so that a zero-sum game stays one.

        Parameters
        ----------
        scale : number
            What payoffs are multiplied by; positive.
        shift : number
            What is added to them.
        """
        factor, summand = number(scale, "scale"), number(shift, "shift")
        if factor <= 0:
            raise GameError(f"the scale is {show(factor)}; it must be positive to keep the roles")
        return replace(
            self,
            matrix=self.matrix.affine(factor, summand),
            total=factor * self.total,
        )

    def __add__(self, shift: Any) -> MatrixGame:
        return NotImplemented if isinstance(shift, Noun) else self.affine(1, shift)

    __radd__ = __add__

    def __sub__(self, shift: Any) -> MatrixGame:
        return self.affine(1, -number(shift, "shift"))

    def __mul__(self, scale: Any) -> MatrixGame:
        return self.affine(scale, 0)

    __rmul__ = __mul__

    def reversed(self) -> MatrixGame:
        """The same game seen by the column player: rows and columns exchanged, payoffs negated."""
        turned = (-self.matrix.transpose()).affine(Fraction(1), self.total)
        return MatrixGame(
            turned, self.columns, self.rows, self.players[::-1], self.title, self.total
        )

    def strategic(self) -> StrategicGame:
        """The same game with a payoff array for each player."""
        return call(self, "matrix_to_strategic")

    def __str__(self) -> str:
        name = self.title or "matrix game"
        return f"{name}, {self.shape[0]} x {self.shape[1]}\n{call(self, 'payoff_table').text()}"

    def __repr__(self) -> str:
        if self.shape[0] * self.shape[1] > 36:
            return f"<MatrixGame {self.shape[0]} x {self.shape[1]} {self.title}>".replace(" >", ">")
        rows = [[show(x) for x in row] for row in self.matrix.numbers()]
        return "matrix('" + "; ".join(" ".join(row) for row in rows) + "')"


class _Numbered:
    """The labels of the rows or of the columns, of a game that was made without any."""

    def __init__(self, axis: int) -> None:
        self.name, self.axis = ("rows", "columns")[axis], axis

    def __get__(self, game: MatrixGame | None, kind: type) -> Any:
        if game is None:
            return self
        fields = game.__dict__
        if "matrix" not in fields:
            raise AttributeError(self.name)
        labels = fields[self.name] = numbered(fields["matrix"].array.shape[self.axis])
        return labels


for _axis in range(2):  # not in the class, where they would be defaults
    setattr(MatrixGame, ("rows", "columns")[_axis], _Numbered(_axis))
_new, _ARRAY, _FLOATS = object.__new__, np.ndarray, np.dtype(np.float64)


def matrix(
    payoffs: Any,
    rows: Sequence[Any] | None = None,
    columns: Sequence[Any] | None = None,
    title: str = "",
    exact: bool | None = None,
    players: Sequence[Any] | None = None,
) -> MatrixGame:
    """A matrix game from nested lists, a NumPy array, or text such as ``"-2 3; 3 -4"``.

    Parameters
    ----------
    payoffs : array_like, str or dict
        What the column player pays the row player, row by row; a dict names the rows.
    rows : sequence, optional
        Labels of the rows.
    columns : sequence, optional
        Labels of the columns.
    title : str, optional
        A title for the game.
    exact : bool, optional
        Whether to read floats as the decimals they show; by default they stay floats.
    players : sequence, optional
        The names of the row and the column player.

    Returns
    -------
    MatrixGame
        The game, checked.

    Examples
    --------
    >>> matrix("-2 3; 3 -4") == matrix([[-2, 3], [3, -4]])
    True
    >>> matrix([[1, 2], [3]])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: matrix: row 2 has 1 entry, row 1 has 2
    """
    if type(payoffs) is _ARRAY and payoffs.dtype is _FLOATS:  # at once, since it is quick to solve
        tensor = from_floats(payoffs.copy(), 2, "matrix")
    else:
        if isinstance(payoffs, Mapping):
            payoffs, rows, columns = _by_name(payoffs, rows, columns)
        elif isinstance(payoffs, str):
            payoffs = read_rows(payoffs)
        tensor = Tensor.read(payoffs)
    if exact is not None:
        tensor = tensor.rational() if exact else tensor.floating()
    if rows is None and columns is None and players is None:  # there is nothing left to check
        game = _new(MatrixGame)
        game.__dict__["matrix"] = tensor
        if title:
            game.__dict__["title"] = title
        return game
    m, n = tensor.array.shape
    first, second = named = player_names(players, 2)
    both = PLAYERS if named is PLAYERS else (first, second)
    return MatrixGame(tensor, read_labels(rows, m), read_labels(columns, n), both, title)


def _by_name(payoffs: Mapping[Any, Any], rows: Any, columns: Any) -> tuple[Any, Any, Any]:
    """Rows by name, each a list or by the names of the columns, as lists with their labels.

    >>> _by_name({"a": {"c": 1, "d": 2}, "b": {"d": 0, "c": 3}}, None, None)
    ([[1, 2], [3, 0]], ['a', 'b'], ['c', 'd'])
    """
    if rows is not None:
        raise GameError("rows: the rows have names already; leave rows out")
    cells = list(payoffs.values())
    if not all(isinstance(row, Mapping) for row in cells):
        return cells, list(payoffs), columns
    if columns is not None:
        raise GameError("columns: the columns have names already; leave columns out")
    names = list(cells[0])
    for label, row in payoffs.items():
        if set(row) != set(names):
            listed = ", ".join(map(str, names))
            raise GameError(f"row {label}: it needs an entry for each of {listed}")
    return [[row[name] for name in names] for row in cells], list(payoffs), names
