"""Claims whose proof is larger than what their JSON holds: bounds and averages that were found."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import exactly, show
from kibitz.proof.kernel.arithmetic import summed
from kibitz.rules.game import Rules

NONE = "no theorem: the JSON does not contain a proof"


@checks("draw-poker")
def draw_poker(game: Any, claim: Claim, proof: Proof) -> None:
    """The bounds are in order, with the value between them."""
    low, high = claim.numbers("bounds", 2)
    proof.states(f"the value lies between {show(low)} and {show(high)}", NONE)
    proof.that("the value lies between the bounds", low <= claim.number("value") <= high)
    claim.count("iterations")
    proof.leaves("bounds: the strategies whose best responses prove them are not given")


@checks("yahtzee-plan", of=Rules)
def yahtzee_plan(game: Any, claim: Claim, proof: Proof) -> None:
    """What the best plan brings on average, as backward induction found it."""
    value = claim.number("value")
    proof.states(f"the best plan brings {show(value)} points on average", NONE)
    proof.that("an average lies between 0 and the most that a card holds", 0 <= value <= 1575)
    claim.count("cards")
    proof.leaves("value and cards: the table of all cards is not given")


@checks("axiom-test")
def axiom_test(game: Any, claim: Claim, proof: Proof) -> None:
    """The axioms that failed are those that do not hold."""
    proof.states(f"axioms tried on {claim.count('lotteries')} lotteries", NONE)
    parts = claim.parts("checks")
    failed = [part.text("axiom") for part in parts if not part.flag("holds")]
    for part in parts:
        part.text("axiom")
        part.text("found")
    named = [str(code) for code in claim.items("failed")]
    short = [axiom.partition("(")[2].rstrip(")") or axiom for axiom in failed]
    proof.that("those that failed are named", named in (failed, short))
    proof.leaves("what was found: the preference that was tried is not given")


@checks("bandit")
def bandit(game: Any, claim: Claim, proof: Proof) -> None:
    """What follows from the means of the arms and from the pulls; what luck paid is taken."""
    means = [exactly(x) for x in claim.numbers("means")]
    if not means:
        raise GameError("means: expected one for each arm")
    gaps = [max(means) - mean for mean in means]
    proof.states(f"an arm pays {show(max(means))} on average, no other more", "definitions")
    proof.within([Fraction(0), *means], [0.0])
    once, rounds = proof.tolerance, claim.count("rounds")
    best = claim.count("best_arm")
    proof.that("the best arm has the largest mean", best < len(gaps) and gaps[best] == 0)
    chances = claim.numbers("greedy_lock_in", len(means))
    proof.distribution("the arm that paid most at first", chances)
    lost = summed(exactly(p) * gap for p, gap in zip(chances, gaps, strict=True))
    even = sum(gaps) / len(gaps)
    proof.says(claim, gaps=gaps, greedy_regret=lost, epsilon_greedy_regret_per_epsilon=even)
    runs = claim.parts("runs")
    for run in runs:
        proof.tolerance = once * (1 + rounds)
        _run(run, means, gaps, proof)
    longest = max((len(run.items("arms")) for run in runs), default=rounds)
    proof.that("the longest run has that many rounds", longest == rounds)
    proof.that("no policy is listed twice", len({r.text("policy") for r in runs}) == len(runs))
    proof.found(claim, "greedy_pulls")
    proof.leaves("greedy_lock_in, which policy pulled, and that the arms paid so")


def _run(run: Claim, means: list[Any], gaps: list[Any], proof: Proof) -> None:
    rounds = len(run.items("arms"))
    arms = run.wholes("arms", rounds, len(gaps))
    paid = [exactly(x) for x in run.numbers("rewards", rounds)]
    curve = list(accumulate(gaps[arm] for arm in arms))
    realized = list(accumulate(max(means) - x for x in paid))
    proof.says(run, curve=curve, realized_curve=realized)
    proof.says(run, regret=curve[-1], realized_regret=realized[-1])
    proof.says(
        run,
        pulls=[arms.count(k) for k in range(len(gaps))],
        totals=[
            summed(x for arm, x in zip(arms, paid, strict=True) if arm == k)
            for k in range(len(gaps))
        ],
    )
    run.text("policy")
    proof.found(run, "limit_average_regret")


@checks("bandit-history")
def bandit_history(game: Any, claim: Claim, proof: Proof) -> None:
    """Means are totals by pulls, bounds add c sqrt(ln n / pulls); what is next is not proved."""
    totals = claim.numbers("totals")
    pulls = claim.wholes("pulls", len(totals))
    proof.states("what each arm paid on average", "the definition")
    right = [exactly(x) / n if n else None for x, n in zip(totals, pulls, strict=True)]
    proof.that("the means", proof.says(claim, means=right))
    constant, log = float(claim.number("constant")), math.log(max(1, sum(pulls)))
    bounds = [
        "inf" if mean is None else float(mean) + constant * math.sqrt(log / n)
        for mean, n in zip(right, pulls, strict=True)
    ]
    said = claim.items("ucb_scores", len(pulls))
    proof.that("the upper confidence bounds", all(map(_is_near, said, bounds)))
    proof.found(claim, "next", "regret", "realized_regret")


def _is_near(said: Any, bound: float | str) -> bool:
    """Whether a bound that is claimed is the right one, up to rounding."""
    if isinstance(bound, str) or type(said) not in (int, float):
        return isinstance(said, str) and said == bound
    return math.isclose(said, bound, rel_tol=1e-9)


SETS = "ntu_hull_vertices ntu_pareto_chain tu_pareto_line tu_least_total non_cooperative"
LISTINGS = {
    "check": "game passed games positions longest compiled reason findings",
    "feasible-sets": f"feasible {SETS}",
    "non-cooperative-set": "arcs",
}
"""Documents that say what was tried or drawn, and their fields."""


@checks("check", "feasible-sets", "non-cooperative-set")
def listing(game: Any, claim: Claim, proof: Proof) -> None:
    """What was tried or drawn: nothing of it is proved."""
    proof.states("the result", NONE)
    told = [key for key in LISTINGS[str(claim.data["kind"])].split() if key in claim]
    proof.leaves(", ".join(told) or "the claim is empty", claim, *told)
