"""Matrix games with a parameter: the value V(t) as a piecewise rational function, exactly.

Entries are polynomials in t. At a sample t0 the game is solved by pivoting; its last tableau names
a square kernel whose indifference equations, solved with polynomial entries by fraction-free
elimination, give strategies and value as rational functions. They stay optimal as long as no
probability and no slack changes sign: the interval between the nearest real roots around t0. What
the interval leaves uncovered is treated alike. A kernel of size k costs O(k^3) polynomial products
and m + n factorizations; there are finitely many pieces. Ferguson II.2.6, exercise 2.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction, combination, stays_nonnegative
from kibitz.algebra.real_root import Point, RealRoot, rational_between
from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation
from kibitz.core.noun import Noun
from kibitz.core.numbers import exact
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.core.tensor import Tensor
from kibitz.core.verbs import describe, draw, explain, solve
from kibitz.zero_sum.game import MatrixGame, matrix
from kibitz.zero_sum.read_payoffs import read_rows
from kibitz.zero_sum.solution import MatrixSolution

MOST_CELLS = 2500
MOST_PIECES = 5000
UNIT = Polynomial((Fraction(1),))
ZERO, ONE = RationalFunction(Polynomial(())), RationalFunction(UNIT)


@dataclass(frozen=True)
class ParametricGame(Noun):
    """A matrix game whose entries are polynomials in a parameter, over an interval of it.

    ``start`` and ``end`` bound the parameter; None leaves that side open to infinity.

    >>> game = parametric_game([[0, 2], ["t", 1]])
    >>> game.at("1/2")
    matrix('0 2; 1/2 1')
    """

    kind: ClassVar[str] = "parametric"

    entries: tuple[tuple[Polynomial, ...], ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    start: Fraction | None = None
    end: Fraction | None = None
    parameter: str = "t"
    title: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.columns)

    def at(self, t: Any) -> MatrixGame:
        """The matrix game for one value of the parameter."""
        point = self.point(t)
        payoffs = [[entry(point) for entry in row] for row in self.entries]
        return matrix(payoffs, self.rows, self.columns, self.title)

    def point(self, t: Any) -> Fraction:
        """Read a value of the parameter and check that it lies in the interval."""
        read = exact(t, self.parameter)
        below = self.start is not None and read < self.start
        if below or (self.end is not None and read > self.end):
            raise GameError(
                f"{self.parameter} = {read} lies outside {interval_text(self.start, self.end)}"
            )
        return read

    def solve(self) -> ParametricSolution:
        """The value and optimal strategies as functions of the parameter."""
        return solve_parametric(self)

    def __str__(self) -> str:
        name = self.title or "matrix game with a parameter"
        return f"{name}, {self.parameter} in {interval_text(self.start, self.end)}\n" + "\n".join(
            "  ".join(entry.write(self.parameter, spaced=False) for entry in row)
            for row in self.entries
        )


@dataclass(frozen=True)
class Part:
    """An interval with one kernel: its rows and columns (from 0) and the mixtures they give."""

    start: Point | None
    end: Point | None
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    row: tuple[RationalFunction, ...]
    column: tuple[RationalFunction, ...]


@dataclass(frozen=True)
class Piece:
    """An interval on which V(t) is one rational function; one part or more hold its strategies."""

    start: Point | None
    end: Point | None
    value: RationalFunction
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class ParametricSolution(Solution):
    """V(t) in pieces, with optimal strategies on each.

    >>> solution = parametric_game([[0, 2], ["t", 1]]).solve()
    >>> print(solution)
    V(t) = 0          for t <= 0
           t          for 0 <= t <= 1
           2t/(t+1)   for t >= 1
    >>> solution.value_at(3), solution.verify().holds
    (Fraction(3, 2), True)
    """

    exact: ClassVar[bool] = True

    game: ParametricGame
    pieces: tuple[Piece, ...]

    @property
    def breakpoints(self) -> tuple[Point, ...]:
        """Where V(t) passes from one function to the next."""
        return tuple(piece.start for piece in self.pieces[1:] if piece.start is not None)

    def value_at(self, t: Any) -> Point:
        """The value of the game for one value of the parameter; algebraic at algebraic ones."""
        point = t if isinstance(t, RealRoot) else self.game.point(t)
        return self._piece(point).value.at(point)

    def solution_at(self, t: Any) -> MatrixSolution:
        """The solution of the game for one value of the parameter, read off its piece."""
        point = self.game.point(t)
        piece = self._piece(point)
        part = next(p for p in piece.parts if _holds(p.start, p.end, point))
        return MatrixSolution(
            self.game.at(point),
            piece.value(point),
            tuple(f(point) for f in part.row),
            tuple(f(point) for f in part.column),
            "a kernel of the parametric solution",
        )

    def _piece(self, point: Point) -> Piece:
        found = next((p for p in self.pieces if _holds(p.start, p.end, point)), None)
        if found is None:
            raise GameError(
                f"{self.game.parameter} = {point} lies outside "
                f"{interval_text(self.game.start, self.game.end)}"
            )
        return found

    def verify(self) -> Certificate:
        """Check from the entries alone, as polynomial inequalities over whole intervals."""
        checks = [_cover(self)]
        for piece in self.pieces:
            checks += [_sure_fire(self.game, piece, part) for part in piece.parts]
        checks += [_continuous(a, b, self.game.parameter) for a, b in pairwise(self.pieces)]
        return Certificate(
            f"V({self.game.parameter}) has {len(self.pieces)} pieces",
            "the minimax theorem at every parameter: both sides guarantee the same number",
            tuple(checks),
        )

    def explain(self) -> Explanation:
        from kibitz.zero_sum.parametric.explain import explain_parametric

        return explain_parametric(self)

    def draw(self) -> Picture:
        from kibitz.zero_sum.parametric.draw import draw_parametric

        return draw_parametric(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "parametric-solution",
            "parameter": self.game.parameter,
            "pieces": [_piece_json(piece, self.game) for piece in self.pieces],
            "breakpoints": [_point_json(t) for t in self.breakpoints],
        }

    def __str__(self) -> str:
        name = self.game.parameter
        values = [piece.value.write(name) for piece in self.pieces]
        width = max(map(len, values))
        head = f"V({name}) = "
        lines = []
        for piece, value in zip(self.pieces, values, strict=True):
            where = range_text(piece.start, piece.end, name)
            lines.append(f"{head:<{len(head)}}{value:<{width}}   for {where}")
            head = " " * len(head)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.draw().html()


def parametric_game(
    entries: Any,
    interval: tuple[Any, Any] = (None, None),
    parameter: str = "t",
    rows: Sequence[Any] | None = None,
    columns: Sequence[Any] | None = None,
    title: str = "",
) -> ParametricGame:
    """A game from numbers, text such as ``"2-t"``, or lists of coefficients (constant first).

    >>> parametric_game("0 2; t 1") == parametric_game([[0, 2], [[0, 1], 1]])
    True
    >>> parametric_game([["s", 1]])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row 1, column 1: 's': the letter 's' is not the parameter 't'; ...
    """
    if not (isinstance(parameter, str) and len(parameter) == 1 and parameter.isalpha()):
        raise GameError(f"the parameter is {parameter!r}; it must be one letter, such as 't'")
    table = read_rows(entries) if isinstance(entries, str) else _nested(entries)
    width = len(table[0])
    for i, row in enumerate(table, 1):
        if len(row) != width or width == 0:
            raise GameError(f"row {i} has {len(row)} entries, row 1 has {width}")
    if len(table) * width > MOST_CELLS:
        raise GameError(
            f"{len(table)} x {width} entries; with a parameter at most {MOST_CELLS} "
            "are solved: fix the parameter, or leave out dominated lines"
        )
    read = tuple(
        tuple(Polynomial.read(x, parameter, f"row {i}, column {j}") for j, x in enumerate(row, 1))
        for i, row in enumerate(table, 1)
    )
    start, end = _read_interval(interval)
    labeled = matrix([[0] * width] * len(read), rows, columns)
    return ParametricGame(read, labeled.rows, labeled.columns, start, end, parameter, title)


def solve_parametric(game: ParametricGame) -> ParametricSolution:
    """Cover the interval with kernels, then join neighbors with the same value function.

    >>> print(solve_parametric(parametric_game([["t^2", 0], [0, 1]], interval=(-2, 2))))
    V(t) = t^2/(t^2+1)   for -2 <= t <= 2
    """
    parts: list[tuple[Part, RationalFunction]] = []
    gaps: deque[tuple[Point | None, Point | None]] = deque([(game.start, game.end)])
    while gaps:
        start, end = gaps.popleft()
        part, value = _part_inside(game, start, end)
        parts.append((part, value))
        if len(parts) > MOST_PIECES:
            raise GameError(
                f"V({game.parameter}) has more than {MOST_PIECES} pieces; "
                "ask for a shorter interval"
            )
        if part.start is not None and part.start != start:
            gaps.append((start, part.start))
        if part.end is not None and part.end != end:
            gaps.append((part.end, end))
    return ParametricSolution(game, _joined(parts))


def _part_inside(
    game: ParametricGame, start: Point | None, end: Point | None
) -> tuple[Part, RationalFunction]:
    """Some kernel that is optimal on more than a point of the gap, cut to the gap."""
    for t in _samples(start, end):
        rows, columns = _kernel_at(game, t)
        row, column, value = _equalize(game, rows, columns)
        low, high = start, end
        for _, slack in conditions(game, row, column, value):
            left, right = stays_nonnegative(slack.sign_polynomial(), t)
            low = left if left is not None and (low is None or left > low) else low
            high = right if right is not None and (high is None or right < high) else high
        if low is None or high is None or low < high:
            return Part(low, high, rows, columns, row, column), value
    raise AssertionError("rationals never run out")


def _samples(start: Point | None, end: Point | None) -> Iterator[Fraction]:
    """Rationals strictly inside a gap, simple ones first, without end."""
    gaps: deque[tuple[Point | None, Point | None]] = deque([(start, end)])
    while True:
        low, high = gaps.popleft()
        t = rational_between(low, high)
        yield t
        gaps += [(low, t), (t, high)]


def _kernel_at(game: ParametricGame, t: Fraction) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows and columns of an optimal basis at t, from the last tableau of the pivot method.

    A common denominator scales all payoffs alike, so the numerators have the same kernels.
    """
    from kibitz.linear.tableau import pivot_method

    last = pivot_method(Tensor(game.at(t).matrix.array)).tableaux[-1]
    rows = sorted(k for letter, k in last.top if letter == "x")
    columns = sorted(k for letter, k in last.left if letter == "y")
    return tuple(rows), tuple(columns)


