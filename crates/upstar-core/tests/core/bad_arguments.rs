//! Arguments that a function cannot have are errors, and no argument makes one panic.

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use upstar_core::board::rewrite::{RuleError, Rules, Symmetries, Turns, Written, exchanges};
use upstar_core::board::{
    Adjacency, Alphabet, BLOCKED, Board, BoardError, MAX_SYMBOLS, Shape, Side,
};
use upstar_core::derive::{Sides, Step};
use upstar_core::enumerate::{self, Graphs, Partitions, Trees};
use upstar_core::graph::{Digraph, Partition};
use upstar_core::heap::{Code, Condition, Digit, HeapSolver, Heaps, Rule, Takes};
use upstar_core::impartial::{self, Compound, Convention, DiminishedEnd, Key, LoopyNimber};
use upstar_core::loopy::{self, Builder, GameValue, Graph, LoopyForm, Node, thermo};
use upstar_core::misere::{Distinguisher, Genus, MisereStore, PartSearch};
use upstar_core::quotient::{QuotientSolver, TakeAndBreak};
use upstar_core::short::{self, FormId, Forms};
use upstar_core::{
    Budget, Dyadic, Error, Exhausted, Game, Moves, Notation, Ordinal, Outcome, Player, Rational,
    Ruleset, Semigroup, Solver, Store, Surreal, Thermograph, Trajectory, bytes, simplest_between,
};

use crate::length::properties;
use crate::support::store;

/// A budget that ends every question after a while.
fn limited() -> Budget {
    let budget = Budget::unlimited();
    budget.limit_steps(20_000);
    budget
}

/// A budget that ends them soon, where steps become long.
fn brief() -> Budget {
    let budget = Budget::unlimited();
    budget.limit_steps(300);
    budget
}

/// Checks that inputs are refused, which are named for the message.
fn all_are_refused(inputs: &[(&str, bool)]) {
    for (input, is_refused) in inputs {
        assert!(is_refused, "{input}");
    }
}

fn is_index<T>(answer: Result<T, Error>) -> bool {
    matches!(answer, Err(Error::NoSuchIndex { .. }))
}

fn is_range<T>(answer: Result<T, Error>) -> bool {
    matches!(answer, Err(Error::OutOfRange { .. }))
}

#[test]
fn the_numbers_are_checked() {
    let (b, store) = (Budget::unlimited(), store());
    let tiny = Dyadic::new(1.into(), u64::MAX);
    assert_eq!(tiny.to_string(), "1/2^18446744073709551615");
    assert!(tiny < Dyadic::ONE && -&tiny < tiny && Dyadic::new(3.into(), u64::MAX) > tiny);
    assert_eq!(tiny.floor(), BigInt::ZERO);
    let corner = |t: i64, x: i64| (Dyadic::from(t), Dyadic::from(x));
    all_are_refused(&[
        ("number", store.number(&tiny).is_err()),
        ("number up star", store.number_up_star(&tiny, 1, 1).is_err()),
        ("cool by nearly nothing", upstar_core::cool(&store, Game::STAR, &tiny).is_err()),
        ("cool by too little", upstar_core::cool(&store, Game::ONE, &Dyadic::from(-1)).is_err()),
        ("power", Rational::from(3).pow(u32::MAX).is_err()),
        (
            "division",
            upstar_core::div_mod_floor(&1.into(), &0.into(), &b) == Err(Error::DivisionByZero),
        ),
        ("power modulo 0", upstar_core::power_mod(&2.into(), &3u32.into(), &0.into(), &b).is_err()),
        ("rational division", Rational::ONE.checked_div(&Rational::ZERO).is_none()),
        ("rational remainder", Rational::ONE.checked_rem(&Rational::ZERO).is_none()),
        ("semigroup of 0", is_range(Semigroup::new(vec![0, 3], &b))),
        ("semigroup of a large integer", is_range(Semigroup::new(vec![u64::MAX], &b))),
        ("inverse of 0", upstar_core::nim_inverse(&BigUint::ZERO, &b) == Ok(None)),
        ("ordinal", Ordinal::new(Surreal::from(Rational::from(-1))).is_none()),
        (
            "division of surreals",
            Surreal::omega().over(&Surreal::from(Rational::ZERO), &b) == Ok(None),
        ),
        ("ups", store.neg(store.number_up_star(&Dyadic::ZERO, i64::MIN, 0).unwrap()).is_err()),
        ("copies", store.times(&BigInt::from(u64::MAX), store.parse("^").unwrap()).is_err()),
        ("no power of up", upstar_core::up_power(&store, 0).is_err()),
        ("no walls", Thermograph::new(vec![], vec![]).is_err()),
        ("walls apart", Thermograph::new(vec![corner(0, 1)], vec![corner(0, 2)]).is_err()),
        (
            "falling walls",
            Thermograph::new(vec![corner(0, 1), corner(0, 1)], vec![corner(0, 1)]).is_err(),
        ),
        ("unit", upstar_core::norton(&store, Game::ONE, Game::ZERO).is_err()),
        ("days", short::day(&Store::new(limited()), 9).is_err()),
        ("genus", Genus::new(1, &[]).is_none()),
        (
            "text",
            store.parse("{").is_err() && store.parse("").is_err() && store.parse("1/3").is_err(),
        ),
    ]);
    assert_eq!(Trajectory::mast(Dyadic::ONE).tilt(i8::MIN).tilt(i8::MIN).final_slope(), -2);
}

