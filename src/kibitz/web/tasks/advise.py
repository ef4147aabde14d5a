"""Advice at a table: a hint, what the position is worth, and a review of a finished game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kibitz.combinatorial.in_turns import InTurns
from kibitz.combinatorial.sums.sum import Sum
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.play.agents import impartial_at
from kibitz.play.board import hint, in_short
from kibitz.play.decisions import ReviewedMove, adviser, hidden_decisions, searched_decisions
from kibitz.play.hint import hint as impartial_hint
from kibitz.play.judge import BOOK, PositionJudge
from kibitz.play.table import Event, Table
from kibitz.rules.game import Position, Rules
from kibitz.search.result import SearchResult
from kibitz.web.tasks.play import table_of

MOST_WINS = 40
OUTCOMES = {1: "wins", 0: "draws", -1: "loses"}
SOLVING, ESTIMATING = 3.0, 1.0
"""Seconds to solve a position, and to estimate one that was not solved in that time."""
PROVING = 240.0
"""Seconds to solve one that was only estimated, while a person looks at the estimate."""
NOTHING = 0.005
"""What a decision costs at most that cost nothing to speak of."""


def run(text: str, seats: list[str], seed: int, record: list[Event], ask: str) -> dict[str, Any]:
    """``hint``, ``worth``, ``proof`` or ``review``.

    ``worth`` comes soon and may be an estimate; where that is ``open``, ``proof`` may tell more.
    """
    table = table_of(text, seats, seed, record)
    if ask == "review":
        plain = not table.is_hidden and table.rules.payoff_bounds == (-1, 1)
        rows = [_row(d, plain) for d in _decisions(table)]
        moves = 0 if table.is_hidden else sum(int(who) in (0, 1) for who, _ in table.record)
        return {"rows": rows, "left_out": max(0, moves - len(rows))}
    if ask in ("worth", "proof"):
        return _end(table.position) if table.is_over else _worth(table, ask == "proof")
    if table.is_over:
        raise GameError("the game is over")
    return {"hint": _hint(table)}


def _end(here: Position) -> dict[str, Any]:
    """What a finished game was worth."""
    value = here.payoffs[0]
    return {
        "bar": _share(here, float(value)),
        "value": show(value),
        "words": _result(here, value),
        "exact": True,
        "line": "",
        "moves": {},
        "found": "the game is over",
    }


def _result(here: Position, value: Any) -> str:
    """Who has won a game that is won, drawn or lost; nothing of other games."""
    if here.rules.payoff_bounds != (-1, 1) or value not in (-1, 0, 1):
        return ""
    return f"{here.rules.player_name(0 if value == 1 else 1)} has won" if value else "a draw"


def _hint(table: Table) -> str:
    here = table.position
    if isinstance(table.rules, InTurns):
        return str(impartial_hint(impartial_at(here)))
    known = next((found for p in table.players if (found := adviser(p)) is not None), None)
    judge = _judge(table.rules, SOLVING)
    return hint(here, table.seat, known, lambda place: judge.value(place, ESTIMATING))


@lru_cache(maxsize=4)
def _judge(rules: Rules, seconds: float) -> PositionJudge:
    """One for all questions about a game: what it has solved stays solved."""
    return PositionJudge(rules, seconds)


def _worth(table: Table, proof: bool) -> dict[str, Any]:
    """The value from the first player's side, between -1 and 1 for a bar, with the best line."""
    here = table.position
    if table.is_hidden or table.rules.has("choices"):
        raise GameError("there is no evaluation where something is hidden; ask for a hint")
    if isinstance(table.rules, InTurns):
        return _impartial(here)
    judge = _judge(table.rules, PROVING if proof else SOLVING)
    known = None if proof else table.rules.book_value(here.state)
    if known is not None and judge.from_book(here) is None:
        found = SearchResult(here, known, None, (), BOOK, True)
    else:
        found = judge.all_moves(here, ESTIMATING, SOLVING)
    is_shown = found.is_exact and bool(found.line)
    value: Any = found.value[0] if isinstance(found.value, tuple) else found.value
    return {
        "bar": _share(here, float(value)),
        "value": show(value) if found.is_exact else f"about {float(value):.3g}, an estimate",
        "words": _words(here, value) if found.is_exact else "",
        "exact": found.is_exact,
        "open": not proof and not is_shown and judge.can_solve(here),
        "hint": hint(here, table.seat, None, lambda _: found) if is_shown else "",
        "line": f"best line: {' '.join(found.shown_line[:10])}" if found.line else "",
        "moves": _moves(here, found),
        "found": found.method + (f", {found.seconds:.2g} s" if found.seconds else ""),
    }


