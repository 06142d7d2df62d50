"""Thread-local symbolic execution: from a bounded program to guarded events over one expression graph.

Threads are executed once each, without regard to the others: what a read of memory gives is a variable.  How the
threads' events interleave, and so what reads see, is left to the encodings in :mod:`heddle.backends`.
"""
