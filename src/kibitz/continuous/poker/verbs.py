"""What explain, draw and describe do with poker on [0, 1], and the choice of a method."""

from __future__ import annotations

from kibitz.continuous.poker.betting_tree import PLAYERS, BettingGame
from kibitz.continuous.poker.game import ContinuousPoker
from kibitz.core.explanation import Description, Explanation
from kibitz.core.numbers import show
from kibitz.core.verbs import describe, draw, explain
from kibitz.pictures import Picture


@explain.register
def _(game: ContinuousPoker | BettingGame, method: str = "auto") -> Explanation:
    found: Explanation = game.solve(method).explain()
    return found


@draw.register
def _(game: ContinuousPoker | BettingGame, what: str | None = None) -> Picture:
    found: Picture = game.solve().draw()
    return found


@describe.register
def _(game: ContinuousPoker) -> Description:
    facts = [
        ("hands", "uniform on [0, 1], independent"),
        ("ante", show(game.ante)),
        ("bet", "any amount" if game.model == "newman" else ", ".join(map(show, game.bets))),
    ]
    if game.model != "newman":
        first, *later = game.tree.turns
        facts.append(("I may", ", ".join(first.actions)))
        facts += [(f"after {t.history}", "II may " + " or ".join(t.actions)) for t in later]
    return Description(game.title, tuple(facts))


@describe.register
def _(game: BettingGame) -> Description:
    facts = [("hands", "uniform on [0, 1], independent")]
    for turn in game.turns:
        where = f"after {turn.history}" if turn.history else "at the start"
        facts.append((where, f"{PLAYERS[turn.player]} may " + ", ".join(turn.actions)))
    return Description(str(game), tuple(facts))
