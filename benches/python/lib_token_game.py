"""TokenGame on 20000 vertices, of which each leads to up to three later ones."""

from nimbers import mex

g = [0] * 20000
for p in reversed(range(20000)):
    g[p] = mex({g[p + k] for k in (1, 4, 9) if p + k < 20000})
print(sum(g))
