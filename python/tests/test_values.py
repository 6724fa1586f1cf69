"""Values: numbers, games, positions, and what Python does with them."""

import copy
import math
import pickle
from fractions import Fraction

import pytest

import upstar as up

#: A text of each kind of value, and its kind.
KINDS = {
    "3/4": "number",
    "omega": "surreal number",
    "canonical(<1|-1>)": "game",
    "<0|*>": "form",
    "form(<0,*|*>)": "form",
    "on": "loopy game",
    "Nim(3)": "position",
    "Nim(3) + Kayles(4)": "sum of positions",
    "infinity(0, 2)": "infinite nimber",
    "N": "outcome",
    "Left": "player",
    "true": "truth value",
    '"text"': "text",
    "[1, <0|*>]": "list",
    "(1, <0|*>)": "tuple",
    "set([1, <0|*>])": "set",
    "{1: 2, (3, Left): [4]}": "map",
    "{<0|*>: 1}": "map",
    "2..5": "range",
    "board(Clobber(\"xo\"))": "board",
    "path(3)": "graph",
    "x -> x + 1": "function",
    "nimber": "function",
    "Nim": "ruleset",
    "impartial(Domineering)": "ruleset",
    "Subtraction([1, 2])": "ruleset",
    "thermograph(<3|1>)": "thermograph",
    "thermograph(a: <1||a|0>)": "thermograph",
    "explain(<0,*|*>)": "explanation",
    "misere(Kayles(3))": "game in misère play",
    "genus(Kayles(5))": "genus",
    "draw(Nim(3))": "picture",
    "table([[1, 2]])": "table",
    "boards(Clobber, 1, 2)": "enumeration",
}


@pytest.mark.parametrize("text", KINDS)
def test_every_kind_makes_the_round_trip(session, text):
    value = session.eval(text)
    kind, shown = session._engine.describe(value)
    assert kind == KINDS[text]
    # Through Python and back, by its text, and into another session.
    session.eval("same(a, b) := a == b")
    assert session.call("same", value, session.eval(text))
    back = session.eval(shown) if kind != "text" else shown
    assert session.call("same", value, back)
    other = up.Session(threads=1)
    other.eval("same(a, b) := a == b")
    assert other.call("same", value, other.eval(text))


@pytest.mark.parametrize("text", KINDS)
def test_every_kind_is_pickled_by_its_text(text):
    value = up.eval(text)
    back = pickle.loads(pickle.dumps(value))
    # A board is equal to its text, and comes back as that.
    assert type(back) is type(value) or text.startswith("board")
    assert back == value
    if isinstance(value, up.Value) and value.kind == "form":
        assert repr(back) == repr(value) and repr(back.explain()) == repr(value.explain())


def test_numbers_texts_lists_and_maps_are_themselves():
    value = up.eval('[1, 1/2, 2**70, true, "a\\n", (1, [2]), {"k": 3}, 2..4, Left, N]')
    half = Fraction(1, 2)
    assert value == [1, half, 2**70, True, "a\n", (1, [2]), {"k": 3}, range(2, 5), "Left", "N"]
    assert [type(one) for one in value[:4]] == [int, Fraction, int, bool]
    assert up.default().call("max", 2**70, half) == 2**70
    assert up.eval("()") == () and up.eval("x := 3") is None


def test_maps_whose_keys_python_cannot_tell_apart_lose_none():
    value = up.eval("{true: 1, 1: 2}")
    assert isinstance(value, up.Map) and len(value) == 2
    assert list(value.items()) == [(True, 1), (1, 2)]
    assert list(up.eval("set([3, 1, 3])")) == [3, 1]
    assert up.star() in up.eval("set([<0|0>, 3])")


def test_what_is_no_value_is_a_type_error():
    with pytest.raises(TypeError, match="float is no value.*Fraction"):
        up.game(0.5)
    with pytest.raises(TypeError, match="object is no value"):
        up.canonical(object())
    with pytest.raises(TypeError, match="made by functions"):
        up.Game()
    endless = []
    endless.append(endless)
    with pytest.raises(RecursionError):
        up.default().call("size", endless)
    assert up.star() != 0.5 and up.star() != object()
    with pytest.raises(TypeError):
        up.star() + 0.5


