"""Dawson's Chess, up to 3000."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[max(k - 2, 0)] ^ g[max(n - k - 1, 0)] for k in range(1, n + 1)}))
print(sum(g))
