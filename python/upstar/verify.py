"""Checks certificates without any compiled program: strategies, nimbers, values and canonical forms.

This file needs nothing but Python: `python verify.py FILE` runs it alone. It reads rulesets whose moves are rewrite
rules of one step without runs and borders, or options of one heap. Other certificates are refused; `upstar verify`
reads them all. The book says what each line of a certificate means (reference/certificates.md).
"""

import gzip
import itertools
import re
import sys
from fractions import Fraction

OTHER = {"Left": "Right", "Right": "Left"}
SIGNS = [">=", "<=", "==", "!=", "||", "<|", "|>", ">", "<"]


class Refused(Exception):
    """A line that does not follow, or that this program cannot check."""


def need(condition, message):
    if not condition:
        raise Refused(message)


# Games: forms, as numbers of pairs of sets of options (Siegel, Combinatorial Game Theory, II.1 and II.2).

FORMS, NUMBERS, AT_MOST, SUMS = [], {}, {}, {}


def form(left, right):
    pair = (frozenset(left), frozenset(right))
    if pair not in NUMBERS:
        NUMBERS[pair] = len(FORMS)
        FORMS.append(pair)
    return NUMBERS[pair]


ZERO = form([], [])


def at_most(g, h):
    """G <= H: no left option of G is >= H, and no right option of H is <= G."""
    if (g, h) not in AT_MOST:
        left, right = FORMS[g][0], FORMS[h][1]
        AT_MOST[g, h] = not (any(at_most(h, x) for x in left) or any(at_most(x, g) for x in right))
    return AT_MOST[g, h]


def simpler(sides):
    """The options without a dominated one, or with a reversible one replaced; None where there is neither."""
    whole = form(*sides)
    for side, worse in enumerate([at_most, lambda x, y: at_most(y, x)]):
        for x in sides[side]:
            others = sides[side] - {x}
            answers = [y for y in FORMS[x][1 - side] if worse(y, whole)]
            dominated = any(worse(x, y) for y in others)
            if dominated or answers:
                others = others if dominated else others | FORMS[answers[0]][side]
                return [others, sides[1]] if side == 0 else [sides[0], others]


def canonical(left, right):
    """The canonical form of a game with these options, which are canonical."""
    sides = [frozenset(left), frozenset(right)]
    while found := simpler(sides):
        sides = found
    return form(*sides)


def in_full(g):
    """The canonical form of any form."""
    return canonical(*[[in_full(x) for x in side] for side in FORMS[g]])


def add(g, h):
    key = (min(g, h), max(g, h))
    if key not in SUMS:
        sides = [[add(x, h) for x in FORMS[g][s]] + [add(g, x) for x in FORMS[h][s]] for s in (0, 1)]
        SUMS[key] = canonical(*sides)
    return SUMS[key]


def negative(g):
    return form(map(negative, FORMS[g][1]), map(negative, FORMS[g][0]))


def number(x):
    need(x.denominator & (x.denominator - 1) == 0, f"{x} is no short game")
    unit = Fraction(1, x.denominator)
    if x.denominator == 1:
        return form([number(x - 1)] if x > 0 else [], [number(x + 1)] if x < 0 else [])
    return form([number(x - unit)], [number(x + unit)])


def nimber(n):
    smaller = [nimber(k) for k in range(n)]
    return form(smaller, smaller)


def read_game(text):
    """A game as certificates write it: a number, `*n`, or a bracket in full."""
    if text.startswith("{") and text.endswith("}"):
        sides = split(text[1:-1], "|")
        need(len(sides) == 2, f"{text} is no game")
        return form(*[[read_game(x) for x in split(side, ",") if x] for side in sides])
    found = re.fullmatch(r"\*(\d{0,3})|(-?\d{1,4}(/\d{1,9})?)", text)
    need(found, f"{text} is no game")
    return nimber(int(found[1] or 1)) if found[1] is not None else number(Fraction(found[2]))


def split(text, separator):
    """The parts of a text between separators that are in no bracket or quotes."""
    parts, depth, quoted, start = [], 0, False, 0
    for at, sign in enumerate(text):
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "([{") - (sign in ")]}")
        if not depth and not quoted and at >= start and text.startswith(separator, at):
            parts.append(text[start:at])
            start = at + len(separator)
    return [*parts, text[start:]]


