"""Cells through which compiled rules reach what looks positions up."""

from __future__ import annotations

import ctypes
import gc
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.rules.compile.layout import ValueLayout

UNKNOWN = 2
"""What stands for a value where there is none."""
CELL = "kibitz_probe_{}"
"""What a cell is called in compiled code."""
MOST_WORDS = 32
"""States of more words are not looked up by compiled rules."""
_CELLS: list[Any] = []
"""The cells of this process, which stay where they are: compiled code knows them."""
_FREE: list[int] = []


class Probe:
    """What looks positions up for compiled rules, through a cell that is its own while it lives.

    Compiled code only names the cell, so the first probe of every process finds the code that was
    compiled for the first probe of another.

    Parameters
    ----------
    ready : callable
        Gives the addresses of a function and of its context; called when rules are compiled.
    """

    def __init__(self, ready: Callable[[], tuple[int, int]]) -> None:
        self._ready = ready
        self._cell: int | None = None

    @property
    def cell(self) -> int:
        """The number of the cell."""
        if self._cell is None:
            if not _FREE and _CELLS:
                gc.collect()
            if not _FREE:
                _FREE.append(_new_cell())
            self._cell = min(_FREE)
            _FREE.remove(self._cell)
            weakref.finalize(self, _FREE.append, self._cell)
            _CELLS[self._cell][:] = self._ready()
        return self._cell


class AskPython:
    """A function in Python, for compiled code to call.

    Parameters
    ----------
    ask : callable
        Takes the words of a state; gives the value of the first player, or UNKNOWN.
    words : int
        How many words there are.
    """

    def __init__(self, ask: Callable[[list[int]], int], words: int) -> None:
        self.failure: BaseException | None = None
        """The first error, which cannot pass through compiled code."""

        def called(context: int, address: int) -> int:
            try:
                return ask(list((ctypes.c_int64 * words).from_address(address)))
            except BaseException as error:
                self.failure = self.failure or error
                return UNKNOWN

        self._kept = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(called)
        found = ctypes.cast(self._kept, ctypes.c_void_p).value
        assert found is not None
        self.address: int = found


def word_expressions(layout: ValueLayout, expression: str) -> list[str]:
    """Source of each word of a value.

    >>> from kibitz.rules.compile.layout import layout_of
    >>> word_expressions(layout_of((3, (0, 1))), "state")
    ['state[0]', 'state[1][0]', 'state[1][1]']
    """
    if layout.leaf:
        is_float = layout.leaf is float
        return [f"np.float64({expression}).view(np.int64)" if is_float else expression]
    parts = enumerate(layout.parts)
    return [word for k, part in parts for word in word_expressions(part, f"{expression}[{k}]")]


def _new_cell() -> int:
    from llvmlite import binding

    _CELLS.append(np.zeros(2, np.int64))
    binding.add_symbol(CELL.format(len(_CELLS) - 1), _CELLS[-1].ctypes.data)
    return len(_CELLS) - 1
