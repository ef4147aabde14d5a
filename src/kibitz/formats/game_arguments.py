"""A game in the place of which its text, its rows or its table was given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.names.game_arguments import in_words
from kibitz.core.noun import Noun
from kibitz.core.shelf import game
from kibitz.formats.typed import read_game

_WRITE = {
    "BargainingProblem": "kb.bargaining([(0, 0), (0, 1), (3, 0)])",
    "CoalitionalGame": 'kb.coalition("A:1 B:3 A,B:6")',
    "CostGame": 'kb.cost_game("A:100 B:110 A,B:140")',
    "Digraph": 'digraph("a>b a>c b>c")',
    "ExtensiveGame": "kb.extensive_game({...})",
    "MatrixGame": 'kb.matrix("1 2; 3 4")',
    "StochasticGame": 'kb.stochastic_game("G: 1, 0; 0, 1 + G/2")',
    "StrategicGame": 'kb.bimatrix("3,3 0,4; 4,0 1,1")',
}
"""How a game of a form is made, for the error; others are taken from the shelf."""


@extends(Noun, str, list, tuple)
def read_game_argument(given: Any, form: str, function: str) -> Noun:
    """The game that text, rows or a table stand for.

    Parameters
    ----------
    given : object
        Text as on the command line, or what the maker of the form takes.
    form : str
        The class of the game that is wanted.
    function : str
        Who wants it, for the error.

    Returns
    -------
    Noun
        The game, perhaps in another form.

    Examples
    --------
    >>> read_game_argument("nim 3 4", "ImpartialGame", "compare").nimber()
    7
    >>> read_game_argument([[1, 2], [3, 4]], "MatrixGame", "graph")
    matrix('1 2; 3 4')
    """
    form = form.rpartition(" | ")[2]
    make = _maker(form)
    if isinstance(given, str):
        if make is None:
            return game(given)
        own = ":" in given and form in ("CoalitionalGame", "CostGame", "StochasticGame")
        return make(given) if own else read_game(given)
    if make is not None and (hasattr(given, "__len__") or callable(given)):
        return make(given)
    write = _WRITE.get(form, 'kb.game("kayles 5")')
    raise GameError(f"{function}: {given!r:.60} is not {in_words(form)}; write {write}")


def _maker(form: str) -> Callable[[Any], Noun] | None:
    """The function that makes games of a form from rows, tables and mappings."""
    if form == "MatrixGame":
        from kibitz.zero_sum.game import matrix

        return matrix
    if form == "StrategicGame":
        from kibitz.strategic.build import strategic_game

        return strategic_game
    if form == "CoalitionalGame":
        from kibitz.coalitional.make import coalition

        return coalition
    if form == "CostGame":
        from kibitz.coalitional.make import cost_game

        return cost_game
    if form == "StochasticGame":
        from kibitz.stochastic.game import stochastic_game

        return stochastic_game
    if form == "ExtensiveGame":
        from kibitz.extensive.build import extensive_game

        return extensive_game
    if form == "Digraph":
        from kibitz.combinatorial.digraphs.read import digraph

        return digraph
    if form == "BargainingProblem":
        from kibitz.bargaining.game import bargaining

        return bargaining
    return None