#[test]
fn enumerations_are_checked() {
    let (b, n) = (Budget::unlimited(), |n: u32| BigUint::from(n));
    let small = Graphs::new(3).unwrap();
    let partitions = Partitions::new(5, Some(2), &b).unwrap();
    all_are_refused(&[
        ("permutation", enumerate::permutation(3, &n(99), &b) == Ok(None)),
        ("permutation of nothing", enumerate::permutation(0, &n(1), &b) == Ok(None)),
        ("all things", enumerate::permutation(usize::MAX, &n(1), &limited()).is_err()),
        ("combination", enumerate::combination(4, 2, &n(6), &b) == Ok(None)),
        ("too many", enumerate::combination(2, 3, &n(0), &b) == Ok(None)),
        ("binomial", enumerate::binomial(1_000_000, 500_000, &limited()).is_err()),
        ("large binomial", enumerate::binomial(usize::MAX, usize::MAX / 2, &limited()).is_err()),
        ("factorial", enumerate::factorial(usize::MAX, &limited()).is_err()),
        ("partitions", is_range(Partitions::new(1001, None, &b))),
        ("all partitions", is_range(Partitions::new(usize::MAX, Some(usize::MAX), &b))),
        ("partition", partitions.at(2).is_none() && partitions.at(u128::MAX).is_none()),
        ("no trees", is_range(Trees::free(0, &b)) && is_range(Trees::rooted(0, &b))),
        ("large trees", is_range(Trees::free(61, &b)) && is_range(Trees::rooted(usize::MAX, &b))),
        ("tree", Trees::free(5, &b).unwrap().at(u128::MAX).is_none()),
        ("graphs", is_range(Graphs::new(12)) && is_range(Graphs::new(usize::MAX))),
        ("graph", small.at(u64::MAX, &b) == Ok(None)),
        ("graph without vertices", Graphs::new(0).unwrap().at(1, &b) == Ok(None)),
    ]);
}

#[test]
fn graphs_are_checked() {
    let b = Budget::unlimited();
    let graph = Digraph::new(&[vec![], vec![0]]).unwrap();
    let length = Some(Key::Length(None));
    let alone = Some(Key::Alone { ended: false, lost: true, lost_misere: true });
    let nimber = Some(Key::Nimber(LoopyNimber::Finite(1)));
    let of = |how, keys: &[Option<Key>]| impartial::outcome(how, Convention::Normal, keys);
    all_are_refused(&[
        ("fuse", is_index(impartial::fuse(2, &[(0, 7)], 0, &b))),
        ("fuse from below", is_index(impartial::fuse(2, &[(0, 1)], 2, &b))),
        ("fuse nothing", is_index(impartial::fuse(0, &[], 0, &b))),
        ("fuse the last", is_index(impartial::fuse(3, &[(u32::MAX, 0)], 0, &b))),
        ("successor", is_index(Digraph::new(&[vec![1]]))),
        ("large successor", is_index(Digraph::new(&[vec![], vec![u32::MAX]]))),
        ("vertex", graph.successors(2).is_empty() && graph.successors(u32::MAX).is_empty()),
        ("keys of lengths", of(Compound::Disjunctive, std::slice::from_ref(&length)).is_err()),
        ("keys of nimbers", of(Compound::Conjunctive, std::slice::from_ref(&nimber)).is_err()),
        (
            "keys of ends",
            of(Compound::Selective, &[Some(Key::Ends(DiminishedEnd::Ended))]).is_err(),
        ),
        ("keys alone", of(Compound::Diminished, &[alone]).is_err()),
        ("no end", of(Compound::ContinuedConjunctive, &[length]).is_err()),
        ("no key", of(Compound::Selective, &[None]).is_err()),
    ]);
    let mut classes = Partition::new(2);
    classes.union(0, 7);
    classes.union(usize::MAX, 7);
    assert_eq!([0, 1, 7].map(|n| classes.find(n)), [0, 1, 7]);
}

