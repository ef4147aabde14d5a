"""The functions of ``bits.py`` and exact probabilities, for compiled rules. Imports Numba."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload

_PREFETCH = "llvm.prefetch.p0i8"


@intrinsic
def popcount(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def lowest(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.false_bit)

    return types.int64(types.int64), generate


@intrinsic
def highest(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], cgutils.false_bit)
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), generate


@njit(inline="always")
def without_lowest(bits: int) -> int:
    return bits & (bits - 1)


@intrinsic
def mirrored_bits(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitreverse(args[0])

    return types.int64(types.int64), generate


@intrinsic
def shift_left(typing_context: Any, bits: Any, places: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.shl(args[0], args[1])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def shift_right(typing_context: Any, bits: Any, places: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.lshr(args[0], args[1])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def bits_of(typing_context: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(64))

    return types.int64(types.float64), generate


@intrinsic
def number_of(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), generate


@intrinsic
def prefetch(typing_context: Any, table: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(table)(context, builder, args[0])
        step = builder.extract_value(array.strides, 0)
        offset = builder.mul(args[1], step)
        bits, byte = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [byte, bits, bits, bits])
        call = builder.module.globals.get(_PREFETCH) or ir.Function(builder.module, kind, _PREFETCH)
        read, keep, data = ir.Constant(bits, 0), ir.Constant(bits, 3), ir.Constant(bits, 1)
        ends = [offset]
        if table.ndim > 1:  # a row of several words may lie on two lines of the cache
            ends.append(builder.sub(builder.add(offset, step), ir.Constant(step.type, 1)))
        for end in ends:
            place = builder.bitcast(cgutils.pointer_add(builder, array.data, end), byte)
            builder.call(call, [place, read, keep, data])
        return context.get_dummy_value()

    return types.void(table, types.int64), generate


@intrinsic
def again(typing_context: Any, *arguments: Any) -> Any:
    """Call the function that this stands in, whose answer is a float, with arguments of its types.

    Numba would infer the types of a function that calls itself once more for every such call.
    """
    kinds = types.StarArgTuple.from_types(arguments)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        convention, values = context.call_conv, cgutils.unpack_tuple(builder, args[0])
        status, answer = convention.call_function(
            builder, builder.function, types.float64, kinds.types, values
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    return types.float64(kinds), generate


@njit(inline="always")
def replaced(squares: Any, index: int, value: Any) -> Any:
    place = index + len(squares) if index < 0 else index
    if place < 0 or place >= len(squares):
        raise IndexError("a place beyond the end of a tuple")
    return tuple_setitem(squares, place, value)  # type: ignore[call-arg]


def numerator(probability: Any) -> Any:
    """The numerator of an exact probability, or a float itself."""


def denominator(probability: Any) -> Any:
    """The denominator of an exact probability, or 0 for a float."""


@overload(numerator, strict=False)
def _numerator(probability: Any) -> Any:
    if isinstance(probability, types.BaseNamedTuple):
        return lambda probability: probability.numerator
    return lambda probability: probability


@overload(denominator, strict=False)
def _denominator(probability: Any) -> Any:
    if isinstance(probability, types.BaseNamedTuple):
        return lambda probability: probability.denominator
    if isinstance(probability, types.Float):
        return lambda probability: 0
    return lambda probability: 1
