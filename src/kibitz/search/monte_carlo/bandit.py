"""Multi-armed bandits: which arm to pull when only pulling shows what it pays.

>>> from kibitz.search.monte_carlo.bandit import Bandit
>>> machine = Bandit([[("1/2", 5), ("1/2", 1)], [("1/3", 4), ("1/3", 3), ("1/3", 2)],
...                   [("1/4", 20), ("3/4", 0)]])
>>> [str(mean) for mean in machine.means], machine.best_arm
(['3', '3', '5'], 2)
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.numbers import Number, is_one, number, show, whole
from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.core.system.memory import require_memory
from kibitz.pictures import COLUMN, FAINT, ROW, Canvas, Picture
from kibitz.search.monte_carlo.bandit_history import History as History
from kibitz.search.monte_carlo.bandit_history import listed
from kibitz.search.monte_carlo.bandit_history import ucb_score as ucb_score
from kibitz.search.monte_carlo.bandit_policies import POLICIES as POLICIES
from kibitz.search.monte_carlo.bandit_policies import Policy as Policy
from kibitz.search.monte_carlo.bandit_policies import epsilon_greedy as epsilon_greedy
from kibitz.search.monte_carlo.bandit_policies import exploration_of, share_of
from kibitz.search.monte_carlo.bandit_policies import greedy as greedy
from kibitz.search.monte_carlo.bandit_policies import policy_of as policy_of
from kibitz.search.monte_carlo.bandit_policies import softmax as softmax
from kibitz.search.monte_carlo.bandit_policies import thompson as thompson
from kibitz.search.monte_carlo.bandit_policies import ucb as ucb
from kibitz.search.monte_carlo.bandit_policies import ucb1 as ucb1
from kibitz.search.scope import require_some

ROUNDS = 1000
"""Pulls of a run, unless it says how many."""
BATCH = 1000
"""Pulls between two looks at the clock."""
BYTES_A_ROUND = 250
"""What a run keeps of every round."""

Arm = tuple[tuple[Number, Number], ...]
"""What an arm may pay: pairs of probability and reward."""


class Bandit:
    """Arms, each with a distribution of rewards.

    An arm is a list of pairs of probability and reward, or a number. Numbers between 0 and 1 alone
    are the chances of paying 1, as in :meth:`bernoulli`; others are what an arm always pays.

    >>> [[len(arm) for arm in Bandit(arms).arms] for arms in (["9/10", "4/5"], [3, 5])]
    [[2, 2], [1, 1]]
    """

    def __init__(self, arms: Iterable[Any]) -> None:
        given = list(listed(arms, "arms"))
        if chances := _chances(given):
            given = [((p, 1), (1 - p, 0)) for p in chances]
        self.arms = tuple(_arm(arm, k) for k, arm in enumerate(given))
        self._locked: dict[int, tuple[Number, ...]] = {}
        if not self.arms:
            raise GameError("a bandit needs at least one arm")

    @classmethod
    def bernoulli(cls, chances: Iterable[Any]) -> Bandit:
        """Arms that pay 1 with these chances, and otherwise nothing.

        Parameters
        ----------
        chances : iterable of numbers
            The probability with which each arm pays.

        Examples
        --------
        >>> [str(mean) for mean in Bandit.bernoulli(["1/3", "2/3"]).means]
        ['1/3', '2/3']
        """
        read = [number(p, f"arm {k}") for k, p in enumerate(listed(chances, "chances"))]
        for k, p in enumerate(read):
            if not 0 <= p <= 1:
                raise GameError(f"arm {k}: its chance is {show(p)}; it must lie between 0 and 1")
        return cls([((p, 1), (1 - p, 0)) for p in read])

    @property
    def means(self) -> tuple[Number, ...]:
        return tuple(_mean(arm) for arm in self.arms)

    @property
    def best_arm(self) -> int:
        """The arm of the highest mean, the first of equals."""
        return self.means.index(max(self.means))

    @property
    def gaps(self) -> tuple[Number, ...]:
        """What each arm's mean lacks to the best."""
        best: Any = max(self.means)
        return tuple(best - mean for mean in self.means)

    def pull(self, arm: int, times: int, random: Random) -> Any:
        """What an arm pays that was pulled this many times before.

        Parameters
        ----------
        arm : int
            The number of the arm, from 0.
        times : int
            How often it was pulled before; it matters to rewards that are given in advance.
        random : Random
            The source of randomness.

        Returns
        -------
        float
            The reward.
        """
        left = random.random()
        for probability, reward in self.arms[arm]:
            left -= float(probability)
            if left < 0:
                return float(reward)
        return float(self.arms[arm][-1][1])

    def greedy_lock_in(self, pulls: int = 1) -> tuple[Number, ...]:
        """The probability that each arm has paid most when every arm was pulled this many times.

        That is the arm which greedy pulls next; of equals, the first. A player who commits to it is
        locked in; greedy itself may leave it, when later rewards bring its mean below another's.
        Cost: that of the distributions of the sums, which have at most
        (pulls + 1)^(rewards - 1) values; they are computed once.

        Parameters
        ----------
        pulls : int, default 1
            How often every arm is pulled at first.

        Examples
        --------
        >>> arms = Bandit([[("1/2", 5), ("1/2", 1)], [(1, 3)]])
        >>> [str(p) for p in arms.greedy_lock_in()], [str(p) for p in arms.greedy_lock_in(2)]
        (['1/2', '1/2'], ['3/4', '1/4'])
        """
        require_some(pulls, "pulls")
        if pulls not in self._locked:
            self._locked[pulls] = self._lock_in(pulls)
        return self._locked[pulls]

    def _lock_in(self, pulls: int) -> tuple[Number, ...]:
        summed = [_summed(arm, pulls) for arm in self.arms]
        sums = [[total for _, total in arm] for arm in summed]
        zero: Any = Fraction(0)
        below = [list(accumulate((p for p, _ in arm), initial=zero)) for arm in summed]
        chances: list[Any] = []
        for k, arm in enumerate(summed):
            total = zero
            for probability, reward in arm:
                # of equals the first arm counts: those before it must have paid less
                for j, of_other in enumerate(sums):
                    if j != k:
                        place = (bisect_right if j > k else bisect_left)(of_other, reward)
                        probability *= below[j][place]
                total += probability
            chances.append(total)
        return tuple(chances)

    def greedy_regret(self, pulls: int = 1) -> Number:
        """The expected average regret of staying with the arm that paid most at first.

        Parameters
        ----------
        pulls : int, default 1
            How often every arm is pulled at first.

        Returns
        -------
        number
            The regret per round in the long run.
        """
        locked = self.greedy_lock_in(pulls)
        total: Any = sum(c * g for c, g in zip(locked, self.gaps, strict=True))
        result: Number = total
        return result

    def epsilon_greedy_regret(self, epsilon: Any) -> Number:
        """The limit of the average regret when a share of the pulls is drawn at random.

        Parameters
        ----------
        epsilon : number
            The share of the pulls that explore, from 0 to 1.
        """
        share: Any = share_of(epsilon)
        result: Number = share * sum(self.gaps) / len(self.arms)
        return result

    def ucb1_regret_bound(self, rounds: int) -> float:
        """What the regret of UCB1 never exceeds in expectation, for rewards from 0 to 1.

        8 ln n times the sum of 1/gap, and 1 + pi^2/3 times the sum of the gaps. Auer et al. (2002).

        Parameters
        ----------
        rounds : int
            n, the number of pulls.

        References
        ----------
        Auer, Cesa-Bianchi and Fischer 2002

        Examples
        --------
        >>> round(Bandit.bernoulli([0.2, 0.5, 0.45]).ucb1_regret_bound(1000), 1)
        1290.9
        """
        require_some(rounds, "rounds")
        gaps = [float(gap) for gap in self.gaps if gap > 0]
        return 8 * math.log(rounds) * sum(1 / g for g in gaps) + (1 + math.pi**2 / 3) * sum(gaps)

    def regret(self, arms: Iterable[int]) -> Number:
        """What pulling these arms costs in expectation: the sum of their gaps.

        Parameters
        ----------
        arms : iterable of int
            The numbers of the arms, from 0, as often as they were pulled.

        Examples
        --------
        >>> print(Bandit([3, 3, 5]).regret([0, 1, 2, 2]))
        4
        """
        gaps = self.gaps
        total: Any = sum((gaps[self._known_arm(arm)] for arm in arms), Fraction(0))
        result: Number = total
        return result

    def realized_regret(self, rewards: Iterable[Any]) -> Number:
        """How much less was paid than the best arm pays on average; luck makes it negative.

        Parameters
        ----------
        rewards : iterable of numbers
            What the pulls paid.

        Examples
        --------
        >>> print(Bandit([3, 3, 5]).realized_regret([5, 1, 20]))
        -11
        """
        paid: list[Any] = [number(reward, "reward") for reward in rewards]
        best: Any = max(self.means)
        result: Number = best * len(paid) - sum(paid)
        return result

    @property
    def longest(self) -> int | None:
        """The number of pulls after which all rewards are used up; None if there is no end."""
        return None

    def play(self, policy: Policy | str, rounds: int | None = None, seed: int = 0) -> BanditRun:
        """Pull arms by a policy, and note the regret as it grows; Ctrl-C ends it early.

        Parameters
        ----------
        policy : Policy or str
            The policy, or its name such as "ucb1" or "greedy".
        rounds : int, optional
            The number of pulls. If omitted, 1000, or until an arm is chosen whose written rewards
            are used up.
        seed : int, default 0
            Random seed.
        """
        most = (self.longest or ROUNDS) if rounds is None else rounds
        require_some(most, "rounds")
        require_memory(BYTES_A_ROUND * most, f"a run of {most:,} rounds", "take fewer rounds")
        chosen = policy_of(policy) if isinstance(policy, str) else policy
        random = Random(seed)
        history = History((0,) * len(self.arms), (0,) * len(self.arms))
        gaps = [float(gap) for gap in self.gaps]
        best = float(max(self.means))
        arms: list[int] = []
        rewards: list[Any] = []
        regret, earned, curve, realized = 0.0, 0.0, [], []
        name = policy if isinstance(policy, str) else getattr(policy, "__name__", "policy")
        with work(f"pulling by {name}", most) as task:
            for k in range(1, most + 1):
                if k % BATCH == 0:
                    task.advance(BATCH)
                if task.stopped and arms:
                    break
                arm = self._known_arm(chosen(history, random))
                if rounds is None and self._is_used_up(arm, history.pulls[arm]):
                    break
                reward = self.pull(arm, history.pulls[arm], random)
                history = history.after(arm, reward)
                regret += gaps[arm]
                earned += float(reward)
                arms.append(arm)
                rewards.append(reward)
                curve.append(regret)
                realized.append(k * best - earned)
        return BanditRun(
            self,
            name,
            history.pulls,
            history.totals,
            tuple(curve),
            tuple(realized),
            tuple(arms),
            tuple(rewards),
        )

    def _is_used_up(self, arm: int, times: int) -> bool:
        return False

    def _known_arm(self, arm: Any) -> int:
        if isinstance(arm, bool) or not isinstance(arm, int) or not 0 <= arm < len(self.arms):
            raise GameError(f"there is no arm {arm!r}; they are 0 to {len(self.arms) - 1}")
        return arm


