"""HeapGame of a function, up to 1500."""

from nimbers import mex

g = []
for n in range(1501):
    g.append(mex({g[a] ^ g[n - a] for a in range(1, n // 2 + 1)} | {g[k] for k in range(n)}))
print(sum(g))
