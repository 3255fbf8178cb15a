"""Models that are small in bytes and large in work: each grows one thing that an engine might repeat too
often.

``MODELS`` maps the name of a growth to a function from its size to a model. The models need not run, and some are
not valid: a linter has to get past them all.
"""

from __future__ import annotations

from tests.fuzz.hostile import bodies, expressions, lists  # they enter their growths
from tests.fuzz.hostile.growth import MODELS

__all__ = ["MODELS", "bodies", "expressions", "lists"]
