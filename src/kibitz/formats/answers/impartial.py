"""Claims about impartial games: who wins, the nimber or the value, and the winning moves."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from kibitz.combinatorial.digraphs.loopy import LoopyValue
from kibitz.combinatorial.game import ImpartialGame, Move
from kibitz.combinatorial.nim_family.sos import SOS, SOSSolution
from kibitz.combinatorial.nimbers.ordinal import Ordinal
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.transfinite import Transfinite, TransfiniteSolution
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import number
from kibitz.formats.answers.solution import ANY, Reader
from kibitz.formats.json_files.keys import array

MOST_MOVES = 200_000
"""Moves among which a claimed one is looked for."""


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
    if isinstance(game, SOS):
        return SOSSolution(game, outcome, None, moves, method)
    untold = "nimber" in data and data["nimber"] is None and data.get("value") is None
    value = None if game.is_misere or untold else _loopy_value(data)
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


CLAIMS: dict[str, Reader] = {ANY: _of_impartial_game}
