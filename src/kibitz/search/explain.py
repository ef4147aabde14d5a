"""What a search did: the line it expects, every move with its value, and, when small, each step."""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import counts_in_words
from kibitz.rules.game import CHANCE, OVER, Position, Rules
from kibitz.rules.trees.build import GameTree
from kibitz.search.alpha_beta.exact import NotSolved
from kibitz.search.alpha_beta.memo_value import memo_value
from kibitz.search.methods import automatic, canonical, prepare, settings, textbook
from kibitz.search.perfect import Perfect
from kibitz.search.result import SearchResult
from kibitz.search.search import Search
from kibitz.search.trace import number_text

TRACED = 80
"""Events of a trace that are written out."""
SECONDS = 5.0
SMALL = 40
"""Positions of a game whose search is traced."""
SOLVED = 2.0
"""Seconds within which a game is solved rather than searched."""


def explain_search(game: Rules | Position, method: str = "auto") -> Explanation:
    """The derivation of a value and a move, by a search of one's choice.

    >>> from kibitz.rules.trees.build import game_tree
    >>> made = explain_search(game_tree([[3, 12], [2, 4]]))
    >>> [step.heading for step in made.steps]
    ['The position', 'The search', 'The moves', 'The line', 'Step by step']
    """
    position = game if isinstance(game, Position) else game.position()
    return explain_found(_found(position, method))


def explain_found(result: SearchResult) -> Explanation:
    """What a search did: its line, its moves, and its trace if it has one."""
    position = result.position
    steps = [
        Step("The position", position.rules.show(position.state) + "\n" + _to_move(position)),
        Step("The search", _searched(result)),
    ]
    moves = _moves(result)
    if moves is not None:
        steps.append(Step("The moves", "What each is worth, best first.", moves))
    if result.line:
        steps.append(Step("The line", "Best play according to the search.", _line(result)))
    trace = _trace(result)
    if trace is not None:
        steps.append(trace)
    return Explanation(f"{position.rules.name}: what the search did", tuple(steps))


def _found(position: Position, method: str) -> SearchResult:
    """By the method asked for, with its trace if it keeps one; otherwise by what suits the game."""
    rules = position.rules
    if method != "auto":
        name = canonical(method)
        given = {"trace": True} if "trace" in settings(name) else {}
        return prepare(name, rules, **given)(position)
    if position.player >= 0 and is_traced(position):
        traced = prepare(textbook(rules), rules, trace=True)(position)
        return replace(traced, moves=memo_value(position).moves)
    try:
        return _with_moves(Perfect(rules, SOLVED), position)
    except NotSolved:
        pass
    if automatic(rules) == "principal-variation":
        return Search(position).analyze(SECONDS)
    return prepare(automatic(rules), rules, seconds=SECONDS)(position)


def is_traced(position: Position) -> bool:
    """Whether a trace of the search can be read."""
    if isinstance(position.rules, GameTree):
        return True
    try:
        memo_value(position, positions=SMALL)
    except GameError:
        return False
    return True


def _with_moves(perfect: Perfect, position: Position) -> SearchResult:
    """The solution, and the value of every move as far as they are solved in time."""
    found = perfect.solve(position)
    if found.moves or position.player < 0:
        return found
    after = {move: position.play(move) for move in position.moves}
    try:
        return replace(found, moves={m: perfect.solve(then).value for m, then in after.items()})
    except NotSolved:
        return found


def _to_move(position: Position) -> str:
    if position.is_over:
        return "The game is over."
    if position.player == CHANCE:
        return "Chance is to move."
    return f"{position.rules.player_name(position.player)} is to move."


def _searched(result: SearchResult) -> str:
    counted = counts_in_words(result.counts)
    deep = "" if result.depth is None else f" to depth {result.depth}"
    kind = "The value of perfect play is" if result.is_exact else "The estimate is"
    sentence = (
        f"{result.method[:1].upper()}{result.method[1:]}{deep}: {counted}." if counted else ""
    )
    ending = f"\n{result.note}" if result.note else ""
    return f"{sentence}\n{kind} {number_text(result.value)}.{ending}".strip()


def _moves(result: SearchResult) -> Table | None:
    if not result.moves:
        return None
    rules, here = result.position.rules, result.position
    player = max(0, here.player)
    sign = -1 if rules.is_opposed and player == 1 else 1

    def worth(value: Number | tuple[Number, ...]) -> float:
        return float(value[player]) if isinstance(value, tuple) else sign * float(value)

    ranked = sorted(result.moves.items(), key=lambda pair: -worth(pair[1]))
    rows = tuple((rules.show_move(here.state, m), number_text(v)) for m, v in ranked)
    best = next((k for k, (m, _) in enumerate(ranked) if m == result.move), None)
    return Table(("move", "value"), rows, marked=() if best is None else ((best, 1),))


def _line(result: SearchResult) -> Table:
    rules, state, rows = result.position.rules, result.position.state, []
    for k, move in enumerate(result.line, 1):
        rows.append((str(k), rules.player_name(rules.player(state)), rules.show_move(state, move)))
        state = rules.play(state, move)
    if rules.player(state) == OVER:
        rows.append(("", "the end", ", ".join(show(x) for x in rules.payoffs(state))))
    return Table(("", "who", "move"), tuple(rows))


def _trace(result: SearchResult) -> Step | None:
    """The events of the search, where it kept them or where the game is small enough to redo it."""
    trace = result.trace
    if trace is None:
        return None
    table = trace.table()
    shown = Table(table.header, table.rows[:TRACED])
    rest = len(table.rows) - TRACED
    more = f" The first {TRACED} of {len(table.rows):,} events." if rest > 0 else ""
    cut = f" Never searched: {', '.join(trace.pruned[:20])}." if trace.pruned else ""
    return Step("Step by step", f"What the search did, in order.{more}{cut}", shown)
