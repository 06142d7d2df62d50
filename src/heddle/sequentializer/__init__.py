"""Sequentializations: a concurrent program becomes a sequential one that simulates its bounded executions."""
