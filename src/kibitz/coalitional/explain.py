"""Derivations on the blackboard: the worths, the working of a concept, and the check of it.

Each concept registers the steps of its own with :func:`steps_of`.
"""

from __future__ import annotations

from typing import Any

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import CoalitionalAnswer
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.verbs import Verb, explain

MOST_LISTED = 32
"""Coalitions up to which all worths are shown."""


@Verb
def steps_of(solution: Any) -> tuple[Step, ...]:
    """The steps that lead to an answer, chosen by its kind.

    Parameters
    ----------
    solution : Solution
        The answer.

    Returns
    -------
    tuple of Step
        The steps of the explanation, in order.
    """
    return ()


@explain.register
def _(game: CoalitionalGame, method: str = "auto", exact: bool | None = None) -> Explanation:
    return game.solve(method, exact=exact).explain()


@explain.register
def _(game: CostGame, method: str = "auto", exact: bool | None = None) -> Explanation:
    return game.solve(method, exact=exact).explain()


@extends(CoalitionalAnswer)
def explain_answer(solution: CoalitionalAnswer) -> Explanation:
    """The game, the steps of the concept, and the check of the answer."""
    return explain_answers(solution.game, (solution,))


def explain_answers(game: CoalitionalGame, answers: tuple[Solution, ...]) -> Explanation:
    """The game, then for each answer its steps and its check.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    answers : tuple of Solution
        Answers about the game.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    steps: list[Step] = []
    for answer in answers:  # where the worths come from is said before they are used
        if not isinstance(answer, CoalitionalAnswer):
            steps += answer.explain().steps
    if not steps or steps[-1].heading != "The worths":
        steps.append(worths_step(game))
    for answer in answers:
        if isinstance(answer, CoalitionalAnswer):
            steps += [*steps_of(answer), check_step(answer)]
    return Explanation(game.title or "A coalitional game", tuple(steps))


def worths_step(game: CoalitionalGame) -> Step:
    """What every coalition is worth."""
    prose = "v(S) is what the players of S can guarantee together, whatever the others do."
    if game.grand > MOST_LISTED:
        prose += f" There are {count_of(game.grand, 'coalition')}; the largest few are shown."
    return Step(f"The game, {count_of(game.n, 'player')}", prose, worths_table(game))


def worths_table(game: CoalitionalGame) -> Table:
    """Coalitions and worths, by size; of many coalitions only all but one player, and all.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Table
        The table.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(worths_table(coalition({"A": 1, "B": 3, "A,B": 6})).text())
    coalition   worth
    ─────────────────
    A               1
    B               3
    A,B             6
    """
    masks = list(game.coalitions()) if game.grand <= MOST_LISTED else _largest(game)
    rows = tuple((game.spell(mask), show(game.value(mask))) for mask in masks)
    return Table(("coalition", "worth"), rows)


def _largest(game: CoalitionalGame) -> list[int]:
    return [game.grand ^ (1 << i) for i in reversed(range(game.n))] + [game.grand]


def check_step(solution: Solution) -> Step:
    """The certificate, written out."""
    certificate = solution.verify()
    verdict = "proved by" if certificate else "NOT proved by"
    lines = "\n".join(str(check) for check in certificate.checks)
    claim = certificate.claim[:1].upper() + certificate.claim[1:]
    return Step("Check", f"{claim}: {verdict} {certificate.theorem}.\n{lines}")
