//! Tests of what is kept: bytes that read back, and answers that are the same with an archive and without.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use proptest::prelude::*;

use super::*;
use crate::shared::hash_of;
use crate::solve::{Memo, Sum};
use crate::{Budget, Player};

/// Where an entry is.
type Key = (Kind, Vec<u8>);

/// An archive in memory.
#[derive(Debug, Default)]
struct Shelf {
    entries: Mutex<HashMap<Key, Vec<u8>>>,
    found: Mutex<usize>,
    /// Number of further entries that are kept before nothing is, as when the program is killed.
    room: Mutex<Option<usize>>,
}

impl Archive for Shelf {
    fn find(&self, kind: Kind, key: &[u8]) -> Option<Vec<u8>> {
        let found = self.entries.lock().get(&(kind, key.to_vec())).cloned();
        *self.found.lock() += usize::from(found.is_some());
        found
    }

    fn has(&self, kind: Kind, prefix: &[u8]) -> bool {
        let entries = self.entries.lock();
        entries.keys().any(|(other, key)| *other == kind && key.starts_with(prefix))
    }

    fn keep(&self, kind: Kind, key: &[u8], answer: &[u8]) {
        let mut room = self.room.lock();
        if *room == Some(0) {
            return;
        }
        *room = room.map(|room| room - 1);
        let before = self.entries.lock().insert((kind, key.to_vec()), answer.to_vec());
        assert!(kind == Kind::Nimber || before.is_none_or(|before| before == answer));
    }

    /// Different enough for tests.
    fn digest(&self, text: &[u8]) -> [u8; DIGEST] {
        let mut digest = [0; DIGEST];
        for (place, part) in digest.chunks_mut(8).enumerate() {
            part.copy_from_slice(&hash_of((place, text)).to_le_bytes());
        }
        digest
    }

    fn ruleset(&self, _: &str, _: &str, _: &str) -> Option<[u8; 8]> {
        None
    }

    fn flush(&self) -> Option<String> {
        None
    }

    fn close(&self) {}
}

/// Games of several levels.
fn games() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["0", "1", "-3/8", "*", "*5", "^", "v3*2", "7/2"]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 3, |inner| {
        let side = prop::collection::vec(inner, 0..3).prop_map(|side| side.join(","));
        (side.clone(), side).prop_map(|(left, right)| format!("<{left}|{right}>"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn games_read_back_in_another_store(text in games()) {
        let (shelf, budget) = (Arc::new(Shelf::default()), Budget::unlimited);
        let (one, other) = (Store::new(budget()), Store::new(budget()));
        let game = one.parse(&text).unwrap();
        let kept = |shelf: &Arc<Shelf>| Kept::new(shelf.clone(), Vec::new());
        let mut bytes = Vec::new();
        kept(&shelf).write_game(&one, game, &mut bytes).unwrap();
        // Another store gives games other numbers.
        other.parse("<5|<3,2*|-1>>").unwrap();
        let read = kept(&shelf).read_game(&other, &mut &*bytes).unwrap().unwrap();
        prop_assert_eq!(read, other.copy(game).unwrap());
        let mut again = Vec::new();
        kept(&shelf).write_game(&other, read, &mut again).unwrap();
        prop_assert_eq!(&again, &bytes);
        // What is cut off means nothing.
        let cut = &bytes[..bytes.len() - 1];
        prop_assert_eq!(kept(&Arc::default()).read_game(&other, &mut &*cut).unwrap(), None);
    }
}

/// Numbers that lead to sums of a few smaller ones.
struct Numbers {
    impartial: bool,
    asks: bool,
}

impl Playable for Numbers {
    type Position = u32;
    type Error = Error;

    fn options(&self, from: &u32, player: Player) -> Result<Vec<Sum<u32>>, Error> {
        let odd = u32::from(!self.impartial && player == Player::Right);
        let steps = (1..=3 + odd).filter_map(|n| from.checked_sub(n * (1 + from % 2) + odd));
        let split = |rest: u32| [rest, rest / 3].map(Component::Position).to_vec();
        Ok(steps.map(split).collect())
    }

    fn is_impartial(&self, _: &u32) -> bool {
        self.impartial
    }

    fn stays_impartial(&self, _: &u32) -> bool {
        self.impartial
    }

    fn surely_ends(&self, _: &u32) -> bool {
        true
    }

    fn never_fails(&self, _: &u32) -> bool {
        true
    }

    fn ask_for_nimbers(&self) -> bool {
        self.asks
    }

    fn key(&self, position: &u32, key: &mut Vec<u8>) -> bool {
        key.extend(position.to_le_bytes());
        true
    }
}

#[test]
fn answers_are_the_same_cold_warm_and_without_an_archive() {
    for (impartial, asks) in [(false, false), (true, false), (true, true)] {
        let rules = Numbers { impartial, asks };
        let shelf = Arc::new(Shelf::default());
        let answers = |archive: Option<Arc<Shelf>>| {
            let store = Store::new(Budget::unlimited());
            (0..40u32)
                .rev()
                .map(|n| {
                    let searches = || {
                        let memo = Memo::new();
                        if let Some(shelf) = &archive {
                            memo.keep_in(shelf.clone(), vec![7]);
                        }
                        Searches::with_memo(&rules, &store, Arc::new(memo))
                    };
                    let value = store.show(searches().value(&n).unwrap()).to_string();
                    let outcome = searches().outcome(&n).unwrap();
                    (value, searches().nimber(&n).unwrap(), outcome)
                })
                .collect::<Vec<_>>()
        };
        let without = answers(None);
        assert_eq!(answers(Some(shelf.clone())), without);
        *shelf.found.lock() = 0;
        assert_eq!(answers(Some(shelf.clone())), without);
        assert!(*shelf.found.lock() > 0);
    }
}

/// A sweep for values or nimbers that is killed at any moments, and begun again each time, keeps what one without
/// interruption does: the answers about what follows a position are kept before its own.
#[test]
fn a_sweep_that_is_killed_keeps_what_one_does_that_is_not() {
    for impartial in [false, true] {
        let rules = Numbers { impartial, asks: false };
        let sweep = |shelf: &Arc<Shelf>, room: Option<usize>| {
            *shelf.room.lock() = room;
            let (store, memo) = (Store::new(Budget::unlimited()), Memo::new());
            memo.keep_in(shelf.clone(), vec![7]);
            let searches = Searches::with_memo(&rules, &store, Arc::new(memo));
            for n in [20, 31, 40] {
                match impartial {
                    true => _ = searches.nimber(&n).unwrap(),
                    false => _ = searches.value(&n).unwrap(),
                }
            }
        };
        let whole = Arc::default();
        sweep(&whole, None);
        let all = whole.entries.lock().clone();
        assert!(all.len() > 25, "{}", all.len());
        for room in 0..=all.len() {
            let shelf = Arc::default();
            for room in [room, room / 2, 3] {
                sweep(&shelf, Some(room));
            }
            sweep(&shelf, None);
            assert!(*shelf.entries.lock() == all, "killed after {room} entries");
        }
    }
}
