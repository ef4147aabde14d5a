"""How wide words are, by the metrics of Helvetica."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

_WIDTHS = {
    222: "ijl",
    191: "'",
    260: "|",
    278: " !,./:;I[\\]ft·\u00a0",
    333: "()-`r·²³¹⁰⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉",
    334: "{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jckrsvxyz",
    556: "#$0123456789?L_abdeghnopqu–",
    584: "+<=>~−×≤≥≠±÷",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1000: "—…→←↑↓",
    1015: "@",
}
_WIDTH = {c: width / 1000 for width, signs in _WIDTHS.items() for c in signs}
_WIDTH["r"] = 0.333
MARGIN = 1.1
"""Layouts leave a little room for fonts that are wider than Helvetica."""


def text_width(words: str, size: float = 13, bold: bool = False, margin: float = MARGIN) -> float:
    """How wide these words will be in pixels; rather too much than too little.

    Parameters
    ----------
    words : str
        The words.
    size : float, default 13
        The size of the font.
    bold : bool, default False
        Whether they are bold.
    margin : float, default 1.1
        What the width of Helvetica is multiplied by.

    Returns
    -------
    float
        The width.

    Examples
    --------
    >>> text_width("iiii") < text_width("WWWW") < text_width("中中中中")
    True
    >>> text_width("10", size=100, margin=1)
    111.2
    """
    ems = sum(_em(c) for c in words)
    return round(ems * size * (1.07 if bold else 1.0) * margin, 6)


def _em(c: str) -> float:
    if c in _WIDTH:
        return _WIDTH[c]
    if combining(c):
        return 0.0
    if east_asian_width(c) in "WF":
        return 1.05
    return 0.7 if c.isupper() or ord(c) > 0x24F else 0.58
