"""Plain words for TeX: its own signs escaped, mathematical ones in formulas."""

from __future__ import annotations

from unicodedata import normalize

_OWN = {
    "\\": "\\textbackslash{}",
    "{": "\\{",
    "}": "\\}",
    "$": "\\$",
    "&": "\\&",
    "#": "\\#",
    "%": "\\%",
    "_": "\\_",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': "''",
    "\u00a0": "~",
}
_MATH = {
    "−": "-",
    "×": "\\times",
    "÷": "\\div",
    "±": "\\pm",
    "·": "\\cdot",
    "≤": "\\le",
    "≥": "\\ge",
    "≠": "\\ne",
    "≈": "\\approx",
    "≡": "\\equiv",
    "∞": "\\infty",
    "∈": "\\in",
    "∉": "\\notin",
    "∅": "\\emptyset",
    "⊂": "\\subset",
    "⊆": "\\subseteq",
    "∪": "\\cup",
    "∩": "\\cap",
    "∖": "\\setminus",
    "→": "\\to",
    "←": "\\leftarrow",
    "↑": "\\uparrow",
    "↓": "\\downarrow",
    "↔": "\\leftrightarrow",
    "⇒": "\\Rightarrow",
    "⇔": "\\Leftrightarrow",
    "↦": "\\mapsto",
    "√": "\\surd",
    "∑": "\\sum",
    "Σ": "\\Sigma",
    "∏": "\\prod",
    "∫": "\\int",
    "∂": "\\partial",
    "∇": "\\nabla",
    "Δ": "\\Delta",
    "Γ": "\\Gamma",
    "Ω": "\\Omega",
    "Φ": "\\Phi",
    "Ψ": "\\Psi",
    "Λ": "\\Lambda",
    "Θ": "\\Theta",
    "Π": "\\Pi",
    "α": "\\alpha",
    "β": "\\beta",
    "γ": "\\gamma",
    "δ": "\\delta",
    "ε": "\\varepsilon",
    "ζ": "\\zeta",
    "η": "\\eta",
    "θ": "\\theta",
    "λ": "\\lambda",
    "μ": "\\mu",
    "ν": "\\nu",
    "ξ": "\\xi",
    "π": "\\pi",
    "ρ": "\\rho",
    "σ": "\\sigma",
    "τ": "\\tau",
    "φ": "\\varphi",
    "χ": "\\chi",
    "ψ": "\\psi",
    "ω": "\\omega",
    "⊕": "\\oplus",
    "⊗": "\\otimes",
    "✓": "\\checkmark",
    "✗": "\\times",
    "½": "\\frac12",
    "′": "'",
    "∘": "\\circ",
    "°": "^{\\circ}",
    "⌊": "\\lfloor",
    "⌋": "\\rfloor",
    "⌈": "\\lceil",
    "⌉": "\\rceil",
    "★": "\\star",
    "∗": "*",
    "∧": "\\wedge",
    "∨": "\\vee",
    "¬": "\\neg",
    "∀": "\\forall",
    "∃": "\\exists",
    "ℓ": "\\ell",
    "∥": "\\parallel",
    "♠": "\\spadesuit",
    "♥": "\\heartsuit",
    "♦": "\\diamondsuit",
    "♣": "\\clubsuit",
}
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ", "0123456789-+n")
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉₋₊ₙ", "0123456789-+n")
_PLAIN = {"…": "\\ldots{}", "—": "---", "–": "--", "“": "``", "”": "''", "’": "'", "‘": "`"}


def tex_words(words: str) -> str:
    """Words as TeX sets them.

    >>> print(tex_words("50% of x₁ ≥ 3/4"))
    50\\% of x$_{1}$ $\\ge$ 3/4
    """
    return "".join(map(_sign, words))


def _sign(c: str) -> str:
    if c in _OWN:
        return _OWN[c]
    if c in _PLAIN:
        return _PLAIN[c]
    if c in _MATH:
        return f"${_MATH[c]}$"
    if (raised := c.translate(_RAISED)) != c:
        return f"$^{{{raised}}}$"
    if (lowered := c.translate(_LOWERED)) != c:
        return f"$_{{{lowered}}}$"
    if ord(c) > 0x2FF:
        plain = normalize("NFKD", c).encode("ascii", "ignore").decode()
        return plain or "?"
    return c