class ScriptedBandit(Bandit):
    """Arms that pay what is written, in turn: a run that can be followed by hand.

    The mean of an arm is that of what is written, unless ``means`` says otherwise.

    >>> run = ScriptedBandit([[1, 0, 1], [0, 1, 1]]).play("ucb1")
    >>> run.arms, run.rewards
    ((0, 1, 0, 0, 1, 1), (1, 0, 0, 1, 1, 1))
    """

    def __init__(self, script: Iterable[Iterable[Any]], means: Iterable[Any] | None = None) -> None:
        self.script = tuple(
            tuple(whole(number(r, f"arm {k}")) for r in listed(arm, f"rewards of arm {k}"))
            for k, arm in enumerate(listed(script, "rewards"))
        )
        for k, rewards in enumerate(self.script):
            if not rewards:
                raise GameError(f"arm {k}: write at least one reward")
        given = None if means is None else [number(m, "mean") for m in means]
        if given is not None and len(given) != len(self.script):
            raise GameError(
                f"{len(given)} means for {count_of(len(self.script), 'arm')}; give one for each"
            )
        averages: list[Any] = [
            Fraction(sum(arm)) / len(arm) if _is_exact(arm) else sum(arm) / len(arm)
            for arm in self.script
        ]
        super().__init__(averages if given is None else given)

    @property
    def longest(self) -> int:
        return sum(map(len, self.script))

    def _is_used_up(self, arm: int, times: int) -> bool:
        return times >= len(self.script[arm])

    def pull(self, arm: int, times: int, random: Random) -> Any:
        if self._is_used_up(arm, times):
            raise GameError(f"arm {arm}: its {times} rewards are used up; give more")
        return self.script[arm][times]


