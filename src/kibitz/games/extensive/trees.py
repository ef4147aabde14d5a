"""Games in extensive form: small trees that textbooks draw."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.extensive.arrows.repeated import repeated
from kibitz.extensive.build import extensive_game
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.node import chance, decision, leaf
from kibitz.games.zero_sum.build import between, positive, whole
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame

_ONE = Fraction(1)
MOST_BRANCHES = 50_000
"""Decisions in a row, or next to each other, beyond which a tree takes a gigabyte."""


@named("centipede", family="trees")
def centipede(rounds: int = 3) -> ExtensiveGame:
    """Two players take turns to stop or continue; the sum grows, but the other may stop next.

    If I stops at the k-th turn both get k, if II does they get k - 1 and k + 2; at the end both
    get one more than there are rounds.

    Parameters
    ----------
    rounds : int, default 3
        The number of rounds.

    Returns
    -------
    ExtensiveGame
        The game.

    Examples
    --------
    >>> centipede(99).backward_induction().path
    ('down',)
    """
    turns = int(between(whole(rounds, "rounds", 1), "rounds", 1, MOST_BRANCHES))
    node: Any = leaf(turns + 1, turns + 1)
    for k in range(turns, 0, -1):
        node = decision("II", f"II {k}", down=leaf(k - 1, k + 2), across=node)
        node = decision("I", f"I {k}", down=leaf(k, k), across=node)
    return extensive_game(node, ("I", "II"), "Centipede")


@named("ultimatum", family="trees")
def ultimatum(pie: int = 4) -> ExtensiveGame:
    """One offers a share of a pie; the other accepts, or both get nothing.

    Parameters
    ----------
    pie : int, default 4
        The size of the pie.

    Returns
    -------
    ExtensiveGame
        The game.

    Examples
    --------
    >>> len(ultimatum(2).subgame_perfect_equilibria())
    2
    """
    total = int(between(whole(pie, "pie", 1), "pie", 1, MOST_BRANCHES))
    offers = {
        f"offer {k}": decision("II", f"offered {k}", accept=leaf(total - k, k), reject=leaf(0, 0))
        for k in range(total + 1)
    }
    return extensive_game(decision("I", "offer", offers), ("I", "II"), "Ultimatum")


@named("chain-store", family="trees")
def chain_store(entrants: int = 1) -> ExtensiveGame:
    """Entrants come one by one; the store fights each or shares, and fighting hurts both.

    Parameters
    ----------
    entrants : int, default 1
        The number of entrants.

    Returns
    -------
    ExtensiveGame
        The game.

    Examples
    --------
    >>> chain_store(2).backward_induction().path
    ('enter', 'share', 'enter', 'share')
    """
    count = between(whole(entrants, "entrants", 1), "entrants", 1, 6)
    players = ("store", *(f"entrant {k}" for k in range(1, int(count) + 1)))

    def town(k: int, paid: tuple[int, ...], past: str) -> Any:
        if k > count:
            return leaf(*paid)

        def after(store: int, entrant: int, word: str) -> Any:
            new = (paid[0] + store, *paid[1:k], entrant, *paid[k + 1 :])
            return town(k + 1, new, f"{past} {word}".strip())

        where = f" after {past}" if past else ""
        answer = decision(
            "store", f"store {k}{where}", fight=after(0, -1, "f"), share=after(2, 1, "s")
        )
        return decision(f"entrant {k}", f"entrant {k}{where}", enter=answer, out=after(5, 0, "o"))

    return extensive_game(town(1, (0,) * len(players), ""), players, "Chain store")


@named("selten-horse", family="trees")
def selten_horse() -> ExtensiveGame:
    """Three players, with an equilibrium that is subgame-perfect but not trembling-hand perfect.

    >>> len(list(selten_horse().subgames()))
    1
    """
    third = ("III", "III")
    after_d = decision(*third, L=leaf(4, 4, 0), R=leaf(0, 0, 1))
    tree = decision(
        "I",
        "I",
        C=decision("II", "II", c=leaf(1, 1, 1), d=after_d),
        D=decision(*third, L=leaf(3, 2, 2), R=leaf(0, 0, 0)),
    )
    return extensive_game(tree, ("I", "II", "III"), "Selten's horse")


@named("forgetful-team", family="trees")
def forgetful_team() -> ExtensiveGame:
    """A player forgets their first move: mixed strategies do better than behavior strategies.

    >>> str(forgetful_team().solve().value)
    '2/3'
    """

    def later(c: int, d: int) -> Any:
        return decision("I", "two", c=c, d=d)

    tree = decision(
        "II",
        "first",
        a=decision("I", "one", f=1, g=later(0, -1)),
        b=decision("I", "one", f=later(-1, 0), g=2),
    )
    return extensive_game(tree, ("I", "II"), "Forgetful team")


@named("beer-quiche", family="trees")
def beer_quiche(weak: Number = Fraction(1, 10)) -> ExtensiveGame:
    """Breakfast as a signal: the weak type would rather look strong, and not be challenged.

    Parameters
    ----------
    weak : number, default 1/10
        The probability of the weak type.

    Returns
    -------
    ExtensiveGame
        The game.
    """
    p = between(weak, "weak", 0, 1)

    def breakfast(kind: str, likes: str, duel: tuple[int, int]) -> Any:
        def seen(meal: str) -> Any:
            liked = int(meal == likes)
            return decision(
                "guest",
                f"sees {meal}",
                duel=leaf(liked, duel[0]),
                leave=leaf(liked + 2, duel[1]),
            )

        return decision("stranger", kind, beer=seen("beer"), quiche=seen("quiche"))

    tree = chance(
        weak=(p, breakfast("weak", "quiche", (1, 0))),
        strong=(1 - p, breakfast("strong", "beer", (0, 1))),
    )
    return extensive_game(tree, ("stranger", "guest"), "Beer or quiche")


@named("repeated-tree", family="trees")
def repeated_tree(
    game: str = "prisoners-dilemma", rounds: int = 2, discount: Number = _ONE
) -> ExtensiveGame:
    """A named game played several times; all players see the earlier rounds.

    Parameters
    ----------
    game : str, default "prisoners-dilemma"
        The name of the stage game.
    rounds : int, default 2
        The number of rounds.
    discount : number, optional
        The discount factor.

    Returns
    -------
    ExtensiveGame
        The game.

    Examples
    --------
    >>> [str(x) for x in repeated_tree().solve().payoffs]
    ['2', '2']
    """
    from kibitz.games import game as take

    stage: Noun = take(game)
    if isinstance(stage, MatrixGame):
        stage = stage.strategic()
    if not isinstance(stage, StrategicGame):
        raise GameError(f"repeated-tree: {game} is not a game in strategic form")
    times = whole(rounds, "rounds", 1)
    title = f"{stage.title or game}, {times} times"
    factor = positive(discount, "discount")
    return repeated(stage.payoffs, stage.players, stage.strategies, times, factor, title)
