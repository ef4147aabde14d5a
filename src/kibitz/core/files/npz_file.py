"""Arrays and a few facts in one file, written whole or not at all.

The files are NumPy archives (``.npz``): every array under its name, and under ``about`` a JSON
document in UTF-8 with the kind and the version of the file.
"""

from __future__ import annotations

import json
import math
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import atomic_file
from kibitz.core.system.memory import require_memory


def write(path: str | PathLike[str], about: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write facts and arrays to a file, whole or not at all."""
    facts = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
    with atomic_file(path) as file:
        np.savez(file, about=facts, **arrays)


def read(
    path: str | PathLike[str], kind: str, version: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The facts and the arrays of a file of this kind and version; others are refused."""
    target = Path(path)
    torn = f"not a complete Kibitz {kind} file"
    arrays = read_arrays(target, torn)
    try:
        about = json.loads(arrays.pop("about").tobytes().decode())
    except (ValueError, KeyError, RecursionError):
        raise GameError(f"{target}: {torn}") from None
    if not isinstance(about, dict) or about.get("kind") != kind:
        raise GameError(f"{target}: not a Kibitz {kind} file")
    if about.get("version") != version:
        raise GameError(
            f"{target}: version {about.get('version')} of the {kind} format; this program "
            f"reads version {version}, so create the file again"
        )
    return about, arrays


def kind_of(path: str | PathLike[str]) -> str:
    """The kind that a file says it is of, without reading the rest of it."""
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(_array(archive, archive.getinfo("about.npy")).tobytes().decode())
        return str(about.get("kind", ""))
    except FileNotFoundError:
        raise GameError(f"{path}: no such file") from None
    except (OSError, ValueError, LookupError, ArithmeticError, *_TORN):
        raise GameError(f"{path}: not a complete Kibitz file") from None


def fact(path: str | PathLike[str], about: Mapping[str, Any], name: str, kind: Any) -> Any:
    """A fact of a file, of this type or one of these; refused where it is another.

    >>> fact("a.kbz", {"seconds": 2.5}, "seconds", (int, float))
    2.5
    """
    value = about.get(name)
    right = isinstance(value, kind) and not isinstance(value, bool)
    if not right or (isinstance(value, float) and not math.isfinite(value)):
        raise GameError(f"{path}: {name} is {value!r:.60}, which it cannot be")
    return value


def array(
    path: str | PathLike[str], arrays: Mapping[str, Any], name: str, shape: tuple[int | None, ...]
) -> Any:
    """An array of finite numbers of this shape, where None is any length; others are refused.

    >>> array("a.kbz", {"history": np.zeros((4, 3))}, "history", (None, 3)).shape
    (4, 3)
    """
    values = arrays.get(name)
    if values is None:
        raise GameError(f"{path}: {name} is missing")
    fits = values.ndim == len(shape) and all(
        want in (None, have) for want, have in zip(shape, values.shape, strict=True)
    )
    if not fits or values.dtype.kind not in "iuf" or not np.isfinite(values).all():
        raise GameError(f"{path}: {name} does not fit this game")
    return values


def read_arrays(path: str | PathLike[str], torn: str) -> dict[str, Any]:
    """The arrays of an archive, measured before any of them is read.

    An archive of a few bytes can claim arrays of any size. So what the members say of themselves is
    compared with one another, and with the memory that is free.

    Parameters
    ----------
    path
        The file.
    torn
        What to say of a file that is not such an archive, or only a part of one.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            require_memory(sum(m.file_size for m in members), f"{path}: what is in this file")
            return {m.filename.removesuffix(".npy"): _array(archive, m) for m in members}
    except FileNotFoundError:
        raise GameError(f"{path}: no such file") from None
    except (OSError, ValueError, LookupError, ArithmeticError, *_TORN) as error:
        if isinstance(error, GameError):
            raise
        raise GameError(f"{path}: {torn}") from None


_TORN = (
    AttributeError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    SyntaxError,
    TypeError,
    struct.error,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What else reading a damaged archive can come to."""


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Any:
    """One array, if it is as large as its head says; its bytes are checked as they are read."""
    with archive.open(member) as file:
        version = np.lib.format.read_magic(file)
        known = {(1, 0): "read_array_header_1_0", (2, 0): "read_array_header_2_0"}
        shape, _, kind = getattr(np.lib.format, known[version])(file)
        if member.file_size != file.tell() + math.prod(shape) * kind.itemsize:
            raise zipfile.BadZipFile
    with archive.open(member) as file:
        return np.lib.format.read_array(file, allow_pickle=False)
