"""The verbs for games in extensive form."""

from __future__ import annotations

from kibitz.core.verbs import describe, draw, explain
from kibitz.extensive.describe import describe_extensive
from kibitz.extensive.draw import draw_extensive
from kibitz.extensive.explain import explain_extensive

describe.register(describe_extensive)
draw.register(draw_extensive)
explain.register(explain_extensive)
