"""Voting by several rules at once: chambers, double majorities, vetoes that can be overridden.

A rule is a vote with weights and a quota; a way is a list of rules that must all be met; a motion
passes when one of the ways is met. Voters with the same weights in all rules are of one type, and
coalitions are counted by how many voters of each type they hold; when there are too many types,
by their weights in all rules.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from kibitz.coalitional.coalitions import members, subset_sums, tensor_over
from kibitz.coalitional.names import MOST_PLAYERS, read_listed
from kibitz.coalitional.transformations.transform import require_game
from kibitz.coalitional.voting.count_by_table import swings_by_table
from kibitz.coalitional.voting.game import VotingGame
from kibitz.coalitional.voting.simple_games import minimal_winning
from kibitz.coalitional.voting.swings import Swings
from kibitz.coalitional.voting.weighted import MOST_VOTERS, WeightedVoting
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor

Flags = npt.NDArray[np.bool_]
MOST_PROFILES = 1_000_000
MOST_WAYS = 10_000


@dataclass(frozen=True, slots=True)
class Rule:
    """A vote: whole weights, one for each voter, and the quota that meets the rule."""

    name: str
    weights: tuple[int, ...]
    quota: int


class CompoundVoting(VotingGame):
    """Voters, rules, and the ways in which a motion passes.

    >>> from kibitz.coalitional.voting.weighted import weighted_voting
    >>> lower = weighted_voting(2, {"A": 1, "B": 1, "C": 1}, title="lower house")
    >>> upper = weighted_voting(2, {"X": 1, "Y": 1}, title="upper house")
    >>> game = all_of(lower, upper)
    >>> print(game)
    lower house and upper house, 5 voters
    >>> game.wins("A", "B", "X", "Y"), game.wins("A", "B", "C", "X")
    (True, False)
    >>> [str(x) for x in game.shapley()]
    ['1/10', '1/10', '1/10', '7/20', '7/20']
    """

    kind: ClassVar[str] = "compound-voting"

    rules: tuple[Rule, ...]
    ways: tuple[tuple[int, ...], ...]

    def parameters(self) -> tuple[Any, ...]:
        return self.rules, self.ways

    def wins(self, *voters: Any) -> bool:
        inside = members(self.mask(*voters))
        met = [sum(rule.weights[i] for i in inside) >= rule.quota for rule in self.rules]
        return any(all(met[k] for k in way) for way in self.ways)

    def kinds(self) -> tuple[int, ...]:
        vectors = list(zip(*(rule.weights for rule in self.rules), strict=True))
        return tuple(vectors.index(vector) for vector in vectors)

    @cached_property
    def types(self) -> tuple[tuple[int, ...], ...]:
        """The voters in groups of those with the same weights, as positions."""
        groups: dict[int, list[int]] = {}
        for i, kind in enumerate(self.kinds()):
            groups.setdefault(kind, []).append(i)
        return tuple(map(tuple, groups.values()))

    def _tabled(self) -> Tensor:
        met = [
            np.asarray(subset_sums([Fraction(w) for w in rule.weights]).array >= rule.quota)
            for rule in self.rules
        ]
        return tensor_over(_passing(met, self.ways).astype(np.int64))

    def swings(self) -> Swings:
        """The swings of every voter: by types; when these are many by table, or by weights."""
        from kibitz.coalitional.voting.count_by_cell import swings_by_cell
        from kibitz.coalitional.voting.count_by_type import swings_by_type

        if profiles(self.types) <= MOST_PROFILES:
            return swings_by_type(self)
        return swings_by_table(self) if self.n <= MOST_PLAYERS else swings_by_cell(self)

    def passing(self, sums: list[npt.NDArray[np.int64]]) -> Flags:
        """Which motions pass, given the weights for them in each rule.

        Parameters
        ----------
        sums : list of NDArray
            For each rule an array of the weights in favor, an entry for each motion.
        """
        met = [s >= rule.quota for s, rule in zip(sums, self.rules, strict=True)]
        return _passing(met, self.ways)

    def __str__(self) -> str:
        return f"{self.title or self.formula()}, {count_of(self.n, 'voter')}"

    def formula(self) -> str:
        """The ways in which a motion passes, in words."""
        spelled = [" and ".join(self.rules[k].name for k in way) for way in self.ways]
        return ", or ".join(spelled)


def profiles(types: tuple[tuple[int, ...], ...]) -> int:
    """How many coalitions there are up to exchanging voters of the same type."""
    return math.prod(len(group) + 1 for group in types)


def _passing(met: list[Flags], ways: tuple[tuple[int, ...], ...]) -> Flags:
    passed = np.zeros(np.broadcast_shapes(*(m.shape for m in met)), bool)
    for way in ways:
        together = np.ones_like(passed)
        for k in way:
            together &= met[k]
        passed |= together
    return passed


def _as_compound(game: VotingGame) -> CompoundVoting:
    if isinstance(game, CompoundVoting):
        return game
    if not isinstance(game, WeightedVoting):
        raise GameError(f"{game!r} is not a voting game; make one with weighted_voting")
    weights, quota = game.whole()
    rule = Rule(game.title or str(game).rpartition(",")[0], weights, quota)
    return CompoundVoting(game.players, game.title, rules=(rule,), ways=((0,),))


def all_of(*games: VotingGame, title: str = "") -> CompoundVoting:
    """A motion passes when it passes in every one of these games.

    Voters of the same name are the same voter, so chambers may share members.

    Parameters
    ----------
    *games : VotingGame
        The games that must all pass the motion.
    title : str, optional
        A title for output.

    Returns
    -------
    CompoundVoting
        The game.
    """
    parts = [_as_compound(game) for game in games]
    rules, ways = _merged(parts)
    if math.prod(map(len, ways)) > MOST_WAYS:
        raise GameError(f"{math.prod(map(len, ways))} ways to pass; the limit is {MOST_WAYS}")
    joined = tuple(tuple(sorted({*sum(chosen, ())})) for chosen in product(*ways))
    name = " and ".join(_said(part) for part in parts)
    return _compound(parts, rules, joined, title or name)


def any_of(*games: VotingGame, title: str = "") -> CompoundVoting:
    """A motion passes when it passes in at least one of these games.

    Parameters
    ----------
    *games : VotingGame
        The games of which one must pass the motion.
    title : str, optional
        A title for output.

    Returns
    -------
    CompoundVoting
        The game.

    Examples
    --------
    >>> from kibitz.coalitional.voting.weighted import weighted_voting
    >>> one = weighted_voting(1, {"A": 1}, title="the boss")
    >>> two = weighted_voting(2, {"A": 1, "B": 1, "C": 1}, title="a majority")
    >>> [str(x) for x in any_of(one, two).shapley()]
    ['2/3', '1/6', '1/6']
    """
    parts = [_as_compound(game) for game in games]
    rules, ways = _merged(parts)
    name = ", or ".join(_said(part) for part in parts)
    return _compound(parts, rules, sum(ways, ()), title or name)


def _said(part: CompoundVoting) -> str:
    return part.title or part.formula()


def composition(
    council: VotingGame, chambers: list[VotingGame] | tuple[VotingGame, ...], title: str = ""
) -> CompoundVoting:
    """Each chamber casts one vote in the council: the compound of Shapley and of Owen.

    Parameters
    ----------
    council : VotingGame
        The game that the chambers play.
    chambers : list of VotingGame or tuple of VotingGame
        One game for each player of the council.
    title : str, optional
        A title for output.

    Returns
    -------
    CompoundVoting
        The game.

    References
    ----------
    Shapley 1962; Owen 1964.

    Examples
    --------
    >>> from kibitz.coalitional.voting.weighted import weighted_voting
    >>> council = weighted_voting(3, [2, 1, 1])
    >>> chambers = [weighted_voting(1, {name: 1}) for name in ("A", "B", "C")]
    >>> [str(x) for x in composition(council, chambers).shapley()]
    ['2/3', '1/6', '1/6']
    """
    require_game(council)
    chambers = read_listed(chambers, "chambers")
    if len(chambers) != council.n:
        raise GameError(
            f"{len(chambers)} chambers for {count_of(council.n, 'seat')} in the council"
        )
    seats = [[council.position(p) for p in group] for group in minimal_winning(council)]
    return any_of(*(all_of(*(chambers[i] for i in group)) for group in seats), title=title)


def _merged(
    parts: list[CompoundVoting],
) -> tuple[list[Rule], list[tuple[tuple[int, ...], ...]]]:
    """The rules of all parts over all voters, and each part's ways in their new numbers."""
    if not parts:
        raise GameError("no voting game is given; there must be at least one")
    names = _everybody(parts)
    rules: list[Rule] = []
    ways = []
    for part in parts:
        places = []
        for rule in part.rules:
            weight = dict(zip(part.players, rule.weights, strict=True))
            wide = Rule(rule.name, tuple(weight.get(name, 0) for name in names), rule.quota)
            if wide not in rules:
                rules.append(wide)
            places.append(rules.index(wide))
        ways.append(tuple(tuple(places[k] for k in way) for way in part.ways))
    return rules, ways


def _everybody(parts: list[CompoundVoting]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for part in parts for name in part.players))


def _compound(
    parts: list[CompoundVoting], rules: list[Rule], ways: tuple[tuple[int, ...], ...], title: str
) -> CompoundVoting:
    names = _everybody(parts)
    if len(names) > MOST_VOTERS:
        raise GameError(f"{count_of(len(names), 'voter')}; there can be at most {MOST_VOTERS}")
    short = tuple(way for way in dict.fromkeys(ways) if not any(set(o) < set(way) for o in ways))
    return CompoundVoting(names, title, rules=tuple(rules), ways=short)
