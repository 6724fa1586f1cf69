"""Take k of 3000 counters, with `all` in the condition."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if all(k % p != 0 for p in (2, 3))}))
print(g[2990:])
