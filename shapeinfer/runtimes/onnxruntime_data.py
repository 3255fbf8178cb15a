"""What each release of ONNX Runtime has: its limits, schemas, kernels, and functions that were seen to load.

Generated: python tools/make_target_snapshot.py --add VERSION
From the wheels on PyPI that RELEASES names, for CPython on x86-64 Linux. ONNX Runtime is Copyright (c)
Microsoft Corporation, MIT License. The form of OPERATORS is described in tables.py.
"""

from __future__ import annotations

# (version, highest IR version, highest opset of each limited domain, wheel, its sha256, when it was asked)
RELEASES: tuple[tuple[str, int, dict[str, int], str, str, str], ...] = (
    ("1.16.3", 9, {"": 19, "ai.onnx.ml": 3, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.16.3-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
     "3e253e572021563226a86f1c024f8f70cdae28f2fb1cc8c3a9221e8b1ce37db5", "2026-11-22"),
    ("1.17.3", 9, {"": 20, "ai.onnx.ml": 4, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.17.3-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "2f823d5eb4807007f3da7b27ca972263df6a1836e6f327384eb266274c53d05d", "2026-11-22"),
    ("1.18.1", 10, {"": 21, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.18.1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "170e711393e0618efa8ed27b59b9de0ee2383bd2a1f93622a97006a5ad48e434", "2026-11-22"),
    ("1.19.2", 10, {"": 21, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.19.2-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "a36511dc07c5c964b916697e42e366fa43c48cdb3d3503578d78cef30417cb84", "2026-11-22"),
    ("1.20.1", 10, {"": 21, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.20.1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "5eec64c0269dcdb8d9a9a53dc4d64f87b9e0c19801d9321246a53b7eb5a7d1bc", "2026-11-22"),
    ("1.21.1", 10, {"": 22, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.21.1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "982dcc04a6688e1af9e3da1d4ef2bdeb11417cf3f8dde81f8f721043c1919a4f", "2026-11-22"),
    ("1.22.1", 10, {"": 22, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.22.1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "f6effa1299ac549a05c784d50292e3378dbbf010346ded67400193b09ddc2f04", "2026-11-22"),
    ("1.23.2", 11, {"": 23, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.23.2-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "da44b99206e77734c5819aa2142c69e64f3b46edc3bd314f6a45a932defc0b3e", "2026-11-22"),
    ("1.24.4", 13, {"": 25, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.24.4-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "e54ad52e61d2d4618dcff8fa1480ac66b24ee2eab73331322db1049f11ccf330", "2026-11-22"),
    ("1.25.1", 13, {"": 26, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.25.1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "79162f873cdfa38cfc8d53d59a8dc7a71a14074df3d565b2f8ce24289545ddc0", "2026-11-22"),
    ("1.26.0", 13, {"": 26, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.26.0-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "11a8df4dcfe9ad5ff0bd71a7571dbed019fabc7594676c89fe8b86ea029c246f", "2026-11-22"),
    ("1.27.0", 13, {"": 26, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.27.0-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "e4f7b0e90d2d212e2c2deaa6c8291616183ab815d3ec558ea12d3ac8b26d36f4", "2026-11-22"),
    ("1.28.0", 13, {"": 26, "ai.onnx.ml": 5, "ai.onnx.preview": 1, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.28.0-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
     "a166b78ee04f3a37fa1ef82034b6a3ce96d9684e582d4d30b296de83e9998bb5", "2026-11-22"),
    ("1.29.0", 13, {"": 26, "ai.onnx.ml": 5, "ai.onnx.preview": 1, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.29.0-cp311-cp311-manylinux_2_28_x86_64.whl",
     "85f8e8406c52658735fe5c7fbfd3ebaa1ed340768324f6252e4274e374580a23", "2026-11-22"),
    ("1.30.0", 13, {"": 26, "ai.onnx.ml": 5, "ai.onnx.preview": 1, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.30.0-cp311-cp311-manylinux_2_28_x86_64.whl",
     "fd54b314ea385bcecac69ab431f020ba503e3878dad4ebb645fec5a24b041242", "2026-11-22"),
    ("1.31.1", 13, {"": 26, "ai.onnx.ml": 5, "ai.onnx.preview": 1, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.31.1-cp311-cp311-manylinux_2_28_x86_64.whl",
     "5752bd508126ae7c49894d3b9d2e83f0c3d487319246d04c444b393308d7ad7f", "2026-11-22"),
    ("1.32.0", 14, {"": 28, "ai.onnx.ml": 5, "ai.onnx.preview": 1, "ai.onnx.preview.training": 1, "ai.onnx.training": 1},
     "onnxruntime-1.32.0-cp311-cp311-manylinux_2_28_x86_64.whl",
     "5a34fc4dfeb5a7b4a74c95dcba1e773d722abda720b474edf1b0c419dc6d163d", "2026-11-22"),
)

# (version, wheel of onnxruntime-gpu, its sha256, when it was asked): the CUDA kernels
CUDA: tuple[tuple[str, str, str, str], ...] = (
    ("1.30.0", "onnxruntime_gpu-1.30.0-cp311-cp311-manylinux_2_28_x86_64.whl", "4fbf0c5d7b5fb99266c2e8a802e3e64af68bdc383e0f3c7349b985f1087eedaa", "2026-11-22"),
    ("1.31.1", "onnxruntime_gpu-1.31.1-cp311-cp311-manylinux_2_28_x86_64.whl", "e26c475fe361b2015f45b4b824bd13f0bb20204e59b62814e6f0acd5f3d491a6", "2026-11-22"),
)

# The lists of types that the rows name by number.
TYPES: tuple[str, ...] = (
    "f16 f32 f64",
    "f16 f32 f64 i16 i32 i64 i8 u16 u32 u64 u8",
    "bf16 f16 f32 f64 i16 i32 i64 i8 u16 u32 u64 u8",
    "f32",
    "f64",
    "i16",
    "i32",
    "i64",
    "i8",
    "u16",
    "u32",
    "u64",
    "u8",
    "f16",
    "bf16",
    "bf16 f16 f32 f64",
    "f16 f32 f64 i32 i64 u32 u64",
    "bf16 f16 f32 f64 i32 i64 u32 u64",
    "bool",
    "bf16 bool f16 f32 f64 i16 i32 i64 i8 u16 u32 u64 u8",
    "bool f16",
    "bool f32",
    "bf16 bool",
    "bf16 f64 i16 i32 i64 i8 u16 u32 u64 u8",
    "bf16 f64",
    "bf16 f16 f32",
    "bf16 f16 f64",
    "bf16 f32 f64",
    "f16 f32",
    "bool f16 f32",
    "bool f16 f32 f64 i32 i64 i8 u32 u64 u8",
    "i16 u16",
    "f64 i32 i64 i8 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 u16 u2 u32 u4 u64 u8",
    "u16 u32 u64 u8",
    "i16 i32 i64 i8 u16 u32 u64 u8",
    "i32 i64",
    "f32 f64 i16 i32 i64 i8 u16 u32 u64 u8",
    "bool f16 f32 f64 i16 i32 i64 i8 u16 u32 u64 u8",
    "bool f16 f32 f64 i16 i32 i64 i8 str u16 u32 u64 u8",
    "bf16 bool f16 f32 f64 i16 i32 i64 i8 str u16 u32 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i64 i8 str u16 u32 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "bf16 bool f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "bf16 bool f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "bf16 bool f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 str u16 u2 u32 u4 u64 u8",
    "bf16 bool f16 f32 f4e2m1 f64 f6e2m3 f6e3m2 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 str u16 u2 u32 u4 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i2 i32 i4 i64 i8 str u16 u2 u32 u4 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 str u16 u2 u32 u4 u64 u8",
    "bf16 bool f16 f32 f4e2m1 f64 f8e4m3fn f8e5m2 i16 i32 i64 i8 u16 u32 u64 u8",
    "f8e4m3fn",
    "f8e5m2",
    "f4e2m1",
    "bf16 bool f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "i4 u4",
    "bf16 bool f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "bf16 bool f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "bf16 bool f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 str u16 u2 u32 u4 u64 u8",
    "bf16 bool f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i2 i32 i4 i64 i8 str u16 u2 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f64 i16 i32 i64 i8 str u16 u32 u64 u8",
    "bf16 i16 str u16",
    "f16 f32 f64 i32 i64 i8 u32 u64 u8",
    "f32 f64 i32 i64 i8 u32 u64 u8",
    "f16 f32 f64 i64 i8 u64 u8",
    "bf16 i16 u16",
    "bool c128 c64 f16 f32 f64 i16 i32 i64 i8 str u16 u32 u64 u8",
    "seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8))",
    "seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8))",
    "seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8))",
    "bf16 bool c128 c64 f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i64 i8 str u16 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i32 i4 i64 i8 str u16 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 str u16 u2 u32 u4 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i64 i8 u16 u32 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 u16 u32 u4 u64 u8",
    "bf16 bool f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 u16 u32 u4 u64 u8",
    "bf16 bool f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i32 i4 i64 i8 u16 u32 u4 u64 u8",
    "bf16 bool f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 u16 u2 u32 u4 u64 u8",
    "i8 u8",
    "f32 f64 i32 i64 u32 u64",
    "f32 f64",
    "f32 f64 i8 u8",
    "f32 f64 u8",
    "bf16 bool i16 i32 i64 str u16 u32 u64",
    "i32 i8 u8",
    "f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i32 i8 u8",
    "f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i8 u16 u4 u8",
    "f4e2m1 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i8 u16 u4 u8",
    "bf16 f16 f32 f8e8m0",
    "f4e2m1 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i2 i32 i4 i8 u16 u2 u4 u8",
    "f4e2m1 f6e2m3 f6e3m2 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i2 i32 i4 i8 u16 u2 u4 u8",
    "f8e4m3fnuz",
    "f8e5m2fnuz",
    "i4",
    "u4",
    "i2",
    "u2",
    "bf16 f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz",
    "f32 f64 i32 i64",
    "bf16 f32 f64 i32 i64",
    "bool i32 i64",
    "str",
    "f32 f64 i32 i64 u64",
    "bool f16 f32 f64 i64",
    "bf16 bool f16 f32 f64 i64",
    "i16 i8 u16 u32 u64 u8",
    "bf16 i16 i8 u16 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f64 i16 i32 i64 i8 seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f64 i16 i32 i64 i8 optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i64 i8 optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i32 i4 i64 i8 optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u2 u32 u4 u64 u8",
    "bf16 bool f16 f32 f64 i16 i32 i64 i8 seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool f16 f32 f64 i16 i32 i64 i8 optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i64 i8 optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool f16 f32 f64 i16 i32 i64 i8 seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) u16 u32 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i64 i8 seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) u16 u32 u64 u8",
    "bool c128 c64 f16 f32 f64 i16 i32 i64 i8 seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f64 i16 i32 i64 i8 optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i64 i8 optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(float8e4m3fn)) optional(tensor(float8e4m3fnuz)) optional(tensor(float8e5m2)) optional(tensor(float8e5m2fnuz)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(float8e4m3fn)) optional(tensor(float8e4m3fnuz)) optional(tensor(float8e5m2)) optional(tensor(float8e5m2fnuz)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int4)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint4)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int4)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint4)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i4 i64 i8 optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(float4e2m1)) optional(tensor(float8e4m3fn)) optional(tensor(float8e4m3fnuz)) optional(tensor(float8e5m2)) optional(tensor(float8e5m2fnuz)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int4)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint4)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float4e2m1)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int4)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint4)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i32 i4 i64 i8 optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(float4e2m1)) optional(tensor(float8e4m3fn)) optional(tensor(float8e4m3fnuz)) optional(tensor(float8e5m2)) optional(tensor(float8e5m2fnuz)) optional(tensor(float8e8m0)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int4)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint4)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float4e2m1)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(float8e8m0)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int4)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint4)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u4 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(float4e2m1)) optional(tensor(float8e4m3fn)) optional(tensor(float8e4m3fnuz)) optional(tensor(float8e5m2)) optional(tensor(float8e5m2fnuz)) optional(tensor(float8e8m0)) optional(tensor(int16)) optional(tensor(int2)) optional(tensor(int32)) optional(tensor(int4)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint2)) optional(tensor(uint32)) optional(tensor(uint4)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float4e2m1)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(float8e8m0)) seq(tensor(int16)) seq(tensor(int2)) seq(tensor(int32)) seq(tensor(int4)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint2)) seq(tensor(uint32)) seq(tensor(uint4)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u2 u32 u4 u64 u8",
    "bf16 bool f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i64 i8 seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz",
    "bf16 f32",
    "i32 u32",
    "i64 u64",
    "f16 f32 f64 i8 u8",
    "bf16 f16 f32 f64 i8 u8",
    "bf16 bool c128 c64 f16 f32 f64 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i32 i64 i8 seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) u16 u32 u64 u8",
    "f16 f32 f64 i16 i32 i64 i8",
    "bf16 f16 f32 f64 i16 i32 i64 i8",
    "optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8))",
    "optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(float4e2m1))) optional(seq(tensor(float6e2m3))) optional(seq(tensor(float6e3m2))) optional(seq(tensor(float8e4m3fn))) optional(seq(tensor(float8e4m3fnuz))) optional(seq(tensor(float8e5m2))) optional(seq(tensor(float8e5m2fnuz))) optional(seq(tensor(float8e8m0))) optional(seq(tensor(int16))) optional(seq(tensor(int2))) optional(seq(tensor(int32))) optional(seq(tensor(int4))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint2))) optional(seq(tensor(uint32))) optional(seq(tensor(uint4))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(float4e2m1)) optional(tensor(float6e2m3)) optional(tensor(float6e3m2)) optional(tensor(float8e4m3fn)) optional(tensor(float8e4m3fnuz)) optional(tensor(float8e5m2)) optional(tensor(float8e5m2fnuz)) optional(tensor(float8e8m0)) optional(tensor(int16)) optional(tensor(int2)) optional(tensor(int32)) optional(tensor(int4)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint2)) optional(tensor(uint32)) optional(tensor(uint4)) optional(tensor(uint64)) optional(tensor(uint8))",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f6e2m3 f6e3m2 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float4e2m1)) seq(tensor(float6e2m3)) seq(tensor(float6e3m2)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(float8e8m0)) seq(tensor(int16)) seq(tensor(int2)) seq(tensor(int32)) seq(tensor(int4)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint2)) seq(tensor(uint32)) seq(tensor(uint4)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u2 u32 u4 u64 u8",
    "optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8))",
    "bool c128 c64 f16 f32 f64 i16 i32 i64 i8 optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(int16))) optional(seq(tensor(int32))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint32))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(int16)) optional(tensor(int32)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint32)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u32 u64 u8",
    "bf16 bool c128 c64 f16 f32 f4e2m1 f64 f6e2m3 f6e3m2 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 i16 i2 i32 i4 i64 i8 optional(seq(tensor(bfloat16))) optional(seq(tensor(bool))) optional(seq(tensor(complex128))) optional(seq(tensor(complex64))) optional(seq(tensor(double))) optional(seq(tensor(float))) optional(seq(tensor(float16))) optional(seq(tensor(float4e2m1))) optional(seq(tensor(float6e2m3))) optional(seq(tensor(float6e3m2))) optional(seq(tensor(float8e4m3fn))) optional(seq(tensor(float8e4m3fnuz))) optional(seq(tensor(float8e5m2))) optional(seq(tensor(float8e5m2fnuz))) optional(seq(tensor(float8e8m0))) optional(seq(tensor(int16))) optional(seq(tensor(int2))) optional(seq(tensor(int32))) optional(seq(tensor(int4))) optional(seq(tensor(int64))) optional(seq(tensor(int8))) optional(seq(tensor(string))) optional(seq(tensor(uint16))) optional(seq(tensor(uint2))) optional(seq(tensor(uint32))) optional(seq(tensor(uint4))) optional(seq(tensor(uint64))) optional(seq(tensor(uint8))) optional(tensor(bfloat16)) optional(tensor(bool)) optional(tensor(complex128)) optional(tensor(complex64)) optional(tensor(double)) optional(tensor(float)) optional(tensor(float16)) optional(tensor(float4e2m1)) optional(tensor(float6e2m3)) optional(tensor(float6e3m2)) optional(tensor(float8e4m3fn)) optional(tensor(float8e4m3fnuz)) optional(tensor(float8e5m2)) optional(tensor(float8e5m2fnuz)) optional(tensor(float8e8m0)) optional(tensor(int16)) optional(tensor(int2)) optional(tensor(int32)) optional(tensor(int4)) optional(tensor(int64)) optional(tensor(int8)) optional(tensor(string)) optional(tensor(uint16)) optional(tensor(uint2)) optional(tensor(uint32)) optional(tensor(uint4)) optional(tensor(uint64)) optional(tensor(uint8)) seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(float4e2m1)) seq(tensor(float6e2m3)) seq(tensor(float6e3m2)) seq(tensor(float8e4m3fn)) seq(tensor(float8e4m3fnuz)) seq(tensor(float8e5m2)) seq(tensor(float8e5m2fnuz)) seq(tensor(float8e8m0)) seq(tensor(int16)) seq(tensor(int2)) seq(tensor(int32)) seq(tensor(int4)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint2)) seq(tensor(uint32)) seq(tensor(uint4)) seq(tensor(uint64)) seq(tensor(uint8)) str u16 u2 u32 u4 u64 u8",
    "bf16 u32 u64",
    "u32 u64",
    "f64 i32 i64",
    "f64 i32 i64 u32",
    "bool f32 f64 i32 i64 i8 u32 u64 u8",
    "bf16 bool f32 f64 i32 i64 i8 u32 u64 u8",
    "f16 f32 f64 i32 i64",
    "bf16 f16 f32 f64 i32 i64",
    "f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i8 u8",
    "f32 i32",
    "bf16 f16 f32 i32",
    "f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i4 i8 u16 u4 u8",
    "f4e2m1 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i4 i8 u16 u4 u8",
    "bf16 f16 f32 f8e8m0 i32",
    "f4e2m1 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i2 i4 i8 u16 u2 u4 u8",
    "f4e2m1 f6e2m3 f6e3m2 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i16 i2 i4 i8 u16 u2 u4 u8",
    "f32 f64 i16 i32 i64",
    "bf16 f16 f32 f64 i16 i32 i64",
    "bf16 f16 f32 f64 i32 i64 i8 u32 u64 u8",
    "bf16 bool f16 f32 f64 i32 i64 i8 u32 u64 u8",
    "bf16 i16",
    "bool f32 f64 i16 i32 i64 i8 str u16 u32 u64 u8",
    "seq(tensor(bfloat16)) seq(tensor(bool)) seq(tensor(complex128)) seq(tensor(complex64)) seq(tensor(double)) seq(tensor(float)) seq(tensor(float16)) seq(tensor(int16)) seq(tensor(int32)) seq(tensor(int64)) seq(tensor(int8)) seq(tensor(string)) seq(tensor(uint16)) seq(tensor(uint32)) seq(tensor(uint64)) seq(tensor(uint8))",
    "bool f16 f32 f64 i32 i64 str",
    "f16 f32 f64 i32 i64 str",
    "f32 f64 i32 i64 str",
    "i32 i64 str",
    "f16 f32 f64 i16 i32 i64 i8 u8",
    "bf16 f16 f32 f64 i16 i32 i64 i8 u8",
    "bool f32 f64 i32 i64",
    "bool f32 f64 i64",
    "f32 f64 i64",
    "f32 f64 i64 i8 str",
    "bf16 f32 f64 i64 i8 str",
    "bool f16 f32 f64 i32 i64",
    "map(int64,tensor(float)) map(int64,tensor(string))",
    "f32 i64 str",
    "i64 str",
    "map(int64,tensor(double)) map(int64,tensor(float)) map(int64,tensor(string)) map(string,tensor(double)) map(string,tensor(float)) map(string,tensor(int64))",
    "f32 f64 i64 str",
    "map(int64,tensor(double))",
    "map(int64,tensor(float))",
    "map(int64,tensor(string))",
    "map(string,tensor(double))",
    "map(string,tensor(float))",
    "map(string,tensor(int64))",
    "f32 i64",
    "f32 f64 i16 i32 i64 str",
    "seq(map(int64,tensor(float))) seq(map(string,tensor(float)))",
    "f16 f32 i32",
    "i16 i32 i4 i8 u16 u4 u8",
    "i16 i32 i8 u16 u8",
    "bf16 f16 f32 i8",
    "f4e2m1 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz i4 u4 u8",
    "i4 u4 u8",
    "bf16 f16 f32 f8e4m3fn f8e5m2",
    "bf16 f16",
    "bf16 f16 f32 f8e4m3fn i8 u8",
    "f16 i8 u8",
    "f32 i8 u8",
    "bf16 f16 f32 u8",
    "i32 u8",
    "f16 f32 i32 u8",
    "f16 f32 u8",
    "f16 u8",
    "f32 u8",
    "bf16 u8",
    "f32 f64 i32 i64 str u32 u64",
    "bf16 f16 f8e4m3fn i8 u8",
    "bf16 f16 f8e4m3fn i8",
    "f32 i8",
    "f8e4m3fn u8",
    "bf16 f16 f32 f8e4m3fn f8e8m0",
    "bf16 f8e4m3fn f8e8m0",
    "f16 f8e4m3fn f8e8m0",
    "f32 f8e4m3fn f8e8m0",
    "i16 i4 i8 u16 u4 u8",
    "i16 i8 u16 u8",
    "f32 u16 u8",
    "bf16 f16 i8",
    "sparse_tensor(double) sparse_tensor(float) sparse_tensor(int32) sparse_tensor(int64) sparse_tensor(uint32) sparse_tensor(uint64)",
)

OPERATORS = """\
Abs
s1;X:T;Y:T;T=0;consumed_inputs;0-
s6;X:T;Y:T;T=1;;0-
s13;X:T;Y:T;T=2;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k6-12;T=5;0-
k6-12;T=6;0-
k6-12;T=7;0-
k6-12;T=8;0-
k6-12;T=9;0-
k6-12;T=10;0-
k6-12;T=11;0-
k6-12;T=12;0-
k13-;T=3;0-
k13-;T=4;0-
k13-;T=5;0-
k13-;T=6;0-
k13-;T=7;0-
k13-;T=8;0-
k13-;T=9;0-
k13-;T=10;0-
k13-;T=11;0-
k13-;T=12;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c6-12;T=5;14-15
c6-12;T=6;14-15
c6-12;T=7;14-15
c6-12;T=8;14-15
c6-12;T=9;14-15
c6-12;T=10;14-15
c6-12;T=11;14-15
c6-12;T=12;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15
c13-;T=5;14-15
c13-;T=6;14-15
c13-;T=7;14-15
c13-;T=8;14-15
c13-;T=9;14-15
c13-;T=10;14-15
c13-;T=11;14-15
c13-;T=12;14-15

Acos
s7;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k7-21;T=3;5-
k7-;T=3;0-4
k22-;T=3;5-

Acosh
s9;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k9-21;T=3;5-
k9-;T=3;0-4
k22-;T=3;5-

Add
s1;A:T,B:T;C:T;T=0;axis,broadcast,consumed_inputs;0-
s6;A:T,B:T;C:T;T=16;axis,broadcast;0-
s7;A:T,B:T;C:T;T=16;;0-
s13;A:T,B:T;C:T;T=17;;0-
s14;A:T,B:T;C:T;T=2;;0-
k7-12;T=3;0-
k7-12;T=4;0-
k7-12;T=6;0-
k7-12;T=7;0-
k7-12;T=10;5-
k7-12;T=11;5-
k13;T=3;0-
k13;T=4;0-
k13;T=6;0-
k13;T=7;0-
k13;T=10;5-
k13;T=11;5-
k14-;T=3;0-
k14-;T=4;0-
k14-;T=5;5-
k14-;T=6;0-
k14-;T=7;0-
k14-;T=8;5-
k14-;T=9;5-
k14-;T=10;5-
k14-;T=11;5-
k14-;T=12;5-
c7-12;T=13;14-15
c7-12;T=3;14-15
c7-12;T=4;14-15
c7-12;T=6;14-15
c7-12;T=7;14-15
c7-12;T=10;14-15
c7-12;T=11;14-15
c13;T=14;14-15
c13;T=13;14-15
c13;T=3;14-15
c13;T=4;14-15
c13;T=6;14-15
c13;T=7;14-15
c13;T=10;14-15
c13;T=11;14-15
c14-;T=14;14-15
c14-;T=13;14-15
c14-;T=3;14-15
c14-;T=4;14-15
c14-;T=5;14-15
c14-;T=6;14-15
c14-;T=7;14-15
c14-;T=8;14-15
c14-;T=9;14-15
c14-;T=10;14-15
c14-;T=11;14-15
c14-;T=12;14-15

Affine
s1;X:T;Y:T;T=0;alpha,beta;0-
s10!;X:T;Y:T;T=0;alpha,beta;0-
k1-;T=3;0-
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

AffineGrid
s20;theta:T1,size:T2;grid:T1;T1=15,T2=7;align_corners;1-
k20-;T1=3,T2=7;1-
k20-;T1=4,T2=7;1-
f20;!Add;T1=14,T2=7;1-

And
s1;A:T,B:T;C:T1;T=18,T1=18;axis,broadcast;0-
s7;A:T,B:T;C:T1;T=18,T1=18;;0-
k7-;T=18,T1=18;0-
c7-;T=18,T1=18;14-15

ArgMax
s1;data:T;reduced:#i64;T=1;axis,keepdims;0-
s11;data:T;reduced:#i64;T=1;axis,keepdims;0-
s12;data:T;reduced:#i64;T=1;axis,keepdims,select_last_index;0-
s13;data:T;reduced:#i64;T=2;axis,keepdims,select_last_index;0-
k1-10;T=3;0-
k1-10;T=4;4-
k1-10;T=6;0-
k1-10;T=7;4-
k1-10;T=8;0-
k1-10;T=12;0-
k11-12;T=3;0-
k11-12;T=4;0-
k11-12;T=6;0-
k11-12;T=7;4-
k11-12;T=8;0-
k11-12;T=12;0-
k13-;T=3;0-
k13-;T=4;0-
k13-;T=6;0-
k13-;T=7;4-
k13-;T=8;0-
k13-;T=12;0-
c1-11;T=13;14-15
c1-11;T=3;14-15
c1-11;T=4;14-15
c12;T=13;14-15
c12;T=3;14-15
c12;T=4;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

ArgMin
s1;data:T;reduced:#i64;T=1;axis,keepdims;0-
s11;data:T;reduced:#i64;T=1;axis,keepdims;0-
s12;data:T;reduced:#i64;T=1;axis,keepdims,select_last_index;0-
s13;data:T;reduced:#i64;T=2;axis,keepdims,select_last_index;0-
k1-10;T=3;0-
k1-10;T=4;4-
k1-10;T=6;0-
k1-10;T=7;4-
k1-10;T=8;4-
k1-10;T=12;4-
k11-12;T=3;0-
k11-12;T=4;0-
k11-12;T=6;0-
k11-12;T=7;4-
k11-12;T=8;4-
k11-12;T=12;4-
k13-;T=3;0-
k13-;T=4;0-
k13-;T=6;0-
k13-;T=7;4-
k13-;T=8;4-
k13-;T=12;4-
c1-11;T=13;14-15
c1-11;T=3;14-15
c1-11;T=4;14-15
c12;T=13;14-15
c12;T=3;14-15
c12;T=4;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

Asin
s7;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k7-21;T=3;5-
k7-;T=3;0-4
k22-;T=3;5-

Asinh
s9;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k9-21;T=3;5-
k9-;T=3;0-4
k22-;T=3;5-

Atan
s7;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k7-21;T=3;5-
k7-;T=3;0-4
k22-;T=3;5-

Atanh
s9;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k9-21;T=3;5-
k9-;T=3;0-4
k22-;T=3;5-

Attention
s23;Q:T1,K:T1,V:T2,attn_mask:U?,past_key:T1?,past_value:T2?;Y:T1,present_key:T1?,present_value:T2?,qk_matmul_output:T1?;T1=15,T2=15,U=19;is_causal,kv_num_heads,q_num_heads,qk_matmul_output_mode,scale,softcap,softmax_precision;7-
s24;Q:T1,K:T1,V:T2,attn_mask:U?,past_key:T1?,past_value:T2?,nonpad_kv_seqlen:#i64?;Y:T1,present_key:T1?,present_value:T2?,qk_matmul_output:T1?;T1=15,T2=15,U=19;is_causal,kv_num_heads,q_num_heads,qk_matmul_output_mode,scale,softcap,softmax_precision;8-
s25;Q:T1,K:T1,V:T2,attn_mask:U?,past_key:T1?,past_value:T2?,nonpad_kv_seqlen:#i64?;Y:T1,present_key:T1?,present_value:T2?,qk_matmul_output:T1?;T1=15,T2=15,U=19;is_causal,kv_num_heads,left_window_size,q_num_heads,qk_matmul_output_mode,right_window_size,scale,softcap,softmax_precision;16
k23-;T1=13,T2=13,U=20;7
k23-;T1=3,T2=3,U=21;7
k23;T1=13,T2=13,U=20;8-
k23;T1=3,T2=3,U=21;8-
k24-;T1=13,T2=13,U=20;8-
k24-;T1=3,T2=3,U=21;8-
c23;T1=14,T2=14,U=22;14-15
c23;T1=13,T2=13,U=20;14-15
c23;T1=3,T2=3,U=21;14-15
c24-;T1=14,T2=14,U=22;14-15
c24-;T1=13,T2=13,U=20;14-15
c24-;T1=3,T2=3,U=21;14-15
f23;!Expand;T1=14,T2=14;8-
f23;!Expand;T1=14,T2=14,U=19;8-
f23;!Tile;T1=14,T2=14;7
f23;!Tile;T1=14,T2=14,U=21;7
f23;23;T1=13,T2=13,U=23;15-
f23;23;T1=3,T2=3,U=23;8-
f23;23;T1=4,T2=4;7-
f23;23;T1=4,T2=4,U=19;8-
f23;23;T1=4,T2=4,U=21;7
f23;?;T1=15,T2=15,U=23;7
f23;?;T1=15,T2=24,U=13;7
f23;?;T1=25,T2=4;7-
f23;?;T1=25,T2=4,U=19;8-
f23;?;T1=25,T2=4,U=21;7
f23;?;T1=26,T2=3,U=23;8-
f23;?;T1=27,T2=13,U=23;8-
f23;?;T1=24,T2=28;7-
f23;?;T1=24,T2=28,U=29;7-
f23;?;T1=0,T2=14;7-
f23;?;T1=0,T2=14,U=19;8-
f23;?;T1=0,T2=14,U=21;7
f23;@softmax_precision;;13
f24;!Add;T1=14,T2=14,U=14;16
f24;!Add;T1=13,T2=13,U=14;16
f24;!Add;T1=3,T2=3,U=14;16
f24;!Add;T1=4,T2=4,U=14;16
f24;!Expand;T1=14,T2=14;8-
f24;!Expand;T1=14,T2=14,U=30;16
f24;!Expand;T1=14,T2=14,U=21;8-15
f24;!Pad;T1=14,T2=14,U=31;16
f24;!Pad;T1=13,T2=13,U=31;16
f24;!Pad;T1=3,T2=3,U=31;16
f24;!Pad;T1=4,T2=4,U=31;16
f24;24-25;T1=4,T2=4;8
f24;24-25;T1=4,T2=4,U=21;8
f24;24-26;T1=4,T2=4;9-15
f24;24-26;T1=4,T2=4,U=21;9-15
f24;24;T1=13,T2=13,U=32;16
f24;24;T1=3,T2=3,U=32;16
f24;24;T1=4,T2=4;16
f24;24;T1=4,T2=4,U=30;16
f24;?;T1=15,T2=15,U=23;8-15
f24;?;T1=15,T2=24,U=13;8-15
f24;?;T1=25,T2=4;8-
f24;?;T1=25,T2=4,U=19;16
f24;?;T1=25,T2=4,U=21;8-15
f24;?;T1=26,T2=3,U=23;16
f24;?;T1=27,T2=13,U=23;16
f24;?;T1=24,T2=28;8-
f24;?;T1=24,T2=28,U=29;8-
f24;?;T1=0,T2=14;8-
f24;?;T1=0,T2=14,U=19;16
f24;?;T1=0,T2=14,U=21;8-15
f25;!Expand;T1=14,T2=14;16
f25;25-28;T1=13,T2=13;16
f25;25-28;T1=3,T2=3;16
f25;25-28;T1=4,T2=4;16
f25;?;T1=15,T2=15,U=19;16
f25;?;T1=25,T2=4;16
f25;?;T1=26,T2=3;16
f25;?;T1=27,T2=13;16
f25;?;T1=0,T2=14;16

AveragePool
s1;X:T;Y:T;T=0;auto_pad,kernel_shape,pads,strides;0-
s7;X:T;Y:T;T=0;auto_pad,count_include_pad,kernel_shape,pads,strides;0-
s10;X:T;Y:T;T=0;auto_pad,ceil_mode,count_include_pad,kernel_shape,pads,strides;0-
s11;X:T;Y:T;T=0;auto_pad,ceil_mode,count_include_pad,kernel_shape,pads,strides;0-
s19;X:T;Y:T;T=0;auto_pad,ceil_mode,count_include_pad,dilations,kernel_shape,pads,strides;0-
s22;X:T;Y:T;T=15;auto_pad,ceil_mode,count_include_pad,dilations,kernel_shape,pads,strides;5-
k7-9;T=3;0-
k10;T=3;0-
k11-18;T=3;0-
k19-21;T=3;5-
k19-;T=3;0-4
k22-;T=3;5-
c7-9;T=13;14-15
c7-9;T=3;14-15
c7-9;T=4;14-15
c10;T=13;14-15
c10;T=3;14-15
c10;T=4;14-15
c11-18;T=13;14-15
c11-18;T=3;14-15
c11-18;T=4;14-15
c19-21;T=13;14-15
c19-21;T=3;14-15
c19-21;T=4;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15

BatchNormalization
s1;X:T,scale:T,B:T,mean:T,var:T;Y:T,mean:T?,var:T?,saved_mean:T?,saved_var:T?;T=0;consumed_inputs,epsilon,is_test,momentum,spatial;0-
s6;X:T,scale:T,B:T,mean:T,var:T;Y:T,mean:T?,var:T?,saved_mean:T?,saved_var:T?;T=0;epsilon,is_test,momentum,spatial;0-
s7;X:T,scale:T,B:T,mean:T,var:T;Y:T,mean:T?,var:T?,saved_mean:T?,saved_var:T?;T=0;epsilon,momentum,spatial;0-
s9;X:T,scale:T,B:T,mean:T,var:T;Y:T,mean:T?,var:T?,saved_mean:T?,saved_var:T?;T=0;epsilon,momentum;0-
s14;X:T,scale:T,B:T,input_mean:U,input_var:U;Y:T,running_mean:U?,running_var:U?;T=15,U=15;epsilon,momentum,training_mode;0-
s15;X:T,scale:T1,B:T1,input_mean:T2,input_var:T2;Y:T,running_mean:T2?,running_var:T2?;T=15,T1=15,T2=15;epsilon,momentum,training_mode;0-
k7-8;T=3;0-
k7-8;T=4;0-
k9-13;T=3;0-
k9-13;T=4;0-
k14;T=3,U=3;0-
k14;T=4,U=4;0-
k15-;T=3,T1=3,T2=3;0-
k15-;T=4,T1=4,T2=4;0-
c7-8;T=13;14-15
c7-8;T=3;14-15
c7-8;T=4;14-15
c9-13;T=13;14-15
c9-13;T=3;14-15
c9-13;T=4;14-15
c14;T=13,U=13;14-15
c14;T=3,U=3;14-15
c14;T=4,U=4;14-15
c15-;T=13,T1=13,T2=13;14-15
c15-;T=3,T1=3,T2=3;14-15
c15-;T=4,T1=4,T2=4;14-15

Bernoulli
s15;input:T1;output:T2;T1=0,T2=19;dtype,seed;0-
s22;input:T1;output:T2;T1=15,T2=19;dtype,seed;5-
f15;15-19;T1=0;0
f15;15-20;T1=0;1
f15;15-21;T1=0;2-
f15;@dtype,seed;;0-
f22;!RandomUniformLike;T1=27;5-

BitCast
s26;input:T1;output:T2;T1=33,T2=33;to;9-
k26-;T1=2,T2=2;9-

BitShift
s11;X:T,Y:T;Z:T;T=34;direction;0-
s28;X:T,Y:T;Z:T;T=35;direction;16
k11-27;T=9;16
k11-27;T=10;16
k11-27;T=11;16
k11-27;T=12;16
k11-;T=10;0-15
k11-;T=11;0-15
k11-;T=12;0-15
k28-;T=5;16
k28-;T=6;16
k28-;T=7;16
k28-;T=8;16
k28-;T=9;16
k28-;T=10;16
k28-;T=11;16
k28-;T=12;16

BitwiseAnd
s18;A:T,B:T;C:T;T=35;;0-
k18-;T=5;0-
k18-;T=6;0-
k18-;T=7;0-
k18-;T=8;0-
k18-;T=9;0-
k18-;T=10;0-
k18-;T=11;0-
k18-;T=12;0-

BitwiseNot
s18;X:T;Y:T;T=35;;0-
k18-;T=5;0-
k18-;T=6;0-
k18-;T=7;0-
k18-;T=8;0-
k18-;T=9;0-
k18-;T=10;0-
k18-;T=11;0-
k18-;T=12;0-

BitwiseOr
s18;A:T,B:T;C:T;T=35;;0-
k18-;T=5;0-
k18-;T=6;0-
k18-;T=7;0-
k18-;T=8;0-
k18-;T=9;0-
k18-;T=10;0-
k18-;T=11;0-
k18-;T=12;0-

BitwiseXor
s18;A:T,B:T;C:T;T=35;;0-
k18-;T=5;0-
k18-;T=6;0-
k18-;T=7;0-
k18-;T=8;0-
k18-;T=9;0-
k18-;T=10;0-
k18-;T=11;0-
k18-;T=12;0-

BlackmanWindow
s17;size:T1;output:T2;T1=36,T2=2;output_datatype,periodic;0-
k17-;T1=36,T2=37;0-

Cast
s1;input:T1;output:T2;T1=38,T2=38;to;0-
s6;input:T1;output:T2;T1=38,T2=38;to;0-
s9;input:T1;output:T2;T1=39,T2=39;to;0-
s13;input:T1;output:T2;T1=40,T2=40;to;0-
s19;input:T1;output:T2;T1=41,T2=41;saturate,to;0-
s21;input:T1;output:T2;T1=42,T2=42;saturate,to;2-
s23;input:T1;output:T2;T1=43,T2=43;saturate,to;7-
s24;input:T1;output:T2;T1=44,T2=44;round_mode,saturate,to;8-
s25;input:T1;output:T2;T1=45,T2=45;round_mode,saturate,to;8-
s28;input:T1;output:T2;T1=46,T2=46;round_mode,saturate,to;16
k6-12;T1=47,T2=47;8-
k6-12;T1=42,T2=42;7
k6-12;T1=41,T2=41;0-6
k13-18;T1=47,T2=47;8-
k13-18;T1=42,T2=42;7
k13-18;T1=41,T2=41;0-6
k19-20;T1=47,T2=47;8-
k19-20;T1=42,T2=42;7
k19-20;T1=41,T2=41;2-6
k19-;T1=41,T2=41;0-1
k21-22;T1=47,T2=47;8-
k21-22;T1=42,T2=42;7
k21-;T1=41,T2=41;2-6
k23-;T1=42,T2=42;7
k23;T1=47,T2=47;8-
k24;T1=48,T2=48;11-
k24;T1=47,T2=47;8-10
k25-27;T1=48,T2=48;16
k25-;T1=48,T2=48;11-15
k25-;T1=47,T2=47;8-10
k28-;T1=48,T2=48;16
c6-8;T1=18,T2=49;14-15
c6-8;T1=13,T2=49;14-15
c6-8;T1=3,T2=49;14-15
c6-8;T1=4,T2=49;14-15
c6-8;T1=5,T2=49;14-15
c6-8;T1=6,T2=49;14-15
c6-8;T1=7,T2=49;14-15
c6-8;T1=8,T2=49;14-15
c6-8;T1=9,T2=49;14-15
c6-8;T1=10,T2=49;14-15
c6-8;T1=11,T2=49;14-15
c6-8;T1=12,T2=49;14-15
c9-12;T1=18,T2=49;14-15
c9-12;T1=13,T2=49;14-15
c9-12;T1=3,T2=49;14-15
c9-12;T1=4,T2=49;14-15
c9-12;T1=5,T2=49;14-15
c9-12;T1=6,T2=49;14-15
c9-12;T1=7,T2=49;14-15
c9-12;T1=8,T2=49;14-15
c9-12;T1=9,T2=49;14-15
c9-12;T1=10,T2=49;14-15
c9-12;T1=11,T2=49;14-15
c9-12;T1=12,T2=49;14-15
c13-18;T1=14,T2=49;14-15
c13-18;T1=18,T2=49;14-15
c13-18;T1=13,T2=49;14-15
c13-18;T1=3,T2=49;14-15
c13-18;T1=4,T2=49;14-15
c13-18;T1=5,T2=49;14-15
c13-18;T1=6,T2=49;14-15
c13-18;T1=7,T2=49;14-15
c13-18;T1=8,T2=49;14-15
c13-18;T1=9,T2=49;14-15
c13-18;T1=10,T2=49;14-15
c13-18;T1=11,T2=49;14-15
c13-18;T1=12,T2=49;14-15
c19-20;T1=14,T2=49;14-15
c19-20;T1=18,T2=49;14-15
c19-20;T1=13,T2=49;14-15
c19-20;T1=3,T2=49;14-15
c19-20;T1=4,T2=49;14-15
c19-20;T1=50,T2=49;14-15
c19-20;T1=51,T2=49;14-15
c19-20;T1=5,T2=49;14-15
c19-20;T1=6,T2=49;14-15
c19-20;T1=7,T2=49;14-15
c19-20;T1=8,T2=49;14-15
c19-20;T1=9,T2=49;14-15
c19-20;T1=10,T2=49;14-15
c19-20;T1=11,T2=49;14-15
c19-20;T1=12,T2=49;14-15
c21-22;T1=14,T2=49;14-15
c21-22;T1=18,T2=49;14-15
c21-22;T1=13,T2=49;14-15
c21-22;T1=3,T2=49;14-15
c21-22;T1=4,T2=49;14-15
c21-22;T1=50,T2=49;14-15
c21-22;T1=51,T2=49;14-15
c21-22;T1=5,T2=49;14-15
c21-22;T1=6,T2=49;14-15
c21-22;T1=7,T2=49;14-15
c21-22;T1=8,T2=49;14-15
c21-22;T1=9,T2=49;14-15
c21-22;T1=10,T2=49;14-15
c21-22;T1=11,T2=49;14-15
c21-22;T1=12,T2=49;14-15
c23-24;T1=14,T2=49;14-15
c23-24;T1=18,T2=49;14-15
c23-24;T1=13,T2=49;14-15
c23-24;T1=3,T2=49;14-15
c23-24;T1=52,T2=3;14-15
c23-24;T1=4,T2=49;14-15
c23-24;T1=50,T2=49;14-15
c23-24;T1=51,T2=49;14-15
c23-24;T1=5,T2=49;14-15
c23-24;T1=6,T2=49;14-15
c23-24;T1=7,T2=49;14-15
c23-24;T1=8,T2=49;14-15
c23-24;T1=9,T2=49;14-15
c23-24;T1=10,T2=49;14-15
c23-24;T1=11,T2=49;14-15
c23-24;T1=12,T2=49;14-15
c25-;T1=14,T2=49;14-15
c25-;T1=18,T2=49;14-15
c25-;T1=13,T2=49;14-15
c25-;T1=3,T2=49;14-15
c25-;T1=52,T2=3;14-15
c25-;T1=4,T2=49;14-15
c25-;T1=50,T2=49;14-15
c25-;T1=51,T2=49;14-15
c25-;T1=5,T2=49;14-15
c25-;T1=6,T2=49;14-15
c25-;T1=7,T2=49;14-15
c25-;T1=8,T2=49;14-15
c25-;T1=9,T2=49;14-15
c25-;T1=10,T2=49;14-15
c25-;T1=11,T2=49;14-15
c25-;T1=12,T2=49;14-15

CastLike
s15;input:T1,target_type:T2;output:T2;T1=40,T2=40;;0-
s19;input:T1,target_type:T2;output:T2;T1=41,T2=41;saturate;0-
s21;input:T1,target_type:T2;output:T2;T1=42,T2=42;saturate;2-
s23;input:T1,target_type:T2;output:T2;T1=43,T2=43;saturate;7-
s24;input:T1,target_type:T2;output:T2;T1=44,T2=44;round_mode,saturate;8-
s25;input:T1,target_type:T2;output:T2;T1=45,T2=45;round_mode,saturate;8-
f15;15-18;T1=40,T2=40;0-
f19;19-20;T1=41,T2=41;1-
f19;19;T1=41,T2=41;0
f19;@saturate;;0-
f21;!Cast;T1=53,T2=54;3-6
f21;!Cast;T1=54,T2=41;3-6
f21;21-22;T1=42,T2=42;7-
f21;21-22;T1=41,T2=41;5-6
f21;21;T1=41,T2=41;2-4
f21;@saturate;;7-
f23;!Cast;T1=55,T2=52;8-
f23;!Cast;T1=52,T2=42;8-
f23;23;T1=42,T2=42;7-
f24;!Cast;T1=56,T2=52;11-
f24;!Cast;T1=55,T2=52;8-10
f24;!Cast;T1=52,T2=57;11-
f24;!Cast;T1=52,T2=42;8-10
f24;24;T1=57,T2=57;11-
f24;24;T1=42,T2=42;8-10
f25;!Cast;T1=58,T2=52;11-
f25;!Cast;T1=59,T2=52;8-10
f25;!Cast;T1=52,T2=48;11-
f25;!Cast;T1=52,T2=47;8-10
f25;25-26;T1=48,T2=48;11-15
f25;25-26;T1=47,T2=47;9-10
f25;25-28;T1=48,T2=48;16
f25;25;T1=47,T2=47;8

CausalConvWithState
s27;input:T,weight:T,bias:T?,past_state:T?;output:T,present_state:T;T=25;activation;12-
f27;?;;16

Ceil
s1;X:T;Y:T;T=0;consumed_inputs;0-
s6;X:T;Y:T;T=0;;0-
s13;X:T;Y:T;T=15;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

Celu
s12;X:T;Y:T;T=3;alpha;0-
s28;X:T;Y:T;T=15;alpha;16
k12-27;T=3;16
k12-;T=3;0-15
k28-;T=14;16
k28-;T=13;16
k28-;T=3;16
k28-;T=4;16

CenterCropPad
s18;input_data:T,shape:Tind;output_data:T;T=60,Tind=36;axes;0-
f18;!Pad;T=61,Tind=7;0-
f18;18-19;T=30,Tind=7;0
f18;18-20;T=30,Tind=7;1
f18;18-21;T=30,Tind=7;2-4
f18;18-22;T=30,Tind=7;5-6
f18;18-23;T=30,Tind=7;7
f18;18-25;T=30,Tind=7;8
f18;18-26;T=30,Tind=7;9-15
f18;18-28;T=30,Tind=7;16
f18;21-28;T=14,Tind=7;16
f18;?;T=40,Tind=6;0-

Clip
s1;input:T;output:T;T=0;consumed_inputs,max,min;0-
s6;input:T;output:T;T=0;max,min;0-
s11;input:T,min:T?,max:T?;output:T;T=0;;0-
s12;input:T,min:T?,max:T?;output:T;T=1;;0-
s13;input:T,min:T?,max:T?;output:T;T=2;;0-
k6-10;T=3;0-
k11;T=3;0-
k12;T=62;3-
k12;T=63;0-2
k13-;T=62;3-
k13-;T=63;0-2
c6-10;T=3;14-15
c11;T=3;14-15
c12;T=64;14-15
c13-;T=64;14-15
f13;!Less;T=14;5-
f13;!Less;T=65;0-4
f13;!Where;T=14;0-4
f13;!Where;T=65;5-
f13;13-19;T=65;0
f13;13-20;T=65;1
f13;13-21;T=65;2-4
f13;13-22;T=65;5-6
f13;13-23;T=65;7
f13;13-25;T=65;8
f13;13-26;T=65;9-15
f13;13-28;T=65;16

Col2Im
s18;input:T,image_shape:#i64,block_shape:#i64;output:T;T=60;dilations,pads,strides;0-
k18-;T=3;0-

Compress
s9;input:T,condition:T1;output:T;T=66,T1=18;axis;0-
s11;input:T,condition:T1;output:T;T=66,T1=18;axis;0-
s28;input:T,condition:T1;output:T;T=60,T1=18;axis;16
k9-10;T=40,T1=18;0-
k11-27;T=40,T1=18;16
k11-;T=40,T1=18;0-15
k28-;T=40,T1=18;16
c9-10;T=19,T1=18;14-15
c11-;T=19,T1=18;14-15

Concat
s1;inputs:T*;concat_result:T;T=0;axis;0-
s4;inputs:T*;concat_result:T;T=66;axis;0-
s11;inputs:T*;concat_result:T;T=66;axis;0-
s13;inputs:T*;concat_result:T;T=60;axis;0-
k4-10;T=40;0-
k11-12;T=40;0-
k13-;T=40;0-
c4-10;T=19;14-15
c11-12;T=19;14-15
c13-;T=19;14-15

ConcatFromSequence
s11;input_sequence:S;concat_result:T;S=67,T=66;axis,new_axis;0-
k11-;S=68;0-
c11-;S=69;14-15

Constant
s1;;output:T;T=0;value;0-
s9;;output:T;T=66;value;0-
s11;;output:T;T=66;sparse_value,value;0-
s12;;output:T;T=66;sparse_value,value,value_float,value_floats,value_int,value_ints,value_string,value_strings;0-
s13;;output:T;T=60;sparse_value,value,value_float,value_floats,value_int,value_ints,value_string,value_strings;0-
s19;;output:T;T=70;sparse_value,value,value_float,value_floats,value_int,value_ints,value_string,value_strings;0-
s21;;output:T;T=71;sparse_value,value,value_float,value_floats,value_int,value_ints,value_string,value_strings;2-
s23;;output:T;T=72;sparse_value,value,value_float,value_floats,value_int,value_ints,value_string,value_strings;7-
s24;;output:T;T=73;sparse_value,value,value_float,value_floats,value_int,value_ints,value_string,value_strings;8-
s25;;output:T;T=74;sparse_value,value,value_float,value_floats,value_int,value_ints,value_string,value_strings;8-

ConstantOfShape
s9;input:T1;output:T2;T1=7,T2=38;value;0-
s20;input:T1;output:T2;T1=7,T2=75;value;1-
s21;input:T1;output:T2;T1=7,T2=76;value;2-
s23;input:T1;output:T2;T1=7,T2=77;value;7-
s24;input:T1;output:T2;T1=7,T2=78;value;8-
s25;input:T1;output:T2;T1=7,T2=79;value;8-
k9-19;T1=7,T2=19;2-
k9-19;T1=7,T2=38;1
k9-;T1=7,T2=38;0
k20-;T1=7,T2=75;1
k20;T1=7,T2=75;2-
k21-22;T1=7,T2=75;7-
k21-;T1=7,T2=75;2-6
k23-;T1=7,T2=75;7
k23;T1=7,T2=75;8-
k24;T1=7,T2=75;8-
k25-;T1=7,T2=75;8-
c9-20;T1=7,T2=19;14-15
c21-22;T1=7,T2=19;14-15
c23-24;T1=7,T2=19;14-15
c25-;T1=7,T2=19;14-15

Conv
s1;X:T,W:T,B:T?;Y:T;T=0;auto_pad,dilations,group,kernel_shape,pads,strides;0-
s11;X:T,W:T,B:T?;Y:T;T=0;auto_pad,dilations,group,kernel_shape,pads,strides;0-
s22;X:T,W:T,B:T?;Y:T;T=15;auto_pad,dilations,group,kernel_shape,pads,strides;5-
k1-10;T=3;0-
k11-21;T=3;5-
k11-;T=3;0-4
k22-;T=3;5-
c1-10;T=13;14-15
c1-10;T=3;14-15
c1-10;T=4;14-15
c11-21;T=13;14-15
c11-21;T=3;14-15
c11-21;T=4;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15

ConvInteger
s10;x:T1,w:T2,x_zero_point:T1?,w_zero_point:T2?;y:T3;T1=80,T2=80,T3=6;auto_pad,dilations,group,kernel_shape,pads,strides;0-
k10-;T1=80,T2=80,T3=6;8-
k10-;T1=12,T2=12,T3=6;0-7

ConvTranspose
s1;X:T,W:T,B:T?;Y:T;T=0;auto_pad,dilations,group,kernel_shape,output_padding,output_shape,pads,strides;0-
s11;X:T,W:T,B:T?;Y:T;T=0;auto_pad,dilations,group,kernel_shape,output_padding,output_shape,pads,strides;0-
s22;X:T,W:T,B:T?;Y:T;T=15;auto_pad,dilations,group,kernel_shape,output_padding,output_shape,pads,strides;5-
k1-10;T=3;0-
k11-21;T=3;5-
k11-;T=3;0-4
k22-;T=3;5-
c1-10;T=13;14-15
c1-10;T=3;14-15
c1-10;T=4;14-15
c11-21;T=13;14-15
c11-21;T=3;14-15
c11-21;T=4;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15

Cos
s7;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k7-21;T=3;5-
k7-21;T=4;13-
k7-;T=3;0-4
k22-;T=3;5-
k22-;T=4;13-
c7-21;T=13;14-15
c7-21;T=3;14-15
c7-21;T=4;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15

Cosh
s9;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k9-21;T=3;5-
k9-;T=3;0-4
k22-;T=3;5-

Crop
s1;input:T;output:T;T=0;border,scale;0-
s10!;input:T;output:T;T=0;border,scale;0-
k1-;T=3;0-
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

CumProd
s26;x:T,axis:T2;y:T;T=17,T2=36;exclusive,reverse;9-
k26-;T=3,T2=36;9-
k26-;T=4,T2=36;9-
k26-;T=6,T2=36;9-
k26-;T=7,T2=36;9-
k26-;T=10,T2=36;9-
k26-;T=11,T2=36;9-

CumSum
s11;x:T,axis:T2;y:T;T=81,T2=36;exclusive,reverse;0-
s14;x:T,axis:T2;y:T;T=17,T2=36;exclusive,reverse;0-
k11-13;T=3,T2=36;0-
k11-13;T=4,T2=36;0-
k11-13;T=6,T2=36;0-
k11-13;T=7,T2=36;0-
k14-;T=3,T2=36;0-
k14-;T=4,T2=36;0-
k14-;T=6,T2=36;0-
k14-;T=7,T2=36;0-
c11-13;T=81,T2=36;14-15
c14-;T=16,T2=36;14-15

DFT
s17;input:T1,dft_length:T2?;output:T1;T1=15,T2=36;axis,inverse,onesided;0-
s20;input:T1,dft_length:T2?,axis:#i64?;output:T1;T1=15,T2=36;inverse,onesided;1-
k17-19;T1=82,T2=36;1-
k17-;T1=82,T2=36;0
k20-;T1=82,T2=36;1-

DeformConv
s19;X:T,W:T,offset:T,B:T?,mask:T?;Y:T;T=0;dilations,group,kernel_shape,offset_group,pads,strides;0-
s22;X:T,W:T,offset:T,B:T?,mask:T?;Y:T;T=15;dilations,group,kernel_shape,offset_group,pads,strides;5-
k19-21;T=3;9-
k19-21;T=4;9-
k22-;T=3;9-
k22-;T=4;9-
c19-21;T=13;14-15
c19-21;T=3;14-15
c19-21;T=4;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15

DepthToSpace
s1;input:T;output:T;T=66;blocksize;0-
s11;input:T;output:T;T=66;blocksize,mode;0-
s13;input:T;output:T;T=60;blocksize,mode;0-
s28;input:T;output:T;T=60;blocksize,mode;16
k1-10;T=82;0-
k11-12;T=82;0-4
k11-12;T=83;12-
k11-12;T=84;5-11
k13-27;T=83;16
k13-;T=82;0-4
k13-;T=83;12-15
k13-;T=84;5-11
k28-;T=83;16
c1-10;T=0;14-15
c11-12;T=0;14-15
c13-;T=0;14-15
f28;28;T=85;16
f28;@mode;;16

DequantizeLinear
s10;x:T,x_scale:#f32,x_zero_point:T?;y:#f32;T=86;;0-
s13;x:T,x_scale:#f32,x_zero_point:T?;y:#f32;T=86;axis;0-
s19;x:T1,x_scale:T2,x_zero_point:T1?;y:T2;T1=87,T2=25;axis;0-
s21;x:T1,x_scale:T2,x_zero_point:T1?;y:T2;T1=88,T2=25;axis,block_size;2-
s23;x:T1,x_scale:T2,x_zero_point:T1?;y:T3;T1=89,T2=25,T3=25;axis,block_size,output_dtype;7-
s24;x:T1,x_scale:T2,x_zero_point:T1?;y:T3;T1=89,T2=90,T3=25;axis,block_size,output_dtype;8-
s25;x:T1,x_scale:T2,x_zero_point:T1?;y:T3;T1=91,T2=90,T3=25;axis,block_size,output_dtype;8-
s28;x:T1,x_scale:T2,x_zero_point:T1?;y:T3;T1=92,T2=90,T3=25;axis,block_size,output_dtype;16
k10-12;T=6;0-
k10-12;T=8;0-
k10-12;T=12;0-
k13-18;T=6;0-
k13-18;T=8;0-
k13-18;T=12;0-
k19-20;T1=50,T2=28;2-
k19-20;T1=93,T2=28;2-
k19-20;T1=51,T2=28;2-
k19-20;T1=94,T2=28;2-
k19-20;T1=6,T2=28;2-
k19-20;T1=8,T2=28;2-
k19-20;T1=12,T2=28;2-
k19-;T1=50,T2=28;0-1
k19-;T1=93,T2=28;0-1
k19-;T1=51,T2=28;0-1
k19-;T1=94,T2=28;0-1
k19-;T1=6,T2=28;0-1
k19-;T1=8,T2=28;0-1
k19-;T1=12,T2=28;0-1
k21-22;T1=50,T2=28;7-
k21-22;T1=93,T2=28;7-
k21-22;T1=51,T2=28;7-
k21-22;T1=94,T2=28;7-
k21-22;T1=5,T2=28;7-
k21-22;T1=6,T2=28;7-
k21-22;T1=95,T2=28;7-
k21-22;T1=8,T2=28;7-
k21-22;T1=9,T2=28;7-
k21-22;T1=96,T2=28;7-
k21-22;T1=12,T2=28;7-
k21-;T1=50,T2=28;2-6
k21-;T1=93,T2=28;2-6
k21-;T1=51,T2=28;2-6
k21-;T1=94,T2=28;2-6
k21-;T1=5,T2=28;2-6
k21-;T1=6,T2=28;2-6
k21-;T1=95,T2=28;3-6
k21-;T1=8,T2=28;2-6
k21-;T1=9,T2=28;2-6
k21-;T1=96,T2=28;3-6
k21-;T1=12,T2=28;2-6
k23-;T1=50,T2=28;7
k23-;T1=93,T2=28;7
k23-;T1=51,T2=28;7
k23-;T1=94,T2=28;7
k23-;T1=5,T2=28;7
k23-;T1=6,T2=28;7
k23-;T1=95,T2=28;7
k23-;T1=8,T2=28;7
k23-;T1=9,T2=28;7
k23-;T1=96,T2=28;7
k23-;T1=12,T2=28;7
k23;T1=50,T2=28;8-14
k23;T1=50,T2=28,T3=28;15-
k23;T1=93,T2=28;8-14
k23;T1=93,T2=28,T3=28;15-
k23;T1=51,T2=28;8-14
k23;T1=51,T2=28,T3=28;15-
k23;T1=94,T2=28;8-14
k23;T1=94,T2=28,T3=28;15-
k23;T1=5,T2=28;8-14
k23;T1=5,T2=28,T3=28;15-
k23;T1=6,T2=28;8-14
k23;T1=6,T2=28,T3=28;15-
k23;T1=95,T2=28;8-14
k23;T1=95,T2=28,T3=28;15-
k23;T1=8,T2=28;8-14
k23;T1=8,T2=28,T3=28;15-
k23;T1=9,T2=28;8-14
k23;T1=9,T2=28,T3=28;15-
k23;T1=96,T2=28;8-14
k23;T1=96,T2=28,T3=28;15-
k23;T1=12,T2=28;8-14
k23;T1=12,T2=28,T3=28;15-
k24;T1=50,T2=28;8-14
k24;T1=50,T2=28,T3=28;15-
k24;T1=93,T2=28;8-14
k24;T1=93,T2=28,T3=28;15-
k24;T1=51,T2=28;8-14
k24;T1=51,T2=28,T3=28;15-
k24;T1=94,T2=28;8-14
k24;T1=94,T2=28,T3=28;15-
k24;T1=5,T2=28;8-14
k24;T1=5,T2=28,T3=28;15-
k24;T1=6,T2=28;8-14
k24;T1=6,T2=28,T3=28;15-
k24;T1=95,T2=28;8-14
k24;T1=95,T2=28,T3=28;15-
k24;T1=8,T2=28;8-14
k24;T1=8,T2=28,T3=28;15-
k24;T1=9,T2=28;8-14
k24;T1=9,T2=28,T3=28;15-
k24;T1=96,T2=28;8-14
k24;T1=96,T2=28,T3=28;15-
k24;T1=12,T2=28;8-14
k24;T1=12,T2=28,T3=28;15-
k25-;T1=50,T2=28;8-14
k25-;T1=50,T2=28,T3=28;15-
k25-;T1=93,T2=28;8-14
k25-;T1=93,T2=28,T3=28;15-
k25-;T1=51,T2=28;8-14
k25-;T1=51,T2=28,T3=28;15-
k25-;T1=94,T2=28;8-14
k25-;T1=94,T2=28,T3=28;15-
k25-;T1=5,T2=28;8-14
k25-;T1=5,T2=28,T3=28;15-
k25-;T1=97,T2=28;8-14
k25-;T1=97,T2=28,T3=28;15-
k25-;T1=6,T2=28;8-14
k25-;T1=6,T2=28,T3=28;15-
k25-;T1=95,T2=28;8-14
k25-;T1=95,T2=28,T3=28;15-
k25-;T1=8,T2=28;8-14
k25-;T1=8,T2=28,T3=28;15-
k25-;T1=9,T2=28;8-14
k25-;T1=9,T2=28,T3=28;15-
k25-;T1=98,T2=28;8-14
k25-;T1=98,T2=28,T3=28;15-
k25-;T1=96,T2=28;8-14
k25-;T1=96,T2=28,T3=28;15-
k25-;T1=12,T2=28;8-14
k25-;T1=12,T2=28,T3=28;15-
c10-12;T=8;14-15
c10-12;T=12;14-15
c13-18;T=8;14-15
c13-18;T=12;14-15
c19-20;T1=50,T2=13;14-15
c19-20;T1=50,T2=3;14-15
c19-20;T1=51,T2=13;14-15
c19-20;T1=51,T2=3;14-15
c19-20;T1=8,T2=13;14-15
c19-20;T1=8,T2=3;14-15
c19-20;T1=12,T2=13;14-15
c19-20;T1=12,T2=3;14-15
c21-22;T1=50,T2=13;14-15
c21-22;T1=50,T2=3;14-15
c21-22;T1=51,T2=13;14-15
c21-22;T1=51,T2=3;14-15
c21-22;T1=95,T2=13;14-15
c21-22;T1=95,T2=3;14-15
c21-22;T1=8,T2=13;14-15
c21-22;T1=8,T2=3;14-15
c21-22;T1=96,T2=13;14-15
c21-22;T1=96,T2=3;14-15
c21-22;T1=12,T2=13;14-15
c21-22;T1=12,T2=3;14-15
c23-24;T1=50,T2=13,T3=13;14-15
c23-24;T1=50,T2=3,T3=3;14-15
c23-24;T1=51,T2=13,T3=13;14-15
c23-24;T1=51,T2=3,T3=3;14-15
c23-24;T1=95,T2=13,T3=13;14-15
c23-24;T1=95,T2=3,T3=3;14-15
c23-24;T1=8,T2=13,T3=13;14-15
c23-24;T1=8,T2=3,T3=3;14-15
c23-24;T1=96,T2=13,T3=13;14-15
c23-24;T1=96,T2=3,T3=3;14-15
c23-24;T1=12,T2=13,T3=13;14-15
c23-24;T1=12,T2=3,T3=3;14-15
c25-;T1=50,T2=13,T3=13;14-15
c25-;T1=50,T2=3,T3=3;14-15
c25-;T1=51,T2=13,T3=13;14-15
c25-;T1=51,T2=3,T3=3;14-15
c25-;T1=95,T2=13,T3=13;14-15
c25-;T1=95,T2=3,T3=3;14-15
c25-;T1=8,T2=13,T3=13;14-15
c25-;T1=8,T2=3,T3=3;14-15
c25-;T1=96,T2=13,T3=13;14-15
c25-;T1=96,T2=3,T3=3;14-15
c25-;T1=12,T2=13,T3=13;14-15
c25-;T1=12,T2=3,T3=3;14-15

Det
s11;X:T;Y:T;T=0;;0-
s22;X:T;Y:T;T=15;;5-
k11-21;T=3;5-
k11-;T=3;0-4
k22-;T=3;5-

DisentangledAttention_TRT
s1;c2c_attention:T,c2p_attention:T,p2c_attention:T;disentangled_attention:T;T=28;factor,span;0-

Div
s1;A:T,B:T;C:T;T=0;axis,broadcast,consumed_inputs;0-
s6;A:T,B:T;C:T;T=16;axis,broadcast;0-
s7;A:T,B:T;C:T;T=16;;0-
s13;A:T,B:T;C:T;T=17;;0-
s14;A:T,B:T;C:T;T=2;;0-
k7-12;T=3;0-
k7-12;T=4;0-
k7-12;T=6;0-
k7-12;T=7;0-
k7-12;T=10;5-
k7-12;T=11;5-
k13;T=3;0-
k13;T=4;0-
k13;T=6;0-
k13;T=7;0-
k13;T=10;5-
k13;T=11;5-
k14-;T=3;0-
k14-;T=4;0-
k14-;T=5;5-
k14-;T=6;0-
k14-;T=7;0-
k14-;T=8;5-
k14-;T=9;5-
k14-;T=10;5-
k14-;T=11;5-
k14-;T=12;5-
c7-12;T=13;14-15
c7-12;T=3;14-15
c7-12;T=4;14-15
c7-12;T=6;14-15
c7-12;T=7;14-15
c7-12;T=10;14-15
c7-12;T=11;14-15
c13;T=14;14-15
c13;T=13;14-15
c13;T=3;14-15
c13;T=4;14-15
c13;T=6;14-15
c13;T=7;14-15
c13;T=10;14-15
c13;T=11;14-15
c14-;T=14;14-15
c14-;T=13;14-15
c14-;T=3;14-15
c14-;T=4;14-15
c14-;T=5;14-15
c14-;T=6;14-15
c14-;T=7;14-15
c14-;T=8;14-15
c14-;T=9;14-15
c14-;T=10;14-15
c14-;T=11;14-15
c14-;T=12;14-15

Dropout
s1;data:T;output:T,mask:T?;T=0;consumed_inputs,is_test,ratio;0-
s6;data:T;output:T,mask:T?;T=0;is_test,ratio;0-
s7;data:T;output:T,mask:T?;T=0;ratio;0-
s10;data:T;output:T,mask:T1?;T=0,T1=18;ratio;0-
s12;data:T,ratio:T1?,training_mode:T2?;output:T,mask:T2?;T=0,T1=0,T2=18;seed;0-
s13;data:T,ratio:T1?,training_mode:T2?;output:T,mask:T2?;T=15,T1=0,T2=18;seed;0-
s22;data:T,ratio:T1?,training_mode:T2?;output:T,mask:T2?;T=99,T1=99,T2=18;seed;5-
k7-9;T=0;0-
k10-11;T=0,T1=18;0-
k12;T=3,T1=3,T2=18;0-
k12;T=3,T1=4,T2=18;0-
k12;T=4,T1=3,T2=18;0-
k12;T=4,T1=4,T2=18;0-
k13-21;T=3,T1=3,T2=18;5-
k13-21;T=3,T1=4,T2=18;5-
k13-21;T=4,T1=3,T2=18;5-
k13-21;T=4,T1=4,T2=18;5-
k13-;T=3,T1=3,T2=18;0-4
k13-;T=3,T1=4,T2=18;0-4
k13-;T=4,T1=3,T2=18;0-4
k13-;T=4,T1=4,T2=18;0-4
k22-;T=3,T1=3,T2=18;5-
k22-;T=3,T1=4,T2=18;5-
k22-;T=4,T1=3,T2=18;5-
k22-;T=4,T1=4,T2=18;5-
c7-9;T=0;14-15
c10-11;T=0,T1=18;14-15
c12;T=0,T1=0,T2=18;14-15
c13-;T=15,T1=15,T2=18;14-15

DynamicQuantizeLinear
s11;x:T1;y:T2,y_scale:#f32,y_zero_point:T2;T1=3,T2=12;;0-
k11-;T2=12;0-

DynamicSlice
s1;data:T,starts:Tind,ends:Tind,axes:Tind?;output:T;T=66,Tind=36;;0-
s10!;data:T,starts:Tind,ends:Tind,axes:Tind?;output:T;T=66,Tind=36;;0-
k1-;T=40,Tind=36;0-
c1-;T=19,Tind=6;14-15
c1-;T=19,Tind=7;14-15

EfficientNMS_TRT
s1;boxes:T,scores:T,anchors:T?;num_detections:#i32,detection_boxes:T,detection_scores:T,detection_classes:#i32;T=28;background_class,box_coding,iou_threshold,max_output_boxes,plugin_version,score_activation,score_threshold;0-

Einsum
s12;Inputs:T*;Output:T;T=1;equation;0-
s28;Inputs:T*;Output:T;T=2;equation;16
k12-27;T=100;16
k12-;T=100;0-15
k28-;T=101;16
c12-;T=0;14-15

Elu
s1;X:T;Y:T;T=0;alpha,consumed_inputs;0-
s6;X:T;Y:T;T=0;alpha;0-
s22;X:T;Y:T;T=15;alpha;5-
k6-21;T=3;5-
k6-;T=3;0-4
k22-;T=3;5-
c6-;T=13;14-15
c6-;T=3;14-15
c6-;T=4;14-15
f6;18;T=4;1-

Equal
s1;A:T,B:T;C:T1;T=102,T1=18;axis,broadcast;0-
s7;A:T,B:T;C:T1;T=102,T1=18;;0-
s11;A:T,B:T;C:T1;T=38,T1=18;;0-
s13;A:T,B:T;C:T1;T=19,T1=18;;0-
s19;A:T,B:T;C:T1;T=40,T1=18;;0-
k7-10;T=18,T1=18;0-
k7-10;T=3,T1=18;0-
k7-10;T=4,T1=18;0-
k7-10;T=6,T1=18;0-
k7-10;T=7,T1=18;0-
k11-12;T=18,T1=18;0-
k11-12;T=3,T1=18;0-
k11-12;T=4,T1=18;0-
k11-12;T=5,T1=18;5-
k11-12;T=6,T1=18;0-
k11-12;T=7,T1=18;0-
k11-12;T=8,T1=18;5-
k11-12;T=9,T1=18;5-
k11-12;T=10,T1=18;5-
k11-12;T=11,T1=18;5-
k11-12;T=12,T1=18;5-
k13-18;T=18,T1=18;0-
k13-18;T=3,T1=18;0-
k13-18;T=4,T1=18;0-
k13-18;T=5,T1=18;5-
k13-18;T=6,T1=18;0-
k13-18;T=7,T1=18;0-
k13-18;T=8,T1=18;5-
k13-18;T=9,T1=18;5-
k13-18;T=10,T1=18;5-
k13-18;T=11,T1=18;5-
k13-18;T=12,T1=18;5-
k19-;T=18,T1=18;0-
k19-;T=3,T1=18;0-
k19-;T=4,T1=18;0-
k19-;T=5,T1=18;5-
k19-;T=6,T1=18;0-
k19-;T=7,T1=18;0-
k19-;T=8,T1=18;5-
k19-;T=103,T1=18;0-
k19-;T=9,T1=18;5-
k19-;T=10,T1=18;5-
k19-;T=11,T1=18;5-
k19-;T=12,T1=18;5-
c7-10;T=18;14-15
c7-10;T=6;14-15
c7-10;T=7;14-15
c11-12;T=18;14-15
c11-12;T=13;14-15
c11-12;T=3;14-15
c11-12;T=4;14-15
c11-12;T=6;14-15
c11-12;T=7;14-15
c11-12;T=10;14-15
c11-12;T=11;14-15
c13-18;T=18,T1=18;14-15
c13-18;T=13,T1=18;14-15
c13-18;T=3,T1=18;14-15
c13-18;T=4,T1=18;14-15
c13-18;T=6,T1=18;14-15
c13-18;T=7,T1=18;14-15
c13-18;T=10,T1=18;14-15
c13-18;T=11,T1=18;14-15
c19-;T=18,T1=18;14-15
c19-;T=13,T1=18;14-15
c19-;T=3,T1=18;14-15
c19-;T=4,T1=18;14-15
c19-;T=6,T1=18;14-15
c19-;T=7,T1=18;14-15
c19-;T=10,T1=18;14-15
c19-;T=11,T1=18;14-15

Erf
s9;input:T;output:T;T=1;;0-
s13;input:T;output:T;T=2;;0-7
s13;input:T;output:T;T=15;;8-
k9-12;T=3;0-
k13-;T=3;0-
c9-12;T=13;14-15
c9-12;T=3;14-15
c9-12;T=4;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

Exp
s1;input:T;output:T;T=0;consumed_inputs;0-
s6;input:T;output:T;T=0;;0-
s13;input:T;output:T;T=15;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

Expand
s8;input:T,shape:#i64;output:T;T=66;;0-
s13;input:T,shape:#i64;output:T;T=60;;0-
k8-12;T=18;0-
k8-12;T=13;0-
k8-12;T=3;0-
k8-12;T=4;0-
k8-12;T=5;0-
k8-12;T=6;0-
k8-12;T=7;0-
k8-12;T=8;0-
k8-12;T=103;0-
k8-12;T=9;0-
k8-12;T=10;0-
k8-12;T=11;0-
k8-12;T=12;0-
k13-;T=18;0-
k13-;T=13;0-
k13-;T=3;0-
k13-;T=4;0-
k13-;T=5;0-
k13-;T=6;0-
k13-;T=7;0-
k13-;T=8;0-
k13-;T=103;0-
k13-;T=9;0-
k13-;T=10;0-
k13-;T=11;0-
k13-;T=12;0-
c8-12;T=19;14-15
c13-;T=19;14-15

EyeLike
s9;input:T1;output:T2;T1=38,T2=38;dtype,k;0-
s22;input:T1;output:T2;T1=19,T2=19;dtype,k;5-
k9-21;T1=104,T2=104;5-
k9-;T1=104,T2=104;0-4
k22-;T1=104,T2=104;5-
c9-;T1=104,T2=104;14-15

Flatten
s1;input:T;output:T;T=0;axis;0-
s9;input:T;output:T;T=66;axis;0-
s11;input:T;output:T;T=66;axis;0-
s13;input:T;output:T;T=60;axis;0-
s21;input:T;output:T;T=71;axis;2-
s23;input:T;output:T;T=72;axis;7-
s24;input:T;output:T;T=73;axis;8-
s25;input:T;output:T;T=74;axis;8-
k1-8;T=40;0-
k9-10;T=40;0-
k11-12;T=40;0-
k13-20;T=40;2-
k13-;T=40;0-1
k21-22;T=40;7-
k21-;T=40;2-6
k23-;T=40;7
k23;T=40;8-
k24;T=40;8-
k25-;T=40;8-
c1-8;T=19;14-15
c9-10;T=19;14-15
c11-12;T=19;14-15
c13-20;T=19;14-15
c21-22;T=19;14-15
c23-24;T=19;14-15
c25-;T=19;14-15

Floor
s1;X:T;Y:T;T=0;consumed_inputs;0-
s6;X:T;Y:T;T=0;;0-
s13;X:T;Y:T;T=15;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

GRU
s1;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?;Y:T?,Y_h:T;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,output_sequence;0-
s3;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?;Y:T?,Y_h:T?;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,linear_before_reset,output_sequence;0-
s7;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?;Y:T?,Y_h:T?;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,linear_before_reset;0-
s14;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?;Y:T?,Y_h:T?;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,layout,linear_before_reset;0-
s22;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?;Y:T?,Y_h:T?;T=15,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,layout,linear_before_reset;5-
k7-13;T=82,T1=6;0-
k14-21;T=82,T1=6;5-
k14-;T=82,T1=6;0-4
k22-;T=82,T1=6;5-
c7-13;T=13,T1=6;14-15
c7-13;T=3,T1=6;14-15
c7-13;T=4,T1=6;14-15
c14-21;T=13,T1=6;14-15
c14-21;T=3,T1=6;14-15
c14-21;T=4,T1=6;14-15
c22-;T=13,T1=6;14-15
c22-;T=3,T1=6;14-15
c22-;T=4,T1=6;14-15

GRUUnit
s1;hidden_prev:T,gates:T,seq_lengths:T,t:T;hidden:T;T=0;drop_states;0-
s10!;hidden_prev:T,gates:T,seq_lengths:T,t:T;hidden:T;T=0;drop_states;0-

Gather
s1;data:T,indices:Tind;output:T;T=66,Tind=36;axis;0-
s11;data:T,indices:Tind;output:T;T=66,Tind=36;axis;0-
s13;data:T,indices:Tind;output:T;T=60,Tind=36;axis;0-
k1-10;T=40,Tind=36;0-
k11-12;T=40,Tind=36;0-
k13-;T=40,Tind=36;0-
c1-10;T=19,Tind=36;14-15
c11-12;T=19,Tind=36;14-15
c13-;T=19,Tind=36;14-15

GatherElements
s11;data:T,indices:Tind;output:T;T=66,Tind=36;axis;0-
s13;data:T,indices:Tind;output:T;T=60,Tind=36;axis;0-
k11-12;T=40,Tind=36;0-
k13-;T=40,Tind=36;0-
c11-12;T=19,Tind=36;14-15
c13-;T=19,Tind=36;14-15

GatherND
s11;data:T,indices:#i64;output:T;T=66;;0-
s12;data:T,indices:#i64;output:T;T=66;batch_dims;0-
s13;data:T,indices:#i64;output:T;T=60;batch_dims;0-
k11;T=40,indices=7;0-
k12;T=40,indices=7;0-
k13-;T=40,indices=7;0-
c11;T=105,indices=7;14-15
c12;T=105,indices=7;14-15
c13-;T=106,indices=7;14-15

Gelu
s20;X:T;Y:T;T=15;approximate;1-
k20-;T=3;2-
c20-;T=14;14-15
c20-;T=13;14-15
c20-;T=3;14-15
c20-;T=4;14-15
f20;!Erf;T=4;1-
f20;!Sqrt;T=14;1-
f20;20;T=28;1
f20;@approximate:tanh;;1-

Gemm
s1;A:T,B:T,C:T;Y:T;T=0;alpha,beta,broadcast,transA,transB;0-
s6;A:T,B:T,C:T;Y:T;T=0;alpha,beta,broadcast,transA,transB;0-
s7;A:T,B:T,C:T;Y:T;T=0;alpha,beta,transA,transB;0-
s9;A:T,B:T,C:T;Y:T;T=16;alpha,beta,transA,transB;0-
s11;A:T,B:T,C:T?;Y:T;T=16;alpha,beta,transA,transB;0-
s13;A:T,B:T,C:T?;Y:T;T=17;alpha,beta,transA,transB;0-
k7-8;T=13;13
k7-8;T=3;0-
k7-8;T=4;0-
k9-10;T=13;13
k9-10;T=3;0-
k9-10;T=4;0-
k11-12;T=13;13
k11-12;T=3;0-
k11-12;T=4;0-
k13-;T=13;13
k13-;T=3;0-
k13-;T=4;0-
c7-8;T=13;14-15
c7-8;T=3;14-15
c7-8;T=4;14-15
c9-10;T=13;14-15
c9-10;T=3;14-15
c9-10;T=4;14-15
c11-12;T=13;14-15
c11-12;T=3;14-15
c11-12;T=4;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

GivenTensorFill
s1;shape:T?;X:T;T=0;extra_shape,input_as_shape,shape,values;0-
s10!;shape:T?;X:T;T=0;extra_shape,input_as_shape,shape,values;0-

GlobalAveragePool
s1;X:T;Y:T;T=0;;0-
s22;X:T;Y:T;T=15;;5-
k1-21;T=3;5-
k1-;T=3;0-4
k22-;T=3;5-
c1-21;T=13;14-15
c1-21;T=3;14-15
c1-21;T=4;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15

GlobalLpPool
s1;X:T;Y:T;T=0;p;0-
s2;X:T;Y:T;T=15;p;5-6
s2;X:T;Y:T;T=0;p;0-4,7-
s22;X:T;Y:T;T=15;p;7-
s22;X:T;Y:T;T=0;p;5-6
k2-;T=3;0-

GlobalMaxPool
s1;X:T;Y:T;T=0;;0-
s22;X:T;Y:T;T=15;;5-
k1-21;T=3;5-
k1-;T=3;0-4
k22-;T=3;5-
c1-21;T=13;14-15
c1-21;T=3;14-15
c1-21;T=4;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15

Greater
s1;A:T,B:T;C:T1;T=0,T1=18;axis,broadcast;0-
s7;A:T,B:T;C:T1;T=0,T1=18;;0-
s9;A:T,B:T;C:T1;T=1,T1=18;;0-
s13;A:T,B:T;C:T1;T=2,T1=18;;0-
k7-8;T=3,T1=18;0-
k7-8;T=4,T1=18;0-
k9-12;T=3,T1=18;0-
k9-12;T=4,T1=18;0-
k9-12;T=5,T1=18;5-
k9-12;T=6,T1=18;0-
k9-12;T=7,T1=18;0-
k9-12;T=8,T1=18;5-
k9-12;T=9,T1=18;5-
k9-12;T=10,T1=18;5-
k9-12;T=11,T1=18;5-
k9-12;T=12,T1=18;5-
k13-;T=3,T1=18;0-
k13-;T=4,T1=18;0-
k13-;T=5,T1=18;5-
k13-;T=6,T1=18;0-
k13-;T=7,T1=18;0-
k13-;T=8,T1=18;5-
k13-;T=9,T1=18;5-
k13-;T=10,T1=18;5-
k13-;T=11,T1=18;5-
k13-;T=12,T1=18;5-
c7-8;T=13;14-15
c7-8;T=3;14-15
c7-8;T=4;14-15
c9-12;T=13;14-15
c9-12;T=3;14-15
c9-12;T=4;14-15
c9-12;T=6;14-15
c9-12;T=7;14-15
c9-12;T=10;14-15
c9-12;T=11;14-15
c13-;T=13,T1=18;14-15
c13-;T=3,T1=18;14-15
c13-;T=4,T1=18;14-15
c13-;T=6,T1=18;14-15
c13-;T=7,T1=18;14-15
c13-;T=10,T1=18;14-15
c13-;T=11,T1=18;14-15

GreaterOrEqual
s12;A:T,B:T;C:T1;T=1,T1=18;;0-
s16;A:T,B:T;C:T1;T=2,T1=18;;0-
k12-15;T=3,T1=18;0-
k12-15;T=4,T1=18;0-
k12-15;T=5,T1=18;5-
k12-15;T=6,T1=18;0-
k12-15;T=7,T1=18;0-
k12-15;T=8,T1=18;5-
k12-15;T=9,T1=18;5-
k12-15;T=10,T1=18;5-
k12-15;T=11,T1=18;5-
k12-15;T=12,T1=18;5-
k16-;T=3,T1=18;0-
k16-;T=4,T1=18;0-
k16-;T=5,T1=18;5-
k16-;T=6,T1=18;0-
k16-;T=7,T1=18;0-
k16-;T=8,T1=18;5-
k16-;T=9,T1=18;5-
k16-;T=10,T1=18;5-
k16-;T=11,T1=18;5-
k16-;T=12,T1=18;5-
c12-15;T=13,T1=18;14-15
c12-15;T=3,T1=18;14-15
c12-15;T=4,T1=18;14-15
c12-15;T=6,T1=18;14-15
c12-15;T=7,T1=18;14-15
c12-15;T=10,T1=18;14-15
c12-15;T=11,T1=18;14-15
c16-;T=13,T1=18;14-15
c16-;T=3,T1=18;14-15
c16-;T=4,T1=18;14-15
c16-;T=6,T1=18;14-15
c16-;T=7,T1=18;14-15
c16-;T=10,T1=18;14-15
c16-;T=11,T1=18;14-15
f12;!Greater;T=107;0-4
f16;!Greater;T=14;5-
f16;!Greater;T=108;0-4

GridSample
s16;X:T1,grid:T2;Y:T1;T1=66,T2=0;align_corners,mode,padding_mode;0-
s20;X:T1,grid:T2;Y:T1;T1=66,T2=0;align_corners,mode,padding_mode;1-
s22;X:T1,grid:T2;Y:T1;T1=60,T2=15;align_corners,mode,padding_mode;5-
k16-19;T1=3,T2=3;1-
k16-;T1=3,T2=3;0
k20-21;T1=3,T2=3;5-
k20-21;T1=4,T2=4;5-
k20-;T1=3,T2=3;1-4
k20-;T1=4,T2=4;1-4
k22-;T1=3,T2=3;5-
k22-;T1=4,T2=4;5-
c16-19;T1=3,T2=3;14-15
c20-21;T1=3,T2=3;14-15
c22-;T1=3,T2=3;14-15

GroupNormalization
s18;X:T,scale:T,bias:T;Y:T;T=15;epsilon,num_groups;0-
s21;X:T,scale:T,bias:T;Y:T;T=15;epsilon,num_groups,stash_type;2-
f18;!ReduceMean;T=14;0-
f18;18-19;T=0;0
f18;18-20;T=0;1-
f21;!Mul;T=14;2-
f21;21-22;T=0;5-6
f21;21-23;T=0;7
f21;21-25;T=0;8
f21;21-26;T=0;9-15
f21;21-28;T=0;16
f21;21;T=0;2-4

HammingWindow
s17;size:T1;output:T2;T1=36,T2=2;output_datatype,periodic;0-
k17-;T1=36,T2=37;0-

HannWindow
s17;size:T1;output:T2;T1=36,T2=2;output_datatype,periodic;0-
k17-;T1=36,T2=37;0-

HardSigmoid
s1;X:T;Y:T;T=0;alpha,beta,consumed_inputs;0-
s6;X:T;Y:T;T=0;alpha,beta;0-
s22;X:T;Y:T;T=15;alpha,beta;5-
k6-21;T=3;5-
k6-;T=3;0-4
k22-;T=3;5-
c6-21;T=13;14-15
c6-21;T=3;14-15
c6-21;T=4;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15
f6;18;T=4;1-

HardSwish
s14;X:T;Y:T;T=0;;0-
s22;X:T;Y:T;T=15;;5-
c14-21;T=13;14-15
c14-21;T=3;14-15
c14-21;T=4;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15
f14;!HardSigmoid;T=4;0-
f14;14-19;T=28;0
f14;14-20;T=28;1
f14;14-21;T=28;2-
f14;18;T=4;1-
f22;!HardSigmoid;T=24;5-
f22;22-23;T=28;7
f22;22-25;T=28;8
f22;22-26;T=28;9-15
f22;22-28;T=28;16
f22;22;T=28;5-6

Hardmax
s1;input:T;output:T;T=0;axis;0-
s11;input:T;output:T;T=0;axis;0-
s13;input:T;output:T;T=15;axis;0-
k1-10;T=3;0-
k11-12;T=3;0-
k13-;T=3;0-

Identity
s1;input:T;output:T;T=66;;0-
s13;input:T;output:T;T=60;;0-
s14;input:V;output:V;V=109;;0-
s16;input:V;output:V;V=110;;0-
s19;input:V;output:V;V=111;;0-
s21;input:V;output:V;V=112;;2-
s23;input:V;output:V;V=113;;7-
s24;input:V;output:V;V=114;;8-
s25;input:V;output:V;V=115;;8-
k1-12;T=40;0-
k13;T=40;0-
k14-15;V=116;0-
k16-18;V=117;0-
k19-20;V=118;2-
k19-;V=118;0-1
k21-22;V=118;7-
k21-;V=118;2-6
k23-;V=118;7
k23;V=118;8-
k24;V=118;8-
k25-;V=118;8-
c1-12;T=19;14-15
c13;T=19;14-15
c14-18;V=119;14-15
c19-20;V=120;14-15
c21-22;V=120;14-15
c23-24;V=120;14-15
c25-;V=120;14-15

If
s1;cond:B;outputs:V*;B=18,V=66;else_branch,then_branch;0-
s11;cond:B;outputs:V*;B=18,V=66;else_branch,then_branch;0-
s13;cond:B;outputs:V*;B=18,V=121;else_branch,then_branch;0-
s16;cond:B;outputs:V*;B=18,V=122;else_branch,then_branch;0-
s19;cond:B;outputs:V*;B=18,V=123;else_branch,then_branch;0-
s21;cond:B;outputs:V*;B=18,V=124;else_branch,then_branch;2-
s23;cond:B;outputs:V*;B=18,V=125;else_branch,then_branch;7-
s24;cond:B;outputs:V*;B=18,V=126;else_branch,then_branch;8-
s25;cond:B;outputs:V*;B=18,V=127;else_branch,then_branch;8-
k1-10;B=18,V=40;0-
k11-12;B=18,V=40;0-
k13-15;B=18,V=116;0-
k16-18;B=18,V=117;0-
k19-20;B=18,V=118;2-
k19-;B=18,V=118;0-1
k21-22;B=18,V=118;7-
k21-;B=18,V=118;2-6
k23-;B=18,V=118;7
k23;B=18,V=118;8-
k24;B=18,V=118;8-
k25-;B=18,V=118;8-
c1-10;B=18,V=19;14-15
c11-12;B=18,V=19;14-15
c13-18;B=18,V=116;14-15
c19-20;B=18,V=128;14-15
c21-22;B=18,V=128;14-15
c23-24;B=18,V=128;14-15
c25-;B=18,V=128;14-15

ImageDecoder
s20;encoded_stream:T1;image:T2;T1=12,T2=12;pixel_format;1-

ImageScaler
s1;input:T;output:T;T=0;bias,scale;0-
s10!;input:T;output:T;T=0;bias,scale;0-
k1-;T=3;0-
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

InstanceNormalization
s1;input:T,scale:T,B:T;output:T;T=0;consumed_inputs,epsilon;0-
s6;input:T,scale:T,B:T;output:T;T=0;epsilon;0-
s22;input:T,scale:T,B:T;output:T;T=15;epsilon;5-
k6-21;T=3;5-
k6-;T=3;0-4
k22-;T=3;5-
c6-;T=13;14-15
c6-;T=3;14-15
c6-;T=4;14-15

IsInf
s10;X:T1;Y:T2;T1=82,T2=18;detect_negative,detect_positive;0-
s20;X:T1;Y:T2;T1=99,T2=18;detect_negative,detect_positive;1-
k10-19;T1=82,T2=18;1-
k10-;T1=82,T2=18;0
k20-;T1=99,T2=18;2-
k20-;T1=129,T2=18;1
c10-19;T1=82,T2=18;14-15
c20-;T1=99,T2=18;14-15

IsNaN
s9;X:T1;Y:T2;T1=0,T2=18;;0-
s13;X:T1;Y:T2;T1=15,T2=18;;0-
s20;X:T1;Y:T2;T1=99,T2=18;;1-
k9-12;T1=13,T2=18;0-
k9-12;T1=3,T2=18;0-
k9-12;T1=4,T2=18;0-
k13-19;T1=13,T2=18;1-
k13-19;T1=3,T2=18;1-
k13-19;T1=4,T2=18;1-
k13-;T1=13,T2=18;0
k13-;T1=3,T2=18;0
k13-;T1=4,T2=18;0
k20-;T1=14,T2=18;2-
k20-;T1=13,T2=18;1-
k20-;T1=3,T2=18;1-
k20-;T1=4,T2=18;1-
k20-;T1=50,T2=18;1-
k20-;T1=93,T2=18;1-
k20-;T1=51,T2=18;1-
k20-;T1=94,T2=18;1-
c9-12;T1=0,T2=18;14-15
c13-19;T1=15,T2=18;14-15
c20-;T1=99,T2=18;14-15

LRN
s1;X:T;Y:T;T=0;alpha,beta,bias,size;0-
s13;X:T;Y:T;T=15;alpha,beta,bias,size;0-
k1-12;T=3;0-
k13-;T=3;0-
c1-12;T=13;14-15
c1-12;T=3;14-15
c1-12;T=4;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

LSTM
s1;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?,initial_c:T?,P:T?;Y:T?,Y_h:T?,Y_c:T?;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,input_forget,output_sequence;0-
s7;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?,initial_c:T?,P:T?;Y:T?,Y_h:T?,Y_c:T?;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,input_forget;0-
s14;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?,initial_c:T?,P:T?;Y:T?,Y_h:T?,Y_c:T?;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,input_forget,layout;0-
s22;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?,initial_c:T?,P:T?;Y:T?,Y_h:T?,Y_c:T?;T=15,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,input_forget,layout;5-
k7-13;T=82,T1=6;0-
k14-21;T=82,T1=6;5-
k14-;T=82,T1=6;0-4
k22-;T=82,T1=6;5-
c7-13;T=13,T1=6;14-15
c7-13;T=3,T1=6;14-15
c7-13;T=4,T1=6;14-15
c14-21;T=13,T1=6;14-15
c14-21;T=3,T1=6;14-15
c14-21;T=4,T1=6;14-15
c22-;T=13,T1=6;14-15
c22-;T=3,T1=6;14-15
c22-;T=4,T1=6;14-15

LayerNormalization
s1;X:T,Scale:V,B:V?;Y:V,Mean:U?,InvStdDev:U?;T=15,U=82,V=15;axis,epsilon,stash_type;0-
s17;X:T,Scale:T,B:T?;Y:T,Mean:U?,InvStdDev:U?;T=15,U=130;axis,epsilon,stash_type;0-
k1-16;T=14,U=3,V=14;14-
k1-16;T=13,U=13,V=13;4-13
k1-16;T=13,U=3,V=13;14-
k1-16;T=3,U=3,V=3;0-
k1-16;T=4,U=3,V=4;14-
k1-16;T=4,U=4,V=4;0-13
k17-;T=14,U=3;14-
k17-;T=13,U=3;4-
k17-;T=3,U=3;0-
k17-;T=4,U=3;0-
c1-16;T=14,U=3,V=14;14-15
c1-16;T=13,U=3,V=13;14-15
c1-16;T=13,U=3,V=3;14-15
c1-16;T=3,U=3,V=13;14-15
c1-16;T=3,U=3,V=3;14-15
c1-16;T=4,U=4,V=4;14-15
c17-;T=14,U=3;14-15
c17-;T=13,U=3;14-15
c17-;T=3,U=3;14-15
c17-;T=4,U=3;14-15
f1;?;;0-
f17;!Mul;T=14;0-13
f17;?;T=14;0

LeakyRelu
s1;X:T;Y:T;T=0;alpha,consumed_inputs;0-
s6;X:T;Y:T;T=0;alpha;0-
s16;X:T;Y:T;T=15;alpha;0-
k6-15;T=3;0-
k16-;T=3;0-
c6-15;T=13;14-15
c6-15;T=3;14-15
c6-15;T=4;14-15
c16-;T=13;14-15
c16-;T=3;14-15
c16-;T=4;14-15
f16;!Less;T=14;0-
f16;16-18;T=4;1-
f16;16-19;T=4;0

Less
s1;A:T,B:T;C:T1;T=0,T1=18;axis,broadcast;0-
s7;A:T,B:T;C:T1;T=0,T1=18;;0-
s9;A:T,B:T;C:T1;T=1,T1=18;;0-
s13;A:T,B:T;C:T1;T=2,T1=18;;0-
k7-8;T=3,T1=18;0-
k7-8;T=4,T1=18;0-
k9-12;T=3,T1=18;0-
k9-12;T=4,T1=18;0-
k9-12;T=5,T1=18;5-
k9-12;T=6,T1=18;0-
k9-12;T=7,T1=18;0-
k9-12;T=8,T1=18;5-
k9-12;T=9,T1=18;5-
k9-12;T=10,T1=18;5-
k9-12;T=11,T1=18;5-
k9-12;T=12,T1=18;5-
k13-;T=3,T1=18;0-
k13-;T=4,T1=18;0-
k13-;T=5,T1=18;5-
k13-;T=6,T1=18;0-
k13-;T=7,T1=18;0-
k13-;T=8,T1=18;5-
k13-;T=9,T1=18;5-
k13-;T=10,T1=18;5-
k13-;T=11,T1=18;5-
k13-;T=12,T1=18;5-
c7-8;T=13;14-15
c7-8;T=3;14-15
c7-8;T=4;14-15
c9-12;T=13;14-15
c9-12;T=3;14-15
c9-12;T=4;14-15
c9-12;T=6;14-15
c9-12;T=7;14-15
c9-12;T=10;14-15
c9-12;T=11;14-15
c13-;T=13,T1=18;14-15
c13-;T=3,T1=18;14-15
c13-;T=4,T1=18;14-15
c13-;T=6,T1=18;14-15
c13-;T=7,T1=18;14-15
c13-;T=10,T1=18;14-15
c13-;T=11,T1=18;14-15

LessOrEqual
s12;A:T,B:T;C:T1;T=1,T1=18;;0-
s16;A:T,B:T;C:T1;T=2,T1=18;;0-
k12-15;T=3,T1=18;0-
k12-15;T=4,T1=18;0-
k12-15;T=5,T1=18;5-
k12-15;T=6,T1=18;0-
k12-15;T=7,T1=18;0-
k12-15;T=8,T1=18;5-
k12-15;T=9,T1=18;5-
k12-15;T=10,T1=18;5-
k12-15;T=11,T1=18;5-
k12-15;T=12,T1=18;5-
k16-;T=3,T1=18;0-
k16-;T=4,T1=18;0-
k16-;T=5,T1=18;5-
k16-;T=6,T1=18;0-
k16-;T=7,T1=18;0-
k16-;T=8,T1=18;5-
k16-;T=9,T1=18;5-
k16-;T=10,T1=18;5-
k16-;T=11,T1=18;5-
k16-;T=12,T1=18;5-
c12-15;T=13,T1=18;14-15
c12-15;T=3,T1=18;14-15
c12-15;T=4,T1=18;14-15
c12-15;T=6,T1=18;14-15
c12-15;T=7,T1=18;14-15
c12-15;T=10,T1=18;14-15
c12-15;T=11,T1=18;14-15
c16-;T=13,T1=18;14-15
c16-;T=3,T1=18;14-15
c16-;T=4,T1=18;14-15
c16-;T=6,T1=18;14-15
c16-;T=7,T1=18;14-15
c16-;T=10,T1=18;14-15
c16-;T=11,T1=18;14-15
f12;!Less;T=107;0-4
f16;!Less;T=14;5-
f16;!Less;T=108;0-4

LinearAttention
s27;query:T,key:T,value:T,past_state:S?,decay:T?,beta:T?;output:T,present_state:S;S=25,T=25;chunk_size,kv_num_heads,q_num_heads,scale,update_rule;12-
f27;27-28;S=25,T=25;16
f27;?;T=25;16
f27;@chunk_size,kv_num_heads,q_num_heads,scale,update_rule;;16

Log
s1;input:T;output:T;T=0;consumed_inputs;0-
s6;input:T;output:T;T=0;;0-
s13;input:T;output:T;T=15;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

LogSoftmax
s1;input:T;output:T;T=0;axis;0-
s11;input:T;output:T;T=0;axis;0-
s13;input:T;output:T;T=15;axis;0-
k1-10;T=3;0-
k1-10;T=4;0-
k11-12;T=3;0-
k11-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c1-10;T=13;14-15
c1-10;T=3;14-15
c1-10;T=4;14-15
c11-12;T=13;14-15
c11-12;T=3;14-15
c11-12;T=4;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15
f13;!ReduceMax;T=14;0-
f13;?;T=14;0

Loop
s1;M:I?,cond:B?,v_initial:V*;v_final_and_scan_outputs:V*;B=18,I=7,V=66;body;0-
s11;M:I?,cond:B?,v_initial:V*;v_final_and_scan_outputs:V*;B=18,I=7,V=66;body;0-
s13;M:I?,cond:B?,v_initial:V*;v_final_and_scan_outputs:V*;B=18,I=7,V=121;body;0-
s16;M:I?,cond:B?,v_initial:V*;v_final_and_scan_outputs:V*;B=18,I=7,V=122;body;0-
s19;M:I?,cond:B?,v_initial:V*;v_final_and_scan_outputs:V*;B=18,I=7,V=123;body;0-
s21;M:I?,cond:B?,v_initial:V*;v_final_and_scan_outputs:V*;B=18,I=7,V=124;body;2-
s23;M:I?,cond:B?,v_initial:V*;v_final_and_scan_outputs:V*;B=18,I=7,V=125;body;7-
s24;M:I?,cond:B?,v_initial:V*;v_final_and_scan_outputs:V*;B=18,I=7,V=126;body;8-
s25;M:I?,cond:B?,v_initial:V*;v_final_and_scan_outputs:V*;B=18,I=7,V=127;body;8-
k1-10;B=18,I=7,V=40;0-
k11-12;B=18,I=7,V=40;0-
k13-15;B=18,I=7,V=116;0-
k16-18;B=18,I=7,V=117;0-
k19-20;B=18,I=7,V=118;2-
k19-;B=18,I=7,V=118;0-1
k21-22;B=18,I=7,V=118;7-
k21-;B=18,I=7,V=118;2-6
k23-;B=18,I=7,V=118;7
k23;B=18,I=7,V=118;8-
k24;B=18,I=7,V=118;8-
k25-;B=18,I=7,V=118;8-
c1-10;B=18,I=7,V=19;14-15
c11-12;B=18,I=7,V=19;14-15
c13-18;B=18,I=7,V=116;14-15
c19-20;B=18,I=7,V=128;14-15
c21-22;B=18,I=7,V=128;14-15
c23-24;B=18,I=7,V=128;14-15
c25-;B=18,I=7,V=128;14-15

LpNormalization
s1;input:T;output:T;T=0;axis,p;0-
s22;input:T;output:T;T=15;axis,p;5-
k1-21;T=3;9-
k1-21;T=4;9-
k1-;T=3;0-8
k1-;T=4;0-8
k22-;T=3;9-
k22-;T=4;9-
c1-21;T=13;14-15
c1-21;T=3;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15

LpPool
s1;X:T;Y:T;T=0;auto_pad,kernel_shape,p,pads,strides;0-
s2;X:T;Y:T;T=0;auto_pad,kernel_shape,p,pads,strides;0-
s11;X:T;Y:T;T=0;auto_pad,kernel_shape,p,pads,strides;0-
s18;X:T;Y:T;T=0;auto_pad,ceil_mode,dilations,kernel_shape,p,pads,strides;0-
s22;X:T;Y:T;T=15;auto_pad,ceil_mode,dilations,kernel_shape,p,pads,strides;5-
k2-10;T=3;0-
k11-17;T=3;0-
k18-21;T=3;5-
k18-;T=3;0-4
k22-;T=3;5-

MatMul
s1;A:T,B:T;Y:T;T=0;;0-
s9;A:T,B:T;Y:T;T=16;;0-
s13;A:T,B:T;Y:T;T=17;;0-
k1-8;T=13;13
k1-8;T=3;0-
k1-8;T=4;0-
k9-12;T=13;13
k9-12;T=3;0-
k9-12;T=4;0-
k9-12;T=131;0-
k9-12;T=132;0-
k13-;T=13;13
k13-;T=3;0-
k13-;T=4;0-
k13-;T=131;0-
k13-;T=132;0-
c1-8;T=13;14-15
c1-8;T=3;14-15
c1-8;T=4;14-15
c9-12;T=13;14-15
c9-12;T=3;14-15
c9-12;T=4;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

MatMulInteger
s10;A:T1,B:T2,a_zero_point:T1?,b_zero_point:T2?;Y:T3;T1=80,T2=80,T3=6;;0-
k10-;T1=8,T2=80,T3=6;8-
k10-;T1=8,T2=8,T3=6;0-7
k10-;T1=12,T2=80,T3=6;0-
c10-;T1=8,T2=8,T3=6;14-15

Max
s1;data_0:T*;max:T;T=0;consumed_inputs;0-
s6;data_0:T*;max:T;T=0;;0-
s8;data_0:T*;max:T;T=0;;0-
s12;data_0:T*;max:T;T=1;;0-
s13;data_0:T*;max:T;T=2;;0-
k6-7;T=3;0-
k8-11;T=82;0-
k12;T=62;8-
k12;T=16;0-7
k13-;T=62;8-
k13-;T=16;0-7
c6-11;T=15;14-15
c12;T=17;14-15
c13-;T=17;14-15

MaxPool
s1;X:T;Y:T;T=0;auto_pad,kernel_shape,pads,strides;0-
s8;X:T;Y:T,Indices:I?;I=7,T=0;auto_pad,kernel_shape,pads,storage_order,strides;0-
s10;X:T;Y:T,Indices:I?;I=7,T=0;auto_pad,ceil_mode,dilations,kernel_shape,pads,storage_order,strides;0-
s11;X:T;Y:T,Indices:I?;I=7,T=0;auto_pad,ceil_mode,dilations,kernel_shape,pads,storage_order,strides;0-
s12;X:T;Y:T,Indices:I?;I=7,T=133;auto_pad,ceil_mode,dilations,kernel_shape,pads,storage_order,strides;0-
s22;X:T;Y:T,Indices:I?;I=7,T=134;auto_pad,ceil_mode,dilations,kernel_shape,pads,storage_order,strides;5-
k1-7;T=3;0-
k8-11;I=7,T=82;0-
k12-21;I=7,T=83;5-
k12-;I=7,T=83;0-4
k22-;I=7,T=83;5-
c1-7;T=13;14-15
c1-7;T=3;14-15
c1-7;T=4;14-15
c8-9;I=7,T=13;14-15
c8-9;I=7,T=3;14-15
c8-9;I=7,T=4;14-15
c10;I=7,T=13;14-15
c10;I=7,T=3;14-15
c10;I=7,T=4;14-15
c11;I=7,T=13;14-15
c11;I=7,T=3;14-15
c11;I=7,T=4;14-15
c12-;I=7,T=13;14-15
c12-;I=7,T=3;14-15
c12-;I=7,T=4;14-15
c12-;I=7,T=8;14-15
c12-;I=7,T=12;14-15

MaxRoiPool
s1;X:T,rois:T;Y:T;T=0;pooled_shape,spatial_scale;0-
s22;X:T,rois:T;Y:T;T=15;pooled_shape,spatial_scale;5-
k1-;T=3;0-

MaxUnpool
s9;X:T1,I:T2,output_shape:T2?;output:T1;T1=0,T2=7;kernel_shape,pads,strides;0-
s11;X:T1,I:T2,output_shape:T2?;output:T1;T1=0,T2=7;kernel_shape,pads,strides;0-
s22;X:T1,I:T2,output_shape:T2?;output:T1;T1=15,T2=7;kernel_shape,pads,strides;5-
k9-10;T1=3,T2=7;0-
k11-21;T1=3,T2=7;5-
k11-;T1=3,T2=7;0-4
k22-;T1=3,T2=7;5-

Mean
s1;data_0:T*;mean:T;T=0;consumed_inputs;0-
s6;data_0:T*;mean:T;T=0;;0-
s8;data_0:T*;mean:T;T=0;;0-
s13;data_0:T*;mean:T;T=15;;0-
k6-7;T=3;0-
k8-12;T=3;0-
k13-;T=3;0-

MeanVarianceNormalization
s1;input:T;output:T;T=0;across_channels,normalize_variance;0-
s9;X:T;Y:T;T=0;axes;0-
s13;X:T;Y:T;T=15;axes;0-
k1-8;T=3;0-
k9-12;T=3;0-
k13-;T=3;0-
f9;?;T=4;0-
f13;?;T=24;0-

MelWeightMatrix
s17;num_mel_bins:T1,dft_length:T1,sample_rate:T1,lower_edge_hertz:T2,upper_edge_hertz:T2;output:T3;T1=36,T2=15,T3=2;output_datatype;0-
k17-;T1=36,T2=3,T3=37;0-

MemcpyFromHost
s1;X:T;Y:T;T=135;;0-
k1-;T=120;7-
c1-;T=120;14-15

MemcpyToHost
s1;X:T;Y:T;T=135;;0-
k1-;T=120;7-
c1-;T=120;14-15

Min
s1;data_0:T*;min:T;T=0;consumed_inputs;0-
s6;data_0:T*;min:T;T=0;;0-
s8;data_0:T*;min:T;T=0;;0-
s12;data_0:T*;min:T;T=1;;0-
s13;data_0:T*;min:T;T=2;;0-
k6-7;T=3;0-
k8-11;T=82;0-
k12;T=62;8-
k12;T=16;0-7
k13-;T=62;8-
k13-;T=16;0-7
c6-11;T=15;14-15
c12;T=17;14-15
c13-;T=17;14-15

Mish
s18;X:T;Y:T;T=0;;0-
s22;X:T;Y:T;T=15;;5-
f18;!Softplus;T=4;0-
f18;18-19;T=28;0
f18;18-20;T=28;1
f18;18-21;T=28;2-
f18;18;T=4;1-
f22;!Softplus;T=24;5-
f22;22-23;T=28;7
f22;22-25;T=28;8
f22;22-26;T=28;9-15
f22;22-28;T=28;16
f22;22;T=28;5-6

Mod
s10;A:T,B:T;C:T;T=1;fmod;0-
s13;A:T,B:T;C:T;T=2;fmod;0-
s28;A:T,B:T;C:T;T=2;fmod;16
k10-12;T=1;0-
k13-27;T=1;16
k13-;T=1;0-15
k28-;T=1;16
c10-12;T=16;14-15
c13-;T=17;14-15

Mul
s1;A:T,B:T;C:T;T=0;axis,broadcast,consumed_inputs;0-
s6;A:T,B:T;C:T;T=16;axis,broadcast;0-
s7;A:T,B:T;C:T;T=16;;0-
s13;A:T,B:T;C:T;T=17;;0-
s14;A:T,B:T;C:T;T=2;;0-
k7-12;T=3;0-
k7-12;T=4;0-
k7-12;T=6;0-
k7-12;T=7;0-
k7-12;T=10;5-
k7-12;T=11;5-
k13;T=3;0-
k13;T=4;0-
k13;T=6;0-
k13;T=7;0-
k13;T=10;5-
k13;T=11;5-
k14-;T=3;0-
k14-;T=4;0-
k14-;T=5;5-
k14-;T=6;0-
k14-;T=7;0-
k14-;T=8;5-
k14-;T=9;5-
k14-;T=10;5-
k14-;T=11;5-
k14-;T=12;5-
c7-12;T=13;14-15
c7-12;T=3;14-15
c7-12;T=4;14-15
c7-12;T=6;14-15
c7-12;T=7;14-15
c7-12;T=10;14-15
c7-12;T=11;14-15
c13;T=14;14-15
c13;T=13;14-15
c13;T=3;14-15
c13;T=4;14-15
c13;T=6;14-15
c13;T=7;14-15
c13;T=10;14-15
c13;T=11;14-15
c14-;T=14;14-15
c14-;T=13;14-15
c14-;T=3;14-15
c14-;T=4;14-15
c14-;T=5;14-15
c14-;T=6;14-15
c14-;T=7;14-15
c14-;T=8;14-15
c14-;T=9;14-15
c14-;T=10;14-15
c14-;T=11;14-15
c14-;T=12;14-15

MultilevelCropAndResize_TRT
s1;boxes:T,feature_map_0:T,feature_map_1:T,feature_map_2:T,feature_map_3:T;patches:T;T=3;image_size,plugin_version,pooled_size;0-

Multinomial
s7;input:T1;output:T2;T1=0,T2=36;dtype,sample_size,seed;0-
s22;input:T1;output:T2;T1=15,T2=36;dtype,sample_size,seed;5-
k7-;T1=3,T2=36;0-

Neg
s1;X:T;Y:T;T=0;consumed_inputs;0-
s6;X:T;Y:T;T=136;;0-
s13;X:T;Y:T;T=137;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k6-12;T=5;5-
k6-12;T=6;0-
k6-12;T=7;0-
k6-12;T=8;0-
k13-;T=3;0-
k13-;T=4;0-
k13-;T=5;5-
k13-;T=6;0-
k13-;T=7;0-
k13-;T=8;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c6-12;T=5;14-15
c6-12;T=6;14-15
c6-12;T=7;14-15
c6-12;T=8;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15
c13-;T=5;14-15
c13-;T=6;14-15
c13-;T=7;14-15
c13-;T=8;14-15

NegativeLogLikelihoodLoss
s12;input:T,target:Tind,weight:T?;loss:T;T=0,Tind=36;ignore_index,reduction;0-
s13;input:T,target:Tind,weight:T?;loss:T;T=0,Tind=36;ignore_index,reduction;0-
s22;input:T,target:Tind,weight:T?;loss:T;T=15,Tind=36;ignore_index,reduction;5-
f12;12;T=0,Tind=36;0-
f12;@ignore_index,reduction;;0-
f13;13-19;T=0,Tind=36;0
f13;13-20;T=0,Tind=36;1
f13;13-21;T=0,Tind=36;2-
f13;@ignore_index,reduction;;0-
f22;!Neg;T=14,Tind=36;5-
f22;22-23;T=0,Tind=36;7
f22;22-25;T=0,Tind=36;8
f22;22-26;T=0,Tind=36;9-15
f22;22-28;T=0,Tind=36;16
f22;22;T=0,Tind=36;5-6

NonMaxSuppression
s10;boxes:#f32,scores:#f32,max_output_boxes_per_class:#i64?,iou_threshold:#f32?,score_threshold:#f32?;selected_indices:#i64;;center_point_box;0-
s11;boxes:#f32,scores:#f32,max_output_boxes_per_class:#i64?,iou_threshold:#f32?,score_threshold:#f32?;selected_indices:#i64;;center_point_box;0-
k10;;0-
k11-;;0-
c10;;14-15
c11-;;14-15

NonZero
s9;X:T;Y:#i64;T=66;;0-
s13;X:T;Y:#i64;T=60;;0-
k9-12;T=18;0-
k9-12;T=3;0-
k9-12;T=6;0-
k9-12;T=7;0-
k9-12;T=12;0-
k13-;T=18;0-
k13-;T=3;0-
k13-;T=6;0-
k13-;T=7;0-
k13-;T=12;0-
c9-12;T=18;14-15
c9-12;T=13;14-15
c9-12;T=3;14-15
c9-12;T=6;14-15
c9-12;T=7;14-15
c9-12;T=12;14-15
c13-;T=18;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=6;14-15
c13-;T=7;14-15
c13-;T=12;14-15

Not
s1;X:T;Y:T;T=18;;0-
k1-;T=18;0-
c1-;T=18;14-15

OneHot
s9;indices:T1,depth:T2,values:T3;output:T3;T1=1,T2=1,T3=66;axis;0-
s11;indices:T1,depth:T2,values:T3;output:T3;T1=1,T2=1,T3=66;axis;0-
s28;indices:T1,depth:T2,values:T3;output:T3;T1=1,T2=1,T3=60;axis;16
k9-10;T1=3,T2=3,T3=3;0-
k9-10;T1=3,T2=7,T3=7;0-
k9-10;T1=3,T2=7,T3=103;0-
k9-10;T1=6,T2=3,T3=3;0-
k9-10;T1=6,T2=6,T3=3;0-
k9-10;T1=7,T2=3,T3=3;0-
k9-10;T1=7,T2=3,T3=6;0-
k9-10;T1=7,T2=6,T3=3;0-
k9-10;T1=7,T2=7,T3=3;0-
k9-10;T1=7,T2=7,T3=7;0-
k9-10;T1=7,T2=7,T3=103;0-
k11-27;T1=3,T2=3,T3=3;16
k11-27;T1=3,T2=7,T3=7;16
k11-27;T1=3,T2=7,T3=103;16
k11-27;T1=6,T2=3,T3=3;16
k11-27;T1=6,T2=6,T3=3;16
k11-27;T1=7,T2=3,T3=3;16
k11-27;T1=7,T2=3,T3=6;16
k11-27;T1=7,T2=6,T3=3;16
k11-27;T1=7,T2=7,T3=3;16
k11-27;T1=7,T2=7,T3=7;16
k11-27;T1=7,T2=7,T3=103;16
k11-;T1=3,T2=3,T3=3;0-15
k11-;T1=3,T2=7,T3=7;0-15
k11-;T1=3,T2=7,T3=103;0-15
k11-;T1=6,T2=3,T3=3;0-15
k11-;T1=6,T2=6,T3=3;0-15
k11-;T1=7,T2=3,T3=3;0-15
k11-;T1=7,T2=3,T3=6;0-15
k11-;T1=7,T2=6,T3=3;0-15
k11-;T1=7,T2=7,T3=3;0-15
k11-;T1=7,T2=7,T3=7;0-15
k11-;T1=7,T2=7,T3=103;0-15
k28-;T1=3,T2=3,T3=3;16
k28-;T1=3,T2=7,T3=7;16
k28-;T1=3,T2=7,T3=103;16
k28-;T1=6,T2=3,T3=3;16
k28-;T1=6,T2=6,T3=14;16
k28-;T1=6,T2=6,T3=3;16
k28-;T1=7,T2=3,T3=3;16
k28-;T1=7,T2=3,T3=6;16
k28-;T1=7,T2=6,T3=3;16
k28-;T1=7,T2=7,T3=14;16
k28-;T1=7,T2=7,T3=3;16
k28-;T1=7,T2=7,T3=7;16
k28-;T1=7,T2=7,T3=103;16
c11-;T1=6,T2=6,T3=13;14-15
c11-;T1=6,T2=6,T3=3;14-15
c11-;T1=7,T2=7,T3=13;14-15
c11-;T1=7,T2=7,T3=3;14-15
c11-;T1=7,T2=7,T3=7;14-15

Optional
s15;input:V?;output:O;O=138,V=121;type;0-
s28;input:V?;output:O;O=139,V=140;type;16
k15-;O=141,V=116;0-

OptionalGetElement
s15;input:O;output:V;O=138,V=121;;0-
s18;input:O;output:V;O=142,V=121;;0-
s28;input:O;output:V;O=143,V=140;;16
k15-17;O=141,V=116;0-
k18-;O=117,V=116;0-

OptionalHasElement
s15;input:O;output:B;B=18,O=138;;0-
s18;input:O?;output:B;B=18,O=142;;0-
s28;input:O?;output:B;B=18,O=143;;16
k15-17;B=18,O=141;0-
k18-;B=18,O=117;0-

Or
s1;A:T,B:T;C:T1;T=18,T1=18;axis,broadcast;0-
s7;A:T,B:T;C:T1;T=18,T1=18;;0-
k7-;T=18,T1=18;0-
c7-;T=18,T1=18;14-15

PRelu
s1;X:T,slope:T;Y:T;T=0;consumed_inputs;0-
s6;X:T,slope:T;Y:T;T=0;;0-
s7;X:T,slope:T;Y:T;T=0;;0-
s9;X:T,slope:T;Y:T;T=16;;0-
s16;X:T,slope:T;Y:T;T=17;;0-
k7-8;T=3;0-
k9-15;T=3;0-
k16-;T=3;0-
c7-8;T=13;14-15
c7-8;T=3;14-15
c7-8;T=4;14-15
c9-15;T=13;14-15
c9-15;T=3;14-15
c9-15;T=4;14-15
c16-;T=13;14-15
c16-;T=3;14-15
c16-;T=4;14-15
f16;!Less;T=14;5-
f16;!Less;T=144;0-4
f16;!Where;T=145;5-14
f16;!Where;T=11;15-
f16;16-18;T=146;1-14
f16;16-18;T=147;15-
f16;16-19;T=146;0

Pad
s1;data:T;output:T;T=0;mode,paddings,value;0-
s2;data:T;output:T;T=0;mode,pads,value;0-
s11;data:T,pads:#i64,constant_value:T?;output:T;T=1;mode;0-
s13;data:T,pads:#i64,constant_value:T?;output:T;T=60;mode;0-
s18;data:T,pads:#i64,constant_value:T?,axes:Tind?;output:T;T=60,Tind=36;mode;0-
s19;data:T,pads:#i64,constant_value:T?,axes:Tind?;output:T;T=60,Tind=36;mode;0-
s21;data:T,pads:#i64,constant_value:T?,axes:Tind?;output:T;T=71,Tind=36;mode;2-
s23;data:T,pads:#i64,constant_value:T?,axes:Tind?;output:T;T=72,Tind=36;mode;7-
s24;data:T,pads:#i64,constant_value:T?,axes:Tind?;output:T;T=73,Tind=36;mode;8-
s25;data:T,pads:#i64,constant_value:T?,axes:Tind?;output:T;T=74,Tind=36;mode;8-
k2-10;T=82;0-
k11-12;T=63;0-
k13-17;T=148;0-
k18;T=148;0-
k19-20;T=148;2-
k19-;T=148;0-1
k21-22;T=149;16
k21-22;T=148;7-15
k21-;T=148;2-6
k23-;T=148;7
k23;T=149;16
k23;T=148;8-15
k24;T=149;16
k24;T=148;8-15
k25-;T=149;16
k25-;T=148;8-15
c2-10;T=13;14-15
c2-10;T=3;14-15
c2-10;T=4;14-15
c11-12;T=13;14-15
c11-12;T=3;14-15
c11-12;T=4;14-15
c13-17;T=18;14-15
c13-17;T=13;14-15
c13-17;T=3;14-15
c13-17;T=4;14-15
c18;T=18;14-15
c18;T=13;14-15
c18;T=3;14-15
c18;T=4;14-15
c19-20;T=18;14-15
c19-20;T=13;14-15
c19-20;T=3;14-15
c19-20;T=4;14-15
c21-22;T=18;14-15
c21-22;T=13;14-15
c21-22;T=3;14-15
c21-22;T=4;14-15
c23;T=18;14-15
c23;T=13;14-15
c23;T=3;14-15
c23;T=4;14-15
c24;T=18;14-15
c24;T=13;14-15
c24;T=3;14-15
c24;T=4;14-15
c25-;T=18;14-15
c25-;T=13;14-15
c25-;T=3;14-15
c25-;T=4;14-15

ParametricSoftplus
s1;X:T;Y:T;T=0;alpha,beta;0-
s10!;X:T;Y:T;T=0;alpha,beta;0-
k1-;T=3;0-
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

Pow
s1;X:T,Y:T;Z:T;T=0;axis,broadcast;0-
s7;X:T,Y:T;Z:T;T=0;;0-
s12;X:T,Y:T1;Z:T;T=150,T1=1;;0-
s13;X:T,Y:T1;Z:T;T=151,T1=1;;0-
s15;X:T,Y:T1;Z:T;T=151,T1=2;;0-
k7-11;T=82;0-
k12;T=100,T1=100;0-
k13-14;T=100,T1=100;0-
k15-;T=100,T1=100;0-
c7-11;T=13;14-15
c7-11;T=3;14-15
c7-11;T=4;14-15
c12;T=150,T1=150;14-15
c13-14;T=151,T1=150;14-15
c15-;T=151,T1=151;14-15

PyramidROIAlign_TRT
s1;boxes:T,feature_map_0:T,feature_map_1:T,feature_map_2:T,feature_map_3:T;patches:T;T=3;plugin_version,pooled_size;0-

QLinearConv
s10;x:T1,x_scale:#f32,x_zero_point:T1,w:T2,w_scale:#f32,w_zero_point:T2,y_scale:#f32,y_zero_point:T3,B:T4?;y:T3;T1=80,T2=80,T3=80,T4=6;auto_pad,dilations,group,kernel_shape,pads,strides;0-
k10-;T1=8,T2=8,T3=8,T4=6;0-
k10-;T1=12,T2=80,T3=12,T4=6;0-

QLinearMatMul
s10;a:T1,a_scale:#f32,a_zero_point:T1,b:T2,b_scale:#f32,b_zero_point:T2,y_scale:#f32,y_zero_point:T3;y:T3;T1=80,T2=80,T3=80;;0-
s21;a:T1,a_scale:TS,a_zero_point:T1,b:T2,b_scale:TS,b_zero_point:T2,y_scale:TS,y_zero_point:T3;y:T3;T1=152,T2=152,T3=152,TS=25;;2-
k10-20;T1=8,T2=8,T3=8;4-
k10-20;T1=12,T2=80,T3=12;4-
k10-;T1=8,T2=8,T3=8;0-3
k10-;T1=12,T2=80,T3=12;0-3
k21-;T1=8,T2=8,T3=8,TS=3;4-
k21-;T1=12,T2=80,T3=12,TS=3;4-

QuantizeLinear
s10;x:T1,y_scale:#f32,y_zero_point:T2?;y:T2;T1=153,T2=80;;0-
s13;x:T1,y_scale:#f32,y_zero_point:T2?;y:T2;T1=153,T2=80;axis;0-
s19;x:T1,y_scale:T1,y_zero_point:T2?;y:T2;T1=154,T2=152;axis,saturate;0-
s21;x:T1,y_scale:T1,y_zero_point:T2?;y:T2;T1=154,T2=155;axis,block_size,output_dtype,saturate;2-
s23;x:T1,y_scale:T2,y_zero_point:T3?;y:T3;T1=154,T2=154,T3=156;axis,block_size,output_dtype,precision,saturate;7-
s24;x:T1,y_scale:T2,y_zero_point:T3?;y:T3;T1=154,T2=157,T3=156;axis,block_size,output_dtype,precision,saturate;8-
s25;x:T1,y_scale:T2,y_zero_point:T3?;y:T3;T1=154,T2=157,T3=158;axis,block_size,output_dtype,precision,saturate;8-
s28;x:T1,y_scale:T2,y_zero_point:T3?;y:T3;T1=154,T2=157,T3=159;axis,block_size,output_dtype,precision,saturate;16
k10-12;T1=3,T2=8;0-
k10-12;T1=3,T2=12;0-
k13-18;T1=3,T2=8;0-
k13-18;T1=3,T2=12;0-
k19-20;T1=28,T2=50;2-
k19-20;T1=28,T2=93;2-
k19-20;T1=28,T2=51;2-
k19-20;T1=28,T2=94;2-
k19-20;T1=28,T2=8;2-
k19-20;T1=28,T2=12;2-
k19-;T1=28,T2=50;0-1
k19-;T1=28,T2=93;0-1
k19-;T1=28,T2=51;0-1
k19-;T1=28,T2=94;0-1
k19-;T1=28,T2=8;0-1
k19-;T1=28,T2=12;0-1
k21-22;T1=28,T2=50;7-
k21-22;T1=28,T2=93;7-
k21-22;T1=28,T2=51;7-
k21-22;T1=28,T2=94;7-
k21-22;T1=28,T2=5;7-
k21-22;T1=28,T2=95;7-
k21-22;T1=28,T2=8;7-
k21-22;T1=28,T2=9;7-
k21-22;T1=28,T2=96;7-
k21-22;T1=28,T2=12;7-
k21-;T1=28,T2=50;2-6
k21-;T1=28,T2=93;2-6
k21-;T1=28,T2=51;2-6
k21-;T1=28,T2=94;2-6
k21-;T1=28,T2=5;2-6
k21-;T1=28,T2=95;3-6
k21-;T1=28,T2=8;2-6
k21-;T1=28,T2=9;2-6
k21-;T1=28,T2=96;3-6
k21-;T1=28,T2=12;2-6
k23-;T1=28,T2=50;7
k23-;T1=28,T2=93;7
k23-;T1=28,T2=51;7
k23-;T1=28,T2=94;7
k23-;T1=28,T2=5;7
k23-;T1=28,T2=95;7
k23-;T1=28,T2=8;7
k23-;T1=28,T2=9;7
k23-;T1=28,T2=96;7
k23-;T1=28,T2=12;7
k23;T1=28,T2=28,T3=50;8-
k23;T1=28,T2=28,T3=93;8-
k23;T1=28,T2=28,T3=51;8-
k23;T1=28,T2=28,T3=94;8-
k23;T1=28,T2=28,T3=5;8-
k23;T1=28,T2=28,T3=95;8-
k23;T1=28,T2=28,T3=8;8-
k23;T1=28,T2=28,T3=9;8-
k23;T1=28,T2=28,T3=96;8-
k23;T1=28,T2=28,T3=12;8-
k24;T1=28,T2=28,T3=50;8-
k24;T1=28,T2=28,T3=93;8-
k24;T1=28,T2=28,T3=51;8-
k24;T1=28,T2=28,T3=94;8-
k24;T1=28,T2=28,T3=5;8-
k24;T1=28,T2=28,T3=95;8-
k24;T1=28,T2=28,T3=8;8-
k24;T1=28,T2=28,T3=9;8-
k24;T1=28,T2=28,T3=96;8-
k24;T1=28,T2=28,T3=12;8-
k25-;T1=28,T2=28,T3=50;8-
k25-;T1=28,T2=28,T3=93;8-
k25-;T1=28,T2=28,T3=51;8-
k25-;T1=28,T2=28,T3=94;8-
k25-;T1=28,T2=28,T3=5;8-
k25-;T1=28,T2=28,T3=97;8-
k25-;T1=28,T2=28,T3=95;8-
k25-;T1=28,T2=28,T3=8;8-
k25-;T1=28,T2=28,T3=9;8-
k25-;T1=28,T2=28,T3=98;8-
k25-;T1=28,T2=28,T3=96;8-
k25-;T1=28,T2=28,T3=12;8-
c10-12;T1=3,T2=8;14-15
c10-12;T1=3,T2=12;14-15
c13-18;T1=3,T2=8;14-15
c13-18;T1=3,T2=12;14-15
c19-20;T1=13,T2=50;14-15
c19-20;T1=13,T2=51;14-15
c19-20;T1=13,T2=8;14-15
c19-20;T1=13,T2=12;14-15
c19-20;T1=3,T2=50;14-15
c19-20;T1=3,T2=51;14-15
c19-20;T1=3,T2=8;14-15
c19-20;T1=3,T2=12;14-15
c21-22;T1=13,T2=50;14-15
c21-22;T1=13,T2=51;14-15
c21-22;T1=13,T2=95;14-15
c21-22;T1=13,T2=8;14-15
c21-22;T1=13,T2=96;14-15
c21-22;T1=13,T2=12;14-15
c21-22;T1=3,T2=50;14-15
c21-22;T1=3,T2=51;14-15
c21-22;T1=3,T2=95;14-15
c21-22;T1=3,T2=8;14-15
c21-22;T1=3,T2=96;14-15
c21-22;T1=3,T2=12;14-15
c23-24;T1=13,T2=13,T3=50;14-15
c23-24;T1=13,T2=13,T3=51;14-15
c23-24;T1=13,T2=13,T3=95;14-15
c23-24;T1=13,T2=13,T3=8;14-15
c23-24;T1=13,T2=13,T3=96;14-15
c23-24;T1=13,T2=13,T3=12;14-15
c23-24;T1=3,T2=3,T3=50;14-15
c23-24;T1=3,T2=3,T3=51;14-15
c23-24;T1=3,T2=3,T3=95;14-15
c23-24;T1=3,T2=3,T3=8;14-15
c23-24;T1=3,T2=3,T3=96;14-15
c23-24;T1=3,T2=3,T3=12;14-15
c25-;T1=13,T2=13,T3=50;14-15
c25-;T1=13,T2=13,T3=51;14-15
c25-;T1=13,T2=13,T3=95;14-15
c25-;T1=13,T2=13,T3=8;14-15
c25-;T1=13,T2=13,T3=96;14-15
c25-;T1=13,T2=13,T3=12;14-15
c25-;T1=3,T2=3,T3=50;14-15
c25-;T1=3,T2=3,T3=51;14-15
c25-;T1=3,T2=3,T3=95;14-15
c25-;T1=3,T2=3,T3=8;14-15
c25-;T1=3,T2=3,T3=96;14-15
c25-;T1=3,T2=3,T3=12;14-15

RMSNormalization
s23;X:T,scale:V;Y:V;T=15,V=15;axis,epsilon,stash_type;7-
k23-;T=13,V=13;7-
k23-;T=3,V=3;7-
k23-;T=4,V=4;7-
c23-;T=14,V=14;14-15
c23-;T=13,V=13;14-15
c23-;T=13,V=3;14-15
c23-;T=3,V=13;14-15
c23-;T=3,V=3;14-15
c23-;T=4,V=4;14-15
f23;!Mul;T=14,V=14;7-
f23;?;T=25,V=4;7-
f23;?;T=24,V=28;7-
f23;?;T=0,V=14;7-

RNN
s1;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?;Y:T?,Y_h:T?;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,output_sequence;0-
s7;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?;Y:T?,Y_h:T?;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size;0-
s14;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?;Y:T?,Y_h:T?;T=0,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,layout;0-
s22;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?;Y:T?,Y_h:T?;T=15,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,layout;5-
k7-13;T=3,T1=6;0-
k14-21;T=3,T1=6;5-
k14-;T=3,T1=6;0-4
k22-;T=3,T1=6;5-
c7-13;T=13,T1=6;14-15
c7-13;T=3,T1=6;14-15
c7-13;T=4,T1=6;14-15
c14-21;T=13,T1=6;14-15
c14-21;T=3,T1=6;14-15
c14-21;T=4,T1=6;14-15
c22-;T=13,T1=6;14-15
c22-;T=3,T1=6;14-15
c22-;T=4,T1=6;14-15

RandomNormal
s1;;output:T;T=0;dtype,mean,scale,seed,shape;0-
s22;;output:T;T=15;dtype,mean,scale,seed,shape;5-
k1-;T=82;0-
c1-21;T=0;14-15
c22-;T=15;14-15

RandomNormalLike
s1;input:T1;output:T2;T1=66,T2=0;dtype,mean,scale,seed;0-
s22;input:T1;output:T2;T1=60,T2=15;dtype,mean,scale,seed;5-
k1-;T1=40,T2=82;0-
c1-21;T1=40,T2=0;14-15
c22-;T1=40,T2=15;14-15

RandomUniform
s1;;output:T;T=0;dtype,high,low,seed,shape;0-
s22;;output:T;T=15;dtype,high,low,seed,shape;5-
k1-;T=82;0-
c1-21;T=0;14-15
c22-;T=15;14-15

RandomUniformLike
s1;input:T1;output:T2;T1=66,T2=0;dtype,high,low,seed;0-
s22;input:T1;output:T2;T1=60,T2=15;dtype,high,low,seed;5-
k1-;T1=40,T2=82;0-
c1-21;T1=40,T2=0;14-15
c22-;T1=40,T2=15;14-15

Range
s11;start:T,limit:T,delta:T;output:T;T=160;;0-
s27;start:T,limit:T,delta:T;output:T;T=161;stash_type;12-
k11-26;T=160;12-
k11-;T=160;0-11
k27-;T=160;12-
c11-26;T=160;14-15
c27-;T=160;14-15
f27;27-28;T=14;16
f27;@stash_type;;16

Reciprocal
s1;X:T;Y:T;T=0;consumed_inputs;0-
s6;X:T;Y:T;T=0;;0-
s13;X:T;Y:T;T=15;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

ReduceL1
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s13;data:T;reduced:T;T=17;axes,keepdims;0-
s18;data:T,axes:#i64?;reduced:T;T=17;keepdims,noop_with_empty_axes;0-
k1-10;T=3;0-
k1-10;T=4;4-
k1-10;T=6;0-
k1-10;T=7;0-
k11-12;T=3;0-
k11-12;T=4;4-
k11-12;T=6;0-
k11-12;T=7;0-
k13-17;T=3;0-
k13-17;T=4;4-
k13-17;T=6;0-
k13-17;T=7;0-
k18-;T=3;0-
k18-;T=4;4-
k18-;T=6;0-
k18-;T=7;0-
c1-17;T=13;14-15
c1-17;T=3;14-15
c1-17;T=4;14-15
c1-17;T=6;14-15
c18-;T=13;14-15
c18-;T=3;14-15
c18-;T=4;14-15
c18-;T=6;14-15
f18;!Abs;T=14;0-
f18;!ReduceSum;T=145;0-
f18;18-19;T=4;0
f18;18-20;T=4;1
f18;18-21;T=4;2-3

ReduceL2
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s13;data:T;reduced:T;T=17;axes,keepdims;0-
s18;data:T,axes:#i64?;reduced:T;T=17;keepdims,noop_with_empty_axes;0-
k1-10;T=3;0-
k1-10;T=4;4-
k1-10;T=6;0-
k1-10;T=7;0-
k11-12;T=3;0-
k11-12;T=4;4-
k11-12;T=6;0-
k11-12;T=7;0-
k13-17;T=3;0-
k13-17;T=4;4-
k13-17;T=6;0-
k13-17;T=7;0-
k18-;T=3;0-
k18-;T=4;4-
k18-;T=6;0-
k18-;T=7;0-
c1-17;T=13;14-15
c1-17;T=3;14-15
c1-17;T=4;14-15
c1-17;T=6;14-15
c18-;T=13;14-15
c18-;T=3;14-15
c18-;T=4;14-15
c18-;T=6;14-15
f18;!Mul;T=14;5-
f18;!Mul;T=144;0-4
f18;!ReduceSum;T=145;5-
f18;18-19;T=4;0
f18;18;T=4;1-3

ReduceLogSum
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s13;data:T;reduced:T;T=17;axes,keepdims;0-
s18;data:T,axes:#i64?;reduced:T;T=17;keepdims,noop_with_empty_axes;0-
s28;data:T,axes:#i64?;reduced:T;T=15;keepdims,noop_with_empty_axes;16
k1-10;T=3;0-
k1-10;T=4;4-
k1-10;T=6;0-
k1-10;T=7;0-
k11-12;T=3;0-
k11-12;T=4;4-
k11-12;T=6;0-
k11-12;T=7;0-
k13-17;T=3;0-
k13-17;T=4;4-
k13-17;T=6;0-
k13-17;T=7;0-
k18-;T=3;0-
k18-;T=4;4-
k18-;T=6;0-
k18-;T=7;0-
c1-17;T=13;14-15
c1-17;T=3;14-15
c1-17;T=4;14-15
c18-;T=13;14-15
c18-;T=3;14-15
c18-;T=4;14-15
f18;!Log;T=145;0-
f18;!ReduceSum;T=14;0-
f18;18-19;T=4;0
f18;18-20;T=4;1
f18;18-21;T=4;2-3
f28;!ReduceSum;T=14;16
f28;28;T=0;16

ReduceLogSumExp
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s13;data:T;reduced:T;T=17;axes,keepdims;0-
s18;data:T,axes:#i64?;reduced:T;T=17;keepdims,noop_with_empty_axes;0-
s28;data:T,axes:#i64?;reduced:T;T=15;keepdims,noop_with_empty_axes;16
k1-10;T=3;0-
k1-10;T=4;0-
k1-10;T=6;0-
k1-10;T=7;0-
k11-12;T=3;0-
k11-12;T=4;0-
k11-12;T=6;0-
k11-12;T=7;0-
k13-17;T=3;0-
k13-17;T=4;0-
k13-17;T=6;0-
k13-17;T=7;0-
k18-;T=3;0-
k18-;T=4;0-
k18-;T=6;0-
k18-;T=7;0-
c1-17;T=13;14-15
c1-17;T=3;14-15
c1-17;T=4;14-15
c18-;T=13;14-15
c18-;T=3;14-15
c18-;T=4;14-15
f18;18-19;T=144;0
f18;18;T=144;1-
f28;28;T=15;16

ReduceMax
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s12;data:T;reduced:T;T=62;axes,keepdims;0-
s13;data:T;reduced:T;T=162;axes,keepdims;0-
s18;data:T,axes:#i64?;reduced:T;T=162;keepdims,noop_with_empty_axes;0-
s20;data:T,axes:#i64?;reduced:T;T=163;keepdims,noop_with_empty_axes;1-
k1-10;T=3;0-
k1-10;T=4;0-
k1-10;T=6;0-
k1-10;T=7;0-
k11;T=3;0-
k11;T=4;0-
k11;T=6;0-
k11;T=7;0-
k12;T=3;0-
k12;T=4;0-
k12;T=6;0-
k12;T=7;0-
k12;T=8;0-
k12;T=12;0-
k13-17;T=3;0-
k13-17;T=4;0-
k13-17;T=6;0-
k13-17;T=7;0-
k13-17;T=8;0-
k13-17;T=12;0-
k18-19;T=3;1-
k18-19;T=4;1-
k18-19;T=6;1-
k18-19;T=7;1-
k18-19;T=8;1-
k18-19;T=12;1-
k18-;T=3;0
k18-;T=4;0
k18-;T=6;0
k18-;T=7;0
k18-;T=8;0
k18-;T=12;0
k20-;T=18;1-
k20-;T=3;1-
k20-;T=4;1-
k20-;T=6;1-
k20-;T=7;1-
k20-;T=8;1-
k20-;T=12;1-
c1-17;T=13;14-15
c1-17;T=3;14-15
c1-17;T=4;14-15
c1-17;T=6;14-15
c1-17;T=7;14-15
c1-17;T=8;14-15
c1-17;T=12;14-15
c18-19;T=13;14-15
c18-19;T=3;14-15
c18-19;T=4;14-15
c18-19;T=6;14-15
c18-19;T=7;14-15
c18-19;T=8;14-15
c18-19;T=12;14-15
c20-;T=13;14-15
c20-;T=3;14-15
c20-;T=4;14-15
c20-;T=6;14-15
c20-;T=7;14-15
c20-;T=8;14-15
c20-;T=12;14-15

ReduceMean
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s13;data:T;reduced:T;T=17;axes,keepdims;0-
s18;data:T,axes:#i64?;reduced:T;T=17;keepdims,noop_with_empty_axes;0-
k1-10;T=3;0-
k1-10;T=4;0-
k1-10;T=6;0-
k1-10;T=7;4-
k11-12;T=3;0-
k11-12;T=4;0-
k11-12;T=6;0-
k11-12;T=7;4-
k13-17;T=3;0-
k13-17;T=4;0-
k13-17;T=6;0-
k13-17;T=7;4-
k18-;T=3;0-
k18-;T=4;0-
k18-;T=6;0-
k18-;T=7;4-
c1-17;T=14;14-15
c1-17;T=13;14-15
c1-17;T=3;14-15
c1-17;T=4;14-15
c1-17;T=6;14-15
c18-;T=14;14-15
c18-;T=13;14-15
c18-;T=3;14-15
c18-;T=4;14-15
c18-;T=6;14-15

ReduceMin
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s12;data:T;reduced:T;T=62;axes,keepdims;0-
s13;data:T;reduced:T;T=162;axes,keepdims;0-
s18;data:T,axes:#i64?;reduced:T;T=162;keepdims,noop_with_empty_axes;0-
s20;data:T,axes:#i64?;reduced:T;T=163;keepdims,noop_with_empty_axes;1-
k1-10;T=3;0-
k1-10;T=4;0-
k1-10;T=6;0-
k1-10;T=7;0-
k11;T=3;0-
k11;T=4;0-
k11;T=6;0-
k11;T=7;0-
k12;T=3;0-
k12;T=4;0-
k12;T=6;0-
k12;T=7;0-
k12;T=8;0-
k12;T=12;0-
k13-17;T=3;0-
k13-17;T=4;0-
k13-17;T=6;0-
k13-17;T=7;0-
k13-17;T=8;0-
k13-17;T=12;0-
k18-19;T=3;1-
k18-19;T=4;1-
k18-19;T=6;1-
k18-19;T=7;1-
k18-19;T=8;1-
k18-19;T=12;1-
k18-;T=3;0
k18-;T=4;0
k18-;T=6;0
k18-;T=7;0
k18-;T=8;0
k18-;T=12;0
k20-;T=18;1-
k20-;T=3;1-
k20-;T=4;1-
k20-;T=6;1-
k20-;T=7;1-
k20-;T=8;1-
k20-;T=12;1-
c1-17;T=13;14-15
c1-17;T=3;14-15
c1-17;T=4;14-15
c1-17;T=6;14-15
c1-17;T=7;14-15
c1-17;T=8;14-15
c1-17;T=12;14-15
c18-19;T=13;14-15
c18-19;T=3;14-15
c18-19;T=4;14-15
c18-19;T=6;14-15
c18-19;T=7;14-15
c18-19;T=8;14-15
c18-19;T=12;14-15
c20-;T=13;14-15
c20-;T=3;14-15
c20-;T=4;14-15
c20-;T=6;14-15
c20-;T=7;14-15
c20-;T=8;14-15
c20-;T=12;14-15

ReduceProd
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s13;data:T;reduced:T;T=17;axes,keepdims;0-
s18;data:T,axes:#i64?;reduced:T;T=17;keepdims,noop_with_empty_axes;0-
k1-10;T=3;0-
k1-10;T=4;4-
k1-10;T=6;0-
k1-10;T=7;0-
k11-12;T=3;0-
k11-12;T=4;4-
k11-12;T=6;0-
k11-12;T=7;0-
k13-17;T=3;0-
k13-17;T=4;4-
k13-17;T=6;0-
k13-17;T=7;0-
k18-;T=3;0-
k18-;T=4;4-
k18-;T=6;0-
k18-;T=7;0-
c1-17;T=13;14-15
c1-17;T=3;14-15
c1-17;T=4;14-15
c1-17;T=6;14-15
c18-;T=13;14-15
c18-;T=3;14-15
c18-;T=4;14-15
c18-;T=6;14-15

ReduceSum
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s13;data:T,axes:#i64?;reduced:T;T=17;keepdims,noop_with_empty_axes;0-
k1-10;T=3;0-
k1-10;T=4;0-
k1-10;T=6;0-
k1-10;T=7;0-
k11-12;T=3;0-
k11-12;T=4;0-
k11-12;T=6;0-
k11-12;T=7;0-
k13-;T=3;0-
k13-;T=4;0-
k13-;T=6;0-
k13-;T=7;0-
c1-12;T=13;14-15
c1-12;T=3;14-15
c1-12;T=4;14-15
c1-12;T=6;14-15
c1-12;T=7;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15
c13-;T=6;14-15
c13-;T=7;14-15

ReduceSumSquare
s1;data:T;reduced:T;T=16;axes,keepdims;0-
s11;data:T;reduced:T;T=16;axes,keepdims;0-
s13;data:T;reduced:T;T=17;axes,keepdims;0-
s18;data:T,axes:#i64?;reduced:T;T=17;keepdims,noop_with_empty_axes;0-
k1-10;T=3;0-
k1-10;T=4;0-
k1-10;T=6;0-
k1-10;T=7;0-
k11-12;T=3;0-
k11-12;T=4;0-
k11-12;T=6;0-
k11-12;T=7;0-
k13-17;T=3;0-
k13-17;T=4;0-
k13-17;T=6;0-
k13-17;T=7;0-
k18-;T=3;0-
k18-;T=4;0-
k18-;T=6;0-
k18-;T=7;0-
c1-17;T=13;14-15
c1-17;T=3;14-15
c1-17;T=4;14-15
c18-;T=13;14-15
c18-;T=3;14-15
c18-;T=4;14-15
f18;!Mul;T=14;5-
f18;!Mul;T=144;0-4
f18;!ReduceSum;T=145;5-

RegexFullMatch
s20;X:T1;Y:T2;T1=103,T2=18;pattern;1-
k20-;T1=103,T2=18;1-

Relu
s1;X:T;Y:T;T=0;consumed_inputs;0-
s6;X:T;Y:T;T=0;;0-
s13;X:T;Y:T;T=15;;0-
s14;X:T;Y:T;T=137;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k13;T=3;0-
k13;T=4;0-
k14-;T=3;0-
k14-;T=4;0-
k14-;T=6;0-
k14-;T=8;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c13;T=14;14-15
c13;T=13;14-15
c13;T=3;14-15
c13;T=4;14-15
c14-;T=14;14-15
c14-;T=13;14-15
c14-;T=3;14-15
c14-;T=4;14-15
f14;!Max;T=164;1-
f14;18;T=7;1-

Reshape
s1;data:T;reshaped:T;T=0;consumed_inputs,shape;0-
s5;data:T,shape:#i64;reshaped:T;T=66;;0-
s13;data:T,shape:#i64;reshaped:T;T=60;;0-
s14;data:T,shape:#i64;reshaped:T;T=60;allowzero;0-
s19;data:T,shape:#i64;reshaped:T;T=70;allowzero;0-
s21;data:T,shape:#i64;reshaped:T;T=71;allowzero;2-
s23;data:T,shape:#i64;reshaped:T;T=72;allowzero;7-
s24;data:T,shape:#i64;reshaped:T;T=73;allowzero;8-
s25;data:T,shape:#i64;reshaped:T;T=74;allowzero;8-
k1-4;T=40;0-
k5-12;T=40,shape=7;0-
k13;T=40,shape=7;0-
k14-18;T=40,shape=7;0-
k19-20;T=40,shape=7;2-
k19-;T=41,shape=7;0-1
k21-22;T=41,shape=7;7-
k21-;T=41,shape=7;2-6
k23-;T=41,shape=7;7
k23;T=41,shape=7;8-
k24;T=41,shape=7;8-
k25-;T=41,shape=7;8-
c1-4;T=19;14-15
c5-12;T=19,shape=7;14-15
c13;T=19,shape=7;14-15
c14-18;T=19,shape=7;14-15
c19-20;T=75,shape=7;14-15
c21-22;T=75,shape=7;14-15
c23-24;T=75,shape=7;14-15
c25-;T=75,shape=7;14-15

Resize
s10;X:T,scales:#f32;Y:T;T=66;mode;0-
s11;X:T1,roi:T2,scales:#f32,sizes:#i64?;Y:T1;T1=66,T2=0;coordinate_transformation_mode,cubic_coeff_a,exclude_outside,extrapolation_value,mode,nearest_mode;0-
s13;X:T1,roi:T2?,scales:#f32?,sizes:#i64?;Y:T1;T1=60,T2=0;coordinate_transformation_mode,cubic_coeff_a,exclude_outside,extrapolation_value,mode,nearest_mode;0-
s18;X:T1,roi:T2?,scales:#f32?,sizes:#i64?;Y:T1;T1=60,T2=0;antialias,axes,coordinate_transformation_mode,cubic_coeff_a,exclude_outside,extrapolation_value,keep_aspect_ratio_policy,mode,nearest_mode;0-
s19;X:T1,roi:T2?,scales:#f32?,sizes:#i64?;Y:T1;T1=60,T2=0;antialias,axes,coordinate_transformation_mode,cubic_coeff_a,exclude_outside,extrapolation_value,keep_aspect_ratio_policy,mode,nearest_mode;0-
k10;T=3;0-
k10;T=6;0-
k10;T=8;0-
k10;T=12;0-
k11-12;T1=3;0-
k11-12;T1=6;0-
k11-12;T1=8;0-
k11-12;T1=12;0-
k13-17;T1=3;0-
k13-17;T1=6;0-
k13-17;T1=8;0-
k13-17;T1=12;0-
k18;T1=3;0-
k18;T1=6;0-
k18;T1=8;0-
k18;T1=12;0-
k19-;T1=3;0-
k19-;T1=6;0-
k19-;T1=8;0-
k19-;T1=12;0-
c10;T=13;14-15
c10;T=3;14-15
c10;T=4;14-15
c10;T=6;14-15
c10;T=12;14-15
c11-12;T1=13;14-15
c11-12;T1=3;14-15
c11-12;T1=4;14-15
c11-12;T1=6;14-15
c11-12;T1=12;14-15
c13-17;T1=13;14-15
c13-17;T1=3;14-15
c13-17;T1=4;14-15
c13-17;T1=6;14-15
c13-17;T1=12;14-15
c18;T1=13;14-15
c18;T1=3;14-15
c18;T1=4;14-15
c18;T1=6;14-15
c18;T1=12;14-15
c19-;T1=13;14-15
c19-;T1=3;14-15
c19-;T1=4;14-15
c19-;T1=6;14-15
c19-;T1=12;14-15

ReverseSequence
s10;input:T,sequence_lens:#i64;Y:T;T=66;batch_axis,time_axis;0-
s28;input:T,sequence_lens:#i64;Y:T;T=60;batch_axis,time_axis;16
k10-27;T=40;16
k10-;T=40;0-15
k28-;T=40;16
c10-;T=19;14-15

RoiAlign
s10;X:T1,rois:T1,batch_indices:T2;Y:T1;T1=0,T2=7;mode,output_height,output_width,sampling_ratio,spatial_scale;0-
s16;X:T1,rois:T1,batch_indices:T2;Y:T1;T1=0,T2=7;coordinate_transformation_mode,mode,output_height,output_width,sampling_ratio,spatial_scale;0-
s22;X:T1,rois:T1,batch_indices:T2;Y:T1;T1=15,T2=7;coordinate_transformation_mode,mode,output_height,output_width,sampling_ratio,spatial_scale;5-
k10-15;T1=3,T2=7;0-
k10-15;T1=4,T2=7;0-
k16-;T1=3,T2=7;0-
k16-;T1=4,T2=7;0-
c10-15;T1=3,T2=7;14-15
c10-15;T1=4,T2=7;14-15
c16-21;T1=13,T2=7;14-15
c16-21;T1=3,T2=7;14-15
c16-21;T1=4,T2=7;14-15
c22-;T1=14,T2=7;14-15
c22-;T1=13,T2=7;14-15
c22-;T1=3,T2=7;14-15
c22-;T1=4,T2=7;14-15

RotaryEmbedding
s23;X:T,cos_cache:T,sin_cache:T,position_ids:M?;Y:T;M=7,T=25;interleaved,num_heads,rotary_embedding_dim;7-
k23-;M=7,T=13;7-
k23-;M=7,T=3;7-
c23-;M=7,T=14;14-15
c23-;M=7,T=13;14-15
c23-;M=7,T=3;14-15
f23;?;;16

Round
s11;X:T;Y:T;T=0;;0-
s22;X:T;Y:T;T=15;;5-
k11-21;T=13;5-
k11-21;T=3;5-
k11-21;T=4;5-
k11-;T=13;0-4
k11-;T=3;0-4
k11-;T=4;0-4
k22-;T=13;5-
k22-;T=3;5-
k22-;T=4;5-
c11-21;T=13;14-15
c11-21;T=3;14-15
c11-21;T=4;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15

STFT
s17;signal:T1,frame_step:T2,window:T1?,frame_length:T2?;output:T1;T1=15,T2=36;onesided;0-
k17-;T1=82,T2=36;0-

Scale
s1;input:T;output:T;T=0;scale;0-
s10!;input:T;output:T;T=0;scale;0-
k1-;T=3;0-

ScaledTanh
s1;input:T;output:T;T=0;alpha,beta;0-
s10!;input:T;output:T;T=0;alpha,beta;0-
k1-;T=3;0-
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

Scan
s8;sequence_lens:I?,initial_state_and_scan_inputs:V*;final_state_and_scan_outputs:V*;I=7,V=66;body,directions,num_scan_inputs;0-
s9;initial_state_and_scan_inputs:V*;final_state_and_scan_outputs:V*;V=66;body,num_scan_inputs,scan_input_axes,scan_input_directions,scan_output_axes,scan_output_directions;0-
s11;initial_state_and_scan_inputs:V*;final_state_and_scan_outputs:V*;V=66;body,num_scan_inputs,scan_input_axes,scan_input_directions,scan_output_axes,scan_output_directions;0-
s16;initial_state_and_scan_inputs:V*;final_state_and_scan_outputs:V*;V=60;body,num_scan_inputs,scan_input_axes,scan_input_directions,scan_output_axes,scan_output_directions;0-
s19;initial_state_and_scan_inputs:V*;final_state_and_scan_outputs:V*;V=70;body,num_scan_inputs,scan_input_axes,scan_input_directions,scan_output_axes,scan_output_directions;0-
s21;initial_state_and_scan_inputs:V*;final_state_and_scan_outputs:V*;V=71;body,num_scan_inputs,scan_input_axes,scan_input_directions,scan_output_axes,scan_output_directions;2-
s23;initial_state_and_scan_inputs:V*;final_state_and_scan_outputs:V*;V=72;body,num_scan_inputs,scan_input_axes,scan_input_directions,scan_output_axes,scan_output_directions;7-
s24;initial_state_and_scan_inputs:V*;final_state_and_scan_outputs:V*;V=73;body,num_scan_inputs,scan_input_axes,scan_input_directions,scan_output_axes,scan_output_directions;8-
s25;initial_state_and_scan_inputs:V*;final_state_and_scan_outputs:V*;V=74;body,num_scan_inputs,scan_input_axes,scan_input_directions,scan_output_axes,scan_output_directions;8-
k8;I=7,V=40;0-
k9-10;V=40;0-
k11-15;V=40;0-
k16-18;V=40;0-
k19-20;V=41;2-
k19-;V=41;0-1
k21-22;V=41;7-
k21-;V=41;2-6
k23-;V=41;7
k23;V=41;8-
k24;V=41;8-
k25-;V=41;8-
c8;I=7,V=40;14-15
c9-10;V=19;14-15
c11-15;V=19;14-15
c16-18;V=19;14-15
c19-20;V=75;14-15
c21-22;V=75;14-15
c23-24;V=75;14-15
c25-;V=75;14-15

Scatter
s9;data:T,indices:Tind,updates:T;output:T;T=66,Tind=36;axis;0-
s11!;data:T,indices:Tind,updates:T;output:T;T=66,Tind=36;axis;0-
k9-10;T=40,Tind=36;0-
c9-10;T=19,Tind=36;14-15

ScatterElements
s11;data:T,indices:Tind,updates:T;output:T;T=66,Tind=36;axis;0-
s13;data:T,indices:Tind,updates:T;output:T;T=60,Tind=36;axis;0-
s16;data:T,indices:Tind,updates:T;output:T;T=60,Tind=36;axis,reduction;0-
s18;data:T,indices:Tind,updates:T;output:T;T=60,Tind=36;axis,reduction;0-
k11-12;T=40,Tind=36;0-
k13-15;T=40,Tind=36;0-
k16-17;T=40,Tind=36;0-
k18-;T=40,Tind=36;0-
c11-12;T=19,Tind=36;14-15
c13-15;T=19,Tind=36;14-15
c16-17;T=19,Tind=36;14-15
c18-;T=19,Tind=36;14-15

ScatterND
s11;data:T,indices:#i64,updates:T;output:T;T=66;;0-
s13;data:T,indices:#i64,updates:T;output:T;T=60;;0-
s16;data:T,indices:#i64,updates:T;output:T;T=60;reduction;0-
s18;data:T,indices:#i64,updates:T;output:T;T=60;reduction;0-
k11-12;T=40;0-
k13-15;T=40;0-
k16-17;T=40;0-
k18-;T=40;0-
c11-12;T=19;14-15
c13-15;T=19;14-15
c16-17;T=19;14-15
c18-;T=19;14-15

Selu
s1;X:T;Y:T;T=0;alpha,consumed_inputs,gamma;0-
s6;X:T;Y:T;T=0;alpha,gamma;0-
s22;X:T;Y:T;T=15;alpha,gamma;5-
k6-21;T=3;5-
k6-;T=3;0-4
k22-;T=3;5-
c6-;T=13;14-15
c6-;T=3;14-15
c6-;T=4;14-15
f6;18;T=4;1-

SequenceAt
s11;input_sequence:S,position:I;tensor:T;I=36,S=67,T=66;;0-
k11-;I=36,S=68,T=40;0-
c11-;I=36,S=69,T=19;14-15

SequenceConstruct
s11;inputs:T*;output_sequence:S;S=67,T=66;;0-
k11-;S=68,T=40;0-
c11-;S=69,T=19;14-15

SequenceEmpty
s11;;output:S;S=67;dtype;0-
k11-;S=68;0-
c11-;S=69;14-15

SequenceErase
s11;input_sequence:S,position:I?;output_sequence:S;I=36,S=67;;0-
k11-;I=36,S=68;0-
c11-;I=36,S=69;14-15

SequenceInsert
s11;input_sequence:S,tensor:T,position:I?;output_sequence:S;I=36,S=67,T=66;;0-
k11-;I=36,S=68;0-
c11-;I=36,S=69;14-15

SequenceLength
s11;input_sequence:S;length:I;I=7,S=67;;0-
k11-;I=7,S=68;0-
c11-;I=7,S=69;14-15

SequenceMap
s17;input_sequence:S,additional_inputs:V*;out_sequence:S*;S=67,V=121;body;0-
f17;?;;16
f17;?;S=67,V=121;0-15
f17;@body;;0-15

Shape
s1;data:T;shape:T1;T=66,T1=7;;0-
s13;data:T;shape:T1;T=60,T1=7;;0-
s15;data:T;shape:T1;T=60,T1=7;end,start;0-
s19;data:T;shape:T1;T=70,T1=7;end,start;0-
s21;data:T;shape:T1;T=71,T1=7;end,start;2-
s23;data:T;shape:T1;T=72,T1=7;end,start;7-
s24;data:T;shape:T1;T=73,T1=7;end,start;8-
s25;data:T;shape:T1;T=74,T1=7;end,start;8-
k1-12;T=40,T1=7;0-
k13-14;T=40,T1=7;0-
k15-18;T=40,T1=7;0-
k19-20;T=40,T1=7;2-
k19-;T=41,T1=7;0-1
k21-22;T=41,T1=7;7-
k21-;T=41,T1=7;2-6
k23-;T=41,T1=7;7
k23;T=41,T1=7;8-
k24;T=41,T1=7;8-
k25-;T=41,T1=7;8-
c1-12;T=19,T1=7;14-15
c13-14;T=19,T1=7;14-15
c15-18;T=19,T1=7;14-15
c19-20;T=75,T1=7;14-15
c21-22;T=75,T1=7;14-15
c23-24;T=75,T1=7;14-15
c25-;T=75,T1=7;14-15

Shrink
s9;input:T;output:T;T=1;bias,lambd;0-
k9-;T=2;0-
c9-;T=13;14-15
c9-;T=3;14-15
c9-;T=4;14-15
c9-;T=5;14-15
c9-;T=6;14-15
c9-;T=7;14-15
c9-;T=8;14-15
c9-;T=9;14-15
c9-;T=10;14-15
c9-;T=11;14-15
c9-;T=12;14-15

Sigmoid
s1;X:T;Y:T;T=0;consumed_inputs;0-
s6;X:T;Y:T;T=0;;0-
s13;X:T;Y:T;T=15;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

Sign
s9;input:T;output:T;T=1;;0-
s13;input:T;output:T;T=2;;0-
k9-12;T=2;0-
k13-;T=2;0-
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15
c13-;T=5;14-15
c13-;T=6;14-15
c13-;T=7;14-15
c13-;T=8;14-15
c13-;T=9;14-15
c13-;T=10;14-15
c13-;T=11;14-15
c13-;T=12;14-15

SimplifiedLayerNormalization
s1;X:T,scale:V;Y:V,inv_std_var:U?;T=15,U=82,V=15;axis,epsilon,stash_type;0-
k1-;T=14,U=3,V=14;14-
k1-;T=13,U=13,V=13;4-13
k1-;T=13,U=3,V=13;14-
k1-;T=3,U=3,V=3;0-
k1-;T=4,U=3,V=4;14-
k1-;T=4,U=4,V=4;0-13
c1-;T=14,U=3,V=14;14-15
c1-;T=13,U=3,V=13;14-15
c1-;T=13,U=3,V=3;14-15
c1-;T=3,U=3,V=13;14-15
c1-;T=3,U=3,V=3;14-15
c1-;T=4,U=4,V=4;14-15

Sin
s7;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k7-21;T=3;5-
k7-21;T=4;5-
k7-;T=3;0-4
k7-;T=4;0-4
k22-;T=3;5-
k22-;T=4;5-
c7-21;T=13;14-15
c7-21;T=3;14-15
c7-21;T=4;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15

Sinh
s9;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k9-21;T=3;5-
k9-;T=3;0-4
k22-;T=3;5-

Size
s1;data:T;size:T1;T=66,T1=7;;0-
s13;data:T;size:T1;T=60,T1=7;;0-
s19;data:T;size:T1;T=70,T1=7;;0-
s21;data:T;size:T1;T=71,T1=7;;2-
s23;data:T;size:T1;T=72,T1=7;;7-
s24;data:T;size:T1;T=73,T1=7;;8-
s25;data:T;size:T1;T=74,T1=7;;8-
k1-12;T=165,T1=7;0-
k13-18;T=165,T1=7;0-
k19-20;T=165,T1=7;2-
k19-;T=165,T1=7;0-1
k21-22;T=165,T1=7;7-
k21-;T=165,T1=7;2-6
k23-;T=165,T1=7;7
k23;T=165,T1=7;8-
k24;T=165,T1=7;8-
k25-;T=165,T1=7;8-
c1-12;T=40,T1=7;14-15
c13-20;T=40,T1=7;14-15
c21-22;T=40,T1=7;14-15
c23-24;T=40,T1=7;14-15
c25-;T=40,T1=7;14-15

Slice
s1;data:T;output:T;T=66;axes,ends,starts;0-
s10;data:T,starts:Tind,ends:Tind,axes:Tind?,steps:Tind?;output:T;T=66,Tind=36;;0-
s11;data:T,starts:Tind,ends:Tind,axes:Tind?,steps:Tind?;output:T;T=66,Tind=36;;0-
s13;data:T,starts:Tind,ends:Tind,axes:Tind?,steps:Tind?;output:T;T=60,Tind=36;;0-
k1-9;T=40;0-
k10;T=40,Tind=36;0-
k11-12;T=40,Tind=36;0-
k13-;T=40,Tind=36;0-
c1-9;T=19;14-15
c10;T=19,Tind=6;14-15
c10;T=19,Tind=7;14-15
c11-12;T=19,Tind=6;14-15
c11-12;T=19,Tind=7;14-15
c13-;T=19,Tind=6;14-15
c13-;T=19,Tind=7;14-15

Softmax
s1;input:T;output:T;T=0;axis;0-
s11;input:T;output:T;T=0;axis;0-
s13;input:T;output:T;T=15;axis;0-
k1-10;T=3;0-
k1-10;T=4;0-
k11-12;T=3;0-
k11-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c1-10;T=13;14-15
c1-10;T=3;14-15
c1-10;T=4;14-15
c11-12;T=13;14-15
c11-12;T=3;14-15
c11-12;T=4;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15
f13;!ReduceMax;T=14;0-
f13;?;T=14;0

SoftmaxCrossEntropyLoss
s12;scores:T,labels:Tind,weights:T?;output:T,log_prob:T?;T=0,Tind=36;ignore_index,reduction;0-
s13;scores:T,labels:Tind,weights:T?;output:T,log_prob:T?;T=15,Tind=36;ignore_index,reduction;0-
f12;12;T=0,Tind=36;0-
f12;@ignore_index,reduction;;0-
f13;!NegativeLogLikelihoodLoss;T=14,Tind=36;0-
f13;!ReduceMax;T=14,Tind=36;5-
f13;13-17;T=13,Tind=36;0
f13;13-19;T=82,Tind=36;0
f13;13-20;T=0,Tind=36;1
f13;13-21;T=0,Tind=36;2-4
f13;13-22;T=0,Tind=36;5-6
f13;13-23;T=0,Tind=36;7
f13;13-25;T=0,Tind=36;8
f13;13-26;T=0,Tind=36;9-15
f13;13-28;T=0,Tind=36;16

Softplus
s1;X:T;Y:T;T=0;;0-
s22;X:T;Y:T;T=15;;5-
k1-21;T=3;5-
k1-;T=3;0-4
k22-;T=3;5-
c1-21;T=13;14-15
c1-21;T=3;14-15
c1-21;T=4;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15
f1;18;T=4;1-
f1;?;T=13;0

Softsign
s1;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k1-21;T=3;5-
k1-;T=3;0-4
k22-;T=3;5-
c1-21;T=13;14-15
c1-21;T=3;14-15
c1-21;T=4;14-15
c22-;T=14;14-15
c22-;T=13;14-15
c22-;T=3;14-15
c22-;T=4;14-15
f1;18;T=4;1-
f1;?;T=13;0

SpaceToDepth
s1;input:T;output:T;T=66;blocksize;0-
s13;input:T;output:T;T=60;blocksize;0-
s28;input:T;output:T;T=60;blocksize,mode;16
k1-12;T=82;0-11
k1-12;T=83;12-
k13-27;T=83;16
k13-;T=82;0-11
k13-;T=83;12-15
k28-;T=83;16
c1-12;T=0;14-15
c13-;T=0;14-15
f28;28;T=85;16
f28;@mode;;16

Split
s1;input:T,split:T?;outputs...:T*;T=0;axis,split;0-
s2;input:T;outputs:T*;T=66;axis,split;0-
s11;input:T;outputs:T*;T=66;axis,split;0-
s13;input:T,split:#i64?;outputs:T*;T=60;axis;0-
s18;input:T,split:#i64?;outputs:T*;T=60;axis,num_outputs;0-
k2-10;T=40;0-
k11-12;T=40;0-
k13-17;T=40;0-
k18-;T=40;0-
c2-10;T=19;14-15
c11-12;T=19;14-15
c13-17;T=19;14-15
c18-;T=19;14-15

SplitToSequence
s11;input:T,split:I?;output_sequence:S;I=36,S=67,T=66;axis,keepdims;0-
s24;input:T,split:I?;output_sequence:S;I=36,S=166,T=60;axis,keepdims;8-
k11-23;I=36,S=68,T=167;8-
k11-;I=36,S=68,T=167;7
k11-;I=36,S=68,T=168;1-6
k11-;I=36,S=68,T=169;0
k24-;I=36,S=68,T=167;8-

Sqrt
s1;X:T;Y:T;T=0;consumed_inputs;0-
s6;X:T;Y:T;T=0;;0-
s13;X:T;Y:T;T=15;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

Squeeze
s1;data:T;squeezed:T;T=66;axes;0-
s11;data:T;squeezed:T;T=66;axes;0-
s13;data:T,axes:#i64?;squeezed:T;T=60;;0-
s21;data:T,axes:#i64?;squeezed:T;T=71;;2-
s23;data:T,axes:#i64?;squeezed:T;T=72;;7-
s24;data:T,axes:#i64?;squeezed:T;T=73;;8-
s25;data:T,axes:#i64?;squeezed:T;T=74;;8-
k1-10;T=40;0-
k11-12;T=40;0-
k13-20;T=40;2-
k13-;T=40;0-1
k21-22;T=40;7-
k21-;T=40;2-6
k23-;T=40;7
k23;T=40;8-
k24;T=40;8-
k25-;T=40;8-
c1-10;T=19;14-15
c11-12;T=19;14-15
c13-20;T=19;14-15
c21-22;T=19;14-15
c23;T=19;14-15
c24;T=19;14-15
c25-;T=19;14-15

StringConcat
s20;X:T,Y:T;Z:T;T=103;;1-
k20-;T=103;1-

StringNormalizer
s10;X:#str;Y:#str;;case_change_action,is_case_sensitive,locale,stopwords;0-
k10-;X=103;0-

StringSplit
s20;X:T1;Y:T2,Z:T3;T1=103,T2=103,T3=7;delimiter,maxsplit;1-
k20-;T1=103,T2=103,T3=7;1-

Sub
s1;A:T,B:T;C:T;T=0;axis,broadcast,consumed_inputs;0-
s6;A:T,B:T;C:T;T=16;axis,broadcast;0-
s7;A:T,B:T;C:T;T=16;;0-
s13;A:T,B:T;C:T;T=17;;0-
s14;A:T,B:T;C:T;T=2;;0-
k7-12;T=3;0-
k7-12;T=4;0-
k7-12;T=6;0-
k7-12;T=7;0-
k7-12;T=10;5-
k7-12;T=11;5-
k13;T=3;0-
k13;T=4;0-
k13;T=6;0-
k13;T=7;0-
k13;T=10;5-
k13;T=11;5-
k14-;T=3;0-
k14-;T=4;0-
k14-;T=5;5-
k14-;T=6;0-
k14-;T=7;0-
k14-;T=8;5-
k14-;T=9;5-
k14-;T=10;5-
k14-;T=11;5-
k14-;T=12;5-
c7-12;T=13;14-15
c7-12;T=3;14-15
c7-12;T=4;14-15
c7-12;T=6;14-15
c7-12;T=7;14-15
c7-12;T=10;14-15
c7-12;T=11;14-15
c13;T=14;14-15
c13;T=13;14-15
c13;T=3;14-15
c13;T=4;14-15
c13;T=6;14-15
c13;T=7;14-15
c13;T=10;14-15
c13;T=11;14-15
c14-;T=14;14-15
c14-;T=13;14-15
c14-;T=3;14-15
c14-;T=4;14-15
c14-;T=5;14-15
c14-;T=6;14-15
c14-;T=7;14-15
c14-;T=8;14-15
c14-;T=9;14-15
c14-;T=10;14-15
c14-;T=11;14-15
c14-;T=12;14-15

Sum
s1;data_0:T*;sum:T;T=0;consumed_inputs;0-
s6;data_0:T*;sum:T;T=0;;0-
s8;data_0:T*;sum:T;T=0;;0-
s13;data_0:T*;sum:T;T=15;;0-
k6-7;T=3;0-
k6-7;T=4;0-
k8-12;T=3;0-
k8-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c6-7;T=15;14-15
c8-12;T=15;14-15
c13-;T=15;14-15

SwiGLU
s28;A:T,B:T;Y:T;T=15;alpha;16
f28;!Swish;T=27;16

Swish
s24;X:T;Y:T;T=15;alpha;8-
f24;!Mul;T=14;8-
f24;24;T=0;8-

Tan
s7;input:T;output:T;T=0;;0-
s22;input:T;output:T;T=15;;5-
k7-21;T=3;5-
k7-;T=3;0-4
k22-;T=3;5-

Tanh
s1;input:T;output:T;T=0;consumed_inputs;0-
s6;input:T;output:T;T=0;;0-
s13;input:T;output:T;T=15;;0-
k6-12;T=3;0-
k6-12;T=4;0-
k13-;T=3;0-
k13-;T=4;0-
c6-12;T=13;14-15
c6-12;T=3;14-15
c6-12;T=4;14-15
c13-;T=14;14-15
c13-;T=13;14-15
c13-;T=3;14-15
c13-;T=4;14-15

TensorScatter
s24;past_cache:T,update:T,write_indices:#i64?;present_cache:T;T=73;axis,mode;8-
k24-;T=40;9-12
k24-;T=19;13-
c24-;T=19;14-15

TfIdfVectorizer
s9;X:T;Y:T1;T=170,T1=3;max_gram_length,max_skip_count,min_gram_length,mode,ngram_counts,ngram_indexes,pool_int64s,pool_strings,weights;0-
k9-;T=170,T1=3;0-

ThresholdedRelu
s1;X:T;Y:T;T=0;alpha;0-
s10;X:T;Y:T;T=0;alpha;0-
s22;X:T;Y:T;T=15;alpha;5-
k1-9;T=3;0-
k10-21;T=3;5-
k10-;T=3;0-4
k22-;T=3;5-
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15
c10-;T=13;14-15
c10-;T=3;14-15
c10-;T=4;14-15
f10;18;T=4;1-

Tile
s1;input:T,tiles:T,axis:T;output:T;T=0,T1=7;;0-
s6;input:T,repeats:T1;output:T;T=66,T1=7;;0-
s13;input:T,repeats:T1;output:T;T=60,T1=7;;0-
k6-12;T=165,T1=7;0-
k13-;T=165,T1=7;0-
c6-12;T=150,T1=7;14-15
c13-;T=151,T1=7;14-15

TopK
s1;X:T;Values:T,Indices:I;I=7,T=0;axis,k;0-
s10;X:T,K:#i64;Values:T,Indices:I;I=7,T=0;axis;0-
s11;X:T,K:#i64;Values:T,Indices:I;I=7,T=1;axis,largest,sorted;0-
s24;X:T,K:#i64;Values:T,Indices:I;I=7,T=2;axis,largest,sorted;8-
k1-9;I=7,T=3;0-
k1-9;I=7,T=4;0-
k10;I=7,T=3;0-
k10;I=7,T=4;0-
k11-23;I=7,T=3;8-
k11-23;I=7,T=4;8-
k11-23;I=7,T=5;10-
k11-23;I=7,T=6;8-
k11-23;I=7,T=7;8-
k11-23;I=7,T=8;10-
k11-23;I=7,T=12;10-
k11-;I=7,T=3;0-7
k11-;I=7,T=4;0-7
k11-;I=7,T=6;0-7
k11-;I=7,T=7;0-7
k24-;I=7,T=3;8-
k24-;I=7,T=4;8-
k24-;I=7,T=5;10-
k24-;I=7,T=6;8-
k24-;I=7,T=7;8-
k24-;I=7,T=8;10-
k24-;I=7,T=12;10-
c1-9;T=150;14-15
c10;I=7,T=150;14-15
c11-23;I=7,T=171;14-15
c24-;I=7,T=172;14-15

Transpose
s1;data:T;transposed:T;T=66;perm;0-
s13;data:T;transposed:T;T=60;perm;0-
s21;data:T;transposed:T;T=71;perm;2-
s23;data:T;transposed:T;T=72;perm;7-
s24;data:T;transposed:T;T=73;perm;8-
s25;data:T;transposed:T;T=74;perm;8-
k1-12;T=40;0-
k13-20;T=40;2-
k13-;T=40;0-1
k21-22;T=42;7-
k21-;T=42;3-6
k21-;T=40;2
k23-;T=42;7
k23;T=42;8-
k24;T=42;8-
k25-;T=47;8-
c1-12;T=19;14-15
c13-20;T=19;14-15
c21-22;T=19;14-15
c23-24;T=19;14-15
c25-;T=19;14-15

Trilu
s14;input:T,k:#i64?;output:T;T=60;upper;0-
k14-;T=173;13-
k14-;T=174;3-12
k14-;T=175;0-2
c14-;T=19;14-15

Unique
s11;X:T;Y:T,indices:#i64?,inverse_indices:#i64?,counts:#i64?;T=66;axis,sorted;0-
s28;X:T;Y:T,indices:#i64?,inverse_indices:#i64?,counts:#i64?;T=60;axis,sorted;16
k11-27;T=176;16
k11-;T=176;0-15
k28-;T=177;16

Unsqueeze
s1;data:T;expanded:T;T=66;axes;0-
s11;data:T;expanded:T;T=66;axes;0-
s13;data:T,axes:#i64;expanded:T;T=60;;0-
s21;data:T,axes:#i64;expanded:T;T=71;;2-
s23;data:T,axes:#i64;expanded:T;T=72;;7-
s24;data:T,axes:#i64;expanded:T;T=73;;8-
s25;data:T,axes:#i64;expanded:T;T=74;;8-
k1-10;T=40;0-
k11-12;T=40;0-
k13-20;T=40;2-
k13-;T=40;0-1
k21-22;T=40;7-
k21-;T=40;2-6
k23-;T=40;7
k23;T=40;8-
k24;T=40;8-
k25-;T=40;8-
c1-10;T=19;14-15
c11-12;T=19;14-15
c13-20;T=19;14-15
c21-22;T=19;14-15
c23;T=19;14-15
c24;T=19;14-15
c25-;T=19;14-15

Upsample
s1;X:T;Y:T;T=178;height_scale,mode,width_scale;0-
s7;X:T;Y:T;T=66;mode,scales;0-
s9;X:T,scales:#f32;Y:T;T=66;mode;0-
s10!;X:T,scales:#f32;Y:T;T=66;mode;0-
k7-8;T=3;0-
k7-8;T=6;0-
k7-8;T=8;0-
k7-8;T=12;0-
k9;T=3;0-
k9;T=6;0-
k9;T=8;0-
k9;T=12;0-
c7-8;T=13;14-15
c7-8;T=3;14-15
c7-8;T=4;14-15
c7-8;T=6;14-15
c7-8;T=12;14-15
c9;T=13;14-15
c9;T=3;14-15
c9;T=4;14-15
c9;T=6;14-15
c9;T=12;14-15

Where
s9;condition:B,X:T,Y:T;output:T;B=18,T=66;;0-
s16;condition:B,X:T,Y:T;output:T;B=18,T=60;;0-
k9-15;T=3;0-
k9-15;T=4;0-
k9-15;T=6;0-
k9-15;T=7;0-
k9-15;T=8;15-
k9-15;T=103;0-
k9-15;T=10;15-
k9-15;T=12;0-
k16-;T=3;0-
k16-;T=4;0-
k16-;T=6;0-
k16-;T=7;0-
k16-;T=8;15-
k16-;T=103;0-
k16-;T=10;15-
k16-;T=12;0-
c9-15;B=18,T=13;14-15
c9-15;B=18,T=3;14-15
c9-15;B=18,T=4;14-15
c9-15;B=18,T=6;14-15
c9-15;B=18,T=7;14-15
c9-15;B=18,T=12;14-15
c16-;B=18,T=14;14-15
c16-;B=18,T=13;14-15
c16-;B=18,T=3;14-15
c16-;B=18,T=4;14-15
c16-;B=18,T=6;14-15
c16-;B=18,T=7;14-15
c16-;B=18,T=12;14-15

Xor
s1;A:T,B:T;C:T1;T=18,T1=18;axis,broadcast;0-
s7;A:T,B:T;C:T1;T=18,T1=18;;0-
k7-;T=18,T1=18;0-
c7-;T=18,T1=18;14-15

ai.onnx.ml:ArrayFeatureExtractor
s1;X:T,Y:#i64;Z:T;T=169;;0-
k1-;T=3;0-
k1-;T=4;0-
k1-;T=6;0-
k1-;T=7;0-
k1-;T=103;0-

ai.onnx.ml:Binarizer
s1;X:T;Y:T;T=100;threshold;0-
k1-;T=3;0-

ai.onnx.ml:CastMap
s1;X:T1;Y:T2;T1=179,T2=180;cast_to,map_form,max_map;0-
k1-;T1=179,T2=180;0-

ai.onnx.ml:CategoryMapper
s1;X:T1;Y:T2;T1=181,T2=181;cats_int64s,cats_strings,default_int64,default_string;0-
k1-;T1=181,T2=181;0-

ai.onnx.ml:DictVectorizer
s1;X:T1;Y:T2;T1=182,T2=183;int64_vocabulary,string_vocabulary;0-
k1-;T1=184,T2=4;0-
k1-;T1=185,T2=3;0-
k1-;T1=186,T2=103;0-
k1-;T1=187,T2=4;0-
k1-;T1=188,T2=3;0-
k1-;T1=189,T2=7;0-

ai.onnx.ml:FeatureVectorizer
s1;X:T1*;Y:#f32;T1=100;inputdimensions;0-
k1-;T1=100;0-

ai.onnx.ml:Imputer
s1;X:T;Y:T;T=100;imputed_value_floats,imputed_value_int64s,replaced_value_float,replaced_value_int64;0-
k1-;T=190;0-

ai.onnx.ml:LabelEncoder
s1;X:T1;Y:T2;T1=181,T2=181;classes_strings,default_int64,default_string;0-
s2;X:T1;Y:T2;T1=180,T2=180;default_float,default_int64,default_string,keys_floats,keys_int64s,keys_strings,values_floats,values_int64s,values_strings;0-
s4;X:T1;Y:T2;T1=191,T2=191;default_float,default_int64,default_string,default_tensor,keys_floats,keys_int64s,keys_strings,keys_tensor,values_floats,values_int64s,values_strings,values_tensor;1-
k1;T1=181,T2=181;0-
k2-3;T1=3,T2=3;1-
k2-3;T1=3,T2=7;1-
k2-3;T1=3,T2=103;1-
k2-3;T1=7,T2=3;1-
k2-3;T1=7,T2=7;1-
k2-3;T1=7,T2=103;1-
k2-3;T1=103,T2=3;1-
k2-3;T1=103,T2=7;1-
k2-3;T1=103,T2=103;1-
k2-;T1=3,T2=3;0
k2-;T1=3,T2=7;0
k2-;T1=3,T2=103;0
k2-;T1=7,T2=3;0
k2-;T1=7,T2=7;0
k2-;T1=7,T2=103;0
k2-;T1=103,T2=3;0
k2-;T1=103,T2=7;0
k2-;T1=103,T2=103;0
k4-;T1=3,T2=3;1-
k4-;T1=3,T2=7;1-
k4-;T1=3,T2=103;1-
k4-;T1=4,T2=4;1-
k4-;T1=4,T2=7;1-
k4-;T1=4,T2=103;1-
k4-;T1=7,T2=3;1-
k4-;T1=7,T2=4;1-
k4-;T1=7,T2=7;1-
k4-;T1=7,T2=103;1-
k4-;T1=103,T2=3;1-
k4-;T1=103,T2=4;1-
k4-;T1=103,T2=5;1-
k4-;T1=103,T2=7;1-
k4-;T1=103,T2=103;1-
c2-3;T1=3,T2=3;14-15
c2-3;T1=3,T2=7;14-15
c2-3;T1=7,T2=3;14-15
c2-3;T1=7,T2=7;14-15
c4-;T1=3,T2=3;14-15
c4-;T1=3,T2=7;14-15
c4-;T1=4,T2=4;14-15
c4-;T1=4,T2=7;14-15
c4-;T1=7,T2=3;14-15
c4-;T1=7,T2=4;14-15
c4-;T1=7,T2=7;14-15

ai.onnx.ml:LinearClassifier
s1;X:T1;Y:T2,Z:#f32;T1=100,T2=181;classlabels_ints,classlabels_strings,coefficients,intercepts,multi_class,post_transform;0-
k1-;T1=100,T2=181;0-

ai.onnx.ml:LinearRegressor
s1;X:T;Y:#f32;T=100;coefficients,intercepts,post_transform,targets;0-
k1-;T=3;0-

ai.onnx.ml:Normalizer
s1;X:T;Y:#f32;T=100;norm;0-
k1-;T=100;0-

ai.onnx.ml:OneHotEncoder
s1;X:T;Y:#f32;T=169;cats_int64s,cats_strings,zeros;0-
k1-;T=3;0-
k1-;T=4;0-
k1-;T=7;0-
k1-;T=103;0-

ai.onnx.ml:SVMClassifier
s1;X:T1;Y:T2,Z:#f32;T1=100,T2=181;classlabels_ints,classlabels_strings,coefficients,kernel_params,kernel_type,post_transform,prob_a,prob_b,rho,support_vectors,vectors_per_class;0-
k1-;T1=100,T2=181;0-

ai.onnx.ml:SVMRegressor
s1;X:T;Y:#f32;T=100;coefficients,kernel_params,kernel_type,n_supports,one_class,post_transform,rho,support_vectors;0-
k1-;T=3;0-

ai.onnx.ml:Scaler
s1;X:T;Y:#f32;T=100;offset,scale;0-
k1-;T=3;0-
k1-;T=4;0-
k1-;T=6;0-
k1-;T=7;0-

ai.onnx.ml:TreeEnsemble
s5;X:T;Y:T;T=0;aggregate_function,leaf_targetids,leaf_weights,membership_values,n_targets,nodes_falseleafs,nodes_falsenodeids,nodes_featureids,nodes_hitrates,nodes_missing_value_tracks_true,nodes_modes,nodes_splits,nodes_trueleafs,nodes_truenodeids,post_transform,tree_roots;2-
k5-;T=3;5-
k5-;T=4;5-

ai.onnx.ml:TreeEnsembleClassifier
s1;X:T1;Y:T2,Z:#f32;T1=100,T2=181;base_values,class_ids,class_nodeids,class_treeids,class_weights,classlabels_int64s,classlabels_strings,nodes_falsenodeids,nodes_featureids,nodes_hitrates,nodes_missing_value_tracks_true,nodes_modes,nodes_nodeids,nodes_treeids,nodes_truenodeids,nodes_values,post_transform;0-
s3;X:T1;Y:T2,Z:#f32;T1=100,T2=181;base_values,base_values_as_tensor,class_ids,class_nodeids,class_treeids,class_weights,class_weights_as_tensor,classlabels_int64s,classlabels_strings,nodes_falsenodeids,nodes_featureids,nodes_hitrates,nodes_hitrates_as_tensor,nodes_missing_value_tracks_true,nodes_modes,nodes_nodeids,nodes_treeids,nodes_truenodeids,nodes_values,nodes_values_as_tensor,post_transform;0-
s5!;X:T1;Y:T2,Z:#f32;T1=100,T2=181;base_values,base_values_as_tensor,class_ids,class_nodeids,class_treeids,class_weights,class_weights_as_tensor,classlabels_int64s,classlabels_strings,nodes_falsenodeids,nodes_featureids,nodes_hitrates,nodes_hitrates_as_tensor,nodes_missing_value_tracks_true,nodes_modes,nodes_nodeids,nodes_treeids,nodes_truenodeids,nodes_values,nodes_values_as_tensor,post_transform;2-
k1-2;T1=3,T2=181;0-
k1-2;T1=4,T2=181;0-
k1-2;T1=6,T2=181;0-
k1-2;T1=7,T2=181;0-
k3-;T1=3,T2=181;0-
k3-;T1=4,T2=181;0-
k3-;T1=6,T2=181;0-
k3-;T1=7,T2=181;0-

ai.onnx.ml:TreeEnsembleRegressor
s1;X:T;Y:#f32;T=100;aggregate_function,base_values,n_targets,nodes_falsenodeids,nodes_featureids,nodes_hitrates,nodes_missing_value_tracks_true,nodes_modes,nodes_nodeids,nodes_treeids,nodes_truenodeids,nodes_values,post_transform,target_ids,target_nodeids,target_treeids,target_weights;0-
s3;X:T;Y:#f32;T=100;aggregate_function,base_values,base_values_as_tensor,n_targets,nodes_falsenodeids,nodes_featureids,nodes_hitrates,nodes_hitrates_as_tensor,nodes_missing_value_tracks_true,nodes_modes,nodes_nodeids,nodes_treeids,nodes_truenodeids,nodes_values,nodes_values_as_tensor,post_transform,target_ids,target_nodeids,target_treeids,target_weights,target_weights_as_tensor;0-
s5!;X:T;Y:#f32;T=100;aggregate_function,base_values,base_values_as_tensor,n_targets,nodes_falsenodeids,nodes_featureids,nodes_hitrates,nodes_hitrates_as_tensor,nodes_missing_value_tracks_true,nodes_modes,nodes_nodeids,nodes_treeids,nodes_truenodeids,nodes_values,nodes_values_as_tensor,post_transform,target_ids,target_nodeids,target_treeids,target_weights,target_weights_as_tensor;2-
k1-2;T=3;0-
k1-2;T=4;0-
k3-;T=3;0-
k3-;T=4;0-

ai.onnx.ml:ZipMap
s1;X:#f32;Z:T;T=192;classlabels_int64s,classlabels_strings;0-
k1-;T=192;0-

com.microsoft:Attention
s1;input:T,weights:T,bias:T?,mask_index:M?,past:T?,attention_bias:T?,past_sequence_length:M?;output:T,present:T?;M=6,T=25;do_rotary,mask_filter_value,num_heads,past_present_share_buffer,qkv_hidden_sizes,rotary_embedding_dim,scale,unidirectional;8-
s1;input:T,weights:T,bias:T?,mask_index:M?,past:T?,attention_bias:T?,past_sequence_length:M?;output:T,present:T?;M=6,T=28;do_rotary,mask_filter_value,num_heads,past_present_share_buffer,qkv_hidden_sizes,rotary_embedding_dim,scale,unidirectional;4-7
s1;input:T,weights:T,bias:T?,mask_index:M?,past:T?,relative_position_bias:T?,past_sequence_length:M?;output:T,present:T?;M=6,T=28;do_rotary,mask_filter_value,num_heads,past_present_share_buffer,qkv_hidden_sizes,rotary_embedding_dim,scale,unidirectional;1-3
s1;input:T,weights:T,bias:T?,mask_index:M?,past:T?,relative_position_bias:T?,past_sequence_length:M?;output:T,present:T?;M=6,T=28;do_rotary,mask_filter_value,num_heads,past_present_share_buffer,qkv_hidden_sizes,scale,unidirectional;0
k1-;T=3;0-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:AttnLSTM
s1;X:T,W:T,R:T,B:T?,sequence_lens:T1?,initial_h:T?,initial_c:T?,P:T?,QW:T?,MW:T?,V:T?,M:T?,memory_seq_lens:T1?,AW:T?;Y:T?,Y_h:T?,Y_c:T?;T=82,T1=6;activation_alpha,activation_beta,activations,clip,direction,hidden_size,input_forget;0-
k1-;T=82,T1=6;0-

com.microsoft:BeamSearch
s1;input_ids:F,max_length:I,min_length:I?,num_beams:I,num_return_sequences:I,length_penalty:T?,repetition_penalty:T?,vocab_mask:M?,prefix_vocab_mask:M?,attention_mask:I?,decoder_input_ids:I?,logits_processor:I?;sequences:I,sequences_scores:T?,scores:T?;F=193,I=6,M=6,T=28;decoder,decoder_start_token_id,early_stopping,encoder,eos_token_id,init_decoder,model_type,no_repeat_ngram_size,pad_token_id,vocab_size;0-
k1-;T=3;0-
c1-;T=28;14-15

com.microsoft:BiasAdd
s1;X:T,bias:T,skip:T;Y:T;T=28;;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:BiasDropout
s1;data:T,bias:T,residual:T?,ratio:T1?,training_mode:T2?;output:T,mask:T2?;T=15,T1=15,T2=18;seed;0-
c1-;T=15,T1=15,T2=18;14-15

com.microsoft:BiasGelu
s1;A:T,B:T;C:T;T=15;;0-
k1-;T=3;0-
c1-;T=15;14-15

com.microsoft:BiasSoftmax
s1;data:T,bias:T;output:T;T=0;axis,is_inner_broadcast;0-
c1-;T=0;14-15

com.microsoft:BiasSplitGelu
s1;X:T,bias:T;Y:T;T=28;;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:BifurcationDetector
s1;src_tokens:T,cur_tokens:T,prev_suffix_match_idx:T,pred_tokens:T?;tokens:T,suffix_match_idx:T;T=7;max_ngram_size,min_ngram_size;0-
k1-;T=7;0-

com.microsoft:BitmaskBiasDropout
s1;data:T,bias:T,residual:T?,ratio:T1?,training_mode:T2?;output:T,mask:T3?;T=15,T1=15,T2=18,T3=10;seed;0-
c1-;T=15,T1=15,T2=18,T3=10;14-15

com.microsoft:BitmaskDropout
s1;data:T,ratio:T1?,training_mode:T2?;output:T,mask:T3?;T=15,T1=15,T2=18,T3=10;seed;0-
c1-;T=15,T1=15,T2=18,T3=10;14-15

com.microsoft:BranchwiseRMSNorm
s1;X:T,scale:M?;Y:T;M=25,T=25;epsilon,num_branches;15-
k1-;M=25,T=14;15-
k1-;M=25,T=13;15-
k1-;M=25,T=3;15-
c1-;M=25,T=14;15
c1-;M=25,T=13;15
c1-;M=25,T=3;15

com.microsoft:CDist
s1;A:T,B:T;C:T;T=82;metric;0-
k1-;T=3;0-
k1-;T=4;0-

com.microsoft:CausalConvWithState
s1;input:T,weight:T,bias:T?,past_state:T?;output:T,present_state:T,state_update:T?;T=25;activation,channels_last,dilation,input_channel_offset,input_channels,ndim,state_channels_last,state_length,state_update_capacity,state_window;16
s1;input:T,weight:T,bias:T?,past_state:T?;output:T,present_state:T;T=25;activation,channels_last,dilation,ndim,state_window;14-15
s1;input:T,weight:T,bias:T?,past_state:T?;output:T,present_state:T;T=25;activation,ndim;9-12
s1;input:T,weight:T,bias:T?,past_state:T?;output:T,present_state:T;T=25;activation,ndim,state_window;13
k1-;T=3;9-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:ComplexMul
s1;A:T,B:T;C:T;T=0;;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:ComplexMulConj
s1;A:T,B:T;C:T;T=0;;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:ConvStateReplay
s1;source_backing:T,capture_backing:T,destination_backing:T,metadata:TI;destination_out:T;T=28,TI=7;;16

com.microsoft:ConvTransposeWithDynamicPads
s1;X:T,W:T,Pads:#i64?,B:T?;Y:T;T=0;auto_pad,dilations,group,kernel_shape,output_padding,strides;0-
k1-;T=3;0-
c1-;T=3;14-15

com.microsoft:CropAndResize
s1;X:T1,rois:T1,batch_indices:T2,crop_size:T2;Y:T1;T1=0,T2=6;extrapolation_value,mode;0-
k1-;T1=3,T2=6;0-

com.microsoft:DecoderAttention
s1;query:T,key:T,q_weight:T,kv_weight:T,bias:T,key_padding_mask:B?,key_cache:T?,value_cache:T?,static_kv:B,use_past:B,has_layer_state:B,has_key_padding_mask:B;output:T,new_key_cache:T?,new_value_cache:T?;B=18,T=28;mask_filter_value,num_heads;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:DecoderMaskedMultiHeadAttention
s1;query:T,key:T?,value:T?,mask_index:M?,attention_bias:T?,past_key:T?,past_value:T?,past_sequence_length:M?,beam_width:M?,cache_indirection:M?,bias:T?;output:T,present_key:T?,present_value:T?,qk:QK?;M=6,QK=28,T=28;mask_filter_value,num_heads,output_qk,past_present_share_buffer,scale;6-
s1;query:T,key:T?,value:T?,mask_index:M?,attention_bias:T?,past_key:T?,past_value:T?,past_sequence_length:M?,beam_width:M?,cache_indirection:M?,bias:T?;output:T,present_key:T?,present_value:T?,qk:V?;M=6,T=28,V=3;mask_filter_value,num_heads,output_qk,past_present_share_buffer,scale;4-5
s1;query:T,key:T?,value:T?,mask_index:M?,relative_position_bias:T?,past_key:T?,past_value:T?,past_sequence_length:M?,beam_width:M?,cache_indirection:M?,bias:T?;output:T,present_key:T?,present_value:T?,qk:V?;M=6,T=28,V=3;mask_filter_value,num_heads,output_qk,past_present_share_buffer,scale;1-3
s1;query:T,key:T?,value:T?,mask_index:M?,relative_position_bias:T?,past_key:T?,past_value:T?,past_sequence_length:M?,beam_width:M?,cache_indirection:M?,bias:T?;output:T,present_key:T?,present_value:T?;M=6,T=28;mask_filter_value,num_heads,past_present_share_buffer,scale;0
k1-;T=3;4-
c1-;QK=13,T=13;14-15
c1-;QK=13,T=3;14-15
c1-;QK=3,T=13;14-15
c1-;QK=3,T=3;14-15

com.microsoft:DecoderMaskedSelfAttention
s1;input:T,weights:T,bias:T,mask_index:M?,past:T,attention_bias:T?,past_sequence_length:M,beam_width:M?,cache_indirection:M?;output:T,present:T;M=6,T=28;do_rotary,mask_filter_value,num_heads,past_present_share_buffer,scale;4-
s1;input:T,weights:T,bias:T,mask_index:M?,past:T,relative_position_bias:T?,past_sequence_length:M,beam_width:M?,cache_indirection:M?;output:T,present:T;M=6,T=28;do_rotary,mask_filter_value,num_heads,past_present_share_buffer,scale;0-3
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:DequantizeBFP
s1;x:T1,shape:T2,strides:T2;y:T3;T1=12,T2=7,T3=25;bfp_type,block_dim,dtype;0-

com.microsoft:DequantizeLinear
s1;x:T1,x_scale:T2,x_zero_point:T1;y:T2;T1=80,T2=28;axis;0
s1;x:T1,x_scale:T2,x_zero_point:T1?;y:T2;T1=194,T2=28;axis;3-
s1;x:T1,x_scale:T2,x_zero_point:T1?;y:T2;T1=195,T2=28;axis;1-2
k1-;T1=5,T2=3;1-
k1-;T1=6,T2=3;1-
k1-;T1=95,T2=3;3-
k1-;T1=8,T2=3;0-
k1-;T1=9,T2=3;1-
k1-;T1=96,T2=3;3-
k1-;T1=12,T2=3;0-
c1-;T1=8,T2=13;14-15
c1-;T1=12,T2=13;14-15

com.microsoft:DequantizeWithOrder
s1;input:Q,scale_input:S;output:F;F=28,Q=8,S=3;order_input,order_output,to;0-
c1-;F=28,Q=8,S=3;14-15

com.microsoft:DynamicQuantizeLSTM
s1;X:T,W:T2,R:T2,B:T?,sequence_lens:T1?,initial_h:T?,initial_c:T?,P:T?,W_scale:T,W_zero_point:T2,R_scale:T,R_zero_point:T2;Y:T?,Y_h:T?,Y_c:T?;T=3,T1=6,T2=80;activation_alpha,activation_beta,activations,clip,direction,hidden_size,input_forget;0-
k1-;T=3,T1=6,T2=80;0-

com.microsoft:DynamicQuantizeMatMul
s1;A:T1,B:T2,b_scale:T1,b_zero_point:T2?,bias:T1?;Y:T1;T1=3,T2=80;;0-
k1-;T1=3,T2=80;0-

com.microsoft:DynamicSparseAttention
s1;query:T,key:T?,value:T?,past_key:T?,past_value:T?,auxiliary_key:T?,auxiliary_value:T?,selected_indices:M,selected_counts:M,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,q_norm_weight:T?,k_norm_weight:T?,head_sink:T?;output:T,present_key:T?,present_value:T?;M=6,T=25;attention_mode,auxiliary_kv_shared,do_rotary,is_causal,kv_num_heads,local_window_size,num_heads,qk_norm_epsilon,rotary_interleaved,rotary_offset,scale,selected_kv_source,smooth_softmax;15
s1;query:TQuery,key:TQuery?,value:TValue?,past_key:TCache?,past_value:TCache?,auxiliary_key:T?,auxiliary_value:T?,selected_indices:M,selected_counts:M,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,q_norm_weight:T?,k_norm_weight:T?,head_sink:T?,committed_length:M?,key_scale:S?,value_scale:S?;output:T,present_key:TCache?,present_value:TCache?,validation_status:M?;M=6,S=3,T=25,TCache=196,TQuery=25,TValue=25;attention_mode,auxiliary_kv_shared,do_rotary,is_causal,kv_num_heads,local_window_size,num_heads,output_bf16,qk_norm_epsilon,rotary_interleaved,rotary_offset,scale,selected_kv_source,smooth_softmax;16
c1-;M=6,T=14;15
c1-;M=6,T=13;15
c1-;M=6,T=3;15

com.microsoft:DynamicTimeWarping
s1;input:F;output:I;F=3,I=6;;1-
k1-;F=3,I=6;4-
c1-;F=3,I=6;14-15

com.microsoft:EPContext
s1;inputs:T*;outputs:T*;T=19;embed_mode,ep_cache_context,ep_sdk_version,hardware_architecture,main_context,max_size,notes,onnx_model_filename,partition_name,source;6-
s1;inputs:T*;outputs:T*;T=2;embed_mode,ep_cache_context,ep_sdk_version,hardware_architecture,main_context,max_size,notes,onnx_model_filename,partition_name,source;5
s1;inputs:T*;outputs:T*;T=1;embed_mode,ep_cache_context,ep_sdk_version,hardware_architecture,main_context,notes,onnx_model_filename,partition_name,source;2-4
s1;inputs:T*;outputs:T*;T=1;embed_mode,ep_cache_context,ep_sdk_version,hardware_architecture,main_context,notes,partition_name,source;1

com.microsoft:EmbedLayerNormalization
s1;input_ids:T1,segment_ids:T1?,word_embedding:T,position_embedding:T,segment_embedding:T?,gamma:T,beta:T,mask:T1?,position_ids:T1?;output:T,mask_index:T1?,embedding_sum:T?;T=28,T1=6;epsilon,mask_index_type;0-
k1-;T=3;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:EngramGate
s1;key:T,query:T,value:T,key_norm_scale:T,query_norm_scale:T,conv_norm_scale:T?;output:T,gated_value_normed:T?;T=25;epsilon;15-
s1;key:T,query:T,value:T,key_norm_scale:T,query_norm_scale:T;output:T;T=25;epsilon;14
k1-;T=13;14-
k1-;T=3;14-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:ExpandDims
s1;X:T,axis:#i32;Y:T;T=66;;0-
k1-;T=40,axis=6;0-

com.microsoft:FastGelu
s1;X:T,bias:T?;Y:T;T=15;;5-
s1;X:T,bias:T?;Y:T;T=25;;0-4
k1-;T=3;0-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15
f1;!Add;T=14;5-
f1;!Identity;T=14;5-
f1;!Mul;T=14;5-
f1;11-22;T=4;5-6
f1;11-23;T=4;7
f1;11-25;T=4;8
f1;11-26;T=4;9-15
f1;11-28;T=4;16

com.microsoft:FusedConv
s1;X:T,W:T,B:T?,Z:T?;Y:T;T=0;activation,activation_params,auto_pad,dilations,group,kernel_shape,pads,strides;0-
k1-;T=3;0-
c1-;T=3;14-15

com.microsoft:FusedGemm
s1;A:T,B:T,C:T?;Y:T;T=16;activation,activation_alpha,activation_beta,activation_gamma,alpha,beta,transA,transB;0-
k1-;T=3;0-

com.microsoft:FusedMatMul
s1;A:T,B:T;Y:T;T=15;alpha,transA,transB,transBatchA,transBatchB;0-
k1-;T=3;0-
k1-;T=4;10-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

com.microsoft:FusedMatMulActivation
s1;A:T,B:T;Y:T;T=15;activation,activation_alpha,activation_axis,activation_beta,activation_gamma,alpha,transA,transB,transBatchA,transBatchB;0-

com.microsoft:GatedAdd
s1;X:T,Y:T,gate:T,gate_weight:T?;output:T;T=25;;16
s1;X:T,Y:T,gate:T;output:T;T=25;;13-15
k1-;T=13;14-
k1-;T=3;14-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:GatedDeltaNet
s1;query:T,key:T,value:T,cu_seqlens:TI?,decay:TS?,beta:TS?,initial_state:TS?,a_log:TS?,dt_bias:TS?,capture_count:TI?,state_update_active:TI?;output:T,final_state:TS?,state_update:TS?;T=25,TI=6,TS=3;beta_activation,chunk_size,gate_activation,qk_l2_norm,scale,state_update_capacity,update_rule;14
s1;query:T,key:T?,value:T?,cu_seqlens:TI?,decay:TG?,beta:TG?,initial_state:TS?,a_log:TS?,dt_bias:TS?,capture_count:TI?,state_update_active:TI?;output:T,final_state:TS?,state_update:TS?;T=25,TG=25,TI=6,TS=3;beta_activation,chunk_size,gate_activation,gate_lower_bound,qk_l2_norm,scale,state_update_capacity,update_rule;16
s1;query:T,key:T?,value:T?,cu_seqlens:TI?,decay:TS?,beta:TS?,initial_state:TS?,a_log:TS?,dt_bias:TS?,capture_count:TI?,state_update_active:TI?;output:T,final_state:TS?,state_update:TS?;T=25,TI=6,TS=3;beta_activation,chunk_size,gate_activation,qk_l2_norm,scale,state_update_capacity,update_rule;15
k1-;T=14,TG=25,TI=6,TS=3;16
k1-;T=13,TG=25,TI=6,TS=3;16
k1-;T=3,TG=25,TI=6,TS=3;16
c1-;T=14,TI=6,TS=3;14-15
c1-;T=13,TI=6,TS=3;14-15
c1-;T=3,TI=6,TS=3;14-15

com.microsoft:GatedDeltaNetStateReplay
s1;source_backing:T,capsule_backing:T,destination_backing:T,metadata:TI;destination_out:T;T=3,TI=7;;16

com.microsoft:GatedRMSNorm
s1;X:T,scale:T,gate:T;Y:T;T=25;activation,epsilon;15-
s1;X:T,scale:T,gate:T;Y:T;T=25;epsilon;13-14
k1-;T=14;16
k1-;T=13;14-
k1-;T=3;14-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:GatedRelativePositionBias
s1;query_layer:T,query_bias:T,rel_pos:T,weight:T,bias:T,eco_a:T,token_offset:M?;output:T;M=6,T=28;num_heads;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:GatherBlockQuantized
s1;data:T1,indices:Tind,scales:T2,zero_points:T1?;output:T2;T1=197,T2=25,Tind=36;bits,block_size,gather_axis,quantize_axis;15-
s1;data:T1,indices:Tind,scales:T2,zero_points:T1?;output:T2;T1=198,T2=25,Tind=36;bits,block_size,gather_axis,quantize_axis;7-14
s1;data:T1,indices:Tind,scales:T2,zero_points:T1?;output:T2;T1=198,T2=25,Tind=36;block_size,gather_axis,quantize_axis;6
s1;data:T1,indices:Tind,scales:T2,zero_points:T1?;output:T2;T1=54,T2=25,Tind=36;block_size,gather_axis,quantize_axis;4-5
k1-;T1=52,T2=28,Tind=6;15-
k1-;T1=52,T2=28,Tind=7;15-
k1-;T1=50,T2=28,Tind=6;15-
k1-;T1=50,T2=28,Tind=7;15-
k1-;T1=93,T2=28,Tind=6;15-
k1-;T1=93,T2=28,Tind=7;15-
k1-;T1=51,T2=28,Tind=6;15-
k1-;T1=51,T2=28,Tind=7;15-
k1-;T1=94,T2=28,Tind=6;15-
k1-;T1=94,T2=28,Tind=7;15-
k1-;T1=95,T2=28,Tind=6;4-
k1-;T1=95,T2=28,Tind=7;4-
k1-;T1=96,T2=28,Tind=6;4-
k1-;T1=96,T2=28,Tind=7;4-
k1-;T1=12,T2=28,Tind=6;6-
k1-;T1=12,T2=28,Tind=7;6-
c1-;T1=52,T2=14,Tind=6;15
c1-;T1=52,T2=14,Tind=7;15
c1-;T1=52,T2=13,Tind=6;15
c1-;T1=52,T2=13,Tind=7;15
c1-;T1=52,T2=3,Tind=6;15
c1-;T1=52,T2=3,Tind=7;15
c1-;T1=50,T2=14,Tind=6;15
c1-;T1=50,T2=14,Tind=7;15
c1-;T1=50,T2=13,Tind=6;15
c1-;T1=50,T2=13,Tind=7;15
c1-;T1=50,T2=3,Tind=6;15
c1-;T1=50,T2=3,Tind=7;15
c1-;T1=93,T2=14,Tind=6;15
c1-;T1=93,T2=14,Tind=7;15
c1-;T1=93,T2=13,Tind=6;15
c1-;T1=93,T2=13,Tind=7;15
c1-;T1=93,T2=3,Tind=6;15
c1-;T1=93,T2=3,Tind=7;15
c1-;T1=51,T2=14,Tind=6;15
c1-;T1=51,T2=14,Tind=7;15
c1-;T1=51,T2=13,Tind=6;15
c1-;T1=51,T2=13,Tind=7;15
c1-;T1=51,T2=3,Tind=6;15
c1-;T1=51,T2=3,Tind=7;15
c1-;T1=94,T2=14,Tind=6;15
c1-;T1=94,T2=14,Tind=7;15
c1-;T1=94,T2=13,Tind=6;15
c1-;T1=94,T2=13,Tind=7;15
c1-;T1=94,T2=3,Tind=6;15
c1-;T1=94,T2=3,Tind=7;15
c1-;T1=95,T2=14,Tind=6;14-15
c1-;T1=95,T2=14,Tind=7;14-15
c1-;T1=95,T2=13,Tind=6;14-15
c1-;T1=95,T2=13,Tind=7;14-15
c1-;T1=95,T2=3,Tind=6;14-15
c1-;T1=95,T2=3,Tind=7;14-15
c1-;T1=96,T2=14,Tind=6;14-15
c1-;T1=96,T2=14,Tind=7;14-15
c1-;T1=96,T2=13,Tind=6;14-15
c1-;T1=96,T2=13,Tind=7;14-15
c1-;T1=96,T2=3,Tind=6;14-15
c1-;T1=96,T2=3,Tind=7;14-15
c1-;T1=12,T2=14,Tind=6;14-15
c1-;T1=12,T2=14,Tind=7;14-15
c1-;T1=12,T2=13,Tind=6;14-15
c1-;T1=12,T2=13,Tind=7;14-15
c1-;T1=12,T2=3,Tind=6;14-15
c1-;T1=12,T2=3,Tind=7;14-15

com.microsoft:GatherND
s1;data:T,indices:Tind;output:T;T=66,Tind=36;;0-
k1-;T=40,Tind=36;0-

com.microsoft:GatherPacked
s1;data:T1,indices:Tind;output:T2;T1=12,T2=25,Tind=36;K,output_dtype,packed_type;16
k1-;T1=12,T2=14,Tind=6;16
k1-;T1=12,T2=14,Tind=7;16
k1-;T1=12,T2=13,Tind=6;16
k1-;T1=12,T2=13,Tind=7;16
k1-;T1=12,T2=3,Tind=6;16
k1-;T1=12,T2=3,Tind=7;16

com.microsoft:Gelu
s1;X:T;Y:T;T=15;;0-
k1-;T=3;0-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

com.microsoft:GemmFastGelu
s1;X:T,W:T,bias:T?;Y:T;T=25;;0-

com.microsoft:GemmFloat8
s1;A:TA,B:TB,C:TC?,scaleA:TS?,scaleB:TS?,scaleY:TS?;Y:TR;TA=199,TB=199,TC=25,TR=199,TS=3;activation,alpha,beta,dtype,transA,transB;1-
c1-;TA=199,TB=199,TC=25,TR=199,TS=3;15
c1-;TA=199,TB=199,TR=199,TS=3;14

com.microsoft:GemmaRotaryEmbedding
s1;emb:U,q:T,q_rot:T,k:T,k_rot:T;output1:T,output2:T;T=13,U=3;;2-
c1-;T=13,U=3;14-15

com.microsoft:GreedySearch
s1;input_ids:I,max_length:I,min_length:I?,repetition_penalty:T?,vocab_mask:I?,prefix_vocab_mask:I?,attention_mask:I?;sequences:I;I=6,T=3;decoder,decoder_start_token_id,encoder,eos_token_id,init_decoder,model_type,no_repeat_ngram_size,pad_token_id,vocab_size;0-
k1-;T=3;0-
c1-;T=28;14-15

com.microsoft:GridSample
s1;X:T1,Grid:T1;Y:T2;T1=66,T2=0;align_corners,mode,padding_mode;0-
k1-;T1=3,T2=3;0-
c1-;T1=3,T2=3;14-15

com.microsoft:GroupNorm
s1;X:T,gamma:M,beta:M;Y:T;M=28,T=28;activation,channels_last,epsilon,groups;0-
c1-;T=28;14-15

com.microsoft:GroupQueryAttention
s1;query:T,key:T,value:T,past_key:T?,past_value:T?,seqlens_k:M,total_sequence_length:M;output:T,present_key:T,present_value:T;M=6,T=13;kv_num_heads,num_heads,scale;0
s1;query:T,key:T?,value:T?,past_key:T?,past_value:T?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,attention_bias:T?,head_sink:T?;output:T,present_key:T,present_value:T,output_qk:T?;M=6,T=25;do_rotary,kv_num_heads,local_window_size,num_heads,qk_output,rotary_interleaved,scale,smooth_softmax,softcap;7-8
s1;query:T,key:T?,value:T?,past_key:T?,past_value:T?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,attention_bias:T?;output:T,present_key:T,present_value:T;M=6,T=25;do_rotary,kv_num_heads,local_window_size,num_heads,rotary_interleaved,scale,smooth_softmax,softcap;6
s1;query:T,key:T?,value:T?,past_key:T?,past_value:T?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?;output:T,present_key:T,present_value:T;M=6,T=25;do_rotary,kv_num_heads,local_window_size,num_heads,rotary_interleaved,scale;2
s1;query:T,key:T?,value:T?,past_key:T?,past_value:T?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?;output:T,present_key:T,present_value:T;M=6,T=25;do_rotary,kv_num_heads,local_window_size,num_heads,rotary_interleaved,scale,smooth_softmax;3
s1;query:T,key:T?,value:T?,past_key:T?,past_value:T?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?;output:T,present_key:T,present_value:T;M=6,T=25;do_rotary,kv_num_heads,local_window_size,num_heads,rotary_interleaved,scale,smooth_softmax,softcap;4-5
s1;query:T,key:T?,value:T?,past_key:T?,past_value:T?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?;output:T,present_key:T,present_value:T;M=6,T=200;do_rotary,kv_num_heads,local_window_size,num_heads,rotary_interleaved,scale;1
s1;query:T,key:T?,value:T?,past_key:T_CACHE?,past_value:T_CACHE?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,attention_bias:T?,head_sink:T?,k_scale:T_KV_SCALE?,v_scale:T_KV_SCALE?,q_norm_weight:T?,k_norm_weight:T?,query_seqlens:M?;output:T,present_key:T_CACHE?,present_value:T_CACHE?,output_qk:T?;M=6,T=25,T_CACHE=201,T_KV_SCALE=3;causal,do_rotary,k_norm_epsilon,k_quant_type,kv_cache_bit_width,kv_num_heads,local_window_size,num_heads,q_norm_epsilon,qk_norm_epsilon,qk_output,rotary_interleaved,scale,sliding_window_cache,smooth_softmax,softcap,v_quant_type;16
s1;query:T,key:T?,value:T?,past_key:T_CACHE?,past_value:T_CACHE?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,attention_bias:T?,head_sink:T?,k_scale:T_KV_SCALE?,v_scale:T_KV_SCALE?,q_norm_weight:T?,k_norm_weight:T?;output:T,present_key:T_CACHE?,present_value:T_CACHE?,output_qk:T?;M=6,T=25,T_CACHE=201,T_KV_SCALE=3;causal,do_rotary,k_quant_type,kv_cache_bit_width,kv_num_heads,local_window_size,num_heads,qk_norm_epsilon,qk_output,rotary_interleaved,scale,sliding_window_cache,smooth_softmax,softcap,v_quant_type;14-15
s1;query:T,key:T?,value:T?,past_key:T_CACHE?,past_value:T_CACHE?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,attention_bias:T?,head_sink:T?,k_scale:T_KV_SCALE?,v_scale:T_KV_SCALE?,q_norm_weight:T?,k_norm_weight:T?;output:T,present_key:T_CACHE?,present_value:T_CACHE?,output_qk:T?;M=6,T=25,T_CACHE=201,T_KV_SCALE=3;do_rotary,k_quant_type,kv_cache_bit_width,kv_num_heads,local_window_size,num_heads,qk_norm_epsilon,qk_output,rotary_interleaved,scale,sliding_window_cache,smooth_softmax,softcap,v_quant_type;13
s1;query:T,key:T?,value:T?,past_key:T_CACHE?,past_value:T_CACHE?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,attention_bias:T?,head_sink:T?,k_scale:T_KV_SCALE?,v_scale:T_KV_SCALE?,q_norm_weight:T?,k_norm_weight:T?;output:T,present_key:T_CACHE?,present_value:T_CACHE?,output_qk:T?;M=6,T=25,T_CACHE=201,T_KV_SCALE=3;do_rotary,k_quant_type,kv_cache_bit_width,kv_num_heads,local_window_size,num_heads,qk_norm_epsilon,qk_output,rotary_interleaved,scale,smooth_softmax,softcap,v_quant_type;12
s1;query:T,key:T?,value:T?,past_key:T_CACHE?,past_value:T_CACHE?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,attention_bias:T?,head_sink:T?,k_scale:T_KV_SCALE?,v_scale:T_KV_SCALE?;output:T,present_key:T_CACHE,present_value:T_CACHE,output_qk:T?;M=6,T=25,T_CACHE=201,T_KV_SCALE=3;do_rotary,k_quant_type,kv_cache_bit_width,kv_num_heads,local_window_size,num_heads,qk_output,rotary_interleaved,scale,smooth_softmax,softcap,v_quant_type;9-10
s1;query:T,key:T?,value:T?,past_key:T_CACHE?,past_value:T_CACHE?,seqlens_k:M,total_sequence_length:M,cos_cache:T?,sin_cache:T?,position_ids:#i64?,attention_bias:T?,head_sink:T?,k_scale:T_KV_SCALE?,v_scale:T_KV_SCALE?;output:T,present_key:T_CACHE?,present_value:T_CACHE?,output_qk:T?;M=6,T=25,T_CACHE=201,T_KV_SCALE=3;do_rotary,k_quant_type,kv_cache_bit_width,kv_num_heads,local_window_size,num_heads,qk_output,rotary_interleaved,scale,smooth_softmax,softcap,v_quant_type;11
k1-;M=6,T=13;4-10
k1-;M=6,T=13,T_CACHE=202,T_KV_SCALE=3;11-
k1-;M=6,T=3;2-10
k1-;M=6,T=3,T_CACHE=203,T_KV_SCALE=3;11-
c1-;M=6,T=14,T_CACHE=14,T_KV_SCALE=3;14-15
c1-;M=6,T=14,T_CACHE=50,T_KV_SCALE=3;14-15
c1-;M=6,T=14,T_CACHE=8,T_KV_SCALE=3;14-15
c1-;M=6,T=14,T_CACHE=12,T_KV_SCALE=3;14-15
c1-;M=6,T=13,T_CACHE=13,T_KV_SCALE=3;14-15
c1-;M=6,T=13,T_CACHE=50,T_KV_SCALE=3;14-15
c1-;M=6,T=13,T_CACHE=8,T_KV_SCALE=3;14-15
c1-;M=6,T=13,T_CACHE=12,T_KV_SCALE=3;14-15
f1;?;;0

com.microsoft:HyperConnectionLowRankMix
s1;streams:T,norm_scale:T,down_weight:T,up_weight:T,inject_weight:T,prev_block_output:T?,prev_post_gate:T?;pre_output:T,post_gate:T,streams_out:T?;T=25;epsilon,gate_div,gate_mul,num_branches,reduction_scale,silu_alpha;16

com.microsoft:HyperConnectionPostMix
s1;streams:T,block_output:T,post_mix:M,stream_mix:M?;output:T;M=25,T=25;num_branches;15-
k1-;M=25,T=14;15-
k1-;M=25,T=13;15-
k1-;M=25,T=3;15-
c1-;M=25,T=14;15
c1-;M=25,T=13;15
c1-;M=25,T=3;15

com.microsoft:HyperConnectionPreMix
s1;streams:T,pre_mix:M;output:T;M=25,T=25;num_branches,reduction_scale;15-
k1-;M=25,T=14;15-
k1-;M=25,T=13;15-
k1-;M=25,T=3;15-
c1-;M=25,T=14;15
c1-;M=25,T=13;15
c1-;M=25,T=3;15

com.microsoft:Inverse
s1;X:T;Y:T;T=0;;0-
k1-;T=0;0-
c1-;T=0;14-15

com.microsoft:Irfft
s1;X:T;Y:T;T=0;normalized,onesided,signal_ndim;0-
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

com.microsoft:IsAllFinite
s1;input:V*;output:T;T=18,V=15;isinf_only,isnan_only;0-

com.microsoft:LinearAttention
s1;query:T,key:T,value:T,past_state:S?,decay:T?,beta:T?;output:T,present_state:S;S=25,T=25;chunk_size,kv_num_heads,q_num_heads,scale,state_window,update_rule;13-
s1;query:T,key:T,value:T,past_state:S?,decay:T?,beta:T?;output:T,present_state:S;S=25,T=25;chunk_size,kv_num_heads,q_num_heads,scale,update_rule;9-12
k1-;T=3;9-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:LinearAttentionGate
s1;a:T,dt_bias:TF,decay_scale:TF,b:T?;decay:T,beta:T?;T=25,TF=3;;13-
k1-;T=14,TF=3;16
k1-;T=13,TF=3;14-
k1-;T=3,TF=3;14-
c1-;T=14,TF=3;14-15
c1-;T=13,TF=3;14-15
c1-;T=3,TF=3;14-15

com.microsoft:LongformerAttention
s1;input:T,weight:T,bias:T,mask:T,global_weight:T,global_bias:T,global:G;output:T;G=6,T=28;num_heads,window;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:MRotaryEmbedding
s1;input:T,position_ids:M,cos_cache:T,sin_cache:T;output:T;M=7,T=25;interleaved,is_packed_batching,mrope_layout,mrope_section,num_heads,rotary_embedding_dim,scale;13-
k1-;M=7,T=13;13-
k1-;M=7,T=3;13-
c1-;M=7,T=14;14-15
c1-;M=7,T=13;14-15
c1-;M=7,T=3;14-15

com.microsoft:Mamba2Verify
s1;projection:T,conv_state:T,ssm_state:F,conv_weight:T,conv_bias:T,dt_bias:F,A_negative:F,D:F,norm_weight:F,state_row:I;Y:T,conv_snapshots:T,ssm_snapshots:F,xbc:T?,readout:F?;F=3,I=6,T=14;d_state,epsilon,head_dim,heads,n_groups,time_step_min;16

com.microsoft:MatMulBlockQuantizedFp4Weight
s1;A:T,B:T1,weight_scale:T2,weight_scale_2:T3,input_scale:T3?,bias:T?;Y:T;T=200,T1=12,T2=12,T3=3;block_size;13-
c1-;T=200,T1=12,T2=12,T3=3;14-15

com.microsoft:MatMulBlockQuantizedFp8Weight
s1;A:T,B:T1,b_scale:T2,a_scale:T2?,bias:T?;Y:T;T=200,T1=50,T2=3;block_size;13-
c1-;T=200,T1=50,T2=3;14-15

com.microsoft:MatMulBnb4
s1;A:T1,B:T2,absmax:T1;Y:T1;T1=25,T2=12;K,N,block_size,quant_type,training_mode,transB;1-
s1;A:T1,B:T2,absmax:T1;Y:T1;T1=28,T2=12;K,N,block_size,quant_type;0
k1-;T1=3,T2=12;0-
c1-;T1=14,T2=12;14-15
c1-;T1=13,T2=12;14-15
c1-;T1=3,T2=12;14-15

com.microsoft:MatMulFpQ4
s1;A:T1,B:T2,B_shape:T3;Y:T1;T1=3,T2=12,T3=7;blk_quant_type;0-
k1-;T1=3,T2=12,T3=7;0-

com.microsoft:MatMulInteger16
s1;A:T1,B:T2;Y:T3;T1=31,T2=31,T3=131;;0-
k1-;T1=5,T2=5,T3=6;0-

com.microsoft:MatMulIntegerToFloat
s1;A:T1,B:T2,a_scale:T3,b_scale:T3,a_zero_point:T1?,b_zero_point:T2?,bias:T3?;Y:T3;T1=80,T2=80,T3=28;;2-
s1;A:T1,B:T2,a_scale:T3,b_scale:T3,a_zero_point:T1?,b_zero_point:T2?,bias:T3?;Y:T3;T1=80,T2=80,T3=3;;0-1
k1-;T1=8,T2=8,T3=3;0-
k1-;T1=12,T2=80,T3=3;0-

com.microsoft:MatMulNBits
s1;A:T1,B:T2,scales:T1,zero_points:T2?;Y:T1;T1=28,T2=12;K,N,accuracy_level,bits,block_size;1
s1;A:T1,B:T2,scales:T1,zero_points:T2?;Y:T1;T1=28,T2=12;K,N,bits,block_size;0
s1;A:T1,B:T2,scales:T1,zero_points:T3?,g_idx:T4?,bias:T1?;Y:T1;T1=25,T2=12,T3=204,T4=6;K,N,accuracy_level,bits,block_size;7-11
s1;A:T1,B:T2,scales:T1,zero_points:T3?,g_idx:T4?,bias:T1?;Y:T1;T1=25,T2=12,T3=204,T4=6;K,N,accuracy_level,bits,block_size,weight_prepacked;12-
s1;A:T1,B:T2,scales:T1,zero_points:T3?,g_idx:T4?,bias:T1?;Y:T1;T1=28,T2=205,T3=206,T4=6;K,N,accuracy_level,bits,block_size;3-6
s1;A:T1,B:T2,scales:T1,zero_points:T3?,g_idx:T4?;Y:T1;T1=28,T2=205,T3=206,T4=6;K,N,accuracy_level,bits,block_size;2
k1-;T1=13,T2=12,T3=207,T4=6;4-6
k1-;T1=13,T2=12,T3=208,T4=6;7-
k1-;T1=3,T2=12;0-1
k1-;T1=3,T2=12,T3=207,T4=6;4-6
k1-;T1=3,T2=12,T3=209,T4=6;2-3,7-
c1-;T1=14,T2=12,T3=210;14-15
c1-;T1=13,T2=12,T3=208;14-15
c1-;T1=3,T2=12,T3=209;14-15

com.microsoft:MatMulNBitsMlp
s1;A:T1,skip:T1?,norm_scale:T1?,gate_B:T2,gate_scales:T1,gate_bias:T1?,up_B:T2,up_scales:T1,up_bias:T1?;Y:T1,input_skip_bias_sum:T1?;T1=25,T2=12;K,N,accuracy_level,activation,bits,block_size,epsilon;11-

com.microsoft:MatMulNBitsQLoRA
s1;X:T,W:TQ,scales:T,lora_A:TQ,lora_A_scales:T,lora_B:TQ,lora_B_scales:T;Y:T;T=28,TQ=12;K,N,accuracy_level,bits,block_size,lora_bits,lora_block_size;16

com.microsoft:MatMulNBitsQkv
s1;A:T1,skip:T1?,norm_scale:T1,q_B:T2,q_scales:T1,q_bias:T1?,k_B:T2,k_scales:T1,k_bias:T1?,v_B:T2,v_scales:T1,v_bias:T1?;Q:T1,K:T1,V:T1,input_skip_bias_sum:T1?;T1=25,T2=12;K,Nkv,Nq,accuracy_level,bits,block_size,epsilon;11-

com.microsoft:MatMulPacked
s1;A:T1,B:T2,global_scale:Tscale?;Y:T1;T1=200,T2=12,Tscale=3;K,N,activation_type,packed_type;16

com.microsoft:MaxpoolWithMask
s1;X:T,M:#i32;Y:T;T=3;auto_pad,kernel_shape,pads,storage_order,strides;0-
k1-;T=3;0-

com.microsoft:MoE
s1;input:T,router_probs:T,fc1_experts_weights:T,fc1_experts_bias:T?,fc2_experts_weights:T,fc2_experts_bias:T?,fc3_experts_weights:T?,fc3_experts_bias:T?;output:T;T=25;activation_alpha,activation_beta,activation_type,k,normalize_routing_weights,swiglu_fusion,swiglu_limit,swiglu_limit_after_activation,use_sparse_mixer;16
s1;input:T,router_probs:T,fc1_experts_weights:T,fc1_experts_bias:T?,fc2_experts_weights:T,fc2_experts_bias:T?,fc3_experts_weights:T?,fc3_experts_bias:T?;output:T;T=25;activation_alpha,activation_beta,activation_type,k,normalize_routing_weights,swiglu_fusion,swiglu_limit,use_sparse_mixer;7-15
s1;input:T,router_probs:T,fc1_experts_weights:T,fc1_experts_bias:T?,fc2_experts_weights:T,fc2_experts_bias:T?,fc3_experts_weights:T?,fc3_experts_bias:T?;output:T;T=28;activation_type,k,normalize_routing_weights;2
s1;input:T,router_probs:T,fc1_experts_weights:T,fc1_experts_bias:T?,fc2_experts_weights:T,fc2_experts_bias:T?,fc3_experts_weights:T?,fc3_experts_bias:T?;output:T;T=28;activation_type,k,normalize_routing_weights,use_sparse_mixer;3-6
s1;input:T,router_probs:T,fc1_experts_weights:T,fc2_experts_weights:T,fc1_experts_bias:T?,fc2_experts_bias:T?;output:T;T=28;activation_type,k;1
k1-;T=3;7-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:MoEGroupRouter
s1;logits:T,expert_bias:TF,projection_weight:T?;router_probs:T?,selection_scores:TF?,router_weights:TF?;T=25,TF=3;group_topk,n_group,router_sentinel,top_k,topk_group;16
k1-;T=14,TF=3;16
k1-;T=13,TF=3;16
k1-;T=3,TF=3;16

com.microsoft:MoEPacked
s1;input:T,router_probs:TR,gate_experts_weights:T2,up_experts_weights:T2?,down_experts_weights:T2,router_weights:TR?;output:T;T=200,T2=12,TR=25;activation_type,down_type,gate_type,k,normalize_routing_weights,routed_scaling_factor,routing_epsilon,up_type;16

com.microsoft:MulInteger
s1;A:T,A_zero_point:T?,B:T,B_zero_point:T?;C:T1;T=80,T1=6;;0-

com.microsoft:MultiHeadAttention
s1;query:T,key:T?,value:T?,bias:T?,key_padding_mask:M?,attention_bias:T?,past_key:T?,past_value:T?,past_sequence_length:M?,cache_indirection:M?;output:T,present_key:T?,present_value:T?,qk:QK?;M=6,QK=25,T=25;mask_filter_value,num_heads,scale,unidirectional;8-
s1;query:T,key:T?,value:T?,bias:T?,key_padding_mask:M?,attention_bias:T?,past_key:T?,past_value:T?,past_sequence_length:M?,cache_indirection:M?;output:T,present_key:T?,present_value:T?,qk:QK?;M=6,QK=28,T=28;mask_filter_value,num_heads,scale,unidirectional;6-7
s1;query:T,key:T?,value:T?,bias:T?,key_padding_mask:M?,attention_bias:T?,past_key:T?,past_value:T?;output:T,present_key:T?,present_value:T?;M=6,T=28;mask_filter_value,num_heads,scale,unidirectional;4-5
s1;query:T,key:T?,value:T?,bias:T?,key_padding_mask:M?,relative_position_bias:T?,past_key:T?,past_value:T?;output:T,present_key:T?,present_value:T?;M=6,T=28;mask_filter_value,num_heads,scale;0
s1;query:T,key:T?,value:T?,bias:T?,key_padding_mask:M?,relative_position_bias:T?,past_key:T?,past_value:T?;output:T,present_key:T?,present_value:T?;M=6,T=28;mask_filter_value,num_heads,scale,unidirectional;1-3
k1-;T=3;0-
c1-;QK=14,T=14;14-15
c1-;QK=14,T=3;14-15
c1-;QK=13,T=13;14-15
c1-;QK=13,T=3;14-15
c1-;QK=3,T=14;14-15
c1-;QK=3,T=13;14-15
c1-;QK=3,T=3;14-15

com.microsoft:MurmurHash3
s1;X:T1;Y:T2;T1=211,T2=131;positive,seed;0-
k1-;T1=211,T2=131;0-

com.microsoft:NGramHashMapping
s1;input_ids:M,multipliers:M,vocab_sizes:M,past_ids:M?,head_offsets:M?,eos_token_id:M?,segment_ids:#i32?;hash_ids:M,present_ids:M?;M=36;max_ngram_size,n_head_per_ngram,pad_id,reset_on_eos;15-
s1;input_ids:M,multipliers:M,vocab_sizes:M,past_ids:M?;hash_ids:M,present_ids:M?;M=36;max_ngram_size,n_head_per_ngram,pad_id;14
k1-;M=6;14-
k1-;M=7;14-
c1-;M=6;14-15
c1-;M=7;14-15

com.microsoft:NGramRepeatBlock
s1;input_ids:Tid,scores:T;scores_out:T;T=3,Tid=7;ngram_size;0-
k1-;T=3,Tid=7;0-
c1-;T=3,Tid=7;14-15

com.microsoft:NhwcConv
s1;X:T,W:T,B:T?;Y:T;T=0;auto_pad,dilations,group,kernel_shape,pads,strides;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:NhwcFusedConv
s1;X:T,W:T,B:T?,Z:T?;Y:T;T=28;activation,activation_params,auto_pad,dilations,group,kernel_shape,pads,strides;11-
s1;X:T,W:T,B:T?,Z:T?;Y:T;T=13;activation,activation_params,auto_pad,dilations,group,kernel_shape,pads,strides;0-10
f1;?;;0

com.microsoft:NhwcMaxPool
s1;x:T;y:T;T=80;auto_pad,ceil_mode,dilations,kernel_shape,pads,strides;0-
k1-;T=8;0-
k1-;T=12;0-

com.microsoft:PackedAttention
s1;input:T,weights:T,bias:T,token_offset:M,cumulative_sequence_length:M,attention_bias:T?;output:T;M=6,T=28;num_heads,qkv_hidden_sizes,scale;4-
s1;input:T,weights:T,bias:T,token_offset:M,cumulative_sequence_length:M,relative_position_bias:T?;output:T;M=6,T=28;num_heads,qkv_hidden_sizes,scale;0-3
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:PackedMultiHeadAttention
s1;query:T,key:T?,value:T?,bias:T?,token_offset:M,cumulative_sequence_length:M,attention_bias:T?;output:T;M=6,T=28;mask_filter_value,num_heads,scale;4-
s1;query:T,key:T?,value:T?,bias:T?,token_offset:M,cumulative_sequence_length:M,relative_position_bias:T?;output:T;M=6,T=28;mask_filter_value,num_heads,scale;0-3
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:PackedSparseAttentionIndexer
s1;query:T,key:T?,query_norm_weight:T,key_norm_weight:T,cos_cache:T,sin_cache:T,cumulative_sequence_lengths:M,past_sequence_lengths:M,gate:T?,position_bias:T?,head_weights:T?,position_ids:I?,past_key_state:T,past_kv_buffer:T,past_gate_buffer:T?,past_state_lengths:M,state_update_capture_count:M?,state_update_active:M?;selected_indices:M,selected_counts:M,present_key_state:T,present_kv_buffer:T,present_gate_buffer:T?,present_state_lengths:M,state_update:T?;I=7,M=6,T=25;compress_ratio,epsilon,head_weight_scale,index_topk,policy_mode,scale,state_capacity,state_update_capacity,token_budget;15
s1;query:T,key:T?,query_norm_weight:T,key_norm_weight:T,cos_cache:T,sin_cache:T,cumulative_sequence_lengths:M,past_sequence_lengths:M,gate:T?,position_bias:T?,head_weights:T?,position_ids:I?,past_key_state:T_KEY,past_kv_buffer:T,past_gate_buffer:T?,past_state_lengths:M,state_update_capture_count:M?,state_update_active:M?,indexshare_mode:M?,merged_indices:M?,merged_counts:M?,merged_status:M?;selected_indices:M,selected_counts:M,present_key_state:T_KEY,present_kv_buffer:T,present_gate_buffer:T?,present_state_lengths:M,state_update:T?,indexshare_status:M?,state_status:M?;I=7,M=6,T=25,T_KEY=25;compress_ratio,epsilon,head_weight_scale,index_topk,indexshare_state_policy,max_output_entries,policy_mode,scale,state_capacity,state_update_capacity,token_budget;16
c1-;I=7,M=6,T=14;15
c1-;I=7,M=6,T=13;15
c1-;I=7,M=6,T=3;15
f1;?;;15-

com.microsoft:PackedSparseAttentionIndexerMerge
s1;base_indices:T,base_counts:T,base_row_indices:T,range_starts:T?,range_ends:T?,additional_indices:T?,additional_counts:T?;selected_indices:T,selected_counts:T,status:T;T=6;max_output_entries,policy_mode;16
f1;?;;16

com.microsoft:Pad
s1;data:T,pads:#i64,value:T?;output:T;T=0;mode;0-
k1-;T=3;0-

com.microsoft:PagedAttention
s1;query:T,key:T?,value:T?,key_cache:T,value_cache:T,cumulative_sequence_length:S,past_seqlens:S,block_table:S,cos_cache:T?,sin_cache:T?;output:T,key_cache_out:T?,value_cache_out:T?;S=6,T=200;do_rotary,kv_num_heads,local_window_size,num_heads,rotary_interleaved,scale,softcap;7-12
s1;query:T,key:T?,value:T?,key_cache:T_CACHE,value_cache:T_CACHE?,cumulative_sequence_length:S,past_seqlens:S,block_table:S,cos_cache:T?,sin_cache:T?,slot_mapping:S?,head_sink:T?,q_norm_weight:T?,k_norm_weight:T?,k_scale:T_KV_SCALE?,v_scale:T_KV_SCALE?,attention_metadata:S?;output:T,key_cache_out:T_CACHE?,value_cache_out:T_CACHE?;S=6,T=200,T_CACHE=212,T_KV_SCALE=3;do_rotary,is_causal,k_cache_dtype,k_quant_type,kv_cache_layout,kv_num_heads,local_window_size,num_heads,qk_norm_epsilon,rotary_interleaved,rotary_offset,scale,softcap,v_cache_dtype,v_head_size,v_quant_type;14-
s1;query:T,key:T?,value:T?,key_cache:T_CACHE,value_cache:T_CACHE?,cumulative_sequence_length:S,past_seqlens:S,block_table:S,cos_cache:T?,sin_cache:T?,slot_mapping:S?,head_sink:T?,q_norm_weight:T?,k_norm_weight:T?,k_scale:T_KV_SCALE?,v_scale:T_KV_SCALE?,attention_metadata:S?;output:T,key_cache_out:T_CACHE?,value_cache_out:T_CACHE?;S=6,T=200,T_CACHE=213,T_KV_SCALE=3;do_rotary,k_cache_dtype,k_quant_type,kv_cache_layout,kv_num_heads,local_window_size,num_heads,qk_norm_epsilon,rotary_interleaved,rotary_offset,scale,softcap,v_cache_dtype,v_head_size,v_quant_type;13
c1-;S=6,T=14,T_CACHE=14,T_KV_SCALE=3;14-15
c1-;S=6,T=14,T_CACHE=50,T_KV_SCALE=3;14-15
c1-;S=6,T=14,T_CACHE=8,T_KV_SCALE=3;14-15
c1-;S=6,T=14,T_CACHE=12,T_KV_SCALE=3;14-15
c1-;S=6,T=13,T_CACHE=13,T_KV_SCALE=3;14-15
c1-;S=6,T=13,T_CACHE=50,T_KV_SCALE=3;14-15
c1-;S=6,T=13,T_CACHE=8,T_KV_SCALE=3;14-15
c1-;S=6,T=13,T_CACHE=12,T_KV_SCALE=3;14-15

com.microsoft:QAttention
s1;input:T1,weight:T2,bias:T3,input_scale:T3,weight_scale:T3,mask_index:T4?,input_zero_point:T1?,weight_zero_point:T2?,past:T3?;output:T3,present:T3?;T1=80,T2=80,T3=28,T4=6;do_rotary,mask_filter_value,num_heads,past_present_share_buffer,scale,unidirectional;0-
k1-;T1=12,T2=80,T3=3,T4=6;0-
c1-;T1=8,T2=8,T3=13,T4=6;14-15
c1-;T1=8,T2=8,T3=3,T4=6;14-15

com.microsoft:QEmbedLayerNormalization
s1;input_ids:T1,segment_ids:T1?,word_embedding_quant:T2,position_embedding_quant:T2,segment_embedding:T2?,gamma_quant:T2,beta_quant:T2,mask:T1?,word_embedding_scale:T,position_embedding_scale:T,segment_embedding_scale:T?,gamma_scale:T,beta_scale:T,word_embedding_zero_point:T2,position_embedding_zero_point:T2,segment_embedding_zero_point:T2?,gamma_zero_point:T2,beta_zero_point:T2;layernorm_out:T,mask_index_out:T1;T=3,T1=6,T2=80;epsilon;0-
k1-;T=3;0-

com.microsoft:QGemm
s1;A:TA,a_scale:T,a_zero_point:TA,B:TB,b_scale:T,b_zero_point:TB,C:TC?,y_scale:T?,y_zero_point:TYZ?;Y:TY;T=3,TA=80,TB=80,TC=6,TY=203,TYZ=80;alpha,transA,transB;0-
k1-;T=3,TA=8,TB=8,TC=6,TY=214,TYZ=8;0-
k1-;T=3,TA=12,TB=80,TC=6,TY=209,TYZ=12;0-

com.microsoft:QLinearAdd
s1;A:T,A_scale:#f32,A_zero_point:T?,B:T,B_scale:#f32,B_zero_point:T?,C_scale:#f32,C_zero_point:T?;C:T;T=80;;0-
k1-;T=8;0-
k1-;T=12;0-

com.microsoft:QLinearAveragePool
s1;X:T,x_scale:#f32,x_zero_point:T?,y_scale:#f32,y_zero_point:T?;Y:T;T=80;auto_pad,ceil_mode,channels_last,count_include_pad,kernel_shape,pads,strides;0-
k1-;;0-

com.microsoft:QLinearConcat
s1;Y_scale:TF,Y_zero_point:T8,inputs:TV*;Y:T8;T8=80,TF=3,TV=203;axis;0-
k1-;;0-

com.microsoft:QLinearConv
s1;x:T1,x_scale:#f32,x_zero_point:T1,w:T2,w_scale:#f32,w_zero_point:T2,y_scale:#f32,y_zero_point:T3,B:T4?;y:T3;T1=80,T2=80,T3=80,T4=6;auto_pad,channels_last,dilations,group,kernel_shape,pads,strides;0-
k1-;T1=8,T2=8,T3=8,T4=6;0-
k1-;T1=12,T2=80,T3=12,T4=6;0-

com.microsoft:QLinearGlobalAveragePool
s1;X:T,x_scale:#f32,x_zero_point:T,y_scale:#f32,y_zero_point:T;Y:T;T=80;channels_last;0-
k1-;;0-

com.microsoft:QLinearLeakyRelu
s1;X:T,X_scale:#f32,X_zero_point:T?,Y_scale:#f32,Y_zero_point:T?;Y:T;T=80;alpha;0-
k1-;T=8;0-
k1-;T=12;0-

com.microsoft:QLinearMul
s1;A:T,A_scale:#f32,A_zero_point:T?,B:T,B_scale:#f32,B_zero_point:T?,C_scale:#f32,C_zero_point:T?;C:T;T=80;;0-
k1-;T=8;0-
k1-;T=12;0-

com.microsoft:QLinearReduceMean
s1;data:T,data_scale:#f32,data_zero_point:T?,reduced_scale:#f32,reduced_zero_point:T?;reduced:T;T=80;axes,keepdims;0-

com.microsoft:QLinearSigmoid
s1;X:T,X_scale:#f32,X_zero_point:T?,Y_scale:#f32,Y_zero_point:T?;Y:T;T=80;;0-
k1-;T=8;0-
k1-;T=12;0-

com.microsoft:QLinearSoftmax
s1;X:T,X_scale:#f32,x_zero_point:T?,y_scale:#f32,y_zero_point:T;Y:T;T=80;axis,opset;0-
k1-;T=80;0-

com.microsoft:QLinearWhere
s1;condition:B,X:T,x_scale:TF,x_zero_point:T,Y:T,y_scale:TF,y_zero_point:T,z_scale:TF,z_zero_point:T;Z:T;B=18,T=80,TF=3;;0-
k1-;T=80;0-

com.microsoft:QMoE
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T?,fc3_experts_bias:T?;output:T;T=13,T1=12;activation_type,expert_weight_bits,k,normalize_routing_weights,use_sparse_mixer;3-6
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T?,fc3_experts_bias:T?;output:T;T=13,T1=12;activation_type,k,normalize_routing_weights;2
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T2,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T2,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T2?,fc3_experts_bias:T?,fc1_zero_points:T1?,fc2_zero_points:T1?,fc3_zero_points:T1?,router_weights:T?;output:T;T=25,T1=12,T2=25;activation_alpha,activation_beta,activation_type,block_size,expert_weight_bits,k,normalize_routing_weights,swiglu_fusion,swiglu_limit,use_sparse_mixer;9-10
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T2,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T2,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T2?,fc3_experts_bias:T?,fc1_zero_points:T1?,fc2_zero_points:T1?,fc3_zero_points:T1?;output:T;T=25,T1=12,T2=25;activation_alpha,activation_beta,activation_type,block_size,expert_weight_bits,k,normalize_routing_weights,swiglu_fusion,swiglu_limit,use_sparse_mixer;8
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T2,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T2,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T2?,fc3_experts_bias:T?;output:T;T=25,T1=12,T2=25;activation_alpha,activation_beta,activation_type,block_size,expert_weight_bits,k,normalize_routing_weights,swiglu_fusion,swiglu_limit,use_sparse_mixer;7
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T2?,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T2?,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T2?,fc3_experts_bias:T?,fc1_zero_points:T1?,fc2_zero_points:T1?,fc3_zero_points:T1?,router_weights:T?,fc1_global_scale:T4?,fc2_global_scale:T4?,fc1_act_scale:T4?,fc2_act_scale:T4?,fc1_act_block_scale:T2?,fc2_act_block_scale:T2?;output:T;T=25,T1=215,T2=216,T4=3;accuracy_level,activation_alpha,activation_beta,activation_type,block_size,expert_weight_bits,fc1_expert_weight_bits,fc2_expert_weight_bits,fc3_expert_weight_bits,k,normalize_routing_weights,quant_type,swiglu_fusion,swiglu_limit,swiglu_limit_after_activation,use_sparse_mixer,weights_prepacked;16
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T2?,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T2?,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T2?,fc3_experts_bias:T?,fc1_zero_points:T1?,fc2_zero_points:T1?,fc3_zero_points:T1?,router_weights:T?,fc1_global_scale:T4?,fc2_global_scale:T4?,fc1_act_scale:T4?,fc2_act_scale:T4?,fc1_act_block_scale:T2?,fc2_act_block_scale:T2?;output:T;T=25,T1=215,T2=216,T4=3;accuracy_level,activation_alpha,activation_beta,activation_type,block_size,expert_weight_bits,fc1_expert_weight_bits,fc2_expert_weight_bits,fc3_expert_weight_bits,k,normalize_routing_weights,quant_type,swiglu_fusion,swiglu_limit,use_sparse_mixer,weights_prepacked;15
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T2?,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T2?,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T2?,fc3_experts_bias:T?,fc1_zero_points:T1?,fc2_zero_points:T1?,fc3_zero_points:T1?,router_weights:T?,fc1_global_scale:T4?,fc2_global_scale:T4?,fc1_act_scale:T4?,fc2_act_scale:T4?,fc1_act_block_scale:T2?,fc2_act_block_scale:T2?;output:T;T=25,T1=215,T2=216,T4=3;activation_alpha,activation_beta,activation_type,block_size,expert_weight_bits,k,normalize_routing_weights,quant_type,swiglu_fusion,swiglu_limit,use_sparse_mixer,weights_prepacked;13-14
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T2?,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T2?,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T2?,fc3_experts_bias:T?,fc1_zero_points:T1?,fc2_zero_points:T1?,fc3_zero_points:T1?,router_weights:T?,fc1_global_scale:T4?,fc2_global_scale:T4?,fc1_act_scale:T4?,fc2_act_scale:T4?,fc1_act_block_scale:T2?,fc2_act_block_scale:T2?;output:T;T=25,T1=215,T2=90,T4=3;activation_alpha,activation_beta,activation_type,block_size,expert_weight_bits,k,normalize_routing_weights,quant_type,swiglu_fusion,swiglu_limit,use_sparse_mixer;11
s1;input:T,router_probs:T,fc1_experts_weights:T1,fc1_scales:T2?,fc1_experts_bias:T?,fc2_experts_weights:T1,fc2_scales:T2?,fc2_experts_bias:T?,fc3_experts_weights:T1?,fc3_scales:T2?,fc3_experts_bias:T?,fc1_zero_points:T1?,fc2_zero_points:T1?,fc3_zero_points:T1?,router_weights:T?,fc1_global_scale:T4?,fc2_global_scale:T4?,fc1_act_scale:T4?,fc2_act_scale:T4?,fc1_act_block_scale:T2?,fc2_act_block_scale:T2?;output:T;T=25,T1=215,T2=90,T4=3;activation_alpha,activation_beta,activation_type,block_size,expert_weight_bits,k,normalize_routing_weights,quant_type,swiglu_fusion,swiglu_limit,use_sparse_mixer,weights_prepacked;12
k1-;T=14,T1=12,T2=217,T4=3;16
k1-;T=13,T1=12,T2=13;7-15
k1-;T=13,T1=12,T2=218,T4=3;16
k1-;T=3,T1=12,T2=3;7-15
k1-;T=3,T1=12,T2=219,T4=3;16
c1-;T=14,T1=215,T2=216,T4=3;15
c1-;T=14,T1=215,T2=217,T4=3;14
c1-;T=13,T1=215,T2=216,T4=3;15
c1-;T=13,T1=215,T2=218,T4=3;14

com.microsoft:QOrderedAttention
s1;input:Q,scale_input:S,scale_Q_gemm:S,scale_K_gemm:S,scale_V_gemm:S,Q_weight:Q,K_weight:Q,V_weight:Q,scale_Q_weight:S,scale_K_weight:S,scale_V_weight:S,Q_bias:S,K_bias:S,V_bias:S,scale_QKT_gemm:S?,scale_QKT_softmax:S?,scale_values_gemm:S,mask_index:G?,past:Q?,attention_bias:S?;output:Q;G=6,Q=8,S=3;num_heads,order_input,order_output,order_weight,qkv_hidden_sizes,unidirectional;4-
s1;input:Q,scale_input:S,scale_Q_gemm:S,scale_K_gemm:S,scale_V_gemm:S,Q_weight:Q,K_weight:Q,V_weight:Q,scale_Q_weight:S,scale_K_weight:S,scale_V_weight:S,Q_bias:S,K_bias:S,V_bias:S,scale_QKT_gemm:S?,scale_QKT_softmax:S?,scale_values_gemm:S,mask_index:G?,past:Q?,relative_position_bias:S?;output:Q;G=6,Q=8,S=3;num_heads,order_input,order_output,order_weight,qkv_hidden_sizes,unidirectional;0-3
c1-;G=6,Q=8,S=3;14-15

com.microsoft:QOrderedGelu
s1;X:Q,scale_X:S,scale_Y:S;Y:Q;Q=8,S=3;order_X,order_Y;0-
c1-;Q=8,S=3;14-15

com.microsoft:QOrderedLayerNormalization
s1;X:Q,scale_X:S,scale:F,B:F?,scale_Y:S;Y:Q;F=28,Q=8,S=3;axis,epsilon,order_X,order_Y;0-
c1-;F=28,Q=8,S=3;14-15

com.microsoft:QOrderedLongformerAttention
s1;input:Q,scale_input:S,weight:Q,scale_weight:S,bias:S,scale_bias:S,scale_qkv_gemm:S,mask:F,global_weight:Q,scale_global_weight:S,global_bias:S,scale_global_gemm:S,global:G,scale_output:S;output:Q;F=13,G=6,Q=8,S=3;num_heads,order_global_weight,order_input,order_output,order_weight,window;0-
c1-;F=13,G=6,Q=8,S=3;14-15
f1;?;;0

com.microsoft:QOrderedMatMul
s1;A:Q,scale_A:S,B:Q,scale_B:S,scale_Y:S,bias:S?,C:Q?,scale_C:S?;Y:Q;Q=8,S=3;order_A,order_B,order_Y;0-
c1-;Q=8,S=3;14-15

com.microsoft:QuantizeBFP
s1;x:T1;y:T2,shape:T3,strides:T3;T1=25,T2=12,T3=7;bfp_type,block_dim;0-

com.microsoft:QuantizeLinear
s1;x:T1,y_scale:T1,y_zero_point:T2;y:T2;T1=28,T2=80;axis;0
s1;x:T1,y_scale:T1,y_zero_point:T2?;y:T2;T1=28,T2=220;axis;3-
s1;x:T1,y_scale:T1,y_zero_point:T2?;y:T2;T1=28,T2=221;axis;1-2
k1-;T1=3,T2=5;1-
k1-;T1=3,T2=95;3-
k1-;T1=3,T2=8;0-
k1-;T1=3,T2=9;1-
k1-;T1=3,T2=96;3-
k1-;T1=3,T2=12;0-
c1-;T1=13,T2=8;14-15
c1-;T1=13,T2=12;14-15

com.microsoft:QuantizeWithOrder
s1;input:F,scale_input:S;output:Q;F=28,Q=8,S=3;order_input,order_output;0-
c1-;F=28,Q=8,S=3;14-15

com.microsoft:QuickGelu
s1;X:T;Y:T;T=15;alpha;0-
k1-;T=3;0-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15
f1;!Mul;T=14;15-
f1;11-26;T=4;15
f1;11-28;T=4;16

com.microsoft:RMSNormRotary
s1;X:T,scale:F,position_ids:I,cosine:TCos,sine:TCos,prefill_numerics:TI?;Y:TOut,normalized_fp32:F?;F=3,I=7,T=200,TCos=130,TI=6,TOut=200;epsilon,flatten_batch,input_start,input_width,output_fp16,rotary_embedding_dim,use_fp32_arithmetic;16
f1;?;;16

com.microsoft:Range
s1;start:T,limit:T,delta:T?;Y:T;T=160;;0-
k1-;T=160;0-

com.microsoft:ReduceSumInteger
s1;data:T1;reduced:T2;T1=80,T2=131;axes,keepdims;0-

com.microsoft:RelativePositionBias
s1;bias_table:T,query_length:U,key_length:U;output:T;T=28,U=7;is_bidirectional,max_distance;0-
c1-;T=13;14-15
c1-;T=3;14-15
f1;?;;0-11

com.microsoft:RemovePadding
s1;input:T,sequence_token_count:M;output:T,token_offset:M,cumulated_seq_len:M,max_seq_len:M;M=6,T=28;;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:RestorePadding
s1;input:T,token_offset:M;output:T;M=6,T=28;;0-
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:Rfft
s1;X:T;Y:T;T=0;normalized,onesided,signal_ndim;0-
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

com.microsoft:RotaryEmbedding
s1;input:T,position_ids:M,cos_cache:T,sin_cache:T;output:T;M=7,T=25;interleaved,is_packed_batching,num_heads,rotary_embedding_dim,scale;3-
s1;input:T,position_ids:M,cos_cache:T,sin_cache:T;output:T;M=7,T=25;interleaved,num_heads,rotary_embedding_dim,scale;1-2
s1;input:T,position_ids:M,cos_cache:T,sin_cache:T;output:T;M=7,T=28;interleaved,scale;0
k1-;M=7,T=13;4-
k1-;M=7,T=3;0-
c1-;M=7,T=14;14-15
c1-;M=7,T=13;14-15
c1-;M=7,T=3;14-15

com.microsoft:RouterGateUpProj
s1;X:T,W:T;router:T,activated:T;T=200;activation,activation_alpha,activation_beta,limit,router_size;16

com.microsoft:SampleOp
s1;X:T;Y:T;T=16;;0-
k1-;T=3;0-

com.microsoft:Sampling
s1;input_ids:I,max_length:I,min_length:I?,repetition_penalty:T?,vocab_mask:I?,prefix_vocab_mask:I?,attention_mask:I?,presence_mask:I?,seed:I?;sequences:I,filtered_logits:T?;I=6,T=3;custom,decoder,decoder_start_token_id,encoder,eos_token_id,filter_value,init_decoder,min_tokens_to_keep,model_type,no_repeat_ngram_size,pad_token_id,presence_penalty,temperature,top_p,vocab_size;0-
k1-;T=3;0-
c1-;T=28;14-15

com.microsoft:ScaledSiLU
s1;X:T,scale:M?;Y:T;M=25,T=25;alpha;15-
k1-;M=25,T=14;15-
k1-;M=25,T=13;15-
k1-;M=25,T=3;15-
c1-;M=25,T=14;15
c1-;M=25,T=13;15
c1-;M=25,T=3;15

com.microsoft:SkipGroupNorm
s1;X:T,gamma:M,beta:M,skip:T,bias:T?;Y:T,S:T?;M=28,T=28;activation,channels_last,epsilon,groups;0-
c1-;T=28;14-15

com.microsoft:SkipLayerNormalization
s1;input:T,skip:T,gamma:T,beta:T?,bias:T?;output:T,mean:U?,inv_std_var:U?,input_skip_bias_sum:T?;T=25,U=3;epsilon;8-
s1;input:T,skip:T,gamma:T,beta:T?,bias:T?;output:T,mean:U?,inv_std_var:U?,input_skip_bias_sum:T?;T=28,U=3;epsilon;0-7
k1-;T=14;14-
k1-;T=13;4-
k1-;T=3;0-
k1-;T=4;0-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:SkipSimplifiedLayerNormalization
s1;input:T,skip:T,gamma:T,bias:T?;output:T,mean:U?,inv_std_var:U?,input_skip_bias_sum:T?;T=25,U=3;epsilon;7-
s1;input:T,skip:T,gamma:T,bias:T?;output:T,mean:U?,inv_std_var:U?,input_skip_bias_sum:T?;T=28,U=3;epsilon;0-6
k1-;T=14;14-
k1-;T=13;4-
k1-;T=3;0-
k1-;T=4;0-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15

com.microsoft:Snpe
s1;inputs:T*;outputs:T*;T=222;DLC,notes,snpe_version,target_device;0-

com.microsoft:SparseAttention
s1;query:T,key:T?,value:T?,past_key:T,past_value:T,block_row_indices:M,block_col_indices:M,total_sequence_length:M,key_total_sequence_lengths:M,cos_cache:T?,sin_cache:T?;output:T,present_key:T,present_value:T;M=6,T=25;do_rotary,kv_num_heads,num_heads,rotary_interleaved,scale,sparse_block_size;3-
s1;query:T,key:T?,value:T?,past_key:T,past_value:T,block_row_indices:M,block_col_indices:M,total_sequence_length:M,key_total_sequence_lengths:M,cos_cache:T?,sin_cache:T?;output:T,present_key:T,present_value:T;M=6,T=200;do_rotary,kv_num_heads,num_heads,rotary_interleaved,scale,sparse_block_size;2
k1-;M=6,T=13;6-
k1-;M=6,T=3;3-
c1-;M=6,T=14;14-15
c1-;M=6,T=13;14-15

com.microsoft:SparseAttentionIndexer
s1;query:T,key:T?,query_norm_weight:T,key_norm_weight:T,cos_cache:T,sin_cache:T,mask:TB?,past_key:T,gate:T?,position_bias:T?,head_weights:T?,position_ids:I?,past_sequence_length:M?,past_proj_buffer:T?;selected_indices:M,present_key:T,present_proj_buffer:T?;I=7,M=6,T=25,TB=7;compress_ratio,epsilon,head_weight_scale,index_topk,policy_mode,scale,token_budget;15-
c1-;I=7,M=6,T=14,TB=7;15
c1-;I=7,M=6,T=13,TB=7;15
c1-;I=7,M=6,T=3,TB=7;15

com.microsoft:SparsePagedAttention
s1;query:T,key:T?,value:T?,key_cache:T_CACHE,value_cache:T_CACHE,cumulative_sequence_length:S,past_seqlens:S,block_table:S,slot_mapping:S?,selected_indices:S,selected_counts:S,auxiliary_key:T?,auxiliary_value:T?,auxiliary_lengths:S?,cos_cache:T?,sin_cache:T?,head_sink:T?,q_norm_weight:T?,k_norm_weight:T?,k_scale:T_KV_SCALE?,v_scale:T_KV_SCALE?,attention_metadata:S?;output:T,key_cache_out:T_CACHE?,value_cache_out:T_CACHE?;S=6,T=200,T_CACHE=223,T_KV_SCALE=3;attention_mode,auxiliary_cache_layout,auxiliary_kv_shared,do_rotary,is_causal,k_quant_type,kv_num_heads,local_window_size,num_heads,qk_norm_epsilon,rotary_interleaved,rotary_offset,scale,selected_kv_source,softcap,v_quant_type;15-
c1-;S=6,T=14,T_CACHE=14,T_KV_SCALE=3;15
c1-;S=6,T=14,T_CACHE=8,T_KV_SCALE=3;15
c1-;S=6,T=13,T_CACHE=13,T_KV_SCALE=3;15
c1-;S=6,T=13,T_CACHE=8,T_KV_SCALE=3;15

com.microsoft:SparseToDenseMatMul
s1;A:T,B:T1;Y:T1;T=224,T1=81;alpha,transA,transB;0-
k1-;T=224,T1=81;0-

com.microsoft:SpeculativePrefixCommit
s1;next_tokens:I64,input_ids:I64,status:I32,ctl:I64,ctx_commit:I64,prefixes:I64,ptrs:I64;head_c:I32,updated_ctl:I64,updated_ctx_commit:I64;I32=6,I64=7;head_rows;16

com.microsoft:SwiGLU
s1;gate:T,up:T?;output:T;T=25;activation_alpha,activation_beta,limit,round_activation;16

com.microsoft:Tokenizer
s1;X:T;Y:T;T=103;mark,mincharnum,pad_value,separators,tokenexp;0-
k1-;T=103;0-

com.microsoft:TorchEmbedding
s1;weight:T,indices:#i64,padding_idx:#i64?,scale_grad_by_freq:#bool?;Y:T;T=2;;0-

com.microsoft:TransposeMatMul
s1;A:T,B:T;Y:T;T=15;alpha,transA,transB;0-
k1-;T=3;0-
c1-;T=14;14-15
c1-;T=13;14-15
c1-;T=3;14-15
c1-;T=4;14-15

com.microsoft:Trilu
s1;X:T,k:#i64?;Y:T;T=19;upper;0-
k1-;T=175;0-
c1-;T=19;14-15

com.microsoft:UnfoldTensor
s1;input:T;output:T;T=60;dim,size,step;1-
k1-;T=40;4-
c1-;T=40;14-15

com.microsoft:Unique
s1;x:T;y:T,idx:#i64,counts:#i64;T=66;;0-
k1-;T=3;0-

com.microsoft:VarlenCausalConvWithState
s1;input:T,weight:T,cumulative_sequence_length:M,bias:T?,initial_state:T,capture_count:M?,kernel_delta:T?,previous_mask:T?;output:T,final_state:T,state_update:T?;M=6,T=25;activation,delta_offset,dilation,group_size,state_update_capacity;16
s1;input:T,weight:T,cumulative_sequence_length:M,bias:T?,initial_state:T,capture_count:M?;output:T,final_state:T,state_update:T?;M=6,T=25;activation,dilation,state_update_capacity;14-15
k1-;M=6,T=14;16
k1-;M=6,T=13;16
k1-;M=6,T=3;16
c1-;M=6,T=14;14-15
c1-;M=6,T=13;14-15
c1-;M=6,T=3;14-15

com.microsoft:VarlenNGramHashMapping
s1;input_ids:M,multipliers:M,vocab_sizes:M,cumulative_sequence_length:S,past_ids:M?,head_offsets:M?,eos_token_id:M?,segment_ids:#i32?,past_segment_ids:S?,capture_count:S?;hash_ids:M,present_ids:M?,present_segment_ids:S?,state_update:M?;M=36,S=6;max_ngram_size,n_head_per_ngram,pad_id,reset_on_eos,state_update_capacity;15-
k1-;M=6,S=6;15-
k1-;M=7,S=6;15-
c1-;M=6,S=6;15
c1-;M=7,S=6;15

com.microsoft:WhisperBeamSearch
s1;input_ids:F,max_length:I,min_length:I?,num_beams:I,num_return_sequences:I,length_penalty:T?,repetition_penalty:T?,vocab_mask:M?,prefix_vocab_mask:M?,attention_mask:I?,decoder_input_ids:I?,logits_processor:I?,cross_qk_layer_head:I?,extra_decoding_ids:I?,temperature:T?;sequences:I,sequences_scores:T?,scores:T?,cross_qk:V?,non_speech_probs:T?;F=193,I=6,M=6,T=28,V=3;beginning_timestamp_token_id,decoder,decoder_output_cross_qk,decoder_start_token_id,early_stopping,encoder,eos_token_id,init_decoder,model_type,no_repeat_ngram_size,no_speech_token_id,no_timestamps_token_id,pad_token_id,start_of_lm_token_id,transcribe_token_id,translate_token_id,vocab_size;2-
s1;input_ids:F,max_length:I,min_length:I?,num_beams:I,num_return_sequences:I,length_penalty:T?,repetition_penalty:T?,vocab_mask:M?,prefix_vocab_mask:M?,attention_mask:I?,decoder_input_ids:I?,logits_processor:I?,cross_qk_layer_head:I?,extra_decoding_ids:I?;sequences:I,sequences_scores:T?,scores:T?,cross_qk:V?,non_speech_probs:T?;F=193,I=6,M=6,T=28,V=3;beginning_timestamp_token_id,decoder,decoder_output_cross_qk,decoder_start_token_id,early_stopping,encoder,eos_token_id,init_decoder,model_type,no_repeat_ngram_size,no_speech_token_id,no_timestamps_token_id,pad_token_id,start_of_lm_token_id,transcribe_token_id,translate_token_id,vocab_size;1
k1-;T=3;1-
c1-;T=28;14-15

com.microsoft:WordConvEmbedding
s1;Sequence:T,W:T1,B:T1,C:T1;Y:T1;T=6,T1=3;char_embedding_size,conv_window_size,embedding_size;0-
k1-;T=6,T1=3;0-
"""