def _equalize(
    game: ParametricGame, rows: tuple[int, ...], columns: tuple[int, ...]
) -> tuple[tuple[RationalFunction, ...], tuple[RationalFunction, ...], RationalFunction]:
    """Both mixtures and the value that make the kernel's lines indifferent, as functions of t."""
    block = [[game.entries[i][j] for j in columns] for i in rows]
    transposed = [list(line) for line in zip(*block, strict=True)]
    m, n = game.shape
    *q, value = _indifference(block)
    *p, _ = _indifference(transposed)
    row = dict(zip(rows, p, strict=True))
    column = dict(zip(columns, q, strict=True))
    return (
        tuple(row.get(i, ZERO) for i in range(m)),
        tuple(column.get(j, ZERO) for j in range(n)),
        value,
    )


def _indifference(block: list[list[Polynomial]]) -> list[RationalFunction]:
    """Solve [[A, -1], [1', 0]] (q, v) = (0, 1) without fractions (Bareiss, Jordan form)."""
    from flint import fmpq_poly

    k = len(block)
    one, zero = fmpq_poly([1]), fmpq_poly([])
    table = [[entry.flint() for entry in line] + [-one, zero] for line in block]
    table.append([one] * k + [zero, one])
    before = one
    for c in range(k + 1):
        r = next(i for i in range(c, k + 1) if table[i][c] != zero)
        table[c], table[r] = table[r], table[c]
        pivot = table[c][c]
        for i in range(k + 1):
            if i != c:
                factor = table[i][c]
                table[i] = [
                    (x * pivot - factor * y) // before
                    for x, y in zip(table[i], table[c], strict=True)
                ]
        before = pivot
    return [
        RationalFunction.of(Polynomial.from_flint(line[-1]), Polynomial.from_flint(line[i]))
        for i, line in enumerate(table)
    ]


