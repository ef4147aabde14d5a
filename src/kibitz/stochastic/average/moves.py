"""The cells of a stochastic game as moves: what they pay, settle forever, and lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.stochastic.table import TransitionTable


@dataclass(frozen=True)
class Continuation:
    """One way to continue: the payment, the part that is settled forever, and where it leads."""

    pay: Any
    settled: Any
    """The payments of plays that stop here, times their probability."""
    go: Mapping[int, Any]
    stop: Any

    @staticmethod
    def mix(moves: Sequence[Continuation], weights: Sequence[Any]) -> Continuation:
        """Several moves with their probabilities."""
        pay = sum(w * m.pay for w, m in zip(weights, moves, strict=True))
        settled = sum(w * m.settled for w, m in zip(weights, moves, strict=True))
        stop = sum(w * m.stop for w, m in zip(weights, moves, strict=True))
        go: dict[int, Any] = {}
        for w, move in zip(weights, moves, strict=True):
            for t, p in move.go.items():
                if w:
                    go[t] = go.get(t, 0 * w) + w * p
        return Continuation(pay, settled, go, stop)


def moves_of(table: TransitionTable) -> list[list[list[Continuation]]]:
    """Every cell as a move; a play that stops is paid its last payment forever."""
    tables = []
    for s in range(table.states):
        m, n = int(table.rows[s]), int(table.columns[s])
        tables.append([[cell_move(table, table.cell(s, i, j)) for j in range(n)] for i in range(m)])
    return tables


def cell_move(table: TransitionTable, cell: int) -> Continuation:
    """What a cell pays, settles and leads to."""
    stop, settled = 1 - table.stay[cell], table.settled[cell, 0]
    if not table.exact and abs(stop) < 1e-12:
        stop = settled = 0.0
    go: dict[int, Any] = {}
    for target, weight in table.go(cell):
        go[target] = go.get(target, 0 * weight) + weight
    return Continuation(table.pay[cell, 0], settled, go, stop)


def replies(
    moves: list[list[list[Continuation]]], mixtures: Sequence[Sequence[Any]], by_rows: bool
) -> list[list[Continuation]]:
    """The choices of one side when the other mixes like this."""
    lines_mixed = []
    for stage, mixture in zip(moves, mixtures, strict=True):
        lines = [list(line) for line in zip(*stage, strict=True)] if by_rows else stage
        lines_mixed.append([Continuation.mix(line, mixture) for line in lines])
    return lines_mixed
