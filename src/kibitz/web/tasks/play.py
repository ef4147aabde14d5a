"""A game under way: make a move, let the others answer, and show what the person sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from kibitz.combinatorial.answers import without_answers
from kibitz.combinatorial.in_turns import InTurns
from kibitz.core import verbs
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.pictures.board import Board
from kibitz.pictures.picture import Picture
from kibitz.play.adapters.forms import OneShot, Stages, TreeInTurns, as_rules
from kibitz.play.agents import impartial_at
from kibitz.play.players import Player
from kibitz.play.seats import PERSON
from kibitz.play.specs import agent
from kibitz.play.table import Event, Table
from kibitz.rules.game import OVER, SIMULTANEOUS, Position, Rules
from kibitz.web.own_rules import is_python
from kibitz.web.tasks.look import about, said, title
from kibitz.web.tasks.noun import noun_of
from kibitz.web.theme import page_svg

MOST_MOVES = 300
"""Moves that are listed; others are typed."""
SECONDS = 1.0
"""For a move of an opponent that has no budget of its own."""
FORBIDDEN = ("engine", "uci")
"""Agents that start programs, which no page may do."""


def run(
    text: str,
    seats: list[str],
    seed: int,
    record: list[Event],
    move: str = "",
    back: bool = False,
    answers: bool = False,
) -> dict[str, Any]:
    """The table after a move, or after one was taken back."""
    table = table_of(text, seats, seed, record)
    if back:
        table.back()
    elif move:
        table.play(move)
    return shown(table, text, seats, answers)


def table_of(text: str, seats: list[str], seed: int, record: list[Event]) -> Table:
    """The table that a page describes."""
    rules = rules_of(text)
    named = [*seats, *["auto"] * rules.players][: rules.players]
    players = [None if seat == PERSON else _player(text, seat, seed) for seat in named]
    return Table(rules, players, seed, record)


@lru_cache(maxsize=16)
def rules_of(text: str) -> Rules:
    """The game as rules that can be played."""
    return as_rules(noun_of(text))


@lru_cache(maxsize=16)
def _player(text: str, spec: str, seed: int) -> Player:
    head = spec.partition(":")[0].strip().lower()
    if head in FORBIDDEN or "." in head or "/" in spec:
        raise GameError(
            f"{spec!r} is not a player that a page can ask; try auto, random or depth:4"
        )
    return agent(spec, rules_of(text), seed, SECONDS)


def shown(table: Table, text: str, seats: list[str], answers: bool = False) -> dict[str, Any]:
    """What a page shows of a table; the answer to an impartial game only where it is asked for."""
    rules, here = table.rules, table.position
    hidden = table.is_hidden and not table.is_over
    board = None if hidden else rules.board_of(here.state)
    picture = seen(table, answers)
    moves = table.first_moves(MOST_MOVES + 1)
    more, moves = len(moves) > MOST_MOVES, moves[:MOST_MOVES]
    clicks = _clicks_of(here, board, picture)
    names = [rules.player_name(k) for k in range(rules.players)]
    return {
        "name": title(noun_of(text)),
        "about": _about(rules, text),
        "players": names,
        "seats": [*seats, *["auto"] * len(names)][: len(names)],
        "seat": table.seat,
        "hidden": table.is_hidden,
        "simultaneous": rules.has("play_together"),
        "together": here.player == SIMULTANEOUS,
        "svg": page_svg(picture) if picture else "",
        "text": table.seen if hidden and not picture else "",
        "named": isinstance(rules, (OneShot, TreeInTurns, Stages)),
        "cells": _cells(board, picture),
        "moves": [{"text": m, "cells": c} for m in moves for c in clicks(m)],
        "ordered": board is not None,
        "more": more,
        "record": list(table.record),
        "back": table.can_go_back,
        "log": table.log,
        "over": table.is_over,
        "payoffs": [show(x) for x in here.payoffs] if table.is_over else [],
        "result": table.result,
        "zero_sum": rules.zero_sum,
    }


def seen(table: Table, answers: bool = False) -> Picture | None:
    """What the person to move sees; None where something is hidden that no picture shows."""
    rules, here = table.rules, table.position
    hidden = table.is_hidden and not table.is_over
    board = None if hidden else rules.board_of(here.state)
    if board is None and not table.is_over:
        view: Picture | None = rules.view_picture(here.state, table.seat)
        if view is not None or hidden:
            return view
    return _picture(here, board, _last_cells(table, board), answers)


def _about(rules: Rules, text: str) -> str:
    """What the game is, in a sentence: that of the shelf, or of one's own rules."""
    if is_python(text):
        return said(rules)
    return about(noun_of(text))


def _picture(here: Position, board: Board | None, last: tuple[str, ...], answers: bool) -> Picture:
    if board is not None:
        return board.marked(last).picture()
    if not isinstance(here.rules, InTurns):
        return here.draw()
    if answers:
        return verbs.draw(impartial_at(here))
    with without_answers():
        return verbs.draw(impartial_at(here))


def _cells(board: Board | None, picture: Picture | None) -> list[dict[str, Any]]:
    """What can be clicked on: the cells of a board, or the spots of a picture."""
    if board is not None:
        cells = board.to_json()["cells"]
        return [{key: cell[key] for key in ("name", "word", "outline")} for cell in cells]
    spots = () if picture is None else picture.spots
    places = dict.fromkeys((s.name, s.outline) for s in spots)
    return [{"name": name, "word": name, "outline": outline} for name, outline in places]


def _clicks_of(
    here: Position, board: Board | None, picture: Picture | None
) -> Callable[[str], list[list[str]]]:
    """Says what is clicked to make a move, in each way to make it; on a board in this order."""
    rules, state = here.rules, here.state
    if board is None:
        return partial(_on_spots, picture)
    if not _names_cells(rules) or here.player in (OVER, SIMULTANEOUS):
        return lambda move: [list(board.words_in(move))]
    known = {
        rules.show_move(state, move): list(rules.move_cells(state, move))
        for move in rules.moves(state)
    }
    return lambda move: [known[move]]


def _names_cells(rules: Rules) -> bool:
    """Whether it says itself which cells make a move, since its notation does not, as in Nf3."""
    return type(rules).move_cells is not Rules.move_cells


def _on_spots(picture: Picture | None, move: str) -> list[list[str]]:
    """The spots of a picture that are clicked to make a move, in each way to make it."""
    ways: dict[int, dict[str, None]] = {}
    for spot in () if picture is None else picture.spots:
        if move in spot.moves:
            ways.setdefault(spot.way, {})[spot.name] = None
    return [list(names) for names in ways.values()] or [[]]


def _last_cells(table: Table, board: Board | None) -> tuple[str, ...]:
    """The cells of the last move, to be marked."""
    if board is None or not table.record:
        return ()
    who, what = table.record[-1]
    if who < 0:
        return ()
    words = board.words_in(what)
    if _names_cells(table.rules):
        before = table.positions()[-2].state
        words = table.rules.move_cells(before, table.rules.read_move(before, what))
    several = [sum(cell.word == word for cell in board.cells) > 1 for word in words]
    return _changed(table, board) if any(several) else words


def _changed(table: Table, board: Board) -> tuple[str, ...]:
    """The cells, by name, on which the last move put something."""
    before = table.rules.board_of(table.positions()[-2].state)
    if before is None:
        return ()
    pairs = zip(before.cells, board.cells, strict=False)
    return tuple(new.name for old, new in pairs if old.content != new.content)
