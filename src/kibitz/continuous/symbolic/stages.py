"""Closed forms of Stackelberg games with parameters.

Each follower's first-order condition is solved for its move and put into the payoffs of those who
move before; the leader's condition is solved last. What comes out is kept when backward induction
with numbers, which sees every corner, gives the same for chosen values of the parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from kibitz.algebra.expressions.piecewise import NotRational, RationalPiece, ring
from kibitz.algebra.expressions.sympy_bridge import (
    SymbolicFormula,
    evaluate,
    letter,
    load_sympy,
    reduced,
    tidy,
    to_sympy,
)
from kibitz.algebra.expressions.tree import Symbol
from kibitz.algebra.trials import trials
from kibitz.continuous.conditions import in_letters
from kibitz.continuous.exact.payoff import Payoff
from kibitz.continuous.markets.answer import MarketAnswer
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.continuous.sequential.subgame_perfect import solve_stages
from kibitz.continuous.symbolic.equilibria import RELATION, parameter_conditions
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.method import method
from kibitz.core.solution import Solution

REST = "rest"
PROOFS = 4
"""At how many values of the parameters the closed form is proved."""


@dataclass(frozen=True)
class SymbolicPlay(Solution, MarketAnswer[SymbolicFormula], kind="stackelberg-closed-form"):
    """Subgame-perfect play in closed form, where everyone is active."""

    game: Stackelberg
    moves: tuple[SymbolicFormula, ...]
    replies: tuple[SymbolicFormula, ...]
    """The reply of each follower, as a formula of the moves before."""
    payoffs: tuple[SymbolicFormula, ...]
    """In the order of the firms."""
    facts: Mapping[str, Any]
    conditions: tuple[str, ...]
    """When everybody is active."""
    samples: tuple[Mapping[str, Fraction], ...]
    problems: tuple[tuple[SymbolicFormula, SymbolicFormula], ...] = field(default=(), compare=False)
    """Each mover's payoff with the later replies put in, and its derivative in the own move."""
    method: str = "first-order conditions, the last mover's first"

    @property
    def strategies(self) -> tuple[SymbolicFormula, ...]:
        back = dict(zip(self.game.order, self.moves, strict=True))
        return tuple(back[k] for k in range(len(back)))

    quantities = prices = strategies

    @property
    def profits(self) -> tuple[SymbolicFormula, ...]:
        return self.payoffs

    @property
    def follower_response(self) -> SymbolicFormula:
        """The reply of the second mover."""
        return self.replies[0]

    def at(self, **values: Any) -> Any:
        """The play for numbers in place of the parameters, whether everyone is active or not.

        >>> from kibitz.continuous.markets.stackelberg import stackelberg
        >>> play = stackelberg("a-Q", ["c*q", "d*q"]).solve()
        >>> print(*play.conditions, sep="; ")
        a + d > 2*c; a + 2*c > 3*d
        >>> [str(q) for q in play.at(a=10, c=1, d=5).quantities]
        ['5', '0']
        """
        return solve_stages(self.game.at(**values))

    def market(self) -> Mapping[str, Any]:
        return self.facts

    def explain(self) -> Explanation:
        from kibitz.continuous.sequential.explain import explain_symbolic_play

        return explain_symbolic_play(self)

    def to_json(self) -> dict[str, Any]:
        base = self.game.base
        return {
            "kind": self.kind,
            "order": list(self.game.players),
            "parameters": list(self.game.parameters),
            "strategies": {v: str(x) for v, x in zip(base.variables, self.strategies, strict=True)},
            base.strategy_word if base.strategy_word != "strategies" else "profile": [
                str(x) for x in self.strategies
            ],
            base.payoff_word: [str(x) for x in self.payoffs],
            **{
                k: [str(y) for y in x] if isinstance(x, tuple) else str(x)
                for k, x in self.facts.items()
            },
            "replies": [
                {"player": p, "reply": str(r)}
                for p, r in zip(self.game.players[1:], self.replies, strict=True)
            ],
            "conditions": list(self.conditions),
            "method": self.method,
        }

    def __str__(self) -> str:
        pairs = zip(self.game.variables, self.moves, strict=True)
        lines = [f"{self.game.players[0]} leads: " + ", ".join(f"{v} = {x}" for v, x in pairs)]
        for name, x in self.facts.items():
            shown = ", ".join(map(str, x)) if isinstance(x, tuple) else str(x)
            lines.append(f"  {name} {shown}")
        lines.append(f"  {self.game.base.payoff_word} {', '.join(map(str, self.payoffs))}")
        for player, v, r in zip(
            self.game.players[1:], self.game.variables[1:], self.replies, strict=True
        ):
            lines.append(f"  {player} replies {v} = {r}")
        if self.conditions:
            lines.append(f"  when {', '.join(self.conditions)}")
        return "\n".join([*lines, f"found by {self.method}"])


@method(
    Stackelberg,
    "closed-form",
    finds="the subgame-perfect play in closed form",
    cost="one polynomial equation for each mover and each choice of pieces",
    applies=in_letters,
    aliases=("symbolic",),
)
def solve_stages_symbolically(game: Stackelberg) -> SymbolicPlay:
    """The closed form where all firms are active.

    Parameters
    ----------
    game : Stackelberg
        The game.

    Returns
    -------
    SymbolicPlay
        The subgame-perfect play in closed form.

    Notes
    -----
    Cost: one polynomial equation for each mover and each choice of pieces.
    """
    for solution in _interiors(game):
        samples = _samples(game, solution)
        if samples:
            return _finished(game, solution, samples)
    raise GameError(
        "no closed form was found for these payoffs; give the parameters numbers, "
        f"such as {', '.join(f'{p}=1' for p in game.parameters)}"
    )


