"""What kind of game it is: size, worths, properties with their witnesses, special players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.players import dummies, null_players, symmetric_classes, veto_players
from kibitz.coalitional.properties import TESTS
from kibitz.coalitional.sets.balanced import is_balanced, is_totally_balanced
from kibitz.coalitional.solution import DefinedAnswer, read_object
from kibitz.coalitional.verdict import PropertyVerdict
from kibitz.coalitional.voting.simple_games import minimal_winning
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Description
from kibitz.core.method import method
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
    """Size, worths, every property, and the players that stand out.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Description
        The facts.
    """
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
        if _aside(verdict):
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


def properties(game: CoalitionalGame) -> Iterator[PropertyVerdict]:
    """Every property that can be tested in little time for a game of this size.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Yields
    ------
    PropertyVerdict
        One property, with the coalitions that show it if it fails.
    """
    for name, test in TESTS.items():
        if game.n <= LIMITS.get(name, game.n):
            yield test(game)
    if game.n <= MOST_PAIRED:
        yield is_balanced(game)
    if game.n <= MOST_SUBGAMES:
        yield is_totally_balanced(game)


@dataclass(frozen=True)
class Properties(DefinedAnswer, kind="properties"):
    """Which properties a game has, and the players who stand out.

    >>> from kibitz import coalition
    >>> print(Properties.of(coalition({"A": 1, "B": 3, "A,B": 6}))["convex"])
    convex: yes
    """

    game: CoalitionalGame
    verdicts: tuple[PropertyVerdict, ...]
    people: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, game: CoalitionalGame) -> Properties:
        """Test everything that can be tested in little time.

        Parameters
        ----------
        game : CoalitionalGame
            The game to describe.

        Notes
        -----
        Cost: O(3^n), and linear programs, for small games; O(n^2 2^n) for larger ones.
        """
        return cls(game, tuple(properties(game)), tuple(_people(game)))

    def __getitem__(self, name: str) -> PropertyVerdict:
        known = {verdict.name: verdict for verdict in self.verdicts}
        if name not in known:
            raise GameError(f"unknown property {name!r}{did_you_mean(name, known)}")
        return known[name]

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            **{
                verdict.name.replace("-", "_").replace(" ", "_"): verdict.holds
                for verdict in self.verdicts
            },
            "why": {verdict.name: verdict.why for verdict in self.verdicts if verdict.why},
            "veto_players": list(veto_players(self.game)),
            "dummies": list(dummies(self.game)),
            "null_players": list(null_players(self.game)),
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Properties:
        why = read_object(data, "why")
        names = [*TESTS, "balanced", "totally balanced"]
        keys = {name: name.replace("-", "_").replace(" ", "_") for name in names}
        verdicts = tuple(
            PropertyVerdict(name, bool(data[key]), str(why.get(name, "")))
            for name, key in keys.items()
            if key in data
        )
        return cls(game, verdicts, tuple(_people(game)))

    def __str__(self) -> str:
        lines = [str(verdict) for verdict in self.verdicts if not _aside(verdict)]
        return "\n".join([*lines, *(f"{name}: {players}" for name, players in self.people)])


@method(
    CoalitionalGame,
    "properties",
    finds="which properties the game has",
    cost="O(3^n), and linear programs, for small games; O(n^2 2^n) for larger ones",
    reference="Peleg and Sudhölter 2007",
    applies=has_table,
    aliases=(
        "superadditivity",
        "convexity",
        "veto-players",
        "dummies",
    ),
)
def properties_of(game: CoalitionalGame) -> Properties:
    """Superadditive, convex, balanced and so on, with the coalitions that show it if not.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Properties
        Which properties the game has.

    Notes
    -----
    Cost: O(3^n), and linear programs, for small games; O(n^2 2^n) for larger ones.

    References
    ----------
    Peleg and Sudhölter 2007.
    """
    return Properties.of(game)


def _aside(verdict: PropertyVerdict) -> bool:
    """Whether it is a question for simple games, asked of another."""
    return verdict.name in ("proper", "strong") and verdict.why.startswith("it is not simple")


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
        yield "interchangeable", "; ".join(alike) or "none"


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
