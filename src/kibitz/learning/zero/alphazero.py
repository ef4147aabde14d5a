"""AlphaZero: a network learns from games that it plays against itself, led by a search."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.learning.encoding.encode import encode
from kibitz.learning.training.conditions import two_opponents
from kibitz.learning.training.learner import Kept, Learner
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.zero.array_rules import array_rules
from kibitz.learning.zero.device_training import Device
from kibitz.learning.zero.numpy_net import evaluate_in_numpy
from kibitz.learning.zero.optimizer import require_optax
from kibitz.learning.zero.puct_search import puct_search
from kibitz.learning.zero.residual_net import initial_weights
from kibitz.learning.zero.settings import ZeroSettings
from kibitz.rules.game import Move, State
from kibitz.search.alpha_beta.exact import small_search

TRIED = 64
"""Positions on which the network is compared with exact play."""
FALL = 300.0
"""Rounds after which the learning rate has halved."""
PREFIX = "average."


class AlphaZero(Learner):
    """A policy and value network, self-play by a Gumbel search, lessons from a buffer."""

    headline: ClassVar[str] = "optimal"

    def __init__(self, lesson: Lesson, settings: ZeroSettings, simulations: int) -> None:
        super().__init__(lesson)
        arrays = array_rules(lesson.rules)
        if arrays is None:
            raise GameError(f"{lesson.title}: not written over arrays")
        self.simulations = simulations
        self.code = encode(lesson.rules)
        self.device = Device.of(arrays, self.code, settings)
        self.rounds = 0
        self.weights = initial_weights(self.device.shape, lesson.seed)
        self._run: dict[str, Any] | None = None
        self._compiled: tuple[Any, Any] | None = None
        self._labels: list[tuple[State, set[Move]]] | None = None

    @property
    def run(self) -> dict[str, Any]:
        """Weights, buffer and games under way, on the device."""
        if self._run is None:
            require_optax()
            self._run = self.device.start(self.lesson.seed)
        return self._run

    def learn(self) -> dict[str, float]:
        """Every game goes some moves on, and the network learns from the buffer."""
        if self._compiled is None:
            require_optax()
            self._compiled = self.device.compiled()
        play, learn = self._compiled
        rate = self.device.settings.rate / (1 + self.rounds / FALL)
        run, told = play(self.run)
        run, losses = learn(run, rate)
        self._run = run
        self.rounds += 1
        self.weights = {name: np.asarray(w) for name, w in run["average"].items()}
        found = {f"{name} loss": float(x) for name, x in losses.items()}
        return {**found, "games": float(told["games"])}

    def measure(self) -> dict[str, float]:
        """The share of optimal moves by the network alone, on positions solved exactly."""
        if self._labels is None:
            self._labels = self._solved()
        if not self._labels:
            return {}
        states = [state for state, _ in self._labels]
        logits, _ = evaluate_in_numpy(self.device.shape, self.weights, self._seen(states))
        right = 0
        for row, (state, best) in zip(logits, self._labels, strict=True):
            legal = self.code.legal(state)
            action = int(np.where(legal, row, -np.inf).argmax())
            right += any(self._number(move) == action for move in best)
        return {"optimal": right / len(states)}

    def _solved(self) -> list[tuple[State, set[Move]]]:
        """Positions of random games in which moves differ in worth, with the best moves."""
        rules, random = self.lesson.rules, np.random.default_rng(self.lesson.seed + 1)
        search = small_search(rules)
        found: list[tuple[State, set[Move]]] = []
        for _ in range(40 * TRIED):
            if len(found) >= TRIED:
                break
            here = rules.position()
            line = []
            while not here.is_over:
                line.append(here)
                here = here.play(here.moves[random.integers(len(here.moves))])
            late = line[len(line) // 3 :]
            here = late[random.integers(len(late))]
            sign = 1 if here.player == 0 else -1
            with suppress(GameError):
                worth = {}
                for move in here.moves:
                    after = here.play(move)
                    value = after.payoffs[0] if after.is_over else search.solve(after).value
                    worth[move] = sign * float(value)  # type: ignore[arg-type]
                top = max(worth.values())
                if min(worth.values()) < top:
                    found.append((here.state, {m for m, v in worth.items() if v == top}))
        return found

    def _seen(self, states: list[State]) -> Any:
        return np.stack([self.code.observe(state) for state in states])

    def _number(self, move: Move) -> int:
        return int(self.code.action(move))

    def guess(self, state: State) -> tuple[dict[Move, float], float]:
        """What the network thinks of a position: probabilities of the moves, and its value."""
        logits, value = evaluate_in_numpy(self.device.shape, self.weights, self._seen([state]))
        moves = list(self.lesson.rules.moves(state))
        own = np.array([logits[0, self._number(move)] for move in moves], float)
        odds = np.exp(own - own.max())
        odds /= odds.sum()
        return dict(zip(moves, odds.tolist(), strict=True)), float(value[0])

    def policy(self, state: State, player: int) -> dict[Move, float]:
        """The move that the search tries most often; the network's own without a search."""
        odds, _ = self.guess(state)
        if self.simulations:
            visits = puct_search(self.lesson.rules, state, self.guess, self.simulations)
            odds = {move: float(count) for move, count in visits.items()}
        best = max(odds, key=lambda move: odds[move])
        return {move: float(move == best) for move in odds}

    def value(self, state: State) -> float | None:
        """What the network thinks the first player gets."""
        mover = self.lesson.rules.player(state)
        return None if mover < 0 else self.guess(state)[1] * (1 if mover == 0 else -1)

    def state(self) -> Kept:
        import jax

        leaves = jax.tree.leaves(self.run)
        kept = {f"run{k}": np.asarray(leaf) for k, leaf in enumerate(leaves)}
        return Kept({"rounds": self.rounds}, kept)

    def restore(self, kept: Kept) -> None:
        require_optax()
        import jax
        import jax.numpy as jnp

        leaves, tree = jax.tree.flatten(self.run)
        found = [kept.arrays.get(f"run{k}") for k in range(len(leaves))]
        fits = all(b is not None and b.shape == a.shape for a, b in zip(leaves, found, strict=True))
        if not fits:
            raise GameError("this checkpoint was made with other settings")
        self._run = jax.tree.unflatten(tree, [jnp.asarray(leaf) for leaf in found])
        self.rounds = int(kept.facts["rounds"])
        self.weights = {name: np.asarray(w) for name, w in self._run["average"].items()}

    def knowledge(self) -> Kept:
        return Kept({}, {f"{PREFIX}{name}": array for name, array in self.weights.items()})

    def recall(self, kept: Kept) -> None:
        found = {k.removeprefix(PREFIX): v for k, v in kept.arrays.items() if k.startswith(PREFIX)}
        own = self.weights
        if found.keys() != own.keys() or any(found[k].shape != own[k].shape for k in own):
            raise GameError("the network of the model has other sizes")
        self.weights = found

    def explain(self) -> Explanation:
        """The search at the start of the game, move by move."""
        rules = self.lesson.rules
        state = rules.start()
        odds, value = self.guess(state)
        visits = puct_search(rules, state, self.guess, max(self.simulations, 64))
        lines = [
            f"{rules.show_move(state, move)}: the network says {odds[move]:.3f}, the search tried "
            f"it {count} times"
            for move, count in visits.items()
        ]
        shape = self.device.shape
        steps = (
            Step(
                "The network",
                f"{shape.blocks} residual blocks of {shape.channels} channels look at "
                f"{shape.input} numbers and give {shape.actions} probabilities and a value.",
            ),
            Step(
                "The search at the start",
                "A move is tried where Q + c P √N / (1 + n) is largest: Q is the mean of what it "
                f"led to, P the network's probability, n its visits of N. The start is thought "
                f"worth {value:+.3f} to its mover. " + "; ".join(lines) + ".",
            ),
            Step(
                "The lesson",
                "The policy learns the improved policy of the search, the value the result of the "
                "game, both from positions drawn from the latest games and turned at random.",
            ),
        )
        return Explanation(f"{self.lesson.title}: AlphaZero", steps)


