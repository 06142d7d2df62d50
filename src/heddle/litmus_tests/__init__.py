"""Litmus tests: small programs with a question about their final states, in herd's format."""
