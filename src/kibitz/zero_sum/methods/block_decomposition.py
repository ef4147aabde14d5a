"""Games that split into smaller games: rows and columns in blocks, all but a few blocks constant.

Call a set R of rows with a set C of columns *closed* when the rows of R agree outside C and the
columns of C agree outside R. Then R x C can be replaced by one row, one column and the value of the
game on R x C; optimal strategies multiply. Disjoint closed pairs can be replaced at once: they are
the blocks that are not constant, at most one in each line of blocks, wherever they lie and in
whatever order the lines come. Ferguson II.6.1 has two such blocks, on the diagonal.

The closed pairs that contain two given rows (or columns) have a least one, found by adding what
disagrees until nothing does. A game splits exactly when one of these is not the whole game, apart
from blocks in which at most one entry differs from the others, which dominance removes. Trying
all pairs costs O((m^2 + n^2)(m + n)) operations on bit sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.core.solution import Certificate, Check
from kibitz.core.tensor import Array
from kibitz.zero_sum.game import MatrixGame, matrix
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.mixture import Mixture

Pair = tuple[int, int]
"""A set of rows and a set of columns, as bit sets."""


@dataclass(frozen=True)
class BlockDecomposition:
    """A partition of the rows and the columns, and which of its blocks are games of their own.

    All positions count from 0. ``components`` holds (row block, column block) for each block that
    is not constant; every other block repeats one number.

    >>> from kibitz import matrix
    >>> found = block_decomposition(matrix("0 3 4 4; 2 -1 4 4; 5 5 0 1; 5 5 4 3"))
    >>> found.row_blocks, found.column_blocks, found.components
    (((0, 1), (2, 3)), ((0, 1), (2, 3)), ((0, 0), (1, 1)))
    >>> print(found)
    rows 1, 2 | 3, 4; columns 1, 2 | 3, 4
    >>> bool(found.verify())
    True
    """

    game: MatrixGame
    row_blocks: tuple[tuple[int, ...], ...]
    column_blocks: tuple[tuple[int, ...], ...]
    components: tuple[tuple[int, int], ...]

    def block(self, a: int, b: int) -> MatrixGame:
        """The game on one block."""
        return self.game.restrict(self.row_blocks[a], self.column_blocks[b])

    def constant(self, a: int, b: int) -> Number:
        """The number that a constant block repeats."""
        return self.game[self.row_blocks[a][0], self.column_blocks[b][0]]

    def labels(self, side: str) -> tuple[str, ...]:
        """The blocks of one side, named by their members."""
        names = self.game.rows if side == "row" else self.game.columns
        blocks = self.row_blocks if side == "row" else self.column_blocks
        return tuple(_shortened([names[k] for k in block]) for block in blocks)

    def quotient(self, values: Sequence[Number]) -> MatrixGame:
        """One row and column for each block, with these values in place of the components."""
        worth = dict(zip(self.components, values, strict=True))
        entries = [
            [worth.get((a, b), self.constant(a, b)) for b in range(len(self.column_blocks))]
            for a in range(len(self.row_blocks))
        ]
        title = f"quotient of {self.game.title}" if self.game.title else "quotient game"
        return matrix(entries, self.labels("row"), self.labels("column"), title)

    def verify(self) -> Certificate:
        """Check that the blocks partition the game and that all others are constant."""
        m, n = self.game.shape
        parts = _is_partition(self.row_blocks, m) and _is_partition(self.column_blocks, n)
        firsts, seconds = [a for a, _ in self.components], [b for _, b in self.components]
        alone = len(set(firsts)) == len(firsts) and len(set(seconds)) == len(seconds)
        checks = [
            Check("the blocks partition the rows and the columns", parts, str(self)),
            Check("no two components share a line of blocks", alone, f"{len(firsts)} components"),
        ]
        if parts:
            uneven = [
                (a, b)
                for a in range(len(self.row_blocks))
                for b in range(len(self.column_blocks))
                if (a, b) not in self.components and not self._is_constant(a, b)
            ]
            finding = f"block {uneven[0]} is not" if uneven else "each repeats one number"
            checks.append(Check("all other blocks are constant", not uneven, finding))
        return Certificate("the game splits into blocks", "inspection", tuple(checks))

    def _is_constant(self, a: int, b: int) -> bool:
        array = self.game.matrix.array[np.ix_(self.row_blocks[a], self.column_blocks[b])]
        return bool((array == array.flat[0]).all())

    def __str__(self) -> str:
        return f"rows {' | '.join(self.labels('row'))}; columns {' | '.join(self.labels('column'))}"


@dataclass(frozen=True)
class BlockWorking:
    """How the game was split, the solution of each component, and that of the quotient game."""

    decomposition: BlockDecomposition
    components: tuple[MatrixSolution, ...]
    quotient: MatrixSolution


def block_decomposition(game: MatrixGame) -> BlockDecomposition | None:
    """A split of the game into smaller games, the coarsest that all others respect, or None.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    BlockDecomposition or None
        The blocks; None when the game does not split.

    Examples
    --------
    >>> from kibitz import matrix
    >>> block_decomposition(matrix("1 2 3; 3 1 2; 2 3 1")) is None
    True
    """
    candidates = _closed_pairs(game.matrix.array)
    chosen = _disjoint(_not_crossed(candidates) or candidates)
    if not chosen:
        return None
    m, n = game.shape
    row_blocks = _blocks([rows for rows, _ in chosen], m)
    column_blocks = _blocks([columns for _, columns in chosen], n)
    components = sorted(
        (row_blocks.index(_members(rows)), column_blocks.index(_members(columns)))
        for rows, columns in chosen
    )
    return BlockDecomposition(game, row_blocks, column_blocks, tuple(components))


def _not_applicable(game: MatrixGame) -> str | None:
    return None if block_decomposition(game) is not None else "the matrix has no constant blocks"


@method(
    MatrixGame,
    "blocks",
    finds="the value and an optimal strategy of each player",
    cost="one solve for each block and one for the game between them",
    reference="Ferguson II.2.6",
    applies=_not_applicable,
    aliases=("block-decomposition",),
)
def solve_by_blocks(game: MatrixGame) -> MatrixSolution | None:
    """Solve the components, then the quotient game; None when the game does not split.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    MatrixSolution or None
        The solution; None when the game does not split.

    References
    ----------
    Ferguson II.2.6.

    Examples
    --------
    >>> from kibitz import matrix
    >>> solution = solve_by_blocks(matrix("0 3 4 4; 2 -1 4 4; 5 5 0 1; 5 5 4 3"))
    >>> solution.value, [str(x) for x in solution.row]
    (Fraction(17, 5), ['1/5', '1/5', '0', '3/5'])
    """
    blocks = block_decomposition(game)
    if blocks is None:
        return None
    parts = tuple(_inner(blocks.block(a, b)) for a, b in blocks.components)
    quotient = _inner(blocks.quotient([part.value for part in parts]))
    inside_rows = {a: part.row for (a, _), part in zip(blocks.components, parts, strict=True)}
    inside_columns = {b: part.column for (_, b), part in zip(blocks.components, parts, strict=True)}
    return MatrixSolution(
        game,
        quotient.value,
        _lift(quotient.row, blocks.row_blocks, inside_rows, game.shape[0]),
        _lift(quotient.column, blocks.column_blocks, inside_columns, game.shape[1]),
        "block decomposition",
        BlockWorking(blocks, parts, quotient),
    )


def _shortened(names: list[str]) -> str:
    return ", ".join(names if len(names) <= 6 else [*names[:3], "…", names[-1]])


def _inner(game: MatrixGame) -> MatrixSolution:
    return solve_by_blocks(game) or game.solve()


def _lift(
    weights: Mixture,
    blocks: tuple[tuple[int, ...], ...],
    inside: dict[int, Mixture],
    size: int,
) -> Mixture:
    """Multiply the weight of each block by the strategy inside it."""
    lifted: list[Number] = [weights[0] * 0] * size
    for k, (weight, block) in enumerate(zip(weights, blocks, strict=True)):
        for position, share in zip(block, inside.get(k, (1,)), strict=True):
            lifted[position] = weight * share
    return tuple(lifted)


def _closed_pairs(array: Array) -> list[Pair]:
    """The least closed pairs around two rows or two columns, except the whole game and slivers."""
    row_differences, column_differences = _differences(array), _differences(array.T)
    m, n = array.shape
    whole = ((1 << m) - 1, (1 << n) - 1)
    lost = [0] * m
    least = []
    for i, k in combinations(range(m), 2):
        seed = ((1 << i) | (1 << k), row_differences[i][k])
        least.append(_closure(seed, row_differences, column_differences, whole, lost))
        if least[-1] == whole:
            lost[i] |= 1 << k
    for j, k in combinations(range(n), 2):
        seed = (column_differences[j][k], (1 << j) | (1 << k))
        least.append(_closure(seed, row_differences, column_differences, whole, lost))
    proper = [pair for pair in least if pair != whole and min(map(int.bit_count, pair)) > 1]
    return list(dict.fromkeys(proper))


def _differences(lines: Array) -> list[list[int]]:
    """For every two lines, the bit set of the places where they differ."""
    table = []
    for line in lines:
        packed = np.packbits(lines != line, axis=1, bitorder="little")
        table.append([int.from_bytes(bits.tobytes(), "little") for bits in packed])
    return table


def _closure(
    seed: Pair,
    by_row: list[list[int]],
    by_column: list[list[int]],
    whole: Pair,
    lost: list[int],
) -> Pair:
    """Add the columns on which the rows disagree, then the rows, until nothing changes.

    ``lost`` has, for every row, those after it with which it was found to take in the whole game.
    """
    rows, columns = seed
    while True:
        if rows and lost[(rows & -rows).bit_length() - 1] & rows:
            return whole
        wider = columns | _disagreement(rows, by_row, whole[1])
        taller = rows | _disagreement(wider, by_column, whole[0])
        if (taller, wider) in ((rows, columns), whole):
            return taller, wider
        rows, columns = taller, wider


def _disagreement(lines: int, differences: list[list[int]], everywhere: int) -> int:
    """The places where some two of these lines differ."""
    members = _ones(lines)
    first = differences[next(members, 0)]
    total = 0
    for member in members:
        total |= first[member]
        if total == everywhere:
            break
    return total


def _members(bits: int) -> tuple[int, ...]:
    return tuple(_ones(bits))


def _ones(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _apart(a: Pair, b: Pair) -> bool:
    return not a[0] & b[0] and not a[1] & b[1]


def _within(a: Pair, b: Pair) -> bool:
    return not a[0] & ~b[0] and not a[1] & ~b[1]


def _cross(a: Pair, b: Pair) -> bool:
    return not (_apart(a, b) or _within(a, b) or _within(b, a))


def _not_crossed(candidates: list[Pair]) -> list[Pair]:
    """Those that every other candidate contains, lies in, or avoids."""
    return [a for a in candidates if not any(_cross(a, b) for b in candidates)]


def _disjoint(candidates: list[Pair]) -> list[Pair]:
    """Largest first, those that share no line with the ones chosen before."""
    chosen: list[Pair] = []
    by_size = sorted(candidates, key=lambda p: (-p[0].bit_count() * p[1].bit_count(), p))
    for pair in by_size:
        if all(_apart(pair, other) for other in chosen):
            chosen.append(pair)
    return chosen


def _blocks(chosen: list[int], size: int) -> tuple[tuple[int, ...], ...]:
    """The chosen sets and the remaining singles, ordered by their first member."""
    taken = 0
    for bits in chosen:
        taken |= bits
    singles = [(k,) for k in range(size) if not taken >> k & 1]
    return tuple(sorted([*(_members(bits) for bits in chosen), *singles]))


def _is_partition(blocks: tuple[tuple[int, ...], ...], size: int) -> bool:
    return all(blocks) and sorted(k for block in blocks for k in block) == list(range(size))
