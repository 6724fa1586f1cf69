//! Pictures: what is to be seen, as shapes on a plane, as characters, as SVG, and for LaTeX.
//!
//! Knows: figures (boards, graphs, coins, heaps, thermographs, trees, tables), where their parts go, and
//! colours that can be told apart on light and on dark paper.
//! Must not know: values of the language, rulesets, or where a picture is written to.

mod board;
mod characters;
mod coins;
mod graph;
mod heap;
mod layered;
mod marks;
mod places;
mod plot;
mod scene;
mod spread;
mod svg;
mod table;
mod tikz;
mod tree;
mod walls;

use std::sync::Arc;

pub use board::{Board, Cell};
pub use graph::{Edge, Graph, Node};
pub use scene::{Ink, Label, Point, Scene, Shape, Side};
pub use table::Table;
pub use tikz::in_latex;
pub use tree::Tree;
pub use walls::Walls;

/// Figures with more parts are not drawn.
pub const MOST_PARTS: usize = 10_000;

/// What a picture shows.
#[derive(Debug, Clone)]
pub enum Figure {
    /// A strip or grid of cells.
    Board(Board),
    /// A row of coins: whether each shows heads.
    Coins(Vec<bool>),
    /// A heap of so many counters.
    Heap(u64),
    /// A graph.
    Graph(Graph),
    /// A thermograph.
    Thermograph(Arc<Walls>),
    /// A game tree.
    Tree(Tree),
    /// A table.
    Table(Table),
    /// Words for what has no shape.
    Words(String),
    /// Figures next to each other.
    Row(Vec<Figure>),
}

impl Figure {
    /// How many parts it has, against [`MOST_PARTS`].
    pub fn parts(&self) -> usize {
        match self {
            Figure::Board(board) => board.cells.len(),
            Figure::Coins(coins) => coins.len(),
            Figure::Graph(graph) => graph.nodes.len() + graph.edges.len(),
            Figure::Tree(tree) => tree.size(),
            Figure::Table(table) => table.size(),
            Figure::Heap(_) | Figure::Thermograph(_) | Figure::Words(_) => 1,
            Figure::Row(row) => row.iter().map(Figure::parts).sum(),
        }
    }

    /// The picture as shapes.
    pub fn scene(&self) -> Scene {
        match self {
            Figure::Board(board) => board::scene(board),
            Figure::Coins(coins) => coins::scene(coins),
            Figure::Heap(size) => heap::scene(*size),
            Figure::Graph(graph) => graph::scene(graph),
            Figure::Thermograph(graph) => plot::scene(graph),
            Figure::Tree(tree) => tree::scene(tree),
            Figure::Table(table) => table::scene(table),
            Figure::Words(words) => scene::words(words),
            Figure::Row(row) => {
                // Heaps stand on one line.
                let heap = |figure: &Figure| matches!(figure, Figure::Heap(_));
                let heaps = row.iter().filter(|figure| heap(figure)).map(Figure::scene);
                let highest = heaps.map(|scene| scene.height).fold(0.0, f64::max);
                scene::row(row.iter().map(|figure| match heap(figure) {
                    true => figure.scene().lowered(highest),
                    false => figure.scene(),
                }))
            }
        }
    }

    /// The picture as an SVG file.
    pub fn to_svg(&self) -> String {
        svg::write(&self.scene())
    }

    /// The picture as source for LaTeX, drawn by TikZ.
    pub fn to_tikz(&self) -> String {
        tikz::write(&self.scene())
    }

    /// The picture in characters, in ASCII if wanted.
    pub fn text(&self, ascii: bool) -> String {
        match self {
            Figure::Board(board) => board::text(board),
            Figure::Coins(coins) => coins::text(coins, ascii),
            Figure::Heap(size) => heap::text(*size, ascii),
            Figure::Graph(graph) => graph::text(graph, ascii),
            Figure::Thermograph(graph) => characters::draw(graph, ascii),
            Figure::Tree(tree) => tree::text(tree, ascii),
            Figure::Table(table) => table::text(table, ascii),
            Figure::Words(words) => words.clone(),
            Figure::Row(row) => beside(row.iter().map(|figure| figure.text(ascii))),
        }
    }
}

/// Blocks of text next to each other, on one line at the bottom.
fn beside(blocks: impl Iterator<Item = String>) -> String {
    let blocks: Vec<String> = blocks.collect();
    let height = blocks.iter().map(|block| block.lines().count()).max().unwrap_or(0);
    let mut lines = vec![String::new(); height];
    for block in &blocks {
        let width = block.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let above = height - block.lines().count();
        let rows = std::iter::repeat_n("", above).chain(block.lines());
        for (line, row) in lines.iter_mut().zip(rows) {
            if !line.is_empty() {
                line.push_str("  ");
            }
            line.push_str(row);
            line.extend(std::iter::repeat_n(' ', width - row.chars().count()));
        }
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
