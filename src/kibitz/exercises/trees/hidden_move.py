"""A tree with an information set, as a matrix game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from kibitz.core.explanation import Table
from kibitz.core.numbers import exact
from kibitz.exercises.judges.number import NumberJudge, whole
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.extensive.build import extensive_game
from kibitz.extensive.game import ExtensiveGame


@exercise(
    "hidden-move",
    "trees",
    book="Ferguson II.5.3, Young 3, Glenn 4.4",
    levels=("a hidden card", "a hidden card and a hidden move", "three cards"),
)
def hidden_move(draft: Draft) -> Problem:
    """A tree with information sets."""
    dice = draft.dice
    cards = ["high", "middle", "low"] if draft.level == 3 else ["high", "low"]
    payoffs: list[list[int]] = []

    def candidate() -> ExtensiveGame | None:
        payoffs[:] = [dice.integers(4, -4, 4) for _ in cards]
        game = extensive_game(_tree(cards, payoffs, draft.level == 2), players=("I", "II"))
        data = game.solve().to_json()
        value = exact(data["value"])
        moves = [
            exact(p)
            for own in data["strategies"].values()
            for s in own.values()
            for p in s.values()
        ]
        mixed = any(0 < p < 1 for p in moves)
        return game if mixed and value.denominator < 30 else None

    game, properties = draft.find(candidate)
    solution = game.solve()
    value = exact(solution.to_json()["value"])
    rows = tuple((card, *map(str, row)) for card, row in zip(cards, payoffs, strict=True))
    table = Table(("card", "a, c", "a, d", "b, c", "b, d"), rows)
    sees = (
        "II sees neither the card nor the move of I"
        if draft.level == 2
        else "II sees the move of I, but not the card"
    )
    count = {1: (4, 4), 2: (4, 2), 3: (8, 4)}[draft.level]
    prose = (
        f"A card is drawn, {', '.join(cards[:-1])} or {cards[-1]}, each with the same probability. "
        f"I sees it and plays a or b; {sees}, and plays c or d. The table shows what II then pays "
        "I, for each card and each pair of moves."
    )
    parts = (
        Part(
            "How many pure strategies does I have?",
            whole(count[0], "the number"),
            "A move for each card.",
        ),
        Part(
            "How many pure strategies does II have?",
            whole(count[1], "the number"),
            "A move for each information set.",
        ),
        Part(
            "Find the value of the game.",
            NumberJudge(value, "the value"),
            "Write the matrix of expected payoffs, and remove dominated strategies.",
            points=2,
        ),
    )
    return Problem(
        "A tree with information sets",
        prose,
        game,
        parts,
        (solution,),
        properties,
        table,
        replace(game.draw(), caption="The tree"),
    )


def _tree(cards: list[str], payoffs: list[list[int]], blind: bool) -> dict[str, Any]:
    """Chance, then I, then II in one information set for each move, or in a single one."""
    branches = []
    for card, row in zip(cards, payoffs, strict=True):
        after = {
            move: {
                "player": "II",
                "infoset": "blind" if blind else f"after {move}",
                "moves": {"c": {"payoff": row[k]}, "d": {"payoff": row[k + 1]}},
            }
            for move, k in (("a", 0), ("b", 2))
        }
        node = {"player": "I", "infoset": card, "moves": after}
        branches.append([card, str(Fraction(1, len(cards))), node])
    return {"player": "chance", "moves": branches}
