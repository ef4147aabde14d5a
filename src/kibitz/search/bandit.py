"""Multi-armed bandits: which arm to pull when only pulling tells what it pays.

>>> from kibitz.search.bandit import Bandit
>>> machine = Bandit([[("1/2", 5), ("1/2", 1)], [("1/3", 4), ("1/3", 3), ("1/3", 2)],
...                   [("1/4", 20), ("3/4", 0)]])
>>> [str(mean) for mean in machine.means], machine.best_arm
(['3', '3', '5'], 2)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number, show
from kibitz.core.picture import COLUMN, FAINT, ROW, Canvas, Picture

Arm = tuple[tuple[Number, Number], ...]
"""What an arm may pay: pairs of probability and reward."""


@dataclass(frozen=True)
class History:
    """What happened so far: how often each arm was pulled, and what it paid in all."""

    pulls: tuple[int, ...]
    totals: tuple[float, ...]

    @property
    def rounds(self) -> int:
        return sum(self.pulls)

    def mean(self, arm: int) -> float:
        return self.totals[arm] / self.pulls[arm]


Policy = Callable[[History, Random], int]


class Bandit:
    """Arms, each with a distribution of rewards."""

    def __init__(self, arms: Iterable[Any]) -> None:
        self.arms = tuple(_arm(arm, k) for k, arm in enumerate(arms))
        if not self.arms:
            raise GameError("a bandit needs at least one arm")

    @classmethod
    def bernoulli(cls, chances: Iterable[Any]) -> Bandit:
        """Arms that pay 1 with these chances, and otherwise nothing.

        >>> [str(mean) for mean in Bandit.bernoulli(["1/3", "2/3"]).means]
        ['1/3', '2/3']
        """
        read = [number(p, f"arm {k}") for k, p in enumerate(chances)]
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

    def pull(self, arm: int, random: Random) -> float:
        left = random.random()
        for probability, reward in self.arms[arm]:
            left -= float(probability)
            if left < 0:
                return float(reward)
        return float(self.arms[arm][-1][1])

    def greedy_lock_in(self) -> tuple[Number, ...]:
        """The probability that each arm pays most when every arm is pulled once.

        That is the arm on which the greedy rule settles at first; of equals, the first.
        """
        chances: list[Any] = [Fraction(0)] * len(self.arms)
        for outcome in product(*self.arms):
            weight: Any = math.prod(probability for probability, _ in outcome)
            rewards = [reward for _, reward in outcome]
            chances[rewards.index(max(rewards))] += weight
        return tuple(chances)

    def greedy_regret(self) -> Number:
        """The expected average regret of staying with the arm that paid most at first."""
        total: Any = sum(c * g for c, g in zip(self.greedy_lock_in(), self.gaps, strict=True))
        result: Number = total
        return result

    def epsilon_greedy_regret(self, epsilon: Any) -> Number:
        """The limit of the average regret when a share of the pulls is drawn by lot."""
        share: Any = _share(epsilon)
        result: Number = share * sum(self.gaps) / len(self.arms)
        return result

    def play(self, policy: Policy | str, rounds: int, seed: int = 0) -> Run:
        """Pull arms by a policy, and note the regret as it grows."""
        if rounds < 1:
            raise GameError(f"{rounds} rounds are none; give 1 or more")
        chosen = POLICIES[_known(policy)] if isinstance(policy, str) else policy
        random = Random(seed)
        pulls, totals = [0] * len(self.arms), [0.0] * len(self.arms)
        gaps = [float(gap) for gap in self.gaps]
        best = float(max(self.means))
        regret, earned, curve, realised = 0.0, 0.0, [], []
        for k in range(1, rounds + 1):
            arm = chosen(History(tuple(pulls), tuple(totals)), random)
            if not 0 <= arm < len(self.arms):
                raise GameError(f"the policy pulls arm {arm}; there are {len(self.arms)}")
            reward = self.pull(arm, random)
            pulls[arm] += 1
            totals[arm] += reward
            regret += gaps[arm]
            earned += reward
            curve.append(regret)
            realised.append(k * best - earned)
        name = policy if isinstance(policy, str) else getattr(policy, "__name__", "policy")
        return Run(self, name, tuple(pulls), tuple(totals), tuple(curve), tuple(realised))


@dataclass(frozen=True)
class Run:
    """What a policy did: pulls and rewards of each arm, and the regret after every round."""

    bandit: Bandit
    policy: str
    pulls: tuple[int, ...]
    totals: tuple[float, ...]
    regret: tuple[float, ...]
    """What was lost to always pulling the best arm, in expectation; never falls."""
    realised: tuple[float, ...]
    """The same against what was really paid; it can be negative."""

    def __str__(self) -> str:
        pulls = ", ".join(f"arm {k}: {n:,}" for k, n in enumerate(self.pulls))
        lost, rounds = self.regret[-1], len(self.regret)
        return f"{self.policy}: regret {lost:.4g} after {rounds:,} rounds ({pulls})"

    def to_json(self) -> dict[str, Any]:
        return {
            "policy": self.policy,
            "pulls": list(self.pulls),
            "totals": list(self.totals),
            "regret": self.regret[-1],
            "realised_regret": self.realised[-1],
            "curve": list(self.regret),
        }


def _share(epsilon: Any) -> Number:
    share = number(epsilon, "epsilon")
    if not 0 <= share <= 1:
        raise GameError(f"epsilon is {show(share)}; it must lie between 0 and 1")
    return share


def greedy(history: History, random: Random) -> int:
    """Every arm once, then always the one that paid best on average."""
    unpulled = _unpulled(history)
    return unpulled if unpulled is not None else _argmax(history, history.mean)


def epsilon_greedy(epsilon: Any = 0.1) -> Policy:
    """Greedy, but with probability ``epsilon`` an arm by lot: regret grows for ever."""
    share = float(_share(epsilon))

    def policy(history: History, random: Random) -> int:
        unpulled = _unpulled(history)
        if unpulled is not None:
            return unpulled
        if random.random() < share:
            return random.randrange(len(history.pulls))
        return _argmax(history, history.mean)

    policy.__name__ = f"epsilon-greedy {show(_share(epsilon))}"
    return policy


def ucb1(history: History, random: Random) -> int:
    """The arm of the highest upper confidence bound: mean + sqrt(2 ln t / n). Auer et al. (2002).

    The bound assumes rewards from 0 to 1; regret then grows like ln t.
    """
    unpulled = _unpulled(history)
    if unpulled is not None:
        return unpulled
    return _argmax(
        history, lambda k: ucb_score(history.totals[k], history.pulls[k], history.rounds)
    )


def thompson(history: History, random: Random) -> int:
    """A draw from each arm's posterior (Beta, for rewards from 0 to 1); the best draw is pulled."""
    draws = [
        random.betavariate(1 + max(total, 0.0), 1 + max(pulls - total, 0.0))
        for total, pulls in zip(history.totals, history.pulls, strict=True)
    ]
    return draws.index(max(draws))


