from heddle.answer import Answer
from heddle.cluster.crew import Crew
from heddle.core.program import Program
from heddle.engines.engine import Listener
from heddle.task import Task


def swarm(task: Task, program: Program, listener: Listener, hands: Crew, label: str, name: str) -> Answer:
    raise NotImplementedError