def test_games_compute_and_compare():
    g, star = up.game("{0,*|0}"), up.star()
    assert repr(g + up.star(2)) == "↑*3"
    assert (g - g) == 0 and up.game("v") < 0 < up.game("^") and 3 * up.game("^") == up.game("^3")
    assert 1 + star == up.game("1*") and 1 - star == up.game("1*")
    assert star.confused(0) and not star <= 0 and not star >= 0
    assert Fraction(1, 2) + up.game(1) == Fraction(3, 2)
    assert up.game("1/2") == Fraction(1, 2) == up.game("<0|1>")
    assert sorted([up.game("^"), up.game("v"), up.game(0)]) == up.eval("[v, 0, ^]")


def test_equal_games_have_equal_hashes():
    equal = [up.game("<0,*|*>"), up.game("^"), up.eval("canonical(<0|*>)"), up.Session().game("^")]
    assert len(set(equal)) == 1
    assert len({up.game(2), 2, Fraction(2), up.game("<1|>")}) == 1
    nim = up.rulesets.Nim
    assert nim(1, 2) == up.star(3) and hash(nim(1, 2).canonical()) == hash(up.star(3))
    assert {nim(1).canonical(): "one"}[up.star()] == "one"


def test_numbers_are_numbers_of_python():
    half = up.game("3/4").canonical()
    assert Fraction(half) == Fraction(3, 4) and float(half) == 0.75
    assert int(up.game("<1|>")) == 2 and up.game("<0|1>").as_integer_ratio() == (1, 2)
    for refused in (up.star(), up.game("1/2")):
        with pytest.raises(TypeError):
            int(refused)


def test_options_are_iterated():
    g = up.game("<1,*|-1>")
    assert g.left == [1] and g.right == [-1]
    assert list(g) == g.left + g.right
    assert all(isinstance(option, up.Game) for option in g)


def test_positions_move_draw_and_explain():
    p = up.rulesets.Domineering(2, 3)
    moves = p.moves("Left")
    assert len(moves) == 3 and all(isinstance(move, up.Position) for move in moves)
    assert p.moves(up.Left) == p.moves("left")
    assert p.draw().svg.startswith("<svg") and ". . ." in str(p.draw())
    assert "canonical form" in str(p.explain())
    assert p.value() == p and p.outcome == "N"
    assert isinstance(p + p, up.Position) and (p - p).outcome == "P"
    assert up.rulesets.Nim(2).moves() == up.eval("[Nim(1), Nim(0)]")
    with pytest.raises(ValueError, match="a player, Left or Right"):
        p.moves("Nobody")


def test_functions_of_the_language_are_functions_and_methods():
    assert up.birthday(up.game("^")) == 2 == up.game("^").birthday()
    assert up.stops(up.game("<3|1>")) == (3, 1)
    assert "Sprague" in up.nimber.__doc__ and up.nimber.__name__ == "nimber"
    assert up.N == "N" and up.omega > 10**9
    assert isinstance(up.canonical(up.game("<0|>"), games=True), up.Game)
    assert {"nimber", "omega", "game", "rulesets"} <= set(dir(up))
    with pytest.raises(AttributeError):
        up.nimbr
    with pytest.raises(AttributeError):
        up.star().no_such_function


def test_names_of_the_package_are_none_of_the_language():
    language = {name for name, _ in up._upstar.names()}
    assert language.intersection(up.__all__) == {"Left", "Right", "certify"}
    attributes = {name for cls in (up.Game, up.Position) for name in vars(cls)}
    same = {"canonical", "outcome", "temperature", "mean", "thermograph", "moves", "value", "draw", "explain"}
    assert {name for name in attributes & language if not name.startswith("_")} <= same


def test_rulesets_are_found_called_and_documented(session):
    assert "Clobber" in dir(up.rulesets)
    assert "Source" in up.rulesets.Clobber.__doc__
    assert up.rulesets.Subtraction([1, 2])(4).outcome == "N"
    with pytest.raises(AttributeError, match="no ruleset Clober"):
        up.rulesets.Clober
    with pytest.raises(AttributeError, match="is no ruleset"):
        up.rulesets.nimber
    own = session.ruleset("game A(n: heap) { move n - 1 if n > 0 }; game B(n: heap) { move n - 2 if n > 1 }")
    assert own(4).moves() == session.eval("[B(2)]") and "B" in dir(session.rulesets)
    with pytest.raises(ValueError, match="expected a ruleset"):
        session.ruleset("1 + 1")


