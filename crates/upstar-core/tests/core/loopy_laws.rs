//! Loopy games on random small graphs: the engine against the definitions, and the laws.

use crate::oracle::LoopyForm;
use upstar_core::loopy::{
    GameValue, Loopy, LoopySide, at_least, compare, degree, downsum, downsum_variety, negative,
    sum, upsum, upsum_variety, value, variety, winners,
};
use upstar_core::{Comparison, Error, Player, Store};

use crate::support::{Choices, store};

/// A graph of so many vertices, each with so many options on a side at most.
pub(crate) fn random_graph(choices: &mut Choices, vertices: usize, most: usize) -> LoopyForm {
    let options = (0..vertices)
        .map(|_| {
            [0, 1].map(|_| {
                let count = choices.below(most + 1);
                (0..count).map(|_| choices.below(vertices)).collect()
            })
        })
        .collect();
    LoopyForm { options, root: 0 }
}

pub(crate) fn worth(store: &Store, graph: &LoopyForm) -> GameValue {
    value(store, &graph.graph(), graph.root as u32).unwrap()
}

pub(crate) fn form_of(store: &Store, side: &LoopySide) -> LoopyForm {
    match side {
        LoopySide::Short(g) => LoopyForm::of_game(store, *g).unwrap(),
        LoopySide::Stopper(stopper) => LoopyForm::of_form(store, stopper.form()).unwrap(),
        LoopySide::Unresolved(form) => LoopyForm::of_form(store, form).unwrap(),
    }
}

fn is_resolved(g: &GameValue) -> bool {
    match g {
        GameValue::Short(_) => true,
        GameValue::Loopy(loopy) => loopy.is_resolved(),
    }
}

/// Random graphs of three kinds, from small to larger.
pub(crate) fn graphs(seed: u64, count: usize) -> Vec<LoopyForm> {
    let mut choices = Choices(seed);
    (0..count)
        .map(|n| match n % 4 {
            0 => random_graph(&mut choices, 2, 2),
            1 => random_graph(&mut choices, 3, 2),
            2 => random_graph(&mut choices, 5, 1),
            _ => random_graph(&mut choices, 5, 2),
        })
        .collect()
}

/// Different values of random graphs, in the order of discovery.
fn values(store: &Store, seed: u64, count: usize) -> Vec<(LoopyForm, GameValue)> {
    let mut found: Vec<(LoopyForm, GameValue)> = Vec::new();
    for graph in graphs(seed, count) {
        let worth = worth(store, &graph);
        if found.iter().all(|(_, other)| *other != worth) {
            found.push((graph, worth));
        }
    }
    found
}

#[test]
fn who_wins_agrees_with_the_definition() {
    let store = store();
    for graph in graphs(11, 4000) {
        let winners = winners(&graph.graph(), store.budget()).unwrap()[0];
        assert_eq!(winners.left_starts, graph.winner(Player::Left), "{graph:?}");
        assert_eq!(winners.right_starts, graph.winner(Player::Right), "{graph:?}");
    }
}

#[test]
fn sides_equal_the_game_they_are_sides_of() {
    let store = store();
    let mut unresolved = 0;
    for graph in graphs(12, 4000) {
        let g = worth(&store, &graph);
        let (on, off) = (form_of(&store, &g.onside()), form_of(&store, &g.offside()));
        assert!(on.onside_ge(&graph) && graph.onside_ge(&on), "{graph:?} {g:?}");
        assert!(off.offside_ge(&graph) && graph.offside_ge(&off), "{graph:?} {g:?}");
        if is_resolved(&g) {
            assert!(on.is_stopper() && off.is_stopper(), "{graph:?} {g:?}");
        } else {
            unresolved += 1;
        }
        assert!(!graph.is_stopper() || g.is_stopper(), "{graph:?} {g:?}");
    }
    println!("{unresolved} unresolved");
}

