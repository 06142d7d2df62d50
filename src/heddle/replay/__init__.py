"""Concrete execution: replay of counterexamples, brute-force exploration, and the executions that users read about.

Nothing here is shared with the symbolic side: it is the independent witness of every violation.
"""
