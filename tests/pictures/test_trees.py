"""Trees: information sets touch only their own nodes, combs, folding, and what searches did."""

from __future__ import annotations

import pickle
from itertools import pairwise, product
from math import hypot

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.pictures import Curve, Dot, Text, overlaps
from kibitz.pictures.geometry import flattened
from kibitz.pictures.pages import PAGES, room_of
from kibitz.pictures.picture import READABLE
from kibitz.pictures.trees import draw as trees
from kibitz.pictures.trees.order import untangled
from kibitz.pictures.trees.twig import Sketch, Twig
from kibitz.rules.trees.build import game_tree
from kibitz.search.methods import prepare

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


@pytest.mark.parametrize("layout", ["right", "down"])
@pytest.mark.parametrize("name", ["selten-horse", "beer-quiche", "kuhn-poker", "forgetful-team"])
def test_information_sets_touch_only_their_own_nodes(name, layout):
    picture = kb.game(name).draw(layout=layout)
    nodes = [m for m in picture.marks if isinstance(m, Dot) and m.radius == 5.5]
    curves = [m for m in picture.marks if isinstance(m, Curve)]
    assert curves
    for curve in curves:
        points = flattened(curve)
        ends = [points[0], points[-1]]
        for node in nodes:
            if any(hypot(node.x - x, node.y - y) < 0.1 for x, y in ends):
                assert node.fill == curve.stroke
            else:
                away = min(_distance(node, a, b) for a, b in pairwise(points))
                assert away > node.radius, (name, curve)
    assert overlaps(picture) == ()


def _distance(node, a, b):
    (x1, y1), (x2, y2) = a, b
    long = (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1.0
    t = max(0, min(1, ((node.x - x1) * (x2 - x1) + (node.y - y1) * (y2 - y1)) / long))
    return hypot(node.x - x1 - t * (x2 - x1), node.y - y1 - t * (y2 - y1))


def test_nodes_of_one_set_are_equally_deep():
    horse = kb.game("selten-horse").draw(layout="right")
    third = [m for m in horse.marks if isinstance(m, Dot) and m.fill == "player3" and m.y > 60]
    assert len({m.x for m in third}) == 1


def test_a_centipede_is_a_comb():
    comb = kb.game("centipede 6").draw()
    nodes = [m for m in comb.marks if isinstance(m, Dot) and m.radius == 5.5]
    assert len({m.y for m in nodes}) == 1
    assert comb.height < 260
    with pytest.raises(GameError, match="a comb needs a tree"):
        kb.game("kuhn-poker").draw(layout="comb")
    with pytest.raises(GameError, match="no layout 'dwon'; did you mean 'down'"):
        kb.game("kuhn-poker").draw(layout="dwon")


def test_a_large_tree_is_folded():
    large = kb.game("ultimatum 100").draw()
    assert large.height < 700
    assert "nodes folded" in large.caption
    assert "more<" in large.svg
    assert overlaps(large) == ()


@pytest.mark.slow
def test_a_large_tree_is_folded_into_a_summary():
    leduc = kb.game("leduc").draw()
    assert leduc.height < 1100
    assert "nodes folded" in leduc.caption
    assert "outcomes, -13 to 13" in leduc.svg
    assert overlaps(leduc) == ()


def test_a_solution_backs_values_up():
    text = kb.game("kuhn-poker").draw(what="solution").svg
    assert ">-1/18<" in text
    assert ">Q check: 1<" in text


@pytest.mark.parametrize("layout", ["right", "down"])
def test_alpha_beta_crosses_out_what_it_cuts_off(layout):
    picture = kb.draw(game_tree(TEXTBOOK), what="alpha-beta", layout=layout)
    text = picture.svg
    assert "7 leaves, 1 cutoff" in picture.caption
    assert text.count('stroke="#b91c1c"') == 4
    assert "≤ 2 in (3, ∞)" in text
    assert overlaps(picture) == ()


def test_a_search_without_a_trace_draws_the_board():
    tree = game_tree(TEXTBOOK)
    assert "leaves" not in prepare("minimax", tree)(tree.position()).draw().caption
    assert "leaves" in prepare("minimax", tree, trace=True)(tree.position()).draw().caption


@pytest.mark.parametrize("layout", ["right", "down"])
def test_curves_of_information_sets_do_not_cross_where_an_order_avoids_it(layout):
    # in the order of the definition the sets of beer and of quiche lie in each other's way
    picture = kb.game("beer-quiche").draw(layout=layout)
    one, other = (flattened(m) for m in picture.marks if isinstance(m, Curve))
    for (a, b), (c, d) in product(pairwise(one), pairwise(other)):
        assert _side(a, b, c) * _side(a, b, d) >= 0 or _side(c, d, a) * _side(c, d, b) >= 0


def _side(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def test_an_order_is_kept_where_no_other_is_better():
    kept = kb.game("selten-horse").draw()
    words = [m.words for m in kept.marks if isinstance(m, Text) and m.words in ("C", "D")]
    assert words == ["C", "D"]
    tangled = Sketch(
        (
            Twig(-1),
            *(Twig(0, name, group=group) for name, group in zip("abcd", "xyxy", strict=True)),
        )
    )
    assert untangled(tangled) is tangled  # reversing all of them changes nothing


def test_a_page_chooses_the_layout_with_the_largest_type():
    offers = kb.game("ultimatum").draw()
    assert offers.fitted(600, 840) is offers
    assert offers.fitted(540, 260) == kb.game("ultimatum").draw(layout="down")


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["kuhn-poker", "repeated-tree", "goofspiel"])
def test_a_tree_is_folded_until_it_can_be_read_on_its_page(name):
    tree = kb.game(name).draw()
    for page in PAGES:
        shape = tree.fitted(*room_of(page))
        assert shape.scale(*room_of(page)) > 0.65
        assert overlaps(shape) == ()


def test_small_trees_are_never_folded():
    assert kb.game("selten-horse").draw().summary is None


def test_pages_have_names():
    with pytest.raises(GameError, match="unknown page 'slid'; did you mean 'slide'"):
        room_of("slid")


def test_a_slide_shows_as_much_of_a_tree_as_can_be_read():
    drawn = kb.game("kuhn-poker").draw()
    slide = drawn.fitted(*room_of("slide"))
    assert "38 nodes folded" in slide.caption
    assert slide.scale(*room_of("slide")) >= READABLE
    while drawn is not None:
        assert all(overlaps(shape) == () for shape in (drawn, *drawn.layouts))
        drawn = drawn.summary


def test_no_layout_is_drawn_before_a_page_needs_it(monkeypatch):
    made = []

    def noted(name, draw):
        def drawing(*given):
            made.append(name)
            return draw(*given)

        return drawing

    monkeypatch.setattr(trees, "draw_rightward", noted("right", trees.draw_rightward))
    monkeypatch.setattr(trees, "draw_downward", noted("down", trees.draw_downward))
    drawn = kb.game("kuhn-poker").draw()
    assert made == ["right"]
    assert len(drawn.layouts) == 2
    assert drawn.layouts is drawn.layouts
    assert made == ["right", "down", "right"]
    sent = pickle.loads(pickle.dumps(drawn))
    assert (sent.layouts, sent.summary) == (drawn.layouts, drawn.summary)
