"""Deep counterfactual regret minimization: networks in place of the tables of regrets.

Walks by external sampling tell the regrets of moves. A network for each player is fitted to their
means, and says how to play in the next round; another network is fitted to the average of what was
played, which is what approaches an equilibrium.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.learning.deep.network import answers
from kibitz.learning.hidden.average_learner import AverageLearner
from kibitz.learning.hidden.hidden_tree import why_no_tree
from kibitz.learning.hidden.seen_infosets import FAR, softmax
from kibitz.learning.training.lesson import Lesson

NETWORKS = ("first", "second", "average")
"""The regrets of each player, and the average strategy of both."""
SHOWN = 6


class DeepCFR(AverageLearner):
    """Regret networks, an average-strategy network, and the sums they are fitted to."""

    networks: ClassVar[tuple[str, ...]] = NETWORKS

    def __init__(self, lesson: Lesson, walks: int, units: int, rate: float, steps: int) -> None:
        super().__init__(lesson, {"walks": walks, "units": units, "steps": steps}, rate)
        self.walks = walks
        self.seen, self.legal = self.sets.seen, self.sets.legal
        self.infoset, self.output = self.sets.infoset, self.sets.output
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
        for _ in range(self.steps):
            self.step(name, self.seen[rows], error)
        return answers(self.weights[name], self.seen[rows])

    def sums(self) -> dict[str, Any]:
        names = ("regrets", "tried", "played", "met")
        return {f"sum.{name}": getattr(self, name) for name in names}

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
    cost="sampled walks and training steps of three small networks per round",
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
    of an information set count by their weight and mean alone; so these sums are kept, instead of a
    reservoir of samples, and nothing is thrown away. Networks continue from the last round.

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
