"""What is known of the arms of a bandit: pulls, rewards, and upper confidence bounds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import number, whole
from kibitz.core.spelling import count_of

SQRT2 = math.sqrt(2)


@dataclass(frozen=True)
class History:
    """What happened so far: how often each arm was pulled, and what it paid in all."""

    pulls: tuple[int, ...]
    totals: tuple[Any, ...]

    @classmethod
    def of(cls, rewards: Iterable[Iterable[Any]]) -> History:
        """The history in which each arm has paid these rewards.

        Parameters
        ----------
        rewards : iterable of iterables of numbers
            The rewards of each arm, in any order.

        Examples
        --------
        >>> History.of([[1, 0, 1], [], ["1/2"]])
        History(pulls=(3, 0, 1), totals=(2, 0, Fraction(1, 2)))
        """
        paid = [
            [whole(number(r, f"arm {k}")) for r in listed(arm, f"rewards of arm {k}")]
            for k, arm in enumerate(listed(rewards, "rewards"))
        ]
        if not paid:
            raise GameError("a history needs at least one arm")
        return cls(tuple(map(len, paid)), tuple(sum(arm) for arm in paid))

    @classmethod
    def counted(cls, pulls: Iterable[Any], totals: Iterable[Any]) -> History:
        """The history in which each arm was pulled this often and has paid this much in total.

        Parameters
        ----------
        pulls : iterable of int
            How often each arm was pulled.
        totals : iterable of numbers
            The sum of the rewards of each arm.

        Examples
        --------
        >>> History.counted([2, 0], [1, 0]).ucb_scores()[1]
        inf
        """
        times = _times(pulls)
        paid = tuple(whole(number(t, "a total")) for t in listed(totals, "totals"))
        if len(times) != len(paid):
            arms = count_of(len(times), "arm")
            raise GameError(f"the number of pulls is given for {arms}, totals for {len(paid)}")
        for k, n in enumerate(times):
            if n == 0 and paid[k]:
                raise GameError(f"arm {k}: it paid {paid[k]} and was never pulled")
        return cls(times, paid)

    @classmethod
    def averaged(cls, pulls: Iterable[Any], means: Iterable[Any]) -> History:
        """The history in which each arm was pulled this often and has paid this much on average.

        Parameters
        ----------
        pulls : iterable of int
            How often each arm was pulled.
        means : iterable of numbers
            The average reward of each arm; None where it was never pulled.

        Examples
        --------
        >>> History.averaged([10, 0], ["7/10", None])
        History(pulls=(10, 0), totals=(7, 0))
        """
        times = _times(pulls)
        average = listed(means, "means")
        if len(times) != len(average):
            raise GameError(f"{len(times)} arms were pulled, and {len(average)} have means")
        paid: list[Any] = [
            number(mean, "a mean") * n if n else 0 for n, mean in zip(times, average, strict=True)
        ]
        return cls(times, tuple(map(whole, paid)))

    @property
    def rounds(self) -> int:
        return sum(self.pulls)

    def mean(self, arm: int) -> Any:
        """The mean reward of an arm.

        Parameters
        ----------
        arm : int
            The number of the arm, from 0; one that was never pulled is refused.

        Returns
        -------
        number
            The mean, exact when all rewards are.
        """
        if not self.pulls[arm]:
            raise GameError(f"arm {arm} was never pulled, so it has no mean")
        total = self.totals[arm]
        if isinstance(total, int):
            total = Fraction(total)
        return total / self.pulls[arm]

    @property
    def means(self) -> tuple[Any, ...]:
        """What each arm paid on average; None where it was never pulled."""
        return tuple(self.mean(k) if n else None for k, n in enumerate(self.pulls))

    def ucb_scores(self, constant: float = SQRT2) -> tuple[float, ...]:
        """The upper confidence bound of each arm; infinite where it was never pulled.

        Parameters
        ----------
        constant : float, default SQRT2
            The exploration constant c: an arm scores mean + c sqrt(ln n / pulls) after n pulls
            of all.

        References
        ----------
        Auer, Cesa-Bianchi and Fischer 2002

        Examples
        --------
        >>> [round(score, 4) for score in History.of([[1, 0], [1], [0, 0, 1]]).ucb_scores()]
        [1.8386, 2.893, 1.4263]
        """
        return tuple(
            ucb_score(float(total), pulls, self.rounds, constant)
            for total, pulls in zip(self.totals, self.pulls, strict=True)
        )

    def after(self, arm: int, reward: Any) -> History:
        """The history one round later.

        Parameters
        ----------
        arm : int
            The arm that was pulled, from 0.
        reward : number
            What it paid.
        """
        pulls, totals = list(self.pulls), list(self.totals)
        pulls[arm] += 1
        totals[arm] += reward
        return History(tuple(pulls), tuple(totals))


def _times(pulls: Any) -> tuple[int, ...]:
    """How often each arm was pulled."""
    times = tuple(listed(pulls, "pulls"))
    if not times:
        raise GameError("a history needs at least one arm")
    for k, n in enumerate(times):
        if isinstance(n, bool) or not isinstance(n, int) or n < 0:
            raise GameError(f"arm {k}: it was pulled {n!r} times; give a whole number")
    return times


def listed(given: Any, what: str) -> list[Any]:
    """What is given as a list; a GameError where it is not one."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise GameError(f"the {what} are {given!r}; give a list")
    return list(given)


def ucb_score(
    total: float,
    visits: int,
    parent_visits: int,
    constant: float = SQRT2,
    maximizes: bool = True,
) -> float:
    """The upper confidence bound of an arm or a child; infinite when it was never tried.

    Parameters
    ----------
    total : float
        What the first player got in all.
    visits : int
        How often the move was tried.
    parent_visits : int
        How often the parent was visited.
    constant : float, default SQRT2
        The exploration constant.
    maximizes : bool, default True
        Whether the first player moves here.

    Returns
    -------
    float
        The score.

    References
    ----------
    Auer, Cesa-Bianchi and Fischer 2002.

    Examples
    --------
    >>> round(ucb_score(7, 10, 12), 6), round(ucb_score(3, 4, 10, maximizes=False), 6)
    (1.404969, 0.322983)
    """
    if visits == 0:
        return math.inf
    mean = total / visits
    spread = constant * math.sqrt(math.log(max(parent_visits, 1)) / visits)
    return (mean if maximizes else -mean) + spread
