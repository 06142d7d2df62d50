"""The slow, obvious way: all candidate executions of a small program, then those that a memory model allows.

It makes no assumption about the model: values may flow through cycles of reads, so models that allow load buffering
are served, and every faster engine is tested against it.
"""
