"""Take k of 3000 counters, with `any` in the condition."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if any(k % p == 0 for p in (2, 3))}))
print(g[2990:])
