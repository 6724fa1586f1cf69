//! The search against values, with each shortcut switched off, and against published outcomes.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::length::properties;
use crate::solve::tests::toads;
use crate::solve::{Memo, OptionList, Sum, Unsolved};
use crate::{Budget, Error, Game, Outcome, Store};

/// Positions of several rulesets.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Zoo {
    Nim(u32),
    Kayles(u32),
    Wythoff(u32, u32),
    /// A strip of toads, frogs and free cells.
    Toads(Vec<u8>),
    /// Free cells of a board of this width; Left places dominoes upright, Right flat.
    Domineering(usize, Vec<u8>),
    /// Stones on a board of this width.
    Clobber(usize, Vec<u8>),
    /// Both players can move to these games and nowhere else.
    To(Vec<Game>),
    /// The next of a cycle of three.
    Cycle(u32),
    /// The next of a longer cycle.
    Coiled(u32),
}

type Stuck = Unsolved<Zoo>;

use Zoo::*;

/// How many positions a coiled cycle has.
const COILS: u32 = 40;

fn is_of_heaps(position: &Zoo) -> bool {
    matches!(position, Nim(_) | Kayles(_) | Wythoff(..))
}

fn options(position: &Zoo, player: Player) -> Vec<Sum<Zoo>> {
    let one = |position| vec![Component::Position(position)];
    match position {
        Nim(n) => (0..*n).map(Nim).map(one).collect(),
        Kayles(n) => {
            let rest = (1..=2).filter_map(|k| n.checked_sub(k));
            let rows = |a, r: u32| {
                vec![Component::Position(Kayles(a)), Component::Position(Kayles(r - a))]
            };
            rest.flat_map(|r| (0..=r).map(move |a| rows(a, r))).collect()
        }
        Wythoff(a, b) => {
            let (a, b) = (*a, *b);
            let first = (0..a).map(|x| Wythoff(x, b));
            let second = (0..b).map(|y| Wythoff(a, y));
            let both = (1..=a.min(b)).map(|k| Wythoff(a - k, b - k));
            first.chain(second).chain(both).map(one).collect()
        }
        Toads(strip) => toads(strip, player).into_iter().map(|next| one(Toads(next))).collect(),
        Domineering(width, cells) => pairs(*width, cells.len())
            .filter(|&(.., flat)| flat == (player == Player::Right))
            .filter(|&(a, b, _)| cells[a] == b'.' && cells[b] == b'.')
            .map(|(a, b, _)| one(Domineering(*width, with(cells, a, b'#', b, b'#'))))
            .collect(),
        Clobber(width, cells) => {
            let (own, other) = if player == Player::Left { (b'x', b'o') } else { (b'o', b'x') };
            pairs(*width, cells.len())
                .flat_map(|(a, b, _)| [(a, b), (b, a)])
                .filter(|&(a, b)| cells[a] == own && cells[b] == other)
                .map(|(a, b)| one(Clobber(*width, with(cells, a, b'.', b, own))))
                .collect()
        }
        To(games) => games.iter().map(|game| vec![Component::Value(*game)]).collect(),
        Cycle(n) => vec![one(Cycle((n + 1) % 3))],
        Coiled(n) => vec![one(Coiled((n + 1) % COILS))],
    }
}

/// Neighbouring cells of a board, and whether they lie side by side.
fn pairs(width: usize, cells: usize) -> impl Iterator<Item = (usize, usize, bool)> {
    let flat = (0..cells).filter(move |at| at % width + 1 < width).map(|at| (at, at + 1, true));
    flat.chain((width..cells).map(move |at| (at - width, at, false)))
}

fn with(cells: &[u8], a: usize, x: u8, b: usize, y: u8) -> Vec<u8> {
    let mut next = cells.to_vec();
    (next[a], next[b]) = (x, y);
    next
}

#[derive(Default)]
struct Keeper(Arc<Memo<Zoo>>);

impl Playable for Keeper {
    type Position = Zoo;
    type Error = Stuck;

    fn is_impartial(&self, position: &Zoo) -> bool {
        is_of_heaps(position) || matches!(position, To(_))
    }

    fn stays_impartial(&self, position: &Zoo) -> bool {
        is_of_heaps(position)
    }

    fn surely_ends(&self, position: &Zoo) -> bool {
        !matches!(position, Cycle(_) | Coiled(_))
    }

    fn has_few_followers(&self, position: &Zoo) -> bool {
        is_of_heaps(position)
    }

    fn options(&self, position: &Zoo, player: Player) -> Result<Vec<Sum<Zoo>>, Stuck> {
        Ok(options(position, player))
    }

