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
