"""Players of games with moves: programs that look at a position and choose a move."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.combinatorial.in_turns import MOST_LISTED, InTurns
from kibitz.combinatorial.move import Move as Option
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.play.agents import MANY, good_moves
from kibitz.rules.game import SIMULTANEOUS, Move, Position, Rules
from kibitz.rules.one_by_one import OneByOne, PartialTurn
from kibitz.search.methods import SECONDS, Method, is_blind, prepare
from kibitz.search.random_games import tree_digits
from kibitz.search.retrograde.endings import Endings
from kibitz.search.search import Search

if TYPE_CHECKING:
    from kibitz.extensive.strategies.profile import Profile
    from kibitz.learning.training.model import Model
    from kibitz.search.retrograde.packed import PackedDatabase
    from kibitz.search.retrograde.retrograde import Database
    from kibitz.stochastic.from_rules.recurring import RulesSolution
    from kibitz.stochastic.state_answers import StateAnswers

UNDECIDED = 5.0
"""Seconds after which a perfect player that cannot solve a position plays by search."""
HOPELESS = 12
"""Digits of the number of positions that perfect pruning leaves, beyond which it does not try."""
TRIAL = 1.0
"""Seconds in which a game must be solved for its player to be called perfect."""


class Forfeit(GameError):
    """A player cannot continue: it loses the game, and the match continues without it."""


class Player(Protocol):
    """Someone who plays a seat. ``choose`` is asked where that seat has a move; None gives up."""

    name: str

    def choose(self, position: Position, seat: int) -> Move | None:
        """The move to make; None to resign.

        Parameters
        ----------
        position : Position
            The present position, where this seat has a move.
        seat : int
            The player, from 0.
        """


def options(position: Position, seat: int) -> tuple[Move, ...]:
    """The moves of a seat, also where all move simultaneously.

    >>> from kibitz.rules.examples import TakeAway
    >>> options(TakeAway(2).position(), 0)
    (1, 2)
    """
    if position.player == SIMULTANEOUS:
        return tuple(position.rules.choices(position.state, seat))
    if not position.rules.lists_all:
        return tuple(islice(position.rules.moves(position.state), MANY))
    return position.moves


def is_legal(position: Position, seat: int, move: Move) -> bool:
    """Whether a seat may make this move, also where moves are too many to list."""
    rules = position.rules
    if not isinstance(rules, InTurns):
        return move in options(position, seat)
    here = position.state[0]
    if not isinstance(move, Option):
        return isinstance(move, int) and move in islice(rules.moves(position.state), move + 1)
    game = rules.game.at(here)
    if any(Option(*m) == move for m in islice(game.moves(here), MANY)):
        return True
    return move in good_moves(game) or move in (Option(*m) for m in game.moves(here))


def notation(position: Position, seat: int, most: int = MANY) -> list[str]:
    """The moves of a seat as the game writes them; of too many to list only the first.

    >>> from kibitz.rules.examples import TakeAway
    >>> notation(TakeAway(2).position(), 0)
    ['1', '2']
    """
    if position.player == SIMULTANEOUS:
        return [str(move) for move in options(position, seat)]
    rules, state = position.rules, position.state
    if isinstance(rules, InTurns):
        return rules.show_moves(state, MOST_LISTED if rules.lists_all else most)
    return [rules.show_move(state, move) for move in options(position, seat)]


class RandomMover(Player):
    """Draws every move at random."""

    def __init__(self, seed: int | None = None, name: str = "random") -> None:
        self.name = name
        self._random = Random(seed)

    def choose(self, position: Position, seat: int) -> Move | None:
        return self._random.choice(options(position, seat))


class Searcher(Player):
    """Plays the move that a search finds.

    >>> from kibitz.rules.examples import TakeAway
    >>> Searcher(TakeAway(6), "minimax").choose(TakeAway(6).position(), 0)
    2
    """

    def __init__(self, rules: Rules, method: str, name: str = "", **settings: Any) -> None:
        self.name = name or method
        if rules.has("choices"):
            raise GameError(
                f"{rules.name}: {self.name} searches games with turns only, and players move "
                "simultaneously here; use perfect or random"
            )
        if not rules.lists_all:
            raise GameError(
                f"{rules.name}: {self.name} lists every move, and there are more than "
                f"{MOST_LISTED:,} here; use perfect or random"
            )
        if not is_blind(method):
            refuse_hidden(rules, self.name)
        self._search: Method = prepare(method, rules, **settings)

    def choose(self, position: Position, seat: int) -> Move | None:
        if position.player == SIMULTANEOUS:
            raise GameError(f"{position.rules.name}: {self.name} searches games with turns only")
        return self._search(position).move


class PerfectMover(Player):
    """Never gives away what it has, where the game can be solved in time.

    Positions that are not solved within ``seconds`` are played by search, and ``guessed`` counts
    them.

    >>> from kibitz.rules.examples import TakeAway
    >>> PerfectMover(TakeAway(7)).choose(TakeAway(7).position(), 0)
    3
    """

    def __init__(self, rules: Rules, seconds: float = UNDECIDED, name: str = "perfect") -> None:
        self.name = name
        refuse_hidden(rules, "perfect")
        self.guessed = 0
        self._solve = prepare("exact", rules, seconds=seconds)
        self._seconds = seconds

    def choose(self, position: Position, seat: int) -> Move | None:
        known = by_book(position)
        if known is not None:
            return known
        try:
            return self._solve(position).move
        except GameError:
            self.guessed += 1
        return Search(position).best(min(self._seconds, SECONDS)).move

    def solves(self, position: Position) -> bool:
        """Whether it plays perfectly from a position, as far as a short trial tells.

        Parameters
        ----------
        position : Position
            The position to try.
        """
        try:
            return prepare("exact", position.rules, seconds=TRIAL)(position).is_exact
        except GameError:
            return False


class HurriedMover(PerfectMover):
    """The same within this many seconds a move: half of them to solve, and half to search.

    >>> from kibitz.rules.examples import TakeAway
    >>> HurriedMover(TakeAway(7), seconds=0.5).choose(TakeAway(7).position(), 0)
    3
    """

    def __init__(self, rules: Rules, seconds: float, name: str = "perfect") -> None:
        super().__init__(rules, seconds / 2, name)

    def choose(self, position: Position, seat: int) -> Move | None:
        if by_book(position) is not None or not is_hopeless(position):
            return super().choose(position, seat)
        self.guessed += 1
        return Search(position).best(2 * self._seconds).move


def by_book(position: Position) -> Move | None:
    """The move of the game's own book, at positions that were reached from the start.

    >>> from kibitz.games import game
    >>> by_book(game("connect-four").position(4))
    3
    """
    rules = position.rules
    move = rules.book_move(position.history)
    if move is None or rules.position(*position.history).state != position.state:
        return None
    return move


def is_hopeless(position: Position) -> bool:
    """Whether the rest of a game of two sides is far too large to be solved in a second.

    >>> from kibitz.games import game
    >>> is_hopeless(game("go").position()), is_hopeless(game("tic-tac-toe").position())
    (True, False)
    """
    rules = position.rules
    if not rules.is_opposed or rules.has("chance") or not rules.lists_all:
        return False
    return tree_digits(position, games=3) / 2 > HOPELESS


class MixingPlayer(Player, Protocol):
    """A player who draws moves with probabilities."""

    def odds(self, position: Position, seat: int) -> dict[str, Any]:
        """How likely each move is here, by its notation.

        Parameters
        ----------
        position : Position
            The present position.
        seat : int
            The player, from 0.
        """


class ProfilePlayer(MixingPlayer):
    """Plays a behavior strategy: at each information set, moves drawn with its probabilities.

    >>> from kibitz.poker.kuhn import Kuhn
    >>> rules = Kuhn()
    >>> player = ProfilePlayer(rules.solve().profile, seed=1)
    >>> dealt = rules.position("JK")
    >>> rules.show_move(dealt.state, player.choose(dealt, 0))
    'check'
    """

    def __init__(self, profile: Profile, seed: int | None = None, name: str = "profile") -> None:
        self.name = name
        self.profile = profile
        self._random = Random(seed)

    def odds(self, position: Position, seat: int) -> dict[str, Any]:
        view = position.rules.show_view(position.state, seat)
        try:
            infoset = self.profile.game.find(view, seat)
        except GameError:
            raise Forfeit(f"the strategy does not cover {view!r}") from None
        return self.profile[infoset]

    def choose(self, position: Position, seat: int) -> Move | None:
        odds = self.odds(position, seat)
        shown = {position.rules.show_move(position.state, m): m for m in options(position, seat)}
        if odds.keys() != shown.keys():
            raise Forfeit(f"the strategy has different moves: {', '.join(odds)}")
        weights = [float(odds[word]) for word in shown]
        return self._random.choices(list(shown.values()), weights)[0]


class UnseenPlayer(ProfilePlayer):
    """Plays a behavior strategy of the tree that makes simultaneous moves in turn, unseen."""

    def odds(self, position: Position, seat: int) -> dict[str, Any]:
        turn = PartialTurn(position.state, position.history, ())
        return super().odds(Position(OneByOne(position.rules), turn), seat)


class DatabasePlayer(Player):
    """Plays by a database of all positions: the soonest win, the draw, or the latest loss."""

    def __init__(self, database: Database | PackedDatabase, name: str = "database") -> None:
        self.name = name
        self.database = database

    def choose(self, position: Position, seat: int) -> Move | None:
        return self.database.best_moves(position.state)[0]

    def advice(self, position: Position) -> str:
        """The best moves here, and how far the end is."""
        rules, state = position.rules, position.state
        best = [rules.show_move(state, move) for move in self.database.best_moves(state)]
        plies = self.database.plies(state)
        ends = "drawn" if plies is None else f"{count_of(plies, 'move')} of both to the end"
        return f"{', '.join(best)} ({ends})"


class EndingPlayer(Player):
    """Plays by databases of endings where they know the position, by a search that ends in them
    where they do not."""

    def __init__(self, endings: Endings, inner: Player, name: str = "database") -> None:
        self.name = name
        self.endings = endings
        self.inner = inner

    def choose(self, position: Position, seat: int) -> Move | None:
        known = self.endings.looked_up(position)
        if known is not None:
            return known.move
        here = Position(self.endings.cut, position.state, position.history)
        return self.inner.choose(here, seat)


class PolicyPlayer(Player):
    """Plays the best move of a solved game whose positions repeat.

    >>> from kibitz.games.dice.pig import Pig
    >>> rules = Pig(10)
    >>> player = PolicyPlayer(rules.solve())
    >>> player.advice(rules.position("roll", "6"))
    'roll (worth +0.6847 to you), then hold (-0.2991)'
    """

    def __init__(self, solution: RulesSolution, name: str = "perfect") -> None:
        self.name = name
        self.solution = solution

    def choose(self, position: Position, seat: int) -> Move | None:
        return self.solution.move(position.state)

    def advice(self, position: Position) -> str:
        """The moves here, best first, with what they are worth to the player to move."""
        sign = 1 if position.player == 0 else -1
        worth = self.solution.move_values(position.state)
        (best, value), *others = worth.items()
        advised = f"{best} (worth {sign * value:+.4f} to you)"
        rest = ", ".join(f"{move} ({sign * x:+.4f})" for move, x in others)
        return f"{advised}, then {rest}" if rest else advised


class MixedPlayer(MixingPlayer):
    """Plays the mixed strategies of a solved game in which all move simultaneously.

    >>> class Pennies(Rules):
    ...     start = lambda self: (-1, -1)
    ...     player = lambda self, state: SIMULTANEOUS if state[0] < 0 else -1
    ...     choices = lambda self, state, player: range(2)
    ...     play_together = lambda self, state, moves: moves
    ...     payoffs = lambda self, state: (1, -1) if state[0] == state[1] else (-1, 1)
    >>> rules = Pennies()
    >>> MixedPlayer(rules.solve(), seed=1).odds(rules.position(), 0)
    {'0': Fraction(1, 2), '1': Fraction(1, 2)}
    """

    def __init__(
        self, solution: StateAnswers, seed: int | None = None, name: str = "perfect"
    ) -> None:
        self.name = name
        self.solution = solution
        self._random = Random(seed)

    def odds(self, position: Position, seat: int) -> dict[str, Any]:
        from kibitz.stochastic.from_rules.positions import position_name

        kept = self.solution.strategies.get(position_name(position.rules, position.state))
        if kept is None or len(kept[seat]) != len(options(position, seat)):
            raise Forfeit("the strategy does not cover this position")
        return dict(zip(notation(position, seat), kept[seat], strict=True))

    def choose(self, position: Position, seat: int) -> Move | None:
        weights = [float(p) for p in self.odds(position, seat).values()]
        return self._random.choices(options(position, seat), weights)[0]


class ModelPlayer(Player):
    """Plays what was learned: moves drawn from the policy of a trained model.

    >>> from kibitz import train
    >>> from kibitz.rules.examples import TakeAway
    >>> model = train(TakeAway(6), "q-learning", rounds=5)
    >>> ModelPlayer(model).choose(TakeAway(6).position(), 0)
    2
    """

    def __init__(self, model: Model, seed: int | None = None, name: str = "model") -> None:
        self.name = name
        self.model = model
        self._random = Random(seed)

    def choose(self, position: Position, seat: int) -> Move | None:
        try:
            odds = self.model.policy(position, seat)
        except GameError as error:
            raise Forfeit(f"the model does not cover this position: {error}") from None
        return self._random.choices(list(odds), list(odds.values()))[0]


def refuse_hidden(rules: Rules, method: str) -> None:
    """Searches look at the whole position, which would be cheating where something is hidden."""
    if rules.has("information_state"):
        raise GameError(
            f"{rules.name}: {method} would look at hidden information; use perfect (an "
            "equilibrium), information-set-mcts, random, or a solution from a file"
        )
