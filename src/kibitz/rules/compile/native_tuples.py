"""Shifts and tuples as Python has them, for compiled rules. Imports Numba."""

from __future__ import annotations

from typing import Any

from numba import njit, types
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic


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
            told = ("a shift by less than 0 or more than 63 places",)
            context.call_conv.return_user_exc(builder, ValueError, told)
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
