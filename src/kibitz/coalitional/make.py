"""The maker: a coalitional game from what is known of its worths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.letter import letters_in, read_family
from kibitz.coalitional.letters import read_letters
from kibitz.coalitional.names import amounts_in_words
from kibitz.coalitional.read_worths import read_costs, read_votes, read_worths
from kibitz.core.errors import GameError


def coalition(
    worths: Any = None,
    players: int | str | Sequence[Any] | None = None,
    *,
    weights: Any = None,
    quota: Any = None,
    chairman: Any = None,
    winning: Any = None,
    costs: Any = None,
    tree: Any = None,
    missing: str | int = "auto",
    title: str = "",
    exact: bool | None = None,
) -> CoalitionalGame:
    """A coalitional game, from what is known of the worths of its coalitions.

    ``worths`` is a dict whose keys are coalitions (``"S,F"``, tuples or sets of names; one-letter
    names may be run together), text such as ``"S,F:1000 S,B:500 S,F,B:1000"``, a formula in
    the size s of the coalition such as ``"s^2"``, a function of a frozenset of players, 2^n
    numbers indexed by bitmask, or with players n + 1 numbers by size. Instead of worths there may
    be ``weights`` and a ``quota``: a coalition whose weights reach the quota wins 1, perhaps with a
    ``chairman`` who breaks ties; or ``winning``, the minimal winning coalitions; or ``costs``, as
    a dict or in any of the other spellings: a coalition is worth what its members save together;
    or the ``tree`` of a game of perfect information, as :func:`perfect_information` reads it.

    What becomes of coalitions that a dict leaves out is said by ``missing``: ``"zero"`` takes them
    as worth 0, ``"refuse"`` lists them in an error, ``"cover"`` gives them the most that they can
    earn by splitting into coalitions that are known (singles that are missing earn 0), and
    ``"auto"`` takes them as worth 0 in the short form, which names what larger coalitions earn.
    A dict that gives the worth of a single player, or a worth of 0 (also of ``""``), is meant to be
    complete, and so is one that leaves out the coalition of all players, or one whose members are
    known to earn something without the others.

    Parameters
    ----------
    worths : dict, callable, str or sequence of numbers, optional
        The worths of the coalitions.
    players : int, str or sequence, optional
        Names of the players, or their number; read from the worths if omitted.
    weights : sequence of numbers or dict, optional
        The weights of a voting game.
    quota : number, optional
        The weight that wins.
    chairman : str or int, optional
        The voter without whom a coalition with just the quota loses.
    winning : str or sequence of coalitions, optional
        The winning coalitions, with all their supersets; no others win.
    costs : dict, callable, str or sequence of numbers, optional
        The costs of the coalitions.
    tree : nested sequences, optional
        A game of perfect information.
    missing : {"auto", "zero", "refuse", "cover"} or 0, default "auto"
        What coalitions are worth that ``worths`` leaves out.
    title : str, optional
        A title for output.
    exact : bool, optional
        Read numbers as exact or as floats; by default as they are written.

    Returns
    -------
    CoalitionalGame
        The game; with one letter among the worths, the family of games for all its values
        (:class:`~kibitz.coalitional.letter.CoalitionalFamily`), with several of them another
        (:class:`~kibitz.coalitional.letters.CoalitionalLetters`).

    Examples
    --------
    >>> coalition({"A": 1, "B": 3, "A,B": 6})
    coalition({'A': 1, 'B': 3, 'A,B': 6})
    >>> coalition(lambda s: len(s) ** 2, players=3).worths.numbers()[-1]
    Fraction(9, 1)
    >>> coalition("v(S) = |S|^2", players=3) == coalition(lambda s: len(s) ** 2, players=3)
    True
    >>> coalition([0, 1, 3, 6]) == coalition({(1,): 1, (2,): 3, (1, 2): 6})
    True
    >>> coalition(weights=[2, 1, 1], quota=3).worth(1, 3)
    Fraction(1, 1)
    >>> coalition(weights=[1, 1, 1, 1], quota=2, chairman=1).worth(2, 3)
    Fraction(0, 1)
    >>> coalition(winning="1,2 1,3").worth(1, 3)
    Fraction(1, 1)
    >>> coalition(costs={"A": 100, "B": 110, "A,B": 140}).worth("A", "B")
    Fraction(70, 1)
    >>> coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000}).worth("F", "B")
    Fraction(0, 1)
    >>> coalition({"A": 0, "B": 3, "A,C": 4, "A,B,C": 6})
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: no worth is given for C; A,B; B,C; missing='zero' ...
    """

    given = [w is not None for w in (worths, weights, costs, tree, winning)]
    if sum(given) != 1:
        raise GameError(
            "give either worths, or weights and a quota, or winning coalitions, or costs, or a tree"
        )
    if chairman is not None and weights is None:
        raise GameError("a chairman needs weights and a quota")
    if (weights is None) != (quota is None):
        raise GameError("give both weights and a quota, or neither")
    how = "zero" if str(missing) == "0" else str(missing)
    game: CoalitionalGame
    if chairman is not None:
        from kibitz.coalitional.voting.weighted import weighted_voting

        game = weighted_voting(quota, _in_words(weights), players, title, chairman=chairman)
    elif weights is not None:
        game = read_votes(weights, quota, players, title)
    elif winning is not None:
        from kibitz.coalitional.voting.simple_games import simple_game

        game = simple_game(winning, players, title)
    elif costs is not None:
        game = read_costs(costs, players, title).savings()
    elif tree is not None:
        from kibitz.coalitional.perfect_information import perfect_information

        game = perfect_information(tree, players, title).game
    elif (lettered := letters_in(worths, players)) is not None:
        if exact is False:
            raise GameError("worths with a letter are exact")
        letters, table = lettered
        family: Any
        if len(letters) == 1:
            family = read_family(letters[0], table, players, how, title)
        else:
            family = read_letters(letters, table, players, how, title)
        return family  # type: ignore[no-any-return]
    else:
        tensor, names = read_worths(worths, players, how)
        game = CoalitionalGame(tensor, names, title)
    if exact is None:
        return game
    return game.rational() if exact else game.floating()


def _in_words(weights: Any) -> Any:
    return amounts_in_words(weights) if isinstance(weights, str) else weights


def cost_game(
    costs: Any, players: int | str | Sequence[Any] | None = None, title: str = ""
) -> CostGame:
    """A cost game from a dict, a function, text or a bitmask array; no cost may be left out.

    Parameters
    ----------
    costs : dict, callable, str or sequence of numbers
        The cost of every coalition, as :func:`~kibitz.coalitional.make.coalition` reads worths.
    players : int, str or sequence, optional
        Their names, or their number; read from ``costs`` if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    CostGame
        The game.
    """
    return read_costs(costs, players, title)
