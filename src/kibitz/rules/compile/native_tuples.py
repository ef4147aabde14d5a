"""Shifts and tuples as Python has them, for compiled rules. Imports Numba."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array


@intrinsic
def filled(typing_context: Any, squares: Any, value: Any) -> Any:
    """A tuple as long as another one, with the same in every place."""
    if not isinstance(squares, types.BaseTuple):
        return None
    kind: Any = types.UniTuple(types.unliteral(value), len(squares))  # type: ignore[no-untyped-call]

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_tuple(builder, kind, [args[1]] * len(squares))

    return kind(squares, kind.dtype), generate


@intrinsic
def left_by(typing_context: Any, bits: Any, places: Any) -> Any:
    """A shift to the left by 0 to 63 places; an error for others, which no machine can do."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wrong = builder.icmp_unsigned(">", args[1], args[1].type(63))
        with builder.if_then(wrong, likely=False):
            reason = ("a shift by less than 0 or more than 63 places",)
            context.call_conv.return_user_exc(builder, ValueError, reason)
        return builder.shl(args[0], args[1])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def right_by(typing_context: Any, bits: Any, places: Any) -> Any:
    """A shift to the right by 0 places or more."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        most = args[1].type(63)
        with builder.if_then(builder.icmp_signed("<", args[1], args[1].type(0)), likely=False):
            context.call_conv.return_user_exc(builder, ValueError, ("negative shift count",))
        far = builder.icmp_signed(">", args[1], most)
        return builder.ashr(args[0], builder.select(far, most, args[1]))

    return types.int64(types.int64, types.int64), generate


@njit
def counted(things: Any, value: Any) -> int:
    """How often a value is in a tuple or a list."""
    times = 0
    for thing in things:
        if thing == value:
            times += 1
    return times


@njit
def ordered(squares: Any) -> Any:
    """A tuple with the same entries, the smallest first."""
    for k in range(1, len(squares)):
        entry, place = squares[k], k
        while place > 0 and squares[place - 1] > entry:
            squares = tuple_setitem(squares, place, squares[place - 1])  # type: ignore[call-arg]
            place -= 1
        squares = tuple_setitem(squares, place, entry)  # type: ignore[call-arg]
    return squares


SHORT = 4
"""Up to this length, choosing between two tuples is as quick as building one."""


def _is_laid(whole: Any) -> bool:
    long = isinstance(whole, types.UniTuple) and whole.count > SHORT
    return long and whole.dtype == types.int64


@intrinsic
def laid_down(typing_context: Any, whole: Any) -> Any:
    """Where a tuple of integers lies in memory; anything else as it is."""
    if not _is_laid(whole):
        return whole(whole), lambda context, builder, signature, args: _kept(
            context, builder, signature, args[0]
        )

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _laid(builder, args[0])

    pointer: Any = types.CPointer
    return pointer(types.int64)(whole), generate


def _laid(builder: Any, value: Any) -> Any:
    """The address of a value that is put into memory."""
    place = cgutils.alloca_once(builder, value.type)  # type: ignore[no-untyped-call]
    builder.store(value, place)
    return builder.bitcast(place, ir.IntType(64).as_pointer())


def _kept(context: Any, builder: Any, signature: Any, value: Any) -> Any:
    if context.enable_nrt:
        context.nrt.incref(builder, signature.return_type, value)
    return value


@intrinsic
def entries_of(typing_context: Any, whole: Any) -> Any:
    """The entries of a tuple of integers as an array, to go through; anything else as it is."""
    if not _is_laid(whole):
        return whole(whole), lambda context, builder, signature, args: _kept(
            context, builder, signature, args[0]
        )
    kind: Any = types.Array(types.int64, 1, "C", readonly=True)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        made = context.make_array(kind)(context, builder)
        size, count = (ir.Constant(ir.IntType(64), n) for n in (8, whole.count))
        data = _laid(builder, args[0])
        populate_array(made, data, [count], [size], size, None)  # type: ignore[no-untyped-call]
        return made._getvalue()

    return kind(whole), generate


@intrinsic
def entry_of(typing_context: Any, laid: Any, whole: Any, place: Any) -> Any:
    """An entry of a tuple that was laid down, or of anything else that has entries."""
    if isinstance(laid, types.CPointer) and isinstance(place, (types.Integer, types.Boolean)):
        return types.int64(laid, whole, place), _entry_laid_down
    usual = typing_context.resolve_function_type(operator.getitem, (whole, place), {})
    if usual is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = context.get_function(operator.getitem, usual)
        kinds = zip(args[1:], signature.args[1:], usual.args, strict=True)
        return found(builder, [context.cast(builder, x, a, b) for x, a, b in kinds])

    return usual.return_type(laid, whole, place), generate


def _entry_laid_down(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    count = ir.Constant(ir.IntType(64), signature.args[1].count)
    place = context.cast(builder, args[2], signature.args[2], types.int64)
    from_end = builder.icmp_signed("<", place, place.type(0))
    place = builder.select(from_end, builder.add(place, count), place)
    with builder.if_then(builder.icmp_unsigned(">=", place, count), likely=False):
        reason = ("a place beyond the end of a tuple",)
        context.call_conv.return_user_exc(builder, IndexError, reason)
    return builder.load(builder.gep(args[0], [place]))
