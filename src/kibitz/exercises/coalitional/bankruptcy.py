"""Bankruptcy: the rule of the Talmud and others."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from kibitz.coalitional.bankruptcy.game import Bankruptcy
from kibitz.coalitional.bankruptcy.game import bankruptcy as problem_of
from kibitz.core import verbs
from kibitz.core.explanation import Explanation
from kibitz.core.numbers import exact
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem

RULES = (
    (
        "proportional",
        "in proportion to the claims",
        "Everyone gets the same fraction of their claim.",
    ),
    (
        "equal-awards",
        "by constrained equal awards",
        "All get the same, but no one more than the claim.",
    ),
    (
        "talmud",
        "by the rule of the Talmud (the nucleolus)",
        "Up to half of all claims, equal awards on half-claims; beyond, equal losses on the rest.",
    ),
)


@exercise(
    "bankruptcy",
    "coalitional",
    book="Ferguson IV.4.5",
    levels=("less than half of the claims", "more than half", "four claims"),
)
def bankruptcy(draft: Draft) -> Problem:
    """A bankruptcy."""
    dice = draft.dice
    count = 4 if draft.level == 3 else 3

    def candidate() -> Bankruptcy | None:
        claims = [10 * c for c in sorted(dice.sample(range(3, 16), count))]
        half = sum(claims) // 20
        low, high = (3, half - 1) if draft.level == 1 else (half + 1, sum(claims) // 10 - 2)
        estate = 10 * dice.integer(low, high)
        shares = [Fraction(estate * c, sum(claims)) for c in claims]
        return problem_of(estate, claims) if all(s.denominator < 8 for s in shares) else None

    game, properties = draft.find(candidate)
    solution = game.solve()
    awards = solution.to_json()["awards"]
    estate, claims = (solution.to_json()[key] for key in ("estate", "claims"))
    names = tuple(game.players)
    listed = ", ".join(map(str, claims[:-1])) + f" and {claims[-1]}"
    prose = f"An estate of {estate} is to be divided among creditors who claim {listed}."
    parts = tuple(
        Part(
            f"Divide it {words}.",
            VectorJudge(names, tuple(exact(x) for x in awards[rule])),
            hint,
        )
        for rule, words, hint in RULES
    )
    return Problem(
        "A bankruptcy", prose, game, parts, (solution,), properties, derive=_by_the_rules_asked_for
    )


def _by_the_rules_asked_for(game: Bankruptcy) -> Explanation:
    explanation = verbs.explain(game)
    wanted = ("The problem", "Proportional", "Constrained equal awards", "Talmud")
    return replace(
        explanation, steps=tuple(s for s in explanation.steps if s.heading.startswith(wanted))
    )
