"""The pages that are looked at, each with what is on it once it is there."""

from __future__ import annotations

from typing import Any

FOUR = (
    "coalition+%22A%3A0+B%3A0+C%3A0+D%3A0+A%2CB%3A1+A%2CC%3A1+A%2CD%3A1+B%2CC%3A0+B%2CD%3A0+C%2CD%3A1+"
    "A%2CB%2CC%3A2+A%2CB%2CD%3A2+A%2CC%2CD%3A2+B%2CC%2CD%3A1+A%2CB%2CC%2CD%3A4%22"
)

PAGES = {
    "home": ("/", "h1"),
    "new": ("/new", "h1"),
    "rules": ("/rules", "h1"),
    "class": ("/class", "h1"),
    "play": ("/play", "h1"),
    "solve": ("/game?g=chicken", ".answer"),
    "explain": ("/game?g=chicken&tab=explain", ".told h3"),
    "draw": ("/game?g=chicken&tab=draw", ".answers .picture svg"),
    "verify": ("/game?g=chicken&tab=verify", "ul.checks"),
    "take": ("/game?g=chicken&tab=take", "h3"),
    "touch-replies": ("/game?g=chicken&tab=touch", "svg.touch"),
    "touch-lines": ("/game?g=matrix+2+3+1+5%3B+4+1+6+0&tab=touch", "svg.touch"),
    "touch-simplex": ("/game?g=rock-paper-scissors&tab=touch", "svg.touch"),
    "touch-triangle": (
        "/game?g=coalition+%22A%3A0+B%3A0+C%3A0+A%2CB%3A4+A%2CC%3A3+B%2CC%3A2+A%2CB%2CC%3A6%22&tab=touch",
        ".ring",
    ),
    "touch-solid": (f"/game?g={FOUR}&tab=touch", "svg[data-drawn]"),
    "touch-tree": ("/game?g=beer-quiche&tab=touch", ".knot"),
    "touch-policy": ("/game?g=piglet+6&tab=touch", ".ring"),
    "three-players": ("/new/three-players", ".answer"),
    "parameter": ("/new/parameter", ".answer"),
    "tree": ("/game?g=beer-quiche", ".answer"),
    "coalition": ("/new/coalition", ".answer"),
    "costs": ("/new/costs", ".answer"),
    "voting": ("/new/voting", ".answer"),
    "claims": ("/new/claims", ".answer"),
    "states": ("/new/states", ".answer"),
    "program": ("/new/program", ".answer"),
    "bargaining": ("/new/bargaining", ".answer"),
    "heaps": ("/new/heaps", ".answer"),
    "coins": ("/new/coins", ".answer"),
    "hackenbush": ("/new/hackenbush", ".answer"),
    "market": ("/new/market", ".answer"),
    "digraph": ("/game?g=digraph", ".answer"),
    "family": ("/game?g=ladder", ".answer"),
    "stakes": ("/game?g=bet-sizes-poker", ".answer"),
    "different-goods": ("/game?g=price-leadership", ".answer"),
    "options": ("/game?g=kuhn-poker&method=cfr", ".answer"),
    "board": ("/play?g=checkers&seats=person,random", "polygon.cell-can"),
    "poker": ("/play?g=kuhn-poker&seats=person,random", "button[data-act=move]"),
    "heaps-played": ("/play?g=nim+3+4+5&seats=person,random", "polygon.cell-can"),
}


def printed(tab: Any) -> str:
    """The answer on the page of a game, as it is printed."""
    return str(tab.locator(".answer [data-copy]").first.get_attribute("data-copy"))
