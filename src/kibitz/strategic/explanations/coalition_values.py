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
def explain_values(found: CoalitionValues) -> Explanation:
    """The matrix of every coalition against the others, solved, and the worths.

    Parameters
    ----------
    found : CoalitionValues
        The worths of all coalitions by one reading.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    whole = len(found.worths) - 1
    remark = found.remark[0].upper() + found.remark[1:]
    steps = [
        Step(
            "From strategies to coalitions",
            "The players of a coalition S act as one, and so do those outside it: the rows are "
            "the joint strategies of S, the columns those of the others. "
            f"{OUT_LOUD[found.reading]} {remark}.",
        )
    ]
    masks = sorted(range(1, whole), key=lambda mask: (mask.bit_count(), mask))
    for mask in masks[:MOST_SHOWN]:
        steps += _against_the_rest(found, mask)
    if len(masks) > MOST_SHOWN:
        left = len(masks) - MOST_SHOWN
        steps.append(Step("The other coalitions", f"{left} more are solved in the same way."))
    rows = tuple((found.spell(mask), show(found.worths[mask])) for mask in [*masks, whole])
    prose = f"All players together earn the greatest total of a cell, {show(found.worths[whole])}."
    steps.append(Step("The worths", prose, Table(("coalition", "worth"), rows)))
    return Explanation(found.game.title or "From strategies to coalitions", tuple(steps))


def _against_the_rest(found: CoalitionValues, mask: int) -> tuple[Step, ...]:
    """How one coalition's worth is found."""
    game, whole = found.game, len(found.worths) - 1
    name, others, worth = found.spell(mask), found.spell(whole ^ mask), show(found.worths[mask])
    heading = f"{name} against {others}"
    if found.reading in ("alpha", "beta"):
        return (_pure(found, mask, heading),)
    answer, constant = found.answers[mask], game.constant_sum()
    if answer is None and constant is not None:
        rest = show(found.worths[whole ^ mask])
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
    entries, so = _entries(found, mask), f"So v({name}) = {worth}."
    if found.reading == "threat" and constant is None:
        total, value = show(found.worths[whole]), _in_brackets(show(answer.value))
        entries = f"Both threaten, so the entries are what {name} gets less what {others} gets."
        so = f"So v({name}) = (v(N) + value)/2 = ({total} + {value})/2 = {worth}."
    *steps, check = steps_in_place(answer, heading, entries)
    return (*steps, replace(check, prose=f"{check.prose} {so}"))


def _entries(found: CoalitionValues, mask: int) -> str:
    verb = "earn together" if mask.bit_count() > 1 else "earns"
    return f"The entries are what {found.spell(mask)} {verb}."


def _pure(found: CoalitionValues, mask: int, heading: str) -> Step:
    """The row minima or the column maxima of a coalition's matrix."""
    matrix = coalition_matrix(found.game, mask)
    values = pure_values(matrix)
    why = f"The smallest column maximum is {show(values.upper)}"
    if found.reading == "alpha":
        why = f"The largest row minimum is {show(values.lower)}"
    so = f"so v({found.spell(mask)}) = {show(found.worths[mask])}"
    return Step(heading, f"{_entries(found, mask)} {why}, {so}.", payoff_table(matrix))


def _in_brackets(number: str) -> str:
    return f"({number})" if number.startswith("-") else number
