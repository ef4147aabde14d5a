"""What given strategies of a matrix game are worth: guarantees, best answers, and the gap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, magnitude, plain, rounding, show
from kibitz.core.solution import Solution
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.expected_payoff import (
    expected_payoff,
)
from kibitz.zero_sum.strategies.randomizer import dial_text, randomizer
from kibitz.zero_sum.strategies.safety_level import SafetyLevel, column_safety, row_safety


@dataclass(frozen=True)
class Evaluation(Solution, kind="evaluation"):
    """What one strategy of a player, or one of each, guarantees.

    >>> from kibitz import matrix
    >>> print(evaluation(matrix("-2 3; 3 -4"), ["3/5", "2/5"]))
    the row strategy guarantees 0
      payoff by column     0   1/5
      best responses   column 1
    """

    game: MatrixGame
    row: SafetyLevel | None
    column: SafetyLevel | None
    clock: int | None = None
    """The cells of a dial that are shared among the strategies."""

    @property
    def payoff(self) -> Number | None:
        """What the two strategies give against each other."""
        if self.row is None or self.column is None:
            return None
        return expected_payoff(self.game, self.row.strategy, self.column.strategy)

    @property
    def gap(self) -> Number | None:
        """How much the two could gain by deviating, together: zero for an equilibrium."""
        if self.row is None or self.column is None:
            return None
        return self.column.guarantee - self.row.guarantee

    @property
    def optimal(self) -> bool | None:
        """Are both optimal?"""
        if self.gap is None or self.row is None or self.column is None:
            return None
        slack = rounding(self.row.payoffs + self.column.payoffs)
        return magnitude(self.gap) <= slack if isinstance(self.gap, float) else self.gap == 0

    @property
    def method(self) -> str:
        """How it was found."""
        return "the definition"

    @property
    def exact(self) -> bool:
        """Whether the guarantees are exact."""
        levels = [level for level in (self.row, self.column) if level is not None]
        return not any(isinstance(level.guarantee, float) for level in levels)

    def explain(self) -> Explanation:
        """What each strategy pays against every reply."""
        steps = []
        sides = (
            ("row", self.row, self.game.columns),
            ("column", self.column, self.game.rows),
        )
        for side, level, others in sides:
            if level is not None:
                pairs = zip(others, level.payoffs, strict=True)
                table = Table(("reply", "payoff"), tuple((k, show(x)) for k, x in pairs))
                steps.append(Step(f"The {side} strategy", str(level).partition("\n")[0], table))
        return Explanation(self.game.title or "What strategies guarantee", tuple(steps))

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"kind": self.kind}
        rows, columns = self.game.rows, self.game.columns
        if self.row is not None:
            data["row"] = _side(self.row, rows, columns, self.clock)
        if self.column is not None:
            data["column"] = _side(self.column, columns, rows, self.clock)
        if self.payoff is not None and self.gap is not None:
            more = {"payoff": plain(self.payoff), "gap": plain(self.gap), "optimal": self.optimal}
            data |= more
        return data

    @classmethod
    def from_json(cls, game: MatrixGame, data: dict[str, Any]) -> Evaluation:
        parts = [data.get(side) for side in ("row", "column")]
        row, column = (s.get("strategy") if isinstance(s, dict) else s for s in parts)
        clocks = [s.get("clock") for s in parts if isinstance(s, dict)]
        return evaluation(game, row, column, next((c for c in clocks if c is not None), None))

    def __str__(self) -> str:
        data, lines = self.to_json(), []
        for side, other, level in (("row", "column", self.row), ("column", "row", self.column)):
            if level is not None:
                one = data[side]
                word = "guarantees" if side == "row" else "concedes at most"
                lines += [
                    f"the {side} strategy {word} {_text(level.guarantee)}",
                    f"  payoff by {other}     {'   '.join(map(_text, level.payoffs))}",
                    f"  best responses   {other} {', '.join(one['best_responses'])}",
                ]
                lines += [f"  dial             {one['dial']}"] if "dial" in one else []
        if self.payoff is not None and self.gap is not None:
            verdict = "both are optimal" if self.optimal else "not optimal together"
            paid, gap = _text(self.payoff), _text(self.gap)
            lines.append(f"expected payoff {paid}, gap {gap}: {verdict}")
        return "\n".join(lines)


@extends(MatrixGame)
def evaluation(
    game: MatrixGame, row: Any = None, column: Any = None, clock: int | None = None
) -> Evaluation:
    """Evaluate a strategy of one player, or one of each.

    Parameters
    ----------
    game : MatrixGame
        The game.
    row, column : mixture, optional
        A strategy of the row player, of the column player, or both.
    clock : int, optional
        The number of cells of a dial to share among the strategies.

    Returns
    -------
    Evaluation
        The guarantees, the best responses and, for two strategies, the gap between them.

    Notes
    -----
    Cost O(mn).

    Examples
    --------
    >>> from kibitz import matrix
    >>> evaluation(matrix("-2 3; 3 -4"), ["7/12", "5/12"], ["7/12", "5/12"]).optimal
    True
    """
    if row is None and column is None:
        raise GameError("no strategy; give the row player's, the column player's, or both")
    return Evaluation(
        game,
        None if row is None else row_safety(game, row),
        None if column is None else column_safety(game, column),
        clock,
    )


def _text(x: Number) -> str:
    return str(x) if isinstance(x, float) else show(x)


def _side(
    level: SafetyLevel, own: tuple[str, ...], others: tuple[str, ...], clock: int | None
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "strategy": [plain(x) for x in level.strategy],
        "payoffs": [plain(x) for x in level.payoffs],
        "guarantee": plain(level.guarantee),
        "best_responses": [others[k] for k in level.answers],
        "equalizer": level.equalizer,
    }
    if clock is not None:
        dial = randomizer(level.strategy, clock)
        data |= {"clock": clock, "cells": list(dial.cells), "dial": dial_text(dial, own)}
    return data
