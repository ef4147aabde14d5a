"""A trained model: a game, what was learned of it, and how that came about; one file.

A ``.kbz`` file of the kind ``model`` is a NumPy archive (``numpy.load`` opens it) with these
arrays:

============ ================= ===========================================================
name         type              holds
============ ================= ===========================================================
about        uint8             JSON in UTF-8: kind, version, game, title, fingerprint,
                               method, options, seed, rounds, measures, facts
history      float64 [T, 2+M]  round, seconds, and the measures, where NaN is none
know.NAME    any               what the learner knows
============ ================= ===========================================================

``game`` names the game as the shelf does, such as ``pig goal=20``, or is empty; ``fingerprint``
distinguishes one game from another.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

import kibitz
from kibitz.core.display import TextDisplayable, text_to_html
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.files import npz_file
from kibitz.core.method import find
from kibitz.core.noun import Noun
from kibitz.core.spelling import count_of
from kibitz.learning.training.curves import draw_history
from kibitz.learning.training.history import History
from kibitz.learning.training.learner import Kept
from kibitz.learning.training.lesson import Lesson, learnable
from kibitz.learning.training.shelf_call import shelf_call
from kibitz.pictures import Picture
from kibitz.rules.fingerprint import fingerprint as rules_fingerprint
from kibitz.rules.game import SIMULTANEOUS, Move, Position, Rules

if TYPE_CHECKING:
    from kibitz.learning.training.learner import AnyLearner
    from kibitz.search.monte_carlo.mcts import MCTSResult

KIND, VERSION, ENDING = "model", 1, ".kbz"
KNOWN = "know."
_KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "int": ((int,), "a whole number"),
    "float": ((int, float), "a number"),
    "bool": ((bool,), "yes or no"),
    "str": ((str,), "a word"),
}
"""What the settings of learners are, by how their types are written."""


@dataclass(frozen=True, eq=False)
class Model(TextDisplayable):
    """What was learned of a game. It plays, draws its history, and is saved in one file."""

    lesson: Lesson
    method: str
    options: dict[str, Any]
    learner: AnyLearner
    history: History = field(default_factory=History)
    rounds: int = 0
    stopped: str = ""
    """Why the training ended early, if it did."""

    @property
    def game(self) -> Noun:
        """The game that was learned."""
        return self.lesson.game

    @property
    def measures(self) -> dict[str, float]:
        """What was measured last."""
        return self.history.last

    def policy(self, position: Position, seat: int | None = None) -> dict[Move, float]:
        """How likely each move is at a position.

        Parameters
        ----------
        position : Position
            Where.
        seat : int, optional
            Whose move, where players move simultaneously.
        """
        if seat is None:
            seat = position.player
        if position.is_over or (seat < 0 and position.player != SIMULTANEOUS):
            raise GameError(f"{position.rules.name}: no player is to move here")
        return self.learner.policy(position.state, seat)

    def choose(self, position: Position, seat: int | None = None, seed: int | None = None) -> Move:
        """A move, drawn from the policy.

        Parameters
        ----------
        position : Position
            Where.
        seat : int, optional
            Whose move, where players move simultaneously.
        seed : int, optional
            Random seed.
        """
        odds = self.policy(position, seat)
        return Random(seed).choices(list(odds), list(odds.values()))[0]

    def search(
        self,
        position: Position,
        iterations: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
    ) -> MCTSResult:
        """The move of a Monte Carlo tree search that is led by what was learned.

        Parameters
        ----------
        position : Position
            Where.
        iterations : int, optional
            The number of iterations.
        seconds : float, optional
            The time limit.
        seed : int, default 0
            Random seed of dice, where there are any.

        Returns
        -------
        MCTSResult
            The move, with the visits and means of all moves.

        Notes
        -----
        A new position is worth what the model says of it, in place of a random game. Learned
        evaluations are compiled together with the search.
        """
        from kibitz.learning.evaluation.learned_mcts import learned_mcts

        if position.rules != self.game:
            raise GameError(f"this model was trained on another game, {self.lesson.title}")
        return learned_mcts(self.learner, position, iterations, seconds, seed)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model to a file, whole or not at all.

        Parameters
        ----------
        path : str or PathLike
            The file, which is replaced if it exists; its name must end in ``.kbz``.
        """
        if not str(path).endswith(ENDING):
            raise GameError(f"{path}: a model is saved as {ENDING}")
        write_kept(path, KIND, VERSION, self, self.learner.knowledge())

    def draw(self) -> Picture:
        """The curves of its training."""
        return draw_history(self.history, f"{self.lesson.title}: {self.method}")

    def explain(self) -> Explanation:
        """How it learned: textbook updates traced by hand."""
        return self.learner.explain()

    def to_json(self) -> dict[str, Any]:
        """What it is and what was measured; the knowledge itself is in its file."""
        seconds = self.history.rows[-1].seconds if self.history.rows else 0.0
        return {
            "kind": KIND,
            "game": shelf_call(self.game) or self.lesson.title,
            "method": self.method,
            "options": self.options,
            "seed": self.lesson.seed,
            "rounds": self.rounds,
            "seconds": seconds,
            "measures": self.measures,
            "stopped": self.stopped,
        }

    def __str__(self) -> str:
        seconds = self.history.rows[-1].seconds if self.history.rows else 0.0
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds:,} rounds"
        lines = [
            f"{self.lesson.title}: {self.method}, {rounds} in {seconds:,.1f} s",
            *(f"  {name}: {value:.6g}{self._of(name)}" for name, value in self.measures.items()),
        ]
        return "\n".join([*lines, *([f"stopped: {self.stopped}"] if self.stopped else [])])

    def _of(self, name: str) -> str:
        """The number of positions of which a share is reported, where it is not all."""
        count = self.learner.checked
        return f" (at {count_of(count, 'position')})" if name == "optimal" and count else ""

    def _repr_html_(self) -> str:
        words = text_to_html(str(self))
        return words + self.draw().html() if self.history.rows else words

    def __repr__(self) -> str:
        return f"<Model: {self.lesson.title} by {self.method}, {count_of(self.rounds, 'round')}>"


