"""Heddle: finds the bugs that threads and weak memory cause in C programs, or proves that there are none."""

__version__ = "0.1.0"