def conditions(
    game: ParametricGame,
    row: Sequence[RationalFunction],
    column: Sequence[RationalFunction],
    value: RationalFunction,
) -> Iterator[tuple[str, RationalFunction]]:
    """What must not be negative for the mixtures to be optimal: probabilities and slacks."""
    for label, weight in zip(game.rows, row, strict=True):
        if weight:
            yield f"the probability of row {label}", weight
    for label, weight in zip(game.columns, column, strict=True):
        if weight:
            yield f"the probability of column {label}", weight
    for j, label in enumerate(game.columns):
        payoff = combination(row, [line[j] for line in game.entries])
        if slack := payoff - value:
            yield f"what column {label} concedes above the value", slack
    for i, label in enumerate(game.rows):
        if slack := value - combination(column, game.entries[i]):
            yield f"what row {label} earns below the value", slack


def _joined(parts: list[tuple[Part, RationalFunction]]) -> tuple[Piece, ...]:
    ordered: list[tuple[Part, RationalFunction]] = []
    for part, value in parts:
        at = next((k for k, (p, _) in enumerate(ordered) if _before(part, p)), len(ordered))
        ordered.insert(at, (part, value))
    pieces: list[Piece] = []
    for part, value in ordered:
        if pieces and pieces[-1].value == value:
            last = pieces.pop()
            pieces.append(Piece(last.start, part.end, value, (*last.parts, part)))
        else:
            pieces.append(Piece(part.start, part.end, value, (part,)))
    return tuple(pieces)


