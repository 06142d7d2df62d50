"""Inline assembly: what the instructions that concurrent code uses do, on x86 and AArch64.

Few programs have any: :mod:`heddle.frontend.assembly.lower` is imported where one has.
"""
