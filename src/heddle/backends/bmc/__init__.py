"""The embedded bounded model checker: guarded events to bit-vector terms, solved by Bitwuzla in process."""
