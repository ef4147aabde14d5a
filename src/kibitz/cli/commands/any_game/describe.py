"""``kibitz describe``: what kind of game it is."""

from __future__ import annotations

from kibitz.cli.machinery.options import Exact, Game, Json, Seed


def describe(game: Game, json: Json = False, exact: Exact = None, seed: Seed = None) -> None:
    """Describe a game, and the structure recognized in it.

    \b
    kibitz describe morra
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core import verbs

    description = verbs.describe(resolve(game, exact, seed))
    if json:
        say_json(description.to_json())
    else:
        say(str(description))
