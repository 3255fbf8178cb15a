"""Which operator versions have a rule. Usage: python tools/coverage.py [--missing]"""

from __future__ import annotations

import sys

from shapeinfer import schema
from shapeinfer.registry import find_rule


def main() -> int:
    missing: list[str] = []
    for domain in schema.known_domains():
        have = total = 0
        for name in schema.operators(domain):
            for version in schema.versions(domain, name):
                found = schema.find(domain, name, version)
                if found is None or found.deprecated:
                    continue
                total += 1
                if find_rule(domain, name, version) is not None:
                    have += 1
                else:
                    missing.append(f"{domain or 'ai.onnx'} {name}-{version}")
        print(f"{domain or 'ai.onnx'}: {have} of {total} versions")
    if "--missing" in sys.argv:
        print("\n".join(missing))
    return 0


if __name__ == "__main__":
    sys.exit(main())
