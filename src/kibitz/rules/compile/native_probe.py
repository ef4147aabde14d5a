"""Calls from compiled rules to what looks positions up. Imports Numba.

A function that looks up takes two addresses, of its context and of the words of a state, and gives
the value of the first player, or UNKNOWN of :mod:`kibitz.rules.compile.probe`. Compiled rules find
it through a cell of two words, its address and that of its context. The cell has a name, so that
code which is kept on disk does not depend on where things lie in one process.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kibitz.rules.compile.probe import CELL

_WORD = ir.IntType(64)
_LOOK_UP = ir.FunctionType(_WORD, [_WORD, _WORD])


@intrinsic(prefer_literal=True)
def probed(typing_context: Any, cell: Any, *words: Any) -> Any:
    """What the function in a cell, a constant, says of the state with these words."""
    if not isinstance(cell, types.IntegerLiteral):
        return None
    name, kinds = CELL.format(cell.literal_value), types.StarArgTuple.from_types(words)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        state = cgutils.alloca_once(builder, _WORD, size=len(words))
        for k, word in enumerate(cgutils.unpack_tuple(builder, args[1], len(words))):
            whole = context.cast(builder, word, words[k], types.int64)
            builder.store(whole, cgutils.gep_inbounds(builder, state, k))
        pair = ir.ArrayType(_WORD, 2)
        module = builder.module
        held = module.globals.get(name) or ir.GlobalVariable(module, pair, name)
        parts = [builder.load(cgutils.gep_inbounds(builder, held, 0, k)) for k in (0, 1)]
        called = builder.inttoptr(parts[0], _LOOK_UP.as_pointer())
        return builder.call(called, [parts[1], builder.ptrtoint(state, _WORD)])

    return types.int64(cell, kinds), generate


@intrinsic
def look_up_at(typing_context: Any, function: Any, context: Any, words: Any) -> Any:
    """What the function at an address says."""

    def generate(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.call(builder.inttoptr(args[0], _LOOK_UP.as_pointer()), list(args[1:]))

    return types.int64(types.int64, types.int64, types.int64), generate


@intrinsic
def words_at(typing_context: Any, address: Any) -> Any:
    """A pointer to words at an address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], _WORD.as_pointer())

    return types.CPointer(types.int64)(types.int64), generate


@intrinsic
def bytes_at(typing_context: Any, address: Any) -> Any:
    """A pointer to bytes at an address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.CPointer(types.uint8)(types.int64), generate
