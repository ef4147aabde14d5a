"""Claims in closed form about games on intervals, proved at values of their parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.read import read_expression, read_formula
from kibitz.algebra.expressions.sympy_bridge import evaluate, sympy_of_text
from kibitz.algebra.expressions.tree import Constant
from kibitz.algebra.trials import trials
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.any_number import OWN, MarketFamily
from kibitz.continuous.markets.entry import Entry
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.core.certificate import check
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import plain

THEOREM = "exact proofs at chosen values of the parameters"
PROOFS = 6
"""At how many values of the parameters a case is proved."""
FIRMS = (1, 2, 3, 4)
"""Numbers of firms for which formulas are proved, one alone in Cournot's market only."""
Values = Mapping[str, Fraction]


@checks("continuous-closed-form", of=ContinuousGame)
def closed_form(game: ContinuousGame, claim: Claim, proof: Proof) -> None:
    """Each case is an equilibrium wherever its conditions hold, at all values that are tried."""
    _has_letters(game)
    cases = claim.parts("equilibria")
    proof.states(f"{len(cases)} cases of equilibria in closed form", THEOREM)
    _distinct(cases, proof)
    for case in cases:
        _case(game, case, proof, PROOFS, lambda right: {"kind": "continuous-equilibrium", **right})
    _about(game, game.model, claim, proof)


@checks("stackelberg-closed-form", of=Stackelberg)
def stackelberg_closed_form(game: Stackelberg, claim: Claim, proof: Proof) -> None:
    """It is the subgame-perfect play at all values that are tried."""
    _has_letters(game)
    proof.states("subgame-perfect play in closed form", THEOREM)
    proof.says(claim, "order", game.players)
    replies = claim.parts("replies", [])
    if "replies" in claim:
        claim.items("replies", len(game.players) - 1)
    for part, player in zip(replies, game.players[1:], strict=False):
        proof.says(part, "player", player)
    used = {"replies", "parameters", "order", "remark", "exact"}
    inner = Claim({k: x for k, x in claim.data.items() if k not in used})
    for key in claim.data:
        claim.raw(key)
    _case(game, inner, proof, 2, lambda right: {"kind": "stackelberg-solution", **right})
    for values in _admissible(game, inner, 2):
        before: dict[str, Any] = dict(values)
        moves = inner.entries("strategies", game.base.variables)
        for v, part in zip(game.variables[1:], replies, strict=False):
            before |= {
                u: _value(moves[u], values) for u in game.variables[: game.variables.index(v)]
            }
            right = _value(moves[v], values) == _value(part.text("reply"), before)
            proof.that(f"{part.path('reply')} is what is played{_told(values)}", right)
    proof.leaves("the replies to other moves than those on the path")
    _about(game, None, claim, proof)


@checks("entry-closed-form", of=Entry)
def entry_closed_form(game: Entry, claim: Claim, proof: Proof) -> None:
    """Each case is the subgame-perfect play at values at which its conditions hold."""
    _has_letters(game)
    cases = claim.parts("cases")
    proof.states(f"{len(cases)} cases of entry in closed form", THEOREM)
    _distinct(cases, proof)
    proof.says(claim, "fixed", game.fixed)
    shared = {
        key: claim.raw(key)
        for key in ("monopoly", "entrant_best_response_to_monopoly", "deterring_quantity")
        if key in claim
    }
    for case in cases:
        decision = case.text("decision")

        def numeric(right: dict[str, Any], decision: str = decision) -> dict[str, Any]:
            return {"kind": "entry-solution", **right, "decision": decision}

        also = {"monopoly": shared["monopoly"]} if "monopoly" in shared else {}
        _case(game, case, proof, 1, numeric, shared if decision == "deterred" else also)
    for key in ("follower_response", "entrant_profit_function"):
        if key in claim:
            claim.text(key)
            proof.leaves(key.replace("_", " "))
    proof.found(claim, "thresholds", words="the thresholds between the cases")
    _about(game, None, claim, proof)


@checks("any-number-of-firms", of=MarketFamily)
def any_number_of_firms(market: MarketFamily, claim: Claim, proof: Proof) -> None:
    """The formulas are an equilibrium of a few firms each, at values that are tried."""
    proof.states(f"what each of {market.letter} firms makes and earns", THEOREM)
    proof.says(claim, model=market.model, letter=market.letter, exact=True)
    proof.says(claim, parameters=market.parameters)
    if market.model == "stackelberg":
        proof.says(claim, "place", market.place)
    held, proved = _conditions(claim, (*market.parameters, market.letter)), 0
    sizes = FIRMS if market.model == "cournot" else FIRMS[1:]
    for firms in sizes:
        for tried in trials(market.parameters):
            values = {**tried, market.letter: Fraction(firms)}
            right = _of_firms(market, claim, firms, values) if held(values) else None
            if right is not None:
                proof.proves(_told(values).strip(), market.at(**values), right, str(right["kind"]))
                proved += 1
                break
    several = proved >= len(sizes) - 1
    proof.that("the conditions can be met by several numbers of firms", several)
    proof.found(claim, "limits", words="the limits as the number of firms grows")
    proof.leaves(
        "the formulas wherever else the conditions hold, and that there is no other equilibrium"
    )


