"""Games as NumPy archives (``.npz``): arrays of payoffs as programs write them.

``matrix`` is a zero-sum game, ``A`` and ``B`` are a bimatrix game, and ``payoffs`` holds an array
for each player along its first axis. Whole numbers are exact; with ``denominator`` they are
numerators.
"""

from __future__ import annotations

from fractions import Fraction
from os import PathLike
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.files import npz_file
from kibitz.core.files.atomic_file import atomic_file
from kibitz.core.noun import Noun
from kibitz.core.tensor import Tensor
from kibitz.strategic.build import strategic_game
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame, matrix


def read(path: str | PathLike[str]) -> Noun:
    """The game of an archive.

    Parameters
    ----------
    path : str or PathLike
        The file.

    Returns
    -------
    Noun
        A matrix game, or a strategic game.
    """
    arrays = npz_file.read_arrays(path, "not a NumPy archive, or truncated")
    bottom = arrays.pop("denominator", np.array(1))
    if bottom.shape != () or bottom.dtype.kind not in "iu" or bottom <= 0:
        raise GameError(f"{path}: denominator is {bottom}; it must be one positive whole number")
    scale = Fraction(1, int(bottom))
    try:
        if set(arrays) == {"matrix"}:
            return matrix(_scaled(arrays["matrix"], scale))
        if set(arrays) == {"A", "B"}:
            return strategic_game([_scaled(arrays["A"], scale), _scaled(arrays["B"], scale)])
        if set(arrays) == {"payoffs"}:
            return strategic_game([_scaled(part, scale) for part in arrays["payoffs"]])
    except GameError as error:
        raise GameError(f"{path}: {error}") from None
    raise GameError(f"{path}: it must hold matrix, or A and B, or payoffs, not {sorted(arrays)}")


def write(noun: Noun, path: str | PathLike[str]) -> None:
    """Write the payoffs of a game to an archive; names have no place in it.

    Parameters
    ----------
    noun : Noun
        A matrix game or a strategic game.
    path : str or PathLike
        The file.
    """
    if isinstance(noun, MatrixGame):
        arrays = {"matrix": noun.matrix}
    elif isinstance(noun, StrategicGame) and not noun.costs:
        arrays = {
            "payoffs": Tensor.read(
                np.stack([p.numbers() for p in noun.payoffs]).tolist(),
                noun.payoffs[0].array.ndim + 1,
            )
        }
    else:
        raise GameError(f"{path}: .npz holds matrix games and strategic games; save it as .json")
    (name, tensor), *_ = arrays.items()
    if tensor.array.dtype == object:
        raise GameError(f"{path}: its numbers are too large for .npz; save it as .json")
    plain: dict[str, Any] = {name: tensor.array}
    if tensor.exact and tensor.denominator != 1:
        plain["denominator"] = np.array(tensor.denominator)
    with atomic_file(path) as file:
        np.savez(file, **plain)


def _scaled(array: Any, scale: Fraction) -> Any:
    return array if scale == 1 else (array.astype(object) * scale).tolist()
