"""Backgammon with the doubling cube as a move.

Before throwing, a player who owns the cube, or anyone while it is in the middle, may double what
the game is worth; the other takes, and then owns the cube, or drops and loses what it was worth
before. A state is a position of backgammon with the cube, its owner and what is to be decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.dice.backgammon import CUBE, Backgammon, Throw
from kibitz.rules import CHANCE, OVER
from kibitz.rules.game import match_move

MIDDLE = -1
"""Nobody owns the cube yet."""
NOTHING, DOUBLING, ANSWERING, DROPPED = range(4)
"""What is to be decided about the cube."""
THROW, DOUBLE, TAKE, DROP = range(200, 204)
"""Moves of the cube; those of backgammon are smaller numbers."""
_WORDS = {THROW: "throw", DOUBLE: "double", TAKE: "take", DROP: "drop"}


class Cube(NamedTuple):
    """A position, what the cube shows, who may turn it, and what is to be decided about it."""

    throw: Throw
    cube: int
    owner: int
    stage: int


class DoublingBackgammon(Backgammon):
    """Backgammon in which doubling, taking and dropping are moves.

    States are :class:`Cube`; what is inherited sees the positions of backgammon within them.

    >>> rules = DoublingBackgammon()
    >>> state = rules.read_position("0 0 0 0 0 1" + " 0" * 17 + " -1; white")
    >>> rules.show_move(state, DOUBLE), rules.player(rules.play(state, DOUBLE))
    ('double', 1)
    """

    title = "Backgammon with the cube"

    def __init__(self, gammons: bool = True, cube: int = 1, most: int = 64) -> None:
        if most not in CUBE or cube not in CUBE or cube > most:
            shown = ", ".join(map(str, CUBE))
            raise GameError(f"cube is {cube} and most {most}; they are of {shown}, cube no larger")
        super().__init__(gammons)
        self.board = Backgammon(gammons)
        """The game without the cube, which shows and reads positions; the rules inherit it."""
        self.first_cube, self.most = cube, most
        bound = most * (3 if gammons else 1)
        self.payoff_bounds = (-bound, bound)

    def start(self) -> Any:
        return Cube(super().start(), self.first_cube, MIDDLE, NOTHING)

    def player(self, state: Any) -> int:
        if state.stage == DROPPED:
            return OVER
        if state.stage == DOUBLING:
            return int(state.throw.turn)
        if state.stage == ANSWERING:
            return int(1 - state.throw.turn)
        return super().player(state.throw)

    def chance(self, state: Any) -> Iterator[tuple[int, Fraction]]:
        for outcome, odds in super().chance(state.throw):  # noqa: UP028 - pairs can be compiled
            yield outcome, odds

    def moves(self, state: Any) -> Iterator[int]:
        if state.stage == DOUBLING:
            yield THROW
            yield DOUBLE
        elif state.stage == ANSWERING:
            yield TAKE
            yield DROP
        else:
            yield from super().moves(state.throw)

    def play(self, state: Any, move: int) -> Any:
        if move == THROW:
            return state._replace(stage=NOTHING)
        if move == DOUBLE:
            return state._replace(stage=ANSWERING)
        if move == TAKE:
            return Cube(state.throw, 2 * state.cube, 1 - state.throw.turn, NOTHING)
        if move == DROP:
            return state._replace(stage=DROPPED)
        after = super().play(state.throw, move)
        return Cube(after, state.cube, state.owner, self._stage(after, state.cube, state.owner))

    def _stage(self, throw: Throw, cube: int, owner: int) -> int:
        """Whether the player who is to throw may double first."""
        waits = throw.turn >= 0 and throw.left == 0 and super().player(throw) == CHANCE
        may = owner in (MIDDLE, throw.turn) and 2 * cube <= self.most
        return DOUBLING if waits and may else NOTHING

    def payoffs(self, state: Any) -> tuple[int, int]:
        if state.stage == DROPPED:
            won = state.cube if state.throw.turn == 0 else -state.cube
            return (won, -won)
        first, second = super().payoffs(state.throw)
        return (state.cube * first, state.cube * second)

    def evaluate(self, state: Any) -> tuple[float, float]:
        """The position without the cube, times what it shows; a double is counted as taken."""
        first, _ = super().evaluate(state.throw)
        worth = state.cube * (2 if state.stage == ANSWERING else 1)
        return (worth * first, -worth * first)

    def noisy(self, state: Any, move: int) -> bool:
        """Hits."""
        return move < THROW and super().noisy(state.throw, move)

    def show(self, state: Any) -> str:
        whose = "in the middle" if state.owner == MIDDLE else f"with {self.names[state.owner]}"
        lines = self.board.show(state.throw).split("\n")
        if state.stage == DOUBLING:
            lines[-1] = self.show_turn(state, "to throw or double")
        elif state.stage == ANSWERING:
            lines[-1] = self.show_turn(state, "to take or drop")
        elif state.stage == DROPPED:
            dropped = f"{self.names[1 - state.throw.turn]} has dropped"
            lines[-1] = f"{dropped}; {self.show_turn(state)}"
        return "\n".join([*lines[:-1], f"cube {state.cube}, {whose}", lines[-1]])

    def picture(self, state: Any) -> Any:
        return self.board.picture(state.throw)

    def view_picture(self, state: Any, player: int | None) -> Any:
        return None

    def show_move(self, state: Any, move: int) -> str:
        return _WORDS.get(move) or self.board.show_move(state.throw, move)

    def read_move(self, state: Any, text: str) -> int:
        """As written: throw, double, take, drop, or a move of backgammon."""
        if self.player(state) in (0, 1) and state.stage == NOTHING:
            return self.board.read_move(state.throw, text)
        return int(match_move(self, state, text))

    def read_position(self, text: str) -> Any:
        """A position of backgammon, with ``cube 2 black`` for what it shows and who owns it."""
        parts = text.replace("\n", ";").split(";")
        said = [part.split() for part in parts if part.strip().lower().startswith("cube")]
        rest = ";".join(part for part in parts if not part.strip().lower().startswith("cube"))
        cube, owner = self.first_cube, MIDDLE
        for words in said:
            if len(words) < 2 or words[1] not in map(str, CUBE) or int(words[1]) > self.most:
                raise GameError(f"backgammon: {' '.join(words)!r}; write cube 2 black")
            cube = int(words[1])
            if len(words) > 2:
                if words[2].lower() not in self.names:
                    raise GameError(
                        f"backgammon: unknown player {words[2]!r}; write white or black"
                    )
                owner = self.names.index(words[2].lower())
        throw = self.board.read_position(rest)
        return Cube(throw, cube, owner, self._stage(throw, cube, owner))


@named("doubling-backgammon", "dice")
def doubling_backgammon(gammons: bool = True, cube: int = 1, most: int = 64) -> DoublingBackgammon:
    """Backgammon in which doubling, taking and dropping are moves.

    Parameters
    ----------
    gammons : bool, default True
        Whether gammons and backgammons count double and triple.
    cube : {1, 2, 4, 8, 16, 32, 64}, default 1
        What the doubling cube shows at the start.
    most : {1, 2, 4, 8, 16, 32, 64}, default 64
        What it can show at most; 1 leaves it out.

    Returns
    -------
    DoublingBackgammon
        The game.
    """
    return DoublingBackgammon(gammons, cube, most)
