"""The tabs of a game's page."""

from kibitz.web.tabs.draw import draw_tab
from kibitz.web.tabs.explain import explain_tab
from kibitz.web.tabs.solve import solve_tab
from kibitz.web.tabs.take import take_tab
from kibitz.web.tabs.touch import touch_tab
from kibitz.web.tabs.verify import verify_tab

__all__ = ["draw_tab", "explain_tab", "solve_tab", "take_tab", "touch_tab", "verify_tab"]
