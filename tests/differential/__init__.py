"""Engines against brute force.  Long runs: ``python -m tests.differential``, ``….weak``, ``….eager``."""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = str(Path(__file__).parents[1])
if FOLDER not in sys.path:  # pytest has it there; what test modules share is found in long runs too
    sys.path.append(FOLDER)
