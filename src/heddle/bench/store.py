"""The database of results: a run is in it, whole, or it is not.  So a bench that was killed goes on where it was."""

from __future__ import annotations

import shlex
import sqlite3
from pathlib import Path

from heddle.bench.plan import Run
from heddle.bench.results import Result, Row
from heddle.errors import InputError, UsageError

NAME = "results.sqlite"
APPLICATION = 0x48454444
"""Marks the file as ours ("HEDD")."""
SCHEMA = """\
BEGIN;
CREATE TABLE IF NOT EXISTS runs (
    key TEXT PRIMARY KEY, program TEXT, category TEXT, options TEXT, expected TEXT, lines INTEGER, configuration TEXT,
    verdict TEXT, reason TEXT, engine TEXT, seconds REAL, cpu REAL, memory REAL
);
CREATE TABLE IF NOT EXISTS conditions (said TEXT);
COMMIT;
"""
COLUMNS = "program, category, options, expected, lines, configuration, verdict, reason, engine, seconds, cpu, memory"


class Store:
    """Used by one thread."""

    def __init__(self, folder: str, create: bool = True) -> None:
        """Raises InputError."""
        path = Path(folder) / NAME
        if not create and not path.is_file():
            raise InputError(f"{folder}: holds no results of heddle bench")
        try:
            if create:
                path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, isolation_level=None)
            (mark,) = self.connection.execute("PRAGMA application_id").fetchone()
            is_new = not self.connection.execute("SELECT name FROM sqlite_master").fetchall()
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"{path}: {error}") from None
        if not is_new and mark != APPLICATION:
            raise InputError(f"{path}: is not a database of heddle bench")
        self.connection.execute("PRAGMA synchronous = FULL")
        if is_new:
            self.connection.execute(f"PRAGMA application_id = {APPLICATION}")
            self.connection.executescript(SCHEMA)

    def verify_conditions(self, said: str) -> None:
        """Raises UsageError if what is there was run under others: times of different limits make no table."""
        found = self.connection.execute("SELECT said FROM conditions").fetchone()
        if found is None:
            self.connection.execute("INSERT INTO conditions VALUES (?)", (said,))
        elif found[0] != said:
            raise UsageError(f"the results that are there are of {found[0]}, not of {said}: take another folder")

    def has(self, run: Run) -> bool:
        return self.connection.execute("SELECT 1 FROM runs WHERE key = ?", (run.key,)).fetchone() is not None

    def add(self, run: Run, result: Result) -> None:
        p = run.program
        times = round(result.seconds, 3), round(result.cpu, 3)  # as CSV tells them: all tables are the same
        values = (
            run.key, p.name, p.category, shlex.join(p.options), p.expected, p.lines, run.configuration.name,
            result.verdict, result.reason, result.engine, *times, round(result.memory, 1),
        )  # fmt: skip
        self.connection.execute(f"INSERT OR REPLACE INTO runs VALUES ({', '.join('?' * len(values))})", values)

    def rows(self, keys: set[str] | None = None) -> list[Row]:
        """All of them, or those of these runs, in an order that depends on nothing but what they are."""
        order = "ORDER BY category, program, options, configuration"
        found = self.connection.execute(f"SELECT key, {COLUMNS} FROM runs {order}").fetchall()
        return [
            Row(program, category, options, expected, lines, configuration, Result(*result))
            for key, program, category, options, expected, lines, configuration, *result in found
            if keys is None or key in keys
        ]

    def close(self) -> None:
        self.connection.close()


__all__ = ["Store"]
