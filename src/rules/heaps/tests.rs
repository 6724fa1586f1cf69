//! Which rulesets have tables is tested here, their nimbers in `tests/golden/rulesets/heaps.game`.

use super::program::Linear;

#[test]
fn sums_of_slots_are_collected() {
    let (n, k) = (Linear::slot(0), Linear::slot(1));
    let rest = n.plus(&k, -1).unwrap().plus(&Linear::constant(3), 2).unwrap();
    assert_eq!(rest, Linear { constant: 6, terms: vec![(0, 1), (1, -1)] });
    assert_eq!(rest.plus(&k, 1).unwrap().terms, [(0, 1)]);
    assert_eq!(rest.plus(&Linear::constant(i64::MAX), 1), None);
}
