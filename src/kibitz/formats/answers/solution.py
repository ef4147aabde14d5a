"""Claimed solutions, read back from the JSON that ``to_json`` of a solution writes.

Nothing is believed: a reader makes a solution of what is claimed, and its ``verify`` tells whether
that holds. The readers are found in a registry:

* :data:`READERS` names, for every class of games, the modules with readers of claims about it;
* such a module has a table ``CLAIMS`` from the ``"kind"`` of a claim to a function
  ``reader(noun, data)`` that gives a :class:`~kibitz.core.solution.Solution`; the reader under
  :data:`NONE` takes claims without a kind, the one under :data:`ANY` all that no other takes;
* :data:`ARROWS` says what a game can be turned into when no reader for it knows the kind of a
  claim, as a matrix game into the strategic game with a payoff for each player.

So a claim of a new kind becomes readable by one line in the ``CLAIMS`` of its module, and those
about a new form of game by one line in :data:`READERS`. A reader that is wrapped in
:func:`kibitz.formats.answers.stated.stated` also compares all that a claim says with what its
solution
says; where the answer follows from the game by a definition, such a reader may compute it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from kibitz.core import index
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.noun import Noun
from kibitz.core.solution import Claimed, Solution

Reader = Callable[[Any, dict[str, Any]], Solution]
NONE = ""
"""The key of the reader for claims that do not say of which kind they are."""
ANY = "*"
"""The key of the reader for claims of no kind, or of one that is in no table."""

READERS: dict[str, tuple[str, ...]] = {
    "MatrixGame": ("kibitz.formats.answers.matrix",),
    "StrategicGame": ("kibitz.formats.answers.equilibria",),
    "RepeatedGame": ("kibitz.formats.json_files.repeated",),
    "ImpartialGame": ("kibitz.formats.answers.impartial",),
    "ExtensiveGame": ("kibitz.formats.answers.extensive",),
}
"""The modules with readers of claims, by the class of the game."""

ARROWS: dict[str, tuple[tuple[str, Callable[[Any], Noun | None]], ...]] = {
    "MatrixGame": (("StrategicGame", lambda game: game.strategic()),),
    "StrategicGame": (("MatrixGame", lambda game: _as_matrix_game(game)),),
    "ExtensiveGame": (("StrategicGame", lambda game: _normal_form(game)),),
    "Rules": (
        ("ExtensiveGame", lambda rules: _unfolded(rules)),
        ("StrategicGame", lambda rules: _normal_form(_unfolded(rules))),
    ),
}
"""What a game is turned into, with the class of that, when no reader for it knows the kind."""


def solution_from_json(noun: Noun, data: Any) -> Solution:
    """What somebody claims about a game, as a solution that can be verified.

    >>> from kibitz import matrix
    >>> claim = {"value": "0", "row": ["1/2", "1/2"], "column": [1, 0]}
    >>> solution_from_json(matrix("1 -1; -1 1"), claim).verify().holds
    False
    """
    if not isinstance(data, dict):
        raise GameError(f"expected an object, found {type(data).__name__}")
    kind = str(data.get("kind", NONE))
    completed = _completed(noun, data)
    if (completed.get("kind") or noun.usual_answer) in index.table("CHECKERS"):
        return Claimed(noun, completed)
    own = [cls.__name__ for cls in type(noun).__mro__]
    arrows = [arrow for name in own for arrow in ARROWS.get(name, ())]
    for key in (kind, ANY):
        for table in _tables(own):
            if key in table:
                return table[key](noun, data)
        for target, arrow in arrows:
            readers = [table[key] for table in _tables([target]) if key in table]
            other = arrow(noun) if readers else None
            if other is not None:
                return readers[0](other, data)
    forms = [*own, *(target for target, _ in arrows)]
    names = {key for table in _tables(forms) for key in table if key not in (NONE, ANY)}
    known = sorted(names | set(index.table("CHECKERS")))
    if not known:
        raise GameError(f"claims about games of the form {noun.kind} cannot be read back")
    if kind == NONE:
        raise GameError(f"kind: it is missing; known are {', '.join(known)}")
    raise GameError(f"kind: {kind!r} is not a kind of claim about this game{_help(kind, known)}")


COMPLETED = {
    "CoalitionalGame": "kibitz.formats.answers.coalitional",
    "CostGame": "kibitz.formats.answers.coalitional",
    "StochasticGame": "kibitz.formats.answers.stochastic",
    "GameFamily": "kibitz.formats.answers.stochastic",
    "Rules": "kibitz.formats.answers.stochastic",
}
"""Forms whose claims may leave out what proves them, and the modules that complete these."""


def _completed(noun: Noun, data: dict[str, Any]) -> dict[str, Any]:
    """A claim with what is needed to check it, for the forms that look for that."""
    for cls in type(noun).__mro__:
        if cls.__name__ in COMPLETED:
            found: dict[str, Any] = import_module(COMPLETED[cls.__name__]).completed(noun, data)
            return found
    return data


def _tables(classes: list[str]) -> Iterator[dict[str, Reader]]:
    """The tables of readers for games of some classes, in this order."""
    for name in classes:
        for place in READERS.get(name, ()):
            yield import_module(place).CLAIMS


def _help(kind: str, known: list[str]) -> str:
    return did_you_mean(kind, known) or f"; known are {', '.join(known)}"


def _as_matrix_game(game: Any) -> Noun | None:
    two = len(game.players) == 2 and game.constant_sum() is not None
    matrix: Noun | None = game.matrix_game() if two else None
    return matrix


def _unfolded(rules: Any) -> Noun | None:
    from kibitz.extensive.arrows.unfold import unfold

    return unfold(rules) if rules.has("information_state") else None


def _normal_form(tree: Any) -> Noun | None:
    from kibitz.extensive.arrows.normal_form import normal_form
    from kibitz.strategic.game import StrategicGame

    if tree is None:
        return None
    form = normal_form(tree, True, False)
    return StrategicGame(form.payoffs, tree.players, form.strategies, tree.title)
