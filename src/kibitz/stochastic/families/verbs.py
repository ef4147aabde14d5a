"""What solve, explain, draw and describe do with families of games."""

from __future__ import annotations

from kibitz.core.explanation import Description, Explanation
from kibitz.core.numbers import show
from kibitz.core.verbs import describe, draw, explain
from kibitz.pictures import Picture
from kibitz.stochastic.families.family import GameFamily

SHOWN = 4
"""Members that a picture shows."""


@explain.register
def _(game: GameFamily) -> Explanation:
    return game.solve().explain()


@draw.register
def _(game: GameFamily) -> Picture:
    from kibitz.stochastic.draw import draw_game

    return draw_game(game.finite(SHOWN, 0))


@describe.register
def _(game: GameFamily) -> Description:
    steps = ", ".join(f"{k:+d}" for k in sorted(game.steps)) or "none"
    facts = [
        ("rule", str(game).splitlines()[1]),
        ("steps in n", steps),
        ("asked for", f"n = {game.n}"),
    ]
    if game.members:
        facts.append(("given", ", ".join(f"{name}({k})" for name, k in game.members)))
    if game.endless is not None:
        pays = game.endless if isinstance(game.endless, str) else show(game.endless)
        facts.append(("endless play pays", str(pays)))
    return Description(game.title or "family of games", tuple(facts))