    fn list_some(
        &self,
        position: &Zoo,
        player: Player,
        start: usize,
        list: &mut OptionList<Zoo>,
    ) -> Result<Option<usize>, Stuck> {
        let (options, end) = (options(position, player), start + 2);
        let is_last = options.len() <= end;
        list.extend(options.into_iter().take(end).skip(start));
        Ok((!is_last).then_some(end))
    }

    fn repeats(&self, cycle: Vec<Zoo>) -> Stuck {
        Unsolved::Repeats(cycle)
    }
}

impl Keeper {
    fn searches<'s>(&'s self, store: &'s Store) -> Searches<'s, Keeper> {
        Searches::with_memo(self, store, self.0.clone())
    }
}

fn outcome(
    rules: &Keeper,
    store: &Store,
    sum: &[Component<Zoo>],
) -> Result<(Outcome, Method), Stuck> {
    rules.searches(store).ended_sum_outcome(sum)
}

fn sum_value(rules: &Keeper, store: &Store, sum: &[Component<Zoo>]) -> Result<Game, Stuck> {
    rules.searches(store).sum_value(sum)
}

fn store() -> Store {
    let store = Store::new(Budget::unlimited());
    store.budget().limit_threads(Some(3));
    store
}

/// Every shortcut alone switched off, all of them, none; a memory that is soon full; and several threads.
fn all_settings() -> [Settings; 11] {
    let usual = Settings::USUAL;
    let none = Settings { cancel: false, values: false, heat: false, mobility: false, ..usual };
    [
        usual,
        none,
        Settings { cancel: false, ..usual },
        Settings { values: false, ..usual },
        Settings { heat: false, ..usual },
        Settings { mobility: false, ..usual },
        Settings { values: false, most: 4, fewest: 2, ..usual },
        Settings { first_round: 1, ..usual },
        Settings { together: true, first_round: 1, ..usual },
        Settings { together: true, first_round: 1, ..none },
        Settings { together: true, first_round: 1, values: false, most: 40, fewest: 20, ..usual },
    ]
}

fn outcome_with(
    rules: &Keeper,
    store: &Store,
    sum: &[Component<Zoo>],
    settings: Settings,
) -> Result<Outcome, Stuck> {
    let (left, _) = wins_with(&rules.searches(store), sum, Player::Left, settings)?;
    let (right, _) = wins_with(&rules.searches(store), sum, Player::Right, settings)?;
    Ok(Outcome::of_winners(left, right))
}

/// The outcomes of these sums, found in every way with one memory each, are those of their values.
fn agree(store: &Store, sums: &[Vec<Component<Zoo>>]) {
    let naive = Keeper::default();
    let keepers = all_settings().map(|settings| (settings, Keeper::default()));
    for sum in sums {
        let value = sum_value(&naive, store, sum).unwrap();
        let expected = Ok(store.outcome(value).unwrap());
        for (settings, keeper) in &keepers {
            assert_eq!(outcome_with(keeper, store, sum, *settings), expected, "{sum:?}");
        }
    }
}