#[test]
fn loopy_graphs_are_checked() {
    let store = store();
    let mut builder = Builder::new(&store);
    let only = builder.vertex();
    let graph = Graph::new(vec![[vec![0], vec![]]]).unwrap();
    let node = |left: &[u32]| Node::Loopy([left.into(), [].into()]);
    let form = LoopyForm::of(&[node(&[0])], 0).unwrap();
    all_are_refused(&[
        ("option", is_index(builder.set(only, vec![77], vec![]))),
        ("Right's option", is_index(builder.set(only, vec![], vec![1]))),
        ("vertex", is_index(builder.set(1, vec![], vec![]))),
        ("edge", is_index(Graph::new(vec![[vec![], vec![1]]]))),
        ("value", is_index(loopy::value(&store, &graph, 1))),
        ("values", is_index(loopy::values(&store, &graph, &[0, u32::MAX]))),
        ("value of nothing", is_index(loopy::value(&store, &Graph::default(), 0))),
        ("thermograph", thermo::thermograph(&store, &graph, 5, None).is_err()),
        ("walls", thermo::walls(&store, &graph, 5, Some(Player::Left)).is_err()),
        ("form", is_index(LoopyForm::of(&[node(&[3])], 0))),
        ("root", is_index(LoopyForm::of(&[node(&[0])], 1)) && is_index(LoopyForm::of(&[], 0))),
        ("root of a form", is_index(form.at(1))),
        ("name", is_index(loopy::named::name_at(&store, &form, 9))),
        ("options", form.options(9, Player::Left).is_empty()),
        ("options of a graph", graph.options(u32::MAX, Player::Right).is_empty()),
        ("leaf", graph.leaf(u32::MAX).is_none()),
    ]);
}

#[test]
fn boards_are_checked() {
    let alphabet = Alphabet::parse(".#").unwrap();
    let mut board = Board::empty(2, 2).unwrap();
    let grid = || Rules::grid(".#").unwrap();
    let all = Symmetries::with(Shape::Grid, &[]);
    all_are_refused(&[
        ("cell 200", !board.set(200, 1)),
        ("symbol 200", !board.set(0, 200) && !board.set(0, 62)),
        ("changed", board.with(1, 1, 200).is_none() && board.with(0, 1, 1).is_none()),
        ("neighbours", board.neighbours(200).next().is_none()),
        ("the last neighbours", board.neighbours(usize::MAX).next().is_none()),
        ("group", board.group(4).is_empty() && board.group(usize::MAX).is_empty()),
        ("liberties", board.liberties(200).is_empty() && board.count_liberties(200) == 0),
        ("sides", Board::empty(0, 3).is_err() && Board::empty(usize::MAX, usize::MAX).is_err()),
        ("stepped", board.stepped((usize::MAX, 0), (1, 1), usize::MAX).is_none()),
        ("orbits", all.count_orbits(&Board::empty(1, 1).unwrap(), 0) == 0u32.into()),
        ("pattern", grid().left("", "", Turns::None).is_err()),
        ("symbols of a pattern", grid().left("q", ".", Turns::None).is_err()),
        ("shapes of a pattern", grid().left("..|.", "...", Turns::None).is_err()),
        ("no steps", grid().rule(&[Player::Left], &[]).is_err()),
        ("no movers", {
            let step = Written::once("..", "##", Turns::None);
            grid().rule(&[], &[step]).is_err_and(|mistake| mistake.error == RuleError::NoMover)
        }),
        ("alphabet", Alphabet::parse("..").is_err() && Alphabet::parse("").is_err()),
        ("board", Board::parse(".q", Shape::Grid, &alphabet).is_err()),
    ]);
    assert_eq!(all.count_orbits(&Board::empty(1, 2).unwrap(), 3), 9u32.into());
    assert_eq!(exchanges(1000)[0].len(), MAX_SYMBOLS);
    let solver = Solver::new(grid().both("..", "##", Turns::Orthogonally).unwrap());
    for symbol in (0..MAX_SYMBOLS as u8).chain([BLOCKED]) {
        let board = Board::empty(1, 3).unwrap().with(1, 2, symbol).unwrap();
        let is_symbol = symbol < 2 || symbol == BLOCKED;
        let foreign = BoardError::NoSuchSymbol { symbol, row: 1, column: 2, count: 2 };
        let answers = [
            solver.nimber(&board).map(|_| ()),
            solver.outcome(&board).map(|_| ()),
            solver.moves(&board, Player::Left).map(|_| ()),
            solver.misere().outcome(&board).map(|_| ()),
        ];
        for answer in answers {
            assert_eq!(answer, if is_symbol { Ok(()) } else { Err(foreign.clone().into()) });
        }
        assert!(board.to_string().len() == 3 && !board.to_string().contains('\0'));
        assert!(!board.display(&alphabet).to_string().is_empty());
    }
}