def _before(a: Part, b: Part) -> bool:
    return a.start is None or (b.start is not None and bool(a.start < b.start))


def _holds(start: Point | None, end: Point | None, t: Point) -> bool:
    return (start is None or bool(start <= t)) and (end is None or bool(end >= t))


def _cover(solution: ParametricSolution) -> Check:
    game, parts = solution.game, [p for piece in solution.pieces for p in piece.parts]
    if not all(piece.parts for piece in solution.pieces) or not parts:
        return Check("the pieces cover the interval without a gap", False, "a piece is empty")
    inner = all(a.end is not None and a.end == b.start for a, b in pairwise(parts))
    outer = all(
        (piece.start, piece.end) == (piece.parts[0].start, piece.parts[-1].end)
        for piece in solution.pieces
    )
    ends = (parts[0].start, parts[-1].end) == (game.start, game.end)
    forward = all(p.start is None or p.end is None or p.start < p.end for p in parts)
    return Check(
        "the pieces cover the interval without a gap",
        inner and outer and ends and forward,
        ", ".join(interval_text(p.start, p.end, game.parameter) for p in solution.pieces),
    )


def _sure_fire(game: ParametricGame, piece: Piece, part: Part) -> Check:
    where = interval_text(part.start, part.end, game.parameter)
    what = f"on {where} both strategies guarantee {piece.value.write(game.parameter)}"
    functions = [*part.row, *part.column, piece.value]
    if len(part.row) != game.shape[0] or len(part.column) != game.shape[1]:
        return Check(what, False, "a strategy has the wrong length")
    for side, weights in (("row", part.row), ("column", part.column)):
        if combination(weights, [UNIT] * len(weights)) != ONE:
            return Check(what, False, f"the {side} probabilities do not add up to 1")
    if not all(f.defined_on(part.start, part.end) for f in functions):
        return Check(what, False, "a denominator vanishes there")
    for name, slack in conditions(game, part.row, part.column, piece.value):
        if not slack.nonnegative_on(part.start, part.end):
            return Check(what, False, f"{name} becomes negative")
    return Check(what, True, "no probability and no slack is negative anywhere on it")


