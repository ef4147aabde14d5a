"""Collect garbage rarely: a build makes objects by the million, nearly all of which it keeps."""

import gc
from typing import Any


def on_startup(**_: Any) -> None:
    """A fifth of the time goes into looking for circles that nobody refers to."""
    gc.set_threshold(100_000, 50, 100)
