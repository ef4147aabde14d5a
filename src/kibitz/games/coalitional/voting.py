"""Votes with weights, quotas, vetoes and chambers, on the shelf."""

from __future__ import annotations

from typing import Literal

from kibitz.coalitional import families
from kibitz.coalitional.families import CompoundVoting, WeightedVoting
from kibitz.coalitional.voting.weighted import MOST_VOTERS
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.registry import named

NASSAU = {
    "Hempstead 1": 31,
    "Hempstead 2": 31,
    "Oyster Bay": 28,
    "North Hempstead": 21,
    "Long Beach": 2,
    "Glen Cove": 2,
}
"""Votes in the Board of Supervisors of Nassau County, 1964."""
STATES = {
    "AL": 9,
    "AK": 3,
    "AZ": 11,
    "AR": 6,
    "CA": 54,
    "CO": 10,
    "CT": 7,
    "DE": 3,
    "DC": 3,
    "FL": 30,
    "GA": 16,
    "HI": 4,
    "ID": 4,
    "IL": 19,
    "IN": 11,
    "IA": 6,
    "KS": 6,
    "KY": 8,
    "LA": 8,
    "ME": 4,
    "MD": 10,
    "MA": 11,
    "MI": 15,
    "MN": 10,
    "MS": 6,
    "MO": 10,
    "MT": 4,
    "NE": 5,
    "NV": 6,
    "NH": 4,
    "NJ": 14,
    "NM": 5,
    "NY": 28,
    "NC": 16,
    "ND": 3,
    "OH": 17,
    "OK": 7,
    "OR": 8,
    "PA": 19,
    "RI": 4,
    "SC": 9,
    "SD": 3,
    "TN": 11,
    "TX": 40,
    "UT": 6,
    "VT": 3,
    "VA": 13,
    "WA": 12,
    "WV": 4,
    "WI": 10,
    "WY": 3,
}
"""Electors of the states for 2024 and 2028, each state taken to vote as one."""


@named("weighted-voting", family="voting")
def weighted_voting(
    quota: Number = 51,
    weights: tuple[Number, ...] = (10, 20, 30, 40),
    *,
    players: tuple[str, ...] = (),
    strict: bool = False,
    veto: tuple[str, ...] = (),
    title: str = "Weighted voting",
) -> WeightedVoting:
    """Coalitions whose weights reach the quota win; with strict=yes they must exceed it.

    Parameters
    ----------
    quota : number, default 51
        The weight that wins.
    weights : tuple of numbers, default (10, 20, 30, 40)
        The weights of the voters.
    players : tuple of str, optional
        Names of the voters.
    strict : bool, default False
        Whether the weight must exceed the quota.
    veto : tuple of str, optional
        The voters without whom no coalition wins.
    title : str, default "Weighted voting"
        A title for output.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> [str(x) for x in weighted_voting().shapley()]
    ['1/12', '1/4', '1/4', '5/12']
    """
    return families.weighted_voting(
        quota, weights, players or None, title, strict=strict, veto=veto
    )


