"""Values of paths whose vertices are coloured one by one, and leave marks on their neighbours."""
from functools import lru_cache

from canonical import canonical

MAY = {"x": ".x", "o": ".o"}


def values_of_paths(last, keeps_own):
    """The values of the paths with 1 to `last` vertices.

    A neighbour of a coloured vertex is left to the player who has coloured it if `keeps_own`, otherwise to the other one. One
    that was left to somebody else already is taken away.
    """

    @lru_cache(None)
    def value(labels):
        """Labels are pairs of a vertex of the path that is left and who may colour it: `.` both, `x` Left, `o` Right."""
        at = dict(labels)
        options = {"x": [], "o": []}
        for p in at:
            for c, d in ("x", "o"), ("o", "x"):
                if at[p] in MAY[c]:
                    mine, others = (c, d) if keeps_own else (d, c)
                    rest = {q: label for q, label in at.items() if q != p}
                    for q in (p - 1, p + 1):
                        if rest.get(q) == ".":
                            rest[q] = mine
                        elif rest.get(q) == others:
                            del rest[q]
                    options[c].append(value(frozenset(rest.items())))
        return canonical(options["x"], options["o"])

    return {value(frozenset((p, ".") for p in range(1, n + 1))) for n in range(1, last + 1)}
