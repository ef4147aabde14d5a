"""Entry deterrence: an incumbent chooses its output, a second firm then enters or stays away.

The entrant's fixed cost decides: while it can be avoided by staying away, a large enough output
keeps the entrant out; once it is sunk, nothing does. Ferguson III.3.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.expressions.assume import where_positive
from kibitz.algebra.expressions.sympy_bridge import has_sympy, load_sympy
from kibitz.algebra.expressions.tree import Expression, Symbol
from kibitz.algebra.number_field import NumberField
from kibitz.algebra.real_root import Point, RealRoot
from kibitz.algebra.show_exact import brief, point_json
from kibitz.continuous.conditions import in_numbers
from kibitz.continuous.exact.maximum import maximum
from kibitz.continuous.exact.reaction import Reaction
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.cournot import Cournot, cournot
from kibitz.continuous.markets.market import Fixed, by_player
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.continuous.sequential.reply import branch_expression
from kibitz.continuous.sequential.subgame_perfect import SequentialSolution, solve_stages
from kibitz.continuous.solution import ContinuousEquilibrium, EquilibriumSet
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.noun import Noun
from kibitz.core.solution import Solution
from kibitz.pictures import Picture

if TYPE_CHECKING:
    from kibitz._types import SolveEntry


@dataclass(frozen=True, repr=False)
class Entry(Noun):
    """An incumbent and an entrant on one market.

    >>> print(entry("17-Q", "q+9").solve())
    entry is deterred: q1 = 10, q2 = 0, profits (51, 0)
      alone:            q1 = 8, price 9, profit 55; the entrant would make 4, earning 7
      letting it in:    q1 = 8, q2 = 4, price 5, profits (23, 7)
      keeping it out:   q1 = 10, price 7, profit 51
      simultaneous:     q1 = 16/3, q2 = 16/3, price 19/3, profits (175/9, 175/9)
    found by backward induction
    """

    market: Cournot
    fixed: str
    title: str = ""

    kind: ClassVar[str] = "continuous"
    model: ClassVar[str] = "entry"
    usual_answer: ClassVar[str] = "entry-solution"

    if TYPE_CHECKING:
        solve: ClassVar[SolveEntry]

    def __repr__(self) -> str:
        return f"<{self.model}: {self.market!r}>"

    def __str__(self) -> str:
        return str(self.market)

    @property
    def players(self) -> tuple[str, ...]:
        return self.market.players

    @property
    def variables(self) -> tuple[str, ...]:
        return self.market.variables

    @property
    def parameters(self) -> tuple[str, ...]:
        return self.market.parameters

    @property
    def exact(self) -> bool:
        """Whether answers are exact numbers or formulas, not enclosures."""
        return self.market.exact

    @cached_property
    def sequential(self) -> Stackelberg:
        """The same as moves in order."""
        return Stackelberg(self.market, (0, 1), self.title)

    @cached_property
    def reaction(self) -> Reaction:
        """The entrant's best quantity against everything the incumbent can make."""
        return Reaction(self.market, 1, self.sequential.last_reaction.pieces)

    def at(self, **values: Any) -> Entry:
        """The same market with numbers for parameters.

        Parameters
        ----------
        **values : number
            A number for each parameter, by name.
        """
        return Entry(self.market.at(**values), self.fixed, self.title)

    def __getstate__(self) -> dict[str, Any]:
        """Without what was computed on the way."""
        kept = {f.name for f in fields(self)} | {"made_by"}
        return {name: value for name, value in self.__dict__.items() if name in kept}


