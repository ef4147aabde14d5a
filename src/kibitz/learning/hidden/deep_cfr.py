"""Deep counterfactual regret minimization: networks in place of the tables of regrets.

Walks by external sampling tell the regrets of moves. A network for each player is fitted to their
means, and says how to play in the next round; another network is fitted to the average of what was
played, which is what approaches an equilibrium.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.learning.deep.network import Weights, adam, answers, empty_memory, initial_weights
from kibitz.learning.hidden.backpropagation import backpropagation
from kibitz.learning.hidden.hidden_tree import hidden_tree, why_no_tree
from kibitz.learning.hidden.sampled_walks import SampledWalks
from kibitz.learning.hidden.seen_infosets import FAR, SeenInfosets, read_network, softmax
from kibitz.learning.training.learner import Kept, Learner, generator_facts, generator_from
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, State

NETWORKS = ("first", "second", "average")
"""The regrets of each player, and the average strategy of both."""
SETTLING = 100
"""Rounds after which the steps of Adam grow shorter."""
SHOWN = 6


class DeepCFR(Learner):
    """Regret networks, an average-strategy network, and the sums they are fitted to."""

    headline: ClassVar[str] = "exploitability"

    def __init__(self, lesson: Lesson, walks: int, units: int, rate: float, steps: int) -> None:
        super().__init__(lesson)
        for name, value in (("walks", walks), ("units", units), ("steps", steps)):
            if value < 1:
                raise GameError(f"{name} is {value}; it must be at least 1")
        if not rate > 0:
            raise GameError(f"rate is {rate}; it must be positive")
        self.walks, self.rate, self.steps = walks, rate, steps
        self.tree = hidden_tree(lesson.rules)
        self.game = self.tree.game
        self.sets = SeenInfosets(self.tree)
        self.seen, self.legal = self.sets.seen, self.sets.legal
        self.infoset, self.output = self.sets.infoset, self.sets.output
        self.sampler = SampledWalks(self.game)
        self.size = max(1.0, float(np.abs(self.sampler.paid).max(initial=0)))
        self.generator = np.random.default_rng(lesson.seed)
        inputs, outputs = self.seen.shape[1], self.sets.code.actions
        self.weights: dict[str, Weights] = {
            name: initial_weights(inputs, units, outputs, self.generator) for name in NETWORKS
        }
        self.memory = {name: empty_memory(self.weights[name]) for name in NETWORKS}
        self.rounds = 0
        count = self.game.treeplex.sequences
        self.regrets, self.played = np.zeros(count), np.zeros(count)
        self.tried, self.met = np.zeros(self.game.infosets), np.zeros(self.game.infosets)

    def strategy(self) -> Any:
        """How the regret networks play: in proportion to positive regrets, else the best."""
        first, second = (answers(self.weights[name], self.seen) for name in NETWORKS[:2])
        wanted = np.where(self.game.owners[:, None] == 0, first, second)
        wanted = np.where(self.legal, wanted, FAR)
        positive = np.maximum(wanted, 0.0).astype(float)
        total = positive.sum(axis=1, keepdims=True)
        best = np.eye(wanted.shape[1])[wanted.argmax(axis=1)]
        odds = np.where(total > 0, positive / np.where(total > 0, total, 1.0), best)
        return self.sets.behavior(odds)

    def average(self) -> Any:
        """How the average-strategy network plays; what is learned."""
        odds = softmax(answers(self.weights["average"], self.seen), self.legal)
        return self.sets.behavior(odds)

    def learn(self) -> dict[str, float]:
        self.rounds += 1
        worst = 0.0
        for player in range(2):
            strategy = self.strategy()
            self._walk(strategy, player)
            worst = max(worst, self._fit_regrets(player))
        return {"regret loss": worst, "policy loss": self._fit_average()}

    def _walk(self, strategy: Any, player: int) -> None:
        """Add the samples of a round; they count in proportion to its number."""
        found = self.sampler.sample(strategy, player, self.walks, self.generator)
        sequences, sets = self.game.treeplex.sequences, self.game.infosets
        self.regrets += self.rounds * np.bincount(found.sequences, found.regrets, sequences)
        visits = np.bincount(found.sequences, minlength=sequences)
        self.tried += self.rounds * visits[self.game.offset[:-1]]
        met = self.rounds * np.bincount(found.met, minlength=sets)
        self.met += met
        self.played += met[self.infoset] * strategy

    def _fit_regrets(self, player: int) -> float:
        rows = np.flatnonzero((self.game.owners == player) & (self.tried > 0))
        target = self._table(self.regrets, self.tried) / self.size
        share = (self.tried / self.tried[rows].sum())[:, None] * self.legal
        target, share = target[rows], share[rows].astype(np.float32)

        def error(found: Any) -> Any:
            return 2 * share * (found - target)

        found = self._fit(NETWORKS[player], rows, error)
        return float((share * (found - target) ** 2).sum())

    def _fit_average(self) -> float:
        rows = np.flatnonzero(self.met > 0)
        target = self._table(self.played, self.met)[rows]
        share = (self.met[rows] / self.met[rows].sum())[:, None].astype(np.float32)
        legal = self.legal[rows]

        def error(found: Any) -> Any:
            return share * (softmax(found, legal) - target)

        found = softmax(self._fit("average", rows, error), legal)
        return float((share * (found - target) ** 2).sum())

    def _table(self, sums: Any, counts: Any) -> Any:
        """Means as a row of outputs for each information set."""
        found = np.zeros(self.legal.shape, np.float32)
        found[self.infoset, self.output] = sums / np.maximum(counts, 1)[self.infoset]
        return found

    def _fit(self, name: str, rows: Any, error: Any) -> Any:
        """Steps of Adam over all information sets that were met; what the network then says."""
        weights, memory, seen = self.weights[name], self.memory[name], self.seen[rows]
        rate = self.rate / (1 + self.rounds / SETTLING) ** 0.5
        for _ in range(self.steps):
            slopes = backpropagation(weights, seen, error)[1]
            weights, memory = adam(weights, slopes, memory, rate, np)
        self.weights[name], self.memory[name] = weights, memory
        return answers(weights, seen)

    def measure(self) -> dict[str, float]:
        """What best responses to the average strategy gain in all: zero at an equilibrium."""
        return {"exploitability": self.tree.exploitability(self.average())}

    def _sums(self) -> dict[str, Any]:
        names = ("regrets", "tried", "played", "met")
        return {f"sum.{name}": getattr(self, name) for name in names}

    def state(self) -> Kept:
        arrays = {name: array.copy() for name, array in self._sums().items()}
        for name in NETWORKS:
            both = {**self.weights[name], **self.memory[name]}
            arrays |= {f"{name}.{part}": np.array(array) for part, array in both.items()}
        facts = {"generator": generator_facts(self.generator), "rounds": self.rounds}
        return Kept(facts, arrays)

    def restore(self, kept: Kept) -> None:
        for name in NETWORKS:
            self.weights[name] = read_network(kept, name, self.weights[name])
            self.memory[name] = read_network(kept, name, self.memory[name])
        for name, own in self._sums().items():
            own[...] = kept.arrays[name]
        self.generator = generator_from(kept.facts["generator"])
        self.rounds = int(kept.facts["rounds"])

    def knowledge(self) -> Kept:
        found = self.weights["average"]
        return Kept({}, {f"average.{part}": array for part, array in found.items()})

    def recall(self, kept: Kept) -> None:
        self.weights["average"] = read_network(kept, "average", self.weights["average"])

    def policy(self, state: State, player: int) -> dict[Move, float]:
        return self.sets.policy(self.weights["average"], state, player)

    def explain(self) -> Explanation:
        """What the networks are fitted to and say, where it was decided most often."""
        order = np.argsort(-self.tried, kind="stable")[:SHOWN]
        strategy, average = self.strategy(), self.average()
        nets = [answers(self.weights[name], self.seen) * self.size for name in NETWORKS[:2]]
        rows = []
        for infoset in order.tolist():
            start, stop = self.game.offset[infoset : infoset + 2]
            names = self.game.moves(infoset)
            net = nets[int(self.game.owners[infoset])][infoset]
            for k in range(int(start), int(stop)):
                mean = self.regrets[k] / max(1.0, self.tried[infoset])
                told = (mean, float(net[self.output[k]]), strategy[k], average[k])
                shown = tuple(f"{x:.3f}" for x in told)
                rows.append((self.game.infoset_name(infoset), names[int(k - start)], *shown))
        head = ("information set", "move", "mean regret", "network", "plays", "average")
        table = TextTable(head, tuple(rows), caption="where most was decided")
        idea = (
            "Walks by external sampling try every move of one player; chance and the opponent "
            "are drawn. The regret of a move is what it would have gained over the strategy. A "
            "network for each player is fitted to the mean regrets, where round t counts t, and "
            "the next round plays in proportion to those that are positive. The average strategy "
            "is fitted by a network of its own."
        )
        formula = "minimize Σ t (f(I, a) − r(I, a))²;  σ(a) = f⁺(I, a) / Σ f⁺(I, ·)"
        gap = self.measure()["exploitability"]
        result = f"Best responses to the average strategy gain {gap:.4g} in all, exactly."
        steps = (
            Step("How it learns", idea),
            Step("The regrets", formula, table),
            Step("What it came to", result),
        )
        return Explanation(f"{self.lesson.title}: deep CFR, {self.rounds:,} rounds", steps)


@method(
    Lesson,
    "deep-cfr",
    finds="an average strategy that approaches an equilibrium",
    cost="sampled walks, and steps of three small networks, per round",
    reference="Brown, Lerer, Gross and Sandholm 2019",
    applies=why_no_tree,
)
def deep_cfr(
    lesson: Lesson, walks: int = 1000, units: int = 64, rate: float = 0.003, steps: int = 20
) -> DeepCFR:
    """Learn a game of hidden information by regrets that networks generalize.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    walks : int, default 1,000
        Walks for each player in a round.
    units : int, default 64
        Units of each of two hidden layers.
    rate : float, default 0.003
        The step size of Adam.
    steps : int, default 20
        Steps of each network in a round.

    Returns
    -------
    DeepCFR
        The learner.

    Notes
    -----
    Cost: sampled walks and steps of three small networks per round. In a squared loss the samples
    of an information set count by their weight and mean alone; so these sums are kept, instead of
    a reservoir of samples, and nothing is thrown away. Networks go on from the last round.

    References
    ----------
    Brown, Lerer, Gross and Sandholm 2019.

    Examples
    --------
    >>> import kibitz
    >>> learner = deep_cfr(Lesson(kibitz.game("kuhn-poker")), walks=50, units=16, steps=20)
    >>> before = learner.measure()["exploitability"]
    >>> for _ in range(30):
    ...     found = learner.learn()
    >>> learner.measure()["exploitability"] < before / 2
    True
    """
    return DeepCFR(lesson, walks, units, rate, steps)
