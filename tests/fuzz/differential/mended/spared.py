"""Nodes of which only the shape of what they make is read: the usual optimizations may leave them out."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # Not those of which a loader infers no shape, unless one is declared.
    *(
        row(
            17,
            f"(float[2,N] x, float[1,2] w) => (z) {{ y = ai.onnx.ml.{made} z = Shape(y) }}",
            {"N": 3},
        )
        for made in (
            "FeatureVectorizer<inputdimensions = [3]>(x, x)",
            "FeatureVectorizer<inputdimensions = [3, 2]>(x, w)",
            "FeatureVectorizer<inputdimensions = [3, 3]>(x, x)",
            "Imputer<imputed_value_floats = [1.0, 2.0]>(x)",
            "Scaler<offset = [1.0, 2.0], scale = [1.0, 2.0]>(x)",
            "LinearRegressor<coefficients = [1.0, 2.0], intercepts = [0.0]>(x)",
            "LinearRegressor<coefficients = [1.0, 2.0], intercepts = [0.0]>(w)",
            'Normalizer<norm = "L1">(x)',
        )
    ),
    *(
        row(
            17,
            f"(float[2,3] x, bool k) => (r) {{ r = If(k) <then_branch = t () => (float c) {{ y = ai.onnx.ml.{made} z = Shape(y)"
            " c = Constant<value = float {1}>() }, else_branch = e () => (float d) { d = Constant<value = float {1}>() }> }",
            {},
            {"k": (taken,)},
        )
        for made in (
            "FeatureVectorizer<inputdimensions = [3]>(x, x)",
            "FeatureVectorizer<inputdimensions = [3, 3]>(x, x)",
            "LinearRegressor<coefficients = [1.0, 2.0], intercepts = [0.0]>(x)",
        )
        for taken in (0, 1)
    ),
)
