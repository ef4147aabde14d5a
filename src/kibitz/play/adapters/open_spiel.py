"""OpenSpiel both ways: their games as rules, and rules as one of their Python games.

Needs the package ``open_spiel``.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number
from kibitz.learning.encoding.encode import encode
from kibitz.learning.encoding.encoding import Encoding
from kibitz.play.adapters.actions import ActionSpace
from kibitz.play.adapters.forms import as_rules
from kibitz.play.adapters.joint_moves import moves_of
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Position, Rules
from kibitz.search.monte_carlo.payoff_range import with_bounds

LONGEST = 10_000
"""The length of a game given to OpenSpiel where the rules do not say."""


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise GameError("this needs the package open_spiel: pip install open_spiel") from None
    return pyspiel


class Point:
    """A position of an OpenSpiel game.

    Equal when the same actions led to it; where nothing is hidden, when the text, the mover and the
    number of moves are the same.
    """

    __slots__ = ("past", "state")

    def __init__(self, state: Any, hides: bool) -> None:
        self.state = state
        past = state.history()
        self.past: Hashable = (
            tuple(past) if hides else (str(state), int(state.current_player()), len(past))
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and other.past == self.past

    def __hash__(self) -> int:
        return hash(self.past)

    def __repr__(self) -> str:
        return str(self.state)


class OpenSpielRules(Rules):
    """A game of OpenSpiel as rules; it runs at the speed of Python."""

    def __init__(self, name: str) -> None:
        pyspiel = _pyspiel()
        game = _load(pyspiel, name)
        kind = game.get_type()
        self.call = name
        self._game, self._kind = game, kind
        self.title = f"{kind.long_name} (OpenSpiel)"
        self.players = game.num_players()
        self.zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        self.most_moves = max(game.num_distinct_actions(), game.max_chance_outcomes(), 1)
        self.longest = game.max_game_length() + game.max_chance_nodes_in_history()
        self.payoff_bounds = (_whole(game.min_utility()), _whole(game.max_utility()))
        self._hides = kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION
        self._meets = kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL
        self._lucky = kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC

    @property
    def parameters(self) -> dict[str, Any]:
        return {"name": self.call}

    def has(self, method: str) -> bool:
        optional = {
            "information_state": self._hides,
            "show_view": self._hides,
            "chance": self._lucky,
            "choices": self._meets,
            "play_together": self._meets,
        }
        return bool(optional[method]) if method in optional else super().has(method)

    def start(self) -> Point:
        return Point(self._game.new_initial_state(), self._hides)

    def player(self, state: Point) -> int:
        here = state.state
        if here.is_terminal():
            return OVER
        if here.is_chance_node():
            return CHANCE
        return SIMULTANEOUS if here.is_simultaneous_node() else int(here.current_player())

    def moves(self, state: Point) -> list[int]:
        try:
            return list(state.state.legal_actions())
        except _pyspiel().SpielError as error:
            reason = str(error).splitlines()[0]
            raise GameError(f"OpenSpiel does not list the moves of {self.call}: {reason}") from None

    def chance(self, state: Point) -> list[tuple[int, Number]]:
        return [(move, _exact(p)) for move, p in state.state.chance_outcomes()]

    def choices(self, state: Point, player: int) -> list[int]:
        return list(state.state.legal_actions(player))

    def play(self, state: Point, move: int) -> Point:
        return Point(state.state.child(move), self._hides)

    def play_together(self, state: Point, moves: tuple[int, ...]) -> Point:
        after = state.state.clone()
        after.apply_actions(list(moves))
        return Point(after, self._hides)

    def payoffs(self, state: Point) -> tuple[Number, ...]:
        return tuple(_whole(x) for x in state.state.returns())

    def information_state(self, state: Point, player: int) -> str:
        if not self._hides:
            return str(state)
        return str(state.state.information_state_string(player))

    def show(self, state: Point) -> str:
        return str(state.state)

    def show_move(self, state: Point, move: int) -> str:
        here = state.state
        who = here.current_player()
        return str(here.action_to_string(who, move)).replace(" ", "_")


def _load(pyspiel: Any, name: str) -> Any:
    known = pyspiel.registered_names()
    word = name.partition("(")[0].strip()
    if word not in known:
        raise GameError(f"OpenSpiel has no game {word!r}{did_you_mean(word, known)}")
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        raise GameError(f"OpenSpiel refuses {name!r}: {str(error).splitlines()[0]}") from None
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        raise GameError(f"{word} is a mean field game; only games between players become rules")
    return game


def from_open_spiel(name: str) -> OpenSpielRules:
    """A game of OpenSpiel by its name and parameters, such as ``"tic_tac_toe"``."""
    return OpenSpielRules(name)


def to_open_spiel(rules: Rules, actions: int | None = None, longest: int | None = None) -> Any:
    """The rules as a Python game of OpenSpiel, ready for its algorithms.

    What a player sees comes as text and, where the game can be encoded for learning, as a tensor.
    Bounds of payoffs that the rules do not give are those seen in random games.

    Parameters
    ----------
    rules : Rules
        The game, in any form that can be played, with turns or simultaneous moves.
    actions : int, optional
        How many actions there are; found by random games if omitted.
    longest : int, optional
        How many moves a game may last; what the rules say, or 10,000, if omitted.

    Returns
    -------
    pyspiel.Game
        The game.
    """
    pyspiel, rules = _pyspiel(), as_rules(rules)
    known, code = ActionSpace(rules, actions), _encoding(rules)
    special = {
        OVER: int(pyspiel.PlayerId.TERMINAL),
        CHANCE: int(pyspiel.PlayerId.CHANCE),
        SIMULTANEOUS: int(pyspiel.PlayerId.SIMULTANEOUS),
    }
    length = longest or rules.longest or LONGEST
    kind = _game_type(pyspiel, rules, code is not None)
    low, high = (float(x) for x in with_bounds(rules.position()).rules.payoff_bounds or (-1, 1))
    luck = rules.most_moves if rules.has("chance") else 0
    total = 0.0 if rules.zero_sum else None
    info = pyspiel.GameInfo(known.count, luck, rules.players, low, high, total, length)

    class Game(pyspiel.Game):  # type: ignore[misc, name-defined]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})
            self.rules = rules

        def new_initial_state(self) -> Any:
            return _State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return _Observer(rules, code)

    class _State(pyspiel.State):  # type: ignore[misc, name-defined]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.position = rules.position()

        def current_player(self) -> int:
            who = self.position.player
            return special.get(who, who)

        def _legal_actions(self, player: int) -> list[int]:
            moves = moves_of(rules, self.position.state, player)
            return sorted(known.number(move) for move in moves)

        def chance_outcomes(self) -> list[tuple[int, float]]:
            outcomes = rules.chance(self.position.state)
            return [(k, float(p)) for k, (_, p) in enumerate(outcomes)]

        def _apply_action(self, action: int) -> None:
            if self.position.player == CHANCE:
                move = list(rules.chance(self.position.state))[action][0]
            else:
                move = known.move(action)
            self.position = self.position.play(move)

        def _apply_actions(self, actions: list[int]) -> None:
            chosen = tuple(known.move(action) for action in actions)
            self.position = Position(rules, rules.play_together(self.position.state, chosen))

        def _action_to_string(self, player: int, action: int) -> str:
            chance = self.position.player == CHANCE
            move = self.position.moves[action] if chance else known.move(action)
            return rules.show_move(self.position.state, move)

        def is_terminal(self) -> bool:
            return self.position.is_over

        def returns(self) -> list[float]:
            if not self.position.is_over:
                return [0.0] * rules.players
            return [float(x) for x in self.position.payoffs]

        def information_state_string(self, player: int | None = None) -> str:
            return _view(rules, self.position, self.position.player if player is None else player)

        def observation_string(self, player: int | None = None) -> str:
            return self.information_state_string(player)

        def __str__(self) -> str:
            return rules.show(self.position.state)

    return Game()


def _view(rules: Rules, position: Position, seat: int) -> str:
    """What a seat knows; the seat is named, for OpenSpiel has one list of all players' views."""
    return f"{rules.player_name(seat)}: {rules.show_view(position.state, seat)}"


