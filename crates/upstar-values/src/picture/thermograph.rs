//! Thermographs as shapes.
//!
//! Values increase to the left and temperatures upwards, as in *Winning Ways*, chapter 6; one degree is as
//! long as one move.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use upstar_core::{Dyadic, Player};

use super::scene::{Ink, Point, Scene, text_width};
use super::walls::{BOTH, Walls};

/// Largest width and height of the walls.
const WIDE: f64 = 360.0;
const HIGH: f64 = 260.0;
/// Height of the mast above its foot.
const MAST: f64 = 56.0;
/// Margin beside the walls.
const BESIDE: f64 = 34.0;
/// Size of numbers, height of a line of them, greatest number of lines.
const SIZE: f64 = 13.0;
const LINE: f64 = 18.0;
const LINES: usize = 3;

pub(super) fn scene(graph: &Walls) -> Scene {
    let frame = Axes::of(graph);
    let (left, right) = (frame.axis, frame.axis + 2.0 * BESIDE + frame.wide);
    let mut scene = Scene::new(right, frame.floor);
    let ticks = values(&mut scene, graph, &frame);
    temperatures(&mut scene, graph, &frame);
    let line = Ink::Line;
    for x in ticks {
        scene.line(Point::new(x, frame.floor - 4.0), Point::new(x, frame.floor + 4.0), line, 1.3);
    }
    scene.line(Point::new(left, frame.floor), Point::new(right, frame.floor), line, 1.3);
    scene.line(Point::new(left, 0.0), Point::new(left, frame.floor), line, 1.3);
    scene.words(Point::new(left - 12.0, 4.0), SIZE, line, "t");
    for (wall, ink) in [(Player::Left, Ink::Left), (Player::Right, Ink::Right)] {
        scene.path(&frame.wall(graph, wall), ink, 3.0);
    }
    if !graph.has_mast {
        return scene;
    }
    let foot = frame.foot(graph);
    let tip = Point::new(foot.x, 8.0);
    scene.line(foot, tip, line, 3.0);
    scene.area(&[tip.moved(0.0, -8.0), tip.moved(-6.0, 4.0), tip.moved(6.0, 4.0)], line);
    scene
}

/// Coordinates of values and temperatures.
struct Axes {
    /// Lengths are multiples of two to this power.
    power: i64,
    /// The length of that multiple on the plane.
    unit: f64,
    highest: Dyadic,
    /// Horizontal place of the temperature axis.
    axis: f64,
    /// Width of the walls.
    wide: f64,
    /// Vertical place of the value axis.
    floor: f64,
    /// Temperature of the value axis.
    base: Dyadic,
}

impl Axes {
    fn of(graph: &Walls) -> Axes {
        let highest = graph.highest().clone();
        let width = &highest - graph.lowest();
        let height = graph.height();
        let larger = if width > height { &width } else { &height };
        let bits = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let power = bits(larger.numer().bits()) - bits(larger.exponent());
        let (across, up) = (near(&width, power), near(&height, power).max(0.0));
        let unit = match height.is_positive() {
            true => (HIGH / up).min(if across > 0.0 { WIDE / across } else { f64::MAX }),
            false => 0.0,
        };
        let corners = BOTH.map(|wall| graph.marked(wall));
        let labels =
            corners.into_iter().flatten().map(|(t, _)| text_width(&graph.label(t, "…"), SIZE));
        Axes {
            power,
            unit,
            highest,
            axis: labels.fold(12.0, f64::max) + 12.0,
            wide: across * unit,
            floor: MAST + 16.0 + up * unit,
            base: graph.base(),
        }
    }

    fn across(&self, x: &Dyadic) -> f64 {
        self.axis + BESIDE + near(&(&self.highest - x), self.power) * self.unit
    }

    fn up(&self, t: &Dyadic) -> f64 {
        self.floor - near(&(t - &self.base), self.power).max(0.0) * self.unit
    }

    fn wall(&self, graph: &Walls, wall: Player) -> Vec<Point> {
        let corners = graph.corners(wall).iter();
        corners.map(|(t, x)| Point::new(self.across(x), self.up(t))).collect()
    }