def _words(here: Position, value: Any) -> str:
    """What a proved value says of a game that is won, drawn or lost; nothing of other games."""
    if here.rules.payoff_bounds != (-1, 1) or value not in (-1, 0, 1):
        return ""
    if value == 0:
        return "a draw with best play"
    return f"{here.rules.player_name(0 if value == 1 else 1)} wins with best play"


def _moves(here: Position, result: SearchResult) -> dict[str, str]:
    """Moves with their worth to the player who makes them, the best first."""
    values = {m: v[here.player] if isinstance(v, tuple) else v for m, v in result.moves.items()}
    sign = 1 if here.player == 0 or isinstance(result.value, tuple) else -1
    ranked = sorted(values.items(), key=lambda item: -sign * item[1])
    plain = bool(_words(here, result.value)) and result.is_exact
    return {
        here.rules.show_move(here.state, m): OUTCOMES[int(sign * v)]
        if plain
        else in_short(sign * v)
        for m, v in ranked
    }


def _share(here: Position, value: float) -> float:
    """The value on a scale from -1 to 1."""
    low, high = here.rules.payoff_bounds or (-1, 1)
    span = float(high) - float(low)
    return max(-1.0, min(1.0, (2 * value - float(high) - float(low)) / span)) if span else 0.0


def _impartial(here: Position) -> dict[str, Any]:
    game = impartial_at(here)
    outcome = game.outcome()
    wins = {"N": 1.0, "P": -1.0}.get(outcome, 0.0) * (1 if here.player == 0 else -1)
    parts = game.components if isinstance(game, Sum) else (game,)
    notes: dict[str, str] = {}
    if not game.is_misere:
        notes = {f"{part.show(part.position)}": f"nimber {part.nimber()}" for part in parts}
    winning = [str(m.description) for m in game.winning_moves()[:MOST_WINS]]
    return {
        "bar": wins,
        "value": {"N": "the player to move wins", "P": "the player to move loses"}.get(
            outcome, "neither player can force a win"
        ),
        "words": "",
        "exact": True,
        "line": "winning moves: " + ", ".join(winning) if winning else "no move wins",
        "moves": notes,
        "found": "the theory of impartial games",
    }


def _decisions(table: Table) -> list[ReviewedMove]:
    positions = table.positions()
    events = list(table.record)
    if table.is_hidden:
        known = next((found for p in table.players if (found := adviser(p)) is not None), None)
        if known is None:
            raise GameError(
                "the cost of decisions is measured against an equilibrium; play against auto"
            )
        pairs = [(p, e) for p, e in zip(positions, events, strict=False) if e[0] == table.seat]
        places = [p for p, _ in pairs]
        moves = [(table.seat, str(e[1])) for _, e in pairs]
        return hidden_decisions(known.profile, places, moves, table.seat)
    if not table.rules.is_opposed:
        raise GameError("only games in which one side gains what the other loses are reviewed")
    decisions = [(int(who), str(what)) for who, what in events]
    return searched_decisions(positions, decisions)


def _row(decision: ReviewedMove, plain: bool) -> dict[str, Any]:
    """A decision in words; of a game that is won, drawn or lost, what is proved is one of these."""
    worth = in_short(decision.worth)
    if not decision.exact:
        worth = f"about {worth}"
    elif plain and decision.worth in OUTCOMES:
        worth = OUTCOMES[int(decision.worth)]
    return {
        "number": decision.number,
        "player": decision.player,
        "move": decision.move,
        "worth": worth,
        "best": decision.best,
        "cost": in_short(decision.cost) if decision.cost > NOTHING else "",
        "exact": decision.exact,
    }