def test_notebooks_get_text_latex_and_pictures():
    bundle = up.game("<0|*>")._repr_mimebundle_()
    assert bundle == {"text/plain": "↑", "text/latex": "$\\uparrow$"}
    graph = up.game("<3|1>").thermograph._repr_mimebundle_()
    assert graph["image/svg+xml"].startswith("<svg") and "●" in graph["text/plain"]
    why = up.game("<0,*|*>").explain()._repr_mimebundle_()
    assert set(why) == {"text/plain"} and "reversible" in why["text/plain"]
    assert f"{up.game('^'):latex} {up.game('^'):ascii} {up.star():>3}" == "\\uparrow ^   *"
    shape = up.rulesets.Nim(2).outside()
    assert (shape["version"], shape["kind"]) == (1, "position") and "svg" in shape


def test_copies_are_the_same():
    g = up.star()
    assert copy.copy(g) is g and copy.deepcopy([g])[0] is g


def test_positions_of_rulesets_of_the_program_are_pickled_with_them():
    session = up.Session(threads=1)
    session.eval("step := 2")
    mine = session.ruleset("game Stepped(n: heap) { move n - step if n >= step }")
    data = pickle.dumps([mine(5), mine(3)])
    five, three = pickle.loads(data)
    assert five.moves() == [three] and five._engine is three._engine
    assert five == mine(5)


def test_values_of_sessions_meet():
    one, other = up.Session(threads=1), up.Session(threads=1)
    mine = one.ruleset("game OnlyHere(n: heap) { move n - 1 if n > 0 }")
    assert mine(1) + other.star() == 0 and other.star() + mine(1) == 0
    assert other.star() == mine(1)


#: Enumerations of every family, some of whose codes have no element.
ENUMERATIONS = [
    "boards(Clobber, 1..2, 2)",
    "up_to_symmetry(boards(Clobber, 2, 2))",
    "graphs(4)",
    "trees(7)",
    "permutations([1, 2, 3])",
    "subsets(1..4, 2)",
    "product(1..3, [^, 0])",
    "partitions(6)",
    "subsets([], 1)",
]


@pytest.mark.parametrize("text", ENUMERATIONS)
def test_an_enumeration_is_gone_through_and_indexed(text):
    value = up.eval(text)
    assert isinstance(value, up.Enumeration)
    listed = list(up.eval(f"list({text})"))
    assert list(value) == listed == list(value)
    assert len(value) == len(listed)
    assert [value[place] for place in range(len(listed))] == listed
    assert [value[-1 - place] for place in range(len(listed))] == listed[::-1]
    for place in (len(listed), -1 - len(listed)):
        with pytest.raises(IndexError, match="elements"):
            value[place]
    assert all(element in value for element in listed[:3])


def test_an_enumeration_is_lazy():
    boards = up.eval("boards(Domineering, 6, 6)")
    assert len(boards) == 2**36
    first = next(iter(boards))
    assert first == boards[0] and first.text == up.eval("boards(Domineering, 6, 6)[1]").text
    assert boards[2**35].text != first.text


def test_an_enumeration_keeps_its_limits():
    with up.limits(steps=1000), pytest.raises(up.LimitError):
        for _ in up.eval("up_to_symmetry(boards(Cram, 5, 5))"):
            pass


