"""Wythoff, outcome of (400, 401)."""

N = 401
wins = [[False] * (N + 1) for _ in range(N + 1)]
for a in range(N):
    for b in range(N + 1):
        wins[a][b] = (not all(wins[a - k][b] for k in range(1, a + 1))
                      or not all(wins[a][b - k] for k in range(1, b + 1))
                      or not all(wins[a - k][b - k] for k in range(1, min(a, b) + 1)))
print("N" if wins[400][401] else "P")
