"""Backends decide bounded or sequential programs: violated, safe within bounds, or unknown."""
