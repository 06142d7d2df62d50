"""Backends decide bounded or sequential programs: violated, safe within bounds, or unknown."""

from __future__ import annotations

NAMES = ("bmc", "cbmc")
"""What can solve a sequential program."""
