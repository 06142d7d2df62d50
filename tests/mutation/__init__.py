"""Mutation tests: an engine that is broken on purpose must be noticed by the checks that the differential tests make."""
