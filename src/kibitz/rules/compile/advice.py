"""What to write instead of what keeps rules in Python, and where."""

from __future__ import annotations

import inspect
from typing import Any

from kibitz.rules.compile.layout import ValueLayout, layout_of
from kibitz.rules.compile.not_compilable import NotCompilable

_INSTEAD = {
    str: "write the letters as integers in a tuple",
    frozenset: "write the set as an integer of bits, `left | 1 << square`",
    type(None): "write -1 for None",
}


def layout_of_start(rules: Any) -> ValueLayout:
    """The shape of a game's states; where it cannot be compiled, the line and a way out."""
    state = rules.start()
    try:
        return layout_of(state)
    except NotCompilable as reason:
        raise NotCompilable(f"{reason}; {_place(rules)}{_instead(state)}") from None


def _place(rules: Any) -> str:
    """The line of ``start`` that returns the state."""
    try:
        lines, first = inspect.getsourcelines(type(rules).start)
    except (OSError, TypeError):
        return "in start() "
    ends = [k for k, line in enumerate(lines) if line.strip().startswith("return ")]
    if len(ends) != 1:
        return "in start() "
    return f"in line {first + ends[0]}, `{lines[ends[0]].strip():.60}`, "


def _instead(state: Any) -> str:
    odd = _odd(state)
    known = _INSTEAD.get(type(odd))
    return known or f"make {type(odd).__name__} a NamedTuple or a frozen dataclass of integers"


def _odd(state: Any) -> Any:
    """The part of a state that has no layout."""
    if isinstance(state, tuple):
        for part in state:
            try:
                layout_of(part)
            except NotCompilable:
                return _odd(part)
    return state
