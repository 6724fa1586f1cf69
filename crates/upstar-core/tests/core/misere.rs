//! What is known of early days, and the naive oracle.

use upstar_core::Budget;
use upstar_core::misere::{Genus, MisereForm, MisereStore, MisereSums};

use crate::oracle::misere::{Tree, distinguished, previous_wins};

/// All games born by a day, each once.
fn born_by(forms: &MisereStore, day: u32) -> Vec<MisereForm> {
    let mut games = vec![MisereForm::ZERO];
    for _ in 0..day {
        let sets = 0u32..1 << games.len();
        let chosen = |set: u32| -> Vec<MisereForm> {
            (0..games.len()).filter(|n| set >> n & 1 == 1).map(|n| games[n]).collect()
        };
        let mut next: Vec<MisereForm> = sets.map(|set| forms.form(&chosen(set)).unwrap()).collect();
        next.sort_unstable();
        next.dedup();
        games = next;
    }
    games
}

fn tree(forms: &MisereStore, form: MisereForm) -> Tree {
    let options = forms.options(form).unwrap();
    Tree::new(options.into_iter().map(|option| tree(forms, option)).collect())
}

fn store() -> MisereStore {
    MisereStore::new(Budget::unlimited())
}

/// On Numbers and Games, end of chapter 12, after Grundy and Smith 1956.
#[test]
fn few_games_are_born_early() {
    let forms = store();
    let counts: Vec<usize> = (0..=4).map(|day| born_by(&forms, day).len()).collect();
    assert_eq!(counts, [1, 2, 3, 5, 22]);
}

/// The games of day 5 are sets of those of day 4 that do not revert. Those that revert to H
/// contain the options of H, and otherwise only games that have H as an option; by the same
/// source 4171780 remain.
#[test]
fn many_games_are_born_on_day_5() {
    let forms = store();
    let games = born_by(&forms, 4);
    let mut sets = 1u64 << games.len();
    for h in born_by(&forms, 3) {
        let has_h = |game: &&MisereForm| forms.options(**game).unwrap().contains(&h);
        let reversible: Vec<&MisereForm> = games.iter().filter(has_h).collect();
        sets -= (1 << reversible.len()) - 1;
        if h == MisereForm::ZERO {
            // Sets that the proviso saves: nothing to move to wins.
            let lost =
                reversible.iter().filter(|game| !forms.previous_wins(***game).unwrap()).count();
            sets += (1 << lost) - 1;
        }
    }
    assert_eq!(sets, 4_171_780);
}

/// Games of day 4 are tests enough for the sets of games of day 2, not for those of day 3.
#[test]
fn games_are_equal_exactly_when_no_other_game_tells_them_apart() {
    let forms = store();
    let games = born_by(&forms, 2);
    let tests: Vec<Tree> = born_by(&forms, 4).iter().map(|form| tree(&forms, *form)).collect();
    let typed: Vec<(MisereForm, Tree)> = (0..1u32 << games.len())
        .map(|set| {
            let chosen = (0..games.len()).filter(|n| set >> n & 1 == 1);
            let options: Vec<MisereForm> = chosen.map(|n| games[n]).collect();
            let trees = options.iter().map(|option| tree(&forms, *option)).collect();
            (forms.form(&options).unwrap(), Tree::new(trees))
        })
        .collect();
    for (n, (form, tree)) in typed.iter().enumerate() {
        for (other, other_tree) in &typed[..n] {
            let apart = distinguished(tree, other_tree, &tests);
            assert_eq!(form != other, apart, "{tree:?} {other_tree:?}");
        }
    }
}

#[test]
fn simplifying_does_not_change_outcomes_of_sums() {
    let forms = store();
    let games = born_by(&forms, 3);
    let trees: Vec<Tree> = games.iter().map(|form| tree(&forms, *form)).collect();
    let twos = [tree(&forms, MisereForm::ZERO), Tree::nimber(2).plus(&Tree::nimber(2))];
    for set in 0..1u32 << games.len() {
        let chosen = (0..games.len()).filter(|n| set >> n & 1 == 1);
        let (options, typed): (Vec<MisereForm>, Vec<Tree>) =
            chosen.map(|n| (games[n], trees[n].clone())).unzip();
        let simplest = tree(&forms, forms.form(&options).unwrap());
        let typed = Tree::new(typed);
        for x in trees.iter().chain(&twos) {
            let outcomes = [&simplest, &typed].map(|tree| previous_wins(&tree.plus(x)));
            assert_eq!(outcomes[0], outcomes[1], "{typed:?} {simplest:?} {x:?}");
        }
    }
}

