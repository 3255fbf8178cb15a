"""Resize, from the common case to the odd."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer
from tests.table import Row, row

KERNELS = (
    "for which ONNX Runtime has no kernel unless axes 0 and 1, or 0 and 3 (which are channels, and nothing "
    "shrinks in mode cubic), keep their size"
)
REGION = (
    "SI307 the runtime does not scale the size by the region, as the specification's formula does; roi is"
)

ROWS = [
    row("Resize", 10, "f32[n, c, H, W]; f32[4] = (1, 1, 2, 0.5)", "f32[n, c, 2*H, W//2]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7})),
    row("Resize", 10, "f32[n, c, H, W]; f32[4] = (1, 1, 2, 2)", "f32[n, c, 2*H, 2*W]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7}), mode="linear"),
    row("Resize", 10, "f32[1, 1, 4, 4]; f32[4] = (1, 1, 2, 2)", "f32[1, 1, 8, 8]", mode="cubic",
        finds="SI303 mode is cubic, which exists only since opset 11 (the runtime accepts it)"),
    row("Resize", 11, "f32[n, c, H, W]; f32[0] = (); f32[4] = (1, 1, 2, 1.5)", "f32[n, c, 2*H, W + W//2]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7})),
    row("Resize", 11, "f32[n, c, H, W]; f32[0] = (); f32[0] = (); i64[4] = (n, c, 7, 2*W)",
        "f32[n, c, 7, 2*W]", needs="H >= 1",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7})),
    row("Resize", (13, 18, 19), "f32[n, c, H, W]; -; f32[4] = (1, 1, 2, 0.25)", "f32[n, c, 2*H, W//4]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7})),
    row("Resize", (13, 18, 19), "f32[n, c, H, W]; -; f32[4] = (1, 1, 3, 0.75)", "f32[n, c, 3*H, (3*W)//4]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7}), mode="linear"),
    row("Resize", (13, 18, 19), "f32[1, 1, H, W]; -; f32[4] = (1, 1, 2, 2)", "f32[1, 1, 2*H, 2*W]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7}), mode="cubic"),
    row("Resize", (13, 18, 19), "f32[1, 1, 10, W]; -; f32[4] = (1, 1, 1.3, 1.3)", "f32[1, 1, 13, scaled(W, 1.3)]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 10}, {"n": 1, "c": 2, "H": 9, "W": 190})),
    row("Resize", (13, 18, 19), "f32[1, 1, 30, 10]; -; f32[4] = (1, 1, 0.1, 0.7)", "f32[1, 1, 3, 7]"),
    row("Resize", (13, 18, 19), "f32[1, 1, 30, 10]; -; f32[4] = (1, 1, 0.33333334, 0.6666667)",
        "f32[1, 1, 10, 6]"),
    row("Resize", (13, 18, 19), "f32[1, 1, 10, 10]; -; f32[4] = (1, 1, 0.01, 1.0009766)",
        "f32[1, 1, 0, 10]"),
    row("Resize", (13, 18, 19), "f32[1, 1, H, W]; -; f32[4] = (1, 1, k, S/W)", "f32[1, 1, H*k, ?0]", needs="S >= 1",
        sizes=({"H": 3, "W": 3, "k": 2, "S": 7}, {"H": 3, "W": 49, "k": 2, "S": 100},
            {"H": 3, "W": 41, "k": 1, "S": 55})),
    row("Resize", (13, 18, 19), "f32[1, 1, H, W]; -; f32[4]", "f32[?0, ?1, ?2, ?3]", sizes=()),
    row("Resize", (13, 18, 19), "f32[n, c, H, W]; -; -; i64[4] = (n, c, 7, 9)", "f32[n, c, 7, 9]",
        needs=("H >= 1", "W >= 1"),
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7})),
    row("Resize", (13, 18, 19), "f32[n, c, H, W]; -; -; i64[4] = (n, c, 2*H, W//2 + 1)",
        "f32[n, c, 2*H, W//2 + 1]", needs="W >= 1",
        sizes=({"n": 1, "c": 1, "H": 3, "W": 4}, {"n": 0, "c": 1, "H": 3, "W": 4})),
    row("Resize", (13, 18, 19), "f32[1, 1, H, W]; -; -; i64[4] = (1, 1, a, b)", "f32[1, 1, a, b]",
        needs=("(H >= 1 and a >= 1) or (H == 0 and a == 0)", "(W >= 1 and b >= 1) or (W == 0 and b == 0)"),
        sizes=({"H": 3, "W": 4, "a": 5, "b": 6}, {"H": 3, "W": 4, "a": 0, "b": 6},
            {"H": 0, "W": 4, "a": 0, "b": 6}, {"H": 0, "W": 4, "a": 1, "b": 6})),
    row("Resize", 13, "f32[1, 1, H, W]; -; -; i64[4] = (1, 1, ?, 5)", "f32[1, 1, ?0, 5]", needs="W >= 1",
        sizes=()),
    row("Resize", (18, 19), "f32[n, c, H, W]; -; f32[2] = (2, 3)", "f32[n, c, 2*H, 3*W]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7}), axes=[2, 3]),
    row("Resize", (18, 19), "f32[n, c, H, W]; -; f32[2] = (2, 3)", "f32[n, c, 3*H, 2*W]",
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7}), axes=[-1, -2]),
    row("Resize", (18, 19), "f32[n, c, H, W]; -; -; i64[2] = (5, 7)", "f32[n, c, 7, 5]",
        needs=("W >= 1", "H >= 1"),
        sizes=({"n": 1, "c": 2, "H": 4, "W": 6}, {"n": 1, "c": 1, "H": 5, "W": 1},
            {"n": 0, "c": 2, "H": 4, "W": 3}, {"n": 1, "c": 2, "H": 0, "W": 3},
            {"n": 1, "c": 2, "H": 9, "W": 7}), axes=[3, 2]),
    row("Resize", 18, "f32[n, c, H, W]; -; -; i64[2]", "f32[n, c, ?0, ?1]", sizes=(), axes=[2, 3]),
    row("Resize", (18, 19), "f32[1, 1, 10, 12]; -; -; i64[2] = (20, 5)", "f32[1, 1, 4, 5]", axes=[2, 3],
        keep_aspect_ratio_policy="not_larger"),
    row("Resize", (18, 19), "f32[1, 1, 10, 12]; -; -; i64[2] = (15, 15)", "f32[1, 1, 13, 15]", axes=[2, 3],
        keep_aspect_ratio_policy="not_larger"),
    row("Resize", (18, 19), "f32[1, 1, 3, 5]; -; -; i64[2] = (5, 7)", "f32[1, 1, 4, 7]", axes=[2, 3],
        keep_aspect_ratio_policy="not_larger"),
    row("Resize", (18, 19), "f32[1, 1, 4, 6]; -; -; i64[2] = (5, 15)", "f32[1, 1, 5, 8]", axes=[2, 3],
        keep_aspect_ratio_policy="not_larger"),
    row("Resize", (18, 19), "f32[1, 1, 10, 12]; -; -; i64[2] = (3, 100)", "f32[1, 1, 83, 100]", axes=[2, 3],
        keep_aspect_ratio_policy="not_smaller"),
    row("Resize", (18, 19), "f32[1, 1, 10, 12]; -; -; i64[4] = (1, 1, 7, 8)", "f32[1, 1, 10, 12]",
        keep_aspect_ratio_policy="not_smaller"),
    row("Resize", (18, 19), "f32[1, 1, H, 12]; -; -; i64[2] = (7, 8)", "f32[1, 1, ?0, ?1]", needs="H >= 1",
        sizes=({"H": 10},), axes=[2, 3], keep_aspect_ratio_policy="not_larger"),
    row("Resize", 18, "f32[1, 1, H, 12]; -; -; i64[2] = (7, 8)", "f32[1, 1, ?0, ?1]", needs="H >= 1",
        sizes=({"H": 10},), axes=[2, 3], keep_aspect_ratio_policy="not_smaller"),
    row("Resize", 18, f"f32[1, H, 1, 12]; -; -; i64[4] = (1, 1, 7, {2**63 - 1})", "f32[?0, ?1, ?2, ?3]",
        needs="H >= 1", sizes=({"H": 1},), keep_aspect_ratio_policy="not_smaller",
        finds=f"SI227 axis 3 has the size {2**63}, an overflow: an int64 holds at most {2**63 - 1}"),
    row("Resize", (13, 18, 19),
        "f32[1, 1, 10, 10]; f32[8] = (0, 0, 0.25, 0.25, 1, 1, 0.75, 0.75); f32[4] = (1, 1, 2, 2)",
        "f32[1, 1, 20, 20]", coordinate_transformation_mode="tf_crop_and_resize",
        finds=
            "SI307 the runtime does not scale the size by the region, as the specification's formula does; roi is "
            "f32[8]"),
    row("Resize", (13, 18, 19),
        "f32[1, 1, 10, 10]; f32[8] = (0, 0, 0, 0, 1, 1, 1, 1); f32[4] = (1, 1, 2, 2)", "f32[1, 1, 20, 20]",
        coordinate_transformation_mode="tf_crop_and_resize"),
    row("Resize", (13, 18, 19),
        "f32[1, 1, 10, 10]; f32[8] = (0, 0, 0.25, 0.25, 1, 1, 0.75, 0.75); -; i64[4] = (1, 1, 5, 7)",
        "f32[1, 1, 5, 7]", coordinate_transformation_mode="tf_crop_and_resize"),
    row("Resize", 13, "f32[1, 1, 4, 4]; -; f32[4] = (1, 1, 2, 2)", "f32[1, 1, 8, 8]",
        coordinate_transformation_mode="tf_half_pixel_for_nn",
        finds=
            "SI303 coordinate_transformation_mode is tf_half_pixel_for_nn, which Resize-13 does not have "
            "(the runtime accepts it)"),
    row("Resize", 13, "f32[1, 1, 4, 4]; -; f32[4] = (1, 1, 2, 2)", "f32[1, 1, 8, 8]",
        coordinate_transformation_mode="half_pixel_symmetric",
        finds=
            "SI303 coordinate_transformation_mode is half_pixel_symmetric, which Resize-13 does not have "
            "(the runtime accepts it)"),
    row("Resize", 13, "f32[*]; -; f32[4] = (1, 1, 2, 2)", "f32[?0, ?1, ?2, ?3]", sizes=()),
    row("Resize", 13, "f32[*]; -; -; i64[3]", "f32[?0, ?1, ?2]", sizes=()),
    row("Resize", 18, "f32[*]; -; -; i64[2]", "f32[*]", sizes=(), axes=[0, 1]),
    row("Resize", 19, "f32[1, 1, 2, 2]; -; f32[4] = (1, 1, 2, 2)", "f32[1, 1, 4, 4]", nearest_mode="",
        finds="SI303 nearest_mode is '', needed one of (round_prefer_floor, round_prefer_ceil, floor, ceil) (the runtime accepts it)"),
    row("Resize", 13, "f32[0, 2]; f32[2] = (0, 1); f32[2] = (2, 2)", "f32[0, 4]",
        coordinate_transformation_mode="tf_crop_and_resize"),
    row("Resize", 19, "f32[4, 4, 4, 4]; -; -; i64[2] = (2, 3)", "f32[4, 4, 3, 4]", axes=[-1, 2],
        keep_aspect_ratio_policy="not_larger",
        finds="SI307 keep_aspect_ratio_policy is 'not_larger' and axes is (-1, 2): ONNX Runtime leaves axes "
            "that count from the back as they are"),
    row("Resize", 19, "f32[5, 6]; -; -; i64[1] = (0)", "f32[5, 6]", axes=[-2],
        keep_aspect_ratio_policy="not_larger",
        finds="SI307 keep_aspect_ratio_policy is 'not_larger' and axes is (-2): ONNX Runtime leaves axes "
            "that count from the back as they are"),
    row("Resize", 13, "f32[a, b, c, d]; -; -; i64[4] = (a, q, r, s)", "f32[a, q, r, s]", mode="linear",
        needs=("(b >= 1 and q >= 1) or (b == 0 and q == 0)", "(c >= 1 and r >= 1) or (c == 0 and r == 0)",
            "(d >= 1 and s >= 1) or (d == 0 and s == 0)", "q == b or s == d"), sizes=(
            {"a": 1, "b": 2, "c": 3, "d": 4, "q": 2, "r": 5, "s": 6},
            {"a": 1, "b": 2, "c": 3, "d": 4, "q": 3, "r": 5, "s": 4},
            {"a": 1, "b": 2, "c": 3, "d": 4, "q": 3, "r": 5, "s": 6},
            {"a": 0, "b": 2, "c": 3, "d": 4, "q": 2, "r": 5, "s": 6})),
    row("Resize", 19, "f32[2, b, c, 4]; -; f32[4] = (1, s, t, 1)", "f32[2, b*s, c*t, 4]", mode="cubic",
        needs="s == 1 or (s >= 1 and t >= 1)",
        sizes=({"b": 2, "c": 3, "s": 2, "t": 2}, {"b": 2, "c": 3, "s": 1, "t": 2})),
    row("Resize", 19, "f32[2, 4, 4, 4]; -; f32[4] = (1, 0.5, 0.5, 1)", "f32[2, 2, 2, 4]", mode="cubic",
        antialias=1),
    row("Resize", 13, "f32[1, 2, 3, 4, 5]; -; f32[5] = (1, 1, 2, 2, 2)", "f32[1, 2, 6, 8, 10]", mode="linear"),
]  # fmt: skip

REFUSED = [
    row("Resize", 10, "f32[1, 1, 4, 4]; f32[2] = (2, 2)", "f32[*]",
        finds="SI219 scales has 2 entries, needed 4: one for each axis; X is f32[1, 1, 4, 4]"),
    row("Resize", 10, "f32[1, 1, 4, 4]; f32[4] = (1, 1, 0, 2)", "f32[1, 1, ?0, 8]",
        finds="SI303 the scale of axis 2 is 0, needed more than 0; X is f32[1, 1, 4, 4]"),
    row("Resize", (13, 18, 19), "f32[1, 1, 4, 4]; -; f32[4] = (1, 1, -1, 2)", "f32[1, 1, ?0, 8]",
        finds="SI303 the scale of axis 2 is -1, needed more than 0; X is f32[1, 1, 4, 4]"),
    row("Resize", 11, "f32[1, 1, 4, 4]; f32[0] = (); f32[4] = (1, 1, 2, 2); i64[4] = (1, 1, 5, 7)",
        "f32[*]",
        finds=
            "SI015 both scales and sizes are given, needed scales to be empty; scales is f32[4] = (1, 1, "
            "2, 2)"),
    row("Resize", 11, "f32[1, 1, 4, 4]; f32[0] = (); f32[0] = ()", "f32[*]",
        finds="SI219 scales is empty and sizes is not given, needed one of them"),
    row("Resize", (13, 18, 19), "f32[1, 1, 4, 4]; -; f32[4] = (1, 1, 2, 2); i64[4] = (1, 1, 5, 7)",
        "f32[*]",
        finds="SI015 scales and sizes: both are given, needed one"),
    row("Resize", (13, 18, 19), "f32[1, 1, 4, 4]", "f32[*]",
        finds="SI015 scales and sizes: none is given, needed one"),
    row("Resize", (13, 18, 19), "f32[1, 1, 4, 4]; -; -; i64[2] = (5, 7)", "f32[*]",
        finds="SI219 sizes has 2 entries, needed 4: one for each axis; X is f32[1, 1, 4, 4]"),
    row("Resize", (13, 18, 19), "f32[1, 1, 4, 4]; -; -; i64[4] = (1, 1, 0, 7)", "f32[1, 1, 0, 7]",
        finds=
            "SI303 axis 2 of X is 4 and is to become 0, needed both above 0 or both 0; X is f32[1, 1, 4, 4]"),
    row("Resize", (13, 18, 19), "f32[1, 1, 4, 4]; -; -; i64[4] = (1, 1, -1, 7)", "f32[1, 1, ?0, 7]",
        finds=
            "SI303 axis 2 of X is 4 and is to become -1, needed both above 0 or both 0; X is f32[1, 1, "
            "4, 4]"),
    row("Resize", (13, 18, 19), "f32[1, 1, 0, 4]; -; -; i64[4] = (1, 1, 5, 7)", "f32[1, 1, 5, 7]",
        finds=
            "SI303 axis 2 of X is 0 and is to become 5, needed both above 0 or both 0; X is f32[1, 1, 0, 4]"),
    row("Resize", (18, 19), "f32[1, 1, 4, 4]; -; f32[2] = (2, 3)", "f32[*]", axes=[2, 2],
        finds="SI203 axes (2, 2) names an axis of rank 4 twice"),
    row("Resize", (18, 19), "f32[1, 1, 4, 4]; -; f32[2] = (2, 3)", "f32[*]", axes=[2, 4],
        finds="SI202 axes is 4, needed -4 to 3 for rank 4"),
    row("Resize", (18, 19), "f32[1, 1, 4, 4]; -; f32[4] = (1, 1, 2, 3)", "f32[*]", axes=[2, 3],
        finds="SI219 scales has 4 entries, needed 2: one for each axis; X is f32[1, 1, 4, 4]"),
    row("Resize", (18, 19), "f32[1, 1, 4, 4]; -; -; i64[2] = (5, 7)", "f32[*]", axes=[2, 3],
        keep_aspect_ratio_policy="exact",
        finds="SI303 keep_aspect_ratio_policy is 'exact', needed one of (stretch, not_larger, not_smaller)"),
    row("Resize", (18, 19), "f32[1, 1, 4, 4]; -; f32[2] = (5, 7)", "f32[*]", axes=[2, 3],
        keep_aspect_ratio_policy="not_larger",
        finds="SI303 keep_aspect_ratio_policy is 'not_larger' beside scales, needed sizes"),
    row("Resize", (13, 18, 19), "f32[1, 1, 4, 4]; -; f32[4] = (1, 1, 2, 2)", "f32[*]", mode="area",
        finds="SI303 mode is 'area', needed one of (nearest, linear, cubic)"),
    row("Resize", (13, 18, 19), "f32[1, 1, 4, 4]; -; f32[4] = (1, 1, 2, 2)", "f32[*]", nearest_mode="round",
        finds=
            "SI303 nearest_mode is 'round', needed one of (round_prefer_floor, round_prefer_ceil, floor, "
            "ceil)"),
    row("Resize", (13, 18, 19), "f32[1, 1, 4, 4]; -; f32[4] = (1, 1, 2, 2)", "f32[*]",
        coordinate_transformation_mode="none",
        finds=
            "SI303 coordinate_transformation_mode is 'none', needed one of (half_pixel, "
            "half_pixel_symmetric, pytorch_half_pixel, align_corners, asymmetric, tf_half_pixel_for_nn, "
            "tf_crop_and_resize)"),
    row("Resize", (13, 18, 19), "f32[1, 1, 10, 10]; f32[3]; f32[4] = (1, 1, 2, 2)", "f32[1, 1, 20, 20]",
        coordinate_transformation_mode="tf_crop_and_resize",
        finds=("SI219 roi has 3 entries, needed 8: two for each axis; X is f32[1, 1, 10, 10]", f"{REGION} f32[3]")),
    row("Resize", 13, "f32[2, 2]; f32[0] = (); -; i64[2] = (3, 3)", "f32[3, 3]",
        coordinate_transformation_mode="tf_crop_and_resize",
        finds="SI219 roi has 0 entries, needed 4: two for each axis; X is f32[2, 2]"),
    row("Resize", 13, "f32[2, 3, 4, 5]; -; f32[4] = (1, 2, 2, 2)", "f32[2, 6, 8, 10]", mode="linear",
        finds=f"SI307 mode is linear, {KERNELS}; X is f32[2, 3, 4, 5]"),
    row("Resize", 19, "f32[2, 3, 4, 5]; -; -; i64[4] = (2, 2, 2, 5)", "f32[2, 2, 2, 5]", mode="cubic",
        finds=f"SI307 mode is cubic, {KERNELS}; X is f32[2, 3, 4, 5]"),
    row("Resize", 19, "f32[2, 3, 4]; -; -; i64[3] = (2, 3, 4)", "f32[2, 3, 4]", mode="cubic",
        finds="SI307 mode is cubic and X has rank 3, for which ONNX Runtime has no kernel"),
    row("Resize", 13, "f32[n]; -; f32[1] = (2)", "f32[2*n]", mode="linear",
        finds="SI307 mode is linear and X has rank 1, for which ONNX Runtime has no kernel"),
    row("Resize", (18, 19), "f32[1, 1, 2, 2]; -; f32[4] = (1, 1, 2, 2)", "f32[1, 1, 4, 4]", antialias=1,
        finds="SI307 antialias is set for mode nearest, which ONNX Runtime refuses"),
    row("Resize", (13, 19), "f32[1, 1, 2, 2]; -; f32[4] = (1, 1, 2, 2)", "f32[1, 1, 4, 4]", exclude_outside=1,
        mode="linear", finds="SI307 exclude_outside is set for mode linear, which ONNX Runtime refuses"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_resize(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_resize_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_resize_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


def test_fewer_sizes_than_axes_run_where_a_loader_knows_no_rank() -> None:
    text = """<ir_version: 10, opset_import: ["" : 18]> g (float[] x) => (y) <int64[3] s = {1, 1, 7}> {
        y = Resize<keep_aspect_ratio_policy = "not_smaller">(x, "", "", s)
    }"""
    given = shapeinfer.infer(onnx.parser.parse_model(text), inputs={"x": (1, 1, 10, 12)})
    assert [(d.severity, d.code, d.message) for d in given.diagnostics] == [(
        "warning", "SI219", "sizes has 3 entries, needed 4: ONNX Runtime runs it only where it does not know "
        "the rank at load; X is f32[1, 1, 10, 12]",
    )]  # fmt: skip
    assert str(given.facts["y"]) == "f32[?0, ?1, ?2, ?3]"
