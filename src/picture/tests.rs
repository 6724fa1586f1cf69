//! What must hold of every picture: it is in its rectangle, and says what it shows.

use super::*;

fn graph(edges: &[(usize, usize)], count: usize, ground: Option<usize>) -> Graph {
    let node = |name| Node { name: name as u32, label: None, token: false };
    let edge = |&(from, to): &(usize, usize)| Edge { from, to, label: None };
    let nodes = (0..count).map(node).collect();
    Graph { nodes, edges: edges.iter().map(edge).collect(), directed: false, ground }
}

/// The smallest rectangle around what is drawn.
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

fn name(text: &str) -> Label {
    let text = || text.to_owned();
    Label { unicode: text(), ascii: text(), latex: text() }
}

fn leaf(label: &str) -> Tree {
    Tree { label: name(label), left: Vec::new(), right: Vec::new() }
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
    let tree = Tree { label: name(long), left: vec![leaf("1"), leaf(long)], right: vec![] };
    inside(&Figure::Tree(tree.clone()));
    inside(&Figure::Tree(Tree { label: name("x"), left: vec![], right: vec![tree] }));
    inside(&Figure::Row(vec![Figure::Heap(3), Figure::Words("+".to_owned()), Figure::Heap(30)]));
}

#[test]
fn vertices_do_not_lie_on_each_other() {
    let path: Vec<(usize, usize)> = (1..12).map(|n| (n - 1, n)).collect();
    let cycle = [&path[..], &[(11, 0)]].concat();
    let star: Vec<(usize, usize)> = (1..12).map(|n| (0, n)).collect();
    let clique: Vec<(usize, usize)> = (0..6).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let grid: Vec<(usize, usize)> = (0..12)
        .flat_map(|n| [(n, n + 4), (n, n + 1)])
        .filter(|(a, b)| *b < 12 && (b - a == 4 || b % 4 != 0))
        .collect();
    for (edges, count) in [(&path, 12), (&cycle, 12), (&star, 12), (&clique, 6), (&grid, 12)] {
        for ground in [None, Some(0)] {
            let graph = graph(edges, count, ground);
            let places = match ground {
                Some(ground) => layered::places(&graph, ground),
                None => spread::places(&graph),
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
    let places = layered::places(&graph, 0);
    assert!(places[1..].iter().all(|place| place.y < places[0].y));
    assert_eq!(places[1].y, places[3].y);
    assert!(places[2].y < places[1].y);
}

#[test]
fn left_options_are_left_of_a_game_and_right_options_right() {
    let tree = Tree {
        label: name("G"),
        left: vec![leaf("1"), leaf("2")],
        right: vec![Tree { label: name("H"), left: vec![leaf("3")], right: vec![] }],
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
fn blocks_stand_beside_each_other_on_one_line() {
    let row = Figure::Row(vec![
        Figure::Words("a\nb".to_owned()),
        Figure::Words("+".to_owned()),
        Figure::Words("c".to_owned()),
    ]);
    assert_eq!(row.text(false), "a\nb  +  c");
}
