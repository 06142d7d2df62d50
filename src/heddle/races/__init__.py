"""Data races: two threads about to access the same memory, at least one to write it, and not both atomically.

Two accesses race if nothing orders them; then there is an execution in which both threads stand before them at the
same time (the usual argument: take the first race of an execution, and leave out what happens after its first access).
So a thread *announces* a plain access in ghost memory, and takes the announcement back just before the access; every
access that may conflict first looks whether something of the kind is announced.  The instrumentation is one of the
program: the checks are assertions like others, for every engine.

Atomic accesses of any order, and atomic sections, order everything here: what C11's weaker orders leave unordered is
for models that know them (``rc11``).
"""

from heddle.races.instrument import with_race_checks

__all__ = ["with_race_checks"]
