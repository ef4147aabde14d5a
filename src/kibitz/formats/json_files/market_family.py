"""Markets with a letter for the number of firms, as JSON.

``{"kind": "market-family", "model": "cournot", "demand": "a - Q", "cost": "c*q", "letter": "n"}``;
the model is cournot and the letter n unless it says so. If wanted there is a ``"title"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.continuous.markets.any_number import MarketFamily, any_number_of_firms
from kibitz.formats.json_files.keys import check_keys, label


def to_json(market: MarketFamily) -> dict[str, Any]:
    """Everything about the markets."""
    return {
        "title": market.title,
        "model": market.model,
        "demand": str(market.demand),
        "cost": str(market.cost),
        "letter": market.letter,
    }


def from_json(data: dict[str, Any]) -> MarketFamily:
    """The markets that this data describes."""
    check_keys(data, ["model", "demand", "cost", "letter", "title"], ["demand"])
    return any_number_of_firms(
        label(data.get("model", "cournot"), "model"),
        label(data["demand"], "demand"),
        label(data.get("cost", "0"), "cost"),
        label(data.get("letter", "n"), "letter"),
        title=label(data.get("title", ""), "title"),
    )