def _encoding(rules: Rules) -> Encoding | None:
    """How the game is encoded for learners, None where it has no fixed encoding."""
    try:
        return encode(rules)
    except GameError:
        return None


class _Observer:
    """Tells OpenSpiel what a player knows, in words and as a tensor."""

    def __init__(self, rules: Rules, code: Encoding | None) -> None:
        self.rules, self.code = rules, code
        self.tensor = None if code is None else np.zeros(code.size, np.float32)
        self.dict: dict[str, Any] = {}
        if code is not None and self.tensor is not None:
            self.dict["observation"] = self.tensor.reshape(code.shape)

    def set_from(self, state: Any, player: int) -> None:
        if self.code is not None:
            self.dict["observation"][...] = self.code.observe(state.position.state, player)

    def string_from(self, state: Any, player: int) -> str:
        return _view(self.rules, state.position, player)


def _game_type(pyspiel: Any, rules: Rules, encoded: bool) -> Any:
    kind = pyspiel.GameType
    hidden, lucky = rules.has("information_state"), rules.has("chance")
    short = "kibitz_" + "".join(c if c.isalnum() else "_" for c in rules.name.lower())
    return kind(
        short,
        rules.name,
        kind.Dynamics.SIMULTANEOUS if rules.has("choices") else kind.Dynamics.SEQUENTIAL,
        kind.ChanceMode.EXPLICIT_STOCHASTIC if lucky else kind.ChanceMode.DETERMINISTIC,
        kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION,
        kind.Utility.ZERO_SUM if rules.zero_sum else kind.Utility.GENERAL_SUM,
        kind.RewardModel.TERMINAL,
        rules.players,
        rules.players,
        True,
        encoded,
        True,
        encoded,
        {},
    )


def _whole(x: float) -> Number:
    return int(x) if x.is_integer() else x


def _exact(p: float) -> Number:
    """The fraction that a probability of chance was meant to be, when it is a simple one."""
    near = Fraction(p).limit_denominator(100_000)
    return near if abs(float(near) - p) < 1e-15 else p
