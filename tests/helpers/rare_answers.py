"""Answers that no command of ``helpers.commands`` gives: an example or more of every such kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import kibitz as kb
from kibitz import continuous as c
from kibitz.coalitional import perfect_information
from kibitz.coalitional.families.assignment import assignment_game
from kibitz.coalitional.families.cost_allocation import allocate_costs
from kibitz.coalitional.families.linear_production import linear_production
from kibitz.formats.answers.provenance import document

SALE = {"S": 0, "F": 0, "B": 0, "S,F": 1000, "S,B": 500, "F,B": 0, "S,F,B": 1000}
COSTS = {"A": 100, "B": 110, "C": 110, "A,B": 140, "A,C": 140, "B,C": 160, "A,B,C": 220}
TREE = ("A", {"l": ("B", [(3, 1), (0, 0)]), "r": ("chance", [("1/2", (1, 2)), ("1/2", (2, 2))])})


def _coalitional(name: str, **options: Any) -> Callable[[], list[Any]]:
    """A method's answers about a game, exactly and in floats."""

    def asked() -> list[Any]:
        game = kb.coalition(SALE)
        return [one.solve(name, **options) for one in (game, game.floating())]

    return asked


def _kuhn(method: str, **options: Any) -> Callable[[], list[Any]]:
    return lambda: [kb.game("kuhn-poker").solve(method, **options)]


def _resolved() -> list[Any]:
    from kibitz.extensive import unfold
    from kibitz.learning.regret.resolve import resolve_subgame

    game = unfold(kb.game("kuhn-poker"))
    return [resolve_subgame(game, game.uniform(), game.infoset_names[4], "I")]


def _sequence_form() -> list[Any]:
    from kibitz.extensive.methods.sequence_program import solve_sequence_form

    side = [[1, 0, 0], [-1, 1, 1]]
    exact = [[0, 0, 0], [0, 1, -1], [0, -1, 2]]
    return [
        solve_sequence_form(m, side, side) for m in (exact, [[x / 2 for x in r] for r in exact])
    ]


def _belief_values() -> list[Any]:
    from kibitz.search.hidden.belief import belief_values

    return [belief_values("four-card-bridge")]


def _expectations() -> list[Any]:
    from kibitz.zero_sum.infinite.expectation import expectation

    game = kb.game("mendelsohn-infinite")
    return [expectation(game, {1: 1}, {2: 1}), expectation(game, {1: "1/2", 2: "1/2"}, {1: 1})]


def _truncations() -> list[Any]:
    from kibitz.zero_sum.infinite.truncation import truncations

    return [truncations(kb.game(name)) for name in ("growing-stakes", "mendelsohn-infinite")]


def _undefined() -> list[Any]:
    from kibitz.zero_sum.infinite import Geometric
    from kibitz.zero_sum.infinite.expectation import expectation

    heavy = Geometric("1/2")
    return [expectation(kb.game("growing-stakes"), heavy, heavy)]


def _joint_maximum() -> list[Any]:
    game = kb.strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    return [game.symmetric_two_action().joint_optimum()]


def _lowball() -> list[Any]:
    return [kb.game("lowball-draw").solve(seconds=0.01)]


def _entry() -> list[Any]:
    from helpers.commands import printed

    return [printed("database tic-tac-toe a1 b2")]


def _reports() -> list[Any]:
    from kibitz.extensive import unfold
    from kibitz.extensive.strategies.strategy_table import check_strategy

    game = unfold(kb.game("kuhn-poker"))
    solved, even = game.solve().profile.to_json(), game.uniform().to_json()
    found = [check_strategy(game, 0, table).to_json() for table in (solved, even)]
    how = {"method": "best responses", "exact": True}
    several = [*found, {"kind": "strategy-reports", "reports": found, **how}]
    return [one | _about(game) for one in several]


def _printed(*commands: str) -> Callable[[], list[Any]]:
    def asked() -> list[Any]:
        from helpers.commands import printed

        return [printed(words) for words in commands]

    return asked


def _on_disk() -> list[Any]:
    from tempfile import TemporaryDirectory

    from helpers.commands import printed_in

    with TemporaryDirectory() as folder:
        return [printed_in(Path(folder), "database tic-tac-toe -o FOLDER/all.kbpd")]


def _book() -> list[Any]:
    from kibitz.search.opening_book import OpeningBook

    rules = kb.game("tic-tac-toe")
    book = OpeningBook(rules)
    book.add_lines(["b2 a1 c3", "b2 b1"])
    return [book.to_json() | _about(rules)]


def _about(game: Any) -> dict[str, Any]:
    """What names the game of a document that is no solution's."""
    from kibitz.formats.answers.provenance import provenance

    return {"provenance": provenance(game, None)}


