"""Evolution of finite automata that play a repeated game, such as the prisoner's dilemma."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.learning.evolution.automata import CLASSICS, automaton, payoffs_of, round_robin
from kibitz.learning.evolution.best_against import best_against
from kibitz.learning.evolution.crossover import uniform
from kibitz.learning.evolution.selection import selection_named
from kibitz.learning.training.learner import Kept, Learner, generator_facts, generator_from
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, State
from kibitz.strategic.game import StrategicGame

LETTERS = "CD"


class EvolvedAutomata(Learner):
    """A population of automata that play each other and the classics of Axelrod's tournament."""

    headline: ClassVar[str] = "rank among the classics"
    seat = "--rounds 20 --vs"

    def __init__(
        self,
        lesson: Lesson,
        states: int,
        population: int,
        selection: str,
        mutation: float,
        elite: int,
        rounds: int,
        noise: float,
        classics: bool,
    ) -> None:
        super().__init__(lesson)
        bounds = (("states", states, 1), ("population", population, 4), ("match_rounds", rounds, 1))
        for name, value, least in bounds:
            if value < least:
                raise GameError(f"{name} is {value}; it must be at least {least}")
        if not 0 <= elite < population:
            raise GameError(f"elite is {elite}; it must be from 0 to below the population")
        for name, share in (("mutation", mutation), ("noise", noise)):
            if not 0 <= share <= 1:
                raise GameError(f"{name} is {share}; it must lie between 0 and 1")
        assert isinstance(lesson.game, StrategicGame)
        self.pay = payoffs_of(lesson.game)
        self.size = max(states, 3)
        self.mutation, self.elite, self.noise = mutation, elite, noise
        self.rounds, self.classics = rounds, classics
        self.select, self.selection = selection_named(selection), selection
        self.generator = np.random.default_rng(lesson.seed)
        self.members = self._random(population)
        self.field = np.stack([automaton(s, self.size) for s in CLASSICS.values()])
        self.champion = self.members[0]

    def _random(self, count: int) -> Any:
        choices = self.generator.integers(0, 2, (count, self.size))
        onward = self.generator.integers(0, self.size, (count, 2 * self.size))
        return np.concatenate([choices, onward], axis=1)

    def learn(self) -> dict[str, float]:
        """One generation."""
        count = len(self.members)
        everybody = np.concatenate([self.members, self.field]) if self.classics else self.members
        seed = int(self.generator.integers(1 << 30))
        table = round_robin(everybody, self.size, self.pay, self.rounds, self.noise, seed)
        fitness = table[:count].mean(axis=1)
        order = np.argsort(-fitness, kind="stable")
        self.champion = self.members[order[0]].copy()
        born = count - self.elite
        mothers = self.select(fitness, born, self.generator)
        fathers = self.select(fitness, born, self.generator)
        children = uniform(self.members[mothers], self.members[fathers], self.generator)
        hit = self.generator.random(children.shape) < self.mutation
        children = np.where(hit, self._random(born), children)
        self.members = np.concatenate([self.members[order[: self.elite]], children])
        cooperation = (table.mean() - self.pay[1, 1]) / (self.pay[0, 0] - self.pay[1, 1])
        return {
            "fitness": float(fitness.max()),
            "mean fitness": float(fitness.mean()),
            "cooperation": float(cooperation),
        }

    def measure(self) -> dict[str, float]:
        """Where the champion would end in Axelrod's tournament among the classics.

        Without mistakes ``gap`` is what the best of all strategies gets more against the classics,
        on average over their rounds, without knowing which of them it plays.
        """
        everybody = np.concatenate([self.champion[None], self.field])
        table = round_robin(everybody, self.size, self.pay, self.rounds, self.noise, 0)
        scores = table.mean(axis=1)
        better = float((scores[1:] > scores[0] + 1e-9).sum())
        found = {"score among the classics": float(scores[0])}
        if not self.noise:
            found["gap"] = self._most - float(table[0, 1:].mean())
        return {**found, "rank among the classics": 1 + better}

    @cached_property
    def _most(self) -> float:
        return best_against(self.field, self.size, self.pay, self.rounds)

    def state(self) -> Kept:
        arrays = {"members": self.members.copy(), "champion": self.champion.copy()}
        return Kept({"generator": generator_facts(self.generator)}, arrays)

    def restore(self, kept: Kept) -> None:
        own = self.state().arrays
        found = {name: kept.arrays.get(name) for name in own}
        if any(a is None or a.shape != own[name].shape for name, a in found.items()):
            raise GameError("the automata that were kept do not fit these settings")
        self.members, self.champion = kept.arrays["members"], kept.arrays["champion"]
        self.generator = generator_from(kept.facts["generator"])

    def policy(self, state: State, player: int) -> dict[Move, float]:
        """What the champion chooses in a first round."""
        assert isinstance(self.lesson.game, StrategicGame)
        first = self.reply([])
        names = self.lesson.game.strategies[player]
        return {str(name): float(k == first) for k, name in enumerate(names)}

    def reply(self, others: Sequence[int]) -> int:
        """What the champion chooses after the other made these choices, one in each round."""
        here, after = 0, self.champion[self.size :].reshape(2, self.size)
        for choice in others:
            here = int(after[choice, here])
        return int(self.champion[here])

    def explain(self) -> Explanation:
        """The champion as a table of states, and its matches against the classics."""
        size = self.size
        choice, after = self.champion[:size], self.champion[size:].reshape(2, size)
        reached, todo = [0], [0]
        while todo:
            here = todo.pop()
            for to in after[:, here].tolist():
                if to not in reached:
                    reached.append(to)
                    todo.append(to)
        rows = tuple(
            (f"{s}", LETTERS[choice[s]], f"{after[0, s]}", f"{after[1, s]}")
            for s in sorted(reached)
        )
        machine = TextTable(("state", "plays", "after C", "after D"), rows)
        everybody = np.concatenate([self.champion[None], self.field])
        table = round_robin(everybody, size, self.pay, self.rounds, self.noise, 0)
        scores = table.mean(axis=1)
        names = ("the champion", *CLASSICS)
        order = np.argsort(-scores, kind="stable")
        ranked = tuple((names[k], f"{table[0, k]:.3f}", f"{scores[k]:.3f}") for k in order)
        head = ("entry", "the champion gets against it", "mean")
        steps = (
            Step(
                "How it evolves",
                f"Automata of {size} states play {count_of(self.rounds, 'round')} against "
                "each other"
                f"{' and the classics' if self.classics else ''}. Parents are chosen by "
                f"{self.selection}, children take each gene from either, and genes change with "
                f"probability {self.mutation:g}.",
            ),
            Step("The champion", "It begins in state 0.", machine),
            Step(
                "Axelrod's tournament",
                "Every automaton against every other.",
                TextTable(head, ranked),
            ),
        )
        return Explanation(f"{self.lesson.title}: evolved automata", steps)


