//! Every question about one game agrees with its definition on all games of day 3.

use std::collections::{BTreeSet, HashSet};

use crate::oracle::Form;
use num_traits::ToPrimitive;
use upstar_core::short::*;
use upstar_core::{
    Dyadic, Error, Game, Store, cool, freeze, mean, name, temperature, up_power, uptimal_expansion,
};

use crate::support::{day_three, store};

/// All games of day 3, each with its form.
fn games(store: &Store) -> Vec<(Game, Form)> {
    let form = |g: Game| (g, Form::of(store, g).unwrap());
    day_three(store).into_iter().map(form).collect()
}

#[test]
fn kinds_and_counts_are_as_defined() {
    let store = store();
    for (g, f) in games(&store) {
        assert_eq!(is_all_small(&store, g), Ok(f.is_all_small()));
        assert_eq!(is_infinitesimal(&store, g), Ok(f.is_within_fraction(6)), "{f:?}");
        assert_eq!(is_numberish(&store, g), Ok(f.left_stop() == f.right_stop()));
        assert_eq!(store.is_number(g), f.number().is_some());
        assert_eq!(store.as_number(g), f.number());
        assert_eq!(parity(&store, g), Ok(f.parity()));
        assert_eq!(temper(&store, g), Ok(f.temper()));
        assert_eq!(stop_count(&store, g).unwrap().to_u64(), Some(f.stop_count()));
        assert_eq!(far_star(&store, g), Ok(f.far_star(5)));
        let found = followers(&store, g).unwrap();
        let forms: BTreeSet<Form> = found.iter().map(|h| Form::of(&store, *h).unwrap()).collect();
        assert_eq!((found[0], forms.len()), (g, found.len()));
        assert_eq!(forms, f.followers());
        let again = name(&store, g).unwrap().game(&store).unwrap();
        assert_eq!(Form::of(&store, again).unwrap(), f);
    }
}

/// Nimbers from the far star on compare alike with a game; the least smaller one that does not
/// is a follower.
#[test]
fn games_do_not_tell_remote_stars_apart() {
    let store = store();
    let stars: Vec<Form> = (0..6).map(Form::nimber).collect();
    for (g, f) in games(&store) {
        let far = far_star(&store, g).unwrap() as usize;
        let compare = |star: &Form| (f.at_most(star), star.at_most(&f));
        let remote = compare(&stars[far]);
        assert!(stars[far..].iter().all(|star| compare(star) == remote), "{f:?}");
    }
}

#[test]
fn the_far_stars_of_ups_are_as_defined() {
    let store = store();
    for (x, ups) in (-4..=4).flat_map(|x| (-5..=5).map(move |ups| (x, ups))) {
        for star in 0..7 {
            let g = store.number_up_star(&Dyadic::small(x, 1), ups, star).unwrap();
            let f = Form::of(&store, g).unwrap();
            assert_eq!(far_star(&store, g), Ok(f.far_star(9)), "{x}/2 + {ups} ups + *{star}");
        }
    }
    let far = store.number_up_star(&Dyadic::ZERO, 1_000_000_000, 2).unwrap();
    assert_eq!(far_star(&store, far), Ok(3));
}

/// Temperatures of day 3 are multiples of a sixteenth, and below three.
#[test]
fn means_and_temperatures_are_as_defined() {
    let store = store();
    let step = Dyadic::small(1, 4);
    for (g, f) in games(&store) {
        let Some((center, hot)) = f.mean_and_temperature(&step, 48) else {
            panic!("{f:?} is hotter than expected")
        };
        assert_eq!(mean(&store, g), Ok(center.clone()), "{f:?}");
        match f.number() {
            Some(x) => {
                let day = Dyadic::new((-1).into(), x.exponent());
                assert_eq!((&x, temperature(&store, g)), (&center, Ok(day)));
                assert_eq!(freeze(&store, g), Ok(g));
            }
            None => {
                assert_eq!(temperature(&store, g), Ok(hot.clone()), "{f:?}");
                let frozen = f.cool(&hot, &step, 48).game(&store).unwrap();
                assert_eq!(freeze(&store, g), Ok(frozen));
                assert_eq!(cool(&store, g, &hot), Ok(frozen));
            }
        }
        check_mean_of_multiple(&store, g, &center, &hot);
    }
}

