"""The noun: a linear program, as a person writes it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kibitz.core import verbs
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Description, Explanation
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, common_denominator, exact, number, plain, show
from kibitz.core.spelling import count_of, counts_in_words
from kibitz.core.tensor import Tensor

if TYPE_CHECKING:
    from kibitz.linear.duality import Aggregate, DualityCheck
    from kibitz.linear.evaluation import PointEvaluation
    from kibitz.linear.solution import Infeasible, Optimum, Unbounded

Vector = tuple[Number, ...]
Bounds = tuple[Number | None, ...]

RELATIONS = ("<=", ">=", "=")
_RELATION = {
    "<=": "<=",
    "≤": "<=",
    "=<": "<=",
    ">=": ">=",
    "≥": ">=",
    "=>": ">=",
    "=": "=",
    "==": "=",
}
_SENSE = {
    "max": "max",
    "maximise": "max",
    "maximize": "max",
    "min": "min",
    "minimise": "min",
    "minimize": "min",
}
_KEYS = ("sense", "c", "A", "rel", "b", "lower", "upper", "constant", "variables", "rows", "title")


@dataclass(frozen=True, eq=True, repr=False)
class LinearProgram(Noun):
    """Maximize or minimize ``objective . x + constant`` subject to rows and bounds.

    Row i says ``matrix[i] . x  (<=, >= or =)  right[i]``, and ``lower[j] <= x[j] <= upper[j]``,
    where None stands for no bound; without ``lower`` the variables are nonnegative. Programs are
    equal when they say the same, whatever their variables and rows are called. One floating number
    makes the whole program floating. A lower bound above its upper bound is not an error: such a
    program is infeasible, and solving it says so.

    >>> program = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])
    >>> print(program)
    maximize   2 x1 +   x2 + 3 x3
    subject to        3 x2 +   x3 ≤ 5
                 x1 +   x2 +   x3 ≤ 10
               3 x1 + 2 x2        ≤ 8
               x1, x2, x3 ≥ 0
    >>> program.solve().value
    Fraction(61, 3)
    """

    kind: ClassVar[str] = "linear-program"
    plural: ClassVar[str] = "linear programs"
    usual_answer: ClassVar[str] = "linear-program-solution"

    objective: Tensor
    matrix: Tensor
    relations: tuple[str, ...]
    right: Tensor
    sense: str = "max"
    lower: Bounds = ()
    upper: Bounds = ()
    constant: Number = Fraction(0)
    variables: tuple[str, ...] = field(default=(), compare=False)
    rows: tuple[str, ...] = field(default=(), compare=False)
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        m, n = self.matrix.shape
        fill: dict[str, Any] = {
            "lower": tuple(self.lower or (Fraction(0),) * n),
            "upper": tuple(self.upper or (None,) * n),
            "variables": self.variables or tuple(f"x{j}" for j in range(1, n + 1)),
            "rows": self.rows or tuple(f"row {i}" for i in range(1, m + 1)),
        }
        for name, value in fill.items():
            object.__setattr__(self, name, value)
        self._check()
        if not self._all_exact():
            for name in ("objective", "matrix", "right"):
                object.__setattr__(self, name, getattr(self, name).floating())
            for name in ("lower", "upper"):
                floats = tuple(None if x is None else _float(x) for x in getattr(self, name))
                object.__setattr__(self, name, floats)
            object.__setattr__(self, "constant", _float(self.constant))

    def _check(self) -> None:
        m, n = self.matrix.shape
        counts = [
            ("c", len(self.objective.array), n, "variables"),
            ("b", len(self.right.array), m, "rows"),
            ("rel", len(self.relations), m, "rows"),
            ("lower", len(self.lower), n, "variables"),
            ("upper", len(self.upper), n, "variables"),
            ("variables", len(self.variables), n, "variables"),
            ("rows", len(self.rows), m, "rows"),
        ]
        for what, found, wanted, of in counts:
            if found != wanted:
                size = counts_in_words({of: wanted})
                raise GameError(f"{what}: {count_of(found, 'entry')} for the {size} of A")
        for what, labels in (("variables", self.variables), ("rows", self.rows)):
            if len(set(labels)) != len(labels):
                twice = next(x for x in labels if labels.count(x) > 1)
                raise GameError(f"{what}: the name {twice!r} is used twice")
        if self.sense not in ("max", "min"):
            raise GameError(f"sense is {self.sense!r}; it must be 'max' or 'min'")
        for i, relation in enumerate(self.relations, 1):
            if relation not in RELATIONS:
                raise GameError(f"rel, row {i}: {relation!r} is not a relation; write <=, >= or =")

    def _all_exact(self) -> bool:
        tensors = (self.objective, self.matrix, self.right)
        limits = (*self.lower, *self.upper, self.constant)
        return all(t.exact for t in tensors) and not any(isinstance(x, float) for x in limits)

    @staticmethod
    def read(
        c: Any,
        A: Any,
        rel: Any = "<=",
        b: Any = (),
        sense: str = "max",
        lower: Any = None,
        upper: Any = None,
        constant: Any = 0,
        variables: Sequence[Any] | None = None,
        rows: Sequence[Any] | None = None,
        title: str = "",
        exact: bool | None = None,
    ) -> LinearProgram:
        """A program from plain lists: ints, fractions, ``"7/12"`` or floats.

        One relation may stand for all rows and one bound for all variables. Variables are
        nonnegative unless ``lower`` says otherwise; a bound None (or infinite) means no bound.

        Parameters
        ----------
        c : sequence of numbers
            The objective, a coefficient for each variable.
        A : sequence of rows
            The coefficients of the constraints.
        rel : str or sequence of str, default "<="
            "<=", ">=" or "=" for each row.
        b : sequence of numbers, default ()
            The right-hand sides.
        sense : str, default "max"
            "max" or "min".
        lower, upper : number or sequence, optional
            Bounds of the variables; by default 0 and none.
        constant : number, default 0
            What is added to the objective.
        variables : sequence, optional
            Names of the variables; x1, x2, ... if None.
        rows : sequence, optional
            Names of the constraints.
        title : str, default ""
            What the program is called.
        exact : bool, optional
            Rationals if True, floats if False; if None, floats as soon as one number is a
            float.

        Examples
        --------
        >>> LinearProgram.read([1, -1], [[1, 2]], "=", [3], sense="min", lower=[0, None])
        LinearProgram.read([1, -1], [[1, 2]], ['='], [3], sense='min', lower=[0, None])
        >>> LinearProgram.read([1, 1], [[1, 2], [3]], b=[1, 1])
        Traceback (most recent call last):
        ...
        kibitz.core.errors.GameError: A: row 2 has 1 entry, row 1 has 2
        """
        if _is_empty(c):
            raise GameError("c: it is empty; a linear program needs at least one variable")
        objective = Tensor.read(c, 1, "c")
        n = len(objective.array)
        matrix = Tensor(np.zeros((0, n), np.int64)) if _is_empty(A) else Tensor.read(A, 2, "A")
        m = matrix.shape[0]
        program = LinearProgram(
            objective,
            matrix,
            _read_relations(rel, m),
            Tensor(np.zeros(0, np.int64)) if m == 0 and _is_empty(b) else Tensor.read(b, 1, "b"),
            _read_sense(sense),
            _read_bounds(lower, n, "lower", Fraction(0)),
            _read_bounds(upper, n, "upper", None),
            number(constant, "constant"),
            () if variables is None else tuple(map(str, variables)),
            () if rows is None else tuple(map(str, rows)),
            title,
        )
        if exact is None:
            return program
        return program.rational() if exact else program.floating()

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> LinearProgram:
        """Read the JSON shape ``{sense, c, A, rel, b, lower, upper}``; see :meth:`to_json`.

        Parameters
        ----------
        data : mapping
            The fields, as :meth:`to_json` writes them.
        """
        given = {key: value for key, value in data.items() if key != "kind"}
        for key in given:
            if key not in _KEYS:
                raise GameError(f"a linear program has no field {key!r}{did_you_mean(key, _KEYS)}")
        for key in ("c", "A", "b"):
            if key not in given:
                raise GameError(f"the linear program has no {key!r}; it needs c, A and b")
        return LinearProgram.read(**given)

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and how many variables."""
        m, n = self.matrix.shape
        return m, n

    @property
    def exact(self) -> bool:
        return self.matrix.exact

    @property
    def costs(self) -> Vector:
        """The objective's coefficients as numbers."""
        return tuple(self.objective.numbers())

    @property
    def limits(self) -> Vector:
        """The right-hand sides as numbers."""
        return tuple(self.right.numbers())

    def rational(self) -> LinearProgram:
        """The same program in rationals, floats read at their shortest decimal spelling."""
        return self._mapped(Tensor.rational, exact)

    def floating(self) -> LinearProgram:
        """The same program in floats."""
        return self._mapped(Tensor.floating, _float)

    def _mapped(self, tensor: Any, scalar: Any) -> LinearProgram:
        return LinearProgram(
            tensor(self.objective),
            tensor(self.matrix),
            self.relations,
            tensor(self.right),
            self.sense,
            tuple(None if x is None else scalar(x) for x in self.lower),
            tuple(None if x is None else scalar(x) for x in self.upper),
            scalar(self.constant),
            self.variables,
            self.rows,
            self.title,
        )

    def vector(self, given: Any, size: int, what: str) -> Vector:
        """Read a point or multipliers of the right length, floats throughout if one is.

        Parameters
        ----------
        given : sequence of numbers
            The numbers.
        size : int
            How many there must be.
        what : str
            What error messages call them.
        """
        if isinstance(given, str) or not hasattr(given, "__iter__"):
            raise GameError(f"{what}: {given!r} is not a list of numbers")
        values = [number(x, f"{what}, entry {k}") for k, x in enumerate(given, 1)]
        if len(values) != size:
            raise GameError(f"{what}: {count_of(len(values), 'number')}, the program needs {size}")
        if self.exact and all(isinstance(v, Fraction) for v in values):
            return tuple(values)
        return tuple(map(_float, values))

    if TYPE_CHECKING:

        def solve(
            self, method: str = "auto", *, exact: bool | None = None, **options: Any
        ) -> Optimum | Infeasible | Unbounded: ...

    def with_numbers(self, exact: bool) -> LinearProgram:
        """The same program in exact numbers, or in floats."""
        return self.rational() if exact else self.floating()

    def dual(self) -> LinearProgram:
        """The dual program; see :func:`kibitz.linear.duality.dual`."""
        return call(self, "dual")

    def evaluate(self, x: Any) -> PointEvaluation:
        """The objective at a point, and the constraints it violates.

        Parameters
        ----------
        x : sequence of numbers
            A value for each variable.
        """
        return call(self, "evaluate", x)

    def aggregate(self, multipliers: Any) -> Aggregate:
        """The rows added up with these multipliers, and whether they bound the objective.

        Parameters
        ----------
        multipliers : sequence of numbers
            A multiplier for each row.
        """
        return call(self, "aggregate", multipliers)

    def weak_duality(self, x: Any, y: Any) -> DualityCheck:
        """Compare a point with multipliers; see :func:`kibitz.linear.duality.weak_duality`.

        Parameters
        ----------
        x : sequence of numbers
            A value for each variable.
        y : sequence of numbers
            A multiplier for each row.
        """
        return call(self, "weak_duality", x, y)

    def equality_form(self) -> LinearProgram:
        """The same program with a slack or surplus variable in every inequality."""
        return call(self, "equality_form")

    def inequality_form(self) -> LinearProgram:
        """The same program with every equality written as two inequalities."""
        return call(self, "inequality_form")

    def standard_form(self) -> LinearProgram:
        """An equivalent program: maximize, rows ``<=``, variables nonnegative."""
        return call(self, "standard_form")

    def to_json(self) -> dict[str, Any]:
        """The JSON shape that :meth:`from_json` reads."""
        return {
            "kind": self.kind,
            "sense": self.sense,
            "c": [plain(x) for x in self.costs],
            "A": [[plain(x) for x in row] for row in self.matrix.numbers()],
            "rel": list(self.relations),
            "b": [plain(x) for x in self.limits],
            "lower": [None if x is None else plain(x) for x in self.lower],
            "upper": [None if x is None else plain(x) for x in self.upper],
            "constant": plain(self.constant),
            "variables": list(self.variables),
            "rows": list(self.rows),
            "title": self.title,
        }

    def __str__(self) -> str:
        return call(self, "program_text")

    def __repr__(self) -> str:
        return call(self, "program_repr")

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def linear_program(
    c: Any, A: Any = None, b: Any = (), rel: Any = "<=", sense: str = "max", **options: Any
) -> LinearProgram:
    """A linear program from its objective, its rows and their right-hand sides, or from text.

    Parameters
    ----------
    c : sequence of numbers, or str
        The objective, a coefficient for each variable; or the whole program in words.
    A : sequence of rows, optional
        The coefficients of the constraints; not for a program in words.
    b : sequence of numbers
        The right-hand sides.
    rel : str or sequence of str, default "<="
        "<=", ">=" or "=" for each row.
    sense : str, default "max"
        "max" or "min".
    **options : Any
        What :meth:`LinearProgram.read` takes besides: bounds, names, a title.

    Returns
    -------
    LinearProgram
        The program; its variables are nonnegative unless ``lower`` says otherwise.

    Examples
    --------
    >>> program = linear_program([2, 1, 3], [[0, 3, 1], [1, 1, 1], [3, 2, 0]], [5, 10, 8])
    >>> print(program.solve().value)
    61/3
    >>> print(linear_program("max 2x + y; x + y <= 3; x <= 2").solve().value)
    5
    """
    if isinstance(c, str):
        from kibitz.linear.typed import typed_program

        if A is not None or b:
            raise GameError("a linear program given as text contains its rows; leave out A and b")
        return LinearProgram.read(**{**typed_program(c), **options})
    if A is None:
        raise GameError("a linear program needs its rows A and their right-hand sides b")
    return LinearProgram.read(c, A, rel, b, sense, **options)


