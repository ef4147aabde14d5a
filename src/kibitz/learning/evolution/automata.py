"""Strategies of a repeated game as finite automata, and tournaments among them.

An automaton of a game with two choices is a row of numbers: for each of its states the choice there
(0 cooperates, 1 defects), then for each state where it goes when the other cooperates, and when the
other defects. It begins in state 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.display import TextDisplayable
from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sequential.automaton import AUTOMATA

COOPERATE, DEFECT = 0, 1
CLASSICS: Mapping[str, tuple[tuple[int, int, int], ...]] = {
    name.replace("-", " "): tuple(
        (move, *follows) for move, follows in zip(moves, after, strict=True)
    )
    for name, (moves, after) in AUTOMATA.items()
}
"""Well-known automata: for each state the choice, and the next state after C and after D."""


def automaton(states: tuple[tuple[int, int, int], ...], size: int) -> Any:
    """An automaton as a row of numbers, padded to a number of states.

    >>> automaton(CLASSICS["tit for tat"], 2).tolist()
    [0, 1, 0, 0, 1, 1]
    """
    table = np.zeros((3, size), np.int64)
    table[:, : len(states)] = np.array(states).T
    return table.ravel()


def payoffs_of(game: StrategicGame) -> Any:
    """What a player gets in a symmetric game of two players with two choices each."""
    if len(game.players) != 2 or game.shape != (2, 2):
        raise GameError("automata play games of two players with two strategies each")
    pay = np.array([[float(game.payoff(i, j)[0]) for j in (0, 1)] for i in (0, 1)])
    other = np.array([[float(game.payoff(i, j)[1]) for j in (0, 1)] for i in (0, 1)])
    if not np.array_equal(pay, other.T):
        raise GameError("automata play symmetric games, in which both players get the same")
    return pay


def round_robin(members: Any, size: int, pay: Any, rounds: int, noise: float, seed: int) -> Any:
    """What each automaton gets against each, on average over the rounds of a match.

    Parameters
    ----------
    members : array [members, 3 * size]
        The automata.
    size : int
        The number of states.
    pay : array [2, 2]
        What a player gets by their own choice and the other's.
    rounds : int
        Rounds of a match.
    noise : float
        How often a choice turns into the other one by mistake.
    seed : int
        The seed of the mistakes.

    Returns
    -------
    array [members, members]
        What the first gets against the second.
    """
    count = len(members)
    choice, after = members[:, :size], members[:, size:].reshape(count, 2, size)
    generator = np.random.default_rng(seed)
    rows = np.arange(count)
    mine = np.zeros((count, count), np.int64)
    total = np.zeros((count, count))
    for _ in range(rounds):
        act = choice[rows[:, None], mine]
        if noise:
            act = act ^ (generator.random(act.shape) < noise)
        other = act.T
        total += pay[act, other]
        mine = after[rows[:, None], other, mine]
    return total / rounds


@dataclass(frozen=True)
class Standings(TextDisplayable):
    """A tournament among automata: every one against every other, its own twin included."""

    names: tuple[str, ...]
    table: Any
    """What the row gets against the column, on average."""

    @property
    def scores(self) -> dict[str, float]:
        """The mean of each, the best first."""
        means = self.table.mean(axis=1)
        order = np.argsort(-means.round(9), kind="stable")  # equals in the order of entry
        return {self.names[k]: float(means[k]) for k in order}

    def __str__(self) -> str:
        return "\n".join(f"{score:.3f}  {name}" for name, score in self.scores.items())

    def _repr_html_(self) -> str:
        rows = tuple((name, f"{score:.3f}") for name, score in self.scores.items())
        return Table(("automaton", "mean payoff"), rows).html()


def axelrod_tournament(
    game: StrategicGame,
    entries: Mapping[str, tuple[tuple[int, int, int], ...]] = CLASSICS,
    rounds: int = 200,
    noise: float = 0.0,
    seed: int = 0,
) -> Standings:
    """Let automata play a repeated game, every one against every other.

    Parameters
    ----------
    game : StrategicGame
        A symmetric game of two choices, such as the prisoner's dilemma; the first cooperates.
    entries : mapping
        The automata by name: for each state the choice, and the next state after C and after D.
    rounds : int, default 200
        Rounds of a match.
    noise : float, default 0
        How often a choice turns into the other one by mistake.
    seed : int, default 0
        The seed of the mistakes.

    Returns
    -------
    Standings
        Who got how much.

    References
    ----------
    Axelrod 1984.

    Examples
    --------
    >>> import kibitz
    >>> dilemma = kibitz.bimatrix("3 0; 5 1", "3 5; 0 1")
    >>> found = axelrod_tournament(dilemma).scores
    >>> found["tit for tat"] > found["always defect"]
    True
    """
    if rounds < 1:
        raise GameError(f"rounds is {rounds}; it must be at least 1")
    if not 0 <= noise <= 1:
        raise GameError(f"noise is {noise}; it must lie between 0 and 1")
    size = max(len(states) for states in entries.values())
    members = np.stack([automaton(states, size) for states in entries.values()])
    table = round_robin(members, size, payoffs_of(game), rounds, noise, seed)
    return Standings(tuple(entries), table)
