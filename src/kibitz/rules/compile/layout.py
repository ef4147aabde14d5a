"""What a state is made of, and how it crosses the border between Python and machine code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.rules.compile.records import field_values, is_record, maker

LONG = 8
"""Tuples of more integers than this are copied whole or in a loop, not entry by entry."""


@dataclass(frozen=True)
class ValueLayout:
    """The shape of a value: ``int`` or ``float``, or a tuple of shapes, perhaps with a name."""

    leaf: type | None
    parts: tuple[ValueLayout, ...] = ()
    named: type[Any] | None = None

    @property
    def words(self) -> int:
        """How many 64-bit words it fills."""
        return 1 if self.leaf else sum(part.words for part in self.parts)

    @property
    def leaves(self) -> tuple[type, ...]:
        """The kinds of number in it, one after the other."""
        if self.leaf:
            return (self.leaf,)
        return tuple(leaf for part in self.parts for leaf in part.leaves)

    @property
    def is_long(self) -> bool:
        return len(self.parts) > LONG and all(part.leaf is int for part in self.parts)

    def canonical(self, expression: str) -> str:
        """Source that gives the same value in exactly this shape, with 64-bit numbers."""
        if self.leaf:
            return f"np.{'int64' if self.leaf is int else 'float64'}({expression})"
        if self.is_long:
            return expression
        inside = "".join(f"{p.canonical(f'{expression}[{k}]')}, " for k, p in enumerate(self.parts))
        return f"{self.named.__name__ if self.named else ''}({inside})"

    def write_key(self, expression: str) -> list[str]:
        """Lines that write the value into ``out`` so that equal values give equal words."""
        if float in self.leaves:
            raise NotCompilable("states with floats in them have no exact key; give key()")
        return self.write(expression)

    def write(self, expression: str, start: int = 0) -> list[str]:
        """Lines that write the value into ``out``, word by word; of floats the bits."""
        if self.leaf:
            bits = f"np.float64({expression}).view(np.int64)"
            return [f"out[{start}] = {bits if self.leaf is float else expression}"]
        if self.is_long:
            return [
                f"for k in range({len(self.parts)}):",
                f"    out[{start} + k] = {expression}[k]",
            ]
        lines: list[str] = []
        for k, part in enumerate(self.parts):
            lines += part.write(f"{expression}[{k}]", start)
            start += part.words
        return lines

    def read(self, start: int = 0) -> str:
        """Source that gives the value back from words in the array ``row``."""
        if self.leaf:
            word = f"row[{start}]"
            return f"np.int64({word}).view(np.float64)" if self.leaf is float else word
        if self.is_long:
            inside = f"to_fixed_tuple(row[{start}:{start + len(self.parts)}], {len(self.parts)})"
            return f"{self.named.__name__}(*{inside})" if self.named else inside
        parts = []
        for part in self.parts:
            parts.append(f"{part.read(start)}, ")
            start += part.words
        return f"{self.named.__name__ if self.named else ''}({''.join(parts)})"

    def encoder(self, names: dict[str, Any]) -> Callable[[Any], Any]:
        """Turn a value of the user's into one of the compiled module's, whose names these are."""
        if self.leaf:
            return self.leaf
        each = [part.encoder(names) for part in self.parts]
        make = names[self.named.__name__]._make if self.named else tuple
        return lambda value: make([e(v) for e, v in zip(each, field_values(value), strict=True)])

    def decoder(self) -> Callable[[Any], Any]:
        """The way back."""
        if self.leaf:
            return self.leaf
        each = [part.decoder() for part in self.parts]
        make = maker(self.named) if self.named else tuple
        return lambda value: make([d(v) for d, v in zip(each, value, strict=True)])


def layout_of(value: Any) -> ValueLayout:
    """The shape of a value.

    >>> layout_of((3, (0, 1))).words
    3
    """
    if isinstance(value, (bool, int)):
        return ValueLayout(int)
    if isinstance(value, float):
        return ValueLayout(float)
    if isinstance(value, tuple) or is_record(type(value)):
        named = type(value) if is_record(type(value)) else None
        return ValueLayout(None, tuple(map(layout_of, field_values(value))), named)
    raise NotCompilable(
        f"a state has a {type(value).__name__} in it; compiled states hold integers and tuples"
    )
