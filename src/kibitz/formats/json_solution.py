"""Claimed solutions, read back from the JSON that ``to_json`` of a solution writes.

Only the claim is needed: value, row and column for a matrix game; outcome, nimber and winning moves
for an impartial game; for a linear program a status
with value, x and dual (optimal), farkas_certificate (infeasible), or feasible_point and ray
(unbounded); for coalitional games what :mod:`~kibitz.formats.json_coalitional_solution` says.
Nothing is believed: ``verify`` of the result tells whether it holds.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.combinatorial.game import ImpartialGame, Move
from kibitz.combinatorial.loopy import LoopyValue
from kibitz.combinatorial.ordinal import Ordinal
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.transfinite import Transfinite, TransfiniteSolution
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, number
from kibitz.core.solution import Solution
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.unfold import unfold
from kibitz.formats.json_keys import array
from kibitz.formats.json_strategic_solution import claim_from_json
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Infeasible, Optimum, Unbounded
from kibitz.rules.game import Rules
from kibitz.strategic.equilibrium import Equilibria, Equilibrium, claimed
from kibitz.strategic.game import MatrixGame, StrategicGame
from kibitz.strategic.optimal_strategies import OptimalStrategies
from kibitz.strategic.solution import MatrixSolution

MOST_MOVES = 200_000
"""Moves among which a claimed one is looked for."""
_MATRIX_CLAIMS = ("matrix-solution", "optimal-strategies")
_BY_STATUS = ("optimal", "infeasible", "unbounded")


def solution_from_json(noun: Noun, data: Any) -> Solution:
    """What somebody claims about a game, as a solution that can be verified.

    >>> from kibitz import matrix
    >>> claim = {"value": "0", "row": ["1/2", "1/2"], "column": [1, 0]}
    >>> solution_from_json(matrix("1 -1; -1 1"), claim).verify().holds
    False
    """
    if not isinstance(data, dict):
        raise GameError(f"expected an object, found {type(data).__name__}")
    bargains = noun.kind == "strategic" and data.get("kind") in ("tu-solution", "lambda-transfer")
    if noun.kind == "bargaining" or bargains:
        from kibitz.formats import json_bargaining_solution

        return json_bargaining_solution.claim_from_json(noun, data)  # type: ignore[arg-type]
    if isinstance(noun, StrategicGame) and data.get("kind") in ("equilibria", "equilibrium"):
        if len(noun.players) > 2:
            from kibitz.formats.json_n_player import n_player_claim

            return n_player_claim(noun, data)
        return _of_bimatrix_game(noun, data)
    if isinstance(noun, StrategicGame):
        about_game = claim_from_json(noun, data)
        if about_game is not None:
            return about_game
        if "value" not in data and data.get("kind", "matrix-solution") not in _MATRIX_CLAIMS:
            raise GameError(f"kind: claims of the kind {data['kind']!r} cannot be read back")
        noun = noun.matrix_game()
    if isinstance(noun, MatrixGame):
        if data.get("kind") == "optimal-strategies":
            return OptimalStrategies.from_json(noun, data)
        return _of_matrix_game(noun, data)
    if isinstance(noun, LinearProgram):
        return _of_linear_program(noun, data)
    if isinstance(noun, ImpartialGame):
        return _of_impartial_game(noun, data)
    if isinstance(noun, (CoalitionalGame, CostGame)):
        return _of_coalitional_game(noun, data)
    if noun.kind == "stochastic":
        from kibitz.formats import json_stochastic

        return json_stochastic.claim_from_json(noun, data)  # type: ignore[arg-type]
    if noun.kind == "continuous":
        from kibitz.formats import json_continuous

        return json_continuous.claim_from_json(noun, data)  # type: ignore[arg-type]
    if isinstance(noun, Rules) and noun.has("sees"):
        noun = unfold(noun)
    if isinstance(noun, ExtensiveGame):
        from kibitz.formats import json_extensive_solution

        return json_extensive_solution.claim_from_json(noun, data)
    raise GameError(f"solutions of the kind {noun.kind} cannot be read back")


def _of_matrix_game(game: MatrixGame, data: dict[str, Any]) -> MatrixSolution:
    m, n = game.shape
    value, row, column = (
        _number(data, "value"),
        _numbers(data, "row", m),
        _numbers(data, "column", n),
    )
    if any(isinstance(x, float) for x in (value, *row, *column)):
        value, row, column = float(value), [float(x) for x in row], [float(x) for x in column]
    method = str(data.get("method", "unknown"))
    return MatrixSolution(game, value, tuple(row), tuple(column), method)


def _of_bimatrix_game(game: StrategicGame, data: dict[str, Any]) -> Equilibria | Equilibrium:
    if data["kind"] == "equilibrium":
        return Equilibrium.of(game, _profile(data, "strategies"))
    listed = array(data.get("extreme", data.get("equilibria", [])), "extreme")
    profiles = []
    for k, item in enumerate(listed):
        if not isinstance(item, dict):
            raise GameError(f"extreme[{k}]: expected an object with 'strategies'")
        profiles.append(_profile(item, f"extreme[{k}].strategies"))
    return claimed(game, profiles)


def _profile(data: dict[str, Any], where: str) -> list[Any]:
    if "strategies" not in data:
        raise GameError(f"{where}: it is missing")
    return array(data["strategies"], where)


def _of_impartial_game(game: ImpartialGame, data: dict[str, Any]) -> ImpartialSolution:
    outcome = data.get("outcome")
    if outcome not in ("N", "P", "T"):
        raise GameError(f"outcome: {outcome!r} is not one of N, P and T")
    moves = _claimed_moves(game, array(data.get("winning_moves", []), "winning_moves"))
    method = str(data.get("method", "unknown"))
    if isinstance(game, Transfinite):
        worth = None if game.is_misere else Ordinal.read(data.get("value", data.get("nimber")))
        known = LoopyValue(int(worth)) if worth is not None and worth.is_finite else None
        return TransfiniteSolution(game, outcome, known, moves, method, worth)
    value = None if game.is_misere else _loopy_value(data)
    listed = data.get("winning_moves_listed", True) is not False
    return ImpartialSolution(game, outcome, value, moves, method, listed=listed)


def _claimed_moves(game: ImpartialGame, claims: list[Any]) -> tuple[Move, ...]:
    """The moves with these descriptions; those that win are looked up first."""
    words = [str(claim.get("move") if isinstance(claim, dict) else claim) for claim in claims]
    if not words:
        return ()
    known = {move.description: move for move in game.winning_moves()}
    if not all(told in known for told in words):
        some = islice(game.moves(game.position), MOST_MOVES)
        known |= {move.description: move for move in (Move(*m) for m in some)}
    for k, told in enumerate(words, 1):
        if told not in known:
            near = did_you_mean(told, known)
            raise GameError(f"winning_moves, item {k}: there is no move {told!r}{near}")
    return tuple(known[told] for told in words)


def _loopy_value(data: dict[str, Any]) -> LoopyValue:
    """A nimber, or an infinite value such as ``inf{0,2}``."""
    if data.get("nimber") is not None:
        return LoopyValue(int(number(data["nimber"], "nimber")))
    told = data.get("value")
    infinite = re.fullmatch(r"inf\{((?:\d+(?:,\d+)*)?)\}", told) if isinstance(told, str) else None
    if infinite is None:
        raise GameError("nimber: it is missing; give it, or a value such as inf{0,2}")
    return LoopyValue(None, frozenset(int(k) for k in infinite[1].split(",") if k))


def _of_coalitional_game(game: CoalitionalGame | CostGame, data: dict[str, Any]) -> Solution:
    from kibitz.formats.json_coalitional_solution import claim, cost_claim

    return cost_claim(game, data) if isinstance(game, CostGame) else claim(game, data)


def _of_linear_program(program: LinearProgram, data: dict[str, Any]) -> Solution:
    status, method = data.get("status", "optimal"), str(data.get("method", "unknown"))
    m, n = program.shape
    if status == "optimal":
        x, dual = _numbers(data, "x", n), _numbers(data, "dual", m)
        value = _number(data, "value")
        return Optimum(program, value, tuple(x), tuple(dual), None, method)
    if status == "infeasible":
        rows = tuple(_numbers(data, "farkas_certificate", m))
        return Infeasible.from_rows(program, rows, method)
    if status == "unbounded":
        point, ray = _numbers(data, "feasible_point", n), _numbers(data, "ray", n)
        return Unbounded(program, tuple(point), tuple(ray), method)
    raise GameError(f"status: {status!r} is not one{did_you_mean(str(status), _BY_STATUS)}")


def _number(data: dict[str, Any], key: str) -> Number:
    if key not in data:
        raise GameError(f"{key}: it is missing")
    return number(data[key], key)


def _numbers(data: dict[str, Any], key: str, size: int) -> list[Number]:
    if key not in data:
        raise GameError(f"{key}: it is missing")
    read = [number(x, f"{key}[{i}]") for i, x in enumerate(array(data[key], key))]
    if len(read) != size:
        raise GameError(f"{key}: {len(read)} numbers, the game needs {size}")
    return read
