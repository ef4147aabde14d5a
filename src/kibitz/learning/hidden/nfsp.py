"""Neural fictitious self-play: best responses by deep Q-learning, and their average by a network.

Each player mostly plays its average strategy, and now and then its best response to that of the
other, which it learns from all games. What it does when it responds is what the average is fitted
to, as in fictitious play.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.learning.deep.network import answers
from kibitz.learning.hidden.average_learner import SETTLING, AverageLearner
from kibitz.learning.hidden.hidden_tree import why_no_tree
from kibitz.learning.hidden.seen_infosets import FAR, read_network, softmax
from kibitz.learning.training.learner import Kept
from kibitz.learning.training.lesson import Lesson

NETWORKS = ("response", "average")
BATCH = 256
RENEWAL = 10
"""Rounds after which the copy of the response network is renewed."""


class NFSP(AverageLearner):
    """A response network, an average-strategy network, and what they learn from."""

    networks: ClassVar[tuple[str, ...]] = NETWORKS

    def __init__(
        self,
        lesson: Lesson,
        games: int,
        response: float,
        memory: int,
        units: int,
        rate: float,
        steps: int,
    ) -> None:
        counts = {"games": games, "memory": memory, "units": units, "steps": steps}
        super().__init__(lesson, counts, rate)
        if not 0 < response <= 1:
            raise GameError(f"response is {response}; it must lie above 0 and be at most 1")
        self.games, self.response = games, response
        self.copy = dict(self.weights["response"])
        self.past = np.zeros((memory, 3))
        """The sequence, the reward, and the next information set or -1."""
        self.count = np.zeros(1, np.int64)
        self.chosen = np.zeros(self.game.treeplex.sequences)

    def best(self, exploration: float = 0.0) -> Any:
        """How the response network plays."""
        wanted = np.where(self.sets.legal, answers(self.weights["response"], self.sets.seen), FAR)
        pure = np.eye(wanted.shape[1])[wanted.argmax(axis=1)]
        even = self.sets.legal / self.sets.legal.sum(axis=1, keepdims=True)
        return self.sets.behavior((1 - exploration) * pure + exploration * even)

    def learn(self) -> dict[str, float]:
        self.rounds += 1
        self._play()
        found = {"response loss": self._fit_response(), "policy loss": self._fit_average()}
        if self.rounds % RENEWAL == 0:
            self.copy = dict(self.weights["response"])
        return found

    def _play(self) -> None:
        """Games side by side; each player responds in some of them."""
        tree, generator = self.game.tree, self.generator
        exploration = 0.2 / (1 + self.rounds / SETTLING) ** 0.5
        ways, pure = [self.average(), self.best(exploration)], self.best()
        odds = [self.sampler.odds(way) for way in ways]
        totals = [np.cumsum(o) for o in odds]
        responds = generator.random((2, self.games)) < self.response
        nodes = np.zeros(self.games, np.int64)
        last = np.full((2, self.games), -1, np.int64)
        going = np.arange(self.games)
        while len(going):
            here = nodes[going]
            actor = tree.actor[here]
            way = np.zeros(len(going), np.int64)
            for player in range(2):
                mine = actor == player
                who = going[mine]
                way[mine] = responds[player, who]
                self._remember(last[player, who], 0.0, tree.infoset[here[mine]])
            below = np.zeros(len(going), np.int64)
            lots = generator.random(len(going))
            for k in range(2):
                used = way == k
                below[used] = self.sampler.draw(here[used], odds[k], totals[k], lots[used])
            for player in range(2):
                mine = actor == player
                made = self.sampler.sequence[below[mine]]
                last[player, going[mine]] = made
                met = tree.infoset[here[mine & (way == 1)]]
                visits = np.bincount(met, minlength=self.game.infosets)
                self.chosen += visits[self.sets.infoset] * pure
            nodes[going] = below
            going = going[tree.count[below] > 0]
        paid = self.sampler.paid[tree.row[nodes]] / self.size
        for player in range(2):
            self._remember(last[player], paid[:, player], np.full(self.games, -1))

    def _remember(self, made: Any, reward: Any, following: Any) -> None:
        rows = np.column_stack([made, np.broadcast_to(reward, made.shape), following])[made >= 0]
        rows = rows[-len(self.past) :]
        places = (int(self.count[0]) + np.arange(len(rows))) % len(self.past)
        self.past[places] = rows
        self.count += len(rows)

    def _fit_response(self) -> float:
        """Q-learning from steps of the past, against a copy that lags behind."""
        ahead = np.where(self.sets.legal, answers(self.copy, self.sets.seen), FAR).max(axis=1)
        many = min(int(self.count[0]), len(self.past))
        loss = 0.0
        for _ in range(self.steps):
            made, reward, following = self.past[self.generator.integers(many, size=BATCH)].T
            inside, onward = made.astype(np.int64), following.astype(np.int64)
            target = (reward + np.where(onward >= 0, ahead[onward], 0.0)).astype(np.float32)
            rows = np.arange(BATCH), self.sets.output[inside]

            def error(found: Any, rows: Any = rows, target: Any = target) -> Any:
                slope = np.zeros_like(found)
                slope[rows] = 2 * (found[rows] - target) / BATCH
                return slope

            found = self.step("response", self.sets.seen[self.sets.infoset[inside]], error)
            loss = float(((found[rows] - target) ** 2).mean())
        return loss

    def _fit_average(self) -> float:
        """The average of all responses, where each game counts alike."""
        counts = np.zeros(self.sets.legal.shape)
        counts[self.sets.infoset, self.sets.output] = self.chosen
        visits = counts.sum(axis=1)
        rows = np.flatnonzero(visits > 0)
        if not len(rows):
            return 0.0
        target = (counts[rows] / visits[rows, None]).astype(np.float32)
        share = (visits[rows] / visits.sum())[:, None].astype(np.float32)
        legal, seen = self.sets.legal[rows], self.sets.seen[rows]
        for _ in range(self.steps):
            self.step("average", seen, lambda found: share * (softmax(found, legal) - target))
        found = softmax(answers(self.weights["average"], seen), legal)
        return float((share * (found - target) ** 2).sum())

    def sums(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("past", "count", "chosen")}

    def state(self) -> Kept:
        facts, arrays = super().state()
        return Kept(facts, arrays | {f"copy.{part}": np.array(a) for part, a in self.copy.items()})

    def restore(self, kept: Kept) -> None:
        super().restore(kept)
        self.copy = read_network(kept, "copy", self.copy)

    def explain(self) -> Explanation:
        """How both networks learn, and what it came to."""
        idea = (
            f"In each game a player responds with probability {self.response:g}, and otherwise "
            "plays its average strategy. From the steps of all games a network learns by "
            "Q-learning what moves are worth against the other's play; responding means to take "
            "the best. Moves of responding players are counted, and a second network is fitted to "
            "them: the average strategy of fictitious play."
        )
        formula = "minimize (r + max Q'(I', ·) − Q(I, a))²  and  −Σ N(I, a) log π(a | I)"
        gap = self.measure()["exploitability"]
        result = f"Best responses to the average strategy gain {gap:.4g} in all, exactly."
        steps = (
            Step("How it learns", idea),
            Step("What is minimized", formula),
            Step("What it came to", result),
        )
        title = f"{self.lesson.title}: neural fictitious self-play, {self.rounds:,} rounds"
        return Explanation(title, steps)


@method(
    Lesson,
    "nfsp",
    finds="an average strategy that approaches an equilibrium",
    cost="batched games and training steps of two small networks per round",
    reference="Heinrich and Silver 2016",
    applies=why_no_tree,
)
def nfsp(
    lesson: Lesson,
    games: int = 256,
    response: float = 0.1,
    memory: int = 5_000,
    units: int = 64,
    rate: float = 0.003,
    steps: int = 10,
) -> NFSP:
    """Learn a game of hidden information by fictitious play with networks.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    games : int, default 256
        Games of a round.
    response : float, default 0.1
        How often a player responds instead of playing its average strategy.
    memory : int, default 5,000
        Steps of the last games that responses are learned from. The fewer, the sooner they follow
        what the other player does now.
    units : int, default 64
        Units of each of two hidden layers.
    rate : float, default 0.003
        The step size of Adam.
    steps : int, default 10
        Steps of each network in a round.

    Returns
    -------
    NFSP
        The learner.

    Notes
    -----
    Cost: games side by side, and steps of two small networks per round. The average is fitted to
    the counts of all responses, instead of a reservoir of them.

    References
    ----------
    Heinrich and Silver 2016.

    Examples
    --------
    >>> import kibitz
    >>> learner = nfsp(Lesson(kibitz.game("kuhn-poker")), units=16)
    >>> before = learner.measure()["exploitability"]
    >>> for _ in range(60):
    ...     found = learner.learn()
    >>> learner.measure()["exploitability"] < before
    True
    """
    return NFSP(lesson, games, response, memory, units, rate, steps)
