"""Differential tests: the lazy engine against brute force, on generated programs (see ``__main__`` for the long run)."""
