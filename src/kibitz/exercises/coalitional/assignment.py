"""Assignment games: sellers and buyers in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import exact, show
from kibitz.core.shelf import game as named
from kibitz.exercises.judges.allocation import CoreJudge
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem


@exercise(
    "assignment",
    "coalitional",
    book="Ferguson IV.2.4, Leon E",
    levels=("two sellers, two buyers", "three sellers, three buyers"),
)
def assignment(draft: Draft) -> Problem:
    """Sellers and buyers."""
    sellers, buyers = [(2, 2), (3, 3)][draft.level - 1]
    table: list[list[int]] = []

    def candidate() -> CoalitionalGame | None:
        table[:] = draft.dice.table(sellers, buyers, 1, 9)
        text = "; ".join(" ".join(map(str, row)) for row in table)
        game: CoalitionalGame = named("assignment", text)
        greedy = sum(max(row) for row in table)
        return game if exact(game.total) < greedy else None

    game, properties = draft.find(candidate)
    solution = game.core()
    point = solution.to_json()["point"]
    names = game.players
    header = ("", *names[sellers:])
    rows = tuple((name, *map(str, row)) for name, row in zip(names[:sellers], table, strict=True))
    parts = (
        Part(
            "What can all earn together?",
            NumberJudge(exact(game.total), "the sum"),
            "Match sellers and buyers so that the sum of their gains is largest.",
        ),
        Part(
            "Find a payoff vector in the core.",
            CoreJudge(game, tuple(exact(x) for x in point)),
            "Prices: no seller and buyer may get less together than their gain.",
            points=2,
        ),
    )
    prose = (
        f"The table shows what each seller ({', '.join(names[:sellers])}) and buyer "
        f"({', '.join(names[sellers:])}) gain by trading with each other; each trades once at "
        f"most. Payoffs are written in the order {', '.join(names)}."
    )
    return Problem(
        "Sellers and buyers",
        prose,
        game,
        parts,
        (solution,),
        properties,
        Table(header, rows),
        derive=lambda _: _matched(table, names, sellers, [exact(x) for x in point]),
    )


def _matched(
    table: list[list[int]], names: Sequence[str], sellers: int, point: list[Fraction]
) -> Explanation:
    """The best matching, and payoffs at which no pair can do better by itself."""
    buyers = names[sellers:]
    best = max(permutations(range(len(buyers))), key=lambda p: _gain(table, p))
    pairs = ", ".join(f"{names[i]} with {buyers[j]} ({table[i][j]})" for i, j in enumerate(best))
    rows = tuple(
        (
            f"{names[i]}, {buyers[j]}",
            str(table[i][j]),
            f"{show(point[i])} + {show(point[sellers + j])} = "
            f"{show(point[i] + point[sellers + j])}",
        )
        for i in range(sellers)
        for j in range(len(buyers))
    )
    trade = f"The best matching is {pairs}: {_gain(table, best)} together."
    core = (
        "Payoffs are in the core when they share this sum, no payoff is negative, and no "
        "seller and buyer get less together than their gain; larger coalitions only trade in "
        "pairs."
    )
    steps = (
        Step("The best matching", trade),
        Step("No pair gains", core, Table(("pair", "gain", "payoffs"), rows)),
    )
    return Explanation("Sellers and buyers", steps)


def _gain(table: list[list[int]], matching: Sequence[int]) -> int:
    return sum(table[i][j] for i, j in enumerate(matching))
