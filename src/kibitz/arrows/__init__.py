"""From one form to another: every arrow, a file each, named by where it starts and where it leads.

``to_strategic``, ``to_extensive``, ``to_coalitional`` and ``to_bargaining`` take every form that
leads there. What an arrow computes lives in the package that it starts from or leads to; forms do
not import each other, and a noun that has an arrow as a method finds it here by its name
(:mod:`kibitz.core.extension`).
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
