"""Determines the operator and version of a node, and infers its outputs.

Whatever does not depend on the facts (schema, rule, attributes, types) is computed once for equal nodes.
"""

from __future__ import annotations

import sys

from shapeinfer import codes
from shapeinfer.codes import ERROR
from shapeinfer.engine.apply import Prepared, apply_custom
from shapeinfer.engine.attributes import resolve
from shapeinfer.engine.declared import Declarations
from shapeinfer.engine.effort import FREE, NODE_STEPS
from shapeinfer.engine.frame import Frame
from shapeinfer.facts.fact import NOTHING, Fact
from shapeinfer.model.structure import Node
from shapeinfer.rule import Body, Outcome
from shapeinfer.rule.registry import find_custom_rule
from shapeinfer.rule.requirement import Finding
from shapeinfer.schema.conform import input_types
from shapeinfer.schema.schema import CONTRIB_DOMAINS, Schema, find, last_opset, nearest, versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Standard operators that ONNX Runtime also registers below the opset that introduced them.
EARLY_OPERATORS = frozenset(("LayerNormalization", "ThresholdedRelu"))
# Operators that it also has where ONNX does not define them, but with which it crashes when it loads a
# function that a node calls. Measured with 1.17, 1.22 and 1.32.
_FATAL_IN_FUNCTIONS = frozenset(("LayerNormalization", "SimplifiedLayerNormalization"))
_ACCEPTS = ": ONNX Runtime accepts it, other runtimes may not"
_CRASHES = ": ONNX Runtime crashes when it loads this in a function, other runtimes may refuse it"
# Deprecated versions that ONNX Runtime runs but onnx's checker refuses. Both refuse all other deprecated
# ones.
DEPRECATED_AND_RUN = frozenset(("GroupNormalization",))
# Operators that ONNX Runtime registers earlier in another form, with its own attributes.
EARLIER_FORMS = frozenset(("MeanVarianceNormalization",))

_ONE = (True,)


class Operators:
    """The operators of one run."""

    def __init__(self, declarations: Declarations, steps: int = NODE_STEPS, *, loading: bool) -> None:
        """``steps`` is the limit for a rule at one node; the engine limits bodies. ``loading``: the facts are
        those of a loader, for whom symbols have no sizes, whatever sizes are given for them."""
        self.declarations = declarations
        self.steps = steps
        self.loading = loading
        # Whether the last Outcome holds for later runs too: only what the schemas say is sure to.
        self.lasts = True
        # Whether somebody else was asked for any.
        self.asked_others = False
        self.prepared: dict[tuple[object, ...], Prepared] = {}

    def outcome(
        self,
        node: Node,
        facts: tuple[Fact | None, ...],
        frame: Frame,
        bodies: Mapping[str, Body] | None = None,
    ) -> Outcome:
        """The Outcome of a node; an unknown operator gives unknown outputs and one finding."""
        types = input_types(facts)
        outputs = node.outputs
        wanted = _ONE if len(outputs) == 1 and outputs[0] else tuple([bool(o) for o in outputs])
        reference_key = None if frame.references is None else frame.references.key
        key = (node.operation, types, wanted, id(frame.opsets), reference_key)
        prepared = self.prepared.get(key)
        steps = self.steps if bodies is None else FREE
        self.lasts = True
        if prepared is not None:
            return prepared.apply(facts, bodies, steps, loading=self.loading)
        opset = frame.opsets.get(node.domain)
        unimported = [] if opset is not None else [_not_imported(node, frame)]
        if opset is None:
            opset = last_opset(node.domain)  # by which ONNX Runtime runs it
        if opset is None:
            return _unknown(node, unimported[0])
        schema = find(node.domain, node.op_type, opset) or _early(node)
        if schema is None and unimported:
            return _unknown(node, unimported[0])
        self.lasts = schema is not None
        if schema is None:
            return self._without_schema(node, opset, facts, frame, wanted, bodies)
        values, kinds, missing = resolve(node, frame.references, self.declarations)
        if missing:  # runtimes treat such an attribute differently
            return Outcome((NOTHING,) * len(wanted), (), tuple(missing))
        prepared = self.prepared[key] = Prepared(
            schema, opset, types, wanted, values, kinds,
            duplicates=node.operation.duplicate_attributes,
            findings=unimported + _about_version(schema, opset, in_function=frame.references is not None),
            in_function=frame.references is not None,
        )  # fmt: skip
        return prepared.apply(facts, bodies, steps, loading=self.loading)

    def _without_schema(
        self,
        node: Node,
        opset: int,
        facts: tuple[Fact | None, ...],
        frame: Frame,
        wanted: tuple[bool, ...],
        bodies: Mapping[str, Body] | None,
    ) -> Outcome:
        """The Outcome by a user's rule, or by the installed onnx if it is newer than the snapshot, or
        unknown."""
        self.asked_others = True
        custom = find_custom_rule(node.domain, node.op_type, opset)
        if custom is not None:
            values, _, missing = resolve(node, frame.references, self.declarations)
            made = apply_custom(
                custom, node.domain, node.op_type, opset, facts, wanted, values,
                bodies=bodies, steps=self.steps if bodies is None else FREE,
            )  # fmt: skip
            return Outcome(made.outputs, made.requirements, (*missing, *made.findings), made.placeholders)
        finding = _not_known(node, opset)
        # What a program registers with onnx.defs.register_schema is known to onnx alone.
        if opset > (last_opset(node.domain) or opset) or "onnx" in sys.modules:
            from shapeinfer.engine.newer import ask_onnx

            asked = ask_onnx(node, opset, facts, finding)
            if asked is not None:
                finding.severity = "info"  # there is such an operator
                return asked
        return _unknown(node, finding)


