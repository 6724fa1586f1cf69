"""Nim, heaps up to 3000."""


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1)}))
print(sum(g))
