"""Decides whether a release supports a node: its operator, attributes, and an implementation for its types.

ONNX Runtime decides as follows (found by loading models):

* The schema is the newest of that release up to the model's opset. Types of inputs must be among the
  schema's; types of outputs are not checked.
* A kernel fits if its range of versions names the schema's, and each of its type constraints the type of the
  first value of that type variable.
* Without a kernel, an operator that is a function is replaced by its body.
* Without that, and with an input of float16, casts to float32 are put around it.
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import FLOAT, FLOAT16
from shapeinfer.runtimes.tables import CPU, Kernel, Measured, Operator, Signature, Tables
from shapeinfer.schema.conform import ABSENT, UNCHECKED_ATTRIBUTES, type_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from shapeinfer.schema.conform import InputType
    from shapeinfer.schema.schema import TypeKey

# What a release may not support about a node.
OPERATOR, DEPRECATED, ATTRIBUTE, TYPE, KERNEL = "operator", "deprecated", "attribute", "type", "kernel"
# Below this opset, the casts that the runtime inserts are of a version that it can't run.
_FIRST_OPSET_WITH_CASTS = 6


class Refusal:
    """Why a release does not support a node. ``since`` is the version of the operator there, 0 if there is
    none;
    ``detail`` describes what is missing; ``inner`` is the operator in its body that has no kernel, if it is
    a function."""

    __slots__ = ("detail", "inner", "kind", "since")

    def __init__(self, kind: str, since: int, detail: str = "", inner: str = "") -> None:
        self.inner = inner
        self.kind = kind
        self.since = since
        self.detail = detail

    def key(self) -> tuple[str, int, str]:
        """Equal for refusals that say the same."""
        return self.kind, self.since, f"{self.detail}{self.inner}"

    def __repr__(self) -> str:
        return f"<{self.kind} {self.since} {self.detail}>"


class Verdict:
    """Whether a release supports a node: ``refusal`` is None if it does, or if that is unknown. ``casts``:
    float16 runs as float32. ``elsewhere``: the wanted provider has no kernel, so the CPU runs
    it."""

    __slots__ = ("casts", "elsewhere", "refusal")

    def __init__(
        self, refusal: Refusal | None = None, *, casts: bool = False, elsewhere: bool = False
    ) -> None:
        self.refusal = refusal
        self.casts = casts
        self.elsewhere = elsewhere


TAKEN = Verdict()


class Asked:
    """The properties of a node that determine the answer: types are those of ``conform.input_types``, ABSENT
    for values left out;
    ``opset`` is that of the node's domain, ``onnx_opset`` that of ONNX's own, where they are imported;
    ``values`` has an entry such as ``approximate:tanh`` for each attribute that is a string."""

    __slots__ = ("attributes", "domain", "inputs", "onnx_opset", "op_type", "opset", "outputs", "values")

    def __init__(
        self, domain: str, op_type: str, opset: int, inputs: tuple[InputType, ...],
        outputs: tuple[InputType, ...], attributes: Collection[str] = (), onnx_opset: int | None = None,
        values: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.domain = domain
        self.op_type = op_type
        self.opset = opset
        self.inputs = inputs
        self.outputs = outputs
        self.attributes = attributes
        self.values = values
        self.onnx_opset = opset if onnx_opset is None and domain == "" else onnx_opset


def judge(tables: Tables, release: int, asked: Asked, provider: str = CPU) -> Verdict:
    """Whether the release at this position supports the node, on this provider or otherwise on the CPU."""
    operator = tables.operator(asked.domain, asked.op_type)
    signature = None if operator is None else signature_of(operator, release, asked.opset)
    if operator is None or signature is None:
        return Verdict(Refusal(OPERATOR, 0))
    if signature.deprecated:
        return Verdict(Refusal(DEPRECATED, signature.since))
    if asked.domain or asked.op_type not in UNCHECKED_ATTRIBUTES:
        for name in asked.attributes:
            # The runtime itself writes attributes of this form.
            if name not in signature.attributes and not name.startswith("__"):
                return Verdict(Refusal(ATTRIBUTE, signature.since, name))
    wrong = _wrong_type(signature, asked.inputs)
    if wrong is not None:
        return Verdict(wrong)
    if asked.op_type == "Constant" and asked.domain == "":
        return TAKEN  # it becomes an initializer first
    if provider != CPU:
        there = has_kernel(operator, signature, release, asked.inputs, asked.outputs, provider)
        if there is not False:
            return TAKEN
    verdict = _on_cpu(operator, signature, release, asked)
    if provider != CPU and verdict.refusal is None and not _is_function(operator, signature, release):
        return Verdict(casts=verdict.casts, elsewhere=True)
    return verdict


def signature_of(operator: Operator, release: int, opset: int) -> Signature | None:
    """The schema of a release for an opset: the newest one up to it; None if there is none."""
    found: Signature | None = None
    since = 0
    for signature in operator.signatures:  # as a loop, because each release is asked about each distinct node
        if since < signature.since <= opset and signature.releases >> release & 1:
            found, since = signature, signature.since
    return found


def _wrong_type(signature: Signature, inputs: Sequence[InputType]) -> Refusal | None:
    for position, key in enumerate(inputs):
        formal = signature.input(position)
        if formal is None or key is None or key == ABSENT or key in formal.types:
            continue
        return Refusal(TYPE, signature.since, f"{formal.name} is {type_text(key)}")
    return None


def _on_cpu(operator: Operator, signature: Signature, release: int, asked: Asked) -> Verdict:
    inputs, outputs = asked.inputs, asked.outputs
    if has_kernel(operator, signature, release, inputs, outputs, CPU) is not False:
        return TAKEN
    if _loads_as_function(operator, signature, release, asked):
        return TAKEN
    if (
        FLOAT16 in (*inputs, *outputs)
        and (asked.onnx_opset or _FIRST_OPSET_WITH_CASTS) >= _FIRST_OPSET_WITH_CASTS
    ):
        wide = tuple(FLOAT if key == FLOAT16 else key for key in inputs)
        wide_outputs = tuple(FLOAT if key == FLOAT16 else key for key in outputs)
        if has_kernel(operator, signature, release, wide, wide_outputs, CPU) is not False:
            return Verdict(casts=True)
    inner = next((row.inner for row in _measured(operator, signature, release, asked) if row.inner), "")
    return Verdict(Refusal(KERNEL, signature.since, _lacking(operator, signature, release, asked), inner))


def has_kernel(
    operator: Operator, signature: Signature, release: int,
    inputs: Sequence[InputType], outputs: Sequence[InputType], provider: str,
) -> bool | None:  # fmt: skip
    """Whether the provider has a kernel for this version and these types; None if that depends on an
    unknown type."""
    answer: bool | None = False
    for kernel in operator.kernels:
        if kernel.provider != provider or not kernel.releases >> release & 1:
            continue
        if not kernel.is_for(signature.since):
            continue
        fits = _fits(kernel, signature, inputs, outputs)
        if fits:
            return True
        if fits is None:
            answer = None
    return answer


def _fits(
    kernel: Kernel, signature: Signature, inputs: Sequence[InputType], outputs: Sequence[InputType]
) -> bool | None:
    answer: bool | None = True
    for name, types in kernel.types.items():
        key = _compared(name, signature, inputs, outputs)
        if key is None:
            answer = None
        elif key != ABSENT and key not in types:
            return False
    return answer


def _compared(
    name: str, signature: Signature, inputs: Sequence[InputType], outputs: Sequence[InputType]
) -> InputType:
    """The type that a constraint of a kernel is compared with; ABSENT if there is none."""
    argument = signature.argument(name)
    if argument is None:
        return ABSENT
    is_input, position = argument
    values = inputs if is_input else outputs
    return values[position] if position < len(values) else ABSENT


def _loads_as_function(operator: Operator, signature: Signature, release: int, asked: Asked) -> bool:
    """Whether it does, or whether nothing can be claimed."""
    opset = asked.onnx_opset
    for row in _measured(operator, signature, release, asked):
        if row.inner or (row.attributes and row.attributes.isdisjoint((*asked.attributes, *asked.values))):
            continue
        if row.opsets is None or opset is None or any(low <= opset <= high for low, high in row.opsets):
            return True
    return False


def _measured(operator: Operator, signature: Signature, release: int, asked: Asked) -> Iterator[Measured]:
    """What was seen of the operator with these types."""
    for row in operator.measured:
        if row.since == signature.since and row.releases >> release & 1:
            keys = ((name, _compared(name, signature, asked.inputs, asked.outputs)) for name in row.types)
            if all(key is None or key == ABSENT or key in row.types[name] for name, key in keys):
                yield row


def _is_function(operator: Operator, signature: Signature, release: int) -> bool:
    return any(row.since == signature.since and row.releases >> release & 1 for row in operator.measured)


def _lacking(operator: Operator, signature: Signature, release: int, asked: Asked) -> str:
    """Which types the existing kernels do not support, as text; "" if the version has no kernel."""
    allowed: dict[str, set[TypeKey]] = {}
    given: dict[str, InputType] = {}
    for kernel in operator.kernels:
        if kernel.provider == CPU and kernel.releases >> release & 1 and kernel.is_for(signature.since):
            for name, types in kernel.types.items():
                allowed.setdefault(name, set()).update(types)
                given[name] = _compared(name, signature, asked.inputs, asked.outputs)
    for name, key in given.items():
        if key is not None and key != ABSENT and key not in allowed[name]:
            return f"{name} is {type_text(key)}, it has {_listed(allowed[name])}"
    if allowed:
        return "not for this combination of types"
    return ""


def _listed(types: Collection[TypeKey]) -> str:
    return ", ".join(sorted(map(type_text, types)))
