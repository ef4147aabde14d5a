"""Dominated strategies, by pure and by mixed ones, and their iterated removal.

A strategy is dominated by a mixture of a player's other ones that pays at least as much whatever
the others do and more in some case (strictly: more in every case). Strict removal loses no
equilibrium and leaves the same whatever the order; weak removal may lose some, and what it leaves
can depend on the order. In a matrix game removal never changes the value, and a line that equals
another may be removed as well. Ferguson II.2.3, III.2.4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.numbers import number
from kibitz.core.players import which_player
from kibitz.core.progress import work
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.dominated_lines import (
    DominatedStrategy,
    Game,
    Kept,
    Profiles,
    RemainingLines,
    everything,
    strategy_names,
)
from kibitz.zero_sum.strategies.mixture import Mixture

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Elimination(Solution, kind="elimination"):
    """What was removed, in order, and which strategies of each player remain."""

    game: Game
    removals: tuple[DominatedStrategy, ...]
    kept: Kept
    together: Kept | None = None
    """What was in play when all of these went at once; None when they went one by one."""

    @property
    def rows(self) -> tuple[int, ...]:
        """What remains of the first player's strategies."""
        return self.kept[0]

    @property
    def columns(self) -> tuple[int, ...]:
        """What remains of the second player's strategies."""
        return self.kept[1]

    @property
    def reduced(self) -> Any:
        """The game that remains, of the same form."""
        return self.game.restrict(*self.kept)

    @property
    def solved(self) -> bool:
        """Is a single strategy left to every player?"""
        return all(len(positions) == 1 for positions in self.kept)

    @property
    def method(self) -> str:
        """How they were removed."""
        return "iterated elimination" if self.together is None else "elimination at once"

    @property
    def exact(self) -> bool:
        """Whether the payoffs compared are exact."""
        return self.game.exact

    def explain(self) -> Explanation:
        """Every removal with its reason, and what remains."""
        return call(self, "explain_elimination")

    def to_json(self) -> dict[str, Any]:
        left = self._labels(self.kept)
        at_once = {} if self.together is None else {"together": self._labels(self.together)}
        sides = {"rows": left[0], "columns": left[1]} if len(left) == 2 else {}
        return {
            "kind": self.kind,
            "removals": [removal.to_json(self.game) for removal in self.removals],
            **sides,
            "strategies": left,
            "solved": self.solved,
            **at_once,
            "method": self.method,
        }

    def _labels(self, kept: Kept) -> list[list[str]]:
        return [[strategy_names(self.game, k)[i] for i in one] for k, one in enumerate(kept)]

    @classmethod
    def from_json(cls, game: Game, data: dict[str, Any]) -> Elimination:
        claim = Claim(data)
        arrow = None if hasattr(game, "shape") else game.also.get("StrategicGame")
        if arrow is not None:  # a tree, whose strategies are those of its normal form
            game = getattr(game, arrow)()
        sizes = range(len(game.shape))
        removals = tuple(_read_removal(game, part) for part in claim.parts("removals"))
        together = None
        if "together" in claim:
            together = tuple(_places(game, k, claim.items("together")[k]) for k in sizes)
        if "strategies" in claim:
            kept = tuple(_places(game, k, claim.items("strategies")[k]) for k in sizes)
        else:
            kept = _without(together or everything(game), removals)
        return cls(game, removals, kept, together)

    def __str__(self) -> str:
        lines = [r.sentence(self.game) for r in self.removals] or ["nothing is dominated"]
        return "\n".join(lines)


class Dominations(tuple[DominatedStrategy, ...]):
    """Dominated strategies of one game, which print as sentences."""

    game: Game

    def __str__(self) -> str:
        return "\n".join(d.sentence(self.game) for d in self) or "nothing is dominated"


@extends(MatrixGame)
def dominated(game: Game, mixed: bool = True, strict: bool = False) -> Dominations:
    """Every dominated strategy of the game as it stands, each with a witness.

    Parameters
    ----------
    game : Game
        A matrix game or a game in strategic form.
    mixed : bool, default True
        Whether mixed strategies may dominate.
    strict : bool, default False
        Whether domination must be strict.

    Returns
    -------
    Dominations
        The dominated strategies, each with what dominates it.

    Examples
    --------
    >>> from kibitz import matrix
    >>> print(dominated(matrix("0 4 6; 5 7 4; 9 6 3")))
    column 2 is strictly dominated by the mixture 5/12 × column 1 + 7/12 × column 3
    """
    view = RemainingLines(game, everything(game))
    dominations = Dominations(
        d for k in range(len(game.shape)) for d in view.find(k, mixed, strict)
    )
    dominations.game = game
    return dominations


