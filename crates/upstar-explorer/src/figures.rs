//! Positions as figures with numbered places, and which places a move changes.
//!
//! A page draws the figures and turns clicks on places into moves, without knowing any ruleset.
//!
//! The engine says of each move which places of the drawn position it changes. The page looks for the moves that
//! change all the places that were clicked (`web/src/clicks.ts`). Matches and positions are texts in every message.
//! The engine keeps nothing but definitions, so an instance that ended can be replaced.

use serde_json::{Value as Json, json};
use upstar_core::Store;
use upstar_lang::picture::{DrawnCell, Figure, MOST_PARTS};
use upstar_lang::play::{position, summands};
use upstar_lang::value::graph::typed_label;
use upstar_lang::value::{Result, Value, show};

/// A summand as it is drawn: one figure for each of its parameters that has a shape.
pub struct Drawn {
    text: String,
    ruleset: Option<String>,
    figures: Vec<Figure>,
}

/// The summands of a position as they are drawn.
pub fn drawn(store: &Store, value: &Value) -> Result<Vec<Drawn>> {
    summands(value)?.iter().map(|part| drawn_alone(store, part)).collect()
}

fn drawn_alone(store: &Store, part: &Value) -> Result<Drawn> {
    let mut fault = None;
    let mut words = |value: &Value| {
        show::value(store, value).unwrap_or_else(|why| {
            fault.get_or_insert(why);
            String::new()
        })
    };
    let figure = show::figure(part, &mut words).filter(|figure| figure.parts() <= MOST_PARTS);
    if let Some(fault) = fault {
        return Err(fault);
    }
    let figures = match figure {
        Some(Figure::Row(row)) => row,
        Some(figure) => vec![figure],
        None => Vec::new(),
    };
    let ruleset = position(part).map(|position| position.ruleset.tree.name.text.to_string());
    Ok(Drawn { text: show::value(store, part)?, ruleset, figures })
}

impl Drawn {
    /// `{"text", "ruleset", "figures"}`
    pub fn json(&self) -> Json {
        let figures: Vec<Json> = self.figures.iter().map(figure).collect();
        json!({ "text": self.text, "ruleset": self.ruleset, "figures": figures })
    }

    /// Whether there is more to see than words.
    pub fn has_figure(&self) -> bool {
        self.figures.iter().any(|figure| !matches!(figure, Figure::Words(_)))
    }

    /// The counters of a heap.
    fn heap(&self) -> Option<u64> {
        match self.figures[..] {
            [Figure::Heap(size)] => Some(size),
            _ => None,
        }
    }
}

/// A figure as data: `"kind"` is `board`, `coins`, `heap`, `graph`, `words` or `svg`.
fn figure(figure: &Figure) -> Json {
    match figure {
        Figure::Board(board) => json!({
            "kind": "board",
            "columns": board.columns,
            "slanted": board.slanted,
            "cells": board.cells.iter().map(cell).collect::<Vec<_>>(),
            "symbols": board.symbols.iter().map(cell).collect::<Vec<_>>(),
        }),
        Figure::Coins(heads) => json!({ "kind": "coins", "heads": heads }),
        Figure::Heap(size) => json!({ "kind": "heap", "size": size }),
        Figure::Words(words) => json!({ "kind": "words", "words": words }),
        Figure::Graph(graph) => {
            let (places, size) = graph.places();
            let nodes = graph.nodes.iter().zip(places).map(|(node, place)| {
                json!({
                    "x": place.x,
                    "y": place.y,
                    "name": node.name,
                    "label": node.label.map(|(sign, _)| typed_label(sign)),
                    "symbol": node.label.map(|(_, symbol)| symbol),
                    "token": node.token,
                })
            });
            let edges = graph.edges.iter().map(|edge| {
                let label = edge.label.map(typed_label);
                json!({ "from": edge.from, "to": edge.to, "label": label })
            });
            json!({
                "kind": "graph",
                "width": size.x,
                "height": size.y,
                "nodes": nodes.collect::<Vec<_>>(),
                "edges": edges.collect::<Vec<_>>(),
                "directed": graph.directed,
                "ground": graph.ground,
            })
        }
        other => json!({ "kind": "svg", "svg": other.to_svg(), "about": other.text(false) }),
    }
}

/// `[symbol, letter, glyph]`: the glyph where the ruleset gives one.
fn cell(cell: &DrawnCell) -> Json {
    json!([cell.symbol, cell.letter.to_string(), cell.own.then_some(&cell.glyph)])
}

