"""Exercises about games of two players whose interests are not opposed."""
