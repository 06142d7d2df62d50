"""Running work in a process of its own, under limits of time and memory.

The command itself stays light and always able to answer: parsing and solving happen in a forked child
(:mod:`heddle.run.worker`), and :mod:`heddle.run.supervisor` listens to it, stops it and says how it ended.
"""
