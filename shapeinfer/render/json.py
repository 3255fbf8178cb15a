"""JSON for programs: one object over all reports, with a versioned schema."""

from __future__ import annotations

from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.diagnostic import Report


def reports_json(reports: Iterable[Report]) -> str:
    """``{"version": 1, "reports": [...]}`` on several lines, in the order given."""
    import json

    from shapeinfer.diagnostic import SCHEMA_VERSION

    found = {
        "version": SCHEMA_VERSION,
        "reports": [r.model_dump(mode="json") | {"ok": r.ok} for r in reports],
    }
    return json.dumps(found, indent=2, ensure_ascii=True)
