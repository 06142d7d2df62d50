"""The core language: the one form in which every part of Heddle sees a program.

It is the small concurrent language of Tomasco's thesis (Fig. 2.2) made real.  Expressions are pure and thread-local;
memory is touched only by the concurrent instructions of :mod:`heddle.core.instr`, which are the operations of the
shared memory abstraction (thesis Fig. 3.1).
"""
