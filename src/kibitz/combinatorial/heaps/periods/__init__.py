"""Periods of sequences of nimbers, proved or only seen."""
