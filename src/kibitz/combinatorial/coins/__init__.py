"""Coin-turning games on rows and boards, for any rule; the named ones; products of row games."""

from kibitz.combinatorial.coins import draw as _draw  # noqa: F401
from kibitz.combinatorial.coins import explain as _explain  # noqa: F401
from kibitz.combinatorial.coins.acrostic import AcrosticTwins, acrostic_twins
from kibitz.combinatorial.coins.board import CoinBoard, coin_board, tartan_product
from kibitz.combinatorial.coins.board_rule import BoardRule, board_rule
from kibitz.combinatorial.coins.count import (
    CoinCount,
    coin_count,
    mock_turtles,
    moebius,
    mogul,
    moidores,
    triplets,
    turning_turtles,
    twins,
)
from kibitz.combinatorial.coins.named import named_rule
from kibitz.combinatorial.coins.row import CoinRow, coin_row
from kibitz.combinatorial.coins.rule import CoinRule, coin_rule
from kibitz.combinatorial.coins.runs import CoinRun, coin_run, ruler, rulerette
from kibitz.combinatorial.coins.subtraction import (
    coin_subtraction,
    coin_subtraction_pairs,
    one_or_two_at_distance,
)
from kibitz.combinatorial.coins.symmetric import grunt, sym, turnips
from kibitz.combinatorial.coins.tartan import (
    TartanRule,
    TartanStep,
    mock_turtles_squared,
    rugs,
    tartan,
    turning_corners,
    turning_turtles_squared,
)
from kibitz.combinatorial.coins.turn import TartanTurn, Turn

__all__ = [
    "AcrosticTwins",
    "BoardRule",
    "CoinBoard",
    "CoinCount",
    "CoinRow",
    "CoinRule",
    "CoinRun",
    "TartanRule",
    "TartanStep",
    "TartanTurn",
    "Turn",
    "acrostic_twins",
    "board_rule",
    "coin_board",
    "coin_count",
    "coin_row",
    "coin_rule",
    "coin_run",
    "coin_subtraction",
    "coin_subtraction_pairs",
    "grunt",
    "mock_turtles",
    "mock_turtles_squared",
    "moebius",
    "mogul",
    "moidores",
    "named_rule",
    "one_or_two_at_distance",
    "rugs",
    "ruler",
    "rulerette",
    "sym",
    "tartan",
    "tartan_product",
    "triplets",
    "turning_corners",
    "turning_turtles",
    "turning_turtles_squared",
    "turnips",
    "twins",
]
