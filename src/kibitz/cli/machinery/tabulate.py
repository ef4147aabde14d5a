"""Games of one number or of two, in a row or a table, as ``kibitz sequence`` lists them."""

from __future__ import annotations

import re
import shlex
import typing
from itertools import count
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.combinatorial.game import ImpartialGame
    from kibitz.core.registry import Parameter, ShelfEntry

FIRST = 4
"""A row or a table begins at a number below this."""
MOST_NUMBERS, MOST_SIDE = 1000, 100
_SETTING = re.compile(r"[\w-]+=")


def tabulated(words: list[str], to: int | None) -> dict[str, Any] | None:
    """Nimbers, or outcomes in misère play, as plain data; None where no numbers are left open.

    >>> tabulated(["wythoff"], 3)["values"]
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]
    >>> tabulated(["subtraction", "set=1,2,3", "play=misere"], 9)["outcomes"]
    'NPNNNPNNNP'
    """
    from kibitz.core.names.other_names import usual_name
    from kibitz.games import look_up

    first, *rest = shlex.split(usual_name(shlex.join(word.strip() for word in words)))
    entry = look_up(first)
    axes = _axes(entry, rest)
    if entry.family not in ("heaps", "nim") or not axes:
        return None
    if entry.family == "heaps" and axes[0].name == "heaps" and "play=misere" not in rest:
        return None
    most = MOST_NUMBERS if len(axes) == 1 else MOST_SIDE
    last = to if to is not None else 20 if len(axes) == 1 else 8
    start = _start(entry, axes, rest)
    if not start <= last <= most:
        raise GameError(f"--to is {last}; {entry.name} is listed from {start} up to {most}")
    numbers = range(start, last + 1)
    rules = shlex.join([entry.name, *rest]) + "".join(f" {axis.name}={{}}" for axis in axes)
    if len(axes) == 1:
        games = [_game(entry, axes, rest, (n,)) for n in numbers]
        data = {"game": games[0].name, "rules": rules, "from": start, "to": last}
        if games[0].is_misere or not games[0].ends_in_a_win:
            return data | {"outcomes": "".join(game.outcome() for game in games)}
        return data | {"values": [game.nimber() for game in games]} | _form(games[0])
    rows = [[_game(entry, axes, rest, (m, n)) for n in numbers] for m in numbers]
    data = {"game": rows[0][0].name, "rules": rules, "from": [start, start], "to": last}
    if rows[0][0].is_misere:
        return data | {"outcomes": ["".join(game.outcome() for game in row) for row in rows]}
    return data | {"values": [[game.nimber() for game in row] for row in rows]} | _form(rows[0][0])


def _form(game: ImpartialGame) -> dict[str, Any]:
    """The closed form of a family, where there is one."""
    return {"closed_form": game.closed_form} if game.closed_form else {}


def _axes(entry: ShelfEntry, words: list[str]) -> list[Parameter]:
    """The parameters that are numbers and are not given: one or two, or a list for one heap."""
    ordered = [p for p in entry.parameters if not p.by_name_only]
    named = {word.partition("=")[0].replace("-", "_") for word in words if _SETTING.match(word)}
    typed = [word for word in words if not _SETTING.match(word)]
    free = [p for p in ordered if p.name not in named][len(typed) :]
    heaps = [p for p in free if _is_heaps(p) and p.default != ()]
    axes = [p for p in free if p.annotation is int or _is_number(p)]
    if heaps:
        return heaps if len(free) == 1 else []
    return axes if len(axes) <= 2 and not (typed and entry.family == "nim") else []


def _is_heaps(parameter: Parameter) -> bool:
    inner = typing.get_args(parameter.annotation)[:1]
    return inner == (int,) or (inner == (str,) and parameter.name == "heaps")


def _is_number(parameter: Parameter) -> bool:
    """Whether a parameter that may be text is a number unless it is given: the squares of SOS."""
    return parameter.annotation is str and str(parameter.default).isdigit()


def _start(entry: ShelfEntry, axes: list[Parameter], words: list[str]) -> int:

    for n in count():
        try:
            _game(entry, axes, words, (n,) * len(axes))
        except GameError:
            if n >= FIRST:
                raise
        else:
            return n
    raise AssertionError


def _game(
    entry: ShelfEntry, axes: list[Parameter], words: list[str], numbers: tuple[int, ...]
) -> ImpartialGame:
    from kibitz.combinatorial.game import ImpartialGame
    from kibitz.core.registry import make

    given = {p.name: [n] if _is_heaps(p) else n for p, n in zip(axes, numbers, strict=True)}
    noun = make(shlex.join([entry.name, *words]), **given)
    assert isinstance(noun, ImpartialGame)
    return noun
