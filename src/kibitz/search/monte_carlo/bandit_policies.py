"""Policies for bandits: which arm to pull next, given what happened so far."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

from kibitz.core.errors import GameError, nearest
from kibitz.core.numbers import Number, number, show
from kibitz.core.spelling import canonical_name
from kibitz.search.monte_carlo.bandit_history import SQRT2, History

Policy = Callable[[History, Random], int]
"""Given what happened, the arm to pull; the lots are for policies that draw some."""


def share_of(epsilon: Any) -> Number:
    share = number(epsilon, "epsilon")
    if not 0 <= share <= 1:
        raise GameError(f"epsilon is {show(share)}; it must lie between 0 and 1")
    return share


def greedy(history: History, random: Random | None = None) -> int:
    """Every arm once, then always the one that paid best on average.

    Parameters
    ----------
    history : History
        The rewards of every arm so far.
    random : Random, optional
        The random number generator.

    Returns
    -------
    int
        The index of an arm.
    """
    unpulled = _unpulled(history)
    return unpulled if unpulled is not None else _argmax(history, history.mean)


def epsilon_greedy(epsilon: Any = 0.1) -> Policy:
    """Greedy, but with probability ``epsilon`` a random arm: regret grows linearly.

    Parameters
    ----------
    epsilon : number, default 0.1
        The probability of a random arm.

    Returns
    -------
    Policy
        A policy: a function of a history that chooses an arm.
    """
    share = float(share_of(epsilon))

    def policy(history: History, random: Random) -> int:
        unpulled = _unpulled(history)
        if unpulled is not None:
            return unpulled
        if random.random() < share:
            return random.randrange(len(history.pulls))
        return _argmax(history, history.mean)

    policy.__name__ = f"epsilon-greedy {show(share_of(epsilon))}"
    return policy


def ucb1(history: History, random: Random | None = None) -> int:
    """The arm of the highest upper confidence bound: mean + sqrt(2 ln t / n).

    The bound assumes rewards from 0 to 1; regret then grows like ln t.

    Parameters
    ----------
    history : History
        The rewards of every arm so far.
    random : Random, optional
        The random number generator.

    Returns
    -------
    int
        The index of an arm.

    References
    ----------
    Auer, Cesa-Bianchi and Fischer 2002.

    Examples
    --------
    >>> ucb1(History.of([[1, 0], [1], [0, 0, 1]]))
    1
    """
    return ucb()(history)


def ucb(constant: Any = SQRT2) -> Callable[..., int]:
    """UCB1 with another constant: mean + c sqrt(ln t / n).

    Parameters
    ----------
    constant : number, default SQRT2
        The exploration constant.

    Returns
    -------
    callable
        The policy.

    Examples
    --------
    >>> ucb(0.1)(History.of([[1, 1], [0]])), ucb(5)(History.of([[1, 1], [0]]))
    (0, 1)
    """
    weight = float(number(constant, "the constant of exploration"))
    if not 0 <= weight < math.inf:
        raise GameError(f"the exploration constant is {weight:g}; it must not be negative")

    def policy(history: History, random: Random | None = None) -> int:
        scores = history.ucb_scores(weight)
        return scores.index(max(scores))

    policy.__name__ = "ucb1" if weight == SQRT2 else f"ucb {weight:g}"
    return policy


def thompson(history: History, random: Random) -> int:
    """A draw from each arm's posterior (Beta, for rewards from 0 to 1); the best draw is pulled.

    Parameters
    ----------
    history : History
        The rewards of every arm so far.
    random : Random
        The random number generator.

    Returns
    -------
    int
        The index of an arm.

    References
    ----------
    Thompson 1933.
    """
    draws = [
        random.betavariate(1 + max(float(total), 0.0), 1 + max(pulls - float(total), 0.0))
        for total, pulls in zip(history.totals, history.pulls, strict=True)
    ]
    return draws.index(max(draws))


def softmax(temperature: Any = 0.1) -> Policy:
    """Arms in proportion to exp(mean / temperature).

    Parameters
    ----------
    temperature : number, default 0.1
        The temperature; low temperatures are greedy.

    Returns
    -------
    Policy
        A policy: a function of a history that chooses an arm.
    """
    temperature = float(number(temperature, "temperature"))
    if temperature <= 0:
        raise GameError(f"the temperature is {temperature}; it must be positive")

    def policy(history: History, random: Random) -> int:
        unpulled = _unpulled(history)
        if unpulled is not None:
            return unpulled
        means = [float(history.mean(k)) for k in range(len(history.pulls))]
        weights = [math.exp((mean - max(means)) / temperature) for mean in means]
        return random.choices(range(len(means)), weights)[0]

    policy.__name__ = f"softmax {temperature:g}"
    return policy


POLICIES: dict[str, Any] = {
    "greedy": greedy,
    "epsilon-greedy": epsilon_greedy(),
    "ucb1": ucb1,
    "thompson": thompson,
    "softmax": softmax(),
}
_MAKERS: dict[str, Callable[..., Any]] = {
    "epsilon-greedy": epsilon_greedy,
    "softmax": softmax,
    "ucb1": ucb,
    "ucb": ucb,
}
_ALIASES = {
    "ucb": "ucb1",
    "egreedy": "epsilon-greedy",
    "e-greedy": "epsilon-greedy",
    "eps-greedy": "epsilon-greedy",
    "boltzmann": "softmax",
}


def policy_of(word: str) -> Any:
    """The policy that a word names, with its setting after a colon.

    >>> policy_of("epsilon-greedy:1/4").__name__, policy_of("UCB").__name__
    ('epsilon-greedy 1/4', 'ucb1')
    """
    name, setting = named_policy(word)
    if not setting:
        return POLICIES[name]
    if name not in _MAKERS:
        raise GameError(f"{name!r} takes no setting; epsilon-greedy, softmax and ucb1 do")
    return _MAKERS[name](number(setting, word))


def named_policy(word: str) -> tuple[str, str]:
    """The usual name of a policy, and its setting, empty without one.

    >>> named_policy("e-greedy:1/4"), named_policy("UCB")
    (('epsilon-greedy', '1/4'), ('ucb1', ''))
    """
    typed, _, setting = word.partition(":")
    name = canonical_name(typed)
    name = _ALIASES.get(name, name)
    if name not in POLICIES:
        raise GameError(
            f"unknown policy {name!r}{nearest(name, POLICIES) or ';'} known: {', '.join(POLICIES)}"
        )
    return name, setting.strip()


def exploration_of(word: str) -> float:
    """The constant of the upper confidence bounds that go with a policy; sqrt(2) unless it has one.

    >>> exploration_of("ucb1:2"), exploration_of("ucb 2"), round(exploration_of("greedy"), 3)
    (2.0, 2.0, 1.414)
    """
    name, _, setting = word.strip().lower().replace(" ", ":").partition(":")
    return float(number(setting, word)) if name in ("ucb", "ucb1") and setting else SQRT2


def _unpulled(history: History) -> int | None:
    return history.pulls.index(0) if 0 in history.pulls else None


def _argmax(history: History, score: Callable[[int], float]) -> int:
    return max(range(len(history.pulls)), key=score)
