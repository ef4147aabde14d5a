"""Coalitional games with several letters: averages, and every minimal balanced collection."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kibitz.algebra.linear_form import Form, in_lowest_terms, read_form
from kibitz.coalitional.letters import CoalitionalLetters
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact
from kibitz.proof.kernel.coalitions import Worths, balanced, minimal_balanced, shapley, weights

MOST_PLAYERS = 4
"""Players up to which there are conditions for the core."""


@checks("coalitional-letters-solution", of=CoalitionalLetters)
def letters_solution(family: CoalitionalLetters, claim: Claim, proof: Proof) -> None:
    """The Shapley value by its definition, the core by the theorem of Bondareva and Shapley."""
    names = ", ".join(family.letters)
    proof.states(f"Shapley value and core for every {names}", "averages, and balanced collections")
    proof.says(claim, letters=list(family.letters), players=family.players)
    shares = claim.part("shapley")
    told = [read_form(shares.text(p), family.letters, shares.path(p)) for p in family.players]
    parts = [shapley(Worths(game)) for game in (family.constant, *family.slopes)]
    right = [tuple(map(exact, form)) for form in zip(*parts, strict=True)]
    proof.that("the Shapley value is linear in the worths, hence in the letters", told == right)
    empty, large = claim.flag("empty"), family.constant.n > MOST_PLAYERS
    if claim.raw("core") is None:
        proof.that("conditions for the core are for few players", large and not empty)
        return
    if large:
        raise GameError(f"core: conditions are for up to {MOST_PLAYERS} players")
    listed = [_condition(family, part, proof) for part in claim.parts("core")]
    proof.that("no condition is listed twice", len({form[1:] for form in listed}) == len(listed))
    if empty:
        good = len(listed) == 1 and not any(listed[0][1:]) and listed[0][0] > 0
        proof.that("a balanced collection earns more than v(N) whatever the letters are", good)
        return
    proof.that("each condition holds letters", all(any(form[1:]) for form in listed))
    proof.that("no other balanced collection asks for more", _complete(family, listed))


def _condition(family: CoalitionalLetters, part: Claim, proof: Proof) -> Form:
    """A condition as a form that is at most 0, which its weights must give."""
    found = {mask: exact(w) for mask, w in weights(family.constant, part, "weights").items()}
    balanced(proof, family.constant.n, found)
    form = in_lowest_terms(_at_most_0(part.text("condition"), family, part.path("condition")))
    proof.that(f"{part.text('condition')}: by these weights", form == _earned(family, found))
    return form


def _at_most_0(text: str, family: CoalitionalLetters, where: str) -> Form:
    """The form that an inequality says to be at most 0."""
    sign = "<=" if "<=" in text else ">="
    left, between, right = text.partition(sign)
    if not between:
        raise GameError(f"{where}: expected an inequality such as a + b <= 3")
    sides = [read_form(side.strip(), family.letters, where) for side in (left, right)]
    less, more = sides if sign == "<=" else sides[::-1]
    return tuple(x - y for x, y in zip(less, more, strict=True))


def _earned(family: CoalitionalLetters, found: Mapping[int, Any]) -> Form:
    """What balanced coalitions earn more than all players, in lowest terms."""
    total = [-x for x in family.worth(family.constant.grand)]
    for mask, weight in found.items():
        total = [x + weight * y for x, y in zip(total, family.worth(mask), strict=True)]
    return in_lowest_terms(tuple(total))


def _complete(family: CoalitionalLetters, listed: list[Form]) -> bool:
    """Whether each minimal balanced collection follows from a listed condition."""
    most: dict[Form, Fraction] = {form[1:]: form[0] for form in listed}
    for collection in minimal_balanced(family.constant.n):
        constant, *slopes = _earned(family, collection)
        bound = most.get(tuple(slopes), Fraction(0) if not any(slopes) else None)
        if bound is None or constant > bound:
            return False
    return True
