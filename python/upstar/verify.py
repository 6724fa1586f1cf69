"""Checks certificates without any compiled program: strategies, nimbers, values and canonical forms.

This file needs nothing but Python: `python verify.py FILE` runs it alone. It reads rulesets whose moves are
rewrite rules of one step without runs and borders, or options of one heap, and refuses other certificates, which
`upstar verify` reads. The book says what each line of a certificate means (reference/certificates.md).
"""

import gzip
import itertools
import re
import sys
from fractions import Fraction
from functools import cache, reduce
from operator import xor

OTHER = {"Left": "Right", "Right": "Left"}
TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\w+|\.\.|->|[<>=!]=|\|\||<\||\|>|[-+*/%(){}\[\],;:<>|])\s*')
CLAUSES = {"left": ["Left"], "right": ["Right"], "move": ["Left", "Right"]}
STRAIGHT, DIAGONAL = [(0, 1), (0, -1), (1, 0), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
TURNS = {"": STRAIGHT[:1], "orthogonally": STRAIGHT, "diagonally": DIAGONAL, "any direction": STRAIGHT + DIAGONAL}
EIGHT = [turn for a in (1, -1) for b in (1, -1) for turn in [((a, 0), (0, b)), ((0, a), (b, 0))]]
CODE = re.compile(r"(?!(is|lambda|for|if|else|then)$)[A-Za-z]\w*|\d+|[-+*%()\[\],<>]|[<>=!]=")
POSITION = re.compile(r'(- )?([A-Za-z]\w*) (?:\( ([^"]*) \) )?\( ([\d ,]*|"[^"]*") \)')
ZERO = (frozenset(), frozenset())
FORMS = {ZERO: ZERO}


class Refused(Exception):
    """A line that does not follow, or that this program cannot check."""


def need(condition, message):
    if not condition:
        raise Refused(message)


def form(left, right):
    """A game: a pair of sets of options, made once (Siegel, Combinatorial Game Theory, II.1 and II.2)."""
    pair = (frozenset(left), frozenset(right))
    return FORMS.setdefault(pair, pair)


@cache
def at_most(g, h):
    """G <= H: no left option of G is >= H, and no right option of H is <= G."""
    return not (any(at_most(h, x) for x in g[0]) or any(at_most(x, g) for x in h[1]))


@cache
def canonical(g):
    """The game without dominated options, and with the answers to reversible ones in their place."""
    g = form(*(map(canonical, side) for side in g))
    for side, worse in enumerate([at_most, lambda x, y: at_most(y, x)]):
        for x in g[side]:
            others, answers = g[side] - {x}, [y for y in x[1 - side] if worse(y, g)]
            if answers or any(worse(x, y) for y in others):
                others |= answers[0][side] if answers else set()
                return canonical(form(others, g[1]) if side == 0 else form(g[0], others))
    return g


@cache
def add(g, h):
    sides = ([add(x, h) for x in g[side]] + [add(g, x) for x in h[side]] for side in (0, 1))
    return canonical(form(*sides))


@cache
def negative(g):
    return form(map(negative, g[1]), map(negative, g[0]))


def number(x):
    need(x.denominator & (x.denominator - 1) == 0, f"{x} is no short game")
    unit, whole = Fraction(1, x.denominator), x.denominator == 1
    return form([] if whole and x <= 0 else [number(x - unit)], [] if whole and x >= 0 else [number(x + unit)])


@cache
def nimber(n):
    smaller = [nimber(k) for k in range(n)]
    return form(smaller, smaller)


def tokens(text):
    need(not TOKEN.sub("", text), f"{TOKEN.sub('', text)} is not read")
    return TOKEN.findall(text)


def pieces(found, separators):
    """Tokens between separators that are in no bracket, each with the separator before it."""
    parts, depth = [("", [])], 0
    for token in found:
        depth += (token in "([{") - (token in ")]}")
        if token in separators and not depth:
            parts.append((token, []))
        else:
            parts[-1][1].append(token)
    return parts


def listed(found, separator=","):
    """The same for a list, which may be empty."""
    return [part for _, part in pieces(found, [separator])] if found else []


def read_game(found):
    """A game as certificates write it: a number, `*n`, or a bracket in full."""
    if found[:1] + found[-1:] == ["{", "}"]:
        left, right = listed(found[1:-1], "|")
        return form(map(read_game, listed(left)), map(read_game, listed(right)))
    match = re.fullmatch(r"\*(\d{0,3})|(-?\d{1,4}(/\d{1,9})?)", "".join(found))
    need(match, f"{' '.join(found)} is no game")
    return nimber(int(match[1] or 1)) if match[2] is None else number(Fraction(match[2]))


def code(found):
    """An expression as a function of the names."""
    sides = listed(found, "..")
    if len(sides) == 2:
        low, high = map(code, sides)
        return lambda names: range(low(names), high(names) + 1)
    need(all(map(CODE.fullmatch, found)), f"{' '.join(found)} is not read")
    compiled = compile(" ".join(found), "rules", "eval")
    known = {"__builtins__": {}, "min": min, "max": max, "abs": abs, "bool": bool}
    return lambda names: eval(compiled, known | names)


def cells_of(text):
    return [(r, c, x) for r, row in enumerate(text.split("|")) for c, x in enumerate(row)]


def turned(cells, turn):
    """Cells after a turn, beginning at the top and at the left, in order."""
    (a, b), (c, d) = turn
    cells = [(x * a + y * c, x * b + y * d, *rest) for x, y, *rest in cells]
    top, start = (min(cell[i] for cell in cells) for i in (0, 1))
    return tuple(sorted((x - top, y - start, *rest) for x, y, *rest in cells))


class Ruleset:
    def __init__(self, found):
        self.laid, self.options = {"Left": [], "Right": []}, {"Left": [], "Right": []}
        body = found.index("{")
        self.local, head = False, " ".join(found[1:body])
        match = re.fullmatch(r'(?:\( ([\w ,]*) \) )?\( (\w+) : (heap|grid|strip)(?: of "(.*)")? \)', head)
        need(match, f"positions of {found[0]} are not read")
        self.family = match[1].split(" , ") if match[1] else []
        self.variable, self.kind, self.alphabet = match[2], match[3], match[4] or ""
        first, *clauses = pieces(found[body + 1 : -1], [*CLAUSES, "start", "check", "draw_as"])
        need(not first[1] and found[-1] == "}", "these rules are not read")
        for word, rest in clauses:
            for alternative in filter(None, listed(rest, ";") if word in CLAUSES else []):
                read = self.rewrite if alternative[0][0] == '"' else self.heaps
                read(alternative, CLAUSES[word])

    def heaps(self, alternative, players):
        need(self.kind == "heap", "options of boards are not read")
        (_, parts), *steps = pieces(alternative, ["for", "if"])
        # A condition is a loop over one value or none.
        once = lambda found: code(["[", "0", "]", "*", "bool", "(", *found, ")"])
        loops = [(s[0], code(s[2:])) if w == "for" and s[1] == "in" else ("", once(s)) for w, s in steps]
        for player in players:
            self.options[player].append((list(map(code, listed(parts))), loops))

    def rewrite(self, alternative, players):
        before, arrow, after, *turn = alternative
        need(arrow == "->" and " ".join(turn) in TURNS, "only rules of one step are read")
        old, new = cells_of(before[1:-1]), cells_of(after[1:-1])
        need([cell[:2] for cell in old] == [cell[:2] for cell in new], "the sides differ in size")
        plain = set(self.alphabet) - set("^$~+()[]? ")
        need({cell[2] for cell in old + new} <= plain, "only plain patterns are read")
        need("|" not in before or not turn, "patterns of several rows have no direction")
        for down, right in TURNS[" ".join(turn)]:
            cells = [(r + c * down, c * right, x, y[2]) for (r, c, x), y in zip(old, new)]
            for player in players if self.kind == "grid" or not down else []:
                self.laid[player].append(cells)

    def moves(self, family, state, player):
        """For each move the states of the sum that it leaves. A state of a board is its cells."""
        for parts, loops in self.options[player]:
            ways = [{**dict(zip(self.family, code(["[", *tokens(family), "]"])({}))), self.variable: state}]
            for name, values in loops:
                ways = [{**names, name: value} for names in ways for value in values(names)]
            for heaps in [[part(names) for part in parts] for names in ways]:
                need(all(type(n) is int and n >= 0 for n in heaps), "this is no heap")
                yield heaps
        board = {} if self.kind == "heap" else {(r, c): x for r, c, x in state}
        for cells, (row, column) in itertools.product(self.laid[player], board):
            if all(board.get((row + r, column + c)) == before for r, c, before, _ in cells):
                changed = {**board, **{(row + r, column + c): after for r, c, _, after in cells}}
                yield [tuple((r, c, x) for (r, c), x in changed.items())]

    def look_near(self):
        """Which cells are near, and which turns keep the rules: the book says why positions are sums then."""
        laid = [{turned(cells, EIGHT[0]) for cells in self.laid[player]} for player in OTHER]
        keeps = lambda turn: all({turned(cells, turn) for cells in one} == one for one in laid)
        self.turns = [turn for turn in EIGHT if keeps(turn) and (self.kind == "grid" or turn[0] == (1, 0))]
        self.live = {cell[2] for cells in set.union(*laid) for cell in cells}
        need(set(self.alphabet) - self.live, "no symbol is dead")
        pairs = [(x, y) for cells in set.union(*laid) for x in cells for y in cells]
        self.near, self.local = {(x[0] - y[0], x[1] - y[1]) for x, y in pairs}, True

    def parts(self, state):
        """The sets of near cells on which a rule fits, each turned to the least. Patterns need no dead cells."""
        left = {cell for cell in state if cell[2] in self.live}
        while left:
            part, waiting = [], [left.pop()]
            while waiting:
                part.append(waiting.pop())
                near = {x for x in left if (x[0] - part[-1][0], x[1] - part[-1][1]) in self.near}
                left -= near
                waiting += near
            least = min(turned(part, turn) for turn in self.turns)
            if any(True for player in OTHER for _ in self.moves("", least, player)):
                yield least


class Certificate:
    """The facts so far. A sum is a game, and positions in order: sign, name, family, state."""

    def __init__(self, rules, misere):
        self.values, self.nimbers, self.wins, self.others = {}, {}, set(), set()
        self.form, self.misere, self.ended = None, misere, set()
        first, *rulesets = [part for _, part in pieces(tokens(rules), ["game"])]
        self.rulesets = {found[0]: Ruleset(found) for found in rulesets}
        need(not first and len(self.rulesets) == len(rulesets), "only rulesets of different names are read")

    def read(self, found):
        total, positions = ZERO, []
        for part in listed(found, "+"):
            if not (match := POSITION.fullmatch(" ".join(part))):
                total = add(total, canonical(read_game(part)))
                continue
            sign, name, family, state = match.groups()
            kind, board = self.rulesets[name].kind, tuple(cells_of(state[1:-1]))
            need(kind == "heap" or {x[2] for x in board} <= set(self.rulesets[name].alphabet), f"no {state}")
            states = map(int, state.split(",")) if kind == "heap" else [board]
            positions += [(-1 if sign else 1, name, family or "", state) for state in states]
        need(not self.misere or total == ZERO, "games in misère play are not read")
        return self.normal(total, positions)

    def normal(self, total, positions):
        """The sum with parts for positions where the rules show them, and games where facts say values."""
        left = []
        for sign, name, family, whole in positions:
            rules = self.rulesets[name]
            for state in rules.parts(whole) if rules.local else [whole]:
                value = self.values.get((name, family, state))
                if value is None:
                    left.append((sign, name, family, state))
                else:
                    total = add(total, value if sign > 0 else negative(value))
        return total, tuple(sorted(left))

    def moves(self, whole, player):
        total, positions = whole
        found = {(option, positions) for option in total[player == "Right"]}
        for place, (sign, name, family, state) in enumerate(positions):
            rest = positions[:place] + positions[place + 1 :]
            for states in self.rulesets[name].moves(family, state, player if sign > 0 else OTHER[player]):
                found.add(self.normal(total, [*rest, *((sign, name, family, s) for s in states)]))
        return found

    def nimber(self, whole):
        """In normal play the nim-sum of the nimbers of all parts; None where one is not known."""
        size = len(whole[0][0])
        nimbers = [size if nimber(size) == whole[0] else None, *(self.nimbers.get(p[1:]) for p in whole[1])]
        return None if self.misere or None in nimbers else reduce(xor, nimbers)

    def wins_first(self, player, whole):
        if not whole[1] and not self.misere:
            return not (at_most(whole[0], ZERO) if player == "Left" else at_most(ZERO, whole[0]))
        return (player, whole) in self.wins or self.nimber(whole) or self.misere and not self.moves(whole, player)

    def verify_second(self, player, whole):
        """The player wins when the other one is to move."""
        moves = self.moves(whole, OTHER[player]) if self.nimber(whole) != 0 else []
        need(moves or not self.misere, f"{player} has lost")
        for to in moves:
            need(self.wins_first(player, to), f"no fact says that {player} wins {to[1]}")
        return player

    def winner(self, first, whole):
        return first if self.wins_first(first, whole) else self.verify_second(OTHER[first], whole)

    def outcome(self, whole):
        winners = self.winner("Left", whole)[0] + self.winner("Right", whole)[0]
        return {"LL": "L", "RR": "R", "LR": "N", "RL": "P"}[winners]

    def add(self, fact):
        """Adds a fact, if it follows from those before it."""
        need(fact[0] == "win" or not self.misere, "only strategies are facts in misère play")
        match fact:
            case ["win", player, text, to]:
                whole, to = self.read(tokens(text)), self.read(tokens(to))
                need(to in self.moves(whole, player), "there is no such move")
                self.verify_second(player, to)
                self.wins.add((player, whole))
            case ["local", name]:
                self.rulesets[name].look_near()
            case ["value", text, value]:
                whole, position = self.component(text)
                sides = [self.moves(whole, player) for player in OTHER]
                need(not any(rest for side in sides for _, rest in side), "the value of a move is missing")
                self.values[position] = canonical(form(*([total for total, _ in side] for side in sides)))
                need(self.values[position] == canonical(read_game(tokens(value))), "this is not the value")
            case ["nimber", text, n, *to]:
                (whole, position), n = self.component(text), int(n)
                moves, reached = self.moves(whole, "Left"), [self.read(tokens(move)) for move in to]
                need(set(reached) <= moves == self.moves(whole, "Right"), "the players share no such moves")
                need([*map(self.nimber, reached)] == [*range(n)], "a smaller nimber is missing")
                for to in moves:
                    m = self.nimber(to)
                    need((to, n) in self.others if m is None else m != n, f"{to[1]} may have it too")
                self.nimbers[position] = n
            case ["not", text, n, to]:
                whole, to = self.read(tokens(text)), self.read(tokens(to))
                need(to in self.moves(whole, "Left") and self.nimber(to) == int(n), "no such move has it")
                self.others.add((whole, int(n)))
            case ["form", text]:
                self.form = read_game(tokens(text))
                need(canonical(self.form) == self.form, f"{text} is not in canonical form")
            case _:
                raise Refused(f"facts of kind {fact[0]} are not read by this program")

    def component(self, text):
        total, positions = self.read(tokens(text))
        need(total == ZERO and len(positions) == 1 and positions[0][0] > 0, "one position is needed")
        return (total, positions), positions[0][1:]

    def ends(self, whole, before=()):
        if whole not in self.ended and whole not in before:
            moves = {to for player in OTHER for to in self.moves(whole, player)}
            if all(self.ends(to, (*before, whole)) for to in moves):
                self.ended.add(whole)
        return whole in self.ended

    def verify(self, question, claim):
        (_, left), *rest = pieces(question, [">=", "<=", "==", "!=", "||", "<|", "|>", ">", "<"])
        if rest:
            [(sign, right)] = rest
            (g, left), (h, right) = self.read(left), self.read(right)
            # The difference decides if play in one of the two ends.
            one_ends = any(all(self.ends((ZERO, (part,))) for part in side) for side in (left, right))
            need(one_ends, "play may have no end")
            difference = self.normal(add(g, negative(h)), [*left, *((-s, *rest) for s, *rest in right)])
            relation = {"L": ">", "R": "<", "P": "=", "N": "|"}[self.outcome(difference)]
            holds = relation != "=" if sign == "!=" else relation in sign
            return need(claim == [str(holds).lower()], f"the facts prove {holds}")
        name, *asked = question
        asked, *player = listed(asked[1:-1])
        need(question[1] + question[-1] == "()" and not player[name == "winning_moves" :], "this is not read")
        asked = self.read(asked[2:-1] if self.misere else asked)
        if name == "outcome":
            proved = [self.outcome(asked)]
        elif name in ("nimber", "grundy"):
            proved = [str(self.nimber(asked))]
        elif name == "winning_moves":
            need(claim[0] + claim[-1] == "[]", "a list of moves is needed")
            moves = [move[2:-1] if self.misere else move for move in listed(claim[1:-1])]
            player, claim = player[0][0] if player else "Left", set(map(self.read, moves))
            proved = {to for to in self.moves(asked, player) if self.winner(OTHER[player], to) == player}
        else:
            need(name == "canonical" and self.form is not None, f"`{name}` is not checked here")
            claim, proved = read_game(claim), self.form
            difference = self.normal(add(asked[0], negative(self.form)), asked[1])
            need(self.outcome(difference) == "P", "this is not the value")
        need(claim == proved != ["None"], "the facts do not prove this answer")


def verify(lines):
    """Checks a certificate; returns the question, the claim, and the number of facts."""
    lines, rules, facts = (line.rstrip("\n").split("\t") for line in lines), [], 0
    try:
        need(next(lines) == ["upstar certificate 1"], "this is no certificate")
        while (line := next(lines))[0] == "rules":
            rules.append(line[1])
        (word, question), (other, claim) = line, next(lines)
        need((word, other) == ("question", "claim"), "a question and a claim are expected")
        certificate = Certificate("\n".join(rules), tokens(question)[2:3] == ["misere"])
        while (line := next(lines))[0] != "end":
            certificate.add(line)
            facts += 1
        need(line[1:] == [str(facts)] and next(lines, None) is None, "facts are missing")
        certificate.verify(tokens(question), tokens(claim))
        return question, claim, facts
    except Exception as error:
        raise Refused(f"after {facts} facts: {str(error) or 'a line is missing'}") from error


if __name__ == "__main__":
    sys.setrecursionlimit(20000)
    with open(sys.argv[1], "rb") as file:
        opened = gzip.open if file.read(2) == b"\x1f\x8b" else open
    with opened(sys.argv[1], "rt", encoding="utf-8") as file:
        try:
            print("{} is {}\nverified: {} facts".format(*verify(file)))
        except Refused as error:
            sys.exit(f"refused: {error}")
