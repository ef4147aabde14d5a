"""Weighted voting: a coalition wins when its weights reach the quota.

Its power indices come from generating functions, without the table of all coalitions, so that an
electoral college of 51 voters takes a fraction of a second, exactly.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import Any, ClassVar, Literal, get_args

import numpy as np

from kibitz.coalitional.coalitions import members, subset_sums, tensor_over
from kibitz.coalitional.counting import Counts, check_work, work_of
from kibitz.coalitional.families.parametric import (
    by_player,
    name_players,
    names_of,
    read_numbers,
    remember,
    whole_number,
)
from kibitz.coalitional.names import MOST_PLAYERS
from kibitz.coalitional.voting.count_by_table import swings_by_table
from kibitz.coalitional.voting.game import VotingGame
from kibitz.coalitional.voting.swings import Swings
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import common_denominator, exact, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor

MOST_VOTERS = 1000
LONG_WORK = 2**30
"""Bytes to be moved from which on a table of all coalitions is preferred, if it fits."""
METHOD = "generating functions, by size and weight"
Chair = Literal["equal", "casting", "veto"]


class WeightedVoting(VotingGame):
    """Voters with weights, and the quota a winning coalition reaches.

    >>> game = weighted_voting(51, [10, 20, 30, 40])
    >>> print(game)
    [51; 10, 20, 30, 40], 4 voters
    >>> game.wins(2, 4), game.wins(1, 4)
    (True, False)
    >>> [str(x) for x in game.shapley()]
    ['1/12', '1/4', '1/4', '5/12']
    """

    kind: ClassVar[str] = "weighted-voting"

    quota: Fraction
    weights: tuple[Fraction, ...]

    def parameters(self) -> tuple[Any, ...]:
        return self.quota, self.weights

    def whole(self) -> tuple[tuple[int, ...], int]:
        """Weights and quota of the same game in the smallest whole numbers in proportion.

        >>> weighted_voting("1/2", ["0.2", "0.4", "0.4"]).whole()
        ((1, 2, 2), 3)
        """
        numerators, _ = common_denominator([*self.weights, self.quota])
        *weights, quota = numerators
        common = gcd(*weights)
        return tuple(w // common for w in weights), -(-quota // common)

    def wins(self, *voters: Any) -> bool:
        inside = members(self.mask(*voters))
        return sum((self.weights[i] for i in inside), Fraction(0)) >= self.quota

    def _tabled(self) -> Tensor:
        weights, quota = self.whole()
        sums = subset_sums([Fraction(w) for w in weights]).array
        return tensor_over(np.asarray(sums >= quota, dtype=np.int64))

    @cached_property
    def by_table(self) -> bool:
        """Whether the weights are so long that it is better to look at all coalitions."""
        weights, quota = self.whole()
        _, work = work_of(self.n, quota, len(set(weights)))
        return self.n <= MOST_PLAYERS and work > LONG_WORK

    def swings(self) -> Swings:
        """The swings of every voter by size. Cost n^2 additions of integers of n q digits."""
        if self.by_table:
            return swings_by_table(self)
        weights, quota = self.whole()
        kinds = set(weights)
        check_work(self.n, quota, len(kinds), "voters", "round the weights, or sample orders")
        counts = Counts.of(weights, quota)
        by_weight = {w: tuple(counts.without(w).between(quota - w, quota)) for w in kinds}
        losing = tuple(counts.between(0, quota))
        return Swings(losing, tuple(by_weight[w] for w in weights), METHOD)

    def kinds(self) -> tuple[int, ...]:
        return tuple(self.weights.index(w) for w in self.weights)

    def __str__(self) -> str:
        weights = ", ".join(map(show, self.weights[:16])) + ", ..." * (self.n > 16)
        head = f"[{show(self.quota)}; {weights}]"
        return f"{self.title or head}, {self.n} voters" + (f", {head}" if self.title else "")


def weighted_voting(
    quota: Any,
    weights: Any,
    players: Any = None,
    title: str = "",
    *,
    strict: bool = False,
    chairman: Any = None,
    veto: Any = (),
) -> WeightedVoting:
    """The game in which coalitions win whose weights add up to the quota, or more.

    Floats are read at their shortest decimal spelling: the game only asks which sums reach the
    quota.

    Parameters
    ----------
    quota : number or str
        The weight that a winning coalition reaches; ``"60%"`` is that share of all weight.
    weights : sequence of numbers or dict
        The weights, in order or by name.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.
    strict : bool, default False
        Whether the weight must exceed the quota.
    chairman : str or int, optional
        The voter who breaks ties: with just the quota, a coalition wins if it holds the chairman.
    veto : str, int or sequence of these, optional
        The voters without whom no coalition wins, whatever its weight.

    Returns
    -------
    WeightedVoting
        The game.

    Notes
    -----
    A chairman who breaks ties is a voter with half a unit of weight more; who has a veto is one
    with the weight of all more, and the quota rises by as much. The weights may also come first.

    Examples
    --------
    >>> [str(x) for x in weighted_voting(2, [1, 1, 1, 1], chairman=1).shapley()]
    ['1/2', '1/6', '1/6', '1/6']
    >>> game = weighted_voting(57, [31, 31, 28, 21, 2, 2], strict=True)
    >>> str(game.quota), game.null_voters()
    ('58', ('4', '5', '6'))
    >>> guarded = weighted_voting(51, [10, 20, 30, 40], veto=1)
    >>> guarded.wins(2, 3, 4), guarded.wins(1, 3, 4), guarded.wins(1, 4)
    (False, True, False)
    >>> weighted_voting(120, [10, 20, 30, 40])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the quota is 120; it must be above 0 and at most 100, the sum ...
    """
    if isinstance(quota, (list, tuple, dict)) and not hasattr(weights, "__len__"):
        quota, weights = weights, quota
    weights = by_player(weights, players)
    heavy = tuple(exact(w) for w in read_numbers(weights, "weights", "voter"))
    names = name_players(names_of(weights, players), len(heavy), "voters")
    if len(heavy) > MOST_VOTERS:
        raise GameError(
            f"weights: {count_of(len(heavy), 'voter')}; there can be at most {MOST_VOTERS}"
        )
    for name, weight in zip(names, heavy, strict=True):
        if weight < 0:
            raise GameError(f"the weight of {name} is {show(weight)}; it must not be negative")
    total: Fraction = sum(heavy, Fraction(0))
    share = total if isinstance(quota, str) and quota.strip().endswith("%") else 1
    need = total / 2 if quota == "majority" else exact(quota, "quota") * share
    strict = strict or (quota == "majority" and chairman is None)
    if chairman is not None:
        if strict:
            raise GameError("a chairman breaks ties, which strict rules out; give only one of them")
        heavy, need = _with_casting_vote(heavy, need, _voter(chairman, names, "chairman"))
        total = sum(heavy, Fraction(0))
    if strict and need < 0:
        raise GameError(f"the quota is {show(need)}; it must not be negative")
    if strict:
        need = _next_sum(heavy, need)
    if not 0 < need <= total:
        said = need if quota == "majority" else exact(quota) * share
        limit = f"below {show(total)}" if strict else f"above 0 and at most {show(total)}"
        raise GameError(
            f"the quota is {show(said)}; it must be {limit}, the sum of the weights, or all "
            "coalitions or none would win"
        )
    guards = {_voter(name, names, "veto") for name in _several(veto)}
    heavy, need = _with_vetoes(heavy, need, guards)
    game = WeightedVoting(names, title, quota=need, weights=heavy)
    remember(game, game.kind, quota=need, weights=heavy, players=names, title=title)
    return game


def _several(given: Any) -> list[Any]:
    """Voters that are named singly, in a list, or in a text with commas.

    >>> _several(1), _several("A, B"), _several(["A", "B"])
    ([1], ['A', 'B'], ['A', 'B'])
    """
    if isinstance(given, str):
        return [name.strip() for name in given.split(",") if name.strip()]
    return list(given) if hasattr(given, "__iter__") else [given]


def _voter(given: Any, names: tuple[str, ...], role: str) -> int:
    if str(given) not in names:
        raise GameError(f"{role}: no voter {given!r}{did_you_mean(str(given), names)}")
    return names.index(str(given))


def _with_vetoes(
    weights: tuple[Fraction, ...], need: Fraction, guards: set[int]
) -> tuple[tuple[Fraction, ...], Fraction]:
    """Weights and a quota that no coalition reaches without all of these voters."""
    more = sum(weights, Fraction(0))
    raised = tuple(w + more if i in guards else w for i, w in enumerate(weights))
    return raised, need + more * len(guards)


def _with_casting_vote(
    weights: tuple[Fraction, ...], need: Fraction, chair: int
) -> tuple[tuple[Fraction, ...], Fraction]:
    """Weights and a quota for which a coalition with just the old quota needs the chairman."""
    more = Fraction(1, 2 * common_denominator([*weights, need])[1])
    raised = tuple(w + more if i == chair else w for i, w in enumerate(weights))
    return raised, need + more


def _next_sum(weights: tuple[Fraction, ...], bound: Fraction) -> Fraction:
    """The least multiple of the unit of the weights that exceeds a bound."""
    numerators, bottom = common_denominator(weights)
    unit = Fraction(gcd(*numerators), bottom)
    return unit * (bound // unit + 1) if unit else bound


def committee(members: int, needed: int, chair: Chair = "equal", title: str = "") -> WeightedVoting:
    """A committee that decides by vote; the first member may have a casting vote or a veto.

    With a casting vote one vote less is enough if the chair is for it; with a veto nothing passes
    without the chair.

    Parameters
    ----------
    members : int
        The number of members.
    needed : int
        The votes that pass a motion.
    chair : {"equal", "casting", "veto"}, default "equal"
        The power of the first member.
    title : str, optional
        A title for output.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> [str(x) for x in committee(4, 3, "casting").shapley()]
    ['1/2', '1/6', '1/6', '1/6']
    >>> [str(x) for x in committee(4, 2, "veto").shapley()]
    ['3/4', '1/12', '1/12', '1/12']
    """
    members = whole_number(members, "members", 1, MOST_VOTERS)
    needed = whole_number(needed, "needed", 1, members)
    if chair == "casting" and needed < 2:
        raise GameError("needed is 1; with a casting vote it must be at least 2")
    if chair not in get_args(Chair):
        raise GameError(f"chair is {chair!r}{did_you_mean(str(chair), get_args(Chair))}")
    others = [1] * (members - 1)
    weight, quota = {
        "equal": (1, needed),
        "casting": (2, needed),
        "veto": (members, members + needed - 1),
    }[chair]
    names = ["chair", *(str(i) for i in range(2, members + 1))] if chair != "equal" else None
    remark = {
        "equal": "",
        "casting": ", the chair has a casting vote",
        "veto": ", the chair a veto",
    }
    title = title or f"Committee, {needed} votes of {members}{remark[chair]}"
    return weighted_voting(quota, [weight, *others], names, title)


def security_council(permanent: int = 5, others: int = 10, needed: int = 9) -> WeightedVoting:
    """A council in which a motion needs enough votes, among them those of all permanent members.

    Parameters
    ----------
    permanent : int, default 5
        The number of permanent members, who have a veto.
    others : int, default 10
        The number of other members.
    needed : int, default 9
        The votes that pass a motion.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> value = security_council().shapley()
    >>> str(value["P1"]), str(value["E1"])
    ('421/2145', '4/2145')
    """
    permanent = whole_number(permanent, "permanent", 0, MOST_VOTERS)
    others = whole_number(others, "others", 0, MOST_VOTERS)
    needed = whole_number(needed, "needed", 0, MOST_VOTERS)
    if permanent + others < 1:
        raise GameError(
            f"{permanent} permanent and {others} other members; there must be at least one"
        )
    if not max(permanent, 1) <= needed <= permanent + others:
        raise GameError(
            f"needed is {needed}; it must be {max(permanent, 1)} to {permanent + others}, since "
            "all permanent members are needed"
        )
    heavy = others + 1
    names = [f"P{i}" for i in range(1, permanent + 1)] + [f"E{i}" for i in range(1, others + 1)]
    return weighted_voting(
        permanent * heavy + needed - permanent,
        [heavy] * permanent + [1] * others,
        names,
        f"Security Council, {needed} of {permanent + others} with {permanent} vetoes",
    )


def near_dictator(voters: int = 4) -> WeightedVoting:
    """One voter wins with any other; the others win only all together: the apex game.

    Parameters
    ----------
    voters : int, default 4
        The number of voters.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> [str(x) for x in near_dictator(5).shapley()]
    ['3/5', '1/10', '1/10', '1/10', '1/10']
    """
    voters = whole_number(voters, "voters", 3, MOST_VOTERS)
    weights = [voters - 2] + [1] * (voters - 1)
    return weighted_voting(voters - 1, weights, None, f"Near dictator of {voters} voters")
