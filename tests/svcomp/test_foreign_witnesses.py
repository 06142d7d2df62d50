"""Witnesses in the manners of other tools, written by hand, in both formats.  What they leave open is found."""

from __future__ import annotations

import pytest

from waiting import PATIENCE

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
OVER = """\
#include <pthread.h>
extern void __VERIFIER_error(void);
pthread_mutex_t mutex;
int data = 0;

void *thread1(void *arg)
{
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *thread2(void *arg)
{
  pthread_mutex_lock(&mutex);
  data += 2;
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *thread3(void *arg)
{
  pthread_mutex_lock(&mutex);
  if (data >= 3) {
    ERROR: __VERIFIER_error();
    ;
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main()
{
  pthread_mutex_init(&mutex, 0);
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, thread1, 0);
  pthread_create(&t2, 0, thread2, 0);
  pthread_create(&t3, 0, thread3, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
"""
RACY = """\
#include <pthread.h>
int x;
void *add(void *unused) {
  x = x + 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  x = 5;
  pthread_join(t, 0);
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


def steps(thread: object, *lines: int) -> list[dict[str, object]]:
    return [step(line, thread) for line in lines]


def sinks(*sources: int) -> str:
    """Edges away from the path, to where nothing is to be found."""
    edges = (f'<edge source="A{n}" target="sink"><data key="startline">1</data></edge>' for n in sources)
    return '<node id="sink"><data key="sink">true</data></node>' + "".join(edges)


def graphml_of_cbmc(*edges: tuple[int, int, str]) -> str:
    """CBMC and Deagle: nodes have numbers with points, the last is called sink, ``=`` stands for what a value is."""
    names = [f"{n}.0" for n in range(1, len(edges) + 1)] + ["sink"]
    nodes = [f'<node id="{n}">{{}}</node>' for n in names]
    nodes[0] = nodes[0].format('<data key="entry">true</data>')
    nodes[-1] = nodes[-1].format('<data key="violation">true</data>')
    lines = [
        f'<edge source="{names[n]}" target="{names[n + 1]}"><data key="originfile">/elsewhere/program.c</data>'
        f'<data key="startline">{line}</data><data key="threadId">{thread}</data>{more}</edge>'
        for n, (line, thread, more) in enumerate(edges)
    ]
    return GRAPHML % "\n".join([*(n.replace("{}", "") for n in nodes), *lines])


def assumed(text: str) -> str:
    return f'<data key="assumption">{text}</data><data key="assumption.scope">main</data>'


def created(thread: int) -> str:
    return f'<data key="createThread">{thread}</data>'


OF_DARTAGNAN = """\
- entry_type: violation_sequence
  metadata:
    format_version: "2.2"
    uuid: "3f1b0d59-4a1c-4b0e-9c9e-6d5b0f4f3a11"
    creation_time: "2025-10-01T12:00:00Z"
    producer:
      name: "Dartagnan"
      version: "4.3"
    task:
      input_files:
        - "/elsewhere/program.c"
      input_file_hashes:
        "/elsewhere/program.c": "%s"
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: ILP32
      language: C
  content:
""" % ("0" * 64)


def dartagnan(*waypoints: tuple[str, int, int]) -> str:
    """A waypoint with a thread, a line, and no column for each event; assumptions about what was read."""
    said = ""
    for kind, thread, line in waypoints:
        constraint = "          constraint: {value: \"1\", format: c_expression}\n" if kind == "assumption" else ""
        said += (
            f"    - segment:\n      - waypoint:\n          type: {kind}\n          action: follow\n          thread_id: {thread}\n"
            f'{constraint}          location:\n            file_name: "program.c"\n            line: {line}\n'
        )
    return OF_DARTAGNAN + said


OF_SEAL = """\
- content:
  - segment:
    - waypoint:
        type: target
        action: 'follow'
        location:
          file_name: 'program.c'
          line: 9
  entry_type: violation_sequence
  metadata:
    format_version: '2.0'
    producer: {name: SEAL, version: '0.1'}
"""
OF_THETA = """\
- entry_type: "violation_sequence"
  metadata:
    format_version: "2.0"
    producer: {name: "Theta", version: "6"}
  content:
  - segment:
    - waypoint: {type: "function_return", action: "follow", constraint: {value: "\\\\result == 21"}, location: {file_name: "program.c", line: 4, column: 33, function: "main"}}
  - segment:
    - waypoint: {type: "branching", action: "follow", constraint: {value: true}, location: {file_name: "program.c", line: 6, column: 3, function: "main"}}
  - segment:
    - waypoint: {type: "branching", action: "follow", constraint: {value: "true"}, location: {file_name: "program.c", line: 8, column: 3, function: "main"}}
  - segment:
    - waypoint: {type: "target", action: "follow", location: {file_name: "program.c", line: 9, column: 5, function: "main"}}
