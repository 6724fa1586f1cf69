"""Top Entails, up to 600."""

from nimbers import mex


def splits(n):
    """The nimbers that a player reaches who splits the stack in two; a loony part loses."""
    pairs = [(g[a], g[n - a]) for a in range(1, n // 2 + 1)]
    return {x ^ y for x, y in pairs if x is not None and y is not None}


def taking_wins(x, m):
    """Whether the player wins who takes a top coin, leaves m in the stack, and has *x beside it."""
    return x not in answers[m] and not (m > 0 and taking_wins(x, m - 1))


def nimber(n):
    """The x beside which the stack is lost; None when there is none, and the stack is loony."""
    return next((x for x in range(2 * n) if x not in answers[n] and not taking_wins(x, n - 1)), None)


g, answers = [0], [set()]
for n in range(1, 601):
    answers.append(splits(n))
    g.append(nimber(n))
print("[" + ", ".join("loony" if x is None else str(x) for x in g[585:]) + "]")
