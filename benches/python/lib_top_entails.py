"""Top Entails, up to 600."""


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


def splits(n):
    """The nimbers that a player reaches who splits the stack in two."""
    pairs = [(g[a], g[n - a]) for a in range(1, n // 2 + 1)]
    return {x ^ y for x, y in pairs if x is not None and y is not None}


g = [0]
answers = [set()]
for n in range(1, 601):
    # To take the top coin leaves a stack that has to be answered: it wins beside *x unless an answer leads to x.
    # A stack of one coin cannot be answered, nor is one that is loony a loss for the player who takes its top.
    answers.append(splits(n))
    def taking_wins(x, m):
        if x in answers[m]:
            return False
        return m == 0 or not taking_wins(x, m - 1)
    value = None
    if n > 1:
        for x in range(2 * n):
            if not taking_wins(x, n - 1) and x not in answers[n]:
                value = x
                break
    g.append(value)
print("[" + ", ".join("loony" if x is None else str(x) for x in g[585:]) + "]")
