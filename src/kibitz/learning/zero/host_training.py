"""AlphaZero of any two-player game: compiled rules grow the trees, JAX evaluates the leaves.

All games are played in step. In each simulation the compiled search goes down every tree to a new
position, the network looks at all of them together, and the search takes its answers back up. The
positions of the latest games are kept as rows of words, from which lessons are drawn, turned and
mirrored where the encoding knows how.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.learning.encoding.encoding import Encoding
from kibitz.learning.kernels import short_proofs
from kibitz.learning.kernels import trees_of_games as kernels
from kibitz.learning.zero.gumbel_search import considered_visits
from kibitz.learning.zero.lesson_step import lesson_of
from kibitz.learning.zero.optimizer import optimizer
from kibitz.learning.zero.puct_in_step import EXPLORATION, NOISE
from kibitz.learning.zero.residual_net import NetShape, evaluate_net, initial_weights
from kibitz.learning.zero.settings import USUAL_NOISE, ZeroSettings
from kibitz.learning.zero.short_proofs import DEEPEST, root_budget
from kibitz.rules.compile.machine import Machine, machine
from kibitz.rules.game import Rules
from kibitz.search.monte_carlo.payoff_range import with_bounds

LONGEST = 512
"""Moves after which a game counts as drawn."""
ROOM = 1 << 24
"""Moves in all trees together; with more, fewer games are played side by side."""
MEMORY = 1 << 24
"""Numbers in the buffer; with more, fewer positions are remembered."""
LEAST_BATCH = 16
"""Positions that the network looks at together, at least."""
REMEMBERED = 1 << 22
"""Numbers among the network's answers of a round that are kept."""


