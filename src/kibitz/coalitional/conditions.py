"""When a method for coalitional games applies, and the reason when it does not."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import MOST_PLAYERS
from kibitz.coalitional.properties import is_simple
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of

Condition = Callable[[CoalitionalGame], str | None]


def has_table(game: CoalitionalGame) -> str | None:
    """The worths of all coalitions can be listed.

    >>> from kibitz import coalition
    >>> has_table(coalition({"A": 1, "B": 3, "A,B": 6})) is None
    True
    """
    if game.n <= MOST_PLAYERS:
        return None
    return f"it needs the worths of all coalitions, but {game.n} players have 2^{game.n}"


def up_to(most: int) -> Condition:
    """The game has at most this many players.

    >>> from kibitz import coalition
    >>> up_to(1)(coalition({"A": 1, "B": 3, "A,B": 6}))
    'it takes at most 1 player, but this game has 2'
    """

    def few(game: CoalitionalGame) -> str | None:
        if game.n <= most:
            return None
        return f"it takes at most {count_of(most, 'player')}, but this game has {game.n}"

    return few


def has_imputations(game: CoalitionalGame) -> str | None:
    """All players together earn no less than each of them alone.

    >>> from kibitz import coalition
    >>> has_imputations(coalition({"A": 1, "B": 3, "A,B": 2}))
    'there are no imputations: single players earn 4, more than all together, 2'
    """
    lower = sum(game.value(1 << i) for i in range(game.n))
    if lower <= game.total:
        return None
    return (
        f"there are no imputations: single players earn {show(lower)}, more than all together, "
        f"{show(game.total)}"
    )


def is_simple_game(game: CoalitionalGame) -> str | None:
    """Every coalition wins or loses."""
    verdict = is_simple(game)
    if verdict:
        return None
    return f"it needs a simple game, in which coalitions win or lose: {verdict.why}"


def several_players(game: CoalitionalGame) -> str | None:
    """There are coalitions besides that of all players."""
    return None if game.n > 1 else "it needs at least two players, but this game has one"


def all_of(*conditions: Condition) -> Condition:
    """Every one of these conditions holds; the reason is that of the first that does not.

    >>> from kibitz import coalition
    >>> all_of(has_table, up_to(2))(coalition({"A": 1, "B": 3, "A,B": 6})) is None
    True
    """

    def every(game: CoalitionalGame) -> str | None:
        return next((why for c in conditions if (why := c(game)) is not None), None)

    return every
