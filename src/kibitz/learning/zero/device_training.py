"""Self-play and lessons over arrays: everything of AlphaZero on one device.

All games are played in step. A lesson is a few steps of learning from positions drawn from a
buffer of the latest ones, turned and mirrored at random. The policy learns from the improved
policy of the search, the value from the result of the game and from searches later in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.learning.encoding.encoding import Encoding
from kibitz.learning.zero.array_rules import ArrayRules
from kibitz.learning.zero.gumbel_search import gumbel_search
from kibitz.learning.zero.lesson_step import lesson_of
from kibitz.learning.zero.optimizer import optimizer
from kibitz.learning.zero.puct_in_step import puct_in_step
from kibitz.learning.zero.residual_net import NetShape, evaluate_net, initial_weights
from kibitz.learning.zero.settings import USUAL_NOISE, ZeroSettings
from kibitz.learning.zero.trees_in_step import Searched


@dataclass(frozen=True)
class Device:
    """The compiled functions of one game, network and settings."""

    rules: ArrayRules
    shape: NetShape
    settings: ZeroSettings
    cells: Any
    """The symmetries of the board, cell by cell,"""
    moves: Any
    """and action by action."""
    optimizer: Callable[[float], Any] = optimizer
    """Makes the optimizer from the decay of the weights."""

    @classmethod
    def of(
        cls,
        rules: ArrayRules,
        code: Encoding,
        settings: ZeroSettings,
        optimizer: Callable[[float], Any] = optimizer,
    ) -> Device:
        """For a game and its encoding."""
        shape = NetShape(
            rules.shape, rules.actions, settings.channels, settings.blocks, settings.head
        )
        cells = np.array([s.cells for s in code.symmetries])
        moves = np.array([s.actions for s in code.symmetries])
        return cls(rules, shape, settings, cells, moves, optimizer)

    @property
    def lesson(self) -> int:
        """The number of steps of learning after each round of play."""
        s = self.settings
        return max(1, round(s.games * s.moves * s.reuse / s.batch))

    def start(self, seed: int) -> dict[str, Any]:
        """Where a run begins: weights, an empty buffer, new games."""
        import jax
        import jax.numpy as jnp

        s = self.settings
        weights = {k: jnp.asarray(v) for k, v in initial_weights(self.shape, seed).items()}
        state = self.rules.start(1)
        keep = {
            f"state{k}": jnp.zeros((s.buffer, *part.shape[1:]), part.dtype)
            for k, part in enumerate(state)
        }
        return {
            "weights": weights,
            "average": {k: v.copy() for k, v in weights.items()},
            "learned": self.optimizer(s.decay).init(weights),
            "buffer": {
                **keep,
                "policy": jnp.zeros((s.buffer, self.rules.actions), jnp.float16),
                "value": jnp.zeros(s.buffer, jnp.float16),
            },
            "written": jnp.zeros((), jnp.int32),
            "games": tuple(part.copy() for part in self.rules.start(s.games)),
            "plies": jnp.zeros(s.games, jnp.int32),
            "key": jax.random.key_data(jax.random.key(seed)),
        }

    def evaluator(self, weights: Any) -> Any:
        """A function from planes to logits and values, for these weights."""
        import jax.numpy as jnp

        dtype = jnp.dtype(self.settings.precision)

        def evaluate(planes: Any) -> tuple[Any, Any]:
            logits, value = evaluate_net(self.shape, weights, planes, dtype)
            return logits, jnp.tanh(value / 2)

        return evaluate

    def openings(self, key: Any, count: int) -> Any:
        """Positions after some random moves, none of them over."""
        import jax
        import jax.numpy as jnp
        from jax import lax

        start = self.rules.start(count)
        if self.settings.openings == 0:
            return start
        first, second = jax.random.split(key)
        length = jax.random.randint(first, (count,), 0, self.settings.openings + 1)

        def step(k: Any, batch: Any) -> Any:
            noise = jax.random.gumbel(jax.random.fold_in(second, k), (count, self.rules.actions))
            action = jnp.where(self.rules.legal(batch), noise, -jnp.inf).argmax(1)
            after = self.rules.play(batch, action)
            go = (k < length) & ~self.rules.result(after)[0]
            return _chosen(go, after, batch)

        return lax.fori_loop(0, self.settings.openings, step, start)

    def play(self, run: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """A round of self-play: every game goes some moves on, into the buffer."""
        import jax
        import jax.numpy as jnp
        from jax import lax

        s, rules = self.settings, self.rules
        evaluate = self.evaluator(run["average"])
        key, own = jax.random.split(jax.random.wrap_key_data(run["key"]))

        def step(carry: Any, key: Any) -> tuple[Any, Any]:
            batch, plies = carry
            search_key, opening_key = jax.random.split(key)
            found = self.searched(evaluate, batch, plies, search_key)
            after = rules.play(batch, found.action)
            over, paid = rules.result(after)
            kept = (batch, found.policy, found.value, over, paid)
            onward = _chosen(over, self.openings(opening_key, s.games), after)
            return (onward, jnp.where(over, 0, plies + 1)), kept

        begin = (run["games"], run["plies"])
        (games, plies), rounds = lax.scan(step, begin, jax.random.split(own, s.moves))
        states, policy, value, over, paid = rounds
        targets = returns(value, over, paid, s.trace)
        new = s.games * s.moves
        at = (run["written"] + jnp.arange(new)) % s.buffer

        def put(kept: Any, fresh: Any) -> Any:
            return kept.at[at].set(fresh.reshape(new, *fresh.shape[2:]).astype(kept.dtype))

        buffer = {
            **{f"state{k}": put(run["buffer"][f"state{k}"], x) for k, x in enumerate(states)},
            "policy": put(run["buffer"]["policy"], policy),
            "value": put(run["buffer"]["value"], targets),
        }
        told = {"games": over.sum(), "surprise": jnp.abs(targets - value).mean()}
        data = jax.random.key_data(key)
        written = jnp.where(run["written"] + new < (1 << 30), run["written"] + new, s.buffer)
        now = {"buffer": buffer, "games": games, "plies": plies, "key": data, "written": written}
        return {**run, **now}, told

    def searched(self, evaluate: Any, batch: Any, plies: Any, key: Any) -> Searched:
        """The search of self-play: Gumbel, or PUCT with Dirichlet noise."""
        s = self.settings
        if s.search == "puct":
            alpha = s.dirichlet or USUAL_NOISE / self.rules.actions
            warm = plies < s.temperature_moves
            return puct_in_step(
                self.rules, evaluate, batch, key, s.simulations, dirichlet=alpha, warm=warm
            )
        return gumbel_search(
            self.rules,
            evaluate,
            batch,
            key,
            s.simulations,
            s.considered,
            value_scale=s.value_scale,
        )

    def learn(self, run: dict[str, Any], rate: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """A lesson: some steps of learning from the buffer."""
        import jax
        import jax.numpy as jnp
        from jax import lax

        s, rules = self.settings, self.rules
        lesson_step = lesson_of(self.shape, s, self.optimizer)
        key, own = jax.random.split(jax.random.wrap_key_data(run["key"]))
        full = jnp.minimum(run["written"], s.buffer)
        cells, moves = jnp.asarray(self.cells), jnp.asarray(self.moves)
        parts = len(run["games"])

        def step(carry: Any, key: Any) -> tuple[Any, Any]:
            first, second = jax.random.split(key)
            at = jax.random.randint(first, (s.batch,), 0, full)
            kept = run["buffer"]
            planes = rules.planes(tuple(kept[f"state{k}"][at] for k in range(parts)))
            turn = jax.random.randint(second, (s.batch,), 0, len(cells))
            flat = planes.reshape(s.batch, planes.shape[1], -1)
            planes = jnp.take_along_axis(flat, cells[turn][:, None], 2).reshape(planes.shape)
            policy = kept["policy"][at].astype(jnp.float32)
            policy = jnp.take_along_axis(policy, moves[turn], 1)
            value = kept["value"][at].astype(jnp.float32)
            return lesson_step(carry, planes, policy, value, rate)

        carry = (run["weights"], run["average"], run["learned"])
        carry, losses = lax.scan(step, carry, jax.random.split(own, self.lesson))
        weights, average, learned = carry
        told = {"policy": losses[0].mean(), "value": losses[1].mean()}
        data = jax.random.key_data(key)
        now = {"weights": weights, "average": average, "learned": learned, "key": data}
        return {**run, **now}, told

    def compiled(self) -> tuple[Any, Any]:
        """The round of play and the lesson, compiled; what they are given is used up."""
        import jax

        return jax.jit(self.play, donate_argnums=0), jax.jit(self.learn, donate_argnums=0)

    def judge(self, simulations: int) -> Any:
        """A function of weights and positions: the moves of the network, or of a search."""
        import jax
        import jax.numpy as jnp

        def moves(weights: Any, batch: Any) -> Any:
            evaluate = self.evaluator(weights)
            if simulations == 0:
                logits, _ = evaluate(self.rules.planes(batch))
                return jnp.where(self.rules.legal(batch), logits, -jnp.inf).argmax(1)
            search = partial(gumbel_search, self.rules, evaluate, noise=0.0, value_scale=1.0)
            return search(batch, jax.random.key(0), simulations).action

        return jax.jit(moves)


def returns(value: Any, over: Any, paid: Any, trace: float) -> Any:
    """What each position turned out to be worth to its mover: TD(λ) backward over the moves.

    Parameters
    ----------
    value : array [moves, games]
        What the search found the position worth.
    over, paid : arrays [moves, games]
        Whether the move ended the game, and what the next mover got then.
    trace : float
        The weight λ of what came later.
    """
    import jax.numpy as jnp
    from jax import lax

    def back(later: Any, now: Any) -> tuple[Any, Any]:
        following, after = later
        value, over, paid = now
        mixed = trace * following + (1 - trace) * after
        worth = -jnp.where(over, paid, mixed)
        return (worth, value), worth

    last = value[-1]
    end = -jnp.where(over[-1], paid[-1], -last)
    (_, found) = lax.scan(back, (end, last), (value[:-1], over[:-1], paid[:-1]), reverse=True)
    return jnp.concatenate([found, end[None]])


def _chosen(mask: Any, new: Any, old: Any) -> Any:
    """For each game the new position or the old one."""
    import jax.numpy as jnp

    return tuple(
        jnp.where(mask.reshape(-1, *([1] * (a.ndim - 1))), a, b)
        for a, b in zip(new, old, strict=True)
    )
