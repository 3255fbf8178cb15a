"""What the Python interface can do, on the models beside this file. Run: python examples/use_the_api.py"""

from __future__ import annotations

from pathlib import Path

import shapeinfer

HERE = Path(__file__).parent


def main() -> None:
    # What is the shape of every value?
    result = shapeinfer.infer(HERE / "unet.onnxtxt")
    for name in ("quarter", "raised1", "out"):
        print(name, result.facts[name])

    # What does the model demand of its inputs?
    for clause in result.contract.demands:
        print("demand:", clause.condition)

    # Will it run with these sizes?
    for height in (64, 65):
        report = shapeinfer.check(HERE / "unet.onnxtxt", dims={"batch": 1, "height": height, "width": 64})
        print(f"height={height}:", "not refused" if report.ok else report.diagnostics[0].message)

    # What is wrong with it?
    report = shapeinfer.lint(HERE / "broken" / "matmul.onnxtxt")
    for diagnostic in report.diagnostics:
        print(diagnostic.severity, diagnostic.code, diagnostic.message)


if __name__ == "__main__":
    main()