/// All words of a length.
fn words(alphabet: &[u8], length: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        let longer = |word: &Vec<u8>| {
            let word = word.clone();
            alphabet.iter().map(move |&letter| [word.clone(), vec![letter]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn single(position: Zoo) -> Vec<Component<Zoo>> {
    vec![Component::Position(position)]
}

#[test]
fn all_small_boards_are_won_as_their_values_say() {
    let domineering = words(b".#", 9).into_iter().map(|cells| Domineering(3, cells));
    let clobber = words(b".xo", 6).into_iter().map(|cells| Clobber(3, cells));
    let toads = words(b".TF", 6).into_iter().map(Toads);
    let sums: Vec<_> = domineering.chain(clobber).chain(toads).map(single).collect();
    agree(&store(), &sums);
}

#[test]
fn all_small_heaps_are_won_as_their_values_say() {
    let heaps = (0..8).flat_map(|a| (0..8).map(move |b| Wythoff(a, b)));
    let heaps: Vec<_> = heaps.chain((0..12).map(Kayles)).chain((0..4).map(Nim)).collect();
    let mut sums: Vec<_> = heaps.iter().cloned().map(single).collect();
    sums.extend(
        heaps.windows(2).map(|pair| pair.iter().cloned().map(Component::Position).collect()),
    );
    agree(&store(), &sums);
}

/// A few games of each kind: numbers, infinitesimals, switches, and a hot game of two stages.
fn games(store: &Store) -> Vec<Game> {
    let integer = |n| store.integer(n).unwrap();
    let game = |left, right| store.game(&[left], &[right]).unwrap();
    let up = game(Game::ZERO, Game::STAR);
    let mut games: Vec<Game> = (-2..=2).map(integer).collect();
    games.extend([game(Game::ZERO, Game::ONE), Game::STAR, up, store.nimber(3).unwrap()]);
    let switch = game(integer(1), integer(-1));
    games.extend([switch, game(integer(2), integer(-1)), game(integer(3), switch)]);
    games.push(game(Game::ZERO, game(Game::ZERO, integer(-2))));
    games.push(game(switch, game(integer(-1), integer(-3))));
    games
}

fn positions() -> impl Strategy<Value = Zoo> {
    let cells =
        |alphabet: &'static [u8], n| prop::collection::vec(prop::sample::select(alphabet), n);
    prop_oneof![
        (0u32..5).prop_map(Nim),
        (0u32..7).prop_map(Kayles),
        (0u32..3, 0u32..4).prop_map(|(a, b)| Wythoff(a, b)),
        cells(b".TF", 1..7).prop_map(Toads),
        cells(b"..#", 6..7).prop_map(|cells| Domineering(3, cells)),
        cells(b"..#", 8..9).prop_map(|cells| Domineering(2, cells)),
        cells(b"xo.", 6..7).prop_map(|cells| Clobber(3, cells)),
    ]
}

/// A summand: a position with a sign, one of [`games`], or a position that leads to two of them.
#[derive(Debug, Clone)]
enum Summand {
    Position(Zoo, bool),
    Game(usize),
    To(usize, usize, bool),
}

fn summands() -> impl Strategy<Value = Vec<Summand>> {
    let games = 14usize;
    prop::collection::vec(
        prop_oneof![
            4 => (positions(), any::<bool>()).prop_map(|(p, sign)| Summand::Position(p, sign)),
            1 => (0..games).prop_map(Summand::Game),
            1 => (0..games, 0..games, any::<bool>()).prop_map(|(a, b, sign)| {
                Summand::To(a, b, sign)
            }),
        ],
        1..4,
    )
}

fn built(store: &Store, summands: &[Summand]) -> Vec<Component<Zoo>> {
    let games = games(store);
    let signed = |position, negative| {
        if negative { Component::Negative(position) } else { Component::Position(position) }
    };
    let part = |summand: &Summand| match summand {
        Summand::Position(position, sign) => signed(position.clone(), *sign),
        Summand::Game(at) => Component::Value(games[*at]),
        Summand::To(a, b, sign) => signed(To(vec![games[*a], games[*b]]), *sign),
    };
    summands.iter().map(part).collect()
}

proptest! {
    #![proptest_config(properties(256))]

    #[test]
    fn sums_are_won_as_their_values_say(summands in summands()) {
        let store = store();
        agree(&store, &[built(&store, &summands)]);
    }

    #[test]
    fn nobody_wins_the_difference_of_a_sum_with_itself(summands in summands()) {
        let store = store();
        let mut sum = built(&store, &summands);
        let negatives: Vec<_> = sum.iter().map(|part| match part {
            Component::Value(game) => Component::Value(store.neg(*game).unwrap()),
            Component::Position(position) => Component::Negative(position.clone()),
            Component::Negative(position) => Component::Position(position.clone()),
        }).collect();
        sum.extend(negatives);
        for settings in all_settings().into_iter().filter(|settings| settings.cancel) {
            let found = outcome_with(&Keeper::default(), &store, &sum, settings);
            prop_assert_eq!(found, Ok(Outcome::P));
        }
    }
}

fn board(rows: usize, columns: usize) -> Vec<Component<Zoo>> {
    single(Domineering(columns, vec![b'.'; rows * columns]))
}

/// Widths 2 and 3: Lachmann, Moore and Rapaport, Who wins Domineering on rectangular boards?,
/// 2002. Squares: Breuker, Uiterwijk and van den Herik, Solving 8x8 Domineering, 2000.
#[test]
fn domineering_rectangles_are_won_as_published() {
    use Outcome::{L, N, P, R};
    let (store, rules) = (store(), Keeper::default());
    let of = |rows, columns| outcome(&rules, &store, &board(rows, columns)).unwrap().0;
    let twos: Vec<_> = (1..=9).map(|n| of(2, n)).collect();
    assert_eq!(twos, [L, N, N, R, L, N, N, R, L]);
    let threes: Vec<_> = (2..=6).map(|n| of(3, n)).collect();
    assert_eq!(threes, [N, N, R, R, R]);
    let squares: Vec<_> = (1..=5).map(|n| of(n, n)).collect();
    assert_eq!(squares, [P, N, N, N, P]);
}

#[test]
fn large_boards_are_played_and_small_ones_valued() {
    let (store, rules) = (store(), Keeper::default());
    assert_eq!(outcome(&rules, &store, &board(2, 2)), Ok((Outcome::N, Method::Value)));
    let (found, method) = outcome(&rules, &store, &board(5, 5)).unwrap();
    assert_eq!(found, Outcome::P);
    assert_eq!(method, Method::Search);
    // A game and its negative cancel, however large.
    let mut sum = board(8, 8);
    sum.push(Component::Negative(Domineering(8, vec![b'.'; 64])));
    assert_eq!(outcome(&rules, &store, &sum), Ok((Outcome::P, Method::Value)));
}

#[test]
fn several_threads_find_the_winners_that_one_finds() {
    let settings = Settings { together: true, first_round: 500, ..Settings::USUAL };
    let little = Settings { most: 1000, fewest: 500, ..settings };
    for seed in 0..12u64 {
        let free = |at: &u64| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (at * 2) & 3 != 0;
        let cells: Vec<u8> = (0..25).map(|at| if free(&at) { b'.' } else { b'#' }).collect();
        let sum = single(Domineering(5, cells));
        let store = store();
        let alone = outcome_with(&Keeper::default(), &store, &sum, Settings::USUAL);
        for threads in [2, 8] {
            store.budget().limit_threads(Some(threads));
            for settings in [settings, little] {
                let found = outcome_with(&Keeper::default(), &store, &sum, settings);
                assert_eq!(found, alone, "{sum:?}, {threads} threads");
            }
        }
    }
}

#[test]
fn what_took_the_most_work_is_kept() {
    let (store, rules) = (store(), Keeper::default());
    let settings = Settings { values: false, ..Settings::USUAL };
    let searches = rules.searches(&store);
    let ask = |memory: &mut _| {
        store.budget().restart();
        let found = answer(&searches, memory, settings, (&board(5, 5), Player::Left));
        assert_eq!(found, Ok((false, true)));
        store.budget().steps()
    };
    let mut memory = searches.memo.take_search();
    let fresh = ask(&mut memory);
    for most in [10_000, 1000, 100, 10] {
        memory.keep(&searches.memo, most);
        assert!(memory.table.len() <= most, "{} of {most}", memory.table.len());
        assert!(ask(&mut memory) < fresh / 2);
    }
    memory.keep(&searches.memo, 0);
    assert_eq!(memory.len(), 0);
    assert_eq!(ask(&mut memory), fresh);
}

#[test]
fn positions_that_repeat_are_told_with_their_cycle() {
    for settings in all_settings() {
        let found = outcome_with(&Keeper::default(), &store(), &single(Cycle(0)), settings);
        assert_eq!(found, Err(Unsolved::Repeats(vec![Cycle(0), Cycle(1), Cycle(2)])));
    }
}

/// A position and its negative make 0 only when play ends.
#[test]
fn what_repeats_does_not_cancel() {
    let sum = vec![Component::Position(Coiled(0)), Component::Negative(Coiled(0))];
    for settings in all_settings() {
        let found = outcome_with(&Keeper::default(), &store(), &sum, settings);
        assert!(matches!(found, Err(Unsolved::Repeats(_))), "{found:?}");
    }
}

#[test]
fn an_interrupted_search_can_be_resumed() {
    let (store, rules) = (store(), Keeper::default());
    let mut stops = 0;
    for limit in (1..).map(|n| n * 5_000) {
        store.budget().restart();
        store.budget().limit_steps(limit);
        match outcome(&rules, &store, &board(5, 5)) {
            Ok((found, _)) => {
                assert_eq!(found, Outcome::P);
                break;
            }
            Err(error) => assert!(matches!(error, Unsolved::Failed(Error::Exhausted(_)))),
        }
        stops += 1;
    }
    assert!(stops > 0);
    store.budget().limit_steps(u64::MAX);
    for position in [board(3, 3), board(3, 4), board(4, 4)] {
        let value = sum_value(&Keeper::default(), &store, &position).unwrap();
        let expected = store.outcome(value).unwrap();
        assert_eq!(outcome(&rules, &store, &position).unwrap().0, expected);
    }
}

/// `*4000000000` has too many options to list, and so have sums with it. It is beyond all
/// nimbers of the board, so it does what `*1000` does (Winning Ways, chapter 8, "remote stars").
#[test]
fn nimbers_too_large_to_play_are_compared() {
    let store = store();
    let of = |star| {
        let mut sum = board(4, 4);
        sum.push(Component::Value(store.nimber(star).unwrap()));
        outcome(&Keeper::default(), &store, &sum).map(|(outcome, _)| outcome)
    };
    assert_eq!(of(4_000_000_000), of(1_000));
}
