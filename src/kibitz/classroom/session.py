"""A session: an experiment, its players, and the rounds so far, kept in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kibitz.classroom.catalog import experiment as make_experiment
from kibitz.classroom.chart import chart
from kibitz.classroom.experiment import Entry, Experiment, RoundOutcome
from kibitz.core.display import Displayable
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import plain, show
from kibitz.core.spelling import count_of


@dataclass(frozen=True)
class Session(Displayable):
    """Rounds of an experiment; a new one is added by :meth:`play`, which gives a new session.

    >>> room = begin("guess", ["Ada", "Bob", "Cy"])
    >>> room = room.play({"Ada": 33, "Bob": 20, "Cy": 50})
    >>> room.outcomes[0].facts["target"], room.totals()["Bob"]
    (Fraction(206, 9), Fraction(1, 1))
    """

    experiment: Experiment
    players: tuple[str, ...]
    rounds: tuple[dict[str, Entry], ...] = ()
    seed: int = 0

    def play(self, entries: Mapping[str, Any]) -> Session:
        """The session after another round, in which everyone enters something.

        Parameters
        ----------
        entries : mapping
            What each player enters, by name.
        """
        read: dict[str, Entry] = {}
        for name, entry in entries.items():
            if name not in self.players:
                near = did_you_mean(name, self.players)
                raise GameError(f"{name!r} is not in this session{near}")
            read[name] = self.experiment.read(entry, name)
        missing = [name for name in self.players if name not in read]
        if missing:
            raise GameError(f"round {len(self.rounds) + 1}: no entry from {', '.join(missing)}")
        ordered = {name: read[name] for name in self.players}
        return replace(self, rounds=(*self.rounds, ordered))

    def before(self, round_: int) -> Session:
        """The session as it was before a round, counted from 0.

        Parameters
        ----------
        round_ : int
            A round, from 0.
        """
        return replace(self, rounds=self.rounds[:round_])

    @property
    def outcomes(self) -> list[RoundOutcome]:
        """What each round paid."""
        return [
            self.experiment.outcome(entries, self.before(k))
            for k, entries in enumerate(self.rounds)
        ]

    def totals(self) -> dict[str, Fraction]:
        """What each player has earned in all rounds."""
        total = dict.fromkeys(self.players, Fraction(0))
        for outcome in self.outcomes:
            for name, payoff in outcome.payoffs.items():
                total[name] += payoff
        return total

    def private(self) -> dict[str, str]:
        """Each player's private information before the next round."""
        now = len(self.rounds)
        return {name: self.experiment.private(name, now, self) for name in self.players}

    def results(self) -> Explanation:
        """The rounds, the scores, and what theory says."""
        experiment = self.experiment
        steps = [Step("The experiment", experiment.instructions)]
        if not self.rounds:
            return Explanation(experiment.title, tuple(steps))
        steps.append(Step("The rounds", table=self._rounds_table()))
        steps.append(Step("The scores", table=self._scores_table()))
        theory = experiment.theory(self)
        steps.append(replace(theory, picture=theory.picture or chart(self)))
        return Explanation(experiment.title, tuple(steps))

    def _rounds_table(self) -> Table:
        facts = list(dict.fromkeys(fact for o in self.outcomes for fact in o.facts))
        rows = []
        for k, outcome in enumerate(self.outcomes, 1):
            entries = [_text(outcome.entries[name]) for name in self.players]
            rows.append((str(k), *entries, *(_text(outcome.facts.get(f, "")) for f in facts)))
        return Table(("round", *self.players, *facts), tuple(rows))

    def _scores_table(self) -> Table:
        totals = self.totals()
        ranked = sorted(self.players, key=lambda name: -totals[name])
        rounds = len(self.rounds)
        rows = tuple((n, _text(totals[n]), _text(totals[n] / rounds)) for n in ranked)
        return Table(("player", "earned", "a round"), rows)

    def __str__(self) -> str:
        return str(self.results())

    def _repr_html_(self) -> str:
        return self.results().html()

    def _repr_markdown_(self) -> str:
        return self.results().markdown()

    def to_json(self) -> dict[str, Any]:
        """The record of the session; :func:`read_session` reads it."""
        return {
            "kind": "experiment-session",
            "experiment": self.experiment.name,
            "parameters": self.experiment.parameters(),
            "players": list(self.players),
            "seed": self.seed,
            "rounds": [
                {name: plain(e) if isinstance(e, Fraction) else e for name, e in entries.items()}
                for entries in self.rounds
            ],
        }


def begin(
    experiment: str | Experiment, players: Sequence[str], seed: int = 0, **parameters: Any
) -> Session:
    """Begin a session.

    Parameters
    ----------
    experiment : str or Experiment
        Which experiment; :func:`~kibitz.classroom.catalog.experiments` lists them.
    players : sequence of str
        The names of the players.
    seed : int
        Decides private values and who meets whom, the same everywhere.
    **parameters
        Parameters of the experiment.

    Returns
    -------
    Session
        A session without rounds.
    """
    made = make_experiment(experiment, **parameters) if isinstance(experiment, str) else experiment
    names = tuple(name.strip() for name in players if name.strip())
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise GameError(f"players: {twice!r} is named twice")
    if len(names) < made.least:
        raise GameError(
            f"{made.name} needs {count_of(made.least, 'player')} or more; "
            f"{len(names)} {'is' if len(names) == 1 else 'are'} named"
        )
    return Session(made, names, seed=seed)


def read_session(data: Any) -> Session:
    """The session that some JSON stands for, its rounds played again.

    Parameters
    ----------
    data : dict
        What :meth:`Session.to_json` writes.

    Returns
    -------
    Session
        The session.

    Examples
    --------
    >>> room = begin("guess", ["Ada", "Bob"]).play({"Ada": 1, "Bob": 2})
    >>> read_session(room.to_json()) == room
    True
    """
    if not isinstance(data, dict) or data.get("kind") != "experiment-session":
        raise GameError(
            "this is not an experiment session; `kibitz experiment NAME FILE` begins one"
        )
    try:
        name, players = str(data["experiment"]), [str(p) for p in data["players"]]
        parameters, rounds = dict(data["parameters"]), list(data["rounds"])
    except (KeyError, TypeError, ValueError):
        raise GameError("a session needs experiment, parameters, players and rounds") from None
    session = begin(name, players, int(data.get("seed", 0)), **parameters)
    for entries in rounds:
        session = session.play(entries)
    return session


def _text(value: Any) -> str:
    """A value in a table: short decimals for fractions.

    >>> _text(Fraction(206, 9)), _text(Fraction(3)), _text("C")
    ('22.89', '3', 'C')
    """
    if isinstance(value, Fraction):
        return show(value) if value.denominator == 1 else f"{float(value):.2f}"
    return str(value)
