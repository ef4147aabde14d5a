"""Positions of self-play per second: this AlphaZero against pgx and mctx, on one device.

The same network with the same weights, the same number of games, moves and simulations, Gumbel
search in both; both play Connect Four in rounds that take turns, and the medians are compared::

    python -m bench.zero_against_pgx --games 1024 --moves 16 --simulations 32

pgx has the rules and mctx the search of the peer. Needs JAX, pgx and mctx, and of Kibitz's
dependencies NumPy alone. Prints a line of JSON for each setting.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.zero_connect_four import own_optimizer
from kibitz.games.board.connect_four import ConnectFour
from kibitz.learning.encoding.encode import encode
from kibitz.learning.zero.array_rules import array_rules
from kibitz.learning.zero.device_training import Device
from kibitz.learning.zero.residual_net import evaluate_net
from kibitz.learning.zero.settings import ZeroSettings

Round = Callable[[], None]


def main() -> None:
    given = _arguments()
    import jax

    for games in given.games:
        settings = ZeroSettings(
            games=games,
            moves=given.moves,
            simulations=given.simulations,
            channels=given.channels,
            blocks=given.blocks,
            head=32,
            buffer=max(1 << 15, games * given.moves),
            precision=given.precision,
        )
        rules = ConnectFour()
        arrays = array_rules(rules)
        assert arrays is not None
        device = Device.of(arrays, encode(rules), settings, own_optimizer())
        rounds = {"kibitz": _ours(device), "pgx + mctx": _theirs(device)}
        rates = _rates(rounds, given.rounds, games * given.moves)
        _say(
            given.out,
            device=str(jax.devices()[0]),
            jax=jax.__version__,
            games=games,
            moves=given.moves,
            simulations=given.simulations,
            network=f"{given.blocks} x {given.channels}, {given.precision}",
            positions_per_second={name: round(rate) for name, rate in rates.items()},
            ratio=round(rates["kibitz"] / rates["pgx + mctx"], 3),
        )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default=os.environ.get("OUT", ""))
    parser.add_argument("--games", type=int, nargs="*", default=[1024, 4096])
    parser.add_argument("--moves", type=int, default=16)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--precision", default="bfloat16")
    parser.add_argument("--rounds", type=int, default=7)
    return parser.parse_args()


def _ours(device: Device) -> Round:
    """A round of self-play into the buffer."""
    import jax

    play = jax.jit(device.play, donate_argnums=0)
    held = {"run": device.start(0)}

    def round_() -> None:
        held["run"], told = play(held["run"])
        jax.block_until_ready((held["run"]["buffer"], told))

    return round_


def _theirs(device: Device) -> Round:
    """The same with the rules of pgx and the search of mctx; what was played is given back."""
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx

    s, env = device.settings, pgx.make("connect_four")
    first, step = jax.vmap(env.init), jax.vmap(env.step)
    dtype = jnp.dtype(s.precision)

    def evaluate(weights: Any, state: Any) -> tuple[Any, Any]:
        planes = state.observation.transpose(0, 3, 1, 2)
        logits, value = evaluate_net(device.shape, weights, planes, dtype)
        logits = logits - logits.max(1, keepdims=True)
        return jnp.where(state.legal_action_mask, logits, -1e9), jnp.tanh(value / 2)

    def follow(weights: Any, key: Any, action: Any, state: Any) -> tuple[Any, Any]:
        mover = state.current_player
        after = step(state, action)
        logits, value = evaluate(weights, after)
        reward = after.rewards[jnp.arange(len(mover)), mover]
        value = jnp.where(after.terminated, 0.0, value)
        discount = jnp.where(after.terminated, 0.0, -jnp.ones_like(value))
        found = mctx.RecurrentFnOutput(
            reward=reward, discount=discount, prior_logits=logits, value=value
        )
        return found, after

    def play(weights: Any, state: Any, key: Any) -> tuple[Any, Any]:
        def move(state: Any, key: Any) -> tuple[Any, Any]:
            search_key, start_key = jax.random.split(key)
            logits, value = evaluate(weights, state)
            root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state)
            found = mctx.gumbel_muzero_policy(
                params=weights,
                rng_key=search_key,
                root=root,
                recurrent_fn=follow,
                num_simulations=s.simulations,
                invalid_actions=~state.legal_action_mask,
                max_num_considered_actions=s.considered,
                qtransform=mctx.qtransform_completed_by_mix_value,
                gumbel_scale=1.0,
            )
            after = step(state, found.action)
            kept = (state.observation, found.action_weights, after.rewards, after.terminated)
            fresh = first(jax.random.split(start_key, s.games))
            over = after.terminated

            def chosen(new: Any, old: Any) -> Any:
                return jnp.where(over.reshape(-1, *([1] * (new.ndim - 1))), new, old)

            return jax.tree.map(chosen, fresh, after), kept

        games, kept = jax.lax.scan(move, state, jax.random.split(key, s.moves))
        return games, kept

    compiled = jax.jit(play)
    weights = device.start(0)["weights"]
    held = {"state": jax.jit(first)(jax.random.split(jax.random.key(0), s.games)), "round": 0}

    def round_() -> None:
        held["round"] += 1
        held["state"], kept = compiled(weights, held["state"], jax.random.key(held["round"]))
        jax.block_until_ready(kept)

    return round_


def _rates(rounds: dict[str, Round], count: int, positions: int) -> dict[str, float]:
    """Positions per second of each, from the medians of rounds that take turns."""
    for round_ in rounds.values():
        round_()
    spent: dict[str, list[float]] = {name: [] for name in rounds}
    for _ in range(count):
        for name, round_ in rounds.items():
            mark = time.perf_counter()
            round_()
            spent[name].append(time.perf_counter() - mark)
    return {name: positions / statistics.median(times) for name, times in spent.items()}


def _say(out: str, **facts: Any) -> None:
    line = json.dumps(facts)
    print(line, flush=True)
    if out:
        with open(Path(out) / "zero_against_pgx.jsonl", "a", encoding="utf-8") as file:
            file.write(line + "\n")


if __name__ == "__main__":
    main()
