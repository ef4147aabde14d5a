"""Betting on hands from [0, 1] by any finite tree of bets, calls, raises and folds.

Both players hold a number from 0 to 1 and see all that is bet. A tree is nested mappings: whose
turn it is, what may be done, and at the ends what the first player gets: a number, or ``"show 3"``,
that amount to the better hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.function_number import FunctionNumber
from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, exact, number, plain, show
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz._types import SolveBettingGame

PLAYERS = ("I", "II")
MOST_TURNS = 60
Last = tuple[int, int] | None
"""A player's last turn before another, and what was done at it."""


@dataclass(frozen=True)
class BettingLeaf:
    """What the first player gets: an amount, or that amount by the better hand."""

    amount: Number
    showdown: bool


@dataclass(frozen=True)
class DecisionPoint:
    """A point of the tree at which someone acts."""

    player: int
    history: str
    actions: tuple[str, ...]
    children: tuple[int | BettingLeaf, ...]
    """The number of the next turn, or an end."""
    last: tuple[Last, Last]
    """Both players' last turns before this one."""

    @property
    def own(self) -> Last:
        """The same player's last turn."""
        return self.last[self.player]

    def after(self, number: int, action: int) -> tuple[Last, Last]:
        """Both players' last turns after an action; ``number`` is that of this turn."""
        mine: Last = (number, action)
        return (mine, self.last[1]) if self.player == 0 else (self.last[0], mine)


@dataclass(frozen=True)
class End:
    """An end of the tree: after which action of which turn, with both players' last turns."""

    turn: int
    action: int
    leaf: BettingLeaf
    last: tuple[Last, Last]


@dataclass(frozen=True)
class BettingGame(Noun):
    """Poker on [0, 1] by a tree of bets.

    >>> answer = {"II": {"fold": 1, "call": "show 3"}}
    >>> game = betting_game({"I": {"check": "show 1", "bet": answer}})
    >>> [turn.history for turn in game.turns]
    ['', 'bet']
    """

    kind: ClassVar[str] = "betting-tree"
    usual_answer: ClassVar[str] = "betting-solution"

    turns: tuple[DecisionPoint, ...]
    title: str = ""

    if TYPE_CHECKING:
        solve: ClassVar[SolveBettingGame]

    def ends(self) -> Iterator[End]:
        """All ends."""
        for k, turn in enumerate(self.turns):
            for a, child in enumerate(turn.children):
                if isinstance(child, BettingLeaf):
                    yield End(k, a, child, turn.after(k, a))

    @property
    def exact(self) -> bool:
        """Whether all payoffs are exact."""
        return all(isinstance(end.leaf.amount, Fraction) for end in self.ends())

    def with_numbers(self, exact: bool) -> BettingGame:
        """The same tree with exact payoffs, or with floats."""
        return replace(self, turns=tuple(_with_numbers(turn, exact) for turn in self.turns))

    def __str__(self) -> str:
        return self.title or f"A betting tree with {count_of(len(self.turns), 'turn')}"


def _with_numbers(turn: DecisionPoint, exactly: bool) -> DecisionPoint:
    """A turn with all amounts at its ends exact, or floats."""
    convert = exact if exactly else float
    children = (
        replace(child, amount=convert(child.amount)) if isinstance(child, BettingLeaf) else child
        for child in turn.children
    )
    return replace(turn, children=tuple(children))


def betting_game(tree: Any, title: str = "") -> BettingGame:
    """Poker on [0, 1] from a tree of nested mappings.

    Parameters
    ----------
    tree : nested mappings
        The tree of bets.
    title : str, optional
        A title for output.

    Returns
    -------
    BettingGame
        The game.

    Examples
    --------
    >>> betting_game({"I": {"bet": {"III": {"fold": 1}}}})
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: after bet: no player is given; write {"I": ...} or {"II": ...}
    """
    turns: list[DecisionPoint] = []
    if _leaf(tree, "") is not None:
        raise GameError("a betting tree begins with a player's turn, not with an end")
    _grow(tree, "", (None, None), turns)
    return BettingGame(tuple(turns), title)


def _grow(given: Any, history: str, last: tuple[Last, Last], turns: list[DecisionPoint]) -> int:
    """Write down a turn and all that follows; its number."""
    where = f"after {history}" if history else "at the start"
    if not isinstance(given, Mapping) or len(given) != 1 or str(next(iter(given))) not in PLAYERS:
        raise GameError(f'{where}: no player is given; write {{"I": ...}} or {{"II": ...}}')
    (name, options), here = next(iter(given.items())), len(turns)
    if not isinstance(options, Mapping) or not options:
        raise GameError(f"{where}: {name} needs a mapping of actions to what follows")
    if here >= MOST_TURNS:
        raise GameError(f"a betting tree of more than {MOST_TURNS} turns is too large")
    player = PLAYERS.index(str(name))
    turns.append(DecisionPoint(player, history, (), (), last))
    children: list[int | BettingLeaf] = []
    for a, (action, after) in enumerate(options.items()):
        longer = f"{history}, {action}" if history else str(action)
        leaf = _leaf(after, longer)
        reached = turns[here].after(here, a)
        children.append(_grow(after, longer, reached, turns) if leaf is None else leaf)
    labels = tuple(map(str, options))
    turns[here] = DecisionPoint(player, history, labels, tuple(children), last)
    return here


def _leaf(given: Any, history: str) -> BettingLeaf | None:
    """An end, or None for something that continues."""
    if isinstance(given, Mapping):
        if set(given) == {"show"}:
            return _showdown(given["show"], history)
        return None
    if isinstance(given, str) and given.strip().startswith(("show", "±")):
        return _showdown(given.strip().removeprefix("show").removeprefix("±"), history)
    return BettingLeaf(_amount(given, history), False)


def _showdown(given: Any, history: str) -> BettingLeaf:
    amount = _amount(given, history)
    if amount <= 0:
        raise GameError(f"after {history}: {show(amount)}; the pot of a showdown must be positive")
    return BettingLeaf(amount, True)


def _amount(given: Any, history: str) -> Any:
    """A number, perhaps with a letter."""
    return given if isinstance(given, FunctionNumber) else number(given, f"after {history}")


def nested(game: BettingGame, turn: int = 0) -> dict[str, Any]:
    """The tree as nested mappings again."""
    here = game.turns[turn]
    options: dict[str, Any] = {}
    for action, child in zip(here.actions, here.children, strict=True):
        if not isinstance(child, BettingLeaf):
            options[action] = nested(game, child)
        elif child.showdown:
            options[action] = {"show": plain(child.amount)}
        else:
            options[action] = plain(child.amount)
    return {PLAYERS[here.player]: options}
