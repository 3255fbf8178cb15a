"""One self-contained HTML file: the report's rows, the scripts and styles of ``web/``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.page.tables import Row


def page(data: Row) -> str:
    raise NotImplementedError(data)
