"""A process as it is when it starts: what runs share is forgotten."""

from __future__ import annotations

from shapeinfer.contracts import remembered
from shapeinfer.engine.reuse import outcomes
from shapeinfer.facts import symbols
from shapeinfer.model.protobuf import nodes


def forget() -> None:
    """Forget what earlier runs found out, which makes later ones cheaper."""
    outcomes.drop()
    nodes.drop_operations()
    symbols.drop_texts()
    remembered.drop()