def softmax(temperature: float = 0.1) -> Policy:
    """Arms in proportion to exp(mean / temperature)."""
    if temperature <= 0:
        raise GameError(f"the temperature is {temperature}; it must be positive")

    def policy(history: History, random: Random) -> int:
        unpulled = _unpulled(history)
        if unpulled is not None:
            return unpulled
        means = [history.mean(k) for k in range(len(history.pulls))]
        weights = [math.exp((mean - max(means)) / temperature) for mean in means]
        return random.choices(range(len(means)), weights)[0]

    policy.__name__ = f"softmax {temperature:g}"
    return policy


POLICIES: dict[str, Policy] = {
    "greedy": greedy,
    "epsilon-greedy": epsilon_greedy(),
    "ucb1": ucb1,
    "thompson": thompson,
    "softmax": softmax(),
}


def ucb_score(
    total: float, visits: int, parent_visits: int, constant: float = math.sqrt(2),
    maximizes: bool = True,
) -> float:  # fmt: skip
    """The upper confidence bound of an arm or child; infinite when it was never tried.

    ``total`` is what the first player got in all; at the second player's nodes the sign turns.

    >>> round(ucb_score(7, 10, 12), 6), round(ucb_score(3, 4, 10, maximizes=False), 6)
    (1.404969, 0.322983)
    """
    if visits == 0:
        return math.inf
    mean = total / visits
    spread = constant * math.sqrt(math.log(max(parent_visits, 1)) / visits)
    return (mean if maximizes else -mean) + spread


def draw_regret(runs: Iterable[Run]) -> Picture:
    """The regret of several runs as curves over the rounds."""
    kept = list(runs)
    if not kept:
        raise GameError("no runs to draw; give what Bandit.play returns")
    width, height, edge = 560.0, 320.0, 46.0
    rounds = max(len(run.regret) for run in kept)
    top = max(max(run.regret) for run in kept) or 1.0
    canvas = Canvas(width, height)
    canvas.line(edge, height - edge, width - 10, height - edge, FAINT)
    canvas.line(edge, 10, edge, height - edge, FAINT)
    colours = (ROW, COLUMN, "#15803d", "#7e22ce", "#b45309", "#0f766e")
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
        colour = colours[k % len(colours)]
        canvas.path(points, colour, 1.8)
        canvas.text(edge + 12, 24 + 16 * k, run.policy, anchor="start", fill=colour)
    canvas.text(width - 16, height - edge + 18, f"{rounds:,} rounds", size=11, anchor="end")
    canvas.text(edge - 6, 18, f"{top:.3g}", size=11, anchor="end")
    canvas.text(edge - 6, height - edge + 4, "0", size=11, anchor="end")
    return canvas.finish("regret over the rounds")


def _arm(arm: Any, k: int) -> Arm:
    """An arm that pays by lot; a number alone is paid always."""
    if isinstance(arm, (int, float, Fraction, str)):
        return ((Fraction(1), number(arm, f"arm {k}")),)
    choices = list(arm)
    if any(not isinstance(pair, (tuple, list)) or len(pair) != 2 for pair in choices):
        raise GameError(f"arm {k}: write pairs of probability and reward, such as ('1/2', 5)")
    pairs = tuple(
        (number(p, f"arm {k}, probability"), number(r, f"arm {k}, reward")) for p, r in choices
    )
    total: Any = sum(p for p, _ in pairs)
    if any(p < 0 for p, _ in pairs) or abs(total - 1) > (1e-9 if isinstance(total, float) else 0):
        raise GameError(f"arm {k}: its probabilities add up to {show(total)}, not 1")
    return pairs


def _mean(arm: Arm) -> Number:
    total: Any = sum(p * r for p, r in arm)
    result: Number = total
    return result


def _unpulled(history: History) -> int | None:
    return history.pulls.index(0) if 0 in history.pulls else None


def _argmax(history: History, score: Callable[[int], float]) -> int:
    return max(range(len(history.pulls)), key=score)


def _known(name: str) -> str:
    if name not in POLICIES:
        raise GameError(f"no policy is called {name!r}{did_you_mean(name, POLICIES)}")
    return name
