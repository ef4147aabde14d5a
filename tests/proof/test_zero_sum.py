"""No mutant of a true claim about a matrix game is proved, unless it is true as well."""

from __future__ import annotations

import pytest

import kibitz as kb
from helpers.mutants import accepted

GAMES = ("-2 3; 3 -4", "2 0 4; 1 2 3; 4 1 2", "0 1 -1; -1 0 1; 1 -1 0", "1.5 2; 3 0")


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("exact", [True, False])
def test_no_mutant_of_a_solution_is_proved(text, exact):
    game = kb.matrix(text, exact=exact)
    solution = game.solve()
    assert solution.verify()
    assert accepted(game, solution.to_json(), kb.matrix("7 1; 0 5").solve().to_json()) == []
