"""Rules that are functions of Python, written in the language: explanations and the explorer."""

import pickle

import pytest
import upstar as up
from upstar import _written
from upstar._written import Explored


def dominoes(rows, columns):
    """Domineering, with numbers as positions and pictures of them."""
    across = [3 << (r * columns + c) for r in range(rows) for c in range(columns - 1)]
    down = [(1 | 1 << columns) << (r * columns + c) for r in range(rows - 1) for c in range(columns)]

    def draw(p):
        return "\n".join("".join(".#"[p >> (r * columns + c) & 1] for c in range(columns)) for r in range(rows))

    return up.ruleset(
        left=lambda p: [p | m for m in down if not p & m],
        right=lambda p: [p | m for m in across if not p & m],
        name="Domineering",
        draw=draw,
    )


def kayles(n):
    return [[a, n - k - a] for k in (1, 2) for a in range(n - k + 1)]


def value_of(part):
    return part.value() if isinstance(part, up.FunctionPosition) else part


def test_functions_are_asked_once_for_each_position():
    asked = []

    def left(p):
        asked.append(("Left", p))
        return [p - 2, p - 3] if p > 3 else []

    def right(p):
        asked.append(("Right", p))
        return [p - 1] if p > 3 else [up.star()]

    ruleset = up.ruleset(left=left, right=right)
    for p in (ruleset(30), ruleset(20)):
        p.value()
        assert p.outcome == p.value().outcome
    assert len(asked) == len(set(asked)) <= 60


def test_rules_in_the_language_are_the_same():
    steps = up.ruleset(left=lambda n: range(n), right=lambda n: [n - 1] if n else [], name="Steps")
    mixed = up.ruleset(
        left=lambda n: [[n - 1, up.star()], []] if n else [], right=lambda n: [up.game(-1), up.game("1/2")], name="mixed"
    )
    pairs = up.ruleset(moves=lambda p: [(a, p[1]) for a in range(p[0])] + [(p[0], b) for b in range(p[1])])
    words = up.ruleset(moves=lambda w: [w[:i] + w[i + 1 :] for i in range(len(w)) if w[i] != '"'], name="Wörter 1")
    positions = [steps(4), mixed(2), pairs(2, 3), words('a"\\\n'), up.ruleset(moves=kayles)(6), dominoes(3, 3)(0)]
    for p in positions:
        q = p.in_language()
        assert q.value() == p.value() and q.outcome == p.outcome, p
        assert q.value() == pickle.loads(pickle.dumps(q)).value()
        for player in ("Left", "Right"):
            options = [option if isinstance(option, list) else [option] for option in p.moves(player)]
            worth = {sum(map(value_of, option), up.game(0)) for option in options}
            assert {move.value() for move in q.moves(player)} == worth
    for rows, columns in ((2, 3), (3, 2), (3, 3)):
        own = dominoes(rows, columns)(0).in_language()
        assert own.text == up.rulesets.Domineering(rows, columns).text
        assert up.eval(f"outcome(misere(Domineering({rows}, {columns})))") == dominoes(rows, columns)(0).misere_outcome


