"""Claims about games in which one player at a time chooses: a value and a choice by state."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.proof.stochastic import scale
from kibitz.rules.game import Rules
from kibitz.stochastic.decision.policy import read_policy
from kibitz.stochastic.decision.policy_bounds import policy_bounds
from kibitz.stochastic.from_rules.convert import RulesGame, to_stochastic
from kibitz.stochastic.game import StochasticGame

LOOSE = Fraction(1, 10**6)
"""The bound of a claim that states none."""


@checks("policy-solution", of=StochasticGame)
def policy_solution(game: StochasticGame, claim: Claim, proof: Proof) -> None:
    """One stage's loss under each policy, times the longest play that a reply can cause."""
    if not game.is_turn_based or not game.zero_sum:
        raise GameError("the claim is about a zero-sum game in which one player at a time chooses")
    values, policy = tables(game, claim)
    bound = Fraction(claim.number("bound"))
    guaranteed(game, values, policy, bound, proof)
    value = values[game.start]
    proof.states(
        f"the value at the start is {value:.10g} up to {show(float(bound))}",
        "one step of the operator and the longest play that a reply can bring about",
    )
    proof.says(claim, "value", float(value))
    proof.says(claim, "states", game.table.states)
    proof.says(claim, "exact", False)
    proof.says(claim, "choice", choice_name(game, game.start, int(policy[game.start])))
    if "sweeps" in claim:
        claim.count("sweeps")
        proof.leaves("sweeps")


@checks("rules-solution")
def rules_solution(game: Any, claim: Claim, proof: Proof) -> None:
    """The same for the positions of a game with moves."""
    made = game
    if isinstance(game, Rules):
        made = to_stochastic(game, getattr(game, "endless", None))
    if not isinstance(made, RulesGame) or made.rules is None:
        raise GameError("the claim is about a game with moves, made in turn")
    rules = made.rules
    if "values" in claim or "policy" in claim:
        values, policy = tables(made, claim)
    else:
        found = rules.solve("value-iteration")
        made, values, policy = found.game, found.policy.value_array, found.policy.policy
    bound = Fraction(claim.number("bound")) if "bound" in claim else LOOSE
    guaranteed(made, values, policy, bound, proof)
    value = float(values[made.start])
    proof.states(
        f"{rules.name} is worth {value:.10g} to {rules.player_name(0)} up to {float(bound):.3g}",
        "one step of the operator and the longest play that a reply can bring about",
    )
    proof.says(claim, "game", rules.name)
    if "value" in claim:
        told = Fraction(claim.number("value"))
        proof.that("it is the value of the start", abs(told - Fraction(value)) <= 2 * bound)
    proof.says(claim, "states", made.table.states)
    if "winning_chance" in claim:
        decided = bool(getattr(rules, "is_decided", False))
        proof.that("all ends are wins and losses", decided)
        proof.says(claim, "winning_chance", (1 + value) / 2)
    if "best" in claim:
        start = made.state_number(rules.start())
        names = [*made.row_names(start), *made.column_names(start)]
        only = choice_name(made, start, int(policy[start])) or names[rules.player(rules.start())]
        proof.says(claim, "best", only)


def guaranteed(
    game: StochasticGame, values: Any, policy: Any, bound: Fraction, proof: Proof
) -> None:
    """That both policies guarantee the values up to the bound."""
    scale(proof, game, [0.0])
    if bound < 0 or not np.isfinite(values).all():
        raise GameError("the values and the bound must be finite numbers")
    low, high = policy_bounds(game, values, policy)
    slack = float(bound) + float(proof.tolerance)
    words = ("guarantees the values up to the bound", "concedes at most the values and the bound")
    for player, lost in enumerate((low, high)):
        name = game.players[player]
        proof.that(f"{name}'s policy {words[player]}", lost <= slack, f"at most {lost:.3g}")


def tables(game: StochasticGame, claim: Claim) -> tuple[Any, Any]:
    """The value and the number of the choice in every state, by name or as arrays."""
    given = claim.raw("values"), claim.raw("policy")
    if all(isinstance(x, np.ndarray) for x in given):
        values, policy = np.asarray(given[0], float), np.asarray(given[1], np.int64)
        sizes = np.diff(game.table.first)
        fits = values.shape == policy.shape == (game.table.states,)
        if not fits or ((policy < 0) | (policy >= sizes)).any():
            raise GameError("the policy needs a value and a choice for every state")
        return values, policy
    if not all(isinstance(x, dict) and len(x) == game.table.states for x in given):
        raise GameError("values and policy: expected an entry for every state")
    return read_policy(game, {"values": given[0], "policy": given[1]})


def choice_name(game: StochasticGame, s: int, chosen: int) -> str:
    """What the choice in a state is called; empty where there is none."""
    names = game.row_names(s)
    if len(names) == 1:
        names = game.column_names(s)
    return names[chosen] if len(names) > 1 else ""