#[test]
fn simplest_forms_have_no_dominated_or_reversible_option() {
    let store = store();
    for (graph, g) in values(&store, 13, 3000) {
        for side in [g.onside(), g.offside()] {
            let LoopySide::Stopper(_) = side else { continue };
            let form = form_of(&store, &side);
            let at = |root: usize| LoopyForm { root, ..form.clone() };
            for (vertex, sides) in form.options.iter().enumerate() {
                for (n, options) in sides.iter().enumerate() {
                    let ge = |g: usize, h: usize| match n {
                        0 => at(g).onside_ge(&at(h)),
                        _ => at(h).onside_ge(&at(g)),
                    };
                    for &x in options {
                        let dominated = options.iter().any(|y| *y != x && ge(*y, x));
                        assert!(!dominated, "{graph:?} {g:?}");
                        let reversible = form.options[x][1 - n].iter().any(|y| ge(vertex, *y));
                        assert!(!reversible, "{graph:?} {g:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn equal_values_are_equal_data() {
    let store = store();
    let values = values(&store, 14, 1200);
    for (graph, g) in &values {
        for (other, h) in &values {
            if is_resolved(g) && is_resolved(h) {
                let on = graph.onside_ge(other) && other.onside_ge(graph);
                let off = graph.offside_ge(other) && other.offside_ge(graph);
                assert_eq!(on && off, g == h, "{graph:?} {other:?}");
            }
        }
    }
}

#[test]
fn unresolved_sides_equal_no_stopper_that_is_known() {
    let store = store();
    let values = values(&store, 15, 1500);
    let mut stoppers: Vec<LoopySide> = Vec::new();
    for (_, g) in &values {
        for side in [g.onside(), g.offside()] {
            if !matches!(side, LoopySide::Unresolved(_)) && !stoppers.contains(&side) {
                stoppers.push(side);
            }
        }
    }
    let mut unresolved = 0;
    for (graph, g) in &values {
        if let LoopySide::Unresolved(_) = g.onside() {
            unresolved += 1;
            for side in &stoppers {
                let side = form_of(&store, side);
                assert!(!(side.onside_ge(graph) && graph.onside_ge(&side)), "{graph:?}");
            }
        }
    }
    println!("{unresolved} unresolved, {} stoppers", stoppers.len());
}

#[test]
fn relabelled_and_unfolded_graphs_have_the_same_value() {
    let store = store();
    let mut choices = Choices(99);
    for graph in graphs(16, 1500) {
        let count = graph.options.len();
        // Two copies of each vertex; each option leads to one of the copies.
        let copies: Vec<usize> = {
            let mut places: Vec<usize> = (0..2 * count).collect();
            (1..2 * count).rev().for_each(|n| places.swap(n, choices.below(n + 1)));
            places
        };
        let mut options = vec![<[Vec<usize>; 2]>::default(); 2 * count];
        for vertex in 0..2 * count {
            options[copies[vertex]] = [0, 1].map(|side| {
                let list: &Vec<usize> = &graph.options[vertex % count][side];
                list.iter().map(|to| copies[to + count * choices.below(2)]).collect()
            });
        }
        let unfolded = LoopyForm { options, root: copies[0] };
        let (g, h) = (worth(&store, &graph), worth(&store, &unfolded));
        if is_resolved(&g) {
            assert_eq!(g, h, "{graph:?}");
        }
    }
}

#[test]
fn the_order_agrees_with_the_definition_and_is_transitive() {
    let store = store();
    let values: Vec<_> = values(&store, 17, 300);
    let ge = |g: &GameValue, h: &GameValue| at_least(&store, g, h).unwrap();
    for (graph, g) in &values {
        for (other, h) in &values {
            let both = graph.onside_ge(other) && graph.offside_ge(other);
            assert_eq!(ge(g, h), both, "{graph:?} {other:?}");
            let reversed = compare(&store, h, g).unwrap().reverse();
            assert_eq!(compare(&store, g, h).unwrap(), reversed);
        }
    }
    let few = &values[..values.len().min(60)];
    for (_, f) in few {
        for (_, g) in few.iter().filter(|(_, g)| ge(f, g)) {
            for (_, h) in few.iter().filter(|(_, h)| ge(g, h)) {
                assert!(ge(f, h));
            }
        }
    }
}

#[test]
fn greater_games_are_better_in_every_sum() {
    let store = store();
    let values: Vec<_> = values(&store, 18, 60);
    // A win is better than a draw, and a draw than a loss.
    let rank = |winner| match winner {
        Some(Player::Left) => 2,
        None => 1,
        Some(Player::Right) => 0,
    };
    for (graph, g) in &values {
        for (other, h) in &values {
            if !at_least(&store, g, h).unwrap() {
                continue;
            }
            for (with, _) in &values {
                let (a, b) = (graph.plus(with), other.plus(with));
                for starts in [Player::Left, Player::Right] {
                    assert!(rank(a.winner(starts)) >= rank(b.winner(starts)));
                }
            }
        }
    }
}

#[test]
fn values_add_as_graphs_do() {
    let store = store();
    let values: Vec<_> = values(&store, 19, 200);
    for (graph, g) in &values {
        for (other, h) in &values {
            let both = sum(&store, g, h).unwrap();
            assert_eq!(both, sum(&store, h, g).unwrap());
            let direct = worth(&store, &graph.plus(other));
            if is_resolved(&both) || is_resolved(&direct) {
                assert_eq!(both, direct, "{graph:?} {other:?}");
            }
        }
    }
}

#[test]
fn sums_are_associative_and_keep_the_order() {
    let store = store();
    let values: Vec<_> = values(&store, 20, 80);
    let add = |g: &GameValue, h: &GameValue| sum(&store, g, h).unwrap();
    for (_, f) in &values {
        for (_, g) in &values {
            let fg = add(f, g);
            for (_, h) in &values {
                let (one, other) = (add(&fg, h), add(f, &add(g, h)));
                if is_resolved(&one) || is_resolved(&other) {
                    assert_eq!(one, other);
                }
                if at_least(&store, f, g).unwrap() {
                    assert!(at_least(&store, &add(f, h), &add(g, h)).unwrap());
                }
            }
        }
    }
}

#[test]
fn negatives_exchange_the_players() {
    let store = store();
    let values: Vec<_> = values(&store, 21, 400);
    for (graph, g) in &values {
        let minus = negative(&store, g).unwrap();
        if is_resolved(g) {
            assert_eq!(minus, worth(&store, &graph.negative()), "{graph:?}");
            assert_eq!(negative(&store, &minus).unwrap(), *g);
        }
        for (_, h) in values.iter().take(40) {
            let other = negative(&store, h).unwrap();
            let turned = compare(&store, &other, &minus).unwrap();
            assert_eq!(compare(&store, g, h).unwrap(), turned);
        }
    }
}

#[test]
fn values_know_who_wins() {
    let store = store();
    for (graph, g) in values(&store, 22, 3000) {
        if let GameValue::Loopy(loopy) = &g {
            let winners = loopy.winners(&store).unwrap();
            assert_eq!(winners.left_starts, graph.winner(Player::Left), "{graph:?}");
            assert_eq!(winners.right_starts, graph.winner(Player::Right), "{graph:?}");
        }
    }
}

#[test]
fn degrees_are_not_negative_and_adding_them_loses_nothing() {
    let store = store();
    let zero = GameValue::Short(upstar_core::Game::ZERO);
    for (_, g) in values(&store, 23, 600).iter().filter(|(_, g)| g.is_stopper()) {
        let Ok(d) = degree(&store, g) else { continue };
        assert!(at_least(&store, &d, &zero).unwrap(), "{g:?}");
        let same = upstar_core::loopy::upsum(&store, g, &d).unwrap();
        assert!(at_least(&store, &same, g).unwrap());
    }
}

#[test]
fn loopy_values_are_never_short() {
    let store = store();
    for (_, g) in values(&store, 24, 2000) {
        if let GameValue::Loopy(Loopy::Sided(on, off)) = &g {
            assert_ne!(on, off);
        }
    }
}

/// Graphs with a side that is no stopper: three of the eight among 300,000 random graphs of 4 to 9
/// vertices with at most three options for each player.
fn without_stoppers() -> Vec<LoopyForm> {
    let all: [&[[&[usize]; 2]]; 3] = [
        &[
            [&[1, 6, 5], &[3]],
            [&[5, 3, 0], &[]],
            [&[1, 4], &[4, 0]],
            [&[], &[5, 2]],
            [&[6, 0], &[]],
            [&[2], &[5, 6, 4]],
            [&[4, 3], &[4, 5, 1]],
        ],
        &[
            [&[1], &[4]],
            [&[7, 6], &[3, 5]],
            [&[3, 6], &[]],
            [&[4, 6], &[4]],
            [&[], &[6, 2]],
            [&[0, 2], &[5]],
            [&[5], &[4, 0]],
            [&[1], &[]],
        ],
        &[
            [&[0, 2, 3], &[3, 0, 5]],
            [&[], &[6]],
            [&[], &[]],
            [&[3, 2, 4], &[1, 5]],
            [&[6, 1], &[1, 5]],
            [&[0, 5], &[2]],
            [&[0, 2], &[]],
        ],
    ];
    let list = |sides: &[&[usize]; 2]| [sides[0].to_vec(), sides[1].to_vec()];
    let form = |graph: &[[&[usize]; 2]]| graph.iter().map(list).collect();
    all.into_iter().map(|graph| LoopyForm { options: form(graph), root: 0 }).collect()
}

#[test]
fn sides_that_are_no_stoppers_are_kept_as_graphs() {
    let store = store();
    let known = values(&store, 25, 2000);
    for graph in without_stoppers() {
        let g = worth(&store, &graph);
        assert!(!is_resolved(&g));
        let (on, off) = (form_of(&store, &g.onside()), form_of(&store, &g.offside()));
        assert!(on.onside_ge(&graph) && graph.onside_ge(&on), "{graph:?}");
        assert!(off.offside_ge(&graph) && graph.offside_ge(&off), "{graph:?}");
        assert_eq!(compare(&store, &g, &g).unwrap(), Comparison::Equal);
        for (other, h) in &known {
            let le = other.onside_ge(&graph) && other.offside_ge(&graph);
            let ge = graph.onside_ge(other) && graph.offside_ge(other);
            let expected = Comparison::from_bounds(le, ge);
            assert_eq!(compare(&store, &g, h).unwrap(), expected, "{graph:?} {other:?}");
            let side = |side| form_of(&store, &side);
            let same = |stopper: &LoopyForm| stopper.onside_ge(&on) && on.onside_ge(stopper);
            assert!(!matches!(g.onside(), LoopySide::Unresolved(_)) || !same(&side(h.onside())));
        }
        let minus = negative(&store, &g).unwrap();
        let zero = sum(&store, &g, &minus).unwrap();
        let GameValue::Loopy(loopy) = &zero else { panic!("{zero:?}") };
        assert_eq!(loopy.winners(&store).unwrap().left_starts, None);
    }
}

/// By the definitions; of a stopper with a variety both are that, and an idempotent is its own.
#[test]
fn varieties_are_upsums_and_downsums() {
    let store = store();
    let stoppers = values(&store, 25, 2000);
    let stoppers: Vec<GameValue> =
        stoppers.into_iter().map(|(_, g)| g).filter(GameValue::is_stopper).collect();
    let mut with_variety = 0;
    for g in &stoppers {
        let Ok(d) = degree(&store, g) else { continue };
        if sum(&store, &d, &d).unwrap() != d {
            assert_eq!(upsum_variety(&store, g, &d), Err(Error::DegreeNotIdempotent));
            continue;
        }
        let minus = negative(&store, g).unwrap();
        let below = downsum(&store, &minus, &negative(&store, &d).unwrap());
        let above = upsum(&store, &minus, &d);
        if let Ok(found) = upsum_variety(&store, g, &d) {
            assert_eq!(upsum(&store, g, &below.unwrap()), Ok(found));
        }
        if let Ok(found) = downsum_variety(&store, g, &d) {
            assert_eq!(downsum(&store, g, &above.unwrap()), Ok(found));
        }
        if let Ok(found) = variety(&store, g) {
            with_variety += 1;
            assert_eq!(upsum_variety(&store, g, &d).as_ref(), Ok(&found));
            assert_eq!(downsum_variety(&store, g, &d), Ok(found));
        }
        assert_eq!(upsum_variety(&store, &d, &d), Ok(d.clone()));
    }
    assert!(with_variety > 10, "{with_variety}");
}
