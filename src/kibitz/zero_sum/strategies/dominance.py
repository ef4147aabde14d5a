"""Dominated strategies, by pure and by mixed ones, and their iterated removal.

A strategy is dominated by a mixture of a player's other ones that pays at least as much whatever
the others do and more in some case (strictly: more in every case). Strict removal loses no
equilibrium and leaves the same whatever the order; weak removal may lose some, and what it leaves
can depend on the order. In a matrix game removal never changes the value, and a line that equals
another may be removed as well. Ferguson II.2.3, III.2.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.players import which_player
from kibitz.core.progress import work
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array, Tensor
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.simplex import simplex
from kibitz.zero_sum.strategies.expected_payoff import product
from kibitz.zero_sum.strategies.mixture import Mixture, support

if TYPE_CHECKING:
    from kibitz.strategic.game import StrategicGame

Side = Literal["row", "column"]
Game: TypeAlias = "MatrixGame | StrategicGame"
Kept = tuple[tuple[int, ...], ...]
"""For each player, the positions (from 0) of the strategies that are still in play."""
AT_ONCE = 100_000
"""Comparisons of payoffs up to which every line is compared with every other in one step."""


@dataclass(frozen=True)
class Domination:
    """One dominated strategy and its witness; positions count from 0 in the game as given."""

    player: int
    index: int
    by: tuple[tuple[int, Number], ...]
    strict: bool

    @property
    def side(self) -> Side:
        """For two players: is it a row or a column?"""
        return "column" if self.player else "row"

    @property
    def pure(self) -> bool:
        return len(self.by) == 1

    def __str__(self) -> str:
        own = f"player {self.player + 1}, strategy"
        witness = " + ".join(f"{show(w)} × {k + 1}" if w != 1 else str(k + 1) for k, w in self.by)
        how = "strictly dominated" if self.strict else "dominated"
        return f"{own} {self.index + 1} is {how} by {witness}"

    def sentence(self, game: Game) -> str:
        """In words, with the game's own labels.

        Parameters
        ----------
        game : Game
            The game whose labels are used.
        """
        labels, noun = _names(game, self.player), ""
        if isinstance(game, MatrixGame):
            noun, start = f"{self.side} ", f"{self.side} {labels[self.index]}"
            how = "strictly dominated" if self.strict else "dominated"
        else:
            start = f"{game.players[self.player]}: {labels[self.index]}"
            how = "strictly dominated" if self.strict else "weakly dominated"
        if self.pure:
            witness = f"{noun}{labels[self.by[0][0]]}"
        else:
            witness = "the mixture " + " + ".join(
                f"{show(w)} × {noun}{labels[k]}" for k, w in self.by
            )
        return f"{start} is {how} by {witness}"

    def to_json(self, game: Game) -> dict[str, Any]:
        """As JSON, with the game's own labels.

        Parameters
        ----------
        game : Game
            The game whose labels are used.
        """
        labels = _names(game, self.player)
        who = {"side": self.side} if isinstance(game, MatrixGame) else {}
        return {
            **who,
            "player": game.players[self.player],
            "label": labels[self.index],
            "by": {labels[k]: plain(weight) for k, weight in self.by},
            "strict": self.strict,
        }


@dataclass(frozen=True)
class Elimination(Solution, kind="elimination"):
    """What was removed, in order, and which strategies of each player remain."""

    game: Game
    removals: tuple[Domination, ...]
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
        return [[_names(self.game, k)[i] for i in one] for k, one in enumerate(kept)]

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


class Dominations(tuple[Domination, ...]):
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
    view = _View(game, everything(game))
    found = Dominations(d for k in range(len(game.shape)) for d in view.find(k, mixed, strict))
    found.game = game
    return found


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
    dominated stays so when its own player loses strategies, so it is looked at again only after
    another player has lost one.

    Examples
    --------
    >>> from kibitz import matrix
    >>> print(eliminate(matrix("2 0 4; 1 2 3; 4 1 2")))
    column 3 is strictly dominated by column 2
    row 1 is strictly dominated by row 3
    """
    kept = everything(game)
    removals: list[Domination] = []
    stays: list[set[int]] = [set() for _ in kept]
    with work("looking for dominated strategies") as task:

        def looked(player: int, index: int) -> None:
            stays[player].add(index)
            task.advance()
            if task.stopped:
                raise GameError(f"stopped after {count_of(len(removals), 'removal')}")

        while True:
            view = _View(game, kept)
            search = (
                d for k in range(len(kept)) for d in view.find(k, mixed, strict, stays, looked)
            )
            found = next(search, None)
            if found is None:
                return Elimination(game, tuple(removals), kept)
            removals.append(found)
            kept = _without(kept, [found])
            for player, known in enumerate(stays):
                if player != found.player:
                    known.clear()


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
        view = _View(game, kept)
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
    lines = _View(game, everything(game)).lines(k)
    others = [i for i in range(count) if i != index]
    inequalities = [
        ([-int(lines[i, j]) for i in others], -int(lines[index, j])) for j in range(lines.shape[1])
    ]
    inequalities += [([-int(i == k) for i in others], 0) for k in others]
    found = vertices(
        [a for a, _ in inequalities],
        [b for _, b in inequalities],
        [[1] * len(others)],
        [1],
    )
    return tuple(
        tuple(v[others.index(i)] if i != index else Fraction(0) for i in range(count))
        for v in found.vertices
    )


