"""Checks certificates without any compiled program: strategies, nimbers, values and canonical forms.

This file needs nothing but Python: `python verify.py FILE` runs it alone. It reads rulesets whose moves are
rewrite rules of one step without runs and borders, or options of one heap, and refuses other certificates, which
`upstar verify` reads. The book says what each line of a certificate means (reference/certificates.md).
"""

import ast
import gzip
import re
import sys
from fractions import Fraction
from functools import cache, reduce

OTHER = {"Left": "Right", "Right": "Left"}
NUMBER, POSITIVE = "(?:0|[1-9][0-9]{0,8})", "[1-9][0-9]{0,8}"
# A star at the digits, as in 2*3, would make a game.
SIGNS = r"\.\.|->|[<>=!]=|\|\||<\||\|>|/(?![/*])|[-+*%(){}\[\],;:<>|]"
TOKEN = re.compile(rf'("[^"\\\n]*"|[A-Za-z][A-Za-z0-9_]*|\*?{NUMBER}(?![\w*^])|{SIGNS})\s*')
# Blanks before the bracket of a call, lines that are none of the language, calls of clauses, loops over more, commas.
MISPLACED = re.compile(
    r"(?:\b(?!(?:in|if|and|or|not|move)\b)\w+|[)\]])\s+[(\[]"
    r'|\n(?! *(?:(?:game|left|right|move|start|for|if)\b|[};\n]|$))[^\n]*|[^\n ] *\bgame\b'
    r'|\b(?:left|right)\s*[^\s"\w]|[^\s{;] *\b(?:left|right|move|start)\b'
    r"|\bfor\b(?! [a-z] in )|,\s*(?:[])};]|if\b|for\b)"
)
CLAUSES = {"left": ["Left"], "right": ["Right"], "move": ["Left", "Right"]}
STRAIGHT, DIAGONAL = [(0, 1), (0, -1), (1, 0), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
TURNS = {"": STRAIGHT[:1], "orthogonally": STRAIGHT, "diagonally": DIAGONAL, "any direction": STRAIGHT + DIAGONAL}
EIGHT = [turn for a in (1, -1) for b in (1, -1) for turn in [((a, 0), (0, b)), ((0, a), (b, 0))]]
IN_CODE = re.compile(r"for|in|if|and|or|not|\*?[0-9]+|\.\.|[<>]=?|[=!]=|[-+*%(),[\]]")
# Expressions of Python, the kinds of their parts, and their own.
KINDS = [("Constant", set(), "number"), ("Add Sub Mult Mod USub", {"number"}, "number")]
KINDS += [("Call", {"function", "number"}, "number"), ("BitOr", {"number"}, "range"), ("List", {"number"}, "list")]
KINDS += [("Compare", {"number"}, "test"), ("And Or Not", {"test"}, "test")]
FUNCTIONS = {"min": min, "max": max, "abs": abs}
COUNTED = {"_each": lambda numbers: step(len(numbers)) or numbers, "range": range}
# Names are letters, because words have meanings of their own; v is a game.
VARIABLE, FAMILY = "[a-uw-z]", "[A-Z](?: , [A-Z])*"
NAME = r"(?!(?:L|R|N|P|Left|Right|Max|Min)\b)[A-Z][A-Za-z0-9]*"
BOARD = r'''(grid|strip) of "([^ |"'\\?[\]()~^$]+)"'''
HEAD = re.compile(rf"{NAME} (?:\( ({FAMILY}) \) )?\( ({VARIABLE}) : (?:heap|{BOARD}) \) {{.*}}")
START = re.compile(rf'(?:checkerboard|{NUMBER}|"[^"]*")(?: , (?:{NUMBER}|"[^"]*"))*')
REWRITE = re.compile(r'("[^"]*") -> ("[^"]*") ?(|orthogonally|diagonally|any direction)')
LIST = rf"\[ {POSITIVE}(?: , {POSITIVE})* \]"
POSITION = re.compile(rf'(- )?([A-Z]\w*) (?:\( ({LIST}(?: , {LIST})*) \) )?\( ({NUMBER}(?: , {NUMBER})*|"[^"]*") \)')
ZERO = (frozenset(), frozenset())
FORMS = {ZERO: ZERO}
LONGEST, STEPS, LEFT = 100_000_000, 2_000_000, [2_000_000]


class Refused(Exception):
    """A line that does not follow, or that this program cannot check."""


def need(condition, message):
    if not condition:
        raise Refused(message)


def accept(condition, word):
    need(condition, f"the text has `{word}`, which this checker does not read here")


def step(n=1):
    """Counts what the program does; each line of the certificate allows more."""
    LEFT[0] -= max(n, 1)
    need(LEFT[0] > 0, "what takes so many steps is not read")


def form(left, right):
    """A game: a pair of sets of options, made once (Siegel, Combinatorial Game Theory, II.1 and II.2)."""
    pair = (frozenset(left), frozenset(right))
    return FORMS.setdefault(pair, pair)


@cache
def at_most(g, h):
    """G <= H: no left option of G is >= H, and no right option of H is <= G."""
    step(len(g[0]) + len(h[1]))
    return not (any(at_most(h, x) for x in g[0]) or any(at_most(x, g) for x in h[1]))


@cache
def canonical(g):
    """The game without dominated options, and with the answers to reversible ones in their place."""
    step(len(g[0]) ** 2 + len(g[1]) ** 2)
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


@cache
def number(x):
    need(x.denominator & (x.denominator - 1) == 0, f"{x} is no short game")
    unit, whole = Fraction(1, x.denominator), x.denominator == 1
    return form([] if whole and x <= 0 else [number(x - unit)], [] if whole and x >= 0 else [number(x + unit)])


@cache
def nimber(n):
    smaller = [nimber(k) for k in range(n)]
    return form(smaller, smaller)


def tokens(text):
    """The tokens of a text. All of it is read, so there are no comments."""
    left, misplaced = TOKEN.sub("", text.strip()), MISPLACED.search(re.sub('"[^"]*"', '""', text))
    accept(not left and not misplaced, (left or str(misplaced and misplaced[0])).strip())
    return TOKEN.findall(text)


def pieces(found, separators):
    """Tokens between separators that are in no bracket, each with the separator before it."""
    parts, depth = [("", [])], 0
    for token in found:
        depth += (token in ["(", "[", "{"]) - (token in [")", "]", "}"])
        accept(0 <= depth < 100, token)
        parts += [(token, [])] if token in separators and not depth else []
        parts[-1][1].extend([] if token in separators and not depth else [token])
    need(depth == 0, "brackets that are not closed are not read")
    return parts


def listed(found, separator=","):
    """The same for a list, which may be empty."""
    return [part for _, part in pieces(found, [separator])] if found else []


def read_game(found):
    """A game as certificates write it: a number, `*n`, or a bracket in full."""
    if found[:1] + found[-1:] == ["{", "}"]:
        sides = listed(found[1:-1], "|")
        need(len(sides) == 2, f"{' '.join(found)} is no game")
        return form(*(map(read_game, listed(side)) for side in sides))
    match = re.fullmatch(r"\*([1-9]\d?)?|((?:- )?\d{1,3}(?: / \d{1,9})?)", " ".join(found))
    need(match, f"{' '.join(found)} is no game that is read here")
    return nimber(int(match[1] or 1)) if match[2] is None else number(Fraction(match[2].replace(" ", "")))


def kind(node, known):
    """The kind of an expression of Python that means the same in the language; None for others."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    parts = {kind(part, known) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)}
    name = type(getattr(node, "op", node)).__name__
    return next((kind for names, needed, kind in KINDS if name in names.split() and parts == needed), None)


def turned(cells, turn):
    """Cells after a turn, beginning at the top and at the left, in order."""
    (a, b), (c, d) = turn
    cells = [(x * a + y * c, x * b + y * d, *rest) for x, y, *rest in cells]
    top, start = (min(cell[i] for cell in cells) for i in (0, 1))
    return tuple(sorted((x - top, y - start, *rest) for x, y, *rest in cells))


class Ruleset:
    def __init__(self, found):
        self.laid, self.options = {"Left": [], "Right": []}, {"Left": [], "Right": []}
        head = HEAD.fullmatch(" ".join(found))
        need(head, f"the name or the positions of {found[0]} are not read by this checker")
        self.family, self.variable = head[1].split(" , ") if head[1] else [], head[2]
        self.kind, self.alphabet, self.near = head[3] or "heap", head[4] or "", set()
        (_, first), *clauses = pieces(found[found.index("{") + 1 : -1], [*CLAUSES, "start"])
        words = [word for word, _ in clauses]
        is_whole = not first and ("move" in words or {"left", "right"} <= {*words})
        is_whole = is_whole and len({*self.family, *self.alphabet}) == len(self.family) + len(self.alphabet)
        need(is_whole and words.count("start") < 2, f"{found[0]} is not read: something is missing, or said twice")
        for word, rest in clauses:
            rest = rest[:-1] if rest[-1:] == [";"] else rest
            accept(word != "start" or START.fullmatch(" ".join(rest)), " ".join([word, *rest]))
            for _, alternative in pieces(rest, [";"]) if word in CLAUSES else []:
                (self.rewrite if "->" in alternative else self.heaps)(alternative, CLAUSES[word])

    def heaps(self, alternative, players):
        """An option and its loops are a generator of Python, with `|` for the dots of a range."""
        known = {**dict.fromkeys(FUNCTIONS, "function"), **dict.fromkeys(self.family, "list"), self.variable: "number"}
        for token in alternative:
            accept(IN_CODE.fullmatch(token) or re.fullmatch(VARIABLE, token) or token in known, token)
        (_, option), *_ = pieces(alternative, ["for", "if"])
        text = f"[{' '.join(option)}] for _ in [0] {' '.join(alternative[len(option) :])}"
        need(self.kind == "heap" and len(text) < 1000, f"{text} is not read: boards and long options have other rules")
        tree = ast.parse(f"({text})".replace("..", "|"), mode="eval")
        for loop in tree.body.generators:
            over = kind(loop.iter, known)
            accept(over in ("range", "list") and ast.unparse(loop.target) not in known, ast.unparse(loop))
            known[loop.target.id] = "number"
            accept({kind(test, known) for test in loop.ifs} <= {"test"}, ast.unparse(loop))
            numbers = f"{'range' * (over == 'range')}({ast.unparse(loop.iter).replace(' | ', ', 1 + ')})"
            loop.iter = ast.parse(f"_each({numbers})", mode="eval").body
        accept(kind(tree.body.elt, known) == "list", ast.unparse(tree.body.elt))
        for player in players:
            self.options[player].append(compile(ast.fix_missing_locations(tree), "rules", "eval"))

    def rewrite(self, alternative, players):
        match = REWRITE.fullmatch(" ".join(alternative))
        accept(match and (self.kind, match[3]) != ("strip", "diagonally"), " ".join(alternative))
        old, new = self.cells(match[1]), self.cells(match[2])
        need([cell[:2] for cell in old] == [cell[:2] for cell in new], "the sides differ in size")
        is_plain = old != new and len(old) < 100 and not {cell[2] for cell in old + new} & {*"^$~+()[]?"}
        need(is_plain and ("|" not in match[1] or not match[3]), f"only plain patterns are read, not {match[1]}")
        for down, right in TURNS[match[3]]:
            cells = [(r + c * down, c * right, x, y[2]) for (r, c, x), y in zip(old, new)]
            for player in players if self.kind == "grid" or not down else []:
                self.laid[player].append(cells)

    def cells(self, text):
        rows = text[1:-1].split("|")
        is_board = all(rows) and len({*map(len, rows)}) == 1 and {*"".join(rows)} <= {*self.alphabet}
        is_fit = is_board and len(text) < 500 and (self.kind == "grid" or len(rows) == 1)
        need(is_fit, f"{text} is no board that is read here")
        return [(r, c, x) for r, row in enumerate(rows) for c, x in enumerate(row)]

    def states(self, family, text):
        """The states that a position in a certificate names."""
        need(len(ast.literal_eval(f"[{family}]")) == len(self.family), "another number of parameters is not read")
        need((self.kind == "heap") == (text[0] != '"'), f"({text}) is not read: boards have cells, heaps a number")
        return [*map(int, text.split(" , "))] if self.kind == "heap" else [tuple(self.cells(text))]

    def moves(self, family, state, player):
        """For each move the states of the sum that it leaves. A state of a board is its cells."""
        lists = dict(zip(self.family, ast.literal_eval(f"[{family}]")))
        for option in self.options[player]:
            for heaps in eval(option, {"__builtins__": {}, **FUNCTIONS, **COUNTED, **lists, self.variable: state}):
                step()
                need(all(0 <= n < 10**9 for n in heaps), "heaps of this size are not read")
                yield heaps
        board = {} if self.kind == "heap" else {(r, c): x for r, c, x in state}
        step(len(board) * len(self.laid[player]))
        for cells, (row, column) in ((one, place) for one in self.laid[player] for place in board):
            if all(board.get((row + r, column + c)) == before for r, c, before, _ in cells):
                step(len(board))
                changed = {**board, **{(row + r, column + c): after for r, c, _, after in cells}}
                yield [tuple((r, c, x) for (r, c), x in changed.items())]

    def look_near(self):
        """Which cells are near, and which turns keep the rules: the book says why positions are sums then."""
        laid = [{turned(cells, EIGHT[0]) for cells in self.laid[player]} for player in OTHER]
        keeps = lambda turn: all({turned(cells, turn) for cells in one} == one for one in laid)
        self.turns = [turn for turn in EIGHT if keeps(turn) and (self.kind == "grid" or turn[0] == (1, 0))]
        self.live = {cell[2] for cells in set.union(*laid) for cell in cells}
        need(set(self.alphabet) - self.live, "no symbol is dead")
        self.near = {(x[0] - y[0], x[1] - y[1]) for cells in set.union(*laid) for x in cells for y in cells}

    def parts(self, state):
        """The sets of near cells on which a rule fits, each turned to the least. Patterns need no dead cells."""
        left = {cell for cell in state if cell[2] in self.live}
        while left:
            part, waiting = [], [left.pop()]
            while waiting:
                part.append(waiting.pop())
                step(len(left))
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
        self.form, self.text, self.misere, self.ended = None, rules, misere, set()
        first, *rulesets = [part for _, part in pieces(tokens(rules), ["game"])]
        accept(not first, " ".join(first[:1]))
        self.rulesets = {found[0]: Ruleset(found) for found in rulesets}
        need(len(self.rulesets) == len(rulesets), "only rulesets of different names are read")

    def read(self, found, is_asked=False):
        """A sum; in misère play questions and claims have all of it in `misere(...)`."""
        total, positions = ZERO, []
        if is_asked and self.misere:
            need(found[:2] + found[-1:] == ["misere", "(", ")"], "only one sum in misère play is read")
            found = found[2:-1]
        for _, part in pieces(found, ["+"]):
            if match := POSITION.fullmatch(" ".join(part)):
                sign, name, family, state = match.groups("")
                need(name in self.rulesets, f"{' '.join(part)} is not read: the rules do not have {name}")
                states = self.rulesets[name].states(family, state)
                positions += [(-1 if sign else 1, name, family, state) for state in states]
            else:
                need(not self.misere or part == ["0"], "games in misère play are not read")
                total = add(total, canonical(read_game(part)))
        return self.normal(total, positions)

    def normal(self, total, positions):
        """The sum with parts for positions where the rules show them, and games where facts say values."""
        left = []
        step(len(positions))
        for sign, name, family, whole in positions:
            rules = self.rulesets[name]
            for state in rules.parts(whole) if rules.near else [whole]:
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
        return None if self.misere or None in nimbers else reduce(lambda n, k: n ^ k, nimbers)

    def wins_first(self, player, whole):
        if not whole[1] and not self.misere:
            return not (at_most(whole[0], ZERO) if player == "Left" else at_most(ZERO, whole[0]))
        return (player, whole) in self.wins or self.nimber(whole) or self.misere and not self.moves(whole, player)

    def verify_second(self, player, whole):
        """The player wins when the other one is to move."""
        moves = self.moves(whole, OTHER[player]) if self.nimber(whole) != 0 else []
        need(moves or not self.misere, f"{player} has lost")
        need(all(self.wins_first(player, to) for to in moves), f"no fact says that {player} wins after each move")
        return player

    def winner(self, first, whole):
        return first if self.wins_first(first, whole) else self.verify_second(OTHER[first], whole)

    def outcome(self, whole):
        return {"LL": "L", "RR": "R", "LR": "N", "RL": "P"}["".join(self.winner(first, whole)[0] for first in OTHER)]

    def add(self, fact):
        """Adds a fact, if it follows from those before it."""
        need(fact[0] == "win" or not self.misere, "only strategies are facts in misère play")
        match fact:
            case ["win", ("Left" | "Right") as player, text, to]:
                whole, to = self.read(tokens(text)), self.read(tokens(to))
                need(to in self.moves(whole, player), "there is no such move")
                self.verify_second(player, to)
                self.wins.add((player, whole))
            case ["local", name] if name in self.rulesets:
                self.rulesets[name].look_near()
            case ["value", text, value]:
                whole, position = self.component(text)
                sides = [self.moves(whole, player) for player in OTHER]
                need(not any(rest for side in sides for _, rest in side), "the value of a move is missing")
                self.values[position] = canonical(form(*([total for total, _ in side] for side in sides)))
                need(self.values[position] == canonical(read_game(tokens(value))), "this is not the value")
            case ["nimber", text, n, *to] if re.fullmatch(NUMBER, n):
                (whole, position), n = self.component(text), int(n)
                moves, reached = self.moves(whole, "Left"), [self.read(tokens(move)) for move in to]
                need(set(reached) <= moves == self.moves(whole, "Right"), "the players share no such moves")
                need([*map(self.nimber, reached)] == [*range(n)], "a smaller nimber is missing")
                others = {to for to in moves if (to, n) in self.others or self.nimber(to) not in (None, n)}
                need(others == moves, f"a move may have the nimber {n} too")
                self.nimbers[position] = n
            case ["not", text, n, to] if re.fullmatch(NUMBER, n):
                whole, to, n = self.read(tokens(text)), self.read(tokens(to)), int(n)
                need(all(to in self.moves(whole, player) for player in OTHER), "the players share no such move")
                need(self.nimber(to) == n, "the move does not have this nimber")
                self.others.add((whole, n))
            case ["form", text]:
                self.form = read_game(tokens(text))
                need(canonical(self.form) == self.form, f"{text} is not in canonical form")
            case _:
                raise Refused(f"the fact {fact[0]}, as it stands here, is not read by this checker")

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
            need(any(all(self.ends((ZERO, (p,))) for p in side) for side in (left, right)), "play may have no end")
            difference = self.normal(add(g, negative(h)), [*left, *((-s, *rest) for s, *rest in right)])
            holds = {"L": ">", "R": "<", "P": "=", "N": "|"}[self.outcome(difference)] in sign.replace("!=", "<>|")
            return need(claim == [str(holds).lower()], f"the facts prove {holds}")
        need(len(question) > 3 and question[1] + question[-1] == "()", "this question is not read by this checker")
        name, (asked, *player) = question[0], listed(question[2:-1])
        need(not player or name == "winning_moves" and player in ([["Left"]], [["Right"]]), "this question is not read")
        asked = self.read(asked, True)
        if name in ("outcome", "nimber", "grundy"):
            proved = [self.outcome(asked) if name == "outcome" else str(self.nimber(asked))]
        elif name == "winning_moves":
            need(claim[0] + claim[-1] == "[]", "a list of moves is needed")
            need(player or self.moves(asked, "Left") == self.moves(asked, "Right"), "moves of no player are not read")
            player = player[0][0] if player else "Left"
            # Without facts positions that are alike are told apart.
            plain = Certificate(self.text, self.misere)
            moves = plain.moves(plain.read(listed(question[2:-1])[0], True), player)
            proved = {to for to in moves if self.winner(OTHER[player], self.normal(*to)) == player}
            claim = {plain.read(move, True) for move in listed(claim[1:-1])}
        else:
            need(name == "canonical" and self.form is not None, f"`{name}` is not checked here")
            claim, proved = read_game(claim), self.form
            difference = self.normal(add(asked[0], negative(self.form)), asked[1])
            need(self.outcome(difference) == "P", "this is not the value")
        need(claim == proved != ["None"], "the facts do not prove this answer")


def verify(lines):
    """Checks a certificate by its lines, with their ends; returns the question, the claim, and the number of facts."""
    facts = 0
    try:
        text = "".join(lines)
        need(re.fullmatch("[\t\n -~]*\n", text), "only lines of printable ASCII are read, of a bounded length")
        LEFT[0] = STEPS
        lines, rules = (line.split("\t") for line in text[:-1].split("\n")), []
        need(next(lines) == ["upstar certificate 1"], "this is no certificate that is read here")
        while (line := next(lines, [""]))[0] == "rules":
            need(len(line) == 2, "more fields of rules are not read")
            rules.append(line[1])
        (word, question, *more), (other, claim, *rest) = line, next(lines)
        need((word, other, more, rest) == ("question", "claim", [], []), "a question and a claim are expected")
        certificate = Certificate("\n".join(rules), tokens(question)[2:3] == ["misere"])
        while (line := next(lines, ["end"]))[0] != "end":
            LEFT[0] = max(LEFT[0], STEPS // 10)
            certificate.add(line)
            facts += 1
        need(line[1:] == [str(facts)] and next(lines, None) is None, "facts are missing, or more lines follow")
        certificate.verify(tokens(question), tokens(claim))
        return question, claim, facts
    except Exception as error:
        reason = error if isinstance(error, Refused) else f"this is not read ({type(error).__name__}: {error})"
        raise Refused(f"after {facts} facts: {reason}") from error


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    opened = gzip.open if sys.argv[1].endswith(".gz") else open
    with opened(sys.argv[1], "rt", encoding="ascii", errors="replace", newline="\n") as file:
        try:
            print("{} is {}\nverified: {} facts".format(*verify([file.read(LONGEST)])))
        except Refused as error:
            sys.exit(f"refused: {error}")
