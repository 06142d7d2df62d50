"""How BenchExec runs Heddle: ``tool="heddle.svcomp.benchexec"`` in a benchmark definition (docs/svcomp.md)."""

from __future__ import annotations

from typing import Any

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

DATA_MODELS = {"ILP32": "ilp32", "LP64": "lp64"}
SPARE = 0.97
"""Of a time limit: Heddle stops by itself before BenchExec stops it."""
MEGABYTE = 1_000_000


class Tool(BaseTool2):  # type: ignore[misc]
    def name(self) -> str:
        return "Heddle"

    def executable(self, tool_locator: Any) -> Any:
        return tool_locator.find_executable("heddle", subdir="bin")

    def version(self, executable: str) -> Any:
        return self._version_from_tool(executable, line_prefix="heddle")

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        command = [executable, "check", "--format", "svcomp", *options]
        if task.property_file:
            command += ["--spec", task.property_file]
        model = (task.options or {}).get("data_model") if isinstance(task.options, dict) else None
        if model is not None:
            if model not in DATA_MODELS:
                raise UnsupportedFeatureException(f"data model {model} is not supported")
            command += ["--data-model", DATA_MODELS[model]]
        seconds = rlimits.walltime or rlimits.cputime
        if seconds and "--timeout" not in options:
            command += ["--timeout", f"{seconds * SPARE:g}"]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(max(64, int(rlimits.memory * SPARE / MEGABYTE)))]
        return [*command, *task.input_files_or_identifier]

    def determine_result(self, run: Any) -> str:
        """The last line that is a result; SV-COMP writes properties in small letters."""
        for line in reversed(run.output):
            word, _, rest = line.strip().partition("(")
            if word == "TRUE":
                return str(result.RESULT_TRUE_PROP)
            if word == "FALSE" and rest.endswith(")"):
                return f"{result.RESULT_FALSE_PROP}({rest[:-1]})"
            if word in ("UNKNOWN", "ERROR") and rest.endswith(")"):
                kind = result.RESULT_UNKNOWN if word == "UNKNOWN" else result.RESULT_ERROR
                return f"{kind}({rest[:-1]})"
        return str(result.RESULT_ERROR)
