"""A cost to share: what each saves, and what each pays."""

from __future__ import annotations

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.make import cost_game
from kibitz.core import verbs
from kibitz.core.explanation import Table
from kibitz.core.numbers import exact
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem, first_steps

NAMES = ("A", "B", "C", "A,B", "A,C", "B,C", "A,B,C")


@exercise(
    "cost-sharing",
    "coalitional",
    book="Leon E, Ferguson IV.3",
    levels=("small costs", "larger costs", "larger costs, fractions"),
)
def cost_sharing(draft: Draft) -> Problem:
    """Sharing a cost."""
    dice = draft.dice
    high = 9 if draft.level == 1 else 40
    costs: dict[str, int] = {}

    def candidate() -> CostGame | None:
        alone = dice.integers(3, high // 2, high)
        pairs = [
            dice.integer(max(alone[i], alone[j]), alone[i] + alone[j])
            for i, j in ((0, 1), (0, 2), (1, 2))
        ]
        together = dice.integer(max(pairs), max(pairs) + high // 2)
        if any(together > pairs[k] + alone[2 - k] for k in range(3)):
            return None
        costs.update(zip(NAMES, [*alone, *pairs, together], strict=True))
        game = cost_game(costs)
        whole = all(exact(x).denominator == 1 for x in _payments(game))
        return game if whole == (draft.level < 3) else None

    game, properties = draft.find(candidate)
    solution = game.solve()
    saved = sum(costs[name] for name in "ABC") - costs["A,B,C"]
    parts = (
        Part(
            "How much do the three save together?",
            NumberJudge(exact(saved), "the saving"),
            "Compare the joint cost with the sum of the individual costs.",
        ),
        Part(
            "Find what each pays by the Shapley value.",
            VectorJudge(game.players, tuple(map(exact, _payments(game)))),
            "Let the players arrive in every order; each pays what their arrival adds to the cost.",
            points=3,
        ),
    )
    rows = tuple((name, str(costs[name])) for name in NAMES)
    return Problem(
        "Sharing a cost",
        "The table shows what it costs to serve each coalition.",
        game,
        parts,
        (solution,),
        properties,
        Table(("coalition", "cost"), rows),
        derive=lambda found: first_steps(verbs.explain(found), 4),
    )


def _payments(game: CostGame) -> list[str]:
    found: list[str] = game.solve().to_json()["payments"]["Shapley value"]
    return found
