"""Proofs: programs as transition systems with unbounded loops, switches and threads, and how invariants are found"""
