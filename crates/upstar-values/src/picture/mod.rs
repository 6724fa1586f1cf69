//! Pictures: figures as shapes on a plane, as characters, as SVG, and for LaTeX.
//!
//! Knows: figures (boards, graphs, coins, heaps, thermographs, trees, tables), where their parts go, and
//! colours that can be distinguished on light and on dark paper.
//! Must not know: values of the language, rulesets, or where a picture is written to.

mod board;
mod drawn_graph;
mod graph;
mod graph_text;
mod layout;
mod scene;
mod svg;
mod table;
mod thermograph;
mod thermograph_text;
mod tikz;
mod tree;
mod walls;

use std::sync::Arc;

use unicode_width::UnicodeWidthStr as _;

pub use board::{DrawnBoard, DrawnCell};
pub use graph::{DrawnEdge, DrawnGraph, DrawnVertex};
pub use scene::{Align, GameLabel, Ink, Point, Scene, Shape};
pub use table::DrawnTable;
pub use tikz::in_latex;
pub use tree::DrawnTree;
pub use walls::Walls;

/// Most parts of a figure that is drawn.
pub const MOST_PARTS: usize = 10_000;

/// A figure: what a picture shows.
#[derive(Debug, Clone)]
pub enum Figure {
    /// A strip or grid of cells.
    Board(DrawnBoard),
    /// A row of coins: whether each shows heads.
    Coins(Vec<bool>),
    /// A heap with this number of counters.
    Heap(u64),
    /// A graph.
    Graph(DrawnGraph),
    /// A thermograph.
    Thermograph(Arc<Walls>),
    /// A game tree.
    Tree(DrawnTree),
    /// A table.
    Table(DrawnTable),
    /// Words for what has no shape.
    Words(String),
    /// Figures next to each other.
    Row(Vec<Figure>),
}

impl Figure {
    /// Returns the number of parts, at most [`MOST_PARTS`] of which are drawn.
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

