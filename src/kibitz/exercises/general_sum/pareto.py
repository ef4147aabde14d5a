"""Pareto-optimal cells."""

from __future__ import annotations

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import exact, show
from kibitz.exercises.general_sum.bimatrix_problem import bimatrix_problem, random_bimatrix
from kibitz.exercises.judges.choice import yes_or_no
from kibitz.exercises.judges.several import SetJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished
from kibitz.strategic.game import StrategicGame


@exercise(
    "pareto",
    "general-sum",
    book="Leon B, CO456 L9",
    levels=("2 x 2", "3 x 3", "3 x 3, the equilibrium is not Pareto optimal"),
)
def pareto(draft: Draft) -> Problem:
    """Pareto optimality."""
    size = 2 if draft.level == 1 else 3

    def candidate() -> StrategicGame | None:
        game = random_bimatrix(draft, size, size, 0, 8)
        good = _is_good(game)
        return None if draft.level == 3 and good else game

    game, properties = draft.find(candidate, wished("{} pure equilibria", 1))
    solution = game.solve("pareto")
    cells = [" ".join(names) for names in solution.to_json()["strategies"]]
    parts = (
        Part(
            "Find all Pareto-optimal cells: write the row and the column of each.",
            SetJudge(tuple(cells), "a row and a column each, such as 2 3"),
            "Cross out every cell for which another is better for one and no worse for the other.",
            points=2,
        ),
        Part(
            "Is the pure equilibrium Pareto optimal?",
            yes_or_no(_is_good(game)),
            "Mark best replies to find the equilibrium, and see whether its cell is left.",
        ),
    )
    return bimatrix_problem(
        "Pareto optimality", game, parts, (solution,), properties, derive=_compared
    )


def _compared(game: StrategicGame) -> Explanation:
    """Every cell with one that is better for a player and worse for none."""
    rows, columns = game.strategies
    cells = [(r, c) for r in range(len(rows)) for c in range(len(columns))]
    paid = {cell: tuple(map(exact, game.payoff(*cell))) for cell in cells}
    compared = []
    for cell in cells:
        better = [
            other
            for other in cells
            if paid[other] != paid[cell]
            and all(a >= b for a, b in zip(paid[other], paid[cell], strict=True))
        ]
        name = f"({rows[cell[0]]}, {columns[cell[1]]})"
        amounts = ", ".join(map(show, paid[cell]))
        over = f"({rows[better[0][0]]}, {columns[better[0][1]]})" if better else "none: optimal"
        compared.append((name, amounts, over))
    head = ("cell", "payoffs", "a cell that is better for one and worse for none")
    pure = game.pure_equilibria().to_json()["equilibria"]
    place = ", ".join(pure[0]["strategies"]) if pure else ""
    word = "is" if _is_good(game) else "is not"
    steps = (
        Step(
            "Compare the cells",
            "A cell is Pareto optimal if no other is better for one player and worse for none.",
            Table(head, tuple(compared)),
        ),
        Step("The equilibrium", f"Best replies meet at ({place}), which {word} Pareto optimal."),
    )
    return Explanation("Pareto optimality", steps)


def _is_good(game: StrategicGame) -> bool:
    """Whether all pure equilibria are Pareto optimal."""
    found = game.solve("pareto").to_json()["equilibria"]
    return all(one["pareto_optimal"] for one in found)