@method(
    MatrixGame,
    "elimination",
    finds="the strategies that survive iterated elimination of dominated strategies",
    cost="O(m^2 n) per pass for pure witnesses, a linear program per strategy for mixed ones",
    reference="Luce and Raiffa 1957; Ferguson II.2.3",
    aliases=("iterated-dominance", "eliminate"),
)
def eliminate(game: Game, mixed: bool = False, strict: bool = False) -> Elimination:
    """Remove dominated strategies one at a time, player by player, until none is left.

    Parameters
    ----------
    game : MatrixGame or StrategicGame
        The game.
    mixed : bool
        Look for dominating mixtures as well.
    strict : bool
        Remove only strictly dominated strategies.

    Returns
    -------
    Elimination
        The removals in order, each with its witness, and what is left.

    Notes
    -----
    Cost O(m^2 n) a pass for pure witnesses, a linear program a line for mixed ones. What is not
    dominated stays so when its own player loses strategies, and what is best against a mixture of
    the others is not strictly dominated while they can play it; the rest is looked at again.

    Examples
    --------
    >>> from kibitz import matrix
    >>> print(eliminate(matrix("2 0 4; 1 2 3; 4 1 2")))
    column 3 is strictly dominated by column 2
    row 1 is strictly dominated by row 3
    """
    kept = everything(game)
    removals: list[DominatedStrategy] = []
    stays: list[dict[int, Profiles]] = [{} for _ in kept]
    clear: list[set[int]] = [set() for _ in kept]
    with work("looking for dominated strategies") as task:

        def looked(player: int, index: int, against: Profiles) -> None:
            stays[player][index] = against
            task.advance()
            if task.stopped:
                raise GameError(f"stopped after {count_of(len(removals), 'removal')}")

        while True:
            view = RemainingLines(game, kept)
            domination = next(
                (
                    d
                    for k in range(len(kept))
                    for d in view.find(k, mixed, strict, stays[k], clear[k], looked)
                ),
                None,
            )
            if domination is None:
                return Elimination(game, tuple(removals), kept)
            removals.append(domination)
            kept = _without(kept, [domination])
            for player, known in enumerate(stays):
                if player != domination.player:
                    clear[player].clear()
                    at = domination.player - (domination.player > player)
                    stays[player] = {
                        i: profiles
                        for i, profiles in known.items()
                        if profiles and not any(cell[at] == domination.index for cell in profiles)
                    }


def eliminate_at_once(game: Game) -> tuple[Elimination, ...]:
    """Remove, for all players together, what is weakly dominated by a remaining strategy; repeat.

    One :class:`Elimination` for each round. Lines that are merely equal to another one stay.

    Parameters
    ----------
    game : Game
        A matrix game or a game in strategic form.

    Returns
    -------
    tuple[Elimination, ...]
        One elimination for each round.

    Examples
    --------
    >>> from kibitz import matrix
    >>> [e.reduced.shape for e in eliminate_at_once(matrix("2 0 4; 1 2 3; 4 1 2"))]
    [(3, 2), (2, 2)]
    """
    rounds: list[Elimination] = []
    kept = everything(game)
    while True:
        view = RemainingLines(game, kept)
        gone = [d for k in range(len(kept)) for d in view.weakly_below(k)]
        if not gone:
            return tuple(rounds)
        rounds.append(Elimination(game, tuple(gone), _without(kept, gone), kept))
        kept = rounds[-1].kept


def dominating_mixtures(game: Game, player: Any, index: int) -> tuple[Mixture, ...]:
    """The extreme points of all mixtures of the other lines that are at least as good as this one.

    The player of a matrix game may be called "row" or "column".

    Parameters
    ----------
    game : Game
        A matrix game or a game in strategic form.
    player : int or str
        The player, by name or by position from 0.
    index : int
        The strategy, by position from 0.

    Returns
    -------
    tuple[Mixture, ...]
        The extreme dominating mixtures.

    Examples
    --------
    >>> from kibitz import matrix
    >>> for q in dominating_mixtures(matrix("0 4 6; 5 7 4; 9 6 3"), "column", 1):
    ...     print(*q)
    1/2 0 1/2
    1/3 0 2/3
    """
    from kibitz.linear.polyhedra.vertices import vertices

    if not game.exact:
        raise GameError("the set of dominating mixtures is exact; give integers or fractions")
    k = _player(game, player)
    count = game.shape[k]
    if not 0 <= index < count:
        raise GameError(f"there is no strategy {index}; they run from 0 to {count - 1}")
    lines = RemainingLines(game, everything(game)).lines(k)
    others = [i for i in range(count) if i != index]
    inequalities = [
        ([-int(lines[i, j]) for i in others], -int(lines[index, j])) for j in range(lines.shape[1])
    ]
    inequalities += [([-int(i == k) for i in others], 0) for k in others]
    mixtures = vertices(
        [a for a, _ in inequalities],
        [b for _, b in inequalities],
        [[1] * len(others)],
        [1],
    )
    return tuple(
        tuple(v[others.index(i)] if i != index else Fraction(0) for i in range(count))
        for v in mixtures.vertices
    )


def _without(kept: Kept, gone: Iterable[DominatedStrategy]) -> Kept:
    out = {(d.player, d.index) for d in gone}
    return tuple(
        tuple(i for i in positions if (k, i) not in out) for k, positions in enumerate(kept)
    )


def _read_removal(game: Game, part: Claim) -> DominatedStrategy:
    """One removal from its JSON."""
    who = part.raw("player" if "player" in part else "side")
    player = {"row": 0, "column": 1}.get(who, -1)
    if who in game.players:
        player = game.players.index(who)
    if not 0 <= player < len(game.shape):
        raise GameError(f"{part.path('player')}: no player {who!r}")
    (index,) = _places(game, player, [part.raw("label")])
    given = part.raw("by")
    if not isinstance(given, dict):
        raise GameError(f"{part.path('by')}: expected an object with a weight for each label")
    places = _places(game, player, list(given))
    weights = [number(w, part.path("by")) for w in given.values()]
    by = tuple(zip(places, weights, strict=True))
    return DominatedStrategy(player, index, by, part.flag("strict"))


def _places(game: Game, player: int, labels: Any) -> tuple[int, ...]:
    own = strategy_names(game, player)
    for name in labels:
        if name not in own:
            raise GameError(f"no strategy {name!r}{did_you_mean(str(name), own)}")
    return tuple(own.index(name) for name in labels)


def _player(game: Game, given: Any) -> int:
    if not isinstance(game, MatrixGame):
        return game.player(given)
    sides = {"row": 0, "column": 1}
    if isinstance(given, str) and given in sides:
        return sides[given]
    try:
        return which_player(given, game.players)
    except GameError:
        raise GameError(
            f"side is {given!r}; it must be 'row' or 'column', or name a player"
        ) from None
