"""Widgets for notebooks: a board, a tree, a table of payoffs, sliders, a simplex.

They need the extra ``notebook``: ``pip install 'kibitz[notebook]'``.
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
