"""Concrete execution: replay of counterexamples, brute-force exploration, and the executions that users read about.

Nothing here is shared with the symbolic side: it is the independent witness of every violation.
"""

from heddle.replay.explore import Exploration, explore
from heddle.replay.minimize import minimize
from heddle.replay.replay import ReplayError, replay

__all__ = ["Exploration", "ReplayError", "explore", "minimize", "replay"]
