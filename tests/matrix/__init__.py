"""One table of programs; every command and every engine that takes the task gives the same answer."""