@dataclass(frozen=True)
class Host:
    """Self-play and lessons of one game on a processor, with its network where JAX wants it."""

    rules: Rules
    code: Encoding
    shape: NetShape
    settings: ZeroSettings
    optimizer: Callable[[float], Any] = optimizer
    """Makes the optimizer from the decay of the weights."""
    is_compiled: bool = True
    """Whether the rules may be compiled."""

    @classmethod
    def of(cls, code: Encoding, settings: ZeroSettings, is_compiled: bool = True) -> Host:
        """For a game with its encoding; sizes are cut where the game is too wide for them."""
        rules = with_bounds(code.rules.position()).rules
        wide = int(rules.most_moves)
        games = max(1, min(settings.games, ROOM // ((settings.simulations + 1) * wide)))
        kept = max(settings.batch, min(settings.buffer, MEMORY // (code.width + 2 * wide)))
        fitted = replace(settings, games=games, buffer=kept)
        shape = NetShape(code.shape, code.actions, fitted.channels, fitted.blocks, fitted.head)
        return cls(rules, code, shape, fitted, is_compiled=is_compiled)

    @cached_property
    def machine(self) -> Machine:
        return machine(self.rules, short_proofs, kernels, compiled=self.is_compiled)

    @cached_property
    def longest(self) -> int:
        return min(LONGEST, self.rules.longest or LONGEST)

    @cached_property
    def scale(self) -> float:
        """The greatest payoff."""
        assert self.rules.payoff_bounds is not None
        return max(abs(float(bound)) for bound in self.rules.payoff_bounds) or 1.0

    @property
    def lesson(self) -> int:
        """The number of steps of learning after each round of play."""
        s = self.settings
        return max(1, round(s.games * s.moves * s.reuse / s.batch))

    def start(self, seed: int) -> dict[str, Any]:
        """Where a run begins: weights, an empty buffer, new games."""
        s, wide = self.settings, int(self.rules.most_moves)
        weights = initial_weights(self.shape, seed)
        trails = np.zeros((s.games, 1 + 4 * self.longest), np.int64)
        luck = np.array([2 * seed + 1], np.uint64)
        with np.errstate(over="ignore"):
            start = self.machine.encode(self.rules.start())
            self.machine.begin_all(start, s.openings, self.rooms(), luck, trails)
        return {
            "weights": weights,
            "average": {name: array.copy() for name, array in weights.items()},
            "learned": self.optimizer(s.decay).init(weights),
            "buffer": {
                "words": np.zeros((s.buffer, self.code.width), np.int64),
                "player": np.zeros(s.buffer, np.int8),
                "action": np.zeros((s.buffer, wide), np.int32),
                "policy": np.zeros((s.buffer, wide), np.float16),
                "value": np.zeros(s.buffer, np.float16),
            },
            "written": np.zeros((), np.int64),
            "trails": trails,
            "plies": np.zeros(s.games, np.int64),
            "key": np.array([seed, 0], np.int64),
        }

    def rooms(self) -> tuple[Any, ...]:
        """What the compiled functions write into on their way."""
        wide, stages = int(self.rules.most_moves), self.longest // kernels.STAGE + 1
        rows = np.zeros((min(self.longest, DEEPEST), wide), np.int64)
        counts = np.zeros((2, stages, 3), np.int64)
        lists = np.zeros(wide, np.int64), np.zeros(wide), np.zeros(wide)
        return *lists, rows, np.zeros(1, np.int64), counts

    @cached_property
    def _settings(self) -> Any:
        s, looks = self.settings, float(self.machine.is_compiled)
        proofs = [looks * s.proof, looks * root_budget(s.proof, s.simulations)]
        return np.array([self.scale, EXPLORATION, s.value_scale, looks, *proofs])

    @cached_property
    def evaluate(self) -> Callable[[Any, Any], tuple[Any, Any]]:
        """From weights and planes to logits and values, compiled."""
        import jax
        import jax.numpy as jnp

        dtype = jnp.dtype(self.settings.precision)

        def evaluated(weights: Any, planes: Any) -> tuple[Any, Any]:
            logits, value = evaluate_net(self.shape, weights, planes, dtype)
            return logits, jnp.tanh(value / 2)

        found: Callable[[Any, Any], tuple[Any, Any]] = jax.jit(evaluated)
        return found

    def play(self, run: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """A round of self-play: every game goes some moves on, into the buffer."""
        forest = Forest(self, run)
        with np.errstate(over="ignore"):
            rows = [forest.move() for _ in range(self.settings.moves)]
        words, players, actions, policies, values, low, high, over, paid = map(
            np.stack, zip(*rows, strict=True)
        )
        is_first = players == 0
        sign = np.where(is_first, 1.0, -1.0)
        proved = np.where(is_first, low, -high), np.where(is_first, high, -low)
        targets = returns_of_first(sign * values, over, paid, self.settings.trace, proved)
        targets = sign * targets
        fresh = {
            "words": words,
            "player": players,
            "action": actions,
            "policy": policies,
            "value": targets,
        }
        buffer, size, new = run["buffer"], self.settings.buffer, players.size
        at = (int(run["written"]) + np.arange(new)) % size
        for name, found in fresh.items():
            buffer[name][at[-size:]] = found.reshape(new, *found.shape[2:])[-size:]
        now = {"written": run["written"] + new, "key": run["key"] + np.array([0, 1])}
        told = {"games": over.sum(), "surprise": np.abs(targets - values).mean()}
        return {**run, **now}, told

    def learn(self, run: dict[str, Any], rate: float) -> tuple[dict[str, Any], dict[str, Any]]:
        """A lesson: some steps of learning from the buffer."""
        s, buffer = self.settings, run["buffer"]
        random = np.random.default_rng([*run["key"].tolist(), 1])
        full = min(int(run["written"]), s.buffer)
        carry = (run["weights"], run["average"], run["learned"])
        losses = []
        for _ in range(self.lesson):
            at = random.integers(0, full, s.batch)
            planes = self.code.observe_words(buffer["words"][at], buffer["player"][at])
            policy = np.zeros((s.batch, self.code.actions), np.float32)
            rows = np.arange(s.batch)[:, None]
            np.add.at(policy, (rows, buffer["action"][at]), buffer["policy"][at].astype(np.float32))
            if len(self.code.symmetries) > 1:
                turn = int(random.integers(len(self.code.symmetries)))
                planes, policy = self.code.turned(planes, policy, turn)
            value = buffer["value"][at].astype(np.float32)
            carry, loss = self._step(carry, planes, policy, value, np.float32(rate))
            losses.append(loss)
        weights, average, learned = carry
        told = {
            name: float(np.mean([float(loss[k]) for loss in losses]))
            for k, name in enumerate(("policy", "value"))
        }
        return {**run, "weights": weights, "average": average, "learned": learned}, told

    @cached_property
    def _step(self) -> Any:
        import jax

        return jax.jit(lesson_of(self.shape, self.settings, self.optimizer))

    def compiled(self) -> tuple[Any, Any]:
        """The round of play and the lesson."""
        return self.play, self.learn


class Forest:
    """The trees of all games of a run, for one round."""

    def __init__(self, host: Host, run: dict[str, Any]) -> None:
        s, made = host.settings, host.machine
        wide, count = int(host.rules.most_moves), s.games * (s.simulations + 1)
        self.host, self.made, self.games, self.nodes = host, made, s.games, s.simulations + 1
        self.weights = run["average"]
        self.trails, self.plies = run["trails"], run["plies"]
        self.random = np.random.default_rng([*run["key"].tolist(), 0])
        self.luck = self.random.integers(1, 1 << 62, 1).astype(np.uint64)
        self.states = made.room_for_states(count)
        self.tree = (
            np.zeros((count, 7), np.int64),
            np.zeros((count, wide), np.int64),
            np.full((count, wide), -1, np.int64),
            np.zeros((count, wide), np.int64),
            np.zeros((count, wide)),
            np.zeros((count, wide)),
            np.zeros(count),
            np.full((count, wide), -1.0),
            np.ones((count, wide)),
        )
        self.roots = np.arange(s.games) * self.nodes
        self.sequence = considered_visits(min(s.considered, wide), s.simulations).astype(np.int64)
        self.begin = made.encode(host.rules.start())
        self.known: dict[int, int] = {}
        self.table = (np.zeros(0, np.int64), np.zeros(0, np.int64))
        self.told: dict[bytes, tuple[Any, float]] = {}
        """What the network said in this round, of which it plays with the same weights."""
        self.rooms = host.rooms()
        place = (self.nodes, self.states, self.tree, self.rooms, self.trails, host._settings)
        with np.errstate(over="ignore"):
            made.follow(self.begin, s.games, *place)

    def words(self, nodes: Any) -> Any:
        """The states of some nodes as rows of words, and who moves there."""
        code, players = self.host.code, np.maximum(self.tree[0][nodes, kernels.ACTOR], 0)
        if not self.made.is_compiled:
            pairs = zip(nodes.tolist(), players.tolist(), strict=True)
            return np.array([code.words(self.states[k], who) for k, who in pairs]), players
        found = self.states[nodes][:, : code.width]
        if found.shape[1] < code.width:
            found = np.pad(found, ((0, 0), (0, code.width - found.shape[1])))
        return found, players

    def actions(self, nodes: Any) -> Any:
        """The outputs of the network that stand for the moves at some nodes."""
        numbers = self.tree[1][nodes]
        keys, outputs = self.table
        place = np.searchsorted(keys, numbers)
        found = np.minimum(place, max(len(keys) - 1, 0))
        if not len(keys) or (keys[found] != numbers).any():
            for number in np.unique(numbers).tolist():
                if number not in self.known:
                    self.known[number] = self.host.code.action(self.made.move(number))
            keys = np.array(sorted(self.known), np.int64)
            outputs = np.array([self.known[k] for k in keys.tolist()], np.int64)
            self.table = keys, outputs
            found = np.searchsorted(keys, numbers)
        return outputs[found]

    def ask(self, leaves: Any) -> None:
        """Let the network answer for the leaves of all trees, in one batch."""
        nodes = np.where(leaves >= 0, leaves, self.roots)
        logits, values = self.judge(*self.words(nodes))
        self.made.answer(leaves, self.actions(nodes), logits, values, self.tree)

    def judge(self, words: Any, players: Any) -> tuple[Any, Any]:
        """What the network says of some positions; each is looked at once in a round."""
        told = self.told
        keys = [row.tobytes() for row in np.column_stack([words, players])]
        if (len(told) + len(keys)) * self.host.code.actions > REMEMBERED:
            told.clear()
        new = {key: k for k, key in enumerate(keys) if key not in told}
        if new:
            first = np.fromiter(new.values(), np.int64, len(new))
            first = np.pad(first, (0, _padded(len(new), self.games) - len(new)), mode="edge")
            planes = self.host.code.observe_words(words[first], players[first])
            answers = self.host.evaluate(self.weights, planes)
            logits, values = (np.asarray(answer, float) for answer in answers)
            told.update(zip(new, zip(logits, values.tolist(), strict=False), strict=False))
        found = [told[key] for key in keys]
        return np.stack([row for row, _ in found]), np.array([value for _, value in found])

    def move(self) -> tuple[Any, ...]:
        """Search every position, and make a move in every game."""
        s, made, tree, wide = self.host.settings, self.made, self.tree, self.tree[1].shape[1]
        is_gumbel = s.search == "gumbel"
        settings, rooms = self.host._settings, self.rooms
        gumbel = self.random.gumbel(size=(self.games, wide))
        self.ask(self.roots)
        if not is_gumbel:
            self._add_noise()
        used, leaves = np.ones(self.games, np.int64), np.full(self.games, -1)
        for k in range(s.simulations):
            place = (k, self.nodes, self.states, tree, rooms, self.luck)
            made.descend(is_gumbel, *place, self.sequence, gumbel, settings, used, leaves)
            self.ask(leaves)
        policy, value = np.zeros((self.games, wide)), np.zeros(self.games)
        low, high = np.zeros(self.games), np.zeros(self.games)
        chosen = np.zeros(self.games, np.int64)
        warm = self.plies < s.temperature_moves
        found = (self.luck, settings, tree, policy, value, low, high, chosen)
        made.conclude(is_gumbel, warm, self.nodes, gumbel, *found)
        words, players = self.words(self.roots)
        actions = self.actions(self.roots)
        over, paid = np.zeros(self.games, np.bool_), np.zeros(self.games)
        made.advance(
            self.begin,
            s.openings,
            self.host.longest,
            self.nodes,
            self.states,
            tree,
            rooms,
            self.trails,
            self.plies,
            self.luck,
            settings,
            chosen,
            over,
            paid,
        )
        return words.copy(), players, actions, policy, value, low, high, over, paid

    def _add_noise(self) -> None:
        """Dirichlet noise at the roots."""
        s, counts = self.host.settings, self.tree[0][self.roots, kernels.COUNT]
        alpha = s.dirichlet or USUAL_NOISE / np.maximum(counts, 1)[:, None]
        noise = self.random.gamma(np.broadcast_to(alpha, (self.games, self.tree[1].shape[1])))
        self.made.add_noise(self.nodes, NOISE, noise, self.tree)


def _padded(count: int, most: int) -> int:
    """The size of a batch that holds the positions: a power of two, as each size is compiled.

    >>> [_padded(count, 100) for count in (1, 16, 17, 64, 65, 100)]
    [16, 16, 32, 64, 100, 100]
    """
    return min(most, max(LEAST_BATCH, 1 << (count - 1).bit_length()))


def returns_of_first(
    value: Any, over: Any, paid: Any, trace: float, proved: tuple[Any, Any] = (-1.0, 1.0)
) -> Any:
    """What each position turned out to be worth to the first player: TD(λ) backward.

    Parameters
    ----------
    value : array [moves, games]
        What the search found the position worth to the first player.
    over, paid : arrays [moves, games]
        Whether the move ended the game, and what the first player got then.
    trace : float
        The weight λ of what came later.
    proved : tuple of arrays [moves, games], optional
        Bounds within which the searches proved the values to lie.

    Examples
    --------
    >>> over = np.array([[False], [True], [False]])
    >>> paid = np.array([[0.0], [1.0], [0.0]])
    >>> returns_of_first(np.array([[0.5], [0.2], [-0.5]]), over, paid, 0.5)[:, 0].tolist()
    [0.6, 1.0, -0.5]
    """
    low, high = (np.broadcast_to(bound, value.shape) for bound in proved)
    found = np.empty_like(value)
    found[-1] = np.clip(np.where(over[-1], paid[-1], value[-1]), low[-1], high[-1])
    for k in range(len(value) - 2, -1, -1):
        mixed = trace * found[k + 1] + (1 - trace) * value[k + 1]
        found[k] = np.clip(np.where(over[k], paid[k], mixed), low[k], high[k])
    return found
