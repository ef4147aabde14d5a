"""Explanations in print: HTML, Markdown, LaTeX for articles and slides, and PDF.

>>> import kibitz as kb
>>> from kibitz.printing import latex
>>> print(latex(kb.matrix("-2 3; 3 -4").explain()).splitlines()[0])
\\documentclass[11pt]{article}
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