def everything(game: Game) -> Kept:
    """All strategies of all players."""
    return tuple(tuple(range(size)) for size in game.shape)


def own_lines(game: Game, player: int, kept: Kept) -> Tensor:
    """A player's strategies in rows, what the others may do in columns; larger is better."""
    if isinstance(game, MatrixGame):
        array = game.matrix.array
        if tuple(map(len, kept)) != array.shape:
            array = array[np.ix_(*kept)]
        return Tensor(array if player == 0 else -array.T, game.matrix.denominator)
    tensor = game.payoffs[player]
    array = np.moveaxis(tensor.array[np.ix_(*kept)], player, 0)
    return Tensor(array.reshape(len(kept[player]), -1), tensor.denominator)


@dataclass(frozen=True)
class _View:
    """The lines that are still in play, so that for every player "larger dominates"."""

    game: Game
    kept: Kept

    def lines(self, player: int) -> Array:
        return own_lines(self.game, player, self.kept).array

    def find(
        self,
        player: int,
        mixed: bool,
        strict: bool,
        stays: Sequence[set[int]] = (),
        looked: Callable[[int, int], None] = lambda player, index: None,
    ) -> Iterator[Domination]:
        """Dominated lines of one player, strictly dominated ones with a pure witness first.

        Lines in ``stays`` are known not to be dominated; of others that are not, ``looked`` is
        told.
        """
        lines, positions = self.lines(player), self.kept[player]
        done = set(stays[player]) if stays else set()
        weak: dict[int, Domination] = {}
        mixed = mixed and len(positions) > 2
        for one in self._by_pure(player, lines, positions, strict, done if strict else set()):
            if one.strict or not mixed:
                done.add(one.index)
                yield one
            else:
                weak[one.index] = one
        if not mixed:
            return
        for index, found in self._by_mixture(player, lines, positions, strict, done):
            if found is None:
                looked(player, index)
            else:
                yield found if found.strict else weak.pop(found.index, found)

    def weakly_below(self, player: int) -> Iterator[Domination]:
        """Lines with another line at least as good everywhere and better somewhere."""
        lines, positions = self.lines(player), self.kept[player]
        for k in range(len(positions)):
            at_least = (lines >= lines[k]).all(axis=1) & (lines > lines[k]).any(axis=1)
            for i in np.flatnonzero(at_least)[:1]:
                strict = bool((lines[i] > lines[k]).all())
                yield Domination(player, positions[k], ((positions[i], Fraction(1)),), strict)

    @property
    def _duplicates_go(self) -> bool:
        """In a matrix game equal lines are equal for both players, so all but one may go."""
        return isinstance(self.game, MatrixGame)

    def _by_pure(
        self, player: int, lines: Array, positions: Sequence[int], strict: bool, done: set[int]
    ) -> Iterator[Domination]:
        if lines.size * len(positions) <= AT_ONCE:
            at_least = (lines >= lines[:, None]).all(axis=2)
            if np.count_nonzero(at_least) == len(positions):
                return  # each is at least itself alone
        some = np.flatnonzero(~_best_somewhere(lines)).tolist() if strict else range(len(lines))
        for k in some:
            if positions[k] in done:
                continue
            above = (lines > lines[k]).all(axis=1)
            chosen = _first(above)
            if chosen is None and not strict:
                at_least = (lines >= lines[k]).all(axis=1)
                equal = (lines == lines[k]).all(axis=1)
                if self._duplicates_go:
                    equal[:k] = False
                chosen = _first(at_least & ~equal)
            if chosen is not None:
                by = ((positions[chosen], Fraction(1)),)
                yield Domination(player, positions[k], by, bool(above[chosen]))

    def _by_mixture(
        self,
        player: int,
        lines: Array,
        positions: Sequence[int],
        strict: bool,
        done: set[int],
    ) -> Iterator[tuple[int, Domination | None]]:
        """What is not done yet, with the mixture that dominates it if there is one.

        A line that is best against something is not strictly dominated; the other player's side of
        each linear program is such a thing, for other lines as well.
        """
        bottom = own_lines(self.game, player, self.kept).denominator
        best = _best_somewhere(lines) if strict else np.zeros(len(lines), np.bool_)
        for k in range(len(positions)):
            if positions[k] in done:
                continue
            if best[k]:
                yield positions[k], None
                continue
            others = [i for i in range(len(positions)) if i != k]
            difference = Tensor(lines[others] - lines[k], bottom)
            weights, strictly, against = _witness(difference)
            if strict and not strictly:
                weights = None
                if against and difference.exact:
                    best |= _best_against(against, lines)
            if weights is not None and not strictly and not self._duplicates_go:
                weights = _better_somewhere(weights, difference)
            if weights is None:
                yield positions[k], None
                continue
            by = tuple((positions[others[i]], weights[i]) for i in support(weights))
            yield positions[k], Domination(player, positions[k], by, strictly)


