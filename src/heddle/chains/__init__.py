"""Chains: the road from a program's text to an answer, as a sequence of named stages (the framework of CSeq).

The stages are a registry, and engines that work on unfolded or sequential programs run through it: what ``heddle
pipelines`` lists is what they do.  A chain can also come from a file (docs/pipelines.md).
"""

from __future__ import annotations

from heddle.chains.chain import Chain, Step
from heddle.chains.way import Turn, Way

__all__ = ["Chain", "Step", "Turn", "Way"]