def _lotteries() -> list[Any]:
    from kibitz.utility.countable import geometric_lottery

    asked = [{}, {"growth": "3/2"}, {"scale": 0, "shift": 2}, {"scale": -1}]
    return [geometric_lottery(**options).to_json() for options in asked]


def _mixtures() -> list[Any]:
    from kibitz.bargaining.sets.noncooperative import noncooperative_set

    game = kb.bimatrix("2 0; 0 1", "1 0; 0 2")
    return [noncooperative_set(game).to_json() | _about(game)]


def _vertices() -> list[Any]:
    from kibitz.coalitional.sets.payoff_vertices import payoff_vertices

    return [payoff_vertices(kb.coalition(SALE))]


def _yahtzee() -> list[Any]:
    from kibitz.games.dice.solo_yahtzee.plan import best_plan
    from kibitz.games.dice.yahtzee import SoloYahtzee

    return [best_plan(SoloYahtzee(2))]


def _unknown_period() -> list[Any]:
    from kibitz.combinatorial.heaps.periods.periodicity import find_period

    return [find_period(kb.game(f"octal {code} 1"), to=20) for code in ("0.07", "0.007")]


def _families(method: str) -> Callable[[], list[Any]]:
    """Answers about coalitional games with a letter: with both ends, with one, and with none."""
    return lambda: [kb.coalition(worths).solve(method) for worths in FAMILIES]


def _axioms() -> list[Any]:
    flat = kb.bargaining([(0, 0), (0, 2), (1, 2), (3, 0)])
    even = kb.bargaining([(0, 0), (0, 2), (2, 0)])
    tied = [flat.axioms("ks"), flat.axioms("egalitarian"), even.axioms("utilitarian")]
    return [*tied, even.axioms()]


def _affine() -> list[Any]:
    from kibitz.utility import affine_equivalence

    first = "A=0, B=1, C=3"
    others = ("A=1, B=3, C=7", "A=0, B=1, C=2", "A=1, B=0, C=2")
    same = affine_equivalence("A=1, B=1", "A=2, B=2")
    return [*(affine_equivalence(first, other) for other in others), same]


def _all_in() -> list[Any]:
    from kibitz.bargaining import all_in_endgame

    return [all_in_endgame(), all_in_endgame(3, 1, "2/3"), all_in_endgame(5, 2, 1)]


def _memories() -> list[Any]:
    lopsided = "G: 1 + G, 5 + G; 4, H; 3, 2 | H: 2 + H"
    games = [kb.game("big-match"), kb.stochastic_game(lopsided, endless="average")]
    return [game.solve().history_strategy("I", n=9) for game in games]


def _branch() -> list[Any]:
    game = kb.strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    return [game.solve("quantal-response").point(1)]


