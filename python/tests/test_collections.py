"""Maps, enumerations and iterators, and the functions that take a function."""

import itertools
import pickle

import pytest

import upstar as up

#: Calls with a function of Python, and the same in the language.
HIGHER = {
    "map": (lambda xs: up.map(xs, lambda n: n * n), "map({}, n -> n * n)"),
    "filter": (lambda xs: up.filter(xs, lambda n: n % 2 == 0), "filter({}, n -> n % 2 == 0)"),
    "find": (lambda xs: up.find(xs, lambda n: n > 2), "find({}, n -> n > 2)"),
    "sort": (lambda xs: up.sort(xs, lambda n: -(n % 3)), "sort({}, n -> -(n % 3))"),
    "argmin": (lambda xs: up.argmin(xs, lambda n: (n - 3) ** 2 % 5), "argmin({}, n -> (n - 3) ** 2 % 5)"),
    "argmax": (lambda xs: up.argmax(xs, lambda n: (n - 3) ** 2 % 5), "argmax({}, n -> (n - 3) ** 2 % 5)"),
    "tally": (lambda xs: up.tally(xs, lambda n: n % 3), "tally({}, n -> n % 3)"),
    "groups": (lambda xs: up.groups(xs, lambda n: n % 3), "groups({}, n -> n % 3)"),
    "table": (lambda xs: up.table(lambda n: n * n, xs).text, "text(table(n -> n * n, {}))"),
}


@pytest.mark.parametrize("name", HIGHER)
@pytest.mark.parametrize("xs", ["1..7", "[5, 3, 4, 1]", "[3, 3, 5]", "set([4, 6, 3])"])
def test_functions_of_python_answer_as_those_of_the_language(name, xs):
    python, language = HIGHER[name]
    assert python(up.eval(xs)) == up.eval(language.format(xs))
    assert python(iter(up.eval(f"list({xs})"))) == up.eval(language.format(xs))


def test_functions_of_python_may_ask_the_same_session(session):
    boards = session.eval("boards(Clobber, 1, 1..4)")
    value = session.game("^")
    assert up.find(boards, lambda P: P.canonical() == value).text == 'Clobber("xxo")'
    assert boards.find(lambda P: session.eval(f"{P.text} == ^")).text == 'Clobber("xxo")'
    assert session.call("filter", [boards[0], boards[5]], lambda P: P == 0) == [boards[0], boards[5]]
    assert boards.tally(lambda P: P.canonical()) == session.eval("tally(boards(Clobber, 1, 1..4), canonical)")
    groups = boards.groups(lambda P: P.outcome)
    assert groups["L"] == session.eval("groups(boards(Clobber, 1, 1..4), outcome)[L]")
    # A function of the module is that of the language.
    assert up.tally(boards, up.canonical) == boards.tally(lambda P: P.canonical())
    shown = up.table(lambda n, m: up.star(n) + m, range(2), [1, 2]).text
    assert shown == up.eval("text(table((n, m) -> *(n) + m, 0..1, [1, 2]))")


def test_what_a_function_of_python_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        up.find(range(3), lambda n: 1 // n)
    for name, empty in (("find", "false for all of 0 elements"), ("argmin", "empty collection"), ("argmax", "empty")):
        with pytest.raises(up.EvalError, match=empty) as raised:
            getattr(up, name)([], lambda n: n)
        assert raised.value.code == "G0306"
    with pytest.raises(up.EvalError, match="confused"):
        up.argmax([up.star(), up.star(2)], lambda g: g)
    with pytest.raises(TypeError, match="can be given to argmax, .*, tally"):
        up.canonical(lambda n: n)
    with pytest.raises(up.EvalError, match="collection"):
        up.find(up.star(), lambda g: True)


def test_find_takes_no_more_elements_than_it_needs():
    taken = itertools.count()
    assert up.find(taken, lambda n: n == 5) == 5 and next(taken) == 6
    boards = up.eval("boards(Domineering, 5, 6)")
    assert up.find(boards, lambda P: P.outcome == "L").outcome == "L"


def test_tally_holds_the_different_values_only():
    assert up.tally(n % 7 for n in range(10**5)) == up.eval("tally(0..99999, n -> n % 7)")
    boards = up.eval("boards(Clobber, 2, 3)")
    assert up.tally(up.canonical(P) for P in boards) == up.eval("tally(boards(Clobber, 2, 3), canonical)")
    assert list(up.tally(iter([2, 1, 2, 3, 1, 2])).items()) == [(2, 3), (1, 2), (3, 1)]


def test_tally_takes_an_iterator_in_chunks(monkeypatch):
    from upstar import _higher

    made, taken = 0, []

    def numbers():
        nonlocal made
        for made in range(1, 26):
            yield made % 3

    class Watched:
        def __init__(self, engine):
            self.tally = tally(engine)

        def add(self, chunk):
            taken.append((made, len(chunk)))
            self.tally.add(chunk)

        def map(self):
            return self.tally.map()

    tally = _higher.Tally
    monkeypatch.setattr(_higher, "Tally", Watched)
    monkeypatch.setattr(_higher, "CHUNK", 10)
    for count in (up.tally, lambda xs: up.tally(xs, lambda n: n), lambda xs: up.Session(threads=1).call("tally", xs)):
        taken.clear()
        assert count(numbers()) == {0: 8, 1: 9, 2: 8}
        assert taken == [(10, 10), (20, 10), (25, 5)]


def test_an_iterator_is_a_collection_and_an_endless_one_is_too_long():
    assert up.max(P.temperature for P in up.eval("boards(Amazons, 2, 2)")) == up.eval(
        "max([temperature(P) for P in boards(Amazons, 2, 2)])"
    )
    with pytest.raises(up.LimitError, match="too many to list"):
        up.sum(itertools.repeat(1))


def test_a_map_is_a_mapping_whatever_its_keys(session):
    text = "tally([canonical(P) for P in boards(Domineering, 2, 2)])"
    counts = session.eval(text)
    assert isinstance(counts, up.Map) and counts.kind == "map" and len(counts) == 5
    assert counts[0] == 7 and counts[session.star()] == 4 and counts[up.game("<1|-1>")] == 1
    assert up.game("^") not in counts and counts.get(1.5) is None and "x" not in counts
    with pytest.raises(KeyError):
        counts[up.game("^")]
    assert [*counts] == [*counts.keys()] and dict(counts) == dict(counts.items())
    assert sum(counts.values()) == 16 and counts == session.eval(text) and counts != {}
    assert pickle.loads(pickle.dumps(counts)) == counts
    # Positions are told apart, also when their values are equal.
    boards = session.eval('{Clobber("xo"): 1, Clobber("ox"): 2}')
    assert [boards[key] for key in boards] == [1, 2]
    both = session.eval("{true: 1, 1: 2}")
    assert len(both) == 2 and sorted(both.values()) == [1, 2]