    fn foot(&self, graph: &Walls) -> Point {
        Point::new(self.across(&graph.mean), self.up(&graph.temperature))
    }
}

/// Returns a length as a multiple of a power of two.
fn near(length: &Dyadic, power: i64) -> f64 {
    let (numer, exponent) = (length.numer(), length.exponent());
    let dropped = numer.bits().saturating_sub(60);
    let leading: BigInt = numer >> dropped;
    let signed = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let shift = signed(dropped).saturating_sub(signed(exponent)).saturating_sub(power);
    let shift = i32::try_from(shift.clamp(-1000, 1000)).expect("it is clamped");
    leading.to_f64().unwrap_or(0.0) * 2f64.powi(shift)
}

/// Writes the values of corners below the axis, and guides up to the corners. Returns the places of the
/// ticks.
fn values(scene: &mut Scene, graph: &Walls, frame: &Axes) -> Vec<f64> {
    let corners = BOTH.map(|wall| graph.marked(wall));
    // The stops and the mean come before what lies between.
    let first = corners.iter().filter_map(|wall| wall.first());
    let last = corners.iter().filter_map(|wall| wall.last());
    let mut lines: Vec<Vec<(f64, f64)>> = vec![Vec::new(); LINES];
    let mut ticks: Vec<f64> = Vec::new();
    for (t, x) in first.chain(last).chain(corners.into_iter().flatten()) {
        let (at, text) = (frame.across(x), graph.label(x, "…"));
        if ticks.iter().any(|tick| (tick - at).abs() < 0.5) {
            continue;
        }
        let half = text_width(&text, SIZE) / 2.0 + 4.0;
        let free =
            |line: &Vec<(f64, f64)>| line.iter().all(|(a, b)| at + half < *a || at - half > *b);
        if let Some(line) = lines.iter().position(free) {
            lines[line].push((at - half, at + half));
            let below = frame.floor + 14.0 + line as f64 * LINE;
            scene.words(Point::new(at, below), SIZE, Ink::Line, &text);
            scene.height = scene.height.max(below + LINE / 2.0);
            scene.width = scene.width.max(at + half);
            guide(scene, Point::new(at, frame.floor), Point::new(at, frame.up(t)));
            ticks.push(at);
        }
    }
    ticks
}

/// Writes the temperatures of corners beside the axis, and guides to the corners.
fn temperatures(scene: &mut Scene, graph: &Walls, frame: &Axes) {
    let corners = BOTH.map(|wall| graph.marked(wall));
    let ends = corners.iter().flat_map(|wall| [wall.last(), wall.first()]).flatten();
    let mut marked: Vec<f64> = Vec::new();
    if let Some(zero) = graph.zero() {
        let (up, right) = (frame.up(&zero), frame.axis + 2.0 * BESIDE + frame.wide);
        marked.push(up);
        temperature(scene, frame, Point::new(right, up), &zero.to_string());
    }
    for (t, x) in ends.chain(corners.into_iter().flatten()) {
        let (up, text) = (frame.up(t), graph.label(t, "…"));
        if marked.iter().any(|other| (other - up).abs() < SIZE) {
            continue;
        }
        marked.push(up);
        temperature(scene, frame, Point::new(frame.across(x), up), &text);
    }
}

/// Writes the temperature of a point beside the axis, with a tick, and a guide to the point.
fn temperature(scene: &mut Scene, frame: &Axes, to: Point, text: &str) {
    let (axis, up) = (frame.axis, to.y);
    let middle = axis - 8.0 - text_width(text, SIZE) / 2.0;
    scene.words(Point::new(middle, up), SIZE, Ink::Line, text);
    if frame.floor - up > 0.5 {
        guide(scene, Point::new(axis, up), to);
    }
    scene.line(Point::new(axis - 4.0, up), Point::new(axis + 4.0, up), Ink::Line, 1.3);
}

fn guide(scene: &mut Scene, from: Point, to: Point) {
    if from.distance(to) > 1.0 {
        scene.line(from, to, Ink::Faint, 0.7);
    }
}