    /// Returns the picture as shapes.
    pub fn scene(&self) -> Scene {
        match self {
            Figure::Board(board) => board::board_scene(board),
            Figure::Coins(coins) => board::coins_scene(coins),
            Figure::Heap(size) => board::heap_scene(*size),
            Figure::Graph(graph) => drawn_graph::scene(graph),
            Figure::Thermograph(graph) => thermograph::scene(graph),
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

    /// Returns the picture as an SVG file.
    pub fn to_svg(&self) -> String {
        svg::write(&self.scene())
    }

    /// Returns the picture as source for LaTeX, drawn by TikZ.
    pub fn to_tikz(&self) -> String {
        tikz::write(&self.scene())
    }

    /// Returns the picture in characters, in ASCII if wanted.
    pub fn text(&self, ascii: bool) -> String {
        self.text_within(ascii, usize::MAX)
    }

    /// Returns the picture in characters. A table, a row of coins or a sum that is wider than `columns` falls into
    /// several, and a graph becomes a list of edges. A board keeps its width.
    pub fn text_within(&self, ascii: bool, columns: usize) -> String {
        match self {
            Figure::Board(board) => board::board_text(board, ascii, columns),
            Figure::Coins(coins) => board::coins_text(coins, ascii, columns),
            Figure::Heap(size) => board::heap_text(*size, ascii),
            Figure::Graph(graph) => graph_text::text(graph, ascii, columns),
            Figure::Thermograph(graph) => thermograph_text::draw(graph, ascii),
            Figure::Tree(tree) => tree::text(tree, ascii),
            Figure::Table(table) => table::text(table, ascii, columns),
            Figure::Words(words) if ascii => words.replace('−', "-"),
            Figure::Words(words) => words.clone(),
            Figure::Row(row) => {
                let blocks = row.iter().map(|figure| figure.text_within(ascii, columns));
                beside_within(blocks.collect(), columns)
            }
        }
    }

    /// Returns the picture in characters, with coordinates of cells and coins: columns have letters and
    /// rows numbers. `column` returns the name of a column, counted from 0.
    pub fn text_with_places(&self, ascii: bool, column: &dyn Fn(usize) -> String) -> String {
        match self {
            Figure::Board(board) => board::board_with_places(board, column),
            Figure::Coins(coins) => board::coins_with_places(coins, ascii),
            Figure::Row(row) => {
                beside(row.iter().map(|figure| figure.text_with_places(ascii, column)))
            }
            other => other.text(ascii),
        }
    }
}

/// Joins blocks of text side by side, on one line at the bottom.
fn beside(blocks: impl Iterator<Item = String>) -> String {
    beside_within(blocks.collect(), usize::MAX)
}

/// Joins blocks of text side by side, those of a line at the bottom; as many as fit into so many columns.
fn beside_within(blocks: Vec<String>, columns: usize) -> String {
    let width = |block: &String| block.lines().map(|line| line.width()).max().unwrap_or(0);
    let mut text = String::new();
    let mut rest = &blocks[..];
    while !rest.is_empty() {
        let mut wide = 0;
        let fits = |block: &&String| {
            wide += width(block) + if wide == 0 { 0 } else { BETWEEN };
            wide <= columns
        };
        let count = rest.iter().take_while(fits).count().max(1);
        let (row, others) = rest.split_at(count);
        if !text.is_empty() {
            let is_high = row.iter().chain(&blocks).any(|block| block.contains('\n'));
            text.push_str(if is_high { "\n\n" } else { "\n" });
        }
        text.push_str(&on_one_line(row, width));
        rest = others;
    }
    text
}

/// Blanks between blocks.
const BETWEEN: usize = 2;

fn on_one_line(blocks: &[String], width: impl Fn(&String) -> usize) -> String {
    let height = blocks.iter().map(|block| block.lines().count()).max().unwrap_or(0);
    let mut lines = vec![String::new(); height];
    for (place, block) in blocks.iter().enumerate() {
        let (width, above) = (width(block), height - block.lines().count());
        let rows = std::iter::repeat_n("", above).chain(block.lines());
        for (line, row) in lines.iter_mut().zip(rows) {
            line.push_str(&" ".repeat(if place == 0 { 0 } else { BETWEEN }));
            line.push_str(row);
            line.push_str(&" ".repeat(width - row.width()));
        }
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(usize, usize)], count: usize, ground: Option<usize>) -> DrawnGraph {
        let node = |name| DrawnVertex { name: name as u32, label: None, token: false };
        let edge = |&(from, to): &(usize, usize)| DrawnEdge { from, to, label: None };
        let nodes = (0..count).map(node).collect();
        DrawnGraph { nodes, edges: edges.iter().map(edge).collect(), directed: false, ground }
    }

    /// Smallest rectangle around a scene.
    fn bounds(scene: &Scene) -> [f64; 4] {
        let mut all: Vec<Point> = Vec::new();
        for shape in &scene.shapes {
            match shape {
                Shape::Path { points, .. } => all.extend(points),
                Shape::Curve { from, to, .. } => all.extend([*from, *to]),
                Shape::Disc { centre, radius, .. } => {
                    all.extend([centre.moved(-radius, -radius), centre.moved(*radius, *radius)]);
                }
                Shape::Words { centre, size, text, .. } => {
                    let half = scene::text_width(text, *size) / 2.0;
                    all.extend([centre.moved(-half, -size / 2.0), centre.moved(half, size / 2.0)]);
                }
            }
        }
        let least = |along: fn(&Point) -> f64| all.iter().map(along).fold(f64::MAX, f64::min);
        let most = |along: fn(&Point) -> f64| all.iter().map(along).fold(f64::MIN, f64::max);
        [least(|p| p.x), least(|p| p.y), most(|p| p.x), most(|p| p.y)]
    }

    fn inside(figure: &Figure) {
        let scene = figure.scene();
        let [left, top, right, bottom] = bounds(&scene);
        assert!(left >= -1.0 && top >= -1.0, "{figure:?} begins at {left}, {top}");
        assert!(right <= scene.width + 1.0, "{figure:?}: {right} of {}", scene.width);
        assert!(bottom <= scene.height + 1.0, "{figure:?}: {bottom} of {}", scene.height);
    }

    fn name(text: &str) -> GameLabel {
        let text = || text.to_owned();
        GameLabel { unicode: text(), ascii: text(), latex: text() }
    }

    fn leaf(label: &str) -> DrawnTree {
        DrawnTree { label: name(label), left: Vec::new(), right: Vec::new() }
    }

    #[test]
    fn nothing_is_cut_off() {
        for coins in [vec![], vec![true], vec![true, false, true]] {
            inside(&Figure::Coins(coins));
        }
        for size in [0, 1, 12, 13, u64::MAX] {
            inside(&Figure::Heap(size));
        }
        for ground in [None, Some(0)] {
            for edges in
                [&[][..], &[(0, 1)], &[(0, 0), (0, 0)], &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 1)]]
            {
                inside(&Figure::Graph(graph(edges, 5, ground)));
            }
        }
        let long = "a label that is much longer than its options";
        let tree =
            DrawnTree { label: name(long), left: vec![leaf("1"), leaf(long)], right: vec![] };
        inside(&Figure::Tree(tree.clone()));
        inside(&Figure::Tree(DrawnTree { label: name("x"), left: vec![], right: vec![tree] }));
        inside(&Figure::Row(vec![
            Figure::Heap(3),
            Figure::Words("+".to_owned()),
            Figure::Heap(30),
        ]));
    }

    #[test]
    fn vertices_do_not_lie_on_each_other() {
        let path: Vec<(usize, usize)> = (1..12).map(|n| (n - 1, n)).collect();
        let cycle = [&path[..], &[(11, 0)]].concat();
        let star: Vec<(usize, usize)> = (1..12).map(|n| (0, n)).collect();
        let clique: Vec<(usize, usize)> =
            (0..6).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let grid: Vec<(usize, usize)> = (0..12)
            .flat_map(|n| [(n, n + 4), (n, n + 1)])
            .filter(|(a, b)| *b < 12 && (b - a == 4 || b % 4 != 0))
            .collect();
        for (edges, count) in [(&path, 12), (&cycle, 12), (&star, 12), (&clique, 6), (&grid, 12)] {
            for ground in [None, Some(0)] {
                let graph = graph(edges, count, ground);
                let places = match ground {
                    Some(ground) => layout::layered_layout(&graph, ground),
                    None => layout::stress_layout(&graph),
                };
                for a in 1..count {
                    for b in 1..a {
                        let apart = places[a].distance(places[b]);
                        assert!(apart > 0.45, "{edges:?}: {a} and {b} are {apart} apart");
                    }
                }
            }
        }
    }

    #[test]
    fn on_rooted_graphs_the_ground_is_lowest() {
        let graph = graph(&[(0, 1), (1, 2), (2, 3), (3, 0), (1, 4)], 5, Some(0));
        let places = layout::layered_layout(&graph, 0);
        assert!(places[1..].iter().all(|place| place.y < places[0].y));
        assert_eq!(places[1].y, places[3].y);
        assert!(places[2].y < places[1].y);
    }

    #[test]
    fn left_options_are_left_of_a_game_and_right_options_right() {
        let tree = DrawnTree {
            label: name("G"),
            left: vec![leaf("1"), leaf("2")],
            right: vec![DrawnTree { label: name("H"), left: vec![leaf("3")], right: vec![] }],
        };
        let scene = tree::scene(&tree);
        let place = |wanted: &str| {
            let found = scene.shapes.iter().find_map(|shape| match shape {
                Shape::Words { centre, text, .. } if text == wanted => Some(*centre),
                _ => None,
            });
            found.unwrap()
        };
        assert!(place("1").x < place("2").x && place("2").x < place("G").x);
        assert!(place("G").x < place("H").x && place("3").x < place("H").x);
        assert!(place("G").y < place("H").y && place("H").y < place("3").y);
    }

    #[test]
    fn texts_in_svg_are_escaped() {
        let svg = Figure::Words("<0|*> & \"x\"".to_owned()).to_svg();
        assert!(svg.contains("&lt;0|*&gt; &amp;"), "{svg}");
    }

    #[test]
    fn wide_tables_fall_into_frames_with_the_names_of_rows_in_each() {
        let cell = |text: &str| [text.to_owned(), text.to_owned()];
        let row = |cells: [&str; 4]| cells.map(cell).to_vec();
        let table = Figure::Table(DrawnTable {
            rows: vec![row(["", "1", "2", "3"]), row(["n", "10", "20", "30"])],
            header: true,
            named: true,
            alignments: vec![Align::Right; 4],
        });
        let [whole, blocks] = [18, 17].map(|columns| table.text_within(true, columns));
        assert_eq!(whole, table.text(true));
        assert_eq!(whole.lines().next(), Some("+---+------------+"));
        assert_eq!(
            blocks,
            "+---+--------+\n|   |  1   2 |\n+---+--------+\n| n | 10  20 |\n+---+--------+\n\
             +---+----+\n|   |  3 |\n+---+----+\n| n | 30 |\n+---+----+"
        );
        assert_eq!(table.text_within(false, 1).lines().count(), 15);
    }

    #[test]
    fn blocks_stand_beside_each_other_on_one_line() {
        let row = Figure::Row(vec![
            Figure::Words("a\nb".to_owned()),
            Figure::Words("+".to_owned()),
            Figure::Words("c".to_owned()),
        ]);
        assert_eq!(row.text(false), "a\nb  +  c");
    }
}
