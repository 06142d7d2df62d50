"""Generated programs that wait and spin under weak orders: the explorer against all candidate executions.

    python benchmarks/stalls.py --count 300 --models rc11 weak armv8 --save /tmp/disagreements

The programs and what counts as a disagreement are those of tests/deadlocks/generated_graphs.py.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generated import Finding, add_options, report, spread, tally

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.deadlocks.generated_graphs import PROPERTIES, disagreement, program, verdicts


@dataclass(frozen=True)
class Comparison:
    models: tuple[str, ...]
    timeout: float

    def __call__(self, seed: int) -> Iterator[Finding]:
        text = program(seed)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "program.c"
            file.write_text(text)
            for model in self.models:
                for property in PROPERTIES:
                    said = verdicts(str(file), model, property, self.timeout)
                    outcome = f"{model}, {property}: {' / '.join(word.partition(':')[0] for word in said)}"
                    yield Finding(outcome, bool(disagreement(*said)), " / ".join(said), text.encode())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser, 300, 5.0)
    parser.add_argument("--models", nargs="+", default=["rc11", "imm", "weak", "armv8"], help="memory models")
    options = parser.parse_args()
    work = Comparison(tuple(options.models), options.timeout)
    return report(*tally(spread(work, options), options.save, ".c"))


if __name__ == "__main__":
    sys.exit(main())
