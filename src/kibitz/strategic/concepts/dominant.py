"""Dominant strategies: better than every other one of the same player, whatever the rest do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.claim import Claim, place
from kibitz.core.method import method
from kibitz.core.solution import Solution
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.strategies.dominated_lines import everything, own_lines


@dataclass(frozen=True)
class DominantStrategies(Solution, kind="dominant-strategies"):
    """Each player's strictly and weakly dominant strategy (positions from 0), where there is one.

    >>> from kibitz import bimatrix
    >>> print(dominant_strategies(bimatrix("3,3 0,4; 4,0 1,1", rows="C D", columns="C D")))
    I: D is strictly dominant
    II: D is strictly dominant
    """

    game: StrategicGame
    strict: tuple[int | None, ...]
    weak: tuple[int | None, ...]
    """At least as good as every other one always, and better than each of them somewhere."""

    @property
    def everybody(self) -> bool:
        """Does everyone have a strictly dominant strategy? Then these are the only equilibrium."""
        return all(i is not None for i in self.strict)

    def to_json(self) -> dict[str, Any]:
        names = self.game.strategies
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "strict": [None if i is None else names[k][i] for k, i in enumerate(self.strict)],
            "weak": [None if i is None else names[k][i] for k, i in enumerate(self.weak)],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> DominantStrategies:
        claim, names = Claim(data), game.strategies
        strict, weak = (
            tuple(
                None if name is None else place(name, names[k], key)
                for k, name in enumerate(claim.items(key, len(names)))
            )
            for key in ("strict", "weak")
        )
        return cls(game, strict, weak)

    def __str__(self) -> str:
        lines = []
        for k, name in enumerate(self.game.players):
            strict, weak = self.strict[k], self.weak[k]
            if strict is not None:
                lines.append(f"{name}: {self.game.strategies[k][strict]} is strictly dominant")
            elif weak is not None:
                lines.append(f"{name}: {self.game.strategies[k][weak]} is weakly dominant")
            else:
                lines.append(f"{name}: no dominant strategy")
        return "\n".join(lines)


@method(
    StrategicGame,
    "dominant-strategies",
    finds="the dominant strategy of each player, where there is one",
    cost="O(m) times the cells",
    aliases=("dominant",),
)
def dominant_strategies(game: StrategicGame) -> DominantStrategies:
    """The strictly and the weakly dominant strategy of each player. Cost O(m) times the cells.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    DominantStrategies
        The dominant strategy of each player, where there is one.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> dominant_strategies(bimatrix("11,89 10,90; 2,98 10,0")).weak
    (0, None)
    """
    strict = tuple(_one(game, k, True) for k in range(len(game.players)))
    weak = tuple(_one(game, k, False) for k in range(len(game.players)))
    return DominantStrategies(game, strict, weak)


def _one(game: StrategicGame, player: int, strict: bool) -> int | None:
    dominant_ones = (i for i in range(game.shape[player]) if _dominant(game, player, i, strict))
    return next(dominant_ones, None)


def _dominant(game: StrategicGame, player: int, index: int, strict: bool) -> bool:
    lines = own_lines(game, player, everything(game)).array
    others = [i for i in range(len(lines)) if i != index]
    gaps = lines[index] - lines[others]
    if strict:
        return bool((gaps > 0).all())
    return bool((gaps >= 0).all() and (gaps > 0).any(axis=1).all())
