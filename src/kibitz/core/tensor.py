"""An immutable array of numbers, exact or floating, that is quick to build and to compute with.

Exact arrays are stored as integers over one common denominator: ``int64`` while the numerators
fit, Python ints beyond. So a million exact payoffs take eight megabytes, and linear algebra finds
them ready.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact, number

Array = npt.NDArray[Any]
_SAFE = 2**62
LARGEST = 1e150
"""Floats beyond this would overflow when multiplied."""
LARGEST_SQUARED = LARGEST**2
FOR_ONE_THREAD = 10_000
"""Numbers up to which libraries of linear algebra add products on one thread."""


@dataclass(frozen=True, slots=True, eq=False)
class Tensor:
    """Numbers in a box: ``array / denominator``, with ``denominator`` 1 for floats.

    >>> t = Tensor.read([["1/2", 3], [0, "-2/3"]])
    >>> t.shape, t[0, 0], t.exact
    ((2, 2), Fraction(1, 2), True)
    >>> t == Tensor.read([["3/6", "3.0"], [0, "-4/6"]])
    True
    """

    array: Array
    denominator: int = 1

    def __post_init__(self) -> None:
        if not self.array.flags.c_contiguous:  # compiled code reads it row by row
            object.__setattr__(self, "array", np.ascontiguousarray(self.array))
        self.array.setflags(write=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.array, self.denominator)

    @staticmethod
    def read(data: Any, dimensions: int = 2, where: str = "matrix") -> Tensor:
        """Read nested sequences or a NumPy array; refuse ragged, empty or unreadable ones."""
        if type(data) is _ARRAY and data.dtype is _FLOAT64:
            return from_floats(data.copy(), dimensions, where)
        if isinstance(data, Tensor):
            if data.array.ndim != dimensions:
                raise GameError(f"{where}: needs {dimensions} dimensions, not {data.array.ndim}")
            return data
        if isinstance(data, np.ndarray) and data.dtype.kind in "iuf":
            if isinstance(data, np.ma.MaskedArray) and np.ma.is_masked(data):
                raise GameError(f"{where}: a masked array leaves entries out; fill them in")
            return _from_numpy(np.asarray(data), dimensions, where)
        if not _is_list(data):
            raise GameError(
                f"{where}: {data!r} is not an array; write rows such as [[1, 2], [3, 4]]"
            )
        flat, shape = _flatten(data, dimensions, where)
        return _from_list(flat, shape, where)

    @property
    def exact(self) -> bool:
        return self.array.dtype.kind != "f"

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    def __getitem__(self, index: tuple[int, ...]) -> Number:
        x = self.array[index]
        return Fraction(int(x), self.denominator) if self.exact else float(x)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tensor):
            return NotImplemented
        return (
            self.exact == other.exact
            and self.denominator == other.denominator
            and self.shape == other.shape
            and bool((self.array == other.array).all())
        )

    def __hash__(self) -> int:
        return hash((self.shape, self.denominator, tuple(self.array.ravel().tolist())))

    def numbers(self) -> Any:
        """Nested lists of Fractions or floats."""
        if not self.exact:
            return self.array.tolist()
        flat = np.array(
            [Fraction(x, self.denominator) for x in self.array.ravel().tolist()], object
        )
        return flat.reshape(self.shape).tolist()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.numbers())

    def floats(self) -> npt.NDArray[np.float64]:
        """The nearest float64 array."""
        if self.denominator == 1 and self.array.dtype != object:
            return self.array.astype(np.float64)
        if self.array.dtype != object and self.denominator < 2**53:
            return self.array / self.denominator
        try:
            flat = [float(Fraction(x, self.denominator)) for x in self.array.ravel().tolist()]
        except OverflowError:
            raise GameError("a number is too large for floating point; solve exactly") from None
        return np.array(flat, float).reshape(self.shape)

    def rational(self) -> Tensor:
        """The same numbers, floats read at their shortest decimal spelling."""
        if self.exact:
            return self
        flat = self.array.ravel().tolist()
        try:
            ratios = [Decimal(repr(x)).as_integer_ratio() for x in flat]
        except (OverflowError, ValueError):  # one is infinite or not a number: say which
            return _from_fractions([exact(x) for x in flat], self.shape)
        bottom = math.lcm(*{below for _, below in ratios})
        return _of_integers([top * (bottom // below) for top, below in ratios], self.shape, bottom)

    def floating(self) -> Tensor:
        """The same numbers as floats."""
        return Tensor(self.floats()) if self.exact else self

    def transpose(self) -> Tensor:
        return Tensor(self.array.T, self.denominator)

    def reduced(self) -> Tensor:
        """The same numbers with the least common denominator."""
        return self if self.denominator == 1 else _reduced(self.array, self.denominator)

    def take(self, *indices: Sequence[int]) -> Tensor:
        """The sub-array with these positions along each axis."""
        return _reduced(self.array[np.ix_(*indices)], self.denominator)

    def affine(self, scale: Number, shift: Number) -> Tensor:
        """``scale * self + shift``, exact while everything is exact."""
        if self.exact and isinstance(scale, Fraction) and isinstance(shift, Fraction):
            bottom = math.lcm(self.denominator * scale.denominator, shift.denominator)
            factor = scale.numerator * (bottom // (self.denominator * scale.denominator))
            summand = shift.numerator * (bottom // shift.denominator)
            return _reduced(self.array.astype(object) * factor + summand, bottom)
        return Tensor(self.floats() * float(scale) + float(shift))

    def __neg__(self) -> Tensor:
        return Tensor(-self.array, self.denominator)

    def __add__(self, other: Tensor) -> Tensor:
        if self.exact and other.exact:
            bottom = math.lcm(self.denominator, other.denominator)
            left = self.array.astype(object) * (bottom // self.denominator)
            right = other.array.astype(object) * (bottom // other.denominator)
            return _reduced(left + right, bottom)
        return Tensor(self.floats() + other.floats())


def _reduced(numerators: Array, denominator: int) -> Tensor:
    if numerators.dtype.kind == "f":
        return Tensor(numerators)
    flat = numerators.ravel().tolist()
    common = math.gcd(denominator, *flat) if denominator > 1 else 1
    if common > 1:
        flat = [x // common for x in flat]
    return _of_integers(flat, numerators.shape, denominator // common)


def _of_integers(flat: list[int], shape: tuple[int, ...], denominator: int) -> Tensor:
    small = not flat or (max(flat) < _SAFE and min(flat) > -_SAFE)
    array = np.array(flat, np.int64 if small else object).reshape(shape)
    return Tensor(array, denominator)


def _from_fractions(flat: list[Fraction], shape: tuple[int, ...]) -> Tensor:
    numerators, denominator = common_denominator(flat)
    return _of_integers(numerators, shape, denominator)


def _from_numpy(data: Array, dimensions: int, where: str) -> Tensor:
    if data.dtype.kind == "f":
        return from_floats(data.astype(np.float64, order="C"), dimensions, where)
    if data.ndim != dimensions or data.size == 0:
        _refuse_shape(data, dimensions, where)
    if int(data.max()) >= _SAFE or int(data.min()) <= -_SAFE:
        return _of_integers([int(x) for x in data.ravel()], data.shape, 1)
    return Tensor(data.astype(np.int64, order="C"))


def _unpickled(array: Array, denominator: int) -> Tensor:
    """A tensor from its parts; NumPy gives floats that were pickled a data type of their own."""
    return Tensor(array.view(_FLOAT64) if array.dtype == _FLOAT64 else array, denominator)


def from_floats(array: Array, dimensions: int, where: str) -> Tensor:
    """The tensor of an array of float64 that is in order and no one else's."""
    size = array.size
    if array.ndim != dimensions or not size:
        _refuse_shape(array, dimensions, where)
    # A sum of squares is quicker than to compare them one by one; this one does not warn. Of many
    # numbers it is left to several threads, which take longer to begin than one to finish.
    if size > FOR_ONE_THREAD:
        if not (array.max() < LARGEST and array.min() > -LARGEST):
            _refuse_large(array, where)
    elif dimensions == 2 and _Look.compiled is not None:
        if not _Look.compiled(array, LARGEST):
            _refuse_large(array, where)
    elif not _sum_of_products(array, array) < LARGEST_SQUARED:
        _refuse_large(array, where)
    tensor = _new(Tensor)  # what the constructor does, in a third of its time
    array.setflags(False)  # type: ignore[call-arg]  # by position, in half the time
    _set_array(tensor, array)
    _set_denominator(tensor, 1)
    return tensor


