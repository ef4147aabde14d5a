"""The best response to a known strategy."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import show
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.several import SetJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import PROSE, payoff_table, random_matrix
from kibitz.zero_sum.game import MatrixGame


@exercise(
    "best-response",
    "zero-sum",
    book="Ferguson II.4.2, CO456 L9",
    levels=("3 x 3, one best row", "3 x 3, two best rows", "4 x 4, two best rows"),
)
def best_response(draft: Draft) -> Problem:
    """A best response."""
    n = 4 if draft.level == 3 else 3
    best = 1 if draft.level == 1 else 2
    weights = draft.dice.integers(n, 1, 4)
    mix = [Fraction(w, sum(weights)) for w in weights]

    def candidate() -> MatrixGame | None:
        game = random_matrix(draft, n, n, -5, 9)
        return game if len(_best(game, mix)[1]) == best else None

    game, properties = draft.find(candidate, wished("no saddle point"))
    payoff, rows = _best(game, mix)
    response = game.strategic().best_replies(0, [[1] + [0] * (n - 1), mix])
    listed = ", ".join(map(show, mix))
    parts = (
        Part(
            "Find all rows that are best responses of I.",
            SetJudge(rows, "rows"),
            "Compute the expected payoff of each row.",
        ),
        Part("What does I get then?", NumberJudge(payoff, "the payoff"), "The largest of them."),
    )
    return Problem(
        "A best response",
        f"{PROSE} II is known to play the columns with probabilities ({listed}).",
        game,
        parts,
        (response,),
        properties,
        payoff_table(game),
        derive=lambda found: _derivation(found, mix),
    )


def _derivation(game: MatrixGame, mix: list[Fraction]) -> Explanation:
    """The expected payoff of every row."""
    rows = []
    for label, line in zip(game.rows, game.matrix.numbers(), strict=True):
        terms = " + ".join(f"{show(p)}·({show(x)})" for p, x in zip(mix, line, strict=True))
        total = sum((p * x for p, x in zip(mix, line, strict=True)), Fraction(0))
        rows.append((label, terms, show(total)))
    table = Table(("row", "expected payoff", ""), tuple(rows))
    prose = "Against a known strategy every row pays its expected payoff; the best rows pay most."
    return Explanation("A best response", (Step("What each row pays", prose, table),))


def _best(game: MatrixGame, mix: list[Fraction]) -> tuple[Fraction, tuple[str, ...]]:
    payoffs = [
        sum((p * x for p, x in zip(mix, line, strict=True)), Fraction(0))
        for line in game.matrix.numbers()
    ]
    most = max(payoffs)
    return most, tuple(game.rows[r] for r, x in enumerate(payoffs) if x == most)
