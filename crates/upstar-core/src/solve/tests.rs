//! Tiny rulesets against published values.

use std::sync::Arc;

use super::*;
use crate::{Budget, Store};

/// A ruleset from two functions.
struct Tiny<P> {
    impartial: fn(&P) -> bool,
    options: fn(&P, Player) -> Vec<Sum<P>>,
    ask: bool,
    memo: Arc<Memo<P>>,
}

impl<P: Clone + Eq + Hash + Send + Sync> Playable for Tiny<P> {
    type Position = P;
    type Error = Unsolved<P>;

    fn is_impartial(&self, position: &P) -> bool {
        (self.impartial)(position)
    }

    fn ask_for_nimbers(&self) -> bool {
        self.ask
    }

    fn options(&self, position: &P, player: Player) -> Result<Vec<Sum<P>>, Unsolved<P>> {
        Ok((self.options)(position, player))
    }

    fn repeats(&self, cycle: Vec<P>) -> Unsolved<P> {
        Unsolved::Repeats(cycle)
    }
}

/// Some ruleset's position.
trait Place: Clone + Eq + Hash + Send + Sync {}

impl<P: Clone + Eq + Hash + Send + Sync> Place for P {}

fn searches<'s, P: Place>(rules: &'s Tiny<P>, store: &'s Store) -> Searches<'s, Tiny<P>> {
    Searches::with_memo(rules, store, rules.memo.clone())
}

fn nimber<P: Place>(rules: &Tiny<P>, store: &Store, n: &P) -> Result<Option<u32>, Unsolved<P>> {
    searches(rules, store).nimber(n)
}

fn value<P: Place>(rules: &Tiny<P>, store: &Store, position: &P) -> Result<Game, Unsolved<P>> {
    searches(rules, store).value(position)
}

fn impartial<P>(options: fn(&P, Player) -> Vec<Sum<P>>) -> Tiny<P> {
    Tiny { impartial: |_| true, options, ask: false, memo: Arc::default() }
}

fn partizan<P>(options: fn(&P, Player) -> Vec<Sum<P>>) -> Tiny<P> {
    Tiny { impartial: |_| false, options, ask: false, memo: Arc::default() }
}

fn store() -> Store {
    Store::new(Budget::unlimited())
}

fn one<P>(position: P) -> Sum<P> {
    vec![Component::Position(position)]
}

fn nim(n: &u32, _: Player) -> Vec<Sum<u32>> {
    (0..*n).map(one).collect()
}

fn kayles(n: &u32, _: Player) -> Vec<Sum<u32>> {
    let rest = (1..=2).filter_map(|k| n.checked_sub(k));
    rest.flat_map(|r| (0..=r).map(move |a| [a, r - a].map(Component::Position).to_vec())).collect()
}

/// Down by one, to the bottom.
fn chain(n: &u32, _: Player) -> Vec<Sum<u32>> {
    n.checked_sub(1).map(one).into_iter().collect()
}

#[test]
fn nim_heaps_are_their_size() {
    let store = store();
    assert_eq!(nimber(&impartial(nim), &store, &200), Ok(Some(200)));
    let star = value(&impartial(nim), &store, &3);
    assert_eq!(star, Ok(store.nimber(3).unwrap()));
}

/// Winning Ways, chapter 4: the nim-values of Kayles begin so.
#[test]
fn kayles_is_as_published() {
    let published = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
    let store = store();
    for (n, &expected) in published.iter().enumerate() {
        let found = nimber(&impartial(kayles), &store, &(n as u32));
        assert_eq!(found, Ok(Some(expected)), "Kayles({n})");
    }
}

/// Period 12 from 71 on (Guy and Smith 1956).
#[test]
fn kayles_has_period_12() {
    let (store, rules) = (store(), impartial(kayles));
    let nimber = |n| nimber(&rules, &store, &n).unwrap();
    // From the top down: the stack is deep and wide.
    for n in (71..400).rev() {
        assert_eq!(nimber(n), nimber(n + 12));
    }
}

#[test]
fn depth_does_not_touch_the_machine_stack() {
    let store = store();
    assert_eq!(nimber(&impartial(chain), &store, &200_001), Ok(Some(1)));
    let alternate = partizan(|n: &u32, player| match player {
        Player::Left if n.is_multiple_of(2) => chain(n, player),
        Player::Right if !n.is_multiple_of(2) => chain(n, player),
        _ => Vec::new(),
    });
    // 0, <|0> = -1, <-1|> = 0, ...
    assert_eq!(value(&alternate, &store, &200_000), Ok(Game::ZERO));
    assert_eq!(alternate.memo.len(), 200_001);
}

#[test]
fn wide_and_deep_heaps_do_not_hold_all_options() {
    let store = store();
    let top_down = impartial(|n: &u32, _| (0..*n).rev().map(one).collect());
    assert_eq!(nimber(&top_down, &store, &2_000), Ok(Some(2_000)));
}