FAMILIES = [
    "A,B:a A,C:1 B,C:1 A,B,C:2",
    "A:a B:-a C:0 A,B:0 A,C:1 B,C:1 A,B,C:3/2",
    "A:a B:1-a A,B:3",
    "A:0 B:0 C:0 A,B:a A,C:2a B,C:1 A,B,C:3a",
]
POLICIES = {"a": [["1 + 9/10 a"], ["5 + 1/2 b"]], "b": [["a"]]}
EXAMPLES: dict[str, Callable[[], list[Any]]] = {
    "affine-equivalence": _affine,
    "all-in-endgame": _all_in,
    "any-number-of-firms": lambda: (
        [
            c.cournot(price, cost, firms="n").solve()
            for price, cost in (("a-Q", "c*q"), ("17-Q", "q+9"), ("1/Q", "c"))
        ]
        + [
            c.stackelberg("a-b*Q", "c*q", firms="n").solve(),
            c.bertrand(a="a", b="b", costs="c", firms="n").solve(),
            c.advertising("V", "c", firms="n").solve(),
        ]
    ),
    "answers": lambda: [kb.matrix("2 0; 1 3").solve(["two-by-two", "simplex"])],
    "assignment-core": lambda: [assignment_game([[4, 8], [3, 5]], "A B", "C D").lattice()],
    "automata-play": lambda: [
        kb.game("prisoners-dilemma").automata_play("tit-for-tat, always-defect", rounds=10),
        kb.game("prisoners-years").automata_play("grim, CCD", discount="1/2"),
        kb.game("prisoners-dilemma").automata_play("tft, stft"),
    ],
    "axioms": _axioms,
    "bargaining-set-membership": _coalitional("bargaining-set-membership", payoffs=[500, 400, 100]),
    "belief-values": _belief_values,
    "best-response": lambda: [c.cournot("17-Q", "q").best_response("Firm 1", 3)],
    "best-search": lambda: [kb.game("dresher 3").best_search("1/3 1/3 1/3")],
    "betting-solution": lambda: [
        kb.game(name).solve(hands=4) for name in ("raise-poker", "two-sided-poker")
    ],
    "blackwell-ferguson": _memories,
    "coalitional-family-solution": lambda: [
        kb.coalition(worths).solve() for worths in (*FAMILIES, "A:a B:1-a A,B:1/2")
    ],
    "coalitional-letters-solution": lambda: [
        kb.coalition(worths).solve()
        for worths in ("A,B:a A,C:b B,C:c A,B,C:2", "A:a B:b A,B:a+b-1", "A:a B:b A,B:a+b")
    ],
    "continuum": lambda: [c.continuous_game(["x*(1-x-y)", "0*y"], (0, 1), ["x", "y"]).solve()],
    "coin-values": _printed("sequence mock-turtles --to 8", "sequence rugs --to 3"),
    "core-range": _families("core"),
    "countable-lottery": _lotteries,
    "core-membership": _coalitional("core-membership", payoffs=[500, 400, 100]),
    "cost-allocation": lambda: [allocate_costs(kb.cost_game(COSTS))],
    "cost-shares": lambda: [kb.cost_game(COSTS).shapley()],
    "database-entry": _entry,
    "database-on-disk": _on_disk,
    "domination": _coalitional("domination", better=[600, 400, 0], worse=[300, 200, 500]),
    "entry-closed-form": lambda: [c.entry("a-Q", "c*q+F").solve()],
    "estate-schedule": lambda: [kb.bankruptcy(0, {"A": 10, "B": 20, "C": 30}).schedule()],
    "excesses": _coalitional("excesses", payoffs=[500, 400, 100]),
    "expectation": _expectations,
    "draw-poker": _lowball,
    "kernel-membership": _coalitional("kernel-membership", payoffs=[500, 400, 100]),
    "letter-nucleolus": _families("nucleolus"),
    "joint-maximum": _joint_maximum,
    "logit-equilibrium": _branch,
    "undefined-expectation": _undefined,
    "marginal-vector": _coalitional("marginal-vector", order="B S F"),
    "mccfr": _kuhn("mccfr", iterations=200),
    "myerson-value": _coalitional("myerson", links=["S-F", "F-B"]),
    "non-cooperative-set": _mixtures,
    "nucleolus-test": _coalitional("nucleolus-test", payoffs=[750, 250, 0]),
    "opening-book": _book,
    "owen-set": lambda: [
        linear_production([[4, 0], [0, 6], [2, 2]], [[1, 2], [3, 1]], [5, 4]).owen_set()
    ],
    "owen-value": _coalitional("owen", unions=["S", "F,B"]),
    "payoff-vertices": _vertices,
    "policy-solution": lambda: [
        kb.stochastic_game(POLICIES, discount="0.9").solve(name)
        for name in ("value-iteration", "policy-iteration")
    ],
    "position-values": _printed(
        "sequence wythoff --to 4",
        "sequence fibonacci-nim --to 9",
        "sequence subtraction set=1,2,3 play=misere --to 9",
    ),
    "prenucleolus-test": _coalitional("prenucleolus-test", payoffs=[750, 250, 0]),
    "resolved": _resolved,
    "rounds": _printed("play chicken --rounds 4 --me random --vs random --seed 1"),
    "sequence-solution": _sequence_form,
    "stability": _coalitional("stability", candidates=[[750, 250, 0], [500, 0, 500]]),
    "stackelberg-closed-form": lambda: [c.stackelberg("a-Q", "c*q").solve()],
    "stationary-equilibrium": lambda: [
        kb.stochastic_game("A: 1 + B/2, 0; 0, 1 | B: A/3, 2; 1, 0").solve("equilibrium")
    ],
    "strategic-equivalence": lambda: [
        kb.coalition({"A": 1, "B": 3, "A,B": 6}).strategic_equivalence(
            kb.coalition({"A": 0, "B": 5, "A,B": 9})
        )
    ],
    "strategy-report": _reports,
    "strategy-reports": _reports,
    "strong-epsilon-core": _coalitional("epsilon-core", epsilon=10),
    "tree-worths": lambda: [perfect_information(TREE, players="A B")],
    "truncations": _truncations,
    "unknown-period": _unknown_period,
    "weak-epsilon-core": _coalitional("weak-epsilon-core", epsilon=10),
    "weber-set-membership": _coalitional("weber-membership", payoffs=[500, 400, 100]),
    "yahtzee-plan": _yahtzee,
}
"""What answers with a kind, by the kind."""


def rare_answers(kind: str) -> Iterator[dict[str, Any]]:
    """Examples of a kind as JSON."""
    for answer in EXAMPLES[kind]():
        yield answer if isinstance(answer, dict) else document(answer)
