"""Genes of an evaluation: a weight for each kind of square, mine and yours alike."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.learning.encoding.encoding import Encoding
from kibitz.learning.evaluation.mind import Mind


@dataclass(frozen=True, eq=False)
class Genome:
    """How genes become weights.

    On boards, squares that are turns or mirror images of each other share a gene; where there are
    two planes, what a piece of the mover adds, one of the other side subtracts. One more gene is
    the share of the game's own estimate, where it has one.
    """

    gene_of: Any
    """The gene of each feature,"""
    sign_of: Any
    """and with which sign."""
    has_own: bool

    @property
    def unit(self) -> float:
        """The weight that a gene of 1 stands for: small where there are many features."""
        return 1 / math.sqrt(len(self.gene_of))

    @property
    def genes(self) -> int:
        return int(self.gene_of.max(initial=-1)) + 1 + int(self.has_own)

    def mind(self, genes: Any) -> Mind:
        """The evaluation of some genes."""
        weights = genes[:-1] if self.has_own else genes
        own = float(genes[-1]) if self.has_own else 0.0
        return Mind(self.unit * self.sign_of * weights[self.gene_of], own=own)


def genome_of(code: Encoding) -> Genome:
    """The genes of an encoding's features.

    >>> import kibitz
    >>> from kibitz.learning.encoding.encode import encode
    >>> genome_of(encode(kibitz.game("tic-tac-toe"))).genes
    4
    """
    has_own = code.rules.has("evaluate")
    if not code.is_board:
        return Genome(np.arange(code.size), np.ones(code.size), has_own)
    planes, squares = code.shape[0], code.shape[1] * code.shape[2]
    orbit = _orbits(squares, [np.asarray(symmetry.cells) for symmetry in code.symmetries])
    count = int(orbit.max()) + 1
    if planes == 2:
        sign = np.repeat([1.0, -1.0], squares)
        return Genome(np.concatenate([orbit, orbit]), sign, has_own)
    gene = np.concatenate([orbit + p * count for p in range(planes)])
    return Genome(gene, np.ones(code.size), has_own)


def _orbits(squares: int, symmetries: list[Any]) -> Any:
    """A number for each square, the same for turns and mirror images."""
    least = np.arange(squares)
    for _ in range(len(symmetries) + 1):
        for cells in symmetries:
            least = np.minimum(least, least[cells])
    return np.unique(least, return_inverse=True)[1]
