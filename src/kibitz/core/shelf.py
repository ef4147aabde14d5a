"""The shelf: every game with a name, by family; what ``kibitz games`` lists.

>>> from kibitz import game, shelf
>>> print(game("blotto 4 3 2").solve().value)
14/9
>>> [entry.name for entry in shelf("search")]
['battleship', 'dresher']
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, cast

from kibitz.core import index
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.names.other_names import OTHER_NAMES, in_words, run_together, usual_name
from kibitz.core.noun import Noun
from kibitz.core.registry import SHELF, ShelfEntry, make, settings_whole
from kibitz.core.registry import look_up as _look_up
from kibitz.core.spelling import canonical_name, words_of

if TYPE_CHECKING:
    from kibitz._types import Game

__all__ = ["families", "game", "look_up", "shelf"]


def _typed(function: Callable[..., Noun]) -> Game:
    """Tell type checkers which name gives which form."""
    return cast("Game", function)


@_typed
def game(call: str, *args: Any, **kwargs: Any) -> Noun:
    """Take a game from the shelf: its name and parameters in words, as arguments, or both.

    Parameters
    ----------
    call : str
        A name from :func:`kibitz.shelf`, with parameters in words.
    *args : Any
        Parameters in order.
    **kwargs : Any
        Parameters by name.

    Returns
    -------
    Noun
        The game; of which form depends on the name.

    Examples
    --------
    >>> game("mendelsohn 5 win=2 loss=1") == game("mendelsohn", 5, 2, loss=1)
    True
    >>> print(game("nim 3 4 5 + kayles 4").nimber(), game("nim(3, 4, 5) + kayles(4)").nimber())
    3 3
    >>> game("nim 3 4 + nim 5 play=misere").play, game("*3 + *1 + kayles 5").nimber()
    ('misere', 6)
    >>> game("bloto")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: unknown game 'bloto'; did you mean 'blotto'? ...
    """
    if not isinstance(call, str):
        raise GameError(f"{call!r} is not the name of a game; write it as text, 'blotto 4 3 2'")
    if "play" not in kwargs and isinstance(kwargs.get("misere"), bool):
        kwargs["play"] = "misere" if kwargs.pop("misere") else "normal"
    parts = [usual_name(in_words(part)) for part in _summands(call)]
    parts = [_called(part) for part in parts]
    if len(parts) == 1:
        return make(parts[0], *args, **kwargs)
    if args or not kwargs.keys() <= {"play"}:
        raise GameError("write the parameters of a sum as text, as in 'nim 3 4 + kayles 5'")
    total = reduce(_plus, map(make, _in_one_play(parts, kwargs.get("play"))))
    object.__setattr__(total, "made_by", (call, kwargs))
    return total


def _summands(call: str) -> list[str]:
    """The calls that plus signs of their own separate; one of them when there is no sum."""
    try:
        words = words_of(call)
    except ValueError:
        return [call]
    words = settings_whole([word for whole in words for word in _stars(whole)])
    if words == call.split() and "+" not in words:
        return [" ".join(words)]
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "+":
            parts.append([])
        else:
            parts[-1].append(word)
    return [" ".join(part) if "(" in "".join(part[:1]) else shlex.join(part) for part in parts]


def _stars(word: str) -> list[str]:
    """Nimbers as they are written, *3 for a heap of 3, in words; another word as it is.

    >>> _stars("*3"), _stars("*2+*10"), _stars("a*3")
    (['nim', '3'], ['nim', '2', '+', 'nim', '10'], ['a*3'])
    """
    if not re.fullmatch(r"(\+?[*∗⋆★]\d+)+\+?", word):
        return [word]
    return re.sub(r"[*∗⋆★](\d+)", r" nim \1 ", word).replace("+", " + ").split()


def _in_one_play(parts: list[str], play: str | None) -> list[str]:
    """The summands, all in the play that is named for the sum or in any of them.

    >>> _in_one_play(["nim 3 4", "nim 5 play=misere"], None)
    ['nim 3 4 play=misere', 'nim 5 play=misere']
    """
    options = [word for part in parts for word in shlex.split(part) if word.startswith("play=")]
    plays = dict.fromkeys(options if play is None else [*options, f"play={play}"])
    if len(plays) > 1:
        raise GameError(
            f"{' and '.join(plays)} in one sum; all components must use the same play, normal "
            f"or misère"
        )
    shared = next(iter(plays), "")
    return [part if shared in shlex.split(part) else f"{part} {shared}" for part in parts]


def _plus(first: Noun, second: Noun) -> Noun:
    try:
        total: Noun = add(first, second)
    except TypeError:
        kinds = f"{first.kind} and {second.kind}"
        raise GameError(f"{kinds} games have no sum; add impartial games") from None
    return total


def shelf(family: str | None = None) -> list[ShelfEntry]:
    """What stands on the shelf, by family and name, or the part of it in one family.

    Parameters
    ----------
    family : str, optional
        The family to list; all of them by default.

    Returns
    -------
    list[ShelfEntry]
        The games, each with its name, family, parameters and description.

    Examples
    --------
    >>> print(shelf("zero-sum")[0].usage)
    adjacent-numbers [n=4]
    """
    known = families()
    if family is not None and family not in known:
        raise GameError(f"unknown family {family!r}{did_you_mean(family, known)}")
    for each in known if family is None else [family]:
        for name in index.table("FAMILIES").get(each, ()):
            index.load("GAMES", name)
    entries = [entry for entry in SHELF.values() if family in (None, entry.family)]
    return sorted(entries, key=lambda entry: (entry.family, entry.name))


def families() -> list[str]:
    """The families of the shelf.

    Returns
    -------
    list of str
        Their names.

    Examples
    --------
    >>> families()[:3]
    ['bankruptcy', 'bargaining', 'board']
    """
    return sorted({*index.table("FAMILIES"), *(entry.family for entry in SHELF.values())})


def look_up(name: str) -> ShelfEntry:
    """The entry with this name; an error with the nearest names if there is none.

    Parameters
    ----------
    name : str
        The name of a game.

    Returns
    -------
    ShelfEntry
        The entry.

    Examples
    --------
    >>> look_up("Kayles").family
    'heaps'
    """
    return _look_up(_called(usual_name(name)).partition(" ")[0])


def _called(call: str) -> str:
    """The call by the name under which its game stands on the shelf, where there is one.

    >>> _called("blotto 4 3 2"), _called("tic tac toe"), _called("'rock paper' scissors")
    ('blotto 4 3 2', 'tic-tac-toe', 'rock-paper-scissors')
    """
    first, _, rest = call.strip("'\"").partition(" ")
    name = canonical_name(first)
    if name in SHELF or name in index.table("GAMES"):
        word, _, parameters = rest.partition(" ")
        return f"{first} {parameters}".rstrip() if word in ("game", "problem") else call
    return usual_name(run_together(call, [*index.table("GAMES"), *SHELF, *OTHER_NAMES]))