/// The strips to which a player can move in Toads and Frogs.
pub(super) fn toads(strip: &[u8], player: Player) -> Vec<Vec<u8>> {
    let rules: [(&[u8], &[u8]); 2] = match player {
        Player::Left => [(b"T.", b".T"), (b"TF.", b".FT")],
        Player::Right => [(b".F", b"F."), (b".TF", b"FT.")],
    };
    let mut options = Vec::new();
    for (from, to) in rules {
        for at in (0..strip.len()).filter(|&at| strip[at..].starts_with(from)) {
            let mut next = strip.to_vec();
            next[at..at + to.len()].copy_from_slice(to);
            options.push(next);
        }
    }
    options
}

/// Winning Ways, chapter 1: one empty square between a toad and a frog is *; a toad with
/// k free squares before it is k.
#[test]
fn toads_and_frogs_are_as_published() {
    let store = store();
    let rules =
        partizan(|strip: &Vec<u8>, player| toads(strip, player).into_iter().map(one).collect());
    let of = |strip: &[u8]| value(&rules, &store, &strip.to_vec());
    let one = store.game(&[Game::ZERO], &[]).unwrap();
    assert_eq!(of(b"T.F"), Ok(store.nimber(1).unwrap()));
    assert_eq!(of(b"T.."), Ok(store.add(one, one).unwrap()));
    assert_eq!(of(b"TF"), Ok(Game::ZERO));
}

#[test]
fn sums_and_values_are_added() {
    let store = store();
    let star = store.nimber(1).unwrap();
    let three = store.nimber(3).unwrap();
    let sum = vec![Component::Position(2), Component::Value(star)];
    assert_eq!(searches(&impartial(nim), &store).sum_value(&sum), Ok(three));
    assert_eq!(searches(&impartial(nim), &store).sum_value(&[]), Ok(Game::ZERO));
}

/// A position, the game that its only option is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct To(Vec<Game>);

#[test]
fn an_impartial_position_may_lead_to_any_game() {
    let store = store();
    let one = store.game(&[Game::ZERO], &[]).unwrap();
    let rules = impartial(|to: &To, _| to.0.iter().map(|&g| vec![Component::Value(g)]).collect());
    let nimber_of = |rules: &_, to| nimber(rules, &store, &to);
    assert_eq!(nimber_of(&rules, To(vec![Game::ZERO])), Ok(Some(1)));
    assert_eq!(nimber_of(&rules, To(vec![one])), Ok(None));
    let expected = store.game(&[one], &[one]).unwrap();
    assert_eq!(value(&rules, &store, &To(vec![one])), Ok(expected));
}

#[test]
fn a_position_that_repeats_is_told_with_its_cycle() {
    let round = |n: &u32, _| vec![one(if *n == 3 { 1 } else { n + 1 })];
    let store = store();
    let expected = Unsolved::Repeats(vec![1, 2, 3]);
    assert_eq!(nimber(&impartial(round), &store, &0), Err(expected));
    let expected = Unsolved::Repeats(vec![1, 2, 3]);
    let rules = partizan(round);
    assert_eq!(value(&rules, &store, &0), Err(expected));
    assert!(rules.memo.is_empty());
}

/// Thousands of questions about one position wait for each other. They are dropped on a small stack, as in a browser.
#[test]
fn a_position_that_is_its_own_option_needs_no_stack() {
    let pass = |n: &u32, _| match n {
        0 => vec![],
        1 => vec![one(1), one(0)],
        2 => vec![Sum::from_iter([Component::Position(2), Component::Position(3)])],
        3 => vec![one(0)],
        _ => vec![one(n - 2)],
    };
    let ask = move || {
        for (position, expected) in [(1, 1), (2, 2), (8, 2)] {
            let rules = Tiny { ask: true, ..impartial(pass) };
            let found = nimber(&rules, &store(), &position);
            assert_eq!(found, Err(Unsolved::Repeats(vec![expected])), "{position}");
        }
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(ask).unwrap().join().unwrap();
}

#[test]
fn a_stopped_evaluation_keeps_its_memo() {
    let store = store();
    store.budget().limit_steps(5_000);
    let rules = impartial(kayles);
    let stopped = nimber(&rules, &store, &1_000);
    assert!(matches!(stopped, Err(Unsolved::Failed(Error::Exhausted(_)))));
    let known = rules.memo.len();
    assert!(known > 0);
    store.budget().limit_steps(u64::MAX);
    assert!(nimber(&rules, &store, &200).unwrap().is_some());
    assert!(rules.memo.len() > known);
}

/// Sums of smaller numbers, picked by a hash.
fn random(n: &u32, _: Player) -> Vec<Sum<u32>> {
    let mut state = u64::from(*n) ^ 0x5eed;
    let mut below = |bound: u32| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u32 % bound
    };
    let options = if *n == 0 { 0 } else { below(12) };
    let mut part = || Component::Position(below(*n));
    (0..options).map(|i| (0..i % 4).map(|_| part()).collect()).collect()
}

