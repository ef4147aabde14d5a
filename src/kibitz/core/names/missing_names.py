"""What to write for a name that a game, an answer or a package does not have.

>>> import kibitz as kb
>>> try:
...     kb.nim(3, 4, 5)
... except AttributeError as error:
...     print(error)
module 'kibitz' has no attribute 'nim'; write kb.game("nim")
"""

from __future__ import annotations

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
    "row_strategy": "row",
    "column_strategy": "column",
}
"""What names of other packages are called here, where the object has it."""
AT_THE_FRONT = {
    "exercise": 'kb.exercises.make_sheet(["nim"], seed=7)',
    "list_games": "kb.shelf()",
    "tree": "kb.extensive_game(...)",
    "version": "kb.__version__",
}
CALLED = {
    "games": "kb.shelf() lists the games, kb.game(NAME) takes one",
    "play": "play in the shell, `kibitz play GAME`, or kb.play.tournament(...)",
    "exercises": 'kb.exercises.make_sheet(["nim"], seed=7)',
}
"""What is meant where a package is called as if it were a function."""


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
    return ""


def _of_object(owner: Any, name: str) -> str:
    """What to write for an attribute that a game or an answer does not have."""
    other = OTHERWISE.get(name, "")
    if other and (other.startswith("kb.") or hasattr(owner, other.partition("(")[0])):
        return f"did you mean {other}?"
    if name in IN_ANSWERS and hasattr(owner, "solve"):
        return "solve the game first: game.solve()" + f".{name}" * (name != "solution")
    return ""
