"""Every diagnostic code: its severity, what is wrong, why it matters, how to fix it.

Codes are never renumbered nor reused. Rules use the codes of SI1 to SI3. The message of a
finding, with the values of both sides, is written in the rule.
"""

# ruff: noqa: F403 (the families are one namespace: codes.RESHAPE_ELEMENT_COUNT)

from __future__ import annotations

from shapeinfer.codes.code import CODES as CODES
from shapeinfer.codes.code import EITHER as EITHER
from shapeinfer.codes.code import ERROR as ERROR
from shapeinfer.codes.code import INFO as INFO
from shapeinfer.codes.code import RETIRED as RETIRED
from shapeinfer.codes.code import SAFE as SAFE
from shapeinfer.codes.code import SEVERITIES as SEVERITIES
from shapeinfer.codes.code import UNSAFE as UNSAFE
from shapeinfer.codes.code import WARNING as WARNING
from shapeinfer.codes.code import Code as Code
from shapeinfer.codes.code import Fix as Fix
from shapeinfer.codes.code import find as find

# CODES lists the families in this order.
# isort: off
from shapeinfer.codes.structure import *
from shapeinfer.codes.policy import *
from shapeinfer.codes.types import *
from shapeinfer.codes.shapes import *
from shapeinfer.codes.values import *
from shapeinfer.codes.contract import *
from shapeinfer.codes.targets import *
