"""Two-person games with a name whose payoffs do not cancel: dilemmas, hunts, battles, standards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.core.registry import named
from kibitz.core.tensor import Tensor
from kibitz.games.zero_sum.build import fits, positive, several, whole
from kibitz.strategic.build import bimatrix
from kibitz.strategic.game import StrategicGame

_DILEMMA = (Fraction(5), Fraction(3), Fraction(1), Fraction(0))
_YEARS = (Fraction(0), Fraction(1), Fraction(10), Fraction(20))
_CHICKEN = (Fraction(7), Fraction(6), Fraction(2), Fraction(0))
_HUNT = (Fraction(2), Fraction(1), Fraction(1), Fraction(0))


@named("prisoners-dilemma", family="general-sum")
def prisoners_dilemma(
    temptation: Number = _DILEMMA[0],
    reward: Number = _DILEMMA[1],
    punishment: Number = _DILEMMA[2],
    sucker: Number = _DILEMMA[3],
) -> StrategicGame:
    """Both prefer to defect whatever the other does, yet both would be better off if neither did.

    Temptation > reward > punishment > sucker; the only equilibrium is to defect.

    Parameters
    ----------
    temptation : number, optional
        The payoff of defecting alone.
    reward : number, optional
        The payoff when both cooperate.
    punishment : number, optional
        The payoff when both defect.
    sucker : number, optional
        The payoff of cooperating alone.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> print(prisoners_dilemma().pure_equilibria().labels)
    (('defect', 'defect'),)
    """
    t, r, p, s = _falling(
        (temptation, reward, punishment, sucker),
        ("temptation", "reward", "punishment", "sucker"),
        (">", ">", ">"),
    )
    return _symmetric("The prisoner's dilemma", r, s, t, p, ("cooperate", "defect"))


@named("prisoners-years", family="general-sum")
def prisoners_years(
    temptation: Number = _YEARS[0],
    reward: Number = _YEARS[1],
    punishment: Number = _YEARS[2],
    sucker: Number = _YEARS[3],
) -> StrategicGame:
    """The prisoner's dilemma in years of prison: costs, which both want to minimize.

    Temptation < reward < punishment < sucker.

    Parameters
    ----------
    temptation : number, optional
        The payoff of defecting alone.
    reward : number, optional
        The payoff when both cooperate.
    punishment : number, optional
        The payoff when both defect.
    sucker : number, optional
        The payoff of cooperating alone.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> print(prisoners_years().pure_equilibria())
    one equilibrium in pure strategies
      (confess, confess)   costs 10, 10
    """
    s, p, r, t = _falling(
        (sucker, punishment, reward, temptation),
        ("sucker", "punishment", "reward", "temptation"),
        (">", ">", ">"),
    )
    labels = ("confess", "silent")
    return _symmetric("The prisoner's dilemma, in years", p, t, s, r, labels, True)


@named("stag-hunt", family="general-sum")
def stag_hunt(
    stag: Number = _HUNT[0],
    alone: Number = _HUNT[1],
    hare: Number = _HUNT[2],
    nothing: Number = _HUNT[3],
) -> StrategicGame:
    """A stag takes two hunters, a hare one: two pure equilibria, and a mixed one.

    stag > alone >= hare > nothing, where alone is a hare while the other waits for the stag.

    Parameters
    ----------
    stag : number, optional
        The payoff of a stag.
    alone : number, optional
        The payoff of a hare while the other hunts the stag.
    hare : number, optional
        The payoff of a hare when both hunt hares.
    nothing : number, optional
        The payoff of hunting the stag alone.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> len(stag_hunt().pure_equilibria())
    2
    """
    r, t, p, s = _falling(
        (stag, alone, hare, nothing), ("stag", "alone", "hare", "nothing"), (">", ">=", ">")
    )
    return _symmetric("The stag hunt", r, s, t, p, ("stag", "hare"))


@named("chicken", family="general-sum")
def chicken(
    win: Number = _CHICKEN[0],
    tie: Number = _CHICKEN[1],
    lose: Number = _CHICKEN[2],
    crash: Number = _CHICKEN[3],
) -> StrategicGame:
    """Two cars race toward each other: swerving loses face, not swerving may lose more.

    win > tie > lose > crash.

    Parameters
    ----------
    win : number, optional
        The payoff of driving straight alone.
    tie : number, optional
        The payoff when both swerve.
    lose : number, optional
        The payoff of swerving alone.
    crash : number, optional
        The payoff when neither swerves.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> print(chicken().correlated_equilibrium().value)
    21/2
    """
    w, t, s, c = _falling((win, tie, lose, crash), ("win", "tie", "lose", "crash"), (">",) * 3)
    return _symmetric("Chicken", c, w, s, t, ("straight", "swerve"))


@named("hawk-dove", family="general-sum")
def hawk_dove(value: Number = Fraction(2), cost: Number = Fraction(4)) -> StrategicGame:
    """Fight for a prize or share it; two hawks split the prize and the cost of fighting.

    With value < cost the symmetric equilibrium is a hawk with probability value / cost.

    Parameters
    ----------
    value : number, default 2
        The value of the prize.
    cost : number, default 4
        The cost of a fight.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> print(hawk_dove().is_equilibrium([["1/2", "1/2"], ["1/2", "1/2"]]).holds)
    True
    """
    v, c = positive(value, "value"), positive(cost, "cost")
    return _symmetric("Hawk and dove", (v - c) / 2, v, Fraction(0) * v, v / 2, ("hawk", "dove"))


@named("battle-of-the-sexes", family="general-sum")
def battle_of_the_sexes(
    better: Number = Fraction(2), worse: Number = Fraction(1), apart: Number = Fraction(0)
) -> StrategicGame:
    """Both want to go out together, but not to the same place: three equilibria.

    better > worse > apart.

    Parameters
    ----------
    better : number, default 2
        The payoff at one's own favorite.
    worse : number, default 1
        The payoff at the other's favorite.
    apart : number, default 0
        The payoff of going apart.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> battle_of_the_sexes().pure_equilibria().payoffs
    ((Fraction(2, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(2, 1)))
    """
    return _battle("Battle of the sexes", better, worse, apart, ("his", "hers"))


@named("bach-or-stravinsky", family="general-sum")
def bach_or_stravinsky(
    better: Number = Fraction(2), worse: Number = Fraction(1), apart: Number = Fraction(0)
) -> StrategicGame:
    """Two people want to hear a concert together, but one prefers Bach, the other Stravinsky.

    Parameters
    ----------
    better : number, default 2
        The payoff at one's own favorite.
    worse : number, default 1
        The payoff at the other's favorite.
    apart : number, default 0
        The payoff of going apart.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> bach_or_stravinsky().strategies[0]
    ('Bach', 'Stravinsky')
    """
    return _battle("Bach or Stravinsky", better, worse, apart, ("Bach", "Stravinsky"))


@named("opera-baseball", family="general-sum")
def opera_baseball(
    better: Number = Fraction(4), worse: Number = Fraction(1), apart: Number = Fraction(0)
) -> StrategicGame:
    """One prefers the opera, the other baseball, and both dislike going alone.

    Parameters
    ----------
    better : number, default 4
        The payoff at one's own favorite.
    worse : number, default 1
        The payoff at the other's favorite.
    apart : number, default 0
        The payoff of going apart.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> print(opera_baseball().is_equilibrium([["4/5", "1/5"], ["1/5", "4/5"]]).payoffs[0])
    4/5
    """
    return _battle("Opera or baseball", better, worse, apart, ("opera", "baseball"))


@named("dating-game", family="general-sum")
def dating_game() -> StrategicGame:
    """A battle of the sexes in which being alone at one's own favorite is the worst outcome.

    >>> dating_game().interchangeable().interchangeable
    False
    """
    return bimatrix("2,5 -1,-1; 0,0 5,2", title="The dating game")


@named("coordination", family="general-sum")
def coordination(payoffs: tuple[Number, ...] = (Fraction(1), Fraction(1))) -> StrategicGame:
    """Both get a payoff if they choose the same strategy, and nothing otherwise.

    Every set of choices supports one equilibrium, so with n choices there are 2^n - 1 of them.

    Parameters
    ----------
    payoffs : tuple of numbers, default (Fraction(1), Fraction(1))
        The payoff of each common choice.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> len(coordination([1, 1, 2]).equilibria())
    7
    """
    prizes = several(payoffs, "payoffs", 1)
    for k, prize in enumerate(prizes, 1):
        positive(prize, f"payoffs, item {k}")
    fits(len(prizes), len(prizes), "coordination", "take fewer choices")
    zero = Fraction(0)
    table = [[x if i == j else zero for j in range(len(prizes))] for i, x in enumerate(prizes)]
    return bimatrix(table, table, title="Pure coordination")


@named("two-standards", family="general-sum")
def two_standards() -> StrategicGame:
    """A coordination game in which the standard that is better for both is riskier.

    >>> print(two_standards().safety_levels().levels[1])
    13/5
    """
    return bimatrix("3,3 0,2; 2,1 5,5", title="Two standards")


@named("share-or-steal", family="general-sum")
def share_or_steal(
    prize: Number = Fraction(10000), consolation: Number = Fraction(10)
) -> StrategicGame:
    """Two split a prize if both share; a lone thief takes it all; two thieves get a trifle.

    Parameters
    ----------
    prize : number, default 10000
        The prize.
    consolation : number, default 10
        What each of two thieves gets.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> share_or_steal().dominant_strategies().strict
    (1, 1)
    """
    whole_prize, trifle = positive(prize, "prize"), positive(consolation, "consolation")
    if trifle >= whole_prize / 2:
        raise GameError(
            f"consolation is {show(trifle)}; it must be below half of the prize of "
            f"{show(whole_prize)}, or sharing makes no sense"
        )
    half, zero = whole_prize / 2, Fraction(0)
    return _symmetric("Share or steal", half, zero, whole_prize, trifle, ("share", "steal"))


@named("deadlock", family="general-sum")
def deadlock() -> StrategicGame:
    """Defection is dominant and, unlike in the prisoner's dilemma, also best for both together.

    >>> deadlock().joint_optimum().cells
    ((1, 1),)
    """
    labels = ("cooperate", "defect")
    return bimatrix("1,1 0,3; 3,0 2,2", rows=labels, columns=labels, title="Deadlock")


@named("renault-peugeot", family="general-sum")
def renault_peugeot() -> StrategicGame:
    """Two car makers choose a model; with the same model both lose, one of them more.

    >>> renault_peugeot().pure_equilibria().labels
    (('F', 'M'), ('M', 'F'))
    """
    game = "-10,-40 40,10; 10,40 -40,-10"
    players = ("Renault", "Peugeot")
    return bimatrix(game, rows="F M", columns="F M", title="Renault and Peugeot", players=players)


@named("travelers-dilemma", family="general-sum")
def travelers_dilemma(low: int = 2, high: int = 10, bonus: Number = Fraction(2)) -> StrategicGame:
    """Two travelers claim between low and high; both get the lower claim, plus or minus a bonus.

    The other one pays the bonus. The only equilibrium, for a bonus above 1, is the lowest claim.

    Parameters
    ----------
    low : int, default 2
        The lowest claim.
    high : int, default 10
        The highest claim.
    bonus : number, default 2
        The bonus for the lower claim.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> print(travelers_dilemma().rationalizable().solved)
    True
    """
    least, most = whole(low, "low", 0), whole(high, "high", 1)
    if most <= least:
        raise GameError(f"high is {most}; it must be above low, which is {least}")
    extra = positive(bonus, "bonus")
    claims = range(least, most + 1)
    fits(len(claims), len(claims), "traveler's dilemma", "take a smaller range")
    table = [[min(i, j) + ((i < j) - (i > j)) * extra for j in claims] for i in claims]
    other = [list(row) for row in zip(*table, strict=True)]
    return bimatrix(table, other, rows=claims, columns=claims, title="The traveler's dilemma")


@named("shapley-cycle", family="general-sum")
def shapley_cycle() -> StrategicGame:
    """A 3x3 game in which fictitious play cycles and never settles.

    >>> len(shapley_cycle().pure_equilibria())
    0
    """
    return bimatrix("0 0 1; 1 0 0; 0 1 0", "0 1 0; 0 0 1; 1 0 0", title="Shapley's game")


@named("effort", family="general-sum")
def effort(
    levels: int = 4, benefit: Number = Fraction(2), cost: Number = Fraction(1)
) -> StrategicGame:
    """Two players choose an effort; both benefit from the smaller one and pay for their own.

    With benefit > cost every common effort is an equilibrium.

    Parameters
    ----------
    levels : int, default 4
        The number of effort levels.
    benefit : number, default 2
        The benefit of a unit of effort.
    cost : number, default 1
        The cost of a unit of effort.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> len(effort(4).pure_equilibria())
    4
    """
    size, b, c = whole(levels, "levels", 1), positive(benefit, "benefit"), positive(cost, "cost")
    fits(size, size, "effort", "take fewer levels")
    steps = range(1, size + 1)
    table = [[b * min(i, j) - c * i for j in steps] for i in steps]
    other = [list(row) for row in zip(*table, strict=True)]
    return bimatrix(table, other, title="Joint effort")


def _symmetric(
    title: str,
    both_first: Number,
    first_alone: Number,
    second_alone: Number,
    both_second: Number,
    labels: tuple[str, str],
    cost: bool = False,
) -> StrategicGame:
    """A symmetric 2x2 game, from the first player's payoffs row by row."""
    table = np.array([[both_first, first_alone], [second_alone, both_second]], object)
    tensor = Tensor.read(table.tolist())
    return bimatrix(tensor, tensor.transpose(), labels, labels, title, cost=cost)


def _battle(
    title: str, better: Number, worse: Number, apart: Number, labels: tuple[str, str]
) -> StrategicGame:
    b, w, a = _falling((better, worse, apart), ("better", "worse", "apart"), (">", ">"))
    first, second = [[b, a], [a, w]], [[w, a], [a, b]]
    return bimatrix(first, second, labels, labels, title)


def _falling(
    values: Sequence[Any], names: Sequence[str], relations: Sequence[str]
) -> tuple[Number, ...]:
    """Numbers that fall in the order of their names."""
    read = several(values, ", ".join(names))
    for k, relation in enumerate(relations):
        falls = read[k] > read[k + 1] or (relation == ">=" and read[k] == read[k + 1])
        if not falls:
            raise GameError(
                f"{names[k]} is {show(read[k])} and {names[k + 1]} is {show(read[k + 1])}; the "
                f"condition is {names[k]} {relation} {names[k + 1]}"
            )
    return read
