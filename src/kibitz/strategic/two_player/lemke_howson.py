"""One equilibrium of a bimatrix game by the method of Lemke and Howson.

Start with both players at the origin of their polytopes, where every strategy has its label, and
drop one label. Whenever a label turns up twice, drop it on the other side; the path ends when the
label that was dropped first turns up again. Ties are broken by infinitesimals, so that no vertex is
visited twice. Lemke and Howson (1964); von Stengel (2007). The path can be exponentially long, and
the ends of the paths of all labels need not be all equilibria.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.method import method
from kibitz.core.numbers import plain
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array
from kibitz.strategic.conditions import needs_two_players
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.best_response_polytope import Polytope, Weights, bits, polytopes
from kibitz.strategic.two_player.equilibrium import Equilibrium, as_given
from kibitz.strategic.two_player.exact_dictionary import exact_dictionary

SMALL = 24
"""Strategies, of both players, up to which every pivot is exact."""

MOST_PIVOTS = 2_000_000
FIRST_PIVOTS, TURNS = 100, 30
"""How far a path is followed at first, and how many labels take turns, when any will do."""
SHOWN = 40
"""Pivots of a path that are printed."""
KEPT = 100_000
"""Pivots of a path in floats that are remembered."""


@dataclass(frozen=True)
class LabelExchange:
    """One step: whose strategy moves, the label that is dropped and the label that is picked up."""

    player: int
    dropped: int
    picked: int


@dataclass(frozen=True, eq=False)
class LemkePath:
    """The way from the origin to the equilibrium, and the label that is missing on it."""

    game: StrategicGame
    label: int
    trace: Array
    """The labels dropped and picked up, a row for each pivot; the first ones of a long path."""
    length: int
    """The number of all pivots."""

    @cached_property
    def pivots(self) -> tuple[LabelExchange, ...]:
        """The pivots; the players take turns."""
        start = 0 if self.label < self.game.shape[0] else 1
        return tuple(
            LabelExchange((start + k) % 2, dropped, picked)
            for k, (dropped, picked) in enumerate(self.trace.tolist())
        )

    @property
    def whole(self) -> bool:
        """Were all pivots kept?"""
        return self.length == len(self.trace)

    def name(self, label: int) -> str:
        """A label as the player and the strategy that it belongs to.

        Parameters
        ----------
        label : int
            The number of the label: rows from 0, then columns.
        """
        return label_name(self.game, label)

    @cached_property
    def bases(self) -> tuple[tuple[int, int], ...]:
        """The bases of both polytopes, as bits, before the first and after every pivot."""
        sides = polytopes(self.game)
        current = [sides[0].origin, sides[1].origin]
        bases = [(current[0], current[1])]
        for pivot in self.pivots:
            current[pivot.player] ^= 1 << pivot.dropped ^ 1 << pivot.picked
            bases.append((current[0], current[1]))
        return tuple(bases)

    def __str__(self) -> str:
        shown = [f"{self.name(p.dropped)} for {self.name(p.picked)}" for p in self.pivots[:SHOWN]]
        more = [f"... {self.length - SHOWN} more"] if self.length > SHOWN else []
        size = count_of(self.length, "pivot")
        head = f"the path of {self.name(self.label)}, {size}: dropped for picked up"
        return "\n".join([head, *shown, *more])

    def points(self) -> Iterator[tuple[Weights | None, Weights | None]]:
        """The strategies before the first and after every pivot; None at the origin."""
        rows, columns = polytopes(self.game)
        for mine, theirs in self.bases:
            yield (
                None if mine == rows.origin else rows.strategy(mine),
                None if theirs == columns.origin else columns.strategy(theirs),
            )


@method(
    StrategicGame,
    "lemke-howson",
    finds="one equilibrium, at the end of the path of a label",
    cost="exponential in the worst case, a few pivots in practice",
    reference="Lemke and Howson 1964",
    applies=needs_two_players,
)
def lemke_howson(game: StrategicGame, label: Any = 0, exact: bool | None = None) -> Equilibrium:
    """The equilibrium at the end of the path of one label; ``working`` of the answer is the path.

    Labels are positions: those of the rows, then those of the columns; or a strategy's name, or a
    player with a strategy. In large games the path is followed in floats; the answer to an exact
    game is then computed from its supports and certified.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    label : int, str or pair
        The label to drop.
    exact : bool, optional
        Whether to compute in exact arithmetic; by default as the payoffs are given.

    Returns
    -------
    Equilibrium
        The equilibrium.

    Notes
    -----
    Cost: exponential in the worst case, a few pivots in practice.

    References
    ----------
    Lemke and Howson 1964.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> game = bimatrix("3 3; 2 5; 0 6", "3 2; 2 6; 3 1")
    >>> found = lemke_howson(game, 1)
    >>> print(found)
    I 2: 1/3   3: 2/3 | II 1: 1/3   2: 2/3 | payoffs 4, 8/3
    found by Lemke-Howson, label 1 (row 2), 4 pivots
    >>> path = found.working
    >>> [f"{path.name(p.dropped)} for {path.name(p.picked)}" for p in path.pivots]
    ['row 2 for column 2', 'column 2 for row 3', 'row 3 for column 1', 'column 1 for row 2']
    """
    chosen, wanted = read_label(game, label), game.in_numbers(exact)
    if wanted.exact and sum(game.shape) <= SMALL:
        return _exactly(wanted, chosen)
    return _in_floats(wanted, chosen, MOST_PIVOTS) or _exactly(wanted, chosen)


def quick_equilibrium(game: StrategicGame, exact: bool | None = None) -> Equilibrium:
    """One equilibrium by the first path that ends, when all labels take turns.

    The lengths of paths differ by orders of magnitude, so each label is given few pivots at first,
    then ten times as many.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    exact : bool, optional
        Whether to compute in exact arithmetic; by default as the payoffs are given.

    Returns
    -------
    Equilibrium
        The equilibrium.

    Examples
    --------
    >>> import numpy as np
    >>> from kibitz import bimatrix
    >>> generator = np.random.default_rng(1)
    >>> game = bimatrix(generator.integers(0, 99, (60, 60)), generator.integers(0, 99, (60, 60)))
    >>> quick_equilibrium(game).working.length < 100
    True
    """
    wanted = game.in_numbers(exact)
    most = FIRST_PIVOTS
    while most < MOST_PIVOTS:
        for label in range(min(sum(game.shape), TURNS)):
            equilibrium = _in_floats(wanted, label, most)
            if equilibrium is not None:
                return equilibrium
        most *= 10
    return lemke_howson(game, 0, exact)


@dataclass(frozen=True)
class LemkeHowsonRuns(Solution, kind="lemke-howson"):
    """The equilibria that the paths of all labels lead to."""

    game: StrategicGame
    runs: tuple[Equilibrium, ...]
    """The end of the path of each label."""

    @cached_property
    def distinct(self) -> tuple[Equilibrium, ...]:
        """Each equilibrium once, in the order of the labels."""
        return tuple({run.profile: run for run in self.runs}.values())

    def __iter__(self) -> Iterator[Equilibrium]:
        return iter(self.runs)

    def __len__(self) -> int:
        return len(self.runs)

    def __getitem__(self, label: int) -> Equilibrium:
        return self.runs[label]

    def to_json(self) -> dict[str, Any]:
        places = {e.profile: k for k, e in enumerate(self.distinct)}
        return {
            "kind": self.kind,
            "equilibria": [
                {
                    "strategies": [[plain(x) for x in weights] for weights in e.profile],
                    f"{self.game.word}s": [plain(x) for x in e.payoffs],
                }
                for e in self.distinct
            ],
            "by_label": [
                {
                    "label": label_name(self.game, k),
                    "equilibrium": places[run.profile],
                    "pivots": run.working.length,
                }
                for k, run in enumerate(self.runs)
            ],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> LemkeHowsonRuns:
        claim = Claim(data)
        ends = [part.table("strategies", 2) for part in claim.parts("equilibria")]
        runs = []
        for k, part in enumerate(claim.parts("by_label")):
            path = LemkePath(game, k, np.zeros((0, 3), np.int64), part.count("pivots"))
            place = part.count("equilibrium")
            if place >= len(ends):
                raise GameError(
                    f"{part.path('equilibrium')}: there are {count_of(len(ends), 'equilibrium')}"
                )
            runs.append(Equilibrium(game, ends[place], method="", working=path))
        return cls(game, tuple(runs))

    def __str__(self) -> str:
        count = len(self.distinct)
        lines = ["one equilibrium was found" if count == 1 else f"{count} equilibria were found"]
        for found in self.distinct:
            ways = [
                f"{label_name(self.game, k)} ({count_of(run.working.length, 'pivot')})"
                for k, run in enumerate(self.runs)
                if run.profile == found.profile
            ]
            lines += [found.line(), f"  by dropping {', '.join(ways)}"]
        return "\n".join(lines)


@method(
    StrategicGame,
    "lemke-howson-all",
    finds="the equilibria at the ends of the paths of all labels",
    cost="m + n runs of lemke-howson",
    reference="Lemke and Howson 1964; Shapley 1974",
    applies=needs_two_players,
)
def lemke_howson_all(game: StrategicGame, exact: bool | None = None) -> LemkeHowsonRuns:
    """The ends of the paths of all m + n labels.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    exact : bool, optional
        Whether to compute in exact arithmetic; by default as the payoffs are given.

    Returns
    -------
    LemkeHowsonRuns
        The end of the path of each label.

    Notes
    -----
    Cost: m + n runs of lemke-howson.

    References
    ----------
    Lemke and Howson 1964; Shapley 1974.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(lemke_howson_all(bimatrix("2,1 0,0; 0,0 1,2")))
    2 equilibria were found
    I 1 | II 1 | payoffs 2, 1
      by dropping row 1 (2 pivots), column 1 (2 pivots)
    I 2 | II 2 | payoffs 1, 2
      by dropping row 2 (2 pivots), column 2 (2 pivots)
    """
    runs = tuple(lemke_howson(game, label, exact) for label in range(sum(game.shape)))
    return LemkeHowsonRuns(game.in_numbers(exact), runs)


def label_name(game: StrategicGame, label: int) -> str:
    """A label in words.

    >>> from kibitz import bimatrix
    >>> label_name(bimatrix("1 2", "3 4", columns="left right"), 2)
    'column right'
    """
    m = game.shape[0]
    if label < m:
        return f"row {game.strategies[0][label]}"
    return f"column {game.strategies[1][label - m]}"


def read_label(game: StrategicGame, given: Any) -> int:
    """A label from its position, a strategy's name, or a player and a strategy.

    >>> from kibitz import bimatrix
    >>> game = bimatrix("1 2", "3 4", columns="left right")
    >>> read_label(game, 1), read_label(game, "right"), read_label(game, ("II", "left"))
    (1, 2, 1)
    """
    if len(game.players) != 2:
        raise GameError(f"{count_of(len(game.players), 'player')}: a bimatrix game has two")
    total, m = sum(game.shape), game.shape[0]
    if isinstance(given, (int, np.integer)) and not isinstance(given, bool):
        if 0 <= given < total:
            return int(given)
        raise GameError(f"label {given}: labels run from 0 to {total - 1}, rows before columns")
    if isinstance(given, (tuple, list)) and len(given) == 2:
        player = game.player(given[0])
        names = game.strategies[player]
        if str(given[1]) not in names:
            raise GameError(f"label: no strategy {given[1]!r}{did_you_mean(str(given[1]), names)}")
        return m * player + names.index(str(given[1]))
    names = (*game.strategies[0], *game.strategies[1])
    if str(given) not in names:
        near = did_you_mean(str(given), dict.fromkeys(names))
        raise GameError(f"label {given!r} is not a strategy{near}")
    if names.count(str(given)) > 1:
        raise GameError(f"label {given!r} occurs twice; give (player, strategy)")
    return names.index(str(given))


def _exactly(game: StrategicGame, label: int) -> Equilibrium:
    """Every pivot in integers, from the dictionary of the current basis."""
    sides = polytopes(game)
    bases = [sides[0].origin, sides[1].origin]
    player = 0 if label < game.shape[0] else 1
    trace: list[tuple[int, int]] = []
    dropped, picked = label, -1
    while picked != label:
        dictionary = exact_dictionary(sides[player], bases[player])
        if dictionary is None:
            raise GameError("a basis on the path is singular")
        picked = dictionary.leaving(dictionary.nonbasic.index(dropped))
        bases[player] ^= 1 << dropped ^ 1 << picked
        trace.append((dropped, picked))
        player, dropped = 1 - player, picked
    path = LemkePath(game, label, np.array(trace), len(trace))
    ends = tuple(side.strategy(basis) for side, basis in zip(sides, bases, strict=True))
    return Equilibrium(game, as_given(game, ends), method=_method(path), working=path)


def _method(path: LemkePath) -> str:
    size = count_of(path.length, "pivot")
    return f"Lemke-Howson, label {path.label} ({path.name(path.label)}), {size}"


def _in_floats(game: StrategicGame, label: int, most: int) -> Equilibrium | None:
    """Follow the path in floats; None when it does not end, or not in an equilibrium."""
    from kibitz.strategic.two_player.kernels.lemke_howson import lemke_howson as follow

    first, second = (tensor.floats() for tensor in game.payoffs)
    trace = np.empty((min(KEPT, most), 2), np.int64)
    length, top, other_top, x, y = follow(first, second, label, most, trace)
    if length < 0:
        return None
    path = LemkePath(game, label, trace[:length].copy(), length)
    if game.exact:
        ends = bits(top.tolist()), bits(other_top.tolist())
        first_mix, second_mix = map(Polytope.strategy_or_none, polytopes(game), ends)
        if first_mix is None or second_mix is None:
            return None
        profile = first_mix, second_mix
        equilibrium = Equilibrium(game, profile, method=_method(path), working=path)
        return equilibrium if equilibrium.test.holds else None
    return Equilibrium(
        game, (tuple(x.tolist()), tuple(y.tolist())), method=_method(path), working=path
    )
