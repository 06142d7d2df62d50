"""What the memory model itself forbids: ``flag ~empty race as data-race`` in a model file.

Engines that look at execution graphs check it; under models that raise no flag there is nothing to check.
"""

from __future__ import annotations

from heddle.properties.property import Property

FLAGS = Property("model-flags", "no execution raises a flag of the memory model (a data race under rc11)",
                 frozenset({"flag"}))  # fmt: skip