#[test]
fn sums_are_those_of_trees() {
    let forms = store();
    let games = born_by(&forms, 4);
    for &a in &games[..12] {
        for &b in &games[..12] {
            let sum = forms.add(a, b).unwrap();
            let naive = tree(&forms, a).plus(&tree(&forms, b));
            assert_eq!(forms.previous_wins(sum).unwrap(), previous_wins(&naive));
            let options = forms.options(sum).unwrap();
            assert_eq!(forms.form(&options).unwrap(), sum, "simplest forms stay as they are");
        }
    }
}

#[test]
fn sums_are_commutative_and_associative_and_mates_lose() {
    let forms = store();
    let games = born_by(&forms, 4);
    let some: Vec<MisereForm> = games.iter().copied().step_by(3).collect();
    for &a in &games {
        let mate = forms.mate(a).unwrap();
        assert!(forms.previous_wins(forms.add(a, mate).unwrap()).unwrap(), "{a:?} {mate:?}");
        assert_eq!(forms.add(a, MisereForm::ZERO).unwrap(), a);
    }
    for &a in &some[..5] {
        for &b in &some[..5] {
            assert_eq!(forms.add(a, b).unwrap(), forms.add(b, a).unwrap());
            for &c in &some[..4] {
                let left = forms.add(forms.add(a, b).unwrap(), c).unwrap();
                let right = forms.add(a, forms.add(b, c).unwrap()).unwrap();
                assert_eq!(left, right);
            }
        }
    }
}

#[test]
fn the_genus_says_who_wins_with_heaps_of_nim_beside() {
    let forms = store();
    for form in born_by(&forms, 4) {
        let genus = forms.genus(form).unwrap();
        let mut with_twos = form;
        for n in 0..5 {
            for heap in 0..6 {
                let sum = forms.add(with_twos, forms.nimber(heap).unwrap()).unwrap();
                assert_eq!(
                    forms.previous_wins(sum).unwrap(),
                    genus.at(n) == heap,
                    "{form:?} {n} {heap}"
                );
            }
            with_twos = forms.add(with_twos, forms.nimber(2).unwrap()).unwrap();
        }
    }
}

#[test]
fn sums_have_the_genera_of_canonical_forms() {
    let forms = store();
    let mut sums = MisereSums::new(Budget::unlimited());
    let games = born_by(&forms, 4);
    for &a in &games {
        for &b in &games[..10] {
            let (left, right) =
                (sums.of_form(&forms, a).unwrap(), sums.of_form(&forms, b).unwrap());
            let added = sums.add(left, right).unwrap();
            let sum = forms.add(a, b).unwrap();
            assert_eq!(sums.genus(added).unwrap(), forms.genus(sum).unwrap());
        }
    }
}

#[test]
fn heaps_of_nim_have_the_genera_of_winning_ways() {
    let genus = |n| (Genus::of_nimber(n).normal(), Genus::of_nimber(n).superscript().to_vec());
    assert_eq!(genus(0), (0, vec![1, 2, 0]));
    assert_eq!(genus(1), (1, vec![0, 3, 1]));
    assert_eq!(genus(2), (2, vec![2, 0]));
    assert_eq!(genus(3), (3, vec![3, 1]));
    assert_eq!(genus(4), (4, vec![4, 6]));
    let forms = store();
    let two_twos = forms.add(MisereForm::ZERO, forms.nimber(2).unwrap()).unwrap();
    let two_twos = forms.add(two_twos, two_twos).unwrap();
    assert_eq!(forms.genus(two_twos).unwrap(), Genus::new(0, &[0, 2]).unwrap());
    assert!(forms.is_tame(two_twos).unwrap());
}
