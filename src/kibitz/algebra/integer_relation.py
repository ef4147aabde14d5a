"""Small integers that combine real numbers to zero: what digits suggest, proved elsewhere."""

from __future__ import annotations

from typing import Any


def integer_relation(numbers: list[Any], bits: int) -> list[int] | None:
    """Small integers whose combination of these numbers vanishes, as far as the digits tell.

    The numbers are ``arb`` balls known to some ``bits`` after the point; relations so large that
    they would fit by chance are not given. Lenstra, Lenstra, Lovász (1982).

    >>> from flint import arb, ctx
    >>> with ctx.workprec(1000):
    ...     root = arb(2).sqrt()
    ...     integer_relation([arb(1), root, (1 + root) ** 3], 900)
    [-7, -5, 1]
    """
    from flint import arb, fmpz_mat

    size = len(numbers)
    scale = arb(2) ** (bits - 100)
    rounded = [int((x * scale).mid().floor().unique_fmpz() or 0) for x in numbers]
    rows = [[int(p == q) for q in range(size)] + [rounded[p]] for p in range(size)]
    first = fmpz_mat(rows).lll().tolist()[0]
    found = [int(c) for c in first[:size]]
    height = max(map(abs, found))
    if not any(found) or height.bit_length() > (bits - 200) // (size + 1):
        return None
    return found
