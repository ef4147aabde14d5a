"""What is wrong with what was typed into a field: a number, a formula, names that must differ."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.algebra.expressions.read import read_expression
from kibitz.core.errors import GameError
from kibitz.core.numbers import number


def number_fault(text: str) -> str | None:
    """What is wrong with a number; None when nothing is.

    >>> number_fault("1/2"), number_fault("")
    (None, 'a number is missing')
    >>> number_fault("1/0")
    "'1/0' divides by zero"
    """
    if not text.strip():
        return "a number is missing"
    try:
        number(text)
    except GameError as error:
        return str(error)
    return None


def limit_fault(text: str) -> str | None:
    """What is wrong with a number that may be left out.

    >>> limit_fault(""), limit_fault("5/2"), limit_fault("1/0")
    (None, None, "'1/0' divides by zero")
    """
    return number_fault(text) if text.strip() else None


def formula_fault(text: str) -> str | None:
    """What is wrong with a formula; None when nothing is.

    >>> formula_fault("max(0, 17 - Q)"), formula_fault(" ")
    (None, 'a formula is missing')
    >>> formula_fault("20 -").partition(";")[0]
    "'20 -': it ends too early"
    """
    if not text.strip():
        return "a formula is missing"
    try:
        read_expression(text)
    except GameError as error:
        return str(error)
    return None


def name_faults(names: Sequence[str], key: str) -> dict[str, str]:
    """What is wrong with names that must differ, by the key of the field of each.

    >>> name_faults(["A", "", "A"], "name")
    {'name.1': 'a name is missing', 'name.2': 'A is used twice'}
    """
    wrong: dict[str, str] = {}
    for k, name in enumerate(names):
        if not name.strip():
            wrong[f"{key}.{k}"] = "a name is missing"
        elif name in names[:k]:
            wrong[f"{key}.{k}"] = f"{name} is used twice"
    return wrong
