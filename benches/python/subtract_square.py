"""Subtract a square, to 10**5."""
from math import isqrt


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


g = []
for n in range(10**5 + 1):
    g.append(mex({g[n - k * k] for k in range(1, isqrt(n) + 1)}))
print(sum(g))
