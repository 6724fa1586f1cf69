//! What depends on the form of loopy games: ordinal sums and followers, against the definitions.

use std::collections::HashSet;

use crate::oracle::LoopyForm;
use upstar_core::loopy::{GameValue, ordinal_sum, ordinal_sum_of_form, values};
use upstar_core::{Player, Store};

use crate::loopy_laws::{form_of, graphs, worth};
use crate::support::store;

/// Whether a value is that of a graph, by the naive order.
fn is_value(g: &GameValue, graph: &LoopyForm, store: &Store) -> bool {
    let (on, off) = (form_of(store, &g.onside()), form_of(store, &g.offside()));
    on.onside_ge(graph) && graph.onside_ge(&on) && off.offside_ge(graph) && graph.offside_ge(&off)
}

/// The values of the options of the root.
fn options(store: &Store, graph: &LoopyForm) -> [Vec<GameValue>; 2] {
    [0, 1].map(|side| {
        let vertices: Vec<u32> =
            graph.options[graph.root][side].iter().map(|to| *to as u32).collect();
        values(store, &graph.graph(), &vertices).unwrap()
    })
}

#[test]
fn ordinal_sums_of_forms_are_as_defined() {
    let store = store();
    let (bases, others) = (graphs(31, 1500), graphs(32, 1500));
    for (base, other) in bases.iter().zip(&others) {
        let [left, right] = options(&store, base);
        let h = worth(&store, other);
        let sum = ordinal_sum_of_form(&store, [&left, &right], &h).unwrap();
        assert!(is_value(&sum, &base.ordinal_sum(other), &store), "{base:?} : {other:?}");
    }
}

#[test]
fn ordinal_sums_of_stoppers_take_the_simplest_form() {
    let store = store();
    for (base, other) in graphs(33, 1000).iter().zip(&graphs(34, 1000)) {
        let (g, h) = (worth(&store, base), worth(&store, other));
        if !g.is_stopper() {
            assert!(ordinal_sum(&store, &g, &h).is_err());
            continue;
        }
        let sum = ordinal_sum(&store, &g, &h).unwrap();
        let defined = form_of(&store, &g.onside()).ordinal_sum(other);
        assert!(is_value(&sum, &defined, &store), "{base:?} : {other:?}");
    }
}

#[test]
fn followers_are_the_closure_under_moves() {
    let store = store();
    for graph in graphs(35, 2000) {
        let g = worth(&store, &graph);
        if !g.is_stopper() {
            assert!(g.followers(&store).is_err());
            continue;
        }
        let form = form_of(&store, &g.onside());
        let vertices: Vec<u32> = form.reachable(form.root).iter().map(|v| *v as u32).collect();
        let mut closure = values(&store, &form.graph(), &vertices).unwrap();
        let mut seen = HashSet::new();
        closure.retain(|value| seen.insert(value.clone()));
        let found = g.followers(&store).unwrap();
        assert_eq!(found.first(), Some(&g));
        for follower in &found {
            for player in [Player::Left, Player::Right] {
                for option in follower.options(&store, player).unwrap() {
                    assert!(found.contains(&option));
                }
            }
        }
        assert_eq!(found.len(), closure.len(), "{graph:?}");
        assert!(found.iter().all(|follower| seen.contains(follower)), "{graph:?}");
    }
}