#[test]
fn numbers_of_boards_are_checked() {
    use upstar_core::board::rewrite::{Boards, Rule};
    use upstar_core::solve::Playable;
    let alphabet = Alphabet::parse(".#").unwrap();
    let written = Written::once("..", "##", Turns::None);
    let rule = Rule::compile(&[written], &alphabet, Shape::Grid).unwrap();
    let (boards, store) = (Boards::new(vec![rule.clone()], vec![rule]), store());
    let planes = boards.parts(&Board::empty(1, 5).unwrap(), store.budget()).unwrap().planes;
    for id in (0..4).flat_map(|level| [level << 30 | 77, level << 30 | 0x3fff_ffff]) {
        let searches = planes.searches(&store);
        assert!(planes.board(id).is_none());
        assert!(planes.options(&id, Player::Left).is_err());
        assert!(planes.list_some(&id, Player::Right, 0, &mut Default::default()).is_err());
        assert!(planes.prospects(&id).is_none() && planes.mobility(&id, Player::Left).is_none());
        assert!(!planes.key(&id, &mut Vec::new()) && !planes.is_zero(&id));
        assert!(searches.value(&id).is_err() && searches.nimber(&id).is_err());
        assert!(searches.outcome(&id).is_err() && searches.worth(&id, &mut 0).is_err());
    }
}

/// Rules with very many moves: to all other numbers below the first.
struct Wide(u32);

impl Ruleset for Wide {
    type Position = u32;

    fn moves(&self, at: &u32, _: Player, to: &mut Moves<'_, u32>) {
        if *at == self.0 {
            (0..self.0).for_each(|end| to.position(end));
        }
    }
}

#[test]
fn a_list_of_moves_takes_steps_and_is_kept_while_they_are_looked_at() {
    let wide = Wide(600_000);
    let limited_to = |steps| {
        let store = store();
        store.budget().limit_steps(steps);
        Solver::in_store(&wide, &store)
    };
    let too_many = Err(Error::Exhausted(Exhausted::Steps { limit: 1000 }));
    assert_eq!(limited_to(1000).moves(&600_000, Player::Left).map(|moves| moves.len()), too_many);
    // Each option is listed, looked at and entered: were the list made again for each, it would be quadratic.
    let linear = 40 * 600_000;
    assert_eq!(limited_to(linear).outcome(600_000), Ok(Outcome::N));
    assert_eq!(limited_to(linear).nimber(600_000), Ok(LoopyNimber::Finite(1)));
}

#[test]
fn what_is_too_large_to_be_listed_is_refused() {
    let b = Budget::unlimited();
    let mut kayles = HeapSolver::new("0.77".parse().unwrap(), b.clone());
    all_are_refused(&[
        ("heaps", kayles.values(1 << 60).is_err()),
        ("a graph", is_range(impartial::fuse(usize::MAX, &[], 0, &b))),
        ("digits", format!("1/{}", "3".repeat(1_000_000)).parse::<Rational>().is_err()),
    ]);
    let (zero, least) = (Dyadic::ZERO, Dyadic::new(1.into(), 1 << 40));
    let between = simplest_between(Some(&zero), Some(&least));
    assert_eq!(between, Dyadic::new(1.into(), (1 << 40) + 1));
}

