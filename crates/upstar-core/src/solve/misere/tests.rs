//! Tiny rulesets in misère play: published values, and definitions.

use super::*;
use std::sync::Arc;

use crate::solve::Sum;
use crate::solve::bounded::tests::{replaced, scarce};
use crate::{Budget, Store};

struct Tiny {
    impartial: bool,
    options: fn(u32, Player) -> Vec<Sum<u32>>,
}

impl Playable for Tiny {
    type Position = u32;
    type Error = Error;

    fn is_impartial(&self, _: &u32) -> bool {
        self.impartial
    }

    fn options(&self, position: &u32, player: Player) -> Result<Vec<Sum<u32>>, Error> {
        Ok((self.options)(*position, player))
    }
}

/// Asks about heaps.
struct Asked {
    rules: Tiny,
    store: Store,
    forms: MisereStore,
    memo: Arc<Memo<u32>>,
}

fn of(impartial: bool, options: fn(u32, Player) -> Vec<Sum<u32>>) -> Asked {
    within(Budget::unlimited(), impartial, options)
}

/// The same within a budget.
fn within(budget: Budget, impartial: bool, options: fn(u32, Player) -> Vec<Sum<u32>>) -> Asked {
    Asked {
        rules: Tiny { impartial, options },
        store: Store::new(budget.clone()),
        forms: MisereStore::new(budget),
        memo: Arc::default(),
    }
}

impl Asked {
    fn searches(&self) -> Searches<'_, Tiny> {
        Searches::with_memo(&self.rules, &self.store, self.memo.clone())
    }

    fn genus(&self, heaps: &[u32]) -> Genus {
        self.searches().genus(&sum(heaps)).unwrap().unwrap()
    }

    fn canonical(&self, heaps: &[u32]) -> MisereForm {
        self.searches().misere_form(&self.forms, &sum(heaps)).unwrap().unwrap()
    }

    fn wins(&self, heaps: &[u32], first: Player) -> bool {
        self.searches().wins_misere(&sum(heaps), first).unwrap()
    }
}

fn sum(heaps: &[u32]) -> Sum<u32> {
    heaps.iter().copied().map(Component::Position).collect()
}

fn nim(n: u32, _: Player) -> Vec<Sum<u32>> {
    (0..n).map(|n| vec![Component::Position(n)]).collect()
}

fn kayles(n: u32, _: Player) -> Vec<Sum<u32>> {
    let rest = (1..=2).filter_map(|k| n.checked_sub(k));
    rest.flat_map(|r| (0..=r).map(move |a| [a, r - a].map(Component::Position).to_vec())).collect()
}

fn dawsons_chess(n: u32, _: Player) -> Vec<Sum<u32>> {
    let part = |n: u32| Component::Position(n);
    (1..=n).map(|k| vec![part(k.saturating_sub(2)), part((n - k).saturating_sub(1))]).collect()
}

fn grundys_game(n: u32, _: Player) -> Vec<Sum<u32>> {
    (1..n).filter(|a| 2 * a < n).map(|a| [a, n - a].map(Component::Position).to_vec()).collect()
}

/// Left takes 1, Right takes 1 or 3.
fn unequal(n: u32, player: Player) -> Vec<Sum<u32>> {
    let steps: &[u32] = if player == Player::Left { &[1] } else { &[1, 3] };
    steps.iter().filter_map(|k| n.checked_sub(*k)).map(|n| vec![Component::Position(n)]).collect()
}

/// A genus as it is printed, without the sign of the power.
fn shown(genus: &Genus) -> String {
    let digits: String = genus.superscript().iter().map(u32::to_string).collect();
    format!("{}^{digits}", genus.normal())
}

/// Bouton 1901: in misère Nim the first player wins exactly when all heaps are at most 1 and
/// their nim-sum is 0, or when some heap is larger and the nim-sum is not 0.
#[test]
fn nim_is_as_bouton_says() {
    let nim = of(true, nim);
    for a in 0..6 {
        for b in 0..=a {
            for c in 0..=b {
                let sum = a ^ b ^ c;
                let first = if a <= 1 { sum == 0 } else { sum != 0 };
                assert_eq!(nim.wins(&[a, b, c], Player::Left), first);
                assert_eq!(nim.genus(&[a, b, c]).misere() != 0, first);
            }
        }
    }
}