/// The mean by its definition: the stops of `n` copies stay within the temperature of `n` times
/// the mean (*Winning Ways*, chapter 6, the mean value theorem).
fn check_mean_of_multiple(store: &Store, g: Game, mean: &Dyadic, temperature: &Dyadic) {
    let copies = store.times(&6.into(), g).unwrap();
    let six = mean * &Dyadic::from(6);
    let (left, right) = (store.left_stop(copies).unwrap(), store.right_stop(copies).unwrap());
    assert!(right <= six && six <= left);
    assert!(&left - &six <= *temperature && &six - &right <= *temperature);
}

#[test]
fn incentives_are_as_defined() {
    let store = store();
    let sum = |a, b| store.add(a, b).unwrap();
    for g in day_three(&store) {
        let minus = store.neg(g).unwrap();
        let left: Vec<Game> =
            store.left_options(g).unwrap().iter().map(|l| sum(*l, minus)).collect();
        let right: Vec<Game> = (store.right_options(g).unwrap().iter())
            .map(|r| sum(g, store.neg(*r).unwrap()))
            .collect();
        let both = [&left[..], &right[..]].concat();
        check_best(&store, &left, &left_incentives(&store, g).unwrap());
        check_best(&store, &right, &right_incentives(&store, g).unwrap());
        check_best(&store, &both, &incentives(&store, g).unwrap());
        assert_eq!(incentives_of_both(&store, g), Ok(both));
    }
}

/// These are the games not at most another of them, each once.
fn check_best(store: &Store, games: &[Game], best: &[Game]) {
    let le = |a: &Game, b: &Game| store.le(*a, *b).unwrap();
    let defined: HashSet<Game> =
        games.iter().filter(|g| !games.iter().any(|h| h != *g && le(g, h))).copied().collect();
    assert_eq!(best.len(), defined.len());
    assert_eq!(best.iter().copied().collect::<HashSet<_>>(), defined);
}

/// Source: Grossman and Siegel, "Reductions of partizan games": a form is reduced when every
/// follower is a number or not numberish, and has no option that is dominated or reversible up
/// to an infinitesimal; infinitesimally close reduced forms are equal.
#[test]
fn reduced_forms_are_as_defined() {
    let store = store();
    let mut forms = HashSet::new();
    for g in day_three(&store) {
        let form = reduced(&store, g).unwrap();
        let difference = store.sub(g, form).unwrap();
        assert_eq!(is_infinitesimal(&store, difference), Ok(true));
        if forms.insert(form) {
            for follower in followers(&store, form).unwrap() {
                check_reduced(&store, follower);
            }
        }
    }
    let forms: Vec<Game> = forms.into_iter().collect();
    for (place, a) in forms.iter().enumerate() {
        for b in &forms[..place] {
            assert_eq!(is_infinitesimal(&store, store.sub(*a, *b).unwrap()), Ok(false));
        }
    }
}

fn check_reduced(store: &Store, g: Game) {
    if store.is_number(g) {
        return;
    }
    assert_eq!(is_numberish(store, g), Ok(false));
    let (left, right) = (store.left_options(g).unwrap(), store.right_options(g).unwrap());
    // Up to infinitesimals, `a` is at least `b` when Right cannot bring the difference below 0.
    let ge = |a: Game, b: Game| !store.right_stop(store.sub(a, b).unwrap()).unwrap().is_negative();
    for options in [&left, &right] {
        for a in options {
            assert!(!options.iter().any(|b| a != b && ge(*a, *b)));
        }
    }
    for l in &left {
        assert!(!store.right_options(*l).unwrap().iter().any(|reply| ge(g, *reply)));
    }
    for r in &right {
        assert!(!store.left_options(*r).unwrap().iter().any(|reply| ge(*reply, g)));
    }
}

