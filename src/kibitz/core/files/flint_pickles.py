"""How numbers, polynomials and matrices of FLINT are pickled and copied, which they are not alone.

To import this module is to register it with :mod:`copyreg`; :class:`Pickled` does so when something
of Kibitz is pickled and FLINT has been loaded.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import Any

import flint


def _poly(x: Any) -> tuple[Any, ...]:
    return type(x), (x.coeffs(),)


def _matrix(x: Any) -> tuple[Any, ...]:
    return type(x), (x.nrows(), x.ncols(), x.entries())


def _ball(x: Any) -> tuple[Any, ...]:
    """Middle and radius bit for bit, as integers and powers of two."""
    if x.is_finite():
        return flint.arb, (x.mid().man_exp(), x.rad().man_exp())
    return flint.arb, ("nan" if x.is_nan() else "[+/- inf]",)


def _complex_ball(x: Any) -> tuple[Any, ...]:
    return flint.acb, (x.real, x.imag)


def _context(x: Any) -> tuple[Any, ...]:
    return type(x).get, (x.names(), x.ordering())


def _mpoly(x: Any) -> tuple[Any, ...]:
    return _mpoly_from, (x.context(), x.to_dict())


def _mpoly_from(context: Any, terms: dict[Any, Any]) -> Any:
    return context.from_dict(terms)


_REDUCERS: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "fmpz_poly": _poly,
    "fmpq_poly": _poly,
    "arb_poly": _poly,
    "fmpz_mat": _matrix,
    "fmpq_mat": _matrix,
    "arb_mat": _matrix,
    "arb": _ball,
    "acb": _complex_ball,
    "fmpz_mpoly_ctx": _context,
    "fmpq_mpoly_ctx": _context,
    "fmpz_mpoly": _mpoly,
    "fmpq_mpoly": _mpoly,
}
for _name, _reducer in _REDUCERS.items():
    if hasattr(flint, _name):
        copyreg.pickle(getattr(flint, _name), _reducer)