def repeated_choice(lesson: Lesson) -> str | None:
    """A symmetric game of two players with two choices each."""
    if not isinstance(lesson.game, StrategicGame):
        return f"it takes games with a table of payoffs, not {lesson.game.several}"
    try:
        payoffs_of(lesson.game)
    except GameError as error:
        return str(error)
    return None


@method(
    Lesson,
    "evolved-automata",
    finds="an automaton for a repeated game",
    cost="O(population² match_rounds) per generation",
    reference="Axelrod 1984",
    applies=repeated_choice,
)
def evolved_automata(
    lesson: Lesson,
    states: int = 4,
    population: int = 40,
    selection: str = "tournament",
    mutation: float = 0.03,
    elite: int = 4,
    match_rounds: int = 100,
    noise: float = 0.0,
    classics: bool = True,
) -> EvolvedAutomata:
    """Evolve finite automata that play a game with two choices again and again.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    states : int, default 4
        States of an automaton, at least 3.
    population : int, default 40
        The number of members.
    selection : str, default "tournament"
        How parents are chosen: ``tournament``, ``roulette`` or ``rank``.
    mutation : float, default 0.03
        The probability that a gene changes.
    elite : int, default 4
        How many of the fittest live on unchanged.
    match_rounds : int, default 100
        Rounds of a match.
    noise : float, default 0
        How often a choice turns into the other one by mistake.
    classics : bool, default True
        Whether the well-known strategies play as well.

    Returns
    -------
    EvolvedAutomata
        The learner, a generation to a round.

    Notes
    -----
    Cost: O(population² match_rounds) per generation.

    References
    ----------
    Axelrod 1984.
    """
    options = (states, population, selection, mutation, elite, match_rounds, noise, classics)
    return EvolvedAutomata(lesson, *options)