/// The places that a move changes, each as `[summand, figure, place]`: cells, coins, the counters that
/// are left of a heap, vertices, and edges after all vertices.
pub fn changed(before: &[Drawn], after: &[Drawn]) -> Vec<[usize; 3]> {
    if before.len() == after.len() {
        let pairs = before.iter().zip(after).enumerate();
        return pairs.flat_map(|(part, (old, new))| changed_part(part, old, new)).collect();
    }
    // One summand has become none or several.
    let same = |(a, b): &(&Drawn, &Drawn)| a.text == b.text;
    let front = before.iter().zip(after).take_while(same).count();
    let remaining = before.len().min(after.len()) - front;
    let back = before.iter().rev().zip(after.iter().rev()).take_while(same).count().min(remaining);
    let (old, new) = (&before[front..before.len() - back], &after[front..after.len() - back]);
    match old {
        [one] => match (one.heap(), new.iter().map(Drawn::heap).sum::<Option<u64>>()) {
            (Some(_), Some(rest)) => {
                usize::try_from(rest).map_or(Vec::new(), |rest| vec![[front, 0, rest]])
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn changed_part(part: usize, old: &Drawn, new: &Drawn) -> Vec<[usize; 3]> {
    if old.figures.len() != new.figures.len() || old.text == new.text {
        return Vec::new();
    }
    let pairs = old.figures.iter().zip(&new.figures).enumerate();
    let places = pairs.flat_map(|(figure, (old, new))| {
        changed_figure(old, new).into_iter().map(move |place| [part, figure, place])
    });
    places.collect()
}

fn changed_figure(old: &Figure, new: &Figure) -> Vec<usize> {
    match (old, new) {
        (Figure::Board(old), Figure::Board(new))
            if old.cells.len() == new.cells.len() && old.columns == new.columns =>
        {
            let pairs = old.cells.iter().zip(&new.cells).enumerate();
            pairs.filter(|(_, (a, b))| a.letter != b.letter).map(|(place, _)| place).collect()
        }
        (Figure::Coins(old), Figure::Coins(new)) => {
            let length = old.len().max(new.len());
            let coin = |coins: &[bool], n: usize| coins.get(n).copied().unwrap_or(false);
            (0..length.min(old.len())).filter(|n| coin(old, *n) != coin(new, *n)).collect()
        }
        (Figure::Heap(old), Figure::Heap(new)) if old != new => {
            usize::try_from(*new).into_iter().collect()
        }
        (Figure::Graph(old), Figure::Graph(new)) => changed_graph(old, new),
        _ => Vec::new(),
    }
}

fn changed_graph(
    old: &upstar_lang::picture::DrawnGraph,
    new: &upstar_lang::picture::DrawnGraph,
) -> Vec<usize> {
    let mut changed = Vec::new();
    for (place, node) in old.nodes.iter().enumerate() {
        let now = new.nodes.iter().find(|other| other.name == node.name);
        if now.is_none_or(|now| now.label != node.label || now.token != node.token) {
            changed.push(place);
        }
    }
    let ends = |graph: &upstar_lang::picture::DrawnGraph,
                edge: &upstar_lang::picture::DrawnEdge| {
        (graph.nodes[edge.from].name, graph.nodes[edge.to].name, edge.label)
    };
    let mut rest: Vec<_> = new.edges.iter().map(|edge| ends(new, edge)).collect();
    for (place, edge) in old.edges.iter().enumerate() {
        match rest.iter().position(|other| *other == ends(old, edge)) {
            Some(at) => drop(rest.swap_remove(at)),
            None => changed.push(old.nodes.len() + place),
        }
    }
    // Where an edge is taken away, what falls with it is no choice of the player.
    let edges: Vec<usize> = changed.iter().copied().filter(|n| *n >= old.nodes.len()).collect();
    if edges.is_empty() { changed } else { edges }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upstar_lang::session::Session;

    fn figures(session: &mut Session, text: &str) -> Vec<Drawn> {
        let value = session.read("test", text).expect("a position");
        session.ask(|host| drawn(&host.store(), &value)).expect("figures")
    }

    fn change(before: &str, after: &str) -> Vec<[usize; 3]> {
        let session = &mut Session::default();
        changed(&figures(session, before), &figures(session, after))
    }

    #[test]
    fn a_move_changes_cells_counters_edges_and_coins() {
        assert_eq!(change(r#"Clobber("xo.")"#, r#"Clobber(".x.")"#), [[0, 0, 0], [0, 0, 1]]);
        assert_eq!(change("Nim(3, 5)", "Nim(3, 2)"), [[1, 0, 2]]);
        assert_eq!(change("Kayles(5) + Nim(2)", "Kayles(1) + Kayles(2) + Nim(2)"), [[0, 0, 3]]);
        let cut = change(r#"Hackenbush(stalk("bbr"))"#, r#"Hackenbush(stalk("b"))"#);
        assert!(
            !cut.is_empty() && cut.iter().all(|[part, figure, _]| part + figure == 0),
            "{cut:?}"
        );
    }
}
