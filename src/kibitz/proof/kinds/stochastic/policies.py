"""Claims about games in which one player at a time chooses: a value and a choice by state."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Claim, Proof, checks, place
from kibitz.core.errors import GameError
from kibitz.core.numbers import number, show
from kibitz.proof.kernel.replies import ROUNDED, scale, secured, terms
from kibitz.rules.game import Rules
from kibitz.stochastic.decision.lasting_play import kept_parts, lasting_states, require_payoff
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components
from kibitz.stochastic.mirror import exchanges
from kibitz.stochastic.table import TransitionTable

SWEEPS = 20_000
FEW = 400
"""States up to which best replies are computed in fractions."""
SURE = 1e-12
THEOREM = "one step of the operator and the longest play that a reply can bring about"


@checks("policy-solution", of=StochasticGame)
def policy_solution(game: StochasticGame, claim: Claim, proof: Proof) -> None:
    """One stage's loss under each policy, times the longest play that a reply can cause."""
    if not game.is_turn_based or not game.zero_sum:
        raise GameError("the claim is about a zero-sum game in which one player at a time chooses")
    bound = claim.exact("bound")
    values, policy = _tables(game, claim)
    _guaranteed(game, claim, values, policy, bound, proof)
    value = values[game.start]
    proof.states(f"the value at the start is {value:.10g} up to {show(float(bound))}", THEOREM)
    proof.says(claim, value=float(value), states=game.table.states, exact=False)
    proof.says(claim, "choice", _choices(game, game.start)[int(policy[game.start])])
    if "sweeps" in claim:
        claim.count("sweeps")
        proof.leaves("sweeps")


@checks("rules-solution")
def rules_solution(game: Any, claim: Claim, proof: Proof) -> None:
    """The same for the positions of a game with moves."""
    made: Any = game.as_stochastic() if isinstance(game, Rules) else game
    rules: Any = getattr(made, "rules", None)
    if rules is None:
        raise GameError("the claim is about a game with moves, made in turn")
    bound = claim.exact("bound", Fraction(0))
    proof.says(claim, game=rules.name, states=made.table.states)
    if "values" not in claim:
        worth = float(claim.number("value"))
        proof.states(f"{rules.name} is worth {worth:.10g}", "no theorem")
        told = "value, bound, winning_chance and best, without the values of all positions"
        proof.leaves(told, claim, "winning_chance", "best")
        return
    values, policy = _tables(made, claim)
    _guaranteed(made, claim, values, policy, bound, proof)
    value = float(values[made.start])
    told = f"{rules.name} is worth {value:.10g} to {rules.player_name(0)} up to {float(bound):.3g}"
    proof.states(told, THEOREM)
    if "value" in claim:
        near = abs(claim.exact("value") - Fraction(value)) <= proof.tolerance
        proof.that("it is the value of the start", near)
    if "winning_chance" in claim:
        proof.that("all ends are wins and losses", bool(getattr(rules, "is_decided", False)))
        proof.says(claim, "winning_chance", (1 + value) / 2)
    if "best" in claim:
        start = made.state_number(rules.start())
        names = [*made.row_names(start), *made.column_names(start)]
        only = _choices(made, start)[int(policy[start])] or names[rules.player(rules.start())]
        proof.says(claim, "best", only)


def _guaranteed(
    game: StochasticGame, claim: Claim, values: Any, policy: Any, bound: Fraction, proof: Proof
) -> None:
    """That both policies guarantee the values up to the bound."""
    scale(proof, game, [0.0])
    if bound < 0 or not np.isfinite(values).all():
        raise GameError("the values and the bound must be finite numbers")
    cells = _Cells(game.effective.floats, policy)
    given = claim.items("lengths", 2, [None, None])
    words = ("guarantees the values up to the bound", "concedes at most the values and the bound")
    for player, name in enumerate(game.players):
        lost = cells.lack(values, given[player], player == 0)
        if lost is None:
            inside = lasting_states(cells.table, components(cells.table))
            lasting = bool(inside.any())
            endless = require_payoff(game, cells.table, inside) if lasting else 0.0
            parts = kept_parts(cells.table, policy, inside, player == 0) if lasting else []
            lost = cells.lack_beside(parts, endless, values, given[player], player == 0)
        most = float(bound) + float(proof.tolerance)
        few = game.table.states <= FEW and not exchanges(game.table)
        if lost > most and few and (given[player] is None or np.isfinite(lost)):
            lost = _lack(game, values, policy, player == 0)
        proof.that(f"{name}'s policy {words[player]}", lost <= most, f"at most {lost:.3g}")


def _lack(game: StochasticGame, values: Any, policy: Any, rows_fixed: bool) -> float:
    """What a policy lacks of the values against the best reply, in fractions."""
    table, sign = game.table, 1 if rows_fixed else -1
    sizes = zip(*(table.rows, table.columns)[:: 1 if rows_fixed else -1], policy, strict=True)
    mixtures = [[int(k == (p if n == 1 else 0)) for k in range(m)] for m, n, p in sizes]
    low = secured(game.rational, mixtures, rows_fixed, game.endless, -sign)
    pairs = zip(values.tolist(), low or [], strict=low is not None)
    return max((float(sign * (Fraction(v) - x)) for v, x in pairs), default=float("inf"))


