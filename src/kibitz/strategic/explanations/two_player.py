"""Equilibria of bimatrix games on the blackboard."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import comb

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show, show_all
from kibitz.core.spelling import count_of
from kibitz.strategic.concepts.equilibrium_shape import signed
from kibitz.strategic.concepts.pure_equilibria import best_mask, pure_equilibria
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.pictures.two_player import draw_equilibria, draw_path
from kibitz.strategic.profile import cell_text, mixture_text
from kibitz.strategic.two_player.best_response_polytope import members, polytopes
from kibitz.strategic.two_player.equilibrium import Equilibria, Equilibrium
from kibitz.strategic.two_player.lemke_howson import LemkePath, label_name
from kibitz.strategic.two_player.support_enumeration import extreme_strategies
from kibitz.strategic.two_player.two_by_two import METHOD as TWO_BY_TWO
from kibitz.strategic.two_player.two_by_two import Advantage, advantages
from kibitz.zero_sum.explanations.dominance import elimination_steps
from kibitz.zero_sum.show import cell_table
from kibitz.zero_sum.strategies.dominance import Elimination

MOST_CELLS = 150
"""Cells up to which dominance is looked for."""
MOST_SUPPORTS = 500
"""Pairs of supports up to which every extreme strategy is shown."""
SHOWN = 30
HALF = Fraction(1, 2)


@extends(Equilibria)
def explain_equilibria(equilibria: Equilibria) -> Explanation:
    """The game, best responses, dominance, the method, and the equilibria with their structure."""
    game = equilibria.game
    steps = [*_opening(game), *_by_method(equilibria), _answer(equilibria), *_structure(equilibria)]
    proof = equilibria.verify()
    steps.append(Step("Check", proof.prose()))
    return Explanation(game.title or "A bimatrix game", tuple(steps))


@extends(Equilibrium)
def explain_equilibrium(equilibrium: Equilibrium) -> Explanation:
    """The game, the way to the equilibrium, and why no one wants to leave it."""
    game = equilibrium.game
    steps = list(_opening(game)) if len(game.players) == 2 else []
    if isinstance(equilibrium.working, LemkePath):
        steps += _path_steps(equilibrium.working)
    steps.append(_conditions(equilibrium))
    return Explanation(game.title or "An equilibrium", tuple(steps))


def _opening(game: StrategicGame) -> list[Step]:
    m, n = game.shape
    first, second = game.players
    want = "little" if game.costs else "much"
    start = Step(
        f"The game, {m} x {n}",
        f"{first} chooses a row and {second} a column, at the same time. The first number of a "
        f"cell is {first}'s {game.word}, the second {second}'s; each wants as {want} as possible.",
        cell_table(game),
    )
    return [start, _best_responses(game), *_dominance(game)]


def _best_responses(game: StrategicGame) -> Step:
    """Best responses with an asterisk, and the cells where both have one."""
    equilibria = pure_equilibria(game)
    if equilibria.cells:
        cells = ", ".join(cell_text(game, cell) for cell in equilibria.cells[:8])
        verdict = f"Both are marked at {cells}: there neither player gains by deviating alone."
    else:
        verdict = "No cell has both marks: there is no equilibrium in pure strategies."
    marks = (best_mask(game, 0), best_mask(game, 1))
    return Step(
        "Best responses",
        "Mark the best number of the row player in every column, and of the column player in every "
        f"row. {verdict}",
        cell_table(game, marked=equilibria.cells, starred=marks),
    )


def _eliminated(game: StrategicGame) -> Elimination | None:
    """What strict dominance crosses out of a game of readable size, if anything."""
    if game.shape[0] * game.shape[1] > MOST_CELLS:
        return None
    elimination: Elimination = game.eliminate(mixed=True, strict=True)
    return elimination if elimination.removals else None


def _dominance(game: StrategicGame) -> list[Step]:
    elimination = _eliminated(game)
    if elimination is None:
        return []
    left = " x ".join(str(len(kept)) for kept in elimination.kept)
    last = Step(
        "What is left",
        f"Strictly dominated strategies are played in no equilibrium; a {left} game remains.",
        cell_table(elimination.reduced),
    )
    return [*elimination_steps(elimination), last]


def _by_method(equilibria: Equilibria) -> list[Step]:
    """The steps of the method, in what strict dominance leaves of the game."""
    crossed = _eliminated(equilibria.game)
    if crossed is not None and isinstance(crossed.reduced, StrategicGame):
        return [*_in_what_is_left(crossed.reduced), BACK]
    if equilibria.method == TWO_BY_TWO:
        return _two_by_two_steps(equilibria.game)
    m, n = equilibria.game.shape
    if comb(m + n, m) - 1 > MOST_SUPPORTS:
        return [_large(equilibria)]
    return _extreme_steps(equilibria)


def _in_what_is_left(game: StrategicGame) -> list[Step]:
    """The equilibria of the game after crossing out."""
    if min(game.shape) == 1:
        return [_one_line(game)]
    if game.shape == (2, 2):
        return _two_by_two_steps(game)
    return _by_method(game.equilibria())


def _one_line(game: StrategicGame) -> Step:
    """One player has one strategy left, so the other chooses the best reply to it."""
    k = 0 if game.shape[0] == 1 else 1
    name, only, other = game.players[k], game.strategies[k][0], game.players[1 - k]
    if game.shape == (1, 1):
        both = f"{only} and {other} {game.strategies[1 - k][0]}"
        prose = f"One strategy of each player is left: {name} plays {both}."
        return Step("Only one cell is left", prose)
    best = [game.strategies[1 - k][cell[1 - k]] for cell in pure_equilibria(game).cells]
    prose = f"{name} has only {only} left; the best replies of {other} are {', '.join(best)}."
    return Step(f"{name} has one strategy left", prose)


BACK = Step(
    "Back to the whole game",
    "Strategies that were crossed out get probability zero. None of them is a best response to "
    "what is left, so the equilibria of the smaller game are those of the whole game.",
)


def _two_by_two_steps(game: StrategicGame) -> list[Step]:
    row_gain, column_gain = advantages(game)
    return [
        _indifference(game, 0, row_gain),
        _indifference(game, 1, column_gain),
    ]


def _indifference(game: StrategicGame, player: int, gain: Advantage) -> Step:
    own, other = game.strategies[player], game.strategies[1 - player]
    letter = "pq"[1 - player]
    name, rival = game.players[player], game.players[1 - player]
    prose = (
        f"Let {rival} play {other[0]} with probability {letter}. By playing {own[0]} rather than "
        f"{own[1]}, {name} then gains {_linear(gain.constant, gain.slope, letter)}."
    )
    if gain.slope == 0 == gain.constant:
        prose += " That is nothing, whatever the other does: every strategy is a best response."
    elif gain.indifferent is None:
        better = own[0] if gain.at(HALF) > 0 else own[1]
        prose += f" This has the same sign for all {letter} between 0 and 1: {better} is better."
    else:
        low, high = (own[1], own[0]) if gain.slope > 0 else (own[0], own[1])
        at = show(gain.indifferent)
        prose += (
            f" This is zero at {letter} = {at}: {low} is the best response below it, {high} above "
            f"it, and every mixture at {at} itself."
        )
    return Step(f"When is {name} indifferent?", prose)


def _linear(constant: Number, slope: Number, letter: str) -> str:
    """A linear function of a letter, as it is written by hand.

    >>> _linear(1, -3, "q"), _linear(0, 1, "p"), _linear(Fraction(1, 2), 0, "q")
    ('1 - 3·q', 'p', '1/2')
    """
    size: Number = -slope if slope < 0 else slope
    times = letter if size == 1 else f"{show(size)}·{letter}"
    if slope == 0:
        return show(constant)
    if constant == 0:
        return times if slope > 0 else f"-{times}"
    return f"{show(constant)} {'-' if slope < 0 else '+'} {times}"


def _extreme_steps(equilibria: Equilibria) -> list[Step]:
    """All extreme strategies with their labels; pairs that have every label are equilibria."""
    game = equilibria.game
    steps = []
    for player, polytope in enumerate(polytopes(game)):
        own = game.strategies[player]
        replies = game.strategies[1 - player]
        rows = []
        for labels, weights in sorted(
            extreme_strategies(polytope), key=lambda e: e[1], reverse=True
        ):
            names = list(members(labels))
            idle = [own[k - polytope.own[0]] for k in names if k in polytope.own]
            first = 0 if player else game.shape[0]
            best = [replies[k - first] for k in names if k not in polytope.own]
            rows.append((mixture_text(own, weights), " ".join(idle) or "none", " ".join(best)))
        name, rival = game.players[player], game.players[1 - player]
        if len(rows) > SHOWN:
            rows = [*rows[:SHOWN], ("…", "…", "…")]
        prose = (
            f"On every set of {name}'s strategies, look for mixtures that make as many strategies "
            f"of {rival} best responses: they are the corners of the regions of best responses."
        )
        table = Table((f"{name} plays", "not played", f"best for {rival}"), tuple(rows))
        steps.append(Step(f"{name}'s extreme strategies", prose, table))
    steps.append(
        Step(
            "Which two fit?",
            "Two of them are an equilibrium when every strategy is either not played or a best "
            "response: what one plays must be best against the other.",
        )
    )
    return steps


def _large(equilibria: Equilibria) -> Step:
    core = equilibria.core or equilibria
    listed = [f"{len(part):,}" for part in core.bases if part is not None]
    first = ""
    if core is not equilibria:
        m, n = core.game.shape
        first = (
            f"Strict dominance, iterated, leaves {m} × {n} strategies; no other is ever played. "
        )
    lists = f" Here {' and '.join(listed)} vertices were listed." if listed else ""
    return Step(
        "Vertices of the best-response polytopes",
        f"{first}The extreme strategies of either player are the vertices of a polytope. Walk "
        "along its edges until no new vertex turns up, and for each vertex look for strategies of "
        "the other player that are unplayed where this one's best responses leave out, and best "
        f"where it plays.{lists}",
    )


def _answer(equilibria: Equilibria) -> Step:
    game = equilibria.game
    rows = [
        (
            str(k),
            mixture_text(game.strategies[0], e.row),
            mixture_text(game.strategies[1], e.column),
            ", ".join(map(show, e.payoffs)),
            "" if e.index is None else signed(e.index),
        )
        for k, e in enumerate(equilibria.extreme[:SHOWN], 1)
    ]
    if len(equilibria) > SHOWN:
        rows.append(("…",) * 5)
    head = "The equilibrium" if equilibria.unique else "The equilibria"
    if not equilibria.finite:
        head = "The extreme equilibria"
    header = ("", game.players[0], game.players[1], f"{game.word}s", "index")
    # Points of a continuum have no index of their own, only the continuum has one.
    width = 4 if all(e.index is None for e in equilibria.extreme) else 5
    table = Table(header[:width], tuple(row[:width] for row in rows))
    small = max(game.shape) <= 3 and min(game.shape) >= 2
    return Step(head, "", table, draw_equilibria(equilibria) if small else None)


def _structure(equilibria: Equilibria) -> list[Step]:
    if equilibria.finite:
        return []
    lines = []
    place = {pair: k for k, pair in enumerate(equilibria.pairs, 1)}
    for number, component in enumerate(equilibria.components[:SHOWN], 1):
        if component.isolated:
            lines.append(f"Equilibrium {component.members[0] + 1} stands alone.")
            continue
        for subset in component.subsets[:SHOWN]:
            corners = [str(place[x, y]) for x in subset.rows for y in subset.columns]
            lines.append(
                f"Component {number}: any mixture of the strategies of equilibria "
                f"{', '.join(corners)}, chosen independently by each player."
            )
    return [
        Step(
            "The components",
            "If every strategy of one set is in equilibrium with every one of another, so are "
            "their mixtures.\n" + "\n".join(lines),
        )
    ]


def _path_steps(path: LemkePath) -> list[Step]:
    """The pivots as a table, and drawn where they fit."""
    game = path.game
    prose = (
        "Every strategy is a label. A mixture has the labels of what it does not play "
        "and of the other player's best responses to it. Start where neither plays "
        f"anything, with all labels, and drop {label_name(game, path.label)}; whenever a "
        "label turns up twice, drop it on the other side. When the first label is "
        "picked up again, all are there: an equilibrium."
    )
    if not path.whole:
        size = count_of(path.length, "pivot")
        return [Step("The path of Lemke and Howson", f"{prose} It took {size}.")]
    rows = []
    for k, (pivot, (x, y)) in enumerate(
        zip(path.pivots[:SHOWN], islice(path.points(), 1, SHOWN + 1), strict=True), 1
    ):
        rows.append(
            (
                str(k),
                game.players[pivot.player],
                path.name(pivot.dropped),
                path.name(pivot.picked),
                "-" if x is None else show_all(x),
                "-" if y is None else show_all(y),
            )
        )
    if path.length > SHOWN:
        rows.append(("…",) * 6)
    header = ("", "moves", "drops", "picks up", game.players[0], game.players[1])
    small = max(game.shape) <= 3 and min(game.shape) >= 2
    picture = draw_path(path) if small else None
    return [Step("The path of Lemke and Howson", prose, Table(header, tuple(rows)), picture)]


def _conditions(equilibrium: Equilibrium) -> Step:
    """What every strategy pays against the others: those played pay most."""
    game = equilibrium.game
    test = equilibrium.test
    rows = []
    for k, name in enumerate(game.players):
        for i, label in enumerate(game.strategies[k][:SHOWN]):
            weight = equilibrium.profile[k][i]
            mark = "best" if i in test.best_responses[k] else ""
            rows.append((f"{name}: {label}", show(weight), show(test.by_strategy[k][i]), mark))
    verdict = (
        "Only best responses are played" if test.holds else "Not only best responses are played"
    )
    return Step(
        "Why neither player deviates",
        f"{equilibrium.line()}. {verdict}.",
        Table(("strategy", "weight", game.word, ""), tuple(rows)),
    )
