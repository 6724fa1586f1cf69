//! Shapes on a plane, x to the right and y downwards, as SVG has them.

/// A place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Distance to the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The place `x`, `y`.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The place, translated.
    pub(super) fn moved(self, dx: f64, dy: f64) -> Point {
        Point::new(self.x + dx, self.y + dy)
    }

    /// The place at a fraction of the way to another: 0 is this one, 1 is the other.
    pub(super) fn towards(self, other: Point, part: f64) -> Point {
        Point::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    /// Distance of another place.
    pub(super) fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// Ink: the role of a shape, not its colour. Every ink has a colour on light and on dark paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// The paper.
    Paper,
    /// Lines and words.
    Line,
    /// Guides, lines of a board.
    Faint,
    /// A cell of a board.
    Wood,
    /// A cell that is covered, burnt, or no part of the board; the ground.
    Covered,
    /// Left's colour.
    Left,
    /// Right's colour.
    Right,
    /// Colour of both players.
    Both,
    /// A black stone, a word on a light one.
    Black,
    /// A white stone, a word on a dark one.
    White,
    /// A coin that shows heads.
    Gold,
    /// A coin that shows tails.
    Silver,
}

/// Returns the ink of a symbol's owner: the first symbol after the empty cell is Left's, the second Right's.
pub(super) fn owner(symbol: usize) -> Ink {
    match symbol {
        0 => Ink::Faint,
        1 => Ink::Left,
        2 => Ink::Right,
        _ => Ink::Both,
    }
}

/// The name of a game in each notation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameLabel {
    /// `⇑*`
    pub unicode: String,
    /// `^^*`
    pub ascii: String,
    /// `\Uparrow{*}`
    pub latex: String,
}

/// Alignment of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Games.
    Middle,
    /// Numbers.
    Right,
}

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A line through several places; closed ones are filled.
    Path {
        /// The places.
        points: Vec<Point>,
        /// Ink of the area, if it is filled.
        fill: Option<Ink>,
        /// Ink of the line, if it is drawn.
        stroke: Option<Ink>,
        /// Width of the line.
        width: f64,
    },
    /// A line from one place to another that bends towards a third.
    Curve {
        /// First end.
        from: Point,
        /// Its control point.
        bend: Point,
        /// Second end.
        to: Point,
        /// Ink of the line.
        stroke: Ink,
        /// Width of the line.
        width: f64,
    },
    /// A disc.
    Disc {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// Ink of the area, if it is filled.
        fill: Option<Ink>,
        /// Ink of the edge, if it is drawn.
        stroke: Option<Ink>,
        /// Width of the edge.
        width: f64,
    },
    /// Words.
    Words {
        /// The middle.
        centre: Point,
        /// Their alignment, when letters are wider or narrower than estimated.
        align: Align,
        /// The size of the letters.
        size: f64,
        /// Ink of the letters.
        ink: Ink,
        /// Returns the names of the commands.
        text: String,
        /// The words as mathematics in LaTeX, when they are.
        latex: Option<String>,
    },
}

/// A scene: shapes and the rectangle from 0, 0 that they fill.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// The shapes, from back to front.
    pub shapes: Vec<Shape>,
}

/// The size of words.
pub(super) const LETTERS: f64 = 15.0;

/// The width that a text takes.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    // Letters of sans-serif fonts are half as wide as high; arrows and signs of games are wider.
    text.chars().map(|c| if c.is_ascii() { 0.58 } else { 0.85 }).sum::<f64>() * size
}

impl Scene {
    /// Returns an empty scene.
    pub(super) fn new(width: f64, height: f64) -> Scene {
        Scene { width, height, shapes: Vec::new() }
    }

    pub(super) fn line(&mut self, from: Point, to: Point, stroke: Ink, width: f64) {
        self.path(&[from, to], stroke, width);
    }

    pub(super) fn path(&mut self, points: &[Point], stroke: Ink, width: f64) {
        let points = points.to_vec();
        self.shapes.push(Shape::Path { points, fill: None, stroke: Some(stroke), width });
    }