def _best_somewhere(lines: Array) -> Array:
    """Which lines are the largest, or as large as any, in some column."""
    return np.asarray((lines == lines.max(axis=0)).any(axis=1))


def _best_against(mixture: Mixture, lines: Array) -> Array:
    """Which lines pay the most, in integers, against a mixture of the columns."""
    paid = np.array(product(mixture, Tensor(np.ascontiguousarray(lines.T))), object)
    return np.asarray(paid == max(paid), np.bool_)


def _witness(difference: Tensor) -> tuple[Mixture | None, bool, Mixture]:
    """A mixture that never loses in the difference game, whether it always wins, and the reply."""
    array = difference.array
    if (array.max(axis=0) < 0).any():
        return None, False, ()
    rows, columns = (tuple(map(str, range(size))) for size in array.shape)
    solution = simplex(MatrixGame(difference, rows, columns))
    if difference.exact:
        least, slack = solution.value, 0.0
    else:
        least, slack = min(product(solution.row, difference)), 1e-12 * float(np.abs(array).max())
    return (solution.row if least >= 0 else None), least > slack, solution.column


def _better_somewhere(weights: Mixture, difference: Tensor) -> Mixture | None:
    """A mixture that never loses and sometimes wins, starting from one that never loses."""
    from kibitz.linear.program import LinearProgram
    from kibitz.linear.solution import Optimum

    slack = 0 if difference.exact else 1e-9 * float(np.abs(difference.array).max())
    if max(product(weights, difference)) > slack:
        return weights
    count, cases = difference.shape
    ones = np.ones((1, count), difference.array.dtype)
    program = LinearProgram(
        Tensor(difference.array.sum(axis=1)),
        Tensor(np.concatenate([difference.array.T, ones])),
        (">=",) * cases + ("=",),
        Tensor(np.array([0] * cases + [1], difference.array.dtype)),
    )
    answer = program.solve()
    return answer.x if isinstance(answer, Optimum) and answer.value > slack else None


def _without(kept: Kept, gone: Iterable[Domination]) -> Kept:
    out = {(d.player, d.index) for d in gone}
    return tuple(
        tuple(i for i in positions if (k, i) not in out) for k, positions in enumerate(kept)
    )


def _read_removal(game: Game, part: Claim) -> Domination:
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
    return Domination(player, index, by, part.flag("strict"))


def _places(game: Game, player: int, labels: Any) -> tuple[int, ...]:
    own = _names(game, player)
    for name in labels:
        if name not in own:
            raise GameError(f"no strategy {name!r}{did_you_mean(str(name), own)}")
    return tuple(own.index(name) for name in labels)


def _names(game: Game, player: int) -> tuple[str, ...]:
    if isinstance(game, MatrixGame):
        return game.columns if player else game.rows
    return game.strategies[player]


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


def _first(mask: Array) -> int | None:
    places = np.flatnonzero(mask)
    return int(places[0]) if len(places) else None
