"""Certificates, checked in plain Python: right ones, and the same with a line changed."""

import collections
import functools
import importlib.util
import io
import itertools
import random
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("verify", ROOT / "python/upstar/verify.py")
checker = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(checker)
NAMES = ["comparison", "cram", "domineering", "kayles", "misere", "toads", "winning_moves"]


def read(name):
    path = ROOT / "crates/upstar-verify/tests/certificates" / f"{name}.txt"
    return path.read_text().splitlines()


def checked(lines):
    return checker.verify(io.StringIO("\n".join(lines) + "\n"))


@pytest.mark.parametrize("name", NAMES)
def test_certificates_are_accepted(name):
    question, claim, facts = checked(read(name))
    assert facts > 0 and f"question\t{question}" in read(name)


@pytest.mark.parametrize("name", ["comparison", "kayles", "winning_moves"])
def test_another_claim_is_refused(name):
    lines = read(name)
    place = next(n for n, line in enumerate(lines) if line.startswith("claim"))
    for other in ["true", "5", "[]", "N"]:
        with pytest.raises(checker.Refused):
            checked([*lines[:place], f"claim\t{other}", *lines[place + 1 :]])


@pytest.mark.parametrize("name", ["domineering", "kayles", "misere"])
def test_facts_without_a_reason_are_refused(name):
    lines, dice = read(name), random.Random(name)
    facts = [n for n, line in enumerate(lines) if line.split("\t")[0] in ("win", "nimber")]
    for _ in range(100):
        changed, place = list(lines), dice.choice(facts)
        fields = changed[place].split("\t")
        fields[-1] = "Nim(1000)" if "Nim" in fields[-1] else fields[-1] + "x"
        changed[place] = "\t".join(fields)
        with pytest.raises(checker.Refused):
            checked(changed)


def is_true(lines):
    """Whether the claim follows from the rules alone, by recursion over positions."""
    fields = {word: rest for word, *rest in (line.split("\t") for line in lines)}
    rules = "\n".join(line.split("\t")[1] for line in lines if line.startswith("rules\t"))
    question, claim = (checker.tokens(fields[word][0]) for word in ("question", "claim"))
    plain = checker.Certificate(rules, question[2:3] == ["misere"])

    @functools.cache
    def wins(first, whole):
        moves = plain.moves(whole, first)
        return plain.misere if not moves else any(not wins(checker.OTHER[first], to) for to in moves)

    @functools.cache
    def mex(whole):
        found = {mex(to) for to in plain.moves(whole, "Left")}
        return next(n for n in itertools.count() if n not in found)

    plain.winner = lambda first, whole: first if wins(first, whole) else checker.OTHER[first]
    plain.nimber = mex
    if question[0] == "canonical":
        plain.form = checker.canonical(checker.read_game(claim))
    try:
        return plain.verify(question, claim) is None
    except checker.Refused:
        return False


def changed(lines, dice):
    """A certificate with one line left out, moved, with a field of another line, or with another sign."""
    lines, place = list(lines), dice.randrange(len(lines))
    kind = dice.randrange(5)
    if kind == 0:
        del lines[place]
    elif kind == 1:
        lines.insert(dice.randrange(len(lines)), lines.pop(place))
    elif kind == 2:
        fields = lines[place].split("\t")
        fields[dice.randrange(len(fields))] = dice.choice(dice.choice(lines).split("\t"))
        lines[place] = "\t".join(fields)
    else:
        at, sign = dice.randrange(len(lines[place])), dice.choice("".join(lines))
        lines[place] = lines[place][:at] + sign + lines[place][at + 1 :]
    return lines


@pytest.mark.parametrize("name", NAMES)
def test_changes_are_refused_or_right(name):
    lines, dice = read(name), random.Random(name)
    assert is_true(lines)
    for _ in range(100):
        other = changed(lines, dice)
        try:
            checked(other)
        except checker.Refused:
            continue
        assert is_true(other), "\n".join(other)