def _unknown(node: Node, finding: Finding) -> Outcome:
    return Outcome((NOTHING,) * len(node.outputs), (), (finding,))


def _name(node: Node) -> str:
    return f"{node.domain}::{node.op_type}" if node.domain else node.op_type


def _early(node: Node) -> Schema | None:
    """The first version of an operator that ONNX Runtime accepts below the opset that introduced it."""
    if not is_early(node):
        return None
    schema = find(node.domain, node.op_type, versions(node.domain, node.op_type)[0])
    if schema is None or node.op_type != "LayerNormalization":
        return schema
    from shapeinfer.schema.early import of_two_types  # rarely needed

    return of_two_types(schema)


def is_early(node: Node) -> bool:
    """Whether ONNX Runtime accepts the operator below the opset that introduced it."""
    return not node.domain and node.op_type in EARLY_OPERATORS


def _about_version(schema: Schema, opset: int, *, in_function: bool) -> list[Finding]:
    """Findings about the version of the operator. ``in_function``: the node stands in a function."""
    found: list[Finding] = []
    is_fatal = in_function and schema.name in _FATAL_IN_FUNCTIONS
    message = ""
    if schema.deprecated:
        said = Finding.of(
            codes.DEPRECATED, "{operator} is deprecated since opset {version}",
            operator=schema.name, version=schema.since_version,
        )  # fmt: skip
        # ONNX Runtime has nothing for what it once had in ONNX's own domain; its own operators it keeps.
        runs = schema.domain.startswith("com.microsoft") or schema.name in DEPRECATED_AND_RUN
        said.severity = "warning" if runs else None
        found.append(said)
    elif not schema.standard and schema.domain == "":
        message = "{operator} is not an operator of ONNX"
    if schema.since_version > opset:
        message = "{operator} was introduced in opset {since}, the model imports {opset}"
    if message:
        runtimes = _CRASHES if is_fatal else _ACCEPTS
        found.append(Finding(
            codes.EARLY_OPERATOR, message + runtimes,
            (("operator", schema.name), ("since", schema.since_version), ("opset", opset)),
            severity=ERROR if is_fatal else None,
        ))  # fmt: skip
    return found


def _not_imported(node: Node, frame: Frame) -> Finding:
    message = "{operator} is of domain {domain}, which the model does not import"
    is_taken = False
    if frame.references is not None:
        message = "{operator} is of domain {domain}, which the function does not import"
    elif node.op_type == "Constant":  # ONNX Runtime makes it a stored tensor, whatever its domain
        is_taken = True
    elif last_opset(node.domain) is not None:
        message += ": ONNX Runtime uses its newest version, other runtimes may refuse the model"
        is_taken = True
    found = Finding.of(codes.MISSING_OPSET, message, operator=_name(node), domain=node.domain or "ai.onnx")
    found.severity = "warning" if is_taken else None
    return found


def _not_known(node: Node, opset: int) -> Finding:
    """The finding for an operator that the imported opset does not have."""
    operator = _name(node)
    known = versions(node.domain, node.op_type)
    if known:
        message = "{operator} was introduced in opset {since}, the model imports {opset}"
        found = Finding.of(codes.UNKNOWN_OPERATOR, message, operator=operator, since=known[0], opset=opset)
        found.severity = "warning" if node.domain == "" and node.op_type in EARLIER_FORMS else None
        return found
    last = last_opset(node.domain)
    if last is None:
        return Finding.of(codes.CUSTOM_OPERATOR, "no rule for {operator}", operator=operator)
    message = "{domain} has no operator {operator} at opset {opset}"
    near = nearest(node.domain, node.op_type)
    message += "" if near is None else "; did you mean {near}?"
    args = {"operator": operator, "domain": node.domain or "ai.onnx", "opset": opset, "near": near}
    found = Finding.of(codes.UNKNOWN_OPERATOR, message, **args)
    # An opset or a release of ONNX Runtime that is newer than we know may have it.
    found.severity = "info" if opset > last else "warning" if node.domain in CONTRIB_DOMAINS else None
    return found
