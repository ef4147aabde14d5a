"""Claims about something else, or with parts that do not fit, are refused in a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import kibitz as kb
from helpers.commands import printed
from kibitz.coalitional import perfect_information
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution
from kibitz.extensive import unfold

Data = dict[str, Any]
Made = Callable[[], tuple[Any, Data]]
CELLS = kb.bimatrix("4 0; 2 1", "3 0; 2 4")
DILEMMA = kb.game("prisoners-dilemma")
MAJORITY = kb.coalition({"A,B": 1, "A,C": 1, "B,C": 1, "A,B,C": 2}, missing="zero")
TOO_DEAR = kb.coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 1}, missing="zero")
ALONE = kb.coalition({"A": 1, "B": 1, "A,B": 2})
NOTHING = kb.coalition({"A": 0, "B": 0, "A,B": 0})
DISK = kb.bargaining("x^2 + y^2 <= 1", (0, 0))
LINE = kb.game("tic-tac-toe")
TAUGHT = 'perceptron "0 0 0; 0 1 0; 1 0 0; 1 1 1"'
TREE = ("A", {"l": ("B", [(3, 1), (0, 0)]), "r": ("chance", [("1/2", (1, 2)), ("1/2", (2, 2))])})


def of(game: Any, kind: str, **fields: Any) -> Made:
    """A claim that is written by hand."""
    return lambda: (game, {"kind": kind, **fields})


def but(ask: Callable[[], Any], **fields: Any) -> Made:
    """A true claim but for some fields; two underscores lead inside."""

    def made() -> tuple[Any, Data]:
        answer = ask()
        data = answer if isinstance(answer, dict) else json.loads(json.dumps(answer.to_json()))
        for path, value in fields.items():
            *way, last = path.split("__")
            inside: Any = data
            for key in way:
                inside = inside[int(key) if isinstance(inside, list) else key]
            inside[int(last) if isinstance(inside, list) else last] = value
        return getattr(answer, "game", None), data

    return made


def told_tree() -> Any:
    return perfect_information(TREE, ["A", "B"])


def misere_quotient() -> Any:
    return kb.game("kayles 5").misere().solve("misere-quotient")


CLAIMS: list[tuple[Made, str]] = [
    # bargaining and preferences
    (but(lambda: kb.bargaining(CELLS).tu(), sigma=7.0), "sigma, delta: expected exact numbers"),
    (but(lambda: kb.bargaining(CELLS).tu(), threats_I_extreme=[[0.5, 0.5]]), "at most 2,000 exact"),
    (of(DISK, "axioms", concept="nash"), "the axioms are tested for polygons"),
    (of(None, "utility", utilities={"A": "1"}, statements=["A"]), "'A' is not a statement such"),
    # coalitions
    (
        of(MAJORITY, "marginal-vector", order=["A", "B"], payoffs=["0"] * 3),
        "every player once",
    ),
    (of(TOO_DEAR, "tau-value", payoffs=["1", "0", "0"]), "there is no tau-value"),
    (of(ALONE, "gately-point", payoffs=["1", "1"]), "there is no Gately point"),
    (
        of(MAJORITY, "sampled-shapley", standard_errors=["0"] * 3, confidence=2),
        "confidence: it must lie between 0 and 1",
    ),
    (
        of(MAJORITY, "stability", candidates=[["1", "1", "0"]] * 2, stable=True),
        "they must be different imputations",
    ),
    (
        but(lambda: told_tree(), tree=[]),
        "tree: it is empty, or too large",
    ),
    (
        but(lambda: told_tree(), tree__0__moves_to=[0]),
        "children come after",
    ),
    # what is learned by hand
    (but(lambda: printed(TAUGHT), examples=[[0, 1], [1]]), "expected rows of one length"),
    (but(lambda: printed(TAUGHT), examples=[[0, 0, 7], [0, 1, 0]]), "classes are 0 and 1, or"),
    (but(lambda: printed(TAUGHT), rate="-1"), "a weight for each input, and a positive rate"),
    (of(None, "genes", parents=["0110"], places=[9], children=["0110"]), "gene 9 cannot be"),
    (
        of(None, "genes", parents=["0110", "1001"], points=[7], children=["0110", "1001"]),
        "expected places between the genes",
    ),
    (
        of(
            None,
            "genes",
            fitness=[1, 2],
            selection="roulette",
            probabilities=["1/3", "2/3"],
            expected_copies=["2/3", "4/3"],
            draws=[2],
            chosen=[1],
        ),
        "draws: they lie between 0 and 1",
    ),
    (of(None, "bandit", means=[]), "means: expected one for each arm"),
    (
        of(None, "contraction", points=[["1"], ["1", "2"]], factor="1/2", metric="sup"),
        "points: all must have as many coordinates",
    ),
    # moves
    (of(None, "dice", dice=0, sides=6), "have no throws or too many"),
    (of(None, "size", branching=1, plies=2), "branching: it must be above 1"),
    (of(CELLS, "search", value="1"), "the claim is for games with moves, not for"),
    (of(LINE, "ranges", ranges={}), "the claim is about a tree given node by node"),
    (of(LINE.position(), "search", history=["a1"]), "history: it leads to another position"),
    (of(kb.game("turning-turtles 3 4").misere(), "coin-values", to=3), "in normal play only"),
    (of(None, "position-values", rules="nim {}", **{"from": 3, "to": 2}), "before the list begins"),
    (
        of(None, "position-values", rules="prisoners-dilemma", **{"from": 1, "to": 2}),
        "expected a game with {} for each number",
    ),
    (but(misere_quotient, table=[]), "0 elements; it must have 1 to"),
    (but(misere_quotient, p_portion=[1, 1]), "list each element once, in order"),
    # tables
    (of(kb.matrix("1 2 3; 4 5 6").strategic(), "automata-play"), "two strategies each"),
    (
        of(DILEMMA, "automata-play", strategies=["tit-for-tat"] * 2, rounds=0),
        "rounds: expected 1 to 10,000",
    ),
    (of(DILEMMA, "pure-equilibria", equilibria=[{}]), "with 'strategies' or a 'cell'"),
    (but(lambda: DILEMMA.solve("safety-levels"), strategies__0=[]), "I needs a list of mixtures"),
    (of(CELLS, "best-search"), "the claim is about a search game"),
    # trees
    (of(unfold(kb.game("kuhn-poker")), "sequence-solution"), "matrices of a sequence form"),
]


@pytest.mark.parametrize(("made", "words"), CLAIMS)
def test_claims_that_do_not_fit(made: Made, words: str) -> None:
    game, data = made()
    with pytest.raises(GameError, match=words) as caught:
        check(game, data)
    assert "\n" not in str(caught.value)


def test_answers_that_are_no_objects() -> None:
    with pytest.raises(GameError, match="expected the JSON object of an answer, found list"):
        check(DILEMMA, [1])
    for junk, words in (
        ([1], "found list"),
        ({"kind": "answers", "answers": [1]}, "with an answer"),
    ):
        with pytest.raises(GameError, match=words):
            read_solution(DILEMMA, junk)
