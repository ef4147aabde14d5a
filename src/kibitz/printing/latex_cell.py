"""Explanations and tables as LaTeX for a cell of a notebook, which has a preamble of its own."""

from __future__ import annotations

from kibitz.core.explanation import Explanation, Table
from kibitz.core.extended import extends
from kibitz.printing.latex import prose_in_tex, table_in_tex, words_in_tex


@extends(Explanation, Table)
def latex_cell(explanation: Explanation | Table) -> str:
    """The words and tables, without pictures and packages.

    Converters of notebooks load booktabs and ulem, but no package for pictures; they take those
    from the other forms.

    Parameters
    ----------
    explanation : Explanation or Table
        What a cell shows.

    Returns
    -------
    str
        A fragment of LaTeX.

    Examples
    --------
    >>> print(latex_cell(Table(("", "L"), (("T", "1/2"),))))
    \\begin{tabular}{lr}
    \\toprule
     & L \\\\
    \\midrule
    T & $\\tfrac{1}{2}$ \\\\
    \\bottomrule
    \\end{tabular}
    """
    if isinstance(explanation, Table):
        return table_in_tex(explanation, None)
    parts = [f"\\textbf{{\\large {words_in_tex(explanation.title, None)}}}"]
    for k, step in enumerate(explanation.steps, 1):
        parts.append(f"\\textbf{{{k}. {words_in_tex(step.heading, None)}}}")
        if step.prose.strip():
            parts.append(prose_in_tex(step.prose, None))
        if step.table is not None:
            parts.append(table_in_tex(step.table, None))
    return "\n\n".join(parts)