def load_model(path: str | PathLike[str], game: Noun | None = None) -> Model:
    """Read a model; its game is taken from the shelf, or must be given.

    Parameters
    ----------
    path : str or PathLike[str]
        The file.
    game : Noun, optional
        The game, when it is not one of the shelf.

    Returns
    -------
    Model
        The model, which can play.
    """
    about, arrays = npz_file.read(path, KIND, VERSION)
    if game is None:
        if not about.get("game"):
            raise GameError(f"{path}: its game has no name; give the game as well")
        game = kibitz.game(npz_file.fact(path, about, "game", str))
    model = read_kept(path, about, arrays, learnable(game))
    with naming(path):
        model.learner.recall(kept_in(path, about, arrays))
    return model


@contextmanager
def naming(path: str | PathLike[str]) -> Iterator[None]:
    """Errors begin with the name of the file that they are about; what is missing is an error."""
    try:
        yield
    except GameError as error:
        known = str(error).startswith(f"{path}:")
        raise error if known else GameError(f"{path}: {error}") from None
    except (LookupError, TypeError, ValueError) as error:
        raise GameError(f"{path}: what was learned cannot be read ({error})") from None


def refuse_nan(arrays: Mapping[str, Any]) -> None:
    """Refuse what was learned where it holds NaN, from which nothing can go on.

    >>> refuse_nan({"q": np.array([0.5, np.nan])})
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: there is NaN in what was learned (q)
    """
    for name, array in arrays.items():
        if array.dtype.kind == "f" and np.isnan(array).any():
            raise GameError(f"there is NaN in what was learned ({name})")


def write_kept(
    path: str | PathLike[str], kind: str, version: int, model: Model, kept: Kept
) -> None:
    """Write a model, or a checkpoint, which keeps more of the learner."""
    about = {
        "kind": kind,
        "version": version,
        "game": shelf_call(model.game),
        "title": model.lesson.title,
        "fingerprint": fingerprint_of(model.game),
        "method": model.method,
        "options": model.options,
        "seed": model.lesson.seed,
        "rounds": model.rounds,
        "measures": list(model.history.names),
        "facts": kept.facts,
    }
    known = {f"{KNOWN}{name}": array for name, array in kept.arrays.items()}
    npz_file.write(path, about, {"history": model.history.array(), **known})


def read_kept(
    path: str | PathLike[str], about: dict[str, Any], arrays: dict[str, Any], game: Noun
) -> Model:
    """What such a file says of the run, with a learner that does not know anything yet."""
    if about.get("fingerprint") != fingerprint_of(game):
        raise GameError(
            f"{path}: this was trained on another game, {about.get('game') or about.get('title')}"
        )
    seed = npz_file.fact(path, about, "seed", int)
    name = npz_file.fact(path, about, "method", str)
    options = npz_file.fact(path, about, "options", dict)
    lesson = Lesson(game, seed)
    with naming(path):
        learner = make_learner(lesson, name, options)
    names = npz_file.fact(path, about, "measures", list)
    table = arrays.get("history")
    if table is None or table.ndim != 2 or table.shape[1] != 2 + len(names):
        raise GameError(f"{path}: its history cannot be read")
    rounds = npz_file.fact(path, about, "rounds", int)
    return Model(lesson, name, options, learner, History.of(names, table), rounds)


def kept_in(path: str | PathLike[str], about: dict[str, Any], arrays: dict[str, Any]) -> Kept:
    """What such a file keeps of the learner."""
    facts = npz_file.fact(path, about, "facts", dict)
    known = {k[len(KNOWN) :]: v for k, v in arrays.items() if k.startswith(KNOWN)}
    refuse_nan(known)
    return Kept(facts, known)


def make_learner(lesson: Lesson, method: str, options: dict[str, Any]) -> AnyLearner:
    """A learner by its name, with options that it knows."""
    learner = find(lesson, method)[0]
    for option in learner.options:
        if option.name in options:
            _refuse_other_kinds(option.name, options[option.name], str(option.annotation))
    made: AnyLearner = learner(lesson, **options)
    return made


def _refuse_other_kinds(name: str, value: Any, annotation: str) -> None:
    """Raise an error for a setting that is not of the kind that its learner takes.

    >>> _refuse_other_kinds("rate", 1, "float | None")
    >>> _refuse_other_kinds("rate", "abc", "float | None")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: rate is 'abc'; it must be a number
    """
    wanted, _, other = annotation.partition(" | ")
    if wanted not in _KINDS or (value is None and other == "None"):
        return
    kinds, words = _KINDS[wanted]
    if not isinstance(value, kinds) or (isinstance(value, bool) and wanted != "bool"):
        raise GameError(f"{name} is {value!r}; it must be {words}")
    if isinstance(value, float) and not math.isfinite(value):
        raise GameError(f"{name} is {value}; it must be finite")


def fingerprint_of(game: Noun) -> str:
    """A text that differs for games that differ."""
    if isinstance(game, Rules):
        return rules_fingerprint(game)
    to_json = getattr(game, "to_json", None)
    text = json.dumps(to_json(), default=str) if to_json is not None else repr(game)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