/// Winning Ways, chapter 13; Sibert and Conway, Mathematical Kayles, 1992: the genera of the
/// first heaps. Those to 25 are also what CGSuite 2.2 finds.
#[test]
fn kayles_has_its_published_genera() {
    let published = "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046 1^13 \
                     2^20 7^57 1^13 4^64 3^31 2^20 1^031 4^64 6^46 7^57 4^64 1^731";
    let kayles = of(true, kayles);
    for (n, genus) in published.split(' ').enumerate() {
        assert_eq!(shown(&kayles.genus(&[n as u32])), genus, "heap {n}");
    }
}

/// Winning Ways, chapter 13, table of genera of Dawson's Chess and Grundy's Game.
#[test]
fn other_games_have_their_published_genera() {
    let chess = "0^120 1^031 1^031 2^20 0^120 3^31 1^031 1^031 0^120 3^1431 3^31 2^0520 2^20 \
                 4^146 0^120 5^057 2^0520 2^20 3^1431 3^31 0^02 1^031 1^13 3^1431 0^31 2^0520";
    let grundy = "0^120 0^120 0^120 1^031 0^120 2^20 1^031 0^120 2^20 1^031 0^120 2^20 1^031 \
                  3^1431 2^20 1^031 3^1431 2^20 4^0564 3^1431";
    for (rules, published) in [(of(true, dawsons_chess), chess), (of(true, grundys_game), grundy)] {
        for (n, genus) in published.split(' ').enumerate() {
            assert_eq!(shown(&rules.genus(&[n as u32])), genus, "heap {n}");
        }
    }
}

#[test]
fn three_ways_agree_on_small_sums() {
    for rules in [of(true, kayles), of(true, dawsons_chess), of(true, grundys_game)] {
        for a in 0..13 {
            for b in 0..=a.min(6) {
                let genus = rules.genus(&[a, b]);
                let form = rules.canonical(&[a, b]);
                assert_eq!(rules.forms.genus(form).unwrap(), genus, "{a} {b}");
                assert_eq!(rules.wins(&[a, b], Player::Right), genus.misere() != 0, "{a} {b}");
            }
        }
    }
}

/// Who wins by definition.
fn naive(options: fn(u32, Player) -> Vec<Sum<u32>>, heaps: &[u32], player: Player) -> bool {
    let mut stuck = true;
    for (place, &heap) in heaps.iter().enumerate() {
        for option in options(heap, player) {
            stuck = false;
            let mut next = heaps.to_vec();
            next.remove(place);
            next.extend(option.iter().filter_map(|part| match part {
                Component::Position(n) => Some(*n),
                _ => None,
            }));
            if !naive(options, &next, player.opponent()) {
                return true;
            }
        }
    }
    stuck
}

#[test]
fn partizan_sums_are_won_as_by_definition() {
    let rules = of(false, unequal);
    for a in 0..7 {
        for b in 0..=a {
            for player in [Player::Left, Player::Right] {
                assert_eq!(rules.wins(&[a, b], player), naive(unequal, &[a, b], player));
            }
        }
    }
    let genus = rules.searches().genus(&sum(&[3])).unwrap();
    assert_eq!(genus, None, "players have different moves");
}

#[test]
fn kayles_to_50_takes_few_sums() {
    let kayles = of(true, kayles);
    kayles.genus(&[50]);
    let sums = kayles.memo.sums_with_genus();
    assert!(sums < 100_000, "{sums}");
}

/// With a transposition table that never grows.
#[test]
fn winners_are_the_same_when_entries_are_replaced() {
    let (free, scarce) = (of(false, unequal), within(scarce(), false, unequal));
    let count = replaced(|| {
        for heaps in [[5, 4, 3], [6, 4, 2], [7, 3, 2]] {
            for player in [Player::Left, Player::Right] {
                let expected = free.wins(&heaps, player);
                assert_eq!(scarce.wins(&heaps, player), expected, "{heaps:?}");
            }
        }
    });
    assert!(count > 0);
}
