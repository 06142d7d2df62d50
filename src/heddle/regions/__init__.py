"""Atomic regions: code that a program marks, and that should run as if no other thread ran in between.

A region is interrupted if another thread's access comes between two accesses of the region to the same memory, and no
order of the two, one after the other, gives what this gives (AVIO's four patterns; Lu, Tucek, Qin, Zhou, ASPLOS 2006):

    reads  | other writes | reads       the region sees two values
    writes | other writes | reads       the region does not see what it wrote
    reads  | other writes | writes      what the other wrote is lost
    writes | other reads  | writes      the other sees what is not finished

One thread of an execution chooses one access of a region and *watches* the bytes there: it marks them in ghost memory.
Whoever accesses marked bytes says so there, and the watcher looks at its next access to them.  The instrumentation is
one of the program: the checks are assertions like others, for every engine.  An access and its ghosts are one step.

:mod:`heddle.regions.instrument` makes them; other checks only read the marks.
"""
