"""The same rules, with play that ends at positions whose value is known."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any

from kibitz.core.numbers import Number
from kibitz.rules.game import OVER, Rules

if TYPE_CHECKING:
    from kibitz.rules.compile.probe import Probe

Worth = Callable[[Any], "tuple[Number, ...] | None"]
"""What each player gets from a position on, or None where that is not known."""


def cut_short(rules: Rules, worth: Worth, why: str, probe: Probe | None = None) -> Rules:
    """A game whose play ends where the value of a position is known, with that value paid.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    worth : callable
        Takes a state where the game is not over; gives the payoffs of perfect play from there, or
        None.
    why : str
        Why the rules are not compiled: where the values come from.
    probe : Probe, optional
        What compiled rules ask instead, which knows the same.

    Returns
    -------
    Rules
        The game, the same but for its ends.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> known = {(4, 1): (1, -1)}
    >>> short = cut_short(TakeAway(6), known.get, "it is an example")
    >>> short.player((4, 1)) == OVER, short.payoffs((4, 1)), short.player((4, 0))
    (True, (1, -1), 0)
    """
    kind: Any = type(rules)

    def player(self: Any, state: Any) -> int:
        mover: int = kind.player(self, state)
        return mover if mover == OVER or worth(state) is None else OVER

    def payoffs(self: Any, state: Any) -> Any:
        if kind.player(self, state) != OVER and (found := worth(state)) is not None:
            return found
        return kind.payoffs(self, state)

    named = {"__module__": kind.__module__, "__qualname__": f"{kind.__qualname__}, cut short"}
    body = {**named, "__doc__": kind.__doc__, "player": player, "payoffs": payoffs}
    made = copy(rules)
    said = {"uncut": rules, **({"probe": probe} if probe else {"in_python": why})}
    made.__class__ = type(kind.__name__, (kind,), {**body, **said})
    return made
