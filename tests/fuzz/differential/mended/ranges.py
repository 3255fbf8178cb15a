"""Gathers by what a Range counts: the usual optimizations make Slices of them, which cut what is beyond the axis."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    row(18, '(float[N,3] x, float[M] w) => (z) <int64 a = {0}, int64 c = {1}> { s = Shape(w) q = Squeeze(s) r = Range(a, q, c) z = Gather<axis = 1>(x, r) }', {"N": 2, "M": 4}),
    row(18, '(float[N,3] x, float[M] w) => (z) <int64 a = {0}, int64 c = {1}> { s = Shape(w) q = Squeeze(s) r = Range(a, q, c) z = Gather<axis = 1>(x, r) }', {"N": 2, "M": 2}),
    row(18, '(float[N,3] x, float[M] w, float[2,3] y) => (t) <int64 a = {0}, int64 c = {1}> { s = Shape(w) q = Squeeze(s) r = Range(a, q, c) z = Gather<axis = 1>(x, r) t = Add(z, y) }', {"N": 2, "M": 4}),
    row(18, '(float[N,3] x, float[M] w, float[2,3] y) => (t) <int64 a = {0}, int64 c = {1}> { s = Shape(w) q = Squeeze(s) r = Range(a, q, c) z = Gather<axis = 1>(x, r) t = Add(z, y) }', {"N": 2, "M": 2}),
    row(12, '(float[N,3] x, float[M] w, float[2,3] y) => (t) <int32 a = {0}, int32 c = {1}> { s = Shape(w) q = Squeeze(s) i = Cast<to = 6>(q) r = Range(a, i, c) z = Gather<axis = -1>(x, r) t = Add(z, y) }', {"N": 2, "M": 4}),
    row(18, '(float[N,M,8] x, float[5,8] table) => (t) <int64 a = {0}, int64 c = {1}, int64 i = {1}> { s = Shape(x) q = Gather(s, i) r = Range(a, q, c) z = Gather(table, r) t = Add(z, x) }', {"N": 2, "M": 6}),
    row(18, '(float[N,M,8] x, float[5,8] table) => (t) <int64 a = {0}, int64 c = {1}, int64 i = {1}> { s = Shape(x) q = Gather(s, i) r = Range(a, q, c) z = Gather(table, r) t = Add(z, x) }', {"N": 2, "M": 5}),
    row(18, '(float[N,P] past, float[N,M,8] x, float[5,8] table) => (t) <int64 c = {1}, int64 i = {1}> { s = Shape(x) q = Gather(s, i) s2 = Shape(past) p = Gather(s2, i) e = Add(q, p) r = Range(p, e, c) z = Gather(table, r) t = Add(z, x) }', {"N": 2, "P": 4, "M": 2}),
    row(18, '(float[N,P] past, float[N,M,8] x, float[5,8] table) => (t) <int64 c = {1}, int64 i = {1}> { s = Shape(x) q = Gather(s, i) s2 = Shape(past) p = Gather(s2, i) e = Add(q, p) r = Range(p, e, c) z = Gather(table, r) t = Add(z, x) }', {"N": 2, "P": 5, "M": 2}),
    row(18, '(float[N,P] past, float[N,M,8] x, float[5,8] table) => (t) <int64 c = {1}, int64 i = {1}> { s = Shape(x) q = Gather(s, i) s2 = Shape(past) p = Gather(s2, i) e = Add(q, p) r = Range(p, e, c) z = Gather(table, r) t = Add(z, x) }', {"N": 2, "P": 5, "M": 1}),
    row(21, '(float[2,2] x, float[K] w, float[1,3] y) => (o) <int64 a = {0}, int64 c = {1}, int64 i = {0}> { s = Shape(w) q = Gather(s, i) r = Range(a, q, c) z = Gather<axis = -2>(x, r) o = MatMul(z, y) }', {"K": 6}),
    row(12, '(float[3,M,M] x, float[K] w, float[3,K,3] y) => (o) <int32 a = {0}, int32 c = {1}, int64 i = {0}> { s = Shape(w) q = Gather(s, i) h = Cast<to = 6>(q) r = Range(a, h, c) z = Gather<axis = -1>(x, r) ss = Shape(z) o = Expand(y, ss) }', {"M": 4, "K": 5}),
    row(18, '(float[3] x, float[K] w) => (z, r) <int64 a = {0}, int64 c = {1}, int64 i = {0}> { s = Shape(w) q = Gather(s, i) r = Range(a, q, c) z = Gather(x, r) }', {"K": 4}),
    row(18, '(float[3] x, float[K] w) => (z, n) <int64 a = {0}, int64 c = {1}, int64 i = {0}> { s = Shape(w) q = Gather(s, i) r = Range(a, q, c) z = Gather(x, r) n = Neg(r) }', {"K": 4}),
    row(18, '(float[2] x, int64 n) => (z) <int64 a = {2}, int64 c = {1}, int64[1] two = {2}> { r = Range(a, n, c) y = Gather(x, r) z = Reshape(y, two) }', {}, {"n": (5,)}),
)  # fmt: skip