def combination(weights: Sequence[Number], tensor: Tensor) -> Vector:
    """The rows of a matrix added up with these weights, exact when both are. Cost O(mn).

    >>> combination((Fraction(1), Fraction(2)), Tensor.read([[1, 0], [3, "1/2"]]))
    (Fraction(7, 1), Fraction(1, 1))
    """
    return _weighted_sum(weights, tensor)


def activities(tensor: Tensor, x: Sequence[Number]) -> Vector:
    """What each row of a matrix makes of a point: the product of the matrix and ``x``.

    >>> activities(Tensor.read([[1, 0], [3, "1/2"]]), (Fraction(2), Fraction(4)))
    (Fraction(2, 1), Fraction(8, 1))
    """
    return _weighted_sum(x, Tensor(tensor.array.T, tensor.denominator))


def _weighted_sum(weights: Sequence[Number], tensor: Tensor) -> Vector:
    if not (tensor.exact and all(isinstance(w, Fraction) for w in weights)):
        return tuple((np.array([float(w) for w in weights], float) @ tensor.floats()).tolist())
    used = [k for k, w in enumerate(weights) if w]
    if not used:
        return (Fraction(0),) * tensor.shape[1]
    from kibitz.linear.systems.exact_product import exact_product

    numerators, denominator = common_denominator(exact(weights[k]) for k in used)
    bottom = denominator * tensor.denominator
    return tuple(Fraction(x, bottom) for x in exact_product(numerators, tensor.array[used]))


