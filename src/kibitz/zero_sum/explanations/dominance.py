"""Dominance on the blackboard: strategies crossed out one by one, with the reason."""

from __future__ import annotations

from math import prod

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.show import cell_table, payoff_table
from kibitz.zero_sum.strategies.dominance import Elimination
from kibitz.zero_sum.strategies.dominated_lines import Game

SHOWN = 400
"""Cells of a table that is shown again after every removal."""


@extends(Elimination)
def explain_elimination(elimination: Elimination) -> Explanation:
    """Every removal with its reason, and what remains.

    Parameters
    ----------
    elimination : Elimination
        The removals.

    Returns
    -------
    Explanation
        The derivation, one step for each removal.
    """
    left = " x ".join(str(len(kept)) for kept in elimination.kept)
    words = f"A {left} game remains." if elimination.removals else "Nothing is dominated."
    last = Step("What remains", words, _table(elimination.reduced, (), ()))
    title = elimination.game.title or "Iterated dominance"
    return Explanation(title, (*elimination_steps(elimination), last))


def elimination_steps(elimination: Elimination) -> tuple[Step, ...]:
    """Dominated strategies crossed out one by one.

    Parameters
    ----------
    elimination : Elimination
        The removals.

    Returns
    -------
    tuple[Step, ...]
        One step for each removal, with its table where that has few cells.
    """
    gone: list[tuple[int, ...]] = [() for _ in elimination.kept]
    steps, shown = [], len(gone) == 2 and prod(elimination.game.shape) <= SHOWN
    for removal in elimination.removals:
        sentence = removal.sentence(elimination.game)
        gone[removal.player] += (removal.index,)
        table = _table(elimination.game, *gone) if shown else None
        heading = f"Cross out {sentence.partition(' is ')[0]}"
        steps.append(Step(heading, f"{sentence[0].upper()}{sentence[1:]}.", table))
    return tuple(steps)


def _table(game: Game, rows: tuple[int, ...], columns: tuple[int, ...]) -> Table | None:
    if isinstance(game, MatrixGame):
        return payoff_table(game, rows, columns)
    if len(game.players) == 2:
        return cell_table(game, rows, columns)
    return None
