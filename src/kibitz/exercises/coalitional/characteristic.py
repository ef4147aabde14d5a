"""From a strategic game of three players to the worths of coalitions."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arrows import to_coalitional
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import Number, exact, show
from kibitz.exercises.coalitional.worths import worths_table
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.strategic.build import strategic_game
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import matrix


@exercise(
    "characteristic-function",
    "coalitional",
    book="Ferguson IV.1.2, Leon C",
    levels=("whole worths", "some fractions", "larger payoffs"),
)
def characteristic(draft: Draft) -> Problem:
    """The characteristic function."""
    bound = [2, 8, 12][draft.level - 1]
    high = 4 if draft.level < 3 else 8

    def candidate() -> StrategicGame | None:
        cells = [
            [[draft.dice.integers(3, -1, high) for _ in range(2)] for _ in range(2)]
            for _ in range(2)
        ]
        game = strategic_game(cells)
        worths = _worths(game)
        fine = all(exact(worths.value(m)).denominator < bound for m in range(1, 8))
        return game if fine else None

    game, properties = draft.find(candidate)
    worths = _worths(game)
    masks = [1, 2, 4, 3, 5, 6, 7]
    names = tuple(worths.spell(mask) for mask in masks)
    numbers = tuple(exact(worths.value(mask)) for mask in masks)
    rows = tuple(
        (f"{a + 1}, {b + 1}, {c + 1}", *(show(x) for x in game.payoff(a, b, c)))
        for a in range(2)
        for b in range(2)
        for c in range(2)
    )
    table = Table(("choices", *(f"payoff of {p}" for p in game.players)), rows)
    listed = "; ".join(names)
    hint = "For each coalition solve the matrix game against all the others together."
    parts = (
        Part(
            f"Find the worth of every coalition, in the order {listed}.",
            VectorJudge(names, numbers),
            hint,
            points=3,
        ),
    )
    prose = (
        "Three players choose 1 or 2 at the same time. A coalition is worth what it can "
        "guarantee when the others play together against it."
    )
    return Problem(
        "The characteristic function",
        prose,
        game,
        parts,
        (game.solve("coalition-values"),),
        properties,
        table,
        derive=_derivation,
    )


def _worths(game: StrategicGame) -> CoalitionalGame:
    found: CoalitionalGame = to_coalitional(game)
    return found


def _derivation(game: StrategicGame) -> Explanation:
    """The matrix game of each coalition against the others."""
    worths = _worths(game)
    steps = [_against(game, mask, worths) for mask in (1, 2, 4, 3, 5, 6)]
    sentence = "All together take the cell with the largest sum."
    steps.append(Step("All together", sentence, worths_table(worths)))
    return Explanation("The characteristic function", tuple(steps))


def _against(game: StrategicGame, mask: int, worths: CoalitionalGame) -> Step:
    """A row for each joint choice of the coalition, a column for each of the others."""
    inside = [i for i in range(3) if mask >> i & 1]
    outside = [i for i in range(3) if not mask >> i & 1]
    own = [_joint(inside, k) for k in range(2 ** len(inside))]
    others = [_joint(outside, k) for k in range(2 ** len(outside))]
    rows = []
    for mine in own:
        cells = []
        for theirs in others:
            choice = {**mine, **theirs}
            payoffs = game.payoff(*(choice[i] for i in range(3)))
            cells.append(show(sum(exact(payoffs[i]) for i in inside)))
        rows.append((_text(mine), *cells))
    table = Table(("", *(_text(theirs) for theirs in others)), tuple(rows))
    name, value = worths.spell(mask), show(worths.value(mask))
    solution = matrix([row[1:] for row in rows]).solve()
    rival = worths.spell(7 ^ mask)
    prose = (
        f"The value of this matrix game is {value}: {_plays(name, 'row', own, solution.row)}; "
        f"{_plays(rival, 'column', others, solution.column)}."
    )
    return Step(f"Coalition {name}", prose, table)


def _plays(who: str, line: str, choices: list[dict[int, int]], weights: Sequence[Number]) -> str:
    """How a coalition plays its rows or columns, in words."""
    ending = "" if "," in who else "s"
    used = [(_text(c), w) for c, w in zip(choices, weights, strict=True) if w]
    if len(used) == 1:
        return f"{who} play{ending} {line} ({used[0][0]})"
    mixture = " and ".join(f"({name}) with {show(w)}" for name, w in used)
    return f"{who} mix{'e' * len(ending)}{ending} the {line}s {mixture}"


def _joint(players: list[int], k: int) -> dict[int, int]:
    return {player: k >> (len(players) - 1 - j) & 1 for j, player in enumerate(players)}


def _text(choice: dict[int, int]) -> str:
    return ", ".join(str(c + 1) for c in choice.values())