# Rules: lists of tokens. Expressions are those of Python, besides ranges.

TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|(\d+|\w+|\.\.|->|[<>=!]=|[-+*%(){}\[\],;:<>]))\s*')
CLAUSES = {"left": ["Left"], "right": ["Right"], "move": ["Left", "Right"]}
IDLE = {"start", "check", "draw_as"}
STRAIGHT, DIAGONAL = [(0, 1), (0, -1), (1, 0), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
TURNS = {"": [(0, 1)], "orthogonally": STRAIGHT, "diagonally": DIAGONAL}
TURNS["any direction"] = STRAIGHT + DIAGONAL


def tokens(text):
    found = [match[1] or match[2] for match in TOKEN.finditer(text)]
    need("".join(found) == re.sub(r'\s+(?=(?:[^"]*"[^"]*")*[^"]*$)', "", text), "these rules are not read")
    return found


def pieces(found, separators):
    """Tokens between separators that are in no bracket, each with the separator before it."""
    parts, depth = [("", [])], 0
    for token in found:
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        if token in separators and not depth:
            parts.append((token, []))
        else:
            parts[-1][1].append(token)
    return parts


def code(found):
    """An expression as a function of the names."""
    sides = [side for _, side in pieces(found, [".."])]
    if len(sides) == 2:
        low, high = map(code, sides)
        return lambda names: range(low(names), high(names) + 1)
    known = re.compile(r"(?!(is|lambda|for|if|else|then)$)[A-Za-z]\w*|\d+|[-+*%()\[\],<>]|[<>=!]=")
    need(all(known.fullmatch(token) for token in found), f"{' '.join(found)} is not read")
    compiled = compile(" ".join(found), "rules", "eval")
    names_of_all = {"__builtins__": {}, "min": min, "max": max, "abs": abs}
    return lambda names: eval(compiled, {**names_of_all, **names})


def generated(steps, names):
    if not steps:
        yield names
        return
    (name, expression), *rest = steps
    values = expression(names)
    for value in values if name else [None] if values else []:
        yield from generated(rest, {**names, name: value} if name else names)


def turned(cells, turn):
    (a, b), (c, d) = turn
    return [(x * a + y * c, x * b + y * d, *rest) for x, y, *rest in cells]


def in_order(cells):
    top, start = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
    return tuple(sorted((r - top, c - start, *rest) for r, c, *rest in cells))


class Ruleset:
    """A ruleset: its moves, of boards or of heaps."""

    def __init__(self, found):
        self.laid, self.options = {"Left": [], "Right": []}, {"Left": [], "Right": []}
        body = found.index("{")
        self.name, self.local, head = found[0], False, " ".join(found[1:body])
        match = re.fullmatch(r'(?:\( ([\w ,]*) \) )?\( (\w+) : (heap|grid|strip)(?: of "(.*)")? \)', head)
        need(match, f"positions of {self.name} are not read")
        self.family = match[1].split(" , ") if match[1] else []
        self.variable, self.kind, self.alphabet = match[2], match[3], match[4] or ""
        first, *clauses = pieces(found[body + 1 : -1], [*CLAUSES, *IDLE])
        need(not first[1] and found[-1] == "}", "these rules are not read")
        for word, rest in clauses:
            for _, alternative in pieces(rest, [";"]) if word in CLAUSES else []:
                if alternative:
                    read = self.rewrite if alternative[0][0] == '"' else self.listed
                    read(alternative, CLAUSES[word])

    def listed(self, alternative, players):
        need(self.kind == "heap", "options of boards are not read")
        (_, parts), *steps = pieces(alternative, ["for", "if"])
        steps = [(s[0], code(s[2:])) if w == "for" and s[1] == "in" else ("", code(s)) for w, s in steps]
        for player in players:
            self.options[player].append(([code(part) for _, part in pieces(parts, [","])], steps))

    def rewrite(self, alternative, players):
        before, arrow, after, *turn = alternative
        need(arrow == "->" and " ".join(turn) in TURNS, "only rules of one step are read")
        directions, rows = TURNS[" ".join(turn)], [side[1:-1].split("|") for side in (before, after)]
        need([*map(len, rows[0])] == [*map(len, rows[1])], "the sides differ in size")
        signs = set("".join(rows[0] + rows[1]))
        need(signs <= set(self.alphabet) - set("^$~+()[]? |"), "only plain patterns are read")
        need(len(rows[0]) == 1 or not turn, "patterns of several rows have no direction")
        for down, right in directions:
            cells = [
                (r + c * down, c * right, symbol, rows[1][r][c])
                for r, row in enumerate(rows[0])
                for c, symbol in enumerate(row)
            ]
            for player in players if self.kind == "grid" or not down else []:
                self.laid[player].append(cells)

    def moves(self, family, state, player):
        """For each move the states of the sum that it leaves."""
        for parts, steps in self.options[player]:
            given = code(["[", *tokens(family), "]"])({})
            names = {**dict(zip(self.family, given)), self.variable: state}
            for names in generated(steps, names):
                heaps = [part(names) for part in parts]
                need(all(type(n) is int and n >= 0 for n in heaps), "this is no heap")
                yield heaps
        rows = state.split("|") if self.kind != "heap" else []
        cell = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row)}
        for cells, (row, column) in itertools.product(self.laid[player], list(cell)):
            row, column = row - cells[0][0], column - cells[0][1]
            if all(cell.get((row + r, column + c)) == before for r, c, before, _ in cells):
                board = {**cell, **{(row + r, column + c): after for r, c, _, after in cells}}
                yield ["|".join("".join(board[r, c] for c in range(len(rows[0]))) for r in range(len(rows)))]

    def look_near(self):
        """Which cells are near, and the turns that keep the rules: the book says why positions are sums then."""
        self.live = {cell[2] for laid in self.laid.values() for cells in laid for cell in cells}
        dead = [symbol for symbol in self.alphabet if symbol not in self.live]
        need(dead, "no symbol is dead")
        self.dead, self.near, self.local = dead[0], set(), True
        for cells in itertools.chain(*self.laid.values()):
            self.near |= {(x[0] - y[0], x[1] - y[1]) for x in cells for y in cells} - {(0, 0)}
        turns = [((a, 0), (0, b)) for a in (1, -1) for b in (1, -1)]
        if self.kind == "grid":
            turns += [((0, a), (b, 0)) for a in (1, -1) for b in (1, -1)]
        sets = [{in_order(cells) for cells in laid} for laid in self.laid.values()]
        keeps = lambda turn: all({in_order(turned(cells, turn)) for cells in one} == one for one in sets)
        self.turns = [turn for turn in turns if keeps(turn) and (self.kind == "grid" or turn[0][0] == 1)]

    def parts(self, state):
        """The sets of near cells on which a rule fits, turned so that their rows come first."""
        rows = state.split("|")
        left = {(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x in self.live}
        while left:
            part, waiting = set(), [left.pop()]
            while waiting:
                r, c = waiting.pop()
                part.add((r, c))
                near = {(r + down, c + right) for down, right in self.near} & left
                left -= near
                waiting += near
            boards = [self.board([(r, c, rows[r][c]) for r, c in part], turn) for turn in self.turns]
            least = min(boards, key=lambda board: board.split("|"))
            if any(True for player in OTHER for _ in self.moves("", least, player)):
                yield least

    def board(self, cells, turn):
        cells = {(r, c): symbol for r, c, symbol in in_order(turned(cells, turn))}
        height, width = (1 + max(place[i] for place in cells) for i in (0, 1))
        return "|".join("".join(cells.get((r, c), self.dead) for c in range(width)) for r in range(height))


class Certificate:
    """The facts so far. A sum is a game, and positions in order: sign, name, family, state."""

    def __init__(self, rules, misere):
        self.values, self.nimbers, self.wins, self.others = {}, {}, set(), set()
        self.form, self.misere = None, misere
        rulesets = [Ruleset(found) for word, found in pieces(tokens(rules), ["game"]) if word]
        self.rulesets = {ruleset.name: ruleset for ruleset in rulesets}
        need(len(self.rulesets) == len(rulesets), "two rulesets have the same name")

    def read(self, text):
        parts = []
        for part in split(text, " + "):
            match = re.fullmatch(r'(-?)([A-Za-z]\w*)(\([^"]*\))?\(([\d, ]*|"[^"]*")\)', part)
            if not match:
                parts.append(in_full(read_game(part)))
                continue
            need(match[2] in self.rulesets, f"no rules of {part}")
            rules, family = self.rulesets[match[2]], " ".join(tokens((match[3] or "()")[1:-1]))
            board = match[4][1:-1]
            need(set(board) <= set(rules.alphabet + "|") or rules.kind == "heap", f"no {part}")
            states = map(int, match[4].split(",")) if rules.kind == "heap" else [board]
            parts += [(-1 if match[1] else 1, match[2], family, state) for state in states]
        return self.normal(parts)

    def normal(self, parts):
        total, positions = ZERO, []
        for part in parts:
            if isinstance(part, int):
                need(not self.misere or part == ZERO, "games in misère play are not read")
                total = add(total, part)
                continue
            sign, name, family, state = part
            rules = self.rulesets[name]
            for state in rules.parts(state) if rules.local else [state]:
                value = self.values.get((name, family, state))
                if value is None:
                    positions.append((sign, name, family, state))
                else:
                    total = add(total, value if sign > 0 else negative(value))
        return total, tuple(sorted(positions, key=repr))

    def moves(self, whole, player):
        total, positions = whole
        found = {(option, positions) for option in FORMS[total][player == "Right"]}
        for place, (sign, name, family, state) in enumerate(positions):
            mover = player if sign > 0 else OTHER[player]
            rest = positions[:place] + positions[place + 1 :]
            for states in self.rulesets[name].moves(family, state, mover):
                found.add(self.normal([total, *rest, *((sign, name, family, s) for s in states)]))
        return found

    def wins_first(self, player, whole):
        if not whole[1] and not self.misere:
            return not (at_most(whole[0], ZERO) if player == "Left" else at_most(ZERO, whole[0]))
        return (player, whole) in self.wins or self.misere and not self.moves(whole, player)

    def verify_second(self, player, whole):
        """The player wins when the other one is to move."""
        moves = self.moves(whole, OTHER[player])
        need(moves or not self.misere, f"{player} has lost")
        for answered in moves:
            need(self.wins_first(player, answered), f"no fact says that {player} wins {answered}")

    def winner(self, first, whole):
        n = None if self.misere else self.nimber(whole)
        if n or n is None and self.wins_first(first, whole):
            return first
        if n is None:
            self.verify_second(OTHER[first], whole)
        return OTHER[first]

    def outcome(self, whole):
        names = {("Left", "Left"): "L", ("Right", "Right"): "R", ("Left", "Right"): "N"}
        return names.get((self.winner("Left", whole), self.winner("Right", whole)), "P")

    def nimber(self, whole):
        """The nim-sum of the nimbers of all parts; None where one is not known."""
        size = len(FORMS[whole[0]][0])
        nimbers = [size if nimber(size) == whole[0] else None]
        nimbers += [self.nimbers.get(position[1:]) for position in whole[1]]
        total = 0
        for n in nimbers if None not in nimbers else []:
            total ^= n
        return None if None in nimbers else total

    def add(self, kind, *fields):
        need(kind == "win" or not self.misere, "only strategies are facts in misère play")
        need(kind in self.KINDS, f"facts of kind {kind} are not read by this program")
        self.KINDS[kind](self, *fields)

    def add_win(self, player, text, to):
        whole, to = self.read(text), self.read(to)
        need(to in self.moves(whole, player), "there is no such move")
        self.verify_second(player, to)
        self.wins.add((player, whole))

    def component(self, text):
        total, positions = self.read(text)
        need(total == ZERO and len(positions) == 1 and positions[0][0] > 0, "one position is needed")
        return (total, positions), positions[0][1:]

    def add_value(self, text, value):
        whole, position = self.component(text)
        sides = [self.moves(whole, player) for player in ("Left", "Right")]
        need(not any(rest for side in sides for _, rest in side), "the value of a move is missing")
        found = canonical(*[[total for total, _ in side] for side in sides])
        need(found == in_full(read_game(value)), "this is not the value")
        self.values[position] = found

    def add_nimber(self, text, n, *to):
        (whole, position), n = self.component(text), int(n)
        moves, reached = self.moves(whole, "Left"), [self.read(move) for move in to]
        need(moves == self.moves(whole, "Right"), "the players have different moves")
        need(set(reached) <= moves, "there is no such move")
        need([self.nimber(move) for move in reached] == [*range(n)], "a smaller nimber is missing")
        for move in moves:
            other = self.nimber(move)
            need((move, n) in self.others if other is None else other != n, f"{move} may have it too")
        self.nimbers[position] = n

    def add_not(self, text, n, to):
        whole, to = self.read(text), self.read(to)
        need(to in self.moves(whole, "Left"), "there is no such move")
        need(self.nimber(to) == int(n), "no fact says this nimber")
        self.others.add((whole, int(n)))

    def add_form(self, text):
        self.form = read_game(text)
        need(in_full(self.form) == self.form, f"{text} is not in canonical form")

    def add_local(self, name):
        self.rulesets[name].look_near()

    KINDS = {"win": add_win, "local": add_local, "value": add_value}
    KINDS |= {"nimber": add_nimber, "not": add_not, "form": add_form}

    def difference(self, left, right):
        return self.normal([left[0], negative(right[0]), *left[1], *((-s, *p) for s, *p in right[1])])

    def verify(self, question, claim):
        for sign in SIGNS:
            sides = [self.read(side) for side in split(question, f" {sign} ")] if f" {sign} " in question else []
            if len(sides) == 2:
                relation = {"L": ">", "R": "<", "P": "=", "N": "|"}[self.outcome(self.difference(*sides))]
                holds = relation != "=" if sign == "!=" else relation in sign
                return need(claim == str(holds).lower(), f"the facts prove {holds}")
        name, inner = re.fullmatch(r"(\w+)\((.*)\)", question).groups()
        inner, *player = split(inner, ", ")
        asked = self.read(inner.removeprefix("misere(")[: -1 if self.misere else None])
        if name == "outcome":
            return need(self.outcome(asked) == claim, "the facts prove another outcome")
        if name in ("nimber", "grundy"):
            return need(str(self.nimber(asked)) == claim, "the facts do not prove this nimber")
        if name == "winning_moves":
            player = player[0] if player else "Left"
            need(claim[:1] + claim[-1:] == "[]", "a list of moves is needed")
            claimed = {self.read(move) for move in split(claim[1:-1], ", ") if move}
            moves = self.moves(asked, player)
            wins = {to for to in moves if self.winner(OTHER[player], to) == player}
            return need(claimed == wins, "the facts prove other moves")
        need(name == "canonical" and self.form is not None, f"`{name}` is not checked here")
        need(read_game(claim) == self.form, "the facts prove another form")
        for player in OTHER:
            self.verify_second(player, self.difference(asked, (self.form, ())))


def verify(lines):
    """Checks a certificate; returns the question, the claim, and the number of facts."""
    lines = (line.rstrip("\n").split("\t") for line in lines)
    need(next(lines, None) == ["upstar certificate 1"], "this is no certificate")
    rules, facts, certificate = [], 0, None
    for word, *fields in lines:
        try:
            if word == "rules" and not certificate:
                rules.append(fields[0])
            elif word == "question" and not certificate:
                (question,), misere = fields, "(misere(" in fields[0]
                certificate = Certificate("\n".join(rules), misere)
                word, claim = next(lines)
                need(word == "claim", "a claim is expected")
            elif word == "end":
                need(fields == [str(facts)] and next(lines, None) is None, "facts are missing")
                certificate.verify(question, claim)
                return question, claim, facts
            else:
                certificate.add(word, *fields)
                facts += 1
        except Refused as error:
            raise Refused(f"after {facts} facts: {error}") from error
        except (ArithmeticError, AttributeError, LookupError, NameError, StopIteration, SyntaxError, TypeError,
                ValueError) as error:
            raise Refused(f"after {facts} facts a line cannot be read: {error}") from error
    raise Refused("the line `end` is missing")


def main(path):
    sys.setrecursionlimit(20000)
    with open(path, "rb") as file:
        opened = gzip.open if file.read(2) == b"\x1f\x8b" else open
    with opened(path, "rt", encoding="utf-8") as file:
        try:
            print("{} is {}\nverified: {} facts".format(*verify(file)))
        except Refused as error:
            sys.exit(f"refused: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
