"""The verbs for poker games: those for rules, and some of their own."""

from __future__ import annotations

import kibitz.poker.draw_poker.solve
import kibitz.poker.explain
import kibitz.search.verbs  # noqa: F401
