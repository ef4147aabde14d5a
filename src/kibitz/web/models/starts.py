"""Where to begin when writing a game down: a small game of each form."""

from __future__ import annotations

STARTS: dict[str, tuple[str, str, str]] = {
    "table": ("Payoff table", "two players, two payoffs per cell", "bimatrix 3,3 0,4; 4,0 1,1"),
    "zero-sum": ("Zero-sum game", "what one gains the other loses", "matrix 2 0 4; 1 2 3; 4 1 2"),
    "three-players": (
        "Three players",
        "one table for each strategy of the third player",
        "strategic 1,1,1 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 2,2,2",
    ),
    "parameter": ("With a parameter", "with a parameter in the cells", "matrix 2 t; 3 1"),
    "tree": (
        "Tree",
        "moves, chance and information sets",
        '{"kind": "extensive", "players": ["I", "II"], "tree": {"player": "I", "moves": '
        '[["a", {"payoff": ["0", "0"]}], ["b", {"payoff": ["0", "0"]}]]}}',
    ),
    "repeated": (
        "Repeated game",
        "a payoff table played repeatedly",
        '{"kind": "repeated", "rounds": 3, "stage_bimatrix": [[[3, 3], [0, 4]], [[4, 0], [1, 1]]]}',
    ),
    "coalition": (
        "Coalitions",
        "a worth for every coalition",
        'coalition "A:0 B:0 C:0 A,B:4 A,C:3 B,C:2 A,B,C:6"',
    ),
    "costs": (
        "Shared costs",
        "a cost for every coalition",
        'cost "A:5 B:6 C:4 A,B:9 A,C:7 B,C:8 A,B,C:11"',
    ),
    "voting": ("Votes", "weights and a quota", "weighted-voting 51 40 30 20 10"),
    "claims": ("Claims", "claims that exceed an estate", "bankruptcy 200 claims=100,200,300"),
    "heaps": ("Heaps", "Nim and its variants", "nim 3 4 5"),
    "coins": ("Coins", "rows of coins to turn", "turning-turtles THTTHT"),
    "hackenbush": ("Hackenbush", "edges to chop", "hackenbush 0-a-b b-c 0-d-e d-f"),
    "digraph": ("Digraph", "moves along arrows", "digraph a>b>d a>c>e>f b>e"),
    "states": ("States", "games with states", 'stochastic "G: G, 1; 1, 0" endless=0'),
    "market": ("Market", "firms, demand and costs as formulas", "cournot"),
    "interval": (
        "Game on intervals",
        "payoffs as functions of the players' choices",
        '{"kind": "continuous", "players": ["I", "II"], "variables": ["x", "y"], "intervals": '
        '[[0, 1], [0, 1]], "payoffs": ["x*(2 - x - y)", "y*(2 - x - y)"]}',
    ),
    "bargaining": (
        "Bargaining",
        "the payoffs that two players can reach together",
        '{"kind": "bargaining", "feasible": {"polygon": [["0", "0"], ["0", "4"], ["3", "3"], '
        '["5", "0"]]}, "disagreement": ["0", "0"]}',
    ),
    "program": (
        "Linear program",
        "an objective under constraints",
        '{"kind": "linear-program", "c": ["2", "1", "3"], "A": [["0", "3", "1"], ["1", "1", "1"], '
        '["3", "2", "0"]], "b": ["5", "10", "8"]}',
    ),
}
"""By a short name: what it is called, what it is, and the text of a first game."""
