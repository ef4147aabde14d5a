"""Misère play of heaps: search, genus and misère quotients."""
