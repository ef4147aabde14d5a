"""Derivations: reaction curves step by step, corners, jumps, and the proof at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from kibitz.algebra.expressions.piecewise import RationalPiece
from kibitz.algebra.show_exact import brief
from kibitz.continuous.exact.payoff import Payoff
from kibitz.continuous.exact.reaction import Reaction, range_text, reply_text
from kibitz.continuous.game import ContinuousGame, interval_text
from kibitz.continuous.solution import EquilibriumSet
from kibitz.continuous.symbolic.equilibria import SymbolicEquilibria
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends

MOST_PIECES = 8
SAME = 1e-9
"""Totals that differ by less than this part are the same."""
_WORDS = {
    frozenset((1,)): "> 0",
    frozenset((-1,)): "< 0",
    frozenset((0,)): "= 0",
    frozenset((0, 1)): "≥ 0",
    frozenset((-1, 0)): "≤ 0",
    frozenset((-1, 1)): "≠ 0",
}


@extends(EquilibriumSet)
def explain_equilibria(solution: EquilibriumSet) -> Explanation:
    """The derivation behind a set of equilibria.

    >>> from kibitz.continuous.markets.cournot import cournot
    >>> [step.heading for step in cournot("17-Q", "q+9").solve().explain().steps]
    ['The game', 'What is best for Firm 1', 'What is best for Firm 2',
     'Where the reaction curves meet', 'No player gains by deviating', 'A monopoly in their place']
    """
    game = solution.game
    steps = [_the_game(game)]
    if game.algebraic:
        steps += _best_steps(solution)
    else:
        steps.append(Step("The search", _search_words(solution)))
    steps += [_result(solution), _proof(solution)]
    steps += _cartel(solution)
    return Explanation(game.title or _title(game), tuple(steps))


_TITLES = {
    "cournot": "Cournot's oligopoly",
    "monopoly": "Monopoly",
    "bertrand": "Bertrand's oligopoly",
    "advertising": "A contest",
}


def _title(game: ContinuousGame) -> str:
    return _TITLES.get(game.model, "A game on intervals")


def _the_game(game: ContinuousGame) -> Step:
    rows = tuple(
        (p, v, interval_text(i), str(u))
        for p, v, i, u in zip(
            game.players, game.variables, game.intervals, game.payoffs, strict=True
        )
    )
    word = game.payoff_word.removesuffix("s")
    return Step("The game", "", Table(("", "chooses", "from", word), rows[:12]))


def _search_words(solution: EquilibriumSet) -> str:
    return (
        "The payoffs are not rational functions, so boxes of profiles are searched by interval "
        "arithmetic: a box is discarded when a derivative keeps its sign on it and points inwards; "
        "on small boxes Krawczyk's operator proves that there is exactly one zero of the "
        f"first-order conditions, or none. {solution.remark}"
    )


def _best_steps(solution: EquilibriumSet) -> list[Step]:
    game, working = solution.game, solution.working
    if len(game.players) == 1:
        return [_derivatives(game, 0, "The first-order condition")]
    if len(game.players) == 2:
        reactions = working or (game.reaction(0), game.reaction(1))
        return [best_step(r) for r in reactions]
    if isinstance(working, list):
        return [_kind_step(r, k) for k, r in enumerate(working)]
    return [
        _derivatives(game, k, f"The conditions of {game.players[k]}")
        for k in range(min(len(game.players), 6))
    ]


def _kind_step(r: Reaction, k: int) -> Step:
    prose = (
        "Only the sum of all other strategies matters, called rest here. "
        "Setting own + rest = total turns each line into a curve of own strategies for every total."
    )
    return Step(f"What is best for {r.game.players[0]}", prose if k == 0 else "", reaction_table(r))


def best_step(r: Reaction) -> Step:
    """One player's derivative, piece by piece, and the reaction curve it gives."""
    game, name = r.game, r.own
    assert game.cut_payoffs is not None
    lines = piece_lines(game.cut_payoffs[r.player], name)
    ends = interval_text(game.intervals[r.player])
    prose = ["The payoff and its derivative, case by case:", *lines]
    missing = [p for p in r.pieces if p.missing]
    if missing:
        where = " or ".join(f"{'=' if p.is_point else 'is in'} {range_text(p)}" for p in missing)
        prose.append(
            f"Where {r.other} {where}, no {name} is best: the payoff comes arbitrarily close to a "
            "bound that it never attains."
        )
    prose.append(
        f"A best {name} is at a zero of the derivative, at an end of {ends}, or where cases meet; "
        "comparing them gives:"
    )
    return Step(f"What is best for {game.players[r.player]}", "\n".join(prose), reaction_table(r))


