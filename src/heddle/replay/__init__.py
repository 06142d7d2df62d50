"""Concrete execution: replay of counterexamples, brute-force exploration, and the traces that users read.

Nothing here is shared with the symbolic side: it is the independent witness of every violation.
"""

from heddle.replay.explore import Exploration, explore
from heddle.replay.minimize import minimize
from heddle.replay.render import render
from heddle.replay.replay import ReplayError, replay

__all__ = ["Exploration", "ReplayError", "explore", "minimize", "render", "replay"]
