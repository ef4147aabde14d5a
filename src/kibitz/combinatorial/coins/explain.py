"""Derivations for coins: the values of the heads, their nim-sum, the step of the Tartan theorem."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from kibitz.combinatorial.coins.board import CoinBoard
from kibitz.combinatorial.coins.row import CoinRow
from kibitz.combinatorial.coins.tartan import TartanRule, TartanStep
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.explain import explain_impartial, nim_columns
from kibitz.combinatorial.nimbers.field import nim_product
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.verbs import draw, explain

MOST_TURNS = 12
MOST_HEADS = 24
MOST_TABLE = 12
"""Rows and columns up to which the values of a whole board are shown."""


@explain.register
def _(game: CoinRow) -> Explanation:
    if game.is_misere:
        return explain_impartial(game)
    steps = [_opening(game), _coin_values(game), *_adding(game), _answer(game)]
    return Explanation(f"{game.name}: {game.show(game.position)}", tuple(steps))


@explain.register
def _(game: CoinBoard) -> Explanation:
    if game.is_misere:
        return explain_impartial(game)
    steps = [_opening(game), *_board_values(game), *_adding(game)]
    if isinstance(game.rule, TartanRule) and game.nimber():
        step = game.tartan_step()
        if step is not None:
            steps.append(_tartan_step(step, game.nimber(), game.rule))
    steps.append(_answer(game))
    return Explanation(f"{game.name}: {game.show(game.position)}", tuple(steps))


def _opening(game: CoinRow | CoinBoard) -> Step:
    count = len(game.position)
    last = "rightmost" if isinstance(game, CoinRow) else "southeast"
    words = (
        f"{count} coin{'s show' if count != 1 else ' shows'} heads. A move turns a set of coins "
        f"that the rule allows, the {last} of them from heads to tails; the player who cannot move "
        f"loses. The rule depends on the {last} coin alone, so every head is a separate game, "
        f"and their nimbers add."
    )
    return Step("The game", words, picture=draw(game))


def _coin_values(game: CoinRow) -> Step:
    first = game.rule.origin
    last = min(game.last, first + 15)
    labels = range(first, last + 1)
    rows = (("worth", *(str(game.rule.value(x)) for x in labels)),)
    words = (
        "A coin is worth the mex of what its turns leave; labels begin with "
        f"{first}. These values are known by {game.rule.theorem}."
    )
    marked = tuple((0, x - first + 1) for x in labels if x in game.position)
    return Step(
        "What a coin is worth", words, Table(("coin", *map(str, labels)), rows, marked=marked)
    )


def _board_values(game: CoinBoard) -> list[Step]:
    (top, left), (bottom, right) = game.rule.origin, game.last
    lines = range(top, min(bottom, top + MOST_TABLE - 1) + 1)
    columns = range(left, min(right, left + MOST_TABLE - 1) + 1)
    if isinstance(game.rule, TartanRule):
        return [_tartan_table(game, game.rule, lines, columns)]
    rows = tuple((str(r), *(str(game.rule.value(r, c)) for c in columns)) for r in lines)
    marked = _marks(game, lines, columns, 1)
    words = f"A coin is worth the mex of what its turns leave; known by {game.rule.theorem}."
    table = Table(("", *map(str, columns)), rows, marked=marked)
    return [Step("What a coin is worth", words, table)]


def _tartan_table(game: CoinBoard, rule: TartanRule, lines: range, columns: range) -> Step:
    across = ("", "⊗", *(str(rule.second.value(c)) for c in columns))
    rows = (
        across,
        *(
            (str(r), str(rule.first.value(r)), *(str(rule.value(r, c)) for c in columns))
            for r in lines
        ),
    )
    marked = tuple((r + 1, c) for r, c in _marks(game, lines, columns, 2))
    words = (
        f"A turn is a turn of {rule.first.name} among the rows, crossed with one of "
        f"{rule.second.name} among the columns. By the Tartan theorem a coin is worth the nim "
        "product of the values of its row and its column, which stand at the edges."
    )
    return Step("The Tartan table", words, Table(("", "", *map(str, columns)), rows, marked=marked))


def _marks(
    game: CoinBoard, lines: range, columns: range, shift: int
) -> tuple[tuple[int, int], ...]:
    return tuple(
        (i, j + shift)
        for i, r in enumerate(lines)
        for j, c in enumerate(columns)
        if (r, c) in game.position
    )


def _adding(game: CoinRow | CoinBoard) -> list[Step]:
    values: list[tuple[str, int]] = [
        (f"coin {label}", value) for label, value in game.head_values().items()
    ]
    if len(values) > MOST_HEADS:
        return [Step("Add without carrying", f"The nim-sum of all heads is {game.nimber()}.")]
    return [nim_columns(values)] if values else []


def _tartan_step(step: TartanStep, total: int, rule: TartanRule) -> Step:
    v, w = step.values
    a, b = step.corner
    value = nim_product(v, w)
    down, across = _listed(step.turn.rows), _listed(step.turn.columns)
    must = f"{step.cell}, worth {v} ⊗ {w} = {value}, must become {value} ⊕ {total} = {step.target}"
    corner = f"({a} ⊗ {b}) ⊕ ({a} ⊗ {w}) ⊕ ({v} ⊗ {b}) = {step.target}"
    rows = (
        ("a head", must),
        (f"a corner from ({v}, {w}) to ({a}, {b})", corner),
        (f"{rule.first.name} from {v} to {a}", f"rows {down}"),
        (f"{rule.second.name} from {w} to {b}", f"columns {across}"),
    )
    words = (
        "A winning turn without a search: make one head worth what the others are worth together, "
        "as if it were a coin of Turning Corners on the square of its two values, then carry that "
        "move over to the two games. All coins where these rows and columns meet are turned."
    )
    return Step("The Tartan step", words, Table(("step", "working"), rows))


def _answer(game: CoinRow | CoinBoard) -> Step:
    total = game.nimber()
    if total == 0:
        return Step("The answer", "The nimber is 0, so the outcome is P: the second player wins.")
    words = f"The nimber is {total}, so the outcome is N: the first player wins."
    try:
        turns = [str(turn) for turn in islice(game.winning_turns(), MOST_TURNS + 1)]
    except LimitError:
        return Step("The answer", f"{words} The other winning turns are too many to list.")
    listed = "; ".join(turns[:MOST_TURNS]) + ("; and more" if len(turns) > MOST_TURNS else "")
    return Step("The answer", f"{words} Winning: {listed}.")


def _listed(labels: Iterable[Any]) -> str:
    return ", ".join(map(str, labels))
