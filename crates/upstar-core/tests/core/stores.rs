//! Several stores in one process: each answers for its own games as if it were alone, and refuses those of others.

use std::sync::Arc;

use proptest::prelude::*;
use upstar_core::board::rewrite::{Boards, Rule, Rules, Turns, Written};
use upstar_core::board::{Alphabet, Board, Shape};
use upstar_core::loopy::{self, GameValue};
use upstar_core::misere::{MisereStore, MisereSums};
use upstar_core::short::{self, FormId, Forms};
use upstar_core::solve::{Component, Memo, Playable, Searches, Sum};
use upstar_core::{Budget, Dyadic, Error, Game, Named, Notation, Player, Solver, Store};

use crate::length::properties;
use crate::support::{Choices, random_form, store};

/// The text of a game, which is the same in all stores.
fn text(store: &Store, g: Game) -> String {
    store.text(g, Notation::ASCII).unwrap()
}

/// The answers about a board: value, nimber, outcome; `None` where there is none.
fn answers(rules: &Rules, store: &Store, board: &Board) -> [Option<String>; 3] {
    let solver = Solver::in_store(rules, store);
    let value = solver.game(board).ok().map(|value| text(store, value));
    let nimber = solver.nimber(board).ok().map(|nimber| format!("{nimber:?}"));
    [value, nimber, solver.outcome(board).ok().map(|outcome| outcome.to_string())]
}

fn domineering() -> Rules {
    let rules = Rules::grid(".#").unwrap();
    let rules = rules.left(".|.", "#|#", Turns::None).unwrap();
    rules.right("..", "##", Turns::None).unwrap()
}

#[test]
fn a_ruleset_answers_each_store_as_if_it_were_the_only_one() {
    let shared = domineering();
    for code in 0..256u32 {
        let mut board = Board::empty(2, 4).unwrap();
        for cell in (0..8).filter(|cell| code >> cell & 1 == 1) {
            assert!(board.set(cell, 1));
        }
        let expected = answers(&domineering(), &store(), &board);
        assert!(expected[0].is_some());
        assert_eq!(answers(&shared, &store(), &board), expected, "{code}");
    }
}

/// Random rules on strips or grids: a pattern of two or three cells and what it becomes.
type RandomRules = (bool, Vec<(u8, Vec<(usize, usize)>)>);

fn rules() -> impl Strategy<Value = RandomRules> {
    let cells = prop::collection::vec((0..4usize, 0..4usize), 1..4);
    (any::<bool>(), prop::collection::vec((0..3u8, cells), 1..4))
}

fn compiled((is_grid, list): &RandomRules) -> Option<Rules> {
    let symbol = |at: usize| ['.', 'o', 'x', '#'][at];
    let mut rules = if *is_grid { Rules::grid(".ox#") } else { Rules::strip(".ox#") }.unwrap();
    for (mover, cells) in list {
        let pattern: String = cells.iter().map(|cell| symbol(cell.0)).collect();
        let replacement: String = cells.iter().map(|cell| symbol(cell.1)).collect();
        rules = match mover {
            0 => rules.left(&pattern, &replacement, Turns::Orthogonally),
            1 => rules.right(&pattern, &replacement, Turns::Orthogonally),
            _ => rules.both(&pattern, &replacement, Turns::Orthogonally),
        }
        .ok()?;
    }
    Some(rules)
}

fn board(is_grid: bool, symbols: &[u8]) -> Board {
    let rows = if is_grid && symbols.len().is_multiple_of(2) { 2 } else { 1 };
    let mut board = Board::empty(rows, symbols.len() / rows).unwrap();
    for (cell, symbol) in symbols.iter().enumerate() {
        assert!(board.set(cell, *symbol));
    }
    board
}

