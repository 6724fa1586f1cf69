"""Certificates, checked in plain Python: right ones, and the same with a line changed."""

import importlib.util
import io
import random
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