def test_no_claim_is_proved_by_a_question_of_another_kind():
    head = ["upstar certificate 1", "rules\tgame Nim(n: heap) { move n - k for k in 1..n }"]
    for question, claim in [("nimber(Nim(1))", "None"), ("outcome(Nim(0), Left)", "P"), ("nimber(misere(Nim(0)))", "0")]:
        with pytest.raises(checker.Refused):
            checked([*head, f"question\t{question}", f"claim\t{claim}", "end\t0"])


def test_rules_with_names_of_their_own_are_refused():
    rules = "min(a, b) := 0; game Nim(n: heap) { move min(n, 1) if n > 0 }"
    lines = ["upstar certificate 1", f"rules\t{rules}", "question\tnimber(Nim(0))", "claim\t0", "nimber\tNim(0)\t0"]
    with pytest.raises(checker.Refused):
        checked([*lines, "end\t1"])


def test_questions_of_all_kinds_are_checked_without_the_engine():
    up = pytest.importorskip("upstar")
    path = ROOT / "tests/certificates/questions.txt"
    session, kinds = up.Session(), {}
    for line in filter(None, path.read_text().splitlines()):
        if line.startswith("game "):
            session.ruleset(line)
        elif line.startswith("# "):
            kinds[line[2:]] = counts = collections.Counter()
        else:
            try:
                checked(session.certify(line).splitlines())
                counts["accepted"] += 1
            except checker.Refused as error:
                # Other rules and questions are not read; what is read is right.
                assert re.search("read|is not checked here|is no game|sides differ", str(error)), f"{line}: {error}"
                counts["not read"] += 1
    assert all(kinds[kind]["accepted"] >= 6 for kind in ["outcomes", "winning moves", "comparisons", "nimbers"])


def test_games_are_compared_when_play_in_one_of_them_ends():
    rules = 'game G(s: strip of ".xo") { left "x." -> ".x"; left ".x" -> "x."; right "o" -> "." }'
    head = ["upstar certificate 1", f"rules\t{rules}"]
    for other in ["", ' + -G("oo")']:
        fact = f'win\tLeft\tG("x."){other}\tG(".x"){other}'
        question = f'question\tG("x.") >= {other[4:] or 0}'
        assert checked([*head, question, "claim\ttrue", fact, "end\t1"])[1] == "true"
    with pytest.raises(checker.Refused, match="no end"):
        checked([*head, 'question\tG("x.") >= G(".x")', "claim\ttrue", "end\t0"])


def certificate(rules, question, claim, facts=""):
    """The text of a certificate: facts are in lines, their fields parted by `; `."""
    lines = [line.replace("; ", "\t") for line in facts.splitlines()]
    lines = [*(f"rules\t{line}" for line in rules.split("\n")), f"question\t{question}", f"claim\t{claim}", *lines]
    return "\n".join(["upstar certificate 1", *lines, f"end\t{len(facts.splitlines())}\n"])


NIM = "game G(n: heap) { move n - k for k in 1..n }"
ONE = "game G(n: heap) { move n - 1 if n > 0 }"
HALF = "game G(n: heap) { move n - 1 if n == 2; left n - 1 if n == 1 }"
BOARDS = 'game A(b: strip of ".#") { move "..." -> "###" }\ngame B(b: grid of ".#") { move ".." -> "##" }'
LOOPS = "".join(f" for {name} in S" for name in "abcdefgh")
UP = "nimber; G(0); 0\nnimber; G(1); 1; G(0)"
STARTS = "game G(n: heap) {{\n  move n - k for k in 1..n\n  start 3\n  {}\n}}"


def test_true_certificates_of_the_same_kind_are_accepted():
    for rules in [NIM, ONE, STARTS.format(""), "game G(n: heap) { move min(n - 1, n) if n > 0 and not n == 2 == 3 }"]:
        assert checker.verify(io.StringIO(certificate(rules, "outcome(G(1))", "N", UP)))[2] == 2
    for question, claim in [("outcome(1)", "L"), ('outcome(B("#.|.#"))', "P"), ('winning_moves(A(".."), Left)', "[]")]:
        checker.verify(io.StringIO(certificate(BOARDS, question, claim)))
    family = "game F(S)(n: heap) { move n - s for s in S if s <= n }"
    checker.verify(io.StringIO(certificate(family, "outcome(F([1, 2])(0))", "P", "nimber; F([1, 2])(0); 0")))
    with pytest.raises(checker.Refused):
        checker.verify(io.StringIO(certificate(family, "outcome(F([0])(0))", "P")))


