"""Claims about games with a parameter: V(t) in pieces, with strategies on each."""

from __future__ import annotations

from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.core.errors import GameError
from kibitz.formats.answers.solution import NONE, Reader
from kibitz.formats.answers.stated import stated
from kibitz.formats.json_files.keys import algebraic, array, check_keys, label
from kibitz.zero_sum.parametric.game import ParametricGame, ParametricSolution, Part, Piece


def pieces_claim(game: ParametricGame, data: dict[str, Any]) -> ParametricSolution:
    """``parametric-solution``: the pieces of V(t), each with its value and its strategies.

    >>> from kibitz.zero_sum.parametric.game import parametric_game
    >>> game = parametric_game("0 2; t 1")
    >>> pieces_claim(game, game.solve().to_json()).verify().holds
    True
    """
    if data.get("parameter", game.parameter) != game.parameter:
        raise GameError(f"parameter: {data['parameter']!r} is claimed, {game.parameter} is right")
    if "pieces" not in data:
        raise GameError("pieces: they are missing; each has start, end, value and strategies")
    given = array(data["pieces"], "pieces")
    return ParametricSolution(
        game, tuple(_piece(game, x, f"pieces[{k}]") for k, x in enumerate(given))
    )


def _piece(game: ParametricGame, data: Any, path: str) -> Piece:
    keys = ("start", "end", "value", "value_coefficients", "strategies")
    check_keys(_object(data, path), keys, ("value", "strategies"))
    parts = array(data["strategies"], f"{path}.strategies")
    return Piece(
        *_ends(data, path),
        _function(data["value"], game, f"{path}.value"),
        tuple(_part(game, x, f"{path}.strategies[{k}]") for k, x in enumerate(parts)),
    )


def _part(game: ParametricGame, data: Any, path: str) -> Part:
    check_keys(
        _object(data, path), ("start", "end", "rows", "columns", "row", "column"), ("row", "column")
    )
    row, column = (
        tuple(
            _function(x, game, f"{path}.{side}[{k}]")
            for k, x in enumerate(array(data[side], f"{path}.{side}"))
        )
        for side in ("row", "column")
    )
    rows, columns = (tuple(k for k, weight in enumerate(side) if weight) for side in (row, column))
    return Part(*_ends(data, path), rows, columns, row, column)


def _ends(data: dict[str, Any], path: str) -> tuple[Point | None, Point | None]:
    given = ((data.get(key), f"{path}.{key}") for key in ("start", "end"))
    start, end = (None if x is None else algebraic(x, where) for x, where in given)
    return start, end


def _function(given: Any, game: ParametricGame, path: str) -> RationalFunction:
    """A quotient of polynomials, from text such as 2t/(t+1)."""
    text = label(given if isinstance(given, str) else str(given), path)
    try:
        return RationalFunction.of(Polynomial.read(text, game.parameter, path))
    except GameError:
        top, slash, bottom = text.rpartition("/")
    if not slash:
        raise GameError(f"{path}: {text!r:.40} is no function of {game.parameter}")
    below = Polynomial.read(bottom, game.parameter, path)
    if not below:
        raise GameError(f"{path}: {text!r:.40} divides by 0")
    return RationalFunction.of(Polynomial.read(top, game.parameter, path), below)


def _object(data: Any, path: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise GameError(f"{path}: expected an object, found {data!r:.40}")
    return data


CLAIMS: dict[str, Reader] = {
    NONE: stated(pieces_claim),
    "parametric-solution": stated(pieces_claim),
}
