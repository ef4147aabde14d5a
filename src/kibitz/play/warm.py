"""What is compiled at first use, compiled before: ``kibitz warm``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.core.compiling.ahead import compiled_ahead
from kibitz.core.errors import GameError
from kibitz.rules.game import Rules

if TYPE_CHECKING:
    from kibitz.core.noun import Noun

BOARDS = (
    "connect-four",
    "tic-tac-toe",
    "othello",
    "checkers",
    "go",
    "hex",
    "kalah",
    "breakthrough",
    "dots-and-boxes",
    "nine-mens-morris",
)
"""The games that most people play."""


@dataclass(frozen=True, slots=True)
class Warmed:
    """One thing that was compiled, and the seconds of the processor that it took."""

    what: str
    seconds: float
    trouble: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.trouble or f'{self.seconds:.1f} s'}"


def warm(*games: Noun) -> Iterator[Warmed]:
    """Compile what games need, or what is used most, one thing after the other.

    Parameters
    ----------
    *games : Noun
        The games; none stands for tables, trees, games of chance, and the usual boards.

    Yields
    ------
    Warmed
        What was done last.

    Notes
    -----
    Cost: seconds for each; nothing where it was done before.

    Examples
    --------
    >>> from kibitz import matrix
    >>> [done.what for done in warm(matrix("2 0; 1 3"))]
    ['solving this game']
    """
    for what, work in [step for game in games for step in _steps(game)] if games else _usual():
        began = time.process_time()
        trouble = ""
        try:
            with compiled_ahead():
                work()
        except GameError as error:
            trouble = str(error)
        yield Warmed(what, time.process_time() - began, trouble)


def count_steps(*games: Noun) -> int:
    """How many things :func:`warm` will do."""
    return sum(len(_steps(game)) for game in games) if games else len(_usual())


Step = tuple[str, Callable[[], Any]]


def _steps(game: Noun) -> list[Step]:
    title = getattr(game, "title", "") or "this game"
    if isinstance(game, Rules) and game.is_opposed and not game.has("information_state"):
        return _searches(game)
    return [(f"solving {title}", game.solve)]


def _searches(rules: Rules) -> list[Step]:
    """Best moves, random games, and solutions of a game of two sides."""

    def best() -> object:
        from kibitz.search.search import Search

        return Search(rules).best(depth=1)

    def tree() -> object:
        from kibitz.search.monte_carlo.mcts import mcts

        return mcts(rules, iterations=2)

    def exact() -> None:
        from kibitz.search.alpha_beta.exact import ExactSearch

        ExactSearch(rules).prepare(rules.position())

    steps: list[Step] = [(f"{rules.name}: random games", tree)]
    if not rules.has("chance") and not rules.has("choices"):
        steps.insert(0, (f"{rules.name}: best moves", best))
        if rules.longest is not None:
            steps.append((f"{rules.name}: perfect play", exact))
    return steps


def _usual() -> list[Step]:
    from kibitz.games import game

    boards = [step for name in BOARDS for step in _searches(game(name))]
    return [
        ("matrix games", _matrices),
        ("bimatrix games", _bimatrices),
        ("games of three players", _three_players),
        ("trees", lambda: game("leduc").solve()),
        ("regret minimization", _regrets),
        ("games of chance", lambda: game("pig 10").solve()),
        *boards,
    ]


def _matrices() -> None:
    from kibitz.zero_sum.game import matrix

    rows = [[(7 * i * j + 3 * i + j * j) % 19 - 9 for j in range(12)] for i in range(12)]
    for exact in (True, False):
        matrix(rows).solve(exact=exact)
    matrix([[2.0, 0.0], [1.0, 3.0]]).solve()


def _bimatrices() -> None:
    from kibitz.strategic.build import bimatrix

    first = [[(7 * i * j + 3 * i + j * j) % 19 for j in range(7)] for i in range(7)]
    second = [[(5 * i * j + i * i + 2 * j) % 17 for j in range(7)] for i in range(7)]
    bimatrix(first, second).equilibria()


def _three_players() -> None:
    from kibitz.strategic.build import strategic_game

    game = strategic_game("2,2,2 0,1,0; 0,0,1 3,0,0 | 0,0,3 1,0,0; 0,4,0 1,1,1")
    game.equilibria()
    game.solve(method="logit")


def _regrets() -> None:
    from kibitz.games import game
    from kibitz.learning.regret.cfr import cfr

    cfr(game("kuhn-poker"), iterations=2)
