"""Generators written out where they are looped over do what they did."""

import ast

import pytest

from kibitz.rules.compile.delegates import can_be_written_out, without_delegates

JUMPS = """
def jumps(board, mine):
    for k in range(len(board)):
        if board[k] == mine:
            yield k
            if k > 1:
                yield 10 * k
"""


def _function(text: str) -> ast.FunctionDef:
    (tree,) = ast.parse(text).body
    assert isinstance(tree, ast.FunctionDef)
    return tree


def _both(text: str):
    """A function as it is written, and the same without its delegates."""
    tree = without_delegates(_function(text), lambda called: _function(JUMPS))
    assert "jumps(" not in ast.unparse(tree)
    made = []
    for source in (text, ast.unparse(tree)):
        names: dict[str, object] = {}
        exec(JUMPS + source, names)
        made.append(names[tree.name])
    return made


@pytest.mark.parametrize("mine", [0, 1, 2])
def test_all_that_is_yielded_from_a_generator(mine: int):
    text = "\ndef f(board, k):\n    yield -1\n    yield from jumps(board, k)\n    yield k"
    before, after = _both(text)
    assert list(after((1, 2, 1, 2), mine)) == list(before((1, 2, 1, 2), mine))


@pytest.mark.parametrize("mine", [0, 1, 2])
def test_the_first_of_a_generator(mine: int):
    text = (
        "\ndef f(board, k):\n    for jump in jumps(board, k):\n        return jump\n    return -1"
    )
    before, after = _both(text)
    assert after((1, 2, 1, 2), mine) == before((1, 2, 1, 2), mine)


def test_names_of_the_generator_are_its_own():
    text = "\ndef f(board, k):\n    total = 0\n    for x in jumps(board, 2):\n        total += x\n"
    before, after = _both(text + "    return total + k")
    assert after((2, 2, 2), 1000) == before((2, 2, 2), 1000) == 1023


@pytest.mark.parametrize("body", ["break", "continue", "if x:\n            break"])
def test_a_loop_that_is_left_stays(body: str):
    text = f"def f(board):\n    for x in jumps(board, 2):\n        {body}\n        g(x)"
    tree = without_delegates(_function(text), lambda called: _function(JUMPS))
    assert "jumps(" in ast.unparse(tree)


def test_generators_that_return_or_try_stay():
    assert can_be_written_out(_function(JUMPS))
    assert not can_be_written_out(_function("def f(x):\n    if x:\n        return\n    yield x"))
    assert not can_be_written_out(_function("def f(x):\n    y = yield x"))
    assert not can_be_written_out(_function("def f(x, k=1):\n    yield x"))
