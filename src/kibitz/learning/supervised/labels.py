"""Positions with labels: what each is worth, by the exact solver; kept as Parquet."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.display import TextDisplayable
from kibitz.core.errors import GameError
from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.learning.encoding.encode import encode
from kibitz.learning.encoding.encoding import Encoding
from kibitz.learning.tabular.world import made_world
from kibitz.learning.training.shelf_call import shelf_call
from kibitz.rules.fingerprint import fingerprint
from kibitz.rules.game import Position, Rules
from kibitz.search.methods import prepare
from kibitz.stochastic.from_rules.convert import RulesGame

VERSION = 1
ABOUT = b"kibitz"
PATIENCE = 0.5
"""Seconds that the exact solver has for a position of a large game."""
LONGEST = 400
"""Moves after which a random game is broken off."""
HOPELESS = 20
"""Random games in a row without a position that could be solved, after which none is tried."""


@dataclass(frozen=True, eq=False)
class Labels(TextDisplayable):
    """Positions as rows of words, who moves, and what each is worth to the mover."""

    rules: Rules
    words: Any
    players: Any
    values: Any

    def __len__(self) -> int:
        return len(self.players)

    def __str__(self) -> str:
        worths, counts = np.unique(self.values, return_counts=True)
        told = ", ".join(f"{n:,} worth {worth:g}" for worth, n in zip(worths, counts, strict=True))
        told = told if len(worths) <= 3 else f"worth {worths[0]:.3g} to {worths[-1]:.3g}"
        return f"{count_of(len(self), 'position')} of {self.rules.name}: {told or 'no labels'}"

    @cached_property
    def code(self) -> Encoding:
        return encode(self.rules)

    @cached_property
    def seen(self) -> Any:
        """The features of each position, in a row."""
        found = self.code.observe_words(self.words, self.players)
        return found.reshape(len(self), -1).astype(float)

    def part(self, chosen: Any) -> Labels:
        """Some of the positions."""
        return Labels(self.rules, self.words[chosen], self.players[chosen], self.values[chosen])

    def save(self, path: str | PathLike[str]) -> None:
        """Write a Parquet file: a column for each word, ``player`` and ``value``."""
        arrow, parquet = _parquet()
        if Path(path).suffix != ".parquet":
            raise GameError(f"{path}: labels are saved as .parquet")
        columns = {f"w{k}": self.words[:, k] for k in range(self.words.shape[1])}
        table = arrow.table({**columns, "player": self.players, "value": self.values})
        about = {
            "version": VERSION,
            "game": shelf_call(self.rules),
            "fingerprint": fingerprint(self.rules),
        }
        parquet.write_table(table.replace_schema_metadata({ABOUT: json.dumps(about)}), str(path))


def load_labels(path: str | PathLike[str], rules: Rules) -> Labels:
    """Read positions with labels; those of another game are refused.

    Parameters
    ----------
    path : path
        A Parquet file.
    rules : Rules
        The game.

    Returns
    -------
    Labels
        The positions.
    """
    _, parquet = _parquet()
    try:
        table = parquet.read_table(str(path))
        about = json.loads((table.schema.metadata or {})[ABOUT])
    except FileNotFoundError:
        raise GameError(f"{path}: no such file") from None
    except (KeyError, ValueError, OSError):
        raise GameError(f"{path}: not a Kibitz file of labeled positions") from None
    if about.get("version") != VERSION or about.get("fingerprint") != fingerprint(rules):
        raise GameError(f"{path}: labels of another game or version, {about.get('game')}")
    width = sum(name.startswith("w") for name in table.column_names)
    words = np.stack([table[f"w{k}"].to_numpy() for k in range(width)], axis=1)
    return Labels(rules, words, table["player"].to_numpy(), table["value"].to_numpy())


def label_positions(rules: Rules, count: int = 20_000, seed: int = 0) -> Labels:
    """Positions of a game with their exact values.

    Parameters
    ----------
    rules : Rules
        A game of two opponents without chance or hidden information.
    count : int, default 20,000
        How many, at most. Small games give all their positions.
    seed : int, default 0
        Random seed.

    Returns
    -------
    Labels
        The positions.

    Notes
    -----
    Games of up to a million positions are solved whole. Of larger ones, positions of random games
    are kept that the exact solver finishes within half a second; which these are depends on the
    machine, so :meth:`Labels.save` keeps them.

    Examples
    --------
    >>> import kibitz
    >>> len(label_positions(kibitz.game("tic-tac-toe")))
    627
    """
    if count < 10:
        raise GameError(f"count is {count}; it must be at least 10")
    try:
        return _of_all(rules, count, seed)
    except GameError as error:
        if "more than" not in str(error):
            raise
    return _of_random_games(rules, count, seed)


def _of_all(rules: Rules, count: int, seed: int) -> Labels:
    world = made_world(rules)
    game = world.game
    assert isinstance(game, RulesGame)
    positions = game.positions
    assert positions is not None
    sign = np.where(positions.actor == 0, 1.0, -1.0)
    chosen = np.flatnonzero(positions.actor >= 0)
    if len(chosen) > count:
        chosen = np.sort(np.random.default_rng(seed).choice(chosen, count, replace=False))
    code = encode(rules)
    players = positions.actor[chosen].astype(np.int64)
    pairs = zip(chosen.tolist(), players.tolist(), strict=True)
    words = np.array([code.words(positions.state(k), who) for k, who in pairs], np.int64)
    return Labels(rules, words, players, (sign * world.exact_values)[chosen])


def _of_random_games(rules: Rules, count: int, seed: int) -> Labels:
    code, solve = encode(rules), prepare("exact", rules, seconds=PATIENCE)
    generator = np.random.default_rng(seed)
    rows: list[Any] = []
    players: list[int] = []
    values: list[float] = []
    fruitless = 0
    with work(f"solving positions of {rules.name}", count) as task:
        while len(rows) < count and not task.stopped:
            before = len(rows)
            for position in _random_line(rules, generator):
                try:
                    found = solve(position).value
                except GameError:
                    break
                assert not isinstance(found, tuple)
                value = float(found)
                who = position.player
                rows.append(code.words(position.state, who))
                players.append(who)
                values.append(value if who == 0 else -value)
                task.advance()
            fruitless = fruitless + 1 if len(rows) == before else 0
            if fruitless == HOPELESS:
                raise GameError(f"{rules.name}: its positions cannot be solved in time")
    if not rows:
        raise GameError(f"{rules.name}: stopped before a position was solved")
    table, movers = np.array(rows[:count], np.int64), np.array(players[:count], np.int64)
    return Labels(rules, table, movers, np.array(values[:count], float))


def _random_line(rules: Rules, generator: np.random.Generator) -> list[Position]:
    """The second half of a random game, from its end backward."""
    here = rules.position()
    line: list[Position] = []
    while not here.is_over and len(line) < LONGEST:
        line.append(here)
        here = here.play(here.moves[int(generator.integers(len(here.moves)))])
    return line[::-1][: max(1, len(line) // 2)]


@lru_cache(maxsize=4)
def labels_of(rules: Rules, count: int, seed: int) -> Labels:
    """The same, made once."""
    return label_positions(rules, count, seed)


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise GameError(
            "Parquet files need pyarrow; install it with: pip install 'kibitz[learn]'"
        ) from None
    return pyarrow, parquet
