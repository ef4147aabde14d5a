"""From strategies to coalitions on the blackboard: each coalition against the rest."""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.strategic.coalitions.coalition_values import (
    CoalitionValues,
    coalition_matrix,
    two_coalitions,
)
from kibitz.strategic.sentences import OUT_LOUD
from kibitz.zero_sum.explain import steps_in_place
from kibitz.zero_sum.methods.saddle_point import pure_values
from kibitz.zero_sum.show import cell_table, payoff_table

MOST_SHOWN = 14
"""Coalitions whose matrices are written out."""


@extends(CoalitionValues)
def explain_values(coalition_values: CoalitionValues) -> Explanation:
    """The matrix of every coalition against the others, solved, and the worths.

    Parameters
    ----------
    coalition_values : CoalitionValues
        The worths of all coalitions by one reading.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    whole = len(coalition_values.worths) - 1
    remark = coalition_values.remark[0].upper() + coalition_values.remark[1:]
    steps = [
        Step(
            "From strategies to coalitions",
            "The players of a coalition S act as one, and so do those outside it: the rows are "
            "the joint strategies of S, the columns those of the others. "
            f"{OUT_LOUD[coalition_values.reading]} {remark}.",
        )
    ]
    masks = sorted(range(1, whole), key=lambda mask: (mask.bit_count(), mask))
    for mask in masks[:MOST_SHOWN]:
        steps += _against_the_rest(coalition_values, mask)
    if len(masks) > MOST_SHOWN:
        left = len(masks) - MOST_SHOWN
        steps.append(Step("The other coalitions", f"{left} more are solved in the same way."))
    worths = coalition_values.worths
    rows = tuple((coalition_values.spell(mask), show(worths[mask])) for mask in [*masks, whole])
    prose = f"All players together earn the greatest total of a cell, {show(worths[whole])}."
    steps.append(Step("The worths", prose, Table(("coalition", "worth"), rows)))
    return Explanation(coalition_values.game.title or "From strategies to coalitions", tuple(steps))


def _against_the_rest(coalition_values: CoalitionValues, mask: int) -> tuple[Step, ...]:
    """How one coalition's worth is found."""
    game, whole = coalition_values.game, len(coalition_values.worths) - 1
    name, others, worth = (
        coalition_values.spell(mask),
        coalition_values.spell(whole ^ mask),
        show(coalition_values.worths[mask]),
    )
    heading = f"{name} against {others}"
    if coalition_values.reading in ("alpha", "beta"):
        return (_pure(coalition_values, mask, heading),)
    answer, constant = coalition_values.answers[mask], game.constant_sum()
    if answer is None and constant is not None:
        rest = show(coalition_values.worths[whole ^ mask])
        prose = (
            f"Payoffs add up to {show(constant)}, so {name} can secure what {others} cannot: "
            f"v({name}) = {show(constant)} - v({others}) = {show(constant)} - {_in_brackets(rest)} "
            f"= {worth}."
        )
        return (Step(heading, prose, payoff_table(coalition_matrix(game, mask))),)
    if answer is None:
        prose = (
            f"{name} and {others} play as two players. In each equilibrium of this game {name} "
            f"gets {worth}, so v({name}) = {worth}."
        )
        return (Step(heading, prose, cell_table(two_coalitions(game, mask))),)
    entries, so = _entries(coalition_values, mask), f"So v({name}) = {worth}."
    if coalition_values.reading == "threat" and constant is None:
        total, value = show(coalition_values.worths[whole]), _in_brackets(show(answer.value))
        entries = f"Both threaten, so the entries are what {name} gets less what {others} gets."
        so = f"So v({name}) = (v(N) + value)/2 = ({total} + {value})/2 = {worth}."
    *steps, check = steps_in_place(answer, heading, entries)
    return (*steps, replace(check, prose=f"{check.prose} {so}"))


def _entries(coalition_values: CoalitionValues, mask: int) -> str:
    verb = "earn together" if mask.bit_count() > 1 else "earns"
    return f"The entries are what {coalition_values.spell(mask)} {verb}."


def _pure(coalition_values: CoalitionValues, mask: int, heading: str) -> Step:
    """The row minima or the column maxima of a coalition's matrix."""
    matrix = coalition_matrix(coalition_values.game, mask)
    values = pure_values(matrix)
    why = f"The smallest column maximum is {show(values.upper)}"
    if coalition_values.reading == "alpha":
        why = f"The largest row minimum is {show(values.lower)}"
    so = f"so v({coalition_values.spell(mask)}) = {show(coalition_values.worths[mask])}"
    return Step(heading, f"{_entries(coalition_values, mask)} {why}, {so}.", payoff_table(matrix))


def _in_brackets(number: str) -> str:
    return f"({number})" if number.startswith("-") else number
