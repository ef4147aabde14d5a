"""Arrays and a few facts in one file, written whole or not at all.

The files are NumPy archives (``.npz``): every array under its name, and under ``about`` a JSON
document in UTF-8 with the kind and the version of the file.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.errors import GameError


def write(path: str | PathLike[str], about: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write to a file beside it, force it to the disk, and only then take the old one's place."""
    target = Path(path)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    facts = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
    try:
        with open(part, "wb") as file:
            np.savez(file, about=facts, **arrays)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        kept = "; the file that was there is kept" if target.exists() else ""
        raise GameError(f"{target}: cannot be written, {error.strerror or error}{kept}") from None


def read(
    path: str | PathLike[str], kind: str, version: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The facts and the arrays of a file of this kind and version; others are refused."""
    target = Path(path)
    try:
        with open(target, "rb") as stream, np.load(stream, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays.pop("about").tobytes().decode())
    except FileNotFoundError:
        raise GameError(f"{target}: no such file") from None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, AttributeError):
        raise GameError(f"{target}: this is not a whole {kind} file of Kibitz") from None
    if not isinstance(about, dict) or about.get("kind") != kind:
        raise GameError(f"{target}: this is not a {kind} file of Kibitz")
    if about.get("version") != version:
        raise GameError(
            f"{target}: version {about.get('version')} of the {kind} format, and this program "
            f"reads version {version}; make it again"
        )
    return about, arrays
