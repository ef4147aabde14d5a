"""Are equilibria equivalent, and interchangeable?

Equivalent equilibria pay every player the same; interchangeable ones stay equilibria when players
follow different ones of them. In zero-sum games all equilibria are both; in others they may be
neither, and then players who aim at different equilibria can miss all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from kibitz.core.claim import Claim, rows
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, plain, rounding, show_all
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.strategic.concepts.equilibrium_test import equilibrium_test
from kibitz.strategic.concepts.pure_equilibria import pure_equilibria
from kibitz.strategic.expected_payoffs import expected_payoffs
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Profile, mixture_text, read_profile

MOST_SWAPS = 20_000


@dataclass(frozen=True)
class Interchangeability(Solution, kind="interchangeability"):
    """The verdict about some equilibria, with a swap that fails where one does.

    >>> from kibitz import bimatrix
    >>> print(interchangeable(bimatrix("2,5 -1,-1; 0,0 5,2")))
    2 equilibria: not equivalent, not interchangeable
    payoffs (2, 5) and (5, 2) differ
    the combination 1 and 2 is not an equilibrium: payoffs (-1, -1)
    """

    game: StrategicGame
    equilibria: tuple[Profile, ...]
    payoffs: tuple[tuple[Number, ...], ...]
    failing: Profile | None
    """Strategies of several equilibria that together are not one."""

    @property
    def equivalent(self) -> bool:
        """Does every player get the same in all of them?"""
        return self._different() is None

    @property
    def interchangeable(self) -> bool:
        """Do all swaps among them stay equilibria?"""
        return self.failing is None

    def __bool__(self) -> bool:
        return self.equivalent and self.interchangeable

    def _different(self) -> int | None:
        first = self.payoffs[0] if self.payoffs else ()
        for k, other in enumerate(self.payoffs):
            pairs = list(zip(first, other, strict=True))
            slack = 0 if self.game.exact else rounding([x for pair in pairs for x in pair])
            if any(magnitude(a - b) > slack for a, b in pairs):
                return k
        return None

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "equivalent": self.equivalent,
            "interchangeable": self.interchangeable,
            "equilibria": [[[plain(x) for x in w] for w in p] for p in self.equilibria],
            f"{self.game.word}s": [[plain(x) for x in paid] for paid in self.payoffs],
            "failing": None
            if self.failing is None
            else [[plain(x) for x in w] for w in self.failing],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> Interchangeability:
        claim = Claim(data)
        listed = tuple(rows(p, "equilibria") for p in claim.items("equilibria"))
        failing = None if data.get("failing") is None else claim.table("failing")
        return cls(game, listed, claim.table(f"{game.word}s"), failing)

    def __str__(self) -> str:
        verdicts = [
            "equivalent" if self.equivalent else "not equivalent",
            "interchangeable" if self.interchangeable else "not interchangeable",
        ]
        lines = [f"{count_of(len(self.equilibria), 'equilibrium')}: {', '.join(verdicts)}"]
        k = self._different()
        if k is not None:
            both = f"{show_all(self.payoffs[0])} and {show_all(self.payoffs[k])}"
            lines.append(f"{self.game.word}s {both} differ")
        if self.failing is not None:
            names = zip(self.game.strategies, self.failing, strict=True)
            mix = " and ".join(mixture_text(labels, w) for labels, w in names)
            paid = show_all(expected_payoffs(self.game, self.failing))
            lines.append(f"the combination {mix} is not an equilibrium: {self.game.word}s {paid}")
        return "\n".join(lines)


@method(
    StrategicGame,
    "interchangeable",
    finds="whether equilibria are equivalent and interchangeable",
    cost="an equilibrium test for each combination of their strategies",
    reference="Nash 1951",
    aliases=("interchangeability",),
)
def interchangeable(
    game: StrategicGame, equilibria: Iterable[Any] | None = None
) -> Interchangeability:
    """Whether some equilibria, all pure ones when none are given, are equivalent and swap freely.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    equilibria : iterable[Any], optional
        The equilibria to compare; all pure ones by default.

    Returns
    -------
    Interchangeability
        The verdict, with a combination that fails where one does.

    Notes
    -----
    Cost: an equilibrium test for each combination of their strategies.

    References
    ----------
    Nash 1951.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> bool(interchangeable(bimatrix("1,-1 1,-1; 0,0 0,0")))
    True
    """
    given = list(pure_equilibria(game) if equilibria is None else equilibria)
    profiles = tuple(read_profile(game, p) for p in given)
    for k, profile in enumerate(profiles, 1):
        if not equilibrium_test(game, profile):
            raise GameError(
                f"profile {k} of the list is not an equilibrium, so it cannot be swapped"
            )
    payoffs = tuple(expected_payoffs(game, p) for p in profiles)
    return Interchangeability(game, profiles, payoffs, _first_failing(game, profiles))


def _first_failing(game: StrategicGame, profiles: tuple[Profile, ...]) -> Profile | None:
    own = [list(dict.fromkeys(p[k] for p in profiles)) for k in range(len(game.players))]
    if prod(map(len, own)) > MOST_SWAPS:
        raise GameError(
            f"{prod(map(len, own)):,} combinations of these equilibria; the limit is {MOST_SWAPS:,}"
        )
    swaps = product(*own)
    return next((p for p in swaps if not equilibrium_test(game, p)), None)
