"""The network in NumPy, so that a model plays where JAX is not installed."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.learning.zero.residual_net import NetShape, Weights


def evaluate_in_numpy(shape: NetShape, weights: Weights, planes: Any) -> tuple[Any, Any]:
    """Logits of the actions and values from -1 to 1.

    Parameters
    ----------
    shape : NetShape
        The size of the network.
    weights : dict of arrays
        Its weights.
    planes : array [positions, planes, rows, columns] or [positions, features]
        The positions.

    Returns
    -------
    tuple of arrays
        Logits [positions, actions] and values [positions].

    Notes
    -----
    The same network as :func:`kibitz.learning.zero.residual_net.evaluate_net`.
    Cost: O(positions blocks cells channels^2).
    """
    x = np.asarray(planes, np.float32)
    x = _layer(weights, x.transpose(0, 2, 3, 1) if shape.is_board else x, "stem")
    if shape.is_board:
        x = x + weights["cells"]
    for k in range(shape.blocks):
        y = _layer(weights, np.maximum(x, 0), f"block{k}.a")
        if shape.is_board and k % 2:
            whole = np.maximum(y, 0)
            pooled = np.concatenate([whole.mean((1, 2)), whole.max((1, 2))], 1)
            y = y + _layer(weights, pooled, f"block{k}.whole")[:, None, None]
        y = _layer(weights, np.maximum(y, 0), f"block{k}.b")
        x = x + y * weights[f"block{k}.scale"]
    x = np.maximum(x, 0)
    policy, value = (_head(weights, x, name) for name in ("policy", "value"))
    return policy, np.tanh(value[:, 0] / 2)


def _head(weights: Weights, x: Any, name: str) -> Any:
    y = np.maximum(_layer(weights, x, f"{name}.a"), 0).reshape(len(x), -1)
    return _layer(weights, np.maximum(_layer(weights, y, f"{name}.b"), 0), f"{name}.c")


def _layer(weights: Weights, x: Any, name: str) -> Any:
    """A dense layer, or a convolution with 3 x 3 cells by a product of matrices."""
    w, bias = weights[name], weights[f"{name}.bias"]
    if w.ndim != 4:
        return x @ w + bias
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    rows, columns = x.shape[1:3]
    nine = [padded[:, i : i + rows, j : j + columns] for i in range(3) for j in range(3)]
    flat = np.concatenate(nine, 3).reshape(-1, 9 * x.shape[3])  # one product of two matrices
    return (flat @ w.reshape(-1, w.shape[3]) + bias).reshape(*x.shape[:3], -1)
