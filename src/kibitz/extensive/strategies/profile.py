"""Behavior strategies: how likely each move is at each information set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.players import which_player
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Profile:
    """What all players do everywhere: a probability for each move at each information set."""

    game: ExtensiveGame
    weights: Any
    """One entry for each sequence: floats, or an object array of Fractions."""

    @property
    def exact(self) -> bool:
        return bool(self.weights.dtype == object)

    def __getitem__(self, infoset: int | str) -> dict[str, Number]:
        """The probabilities at an information set, by the names of the moves."""
        number_ = self.game.find(infoset) if isinstance(infoset, str) else infoset
        start, stop = self.game.offset[number_ : number_ + 2]
        return dict(zip(self.game.moves(number_), self.weights[start:stop].tolist(), strict=True))

    def of(self, player: int | str) -> dict[str, dict[str, Number]]:
        """One player's strategy as a table: information set -> move -> probability.

        Parameters
        ----------
        player : int or str
            The position of the player, from 0, or the name.
        """
        player = which_player(player, self.game.players)
        mine = np.flatnonzero(self.game.owners == player).tolist()
        names = [self.game.infoset_name(k) for k in mine]
        if len(set(names)) < len(names):
            names = [self.game.infoset_names[k] for k in mine]
        return {name: self[k] for name, k in zip(names, mine, strict=True)}

    def to_json(self) -> dict[str, dict[str, dict[str, Any]]]:
        """A table for each player: information set -> move -> probability."""
        return {
            name: {
                infoset: {move: plain(p) for move, p in moves.items()}
                for infoset, moves in self.of(player).items()
            }
            for player, name in enumerate(self.game.players)
        }

    def __iter__(self) -> Iterator[tuple[int, dict[str, Number]]]:
        return ((k, self[k]) for k in range(self.game.infosets))

    def with_player(self, player: int, other: Profile) -> Profile:
        """This profile with one player's strategy taken from another.

        Parameters
        ----------
        player : int
            The position of the player, from 0.
        other : Profile
            Where this player plays otherwise.
        """
        theirs = self.game.owners[self.game.treeplex.infoset_of] == player
        return Profile(self.game, np.where(theirs, other.weights, self.weights))

    def floating(self) -> Profile:
        return Profile(self.game, self.weights.astype(float))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Profile)
            and self.game == other.game
            and bool((self.weights == other.weights).all())
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        title = self.game.title or "an extensive game"
        return f"<Profile of {title}: {count_of(self.game.infosets, 'information set')}>"

    def __str__(self) -> str:
        lines = []
        for player, name in enumerate(self.game.players):
            plan = self.of(player)
            lines += [f"{name}:"] if plan else []
            for infoset, moves in plan.items():
                each = ", ".join(f"{move} {show(p)}" for move, p in moves.items())
                lines.append(f"  {infoset}: {each}")
        return "\n".join(lines)


def profile(game: ExtensiveGame, table: Mapping[Any, Any], free: int | None = None) -> Profile:
    """A profile from a table: information set -> move -> probability.

    Information sets are named or numbered; a table may hold one table for each player. Moves left
    out have probability zero; an information set left out is an error, unless it has one move or
    belongs to the player who is ``free``, whose moves are then equally likely.
    """
    if not isinstance(table, Mapping):
        raise GameError(
            f"a profile is a table of information sets and their moves, not {table!r:.40}"
        )
    flat = _flatten(game, table)
    exact = not any(isinstance(p, float) for row in flat.values() for p in row)
    weights = np.zeros(game.offset[-1], object if exact else float)
    for infoset in range(game.infosets):
        row = flat.get(infoset)
        if row is None:
            count = int(game.sizes[infoset])
            if count == 1 or int(game.owners[infoset]) == free:
                row = [Fraction(1, count) if exact else 1.0 / count] * count
            else:
                raise GameError(
                    f"no probabilities are given for {game.infoset_name(infoset)!r} of "
                    f"{game.players[game.owners[infoset]]}"
                )
        _check(row, game, infoset)
        weights[game.offset[infoset] : game.offset[infoset + 1]] = row
    return Profile(game, weights)


def rows(game: ExtensiveGame, table: Mapping[Any, Any]) -> dict[int, list[Number]]:
    """The probabilities that a table gives, by information set; it may leave out what it likes."""
    by_infoset = _flatten(game, table)
    for infoset, row in by_infoset.items():
        _check(row, game, infoset)
    return by_infoset


def restricted(profile: Profile, part: ExtensiveGame) -> Profile:
    """What a profile says about a part of its game."""
    whole = profile.game
    weights = np.zeros(part.offset[-1], profile.weights.dtype)
    for k, name in enumerate(part.infoset_names):
        there = whole.find(name)
        weights[part.offset[k] : part.offset[k + 1]] = profile.weights[
            whole.offset[there] : whole.offset[there + 1]
        ]
    return Profile(part, weights)


def uniform(game: ExtensiveGame) -> Profile:
    """Every move as likely as any other at its information set.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.

    Returns
    -------
    Profile
        The profile.
    """
    sizes = np.repeat(game.sizes, game.sizes)
    if not game.exact:
        return Profile(game, 1 / sizes)
    return Profile(game, np.array([Fraction(1, int(n)) for n in sizes], object))


def _flatten(game: ExtensiveGame, table: Mapping[Any, Any]) -> dict[int, list[Number]]:
    if all(key in game.players and _is_of(game, key, rows) for key, rows in table.items()):
        pairs = [
            (game.find(key, game.players.index(player)) if isinstance(key, str) else key, row)
            for player, rows in table.items()
            for key, row in rows.items()
        ]
    else:
        pairs = [(game.find(k) if isinstance(k, str) else k, row) for k, row in table.items()]
    return {infoset: _row(game, infoset, row) for infoset, row in pairs}


def _is_of(game: ExtensiveGame, player: str, rows: Any) -> bool:
    """Whether these are the information sets of a player, not the moves of a set of this name."""
    if not isinstance(rows, Mapping):
        return False
    if all(isinstance(row, Mapping) for row in rows.values()):
        return True
    mine = np.flatnonzero(game.owners == game.players.index(player)).tolist()
    return set(rows) <= {game.infoset_name(k) for k in mine}


def _row(game: ExtensiveGame, infoset: int, row: Any) -> list[Number]:
    moves = game.moves(infoset)
    where = f"information set {game.infoset_name(infoset)!r}"
    if isinstance(row, str) and row in moves:
        return [Fraction(int(move == row)) for move in moves]
    if isinstance(row, Mapping):
        for move in row:
            if move not in moves:
                raise GameError(f"{where}: no move {move!r}{did_you_mean(str(move), moves)}")
        return [number(row.get(move, 0), where) for move in moves]
    if not isinstance(row, Sequence) or isinstance(row, str):
        raise GameError(f"{where}: {row!r:.40} is not a distribution over {', '.join(moves)}")
    given = list(row)
    if len(given) != len(moves):
        raise GameError(
            f"{where}: {count_of(len(given), 'probability')} for {count_of(len(moves), 'move')}"
        )
    return [number(p, where) for p in given]


def _check(row: list[Number], game: ExtensiveGame, infoset: int) -> None:
    where = f"information set {game.infoset_name(infoset)!r}"
    if min(row) < 0:
        raise GameError(f"{where}: a probability is negative, {show(min(row))}")
    total: Any = sum(row)
    if abs(total - 1) > (ROUNDING if isinstance(total, float) else 0):
        raise GameError(f"{where}: the probabilities add up to {show(total)}, not 1")
