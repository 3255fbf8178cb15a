"""Resize and Upsample: kernels for the axes that change, results of nothing, and scales that are computed."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    row(20, '(uint8[4,2,1,5] x) => (y) <float[4] s = {1,1,0.5,1}> { y = Resize<mode = "cubic">(x, "", s) }', {}),
    row(20, '(uint8[4,2,3,5] x) => (y) <float[4] s = {1,1,0.2,1}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[2,3,3,5,0] x) => (y) <float[5] s = {1,2,1,1,1}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[2,3,3,5,N] x) => (y) <float[5] s = {1,2,1,1,1}> { y = Resize<mode = "linear">(x, "", s) }', {"N": 0}),
    row(20, '(float[0,3,3,5,2] x) => (y) <float[5] s = {1,2,1,1,1}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[2,3,3,5,2] x) => (y) <float[5] s = {1,2,1,0.1,1}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[2,3,3,5,2] x) => (y) <float[5] s = {1,0.2,1,1,1}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[2,3,3,5,2] x) => (y) <float[5] s = {1,0.2,1,1,1}> { y = Resize<mode = "cubic">(x, "", s) }', {}),
    row(20, '(float[2,3,3,5] x) => (y) <float[4] s = {1,0.2,1,2}> { y = Resize<mode = "cubic">(x, "", s) }', {}),
    row(20, '(float[2,3,3,5] x) => (y) <float[4] s = {1,0.2,0.5,2}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[2,0,3,5] x) => (y) <float[4] s = {1,2,0.5,2}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[0,1,3,5] x) => (y) <float[4] s = {1,2,0.5,2}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[0,1,3,5,3,2] x) => (y) <float[6] s = {1,2,0.5,2,1,1}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[1,1,3,5,3,2] x) => (y) <float[6] s = {1,2,0.5,0.1,1,1}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(20, '(float[1,1,3,5,3,2] x) => (y) <float[6] s = {1,2,0.5,1,1,1}> { y = Resize<mode = "linear">(x, "", s) }', {}),
    row(9, '(float[1,3,3,5] x) => (y) <float[4] s = {2,2,1,1}> { y = Upsample<mode = "linear">(x, s) }', {}),
    row(9, '(float[0,3,3,5] x) => (y) <float[4] s = {2,2,1,1}> { y = Upsample<mode = "linear">(x, s) }', {}),
    row(20, '(float[N,3,3,5] x) => (y) <int64[4] s = {2,2,1,1}> { y = Resize<mode = "linear">(x, "", "", s) }', {"N": 0}),
    row(20, '(float[2,3,N,5] x) => (y) <int64[4] s = {2,2,3,5}> { y = Resize<mode = "linear">(x, "", "", s) }', {"N": 0}),
    row(20, '(float[2,0,N,5] x) => (y) <int64[4] s = {2,0,3,5}> { y = Resize<mode = "linear">(x, "", "", s) }', {"N": 2}),
    row(20, '(float[2,0,N,5] x) => (y) <int64[4] s = {1,0,3,5}> { y = Resize<mode = "linear">(x, "", "", s) }', {"N": 2}),
    row(12, '(float[S,T,4,2] x, float[0] r, int64[S,T,4,2] z) => (y) <int64[1] w = {2}> { a = Shape(x) b = Mul(a, w) c = Cast<to = 1>(b) d = Shape(z) e = Cast<to = 1>(d) f = Div(c, e) y = Resize<mode = "cubic">(x, r, f) }', {"S": 2, "T": 2}),
    row(11, '(int8[S,4,4,T] x) => (y) <float[8] r = {0,0,0,0,1,1,1,1}, int64[4] w = {1,8,2,2}> { c = Cast<to = 1>(w) d = Shape(x) e = Cast<to = 1>(d) f = Div(c, e) y = Resize<mode = "linear">(x, r, f) }', {"S": 1, "T": 1}),
    row(11, '(int8[S,4,4,T] x) => (y) <float[8] r = {0,0,0,0,1,1,1,1}, int64[4] w = {1,8,2,2}> { c = Cast<to = 1>(w) d = Shape(x) e = Cast<to = 1>(d) f = Div(c, e) y = Resize<mode = "linear">(x, r, f) }', {"S": 1, "T": 2}),
    row(11, '(uint8[S,2,2,T] x) => (y) <float[0] r = {}, int64[1] w = {2}> { a = Shape(x) b = Mul(a, w) c = Cast<to = 1>(b) e = Cast<to = 1>(a) f = Div(c, e) y = Resize<mode = "cubic">(x, r, f) }', {"S": 2, "T": 2}),
    row(11, '(float[S,3,4,4] x, float[A] z) => (y) <float[8] r = {0,0,0,0,1,1,1,1}, int64[3] w = {3,4,4}> { b = Shape(z) a = Concat<axis = 0>(b, w) c = Cast<to = 1>(a) d = Shape(x) e = Cast<to = 1>(d) f = Div(c, e) y = Resize<mode = "nearest">(x, r, f) }', {"S": 2, "A": 0}),
    row(11, '(float[S,3,4,4] x, float[A] z) => (y) <float[8] r = {0,0,0,0,1,1,1,1}, int64[3] w = {3,4,4}> { b = Shape(z) a = Concat<axis = 0>(b, w) c = Cast<to = 1>(a) d = Shape(x) e = Cast<to = 1>(d) f = Div(c, e) y = Resize<mode = "nearest">(x, r, f) }', {"S": 2, "A": 1}),
    row(11, '(float[S,3,4,4] x, float[A] z) => (y) <float[8] r = {0,0,0,0,1,1,1,1}, int64[3] w = {3,4,4}> { b = Shape(z) a = Concat<axis = 0>(b, w) c = Cast<to = 1>(a) d = Shape(x) e = Cast<to = 1>(d) f = Div(c, e) y = Resize<mode = "nearest">(x, r, f) }', {"S": 2, "A": 4}),
    row(9, '(float[S,3,4,4] x, float[A] z) => (y) <int64[3] w = {3,4,4}> { b = Shape(z) a = Concat<axis = 0>(b, w) c = Cast<to = 1>(a) d = Shape(x) e = Cast<to = 1>(d) f = Div(c, e) y = Upsample<mode = "nearest">(x, f) }', {"S": 2, "A": 1}),
    row(9, '(float[S,3,4,4] x, float[A] z) => (y) <int64[3] w = {3,4,4}> { b = Shape(z) a = Concat<axis = 0>(b, w) c = Cast<to = 1>(a) d = Shape(x) e = Cast<to = 1>(d) f = Div(c, e) y = Upsample<mode = "nearest">(x, f) }', {"S": 2, "A": 4}),
)  # fmt: skip
