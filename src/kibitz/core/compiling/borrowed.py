"""Parts of arrays whose references are not counted, for compiled functions. Imports Numba.

Numba counts the references to every array that one function hands to another; in a loop over a
small game that takes longer than the arithmetic. What is borrowed is not counted, so whoever calls
the outermost function must hold the array until that returns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from kibitz.core.compiling.compiled import njit

_arrays: Any = arrayobj
_pack: Any = cgutils.pack_array


def _part(typing_context: Any, array: Any, start: Any, lengths: tuple[Any, ...], kind: Any) -> Any:
    """The code for a contiguous part of an array of eight-byte entries, from a position on."""
    part = types.Array(kind, len(lengths), "C", readonly=not array.mutable)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = _arrays.make_array(signature.args[0])(context, builder, args[0])
        made = _arrays.make_array(part)(context, builder)
        data = builder.bitcast(builder.gep(whole.data, [args[1]]), made.data.type)
        size = context.get_constant(types.intp, 8)
        strides = [size]
        for length in reversed(args[3:]):
            strides.insert(0, builder.mul(strides[0], length))
        shape, places = _pack(builder, args[2:]), _pack(builder, strides)
        _arrays.populate_array(made, data, shape, places, size, None)
        return made._getvalue()

    return part(array, types.intp, *[types.intp for _ in lengths]), generate


@intrinsic
def _line(typing_context: Any, array: Any, start: Any, size: Any) -> Any:
    return _part(typing_context, array, start, (size,), array.dtype)


@intrinsic
def _integers(typing_context: Any, array: Any, start: Any, size: Any) -> Any:
    return _part(typing_context, array, start, (size,), types.int64)


@intrinsic
def _box(typing_context: Any, array: Any, start: Any, rows: Any, columns: Any) -> Any:
    return _part(typing_context, array, start, (rows, columns), array.dtype)


@njit(no_cpython_wrapper=True)
def line(array: Any, start: int, size: int) -> Any:
    """``size`` entries of a contiguous array of float64, from a position on."""
    return _line(array, start, size)  # type: ignore[call-arg]


@njit(no_cpython_wrapper=True)
def integers(array: Any, start: int, size: int) -> Any:
    """The same, read as int64."""
    return _integers(array, start, size)  # type: ignore[call-arg]


@njit(no_cpython_wrapper=True)
def box(array: Any, start: int, rows: int, columns: int) -> Any:
    """The same, as rows and columns."""
    return _box(array, start, rows, columns)  # type: ignore[call-arg]


def _line_in_python(array: Any, start: int, size: int) -> Any:
    return array.reshape(-1)[start : start + size]


line.in_python = _line_in_python
integers.in_python = lambda array, start, size: _line_in_python(array.view(np.int64), start, size)
box.in_python = lambda array, start, rows, columns: _line_in_python(
    array, start, rows * columns
).reshape(rows, columns)

if not hasattr(line, "overloads"):  # compiling is switched off
    line, integers, box = line.in_python, integers.in_python, box.in_python
