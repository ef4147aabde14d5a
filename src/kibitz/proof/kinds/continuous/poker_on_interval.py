"""Claims about poker with hands from [0, 1]."""

from __future__ import annotations

from fractions import Fraction

from kibitz.algebra.function_number import FunctionNumber, rational, said
from kibitz.continuous.poker import newman_reply as curves
from kibitz.continuous.poker.betting_tree import BettingGame, BettingLeaf
from kibitz.continuous.poker.game import ContinuousPoker
from kibitz.continuous.poker.newman import BLUFF_BET, CALLS, VALUE_BET, read_constant
from kibitz.continuous.poker.solution import read_amount, read_thresholds, strategies
from kibitz.continuous.poker.steps import Plan, deck_guarantee, guarantee, read_plan
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show

MOST_HANDS = 2000
NEAR = Fraction(1, 10**6)
"""How far, relative to the spread, a plan of a deck may be from optimal."""


@checks("poker-solution", of=ContinuousPoker)
def poker_solution(game: ContinuousPoker, claim: Claim, proof: Proof) -> None:
    """Both strategies guarantee the value against every reply: integrals of lines."""
    value = read_amount(game, claim.raw("value"), "value")
    proof.states(f"the value is {show(value)}", "the exact best responses on the interval")
    proof.says(claim, model=game.model, exact=isinstance(value, (Fraction, FunctionNumber)))
    if game.model == "newman":
        _newman(game, value, claim, proof)
        return
    found = read_thresholds(game, claim.data)
    for name in found:
        claim.raw(name)
    plan = strategies(game.model, found)
    proof.within(_amounts(game.tree), [value, *found.values()])
    _bounds(game.tree, plan, value, proof)
    proof.says(claim, "favors", _favored(rational(value), proof.tolerance))
    masses = {x: said(plan[0].mass(a, 0, 1)) for a, x in enumerate(game.tree.turns[0].actions)}
    proof.says(claim, "probabilities", masses)
    if game.model == "la-relance":
        folds, calls = rational(found["fold_below"]), rational(found["II_calls_above"])
        bluffs = {"I_fold_probability": said(folds), "I_bluff_probability": said(calls - folds)}
        proof.says(claim, b=said(calls), **bluffs)


def _bounds(tree: BettingGame, plan: Plan, value: Number, proof: Proof) -> None:
    low, high = guarantee(tree, plan, 0), guarantee(tree, plan, 1)
    claimed, slack = rational(value), proof.tolerance
    what = "I's strategy guarantees at least the value"
    proof.that(what, low >= claimed - slack, f"least {show(low)}")
    most = "II's strategy concedes at most the value"
    proof.that(most, high <= claimed + slack, f"most {show(high)}")


def _newman(game: ContinuousPoker, value: Number, claim: Claim, proof: Proof) -> None:
    """The exact best responses of both sides, over all hands and all bets."""
    good = _constant(claim, "value_bet_x(beta)", VALUE_BET, Fraction(12, 7))
    bad = _constant(claim, "bluff_bet_x(beta)", BLUFF_BET, Fraction(4, 7))
    calls = _constant(claim, "II_calls_if", CALLS, Fraction(12, 7))
    ends = claim.exacts("check_interval", 2)
    ante = Fraction(game.ante)
    proof.within([-ante, ante] if isinstance(game.ante, Fraction) else [-game.ante, game.ante])
    bets, bluffs = curves.value_curve(good), curves.bluff_curve(bad)
    low, high = curves.at(bluffs, curves.LEAST), curves.at(bets, curves.LEAST)
    one = [low, high] == ends and 0 <= low <= high <= 1 and good > 0 and curves.falls(bluffs)
    what = "every hand checks, or bets one amount for value or as a bluff"
    proof.that(what, one, f"checks from {show(low)} to {show(high)}")
    even = not curves.indifference(bets, bluffs)
    proof.that("at every bet bluffs and value bets leave the caller indifferent", even)
    least = curves.first_guarantees(bets, bluffs) * ante
    claimed, slack = Fraction(value), proof.tolerance
    said = "I's curves guarantee at least the value"
    proof.that(said, one and even and least >= claimed - slack, f"least {show(least)}")
    most = curves.second_concedes(calls) * ante if 0 < calls <= 2 else None
    holds = most is not None and most <= claimed + slack
    told = "" if most is None else f"most {show(most)}"
    proof.that("II's rule concedes at most the value", holds, told)
    proof.says(claim, "favors", _favored(claimed, slack))


def _constant(claim: Claim, key: str, form: str, usual: Fraction) -> Fraction:
    """The constant of a curve; that of Newman's solution where a claim does not give the curve."""
    return read_constant(claim.text(key), form) if key in claim else usual


@checks("poker-discretized", of=ContinuousPoker)
def poker_discretized(game: ContinuousPoker, claim: Claim, proof: Proof) -> None:
    """Plans of a finite deck, as the first player's actions and the answers to each."""
    proof.says(claim, "model", game.model)
    children = game.tree.turns[0].children
    answers, hands = claim.items("answers", len(children)), _hands(claim)
    given = [claim.items("first", hands)]
    for a, child in enumerate(children):
        if isinstance(child, BettingLeaf):
            proof.equal(f"answers[{a}]", answers[a], [[1]] * hands)
        else:
            given.append(answers[a])
    _deck(game.tree, read_plan(game.tree, hands, given), claim, proof)


@checks("betting-solution", of=BettingGame)
def betting_solution(game: BettingGame, claim: Claim, proof: Proof) -> None:
    """Plans of a finite deck, turn by turn."""
    plan, hands = claim.part("plan"), _hands(claim)
    given = [plan.items(turn.history, hands) for turn in game.turns]
    _deck(game, read_plan(game, hands, given), claim, proof)


def _deck(tree: BettingGame, plan: Plan, claim: Claim, proof: Proof) -> None:
    """What both plans guarantee on the interval bounds the value there, by exact integrals."""
    lower, upper = claim.exact("lower"), claim.exact("upper")
    told = f"the value on [0, 1] lies between {float(lower):.8g} and {float(upper):.8g}"
    proof.states(told, "the exact best replies on the interval")
    proof.that("I's steps guarantee the lower bound", guarantee(tree, plan, 0) >= lower)
    proof.that("II's steps concede at most the upper bound", guarantee(tree, plan, 1) <= upper)
    proof.says(claim, "favors", "I" if lower > 0 else "II" if upper < 0 else None)
    if "value" not in claim:
        return
    value = claim.exact("value")
    low, high = deck_guarantee(tree, plan, 0), deck_guarantee(tree, plan, 1)
    amounts = [Fraction(x) for x in _amounts(tree)]
    slack = NEAR * (max(amounts) - min(amounts))
    what = "with this deck both plans guarantee the value, within 1e-6 of the spread"
    good = low >= value - slack and high <= value + slack
    proof.that(what, good, f"{float(low):.8g} and {float(high):.8g}")


def _hands(claim: Claim) -> int:
    hands = claim.count("hands")
    if not 1 <= hands <= MOST_HANDS:
        raise GameError(f"hands: {hands}; from 1 to {MOST_HANDS} are checked")
    return hands


def _amounts(tree: BettingGame) -> list[Number]:
    """All payoffs of the first player."""
    leaves = [end.leaf for end in tree.ends()]
    return [s * leaf.amount for leaf in leaves for s in ((1, -1) if leaf.showdown else (1,))]


def _favored(value: Fraction, slack: Fraction) -> str | None:
    return None if abs(value) <= slack else "I" if value > 0 else "II"