@dataclass(frozen=True)
class EntrySolution(Solution, kind="entry-solution"):
    """The incumbent's choices side by side, and the subgame-perfect one."""

    game: Entry
    play: SequentialSolution
    monopoly: ContinuousEquilibrium
    entrant_reply: Point | float
    entrant_profit: Point | float
    accommodating: ContinuousEquilibrium | None
    """The best output among those that the entrant answers by entering; None when there is none."""
    deterring_quantity: Point | float | None
    method: str = "backward induction"

    @cached_property
    def cournot(self) -> EquilibriumSet:
        """What would happen if both chose at once."""
        return self.game.market.equilibria()

    @property
    def strategies(self) -> tuple[Point, ...]:
        return self.play.strategies

    quantities = strategies

    @property
    def payoffs(self) -> tuple[Point, ...]:
        return self.play.payoffs

    profits = payoffs

    @property
    def price(self) -> Point:
        return self.play.price

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact."""
        return self.play.exact

    @property
    def decision(self) -> str:
        """blockaded: monopoly keeps it out; deterred: more than that does; accommodated."""
        first, second = self.strategies
        if second > 0:
            return "accommodated"
        return "blockaded" if first == self.monopoly.strategies[0] else "deterred"

    @property
    def after_entry(self) -> ContinuousEquilibrium:
        """The incumbent makes its monopoly output, and the entrant answers it."""
        reply = self.entrant_reply
        assert not isinstance(reply, float)
        return ContinuousEquilibrium(self.game.market, (self.monopoly.strategies[0], reply))

    @property
    def deterring(self) -> ContinuousEquilibrium | None:
        """The least output that keeps the entrant out."""
        kept = self.deterring_quantity
        if kept is None or isinstance(kept, float):
            return None
        return ContinuousEquilibrium(self.game.market, (kept, Fraction(0)))

    @property
    def entrant_profit_function(self) -> str:
        """What the entrant earns by its best positive output, as a function of q1."""
        piece = self.game.reaction.pieces[0]
        branch = next((b for b in piece.branches if str(b) != "0"), None)
        if branch is None:
            return "0"
        if branch.formula is None:
            return f"the most of {active_profit(self.game)} over q2"
        return _profit_along(self.game, branch)

    def explain(self) -> Explanation:
        from kibitz.continuous.sequential.explain import explain_entry

        return explain_entry(self)

    def draw(self) -> Picture:
        return self.play.draw()

    def to_json(self) -> dict[str, Any]:
        after = self.after_entry
        facts = _facts(after)
        kept = self.deterring
        let_in = self.accommodating
        both = [e.to_json() for e in self.cournot.equilibria]
        return {
            "kind": self.kind,
            "decision": self.decision,
            "fixed": self.game.fixed,
            "quantities": [point_json(x) for x in self.strategies],
            "price": point_json(self.price),
            "profits": [point_json(x) for x in self.payoffs],
            "monopoly": _alone_json(self.monopoly),
            "entrant_best_response_to_monopoly": {
                "q": point_json(self.entrant_reply),
                "profit": point_json(self.entrant_profit),
            },
            "price_after_entry": point_json(facts["price"]),
            "incumbent_profit_after_entry": point_json(after.payoffs[0]),
            "entrant_profit_function": self.entrant_profit_function,
            "deterring_quantity": None if kept is None else point_json(kept.strategies[0]),
            "incumbent_profit_when_deterring": kept and point_json(kept.payoffs[0]),
            "accommodating": None if let_in is None else let_in.to_json(),
            "cournot": both[0] if len(both) == 1 else both,
            "exact": self.exact,
            "method": self.method,
        }

    def __str__(self) -> str:
        first, second = self.strategies
        lines = [
            f"entry is {self.decision}: q1 = {brief(first)}, q2 = {brief(second)}, "
            f"profits {_pair(self.payoffs)}"
        ]
        alone = self.monopoly
        price = _facts(alone)["price"]
        answer = (
            f"the entrant would make {brief(self.entrant_reply)}, "
            f"earning {brief(self.entrant_profit)}"
            if self.entrant_reply > 0
            else "the entrant would stay out"
        )
        lines.append(
            f"  alone:            q1 = {brief(alone.strategies[0])}, price {brief(price)}, "
            f"profit {brief(alone.payoffs[0])}; {answer}"
        )
        if self.accommodating is not None:
            lines.append(f"  letting it in:    {_line(self.accommodating)}")
        if self.deterring is not None:
            kept = self.deterring
            lines.append(
                f"  keeping it out:   q1 = {brief(kept.strategies[0])}, "
                f"price {brief(_facts(kept)['price'])}, profit {brief(kept.payoffs[0])}"
            )
        lines += [f"  simultaneous:     {_line(e)}" for e in self.cournot.equilibria]
        return "\n".join([*lines, f"found by {self.method}"])


def entry(
    demand: Any,
    costs: Any = 0,
    *,
    fixed: Fixed = "avoidable",
    setup: Any = 0,
    capacity: Any = None,
    players: Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
    title: str = "",
) -> Entry:
    """An incumbent and an entrant; one cost for both, or the incumbent's and the entrant's.

    Parameters
    ----------
    demand : str or callable
        The inverse demand: the price as a function of the total quantity Q.
    costs : number, str, callable or sequence, default 0
        One cost function for all firms, or one for each.
    fixed : Fixed, default "avoidable"
        Whether a firm that makes nothing pays the constant of its cost.
    setup : number or sequence, default 0
        An additional fixed cost.
    capacity : number or sequence, optional
        The largest quantity of a firm.
    players : sequence of str, optional
        Names of the players.
    parameters : Mapping[str, Any], optional
        Values of parameters, by name; the others stay symbolic.
    title : str, optional
        A title for output.

    Returns
    -------
    Entry
        The game.

    Examples
    --------
    >>> [str(q) for q in entry("17-Q", ["q+2", "3q+1"], fixed="sunk").solve().quantities]
    ['9', '5/2']
    >>> [str(q) for q in entry("17-Q", ["q+2", "3q+1"]).solve().quantities]
    ['12', '0']
    """
    costs, players = by_player(costs, players)
    names = players if players is not None else ("Incumbent", "Entrant")
    market = cournot(
        demand,
        costs,
        2,
        fixed=fixed,
        setup=setup,
        capacity=capacity,
        players=names,
        parameters=parameters,
        title=title,
    )
    return Entry(market, fixed, title)


@method(
    Entry,
    "backward-induction",
    finds="the subgame-perfect play",
    cost="one cell decomposition of the plane for the entrant",
    reference="Spence 1977",
    applies=in_numbers,
)
def solve_entry(game: Entry) -> EntrySolution:
    """Backward induction, and the other choices for comparison.

    Parameters
    ----------
    game : Entry
        The game.

    Returns
    -------
    EntrySolution
        The subgame-perfect play.

    Notes
    -----
    Cost: one cell decomposition of the plane for the entrant.

    References
    ----------
    Spence 1977.
    """
    game.market.require_numbers()
    if not game.market.algebraic:
        return call(game, "solve_enclosed_entry")
    play = solve_stages(game.sequential)
    alone = game.market.monopoly(0).equilibria()
    if not alone.equilibria:
        raise GameError(f"a monopoly has no best output here: {alone.remark}")
    best = alone.equilibria[0]
    output = best.strategies[0]
    piece = game.reaction.at(output)
    replies = [b.at(output) for b in piece.branches]
    reply = max((r for r in replies if r is not None), key=float)
    after = ContinuousEquilibrium(game.market, (output, reply))
    return EntrySolution(
        game, play, best, reply, after.payoffs[1], _accommodating(game), _deterrent(game)
    )


def _deterrent(game: Entry) -> Point | None:
    """The least output of the incumbent against which staying away is a best response."""
    for piece in game.reaction.pieces:
        if any(str(b) == "0" or b.at(piece.sample) == 0 for b in piece.branches):
            return piece.start if piece.start is not None else Fraction(0)
    return None


def _accommodating(game: Entry) -> ContinuousEquilibrium | None:
    """The incumbent's best output among those that the entrant answers by entering."""
    if any(b.formula is None for p in game.reaction.pieces for b in p.branches):
        play = entered_play(game)
        return None if play is None else ContinuousEquilibrium(game.market, play.strategies)
    best: tuple[Point, ContinuousEquilibrium] | None = None
    q = Symbol("q1")
    for piece in game.reaction.pieces:
        for branch in piece.branches:
            if str(branch) == "0" or branch.formula is None or piece.is_point:
                continue
            follows = branch_expression(branch, q)
            payoff = game.market.aggregate(0, q, follows)
            low = piece.start if isinstance(piece.start, Fraction) else Fraction(0)
            high = piece.end.low if isinstance(piece.end, RealRoot) else piece.end
            alone = ContinuousGame(("Incumbent",), ("q1",), ((low, high),), (payoff,))
            field = NumberField(Fraction(0))
            found = maximum(alone.slice(0, field, [field.number(Fraction(0))]))
            for x in found.points:
                y = branch.at(x)
                at_cut = isinstance(piece.end, RealRoot) and x == high
                if y is None or y == 0 or found.value is None or at_cut or not piece.holds(x):
                    continue
                if best is None or found.value > best[0]:
                    best = found.value, ContinuousEquilibrium(game.market, (x, y))
    return None if best is None else best[1]


