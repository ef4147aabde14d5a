"""A position on the command line: a game, and the moves made in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.rules.game import Position, Rules


def position_of(words: list[str], moves: str | None, state: str | None) -> Position:
    """The position that the words name.

    Without ``moves``, the words after the game are moves, except those like ``width=5``, and those
    that a game cannot be made without. Heaps and the like of an impartial game are never moves.
    """
    from kibitz.cli.search_game import searched_game

    if moves is None and state is None:
        return _split(words)
    rules = searched_game(words)
    here = rules.position() if state is None else _written(rules, state)
    return _after(here, (moves or "").replace(",", " ").split())


def _split(words: list[str]) -> Position:
    from kibitz.cli.search_game import searched_game
    from kibitz.combinatorial.in_turns import InTurns

    first = 1
    while first < len(words) and "=" in words[first]:
        first += 1
    rules, cut = _shortest(words, first)
    if isinstance(rules, InTurns) and cut < len(words):
        return searched_game(words).position()
    try:
        return _after(rules.position(), words[cut:])
    except GameError as error:
        if cut == len(words):
            raise
        raise GameError(
            f"{error} (words after the game are moves; parameters go by name, as in width=5, or "
            "before --moves)"
        ) from None


def _shortest(words: list[str], first: int) -> tuple[Rules, int]:
    """The game that as few words as possible make, and how many they are."""
    from kibitz.cli.search_game import searched_game

    complaint: GameError | None = None
    for cut in range(first, len(words) + 1):
        try:
            return searched_game(words[:cut]), cut
        except GameError as error:
            complaint = error
    assert complaint is not None
    raise complaint


def _after(here: Position, moves: list[str]) -> Position:
    for move in moves:
        if here.is_over:
            raise GameError(f"{here.rules.name}: the game is over before the move {move!r}")
        here = here.play(move)
    return here


def _written(rules: Rules, text: str) -> Position:
    from kibitz.rules.game import Position

    if not rules.has("read_position"):
        raise GameError(
            f"{rules.name}: this game reads no positions; give the moves instead, --moves"
        )
    try:
        return Position(rules, rules.read_position(text))
    except GameError:
        raise
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise GameError(f"{rules.name}: {text!r:.60} is no position: {error}") from None
