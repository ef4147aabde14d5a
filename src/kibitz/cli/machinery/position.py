"""A position on the command line: a game, and the moves made in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.rules.game import Move, Position, Rules

MOST_DEALS = 100
"""Chance moves to pass through when looking for the first choice of a player."""


def position_of(words: list[str], moves: str | None, state: str | None) -> Position:
    """The position that the words name.

    Without ``moves``, the words after the game are moves or a position written down, except those
    like ``width=5``, and those that a game cannot be made without. Heaps and the like of an
    impartial game are never moves.
    """
    from kibitz.cli.machinery.search_game import searched_game

    if moves is None and state is None:
        return _split(words)
    return position_in(searched_game(words), moves, state)


def position_in(rules: Rules, moves: str | None, state: str | None) -> Position:
    """The position of a game after some moves, or one written down and some moves."""
    here = rules.position() if state is None else _written(rules, state)
    return _after(here, [moves or ""])


def moves_among(here: Position, text: str) -> tuple[Move, ...]:
    """The moves at a position that are written with commas or spaces between."""
    if here.player < 0:
        raise GameError(f"{here.rules.name}: no player is to move here")
    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        moves = [here.play(part).history[-1] for part in parts]
    except GameError:
        moves = [here.play(word).history[-1] for word in " ".join(parts).split()]
    if not moves:
        raise GameError("no moves are given")
    return tuple(dict.fromkeys(moves))


def _split(words: list[str]) -> Position:
    from kibitz.cli.machinery.search_game import searched_game
    from kibitz.combinatorial.in_turns import InTurns

    first = 1
    while first < len(words) and "=" in words[first]:
        first += 1
    rules, cut = _shortest(words, first)
    rest = words[cut:]
    if rest and isinstance(rules, InTurns):
        return searched_game(words).position()
    try:
        return _after(rules.position(), rest)
    except GameError as error:
        if not rest:
            raise
        if rules.has("read_position"):
            if position := _board_in(rules, rest):
                return position
            if rest[0].count("/") > 1:
                return _written(rules, rest[0])
        return _with_parameters(words, cut, rules, error)


def _with_parameters(words: list[str], cut: int, rules: Rules, wrong: GameError) -> Position:
    """The position where words that are not moves are parameters of the game, as in lone-king rook.

    Numbers are so only in games none of whose moves is written as a number: elsewhere a move that
    is not there would silently become another size of the board. What is neither is an error that
    says what the game says of its parameter, where that is a word.
    """
    from kibitz.cli.machinery.search_game import searched_game

    complaint = (
        f"{wrong} (words after the game are moves; parameters go by name, as in width=5, or "
        "before --moves)"
    )
    for more in range(cut + 1, len(words) + 1):
        if words[more - 1].isdigit() and _numbers_are_moves(rules):
            break
        try:
            chosen = searched_game(words[:more])
        except GameError as refusal:
            if more == cut + 1 and _takes_a_word(words[:cut]) and not _is_move(rules, words[cut]):
                complaint = f"{refusal} ({words[cut]!r} is not a move here either)"
            continue
        try:
            return _after(chosen.position(), words[more:])
        except GameError as error:
            complaint = str(error)
    raise GameError(complaint) from None


def _takes_a_word(words: list[str]) -> bool:
    """Whether the next parameter of a game of the shelf is a word: not a number, nor left out."""
    from kibitz.core.shelf import look_up

    try:
        entry = look_up(words[0])
    except GameError:
        return False
    given = [word for word in words[1:] if "=" not in word]
    ordered = [p for p in entry.parameters if not p.by_name_only]
    following = ordered[len(given) : len(given) + 1]
    return any(p.is_text and p.default is not None for p in following)


def _numbers_are_moves(rules: Rules) -> bool:
    """Whether a move at the start, or after what chance may do there, is written as a number."""
    from kibitz.rules.game import SIMULTANEOUS

    here = rules.position()
    for _ in range(MOST_DEALS):
        if here.is_over or here.player == SIMULTANEOUS:
            break
        if any(rules.show_move(here.state, move).isdigit() for move in here.moves):
            return True
        if here.player >= 0:
            return False
        here = here.play(here.moves[0])
    return True


def _is_move(rules: Rules, word: str) -> bool:
    try:
        _after(rules.position(), [word])
    except GameError:
        return False
    return True


def _board_in(rules: Rules, rest: list[str]) -> Position | None:
    """The position that the words write down together, or the first of them before moves."""
    for board, moves in ((" ".join(rest), []), (rest[0], rest[1:])):
        try:
            return _after(_written(rules, board), moves)
        except GameError:
            continue
    return None


def _shortest(words: list[str], first: int) -> tuple[Rules, int]:
    """The game that as few words as possible make, and how many they are."""
    from kibitz.cli.machinery.search_game import searched_game

    complaint: GameError | None = None
    for cut in range(first, len(words) + 1):
        try:
            return searched_game(words[:cut]), cut
        except GameError as error:
            complaint = error
    assert complaint is not None
    raise complaint


def _after(here: Position, texts: list[str]) -> Position:
    """The position after moves with spaces or commas between, unless a comma is part of them."""
    from kibitz.rules.notation import read_moves

    words = " ".join(texts).split()
    try:
        return read_moves(here, words)
    except GameError:
        parted = " ".join(texts).replace(",", " ").split()
        if parted == words:
            raise
    return read_moves(here, parted)


def _written(rules: Rules, text: str) -> Position:
    from kibitz.rules.game import Position

    if not rules.has("read_position"):
        raise GameError(
            f"{rules.name}: this game has no notation for positions; use --moves instead"
        )
    try:
        return Position(rules, rules.read_position(text))
    except GameError:
        raise
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise GameError(f"{rules.name}: {text!r:.60} is not a position: {error}") from None
