"""Coin-turning games on the shelf: a row such as THTTH or the labels of the heads; boards by rows.

>>> from kibitz import game
>>> game("mock-turtles THHH").nimber() == game("mock-turtles 1 2 3").nimber() == 1
True
>>> game("turning-corners TTTTT TTTHT TTTTT TTHTT TTTTH").nimber()
4
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc

from kibitz.combinatorial.coins import (
    BoardRule,
    CoinBoard,
    CoinRow,
    CoinRule,
    acrostic_twins,
    coin_board,
    coin_count,
    coin_row,
    coin_run,
    coin_subtraction,
    coin_subtraction_pairs,
    grunt,
    mock_turtles,
    mock_turtles_squared,
    moebius,
    mogul,
    moidores,
    one_or_two_at_distance,
    rugs,
    ruler,
    rulerette,
    sym,
    tartan,
    triplets,
    turning_corners,
    turning_turtles,
    turning_turtles_squared,
    turnips,
    twins,
)
from kibitz.combinatorial.coins.shifted import board_with_origin, with_origin
from kibitz.combinatorial.play import Play
from kibitz.core.errors import GameError
from kibitz.core.registry import named

ROW = ("THTTHTTTHHTHT",)
BOARD = ("TTTTT", "TTTHT", "TTTTT", "TTHTT", "TTTTH")


def _row_game(rule: Callable[[], CoinRule]) -> Callable[..., CoinRow]:
    """The maker of a row game with a fixed rule."""

    def make(
        coins: tuple[str, ...] = ROW,
        *,
        length: int | None = None,
        play: Play = "normal",
        origin: int | None = None,
    ) -> CoinRow:
        return coin_row(with_origin(rule(), origin), coins, length, play)

    make.__doc__ = _first_line(rule)
    return make


def _board_game(rule: Callable[[], BoardRule]) -> Callable[..., CoinBoard]:
    """The maker of a board game with a fixed rule."""

    def make(
        coins: tuple[str, ...] = BOARD,
        *,
        rows: int | None = None,
        columns: int | None = None,
        play: Play = "normal",
        origin: int | None = None,
    ) -> CoinBoard:
        labeled = board_with_origin(rule(), origin)
        return coin_board(labeled, coins, _size(rows, columns), play)

    make.__doc__ = _first_line(rule)
    return make


def _first_line(rule: Callable[[], object]) -> str:
    return (getdoc(rule) or "").partition("\n")[0]


named("turning-turtles", family="coins")(_row_game(turning_turtles))
named("twins", family="coins")(_row_game(twins))
named("mock-turtles", family="coins")(_row_game(mock_turtles))
named("triplets", family="coins")(_row_game(triplets))
named("moebius", family="coins")(_row_game(moebius))
named("mogul", family="coins")(_row_game(mogul))
named("moidores", family="coins")(_row_game(moidores))
named("ruler", family="coins")(_row_game(ruler))
named("rulerette", family="coins")(_row_game(rulerette))
named("grunt", family="coins")(_row_game(grunt))
named("turnips", family="coins")(_row_game(turnips))
named("sym", family="coins")(_row_game(sym))
named("acrostic-twins", family="coins")(_board_game(acrostic_twins))
named("turning-corners", family="coins")(_board_game(turning_corners))
named("rugs", family="coins")(_board_game(rugs))
named("turning-turtles-squared", family="coins")(_board_game(turning_turtles_squared))
named("mock-turtles-squared", family="coins")(_board_game(mock_turtles_squared))


@named("coin-subtraction", family="coins")
def coin_subtraction_game(
    coins: tuple[str, ...] = ROW,
    *,
    set: tuple[int, ...] = (1, 2, 3),
    length: int | None = None,
    play: Play = "normal",
    origin: int | None = None,
) -> CoinRow:
    """Turn x and x - z for z in the set, or x alone when z = x; labels from 1.

    Parameters
    ----------
    coins : tuple of str, optional
        The coins: heads and tails, or the labels of the heads.
    set : tuple of int, default (1, 2, 3)
        The distances.
    length : int, optional
        The number of coins.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.
    origin : int, optional
        The label of the first coin, where it is not the game's own.

    Returns
    -------
    CoinRow
        The game.

    Examples
    --------
    >>> coin_subtraction_game(("TTTHH",), set=(1, 2, 3)).nimber()
    1
    """
    return coin_row(with_origin(coin_subtraction(set), origin), coins, length, play)


@named("coin-subtraction-pairs", family="coins")
def coin_subtraction_pairs_game(
    coins: tuple[str, ...] = ROW,
    *,
    set: tuple[int, ...] = (1, 2, 3),
    length: int | None = None,
    play: Play = "normal",
    origin: int | None = None,
) -> CoinRow:
    """Turn exactly two coins at a distance from the set; labels from 0.

    Parameters
    ----------
    coins : tuple of str, optional
        The coins: heads and tails, or the labels of the heads.
    set : tuple of int, default (1, 2, 3)
        The distances.
    length : int, optional
        The number of coins.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.
    origin : int, optional
        The label of the first coin, where it is not the game's own.

    Returns
    -------
    CoinRow
        The game.

    Examples
    --------
    >>> coin_subtraction_pairs_game(("TTTHT",), set=(1, 2, 3)).nimber()
    3
    """
    return coin_row(with_origin(coin_subtraction_pairs(set), origin), coins, length, play)


@named("one-or-two", family="coins")
def one_or_two_game(
    coins: tuple[str, ...] = ROW,
    *,
    set: tuple[int, ...] = (1, 2, 3),
    length: int | None = None,
    play: Play = "normal",
    origin: int | None = None,
) -> CoinRow:
    """Turn one coin, or two at a distance from the set; labels from 0.

    Parameters
    ----------
    coins : tuple of str, optional
        The coins: heads and tails, or the labels of the heads.
    set : tuple of int, default (1, 2, 3)
        The distances.
    length : int, optional
        The number of coins.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.
    origin : int, optional
        The label of the first coin, where it is not the game's own.

    Returns
    -------
    CoinRow
        The game.

    Examples
    --------
    >>> one_or_two_game(("TTTHT",), set=(1, 2, 3)).nimber()
    4
    """
    return coin_row(with_origin(one_or_two_at_distance(set), origin), coins, length, play)


@named("coin-count", family="coins")
def coin_count_game(
    coins: tuple[str, ...] = ROW,
    *,
    fewest: int = 1,
    most: int = 4,
    origin: int = 0,
    length: int | None = None,
    play: Play = "normal",
) -> CoinRow:
    """Turn any coins, between a minimum and a maximum number; labels from 0 by default.

    Parameters
    ----------
    coins : tuple of str, optional
        The coins: heads and tails, or the labels of the heads.
    fewest : int, default 1
        The least number of coins turned.
    most : int, default 4
        The greatest number of coins turned.
    origin : int, default 0
        The label of the first coin.
    length : int, optional
        The number of coins.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    CoinRow
        The game.

    Examples
    --------
    >>> coin_count_game(("TTTTH",), most=4).nimber()
    15
    """
    return coin_row(coin_count(fewest, most, origin), coins, length, play)


@named("coin-run", family="coins")
def coin_run_game(
    coins: tuple[str, ...] = ROW,
    *,
    shortest: int = 3,
    length: int | None = None,
    play: Play = "normal",
    origin: int | None = None,
) -> CoinRow:
    """Turn a run of neighboring coins that is long enough; labels from 1.

    Parameters
    ----------
    coins : tuple of str, optional
        The coins: heads and tails, or the labels of the heads.
    shortest : int, default 3
        The least number of coins of a run.
    length : int, optional
        The number of coins.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.
    origin : int, optional
        The label of the first coin, where it is not the game's own.

    Returns
    -------
    CoinRow
        The game.

    Examples
    --------
    >>> coin_run_game(("TTTTTH",), shortest=3).nimber()
    2
    """
    return coin_row(with_origin(coin_run(shortest), origin), coins, length, play)


@named("tartan", family="coins")
def tartan_game(
    first: str = "mock-turtles",
    second: str = "ruler",
    coins: tuple[str, ...] = BOARD,
    *,
    rows: int | None = None,
    columns: int | None = None,
    play: Play = "normal",
    origin: int | None = None,
) -> CoinBoard:
    """The product of two row games on a board, by the Tartan theorem.

    Parameters
    ----------
    first : str, default "mock-turtles"
        A rule for a row.
    second : str, default "ruler"
        Another one.
    coins : tuple of str, optional
        The coins: heads and tails, or the labels of the heads.
    rows : int, optional
        The number of rows.
    columns : int, optional
        The number of columns.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.
    origin : int, optional
        The first label of rows and of columns; as each of the two games counts if None.

    Returns
    -------
    CoinBoard
        The game.

    Examples
    --------
    >>> tartan_game("twins", "coin-subtraction:1,2,3", ("TTT", "TTH")).nimber()
    3
    """
    rule = board_with_origin(tartan(first, second), origin)
    return coin_board(rule, coins, _size(rows, columns), play)


def _size(rows: int | None, columns: int | None) -> tuple[int, int] | None:
    if rows is None and columns is None:
        return None
    if rows is None or columns is None:
        raise GameError("give both rows= and columns= of a board, or neither")
    return rows, columns
