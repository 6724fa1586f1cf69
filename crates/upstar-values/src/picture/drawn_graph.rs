//! Graphs as shapes.

use super::graph::DrawnGraph;
use super::layout;
use super::scene::{Ink, Point, Scene, owner, text_width};
use crate::value::graph::typed_label;

/// Length of an edge, of a rooted graph and of others.
const UNIT: f64 = 62.0;
const LONG: f64 = 88.0;
/// Radius of a vertex that shows its number.
const RADIUS: f64 = 15.0;
/// Radius of a vertex of a rooted graph.
const DOT: f64 = 4.5;
/// The height of the ground.
const GROUND: f64 = 9.0;

impl DrawnGraph {
    /// Returns where the centres of the vertices are in the picture, and its size, both in units of its scene.
    pub fn places(&self) -> (Vec<Point>, Point) {
        let laid = match self.ground {
            Some(ground) => layout::layered_layout(self, ground),
            None => layout::stress_layout(self),
        };
        let (unit, margin) = match self.ground {
            Some(_) => (UNIT, UNIT / 2.0),
            None => (LONG, RADIUS + 24.0),
        };
        let places: Vec<Point> =
            laid.iter().map(|p| Point::new(p.x * unit + margin, p.y * unit + margin)).collect();
        let furthest = |along: fn(&Point) -> f64| places.iter().map(along).fold(0.0, f64::max);
        let size = Point::new(furthest(|p| p.x) + margin, furthest(|p| p.y) + margin);
        (places, size)
    }
}

pub(super) fn scene(graph: &DrawnGraph) -> Scene {
    let (places, size) = graph.places();
    let (width, height) = (size.x, size.y);
    let mut drawing = Drawing { graph, places, scene: Scene::new(width, height) };
    (0..graph.edges.len()).for_each(|n| drawing.edge(n));
    if let Some(ground) = graph.ground {
        drawing.scene.height = drawing.places[ground].y + GROUND;
        let corner = Point::new(0.0, drawing.places[ground].y);
        drawing.scene.rectangle(corner, drawing.scene.width, GROUND, Ink::Faint);
    }
    (0..graph.nodes.len()).filter(|n| Some(*n) != graph.ground).for_each(|n| drawing.node(n));
    drawing.scene
}

struct Drawing<'g> {
    graph: &'g DrawnGraph,
    places: Vec<Point>,
    scene: Scene,
}

