"""Trees in which chance moves first and only one player sees how: bets, bluffs and guesses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, is_one, number, show
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.extensive.build import extensive_game
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.node import Chance, Decision, chance, decision
from kibitz.games.zero_sum.build import between, positive
from kibitz.zero_sum.game import matrix

_THIRD = Fraction(1, 3)
_HALF = Fraction(1, 2)
_FACES = Fraction(3, 13)


@named("incomplete-information", family="trees")
def incomplete_information(
    matrices: str = "6 0; 0 0 | 3 0; 0 6", prior: tuple[Number, ...] = (_THIRD, 2 * _THIRD)
) -> ExtensiveGame:
    """Chance chooses one of several matrix games and shows it only to I, before both move.

    Parameters
    ----------
    matrices : str, optional
        The matrices, with | between them; all of one size.
    prior : tuple of numbers, optional
        The probability of each.

    Returns
    -------
    ExtensiveGame
        The game.

    Examples
    --------
    >>> print(incomplete_information().solve().value)
    8/3
    """
    games = [matrix(text.strip()) for text in str(matrices).split("|")]
    tables = [[tuple(row) for row in game.matrix] for game in games]
    rows, columns = len(tables[0]), len(tables[0][0])
    for k, table in enumerate(tables[1:], 2):
        if (len(table), len(table[0])) != (rows, columns):
            size = f"{len(table)} x {len(table[0])}"
            raise GameError(f"matrix {k} is {size}, matrix 1 is {rows} x {columns}")
    odds = [between(p, f"prior, item {k}", 0, 1) for k, p in enumerate(prior, 1)]
    if len(odds) != len(tables):
        counts = f"{count_of(len(odds), 'probability')} for {count_of(len(tables), 'matrix')}"
        raise GameError(f"prior: {counts}; give each one")
    total: Any = sum(odds)
    if not is_one(total):
        raise GameError(f"prior: it adds up to {show(total)}, not 1")

    def second(row: Any) -> Any:
        cells = tuple((str(j), x) for j, x in enumerate(row, 1))
        return Decision("II", cells, "II")

    def first(k: int, table: Any) -> Any:
        moves = tuple((str(i), second(row)) for i, row in enumerate(table, 1))
        return Decision("I", moves, f"matrix {k}")

    drawn = tuple(
        (f"matrix {k}", p, first(k, table))
        for k, (p, table) in enumerate(zip(odds, tables, strict=True), 1)
    )
    return extensive_game(Chance(drawn), ("I", "II"), "Incomplete information")


@named("forgetful-player", family="trees")
def forgetful_player(heads: Number = _HALF, extra: Number = 1) -> ExtensiveGame:
    """I sees a coin and bets 1 or 2, II guesses the coin, and I, who forgot it, may double.

    II wins with a right guess. At stake is the bet, with something extra for heads, twice if I
    doubles.

    Parameters
    ----------
    heads : number, optional
        The chance of heads.
    extra : number, default 1
        What is added to the bet where the coin shows heads.

    Returns
    -------
    ExtensiveGame
        The game.

    Examples
    --------
    >>> print(forgetful_player().solve().value)
    2/5
    """
    odds, more = between(heads, "heads", 0, 1), number(extra, "extra")

    def again(coin: str, bet: int, guess: str) -> Any:
        stake: Any = bet + (more if coin == "heads" else 0)
        won = -stake if guess == coin else stake
        return decision("I", f"bet {bet}, {guess} guessed", double=2 * won, keep=won)

    def guessed(coin: str, bet: int) -> Any:
        guesses = {guess: again(coin, bet, guess) for guess in ("heads", "tails")}
        return decision("II", f"bet {bet}", **guesses)

    def bets(coin: str) -> Any:
        return decision("I", coin, **{f"bet {bet}": guessed(coin, bet) for bet in (1, 2)})

    tree = chance(heads=(odds, bets("heads")), tails=(1 - odds, bets("tails")))
    return extensive_game(tree, ("I", "II"), "Forgetful player")


@named("card-bet", family="trees")
def card_bet(
    p: Number = _FACES, bets: tuple[Number, ...] = (Fraction(1), Fraction(5))
) -> ExtensiveGame:
    """I draws a card and bets that it is good; II concedes, or doubles to see it.

    By Beasley: a face card wins, and the bets are 1 and 5. Who concedes pays the bet whatever the
    card.

    Parameters
    ----------
    p : number, optional
        The chance of a good card.
    bets : tuple of numbers, optional
        What I may bet.

    Returns
    -------
    ExtensiveGame
        The game.

    Examples
    --------
    >>> print(card_bet().solve().value)
    2/13
    """
    odds = between(p, "p", 0, 1)
    sizes: list[Any] = [positive(bet, f"bets, item {k}") for k, bet in enumerate(bets, 1)]

    def answers(sign: int, bet: Any) -> Any:
        return decision("II", f"bet {show(bet)}", concede=bet, double=2 * sign * bet)

    def first(sign: int, card: str) -> Any:
        return decision("I", card, **{f"bet {show(bet)}": answers(sign, bet) for bet in sizes})

    tree = chance(good=(odds, first(1, "good card")), bad=(1 - odds, first(-1, "bad card")))
    return extensive_game(tree, ("I", "II"), "Card bet")


@named("predict-coin", family="trees")
def predict_coin(
    first: Number = _HALF, second: Number = _THIRD, right: Number = 2, wrong: Number = 0
) -> ExtensiveGame:
    """I predicts a toss; II learns whether that was right and guesses which coin was tossed.

    Coin A is tossed where I predicts heads, coin B where I predicts tails. II wins 1 with a right
    guess; with a wrong one I wins more if the prediction was right.

    Parameters
    ----------
    first : number, optional
        The chance of heads of coin A.
    second : number, optional
        The chance of heads of coin B.
    right : number, default 2
        What I wins by a right prediction and a wrong guess.
    wrong : number, default 0
        What I wins where both are wrong.

    Returns
    -------
    ExtensiveGame
        The game.

    Examples
    --------
    >>> print(predict_coin().solve().value)
    0
    """
    coin_a, coin_b = between(first, "first", 0, 1), between(second, "second", 0, 1)
    won = {"right": number(right, "right"), "wrong": number(wrong, "wrong")}

    def guessed(coin: str, given: str) -> Any:
        return decision("II", given, **{side: -1 if side == coin else won[given] for side in "AB"})

    def toss(coin: str, hit: Any) -> Any:
        return chance(right=(hit, guessed(coin, "right")), wrong=(1 - hit, guessed(coin, "wrong")))

    tree = decision("I", "prediction", heads=toss("A", coin_a), tails=toss("B", 1 - coin_b))
    return extensive_game(tree, ("I", "II"), "Predict the coin")
