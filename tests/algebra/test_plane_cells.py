"""Cells of the plane, over a part of the second axis."""

from fractions import Fraction

from kibitz.algebra.expressions.piecewise import ring
from kibitz.algebra.plane_cells import plane_cells


def test_cells_over_a_part_are_those_of_the_whole_there() -> None:
    x, y = ring(["x", "y"]).gens()
    square = Fraction(-2), Fraction(2)
    curves = [x * x + y * y - 1, x - y]
    whole = list(plane_cells(curves, "x", "y", square, square))
    upper = list(plane_cells(curves, "x", "y", square, square, over=lambda height: height >= 0))
    assert upper == [cell for cell in whole if cell.base.sample >= 0]
    assert 0 < len(upper) < len(whole)
