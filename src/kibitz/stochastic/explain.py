"""The derivation of the values, as on a blackboard."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of, count_that
from kibitz.stochastic.decision.policy import PolicySolution
from kibitz.stochastic.draw import draw_solution
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components, endless_play
from kibitz.stochastic.show import mixture_text, stage_table, write
from kibitz.stochastic.solution import StochasticSolution
from kibitz.stochastic.state_answers import named_choices

MOST_STAGES = 8
MOST_TYPED, MOST_WIDE = 300, 100


@extends(StochasticSolution)
def explain_solution(solution: StochasticSolution) -> Explanation:
    """The game, its equations, how they were solved, and what that proves."""
    game = solution.game
    steps: list[Step | None] = [_game_step(game)]
    if solution.exact:
        steps += _blocks(solution)
    elif solution.residuals:
        steps.append(_rounds(solution))
    steps.append(_answer(solution))
    steps.append(_endless(solution))
    return Explanation(game.title or "A stochastic game", tuple(s for s in steps if s is not None))


def states_step(game: StochasticGame, meaning: str) -> Step:
    """The matrices of the first states, and how to read them."""
    count = game.table.states
    shown = "; ".join(
        f"{game.states[s]} = ["
        + "; ".join(", ".join(row[1:]) for row in stage_table(game, s).rows)
        + "]"
        for s in range(min(count, MOST_STAGES))
    )
    if count == 1 and len(shown) <= MOST_TYPED and named_choices(game):
        return Step("The states", meaning, stage_table(game, 0))
    more = f" and {count - MOST_STAGES} more" if count > MOST_STAGES else ""
    return Step("The states", f"{shown}{more}. {meaning}")


def _game_step(game: StochasticGame) -> Step:
    exchanged = any(w < 0 for cell in range(game.table.cells) for _, w in game.table.go(cell))
    turned = ", and -G^T is G with the roles exchanged" if exchanged else ""
    return states_step(
        game,
        f"A cell pays its number now; a state in it is what is played next{turned}. Putting values "
        "in place of states gives an equation v = Val(...) for every state.",
    )


def _blocks(solution: StochasticSolution) -> list[Step]:
    """One step for each block of states, in the order in which they were solved."""
    game = solution.game
    parts = components(game.table)
    steps = []
    for block, cyclic in list(zip(parts.members(), parts.cyclic, strict=True))[:MOST_STAGES]:
        names = ", ".join(str(game.states[s]) for s in block)
        if cyclic and len(block) == 1 and block[0] in solution.fixed:
            steps.append(_fixed_step(solution, block[0]))
        elif cyclic:
            steps.append(_kernel_step(solution, block, names))
        else:
            steps.append(_stage_step(solution, block[0]))
    return steps


def _stage_step(solution: StochasticSolution, s: int) -> Step:
    game = solution.game
    matrix = game.rational.matrix(s, _Shown(solution.value_list))
    table = TextTable(
        (str(game.states[s]), *game.column_names(s)),
        tuple(
            (label, *(write(x) if isinstance(x, Fraction) else f"{float(x):.6g}" for x in line))
            for label, line in zip(game.row_names(s), matrix, strict=True)
        ),
    )
    return Step(
        f"{game.states[s]} comes after states that are known",
        f"With their values substituted this is a matrix game with value "
        f"{write(solution.value_list[s])}.",
        table,
    )


class _Shown:
    """Values that can enter sums: fractions as they are, other numbers as floats."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __getitem__(self, s: int) -> Any:
        x = self.values[s]
        return x if isinstance(x, Fraction) else float(x)


def _fixed_step(solution: StochasticSolution, s: int) -> Step:
    game, points = solution.game, solution.fixed[s]
    curve = str(points.curve).replace("V(t)", "Val(v)").replace("t", "v")
    curve = curve.replace("Valv", "Val").replace("Val(v)", "Val ")
    prose = f"{game.states[s]} leads back to itself. "
    if all(len(line) <= MOST_WIDE for line in curve.splitlines()):
        prose += f"As a function of its own value v it is worth\n{curve}\nand"
    else:
        prose += "It is worth a function Val of its own value v, and"
    prose += f" v = Val holds for v in {points}."
    if not points.unique and game.endless is not None and not isinstance(game.endless, str):
        prose += (
            f" Endless play pays {show(game.endless)}; the nearest of these is the value, "
            f"{write(solution.value_list[s])}."
        )
    return Step(f"The fixed points of {game.states[s]}", prose)