def _continuous(left: Piece, right: Piece, name: str) -> Check:
    point = left.end
    same = point is not None and (left.value - right.value).vanishes_at(point)
    found = f"{left.value.write(name)} and {right.value.write(name)}"
    return Check(f"the values agree at {point_text(point, name)}", same, found)


def interval_text(start: Point | None, end: Point | None, name: str = "t") -> str:
    """Write an interval.

    >>> interval_text(None, Fraction(1, 2))
    '(-∞, 1/2]'
    """
    left = "(-∞" if start is None else f"[{point_text(start, name)}"
    right = "∞)" if end is None else f"{point_text(end, name)}]"
    return f"{left}, {right}"


def range_text(start: Point | None, end: Point | None, name: str) -> str:
    """Write an interval as inequalities.

    >>> range_text(Fraction(1), None, "t")
    't >= 1'
    """
    if start is None and end is None:
        return f"all {name}"
    if start is None:
        return f"{name} <= {point_text(end, name)}"
    if end is None:
        return f"{name} >= {point_text(start, name)}"
    return f"{point_text(start, name)} <= {name} <= {point_text(end, name)}"


def point_text(point: Point | None, name: str) -> str:
    return point.write(name) if isinstance(point, RealRoot) else str(point)


def _point_json(point: Point | None) -> Any:
    if isinstance(point, RealRoot):
        return point.to_json()
    return None if point is None else str(point)


def _piece_json(piece: Piece, game: ParametricGame) -> dict[str, Any]:
    name = game.parameter
    return {
        "start": _point_json(piece.start),
        "end": _point_json(piece.end),
        "value": piece.value.write(name),
        "value_coefficients": piece.value.to_json(),
        "strategies": [
            {
                "start": _point_json(part.start),
                "end": _point_json(part.end),
                "rows": [game.rows[i] for i in part.rows],
                "columns": [game.columns[j] for j in part.columns],
                "row": [f.write(name) for f in part.row],
                "column": [f.write(name) for f in part.column],
            }
            for part in piece.parts
        ],
    }


def _nested(entries: Any) -> list[list[Any]]:
    if not hasattr(entries, "__iter__"):
        raise GameError(f"{entries!r} is not a table; write rows such as [[0, 2], ['t', 1]]")
    table = []
    for i, row in enumerate(entries, 1):
        if isinstance(row, str) or not hasattr(row, "__iter__"):
            raise GameError(f"row {i} is {row!r}, not a list; write [[0, 2], ['t', 1]]")
        table.append(list(row))
    if not table:
        raise GameError("the table is empty; write rows such as [[0, 2], ['t', 1]]")
    return table


def _read_interval(interval: tuple[Any, Any]) -> tuple[Fraction | None, Fraction | None]:
    try:
        first, last = interval
    except (TypeError, ValueError):
        raise GameError(
            f"the interval is {interval!r}; write a pair such as (0, 1), with None for infinity"
        ) from None
    start = None if first is None else exact(first, "start of the interval")
    end = None if last is None else exact(last, "end of the interval")
    if start is not None and end is not None and start >= end:
        raise GameError(
            f"the interval from {start} to {end} is empty or a point; its start must "
            "lie below its end"
        )
    return start, end


@solve.register
def _(game: ParametricGame, method: str = "auto") -> ParametricSolution:
    if method != "auto":
        raise GameError(f"no method {method!r} for games with a parameter; leave it out")
    return solve_parametric(game)


@explain.register
def _(game: ParametricGame, method: str = "auto") -> Explanation:
    found: ParametricSolution = solve(game, method=method)
    return found.explain()


@draw.register
def _(game: ParametricGame) -> Picture:
    return solve_parametric(game).draw()


@describe.register
def _(game: ParametricGame) -> Description:
    m, n = game.shape
    degree = max(entry.degree for row in game.entries for entry in row)
    return Description(
        game.title or "Matrix game with a parameter",
        (
            ("size", f"{m} x {n}"),
            ("parameter", f"{game.parameter} in {interval_text(game.start, game.end)}"),
            ("degree", str(max(degree, 0))),
        ),
    )