class _Cells:
    """The cells of all states, and those that a reply to one side's policy can reach.

    What a policy lacks is a stage's loss times h, where h >= 1 + P h bounds the stages that are
    left, whatever the reply: so play ends where h is finite.
    """

    def __init__(self, table: TransitionTable, policy: Any) -> None:
        self.table = table
        self.owner = np.repeat(np.arange(table.states), np.diff(table.first))
        self.chosen = np.arange(len(self.owner)) - table.first[self.owner] == policy[self.owner]
        self.pay = np.asarray(table.pay[:, 0], float)
        self.weight = np.asarray(table.weight, float)

    def used(self, rows_fixed: bool) -> Any:
        return ((self.table.columns == 1) != rows_fixed)[self.owner] | self.chosen

    def moves(self, weight: Any, target: Any) -> Any:
        from scipy.sparse import csr_array

        return csr_array((weight, target, self.table.link), (len(self.owner), self.table.states))

    @np.errstate(over="ignore", invalid="ignore")  # what is not finite proves nothing
    def loss(self, worth: Any, used: Any, rows_fixed: bool) -> float:
        gap = worth[self.owner] - self.pay - self.moves(self.weight, self.table.target) @ worth
        size = np.abs(self.pay[used]).max(initial=0.0) + 2 * float(np.abs(worth).max(initial=0.0))
        rounded = terms(self.table) * ROUNDED * float(size)
        return rounded + max(0.0, float((gap if rows_fixed else -gap)[used].max(initial=0.0)))

    def longest(self, length: Any, used: Any, home: Any = None) -> float | None:
        """The longest play, if the lengths obey h >= 1 + P h up to the rounding of the longest."""
        try:
            h = np.asarray(length, float)
        except (TypeError, ValueError):
            raise GameError("lengths: expected a number for each state") from None
        if h.shape != (self.table.states,) or not np.isfinite(h).all() or h.min() < 0:
            return None
        target, at = self.table.target, self.owner
        if home is not None:
            target, at = home[target], home[at]
        after = 1 + self.moves(np.abs(self.weight), target) @ h
        spare = 1 - 2 * SURE * float(h.max())
        late = spare <= 0 or (after > h[at] * (1 + SURE))[used].any()
        return None if late else float(h.max()) / spare

    def lack(self, values: Any, length: Any, rows_fixed: bool) -> float | None:
        """What a policy lacks if every reply to it ends the play; None where that is not shown."""
        used = self.used(rows_fixed)
        stages = None if length is None else self.longest(length, used)
        return None if stages is None else self.loss(values, used, rows_fixed) * stages

    def lack_beside(
        self, parts: list[set[int]], endless: float, values: Any, length: Any, rows_fixed: bool
    ) -> float:
        """What it lacks if replies can keep the play in some parts, each of which is one state.

        Staying there is not a stage, and is worth the payoff of endless play.
        """
        table, used = self.table, self.used(rows_fixed)
        worth, home = np.array(values, float), np.arange(table.states)
        for part in parts:
            members = sorted(part)
            home[members] = members[0]
            ends = [*worth[members], endless]
            worth[members] = min(ends) if rows_fixed else max(ends)
        dropped = float(np.abs(worth - values).max(initial=0.0))
        stays = np.isin(home[self.owner], [min(part) for part in parts])
        for c in np.flatnonzero(stays):
            reached = slice(table.link[c], table.link[c + 1])
            sure = np.abs(self.weight[reached]).sum() >= 1 - SURE
            stays[c] = sure and (home[table.target[reached]] == home[self.owner[c]]).all()
        if (np.abs(self.pay[stays & used]) > SURE).any():
            return float("inf")
        used &= ~stays
        loss = self.loss(worth, used, rows_fixed)
        if length is None:
            length = self._lengths(used, home)
        stages = self.longest(length, used, home)
        return float("inf") if stages is None else dropped + loss * stages

    def _lengths(self, used: Any, home: Any) -> Any:
        """Bounds of the number of stages that are left, by continuing until they grow no more."""
        stages = self.moves(np.abs(self.weight), home[self.table.target])[used]
        h, at = np.zeros(self.table.states), home[self.owner[used]]
        for _ in range(SWEEPS):
            longer = h.copy()
            np.maximum.at(longer, at, 1 + stages @ h)
            if (longer - h).max() < 1e-3:
                return longer * 1.0011
            h = longer
        return np.full(self.table.states, np.inf)


def _tables(game: StochasticGame, claim: Claim) -> tuple[Any, Any]:
    """The value and the number of the choice in every state, by name or as arrays."""
    values, policy = claim.raw("values"), claim.raw("policy")
    count = game.table.states
    if isinstance(values, dict) and isinstance(policy, dict):
        names = [str(name) for name in game.states]
        worths, moves = claim.entries("values", names), claim.entries("policy", names)
        values = [float(number(worths[name], f"values, {name}")) for name in names]
        chosen = [(moves[name], _choices(game, s), name) for s, name in enumerate(names)]
        policy = [place(move, known, f"policy, {name}") for move, known, name in chosen]
    try:
        worth, places = np.asarray(values, float), np.asarray(policy)
    except (TypeError, ValueError, OverflowError):
        raise GameError("values and policy: expected lists of numbers, or an object each") from None
    fits = worth.shape == places.shape == (count,) and places.dtype.kind in "iu"
    if not fits or ((places < 0) | (places >= np.diff(game.table.first))).any():
        raise GameError("values and policy: expected a value and a choice for every state")
    return worth, places


def _choices(game: StochasticGame, s: int) -> tuple[str, ...]:
    """What the choices in a state are called; empty where there is none."""
    names = game.row_names(s)
    names = names if len(names) > 1 else game.column_names(s)
    return tuple(names) if len(names) > 1 else ("",)