class _Look:
    """The compiled loop that looks at each number, once compiled code is at hand."""

    compiled: Any = None


def look_by(compiled: Any) -> None:
    """Let compiled code find out whether all numbers of a matrix are smaller than the largest."""
    _Look.compiled = compiled


_new = object.__new__
_ARRAY, _FLOAT64 = np.ndarray, np.dtype(np.float64)
_sum_of_products: Any = getattr(np.vdot, "_implementation", np.vdot)  # no other kinds of array
_set_array = vars(Tensor)["array"].__set__
_set_denominator = vars(Tensor)["denominator"].__set__


def _refuse_shape(array: Array, dimensions: int, where: str) -> None:
    raise GameError(
        f"{where}: the shape is {array.shape}; it needs {dimensions} dimensions, none of them empty"
    )


def _refuse_large(array: Array, where: str) -> None:
    """Refuse an array with an entry that is not a number, infinite, or too large for floats."""
    good = np.abs(array) < LARGEST
    if good.all():
        return
    k = int(np.flatnonzero(~good.ravel())[0])
    place, x = _place(k, array.shape, where), float(array.ravel()[k])
    if math.isfinite(x):
        raise GameError(f"{place}: {x} is too large for floating point; write it exactly, as '{x}'")
    raise GameError(f"{place}: {x} is not a finite number")


