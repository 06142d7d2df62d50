class EventDump:
    slot: int
    thread: int
    index: int
    kind: int
    cls: int
    rf: int
    partner: int
    uid: int
    size: int
    other: int
    address: int
    value: int
    po: list[int]
    addr: list[int]
    data: list[int]
    ctrl: list[int]

class GraphDump:
    events: list[EventDump]
    co: list[list[int]]
    traces: list[tuple[int, list[int]]]
    failed_thread: int
    failed_uid: int

class Reason:
    act: int
    uid: int
    info: int

class Findings:
    violated: dict[int, int]
    witnesses: list[GraphDump]
    kept: list[GraphDump]
    reasons: list[tuple[Reason, int]]
    states: list[tuple[list[int], int]]
    broken: str
    widened: set[int]

class Kernel:
    def set_code(self, code: list[tuple[int, int, int, int, int, int, int, int, int]]) -> None: ...
    def set_functions(self, functions: list[tuple[str, int, int, list[tuple[int, int, int]], int]]) -> None: ...
    def set_tables(
        self, constants: list[int], lists: list[list[int]], loops: list[list[int]], bounds: list[int]
    ) -> None: ...
    def set_classes(self, classes: list[tuple[int, int]], section: tuple[int, int, int, int]) -> None: ...
    def set_memory(
        self,
        globals: list[tuple[int, bytes]],
        own: list[tuple[int, int, int]],
        own_size: int,
        shared: list[tuple[int, int, int]],
        shift: int,
    ) -> None: ...
    def set_start(self, entry: int, recursion: int, dependencies: bool) -> None: ...
    def set_model(
        self, nodes: list[tuple[int, int, int]], axioms: list[tuple[int, int, int]], sets: int, atomic: bool
    ) -> None: ...
    def set_options(
        self,
        filter: bool,
        first_only: bool,
        verify: bool,
        depth: int,
        workers: int,
        keep: int,
        observed: list[tuple[int, int]],
    ) -> None: ...
    def start(self, words: int) -> None: ...
    def wait(self, seconds: float) -> bool: ...
    def stop(self) -> None: ...
    def totals(self) -> list[int]: ...
    def explored(self) -> float: ...
    def overflowed(self) -> bool: ...
    def collect(self) -> Findings: ...

MOST_WORDS: int
