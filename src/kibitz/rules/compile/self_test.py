"""Compares compiled rules with the same rules in Python, move by move."""

from __future__ import annotations

import re
from numbers import Integral
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.progress import work
from kibitz.rules.fault import chances
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS
from kibitz.rules.kernels import examine as kernels

if TYPE_CHECKING:
    from kibitz.rules.compile.machine import Machine


class _Differs(Exception):
    """A compiled method gave another answer than the one in Python."""


def disagreement(machine: Machine, games: int = 3, plies: int = 100) -> str:
    """Why the compiled rules cannot be used, or nothing when random games agree move by move."""
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    random = Random(1)
    try:
        with work("comparing compiled rules", games) as task:
            for _ in range(games):
                if task.stopped:
                    break
                state = machine.rules.start()
                for _ in range(plies):
                    moves = _compare(machine, state)
                    if not moves:
                        break
                    state = _compare_play(machine, state, random.choice(moves))
                task.advance()
    except _Differs as difference:
        return str(difference)
    except NumbaError as error:
        return _first_line(error)
    except UnsupportedBytecodeError as error:
        return str(error).partition(" Raised from")[0]
    except (ValueError, OverflowError, TypeError, IndexError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _compare(machine: Machine, state: Any) -> list[Any]:
    """Compare what the algorithm asks for at one position; its moves, none at the end."""
    rules, player = machine.rules, machine.rules.player(state)
    if player == SIMULTANEOUS:
        raise _Differs("simultaneous moves are not compiled")
    if not SIMULTANEOUS < player < rules.players:
        raise _Differs(f"player() gives {player} at {state!r}")
    listed = rules.chance(state) if player == CHANCE else rules.moves(state) if player >= 0 else ()
    if len(list(listed)) > rules.most_moves:
        raise _Differs(f"most_moves is {rules.most_moves}, but there are more at {state!r}")
    if player >= 0 and not all(isinstance(move, Integral) for move in rules.moves(state)):
        raise _Differs("moves() gives moves that are not whole numbers")
    seen = _Seen(machine, state)
    _same("player", seen.found[kernels.PLAYER], player, state)
    if player == OVER:
        _same("payoffs", seen.paid, tuple(rules.payoffs(state)), state)
        return []
    if "evaluate" in machine.asked:
        _same("evaluate", seen.paid, tuple(rules.evaluate(state)), state)
    if "null_move" in machine.asked and player >= 0:
        passed = machine.decode(machine.examine_null_move(machine.encode(state)))
        _same("null_move", passed, rules.null_move(state), state)
    return _compare_chance(seen) if player == CHANCE else _compare_moves(seen)


class _Seen:
    """What the compiled rules say of a position."""

    def __init__(self, machine: Machine, state: Any) -> None:
        self.made, self.state, most = machine, state, machine.rules.most_moves
        self.row, self.few = np.zeros(most, np.int64), np.zeros(most, np.int64)
        self.tops, self.bottoms = np.zeros(most), np.zeros(most)
        self.found = np.zeros(kernels.PAID + machine.rules.players)
        words = np.zeros(max(machine.KEY_WORDS, machine.VIEW_WORDS), np.int64)
        self.count = machine.examine(
            machine.encode(state), self.row, self.few, self.tops, self.bottoms, words, self.found
        )

    @property
    def paid(self) -> tuple[float, ...]:
        return tuple(self.found[kernels.PAID :].tolist())


def _compare_chance(seen: _Seen) -> list[Any]:
    try:
        listed = chances(seen.made.rules, seen.state)
    except GameError as wrong:
        raise _Differs(str(wrong)) from None
    pairs = zip(seen.tops[: seen.count], seen.bottoms[: seen.count], strict=True)
    found = [a / b if b else a for a, b in pairs]
    _same("chance", found, [float(weight) for _, weight in listed], seen.state)
    moves = [move for move, _ in listed]
    _same("chance", seen.row[: seen.count].tolist(), moves, seen.state)
    return moves


def _compare_moves(seen: _Seen) -> list[Any]:
    rules, state, asked = seen.made.rules, seen.state, seen.made.asked
    moves = list(rules.moves(state))
    if "candidates" in asked:
        few = seen.few[: int(seen.found[kernels.CANDIDATES])].tolist()
        _same("candidates", few, list(rules.candidates(state)), state)
    if "limits" in asked:
        limits = (seen.found[kernels.LOW], seen.found[kernels.HIGH])
        _same("limits", limits, tuple(rules.limits(state)), state)
    for name, place in (("order", kernels.ORDER), ("noisy", kernels.NOISY)):
        if name in asked and moves:
            _same(name, seen.found[place], getattr(rules, name)(state, moves[0]), state)
    if "pick" in asked and moves:
        picked = rules.pick(state, kernels.LOT)
        _same("pick", seen.found[kernels.PICK], picked, state)
    _same("moves", seen.row[: seen.count].tolist(), moves, state)
    return moves


def _compare_play(machine: Machine, state: Any, move: Any) -> Any:
    after = machine.rules.play(state, move)
    found = machine.decode(machine.examine_play(machine.encode(state), move))
    _same("play", found, after, state)
    return after


def _same(method: str, found: Any, wanted: Any, state: Any) -> None:
    if found != wanted and not _differ_by_rounding(found, wanted):
        raise _Differs(f"compiled, {method}() gives {found!r} instead of {wanted!r} at {state!r}")


def _differ_by_rounding(found: Any, wanted: Any) -> bool:
    """Whether these are floats that agree to twelve digits of the largest.

    On some processors the compiler fuses a multiplication with the addition that follows it, which
    rounds once where Python rounds twice.
    """
    pair = [x if isinstance(x, tuple | list) else (x,) for x in (found, wanted)]
    numbers = [x for some in pair for x in some]
    if len(pair[0]) != len(pair[1]) or not all(isinstance(x, float) for x in pair[1]):
        return False
    largest = max(abs(x) for x in numbers)
    return all(abs(a - b) <= 1e-12 * largest for a, b in zip(*pair, strict=True))


def _first_line(error: Exception) -> str:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "File ", "-", "During"))]
    reason = (telling or lines or ["Numba cannot compile it"])[0][:200]
    method = re.search(r"def rules_(\w+)\(", plain)
    code = re.search(r"\n *([^\n]+)\n *\^", plain)
    if code and not code.group(1).startswith("def "):
        reason = f"`{code.group(1):.100}` cannot be compiled"
    return f"{method.group(1)}(): {reason}" if method else reason
