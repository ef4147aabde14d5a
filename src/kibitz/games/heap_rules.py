"""Games of heaps by name, without heaps: what sequences of nimbers and periods are about."""

from __future__ import annotations

import re
import shlex

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.names.other_names import usual_name
from kibitz.core.noun import Noun
from kibitz.core.registry import make
from kibitz.core.shelf import look_up

CODE = re.compile(r"[0-9A-Fa-f]*\.\S*")
"""A take-and-break code."""


def with_set(words: list[str]) -> list[str]:
    """The words with a set that is typed without its name under it, since no heaps are wanted.

    >>> with_set(["subtraction", "{1, 3, 4}"]), with_set(["subtraction(1, 3)", "misere"])
    (['subtraction', 'set=1,3,4'], ['subtraction', 'set=1,3', 'misere'])
    """
    tight = re.sub(r"(?<=[,{\[])\s+", "", " ".join(word.strip() for word in words))
    called = re.sub(r"^((?:impatient-)?subtraction)\(([^()]*)\)", r"\1 \2", tight)
    first, *rest = called.split() or [""]
    typed = [word for word in rest if re.fullmatch(r"[{\[(]?[\d,.-]+[}\])]?,?", word)]
    if first not in ("subtraction", "impatient-subtraction") or not typed or "set=" in called:
        return words
    amounts = ",".join(word.strip("{}[](),") for word in typed)
    return [first, f"set={amounts}", *(word for word in rest if word not in typed)]


@extends(Noun)
def heap_rules(words: list[str]) -> HeapGame | str:
    """A code, or the game of heaps that these words name, without heaps.

    Parameters
    ----------
    words : list of str
        A code, or a name with its parameters but for the heaps.

    Returns
    -------
    HeapGame or str
        The game, or the code as it is.

    Examples
    --------
    >>> heap_rules(["subtraction", "set=1,3"]).name, heap_rules(["0.77"])
    ('subtraction of 1,3', '0.77')
    """
    first, *rest = [word.strip() for word in words]
    if CODE.fullmatch(first):
        if rest:
            raise GameError(f"{rest[0]!r} after the code {first}; write the code alone, and to=50")
        return first
    first, *rest = shlex.split(usual_name(shlex.join([first, *rest])))
    entry = look_up(first)
    heaps = [p for p in entry.parameters if p.name in ("heaps", "lengths")]
    other = [p for p in entry.parameters if not p.by_name_only and p not in heaps]
    typed = [word for word in rest if not re.match(r"[\w-]+=", word)]
    if entry.family != "heaps" or not heaps:
        raise GameError(f"{entry.name} is not a game of heaps; `kibitz games heaps` lists those")
    if len(typed) > len(other):
        surplus = typed[len(other) :]
        needed = " ".join([first, *(word for word in rest if word not in surplus)])
        raise GameError(
            f"{surplus[0]!r}: all heaps from 0 on are listed; write {needed}, and to=50"
        )
    if len(typed) < len(other):
        raise GameError(f"{entry.name}: it needs a {other[len(typed)].name} before the heaps")
    given = {p.name for p in entry.parameters if any(w.startswith(f"{p.name}=") for w in rest)}
    missing = [p.name for p in entry.parameters if p.required and p.by_name_only]
    for name in missing:
        if name not in given:
            raise GameError(f"{entry.name}: it needs {name}=, such as {name}=1,3,4")
    noun = make(shlex.join([first, *rest]), **{heaps[0].name: []})
    assert isinstance(noun, HeapGame)
    return noun
