"""A residual network for boards: a policy over the actions and a value for the mover.

Convolutions without normalization, whose blocks begin as the identity (Fixup), an embedding of the
cells, and in every other block a look at the whole board (global pooling, as in KataGo). Vectors
take dense layers in place of convolutions. The weights are a flat dictionary of arrays, the same in
JAX and NumPy.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

Weights = dict[str, Any]


@dataclass(frozen=True)
class NetShape:
    """The size of a network."""

    input: tuple[int, ...]
    actions: int
    channels: int = 64
    blocks: int = 4
    head: int = 32

    @property
    def is_board(self) -> bool:
        return len(self.input) == 3

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def initial_weights(shape: NetShape, seed: int) -> Weights:
    """Weights to begin with: those of a network whose blocks do nothing yet."""
    random = np.random.default_rng(seed)
    wide = shape.channels
    cells = math.prod(shape.input[1:]) if shape.is_board else 1
    nine = (3, 3) if shape.is_board else ()
    weights: Weights = {}

    def layer(name: str, *size: int, gain: float = 1.0) -> None:
        scale = gain * math.sqrt(2.0 / max(1, math.prod(size[:-1])))
        weights[name] = (random.standard_normal(size) * scale).astype(np.float32)
        weights[f"{name}.bias"] = np.zeros(size[-1], np.float32)

    layer("stem", *nine, shape.input[0], wide)
    if shape.is_board:
        weights["cells"] = np.zeros((*shape.input[1:], wide), np.float32)
    for k in range(shape.blocks):
        layer(f"block{k}.a", *nine, wide, wide, gain=1 / math.sqrt(max(1, shape.blocks)))
        layer(f"block{k}.b", *nine, wide, wide, gain=0.0)
        weights[f"block{k}.scale"] = np.ones(wide, np.float32)
        if shape.is_board and k % 2:
            layer(f"block{k}.whole", 2 * wide, wide, gain=0.1)
    for head, out in (("policy", shape.actions), ("value", 1)):
        layer(f"{head}.a", wide, shape.head)
        layer(f"{head}.b", cells * shape.head, 2 * shape.head)
        layer(f"{head}.c", 2 * shape.head, out, gain=0.1)
    return weights


def evaluate_net(shape: NetShape, weights: Weights, planes: Any, dtype: Any = None) -> Any:
    """Logits of the actions and values from -1 to 1, in JAX.

    Parameters
    ----------
    shape : NetShape
        The size of the network.
    weights : dict of arrays
        Its weights.
    planes : array [positions, planes, rows, columns] or [positions, features]
        The positions.
    dtype : optional
        The type in which the layers compute; float32 unless given.

    Returns
    -------
    tuple of arrays
        Logits [positions, actions] and value logits [positions]; the value is the hyperbolic
        tangent of half the latter.
    """
    import jax
    import jax.numpy as jnp
    from jax import lax

    dtype = dtype or jnp.float32
    w = {name: array.astype(dtype) for name, array in weights.items()}
    relu = jax.nn.relu

    def layer(x: Any, name: str) -> Any:
        if w[name].ndim == 4:
            x = lax.conv_general_dilated(
                x, w[name], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
            )
        else:
            x = x @ w[name]
        return x + w[f"{name}.bias"]

    x = planes.astype(dtype)
    if shape.is_board:
        x = x.transpose(0, 2, 3, 1)
    x = layer(x, "stem")
    if shape.is_board:
        x = x + w["cells"]
    for k in range(shape.blocks):
        y = layer(relu(x), f"block{k}.a")
        if shape.is_board and k % 2:
            whole = relu(y)
            pooled = jnp.concatenate([whole.mean((1, 2)), whole.max((1, 2))], 1)
            y = y + layer(pooled, f"block{k}.whole")[:, None, None]
        y = layer(relu(y), f"block{k}.b")
        x = x + y * w[f"block{k}.scale"]
    x = relu(x)

    def head(name: str) -> Any:
        y = relu(layer(x, f"{name}.a")).reshape(x.shape[0], -1)
        y = relu(layer(y, f"{name}.b"))
        last = y.astype(jnp.float32) @ weights[f"{name}.c"]
        return last + weights[f"{name}.c.bias"]

    return head("policy"), head("value")[:, 0]
