"""What to write for a name that a game, an answer or a package does not have.

>>> import kibitz as kb
>>> try:
...     kb.nim(3, 4, 5)
... except AttributeError as error:
...     print(error)
module 'kibitz' has no attribute 'nim'; write kb.game("nim")
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from typing import Any

IN_ANSWERS = ("equilibrium", "profile", "solution", "strategies", "strategy", "value", "winner")
"""What is looked for in a game, and is in its answer."""
OTHERWISE = {
    "best_move": "best().move",
    "display": "draw()",
    "plot": "draw()",
    "show": "draw()",
    "svg": "draw().svg",
    "to_svg": "draw().svg",
    "save": 'kb.save(game, "game.json")',
    "write": 'kb.save(game, "game.json")',
    "payoffs": "matrix",
    "payoff_matrix": "matrix",
    "transpose": "reversed()",
    "T": "reversed()",
    "num_players": "players",
    "info": "describe()",
    "summary": "describe()",
    "proof": "verify()",
    "prove": "verify()",
    "json": "to_json()",
    "to_dict": "to_json()",
    "iterated_dominance": "dominance()",
    "repeat": "repeated(rounds)",
    "row_strategy": "row",
    "column_strategy": "column",
}
"""What names of other packages are called here, where the object has it."""
AT_THE_FRONT = {
    "bargain": "kb.bargaining(points, disagreement)",
    "cost": 'kb.cost_game({"A": 5, "B": 7, "A,B": 9})',
    "duopoly": 'kb.cournot(demand="17-Q", costs="q")',
    "equilibria": "kb.bimatrix(A, B).equilibria()",
    "lp": "kb.linear_program(c, A, b)",
    "mex": "kb.combinatorial.mex({0, 1, 3})",
    "nimber": 'kb.game("nim 3 4 5").nimber()',
    "nim_sum": "kb.combinatorial.nim_sum(3, 4, 5)",
    "nimbers": 'kb.combinatorial.nim_sequence("0.77", 50)',
    "recursive": 'kb.stochastic_game("G: G, 5; 1, 0", endless=1)',
    "sequence": 'kb.combinatorial.nim_sequence("0.77", 50)',
    "voting": "kb.weighted_voting(51, [40, 30, 20, 10])",
    "voting_game": "kb.weighted_voting(51, [40, 30, 20, 10])",
    "weighted_majority": "kb.weighted_voting(51, [40, 30, 20, 10])",
    "exercise": 'kb.exercises.make_sheet(["nim"], seed=7)',
    "list_games": "kb.shelf()",
    "tree": "kb.extensive_game(...)",
    "version": "kb.__version__",
}
CALLED = {
    "stochastic": 'kb.stochastic_game("G: G, 5; 1, 0", endless=1) makes a game',
    "games": "kb.shelf() lists the games, kb.game(NAME) takes one",
    "play": "play in the shell, `kibitz play GAME`, or kb.play.tournament(...)",
    "exercises": 'kb.exercises.make_sheet(["nim"], seed=7)',
}
"""What is meant where a package is called as if it were a function."""


ROOMS = (
    *("combinatorial", "zero_sum", "strategic", "coalitional", "search", "learning", "linear"),
    *("utility", "bargaining", "continuous", "stochastic", "extensive", "poker"),
)
"""The packages whose functions are looked for under a name that the front does not have."""
WAYS = {
    "ExtensiveGame": (("to_strategic", "StrategicGame"),),
    "MatrixGame": (("to_strategic", "StrategicGame"), ("to_extensive", "ExtensiveGame")),
    "Rules": (("unfold", "ExtensiveGame"), ("to_strategic", "StrategicGame")),
    "StrategicGame": (
        ("to_bargaining", "BargainingProblem"),
        ("to_coalitional", "CoalitionalGame"),
        ("to_extensive", "ExtensiveGame"),
    ),
}
"""Into which other forms a game of a form can be turned, and by which function."""


class MissingName(AttributeError):
    """A missing attribute; what to write instead is looked up when the message is read."""

    def __str__(self) -> str:
        said = super().__str__()
        if not isinstance(self.name, str) or self.name.startswith("_"):
            return said
        advice = (
            _at_the_front(self.name) if _is_front(self.obj) else _of_object(self.obj, self.name)
        )
        return f"{said}; {advice}" if advice else said


def _is_front(owner: Any) -> bool:
    return getattr(owner, "__name__", "") == "kibitz"


def _at_the_front(name: str) -> str:
    """What to write for a name that the package itself does not have.

    >>> _at_the_front("shapley"), _at_the_front("chicken"), _at_the_front("nonsense")
    ('call it on a game: game.shapley()', 'write kb.game("chicken")', '')
    """
    from kibitz.core import index

    word = name.replace("_", "-")
    if name in AT_THE_FRONT:
        return f"write {AT_THE_FRONT[name]}"
    if word in index.table("GAMES"):
        return f'write kb.game("{word}")'
    if any(word in names for names in index.table("METHODS").values()):
        return f"call it on a game: game.{name}()"
    room = next((package for package in ROOMS if name in _functions(package)), "")
    return f"write kb.{room}.{name}" if room else ""


def _functions(package: str) -> Collection[str]:
    """The names that a package hands out.

    >>> "nim_product" in _functions("combinatorial"), "nim_product" in _functions("search")
    (True, False)
    """
    names: Collection[str] = import_module(f"kibitz.{package}")._home
    return names


def _of_object(owner: Any, name: str) -> str:
    """What to write for an attribute that a game or an answer does not have."""
    other = OTHERWISE.get(name, "")
    if other and (other.startswith("kb.") or hasattr(owner, other.partition("(")[0])):
        return f"did you mean {other}?"
    if name in IN_ANSWERS and hasattr(owner, "solve"):
        return "solve the game first: game.solve()" + f".{name}" * (name != "solution")
    return _elsewhere(type(owner), name)


def _elsewhere(form: type, name: str) -> str:
    """How a method of another form is called, into which an object of this form can be turned.

    >>> from kibitz.strategic.game import StrategicGame
    >>> _elsewhere(StrategicGame, "tu"), _elsewhere(StrategicGame, "nonsense")
    ('write kb.to_bargaining(game).tu()', '')
    """
    from kibitz.core import index

    if form.__name__ == "Search" and name in _functions("search"):
        return f"write kb.search.{name}(game)"
    methods, word = index.table("METHODS"), name.replace("_", "-")
    names = [kind.__name__ for kind in form.__mro__]
    ways = [way for kind in names for way in WAYS.get(kind, ())]
    arrow_name = next((arrow for arrow, other in ways if word in methods.get(other, {})), "")
    return f"write kb.{arrow_name}(game).{name}()" if arrow_name else ""
