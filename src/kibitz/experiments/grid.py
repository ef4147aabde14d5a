"""Grids: one line for many games, and every method with every option on each of them.

A range in braces stands for many words: ``blotto {4..12} {3..9} 3`` are 63 games, ``{2..10..2}``
counts in steps, ``{a|b|c}`` is one of several, and ``{n=3..6} {n}`` says the same number again.
A set such as ``{1,3,4}`` stays what it is. The names of files may have ``*``, ``?`` and ``**``, and
files that end in ``.jsonl`` or ``.parquet`` hold many games.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from glob import glob
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.spelling import canonical_name, count_of
from kibitz.formats.answers.provenance import PYTHON, specification
from kibitz.formats.files import ARRAYS, ENDINGS
from kibitz.formats.many import LINES, TABLE, read_games

_digested = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
MOST = 10_000_000
"""Words that a line may stand for."""
_RANGE = re.compile(
    r"\{(?:(?P<name>[A-Za-z]\w*)=)?(?P<body>-?\d+\.\.-?\d+(?:\.\.-?\d+)?|[^{}]*\|[^{}]*)\}"
)


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One row of an experiment before it is run: a game, a method, its options."""

    game: str
    """The game in words, or the name of its file."""
    specification: Mapping[str, Any]
    """What rebuilds it, as provenance tells it."""
    method: str
    options: Mapping[str, Any]
    key: str = field(init=False)
    """What identifies it: a digest of the game, the method and the options."""

    def __post_init__(self) -> None:
        text = _digested([self.specification, self.method, self.options])
        object.__setattr__(self, "key", sha256(text.encode()).hexdigest()[:20])


def expand(text: str) -> list[str]:
    """The lines that a line with ranges stands for, the last range running first.

    Parameters
    ----------
    text : str
        A line, perhaps with ranges in braces.

    Returns
    -------
    list of str
        The lines without ranges.

    Examples
    --------
    >>> expand("blotto {2..3} {1|4} 3")
    ['blotto 2 1 3', 'blotto 2 4 3', 'blotto 3 1 3', 'blotto 3 4 3']
    >>> expand("random-matrix {n=2..3} {n} seed={0..2..2}")[:3]
    ['random-matrix 2 2 seed=0', 'random-matrix 2 2 seed=2', 'random-matrix 3 3 seed=0']
    >>> expand("subtraction {1,3,4} 21")
    ['subtraction {1,3,4} 21']
    """
    found = list(_RANGE.finditer(text))
    choices = [_choices(m["body"]) for m in found]
    count = 1
    for choice in choices:
        count *= len(choice)
    if count > MOST:
        raise GameError(
            f"{text!r} stands for {count_of(count, 'line')}; at most {MOST:,} are taken"
        )
    names = [m["name"] for m in found]
    twice = next((n for n in names if n and names.count(n) > 1), None)
    if twice:
        raise GameError(
            f"{text!r}: the range {twice!r} is given twice; write {{{twice}}} the second time"
        )
    return [_filled(text, found, tuple(map(str, values))) for values in product(*choices)]


def _choices(body: str) -> Sequence[str] | range:
    if "|" in body:
        return [choice.strip() for choice in body.split("|")]
    first, last, *step = (int(part) for part in body.split(".."))
    by = step[0] if step else (1 if last >= first else -1)
    if by == 0 or (last - first) * by < 0:
        raise GameError(f"{{{body}}}: this range is empty; the step leads away from its end")
    size = (last - first) // by + 1
    if size > MOST:
        raise GameError(
            f"{{{body}}} stands for {count_of(size, 'number')}; at most {MOST:,} are taken"
        )
    return range(first, last + (1 if by > 0 else -1), by)


def _filled(text: str, found: Sequence[re.Match[str]], values: tuple[str, ...]) -> str:
    parts, end = [], 0
    for match, value in zip(found, values, strict=True):
        parts += [text[end : match.start()], value]
        end = match.end()
    line = "".join([*parts, text[end:]])
    for match, value in zip(found, values, strict=True):
        if match["name"]:
            line = line.replace(f"{{{match['name']}}}", value)
    return line


def grid(
    games: str | Noun | Iterable[str | Noun],
    methods: str | Iterable[str] = "auto",
    options: Mapping[str, Any] | None = None,
) -> Iterator[PlannedRun]:
    """Every game with every method and every value of every option, each once.

    Parameters
    ----------
    games : str, Noun, or iterable of these
        Games in words, with ranges; names of files, with wildcards; or games themselves.
    methods : str or iterable of str, default "auto"
        Names of methods.
    options : mapping, optional
        What the methods take besides; a list is tried value by value.

    Returns
    -------
    iterator of PlannedRun
        The rows, in the order in which they are numbered.

    Examples
    --------
    >>> [task.game for task in grid("blotto {2..4} 2 2", ["simplex"])]
    ['blotto 2 2 2', 'blotto 3 2 2', 'blotto 4 2 2']
    >>> len(list(grid("chicken", "lemke-howson", {"label": [0, 1, 2, 3]})))
    4
    """
    asked = [canonical_name(name) for name in ([methods] if isinstance(methods, str) else methods)]
    given = {k: v if isinstance(v, list) else [v] for k, v in (options or {}).items()}
    seen: set[str] = set()
    for words, said in _games(games):
        for method in asked:
            for values in product(*given.values()):
                task = PlannedRun(words, said, method, dict(zip(given, values, strict=True)))
                if task.key not in seen:
                    seen.add(task.key)
                    yield task


def _games(games: str | Noun | Iterable[str | Noun]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for one in [games] if isinstance(games, (str, Noun)) else games:
        if isinstance(one, Noun):
            said = specification(one) or {}
            if said.get("kind") == PYTHON:
                raise GameError(
                    f"{said.get('class')} was written in Python, and other processes cannot "
                    "rebuild it; put it on the shelf, or save it to a file"
                )
            yield str(getattr(one, "title", "") or getattr(one, "name", "") or one.kind), said
            continue
        for line in expand(one):
            yield from _line(line.strip())


def _line(line: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The games of a line: a file, several files, or words."""
    if Path(line).suffix.lower() in (*ENDINGS, ARRAYS, LINES, TABLE):
        files = sorted(glob(line, recursive=True)) or [line]
        for file in files:
            for where, game in read_games(file):
                yield where, specification(game) or {}
        return
    if ".py:" in line or line.endswith(".py"):
        raise GameError(
            f"{line}: games in Python files are run by `kibitz solve` and `search` only"
        )
    if not line:
        raise GameError("an experiment needs games, such as 'blotto {4..12} 3 2' or games/*.nfg")
    yield line, {"kind": "typed", "words": line}
