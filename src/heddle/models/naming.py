"""Names of definitions as another language lets them be."""

from __future__ import annotations

import re

from heddle.models.vocabulary import RELATIONS, set_name
from heddle.records import dataclass, field


@dataclass(slots=True)
class Naming:
    """``refused`` is a pattern of characters that become ``instead``; ``taken`` are words of the language."""

    refused: str
    instead: str
    taken: frozenset[str]
    given: dict[str, str] = field(default_factory=dict)

    def of(self, name: str) -> str:
        if name not in self.given:
            self.given[name] = self.fresh(name)
        return self.given[name]

    def fresh(self, name: str) -> str:
        """A name like this one that nothing else has."""
        wanted = re.sub(self.refused, self.instead, name)
        wanted = wanted if wanted[:1].isalpha() else f"r{wanted}"
        unique, count = wanted, 1
        while unique in {*self.taken, *RELATIONS, *self.given.values()} or set_name(unique) is not None:
            count += 1
            unique = f"{wanted}{self.instead}{count}"
        return unique

    def label(self, name: str) -> str:
        """What a constraint is called, if it is."""
        text = re.sub(self.refused, self.instead, name)
        return f" as {text}" if text[:1].isalpha() else ""


__all__ = ["Naming"]
