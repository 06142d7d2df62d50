"""``heddle convert``: a memory model in another language."""

from __future__ import annotations

import argparse

from heddle.errors import InputError
from heddle.models import find
from heddle.models.as_cat import NotInCat, as_cat
from heddle.models.as_mcm import NotInMcm, as_mcm
from heddle.models.query import NoAlgebra


def convert(options: argparse.Namespace) -> int:
    model = find(options.model)
    try:
        text = as_cat(model) if options.to == "cat" else as_mcm(model)
    except (NoAlgebra, NotInCat, NotInMcm) as error:
        raise InputError(f"the model {model.name} cannot be written in {options.to}: {error}") from None
    print(text, end="")
    return 0
