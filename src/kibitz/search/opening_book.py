"""Opening books: moves that are known to be good, kept by position, and played without thinking.

A book is made from lines of play, and holds for every position in them how often each move was
made there. Positions count, not the order of moves that led to them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import write_text
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.game import Move, Position, Rules
from kibitz.search.methods import automatic, keeping, prepare
from kibitz.search.result import SearchResult
from kibitz.search.scope import in_turn


@dataclass
class OpeningBook:
    """Moves by position, with a weight each.

    >>> from kibitz.rules.examples import TakeAway
    >>> book = OpeningBook(TakeAway(9))
    >>> book.add_lines(["1 3 1", "1 2 2", "2 2"])
    >>> book.moves(TakeAway(9).position()), book.move(TakeAway(9).position())
    ({1: 2, 2: 1}, 1)
    >>> book.move(TakeAway(9).position(3)) is None
    True
    """

    rules: Rules
    entries: dict[Any, dict[Move, int]] = field(default_factory=dict)
    """The weights of the moves at each state."""
    histories: dict[Any, tuple[Move, ...]] = field(default_factory=dict)
    """Some way to each state."""

    def __len__(self) -> int:
        return len(self.entries)

    def add(self, position: Position, move: Any, weight: int = 1) -> None:
        """A move that is good at a position; refused when it is not legal there.

        Parameters
        ----------
        position : Position
            Where the move is played.
        move : object
            The move, or its notation.
        weight : int, default 1
            At least 1; :meth:`choose` draws moves in proportion to their weights.
        """
        if isinstance(weight, bool) or not isinstance(weight, int) or weight < 1:
            raise GameError(f"the weight of {move!r} is {weight!r}; it must be 1 or more")
        if position.player < 0:
            raise GameError(f"{self.rules.name}: no player is to move at {position.history}")
        made = position.play(move).history[-1]
        weights = self.entries.setdefault(position.state, {})
        weights[made] = weights.get(made, 0) + weight
        self.histories.setdefault(position.state, position.history)

    def add_lines(self, lines: Iterable[str | Sequence[Any]]) -> None:
        """Lines of play from the start; what chance did stands among the moves.

        Parameters
        ----------
        lines : iterable of str or sequence
            Each line as a list of moves, or as text with spaces or commas between them.
        """
        for k, line in enumerate(lines, 1):
            here = self.rules.position()
            for move in line.replace(",", " ").split() if isinstance(line, str) else line:
                try:
                    if here.player >= 0:
                        self.add(here, move)
                    here = here.play(move)
                except GameError as error:
                    raise GameError(f"the opening book, line {k}: {error}") from None

    def moves(self, position: Position) -> dict[Move, int]:
        """The moves of the book at a position, the heaviest first; none where it knows nothing.

        Parameters
        ----------
        position : Position
            A position of the game.

        Returns
        -------
        dict
            The weight of each move.
        """
        known = self.entries.get(position.state, {})
        return dict(sorted(known.items(), key=lambda pair: -pair[1]))

    def move(self, position: Position) -> Move | None:
        """The heaviest move, the first of equals; None where the book knows nothing.

        Parameters
        ----------
        position : Position
            A position of the game.
        """
        return next(iter(self.moves(position)), None)

    def choose(self, position: Position, random: Random) -> Move | None:
        """A move drawn by its weight.

        Parameters
        ----------
        position : Position
            A position of the game.
        random : Random
            The source of randomness.

        Returns
        -------
        Move or None
            The move; None where the book has none.
        """
        known = self.moves(position)
        return random.choices(list(known), list(known.values()))[0] if known else None

    def answer(self, position: Position) -> SearchResult | None:
        """The book's move in the shape of a search, or None where it knows nothing.

        Parameters
        ----------
        position : Position
            A position of the game.
        """
        move = self.move(position)
        if move is None:
            return None
        weight, rules = self.moves(position)[move], position.rules
        guess: tuple[Number, ...] = (
            tuple(rules.evaluate(position.state)) if rules.has("evaluate") else (0,) * rules.players
        )
        value = guess[0] if rules.is_opposed else guess
        return SearchResult(
            position,
            value,
            move,
            (move,),
            "the opening book",
            False,
            counts={"book moves": len(self.moves(position))},
            note=f"the book has this move {weight} times here",
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "opening-book",
            "game": self.rules.name,
            "after": {
                " ".join(self._shown(self.histories[state])): {
                    self.rules.show_move(state, move): weight for move, weight in weights.items()
                }
                for state, weights in self.entries.items()
            },
            "method": "play",
            "exact": True,
        }

    def _shown(self, history: tuple[Move, ...]) -> list[str]:
        state, words = self.rules.start(), []
        for move in history:
            words.append(self.rules.show_move(state, move))
            state = self.rules.play(state, move)
        return words

    def save(self, path: str | Path) -> None:
        """Write the book to a file as JSON.

        Parameters
        ----------
        path : str or Path
            The file, which is replaced if it exists.
        """
        write_text(path, json.dumps(self.to_json(), indent=1) + "\n")


def load_book(path: str | PathLike[str], rules: Rules) -> OpeningBook:
    """Read an opening book: lines of play as text, or what ``save`` wrote.

    Parameters
    ----------
    path : str or Path
        The path of the file.
    rules : Rules
        The rules of the game.

    Returns
    -------
    OpeningBook
        The book.
    """
    file = Path(path)
    if not file.is_file():
        raise GameError(f"{path}: no such opening book")
    text = file.read_text(encoding="utf-8")
    book = OpeningBook(rules)
    if not text.lstrip().startswith("{"):
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        book.add_lines(line for line in lines if line)
        return book
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise GameError(f"{path}: line {error.lineno}: {error.msg}") from None
    _fill(book, data, str(path))
    return book


def _fill(book: OpeningBook, data: Mapping[str, Any], path: str) -> None:
    said = data.get("game", book.rules.name)
    if said != book.rules.name:
        raise GameError(f"{path}: this is a book of {said}, not of {book.rules.name}")
    book.add_lines(data.get("lines", ()))
    places: dict[str, Callable[[str], Position]] = {
        "after": lambda moves: book.rules.position(*moves.split()),
        "positions": book.rules.at,
    }
    for key, locate in places.items():
        listed = data.get(key, {})
        if not isinstance(listed, Mapping):
            raise GameError(f"{path}: {key} is not an object of moves by position")
        for where, moves in listed.items():
            weights = moves if isinstance(moves, Mapping) else {moves: 1}
            for move, weight in weights.items():
                book.add(locate(where), move, weight)


@method(
    Rules,
    "book",
    finds="the move of an opening book, or of a search once the book ends",
    cost="one lookup in the book",
    applies=in_turn,
    aliases=("opening-book",),
)
@keeping
def by_book(
    rules: Rules, file: str | PathLike[str], then: str = "auto"
) -> Callable[[Position], SearchResult]:
    """The opening book in a file where it knows a move, another search where it does not.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    file : str or PathLike
        The path of the book.
    then : str, default "auto"
        The method of the search beyond it.

    Returns
    -------
    Callable[[Position], SearchResult]
        A search with this book.

    Notes
    -----
    Cost: a look at the book.
    """
    book = load_book(file, rules)
    other = prepare(automatic(rules) if then == "auto" else then, rules)
    return lambda position: book.answer(position) or other(position)
