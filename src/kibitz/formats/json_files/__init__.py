"""The JSON form of every noun, a file for each."""
