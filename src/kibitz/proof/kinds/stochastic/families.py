"""Claims about families of stochastic games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.expressions.tree import Expression
from kibitz.algebra.point_json import point
from kibitz.algebra.real_root import RealRoot
from kibitz.algebra.surd import write_point
from kibitz.core.claim import CLOSE, Claim, Proof, checks
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
    names = [f"{name}({family.n})" for name in family.names]
    given = claim.entries("values", names)
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
    proof.proves("the increments", increments(family, a), inner, "stochastic-solution")
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
    formulas = claim.entries("formulas", family.names, {})
    for name, x in zip(family.names, found, strict=True):
        if name in formulas:
            _formula(formulas[name], name, lead, x, proof)
    proof.says(claim, "formula", formulas.get(family.names[0]))


def _formula(given: Any, name: str, lead: str, x: Any, proof: Proof) -> None:
    """A formula in n is the multiple of n and the increment."""
    if "*" in lead or (isinstance(x, RealRoot) and x.polynomial.degree > 2):
        proof.leaves("formulas")
        return
    right = write_point(x)
    sign = "" if right.startswith("-") or not lead else "+"
    expected = lead if x == 0 and lead else f"{lead}{sign}{right}"
    text = str(given).replace(" ", "")
    proof.equal(f"the formula of {name}", text, expected.replace(" ", ""))


def _cut_off(
    family: GameFamily, claim: Claim, values: list[Any], bound: Fraction, proof: Proof
) -> None:
    """The value lies between those with a low and with a high payoff far away."""
    proof.theorem = "both ends of a finite part"
    part = claim.part("cut")
    last, given_ends = part.count("last"), part.items("ends", 2)
    if last > MOST_CUT:
        raise GameError(f"cut: at most {MOST_CUT} steps are checked")
    found = []
    for name, given, pays in zip(("low", "high"), given_ends, end_values(family), strict=True):
        game = family.finite(last, Fraction(pays)).with_numbers(False)
        proof.proves(f"the {name} end", game, given, "stochastic-solution")
        told = given.get("values") if isinstance(given, dict) else None
        if not proof.holds or not isinstance(told, dict):
            raise GameError(f"cut: the {name} end does not hold")
        slack = Fraction(number(given.get("bound", 0)))
        found.append((float(number(told[f"{family.names[0]}({family.n})"])), slack))
    (low, below), (high, above) = found
    ends = [Fraction(x) for x in end_values(family)]
    rounding = CLOSE * max(ends[1] - ends[0], *map(abs, ends))
    least, most = Fraction(low) - below - rounding, Fraction(high) + above + rounding
    proof.that("the value lies between those with a low and a high end", least <= values[0] <= most)
    proof.that("these are as close as the bound says", most - least <= 2 * bound + 4 * rounding)
    keys = ("strategies", "formula", "formulas")
    proof.leaves("strategies, and the values of other states", claim, *keys)


def _recursion(family: GameFamily, claim: Claim, values: list[Any], proof: Proof) -> None:
    """Each member is worth what its matrix is, with the smaller ones in place."""
    members = claim.part("members")
    if len(members.data) > MOST_MEMBERS:
        raise GameError(f"members: at most {MOST_MEMBERS:,} are checked")
    known: dict[tuple[str, int], Any] = {}
    good = True
    for text in members.data:
        name, _, index = text.rstrip(")").partition("(")
        whole = index.removeprefix("-").isdigit()
        if name not in {*family.names, *(k for k, _ in family.members)} or not whole:
            raise GameError(f"members: {text!r} is not a member of the family")
        member, key = members.part(text), (name, int(index))
        value, row, column = (member.exact("value"), member.exacts("row"), member.exacts("column"))
        good = good and _is_value(_matrix(family, key, known), row, column, value)
        known[key] = value
    proof.that("each member is worth what its matrix with the smaller ones in place is", good)
    wanted = [known.get((name, family.n)) for name in family.names]
    proof.that("the values are those of the recursion", wanted == values)
    names = [f"{name}({family.n})" for name in family.names]
    strategies = claim.raw("strategies", {})
    asked = {text: members.data[text] for text in names if text in members.data}
    right = {text: [member["row"], member["column"]] for text, member in asked.items()}
    proof.equal("strategies", strategies, right)
    formulas = claim.entries("formulas", family.names[:1], {})
    proof.says(claim, "formula", formulas.get(family.names[0]))
    if formulas:
        _agrees(family, formulas[family.names[0]], known, proof)


def _agrees(family: GameFamily, text: Any, known: dict[tuple[str, int], Any], proof: Proof) -> None:
    """That a formula gives the last members; that it gives all later ones is left."""
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
    try:
        return family.cells(*key, known) if key[0] in family.rules else None
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