def magnitude(x: Number) -> Number:
    """The absolute value, of the same type."""
    return -x if x < 0 else x


def inner(left: Sequence[Number], right: Sequence[Number]) -> Number:
    """The inner product of two vectors.

    >>> inner((Fraction(1), Fraction(2)), (Fraction(3), Fraction(4)))
    Fraction(11, 1)
    """
    total: Number = Fraction(0)
    for a, b in zip(left, right, strict=True):
        total = total + a * b
    return total


def _float(x: Number) -> float:
    try:
        return float(x)
    except OverflowError:
        raise GameError("a number is too large for floating point; solve exactly") from None


def _is_empty(given: Any) -> bool:
    return not isinstance(given, (str, Tensor)) and hasattr(given, "__len__") and len(given) == 0


def _read_relations(given: Any, rows: int) -> tuple[str, ...]:
    one_for_all = isinstance(given, str) or not hasattr(given, "__iter__")
    spelled = [given] * rows if one_for_all else list(given)
    for i, relation in enumerate(spelled, 1):
        if not isinstance(relation, str) or relation.strip() not in _RELATION:
            raise GameError(f"rel, row {i}: {relation!r} is not a relation; write <=, >= or =")
    return tuple(_RELATION[relation.strip()] for relation in spelled)


def _read_sense(given: Any) -> str:
    sense = _SENSE.get(str(given).strip().lower())
    if sense is None:
        raise GameError(f"sense is {given!r}; it must be 'max' or 'min'")
    return sense


