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
    row = up.ruleset(moves=lambda s: [s.replace("oo", "xx", 1)] if "oo" in s else [], name="row", draw=lambda s: s)
    assert name(row, "ooo") == 'Row("ooo")'
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
    # No ruleset takes the name of a constant.
    for taken in ("left", "n", "Max"):
        one = up.ruleset(moves=lambda n: range(n), name=taken)(2).in_language()
        assert one.text == f"{taken.capitalize()}_(2)" and one.nimber() == 2
        assert len(one.moves("Left")) == 2
    # The language writes characters by number.
    for odd in ("\x1b", "\x08\f", "\\u1234", "é\u2028"):
        one = up.ruleset(moves=lambda s: [s[1:]] if s else [], name="odd")(odd).in_language()
        assert len(one.moves("Left")) == 1 and one.nimber() == len(odd) % 2
    assert _written._text("\x1b\b\\u001b") == '"\\u{1b}\\u{8}\\\\u001b"'.replace("{1b}", "{001b}")


def test_a_session_has_one_ruleset_of_a_name():
    session = up.Session()
    ruleset = up.ruleset(moves=lambda n: range(n), name="once")
    one = ruleset(3).in_language(session)
    for again in (ruleset, up.ruleset(moves=lambda n: [n - 1] if n else [], name="Once")):
        with pytest.raises(ValueError, match="a ruleset Once already"):
            again(5).in_language(session)
    assert one.nimber() == 3


def test_positions_that_are_drawn_alike_are_an_error(monkeypatch):
    monkeypatch.setattr(_written, "MOST", 1)
    # The picture does not say how often the board was full.
    after = {"...": "#..", "#..": "##.", "##.": "..."}
    ruleset = up.ruleset(
        moves=lambda p: [(after[p[0]], p[1] + (p[0] == "##."))] if p[1] < 3 else [], name="again", draw=lambda p: p[0]
    )
    page = explored(ruleset("...", 0))
    for text in ("...", "#.."):
        assert page.ask("position", f'Again("{text}")', "", None)["found"]
    assert "drawn alike" in page.ask("position", 'Again("##.")', "", None)["error"]["message"]
    assert page.position('Again("...")') == ruleset("...", 0)


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
        dominoes(6, 6)(0).explain(steps=1000)


def test_functions_of_the_language_take_positions():
    p = dominoes(2, 3)(0)
    assert up.canonical(p) == p.value() and up.outcome(p) == p.outcome and up.nimber(up.ruleset(moves=kayles)(7)) == 2
    assert up.birthday(p) == 3 and up.temperature(p) == up.temperature(p.value())
    assert up.solve(p, workers=1) == p.outcome
    with pytest.raises(TypeError, match="sweep a function"):
        up.sweep("canonical({P})", P=[p], progress=False)
    assert up.sweep(lambda P: P.value(), P=[p], progress=False).value[0] == p.value()
    assert len(up.moves(p, up.Left)) == 3 and str(up.explain(p)).startswith("Domineering(")
    assert isinstance(up.nimber(up.ruleset(moves=kayles)(7), games=True), up.Game)


def test_arguments_share_a_session():
    n, p = up.ruleset(moves=kayles)(5), dominoes(2, 2)(0)
    session = up.Session()
    mine = session.ruleset("game My(n: heap) { move n - 1 if n > 0 }")(3)
    for one, other in ((n, mine), (mine, n), (n, p), (p, n), (p, mine)):
        assert up.canonical(up.disjunctive(one, other)) == up.canonical(one) + up.canonical(other)
    # What a value says needs no rules.
    big = dominoes(4, 5)(0)
    assert up.temperature(big) == up.temperature(big.value())


@pytest.mark.parametrize("ask", ["remoteness", "suspense", "misere", "genus", "followers", "form"])
def test_values_do_not_answer_about_forms(monkeypatch, ask):
    n = up.ruleset(moves=kayles)(6)
    assert getattr(up, ask)(n) is not None
    monkeypatch.setattr(_written, "MOST", 3)
    with pytest.raises(ValueError, match="too many positions"):
        getattr(up, ask)(n)
    assert up.explain(n) is not None and up.outcome(n) == n.outcome


def explored(position):
    return Explored(position.ruleset, position.position, up.Session())


def test_the_explorer_asks_functions():
    ruleset = dominoes(3, 3)
    page = explored(ruleset(0))
    found = page.ask("position", page.text, "", None)["found"]
    assert found["parts"][0]["figures"][0]["kind"] == "board" and len(found["left"]["moves"]) == 6
    assert found["left"]["moves"][0]["changed"] == [[0, 0, 0], [0, 0, 3]]
    assert page.position(found["left"]["moves"][0]["to"]) == ruleset(0).moves("Left")[0]
    assert page.ask("fact", page.text, "canonical", None)["found"]["text"] == "±1"
    assert page.ask("fact", f"{page.text} + *", "outcome", None)["found"]["text"] == "N"


def test_the_explorer_goes_where_there_are_too_many_positions():
    ruleset = dominoes(7, 7)
    page = explored(ruleset(0))
    text = page.text
    for _ in range(3):
        found = page.ask("position", text, "", None)["found"]
        assert len(found["left"]["moves"]) == len(page.position(text).moves("Left"))
        text = found["left"]["moves"][-1]["to"]
    assert page.position(text).ruleset is ruleset
    with up.limits(steps=1000):
        assert page.ask("fact", text, "canonical", None)["error"]["code"].startswith("G05")
    assert page.ask("certificate", text, "canonical", None)["error"]["code"] == "ValueError"
    for pinned in (f"misere(({text}))", f"conjunctive({text}, *)"):
        assert page.ask("fact", pinned, "", None)["error"]["code"] == "ValueError"
    assert page.ask("fact", text, "remoteness", None)["error"]["code"] == "ValueError"
    # Few cells are left.
    late = (1 << 49) - 1 & ~0b1111_0001111_0001111
    page = explored(ruleset(late))
    assert page.ask("fact", page.text, "canonical", None)["found"]["text"] == str(ruleset(late).value())


def test_the_explorer_goes_back_from_a_late_position(monkeypatch):
    monkeypatch.setattr(_written, "MOST", 100)
    ruleset = dominoes(4, 4)
    page = explored(ruleset(0))
    assert 0 not in page._written.whole
    first = page.ask("position", page.text, "", None)["found"]["left"]["moves"]
    text = page.text
    while page._written.of[text] not in page._written.whole:
        text = page.ask("position", text, "", None)["found"]["left"]["moves"][0]["to"]
    assert page.ask("fact", text, "canonical", None)["found"]
    for option in (first[0]["to"], page.text):
        found = page.ask("position", option, "", None)["found"]
        assert len(found["left"]["moves"]) == len(page.position(option).moves("Left"))
    assert first == page.ask("position", page.text, "", None)["found"]["left"]["moves"]


def test_a_declaration_that_was_ended_is_made_again(monkeypatch):
    monkeypatch.setattr(_written, "MOST", 100)
    page = explored(dominoes(5, 5)(0))
    with up.limits(steps=1000):
        assert page.ask("fact", page.text, "canonical", None)["error"]["code"].startswith("G05")
    found = page.ask("position", page.text, "", None)["found"]
    assert len(found["left"]["moves"]) == 20
    assert "error" in page.ask("certificate", page.text, "canonical", None)


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