def test_positions_are_named_as_they_look():
    name = lambda ruleset, position: ruleset(position).in_language().text  # noqa: E731
    half = up.ruleset(moves=lambda x: [x // 2] if x else [], name="half")
    assert name(half, 3) == "Half(3)" and name(half, 3.5) == 'Half("3.5")'
    assert name(up.ruleset(moves=kayles), 3) == "Kayles(3)"
    row = up.ruleset(moves=lambda s: [s.replace("oo", "xx", 1)] if "oo" in s else [], name="R", draw=lambda s: s)
    assert name(row, "ooo") == 'R("ooo")'
    # Two objects that look alike are two positions.
    class Same:
        def __init__(self, n):
            self.n = n

        def __repr__(self):
            return "Same"

        def __hash__(self):
            return self.n

        def __eq__(self, other):
            return self.n == other.n

    same = up.ruleset(moves=lambda p: [Same(k) for k in range(p.n)], name="S")
    assert same(Same(3)).in_language().nimber() == 3


@pytest.mark.parametrize("most", [1, 5, 40, 5000])
def test_what_is_far_away_stands_for_its_value(monkeypatch, most):
    monkeypatch.setattr(_written, "MOST", most)
    p = dominoes(3, 4)(0)
    assert p.in_language().value() == p.value() == up.rulesets.Domineering(3, 4).value()
    assert len(p.in_language().moves("Left")) == 8
    assert [move.value() for move in p.in_language().moves("Right")] == [move.value() for move in p.moves("Right")]
    n = up.ruleset(moves=kayles)(9)
    assert n.in_language().nimber() == n.nimber


def test_explanations_draw_positions():
    said = str(dominoes(2, 2)(0).explain())
    assert said == str(up.rulesets.Domineering(2, 2).explain())
    loopy = up.ruleset(moves=lambda n: [n])
    assert "drawn" in str(loopy(0).explain())
    wrong = up.ruleset(moves=lambda n: [n - 1] if n > 2 else 1 / 0)
    with pytest.raises(ZeroDivisionError):
        wrong(5).explain()
    with pytest.raises(up.LimitError):
        dominoes(6, 6)(0).explain(seconds=0.3)


def test_functions_of_the_language_take_positions():
    p = dominoes(2, 3)(0)
    assert up.canonical(p) == p.value() and up.outcome(p) == p.outcome and up.nimber(up.ruleset(moves=kayles)(7)) == 2
    assert up.birthday(p) == 3 and up.temperature(p) == up.temperature(p.value())
    assert up.solve(p, workers=1) == p.outcome
    with pytest.raises(TypeError, match="sweep a function"):
        up.sweep("canonical({P})", P=[p], progress=False)
    assert up.sweep(lambda P: P.value(), P=[p], progress=False).value[0] == p.value()
    assert len(up.moves(p, up.Left)) == 3 and str(up.explain(p)).startswith("Domineering(")


def explored(position):
    return Explored(position.ruleset, position.position, up.Session())


def test_the_explorer_asks_functions():
    ruleset = dominoes(3, 3)
    page = explored(ruleset(0))
    found = page.ask("position", page.text, "", None)["found"]
    assert found["parts"][0]["figures"][0]["kind"] == "board" and len(found["left"]["moves"]) == 6
    assert found["left"]["moves"][0]["changed"] == [[0, 0, 0], [0, 0, 3]]
    assert page.position(found["left"]["moves"][0]["to"]) == ruleset(0).moves("Left")[0]
    assert page.ask("fact", page.text, "canonical", 10)["found"]["text"] == "±1"
    assert page.ask("fact", f"{page.text} + *", "outcome", 10)["found"]["text"] == "N"


def test_the_explorer_goes_where_there_are_too_many_positions():
    ruleset = dominoes(7, 7)
    page = explored(ruleset(0))
    text = page.text
    for _ in range(3):
        found = page.ask("position", text, "", None)["found"]
        assert len(found["left"]["moves"]) == len(page.position(text).moves("Left"))
        text = found["left"]["moves"][-1]["to"]
    assert page.position(text).ruleset is ruleset
    assert page.ask("fact", text, "canonical", 0.2)["error"]["code"] == "G0502"
    assert page.ask("certificate", text, "canonical", 0.2)["error"]["code"] == "ValueError"
    # Few cells are left.
    late = (1 << 49) - 1 & ~0b1111_0001111_0001111
    page = explored(ruleset(late))
    assert page.ask("fact", page.text, "canonical", 60)["found"]["text"] == str(ruleset(late).value())


def test_an_exception_of_a_function_is_shown(monkeypatch):
    monkeypatch.setattr(_written, "MOST", 1)
    page = explored(up.ruleset(moves=lambda n: [n - 1, n - 2] if n > 3 else 1 / 0, name="W")(6))
    assert page.ask("position", page.text, "", None)["found"]["left"]["moves"][1]["to"] == 'W("4")'
    assert page.ask("position", 'W("5")', "", None)["found"]
    assert page.ask("position", 'W("3")', "", None)["error"] == {
        "severity": "error",
        "code": "ZeroDivisionError",
        "message": "division by zero",
        "span": None,
        "notes": [],
        "helps": [],
        "places": [],
    }
