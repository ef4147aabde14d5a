"""What kind of game it is: size, worths, properties with their witnesses, special players."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.coalitional.balanced import is_balanced, is_totally_balanced
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.players import dummies, null_players, symmetric_classes, veto_players
from kibitz.coalitional.properties import TESTS
from kibitz.coalitional.simple_games import minimal_winning
from kibitz.coalitional.verdict import Verdict
from kibitz.core.explanation import Description
from kibitz.core.numbers import show
from kibitz.core.verbs import describe

MOST_PAIRED = 15
"""Players up to which superadditivity and balancedness are looked into."""
LIMITS = {"superadditive": MOST_PAIRED, "convex": 20}
MOST_SUBGAMES = 7
MOST_SYMMETRIC = 15
MOST_NAMED = 8


@describe.register
def describe_coalitional(game: CoalitionalGame) -> Description:
    """Size, worths, every property, and the players that stand out."""
    facts = [
        ("form", "coalitional game with transferable utility"),
        ("players", f"{game.n}: {_some(game.players)}"),
        ("numbers", "exact" if game.exact else "floating point"),
        ("all together", f"v(N) = {show(game.total)}"),
        ("alone", show_singles(game)),
    ]
    verdicts = list(properties(game))
    for verdict in verdicts:
        words = "yes" if verdict else f"no, {verdict.why}"
        if verdict.name in ("proper", "strong") and verdict.why.startswith("it is not simple"):
            continue
        facts.append((verdict.name, words))
    facts += _people(game)
    if any(v.name == "simple" and v for v in verdicts):
        groups = minimal_winning(game)
        shown = ["{" + ",".join(group) + "}" for group in groups]
        facts.append(("minimal winning", f"{len(groups)}: {_some(tuple(shown))}"))
    return Description(game.title or "A coalitional game", tuple(facts))


@describe.register
def _(game: CostGame) -> Description:
    savings = describe_coalitional(game.savings())
    alone = ", ".join(
        f"{p} {show(c)}" for p, c in list(zip(game.players, game.alone, strict=True))[:MOST_NAMED]
    )
    facts = [
        ("form", "cost game; what follows is about the savings"),
        ("all together", f"c(N) = {show(game.costs[(1 << game.n) - 1,])}"),
        ("alone", alone),
        *[fact for fact in savings.facts if fact[0] not in ("form", "all together", "alone")],
    ]
    return Description(game.title or "A cost game", tuple(facts))


def properties(game: CoalitionalGame) -> Iterator[Verdict]:
    """Every property that can be tested in little time for a game of this size."""
    for name, test in TESTS.items():
        if game.n <= LIMITS.get(name, game.n):
            yield test(game)
    if game.n <= MOST_PAIRED:
        yield is_balanced(game)
    if game.n <= MOST_SUBGAMES:
        yield is_totally_balanced(game)


def show_singles(game: CoalitionalGame) -> str:
    """What the players earn alone, a few of them."""
    shown = [f"v({p}) = {show(game.value(1 << i))}" for i, p in enumerate(game.players)]
    return _some(tuple(shown))


def _people(game: CoalitionalGame) -> Iterator[tuple[str, str]]:
    idle = null_players(game)
    yield "null players", _some(idle) or "none"
    others = tuple(p for p in dummies(game) if p not in idle)
    if others:
        yield "dummies", _some(others)
    veto = veto_players(game)
    yield "veto players", _some(veto) or "none"
    if game.n <= MOST_SYMMETRIC:
        alike = [", ".join(g) for g in symmetric_classes(game) if len(g) > 1]
        yield "interchangeable", "; ".join(alike) or "nobody"


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
