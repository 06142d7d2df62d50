"""Errands for the workers of a cluster: what is given comes back once, whatever becomes of the workers.

An errand is tried again if its worker dies, and elsewhere if its worker falls silent.  The first result counts: an
errand has one outcome, however often it was tried.  Nothing of an errand is kept on workers but its result.
"""

from __future__ import annotations

import contextlib
import queue
import time
import uuid
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from heddle.cluster import place
from heddle.cluster.connect import connected, strangers
from heddle.cluster.place import Errand, Order
from heddle.cluster.version import fingerprint
from heddle.records import dataclass, field
from heddle.run.supervisor import Ending, Outcome

if TYPE_CHECKING:
    from distributed import Client, Future

LOOK = 1.0
"""Seconds between looks at the workers."""
STALL = 30.0
"""Seconds after which a worker that sends no sign of life, and a process that does no work, is taken for stalled."""
CRASHES = 3
"""An errand whose process crashes so often is the cause of that."""
REFUSALS = 20
"""So often an errand is tried whose worker, not its process, fails."""


@dataclass(slots=True, eq=False)
class Given:
    """An errand, and what is known of it."""

    label: str
    order: Order
    then: Callable[[Outcome], None]
    tries: dict[str, Future[Any]] = field(default_factory=dict)
    """Those under way, by the keys of their tasks."""
    crashes: int = 0
    failures: int = 0
    is_over: bool = False


@contextlib.contextmanager
def crew(
    address: str, workers: int | None, memory: int | None, tell: Callable[[str], None], stall: float = STALL
) -> Iterator[Crew]:
    """``workers``: so many local ones; ``memory``: megabytes for each errand.  Raises UsageError."""
    with connected(address, workers) as (client, renew):
        made = Crew(client, memory, tell, stall, renew)
        try:
            yield made
        finally:
            made.drop_all()


class Crew:
    """Used by one thread."""

    def __init__(
        self, client: Client, memory: int | None, tell: Callable[[str], None], stall: float,
        renew: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """``renew``: sees to it that workers live."""
        self.renew = renew
        self.client, self.memory, self.tell, self.stall = client, memory, tell, stall
        self.under_way: set[Given] = set()
        self.news: queue.SimpleQueue[tuple[Given, str]] = queue.SimpleQueue()
        self.signs: dict[str, tuple[float, float]] = {}
        """For each worker its last sign of life, and when that was seen."""
        self.barred: set[str] = set()
        """Workers of another kind, which have joined since."""
        self.cpu: dict[str, float] = {}
        """For each worker the seconds of processor time that errands took there; of those that have ended."""
        self.places = 1
        """So many errands are worked on at the same time."""
        self.looked = float("-inf")
        self.look()

    def give(
        self, label: str, errand: Errand, then: Callable[[Outcome], None], stall: float | None = None
    ) -> Given:
        """``then`` hears how it ended, while somebody waits.  The dashboard shows the label; what stands before its
        first ``-`` groups errands.  ``stall``: of errands that do nothing for longer, as they wait for others."""
        order = Order(place.packed(errand), fingerprint(), self.memory, self.stall if stall is None else stall)
        given = Given(label, order, then)
        self.under_way.add(given)
        self._try(given)
        return given

    def drop(self, given: Given) -> None:
        """Nobody wants it any more."""
        given.is_over = True
        self.under_way.discard(given)
        tries, given.tries = list(given.tries.values()), {}
        if tries:
            self.client.cancel(tries, force=True)

    def drop_all(self) -> None:
        for given in list(self.under_way):
            self.drop(given)

    def wait(self, seconds: float) -> bool:
        """Waits for news, so long at most, and passes on what has ended; whether anything has."""
        until, heard = time.monotonic() + seconds, False
        while not heard:
            self.look()
            left = until - time.monotonic()
            try:
                news = [self.news.get(timeout=max(0.0, min(left, LOOK)))]
            except queue.Empty:
                if left <= 0:
                    break
                continue
            while not self.news.empty():
                news.append(self.news.get())
            for given, key in news:
                heard |= self._hear(given, key)
        return heard

    # --- tries

    def _try(self, given: Given, without: str | None = None) -> None:
        """``without``: not on this worker."""
        key = f"{given.label}-{uuid.uuid4().hex}"
        shunned = self.barred | ({without} if without is not None else set())
        others = [worker for worker in self.signs if worker not in shunned] if shunned else []
        where = {"workers": others, "allow_other_workers": True} if others else {}  # others may join, and these may go
        future = self.client.submit(place.do, given.order, key=key, pure=False, **where)
        given.tries[key] = future
        future.add_done_callback(lambda _: self.news.put((given, key)))

    def _hear(self, given: Given, key: str) -> bool:
        """A try has ended; whether the errand has."""
        future = given.tries.pop(key, None)
        if future is None or given.is_over:
            return False
        outcome = self._result(given, future)
        if outcome is None:
            if not given.tries:
                self._try(given)
            return False
        self.drop(given)
        given.then(outcome)
        return True

    def _result(self, given: Given, future: Future[Any]) -> Outcome | None:
        """None if that try says nothing about the errand."""
        try:
            done: place.Done = future.result(timeout=self.stall)
        except Exception as error:  # of the cluster: the worker died, or its result went with it, or nobody knows why
            return self._failed(given, error)
        self.cpu[done.worker] = self.cpu.get(done.worker, 0.0) + done.cpu
        if done.outcome.ending is Ending.CRASHED:
            given.crashes += 1
            if given.crashes < CRASHES:
                return None
        return done.outcome

    def _failed(self, given: Given, error: Exception) -> Outcome | None:
        from distributed import KilledWorker

        if isinstance(error, KilledWorker | place.Stalled | TimeoutError):
            return None  # whatever kills or stops workers, the errand has a process of its own
        given.failures += 1
        self._bar_strangers()
        time.sleep(0.1)
        if given.failures < REFUSALS:
            return None
        why = f"{type(error).__name__}: {error}"
        if isinstance(error, place.OtherVersion):
            why = f"its workers have another version of Heddle: {error}"
        return Outcome(Ending.FAILED, reason=f"the cluster failed: {why}")

    def _bar_strangers(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            for worker, what in strangers(self.client).items():
                if worker not in self.barred:
                    self.barred.add(worker)
                    self.tell(f"the worker at {worker} gets no work: it has {what}")

    # --- workers

    def look(self) -> None:
        """Who is there, and who has fallen silent: what those do is done elsewhere too."""
        now = time.monotonic()
        if now - self.looked < LOOK:
            return
        self.looked = now
        self.renew()
        workers = self.client.scheduler_info(n_workers=-1)["workers"]
        for worker in [w for w in self.signs if w not in workers]:
            del self.signs[worker]
        for worker, said in workers.items():
            sign = float(said["last_seen"])
            if worker not in self.signs or self.signs[worker][0] != sign:
                self.signs[worker] = (sign, now)
        self.places = max(1, sum(said["nthreads"] for w, said in workers.items() if w not in self.barred))
        for worker in [w for w, (_, seen) in self.signs.items() if now - seen > self.stall]:
            self._do_elsewhere(worker)

    def _do_elsewhere(self, worker: str) -> None:
        """The worker is silent."""
        if len(self.signs) < 2:
            return
        stuck = set(self.client.processing([worker])[worker])
        for given in list(self.under_way):
            if stuck.intersection(given.tries) and len(given.tries) == 1:
                self.tell(f"{given.label}: the worker at {worker} is silent; trying elsewhere")
                self._try(given, without=worker)


__all__ = ["Crew", "Given", "crew"]
