"""Rounds of a table of payoffs: the same game again and again, with the score against the value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.core.display import TextDisplayable
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Table
from kibitz.core.numbers import exact, plain, show
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame

if TYPE_CHECKING:
    from kibitz.learning.training.model import Model

Round = tuple[int, int]
"""The row and the column of a round."""


class Chooser(Protocol):
    """Chooses a strategy, knowing all rounds before."""

    name: str

    def choose(self, game: StrategicGame, seat: int, past: Sequence[Round]) -> int | None:
        """A strategy, or None to stop."""


class EquilibriumChooser:
    """Plays an optimal strategy of a zero-sum game, else the first equilibrium."""

    name = "equilibrium"

    def __init__(self, random: Random) -> None:
        self._random = random
        self._mixes: dict[StrategicGame, Any] = {}

    def choose(self, game: StrategicGame, seat: int, past: Sequence[Round]) -> int | None:
        mixes = self._mixes.setdefault(game, equilibrium(game))
        weights = [float(p) for p in mixes[seat]]
        return self._random.choices(range(len(weights)), weights)[0]


class FictitiousChooser:
    """Plays a best response to how often the other has chosen each strategy so far.

    References
    ----------
    Brown 1951.
    """

    name = "fictitious-play"

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, game: StrategicGame, seat: int, past: Sequence[Round]) -> int | None:
        own = len(game.strategies[seat])
        if not past:
            return self._random.randrange(own)
        payoffs = [sum(_paid(game, seat, k, r[1 - seat]) for r in past) for k in range(own)]
        return payoffs.index(max(payoffs))


class RandomChooser:
    """Plays every strategy equally often."""

    name = "random"

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, game: StrategicGame, seat: int, past: Sequence[Round]) -> int | None:
        return self._random.randrange(len(game.strategies[seat]))


class RepeatChooser:
    """Does what the other did in the round before: tit for tat where both have the same choices."""

    name = "tit-for-tat"

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, game: StrategicGame, seat: int, past: Sequence[Round]) -> int | None:
        last = past[-1][1 - seat] if past else 0
        return min(last, len(game.strategies[seat]) - 1)


CHOOSERS: dict[str, Callable[[Random], Chooser]] = {
    "equilibrium": EquilibriumChooser,
    "fictitious-play": FictitiousChooser,
    "random": RandomChooser,
    "tit-for-tat": RepeatChooser,
}
"""Who plays rounds, by name."""
SHORT = {"auto": "equilibrium", "perfect": "equilibrium", "fictitious": "fictitious-play"}
"""Other names of them."""


class PersonChooser:
    """Asks a person: ``read`` gives the next line, or None at the end; ``say`` prints."""

    def __init__(
        self,
        read: Callable[[str], str | None],
        say: Callable[[str], None],
        name: str = "you",
    ) -> None:
        self.name = name
        self._read = read
        self._say = say

    def choose(self, game: StrategicGame, seat: int, past: Sequence[Round]) -> int | None:
        names = game.strategies[seat]
        while True:
            typed = self._read(f"{self.name} ({', '.join(names)})> ")
            word = "q" if typed is None else typed.strip()
            if word.casefold() in ("q", "quit", "exit") and word not in names:
                return None
            if word == "?":
                self._say(_advice(game, seat))
            elif (found := _named(names, word)) is not None:
                return found
            else:
                known = ", ".join(names)
                self._say(f"{word!r} is not a choice; the choices are {known}; ? hint, q stop")


@dataclass(frozen=True)
class Rounds(TextDisplayable):
    """What was played, and how it compares with the value.

    >>> from kibitz import matrix
    >>> game = matrix("1 -1; -1 1").strategic()
    >>> done = Rounds(game, ("Ada", "Bob"), ((0, 0), (1, 0), (1, 1)))
    >>> done.scores(), done.regret(0)
    ((Fraction(1, 1), Fraction(-1, 1)), Fraction(0, 1))
    """

    game: StrategicGame
    names: tuple[str, str]
    played: tuple[Round, ...]

    def scores(self) -> tuple[Fraction, Fraction]:
        """What both have earned."""
        first = sum((_paid(self.game, 0, r, c) for r, c in self.played), Fraction(0))
        return first, sum((_paid(self.game, 1, c, r) for r, c in self.played), Fraction(0))

    def regret(self, seat: int) -> Fraction:
        """How much more the best single strategy would have earned in all rounds.

        Parameters
        ----------
        seat : int
            The player, from 0.
        """
        best = max(
            sum((_paid(self.game, seat, k, r[1 - seat]) for r in self.played), Fraction(0))
            for k in range(len(self.game.strategies[seat]))
        )
        return best - self.scores()[seat]

    def value(self) -> tuple[Fraction, Fraction]:
        """What both get a round in the first equilibrium that is found."""
        return _value(self.game)

    def table(self) -> Table:
        """How often each strategy was played, beside the first equilibrium that is found."""
        rows = []
        for seat, mix in enumerate(equilibrium(self.game)):
            for k, (label, p) in enumerate(zip(self.game.strategies[seat], mix, strict=True)):
                count = sum(r[seat] == k for r in self.played)
                share = f"{count} of {len(self.played)}"
                rows.append((self.names[seat], label, share, f"{float(p):.3f}"))
        beside = "in equilibrium" if self.game.zero_sum else "in an equilibrium"
        return Table(("player", "strategy", "played", beside), tuple(rows))

    def __str__(self) -> str:
        count = len(self.played)
        if not count:
            return "no round was played"
        lines = [f"{count} round{'s' if count > 1 else ''}"]
        value = self.value()
        pays = "the value is" if self.game.zero_sum else "an equilibrium pays"
        for seat, name in enumerate(self.names):
            earned = self.scores()[seat]
            due = count * value[seat]
            lines.append(
                f"{name} earned {show(earned)}, {float(earned / count):.3f} a round; {pays} "
                f"{show(value[seat])} a round, {float(due):.2f} in all"
            )
            if (more := self.regret(seat)) > 0:
                lines.append(f"  the best single strategy would have earned {show(more)} more")
        return "\n".join([*lines, "", self.table().text()])

    def to_json(self) -> dict[str, Any]:
        labels = self.game.strategies
        return {
            "kind": "rounds",
            "players": list(self.names),
            "rounds": [[labels[0][r], labels[1][c]] for r, c in self.played],
            "scores": [plain(x) for x in self.scores()],
            "value": [plain(x) for x in self.value()],
            "regrets": [plain(self.regret(seat)) for seat in (0, 1)],
            "method": "play",
            "exact": self.game.exact,
        }


class LearnedChooser:
    """Plays the automaton of a model, as :func:`kibitz.train` evolves it."""

    def __init__(self, model: Model, name: str) -> None:
        self.name, self._learner = name, model.learner
        if not hasattr(self._learner, "reply"):
            raise GameError(
                f"{name}: this model does not play rounds; leave out the number of rounds"
            )

    def choose(self, game: StrategicGame, seat: int, past: Sequence[Round]) -> int | None:
        choice: int = self._learner.reply([done[1 - seat] for done in past])
        return choice


def make_chooser(
    name: str, seed: int | None = None, game: StrategicGame | MatrixGame | None = None
) -> Chooser:
    """Who plays, by name.

    Parameters
    ----------
    name : str
        equilibrium, fictitious-play, random or tit-for-tat, or the file of a model.
    seed : int, optional
        Random seed.
    game : StrategicGame or MatrixGame, optional
        The game, which that of a model must be.

    Returns
    -------
    Chooser
        A player of rounds.
    """
    if name.endswith(".kbz"):
        from kibitz.learning.training.model import load_model

        return LearnedChooser(load_model(name, game), name)
    key = SHORT.get(name, name)
    if key not in CHOOSERS:
        raise GameError(f"unknown player {name!r}{did_you_mean(name, CHOOSERS)}")
    return CHOOSERS[key](Random(seed))


def play_rounds(
    game: StrategicGame | MatrixGame,
    first: Chooser,
    second: Chooser,
    rounds: int,
    watch: Callable[[Rounds], None] | None = None,
) -> Rounds:
    """Play a game of two several times.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        A table of payoffs for two players.
    first : Chooser
        Chooses rows.
    second : Chooser
        Chooses columns, without seeing the row of the round.
    rounds : int
        How many rounds, unless someone stops.
    watch : callable, optional
        Called after every round.

    Returns
    -------
    Rounds
        What was played.

    Examples
    --------
    >>> from kibitz import matrix
    >>> pair = make_chooser("fictitious-play", 1), make_chooser("tit-for-tat")
    >>> len(play_rounds(matrix("1 -1; -1 1"), *pair, rounds=5).played)
    5
    """
    table = game.strategic() if isinstance(game, MatrixGame) else game
    if len(table.players) != 2:
        raise GameError(f"rounds need two players; this game has {len(table.players)}")
    if rounds < 1:
        raise GameError(f"rounds is {rounds}; it must be at least 1")
    names = (first.name, second.name)
    if names[0] == names[1]:
        names = (f"{names[0]} ({table.players[0]})", f"{names[1]} ({table.players[1]})")
    done = Rounds(table, names, ())
    for _ in range(rounds):
        row = first.choose(table, 0, done.played)
        column = None if row is None else second.choose(table, 1, done.played)
        if row is None or column is None:
            break
        done = Rounds(table, names, (*done.played, (row, column)))
        if watch is not None:
            watch(done)
    return done


def equilibrium(game: StrategicGame) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Optimal strategies of a zero-sum game, else those of the first equilibrium."""
    if game.zero_sum:
        found = game.matrix_game().solve()
        return tuple(found.row), tuple(found.column)
    mixes = game.solve("equilibria").to_json()["extreme"][0]["strategies"]
    return tuple(exact(p) for p in mixes[0]), tuple(exact(p) for p in mixes[1])


