"""Arrows between sibling forms: each form works its half out, and here the halves meet.

Forms do not import each other. What an arrow computes lives in the package it starts from; these
few lines hand it to the noun it leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from kibitz.bargaining.game import BargainingProblem, bargaining
from kibitz.coalitional.convert_strategic import naming_game
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.perfect_information import perfect_information
from kibitz.core.errors import GameError
from kibitz.core.tensor import Tensor
from kibitz.extensive.arrows.normal_form import normal_form
from kibitz.extensive.arrows.simultaneous import simultaneous
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.rules.game import Rules
from kibitz.strategic.coalitions.coalition_values import coalition_values
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sequential.moves_in_order import moves_in_order
from kibitz.zero_sum.game import MatrixGame


@singledispatch
def to_coalitional(
    game: Any, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    """The coalitional form of a game: what every coalition can make sure of against the others.

    When payoffs do not add up to a constant, this has several readings; see
    :mod:`kibitz.strategic.coalitions.coalition_values`. With an ``order`` the players move one
    after the other and see what was chosen before, so minimax takes the place of linear programs.

    >>> from kibitz import bimatrix
    >>> dilemma = bimatrix("3 0; 4 1", "3 4; 0 1")
    >>> to_coalitional(dilemma)
    coalition({'I': 1, 'II': 1, 'I,II': 6})
    >>> to_coalitional(dilemma, "threat")
    coalition({'I': 3, 'II': 3, 'I,II': 6})
    >>> to_coalitional(bimatrix("1 -1; -1 1", "-1 1; 1 -1"), order="I II")
    coalition({'I': -1, 'II': 1, 'I,II': 0})
    """
    raise GameError(
        f"cannot bring a {type(game).__name__} to coalitional form; give it a strategic game"
    )


@to_coalitional.register
def _(
    game: StrategicGame, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    if order is not None:
        return perfect_information(moves_in_order(game, order), game.players, game.title).game
    found = coalition_values(game, reading)
    return CoalitionalGame(Tensor.read(found.worths, 1, "worths"), game.players, game.title)


@to_coalitional.register
def _(
    game: MatrixGame, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    return to_coalitional(game.strategic(), reading, order)


@to_coalitional.register
def _(
    game: ExtensiveGame, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    if order is not None:
        raise GameError("order: a tree says itself who moves when; leave it out")
    return to_coalitional(to_strategic(game), reading)


def to_bargaining(
    game: StrategicGame | MatrixGame | ExtensiveGame,
    disagreement: Any = None,
    threats: Any = None,
    transferable: bool = False,
) -> BargainingProblem:
    """A two-person game as a bargaining problem: what can be reached, with or without payments.

    Threats are open unless they, or the point they lead to, are given.

    >>> from kibitz import bimatrix
    >>> print(to_bargaining(bimatrix("4 0; 2 1", "3 0; 2 4"), threats=("2", "1")).nash().point)
    (Fraction(4, 1), Fraction(3, 1))
    """
    game = to_strategic(game) if isinstance(game, ExtensiveGame) else game
    if not isinstance(game, (StrategicGame, MatrixGame)):
        raise GameError(
            f"cannot bargain in a {type(game).__name__}; give it a strategic game of two players"
        )
    return bargaining(game, disagreement, threats=threats, transferable=transferable)


@singledispatch
def to_strategic(game: Any, reduced: bool = True, merge: bool = False) -> StrategicGame:
    """The strategic form of a game.

    Of a tree, the ``reduced`` one leaves out moves that own moves make needless; ``merge`` makes
    one of strategies that always pay the same.

    >>> from kibitz import coalition
    >>> superadditive = coalition({"A": 1, "B": 3, "A,B": 6})
    >>> to_coalitional(to_strategic(superadditive)) == superadditive
    True
    """
    raise GameError(
        f"cannot bring a {type(game).__name__} to strategic form; give it a tree or a coalitional "
        "game"
    )


@to_strategic.register
def _(game: CoalitionalGame, reduced: bool = True, merge: bool = False) -> StrategicGame:
    form = naming_game(game)
    return StrategicGame(form.payoffs, form.players, form.strategies, game.title)


@to_strategic.register
def _(game: ExtensiveGame, reduced: bool = True, merge: bool = False) -> StrategicGame:
    form = normal_form(game, reduced, merge)
    return StrategicGame(form.payoffs, game.players, form.strategies, game.title)


@to_strategic.register
def _(game: MatrixGame, reduced: bool = True, merge: bool = False) -> StrategicGame:
    return game.strategic()


@to_strategic.register
def _(game: StrategicGame, reduced: bool = True, merge: bool = False) -> StrategicGame:
    return game


@to_strategic.register
def _(game: Rules, reduced: bool = True, merge: bool = False) -> StrategicGame:
    return to_strategic(unfold(game), reduced, merge)


@singledispatch
def to_extensive(game: Any) -> ExtensiveGame:
    """A game as a tree: rules are unfolded, in a strategic game all choose without seeing others.

    >>> from kibitz import bimatrix
    >>> tree = to_extensive(bimatrix("3 0; 4 1", "3 4; 0 1"))
    >>> tree
    <ExtensiveGame: 2 players, 7 nodes, 2 information sets>
    >>> to_strategic(tree).payoffs == bimatrix("3 0; 4 1", "3 4; 0 1").payoffs
    True
    """
    raise GameError(
        f"cannot bring a {type(game).__name__} to extensive form; give it rules or a strategic game"
    )


@to_extensive.register
def _(game: StrategicGame) -> ExtensiveGame:
    return simultaneous(game.payoffs, game.players, game.strategies, game.title)


@to_extensive.register
def _(game: MatrixGame) -> ExtensiveGame:
    return to_extensive(game.strategic())


@to_extensive.register
def _(game: Rules) -> ExtensiveGame:
    return unfold(game)


@to_extensive.register
def _(game: ExtensiveGame) -> ExtensiveGame:
    return game
