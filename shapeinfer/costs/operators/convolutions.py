"""Convolutions: every element of the output sums up a window of the input, over the channels of its group.

What the padding adds is counted: a kernel that skips it does less at the borders only.
"""

from __future__ import annotations

from shapeinfer.costs.asked import Asked, formula
from shapeinfer.dims import Dim, product

_NCHWC, _NHWC = "com.microsoft.nchwc", "com.ms.internal.nhwc"


@formula(
    "Conv", "ConvInteger", "QLinearConv", "DeformConv", "com.microsoft:FusedConv", "com.microsoft:NhwcConv",
    "com.microsoft:NhwcFusedConv", "com.microsoft:QLinearConv", f"{_NCHWC}:Conv", f"{_NHWC}:Conv",
    f"{_NHWC}:QLinearConv",
)  # fmt: skip
def conv(asked: Asked) -> Dim:
    """W is (channels out, channels of a group, window), or with the channels last: one filter is all behind
    the first axis."""
    return product(asked.made()) * product(asked.shape("W", "w")[1:])


@formula(
    "ConvTranspose", "com.microsoft:ConvTransposeWithDynamicPads", f"{_NHWC}:ConvTranspose",
    f"{_NHWC}:QLinearConvTranspose",
)  # fmt: skip
def conv_transpose(asked: Asked) -> Dim:
    """Every place of the input is multiplied with all of W, which has each channel in once. X is (batch,
    channels, places), or with the channels last."""
    x = asked.shape("X", "x")
    last = asked.schema.domain == _NHWC
    places = x[:1] + (x[1:-1] if last else x[2:])
    return product(places) * product(asked.shape("W", "w"))


@formula(
    "CausalConvWithState", "com.microsoft:CausalConvWithState", "com.microsoft:VarlenCausalConvWithState"
)
def causal_conv(asked: Asked) -> Dim:
    """Each channel by itself: W is (channels, 1, window)."""
    return product(asked.made()) * product(asked.shape("weight")[2:])


@formula("com.microsoft:WordConvEmbedding")
def word_conv(asked: Asked) -> Dim:
    """The embedded characters of each word, a window of ``conv_window_size`` at each place that has room for
    it. W is (embedding, 1, window, character embedding)."""
    *words, characters = asked.shape("Sequence")
    weight = asked.shape("W", rank=4)
    return product(words) * (characters - weight[2] + 1) * product(weight)
