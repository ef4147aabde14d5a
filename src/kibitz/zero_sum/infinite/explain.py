"""Derivations for infinite games: the domination, the limits, the guarantees, the warning."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.zero_sum.explain import steps_of
from kibitz.zero_sum.infinite.domination import InfiniteDomination, LineDomination
from kibitz.zero_sum.infinite.expectation import UndefinedExpectation, expectation
from kibitz.zero_sum.infinite.game import InfiniteGame
from kibitz.zero_sum.infinite.guarantee import Guarantee, column_guarantee, row_guarantee
from kibitz.zero_sum.infinite.solution import InfiniteSolution, NoValue, ValueBounds
from kibitz.zero_sum.infinite.strategy import Geometric, mixture_text
from kibitz.zero_sum.infinite.truncation import truncation, truncations
from kibitz.zero_sum.show import payoff_table

SHOWN = 7


@extends(InfiniteSolution)
def explain_value(solution: InfiniteSolution) -> Explanation:
    """How the value was found and why it holds against every integer."""
    game = solution.game
    steps = [_start(game)]
    if solution.working is not None:
        steps += _domination_steps(solution.working)
    else:
        steps.append(
            Step(
                "A truncation suggests strategies",
                f"Found by {solution.method}: the strategies "
                "come from a finite game, the proof does not.",
            )
        )
    steps += [
        _guarantee_step(row_guarantee(game, solution.row)),
        _guarantee_step(column_guarantee(game, solution.column)),
        Step(
            "The value",
            f"Both guarantees meet at {show(solution.value)}: this is the value, "
            "against all integers.",
        ),
    ]
    return Explanation(game.title or "An infinite game", tuple(steps))


@extends(Guarantee)
def explain_guarantee(guarantee: Guarantee) -> Explanation:
    """What a mixture guarantees against every integer."""
    return Explanation(guarantee.game.title or "An infinite game", (_guarantee_step(guarantee),))


@extends(NoValue)
def explain_no_value(solution: NoValue) -> Explanation:
    """Why the lower value lies below the upper one, and how truncations mislead."""
    game = solution.game
    family = truncations(game, (2, 4, 8))
    steps = [
        _start(game),
        *(
            Step(f"Reason {k}", reason[0].upper() + reason[1:] + ".")
            for k, reason in enumerate(solution.reasons, 1)
        ),
        _guarantee_step(solution.row),
        _guarantee_step(solution.column),
        Step(
            "There is no value",
            f"The lower value is {show(solution.lower)}, the upper value {show(solution.upper)}."
            + (
                (
                    "  No strategy guarantees more than the worst payoff, so every strategy is "
                    "minimax."
                )
                if solution.every_strategy_is_minimax
                else ""
            ),
        ),
        Step(
            "Truncations mislead",
            f"Each finite version has a value, yet {family.warning}.",
            Table(
                ("numbers", "value"),
                tuple(
                    (f"1..{n}", show(v)) for n, v in zip(family.sizes, family.values, strict=True)
                ),
            ),
        ),
        *_undefined_steps(game),
    ]
    return Explanation(game.title or "An infinite game", tuple(steps))


@extends(ValueBounds)
def explain_bounds(solution: ValueBounds) -> Explanation:
    """What each player can secure."""
    steps = (
        _start(solution.game),
        _guarantee_step(solution.row),
        _guarantee_step(solution.column),
        Step("What is proved", str(solution) + "."),
    )
    return Explanation(solution.game.title or "An infinite game", steps)


def _start(game: InfiniteGame) -> Step:
    return Step(
        "The game",
        f"{game.players[0]} and {game.players[1]} each name a positive integer; the table shows "
        f"the first {SHOWN}.",
        payoff_table(truncation(game, SHOWN)),
    )


def _domination_steps(domination: InfiniteDomination) -> list[Step]:
    game = domination.game
    words = (("row", domination.rows), ("column", domination.columns))
    if domination.rows == domination.columns:
        steps = [_large(domination.rows, "both players")]
    else:
        steps = [_large(d, f"the {side} player") for side, d in words]
    last = None
    for number, round_ in enumerate(domination.rounds, 1):
        sentences = [removal.sentence(round_.game) for removal in round_.removals]
        shown = "; ".join(sentences[:12]) + ("; …" if len(sentences) > 12 else "")
        steps.append(Step(f"Round {number} of what remains", shown + "."))
        last = round_
    rest = (
        last.reduced
        if last
        else truncation(game, domination.rows.start - 1, domination.columns.start - 1)
    )
    inner = rest.solve()
    steps.append(Step("What remains", "", payoff_table(rest)))
    return steps + list(steps_of(inner.working, inner))


def _large(domination: LineDomination, who: str) -> Step:
    return Step(
        f"{domination.by} dominates {domination.start} and everything above",
        f"For {who}: against {domination.tail} and above the number {domination.by} earns the most "
        f"there is; against each of 1..{domination.tail - 1} no number from {domination.start} on "
        "does better."
        if domination.tail > 1
        else f"For {who}: the number {domination.by} earns the most there is against every number.",
    )


def _guarantee_step(guarantee: Guarantee) -> Step:
    words = "at least" if guarantee.side == "row" else "at most"
    tried = f"Against 1..{guarantee.tried} this was tried one by one. " if guarantee.tried else ""
    return Step(
        f"What the {guarantee.side} player can count on",
        f"The strategy {mixture_text(guarantee.strategy)} pays {words} "
        f"{show(guarantee.level)}. {tried}Against {guarantee.tried + 1} and above it pays {words} "
        f"{show(guarantee.beyond)}.",
    )


def _undefined_steps(game: InfiniteGame) -> list[Step]:
    """For growing stakes: two mixtures that each promise a gain, and have no expected payoff."""
    growth = game.rule.growth
    if growth is None or growth.base <= 1 or growth.least == 0:
        return []
    mixture = Geometric(critical_ratio(growth.base))
    payoff = expectation(game, mixture, mixture)
    assert isinstance(payoff, UndefinedExpectation)
    return [
        Step(
            "Infinite mixtures do not help",
            f"Let both players use the mixture {mixture}. Then the expected payoff is {payoff}.",
        )
    ]


def critical_ratio(base: Fraction) -> Fraction:
    """The simplest ratio r < 1 with base * r * r >= 1.

    >>> critical_ratio(Fraction(4)), critical_ratio(Fraction(2))
    (Fraction(1, 2), Fraction(3, 4))
    """
    bottom = 2
    while True:
        for top in range(1, bottom):
            if base * top * top >= bottom * bottom:
                return Fraction(top, bottom)
        bottom += 1
