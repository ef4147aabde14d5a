"""Databases that compiled searches look positions up in, without a way through Python.

A database by layers is asked by compiled code, which finds the number of a position and reads its
byte from the memory-mapped file. Any other is asked in Python. What was looked up is noted: each
position while there are few, then only how many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.rules.compile.layout import layout_of
from kibitz.rules.compile.machine import Machine, machine
from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.rules.compile.probe import MOST_WORDS, UNKNOWN, AskPython, Probe
from kibitz.rules.game import Rules
from kibitz.search.kernels import layered as layered_kernels
from kibitz.search.kernels import look_up as kernels
from kibitz.search.kernels.database_entry import (
    BITS,
    BYTES,
    CODES,
    COUNT,
    END,
    FAILED,
    LIMIT,
    MOST_NOTED,
    NEXT,
    NEXT_CONTEXT,
    NOTED,
    ROOM,
    ROWS,
    SEEN,
    WORDS,
    address_of,
)
from kibitz.search.retrograde.layered import LayeredDatabase

Ask = Callable[[Any], int | None]
"""The value of the first player at a state, or None."""


class CompiledLookUp:
    """Databases for compiled searches of one game.

    Parameters
    ----------
    rules : Rules
        The game.
    databases : sequence of databases
        In the order in which they are asked.
    ask : callable
        Asks all of them in Python, for databases that compiled code cannot read.
    """

    def __init__(self, rules: Rules, databases: Sequence[Any], ask: Ask) -> None:
        self._layout = layout_of(rules.start())
        self.words, self._decode = self._layout.words, self._layout.decoder()
        self.probe = Probe(self._ready)
        self._contexts: list[Any] = []
        self._machines: list[Machine] = []
        self._python: AskPython | None = None
        self._databases, self._rules, self._ask = databases, rules, ask

    def begin(self) -> None:
        """Forget what was looked up."""
        for context, seen, rows in self._contexts:
            seen[:] = 0
            rows[:] = 0
            context[[COUNT, NOTED, FAILED]] = 0

    def looked_up(self) -> tuple[dict[Any, int], int | None]:
        """The positions and values since it began; if there are too many, their number as well."""
        if self._python is not None and self._python.failure is not None:
            failure, self._python.failure = self._python.failure, None
            raise failure
        used: dict[Any, int] = {}
        count, is_whole = 0, True
        for context, _, rows in self._contexts:
            if context[FAILED]:
                raise GameError(f"{self._rules.name}: a position cannot be looked up")
            for row in rows[rows[:, -1] != 0].tolist():
                used[self._decode(_nested(self._layout, iter(row)))] = row[-1] - 2
            count += int(context[COUNT])
            is_whole &= context[NOTED] <= MOST_NOTED
        return used, None if is_whole else count

    def _ready(self) -> tuple[int, int]:
        """What to call: code that reads the first database, or Python where one cannot be read."""
        if not all(_is_readable(one, self._rules, self._layout) for one in self._databases):
            self._python = AskPython(self._ask_python, self.words)
            return self._python.address, 0
        first = 0, 0
        for database in reversed(self._databases):
            function, made = _entry(database.rules, self.words, database.rules != self._rules)
            self._machines.append(made)
            first = function, self._context(database, *first).ctypes.data
        return first

    def _ask_python(self, words: list[int]) -> int:
        found = self._ask(self._decode(_nested(self._layout, iter(words))))
        return UNKNOWN if found is None else found

    def _context(self, database: LayeredDatabase, following: int, beyond: int) -> Any:
        """What the look-up in one database needs to know, and a page for its notes."""
        limit = None if database.rules == self._rules else database.rules.counted_in(self._rules)
        codes, end = database.codes, sum(int(layer["size"]) for layer in database.layers)
        seen = np.zeros(end // 8 + 1, np.uint8)
        rows = np.zeros((ROOM, self.words + 1), np.int64)
        context = np.zeros(WORDS, np.int64)
        context[[CODES, BYTES, END]] = codes.ctypes.data, len(codes), end
        context[BITS] = database.head["bits"]
        context[LIMIT] = -1 if limit is None else limit
        context[[SEEN, ROWS]] = seen.ctypes.data, rows.ctypes.data
        context[[NEXT, NEXT_CONTEXT]] = following, beyond
        self._contexts.append((context, seen, rows))
        return context


def can_look_up(rules: Rules) -> bool:
    """Whether compiled rules of a game can ask for the value of a position.

    Parameters
    ----------
    rules : Rules
        The game.
    """
    if rules.in_python:
        return False
    try:
        layout = layout_of(rules.start())
    except NotCompilable:
        return False
    return 0 < layout.words <= MOST_WORDS and float not in layout.leaves


def _is_readable(database: Any, rules: Rules, layout: Any) -> bool:
    """Whether compiled code can find a position of the game in a database."""
    if not isinstance(database, LayeredDatabase):
        return False
    own = database.rules
    comes = own == rules or own.has("comes_to")
    return comes and layout_of(own.start()) == layout


def _nested(layout: Any, words: Any) -> Any:
    """Words as the parts of a value."""
    if layout.leaf:
        return next(words)
    return tuple(_nested(part, words) for part in layout.parts)


def _entry(rules: Rules, words: int, is_larger: bool) -> tuple[int, Machine]:
    """The address of a function that looks up in databases of some rules, and what it is part of.

    ``is_larger`` says whether it is asked about another game than that of the database.
    """
    said = {"ALTERNATES": rules.alternates, "IS_LARGER": is_larger}
    made = machine(rules, layered_kernels, kernels, **said)
    if not made.is_compiled:
        raise GameError(f"{rules.name}: its rules run in Python ({made.reason})")
    return address_of(made._functions["look_up"], words), made