impl Drawing<'_> {
    fn radius(&self) -> f64 {
        if self.graph.ground.is_some() { DOT } else { RADIUS }
    }

    fn node(&mut self, n: usize) {
        let (node, centre, radius) = (&self.graph.nodes[n], self.places[n], self.radius());
        if node.token {
            self.scene.disc(centre, radius + 5.0, Ink::Gold, Ink::Line);
        }
        let owner = node.label.map_or(Ink::Faint, |(_, symbol)| owner(symbol));
        let fill = match node.label {
            Some(_) if owner != Ink::Faint => owner,
            _ if radius < RADIUS => Ink::Line,
            _ => Ink::Paper,
        };
        self.scene.disc(centre, radius, fill, Ink::Line);
        if radius < RADIUS {
            return;
        }
        let ink = match fill {
            Ink::Paper => Ink::Line,
            _ => Ink::White,
        };
        let name = node.name.to_string();
        let size = (1.7 * RADIUS / text_width(&name, 1.0)).min(14.0);
        self.scene.words(centre, size, ink, &name);
        if let Some((sign, _)) = node.label.filter(|(sign, _)| !"xo.".contains(*sign)) {
            let above = centre.moved(0.0, -RADIUS - 8.0);
            self.scene.words(above, 12.0, Ink::Line, &typed_label(sign));
        }
    }

    fn edge(&mut self, n: usize) {
        let edge = &self.graph.edges[n];
        let (ink, width) = match edge.label {
            Some('b') => (Ink::Left, 4.5),
            Some('r') => (Ink::Right, 4.5),
            Some('g') => (Ink::Both, 4.5),
            _ => (Ink::Line, 1.8),
        };
        // Lines run from the lower vertex, so that edges in both directions bend apart.
        let (first, last) = (edge.from.min(edge.to), edge.from.max(edge.to));
        let (place, of) = self.among(n);
        if first == last {
            return self.loop_at(first, place, ink, width);
        }
        let [mut from, mut to] = [first, last].map(|end| self.places[end]);
        if Some(first) == self.graph.ground {
            from.x = to.x;
        } else if Some(last) == self.graph.ground {
            to.x = from.x;
        }
        let mut aside = (place as f64 - (of - 1) as f64 / 2.0) * 0.42;
        if of == 1 && self.passes(from, to, [first, last]) {
            aside = 0.42;
        }
        let middle = from.towards(to, 0.5);
        let bend = middle.moved(-(to.y - from.y) * aside, (to.x - from.x) * aside);
        let (stroke, top) = (ink, middle.towards(bend, 0.5));
        self.scene.shapes.push(super::Shape::Curve { from, bend, to, stroke, width });
        if self.graph.directed {
            let end = if edge.to == last { to } else { from };
            self.head(bend, end, ink);
        }
        if let Some(sign) = edge.label.filter(|sign| !"brg".contains(*sign)) {
            let beside = top.moved(8.0, -8.0);
            self.scene.words(beside, 12.0, ink, &typed_label(sign));
        }
    }

    /// Returns the index of an edge among those between the same vertices, and their number.
    fn among(&self, n: usize) -> (usize, usize) {
        let ends = |n: usize| {
            let edge = &self.graph.edges[n];
            (edge.from.min(edge.to), edge.from.max(edge.to))
        };
        let all = (0..self.graph.edges.len()).filter(|other| ends(*other) == ends(n));
        let all: Vec<usize> = all.collect();
        let place = all.iter().position(|other| *other == n);
        (place.expect("an edge has the ends of itself"), all.len())
    }

    /// Reports whether a straight line runs over another vertex.
    fn passes(&self, from: Point, to: Point, ends: [usize; 2]) -> bool {
        let length = from.distance(to).max(1.0);
        let others = self
            .places
            .iter()
            .enumerate()
            .filter(|(n, _)| !ends.contains(n) && Some(*n) != self.graph.ground);
        others.map(|(_, place)| place).any(|p| {
            let along =
                ((p.x - from.x) * (to.x - from.x) + (p.y - from.y) * (to.y - from.y)) / length;
            let off =
                ((p.x - from.x) * (to.y - from.y) - (p.y - from.y) * (to.x - from.x)) / length;
            (0.0..length).contains(&along) && off.abs() < self.radius() + 3.0
        })
    }

    /// Draws an edge from a vertex to itself; one on the ground is an arch.
    fn loop_at(&mut self, node: usize, place: usize, ink: Ink, width: f64) {
        let centre = self.places[node];
        if Some(node) == self.graph.ground {
            let radius = UNIT * 0.35;
            let x = layout::arch(self.graph, place) * UNIT + UNIT / 2.0;
            let (from, to) = (Point::new(x - radius, centre.y), Point::new(x + radius, centre.y));
            let bend = Point::new(x, centre.y - UNIT);
            self.scene.shapes.push(super::Shape::Curve { from, bend, to, stroke: ink, width });
            self.scene.width = self.scene.width.max(to.x + radius);
        } else {
            // The loop points away from the centre of the graph.
            let count = self.places.len() as f64;
            let sum = self.places.iter().fold(Point::new(0.0, 0.0), |sum, p| sum.moved(p.x, p.y));
            let middle = Point::new(sum.x / count, sum.y / count);
            let (dx, dy) = (centre.x - middle.x, centre.y - middle.y);
            let length = dx.hypot(dy);
            let (dx, dy) = if length < 1.0 { (0.0, -1.0) } else { (dx / length, dy / length) };
            let radius = 8.0 + 3.0 * place as f64;
            let away = self.radius() + radius - 2.0;
            self.scene.ring(centre.moved(dx * away, dy * away), radius, ink, width);
        }
    }

    /// Draws the head of an arrow from `from` to the vertex around `to`.
    fn head(&mut self, from: Point, to: Point, ink: Ink) {
        let length = from.distance(to).max(1.0);
        let tip = to.towards(from, (self.radius() + 1.0) / length);
        let foot = to.towards(from, (self.radius() + 11.0) / length);
        let across = ((to.y - from.y) / length * 4.5, -(to.x - from.x) / length * 4.5);
        let sides = [foot.moved(across.0, across.1), foot.moved(-across.0, -across.1)];
        self.scene.area(&[tip, sides[0], sides[1]], ink);
    }
}