@dataclass(frozen=True)
class _Interior:
    moves: tuple[Any, ...]
    replies: tuple[Any, ...]
    curvatures: tuple[Any, ...]
    """The second derivatives of the payoffs, each in the own move; negative at a maximum."""
    problems: tuple[tuple[Any, Any], ...]
    """Each mover's payoff with the later replies put in, and its derivative."""


def _interiors(game: Stackelberg) -> Iterator[_Interior]:
    """Solutions of the first-order conditions, one for each choice of pieces."""
    menus = [_pieces(game, k) for k in game.order]
    for chosen in product(*menus):
        found = _backwards(game, chosen)
        if found is not None:
            yield found


def _pieces(game: Stackelberg, k: int) -> list[RationalPiece]:
    own = game.base.variables[k]
    payoff = game.base.aggregate(k, Symbol(own), Symbol(REST))
    try:
        found = Payoff.of(payoff, ring([own, REST, *game.parameters])).pieces
    except NotRational:
        raise GameError("closed forms need payoffs without exp, log or sqrt") from None
    return [p for p in found if not p.derivative(own).is_zero()]


def _backwards(game: Stackelberg, chosen: tuple[RationalPiece, ...]) -> _Interior | None:
    """Solve the last mover's condition, put it in, and so on to the first."""
    sympy = load_sympy()

    names = game.variables
    letters = [letter(v, names) for v in names]
    rest = letter(REST, [REST])
    replies: list[Any] = []
    curvatures: list[Any] = []
    problems: list[tuple[Any, Any]] = []
    for place in range(len(names) - 1, -1, -1):
        others = sum((x for j, x in enumerate(letters) if j != place), start=sympy.Integer(0))
        later = {letters[place + 1 + j]: r for j, r in enumerate(replies)}
        piece = chosen[place]
        known = [*names, REST]
        payoff = to_sympy(piece.top, known) / to_sympy(piece.bottom, known)
        payoff = payoff.subs(rest, others)
        for x in reversed(letters[place + 1 :]):
            payoff = payoff.subs(x, later[x])
        derivative = sympy.diff(payoff, letters[place])
        problems.insert(0, (payoff, derivative))
        slope = sympy.numer(sympy.together(derivative))
        solutions = sympy.solve(slope, letters[place])
        if len(solutions) != 1:
            return None
        replies.insert(0, sympy.factor(solutions[0]))
        curvatures.append(sympy.diff(payoff, letters[place], 2))
    moves: dict[Any, Any] = {}
    for x, r in zip(letters, replies, strict=True):
        moves[x] = reduced(r.subs(moves))
    bent = tuple(reduced(c.subs(moves)) for c in curvatures)
    played = tuple(moves[x] for x in letters)
    return _Interior(played, tuple(replies[1:]), bent, tuple(problems))


def _samples(game: Stackelberg, interior: _Interior) -> tuple[Mapping[str, Fraction], ...]:
    """Values of the parameters at which backward induction gives the same moves."""
    good: list[Mapping[str, Fraction]] = []
    for tried, values in enumerate(trials(game.parameters)):
        if len(good) == PROOFS or tried > 30:
            break
        try:
            solution = solve_stages(game.at(**values))
        except GameError:
            continue
        if tuple(evaluate(x, values) for x in interior.moves) == solution.moves and all(
            x != 0 for x in solution.moves
        ):
            good.append(values)
    return tuple(good)


def _finished(
    game: Stackelberg, interior: _Interior, samples: tuple[Mapping[str, Fraction], ...]
) -> SymbolicPlay:

    base, values = game.base, samples[0]
    active = [(x, "<") for x in interior.curvatures] + [(x, ">") for x in interior.moves]
    places = {
        letter(v, game.variables): x for v, x in zip(game.variables, interior.moves, strict=True)
    }
    point = {v: evaluate(x, values) for v, x in zip(game.variables, interior.moves, strict=True)}

    def value(expression: Any) -> SymbolicFormula:
        from kibitz.continuous.symbolic.equilibria import piece_at

        piece = piece_at(expression, base.variables, point, values)
        for polynomial, signs in piece.signs.values():
            held = reduced(to_sympy(polynomial, game.variables).subs(places))
            active.append((held, RELATION[frozenset(signs)]))
        whole = to_sympy(piece.top, game.variables) / to_sympy(piece.bottom, game.variables)
        return SymbolicFormula(tidy(reduced(whole.subs(places)), values))

    facts = {
        name: tuple(map(value, x)) if isinstance(x, tuple) else value(x)
        for name, x in base.formulas().items()
    }
    payoffs = tuple(value(u) for u in base.payoffs)
    return SymbolicPlay(
        game,
        tuple(SymbolicFormula(tidy(x, values)) for x in interior.moves),
        tuple(SymbolicFormula(tidy(x)) for x in interior.replies),
        payoffs,
        facts,
        parameter_conditions(active),
        samples,
        tuple(
            (SymbolicFormula(tidy(u)), SymbolicFormula(load_sympy().expand(du)))
            for u, du in interior.problems
        ),
    )