def _kernel_step(solution: StochasticSolution, block: list[int], names: str) -> Step:
    game = solution.game
    rows = []
    for s in block:
        row, column = solution.row_list[s], solution.column_list[s]
        active = [
            ", ".join(label for label, x in zip(labels, side, strict=True) if float(x) > 0)
            for labels, side in ((game.row_names(s), row), (game.column_names(s), column))
        ]
        rows.append((str(game.states[s]), *active, write(solution.value_list[s])))
    which = names if len(block) <= MOST_STAGES else f"{len(block)} states"
    sides = [(len(solution.row_list[s]), len(solution.column_list[s])) for s in block]
    alone = all(n == 1 for _, n in sides)
    who = "Only one player has choices" if alone else "In every state only one player has a choice"
    prose = (
        f"{who}. With these choices the values solve a system of linear "
        "equations, and at them no other choice does better: that proves them."
        if all(1 in side for side in sides)
        else "Near the values both sides mix these rows and columns so that the other is "
        "indifferent. The equations of all kernels together have the values below, and at them "
        "every other row and column does no better: that proves them."
    )
    return Step(
        f"{which} leads back to itself" if len(block) == 1 else f"{which} depend on each other",
        prose,
        TextTable(("state", "rows", "columns", "value"), tuple(rows)),
    )


def _rounds(solution: StochasticSolution) -> Step:
    some = list(enumerate(solution.residuals))[:20]
    rows = tuple((str(k), f"{r:.3e}") for k, r in some)
    return Step(
        "Iteration",
        "Every round solves the matrix game of each state at the current values; the residual is "
        f"how much that changes them. At the end the values are within {show(solution.bound)}.",
        TextTable(("round", "residual"), rows),
    )


def _answer(solution: StochasticSolution) -> Step:
    game = solution.game
    rows = tuple(
        (
            str(game.states[s]),
            write(solution.value_list[s]),
            f"{float(solution.value_list[s]):.6f}",
            _mixture(game.row_names(s), solution.row_list[s]),
            _mixture(game.column_names(s), solution.column_list[s]),
        )
        for s in range(min(game.table.states, 30))
    )
    picture = draw_solution(solution) if game.table.states <= 30 else None
    return Step(
        "Values and strategies",
        "",
        TextTable(("state", "value", "about", *game.players), rows),
        picture,
    )


def _mixture(names: Sequence[str], side: Any) -> str:
    shown = mixture_text(names, side, ", ")
    return (
        shown if len(shown) <= 60 else mixture_text(names, [round(float(x), 5) for x in side], ", ")
    )


def _endless(solution: StochasticSolution) -> Step | None:
    game = solution.game
    parts = endless_play(game) if game.table.states <= 400 else []
    if not parts:
        return None
    names = "; ".join(", ".join(str(game.states[s]) for s in sorted(part)) for part in parts)
    prose = f"Together the players could remain in {names} forever. "
    if not solution.exact:
        return Step("Play without end", prose + "The bound is that of the best replies.")
    if all(solution.optimal_for):
        prose += (
            "Both strategies are still optimal: neither side can prolong play where that "
            "would cost it."
        )
        return Step("Play without end", prose)
    for player, good in zip(game.players, solution.optimal_for, strict=False):
        if good:
            prose += (
                f"{player}'s strategy is still optimal: the other side cannot prolong play "
                f"where that would cost it. "
            )
        else:
            nearly = solution.epsilon_optimal(player)
            prose += (
                f"{player} has no optimal strategy: whatever is optimal stage by stage allows "
                f"play to continue forever. But {nearly}. "
            )
    return Step("Play without end", prose.strip())


def _swept(solution: PolicySolution) -> str:
    """How the values were found, by sweeps of all states or by policies."""
    if solution.method.startswith("policy iteration"):
        rounds = count_of(solution.sweeps, "policy")
        return (
            f"Evaluate a policy, improve it where another move does better, and repeat: {rounds}."
        )
    rounds = count_of(solution.sweeps, "update")
    return (
        f"Each block is swept until nothing changes, successors first: {rounds} by "
        f"{solution.method}."
    )


@extends(PolicySolution)
def explain_policy(solution: PolicySolution) -> Explanation:
    """Blocks, sweeps and bound of a large solution."""
    game = solution.game
    parts = components(game.table)
    sizes = [int(b - a) for a, b in zip(parts.blocks, parts.blocks[1:], strict=False)]
    steps = (
        Step(
            "The states in order",
            f"{count_that(game.table.states, 'state', 'fall')} into {len(sizes):,} blocks that "
            "lead into each "
            f"other, the largest with {max(sizes):,}; {int(parts.cyclic.sum()):,} hold a cycle.",
        ),
        Step("Sweeps", _swept(solution)),
        Step(
            "The answer",
            f"{solution}\nNo reply can make a play so long that one stage's loss adds up to more "
            f"than {solution.bound:.2g}.",
        ),
    )
    return Explanation(game.title or "A stochastic game", steps)
