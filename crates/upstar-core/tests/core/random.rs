//! A hundred thousand random games agree with the definitions, and sums do not depend on how
//! they are grouped.

use std::collections::HashMap;

use crate::oracle::Form;
use upstar_core::{Game, Store};

use crate::laws::build;
use crate::support::{Choices, day_three, random_form, store};

/// How many random games are checked.
const GAMES: usize = 100_000;
/// A store is used for so many of them, so that what it remembers is tested too.
const PER_STORE: usize = 500;
/// Sums are checked when their trees are not larger than about this.
const SMALL: usize = 60;

fn size(form: &Form) -> usize {
    1 + form.all_options().map(size).sum::<usize>()
}

#[test]
fn random_games_are_as_defined() {
    let mut choices = Choices(1976);
    let (mut seen, mut sums) = (0, 0);
    while seen < GAMES {
        let store = store();
        let mut before = (Game::ZERO, Form::default());
        for _ in 0..PER_STORE {
            let form = random_form(&mut choices, 4);
            let g = form.game(&store).unwrap();
            let canonical = form.canonical();
            assert_eq!(Form::of(&store, g).unwrap(), canonical, "{form:?}");
            assert_eq!(store.outcome(g), Ok(form.outcome()), "{form:?}");
            let (h, other) = &before;
            assert_eq!(store.le(g, *h), Ok(canonical.at_most(other)), "{form:?} {other:?}");
            assert_eq!(store.le(*h, g), Ok(other.at_most(&canonical)), "{other:?} {form:?}");
            if size(&canonical) * size(other) <= SMALL {
                let sum = canonical.add(other).canonical();
                assert_eq!(Form::of(&store, store.add(g, *h).unwrap()).unwrap(), sum);
                sums += 1;
            }
            before = (g, canonical);
            seen += 1;
        }
    }
    assert!(sums > GAMES / 2, "{sums}");
}

/// Numbers for canonical forms that are the same in all stores.
#[derive(Default)]
pub(crate) struct Shapes(HashMap<(Vec<usize>, Vec<usize>), usize>);

impl Shapes {
    /// The number of the canonical form of `g`, by its options alone.
    pub(crate) fn of(&mut self, store: &Store, g: Game, done: &mut HashMap<Game, usize>) -> usize {
        if let Some(known) = done.get(&g) {
            return *known;
        }
        let mut side = |options: Vec<Game>| {
            let mut shapes: Vec<usize> =
                options.iter().map(|option| self.of(store, *option, done)).collect();
            shapes.sort_unstable();
            shapes
        };
        let left = side(store.left_options(g).unwrap());
        let right = side(store.right_options(g).unwrap());
        let next = self.0.len();
        let shape = *self.0.entry((left, right)).or_insert(next);
        done.insert(g, shape);
        shape
    }
}

/// Each grouping has a store of its own, in which the summands are made anew.
#[test]
fn sums_of_three_do_not_depend_on_the_grouping() {
    let mut choices = Choices(7);
    for _ in 0..60 {
        let mut stream = || -> Vec<u8> { (0..16).map(|_| choices.below(256) as u8).collect() };
        let streams = [stream(), stream(), stream()];
        check_groupings(|store| streams.each_ref().map(|choices| build(store, choices)));
    }
}

#[test]
fn sums_of_three_games_of_day_three_do_not_depend_on_the_grouping() {
    let template = store();
    let games = day_three(&template);
    let forms: Vec<Form> = games.iter().map(|g| Form::of(&template, *g).unwrap()).collect();
    let mut choices = Choices(11);
    for _ in 0..300 {
        let three = [(); 3].map(|()| &forms[choices.below(forms.len())]);
        check_groupings(|store| three.map(|form| form.game(store).unwrap()));
    }
}

fn check_groupings(summands: impl Fn(&Store) -> [Game; 3]) {
    let (first, second) = (store(), store());
    let [a, b, c] = summands(&first);
    let one = first.add(first.add(a, b).unwrap(), c).unwrap();
    let [a, b, c] = summands(&second);
    let two = second.add(a, second.add(b, c).unwrap()).unwrap();
    let mut shapes = Shapes::default();
    let one = shapes.of(&first, one, &mut HashMap::new());
    assert_eq!(one, shapes.of(&second, two, &mut HashMap::new()));
}