/// Nimbers by questions are those by options, also when options are sums, on random rules.
#[test]
fn nimbers_by_questions_are_those_by_options() {
    let store = store();
    for n in [10, 60, 200, 500, 2_000] {
        let expected = nimber(&impartial(random), &store, &n);
        let asked = Tiny { ask: true, ..impartial(random) };
        assert_eq!(nimber(&asked, &store, &n), expected, "{n}");
    }
    for n in 0..100 {
        let asked = Tiny { ask: true, ..impartial(kayles) };
        let expected = nimber(&impartial(kayles), &store, &n);
        assert_eq!(nimber(&asked, &store, &n), expected, "Kayles({n})");
    }
    // Beyond the nimbers that are asked for.
    for n in 60..70 {
        let asked = Tiny { ask: true, ..impartial(nim) };
        assert_eq!(nimber(&asked, &store, &n), Ok(Some(n)));
    }
}

/// With tables of proof numbers and options that never grow.
#[test]
fn nimbers_are_the_same_when_entries_are_replaced() {
    let (free, scarce) = (store(), Store::new(bounded::tests::scarce()));
    for options in [random, kayles] {
        let count = bounded::tests::replaced(|| {
            for n in (0..60).step_by(7) {
                let expected = nimber(&impartial(options), &free, &n);
                let asked = Tiny { ask: true, ..impartial(options) };
                assert_eq!(nimber(&asked, &scarce, &n), expected, "{n}");
            }
        });
        assert!(count > 0);
    }
}

#[test]
fn questions_end_as_evaluation_does() {
    let store = store();
    let round = |n: &u32, _| vec![one(if *n == 3 { 1 } else { n + 1 })];
    let rules = Tiny { ask: true, ..impartial(round) };
    assert_eq!(nimber(&rules, &store, &0), Err(Unsolved::Repeats(vec![1, 2, 3])));
    let to_one = |to: &To, _| to.0.iter().map(|&g| vec![Component::Value(g)]).collect();
    let rules = Tiny { ask: true, ..impartial(to_one) };
    let games = [Game::ZERO, Game::ONE].map(|game| nimber(&rules, &store, &To(vec![game])));
    assert_eq!(games, [Ok(Some(1)), Ok(None)]);
    let to_sum = |to: &To, _| vec![to.0.iter().map(|&g| Component::Value(g)).collect()];
    let rules = Tiny { ask: true, ..impartial(to_sum) };
    assert_eq!(nimber(&rules, &store, &To(vec![Game::ONE; 2])), Ok(None));
    store.budget().limit_steps(5_000);
    let rules = Tiny { ask: true, ..impartial(kayles) };
    let stopped = nimber(&rules, &store, &1_000);
    assert!(matches!(stopped, Err(Unsolved::Failed(Error::Exhausted(_)))));
}

/// Cycles that the search for nimbers meets on random graphs lead from each position to the next, and no
/// position is in them twice; where there is a nimber after all, mex gives it unless it meets a cycle.
#[test]
fn cycles_met_by_the_search_for_nimbers_are_cycles() {
    fn random(&(seed, n): &(u32, u32), _: Player) -> Vec<Sum<(u32, u32)>> {
        let mut state = u64::from(seed) << 32 ^ u64::from(n) ^ 0x5eed;
        let mut below = |bound: u32| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as u32 % bound
        };
        let (options, back) = (below(6), below(8) == 0);
        let mut to = || if back { below(40) } else { n + 1 + below(10) };
        (0..options).map(|_| one((seed, to()))).filter(|_| n < 40).collect()
    }
    let store = store();
    let (mut cycles, mut nimbers) = (0, 0);
    for root in (0..300).map(|seed| (seed, 0)) {
        let asked = Tiny { ask: true, ..impartial(random) };
        match nimber(&asked, &store, &root) {
            Ok(found) => {
                let by_mex = nimber(&impartial(random), &store, &root);
                assert!(matches!(by_mex, Err(Unsolved::Repeats(_))) || by_mex == Ok(found));
                nimbers += 1;
            }
            Err(Unsolved::Repeats(cycle)) => {
                for (from, to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                    assert!(random(from, Player::Left).contains(&one(*to)), "{cycle:?}");
                    assert_eq!(cycle.iter().filter(|other| *other == from).count(), 1);
                }
                cycles += 1;
            }
            Err(trouble) => panic!("{trouble:?}"),
        }
    }
    assert!(cycles > 20 && nimbers > 20, "{cycles} cycles, {nimbers} nimbers");
}

#[test]
fn answers_about_numbered_positions_are_kept_in_a_row() {
    let store = store();
    let numbered = || Memo::numbered(|n: &u32| n.is_multiple_of(2).then_some(n / 2));
    let rules = Tiny { memo: Arc::new(numbered()), ..impartial(kayles) };
    for n in [50, 21, 51] {
        let expected = nimber(&impartial(kayles), &store, &n);
        assert_eq!(nimber(&rules, &store, &n), expected);
    }
    assert_eq!(rules.memo.len(), 52);
}