def entered_play(game: Entry) -> SequentialSolution | None:
    """Play in order as if fixed costs were sunk; None when the entrant stays away from that."""
    costs = tuple(where_positive(c, "q") for c in game.market.costs)
    market = cournot(
        game.market.demand,
        costs,
        capacity=[high for _, high in game.market.intervals],
        players=game.players,
    )
    play = solve_stages(Stackelberg(market, (0, 1)))
    second = play.strategies[1]
    enters = second > 0 and float(play.payoffs[1]) > -_sunk(game)
    return play if enters else None


def _sunk(game: Entry) -> float:
    """What the entrant pays for making nothing."""
    return game.market.costs[1].at_float({"q": 0.0})


def active_profit(game: Entry) -> Expression:
    """What the entrant earns once it enters."""
    q1, q2 = (Symbol(v) for v in game.variables)
    return where_positive(game.market.aggregate(1, q2, q1), q2.name)


def _profit_along(game: Entry, branch: Any) -> str:
    """The entrant's profit as a formula of the incumbent's output while it enters."""
    from kibitz.algebra.expressions.piecewise import ring
    from kibitz.algebra.expressions.sympy_bridge import spell, to_sympy
    from kibitz.continuous.exact.payoff import Payoff

    q1 = Symbol("q1")
    profit = game.market.aggregate(1, branch_expression(branch, q1), q1)
    payoff = Payoff.of(profit, ring(["q1"]))
    sample = game.reaction.pieces[0].sample
    field = NumberField(sample)
    from kibitz.continuous.exact.payoff import value_at

    signs = [field.sign(value_at(field, g, {"q1": field.theta_element})) for g in payoff.switches]
    piece = payoff.pieces[payoff.choose(signs)]
    if not has_sympy():
        return str(piece.top) if piece.bottom.is_one() else f"({piece.top})/({piece.bottom})"
    sympy = load_sympy()
    x = to_sympy(piece.top, ["q1"]) / to_sympy(piece.bottom, ["q1"])
    poly = sympy.Poly(sympy.expand(x), *x.free_symbols) if x.is_polynomial() else None
    if poly is not None and poly.degree() == 2:
        a, b, c = poly.all_coeffs()
        gen = poly.gen
        inside = b / (2 * a) + gen
        return spell(sympy.Add(a * _flip(inside) ** 2, c - b**2 / (4 * a), evaluate=False))
    return spell(sympy.factor(x))


def _flip(x: Any) -> Any:
    """q - 16 squared reads better as 16 - q squared."""
    constant = x.as_coeff_Add()[0]
    return -x if constant < 0 else x


def _facts(at: ContinuousEquilibrium) -> dict[str, Any]:
    from kibitz.continuous.solution import market_facts

    return market_facts(at.game, at)


def _pair(xs: Sequence[Point]) -> str:
    return "(" + ", ".join(brief(x) for x in xs) + ")"


def _line(e: ContinuousEquilibrium) -> str:
    q = ", ".join(f"{v} = {brief(x)}" for v, x in zip(e.game.variables, e.strategies, strict=True))
    return f"{q}, price {brief(_facts(e)['price'])}, profits {_pair(e.payoffs)}"


def _alone_json(e: ContinuousEquilibrium) -> dict[str, Any]:
    return {
        "q": point_json(e.strategies[0]),
        "price": point_json(_facts(e)["price"]),
        "profit": point_json(e.payoffs[0]),
    }
