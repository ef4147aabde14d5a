"""A linear program as it is written on paper: ``max 2x + y; x + y <= 3; x <= 2``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError

_NUMBER = r"\d+(?:\.\d*)?(?:/\d+)?|\.\d+"
_TERM = re.compile(
    rf"\s*(?P<sign>[-+])?\s*(?:(?P<factor>{_NUMBER})\s*[*·]?\s*)?"
    r"(?P<name>[^\W\d]\w*(?:_\w+)?)?(?:\s*/\s*(?P<by>\d+))?\s*"
)
_AIM = re.compile(r"\s*(max|min)(?:imi[sz]e)?\b\s*:?\s*(?:[^\W\d]\w*\s*=)?", re.IGNORECASE)
_SUCH = re.compile(r"\b(?:subject\s+to|such\s+that|s\.\s*t\.|st)(?=\s|$):?", re.IGNORECASE)
_RELATION = re.compile(r"<=|>=|=<|=>|≤|≥|=")
_FREE = re.compile(r"\s*(?P<names>[^\W\d][\w\s,]*?)\s+(?:free|unrestricted)\s*", re.IGNORECASE)
_WHOLE = re.compile(r"\s*[^\W\d][\w\s,]*?\s+(?:int|integers?|whole|binary)\s*", re.IGNORECASE)
_SPELLED = {"=<": "<=", "=>": ">=", "≤": "<=", "≥": ">="}
_TURNED = {"<=": ">=", ">=": "<=", "=": "="}
_LIST = re.compile(r"\s*[^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)+\s*")
EXAMPLE = "max 2x + y; x + y <= 3; x <= 2"

Line = dict[str, Fraction]
"""A coefficient for each variable, and the constant under the empty name."""
Row = tuple[Line, str]
"""A line, and how it compares with 0."""


def typed_program(text: str) -> dict[str, Any]:
    """What a linear program in words says, as :func:`kibitz.linear_program` takes it.

    Variables are nonnegative unless they are called free, or bounded from below by less than 0.
    Rows that say no more than that are left out; a row may have two relations, and a list of
    variables may share one.

    Parameters
    ----------
    text : str
        The objective, then the constraints, with semicolons or lines between them.

    Returns
    -------
    dict
        ``c``, ``A``, ``rel``, ``b``, ``sense``, ``lower``, ``constant`` and ``variables``.

    Examples
    --------
    >>> program = typed_program("max 2x + y + 3z; 3y + z <= 5; x + y + z <= 10; 3x + 2y <= 8")
    >>> program["c"] == [2, 1, 3], program["A"][0] == [0, 3, 1], program["variables"]
    (True, True, ['x', 'y', 'z'])
    >>> typed_program("min x st x >= -3; x free")["lower"]
    [None]
    >>> str(*typed_program("min x st x >= -3")["lower"])
    '-3'
    >>> typed_program("max xy + ; x <= 3")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: cannot read 'xy + ' as a linear expression; write 2x + 3/2 y - 1
    """
    aim = _AIM.match(text)
    if aim is None:
        raise GameError(f"a linear program begins with max or min, as in {EXAMPLE!r}")
    parts = re.split(r"[;\n]", _SUCH.sub(";", text[aim.end() :]))
    if _RELATION.search(parts[0]) and not re.search(r"\d,\d", parts[0]):
        parts[:1] = parts[0].split(",", 1)
    lines = [row for part in parts for row in _between_commas(part) if row.strip()]
    if not lines:
        raise GameError(f"the objective is missing; write {EXAMPLE!r}")
    objective, *rest = lines
    goal = _line(objective)
    names: dict[str, None] = dict.fromkeys(name for name in goal if name)
    free: set[str] = set()
    rows: list[Row] = []
    for part in rest:
        apart = _FREE.fullmatch(part)
        if apart is not None:
            freed = re.split(r"[\s,]+", apart["names"].strip())
            names.update(dict.fromkeys(freed))
            free.update(freed)
            continue
        if _WHOLE.fullmatch(part):
            raise GameError(
                f"{part.strip()!r}: variables are real numbers here, not only whole ones"
            )
        for line, relation in _rows(part):
            names.update(dict.fromkeys(name for name in line if name))
            rows.append((line, relation))
    lower: dict[str, Fraction | None] = _lower_bounds(rows) | dict.fromkeys(free)
    rows = [row for row in rows if not _says_nothing(row, lower)]
    if not names:
        raise GameError(f"a linear program needs a variable, as in {EXAMPLE!r}")
    return {
        "c": [goal.get(name, Fraction(0)) for name in names],
        "A": [[line.get(name, Fraction(0)) for name in names] for line, _ in rows],
        "rel": [relation for _, relation in rows] or "<=",
        "b": [-line.get("", Fraction(0)) for line, _ in rows],
        "sense": aim[1].lower(),
        "lower": [lower.get(name, 0) for name in names],
        "constant": goal.get("", Fraction(0)),
        "variables": list(names),
    }


def _between_commas(text: str) -> list[str]:
    """The constraints that commas part; names that share a relation, x, y >= 0, stay together.

    >>> _between_commas("x + y <= 4, x, y >= 0"), _between_commas("x <= 1,000")
    (['x + y <= 4', 'x, y >= 0'], ['x <= 1,000'])
    """
    if "," not in text or re.search(r"\d,\d", text):
        return [text]
    rows: list[str] = []
    held = ""
    for part in text.split(","):
        held = f"{held}, {part.strip()}" if held else part.strip()
        if _RELATION.search(part) or _FREE.fullmatch(held):
            rows.append(held)
            held = ""
    return [*rows, held] if held else rows


def _rows(text: str) -> list[Row]:
    """The rows that one constraint stands for, each as a line that is compared with 0."""
    relations = [_SPELLED.get(found, found) for found in _RELATION.findall(text)]
    sides = _RELATION.split(text)
    if not 1 <= len(relations) <= 2:
        raise GameError(f"the constraint {text.strip()!r} needs <=, >= or =, as in x + y <= 3")
    if len(relations) == 1 and _LIST.fullmatch(sides[0]):
        right = _line(sides[1])
        return [(_less({n.strip(): Fraction(1)}, right), relations[0]) for n in sides[0].split(",")]
    lines = [_line(side) for side in sides]
    if len(relations) == 2:
        turned = (_less(lines[1], lines[0]), _TURNED[relations[0]])
        return [turned, (_less(lines[1], lines[2]), relations[1])]
    if set(lines[0]) <= {""}:
        return [(_less(lines[1], lines[0]), _TURNED[relations[0]])]
    return [(_less(lines[0], lines[1]), relations[0])]


def _bound(row: Row) -> tuple[str, Fraction] | None:
    """The variable that a row bounds from below on its own, and by what; None where it does not."""
    line, relation = row
    used = [name for name, x in line.items() if x and name]
    if relation != ">=" or len(used) != 1 or line[used[0]] < 0:
        return None
    return used[0], -line.get("", Fraction(0)) / line[used[0]]


def _lower_bounds(rows: list[Row]) -> dict[str, Fraction]:
    """The variables that may be negative since they are bounded from below by less than 0."""
    found: dict[str, Fraction] = {}
    for name, least in filter(None, map(_bound, rows)):
        found[name] = max(least, found.get(name, least))
    return {name: least for name, least in found.items() if least < 0}


def _says_nothing(row: Row, lower: dict[str, Fraction | None]) -> bool:
    """Whether a row says no more than the lower bound that its variable has."""
    bound = _bound(row)
    if bound is None:
        return False
    least = lower.get(bound[0], Fraction(0))
    return least is not None and bound[1] <= least


def _less(left: Line, right: Line) -> Line:
    found = dict(left)
    for name, x in right.items():
        found[name] = found.get(name, Fraction(0)) - x
    return found


def _line(text: str) -> Line:
    """A linear expression by its variables.

    >>> {name: str(x) for name, x in _line("2x - 3/2 y + 4 - x/2").items()}
    {'x': '3/2', 'y': '-3/2', '': '4'}
    """
    found: Line = {}
    at = 0
    bad = GameError(f"cannot read {text.lstrip()!r} as a linear expression; write 2x + 3/2 y - 1")
    while at < len(text) or not found:
        term = _TERM.match(text, at)
        if term is None or not (term["factor"] or term["name"]) or (found and not term["sign"]):
            raise bad
        size = Fraction(term["factor"] or 1) / int(term["by"] or 1)
        name = term["name"] or ""
        found[name] = found.get(name, Fraction(0)) + (-size if term["sign"] == "-" else size)
        at = term.end()
    return found