def _value(game: StrategicGame) -> tuple[Fraction, Fraction]:
    mixes = [[exact(p) for p in mix] for mix in equilibrium(game)]

    def expected(seat: int) -> Fraction:
        return sum(
            (
                p * q * _paid(game, seat, own, other)
                for own, p in enumerate(mixes[seat])
                for other, q in enumerate(mixes[1 - seat])
            ),
            Fraction(0),
        )

    return expected(0), expected(1)


def _paid(game: StrategicGame, seat: int, own: int, other: int) -> Fraction:
    """What a player wants more of, so in a game of costs the cost with a minus."""
    cell = (own, other) if seat == 0 else (other, own)
    return exact(game.payoffs[seat][cell])


def _named(names: Sequence[str], word: str) -> int | None:
    """The strategy that was typed: its name, or the beginning of one name only, or its number."""
    if word in names:
        return names.index(word)
    begun = word.casefold()
    near = [k for k, name in enumerate(names) if word and name.casefold().startswith(begun)]
    if len(near) == 1:
        return near[0]
    return int(word) - 1 if word.isdigit() and 1 <= int(word) <= len(names) else None


def _advice(game: StrategicGame, seat: int) -> str:
    mix = equilibrium(game)[seat]
    listed = ", ".join(
        f"{name} {show(exact(p))}" for name, p in zip(game.strategies[seat], mix, strict=True) if p
    )
    return f"in equilibrium: {listed}"
