"""Small parts of Numba that take a tenth of the time to compile, written to take less of it.

Each means what the one it takes the place of means. Imports Numba.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import errors, ir
from numba.core.targetconfig import TargetConfig
from numba.extending import overload


def make_lean() -> None:
    """Put the quicker parts in place."""
    settings: Any = TargetConfig
    settings.__hash__ = _hash_of_settings
    settings.__eq__ = _equal_settings
    instructions: Any = ir.Inst
    instructions._rec_list_vars = _variables_in


def make_assignment_lean() -> None:
    """Let slices of unequal sizes fail with a fixed message.

    Numba's own tells the sizes, for which every process that compiles ``a[i:j] = b`` would first
    compile strings, for a second or two.
    """
    from numba.np import arrayobj

    arrays: Any = arrayobj
    if getattr(arrays, "raise_with_shape_context", None) is not _refuse_sizes:
        overload(_refuse_sizes)(_refusing_sizes)
        arrays.raise_with_shape_context = _refuse_sizes


def _refuse_sizes(source: Any, target: Any) -> None:
    """What Numba calls where the sizes of a slice and of what is assigned to it differ."""
    raise NotImplementedError


def _refusing_sizes(source: Any, target: Any) -> Any:
    def refuse(source: Any, target: Any) -> None:
        raise ValueError("cannot assign slice from input of different size")

    return refuse


@contextmanager
def without_colors() -> Iterator[None]:
    """Errors in plain letters: most are made, colored, and thrown away in search of types."""
    replaced: Any = errors
    usual = replaced._termcolor_inst
    replaced._termcolor_inst = _PLAIN
    try:
        yield
    finally:
        replaced._termcolor_inst = usual


class _Plain:
    """What Numba calls a color scheme, without colors."""

    def code(self, msg: str) -> str:
        return msg

    errmsg = filename = indicate = highlight = reset = code


_PLAIN = _Plain()


def _hash_of_settings(settings: Any) -> int:
    """Numba's own hash is one of the names of the settings, equal for all of a class."""
    return hash(type(settings))


def _equal_settings(settings: Any, other: Any) -> Any:
    if settings is other:
        return True
    if not isinstance(other, TargetConfig):
        return NotImplemented
    ours, theirs = settings._values, other._values
    return ours == theirs or settings.values() == other.values()  # type: ignore[no-untyped-call]


_HOLD_NO_VARIABLES = frozenset((str, int, bool, type(None), ir.Loc))


def _variables_in(instruction: Any, value: Any) -> list[Any]:
    """The variables in a part of an instruction."""
    kind = type(value)
    if kind is ir.Var:
        return [value]
    if kind in _HOLD_NO_VARIABLES:
        return []
    if isinstance(value, ir.Inst):
        variables: list[Any] = value.list_vars()  # type: ignore[no-untyped-call]
        return variables
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, (list, tuple)):
        inside: Any = value
    elif isinstance(value, dict):
        inside = value.values()
    else:
        return []
    listed: list[Any] = []
    for part in inside:
        of = type(part)
        if of is ir.Var:
            listed.append(part)
        elif of not in _HOLD_NO_VARIABLES:
            listed.extend(_variables_in(instruction, part))
    return listed
