"""The derivation of a block decomposition: the split, each component, the quotient, the product."""

from __future__ import annotations

from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import show
from kibitz.zero_sum.explain import steps_of
from kibitz.zero_sum.methods.block_decomposition import BlockDecomposition, BlockWorking
from kibitz.zero_sum.show import MOST_COLUMNS, MOST_ROWS, payoff_table
from kibitz.zero_sum.solution import MatrixSolution


@steps_of.register
def block_steps(working: BlockWorking, solution: MatrixSolution) -> tuple[Step, ...]:
    """The steps of one decomposition, with those of the games it leads to.

    >>> from kibitz import matrix
    >>> from kibitz.zero_sum.methods.block_decomposition import solve_by_blocks
    >>> solution = solve_by_blocks(matrix("0 3 4 4; 2 -1 4 4; 5 5 0 1; 5 5 4 3"))
    >>> print(block_steps(solution.working, solution)[0].prose)
    In the order rows 1, 2 | 3, 4; columns 1, 2 | 3, 4 every block except the 2 marked ones repeats
    one number. Each marked block is a game by itself, and entering it is worth its value.
    """
    decomposition = working.decomposition
    steps = [Step("The game splits into blocks", _split(decomposition), _reordered(decomposition))]
    for k, part in enumerate(working.components, 1):
        name = f"Component {k}"
        steps.append(Step(name, f"Its value is {show(part.value)}.", payoff_table(part.game)))
        steps += steps_of(part.working, part)
    quotient = working.quotient
    steps.append(
        Step(
            "The quotient game",
            "One row and one column for each block, with the components' values in their places. "
            f"Its value, {show(quotient.value)}, is the value of the whole game.",
            payoff_table(quotient.game),
        )
    )
    steps += steps_of(quotient.working, quotient)
    steps.append(
        Step(
            "Back to the whole game",
            "Multiply the probability of each block by the strategy inside its component.",
        )
    )
    return tuple(steps)


def _split(decomposition: BlockDecomposition) -> str:
    count = len(decomposition.components)
    which = "the marked one" if count == 1 else f"the {count} marked ones"
    return (
        f"In the order {decomposition} every block except {which} repeats one number. Each "
        "marked block is a game by itself, and entering it is worth its value."
    )


def _reordered(decomposition: BlockDecomposition) -> Table:
    rows = [i for block in decomposition.row_blocks for i in block][:MOST_ROWS]
    columns = [j for block in decomposition.column_blocks for j in block][:MOST_COLUMNS]
    game = decomposition.game.restrict(rows, columns)
    inside = {
        (i, j)
        for a, b in decomposition.components
        for i in decomposition.row_blocks[a]
        for j in decomposition.column_blocks[b]
    }
    marked = tuple(
        (x, y) for x, i in enumerate(rows) for y, j in enumerate(columns) if (i, j) in inside
    )
    return payoff_table(game, marked=marked)
