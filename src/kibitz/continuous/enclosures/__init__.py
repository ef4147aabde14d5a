"""Answers proved to lie in small intervals, for payoffs with exp, log or sqrt."""
