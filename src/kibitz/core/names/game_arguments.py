"""Functions of a package that take games, given what stands for one: text, rows, another form."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from kibitz.core.errors import GameError
from kibitz.core.options import with_known_parameters

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

_FORM = re.compile(
    r"[A-Z]\w*Game|BargainingProblem|CoinRow|CoinBoard|Digraph|Hackenbush|LinearProgram|Rules|Sum"
)
"""How the classes of games are called in annotations."""


def with_games(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The same function, which reads a game that is given as text, rows or in another form.

    What cannot be read is refused in one line, and so are arguments that it does not take.

    Parameters
    ----------
    function : callable
        A function with games among its parameters, by their annotations, or without any.

    Returns
    -------
    callable
        A function with the same signature.

    Notes
    -----
    Cost: a type check for each game, under a microsecond.

    Examples
    --------
    >>> from kibitz.zero_sum import row_safety
    >>> row_safety([[-2, 3], [3, -4]], ["3/5", "2/5"]).guarantee
    Fraction(0, 1)
    >>> row_safety(7, ["3/5", "2/5"])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row_safety: 7 is not a matrix game; write kb.matrix("1 2; 3 4")
    """
    forms, others = _forms(function)
    checked = with_known_parameters(function)
    if not forms and others is None:
        return checked
    from kibitz.core.noun import Noun

    places = list(inspect.signature(function).parameters)
    name = function.__name__

    def form_of(place: int) -> str | None:
        return forms.get(places[place]) if place < len(places) else others

    @wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        if others is not None and len(args) == 1 and isinstance(args[0], (list, tuple)):
            args = tuple(args[0])
        for k, given in enumerate(args):
            if not isinstance(given, Noun) and (form := form_of(k)) is not None:
                args = (*args[:k], _read(given, form, name), *args[k + 1 :])
        for key in named.keys() & forms.keys():
            if not isinstance(named[key], Noun):
                named[key] = _read(named[key], forms[key], name)
        try:
            return checked(*args, **named)
        except (AttributeError, TypeError):
            fitted = [_in_form(given, form_of(k), name) for k, given in enumerate(args)]
            if all(one is other for one, other in zip(fitted, args, strict=True)):
                raise
        return checked(*fitted, **named)

    return call


def _forms(function: Callable[..., Any]) -> tuple[dict[str, str], str | None]:
    """The parameters that are games, each with its form, and the form of further arguments."""
    forms, others = {}, None
    for parameter in inspect.signature(function).parameters.values():
        form = str(parameter.annotation).strip("'")
        form = "MatrixGame | StrategicGame" if form == "Game" else form
        if not all(map(_FORM.fullmatch, form.split(" | "))):
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            others = form
        forms[parameter.name] = form
    return forms, others


def in_words(form: str) -> str:
    """The class of a game as a sentence names it.

    >>> in_words("MatrixGame"), in_words("ImpartialGame | Sum"), in_words("HeapGame")
    ('a matrix game', 'an impartial game', 'a game of heaps')
    """
    form = form.partition(" | ")[0]
    if form in ("HeapGame", "Rules"):
        return "a game of heaps" if form == "HeapGame" else "a game with moves"
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", form).lower()
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _read(given: Any, form: str, function: str) -> Any:
    from kibitz.core.extension import find
    from kibitz.core.noun import Noun

    return _in_form(find(Noun, "read_game_argument")(given, form, function), form, function)


def _in_form(game: Any, form: str | None, function: str) -> Any:
    """A game in a form that it can be brought to; what is not a game as it is."""
    from kibitz.core.noun import Noun

    if form is None or not isinstance(game, Noun):
        return game
    wanted = form.split(" | ")
    if any(kind.__name__ in wanted for kind in type(game).mro()):
        return game
    way = next((type(game).also[one] for one in wanted if one in type(game).also), None)
    if way is None:
        raise GameError(f"{function} takes {in_words(form)}; {game.several} are a different form")
    made: Callable[[], Any] = getattr(game, way)
    return made()
