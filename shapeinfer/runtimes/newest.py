"""What the newest known release of ONNX Runtime reads: models beyond it load in none that is known.

Generated: python tools/make_target_snapshot.py --add VERSION
"""

from __future__ import annotations

RELEASE = "1.32.0"
IR_VERSION = 14
OPSETS: dict[str, int] = {"": 28, "ai.onnx.ml": 5, "ai.onnx.preview": 1, "ai.onnx.preview.training": 1, "ai.onnx.training": 1}
