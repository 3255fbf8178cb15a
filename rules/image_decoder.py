"""ImageDecoder: a picture from a file's bytes, as (height, width, channels).

Version  What changed
20       the first version

What can't be decoded gives an empty picture, so that not even the channels are certain.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, TensorFact, const, rule, tensor


@rule("ImageDecoder", versions=(20,))
def image_decoder(call: Call, encoded_stream: TensorFact) -> TensorFact:
    call.rank(encoded_stream, "encoded_stream", at_least=1, at_most=1)
    layout = call.string("pixel_format", "RGB")
    if layout not in ("RGB", "BGR", "Grayscale"):
        call.error(
            codes.VALUE_NOT_ALLOWED, "pixel_format is {layout}, needed RGB, BGR or Grayscale", layout=layout
        )
    why = "the size of the picture is stored in the image file"
    channels = call.fresh(why, high=const(1 if layout == "Grayscale" else 3))
    return tensor(0, (call.fresh(why), call.fresh(why), channels))
