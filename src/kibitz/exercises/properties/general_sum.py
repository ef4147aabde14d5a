"""Properties of bimatrix games."""

from __future__ import annotations

from kibitz.core.numbers import exact
from kibitz.exercises.wish import wish
from kibitz.strategic.game import StrategicGame


@wish("{} equilibria", StrategicGame)
def equilibria(game: StrategicGame, count: int) -> bool:
    """The number of equilibria, with no continuum of them."""
    found = game.solve("equilibria").to_json()
    isolated = all(part["isolated"] for part in found.get("components", ()))
    return isolated and found.get("number") == count


@wish("{} pure equilibria", StrategicGame)
def pure_equilibria(game: StrategicGame, count: int) -> bool:
    """The number of equilibria in pure strategies."""
    return len(game.pure_equilibria().to_json()["equilibria"]) == count


@wish("probabilities with denominators below {}", StrategicGame)
def small_denominators(game: StrategicGame, bound: int) -> bool:
    """The strategies of all equilibria have small denominators."""
    found = game.solve("equilibria").to_json()["extreme"]
    return all(exact(p).denominator < bound for e in found for mix in e["strategies"] for p in mix)


@wish("solved by dominance", StrategicGame)
def solved_by_dominance(game: StrategicGame) -> bool:
    """Iterated strict dominance leaves one cell."""
    return bool(game.eliminate().to_json()["solved"])
