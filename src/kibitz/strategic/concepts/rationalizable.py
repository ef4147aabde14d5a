"""Rationalizable strategies: what players may choose who all know that all are rational.

A strategy goes when it is a best response to no belief about what the others still play. Beliefs
may be correlated, so that by Pearce's lemma this is the iterated removal of strictly dominated
strategies; every strategy that stays has a belief that makes it best, every one that goes has a
mixture that is better. Bernheim (1984), Pearce (1984).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.claim import Claim, rows
from kibitz.core.method import method
from kibitz.core.numbers import plain
from kibitz.core.solution import Solution
from kibitz.core.tensor import Tensor
from kibitz.strategic.concepts.pure_equilibria import best_mask
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.labels import numbered
from kibitz.zero_sum.strategies.dominance import Elimination, eliminate
from kibitz.zero_sum.strategies.dominated_lines import Kept, own_lines
from kibitz.zero_sum.strategies.mixture import Mixture


@dataclass(frozen=True)
class Rationalizable(Solution, kind="rationalizable"):
    """What survives, the reason why each other strategy goes, and a belief for each that stays.

    >>> from kibitz import bimatrix
    >>> found = rationalizable(bimatrix("1,4 2,0 -1,1 0,0; 3,1 5,3 3,-2 4,4; 0,5 -2,3 4,1 2,2"))
    >>> print(found)
    I: 2
    II: 4
    >>> found.solved
    True
    """

    game: StrategicGame
    elimination: Elimination
    beliefs: tuple[tuple[Mixture, ...], ...]
    """For each survivor, weights on the others' remaining joint profiles that make it best."""

    @property
    def survivors(self) -> Kept:
        """For each player, the positions (from 0) of the strategies that stay."""
        return self.elimination.kept

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """For each player, the names of the strategies that stay."""
        return tuple(
            tuple(names[i] for i in kept)
            for names, kept in zip(self.game.strategies, self.survivors, strict=True)
        )

    @property
    def solved(self) -> bool:
        """Does each player have a single strategy left?"""
        return self.elimination.solved

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "strategies": [list(names) for names in self.labels],
            "solved": self.solved,
            "removals": self.elimination.to_json()["removals"],
            "beliefs": [[[plain(x) for x in b] for b in player] for player in self.beliefs],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> Rationalizable:
        beliefs = tuple(rows(b, "beliefs") for b in Claim(data).items("beliefs"))
        return cls(game, Elimination.from_json(game, data), beliefs)

    def __str__(self) -> str:
        pairs = zip(self.game.players, self.labels, strict=True)
        return "\n".join(f"{player}: {', '.join(names)}" for player, names in pairs)


@method(
    StrategicGame,
    "rationalizable",
    finds="the rationalizable strategies, with beliefs",
    cost="a linear program for each strategy and round",
    reference="Bernheim 1984; Pearce 1984",
    aliases=("rationalizability",),
)
def rationalizable(game: StrategicGame) -> Rationalizable:
    """The rationalizable strategies of every player, with beliefs.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    Rationalizable
        The strategies, each with a belief to which it is a best response.

    Notes
    -----
    Cost: a linear program for each strategy and round.

    References
    ----------
    Bernheim 1984; Pearce 1984.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> rationalizable(bimatrix("2,1 0,0; 0,0 1,2")).labels
    (('1', '2'), ('1', '2'))
    """
    elimination = eliminate(game, mixed=True, strict=True)
    beliefs = []
    for k, kept in enumerate(elimination.kept):
        lines = own_lines(game, k, elimination.kept)
        beliefs.append(tuple(_belief(lines, place) for place in range(len(kept))))
    return Rationalizable(game, elimination, tuple(beliefs))


def point_rationalizable(game: StrategicGame) -> Kept:
    """What survives when players hold beliefs about pure profiles only (positions from 0).

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    Kept
        The strategies of each player, by position from 0.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> point_rationalizable(bimatrix("3,0 0,1; 0,1 3,0; 1,1 1,0"))
    ((0, 1), (0, 1))
    """
    kept = tuple(tuple(range(size)) for size in game.shape)
    while True:
        left = game.restrict(*kept)
        smaller = tuple(
            tuple(i for place, i in enumerate(positions) if best_mask(left, k).take(place, k).any())
            for k, positions in enumerate(kept)
        )
        if smaller == kept:
            return kept
        kept = smaller


def _belief(lines: Tensor, place: int) -> Mixture:
    """Weights on the columns that make one line best, which exist when nothing dominates it."""
    difference = Tensor(lines.array - lines.array[place], lines.denominator)
    m, n = difference.shape
    return MatrixGame(difference, numbered(m), numbered(n)).solve().column