@pytest.mark.parametrize(
    ("rules", "question", "claim", "facts"),
    [
        # What one player alone can do excludes no nimber.
        (HALF, "nimber(G(2))", "0", "nimber; G(0); 0\nnot; G(1); 0; G(0)\nnimber; G(2); 0"),
        (HALF, "outcome(G(2))", "P", "nimber; G(0); 0\nnot; G(1); 0; G(0)\nnimber; G(2); 0"),
        # Clauses that change the game.
        *((STARTS.format(clause), "outcome(G(1))", "N", UP) for clause in ["play misere", "blocking 1", "score 5"]),
        *((STARTS.format(clause), "outcome(G(1))", "N", UP) for clause in ["draw if n == 0", 'check n != 1, "no"']),
        *((STARTS.format(clause), "outcome(G(1))", "N", UP) for clause in ["parts G(0) for k in 1..2", "turn 0"]),
        (NIM.replace("move", "start 3 complimenting move"), "outcome(G(1))", "N", UP),
        (NIM.replace("n }", "n; play misere }"), "outcome(G(1))", "N", UP),
        (NIM.replace("n }", "n; move }"), "outcome(G(1))", "N", UP),
        ("game G(n: heap) { move n - 1 if n == 1; start 3 // ; move 0 if n == 2\n}", "outcome(G(1))", "N", UP),
        # Positions and questions.
        (BOARDS, "outcome(B(2))", "P", ""),
        (BOARDS, "outcome(A(2))", "P", ""),
        (BOARDS, 'outcome(B("..|."))', "P", ""),
        (BOARDS, 'outcome(A("#|."))', "P", ""),
        (BOARDS, 'outcome(A(1) - B(2)(".."))', "P", ""),
        (BOARDS, 'outcome(misere(A("#")) + (B("..")))', "N", ""),
        (NIM, "outcome(misere(*2 + *2 + G(1)))", "P", ""),
        (NIM, "outcome(1 2)", "L", ""),
        (NIM, "outcome(G(0)) // + G(1))", "P", "nimber; G(0); 0"),
        (NIM, "outcome(G(\u0660))", "P", ""),
        ('game A(b: grid of ".#\\\\") { left "." -> "#" }', 'outcome(A("\\\\"))', "P", ""),
        # Moves that are alike are listed each.
        (BOARDS, 'winning_moves(B("..|.."), Left)', '[B("##|..")]', 'local; B\nvalue; B(".."); *'),
        # Words of the language as names, and clauses as calls.
        *((ONE.replace("n", word), "outcome(G(1))", "N", UP) for word in ["draw", "parts", "score", "turn", "wins"]),
        (ONE.replace("> 0 }", "> 1; left(n - 1) if n == 1 }"), "outcome(G(1))", "L", "win; Left; G(1); G(0)"),
        (ONE.replace("> 0 }", "> 1; left - n + 1 if n == 1 }"), "outcome(G(1))", "L", "win; Left; G(1); G(0)"),
        *((STARTS.format(f"start {place}"), "outcome(G(1))", "N", UP) for place in ["4", "if", "pass", "foo"]),
        (ONE.replace("G(", "G(True)("), "outcome(G([5])(0))", "P", ""),
        (ONE.replace("G(", "G(S, S)("), "outcome(G([5], [5])(0))", "P", ""),
        (ONE.replace("}", "check n >= 0 }"), "outcome(G(1))", "N", UP),
        # Layout.
        (ONE.replace("{", "\n{"), "outcome(G(1))", "N", UP),
        (ONE.replace("- 1", "\n - 1"), "outcome(G(1))", "N", UP),
        (ONE.replace("- 1", "- 1,"), "outcome(G(1))", "N", UP),
        (NIM.replace("for k", "for(k)"), "outcome(G(1))", "N", UP),
        (f"{ONE} {ONE.replace('G', 'H')}", "outcome(G(1))", "N", UP),
        (BOARDS.replace(" -> ", "\n -> "), "outcome(*)", "N", ""),
        *((STARTS.format(f"move{end}n - 1"), "outcome(G(1))", "N", UP) for end in ["\n", " n\n"]),
        # Symbols, and players without a clause.
        *((BOARDS.replace("#", sign), "outcome(*)", "N", "") for sign in [".", "'", "$", ".#."]),
        ('game G(s: strip of ".x") { }', 'outcome(G("."))', "P", ""),
        ('game G(s: strip of ".x") { left "x" -> "." }', 'outcome(G("."))', "P", ""),
        # Expressions and names.
        (ONE.replace("n - 1", "n - [2, 1][1]"), "outcome(G(1))", "N", UP),
        (ONE.replace("> 0", "> 0 if 0 or n"), "outcome(G(1))", "N", UP),
        (ONE.replace("n - 1", "n - 2*1 + 1"), "outcome(G(1))", "N", UP),
        (ONE.replace("> 0", "> 0 if [n] * 2 == [n, n]"), "outcome(G(1))", "N", UP),
        (ONE.replace("> 0", "> 0 for a in 1..1 for \uff41 in 2..2"), "outcome(G(1))", "N", UP),
        ("game max(n: heap) { move 0 if n > 0 }\n" + ONE.replace("n - 1", "max(n - 1, 0)"), "outcome(G(1))", "N", UP),
        ("game outcome(n: heap) { move n - 1 if n > 0 }", "outcome(3)", "L", ""),
        # Lines.
        (ONE + "\tgame H(n: heap) {}", "outcome(G(1))", "N", UP),
        (ONE + "\r", "outcome(G(1))", "N", UP),
        (ONE, "outcome(G(1))", "N", UP + "\x1b"),
        # What would take too long.
        ("", "outcome(*200 + *100)", "N", ""),
        ("", "outcome(" + "{" * 5000 + "|" + "}" * 5000 + ")", "P", ""),
        (ONE.replace("> 0", "> 0 for k in 1..999999999"), "outcome(G(1))", "N", UP),
        (ONE.replace("> 0", "> 0 for k in 1..99999 for j in 1..99999"), "outcome(G(1))", "N", UP),
        (ONE.replace("G(", "G(S)(").replace("> 0", f"> 0{LOOPS}"), f"outcome(G({[*range(1, 31)]})(1))", "P", ""),
        (BOARDS.replace('move "..', 'left ".'), f'B("{"|".join(["." * 22] * 21)}") >= 0', "true", ""),
        (NIM, f"outcome(G({', '.join(map(str, range(15000)))}))", "N", ""),
        ("", f"outcome({' ' * 60000}@)", "N", ""),
        ("\n" * 60000, "outcome(1)", "R", ""),
    ],
)
def test_forged_certificates_are_refused(rules, question, claim, facts):
    with pytest.raises(checker.Refused):
        checker.verify(io.StringIO(certificate(rules, question, claim, facts), newline="\n"))


def test_the_checker_is_short_enough_to_be_read():
    lines = (ROOT / "python/upstar/verify.py").read_text().splitlines()
    assert sum(1 for line in lines if line.strip() and not line.lstrip().startswith("#")) <= 400


def test_what_is_not_read_is_named():
    for clause in ["play misere", "blocking 1", "score 5"]:
        with pytest.raises(checker.Refused, match=f"`{clause}`, which this checker does not read"):
            checker.verify(io.StringIO(certificate(STARTS.format(clause), "outcome(G(1))", "N", UP)))


def test_lines_end_as_the_format_says():
    text = certificate(NIM, "outcome(G(1))", "N", UP)
    for other in [text.replace("\n", "\r\n"), text[:-1], text + "end\t2\n", text.replace("\n", "\r", 1)]:
        with pytest.raises(checker.Refused):
            checker.verify(io.StringIO(other, newline="\n"))