def _read_bounds(given: Any, size: int, what: str, default: Number | None) -> Bounds:
    if given is None:
        return (default,) * size
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        given = [given] * size
    absent = -math.inf if what == "lower" else math.inf
    read: list[Number | None] = []
    for j, bound in enumerate(given, 1):
        missing = bound is None or (isinstance(bound, float) and bound == absent)
        read.append(None if missing else number(bound, f"{what}, entry {j}"))
    return tuple(read)


@verbs.explain.register
def _explain(program: LinearProgram, **options: Any) -> Explanation:
    return call(program, "explain_program", **options)


@verbs.describe.register
def _describe(program: LinearProgram) -> Description:
    m, n = program.shape
    kinds = [f"{program.relations.count(r)} {r}" for r in RELATIONS if r in program.relations]
    nonzeros = int(np.count_nonzero(program.matrix.array))
    free = sum(
        low is None and high is None for low, high in zip(program.lower, program.upper, strict=True)
    )
    facts = [
        ("sense", "maximize" if program.sense == "max" else "minimize"),
        ("variables", f"{n}" + (f", {free} of them free" if free else "")),
        ("rows", f"{m}" + (f": {', '.join(kinds)}" if kinds else "")),
        ("nonzeros", f"{nonzeros} of {m * n}"),
        ("numbers", "exact" if program.exact else "floating point"),
    ]
    if program.constant:
        facts.append(("constant", show(program.constant)))
    return Description(program.title or "linear program", tuple(facts))