def why_not_zero(lesson: Lesson) -> str | None:
    """It takes two opponents, and a game written over arrays."""
    reason = two_opponents(lesson)
    if reason is None and array_rules(lesson.rules) is None:
        return "it takes a game written over arrays: Connect Four, and games of lines on a board"
    return reason


@method(
    Lesson,
    "alphazero",
    aliases=("alpha-zero",),
    finds="a policy and value network",
    cost="O(games moves simulations network) per round",
    reference="Silver et al. 2018; Danihelka et al. 2022.",
    applies=why_not_zero,
)
def alphazero(
    lesson: Lesson,
    games: int = 128,
    moves: int = 8,
    simulations: int = 16,
    channels: int = 32,
    blocks: int = 3,
    batch: int = 256,
    rate: float = 0.002,
    thinking: int = 64,
) -> AlphaZero:
    """Learn by self-play: a network leads a search, and learns from what the search finds.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    games : int, default 128
        Games that are played side by side.
    moves : int, default 8
        Moves of each game to a round.
    simulations : int, default 16
        Positions that the search evaluates for a move of self-play.
    channels : int, default 32
        The width of the network.
    blocks : int, default 3
        Its depth.
    batch : int, default 256
        Positions of a step of learning.
    rate : float, default 0.002
        The learning rate, which falls slowly.
    thinking : int, default 64
        Simulations for a move when the model plays; with 0 the network alone plays.

    Returns
    -------
    AlphaZero
        The learner; its model plays without JAX.

    Notes
    -----
    Training needs JAX and Optax, the extra ``learn``, and uses a graphics card where JAX sees one.

    References
    ----------
    Silver et al. 2018; Danihelka et al. 2022.
    """
    if thinking < 0:
        raise GameError(f"thinking is {thinking}; it must be at least 0")
    settings = ZeroSettings(
        games=games,
        moves=moves,
        simulations=simulations,
        channels=channels,
        blocks=blocks,
        batch=batch,
        rate=rate,
        buffer=max(1 << 15, 4 * games * moves),
        openings=4,
    )
    return AlphaZero(lesson, settings, thinking)
