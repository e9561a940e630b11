"""The rules of the games: plain values and functions, importable alone."""
