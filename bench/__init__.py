"""Benchmarks: alternatives timed in turn in one process, so that a noisy machine is fair to all."""