def piece_lines(payoff: Payoff, name: str) -> list[str]:
    """A payoff and its derivative, case by case; cases that cannot occur are left out."""
    cases = _occurring(payoff.pieces)
    if len(cases) > MOST_PIECES:
        return [f"  ({len(cases)} cases, too many to list)"]
    return [f"  {_where(p)}: {_quotient(p)}, derivative {_slope(p, name)}" for p in cases]


def _occurring(pieces: Sequence[RationalPiece]) -> list[RationalPiece]:
    """The cases that some number satisfies, where the conditions are linear in one variable."""
    bounds = {str(g): g.to_dict() for p in pieces for g, _ in p.signs.values()}
    if any(len(place) != 1 or place[0] > 1 for terms in bounds.values() for place in terms):
        return list(pieces)
    lines = {name: (_at(terms, 1), _at(terms, 0)) for name, terms in bounds.items()}
    turns = sorted({-b / a for a, b in lines.values() if a})
    middles = [(x + y) / 2 for x, y in pairwise(turns)]
    spots = [*turns, *middles, *(x + step for x in turns for step in (-1, 1))] or [Fraction(0)]
    return [
        p
        for p in pieces
        if any(
            all(_sign(lines[str(g)], x) in signs for g, signs in p.signs.values()) for x in spots
        )
    ]


def _at(terms: Mapping[tuple[int, ...], Any], power: int) -> Fraction:
    found = terms.get((power,), 0)
    return Fraction(str(found))


def _sign(line: tuple[Fraction, Fraction], x: Fraction) -> int:
    value = line[0] * x + line[1]
    return (value > 0) - (value < 0)


def _where(piece: RationalPiece) -> str:
    words = [f"{g} {_WORDS.get(signs, '')}".strip() for g, signs in piece.signs.values()]
    return " and ".join(words) or "everywhere"


def _quotient(piece: RationalPiece) -> str:
    if piece.bottom.is_constant():
        return str(piece.top)
    return f"({piece.top})/({piece.bottom})"


def _slope(piece: RationalPiece, name: str) -> str:
    top = piece.derivative(name)
    if piece.bottom.is_constant():
        return str(top)
    return f"({top})/({piece.bottom})^2"


def reaction_table(r: Reaction) -> Table:
    """A reaction curve as a table."""
    rows = tuple((range_text(p), reply_text(p, r.own, r.other)) for p in r.pieces)
    return Table((f"{r.other}", f"best {r.own}"), rows)


def _derivatives(game: ContinuousGame, k: int, heading: str) -> Step:
    assert game.cut_payoffs is not None
    lines = piece_lines(game.cut_payoffs[k], game.variables[k])
    prose = [
        "The payoff and its derivative, case by case:",
        *lines,
        f"The maximum is at a zero of it, at an end of {interval_text(game.intervals[k])}, "
        "or where cases meet.",
    ]
    return Step(heading, "\n".join(prose))


