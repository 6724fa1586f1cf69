//! Known values of loopy games, with sources.

use upstar_core::loopy::{
    Builder, Loopy, Side, Worth, at_least, compare, degree, negative, sum, times, value,
};
use upstar_core::{Comparison, Game, Outcome, Store};

use crate::support::store;

/// The value of the first of these vertices; options are vertices or short games.
#[derive(Clone, Copy)]
pub(crate) enum To {
    V(u32),
    G(Game),
}
use To::{G, V};

pub(crate) fn made(store: &Store, vertices: &[(&[To], &[To])]) -> Worth {
    let mut builder = Builder::new(store);
    for _ in vertices {
        builder.vertex();
    }
    for (vertex, (left, right)) in vertices.iter().enumerate() {
        let mut side = |list: &[To]| {
            list.iter()
                .map(|to| match to {
                    V(v) => *v,
                    G(g) => builder.game(*g).unwrap(),
                })
                .collect::<Vec<u32>>()
        };
        let (left, right) = (side(left), side(right));
        builder.set(vertex as u32, left, right);
    }
    value(store, &builder.finish(), 0).unwrap()
}

pub(crate) struct Named {
    pub(crate) zero: Worth,
    pub(crate) star: Worth,
    pub(crate) on: Worth,
    pub(crate) off: Worth,
    pub(crate) over: Worth,
    pub(crate) under: Worth,
    pub(crate) upon: Worth,
    pub(crate) dud: Worth,
}

pub(crate) fn named(store: &Store) -> Named {
    let (zero, star) = (G(Game::ZERO), G(Game::STAR));
    Named {
        zero: Worth::Short(Game::ZERO),
        star: Worth::Short(Game::STAR),
        on: made(store, &[(&[V(0)], &[])]),
        off: made(store, &[(&[], &[V(0)])]),
        over: made(store, &[(&[zero], &[V(0)])]),
        under: made(store, &[(&[V(0)], &[zero])]),
        upon: made(store, &[(&[V(0)], &[star])]),
        dud: made(store, &[(&[V(0)], &[V(0)])]),
    }
}

#[test]
fn tables_of_sums() {
    let store = store();
    let n = named(&store);
    let all = [
        ("on", &n.on),
        ("off", &n.off),
        ("over", &n.over),
        ("under", &n.under),
        ("upon", &n.upon),
        ("*", &n.star),
        ("dud", &n.dud),
    ];
    for (name, g) in all {
        println!(
            "{name}: {g:?} outcome {:?}",
            match g {
                Worth::Short(g) => store.outcome(*g).unwrap(),
                Worth::Loopy(l) => l.ends(&store).unwrap().outcome(),
            }
        );
    }
    for (a, g) in all {
        for (b, h) in all {
            println!("{a} + {b} = {:?}", sum(&store, g, h).unwrap());
        }
    }
    for (a, g) in &all[..6] {
        println!("degree {a} = {:?}", degree(&store, g));
    }
}
