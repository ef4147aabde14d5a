"""Classes of records that states are made of: NamedTuples, and dataclasses that are frozen.

In the compiled module both are named tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields, is_dataclass
from typing import Any


def is_record(kind: Any) -> bool:
    """Whether a class is a NamedTuple, or a frozen dataclass that holds its fields and no more.

    >>> from dataclasses import dataclass
    >>> is_record(dataclass(frozen=True)(type("Heap", (), {}))), is_record(int)
    (True, False)
    """
    if not isinstance(kind, type):
        return False
    if hasattr(kind, "_fields"):
        return True
    if not is_dataclass(kind) or hasattr(kind, "__post_init__"):
        return False
    made: Any = kind
    settings = made.__dataclass_params__
    return settings.frozen and settings.eq and all(field.init for field in fields(kind))


def field_names(kind: Any) -> tuple[str, ...]:
    """The names of a record's fields, in order."""
    if hasattr(kind, "_fields"):
        return tuple(kind._fields)
    return tuple(field.name for field in fields(kind))


def field_defaults(kind: Any) -> dict[str, Any]:
    """What fields are where they are not given."""
    if hasattr(kind, "_fields"):
        return dict(kind._field_defaults)
    return {field.name: field.default for field in fields(kind) if field.default is not MISSING}


def field_values(record: Any) -> tuple[Any, ...]:
    """What the fields of a record hold, in order; a tuple itself."""
    if isinstance(record, tuple):
        return record
    return tuple(getattr(record, name) for name in field_names(type(record)))


def maker(kind: Any) -> Callable[[Iterable[Any]], Any]:
    """The function that makes a record of its fields."""
    made: Callable[[Iterable[Any]], Any] = (
        kind._make if hasattr(kind, "_fields") else lambda values: kind(*values)
    )
    return made