#[test]
fn atomic_weights_are_as_defined() {
    let store = store();
    let far = Form::nimber(5);
    let weights = small_weights(&store);
    let mut weighed = 0;
    for (g, f) in games(&store) {
        if f.is_all_small() {
            let weight = f.atomic_weight(&far).game(&store).unwrap();
            assert_eq!(atomic_weight(&store, g), Ok(weight), "{f:?}");
            weighed += 1;
        }
        match atomic_weight(&store, g) {
            // The test for a weight: what is left lies between the remote down and up.
            Ok(weight) => assert_eq!(has_atomic_weight(&store, g, weight), Ok(true)),
            Err(error) => {
                assert_eq!(error, Error::NoAtomicWeight);
                check_no_weight(&store, g, &weights);
            }
        }
    }
    assert!(weighed > 50, "{weighed}");
}

/// The integers from -2 to 2, and the games with one of them for each player.
fn small_weights(store: &Store) -> Vec<Game> {
    let integers: Vec<Game> = (-2..=2).map(|n| store.integer(n).unwrap()).collect();
    let pairs = integers.iter().flat_map(|a| integers.iter().map(|b| (*a, *b)));
    let mut all: Vec<Game> = pairs.map(|(a, b)| store.game(&[a], &[b]).unwrap()).collect();
    all.extend(&integers);
    all.sort_by(Game::by_id);
    all.dedup();
    all
}

fn check_no_weight(store: &Store, g: Game, weights: &[Game]) {
    for weight in weights {
        assert_eq!(has_atomic_weight(store, g, *weight), Ok(false));
    }
}

/// Infinitesimals with threats of numbers, and without a small weight.
#[test]
fn some_infinitesimals_have_no_atomic_weight() {
    let store = store();
    let weights = small_weights(&store);
    let ups = |n| store.number_up_star(&Dyadic::ZERO, n, 0).unwrap();
    let pair = |a: Game, b: Game| store.game(&[a], &[b]).unwrap();
    let (one, minus) = (Game::ONE, store.integer(-1).unwrap());
    for (left, right) in [
        (pair(one, Game::STAR), pair(ups(-1), Game::ZERO)),
        (pair(Game::ZERO, ups(3)), pair(ups(1), minus)),
    ] {
        let g = pair(left, right);
        assert_eq!(is_infinitesimal(&store, g), Ok(true));
        assert_eq!(atomic_weight(&store, g), Err(Error::NoAtomicWeight));
        check_no_weight(&store, g, &weights);
    }
}

/// A game has an uptimal expansion exactly when some small sum of numbers, powers of up and a
/// star is equal to it, and this sum is its expansion.
#[test]
fn uptimal_expansions_are_as_defined() {
    let store = store();
    let powers: Vec<Game> = (1..=3).map(|n| up_power(&store, n).unwrap()).collect();
    let times = |n: i64, g: Game| store.times(&n.into(), g).unwrap();
    let mut sums = std::collections::HashMap::new();
    for code in 0..7 * 5 * 3 * 4 {
        let (a, b, c, star) = (code % 7 - 3, code / 7 % 5 - 2, code / 35 % 3 - 1, code / 105);
        let star = star as u32;
        let ups = store.add(times(a, powers[0]), times(b, powers[1])).unwrap();
        let rest = store.add(times(c, powers[2]), store.nimber(star).unwrap()).unwrap();
        sums.insert(store.add(ups, rest).unwrap(), ([a, b, c], star));
    }
    assert_eq!(sums.len(), 420);
    for g in day_three(&store) {
        let (number, rest) = store.split_number(g).unwrap();
        let expansion = uptimal_expansion(&store, g).unwrap().map(|found| {
            let at = |i: usize| found.coefficients.get(i).copied().unwrap_or_default();
            assert!(found.coefficients.len() <= 3 && found.number == number);
            ([at(0), at(1), at(2)], found.star)
        });
        assert_eq!(expansion, sums.get(&rest).copied());
    }
}
