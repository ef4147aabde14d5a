"""No mutant of a true claim about a strategic game is proved, unless it is true as well."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.certificate import check

SEXES = "2,1 0,0; 0,0 1,2"
TWINS = "2,1 0,0; 2,1 0,0; 0,0 1,2"
TIES = "3,3 4,3; 3,4 5,5"
THREE = "1,4 2,0 -1,1 0,0; 3,1 5,3 3,-2 4,4; 0,5 -2,3 4,1 2,2"
ZERO = "27,-5 17,0; 19,-1 23,-3"
CUBE = "2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1"
GAMES = {
    "sexes": kb.bimatrix(SEXES),
    "costs": kb.bimatrix("10,10 0,20; 20,0 1,1", rows="talk hush", columns="talk hush", cost=True),
    "twins": kb.bimatrix(TWINS),
    "ties": kb.bimatrix(TIES),
    "three": kb.bimatrix(THREE),
    "zero": kb.bimatrix(ZERO),
    "floats": kb.bimatrix([[2.5, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 2.25]]),
    "cube": kb.strategic_game(CUBE),
}
OTHER = {
    2: kb.bimatrix("3,3 0,4; 4,0 1,1"),
    3: kb.strategic_game("3,3,0 0,0,0; 0,0,0 2,2,1 | 0,0,1 1,1,0; 1,1,0 0,0,0"),
}
METHODS = (
    "vertex-enumeration",
    "support-enumeration",
    "two-by-two",
    "lemke-howson",
    "lemke-howson-all",
    "equalizing",
    "quadratic-program",
    "one",
    "logit",
    "quantal-response",
    "pure",
    "movement-diagram",
    "dominant-strategies",
    "rationalizable",
    "pareto",
    "joint-optimum",
    "interchangeable",
    "zero-sum-equivalence",
    "potential",
    "correlated",
    "coarse-correlated",
    "safety-levels",
    "stackelberg",
    "coalition-values",
    "coalition-readings",
    "equilibria",
)


WITNESSES = (
    "prices",
    "shares",
    "bounds",
    "weak.",
    "plans",
    "punishments",
    "beliefs",
    "failing",
    "removals",
)
"""Fields that prove a claim without saying more: another witness may do as well."""
LISTED = {
    "lemke-howson-all": ("by_label", "equilibria reversed"),
    "coalition-readings": ("silent",),
    "quantal-response": ("branch", "complete", "limit.method"),
}
"""What the certificate lists as not proved, or bounds by a tolerance only."""
TRUE = {
    ("one", "cube"): ("components of another game",),
    ("logit", "cube"): ("components of another game",),
    ("zero-sum-equivalence", "sexes"): ("alpha", "left.0"),
    ("zero-sum-equivalence", "twins"): ("alpha", "left.0"),
    ("stackelberg", "zero"): ("answer of another game",),
    ("quadratic-program", "floats"): ("q of another game", "objective of another game"),
    ("zero-sum-equivalence", "floats"): ("alpha", "left.0"),
}
"""Mutants that change nothing: -1/2 becomes -(-1/2) - 1; an index is left out; ties."""


def harmless(method: str, name: str, what: str, game: kb.StrategicGame) -> bool:
    """Whether a mutant is known to be true by another route."""
    if what.startswith(WITNESSES) or what.startswith(LISTED.get(method, ("?",))):
        return True
    if ".field.between" in what or ".about reversed" in what:
        return True
    if method == "potential" and game.exact and what == "exact":
        return True  # an exact potential is an ordinal one
    if method == "potential" and not game.exact:
        return what.startswith("values")  # any numbers in the same order are an ordinal one
    return what in TRUE.get((method, name), ())


def answer(game: kb.StrategicGame, method: str) -> dict[str, Any]:
    return json.loads(json.dumps(game.solve(method).to_json()))


def cases() -> Iterator[Any]:
    """Every method on every game; a slow method on one of them unless all is tried."""
    for method in METHODS:
        for name in GAMES:
            is_slow = method == "quantal-response" and name != "cube"
            marks = [pytest.mark.slow] if is_slow else []
            yield pytest.param(name, method, marks=marks, id=f"{method}-{name}")


@pytest.mark.parametrize(("name", "method"), list(cases()))
def test_no_mutant_is_proved(name: str, method: str) -> None:
    game = GAMES[name]
    try:
        found = game.solve(method)
    except kb.GameError as error:
        pytest.skip(str(error))
    certificate = found.verify()
    assert certificate, str(certificate)
    data = json.loads(json.dumps(found.to_json()))
    assert check(game, data)
    try:
        other = answer(OTHER[len(game.players)], method)
    except kb.GameError:
        other = None
    wrong = [what for what in accepted(game, data, other) if not harmless(method, name, what, game)]
    if any("the indices of equilibria with ties" in words for words in certificate.unproved):
        wrong = [what for what in wrong if not what.endswith(".index")]
    assert wrong == []