@named("majority", family="voting")
def majority(voters: int = 3) -> WeightedVoting:
    """Coalitions of more than half of the voters win.

    Parameters
    ----------
    voters : int, default 3
        The number of voters.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> [str(x) for x in majority(5).shapley()]
    ['1/5', '1/5', '1/5', '1/5', '1/5']
    """
    everyone = dict.fromkeys(_voters(voters), 1)
    return families.weighted_voting(voters // 2 + 1, everyone, None, "Majority")


@named("unanimity", family="voting")
def unanimity(voters: int = 3, carrier: tuple[str, ...] = ()) -> WeightedVoting:
    """Coalitions that contain all voters of the carrier win; by default it is everyone.

    Parameters
    ----------
    voters : int, default 3
        The number of voters.
    carrier : tuple of str, optional
        The voters, by number from 1, without whom no coalition wins.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> [str(x) for x in unanimity(4, ("1", "3")).shapley()]
    ['1/2', '0', '1/2', '0']
    """
    names = _voters(voters)
    needed = carrier or names
    for name in needed:
        if name not in names:
            raise GameError(f"carrier: no voter {name}; they are 1 to {voters}")
    weights = {name: int(name in needed) for name in names}
    return families.weighted_voting(sum(weights.values()), weights, None, "Unanimity")


@named("dictator", family="voting")
def dictator(voters: int = 3) -> WeightedVoting:
    """The first voter decides alone.

    Parameters
    ----------
    voters : int, default 3
        The number of voters.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> [str(x) for x in dictator(3).shapley()]
    ['1', '0', '0']
    """
    weights = {name: int(name == "1") for name in _voters(voters)}
    return families.weighted_voting(1, weights, None, "Dictator")


def _voters(count: int) -> tuple[str, ...]:
    if not 1 <= count <= MOST_VOTERS:
        raise GameError(f"voters is {count}; it must be 1 to {MOST_VOTERS}")
    return tuple(str(i) for i in range(1, count + 1))


@named("committee", family="voting")
def committee(
    members: int = 4, needed: int = 3, chair: Literal["equal", "casting", "veto"] = "casting"
) -> WeightedVoting:
    """A committee that decides by vote; the chair may have a casting vote or a veto.

    Parameters
    ----------
    members : int, default 4
        The number of members.
    needed : int, default 3
        The votes that pass a motion.
    chair : {"equal", "casting", "veto"}, default "casting"
        The power of the first member.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> [str(x) for x in committee().shapley()]
    ['1/2', '1/6', '1/6', '1/6']
    """
    return families.committee(members, needed, chair)


@named("security-council", family="voting")
def security_council(permanent: int = 5, others: int = 10, needed: int = 9) -> WeightedVoting:
    """Nine of fifteen votes pass a motion when no permanent member is against it.

    Parameters
    ----------
    permanent : int, default 5
        The number of permanent members.
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
    >>> str(security_council().shapley()["P1"])
    '421/2145'
    """
    return families.security_council(permanent, others, needed)


@named("near-dictator", family="voting")
def near_dictator(voters: int = 4) -> WeightedVoting:
    """One voter wins with any other; the others win only if all agree.

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
    >>> [str(x) for x in near_dictator().shapley()]
    ['1/2', '1/6', '1/6', '1/6']
    """
    return families.near_dictator(voters)


@named("nassau-county", family="voting")
def nassau_county(quota: int = 58) -> WeightedVoting:
    """The county board of 1964, in which half of the towns had no voting power.

    Parameters
    ----------
    quota : int, default 58
        The weight that wins.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> nassau_county().null_voters()
    ('North Hempstead', 'Long Beach', 'Glen Cove')
    """
    return families.weighted_voting(quota, NASSAU, None, "Nassau County Board, 1964")


@named("electoral-college", family="voting")
def electoral_college(quota: int = 270) -> WeightedVoting:
    """The states elect the president of the United States, 51 voters with 538 electors.

    Parameters
    ----------
    quota : int, default 270
        The number of electors that win.

    Returns
    -------
    WeightedVoting
        The game.

    Examples
    --------
    >>> round(float(electoral_college().shapley()["CA"]), 4)
    0.108
    """
    return families.weighted_voting(quota, STATES, None, "Electoral college")


@named("bicameral", family="voting")
def bicameral(lower: int = 5, upper: int = 3, president: bool = False) -> CompoundVoting:
    """A bill needs a majority in both houses, and the president if there is one.

    Parameters
    ----------
    lower : int, default 5
        The members of the lower house.
    upper : int, default 3
        The members of the upper house.
    president : bool, default False
        Whether the president must sign.

    Returns
    -------
    CompoundVoting
        The game.

    Examples
    --------
    >>> [str(x) for x in bicameral(3, 1).shapley()]
    ['1/6', '1/6', '1/6', '1/2']
    """
    for name, size in (("lower", lower), ("upper", upper)):
        if not 1 <= size <= MOST_VOTERS:
            raise GameError(f"{name} is {size}; a house has 1 to {MOST_VOTERS} members")
    parts = [_house("L", lower, "lower house"), _house("U", upper, "upper house")]
    if president:
        parts.append(families.weighted_voting(1, {"P": 1}, title="the president"))
    return families.all_of(*parts)


def _house(letter: str, size: int, title: str) -> WeightedVoting:
    members = {f"{letter}{i}": 1 for i in range(1, size + 1)}
    return families.weighted_voting(size // 2 + 1, members, title=title)


@named("us-legislation", family="voting")
def us_legislation() -> CompoundVoting:
    """House, Senate and president pass a law, or two thirds of both houses without the president.

    The vice president breaks ties in the Senate.

    >>> game = us_legislation()
    >>> game.n, round(float(game.shapley()["president"]), 4)
    (537, 0.1631)
    """
    house = {f"H{i}": 1 for i in range(1, 436)}
    senate = {f"S{i}": 1 for i in range(1, 101)}
    tied = {**dict.fromkeys(senate, 2), "vice president": 1}
    approved = families.all_of(
        families.weighted_voting(218, house, title="the House"),
        families.weighted_voting(101, tied, title="the Senate"),
        families.weighted_voting(1, {"president": 1}, title="the president"),
    )
    overridden = families.all_of(
        families.weighted_voting(290, house, title="two thirds of the House"),
        families.weighted_voting(67, senate, title="two thirds of the Senate"),
    )
    return families.any_of(approved, overridden, title="Legislation of the United States")