#[test]
fn loopy_games_are_compared_with_short_ones() {
    let over: GameValue = "over".parse().unwrap();
    assert!(over > Game::ZERO && Game::ONE > over && Game::ZERO != over);
    let error = "{0|over}".parse::<GameValue>().unwrap_err().to_string();
    assert!(error.starts_with("this is not the name of a game; loopy games"), "{error}");
}

#[test]
fn heaps_forms_and_quotients_are_checked() {
    let (b, store) = (Budget::unlimited(), store());
    let solver = || QuotientSolver::new(Budget::unlimited()).unwrap();
    let mut early = solver();
    let (before, after) = (early.push(vec![vec![9]]), early.push(vec![vec![]]));
    let quotient = early.quotient().unwrap();
    let mut forms = Forms::default();
    let given = FormId::Given(7);
    let games = MisereStore::new(b.clone());
    let every = |first, step| Rule {
        takes: Takes::Every { first, step },
        heaps: Heaps::Exactly(1),
        condition: Condition::Any,
    };
    let period = TakeAndBreak { most_taken: usize::MAX, most_heaps: usize::MAX, from: usize::MAX };
    all_are_refused(&[
        ("heap 9 before heap 1", is_index(before) && after.is_ok()),
        ("its own heap", is_index(solver().push(vec![vec![1]]))),
        ("element", quotient.word(99).is_none() && quotient.is_p(99).is_none()),
        ("product", quotient.product(0, 99).is_none() && quotient.product(usize::MAX, 0).is_none()),
        ("period", quotient.period(period).is_none()),
        ("form", is_index(forms.form(&store, &[given], &[]))),
        ("options", is_index(forms.options(&store, given, Player::Left))),
        ("value", is_index(forms.value(&store, given)) && is_index(forms.parity(&store, given))),
        ("followers", is_index(forms.followers(&store, FormId::Given(u32::MAX)))),
        ("misère heap", games.nimber(u32::MAX).is_err()),
        ("options of a misère heap", games.options(games.nimber(1 << 30).unwrap()).is_err()),
        ("code", Code::new(vec![], vec![]).is_ok() && Code::subtraction(&[0]).is_err()),
        (
            "large code",
            Code::subtraction(&[u64::MAX]).is_err() && Code::all_but(&[u64::MAX]).is_err(),
        ),
        ("rules", Code::from_rules(&[every(u64::MAX, u64::MAX)]).is_err()),
        ("no step", Code::from_rules(&[every(0, 0)]).is_err()),
        ("digit", Digit::exactly(u32::MAX, Condition::Any).is_none()),
        ("many heaps", Digit::at_least(u32::MAX, Condition::Any).is_none()),
        ("bits", Digit::from_bits(u32::MAX, Condition::Any).is_none()),
        (
            "text of a code",
            "0.".repeat(9).parse::<Code>().is_err() && "3.7".parse::<Code>().is_err(),
        ),
    ]);
    let mut sides = Sides { left: vec![Game::ONE], right: vec![] };
    let reversible = Step::Reversible {
        player: Player::Left,
        option: Game::STAR,
        reply: Game::ZERO,
        replaced_by: vec![Game::ZERO],
    };
    reversible.apply(&mut sides);
    assert_eq!(sides.left, [Game::ONE]);
}

/// Integers at the ends and in the middle of their ranges.
fn odd<N: std::fmt::Debug + TryFrom<u64> + 'static>() -> impl Strategy<Value = N> {
    let common = prop_oneof![
        0..8u64,
        Just(u64::from(u8::MAX)),
        Just(u64::from(u32::MAX)),
        Just(u64::MAX),
        any::<u64>(),
        (0..64u32).prop_map(|bit| 1 << bit),
    ];
    common.prop_filter_map("it is too large", |n| N::try_from(n).ok())
}

fn dyadic() -> impl Strategy<Value = Dyadic> {
    (any::<i64>(), odd::<u64>(), 0..4u32)
        .prop_map(|(num, exp, power)| Dyadic::new(BigInt::from(num).pow(power), exp))
}

fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(
            "{}<>|,.*^v+-0123456789/±tinym()~?[]#$↑²⇓ ".chars().collect::<Vec<_>>(),
        ),
        0..14,
    )
    .prop_map(|all| all.into_iter().collect())
}

proptest! {
    #![proptest_config(properties(400))]

    #[test]
    fn numbers_do_not_panic(x in dyadic(), y in dyadic(), a in any::<i64>(), n in odd::<u32>()) {
        let _ = (x.to_string(), x.cmp(&y), x.floor(), x.birthday(), x.sign(), -&x);
        prop_assert_eq!(x.cmp(&y), y.cmp(&x).reverse());
        let store = Store::new(brief());
        let _ = (store.number(&x), store.number_up_star(&y, a, n), store.nimber(n));
        let _ = upstar_core::cool(&store, Game::STAR, &x);
        let _ = Rational::from(a).pow(n % 5_000).map(|power| power.sign());
        let _ = Rational::from(a).checked_rem(&Rational::from(i64::from(n)));
        let _ = Trajectory::mast(Dyadic::ONE).tilt(a as i8).tilt(n as i8);
        let (game, other) = (store.number_up_star(&Dyadic::small(a, n % 70), a, n), store.nimber(n));
        if let (Ok(game), Ok(other)) = (game, other) {
            let _ = (store.add(game, other), store.neg(game), store.compare(game, other));
            let _ = (store.left_options(game), store.birthday(game), store.times(&a.into(), game));
            let _ = (store.game(&[game], &[other]), store.text(game, Notation::LATEX));
            let _ = (upstar_core::thermograph(&store, game), short::atomic_weight(&store, game));
            let _ = (short::ordinal_sum(&store, game, other), short::conway_product(&store, game, other));
            let _ = (short::reduced(&store, game), short::far_star(&store, game));
        }
    }

    #[test]
    fn integers_do_not_panic(a in odd::<u64>(), b in odd::<u64>(), list in prop::collection::vec(odd::<u64>(), 0..4)) {
        let budget = limited();
        let (x, y) = (BigInt::from(a), BigInt::from(b));
        let _ = upstar_core::div_mod_floor(&x, &y, &budget);
        let _ = upstar_core::power_mod(&x, &b.into(), &y, &budget);
        let _ = upstar_core::nim_product(&a.into(), &b.into(), &budget);
        let _ = upstar_core::nim_inverse(&a.into(), &budget);
        let _ = upstar_core::nim_power(&a.into(), &y, &budget);
        let _ = upstar_core::nim_square_root(&a.into(), &budget);
        let _ = upstar_core::ugly_product(&a.into(), &b.into(), &budget);
        budget.limit_bytes(1 << 24);
        if let Ok(semigroup) = Semigroup::new(list, &budget) {
            let _ = (semigroup.contains(a), semigroup.genus(), semigroup.gaps(&limited()));
        }
        let mut written = Vec::new();
        bytes::write_count(a, &mut written);
        written.extend(b.to_le_bytes());
        prop_assert_eq!(bytes::read_count(&mut &written[..]), Some(a));
        let _ = (bytes::take_some(&mut &written[..]), bytes::take::<64>(&mut &written[..]));
        let _ = (upstar_core::solve::kept::nimber(&written), upstar_core::solve::kept::winner(&written));
    }

    #[test]
    fn enumerations_do_not_panic(n in odd::<usize>(), k in odd::<usize>(), rank in any::<u128>(), few in 0..12usize) {
        let _ = enumerate::factorial(n, &brief());
        let _ = enumerate::binomial(n, k, &brief());
        let _ = enumerate::permutation(n, &rank.into(), &brief());
        let _ = enumerate::permutation(few, &(rank % 100).into(), &limited());
        let _ = enumerate::combination(n, k, &rank.into(), &brief());
        let _ = enumerate::combination(few, k % 12, &(rank % 100).into(), &limited());
        for partitions in [Partitions::new(n, Some(k), &limited()), Partitions::new(few, Some(k), &limited())].into_iter().flatten() {
            let _ = (partitions.count(), partitions.at(rank), partitions.at(rank % 8));
        }
        for trees in [Trees::free(n, &limited()), Trees::rooted(few, &limited())].into_iter().flatten() {
            let _ = (trees.count(), trees.at(rank), trees.at(rank % 8));
        }
        if let Ok(graphs) = Graphs::new(n) {
            let _ = (graphs.count(), graphs.at(rank as u64, &limited()));
        }
    }

    #[test]
    fn graphs_do_not_panic(
        lists in prop::collection::vec(prop::collection::vec(odd::<u32>(), 0..3), 0..5),
        edges in prop::collection::vec((odd::<u32>(), odd::<u32>()), 0..5),
        vertex in odd::<u32>(),
    ) {
        let small = |list: &Vec<u32>| list.iter().map(|to| to % 8).collect::<Vec<_>>();
        let lists: Vec<Vec<u32>> = match vertex % 2 { 0 => lists, _ => lists.iter().map(small).collect() };
        let _ = impartial::fuse(lists.len(), &edges, vertex, &limited()).map(|fused| fused.nimber());
        if let Ok(graph) = Digraph::new(&lists) {
            let _ = (graph.successors(vertex), graph.reversed(), graph.filtered(|a, b| a < b));
            for play in [Convention::Normal, Convention::Misere] {
                let _ = impartial::remoteness(&graph, play, &limited());
                let _ = impartial::suspense(&graph, play, &limited());
                for how in [Compound::Disjunctive, Compound::Diminished, Compound::Selective, Compound::ContinuedConjunctive] {
                    let keys = impartial::keys(&graph, how, play, &limited()).unwrap();
                    let _ = impartial::outcome(Compound::ShortenedSelective, play, &keys);
                    let _ = impartial::outcome(how, play, &keys);
                }
            }
            let _ = impartial::loopy_nimbers(&graph, &limited());
        }
        let store = Store::new(limited());
        let sides = lists.iter().map(|list| [list.clone(), lists[0].clone()]).collect();
        if let Ok(graph) = Graph::new(sides) {
            let _ = loopy::winners(&graph, &limited());
            if let Ok(value) = loopy::value(&store, &graph, vertex % 8) {
                let _ = (loopy::sum(&store, &value, &value), loopy::negative(&store, &value));
                let _ = (loopy::degree(&store, &value), loopy::variety(&store, &value));
                let _ = (loopy::stop(&store, &value, Player::Left), value.followers(&store));
                let _ = loopy::times(&store, &BigInt::from(vertex), &value);
            }
            let _ = thermo::thermograph(&store, &graph, vertex % 8, None);
        }
        let nodes: Vec<Node> = lists.iter().map(|list| Node::Loopy([list[..].into(), [].into()])).collect();
        if let Ok(form) = LoopyForm::of(&nodes, vertex % 8) {
            let _ = (form.at(vertex), form.options(vertex, Player::Left), form.as_game());
        }
    }

    #[test]
    fn texts_do_not_panic(text in texts(), other in texts()) {
        let store = Store::new(limited());
        if let Ok(game) = store.parse(&text) {
            let _ = (store.show(game).to_string(), store.text(game, Notation::ASCII));
            let _ = loopy::negative(&store, &GameValue::Short(game));
        }
        let _ = text.parse::<Code>().map(|code| HeapSolver::new(code, limited()).nimber(u64::MAX));
        for shape in [Shape::Strip, Shape::Grid] {
            let Ok(alphabet) = Alphabet::parse(".ox#") else { unreachable!() };
            let _ = Board::parse(&text, shape, &alphabet);
            for turns in [Turns::None, Turns::Orthogonally, Turns::AnyDirection] {
                let written = [Written { repeats: shape == Shape::Grid, ..Written::once(&text, &other, turns) }];
                let _ = upstar_core::board::rewrite::Rule::compile(&written, &alphabet, shape);
            }
            let _ = Alphabet::parse(&other);
        }
    }

    #[test]
    fn boards_do_not_panic(
        rows in 1..4usize,
        columns in 1..5usize,
        symbols in prop::collection::vec(odd::<u8>(), 16),
        cell in odd::<usize>(),
        steps in odd::<usize>(),
    ) {
        let mut board = Board::empty(rows, columns).unwrap();
        for (at, symbol) in symbols.iter().enumerate() {
            board.set(at, *symbol);
        }
        let _ = (board.get(cell, steps), board.with(steps, cell, symbols[0]), board.index(cell, cell));
        let _ = (board.neighbours(cell).count(), board.group(cell), board.liberties(cell));
        let _ = (board.count_liberties(cell % 20), board.has_line(symbols[1], steps));
        let _ = board.connects(symbols[2], [Side::Top, Side::Left], Adjacency::Hex);
        let _ = board.stepped((cell, steps), (isize::MIN, isize::MAX), steps);
        let _ = Board::empty(cell, steps % 1000);
        let store = Store::new(limited());
        let rules = Rules::grid(".ox").unwrap().left("o.", ".o", Turns::Orthogonally).unwrap();
        let rules = rules.both("[.x].", "x?", Turns::None).unwrap();
        let solver = Solver::in_store(rules, &store);
        let _ = (solver.moves(&board, Player::Left), solver.value(&board), solver.game(&board));
        let _ = (solver.nimber(&board), solver.outcome(&board), solver.misere().outcome(&board));
        let _ = (solver.winning_moves(&board, Player::Right), solver.misere().genus(&board));
        let all = Symmetries::with(Shape::Grid, &[(symbols[..3].into(), true), ([0, 1].into(), false)]);
        let _ = (all.canonical(&board), all.orbit(&board), all.is_own_negative(&board));
        let _ = (all.is_least_in_orbit(&board), all.count_orbits(&board, cell % 1000));
    }

    #[test]
    fn quotients_and_misere_forms_do_not_panic(
        moves in prop::collection::vec(prop::collection::vec(prop::collection::vec(odd::<usize>(), 0..3), 0..3), 0..5),
        heap in odd::<u32>(), element in odd::<usize>(),
    ) {
        let mut solver = QuotientSolver::new(limited()).unwrap();
        for options in moves {
            let _ = solver.push(options);
        }
        if let Ok(quotient) = solver.quotient() {
            let _ = (quotient.word(element), quotient.is_p(element), quotient.product(element, element));
            let _ = quotient.period(TakeAndBreak { most_taken: element, most_heaps: element, from: 0 });
            let _ = (quotient.kernel(), quotient.is_tame());
        }
        let games = MisereStore::new(limited());
        if let (Ok(g), Ok(h)) = (games.nimber(heap), games.nimber(heap % 5)) {
            let _ = (games.add(g, h), games.options(g), games.mate(g), games.genus(g), games.form(&[g, h]));
            let _ = (Distinguisher::new(&games).link(g, h), Distinguisher::new(&games).between(h, h));
            let _ = Distinguisher::new(&games).link(h, h);
            let _ = (PartSearch::new(&games).parts(h), PartSearch::new(&games).difference(g, h), games.born_by(heap));
        }
        let _ = (Genus::new(heap, &[heap, heap % 3]).map(|genus| genus.at(u64::MAX)), Genus::of_nimber(heap));
    }
}

