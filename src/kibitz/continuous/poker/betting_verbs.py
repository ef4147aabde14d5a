"""What solve, explain, draw and describe do with betting trees."""

from __future__ import annotations

from kibitz.continuous.poker.betting_deck import BettingSolution, solve_betting
from kibitz.continuous.poker.betting_tree import PLAYERS, BettingGame
from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation
from kibitz.core.picture import Picture
from kibitz.core.verbs import describe, draw, explain, solve

HANDS = 30


@solve.register
def _(game: BettingGame, method: str = "auto", hands: int = HANDS) -> BettingSolution:
    if method not in ("auto", "discretized"):
        raise GameError(f"no method {method!r} for betting trees; there is discretized")
    return solve_betting(game, hands)


@explain.register
def _(game: BettingGame, method: str = "auto") -> Explanation:
    found: Explanation = solve(game, method=method).explain()
    return found


@draw.register
def _(game: BettingGame, what: str | None = None) -> Picture:
    found: Picture = solve(game).draw()
    return found


@describe.register
def _(game: BettingGame) -> Description:
    facts = [("hands", "uniform on [0, 1], independent")]
    for turn in game.turns:
        where = f"after {turn.history}" if turn.history else "at the start"
        facts.append((where, f"{PLAYERS[turn.player]} may " + ", ".join(turn.actions)))
    return Description(str(game), tuple(facts))
