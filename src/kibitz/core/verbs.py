"""The same few verbs for every noun; each form registers what it can do.

``solve`` finds the answer and says by which method, ``explain`` derives it as on a blackboard,
``draw`` makes a picture, ``describe`` says what kind of game it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch, update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from kibitz.core import index
from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation
from kibitz.core.extended import extension_of
from kibitz.core.options import refuse_unknown

if TYPE_CHECKING:
    from kibitz.core.solution import AnySolution
    from kibitz.pictures import Picture

FILES = (".svg", ".png", ".pdf", ".tex", ".html", ".md", ".txt", ".typ")
"""Endings of files that pictures and derivations are saved to."""
Answer = TypeVar("Answer")
Function = TypeVar("Function", bound=Callable[..., Any])


class Verb(Generic[Answer]):
    """A function of a game that each form may register its own version of."""

    __name__: str

    def __init__(self, fallback: Callable[..., Answer]) -> None:
        self._versions = singledispatch(fallback)
        update_wrapper(self, fallback)

    @overload
    def register(self, version: Function) -> Function: ...

    @overload
    def register(self, version: type, function: Function) -> Function: ...

    def register(self, version: Any, function: Any = None) -> Any:
        """Use this version for the form that its first argument is annotated with, or for that."""
        return self._versions.register(version, function)

    def version(self, game: Any) -> Callable[..., Answer]:
        """The version for this class, whose module is loaded when the verb first meets it."""
        for kind in type(game).__mro__:
            index.load_verb(self.__name__, kind.__name__)
        return self._versions.dispatch(type(game))

    def knows(self, game: Any) -> bool:
        """Whether some version is for this class."""
        return self.version(game) is not self._versions.dispatch(object)

    def __call__(self, game: Any, *args: Any, **options: Any) -> Answer:
        if args and isinstance(args[0], (str, Path)) and Path(args[0]).suffix in FILES:
            name = self.__name__
            raise GameError(f"{name} takes no file; write {name}().save({str(args[0])!r})")
        game = read(game, self.__name__)
        version = self.version(game)
        try:
            answer: Answer = version(game, *args, **options)
        except TypeError:
            refuse_unknown(version, options, self.__name__, len(args))
            raise
        return answer


def solve(game: Any, **options: Any) -> AnySolution:
    """Solve a game by a method that suits it; the solution says which one it was.

    Parameters
    ----------
    game : Any
        A game of any form, or its text or rows.
    **options : Any
        ``method``, ``exact``, and options of the method.

    Returns
    -------
    Solution
        The solution, which names its method and can be verified.

    Examples
    --------
    >>> solve("matrix -2 3; 3 -4").value
    Fraction(1, 12)
    """
    game = read(game, "solve")
    if isinstance(game, type) or not callable(getattr(game, "solve", None)):
        raise _refuse("solve", game)
    answer: AnySolution = game.solve(**options)
    return answer


@Verb
def explain(game: Any, **options: Any) -> Explanation:
    """Derive the answer step by step, as a teacher would on the board.

    Parameters
    ----------
    game : Any
        A game, its text or rows, or a solution.
    **options : Any
        Options of the form, such as ``method``.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    raise _refuse("explain", game)


@Verb
def draw(game: Any, **options: Any) -> Picture:
    """Draw a game or a solution as SVG.

    Parameters
    ----------
    game : Any
        A game, its text or rows, or a solution.
    **options : Any
        Options of the form, such as ``what``.

    Returns
    -------
    Picture
        The picture.
    """
    raise _refuse("draw", game)


@Verb
def describe(game: Any) -> Description:
    """Say what kind of game it is and which structure was recognized.

    Parameters
    ----------
    game : Any
        A game of any form, or its text or rows.

    Returns
    -------
    Description
        The properties of the game, each with its name.
    """
    raise _refuse("describe", game)


def read(given: Any, verb: str) -> Any:
    """The game that text, as on the command line, or rows of payoffs stand for; others as given.

    >>> read("nim 3 4 5", "solve").nimber()
    2
    >>> read([[1, 2], [3, 4]], "solve")
    matrix('1 2; 3 4')
    """
    if type(given) not in (str, list, tuple):
        return given
    reader = extension_of(type(given), "read_game_argument")
    return given if reader is None else reader(given, "MatrixGame", verb)


def _refuse(verb: str, game: Any) -> GameError:
    several = getattr(game, "several", "")
    if several:
        return GameError(f"cannot {verb} {several}")
    return GameError(
        f"cannot {verb} this {type(game).__name__}; "
        "give a game, for instance kibitz.matrix([[1, -1], [-1, 1]])"
    )
