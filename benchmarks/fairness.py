"""Generated looping programs: whether they end under a fair scheduler, by an oracle that shares nothing with Heddle.

    python benchmarks/fairness.py --count 600 --all-engines 5 --save /tmp/disagreements

The programs and the oracle are those of tests/properties/fairness.py: all states, under sc, tso and pso.  ``explicit`` has to
give the oracle's answer (but where states have no end), whoever else says ``safe`` or shows a violation must be right.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generated import Finding, add_options, ask, given_command, report, spread, tally

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from tests.properties.fairness import TooLarge, as_c, generated, runs_for_ever  # noqa: E402

DECIDES = "explicit"
OTHERS = {"order": ("--unwind", "3"), "lazy": ("--unwind", "2", "--rounds", "3"), "auto": ()}
"""With what bounds each is asked."""
ENDLESS = ("without bound", "time limit")


@dataclass(frozen=True)
class Comparison:
    heddle: list[str] | None
    timeout: float
    every: int

    def __call__(self, seed: int) -> Iterator[Finding]:
        threads, joined, model, property = generated(seed)
        try:
            truth = "violation" if runs_for_ever(threads, joined, model, property) else "safe"
        except TooLarge:
            yield Finding("too large for the oracle")
            return
        text = as_c(threads, joined)
        everybody = self.every and seed // 3 % self.every == 0  # three in a row have different memory models
        engines = (DECIDES, *(OTHERS if everybody else ()))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "program.c"
            file.write_text(text)
            for engine in engines:
                question = ("--model", model, "--property", property, "--engine", engine, *OTHERS.get(engine, ()))
                told = ask(self.heddle, file, self.timeout, *question)
                definite = told.verdict in ("safe", "violation")
                undecided = engine == DECIDES and not definite and not any(words in told.reason for words in ENDLESS)
                bad = told.broken or undecided or (definite and told.verdict != truth)
                detail = f"{engine}, {model}, {property}: {told.verdict} ({told.reason}), the oracle says {truth}"
                yield Finding(f"{engine} {model}, {truth}: {told.short()}", bad, detail, text.encode())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser, 600, 10.0)
    parser.add_argument("--all-engines", type=int, default=5, metavar="N", help="ask every engine about every Nth (default: 5)")
    options = parser.parse_args()
    work = Comparison(given_command(options), options.timeout, options.all_engines)
    return report(*tally(spread(work, options), options.save, ".c"))


if __name__ == "__main__":
    sys.exit(main())
