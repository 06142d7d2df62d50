"""Work done elsewhere: a run's errands on the workers of a Dask cluster (docs/cluster.md).

:mod:`heddle.cluster.crew` is the one home of that: what is given to it comes back once, whatever becomes of the
workers.  What is sent there are whole runs (:mod:`heddle.cluster.runs`), parts of an exploration
(:mod:`heddle.cluster.exploration`) and tiles of a search (:mod:`heddle.cluster.swarm`).  Dask is an optional extra, and
imported when a cluster is asked for.
"""
