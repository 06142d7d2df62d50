"""Addresses as numbers: where a program can tell where its objects lie, and what to do about it.

Objects lie somewhere; C does not say where.  A program that orders pointers to different objects, hashes addresses or
looks at their bits behaves differently from layout to layout (``address[]``, ``init_address`` and ``init_malloc`` of
Tomasco's shared memory abstractions: nondeterministic, thesis Figs. 2.4-2.9).  Everybody else sees no difference, so
engines keep one layout.  :mod:`heddle.addresses.observed` says where addresses are observed; engines that make them
unknowns there use :mod:`heddle.addresses.choice`, the others name what they leave out.
"""