def _is_list(data: Any) -> bool:
    """Something with an order, unlike text, mappings and sets."""
    return hasattr(data, "__iter__") and not isinstance(data, (str, bytes, Mapping, Set))


def _flatten(data: Any, dimensions: int, where: str) -> tuple[list[Any], tuple[int, ...]]:
    if dimensions == 1:
        flat = list(data)
        if not flat:
            raise GameError(f"{where}: it is empty")
        return flat, (len(flat),)
    rows = list(data)
    if not rows:
        raise GameError(f"{where}: it has no rows")
    flat, shape = [], None
    for i, row in enumerate(rows, 1):
        if not _is_list(row):
            raise GameError(f"{where}: row {i} is {row!r}, not a list of numbers")
        part, inner = _flatten(row, dimensions - 1, f"{where}, row {i}")
        if shape is not None and inner != shape:
            count = " x ".join(map(str, inner))
            first = " x ".join(map(str, shape))
            entries = "entry" if count == "1" else "entries"
            raise GameError(f"{where}: row {i} has {count} {entries}, row 1 has {first}")
        shape = inner
        flat.extend(part)
    assert shape is not None
    return flat, (len(rows), *shape)


def _from_list(flat: list[Any], shape: tuple[int, ...], where: str) -> Tensor:
    types = set(map(type, flat))
    if types == {int}:
        return _of_integers(flat, shape, 1)
    if types == {float}:
        return _from_numpy(np.array(flat, float).reshape(shape), len(shape), where)
    try:
        read = [number(x) for x in flat]
    except GameError:
        read = [number(x, _place(k, shape, where)) for k, x in enumerate(flat)]
    exact_ones = [x for x in read if isinstance(x, Fraction)]
    if len(exact_ones) == len(read):
        return _from_fractions(exact_ones, shape)
    return _from_numpy(np.array([float(x) for x in read]).reshape(shape), len(shape), where)


def _place(k: int, shape: tuple[int, ...], where: str) -> str:
    index = [int(i) + 1 for i in np.unravel_index(k, shape)]
    if len(index) == 2:
        return f"{where}, row {index[0]}, column {index[1]}"
    return f"{where}, entry {index[0] if len(index) == 1 else tuple(index)}"