"""


OF_OTHERS = {
    "CPAchecker: threads begin at the line that creates them, the last edge is a condition, sinks": (OVER, graphml(
        step(33, 0, enterFunction="main"), step(37, 0, createThread=1), step(37, 1, enterFunction="thread1"),
        {"threadId": 1, "returnFrom": "thread1"}, step(38, 0, createThread=2), step(38, 2, enterFunction="thread2"),
        {"threadId": 2, "returnFrom": "thread2"}, step(39, 0, createThread=3), step(39, 3, enterFunction="thread3"),
        step(25, 3, control="condition-true"), more=sinks(2, 5, 9),
    )),
    "CPAchecker: several edges for a statement": (LOST, graphml(
        step(10, 0, enterFunction="main"), step(11, 0, createThread=1), step(11, 1, enterFunction="add"), step(12, 0, createThread=2),
        step(12, 2, enterFunction="add"), *steps(2, 5, 5), *steps(1, 5, 5, 6, 7), {"threadId": 1, "returnFrom": "add"},
        *steps(2, 6, 7), {"threadId": 2, "returnFrom": "add"}, *steps(0, 13, 14), step(15, 0, control="condition-true"),
    )),
    "Ultimate: conditions, calls entered and left, values of several variables": (FLAG, graphml(
        step(16, 0, endline=16, enterFunction="main"), step(18, 0, createThread=1), step(19, 0, createThread=2),
        step(6, 1, enterFunction="writer", assumption="data == 77 &amp;&amp; flag == 0;", assumption_scope="writer"), step(7, 1),
        step(11, 2, control="condition-true"), step(12, 2, control="condition-true"), step(13, 2, enterFunction="reach_error"),
    )),
    "CBMC: what is assigned": (INPUT, graphml_of_cbmc((4, 0, assumed("n = 21;")), (5, 0, assumed("sum = 0;")), (9, 0, ""))),
    "Deagle: threads and what they read": (LOST, graphml_of_cbmc(
        (11, 0, created(1)), (12, 0, created(2)), (5, 1, assumed("seen = 0;")), (5, 2, assumed("seen = 0;")),
        (6, 2, assumed("x = 1;")), (6, 1, assumed("x = 1;")), (16, 0, ""),
    )),
    "a race is two accesses": (RACY, graphml(step(9, 0, createThread=1), step(4, 1), step(10, 0)).replace(
        '<data key="sourcecodelang">', '<data key="specification">CHECK( init(main()), LTL(G ! data-race) )</data><data key="sourcecodelang">',
    )),
    "yaml: Dartagnan, an event after the other": (LOST, dartagnan(
        ("function_enter", 0, 11), ("function_enter", 0, 12), ("assumption", 1, 5), ("assumption", 2, 5), ("assumption", 2, 6),
        ("assumption", 1, 6), ("assumption", 0, 15), ("target", 0, 16),
    )),
    "yaml: SEAL, the content first and nothing but the target": (INPUT.replace("== 63", "== 3"), OF_SEAL),
    "yaml: Theta, branches are true": (INPUT, OF_THETA),
    "yaml: a race has two targets": (RACY, yaml(at(9, 0), f"{at(4, 1, 'target')} ; {at(10, 0, 'target')}", version="2.2")),
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


def property_of(text: str) -> str:
    return "no-data-race" if text == RACY else "unreach-call"


@pytest.mark.parametrize("name", OF_OTHERS)
def test_is_confirmed(heddle, c_file, tmp_path, name):
    text, witness = OF_OTHERS[name]
    path = tmp_path / ("witness.yml" if name.startswith("yaml") else "witness.graphml")
    path.write_text(witness)
    run = heddle("validate", path, c_file(text), "--property", property_of(text), "--timeout", PATIENCE)
    assert run.code == 1 and "the witness is confirmed" in run.out, (run.out, run.err)


WRONG = {
    "CPAchecker: a thread that has not run": (OVER, graphml(
        step(37, 0, createThread=1), step(37, 1, enterFunction="thread1"), step(39, 0, createThread=2), step(39, 2, enterFunction="thread3"),
        step(25, 2, control="condition-true"), step(17, 3), step(25, 2),
    )),
    "CPAchecker: the last condition is another": (OVER, graphml(step(37, 0, createThread=1), step(38, 0, createThread=2), step(9, 1))),
    "Deagle: one reads what the other has written": (LOST, graphml_of_cbmc(
        (11, 0, created(1)), (12, 0, created(2)), (5, 1, ""), (6, 1, ""), (5, 2, ""), (6, 2, ""), (16, 0, ""),
    )),
    "Dartagnan: a thread that is not there": (LOST, dartagnan(("assumption", 3, 5), ("assumption", 1, 5), ("target", 0, 16))),
    "Theta: another value": (INPUT, OF_THETA.replace("21", "22")),
    "a race at other lines": (RACY, yaml(at(9, 0), f"{at(5, 1, 'target')} ; {at(11, 0, 'target')}", version="2.2")),
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
    run = heddle("validate", path, c_file(text), "--property", property_of(text), "--timeout", PATIENCE)
    assert run.code == 3 and "no execution was found" in run.out, run.out
