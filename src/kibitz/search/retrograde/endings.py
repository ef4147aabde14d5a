"""Searches that end in a database: what it knows of a position is not searched.

Play is cut short where it comes to a position of a database, and pays what the database says: below
the horizon there are exact values, and a search that only met those is exact. A database is of
the same game, or of an ending that says which positions of the larger game are its own
(:meth:`~kibitz.rules.numbered_positions.NumberedPositions.ending_of`). Where the larger game counts
quiet moves, a win is only taken from a database if it comes before they are counted out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.registry import make
from kibitz.core.spelling import count_of
from kibitz.rules.cut_short import cut_short
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.rules.numbered_positions import InEnding
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation, Pruning
from kibitz.search.budget import Budget
from kibitz.search.result import SearchResult, as_listed
from kibitz.search.retrograde.compiled_look_up import CompiledLookUp, can_look_up
from kibitz.search.retrograde.layered import LayeredDatabase
from kibitz.search.retrograde.packed import PackedDatabase
from kibitz.search.retrograde.read_database import DATABASES, made_by, read_database
from kibitz.search.retrograde.retrograde import Database
from kibitz.search.scope import require_two_sided

Consulted = str | PathLike[str] | Database | PackedDatabase
"""A database, or the name of its file."""
LISTED = 2_000
"""Positions that an answer names as those it rests on; beyond that it only counts them."""
Found = tuple[int, int | None]
"""What the first player gets, and the plies to the end; None where it is drawn."""


class Endings:
    """Databases for the searches of one game.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    consulted : database or list of databases
        Databases, or the names of their files.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> from kibitz.search.alpha_beta.alpha_beta import alpha_beta
    >>> from kibitz.search.retrograde.retrograde import retrograde
    >>> rules = TakeAway(14)
    >>> endings = Endings(rules, retrograde(rules, starts=[(8, 0), (8, 1)], compiled=False))
    >>> found = endings.answer(rules.position(), alpha_beta)
    >>> found.value, found.move, found.is_exact, found.counts["database hits"] > 0
    (1, 2, True, True)
    """

    def __init__(self, rules: Rules, consulted: Consulted | Sequence[Consulted]) -> None:
        require_two_sided(rules)
        some = [consulted] if isinstance(consulted, (str, PathLike, *_KINDS)) else [*consulted]
        self.rules = rules
        self.databases = [_opened(one, rules) for one in some]
        self._compiled: CompiledLookUp | None = None
        if can_look_up(rules):
            self._compiled = CompiledLookUp(rules, self.databases, self._value)
        probe = None if self._compiled is None else self._compiled.probe
        why = "positions are looked up in a database"
        self.cut = cut_short(rules, self._worth, why, probe)
        """The game whose play ends where a database knows the value."""
        self.used: dict[Any, int] = {}
        """The positions that were looked up since the last answer was asked for, and values."""
        self._known: dict[Any, Found | None] = {}
        self._blind: Rules | None = None
        for database in self.databases:
            _standing(database, rules, rules.start())  # refuses a database of something else

    @property
    def names(self) -> list[str]:
        """The databases: the games that they are of, and their files."""
        return [_name(database) for database in self.databases]

    def entry(self, state: Any) -> Found | None:
        """What the first player gets from a position on, and in how many plies; None if unknown.

        Parameters
        ----------
        state : object
            A position where the game is not over.
        """
        if state not in self._known:
            if len(self._known) > 1_000_000:
                self._known.clear()
            each = (_entry(database, self.rules, state) for database in self.databases)
            self._known[state] = next((found for found in each if found is not None), None)
        return self._known[state]

    def _worth(self, state: Any) -> tuple[int, int] | None:
        value = self._value(state)
        return None if value is None else (value, -value)

    def _value(self, state: Any) -> int | None:
        found = self.entry(state)
        if found is None:
            return None
        self.used[state] = found[0]
        return found[0]

    def answer(
        self, position: Position, search: Callable[[Position], SearchResult]
    ) -> SearchResult:
        """What a database says of a position, or else a search that ends in the databases.

        Parameters
        ----------
        position : Position
            A position of the game.
        search : callable
            Takes a position of the game cut short, and gives the answer.

        Returns
        -------
        SearchResult
            The answer; ``rests_on`` says which databases gave the values of which positions.
        """
        known = self.looked_up(position)
        if known is not None:
            return known
        self._begin()
        found = search(Position(self.cut, position.state, position.history))
        if not found.is_exact and found.depth is not None and self._is_won(position, found):
            found = replace(found, is_exact=True)
        return self._with_positions(found, position)

    def _begin(self) -> None:
        self.used = {}
        if self._compiled is not None:
            self._compiled.begin()

    def _with_positions(self, result: SearchResult, position: Position) -> SearchResult:
        count = None
        if self._compiled is not None:
            listed, count = self._compiled.looked_up()
            self.used |= listed
        hits = max(count or 0, len(self.used))
        rests: dict[str, Any] = {}
        if self.used:
            rests = {"databases": self.names, "count": hits}
            if count is None and hits <= LISTED:
                rests["positions"] = [[as_listed(s), value] for s, value in self.used.items()]
        counts = {**result.counts, "database hits": hits}
        return replace(result, position=position, counts=counts, rests_on=rests)

    def _is_won(self, position: Position, result: SearchResult) -> bool:
        """Whether a win that was found needs no estimate: it is found without them as well."""
        if result.value not in (-1, 1) or self.rules.payoff_bounds != (-1, 1):
            return False
        if self._blind is None:
            self._blind = _without_estimates(self.cut)
        here = Position(self._blind, position.state, position.history)
        engine = PrincipalVariation(self._blind, pruning=Pruning(extend_forced=False))
        return bool(engine.best(here, Budget(depth=result.depth)).value == result.value)

    def looked_up(self, position: Position) -> SearchResult | None:
        """The move that a database finds best at one of its own positions; None at others.

        Parameters
        ----------
        position : Position
            A position of the game.
        """
        began, rules, state = time.monotonic(), self.rules, position.state
        found = self.entry(state) if position.player >= 0 else None
        if found is None:
            return None
        self._begin()
        sign = 1 if position.player == 0 else -1
        scored: dict[Move, tuple[int, int]] = {}
        for move in position.moves:
            after = rules.play(state, move)
            over = rules.player(after) == OVER
            known = (int(rules.payoffs(after)[0]), 0) if over else self.entry(after)
            if known is None:
                continue  # a win that comes too late to count, for all that is known
            if not over:
                self.used[after] = known[0]
            value, plies = sign * known[0], known[1] or 0
            scored[move] = value, -plies if value > 0 else plies if value < 0 else 0
        order = sorted(scored, key=lambda move: scored[move], reverse=True)
        found_there = SearchResult(
            position,
            found[0],
            order[0],
            tuple(order[:1]),
            "a database",
            True,
            counts={"moves": len(order)},
            seconds=time.monotonic() - began,
            moves={move: sign * scored[move][0] for move in order},
            note="" if found[1] is None else f"{count_of(found[1], 'ply')} to the end",
        )
        return self._with_positions(found_there, position)


_KINDS = (Database, PackedDatabase)


def _without_estimates(rules: Rules) -> Rules:
    """The same game, of which a search that stops before the end says nothing."""
    kind: Any = type(rules)
    silent = {name: getattr(Rules, name) for name in ("evaluate", "noisy", "limits")}
    made = copy(rules)
    made.__class__ = type(kind.__name__, (kind,), silent)
    return made


def _opened(one: Consulted, rules: Rules) -> Database | PackedDatabase:
    """A database by the name of its file, which says what it is of."""
    if isinstance(one, _KINDS):
        return one
    path = Path(one)
    if path.suffix not in DATABASES:
        raise GameError(f"{path}: a database ends in {' or '.join(DATABASES)}")
    maker = made_by(path)
    if maker is None:
        return read_database(path, rules)
    name, parameters = maker
    ending = make(name, **parameters)
    if not isinstance(ending, Rules):
        raise GameError(f"{path}: {name} is not a game with moves")
    return read_database(path, rules if ending == rules else ending)


def _name(database: Database | PackedDatabase) -> str:
    file = f", {database.folder.name}" if isinstance(database, PackedDatabase) else ""
    return f"{database.rules.name}{file}"


def _standing(database: Database | PackedDatabase, rules: Rules, state: Any) -> InEnding | None:
    """How a position stands in a database, which must be of the same game or of an ending of it."""
    own = database.rules
    if own == rules:
        return InEnding(state)
    if not (own.has("ending_of") or own.has("comes_to")):
        raise GameError(
            f"a database of {own.name} says nothing about {rules.name}; an ending has comes_to()"
        )
    return own.ending_of(rules, state)


def _entry(database: Database | PackedDatabase, rules: Rules, state: Any) -> Found | None:
    stands = _standing(database, rules, state)
    if stands is None or not _holds(database, stands.state):
        return None
    try:
        value, plies = database.value(stands.state), database.plies(stands.state)
    except GameError:  # it was never reached
        return None
    if value and stands.plies is not None and (plies is None or plies > stands.plies):
        return None
    return (-value if stands.swapped else value), plies


def _holds(database: Database | PackedDatabase, state: Any) -> bool:
    """Whether a database by layers has a number for a position, in a layer that is solved."""
    if not isinstance(database, LayeredDatabase):
        return True
    return 0 <= database.rules.index(state) < sum(int(layer["size"]) for layer in database.layers)
