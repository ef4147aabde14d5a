"""Weighted votes: the indices of Shapley and Shubik, and of Banzhaf."""

from __future__ import annotations

from kibitz.coalitional.voting.weighted import WeightedVoting, weighted_voting
from kibitz.core.numbers import exact
from kibitz.exercises.judges.several import SetJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem


@exercise(
    "voting-power",
    "coalitional",
    book="Ferguson IV.3.4, Leon G",
    levels=("three voters", "four voters", "five voters"),
)
def voting_power(draft: Draft) -> Problem:
    """Power of voters."""
    dice = draft.dice
    count = draft.level + 2

    def candidate() -> WeightedVoting | None:
        weights = sorted(dice.integers(count, 1, 9), reverse=True)
        quota = dice.integer(
            sum(weights) // 2 + 1, max(sum(weights) * 3 // 4, sum(weights) // 2 + 1)
        )
        vote = weighted_voting(quota, weights)
        powers = vote.power_indices().to_json()["indices"]["Shapley-Shubik index"]
        return vote if len(set(powers)) > 1 and len(set(weights)) == count else None

    game, properties = draft.find(candidate)
    solution = game.power_indices()
    data = solution.to_json()
    indices = data["indices"]
    names = tuple(game.players)
    listed = ", ".join(map(str, data["weights"][:-1])) + f" and {data['weights'][-1]}"
    prose = (
        f"Voters {', '.join(names[:-1])} and {names[-1]} have {listed} votes; a motion passes with "
        f"at least {data['quota']} votes."
    )
    minimal = tuple(" ".join(members) for members in data["minimal_winning"])
    parts = (
        Part(
            "Find all minimal winning coalitions.",
            SetJudge(minimal, "voters, such as 1 2; 2 3", unordered=True),
            "A winning coalition is minimal if it needs every one of its members.",
        ),
        Part(
            "Find the Shapley-Shubik index.",
            VectorJudge(names, tuple(exact(x) for x in indices["Shapley-Shubik index"])),
            "Count the orders in which each voter's votes turn a loss into a win.",
            points=2,
        ),
        Part(
            "Find the normalized Banzhaf index.",
            VectorJudge(names, tuple(exact(x) for x in indices["normalized Banzhaf index"])),
            "Count the coalitions that win with the voter and lose without.",
            points=2,
        ),
    )
    return Problem("Power of voters", prose, game, parts, (solution,), properties)
