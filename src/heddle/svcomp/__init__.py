"""The conventions of SV-COMP: task definitions, names of results, witnesses, and a module for BenchExec."""
