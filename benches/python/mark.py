"""Mark, to n - 1 or to half of n, up to 10**6."""

g = [0]
for n in range(1, 10**6 + 1):
    found = {g[n - 1], g[n // 2]}
    g.append(0 if 0 not in found else 1 if 1 not in found else 2)
print(sum(g))
