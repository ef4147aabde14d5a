"""Exercises: problems with wanted properties, their solutions, and the grading of answers."""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
