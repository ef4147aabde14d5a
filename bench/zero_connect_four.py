"""AlphaZero learns Connect Four from nothing, and is measured against perfect play.

Runs on a machine with JAX and a graphics card, and of Kibitz's dependencies NumPy alone::

    python -m bench.zero_connect_four --out $OUT --seconds 530 --total 1060
    python -m bench.zero_connect_four --out $OUT --seconds 530 --total 1060 --resume FOLDER

A run goes on from what an earlier one left in its folder, or in ``--local``, which has the buffer
too. It prints a line of JSON for each evaluation: the share of optimal moves by the network alone
on ten thousand positions whose moves the exact solver has labeled won, drawn or lost, that share
where a wrong move exists, and at the end the same with searches of 100 simulations.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kibitz.games.board.connect_four import ConnectFour, Stones
from kibitz.learning.encoding.encode import encode
from kibitz.learning.zero.array_rules import array_rules
from kibitz.learning.zero.device_training import Device
from kibitz.learning.zero.optimizer import optimizer
from kibitz.learning.zero.settings import ZeroSettings

LABELS = Path(__file__).parent / "reference" / "connect_four_labels.npz"
ILLEGAL = -9


def main() -> None:
    given = _arguments()
    began = time.monotonic()
    import jax

    jax.config.update("jax_compilation_cache_dir", given.cache)
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 1.0)
    rules = ConnectFour()
    arrays = array_rules(rules)
    assert arrays is not None
    settings = ZeroSettings(
        games=given.games,
        moves=given.moves,
        simulations=given.simulations,
        channels=given.channels,
        blocks=given.blocks,
        head=32,
        buffer=given.buffer,
        batch=given.batch,
        reuse=given.reuse,
        rate=given.rate,
        average=0.998,
        openings=26,
        trace=0.9,
        precision=given.precision,
    )
    device = Device.of(arrays, encode(rules), settings, own_optimizer())
    out = Path(given.out)
    out.mkdir(parents=True, exist_ok=True)
    _say(out, device=str(jax.devices()[0]), jax=jax.__version__, settings=settings.to_json())
    run, so_far = _begin(device, given)
    labels = _Labels(arrays, given.positions, min(given.games, given.positions))
    raw = device.judge(0)
    play, learn = device.compiled()
    spent_before = so_far["seconds"]
    at_hand = int(min(int(run["written"]), settings.buffer))
    per_round = settings.games * settings.moves
    next_look, playing, rounds_timed = 0.0, 0.0, 0
    good = None
    while True:
        spent = time.monotonic() - began
        if spent > given.seconds:
            break
        share = min(1.0, (spent_before + spent) / given.total)
        rate = settings.rate * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * share)))
        mark = time.monotonic()
        run, told = play(run)
        jax.block_until_ready(run["games"])
        if so_far["rounds"] > so_far.get("first_round", 0):
            playing += time.monotonic() - mark
            rounds_timed += 1
        at_hand = min(settings.buffer, at_hand + per_round)
        so_far["positions"] += per_round
        so_far["rounds"] += 1
        lost: dict[str, Any] = {}
        if at_hand >= min(settings.buffer, 2 * per_round):
            run, lost = learn(run, rate)
            if not math.isfinite(float(lost["value"]) + float(lost["policy"])):
                _say(out, stopped="the loss is not a number; the last good weights are kept")
                break
        spent = time.monotonic() - began
        if spent >= next_look:
            next_look = spent + given.every
            good = {k: np.asarray(v) for k, v in run["average"].items()}
            _say(
                out,
                seconds=round(spent_before + spent, 1),
                rounds=so_far["rounds"],
                positions=so_far["positions"],
                per_second=round(per_round * rounds_timed / playing) if playing else 0,
                rate=rate,
                **{k: round(float(v), 4) for k, v in {**told, **lost}.items()},
                raw=labels.share(raw, run["average"]),
            )
    so_far["seconds"] = spent_before + time.monotonic() - began
    _keep(run, so_far, out, Path(given.local), good)
    for simulations in given.search:
        mark = time.monotonic()
        shares = labels.share(device.judge(simulations), run["average"])
        _say(out, simulations=simulations, shares=shares, took=round(time.monotonic() - mark, 1))
    _say(
        out,
        raw=labels.share(raw, run["average"]),
        both=labels.share(_mirrored(device), run["average"]),
    )
    _say(out, total_seconds=round(time.monotonic() - began, 1))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default=os.environ.get("OUT", "zero-run"))
    parser.add_argument("--resume", default="")
    parser.add_argument("--local", default="/tmp/zero-local")
    parser.add_argument("--cache", default="/tmp/zero-compiled")
    parser.add_argument("--seconds", type=float, default=530)
    parser.add_argument("--total", type=float, default=1060)
    parser.add_argument("--every", type=float, default=40)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--moves", type=int, default=16)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--buffer", type=int, default=1 << 21)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--reuse", type=float, default=6.0)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--precision", default="bfloat16")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--search", type=int, nargs="*", default=[100])
    return parser.parse_args()


class _Labels:
    """Positions with the values of all their moves."""

    def __init__(self, arrays: Any, count: int, at_once: int) -> None:
        import jax.numpy as jnp

        with np.load(LABELS) as file:
            values = file["values"][:count]
            states = [Stones(int(m), int(a)) for m, a in file["states"][:count]]
        states += states[: -len(states) % at_once]
        self.batches = [
            tuple(jnp.asarray(part) for part in arrays.read(states[k : k + at_once]))
            for k in range(0, len(states), at_once)
        ]
        self.best = values == values.max(1, keepdims=True)
        self.choice = self.best.sum(1) < (values > ILLEGAL).sum(1)

    def share(self, judge: Any, weights: Any) -> dict[str, float]:
        """The share of optimal moves, of all positions and of those with a choice."""
        found = [np.asarray(judge(weights, batch)) for batch in self.batches]
        moves = np.concatenate(found)[: len(self.best)]
        right = self.best[np.arange(len(moves)), moves]
        return {
            "all": round(float(right.mean()), 5),
            "with a choice": round(float(right[self.choice].mean()), 5),
        }


def _mirrored(device: Device) -> Any:
    """The network asked about a position and its mirror image."""
    import jax
    import jax.numpy as jnp

    def moves(weights: Any, batch: Any) -> Any:
        evaluate = device.evaluator(weights)
        planes = device.rules.planes(batch)
        logits = jax.nn.softmax(evaluate(planes)[0])
        other = jax.nn.softmax(evaluate(planes[..., ::-1])[0])[:, ::-1]
        return jnp.where(device.rules.legal(batch), logits + other, -jnp.inf).argmax(1)

    return jax.jit(moves)


def _begin(device: Device, given: argparse.Namespace) -> tuple[dict[str, Any], dict[str, Any]]:
    """A new run, or one that an earlier call left behind."""
    import jax
    import jax.numpy as jnp

    run = device.start(0)
    so_far: dict[str, Any] = {"seconds": 0.0, "rounds": 0, "positions": 0}
    local = Path(given.local)
    folder = local if (local / "about.json").exists() and given.resume else Path(given.resume)
    if not given.resume:
        return run, so_far
    so_far = json.loads((folder / "about.json").read_text())
    so_far["first_round"] = so_far["rounds"]
    flat, shape = jax.tree.flatten(run["learned"])
    for name in ("weights", "average"):
        with np.load(folder / f"{name}.npz") as file:
            run[name] = {k: jnp.asarray(file[k]) for k in run[name]}
    leaves: dict[str, Any] = {}
    for path in sorted(folder.glob("learned*.npz")):
        with np.load(path) as file:
            leaves.update({k: jnp.asarray(file[k]) for k in file.files})
    if leaves:
        run["learned"] = jax.tree.unflatten(shape, [leaves[str(k)] for k in range(len(flat))])
    run["key"] = jnp.asarray(so_far.pop("key"), jnp.uint32)
    if (folder / "buffer.npz").exists():
        with np.load(folder / "buffer.npz") as file:
            same = all(file[k].shape == v.shape for k, v in run["buffer"].items())
            if same:
                run["buffer"] = {k: jnp.asarray(file[k]) for k in run["buffer"]}
                run["written"] = jnp.asarray(file["written"])
    return run, so_far


def _keep(run: dict[str, Any], so_far: dict[str, Any], out: Path, local: Path, good: Any) -> None:
    """Write what a later call goes on from: everything here, all but the buffer to the folder."""
    import jax

    local.mkdir(parents=True, exist_ok=True)
    about = json.dumps({**so_far, "key": np.asarray(run["key"]).tolist()})
    leaves = [np.asarray(x) for x in jax.tree.leaves(run["learned"])]
    half = (len(leaves) + 1) // 2
    for folder in (out, local):
        for name in ("weights", "average"):
            _save(folder / f"{name}.npz", {k: np.asarray(v) for k, v in run[name].items()})
        for part in range(2):
            own = {str(k): x for k, x in enumerate(leaves) if (k >= half) == bool(part)}
            _save(folder / f"learned{part}.npz", own)
        (folder / "about.json").write_text(about)
    buffer = {k: np.asarray(v) for k, v in run["buffer"].items()}
    _save(local / "buffer.npz", {**buffer, "written": np.asarray(run["written"])})


def _save(path: Path, arrays: dict[str, Any]) -> None:
    np.savez(path, **arrays)


def _say(out: Path, **facts: Any) -> None:
    line = json.dumps(facts)
    print(line, flush=True)
    with open(out / "log.jsonl", "a", encoding="utf-8") as file:
        file.write(line + "\n")


class _Adam(NamedTuple):
    init: Any
    update: Any


def own_optimizer() -> Callable[[float], Any]:
    """That of the learner; where Optax is missing, the same one in a few lines."""
    return optimizer if find_spec("optax") else _adam


def _adam(decay: float) -> _Adam:
    import jax
    import jax.numpy as jnp

    def init(weights: Any) -> Any:
        zero = jax.tree.map(jnp.zeros_like, weights)
        return (jnp.zeros((), jnp.int32), zero, jax.tree.map(jnp.zeros_like, weights))

    def update(slope: Any, kept: Any, weights: Any) -> tuple[Any, Any]:
        count, first, second = kept
        length = jnp.sqrt(sum((g**2).sum() for g in jax.tree.leaves(slope)))
        slope = jax.tree.map(lambda g: g / jnp.maximum(1.0, length), slope)
        count = count + 1
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g**2, second, slope)
        one, two = 1 - 0.9**count, 1 - 0.999**count
        change = jax.tree.map(
            lambda m, v, w: m / one / (jnp.sqrt(v / two) + 1e-8) + decay * w,
            first,
            second,
            weights,
        )
        return change, (count, first, second)

    return _Adam(init, update)


if __name__ == "__main__":
    main()
