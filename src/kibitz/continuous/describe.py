"""What kind of game on intervals it is."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from kibitz.continuous.game import ContinuousGame, interval_text
from kibitz.core.explanation import Description

_TITLES = {
    "game": "A game on intervals",
    "cournot": "Cournot's oligopoly",
    "monopoly": "A monopoly",
    "bertrand": "Bertrand's oligopoly",
    "advertising": "A contest",
    "stackelberg": "Moves in order",
    "entry": "Entry deterrence",
}


def describe_game(game: ContinuousGame) -> Description:
    """Players, strategies and payoffs; which methods apply.

    >>> from kibitz.continuous.markets.cournot import cournot
    >>> print(describe_game(cournot("17-Q", "q+9")))
    Cournot's oligopoly
      players     2: Firm 1, Firm 2
      strategies  q1 in [0, ∞), q2 in [0, ∞)
      demand      max(0, 17 - Q)
      costs       q + 9 each
      payoffs     piecewise polynomial, 2 pieces each
      continuous  yes
    """
    facts = [
        ("players", f"{len(game.players)}: {', '.join(game.players)}"),
        (
            "strategies",
            ", ".join(
                f"{v} in {interval_text(i)}"
                for v, i in zip(game.variables, game.intervals, strict=True)
            ),
        ),
        *model_facts(game),
    ]
    if game.parameters:
        facts.append(("parameters", ", ".join(game.parameters)))
    else:
        facts += _payoff_facts(game)
    return Description(game.title or _TITLES.get(game.model, "A game on intervals"), tuple(facts))


def model_facts(game: Any) -> list[tuple[str, str]]:
    """What the model says by itself."""
    facts = []
    demand = getattr(game, "demand", None)
    if demand is not None and str(demand) != "0":
        facts.append(("demand", str(demand)))
    elif hasattr(game, "sales"):
        facts.append(("demands", "; ".join(map(str, game.sales))))
    if hasattr(game, "prize"):
        facts.append(("prize", str(game.prize)))
    costs = getattr(game, "costs", ())
    if costs:
        alike = len(set(costs)) == 1 and len(costs) > 1
        facts.append(("costs", f"{costs[0]} each" if alike else "; ".join(map(str, costs))))
    return facts


def _payoff_facts(game: ContinuousGame) -> list[tuple[str, str]]:
    if game.cut_payoffs is None:
        return [("payoffs", "with exp, log or sqrt: searched by interval arithmetic")]
    pieces = [len(u.pieces) for u in game.cut_payoffs]
    rational = any(not p.bottom.is_constant() for u in game.cut_payoffs for p in u.pieces)
    kind = "rational" if rational else "polynomial"
    same = len(set(pieces)) == 1
    count = f"{pieces[0]} piece{'s' if pieces[0] > 1 else ''} each" if same else f"{pieces} pieces"
    spelled = kind if max(pieces) == 1 else f"piecewise {kind}, {count}"
    facts = [("payoffs", spelled)]
    jumps = [game.players[k] for k in range(len(game.players)) if has_jump(game, k)]
    facts.append(("continuous", f"no: the payoff of {', '.join(jumps)} jumps" if jumps else "yes"))
    return facts


def has_jump(game: ContinuousGame, k: int) -> bool:
    """Does a payoff differ on the two sides of a place where its pieces meet?

    Looked for at points of each switch inside the box; enough to describe a game by.
    """
    assert game.cut_payoffs is not None
    payoff = game.cut_payoffs[k]
    for a, b in combinations(payoff.pieces, 2):
        gap = a.top * b.bottom - b.top * a.bottom
        if gap.is_zero():
            continue
        for name, (polynomial, signs) in a.signs.items():
            apart = name in b.signs and not signs & b.signs[name][1]
            if apart and _meet(a, b, name) and not _divides(polynomial, gap):
                return True
    return False


def _meet(a: Any, b: Any, name: str) -> bool:
    """Do two pieces differ in one switch only?"""
    others = [n for n in a.signs if n != name and n in b.signs]
    return all(a.signs[n][1] & b.signs[n][1] for n in others)


def _divides(polynomial: Any, gap: Any) -> bool:
    common = polynomial.gcd(gap)
    return int(common.total_degree()) == int(polynomial.total_degree())


def describe_order(game: Any) -> Description:
    """A game with an order of moves, or an entrant."""
    base = game.base if hasattr(game, "base") else game.market
    facts = [("order", " then ".join(game.players))]
    if hasattr(game, "fixed"):
        facts.append(("fixed cost", game.fixed))
    facts += [f for f in describe_game(base).facts if f[0] != "players"]
    return Description(game.title or _TITLES[game.model], tuple(facts))