MOST_STEPS = 1_000_000
"""Additions for the distribution of what some pulls of an arm pay in all."""


@dataclass(frozen=True)
class BanditRun:
    """What a policy did: pulls and rewards of each arm, and the regret after every round."""

    bandit: Bandit
    policy: str
    pulls: tuple[int, ...]
    totals: tuple[float, ...]
    regret: tuple[float, ...]
    """What was lost to always pulling the best arm, in expectation; never falls."""
    realized: tuple[float, ...]
    """The same against what was really paid; it can be negative."""
    arms: tuple[int, ...] = ()
    """The arm of every round."""
    rewards: tuple[Any, ...] = ()
    """What was paid in every round."""

    def histories(self) -> Iterator[History]:
        """What was known before each round, and at last after all of them."""
        history = History((0,) * len(self.pulls), (0,) * len(self.pulls))
        yield history
        for arm, reward in zip(self.arms, self.rewards, strict=True):
            history = history.after(arm, reward)
            yield history

    def table(self, constant: float | None = None) -> Table:
        """Every round: the upper confidence bounds before it, the arm, the reward, the regret."""
        if constant is None:
            constant = exploration_of(self.policy)
        heads = tuple(f"bound {k}" for k in range(len(self.pulls)))
        before = zip(self.histories(), self.arms, self.rewards, strict=False)
        rows = tuple(
            (
                str(k + 1),
                *(_shown_score(x) for x in history.ucb_scores(constant)),
                str(arm),
                show(reward),
                f"{self.regret[k]:.4g}",
                f"{self.realized[k]:.4g}",
            )
            for k, (history, arm, reward) in enumerate(before)
        )
        return Table(("round", *heads, "arm", "paid", "regret", "realized"), rows)

    def __str__(self) -> str:
        pulls = ", ".join(f"arm {k}: {n:,}" for k, n in enumerate(self.pulls))
        lost, rounds = self.regret[-1], len(self.regret)
        return f"{self.policy}: regret {lost:.4g} after {count_of(rounds, 'round')} ({pulls})"

    def to_json(self) -> dict[str, Any]:
        return {
            "policy": self.policy,
            "pulls": list(self.pulls),
            "totals": [_plain(whole(total)) for total in self.totals],
            "arms": list(self.arms),
            "rewards": [_plain(whole(reward)) for reward in self.rewards],
            "regret": self.regret[-1],
            "realized_regret": self.realized[-1],
            "curve": list(self.regret),
            "realized_curve": list(self.realized),
        }


