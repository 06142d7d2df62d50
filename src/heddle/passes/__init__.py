"""Passes over core programs: each does one thing (unfold, value analysis, visibility, slicing)."""
