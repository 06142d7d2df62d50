"""Witnesses in the manners of other tools, written by hand: ten in each format.  What they leave open is found."""

from __future__ import annotations

import pytest

LOST = """\
#include <pthread.h>
extern void reach_error(void);
int x;
void *add(void *unused) {
  int seen = x;
  x = seen + 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2)
    reach_error();
}
"""
INPUT = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += n;
  if (sum == 63)
    reach_error();
}
"""
FLAG = """\
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int flag, data;
void *writer(void *unused) {
  data = __VERIFIER_nondet_int();
  flag = 1;
  return 0;
}
void *reader(void *unused) {
  if (flag)
    if (data == 77)
      reach_error();
  return 0;
}
int main(void) {
  pthread_t w, r;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  pthread_join(w, 0);
  pthread_join(r, 0);
}
"""
GRAPHML = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <key attr.name="isEntryNode" attr.type="boolean" for="node" id="entry"><default>false</default></key>
 <key attr.name="isViolationNode" attr.type="boolean" for="node" id="violation"><default>false</default></key>
 <graph edgedefault="directed">
  <data key="witness-type">violation_witness</data>
  <data key="sourcecodelang">C</data>
  <data key="producer">someone else</data>
  <data key="programfile">/elsewhere/program.c</data>
%s
 </graph>
</graphml>
"""


def graphml(*edges: dict[str, object], more: str = "") -> str:
    """A path: an edge for each step, after the entry."""
    count = len(edges)
    marks = {0: '<data key="entry">true</data>', count: '<data key="violation">true</data>'}
    nodes = [f'<node id="A{n}">{marks.get(n, "")}</node>' for n in range(count + 1)]
    steps = [
        f'<edge source="A{n}" target="A{n + 1}">'
        + "".join(f'<data key="{key.replace("_", ".")}">{value}</data>' for key, value in said.items()) + "</edge>"
        for n, said in enumerate(edges)
    ]  # fmt: skip
    return GRAPHML % "\n".join([*nodes, *steps, more])


def yaml(*segments: str, version: str = "2.0") -> str:
    parts = "".join(f"  - segment: [{', '.join(f'{{waypoint: {w}}}' for w in s.split(' ; '))}]\n" for s in segments)
    return f"""\
- entry_type: "violation_sequence"
  metadata:
    format_version: "{version}"
    producer: {{name: "someone else", version: "1"}}
  content:
{parts}"""


def at(line: int, thread: int | None = None, kind: str = "assumption", value: str = "1", action: str = "follow") -> str:
    id = "" if thread is None else f"thread_id: {thread}, "
    constraint = "" if kind in ("target", "function_enter") else f"constraint: {{value: '{value}'}}, "
    return f"{{type: {kind}, action: {action}, {id}{constraint}location: {{file_name: ./a/program.c, line: {line}}}}}"


def step(line: int, thread: object = None, **said: object) -> dict[str, object]:
    return {"startline": line, **({} if thread is None else {"threadId": thread}), **said}