proptest! {
    // Codes can have a million digits.
    #![proptest_config(properties(40))]

    #[test]
    fn heaps_do_not_panic(
        takes in odd::<u64>(), step in odd::<u64>(), heaps in odd::<u32>(), heap in odd::<u64>(),
        set in prop::collection::vec(odd::<u64>(), 0..3),
    ) {
        let rule = |takes, heaps| Rule { takes, heaps, condition: Condition::Unequal };
        let codes = [
            Code::from_rules(&[rule(Takes::Every { first: takes, step }, Heaps::AtLeast(heaps))]),
            Code::from_rules(&[rule(Takes::Exactly(takes), Heaps::Exactly(heaps))]),
            Code::subtraction(&set),
            Code::all_but(&set),
            Code::new(vec![Digit::from_bits(heaps, Condition::AllEqual).unwrap_or_default()], vec![]),
        ];
        for code in codes.into_iter().flatten() {
            let _ = (code.digit(heap), code.most_heaps(), code.to_string());
            // Longer codes take long, whatever the budget.
            if code.digits().len() + code.repeating().len() > 2_000 {
                continue;
            }
            let mut solver = HeapSolver::new(code, brief());
            let _ = (solver.nimber(heap % 2_000), solver.exceptions());
            let _ = solver.period(heap % 500).map(|found| found.is_some());
            let _ = (solver.look_to(heap % 2_000), solver.looked(), solver.theorem());
        }
    }
}
