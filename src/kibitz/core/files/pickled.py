"""Objects that can be pickled and copied with whatever numbers are in them."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, SupportsIndex


class Pickled:
    """A base of classes that may hold numbers of FLINT, which alone are not pickled."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> str | tuple[Any, ...]:
        """What pickle and deepcopy ask for."""
        if "flint" in sys.modules:
            import_module("kibitz.core.files.flint_pickles")
        return super().__reduce_ex__(protocol)
