"""Compiled code: made once, kept on disk, used when it is at hand."""
