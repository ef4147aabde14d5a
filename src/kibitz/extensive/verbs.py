"""The verbs for games in extensive form."""

from __future__ import annotations

from kibitz.core.verbs import solve
from kibitz.extensive.solve import solve_extensive

solve.register(solve_extensive)
