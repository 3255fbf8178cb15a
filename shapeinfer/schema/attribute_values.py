"""Checks attributes that allow only some values and that no rule reads, because they do not affect
shapes."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import elem_type_name, is_known
from shapeinfer.rule.requirement import Finding
from shapeinfer.schema.schema import Schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Allowed = tuple[int, ...] | tuple[str, ...]

_DOMAINS = ("", "ai.onnx.ml", "com.microsoft", "com.microsoft.nchwc")
_FLAG = (0, 1)

_TRANSFORMS = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")
_KERNELS = ("LINEAR", "POLY", "RBF", "SIGMOID")

# ONNX Runtime refuses all other values, at load or in every run.
REFUSED: Mapping[str, Mapping[str, Allowed]] = {
    "Cast": {"round_mode": ("up", "down", "nearest")},
    "CausalConvWithState": {"activation": ("none", "silu", "swish")},
    "CumProd": {"exclusive": _FLAG, "reverse": _FLAG},
    "CumSum": {"exclusive": _FLAG, "reverse": _FLAG},
    "GridSample": {"padding_mode": ("zeros", "border", "reflection")},
    "LinearAttention": {"update_rule": ("linear", "gated", "delta", "gated_delta")},
    "LinearClassifier": {"post_transform": _TRANSFORMS},
    "LinearRegressor": {"post_transform": _TRANSFORMS},
    "MaxPool": {"storage_order": _FLAG},
    "Mod": {"fmod": _FLAG},
    "NonMaxSuppression": {"center_point_box": _FLAG},
    "RoiAlign": {"mode": ("avg", "max")},
    "SVMClassifier": {"post_transform": _TRANSFORMS, "kernel_type": _KERNELS},
    "SVMRegressor": {"post_transform": _TRANSFORMS, "kernel_type": _KERNELS},
    "StringNormalizer": {"case_change_action": ("NONE", "LOWER", "UPPER")},
    "TfIdfVectorizer": {"mode": ("TF", "IDF", "TFIDF")},
    "TreeEnsemble": {"post_transform": tuple(range(5)), "aggregate_function": tuple(range(4))},
    "TreeEnsembleClassifier": {"post_transform": _TRANSFORMS},
    "TreeEnsembleRegressor": {
        "post_transform": _TRANSFORMS,
        "aggregate_function": ("AVERAGE", "SUM", "MIN", "MAX"),
    },
}

# How many ``activation_params`` the activations of a fused convolution need.
FUSED_ACTIVATIONS: Mapping[str, int] = {
    "Relu": 0, "Tanh": 0, "Sigmoid": 0, "HardSwish": 0, "LeakyRelu": 1, "Clip": 2, "HardSigmoid": 2,
}  # fmt: skip
# The attributes that those of FusedGemm need, without their prefix "activation_".
GEMM_ACTIVATIONS: Mapping[str, tuple[str, ...]] = {
    "Relu": (), "Tanh": (), "Sigmoid": (), "Softplus": (), "Softsign": (),
    "LeakyRelu": ("alpha",), "Elu": ("alpha",), "Celu": ("alpha",), "ThresholdedRelu": ("alpha",),
    "HardSigmoid": ("alpha", "beta"), "ParametricSoftplus": ("alpha", "beta"),
    "ScaledTanh": ("alpha", "beta"), "Selu": ("alpha", "gamma"),
}  # fmt: skip

# As REFUSED, for com.microsoft and, where they have the operator, the runtime's layouts.
REFUSED_OF_MICROSOFT: Mapping[str, Mapping[str, Allowed]] = {
    "CDist": {"metric": ("euclidean", "sqeuclidean")},
    "CausalConvWithState": {"activation": ("none", "silu", "swish"), "channels_last": _FLAG},
    "Conv": {"activation": tuple(FUSED_ACTIVATIONS)},
    "CropAndResize": {"mode": ("bilinear", "nearest")},
    "FusedConv": {"activation": tuple(FUSED_ACTIVATIONS)},
    "FusedGemm": {"activation": tuple(GEMM_ACTIVATIONS)},
    "GridSample": {
        "mode": ("bilinear", "nearest", "bicubic"),
        "padding_mode": ("zeros", "border", "reflection"),
    },
    "GroupQueryAttention": {"causal": _FLAG},
    "QMoE": {"activation_type": ("relu", "gelu", "silu", "swiglu", "identity", "relu2", "geglu")},
    "MRotaryEmbedding": {"mrope_layout": _FLAG},
    "MoE": {"activation_type": ("relu", "gelu", "silu", "swiglu", "identity", "relu2", "geglu")},
}  # fmt: skip

# ONNX Runtime accepts other values always or sometimes.
DOUBTFUL: Mapping[str, Mapping[str, Allowed]] = {
    "Attention": {"qk_matmul_output_mode": (0, 1, 2, 3)},
    "CastLike": {"round_mode": ("up", "down", "nearest")},
    "LayerNormalization": {"stash_type": (1,)},
    "QuantizeLinear": {"precision": (0, 1, 10)},  # since 1.32
}

# Operators of which the runtime takes texts in capital letters too.
_IN_ANY_CASE = frozenset(("CropAndResize", "RoiAlign"))
# The attribute that is the number of the output's element type.
OUTPUT_TYPES: Mapping[str, str] = {
    "Bernoulli": "dtype",
    "BlackmanWindow": "output_datatype",
    "HammingWindow": "output_datatype",
    "HannWindow": "output_datatype",
    "MelWeightMatrix": "output_datatype",
    "Multinomial": "dtype",
    "RandomNormal": "dtype",
    "RandomNormalLike": "dtype",
    "RandomUniform": "dtype",
    "RandomUniformLike": "dtype",
}


def check_values(
    schema: Schema, attributes: Mapping[str, object], *, in_function: bool = False
) -> Iterator[Finding]:
    """The findings about attribute values of an operator of ONNX or com.microsoft. ``in_function``: the node
    stands in a function of the model, where ONNX Runtime holds the types of outputs against the schema."""
    name = schema.name
    if not attributes or schema.domain not in _DOMAINS:
        return
    if schema.domain.startswith("com.microsoft"):
        yield from _check_table(name, REFUSED_OF_MICROSOFT.get(name, {}), attributes, None)
        yield from _check_activation(name, attributes)
        return
    for table, severity in ((REFUSED, None), (DOUBTFUL, "warning")):
        yield from _check_table(name, table.get(name, {}), attributes, severity)
    of_output = OUTPUT_TYPES.get(name)
    if name == "Cast" and in_function and isinstance(to := attributes.get("to"), int) and is_known(to):
        of_output = "to"
    if of_output is not None:
        yield from _check_output_type(schema, of_output, attributes.get(of_output), in_function=in_function)


def _check_activation(name: str, attributes: Mapping[str, object]) -> Iterator[Finding]:
    """An activation that is fused into an operator has the parameters that it needs."""
    said = attributes.get("activation")
    activation = said.decode("utf-8", "replace") if isinstance(said, bytes) else ""
    if name in ("Conv", "FusedConv") and activation in FUSED_ACTIVATIONS:
        need = FUSED_ACTIVATIONS[activation]
        given = attributes.get("activation_params")
        given = given() if callable(given) else given
        have = len(given) if isinstance(given, tuple) else 0
        if need and have != need:
            yield Finding.of(
                codes.LIST_LENGTH,
                "activation_params has {have} entries, needed {need} for {activation}",
                have=have, need=need, activation=activation,
            )  # fmt: skip
    elif name == "FusedGemm":
        for parameter in GEMM_ACTIVATIONS.get(activation, ()):
            if f"activation_{parameter}" not in attributes:
                yield Finding.of(
                    codes.VALUE_NOT_ALLOWED, "activation_{name} is not given, needed for {activation}",
                    name=parameter, activation=activation,
                )  # fmt: skip


def _check_table(
    operator: str, table: Mapping[str, Allowed], attributes: Mapping[str, object], severity: str | None
) -> Iterator[Finding]:
    for attribute, allowed in table.items():
        value = attributes.get(attribute)
        if isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        if isinstance(value, (int, str)) and value not in allowed:
            runs = operator in _IN_ANY_CASE and isinstance(value, str) and value.lower() in allowed
            shown = "{value!r}" if isinstance(value, str) else "{value}"
            finding = Finding.of(
                codes.VALUE_NOT_ALLOWED, f"{{name}} is {shown}, needed one of {{allowed}}",
                name=attribute, value=value, allowed=allowed,
            )  # fmt: skip
            finding.severity = "warning" if runs else severity
            yield finding


def _check_output_type(
    schema: Schema, attribute: str, number: object, *, in_function: bool
) -> Iterator[Finding]:
    formal = schema.output_formal(0)
    if not isinstance(number, int) or formal is None or number in formal.types:
        return
    finding = Finding.of(
        codes.VALUE_NOT_ALLOWED, "{name} is {number} ({type}), needed the number of one of {need}",
        name=attribute, number=number, type=elem_type_name(number) if is_known(number) else "no type",
        need=", ".join(elem_type_name(t) for t in sorted(t for t in formal.types if isinstance(t, int))),
    )  # fmt: skip
    # The runtime makes some types that the operator's page does not name, outside of functions; of
    # Multinomial it makes none. It reads 32 bits of the number: a larger one may name a type after all.
    made = is_known(number) and schema.name != "Multinomial" and not in_function
    seen = (number + (1 << 31)) % (1 << 32) - (1 << 31)
    # What is no type makes a Bernoulli of nothing, by its function.
    of_nothing = schema.name == "Bernoulli" and schema.since_version == 15 and not seen
    finding.severity = "warning" if made or of_nothing or seen in formal.types else None
    yield finding
