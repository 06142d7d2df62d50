"""Stateless model checking: every execution graph that a memory model allows, each exactly once, by a native kernel."""