proptest! {
    #![proptest_config(properties(150))]

    /// More stores than memos are kept for, in any order.
    #[test]
    fn random_rulesets_answer_several_stores(
        list in rules(),
        asked in prop::collection::vec((0..6usize, prop::collection::vec(0..4u8, 1..7)), 1..12),
    ) {
        let Some(shared) = compiled(&list) else { return Ok(()) };
        let stores = [(); 6].map(|()| store());
        for (which, symbols) in &asked {
            let board = board(list.0, symbols);
            let expected = answers(&compiled(&list).unwrap(), &store(), &board);
            prop_assert_eq!(answers(&shared, &stores[*which], &board), expected, "{:?}", board);
        }
    }

    /// Sums, negatives, comparisons, names and thermographs.
    #[test]
    fn sums_in_several_stores_are_those_of_one(seed in 1..u64::MAX, order in prop::collection::vec(0..3usize, 6)) {
        let mut choices = Choices(seed);
        let forms: Vec<_> = (0..6).map(|_| random_form(&mut choices, 3)).collect();
        let stores = [(); 3].map(|()| store());
        // Each store has a history of its own.
        let mut known: [Vec<Option<Game>>; 3] = [(); 3].map(|()| vec![None; 6]);
        for (form, which) in order.iter().enumerate() {
            known[*which][form] = Some(forms[form].game(&stores[*which]).unwrap());
        }
        for (which, here) in stores.iter().enumerate() {
            let fresh = store();
            for (form, place) in forms.iter().zip(0..) {
                let g = known[which][place].unwrap_or_else(|| form.game(here).unwrap());
                let h = forms[0].game(here).unwrap();
                let (a, b) = (form.game(&fresh).unwrap(), forms[0].game(&fresh).unwrap());
                prop_assert_eq!(text(here, g), text(&fresh, a));
                prop_assert_eq!(text(here, here.add(g, h).unwrap()), text(&fresh, fresh.add(a, b).unwrap()));
                prop_assert_eq!(here.compare(g, h), fresh.compare(a, b));
                prop_assert_eq!(fresh.copy(g), Ok(a));
                if !fresh.has(g) {
                    refuses(&fresh, g);
                }
            }
        }
    }
}

