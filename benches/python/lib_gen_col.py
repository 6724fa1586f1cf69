"""GenCol('.x', '.o'), how many values of paths up to 11."""
from functools import lru_cache

from canonical import canonical

MAY = {"x": ".x", "o": ".o"}


@lru_cache(None)
def value(labels):
    """Labels are pairs of a vertex of the path that is left and who may colour it: `.` both, `x` Left, `o` Right."""
    at = dict(labels)
    options = {"x": [], "o": []}
    for p in at:
        for c, d in ("x", "o"), ("o", "x"):
            if at[p] in MAY[c]:
                rest = {q: label for q, label in at.items() if q != p}
                for q in (p - 1, p + 1):
                    if rest.get(q) == ".":
                        rest[q] = c
                    elif rest.get(q) == d:
                        del rest[q]
                options[c].append(value(frozenset(rest.items())))
    return canonical(options["x"], options["o"])


print(len({value(frozenset((p, ".") for p in range(1, n + 1))) for n in range(1, 12)}))