    pub(super) fn area(&mut self, points: &[Point], fill: Ink) {
        let points = points.to_vec();
        self.shapes.push(Shape::Path { points, fill: Some(fill), stroke: None, width: 0.0 });
    }

    /// A rectangle by its corner at the top left.
    pub(super) fn rectangle(&mut self, corner: Point, width: f64, height: f64, fill: Ink) {
        let across = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        self.area(&across.map(|(dx, dy)| corner.moved(dx, dy)), fill);
    }

    pub(super) fn disc(&mut self, centre: Point, radius: f64, fill: Ink, edge: Ink) {
        let (fill, stroke) = (Some(fill), Some(edge));
        self.shapes.push(Shape::Disc { centre, radius, fill, stroke, width: 1.5 });
    }

    pub(super) fn ring(&mut self, centre: Point, radius: f64, stroke: Ink, width: f64) {
        let stroke = Some(stroke);
        self.shapes.push(Shape::Disc { centre, radius, fill: None, stroke, width });
    }

    pub(super) fn words(&mut self, centre: Point, size: f64, ink: Ink, text: &str) {
        self.words_at(Align::Middle, centre, size, ink, text);
    }

    /// Adds aligned words.
    pub(super) fn words_at(
        &mut self,
        align: Align,
        centre: Point,
        size: f64,
        ink: Ink,
        text: &str,
    ) {
        let text = text.to_owned();
        self.shapes.push(Shape::Words { centre, align, size, ink, text, latex: None });
    }

    /// The name of a game.
    pub(super) fn label(&mut self, centre: Point, label: &GameLabel) {
        let (size, ink, align) = (LETTERS, Ink::Line, Align::Middle);
        let (text, latex) = (label.unicode.clone(), Some(label.latex.clone()));
        self.shapes.push(Shape::Words { centre, align, size, ink, text, latex });
    }

    /// Returns the scene at the bottom of a higher rectangle.
    pub(super) fn lowered(self, height: f64) -> Scene {
        let mut lowered = Scene::new(self.width, height);
        let down = height - self.height;
        lowered.put(self, 0.0, down);
        lowered
    }

    /// Adds the shapes of another scene, translated.
    fn put(&mut self, other: Scene, dx: f64, dy: f64) {
        self.shapes.extend(other.shapes.into_iter().map(|shape| shape.moved(dx, dy)));
    }
}

impl Shape {
    fn moved(self, dx: f64, dy: f64) -> Shape {
        let go = |point: Point| point.moved(dx, dy);
        match self {
            Shape::Path { points, fill, stroke, width } => {
                Shape::Path { points: points.into_iter().map(go).collect(), fill, stroke, width }
            }
            Shape::Curve { from, bend, to, stroke, width } => {
                Shape::Curve { from: go(from), bend: go(bend), to: go(to), stroke, width }
            }
            Shape::Disc { centre, radius, fill, stroke, width } => {
                Shape::Disc { centre: go(centre), radius, fill, stroke, width }
            }
            Shape::Words { centre, align, size, ink, text, latex } => {
                Shape::Words { centre: go(centre), align, size, ink, text, latex }
            }
        }
    }
}

/// Words alone.
pub(super) fn words(text: &str) -> Scene {
    let (width, height) = (text_width(text, LETTERS) + 6.0, LETTERS * 1.5);
    let mut scene = Scene::new(width, height);
    scene.words(Point::new(width / 2.0, height / 2.0), LETTERS, Ink::Line, text);
    scene
}

/// Joins scenes side by side, centred on one line.
pub(super) fn row(scenes: impl Iterator<Item = Scene>) -> Scene {
    const GAP: f64 = 14.0;
    let scenes: Vec<Scene> = scenes.collect();
    let height = scenes.iter().map(|scene| scene.height).fold(0.0, f64::max);
    let mut all = Scene::new(0.0, height);
    for scene in scenes {
        if all.width > 0.0 {
            all.width += GAP;
        }
        let (left, above) = (all.width, (height - scene.height) / 2.0);
        all.width += scene.width;
        all.put(scene, left, above);
    }
    all
}
