//! How many values are born by each day. Source: *Winning Ways*, chapter 6 (22 by day 2);
//! Hickerson and Li, cited in Calistrate, Paulhus and Wolfe (1474 by day 3).

use upstar_core::short::day;
use upstar_core::{Dyadic, Game, Outcome};

use crate::support::{antichains, day_two, next_day, store};

#[test]
fn four_values_are_born_by_day_one_and_twenty_two_by_day_two() {
    let store = store();
    let one = next_day(&store, &[Game::ZERO]);
    assert_eq!(one.len(), 4);
    assert_eq!(antichains(&store, &one).len(), 6);
    assert_eq!(next_day(&store, &one).len(), 22);
    assert_eq!(day(&store, 2).unwrap().len(), 22);
}

#[test]
fn values_born_by_day_three_number_1474() {
    let store = store();
    assert_eq!(next_day(&store, &day_two(&store)).len(), 1474);
    assert_eq!(day(&store, 3).unwrap().len(), 1474);
}

#[test]
fn small_published_values() {
    let store = store();
    let n = |k| store.integer(k).unwrap();
    let up = store.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
    let star = Game::STAR;
    assert_eq!(store.game(&[n(0)], &[star]).unwrap(), up);
    let up_star = store.add(up, star).unwrap();
    assert_eq!(store.game(&[n(0), star], &[n(0)]).unwrap(), up_star);
    let double = store.add(up, up_star).unwrap();
    assert_eq!(store.game(&[n(0)], &[up]).unwrap(), double);
    let switch = store.game(&[n(1)], &[n(-1)]).unwrap();
    assert_eq!(store.add(switch, switch).unwrap(), Game::ZERO);
    assert_eq!(store.outcome(switch).unwrap(), Outcome::N);
    let tiny = store.game(&[n(0)], &[store.game(&[n(0)], &[n(-2)]).unwrap()]).unwrap();
    assert!(store.gt(tiny, Game::ZERO).unwrap() && store.gt(up, tiny).unwrap());
}
