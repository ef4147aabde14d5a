"""When a long computation stops."""

from __future__ import annotations

import math

from kibitz.core.errors import GameError


def check_limits(**limits: float | None) -> None:
    """Refuse limits that are not numbers above 0, or that say nothing at all.

    >>> check_limits(iterations=10, seconds=None)
    >>> check_limits(target=0.0)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: target is 0.0; it must be positive
    """
    for name, limit in limits.items():
        if limit is None:
            continue
        if isinstance(limit, (bool, str)) or not limit > 0 or math.isinf(limit):
            raise GameError(f"{name} is {limit}; it must be positive")
    if all(limit is None for limit in limits.values()):
        names = [f"{name}=" for name in limits]
        raise GameError(f"give a stopping criterion: {', '.join(names[:-1])} or {names[-1]}")