def _of_firms(
    market: MarketFamily, claim: Claim, firms: int, values: Values
) -> dict[str, Any] | None:
    """The claim about this many firms in numbers; None where a formula is not rational there."""
    in_turn = market.model == "stackelberg"

    def numbers(name: str) -> list[Any]:
        if not in_turn:
            return [_value(claim.text(name), values)] * firms
        formula = read_formula(claim.text(name), [*values, market.place], claim.path(name))
        return [formula.at({**values, market.place: Fraction(k)}) for k in range(1, firms + 1)]

    own = OWN[market.model]
    told = {name: numbers(name) for name in ("quantity", "total", "profit")}
    told |= {} if own == "x" else {"price": numbers("price")}
    if any(None in row for row in told.values()):
        return None
    if sum(told["quantity"]) != told["total"][0]:
        raise GameError(f"{claim.path('total')}: it is not the sum of the quantities")
    plainly = {name: list(map(plain, row)) for name, row in told.items()}
    variables = [own] if firms == 1 else [f"{own}{k}" for k in range(1, firms + 1)]
    chosen = plainly["price" if own == "p" else "quantity"]
    more: dict[str, Any] = {} if own == "x" else {"quantities": plainly["quantity"]}
    if own == "q":
        more = {"price": plainly["price"][0]} | (
            {"total": plainly["total"][0]} if firms > 1 else {}
        )
    return {
        "kind": "stackelberg-solution" if in_turn else "continuous-equilibrium",
        "strategies": dict(zip(variables, chosen, strict=True)),
        "payoffs" if own == "x" else "profits": plainly["profit"],
        **more,
    }


def _has_letters(game: Any) -> None:
    if not game.parameters:
        raise GameError("the game has no letters, so its solution is in numbers")


def _distinct(cases: list[Claim], proof: Proof) -> None:
    proof.that("a case is claimed", bool(cases))
    if any(x.data == y.data for k, x in enumerate(cases) for y in cases[:k]):
        proof.that("no case is listed twice", False)


def _about(game: Any, model: str | None, claim: Claim, proof: Proof) -> None:
    if model is not None:
        proof.says(claim, "model", model)
    proof.says(claim, parameters=game.parameters, exact=True)
    if "remark" in claim and claim.text("remark"):
        proof.leaves("its remark")
    proof.leaves(
        "the formulas at other values of the parameters, and that there are no other cases"
    )


def _case(
    game: Any,
    case: Claim,
    proof: Proof,
    wanted: int,
    numeric: Callable[[dict[str, Any]], dict[str, Any]],
    more: Mapping[str, Any] | None = None,
) -> None:
    """Put numbers into all formulas of a case, and prove what they say of the game in numbers."""
    formulas = {**case.data, **(more or {})}
    for key in case.data:
        case.raw(key)
    for key in ("conditions", "decision", "kind", "method", "certificate"):
        formulas.pop(key, None)
    seen = 0
    for values in _admissible(game, case, 1000):
        right = _in_numbers(formulas, values)
        if right is None:
            continue
        found = check(game.at(**values), numeric(right))
        proof.includes(f"{case.where or 'the play'}{_told(values)}", found)
        seen += 1
        if seen == wanted:
            return
    proof.that(f"{case.where or 'the play'}: the conditions can be met", bool(seen))


def _admissible(game: Any, case: Claim, most: int) -> Iterator[Values]:
    """Values of the parameters that meet the conditions of a case."""
    held = _conditions(case, game.parameters)
    for values in trials(game.parameters):
        if held(values):
            yield values
            most -= 1
        if not most:
            return


def _conditions(case: Claim, names: Sequence[str]) -> Callable[[Values], bool]:
    """Whether the conditions of a case hold, as a function of the values of its letters."""
    given = case.items("conditions", None, [])
    for text in given:
        if not isinstance(text, str):
            raise GameError(f"{case.path('conditions')}: expected text")
    read = [read_expression(f"1 if {text} else 0", names, roots=True) for text in given]
    return lambda values: all(x.substitute(values) == Constant(Fraction(1)) for x in read)


def _told(values: Values) -> str:
    return " at " + ", ".join(f"{k} = {v}" for k, v in values.items())


def _in_numbers(x: Any, values: Values) -> Any:
    """Some JSON with every formula at these values; None where one is not rational there."""
    if isinstance(x, dict):
        found = {key: _in_numbers(part, values) for key, part in x.items()}
        missing = any(found[key] is None and part is not None for key, part in x.items())
        return None if missing else found
    if isinstance(x, list):
        listed = [_in_numbers(part, values) for part in x]
        return None if None in listed else listed
    if x is None or isinstance(x, bool):
        return x
    result = _value(x, values)
    return None if result is None else plain(result)


def _value(text: Any, values: Values) -> Fraction | None:
    """The value of a formula, where it is rational.

    >>> print(_value("a - 2*sqrt(F)", {"a": Fraction(5), "F": Fraction(4)}))
    1
    """
    if not isinstance(text, str):
        raise GameError(f"expected a formula, found {str(text)[:40]}")
    unknown = read_expression(text, roots=True).symbols - set(values)
    if unknown:
        raise GameError(f"{text!r:.60}: {min(unknown)!r} is not a parameter of the game")
    found = evaluate(sympy_of_text(text), values)
    return found if isinstance(found, Fraction) else None