/// Whether an answer is that the game belongs to another store.
type Refuses = (&'static str, fn(&Store, Game) -> bool);

/// Whether the game is refused.
fn is_foreign<T>(answer: Result<T, Error>) -> bool {
    matches!(answer, Err(Error::ForeignGame))
}

/// Functions of a store and a game.
const OF_STORES: &[Refuses] = &[
    ("add", |s, g| is_foreign(s.add(g, Game::ONE)) && is_foreign(s.add(Game::ONE, g))),
    ("add zero", |s, g| is_foreign(s.add(g, Game::ZERO)) && is_foreign(s.add(Game::ZERO, g))),
    ("sub", |s, g| is_foreign(s.sub(Game::STAR, g))),
    ("neg", |s, g| is_foreign(s.neg(g))),
    ("times", |s, g| is_foreign(s.times(&3.into(), g)) && is_foreign(s.times(&0.into(), g))),
    ("total", |s, g| is_foreign(s.total(&[Game::ONE, g]))),
    ("le", |s, g| is_foreign(s.le(g, Game::ZERO)) && is_foreign(s.le(g, g))),
    ("ge", |s, g| is_foreign(s.ge(g, Game::ZERO))),
    ("gt", |s, g| is_foreign(s.gt(Game::ZERO, g))),
    ("compare", |s, g| is_foreign(s.compare(Game::STAR, g))),
    ("outcome", |s, g| is_foreign(s.outcome(g))),
    ("game", |s, g| is_foreign(s.game(&[g], &[])) && is_foreign(s.game(&[Game::ZERO], &[g]))),
    ("left options", |s, g| is_foreign(s.left_options(g))),
    ("right options", |s, g| is_foreign(s.right_options(g))),
    ("left in order", |s, g| is_foreign(s.left_in_order(g))),
    ("sorted", |s, g| is_foreign(s.sort_options(&[g, Game::ZERO]))),
    ("left stop", |s, g| is_foreign(s.left_stop(g))),
    ("right stop", |s, g| is_foreign(s.right_stop(g))),
    ("birthday", |s, g| is_foreign(s.birthday(g))),
    ("split", |s, g| is_foreign(s.split_number(g))),
    ("text", |s, g| is_foreign(s.text(g, Notation::ASCII))),
    ("show", |s, g| s.show(g).to_string() == "(the game belongs to another store)"),
    ("has", |s, g| !s.has(g)),
    ("no properties", |s, g| {
        s.as_number(g).is_none()
            && s.as_nimber(g).is_none()
            && s.as_number_up_star(g).is_none()
            && !s.is_number(g)
    }),
];

/// Functions of other modules.
const OF_MODULES: &[Refuses] = &[
    ("name", |s, g| is_foreign(upstar_core::name(s, g))),
    ("named", |s, g| is_foreign(Named::Tiny(g).game(s))),
    ("switch", |s, g| is_foreign(upstar_core::switch(s, &[g]))),
    ("tiny", |s, g| is_foreign(upstar_core::tiny(s, g))),
    ("miny", |s, g| is_foreign(upstar_core::miny(s, g))),
    ("uptimal", |s, g| is_foreign(upstar_core::uptimal_expansion(s, g))),
    ("thermograph", |s, g| is_foreign(upstar_core::thermograph(s, g))),
    ("subzero", |s, g| is_foreign(upstar_core::subzero_thermograph(s, g))),
    ("scaffolds", |s, g| is_foreign(upstar_core::scaffolds(s, g))),
    ("mean", |s, g| is_foreign(upstar_core::mean(s, g))),
    ("temperature", |s, g| is_foreign(upstar_core::temperature(s, g))),
    ("cool", |s, g| is_foreign(upstar_core::cool(s, g, &Dyadic::ONE))),
    ("cool by nothing", |s, g| is_foreign(upstar_core::cool(s, g, &Dyadic::ZERO))),
    ("freeze", |s, g| is_foreign(upstar_core::freeze(s, g))),
    ("heat", |s, g| is_foreign(upstar_core::heat(s, g, Game::ONE))),
    ("heat by it", |s, g| is_foreign(upstar_core::heat(s, Game::STAR, g))),
    ("overheat", |s, g| is_foreign(upstar_core::overheat(s, g, Game::ONE, Game::ONE))),
    ("norton", |s, g| is_foreign(upstar_core::norton(s, g, Game::ONE))),
    ("norton by it", |s, g| is_foreign(upstar_core::norton(s, Game::ONE, g))),
    ("weight", |s, g| is_foreign(short::atomic_weight(s, g))),
    ("atomic", |s, g| is_foreign(short::is_atomic(s, g))),
    ("has weight", |s, g| is_foreign(short::has_atomic_weight(s, Game::STAR, g))),
    ("companion", |s, g| is_foreign(short::companion(s, g))),
    ("reduced", |s, g| is_foreign(short::reduced(s, g))),
    ("followers", |s, g| is_foreign(short::followers(s, g))),
    ("numberish", |s, g| is_foreign(short::is_numberish(s, g))),
    ("infinitesimal", |s, g| is_foreign(short::is_infinitesimal(s, g))),
    ("all small", |s, g| is_foreign(short::is_all_small(s, g))),
    ("parity", |s, g| is_foreign(short::parity(s, g))),
    ("temper", |s, g| is_foreign(short::temper(s, g))),
    ("stops", |s, g| is_foreign(short::stop_count(s, g))),
    ("far star", |s, g| is_foreign(short::far_star(s, g))),
    ("confusion", |s, g| is_foreign(short::confusion_interval(s, g))),
    ("incentives", |s, g| is_foreign(short::incentives(s, g))),
    ("ordinal sum", |s, g| is_foreign(short::ordinal_sum(s, g, Game::STAR))),
    ("ordinal sum with it", |s, g| is_foreign(short::ordinal_sum(s, Game::STAR, g))),
    ("ordinal product", |s, g| is_foreign(short::ordinal_product(s, g, Game::STAR))),
    ("subordinate", |s, g| is_foreign(short::subordinate(s, g, Game::STAR))),
    ("conjunctive", |s, g| is_foreign(short::conjunctive(s, g, Game::STAR))),
    ("selective", |s, g| is_foreign(short::selective(s, g, Game::STAR))),
    ("sequential", |s, g| is_foreign(short::sequential(s, g, Game::STAR))),
    ("Conway's product", |s, g| is_foreign(short::conway_product(s, g, Game::STAR))),
    ("join", |s, g| is_foreign(short::join(s, g, Game::STAR, 2))),
    ("meet", |s, g| is_foreign(short::meet(s, Game::STAR, g, 2))),
    ("canonical form", |s, g| is_foreign(upstar_core::derive::canonical_form(s, &[g], &[]))),
    ("form", |s, g| is_foreign(Forms::default().form(s, &[FormId::Canonical(g)], &[]))),
    ("value of a form", |s, g| {
        let given = Forms::default().value(s, FormId::Canonical(g));
        is_foreign(given.and_then(|game| s.neg(game)))
    }),
    ("loopy", |s, g| is_foreign(loopy::negative(s, &GameValue::Short(g)))),
    ("loopy sum", |s, g| {
        let one = GameValue::Short(Game::ONE);
        is_foreign(loopy::sum(s, &GameValue::Short(g), &one))
    }),
    ("loopy order", |s, g| {
        let over = loopy::named::Name::Over.worth();
        is_foreign(loopy::at_least(s, &GameValue::Short(g), &over))
    }),
    ("loopy builder", |s, g| is_foreign(loopy::Builder::new(s).game(g))),
    ("loopy stop", |s, g| is_foreign(loopy::stop(s, &GameValue::Short(g), Player::Left))),
];

fn refuses(store: &Store, g: Game) {
    for (name, is_refused) in OF_STORES.iter().chain(OF_MODULES) {
        assert!(is_refused(store, g), "{name}");
    }
}

#[test]
fn no_function_takes_a_game_of_another_store() {
    let (here, other) = (store(), store());
    let texts = ["2", "-1", "1/2", "*2", "^", "v*3", "{3|1}", "tiny(2)", "{1||0|-4}", "↑²"];
    // The ids of the other store are there in this one too, and of other games.
    for n in 5..60 {
        here.integer(n).unwrap();
    }
    for text in texts {
        refuses(&here, other.parse(text).unwrap());
    }
    // And where they are not.
    for text in texts {
        refuses(&store(), other.parse(text).unwrap());
    }
}

#[test]
fn the_games_of_all_stores_are_those_of_each() {
    let (here, other) = (store(), store());
    for (game, text) in [(Game::ZERO, "0"), (Game::STAR, "*"), (Game::ONE, "1")] {
        assert_eq!([here.parse(text), other.parse(text)], [Ok(game), Ok(game)]);
        assert!(here.has(game));
    }
    assert_ne!(here.integer(2), other.integer(2));
    assert_eq!(other.copy(here.integer(2).unwrap()), other.integer(2));
}

/// Methods and operators ask the store of the first game, wherever the other comes from.
#[test]
fn games_find_their_store() {
    let (here, other) = (store(), store());
    let hot = here.parse("{3|1}").unwrap();
    assert_eq!(hot.to_string(), "<3|1>");
    assert_eq!(hot.mean().unwrap(), Dyadic::from(2));
    for two in [2.into(), other.integer(2).unwrap(), here.integer(2).unwrap()] {
        assert_eq!(hot - two, here.parse("±1").unwrap());
        assert!(hot > 0 && hot.partial_cmp(&two).is_none());
        assert_eq!(Game::new([hot], [two]).unwrap(), here.parse("{3|1||2}").unwrap());
    }
    assert_eq!(
        [Game::STAR, hot, 2.into()].into_iter().sum::<Game>(),
        here.parse("{3|1} + 2 + *").unwrap()
    );
    assert_eq!(Game::STAR.store().unwrap().len(), Store::global().len());
}

/// A game can outlive its store, and then all questions fail.
#[test]
fn games_of_a_store_that_is_gone_are_refused() {
    let here = store();
    let also_here = here.clone();
    let hot = here.parse("{3|1}").unwrap();
    drop(here);
    assert_eq!(hot.to_string(), "<3|1>");
    drop(also_here);
    assert!(hot.store().is_none());
    assert_eq!(hot.outcome(), Err(Error::StoreGone));
    assert_eq!(hot.checked_add(Game::ONE), Err(Error::StoreGone));
    assert_eq!(Game::ONE.checked_add(hot), Err(Error::StoreGone));
    assert_eq!(store().copy(hot), Err(Error::StoreGone));
    assert_eq!(hot.to_string(), format!("({})", Error::StoreGone));
    assert_eq!((hot.as_number(), hot == hot), (None, true));
}

#[test]
fn games_are_small() {
    assert_eq!([size_of::<Game>(), size_of::<Option<Game>>()], [8; 2]);
}

/// A heap from which all smaller ones can be reached, by both players or by Left only, or a game of some store.
struct Heaps(Option<Game>);

impl Playable for Heaps {
    type Position = u32;
    type Error = Error;

    fn options(&self, heap: &u32, player: Player) -> Result<Vec<Sum<u32>>, Error> {
        let smaller = (0..*heap).map(|rest| match self.0 {
            Some(game) if rest == 0 => vec![Component::Value(game)],
            _ => vec![Component::Position(rest)],
        });
        Ok(if player == Player::Left || heap.is_multiple_of(2) {
            smaller.collect()
        } else {
            vec![]
        })
    }
}

#[test]
fn a_memo_belongs_to_a_store() {
    let memo = Arc::new(Memo::new());
    let stores = [store(), store()];
    // The first store has games that the second has not, so that ids differ.
    stores[0].parse("{7||5|3}").unwrap();
    for heap in 0..9 {
        let fresh = store();
        let expected = Searches::new(&Heaps(None), &fresh).value(&heap).unwrap();
        for here in [&stores[0], &stores[1], &stores[0]] {
            let solver = Searches::with_memo(&Heaps(None), here, memo.clone());
            let value = solver.value(&heap).unwrap();
            assert!(here.has(value));
            assert_eq!(text(here, value), text(&fresh, expected), "{heap}");
            assert_eq!(Arc::ptr_eq(solver.memo(), &memo), std::ptr::eq(here, &stores[0]));
        }
    }
}

#[test]
fn rules_with_a_game_of_another_store_are_an_error() {
    let (here, other) = (store(), store());
    for foreign in ["*2", "2", "{3|1}"].map(|text| other.parse(text).unwrap()) {
        let rules = Heaps(Some(foreign));
        let solver = Searches::new(&rules, &here);
        assert_eq!(solver.value(&3), Err(Error::ForeignGame));
        assert_eq!(solver.sum_value(&[Component::Value(foreign)]), Err(Error::ForeignGame));
        assert!(solver.outcome(&3).is_err());
        assert!(solver.worth(&3, &mut 0).is_err());
        assert!(solver.wins(&[Component::Value(foreign)], Player::Left).is_err());
    }
}

/// Heaps of which all are impartial, with a game of some store.
struct Impartial(Game, bool);

impl Playable for Impartial {
    type Position = u32;
    type Error = Error;

    fn is_impartial(&self, _: &u32) -> bool {
        true
    }

    fn ask_for_nimbers(&self) -> bool {
        self.1
    }

    fn options(&self, heap: &u32, _: Player) -> Result<Vec<Sum<u32>>, Error> {
        let smaller = (0..*heap).map(|rest| vec![Component::Position(rest)]);
        Ok(smaller.chain([vec![Component::Value(self.0)]]).collect())
    }
}

#[test]
fn nimbers_and_misere_play_refuse_games_of_another_store() {
    let (here, other) = (store(), store());
    let foreign = other.nimber(2).unwrap();
    for asks in [false, true] {
        let rules = Impartial(foreign, asks);
        let solver = Searches::new(&rules, &here);
        assert_eq!(solver.nimber(&3), Err(Error::ForeignGame), "{asks}");
        assert_eq!(solver.value(&3), Err(Error::ForeignGame), "{asks}");
        assert!(solver.genus(&[Component::Position(3)]).is_err());
        assert!(solver.wins_misere(&[Component::Position(3)], Player::Left).is_err());
        assert!(solver.loopy_nimber(&3, &mut 0).is_err());
    }
}

#[test]
fn boards_and_their_parts_answer_several_stores() {
    let alphabet = Alphabet::parse(".#").unwrap();
    let rule = |pattern, replacement| {
        let written = Written::once(pattern, replacement, Turns::None);
        Rule::compile(&[written], &alphabet, Shape::Grid).unwrap()
    };
    let boards = Boards::new(vec![rule(".|.", "#|#")], vec![rule("..", "##")]);
    let stores = [(); 7].map(|()| store());
    stores[1].parse("{7||5|3}").unwrap();
    let board = Board::empty(3, 3).unwrap();
    for here in stores.iter().chain(&stores) {
        let parts = boards.parts(&board, here.budget()).unwrap();
        let value = parts.planes.searches(here).sum_value(&parts.sum).unwrap();
        assert_eq!(text(here, value), "+-1");
    }
}

#[test]
fn misere_stores_refuse_games_of_another() {
    let [here, other] = [(); 2].map(|()| MisereStore::new(Budget::unlimited()));
    let make = |games: &MisereStore| {
        let two = games.nimber(2).unwrap();
        games.add(two, two).unwrap()
    };
    let (own, foreign) = (make(&here), make(&other));
    assert_ne!(own, foreign);
    let one = here.nimber(1).unwrap();
    assert_eq!(here.options(foreign), Err(Error::ForeignGame));
    assert_eq!(here.form(&[one, foreign]), Err(Error::ForeignGame));
    assert_eq!(here.previous_wins(foreign), Err(Error::ForeignGame));
    assert_eq!(here.birthday(foreign), Err(Error::ForeignGame));
    assert_eq!(here.add(foreign, one), Err(Error::ForeignGame));
    assert_eq!(here.add(here.nimber(0).unwrap(), foreign), Err(Error::ForeignGame));
    assert_eq!(here.followers(foreign), Err(Error::ForeignGame));
    assert_eq!(here.mate(foreign), Err(Error::ForeignGame));
    assert!(here.genus(foreign).is_err() && here.is_tame(foreign).is_err());
    assert!(here.is_restive(foreign).is_err() && here.is_restless(foreign).is_err());
    let [mut sums, mut others] = [(); 2].map(|()| MisereSums::new(Budget::unlimited()));
    assert_eq!(sums.of_form(&here, foreign), Err(Error::ForeignGame));
    let four = others.nimber(4).unwrap();
    let five = sums.nimber(4).unwrap();
    assert_ne!(four, five);
    assert_eq!(sums.as_nimber(four), None);
    assert_eq!(sums.add(four, five), Err(Error::ForeignGame));
    assert_eq!(sums.game(vec![four]), Err(Error::ForeignGame));
    assert_eq!(sums.genus(four).unwrap_err(), Error::ForeignGame);
    // Heaps of one and two are the same everywhere.
    assert_eq!(sums.nimber(3), others.nimber(3));
}
