"""Which module holds an operator's rules. Generated: python tools/make_rule_map.py"""

from __future__ import annotations

# (domain, operator) -> module below shapeinfer.rules
RULE_MODULES: dict[tuple[str, str], str] = {
    ("", "Reshape"): "reshape",
}
