//! Loopy games with short games among their options, and larger graphs, against the definitions.

use crate::oracle::LoopyForm;
use upstar_core::loopy::{Builder, GameValue, LoopySide, at_least, sum, value};
use upstar_core::{Game, Store};

use crate::loopy_laws::{form_of, graphs, random_graph, worth};
use crate::support::{Choices, day_two, store};

/// A graph of so many vertices with options among them and the games, twice: as it is, and with
/// the games written out.
fn mixed(
    store: &Store,
    choices: &mut Choices,
    games: &[Game],
    vertices: usize,
) -> (GameValue, LoopyForm) {
    let mut builder = Builder::new(store);
    let mut naive = LoopyForm { options: vec![Default::default(); vertices], root: 0 };
    for _ in 0..vertices {
        builder.vertex();
    }
    for vertex in 0..vertices {
        let mut sides = [Vec::new(), Vec::new()];
        for (n, side) in sides.iter_mut().enumerate() {
            for _ in 0..=choices.below(2) {
                if choices.below(2) == 0 {
                    let to = choices.below(vertices);
                    side.push(to as u32);
                    naive.options[vertex][n].push(to);
                } else {
                    let g = games[choices.below(games.len())];
                    side.push(builder.game(g).unwrap());
                    let start = naive.options.len();
                    let form = LoopyForm::of_game(store, g).unwrap();
                    let moved = |list: &Vec<usize>| list.iter().map(|to| to + start).collect();
                    naive.options.extend(form.options.iter().map(|[l, r]| [moved(l), moved(r)]));
                    naive.options[vertex][n].push(start + form.root);
                }
            }
        }
        let [left, right] = sides;
        builder.set(vertex as u32, left, right).unwrap();
    }
    (value(store, &builder.finish(), 0).unwrap(), naive)
}

fn games(store: &Store) -> Vec<Game> {
    let mut games = day_two(store);
    games.push(store.integer(3).unwrap());
    games.push(store.number(&upstar_core::Dyadic::small(-5, 2)).unwrap());
    games
}

/// The sides are the same as those of the graph.
fn agrees(store: &Store, g: &GameValue, graph: &LoopyForm) {
    let (on, off) = (form_of(store, &g.onside()), form_of(store, &g.offside()));
    assert!(on.onside_ge(graph) && graph.onside_ge(&on), "{graph:?} {g:?}");
    assert!(off.offside_ge(graph) && graph.offside_ge(&off), "{graph:?} {g:?}");
    for (side, form) in [(g.onside(), &on), (g.offside(), &off)] {
        assert!(matches!(side, LoopySide::Unresolved(_)) || form.is_stopper(), "{graph:?} {g:?}");
    }
}

#[test]
fn sides_of_graphs_with_short_games_are_theirs() {
    let store = store();
    let (games, mut choices) = (games(&store), Choices(41));
    for n in 0..1500 {
        let (g, graph) = mixed(&store, &mut choices, &games, 1 + n % 4);
        agrees(&store, &g, &graph);
    }
}

#[test]
fn order_and_sums_of_games_with_short_games_agree_with_the_definition() {
    let store = store();
    let (games, mut choices) = (games(&store), Choices(43));
    for n in 0..300 {
        let (g, graph) = mixed(&store, &mut choices, &games, 1 + n % 3);
        let (h, other) = mixed(&store, &mut choices, &games, 1 + n % 2);
        let both = graph.onside_ge(&other) && graph.offside_ge(&other);
        assert_eq!(at_least(&store, &g, &h).unwrap(), both, "{graph:?} {other:?}");
        if n % 10 == 0 {
            agrees(&store, &sum(&store, &g, &h).unwrap(), &graph.plus(&other));
        }
        let short = games[n % games.len()];
        let shifted = sum(&store, &g, &GameValue::Short(short)).unwrap();
        let added = graph.plus(&LoopyForm::of_game(&store, short).unwrap());
        agrees(&store, &shifted, &added);
    }
}

#[test]
fn sides_of_larger_graphs_are_theirs() {
    let store = store();
    let mut choices = Choices(47);
    for n in 0..300 {
        let graph = random_graph(&mut choices, 7 + n % 5, 1 + n % 3);
        agrees(&store, &worth(&store, &graph), &graph);
    }
}

/// Moves lead to lower ranks of the opponent, so play with players alternating ends.
#[test]
fn stoppers_on_larger_graphs_are_simplified() {
    let store = store();
    let mut choices = Choices(53);
    let mut loopy = 0;
    for _ in 0..300 {
        let count = 12;
        let ranks: Vec<[usize; 2]> =
            (0..count).map(|_| [0, 1].map(|_| choices.below(1000))).collect();
        let mut side = |vertex: usize, side: usize| -> Vec<usize> {
            let to = (0..6).map(|_| choices.below(count));
            to.filter(|to| ranks[*to][1 - side] < ranks[vertex][side]).collect()
        };
        let options = (0..count).map(|v| [side(v, 0), side(v, 1)]).collect();
        let graph = LoopyForm { options, root: 0 };
        assert!(graph.is_stopper());
        let g = worth(&store, &graph);
        assert!(g.is_stopper());
        agrees(&store, &g, &graph);
        loopy += u32::from(matches!(g, GameValue::Loopy(_)));
    }
    assert!(loopy > 20, "{loopy}");
}

#[test]
fn vertices_may_be_valued_together() {
    let store = store();
    for graph in graphs(26, 500) {
        let all: Vec<u32> = (0..graph.options.len() as u32).collect();
        let together = upstar_core::loopy::values(&store, &graph.graph(), &all).unwrap();
        for (root, g) in together.into_iter().enumerate() {
            assert_eq!(g, worth(&store, &LoopyForm { root, ..graph.clone() }));
        }
    }
}