def test_functions_and_numbers_are_those_of_python():
    import numpy

    assert pickle.loads(pickle.dumps(up.temperature)) is up.temperature
    assert up.octal("0.77")(3).canonical() == up.rulesets.Kayles(3)
    assert up.game(numpy.int64(3)) == 3 and up.game("^") + numpy.int64(1) > 1
    half = up.game("1/2")
    assert (half / 2, half // 1, half % 2, abs(-half), round(half), half**2) == (
        Fraction(1, 4), 0, Fraction(1, 2), half, 0, Fraction(1, 4))
    assert isinstance(half / 3, up.Number) and 1 / half == 2 and divmod(up.game(7), 2) == (3, 1)
    assert math.floor(-half) == -1 and math.ceil(half) == 1 and [1, 2, 3][up.game(2)] == 3
    for wrong in (lambda: [1, 2][half], lambda: half / 1.5, lambda: up.star(2.7)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(up.EvalError, match="never negative"):
        up.star(-1)


def test_a_game_is_made_of_its_options():
    assert up.game([0], [up.star()]) == up.game("^") and up.game([], []) == 0
    assert up.game([up.game([1], [0]), "<2|1>"], [-1]) == up.game("<<1|0>,<2|1>|-1>")
    p = up.rulesets.Domineering(2, 2)
    assert up.game([p], [0]).left == [up.game("±1")] or up.game([p], [0]) == up.game("<±1|0>")
    assert up.game("{0|*}").left == up.game([0], [up.star()]).left
    with pytest.raises(TypeError):
        up.game([True], [])


def test_functions_are_rules():
    """Rules as functions give the values of the same rules in the language."""

    Less = up.ruleset(moves=lambda n: [n - k for k in (1, 2, 3) if k <= n], name="Less")
    assert [Less(n).nimber for n in range(9)] == [n % 4 for n in range(9)]
    assert Less(5).winning_moves("Left") == [Less(4)] and Less(4).outcome == "P" and Less(1).misere_outcome == "P"

    def rows(board, player):
        down = player == "Left"
        for r, row in enumerate(board):
            for c, cell in enumerate(row):
                other = (r + 1, c) if down else (r, c + 1)
                if cell or other[0] == len(board) or other[1] == len(row) or board[other[0]][other[1]]:
                    continue
                yield tuple(
                    tuple(x or (i, j) in ((r, c), other) for j, x in enumerate(line)) for i, line in enumerate(board)
                )

    Domineering = up.ruleset(left=lambda b: rows(b, "Left"), right=lambda b: rows(b, "Right"), name="Domineering")
    for height in range(1, 4):
        for width in range(1, 4):
            p = Domineering(((False,) * width,) * height)
            q = up.rulesets.Domineering(height, width)
            assert p.value() == q and p.outcome == q.outcome
            assert len(p.moves("Left")) == len(q.moves("Left"))
    # Sums, games among the options, play that returns.
    Kayles = up.ruleset(moves=lambda n: [(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)])
    assert [Kayles(n).nimber for n in range(12)] == [up.nimber(up.rulesets.Kayles(n)) for n in range(12)]
    Mixed = up.ruleset(left=lambda n: [[n - 1, up.star()]] if n else [], right=lambda n: [up.game(-1), up.game("1/2")])
    assert Mixed(0).value() == up.game("<|-1>") and Mixed(1).value() == up.game("<<|-1>+*|-1>")
    assert up.ruleset(moves=lambda n: [n])(0).outcome == "D"


def test_what_functions_raise_is_raised():
    def wrong(n):
        return [n - 1] if n > 3 else 1 / 0

    Wrong = up.ruleset(moves=wrong)
    for ask in (lambda p: p.value(), lambda p: p.outcome, lambda p: p.nimber, lambda p: p.moves()):
        with pytest.raises(ZeroDivisionError):
            ask(Wrong(3))
    with pytest.raises(TypeError, match="unhashable"):
        up.ruleset(moves=lambda n: [{n}])(1).value()
    with pytest.raises(TypeError, match="not iterable"):
        up.ruleset(moves=lambda n: n)(1).value()
    with pytest.raises(TypeError, match="an option is a position"):
        up.ruleset(moves=lambda n: [up.game("on")])(1).value()
    with pytest.raises(TypeError, match="by name"):
        up.ruleset(wrong)
    with pytest.raises(TypeError, match="left and right"):
        up.ruleset(left=wrong)
    with up.limits(steps=2000), pytest.raises(up.LimitError):
        up.ruleset(moves=lambda n: [n + 1])(0).outcome


def test_sets_keep_positions_apart():
    Nim, board = up.rulesets.Nim, up.rulesets.Domineering(12, 12)
    assert Nim(1, 2) == Nim(3) and len({Nim(1, 2), Nim(3), Nim(3)}) == 2
    with up.limits(steps=100_000):
        # Nobody knows the value of this one.
        assert board in {board} and up.rulesets.Domineering(12, 12) in {board: 1}
    other = up.Session()
    assert len({other.rulesets.Nim(3), Nim(3)}) == 1
