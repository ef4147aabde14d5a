"""The forms of a game, one line each; whatever lists forms reads them here.

A form that is added brings its package, this line, and a file in ``formats/json_files``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a game: its JSON kind, its noun and where it lives, and how it is recognized."""

    kind: str
    noun: str
    package: str
    json: str = ""
    """The module of ``formats.json_files``; none where it is written by its name on the shelf."""
    keys: tuple[str, ...] = ()
    """Keys of a JSON object without a kind that tell it; of two forms the earlier one wins."""
    hints: tuple[str, ...] = ()
    """Keys that tell it where no form has keys of the first sort."""
    words: tuple[str, ...] = ()
    """Words that begin such a game typed on the command line."""


FORMS = (
    Form(
        "stochastic",
        "StochasticGame",
        "stochastic",
        "stochastic",
        keys=("transitions",),
        hints=("games", "states"),
        words=("stochastic",),
    ),
    Form("recursive", "StochasticGame", "stochastic", "stochastic", words=("recursive",)),
    Form("multistage", "StochasticGame", "stochastic", "multistage"),
    Form("stochastic-family", "GameFamily", "stochastic", "family"),
    Form("continuous", "ContinuousGame", "continuous", "continuous", keys=("model",)),
    Form("market-family", "MarketFamily", "continuous", "market_family"),
    Form("continuous-poker", "ContinuousPoker", "continuous", "continuous_poker"),
    Form("betting-tree", "BettingGame", "continuous", "betting"),
    Form(
        "bargaining",
        "BargainingProblem",
        "bargaining",
        "bargaining",
        keys=("feasible", "S", "disagreement", "threat", "polygon", "inequalities"),
    ),
    Form("matrix", "MatrixGame", "zero_sum", "matrix", keys=("matrix",), words=("matrix",)),
    Form("parametric", "ParametricMatrixGame", "zero_sum", "parametric", words=("parametric",)),
    Form(
        "linear-program",
        "LinearProgram",
        "linear",
        "linear_program",
        keys=("c",),
        words=("lp", "linear-program"),
    ),
    Form(
        "strategic",
        "StrategicGame",
        "strategic",
        "strategic",
        keys=("payoffs", "A", "R", "bimatrix", "pairs"),
        words=("bimatrix", "strategic"),
    ),
    Form(
        "coalitional",
        "CoalitionalGame",
        "coalitional",
        "coalitional",
        keys=("worths", "v", "weights"),
        words=("coalition",),
    ),
    Form("coalitional-family", "CoalitionalFamily", "coalitional", "coalitional_family"),
    Form("coalitional-letters", "CoalitionalLetters", "coalitional", "coalitional_letters"),
    Form("cost", "CostGame", "coalitional", "cost", keys=("costs",), words=("cost",)),
    Form("repeated", "RepeatedGame", "strategic", "repeated", keys=("rounds",)),
    Form("digraph", "Digraph", "combinatorial", "digraph", keys=("digraph", "graph")),
    Form(
        "extensive",
        "ExtensiveGame",
        "extensive",
        "extensive",
        keys=("histories",),
        hints=("tree", "nodes"),
        words=("extensive",),
    ),
    Form("tree", "GameTree", "rules", "tree"),
    Form("named", "Noun", "core", "named", keys=("components",), hints=("game",)),
    Form("bankruptcy", "Bankruptcy", "coalitional", hints=("claims",)),
)
