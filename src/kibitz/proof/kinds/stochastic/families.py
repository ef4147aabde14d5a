"""Claims about families of stochastic games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.expressions.tree import Expression
from kibitz.algebra.real_root import RealRoot
from kibitz.algebra.surd import write_point
from kibitz.algebra.written_point import point
from kibitz.core.certificate import check
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number
from kibitz.proof.kernel.minimax import guarantees
from kibitz.stochastic.families.bounds import end_values, increments, slope
from kibitz.stochastic.families.family import GameFamily, shifted_point

MOST_MEMBERS, MOST_CUT = 6000, 256


@checks("family-solution", of=GameFamily)
def family_solution(family: GameFamily, claim: Claim, proof: Proof) -> None:
    """Increments that do not depend on n, or induction from the members that are given."""
    family = replace(family, n=claim.count("n")) if "n" in claim else family
    given = claim.raw("values")
    names = [f"{name}({family.n})" for name in family.names]
    if not isinstance(given, dict) or list(given) != names:
        raise GameError(f"values: expected those of {', '.join(names)}")
    values = [point(given[name], "values") for name in names]
    bound = claim.number("bound", Fraction(0))
    proof.states(f"the value of {names[0]} is {write_point(values[0])}", "induction on n")
    proof.says(claim, value=given[names[0]], exact=bound == 0)
    if "increments" in claim:
        _ladder(family, claim, values, proof)
    elif "members" in claim:
        _recursion(family, claim, values, proof)
    else:
        _cut_off(family, claim, values, Fraction(bound), proof)


def _ladder(family: GameFamily, claim: Claim, values: list[Any], proof: Proof) -> None:
    """V(n) = a n + c, where c is the value of a game without n."""
    a = slope(family)
    if a is None or family.members:
        proof.that("the rule is the same for every n but for a multiple of n", False)
        return
    proof.theorem = "the increments do not depend on n"
    inner = claim.raw("increments")
    proof.includes("the increments", check(increments(family, a), inner))
    if not proof.holds:
        return
    found = [point(inner["values"][name], "increments") for name in family.names]
    moved = [
        x + float(a * family.n) if isinstance(x, float) else shifted_point(x, a * family.n)
        for x in found
    ]
    proof.that("the values are a n plus the increments", moved == values)
    told = claim.raw("strategies", {})
    right = {f"{name}({family.n})": inner["strategies"][name] for name in family.names}
    proof.equal("strategies", told, right)
    lead = "" if not a else ("n" if a == 1 else f"{a}*n")
    for name, x in zip(family.names, found, strict=True):
        _formula(claim, name, family, lead, x, proof)
    if "formula" in claim:
        listed = claim.raw("formulas", {})
        proof.equal("formula", claim.raw("formula"), listed.get(family.names[0]))


def _formula(claim: Claim, name: str, family: GameFamily, lead: str, x: Any, proof: Proof) -> None:
    """A formula in n is the multiple of n and the increment."""
    formulas = claim.raw("formulas", {})
    if not isinstance(formulas, dict) or not set(formulas) <= set(family.names):
        raise GameError("formulas: expected a formula for each state")
    if name not in formulas:
        return
    text = str(formulas[name])
    if isinstance(x, RealRoot) and x.polynomial.degree > 2:
        proof.leaves("formulas")
        return
    right = write_point(x)
    sign = "" if right.startswith("-") or not lead else "+"
    expected = lead if x == 0 and lead else f"{lead}{sign}{right}"
    if "*" in lead:
        proof.leaves("formulas")
        return
    proof.equal(f"the formula of {name}", text.replace(" ", ""), expected.replace(" ", ""))


def _cut_off(
    family: GameFamily, claim: Claim, values: list[Any], bound: Fraction, proof: Proof
) -> None:
    """The value lies between those with a low and with a high payoff far away."""
    proof.theorem = "both ends of a finite part"
    part = claim.part("cut")
    last, ends = part.count("last"), part.items("ends", 2)
    if last > MOST_CUT:
        raise GameError(f"cut: at most {MOST_CUT} steps are checked")
    found = []
    for name, given, pays in zip(("low", "high"), ends, end_values(family), strict=True):
        game = family.finite(last, Fraction(pays)).with_numbers(False)
        proof.includes(f"the {name} end", check(game, given))
        told = given.get("values") if isinstance(given, dict) else None
        if not proof.holds or not isinstance(told, dict):
            raise GameError(f"cut: the {name} end does not hold")
        slack = Fraction(number(given.get("bound", 0)))
        found.append((float(number(told[f"{family.names[0]}({family.n})"])), slack))
    (low, below), (high, above) = found
    rounding = Fraction(1, 10**9)
    inside = (
        Fraction(low) - below - rounding <= Fraction(values[0]) <= Fraction(high) + above + rounding
    )
    proof.that("the value lies between those with a low and a high end", inside)
    close = Fraction(high) - Fraction(low) <= 2 * bound + rounding
    proof.that("these are as close as the bound says", close)
    for key in ("strategies", "formula", "formulas"):
        if key in claim:
            claim.raw(key)
    proof.leaves("strategies, and the values of other states")


def _recursion(family: GameFamily, claim: Claim, values: list[Any], proof: Proof) -> None:
    """Each member is worth what its matrix is, with the smaller ones in place."""
    members = claim.part("members")
    if len(members.data) > MOST_MEMBERS:
        raise GameError(f"members: at most {MOST_MEMBERS:,} are checked")
    known: dict[tuple[str, int], Any] = {}
    good = True
    for text in members.data:
        name, _, index = text.rstrip(")").partition("(")
        if name not in {*family.names, *(k for k, _ in family.members)} or not _is_whole(index):
            raise GameError(f"members: {text!r} is not a member of the family")
        member, key = members.part(text), (name, int(index))
        value, row, column = (member.exact("value"), member.exacts("row"), member.exacts("column"))
        good = good and _is_value(_matrix(family, key, known), row, column, value)
        known[key] = value
    proof.that("each member is worth what its matrix with the smaller ones in place is", good)
    asked = [known.get((name, family.n)) for name in family.names]
    proof.that("the values are those of the recursion", asked == values)
    strategies = claim.raw("strategies", {})
    right = {
        f"{name}({family.n})": [
            members.data[f"{name}({family.n})"]["row"],
            members.data[f"{name}({family.n})"]["column"],
        ]
        for name in family.names
        if f"{name}({family.n})" in members.data
    }
    proof.equal("strategies", strategies, right)
    formulas = claim.raw("formulas", {})
    first = formulas.get(family.names[0]) if isinstance(formulas, dict) else None
    proof.says(claim, "formula", first)
    if formulas:
        _agrees(family, formulas, known, proof)


def _agrees(
    family: GameFamily, formulas: Any, known: dict[tuple[str, int], Any], proof: Proof
) -> None:
    """That a formula gives the last members; that it gives all later ones is left."""
    if not isinstance(formulas, dict) or set(formulas) != {family.names[0]}:
        raise GameError("formulas: expected one for the first state")
    text = formulas[family.names[0]]
    made = read_formula(str(text), ["n"], "formulas")
    last = sorted(n for name, n in known if name == family.names[0])[-3:]
    fits = all(_at(made, n) == known[family.names[0], n] for n in last)
    proof.that("the formula agrees with the members", fits)
    proof.leaves("that the formula holds for every n")


def _at(formula: Expression, n: int) -> Number | None:
    try:
        return Fraction(formula.at({"n": Fraction(n)}))
    except (ArithmeticError, ValueError, TypeError, GameError):
        return None


def _matrix(
    family: GameFamily, key: tuple[str, int], known: dict[tuple[str, int], Any]
) -> list[list[Any]] | None:
    if key in family.members:
        return [list(row) for row in family.members[key]]
    if key[0] not in family.rules:
        return None
    try:
        return family.cells(*key, known)
    except KeyError:
        return None


def _is_value(
    matrix: list[list[Any]] | None, row: list[Fraction], column: list[Fraction], value: Fraction
) -> bool:
    """Whether both mixtures guarantee the value of a matrix game."""
    if matrix is None or len(row) != len(matrix) or len(column) != len(matrix[0]):
        return False
    if min(row) < 0 or min(column) < 0 or sum(row) != 1 or sum(column) != 1:
        return False
    return guarantees(matrix, row, column) == (value, value)


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdigit()