def draw_regret(runs: Iterable[BanditRun]) -> Picture:
    """The regret of several runs as curves over the rounds.

    Parameters
    ----------
    runs : iterable of BanditRun
        Runs of policies.

    Returns
    -------
    Picture
        The picture.
    """
    kept = list(runs)
    if not kept:
        raise GameError("there are no runs to draw; give what Bandit.play returns")
    width, height, edge = 560.0, 320.0, 46.0
    rounds = max(len(run.regret) for run in kept)
    top = max(max(run.regret) for run in kept) or 1.0
    canvas = Canvas(width, height)
    canvas.line(edge, height - edge, width - 10, height - edge, FAINT)
    canvas.line(edge, 10, edge, height - edge, FAINT)
    colors = (ROW, COLUMN, "player3", "player4", "player5", "player6")
    for k, run in enumerate(kept):
        step = max(1, len(run.regret) // 400)
        points = [
            (
                edge + i / rounds * (width - edge - 20),
                height - edge - r / top * (height - edge - 20),
            )
            for i, r in enumerate(run.regret, 1)
            if i % step == 0 or i == len(run.regret)
        ]
        color = colors[k % len(colors)]
        canvas.path(points, color, 1.8)
        canvas.text(edge + 12, 24 + 16 * k, run.policy, anchor="start", fill=color)
    canvas.text(width - 16, height - edge + 18, f"{rounds:,} rounds", size=11, anchor="end")
    canvas.text(edge - 6, 18, f"{top:.3g}", size=11, anchor="end")
    canvas.text(edge - 6, height - edge + 4, "0", size=11, anchor="end")
    return canvas.finish("regret over the rounds")


def _chances(arms: list[Any]) -> list[Any]:
    """The chances that numbers between 0 and 1 alone are; none where they are something else."""
    if not all(isinstance(arm, (int, float, Fraction, str)) for arm in arms):
        return []
    read: list[Any] = [number(arm, f"arm {k}") for k, arm in enumerate(arms)]
    return read if all(0 <= p <= 1 for p in read) else []


def _arm(arm: Any, k: int) -> Arm:
    """An arm that pays at random; a number alone is paid always."""
    if isinstance(arm, (int, float, Fraction, str)):
        return ((Fraction(1), number(arm, f"arm {k}")),)
    choices = listed(arm, f"payments of arm {k}")
    if any(not isinstance(pair, (tuple, list)) or len(pair) != 2 for pair in choices):
        raise GameError(f"arm {k}: write pairs of probability and reward, such as ('1/2', 5)")
    pairs = tuple(
        (number(p, f"arm {k}, probability"), number(r, f"arm {k}, reward")) for p, r in choices
    )
    total: Any = sum(p for p, _ in pairs)
    if any(p < 0 for p, _ in pairs) or not is_one(total):
        raise GameError(f"arm {k}: its probabilities add up to {show(total)}, not 1")
    return pairs


def _mean(arm: Arm) -> Number:
    total: Any = sum(p * r for p, r in arm)
    result: Number = total
    return result


def _summed(arm: Any, pulls: int) -> tuple[tuple[Any, Any], ...]:
    """The distribution of the sum of some pulls of an arm: probabilities and sums, rising.

    Exact probabilities are counted as whole numbers over one denominator.
    """
    unit = 1
    if _is_exact(tuple(probability for probability, _ in arm)):
        unit = math.lcm(*(Fraction(probability).denominator for probability, _ in arm))
        arm = [(int(probability * unit), reward) for probability, reward in arm]
    sums: dict[Any, Any] = {0: 1}
    steps = 0
    for k in range(pulls):
        steps += len(sums) * len(arm)
        if steps > MOST_STEPS:
            raise GameError(
                f"pulls is {pulls:,}; the distribution of the sums is computed up to {k:,} for "
                "these arms: take fewer pulls, or simulate rounds"
            )
        after: dict[Any, Any] = {}
        for total, chance in sums.items():
            for probability, reward in arm:
                after[total + reward] = after.get(total + reward, 0) + chance * probability
        sums = after
    whole_unit = Fraction(1, unit**pulls) if isinstance(next(iter(sums.values())), int) else 1
    return tuple((sums[total] * whole_unit, total) for total in sorted(sums))


def _is_exact(numbers: tuple[Number, ...]) -> bool:
    return not any(isinstance(x, float) for x in numbers)


def _plain(value: Any) -> Any:
    """A number as JSON holds it: fractions as text."""
    return show(value) if isinstance(value, Fraction) else value


def _shown_score(score: float) -> str:
    return "∞" if score == math.inf else f"{score:.6f}"
