"""Claims about games with moves: impartial games, searches, puzzles."""
