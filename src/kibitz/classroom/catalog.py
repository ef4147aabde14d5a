"""The experiments by name."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any

from kibitz.classroom.experiment import Experiment
from kibitz.classroom.experiments.auction import Auction
from kibitz.classroom.experiments.guess import Guess
from kibitz.classroom.experiments.prisoners_dilemma import PrisonersDilemma
from kibitz.classroom.experiments.public_goods import PublicGoods
from kibitz.classroom.experiments.travelers_dilemma import TravelersDilemma
from kibitz.classroom.experiments.ultimatum import Ultimatum
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import exact
from kibitz.core.spelling import canonical_name

_ALL: tuple[type[Experiment], ...] = (
    Guess,
    PublicGoods,
    PrisonersDilemma,
    Auction,
    TravelersDilemma,
    Ultimatum,
)


def experiments() -> dict[str, type[Experiment]]:
    """All experiments by name.

    Returns
    -------
    dict
        A class of experiment for each name.
    """
    return {kind.name: kind for kind in _ALL}


def experiment(name: str, **parameters: Any) -> Experiment:
    """An experiment by its name.

    Parameters
    ----------
    name : str
        Such as "guess" or "public-goods".
    **parameters
        Its parameters; numbers may be written as text.

    Returns
    -------
    Experiment
        The rules.

    Examples
    --------
    >>> experiment("guess", fraction="1/2").fraction
    Fraction(1, 2)
    """
    known = experiments()
    key = canonical_name(name)
    if key not in known:
        raise GameError(f"unknown experiment {name!r}{did_you_mean(key, known)}")
    kind = known[key]
    names = {f.name: f.default for f in fields(kind)}
    for given in parameters:
        if given not in names:
            raise GameError(f"{key}: unknown parameter {given!r}{did_you_mean(given, names)}")
    read = {
        given: exact(value, given) if isinstance(names[given], Fraction) else str(value)
        for given, value in parameters.items()
    }
    return kind(**read)
