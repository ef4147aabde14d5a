"""Solving an impartial game: by theorem, by the mex rule, or backwards when play can cycle."""

from __future__ import annotations

from kibitz.combinatorial.digraphs.loopy import LoopyValue
from kibitz.combinatorial.errors import CycleError, LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.methods.perfect_play import moves_below
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.core.method import method

FINDS = "who wins, the nimber and the winning moves"
MISERE = "search, since nimbers do not decide misère play"
SEARCHED = 2_000_000
"""Moves looked at for a nimber where the winner is known by a theorem."""


@method(ImpartialGame, "auto", finds=FINDS, cost="same as the chosen method")
def solve_impartial(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    """Outcome, value and all winning moves of a game, with the method that found them.

    Parameters
    ----------
    game : ImpartialGame
        The game.
    limit : int, optional
        How many positions a search may visit.

    Returns
    -------
    ImpartialSolution
        The outcome, the value and the winning moves.

    Examples
    --------
    >>> from kibitz.combinatorial.digraphs.read import digraph
    >>> print(digraph({"a": "ab", "b": ""}).solve())
    a digraph: a, normal play
    outcome N: the first player wins
    value inf{0}
    winning moves: to b
    found by retrograde analysis
    all vertices: a N inf{0}, b P 0
    """
    if game.is_misere:
        known = game._outcome(game.position) is not None
        outcome = game.outcome(limit)
        return _answer(game, outcome, None, game.theorem if known else MISERE, limit)
    if _without_nimber(game) and limit is None:
        return _answer(game, game.outcome(), None, game.theorem, limit)
    try:
        known = game._nimber(game.position) is not None
        value = LoopyValue(game.nimber(limit))
        method = game.theorem if known else "the mex rule"
    except CycleError:
        value = game.loopy_value(limit)
        method = "retrograde analysis"
    return _answer(game, value.outcome, value, method, limit)


def _has_theorem(game: ImpartialGame) -> str | None:
    if game._outcome(game.position) is None:
        return f"no theorem about {game.name} decides this position"
    return None


@method(
    ImpartialGame,
    "theorem",
    finds=FINDS,
    cost="one evaluation of the formula of its family",
    applies=_has_theorem,
    aliases=(
        "formula",
        "bouton",
        "nim-sum",
    ),
)
def by_theorem(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    """What the theorem about the family says, without any search.

    Parameters
    ----------
    game : ImpartialGame
        A game of a family that a theorem decides.
    limit : int, optional
        How many positions a search for winning moves may visit.

    Returns
    -------
    ImpartialSolution
        The outcome, the value and the winning moves.

    Examples
    --------
    >>> from kibitz import game
    >>> by_theorem(game("nim 3 4 5")).nimber
    2
    """
    outcome = game._outcome(game.position)
    assert outcome is not None, "the method applies"
    nimber = None if game.is_misere else game._nimber(game.position)
    value = None if nimber is None else LoopyValue(nimber)
    return _answer(game, outcome, value, game.theorem, limit)


def _normal_play(game: ImpartialGame) -> str | None:
    return (
        ("nimbers are defined for normal play, but this is misère play") if game.is_misere else None
    )


@method(
    ImpartialGame,
    "mex",
    finds=FINDS,
    cost="O(positions + moves)",
    reference="Sprague 1935; Grundy 1939",
    applies=_normal_play,
    aliases=(
        "mex-rule",
        "grundy",
        "sprague-grundy",
    ),
)
def by_mex(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    """The nimber of every position within reach by the mex rule, whatever theorems are known.

    Parameters
    ----------
    game : ImpartialGame
        A game in normal play that must end.
    limit : int, optional
        How many positions the search may visit.

    Returns
    -------
    ImpartialSolution
        The outcome, the value and the winning moves.

    References
    ----------
    Sprague 1935; Grundy 1939.

    Examples
    --------
    >>> from kibitz import game
    >>> by_mex(game("nim 3 4 5")).method
    'the mex rule'
    """
    value = LoopyValue(game.search_nimber(limit))
    return _answer(game, value.outcome, value, "the mex rule", limit)


@method(
    ImpartialGame,
    "retrograde",
    finds=FINDS,
    cost="O(positions + moves)",
    reference="Fraenkel and Perl 1975; Smith 1966",
    applies=_normal_play,
    aliases=(
        "retrograde-analysis",
        "loopy",
        "labeling",
    ),
)
def by_retrograde_analysis(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    """The value of a game in which play may cycle, from the ends backwards.

    Parameters
    ----------
    game : ImpartialGame
        A game in normal play.
    limit : int, optional
        How many positions may be listed.

    Returns
    -------
    ImpartialSolution
        The outcome, the value and the winning moves.

    References
    ----------
    Smith 1966; Fraenkel and Perl 1975.

    Examples
    --------
    >>> from kibitz.combinatorial.digraphs.read import digraph
    >>> print(by_retrograde_analysis(digraph({"a": "ab", "b": ""})).value)
    inf{0}
    """
    value = game.loopy_value(limit)
    return _answer(game, value.outcome, value, "retrograde analysis", limit)


@method(
    ImpartialGame,
    "search",
    finds="who wins and the winning moves",
    cost="O(positions + moves)",
    aliases=(
        "outcome",
        "brute-force",
    ),
)
def by_search(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    """Who wins, by searching the positions within reach, in normal or misère play.

    Parameters
    ----------
    game : ImpartialGame
        The game.
    limit : int, optional
        How many positions the search may visit.

    Returns
    -------
    ImpartialSolution
        The outcome, the value and the winning moves.

    Examples
    --------
    >>> from kibitz import game
    >>> by_search(game("nim 1 1 1 play=misere")).outcome
    'P'
    """
    outcome = game.search_outcome(limit)
    return _answer(game, outcome, None, MISERE if game.is_misere else "search", limit)


def _without_nimber(game: ImpartialGame) -> bool:
    """Whether a theorem says who wins, but only a long search the nimber."""
    if game._nimber(game.position) is not None or game._outcome(game.position) is None:
        return False
    return (moves_below(game, game.position) or 0) > SEARCHED


def _answer(
    game: ImpartialGame, outcome: str, value: LoopyValue | None, method: str, limit: int | None
) -> ImpartialSolution:
    """With the winning moves; with some of them where there are too many to look through."""
    kind = game._solution_class()
    try:
        return kind.with_all(game, outcome, value, game.winning_moves(limit), method)
    except LimitError:
        some = game.some_winning_moves()
        ranges = game.winning_ranges() if value is not None else ()
        return kind(game, outcome, value, some, method, listed=False, ranges=ranges)
