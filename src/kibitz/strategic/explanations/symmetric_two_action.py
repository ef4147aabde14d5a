"""Symmetric games with two actions on the blackboard: one polynomial, and its roots."""

from __future__ import annotations

from fractions import Fraction

from kibitz.algebra.surd import write_point
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.core.verbs import explain
from kibitz.strategic.n_player.symmetric_two_action import (
    JointMaximum,
    SymmetricMixtures,
    SymmetricTwoAction,
)

MOST_ROWS = 24


@explain.register
def explain_mixtures(mixtures: SymmetricMixtures) -> Explanation:
    """What each action pays when the others mix, the difference, and where it is zero.

    Parameters
    ----------
    mixtures : SymmetricMixtures
        All symmetric equilibria.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    game = mixtures.game
    steps = (_table(game), _indifference(game), _roots(mixtures), Step("The answer", str(mixtures)))
    return Explanation(game.title or "A symmetric game with two actions", steps)


@explain.register
def explain_joint_maximum(best: JointMaximum) -> Explanation:
    """What all get by a common mixture, its derivative, and whether one player would deviate.

    Parameters
    ----------
    best : JointMaximum
        The best common mixture.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    game = best.game
    common = game.payoff_polynomial
    steps = (
        _table(game),
        Step(
            f"What all get by the same mixture: the {game.word} of each",
            f"When every player takes {game.actions[0]} with probability x, each gets "
            f"f(x) = {common.write('x')}, with derivative f'(x) = "
            f"{common.derivative().write('x')}. The best x is a zero of it or an end of [0, 1]: "
            f"x = {write_point(best.x)}.",
        ),
        Step("Would one player deviate?", str(best)),
    )
    return Explanation(game.title or "A symmetric game with two actions", steps)


def _table(game: SymmetricTwoAction) -> Step:
    first, second = game.actions
    rows = tuple(
        (str(k), show(a), show(b))
        for k, (a, b) in enumerate(zip(game.first, game.second, strict=True))
    )[:MOST_ROWS]
    prose = (
        f"There are {count_of(game.players, 'player')} with the actions {first} and {second}. "
        "The table gives "
        f"a player's {game.word} by how many of the others take {first}."
    )
    return Step("The game", prose, Table((f"others who take {first}", first, second), rows))


def _indifference(game: SymmetricTwoAction) -> Step:
    first, second = game.actions
    return Step(
        "When is a player indifferent?",
        f"Let every other player take {first} with probability x. Then {first} brings "
        f"{game.first_polynomial.write('x')} and {second} brings "
        f"{game.second_polynomial.write('x')}. The first is better by "
        f"d(x) = {game.difference.write('x')}.",
    )


def _roots(mixtures: SymmetricMixtures) -> Step:
    """The zeros of the difference, and the two ends."""
    game, first = mixtures.game, mixtures.game.actions[0]
    if mixtures.every:
        return Step("Where it is zero", "d(x) is zero for every x: every x is an equilibrium.")
    ends = (Fraction(0), Fraction(1))
    inside = [e for e in mixtures if e.x not in ends]
    lines = [f"Inside the interval, all mix only if d(x) = 0, {game.difference.write('x')} = 0."]
    if inside:
        roots = ", ".join(f"x = {write_point(e.x)}" for e in inside)
        lines.append(f"Between 0 and 1 its roots are {roots}.")
    else:
        lines.append("It has no root between 0 and 1.")
    for end, what, want in ((0, "nobody", "d(0) ≤ 0"), (1, "everybody", "d(1) ≥ 0")):
        value = game.difference(Fraction(end))
        verdict = "an equilibrium" if any(e.x == end for e in mixtures) else "not an equilibrium"
        lines.append(
            f"That {what} takes {first} is an equilibrium when {want}; d({end}) = {show(value)}, "
            f"so it is {verdict}."
        )
    return Step("Where it is zero", " ".join(lines))