OF_OTHERS = {
    "edges for every statement, threads created by name": (LOST, graphml(
        {"createThread": "main", "enterFunction": "main", "threadId": "main"}, step(11, "main", createThread="T1"),
        step(12, "main", createThread="T2"), step(5, "T1", enterFunction="add"), step(5, "T2", enterFunction="add"),
        step(6, "T2"), step(7, "T2", returnFromFunction="add"), step(6, "T1"), step(13, "main"), step(14, "main"),
        step(15, "main", control="condition-true"), step(16, "main"),
    )),
    "numbers for threads from one on": (LOST, graphml(
        step(11, 1, createThread=2), step(12, 1, createThread=3), step(5, 3), step(5, 2), step(6, 2), step(6, 3), step(16, 1),
    )),
    "no threads at all": (LOST, graphml(step(11), step(12), step(13), step(16))),
    "nothing but the end": (LOST, graphml(step(16))),
    "a sink on the way": (LOST, graphml(
        step(11, 0, createThread=1), step(12, 0, createThread=2), step(5, 2), step(5, 1), step(16, 0),
        more='<node id="S"><data key="sink">true</data></node><edge source="A1" target="S"><data key="startline">13</data></edge>',
    )),
    "a value as the result of a call": (INPUT, graphml(
        step(4, assumption="\\result == 21;", assumption_resultfunction="__VERIFIER_nondet_int"), step(8), step(9),
    )),
    "a value of a variable": (INPUT, graphml(step(4, assumption="n == (21);", assumption_scope="main"), step(9))),
    "several values on an edge": (INPUT, graphml(step(4, assumption="n == 21; i == 0; sum == 0;"), step(6, enterLoopHead="true"), step(9))),
    "a value in another thread": (FLAG, graphml(
        step(18, 0, createThread=1), step(19, 0, createThread=2), step(6, 1, assumption="\\result == 77;"), step(7, 1),
        step(11, 2), step(12, 2), step(13, 2),
    )),
    "hexadecimal, and offsets": (FLAG, graphml(
        step(18, 0, createThread=1, startoffset=380, endoffset=410), step(6, 1, assumption="\\result == 0x4d;"), step(7, 1),
        step(13, startoffset=260),
    )),
    "yaml: only the target": (LOST, yaml(at(16, kind="target"))),
    "yaml: a value as the result of a call": (INPUT, yaml(at(4, kind="function_return", value="\\result == 21"), at(9, kind="target"))),
    "yaml: a value at the next statement": (INPUT, yaml(at(5, value="n == 21"), at(9, kind="target"))),
    "yaml: branches": (INPUT, yaml(
        at(4, kind="function_return", value="\\result == 21"), at(8, kind="branching", value="true"), at(9, kind="target"),
    )),
    "yaml: something to be avoided": (INPUT, yaml(
        f"{at(4, value='n < 0', action='avoid')} ; {at(5, value='n == 21')}", at(9, kind="target"),
    )),
    "yaml: threads by number": (LOST, yaml(
        at(11, 0), at(12, 0), at(5, 1), at(5, 2), at(6, 2), at(6, 1), at(16, 0, "target"), version="2.2",
    )),
    "yaml: threads from one on": (LOST, yaml(at(11, 1), at(12, 1), at(5, 3), at(5, 2), at(16, 1, "target"), version="2.2")),
    "yaml: a few places only": (LOST, yaml(at(5, 2), at(5, 1), at(16, 0, "target"), version="2.2")),
    "yaml: a value in another thread": (FLAG, yaml(
        at(18, 0), at(6, 1, "function_return", "\\result == 77"), at(7, 1), at(11, 2), at(13, 2, "target"), version="2.2",
    )),
    "yaml: calls entered": (FLAG, yaml(
        at(18, 0, "function_enter"), at(19, 0, "function_enter"), at(6, 1, value="data == 77"), at(7, 1), at(13, 2, "target"),
        version="2.1",
    )),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_OTHERS)
def test_is_confirmed(heddle, c_file, tmp_path, name):
    text, witness = OF_OTHERS[name]
    path = tmp_path / ("witness.yml" if name.startswith("yaml") else "witness.graphml")
    path.write_text(witness)
    run = heddle("validate", path, c_file(text), "--property", "unreach-call", "--timeout", "60")
    assert run.code == 1 and "the witness is confirmed" in run.out, (run.out, run.err)


WRONG = {
    "the threads one after the other": (LOST, graphml(
        step(11, 0, createThread=1), step(12, 0, createThread=2), step(5, 1), step(6, 1), step(7, 1), step(5, 2), step(16, 0),
    )),
    "a value that does no harm": (INPUT, graphml(step(4, assumption="\\result == 20;"), step(9))),
    "another line": (INPUT, yaml(at(4, kind="function_return", value="\\result == 21"), at(8, kind="target"))),
    "read before it is written": (FLAG, yaml(
        at(18, 0), at(19, 0), at(11, 2), at(6, 1, "function_return", "\\result == 77"), at(13, 2, "target"), version="2.2",
    )),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_is_not_confirmed(heddle, c_file, tmp_path, name):
    text, witness = WRONG[name]
    path = tmp_path / "witness"
    path.write_text(witness)
    run = heddle("validate", path, c_file(text), "--property", "unreach-call", "--timeout", "60")
    assert run.code == 3 and "no execution was found" in run.out, run.out
