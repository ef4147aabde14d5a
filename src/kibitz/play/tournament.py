"""Round-robin tournaments: every one against every other, from every seat, with the same luck.

The games of a pairing come in groups of as many as there are seats: within a group the seats are
rotated and chance draws the same numbers, so that neither side nor deal favors anyone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

from kibitz.core.display import TextDisplayable
from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.progress import stop, stops
from kibitz.play.contest import Played, PlayedGame, close, contest
from kibitz.play.players import Player
from kibitz.play.rating import Interval, elo, mean_interval, score_interval
from kibitz.play.specs import agent
from kibitz.play.store import Record, Result, TournamentStore, record
from kibitz.rules.fingerprint import fingerprint
from kibitz.rules.game import Position, Rules
from kibitz.search.scope import require_some

Make = Callable[[str, Rules, int, float | None], Player]
Spread = Callable[[Sequence[tuple[tuple[str, ...], int]]], Iterator[Record]]
"""Whoever plays games, given as seats and rounds, and tells them in any order."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one agent did."""

    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    score: Interval
    """Points per opponent met, from 0 to 1, with its 95 percent interval."""
    payoff: Interval
    """The mean of what the rules paid, with its interval."""
    elo: Interval
    forfeits: int
    seconds: float
    """The mean time of a game spent on its own moves."""

    def to_json(self) -> dict[str, Any]:
        def three(x: Interval) -> list[float | None]:
            return [end if math.isfinite(end) else None for end in (x.middle, x.low, x.high)]

        return {
            "agent": self.agent,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": three(self.score),
            "payoff": three(self.payoff),
            "elo": three(self.elo),
            "forfeits": self.forfeits,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class Tournament(TextDisplayable):
    """The results of a tournament, best agent first."""

    rules: Rules
    agents: tuple[str, ...]
    seed: int
    results: tuple[Result, ...]
    standings: tuple[Standing, ...]
    points: dict[str, dict[str, float]]
    """What each scored against each other one."""
    is_complete: bool

    def table(self) -> Table:
        """The standings, to read."""
        header = ("", "Elo", "±", "score", "95 %", "won", "drawn", "lost", "payoff")
        rows = [
            (
                s.agent,
                f"{s.elo.middle:.0f}",
                f"{s.elo.high - s.elo.middle:.0f}",
                f"{s.score.middle:.1%}",
                f"{100 * s.score.low:.1f}-{100 * s.score.high:.1f}",
                str(s.wins),
                str(s.draws),
                str(s.losses),
                f"{s.payoff.middle:+.3g}",
            )
            for s in self.standings
        ]
        return Table(header, tuple(rows))

    @property
    def heading(self) -> str:
        """What was played, and whether all of it."""
        if not self.results:
            return f"{self.rules.name}: no game is over yet"
        count = "1 game" if len(self.results) == 1 else f"{len(self.results)} games"
        state = "" if self.is_complete else ", not complete"
        return f"{self.rules.name}: {count}{state}, seed {self.seed}"

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the table does not say: who forfeited, and how opponents are counted."""
        said = []
        if self.rules.players > 2:
            said.append("won, drawn and lost count every opponent at the table")
        for s in self.standings:
            if s.forfeits:
                games = "1 game" if s.forfeits == 1 else f"{s.forfeits} games"
                said.append(f"{s.agent} forfeited {games}: {self._first_forfeit(s.agent)}")
        return tuple(said)

    def _first_forfeit(self, agent: str) -> str:
        lost = (r for r in self.results if r.forfeited is not None)
        ending = next(r.ending for r in lost if r.seats[r.forfeited or 0] == agent)
        return ending.removeprefix(f"{agent} ").removeprefix("forfeits ").strip("()")

    def __str__(self) -> str:
        if not self.results:
            return self.heading
        return "\n".join([self.heading, self.table().text(), *self.remarks])

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "tournament",
            "game": self.rules.name,
            "seed": self.seed,
            "games": len(self.results),
            "complete": self.is_complete,
            "standings": [s.to_json() for s in self.standings],
            "points": self.points,
            "method": "play",
            "exact": False,
        }


def tournament(
    rules: Rules,
    agents: Sequence[str],
    games: int = 10,
    seed: int = 0,
    db: str | Path | None = None,
    seconds: float | None = None,
    longest: int | None = None,
    watch: Callable[[Result, int, int], None] | None = None,
    make: Make = agent,
    spread: Spread | None = None,
) -> Tournament:
    """Let agents play a number of games in every pairing.

    Games that are in ``db`` already are not played again: a tournament that was stopped continues,
    and agents or games can be added later.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    agents : sequence of str
        Specifications of the agents.
    games : int, default 10
        How many games each pairing plays.
    seed : int, default 0
        Random seed.
    db : str or Path, optional
        A file that keeps every game as it ends.
    seconds : float, optional
        The time for a move.
    longest : int, optional
        The number of moves after which a game is a draw.
    watch : callable, optional
        A function called with every result, its number and the total.
    make : Make, default agent
        How an agent is made from its specification.
    spread : Spread, optional
        Who plays the games that are not kept yet: other processes, in any order.

    Returns
    -------
    Tournament
        The results and the standings.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> done = tournament(TakeAway(6), ["random", "minimax"], games=20, seed=1)
    >>> [(s.agent, s.games) for s in done.standings]
    [('minimax', 20), ('random', 20)]
    """
    names = tuple(dict.fromkeys(spec.strip() for spec in agents))
    _check(rules, names, games)
    about = {
        "game": rules.name,
        "rules": fingerprint(rules),
        "seed": str(seed),
        "longest": str(longest),
        "seconds": str(seconds),
    }
    schedule = list(_schedule(rules, names, games))
    with TournamentStore(":memory:" if db is None else db, about) as store:
        missing = [(s, r) for s, r in schedule if not store.has(s, r)]
        played = _one_by_one(rules, missing, seed, seconds, longest, make)
        if spread is not None:
            played = spread(missing)
        try:
            for number, game in enumerate(played, len(schedule) - len(missing) + 1):
                result = store.add(game)
                if watch is not None:
                    watch(result, number, len(schedule))
        except KeyboardInterrupt:
            stop()
        kept = {(r.seats, r.round): r for r in store.results()}
    results = tuple(kept[game] for game in schedule if game in kept)
    return _tally(rules, names, seed, results, len(results) == len(schedule))


def _check(rules: Rules, names: tuple[str, ...], games: int) -> None:
    if rules.players < 2:
        raise GameError(f"{rules.name}: a tournament needs a game of two or more players")
    if len(names) < 2:
        raise GameError("a tournament needs two or more different agents, such as random depth:4")
    require_some(games, "games")


def _schedule(
    rules: Rules, names: tuple[str, ...], games: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Seats and rounds; the rotation of seats is part of the seats."""
    seats = rules.players
    if len(names) >= seats:
        tables = list(combinations(names, seats))
    else:
        mixed = combinations_with_replacement(names, seats)
        tables = [table for table in mixed if len(set(table)) > 1]
    for k in range(games):
        for table in tables:
            turn = k % seats
            yield (*table[turn:], *table[:turn]), k


class _Players:
    """The agents of a tournament, fresh for every game, each with a seed of its own."""

    def __init__(self, rules: Rules, seconds: float | None, make: Make) -> None:
        self.rules, self.seconds, self.make = rules, seconds, make
        self._open: list[Player] = []

    def sit(self, seats: tuple[str, ...], seed: int, round_: int) -> list[Player]:
        self.close()
        self._open = [
            self.make(
                spec,
                self.rules,
                Random(f"{seed} {round_} {seats} {k}").randrange(1 << 30),
                self.seconds,
            )
            for k, spec in enumerate(seats)
        ]
        return self._open

    def close(self) -> None:
        close(self._open)
        self._open = []


def _one_by_one(
    rules: Rules,
    missing: Sequence[tuple[tuple[str, ...], int]],
    seed: int,
    seconds: float | None,
    longest: int | None,
    make: Make,
) -> Iterator[Record]:
    """Games played here, one after the other."""
    players = _Players(rules, seconds, make)
    try:
        for seats, round_ in missing:
            yield record(seats, round_, _play(players, seats, round_, seed, longest))
    finally:
        players.close()


def play_game(
    rules: Rules,
    seats: tuple[str, ...],
    round_: int,
    seed: int,
    seconds: float | None = None,
    longest: int | None = None,
    make: Make = agent,
) -> PlayedGame:
    """One game of a tournament; it depends on nothing but what is given here.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    seats : tuple of str
        The specifications of the agents, by seat.
    round_ : int
        The number of the game among those of the table.
    seed : int
        The random seed of the tournament.
    seconds : float, optional
        The time for a move.
    longest : int, optional
        The number of moves after which a game is a draw.
    make : Make, default agent
        How an agent is made from its specification.

    Returns
    -------
    PlayedGame
        The game.
    """
    players = _Players(rules, seconds, make)
    try:
        return _play(players, seats, round_, seed, longest)
    finally:
        players.close()


def _play(
    players: _Players, seats: tuple[str, ...], round_: int, seed: int, longest: int | None
) -> PlayedGame:
    """One game; it does not end if Ctrl-C has cut a search short."""
    before = stops()

    def go_on(after: Position, played: Played) -> None:
        if stops() > before:
            raise KeyboardInterrupt

    luck = Random(f"{seed} {sorted(seats)} {round_ // len(seats)}").randrange(1 << 30)
    seated = players.sit(seats, seed, round_)
    return contest(players.rules, seated, luck, longest, go_on)


def _tally(
    rules: Rules, names: tuple[str, ...], seed: int, results: tuple[Result, ...], complete: bool
) -> Tournament:
    points = {a: dict.fromkeys((b for b in names if b != a), 0.0) for a in names}
    counts = {a: [0, 0, 0] for a in names}
    for r in results:
        for i, j in combinations(range(len(r.seats)), 2):
            if r.seats[i] == r.seats[j]:
                continue
            won = 0.5 * (1 + (r.payoffs[i] > r.payoffs[j]) - (r.payoffs[i] < r.payoffs[j]))
            points[r.seats[i]][r.seats[j]] += won
            points[r.seats[j]][r.seats[i]] += 1 - won
            counts[r.seats[i]][int(2 - 2 * won)] += 1
            counts[r.seats[j]][int(2 * won)] += 1
    matrix = [[points[a].get(b, 0.0) for b in names] for a in names]
    ratings = dict(zip(names, elo(matrix), strict=True))
    found = [_standing(a, counts[a], points[a], ratings[a], results) for a in names]
    found.sort(key=lambda s: -s.elo.middle)
    return Tournament(rules, names, seed, results, tuple(found), points, complete)


def _standing(
    name: str,
    counts: list[int],
    points: dict[str, float],
    rating: Interval,
    results: tuple[Result, ...],
) -> Standing:
    own = [(r, k) for r in results for k, seat in enumerate(r.seats) if seat == name]
    wins, draws, losses = counts
    games = len({(r.seats, r.round) for r, _ in own})
    return Standing(
        name,
        games,
        wins,
        draws,
        losses,
        score_interval(sum(points.values()), wins + draws + losses),
        mean_interval([r.payoffs[k] for r, k in own]),
        rating,
        sum(1 for r, k in own if r.forfeited == k),
        sum(r.seconds[k] for r, k in own) / max(1, len(own)),
    )
