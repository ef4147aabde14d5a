"""What a profile pays in a tree, and what each player could get by answering it best.

Exact profiles of exact games are computed in rationals; others in floats, with the largest payoff
scaled to 1, whose rounding lies far below the tolerance of a claim.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from kibitz.core.claim import Claim, Proof
from kibitz.core.errors import GameError
from kibitz.core.numbers import number, show
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.tree import CHANCE

LONGEST = 2000
"""Binary digits up to which one denominator for a whole plan pays."""


def is_exact(game: ExtensiveGame, profile: Profile) -> bool:
    """Whether everything is computed in rationals."""
    return game.exact and profile.exact


def close(game: ExtensiveGame, profile: Profile, proof: Proof, player: int) -> None:
    """Set the tolerance for one player's payoffs: none where everything is exact."""
    column = game.amounts[:, player]
    unit: Any = 1 if game.unit is None else game.unit
    low, high = min(column.tolist()), max(column.tolist())
    proof.within(
        [Fraction(low) * unit, Fraction(high) * unit], () if is_exact(game, profile) else (0.0,)
    )


def evaluate(game: ExtensiveGame, profile: Profile) -> tuple[list[Fraction], list[Fraction]]:
    """What each player gets, and the most each could get against the others. O(nodes).

    A player's sequences earn what they earn at leaves, the others' moves and chance given; from
    the last information sets to the first, a best response takes what earns most (Kuhn 1953).
    """
    plex, exact = game.treeplex, is_exact(game, profile)
    plan = realized(game, profile)
    plan, bottom = _whole(plan) if exact else (plan, 1)
    luck, chance_bottom = game.chance_weights
    amounts, unit = _amounts(game, exact)
    unit = unit / chance_bottom
    luck = luck.astype(object if exact else float)
    paid, best = [], []
    for player in range(len(game.players)):
        reach = luck * amounts[:, player]
        for other in range(len(game.players)):
            if other != player:
                reach = reach * plan[plex.at_leaf[:, other]]
        last = plex.at_leaf[:, player]
        total = (reach * plan[last]).sum()
        gains = np.zeros(plex.sequences + 1, reach.dtype)
        np.add.at(gains, last, reach)
        for infosets in reversed(plex.rounds):
            mine = infosets[plex.owner[infosets] == player]
            if len(mine):
                chosen, starts = plex.spans(mine)
                np.add.at(gains, plex.parent[mine], np.maximum.reduceat(gains[chosen], starts))
        paid.append(Fraction(total) * unit / bottom ** len(game.players))
        best.append(Fraction(gains[-1]) * unit / bottom ** (len(game.players) - 1))
    return paid, best


def realized(game: ExtensiveGame, profile: Profile) -> Any:
    """How likely each sequence of a player's own moves is; the last entry is the empty one."""
    plex, exact = game.treeplex, is_exact(game, profile)
    plan = np.ones(plex.sequences + 1, object if exact else float)
    plan[:-1] = profile.weights if exact else profile.weights.astype(float)
    for infosets in plex.rounds:
        chosen, _ = plex.spans(infosets)
        plan[chosen] = plan[chosen] * plan[plex.parent[plex.infoset_of[chosen]]]
    return plan


def node_values(game: ExtensiveGame, profile: Profile) -> Any:
    """What each player gets from every node on: a row a node, in the game's own money. O(nodes)."""
    tree, exact = game.tree, is_exact(game, profile)
    kind: Any = object if exact else float
    weight = np.ones(len(tree), kind)
    happened = np.flatnonzero(tree.chance >= 0)
    if len(happened):
        weight[happened] = np.array(game.probabilities, kind)[tree.chance[happened]]
    below = np.arange(1, len(tree))
    chosen = below[tree.actor[tree.parent[below]] != CHANCE]
    places = game.offset[tree.infoset[tree.parent[chosen]]] + tree.move[chosen]
    weight[chosen] = profile.weights[places]
    values = np.zeros((len(tree), len(game.players)), kind)
    leaves = np.flatnonzero(tree.row >= 0)
    amounts, unit = _amounts(game, exact)
    values[leaves] = amounts[tree.row[leaves]] * (unit if exact else float(unit))
    for start, stop in reversed(tree.spans[1:]):
        rows = values[start:stop] * weight[start:stop, None]
        np.add.at(values, tree.parent[start:stop], rows)
    return values


def _amounts(game: ExtensiveGame, exact: bool) -> tuple[Any, Fraction]:
    """The payoffs as whole numbers, or as floats up to 1; and what one of them is worth."""
    unit = Fraction(1) if game.unit is None else game.unit
    if exact:
        return game.amounts.astype(object), unit
    largest = max(map(abs, game.amounts.ravel().tolist()), default=0) or 1
    return (game.amounts / largest).astype(float), unit * Fraction(largest)


def _whole(plan: Any) -> tuple[Any, int]:
    """An exact plan as whole numbers, which add and multiply sooner, and their denominator."""
    bottom = 1
    for p in set(plan.tolist()):
        bottom = lcm(bottom, Fraction(p).denominator)
        if bottom.bit_length() > LONGEST:
            return plan, 1
    tops = np.empty(len(plan), object)
    tops[:] = [p.numerator * (bottom // p.denominator) for p in map(Fraction, plan.tolist())]
    return tops, bottom


def read_profile(game: ExtensiveGame, claim: Claim, proof: Proof) -> Profile:
    """The behavior strategies of all players; ``profile`` refuses what is not a distribution."""
    found = profile_of(game, claim.entries("strategies"))
    proof.that("the moves at each information set are a distribution", True)
    proof.says(claim, "exact", found.exact if len(found.weights) else game.exact)
    return found


def profile_of(game: ExtensiveGame, tables: dict[str, Any]) -> Profile:
    """A profile whose floats add up to 1 at every information set, with nothing left to round."""
    found = game.profile(tables)
    if found.exact or not len(found.weights):
        return found
    totals = np.add.reduceat(found.weights, game.offset[:-1])
    return Profile(game, found.weights / np.repeat(totals, np.diff(game.offset)))


def payoffs_of(
    game: ExtensiveGame, profile: Profile, claim: Claim, proof: Proof, paid: list[Fraction]
) -> None:
    """The payoffs, and the value, are what the profile pays."""
    claimed = claim.items("payoffs", len(paid)) if "payoffs" in claim else paid
    for k, name in enumerate(game.players):
        close(game, profile, proof, k)
        said = number(claimed[k], "payoffs")
        agrees = abs(Fraction(said) - paid[k]) <= proof.tolerance
        proof.that(f"{name} expects {show(said)}", agrees, spelled(paid[k], profile))
    close(game, profile, proof, 0)
    proof.says(claim, "value", paid[0])


def spelled(x: Fraction, profile: Profile) -> str:
    return show(x if profile.exact else float(x))


def is_solved(game: ExtensiveGame, data: Any, name: str, proof: Proof) -> None:
    """Record that JSON is an equilibrium without regret, whose payoff then is the game's value."""
    if len(game.players) != 2 or game.constant_sum is None:
        raise GameError(f"{name}: a value is for two players with a constant sum")
    told = {key: x for key, x in Claim(data, name).data.items() if key != "regret"}
    proof.proves(name, game, told, "extensive-equilibrium")