def _result(solution: EquilibriumSet) -> Step:
    game = solution.game
    heading = {1: "The maximum", 2: "Where the reaction curves meet"}.get(
        len(game.players), "The equilibria"
    )
    if not game.algebraic:
        heading = "The equilibria"
    if not len(solution):
        return Step(heading, f"Nowhere: {solution.remark}.")
    lines = [f"{e}." for e in solution.equilibria]
    lines += [f"All profiles {'in which' if c.by_rule else 'with'} {c}." for c in solution.continua]
    if solution.remark:
        lines.append(f"{solution.remark[:1].upper()}{solution.remark[1:]}.")
    picture = None
    if game.algebraic and len(game.players) == 2:
        picture = solution.draw()
    return Step(heading, "\n".join(lines), None, picture)


def _proof(solution: EquilibriumSet) -> Step:
    alone = len(solution.equilibria) == 1 and not solution.continua
    certificate = (solution.equilibria[0] if alone else solution).verify()
    return Step("No player gains by deviating", "\n".join(map(str, certificate.checks)))


def _cartel(solution: EquilibriumSet) -> list[Step]:
    """What the firms of a market would do together."""
    game = solution.game
    if game.model != "cournot" or len(game.players) < 2 or not game.algebraic:
        return []
    from kibitz.continuous.markets.cournot import Cournot

    assert isinstance(game, Cournot)
    if len(set(game.costs)) > 1:
        return []
    alone = game.cartel()
    if len(alone.equilibria) != 1:
        return []
    best = alone.equilibria[0]
    total, profit = best.strategies[0], best.payoffs[0]
    prose = (
        f"A monopolist would produce {brief(total)}, at the price {brief(alone.price)}, and earn "
        f"{brief(profit)}."
    )
    made = [sum(map(float, e.strategies)) / float(total) - 1 for e in solution.equilibria if total]
    if made and min(made) > SAME:
        prose += " The competitors together produce more, at a lower price."
    elif made and max(map(abs, made)) <= SAME:
        prose += " The competitors together produce as much, at the same price."
    return [Step("A monopoly in their place", prose)]


@extends(SymbolicEquilibria)
def explain_symbolic(solution: SymbolicEquilibria) -> Explanation:
    """First-order conditions with parameters, their solution, and when it holds."""
    game = solution.game
    steps = [_the_game(game)]
    first = solution.cases[0]
    steps.append(Step("First-order conditions", "\n".join(_conditions(solution))))
    pairs = zip(game.variables, first.strategies, strict=True)
    lines = [f"{v} = {x}" for v, x in pairs]
    lines += [f"{name}: {_words(x)}" for name, x in first.facts.items()]
    lines += [f"{game.payoff_word}: {', '.join(map(str, first.payoffs))}"]
    steps.append(Step("Their solution", "\n".join(lines)))
    when = ", ".join(first.conditions) or "for all positive parameters"
    steps.append(Step("When it holds", f"It is an equilibrium when {when}."))
    if len(solution.cases) > 1:
        corner = [
            f"{', '.join(f'{v} = {x}' for v, x in zip(game.variables, c.strategies, strict=True))}"
            f" when {', '.join(c.conditions)}"
            for c in solution.cases[1:]
        ]
        steps.append(Step("Corners", "\n".join(corner)))
    steps.append(Step("Checks", "\n".join(map(str, solution.verify().checks))))
    return Explanation(game.title or _title(game), tuple(steps))


def _words(x: Any) -> str:
    return ", ".join(map(str, x)) if isinstance(x, tuple) else str(x)


def _conditions(solution: SymbolicEquilibria) -> list[str]:
    from kibitz.algebra.expressions.sympy_bridge import spell, to_sympy
    from kibitz.continuous.symbolic.equilibria import piece_at

    game, case = solution.game, solution.cases[0]
    point = {v: x.at(**case.sample) for v, x in zip(game.variables, case.strategies, strict=True)}
    lines = []
    for player, v, u in zip(game.players, game.variables, game.payoffs, strict=True):
        piece = piece_at(u, game.variables, point, case.sample)
        slope = spell(to_sympy(piece.derivative(v), game.variables))
        lines.append(f"{player}: {slope} = 0")
    return lines
