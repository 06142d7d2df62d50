"""Memory models as inputs: relational definitions and constraints over execution graphs."""
