"""Compares compiled rules with the same rules in Python, move by move."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.rules.game import CHANCE, OVER, TOGETHER

if TYPE_CHECKING:
    from kibitz.rules.machine import Machine


class _Differs(Exception):
    """A compiled method gave another answer than the one in Python."""


def disagreement(made: Machine, games: int = 3, plies: int = 100) -> str:
    """Why the compiled rules cannot be used, or nothing when random games agree move by move."""
    from numba.core.errors import NumbaError

    random = Random(1)
    try:
        for _ in range(games):
            state = made.rules.start()
            for _ in range(plies):
                moves = _compare(made, state)
                if not moves:
                    break
                state = _compare_play(made, state, random.choice(moves))
    except _Differs as difference:
        return str(difference)
    except NumbaError as error:
        return _first_line(error)
    except (ValueError, OverflowError, TypeError, IndexError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _compare(made: Machine, state: Any) -> list[Any]:
    """Compare all methods at one position; its moves, none at the end."""
    rules, inside = made.rules, made.encode(state)
    player = rules.player(state)
    _same("player", made.player(inside), player, state)
    if player == TOGETHER:
        raise _Differs("moves made at the same time are not compiled")
    if player == OVER:
        paid = tuple(made.payoff(inside, who) for who in range(rules.players))
        _same("payoffs", paid, tuple(rules.payoffs(state)), state)
        return []
    moves = _compare_moves(made, state, inside, player)
    if rules.has("evaluate"):
        guess = tuple(made.evaluate(inside, who) for who in range(rules.players))
        _same("evaluate", guess, tuple(rules.evaluate(state)), state)
    if rules.has("passed") and player >= 0:
        _same("passed", made.decode(made.passed(inside)), rules.passed(state), state)
    made.write_key(inside, np.zeros(made.KEY_WORDS, np.int64))
    for who in range(rules.players):
        made.write_view(inside, who, np.zeros(made.VIEW_WORDS, np.int64))
    return moves


def _compare_moves(made: Machine, state: Any, inside: Any, player: int) -> list[Any]:
    rules = made.rules
    out = np.zeros(rules.most_moves, np.int64)
    if player == CHANCE:
        top, bottom = np.zeros(rules.most_moves), np.zeros(rules.most_moves)
        count = made.chance(inside, out, top, bottom)
        listed = list(rules.chance(state))
        moves = [move for move, _ in listed]
        weights = [float(weight) for _, weight in listed]
        chances = [a / b if b else a for a, b in zip(top[:count], bottom[:count], strict=True)]
        _same("chance", chances, weights, state)
    else:
        count = made.moves(inside, out)
        moves = list(rules.moves(state))
        if rules.has("candidates"):
            few = np.zeros(rules.most_moves, np.int64)
            found = few[: made.candidates(inside, few)].tolist()
            _same("candidates", found, list(rules.candidates(state)), state)
        if rules.has("limits"):
            _same("limits", made.limits(inside), tuple(rules.limits(state)), state)
        for name in ("order", "noisy"):
            if rules.has(name) and moves:
                found = getattr(made, name)(inside, moves[0])
                _same(name, found, getattr(rules, name)(state, moves[0]), state)
    _same("chance" if player == CHANCE else "moves", out[:count].tolist(), moves, state)
    return moves


def _compare_play(made: Machine, state: Any, move: Any) -> Any:
    after = made.rules.play(state, move)
    _same("play", made.decode(made.play(made.encode(state), move)), after, state)
    return after


def _same(method: str, found: Any, wanted: Any, state: Any) -> None:
    if found != wanted:
        raise _Differs(f"compiled, {method}() gives {found!r} instead of {wanted!r} at {state!r}")


def _first_line(error: Exception) -> str:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "File ", "-", "During"))]
    return (telling or lines or ["Numba cannot compile it"])[0][:200]
