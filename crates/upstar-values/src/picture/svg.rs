//! Scenes as SVG files.
//!
//! Colours are attributes, which every viewer and typesetter reads; a style for dark paper
//! follows, which browsers use when the reader prefers that.

use svg::Document;
use svg::node::Text as Content;
use svg::node::element::{Circle, Path, Rectangle, Style, Text};

use super::scene::{Align, Ink, Point, Scene, Shape, text_width};

/// Margin around a scene.
const MARGIN: f64 = 12.0;

const FONT: &str = "DejaVu Sans, Verdana, Segoe UI Symbol, sans-serif";

/// Inks with their classes, and their colours on light and on dark paper. Left, Right and both players are
/// the blue, vermilion and green of Okabe and Ito, which colour-blind readers can distinguish.
const INKS: &[(Ink, &str, &str, &str)] = &[
    (Ink::Paper, "paper", "#ffffff", "#15181c"),
    (Ink::Line, "line", "#1c2126", "#e8eaed"),
    (Ink::Faint, "faint", "#a3abb3", "#69727c"),
    (Ink::Wood, "wood", "#f0dcb4", "#a88a56"),
    (Ink::Covered, "covered", "#5b6570", "#3d444c"),
    (Ink::Left, "left", "#0072b2", "#56b4e9"),
    (Ink::Right, "right", "#d55e00", "#f0803c"),
    (Ink::Both, "both", "#009e73", "#2fc79a"),
    (Ink::Black, "black", "#16191d", "#16191d"),
    (Ink::White, "white", "#fdfdfb", "#fdfdfb"),
    (Ink::Gold, "gold", "#f2c230", "#e0b030"),
    (Ink::Silver, "silver", "#d5dae0", "#8b949e"),
];

/// Returns the scene as an SVG file.
pub(super) fn write(scene: &Scene) -> String {
    let (width, height) = (scene.width + 2.0 * MARGIN, scene.height + 2.0 * MARGIN);
    let (width, height) = (width.ceil(), height.ceil());
    let paper = Rectangle::new().set("width", width).set("height", height);
    let mut document = Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0, 0, width, height))
        .set("font-family", FONT)
        .add(Style::new(dark_style()))
        .add(paper.set("class", "f-paper").set("fill", "#ffffff"));
    for shape in &scene.shapes {
        document = add(document, shape);
    }
    let mut file = document.to_string();
    file.push('\n');
    file
}

/// The colours for dark paper.
fn dark_style() -> String {
    let rules = INKS
        .iter()
        .map(|(_, name, _, dark)| format!(".f-{name}{{fill:{dark}}}.s-{name}{{stroke:{dark}}}"));
    format!("@media (prefers-color-scheme:dark){{{}}}", rules.collect::<String>())
}

/// The name of an ink, and its colour on light paper.
pub(super) fn ink(ink: Ink) -> (&'static str, &'static str) {
    let row = INKS.iter().find(|(other, ..)| *other == ink);
    row.map_or(("line", "#000000"), |(_, name, light, _)| (name, light))
}

/// Attributes of colour: the classes, the fill, the stroke.
fn colours(fill: Option<Ink>, stroke: Option<Ink>) -> [(&'static str, String); 3] {
    let (fill, stroke) = (fill.map(ink), stroke.map(ink));
    let class =
        |letter: char, ink: Option<(&str, &str)>| ink.map(|(name, _)| format!("{letter}-{name}"));
    let classes: Vec<String> =
        [class('f', fill), class('s', stroke)].into_iter().flatten().collect();
    let colour = |ink: Option<(&str, &str)>| ink.map_or("none", |(_, colour)| colour).to_owned();
    [("class", classes.join(" ")), ("fill", colour(fill)), ("stroke", colour(stroke))]
}

fn add(document: Document, shape: &Shape) -> Document {
    match shape {
        Shape::Path { points, fill, stroke, width } => {
            let mut path = Path::new().set("d", outline(points, fill.is_some()));
            path = path.set("stroke-width", near(*width)).set("stroke-linejoin", "round");
            path = path.set("stroke-linecap", "round");
            for (name, value) in colours(*fill, *stroke) {
                path = path.set(name, value);
            }
            document.add(path)
        }
        Shape::Curve { from, bend, to, stroke, width } => {
            let d = format!("M{} Q{} {}", place(*from), place(*bend), place(*to));
            let mut path = Path::new().set("d", d).set("stroke-width", near(*width));
            for (name, value) in colours(None, Some(*stroke)) {
                path = path.set(name, value);
            }
            document.add(path.set("stroke-linecap", "round"))
        }
        Shape::Disc { centre, radius, fill, stroke, width } => {
            let (x, y) = (near(centre.x + MARGIN), near(centre.y + MARGIN));
            let mut disc = Circle::new().set("cx", x).set("cy", y).set("r", near(*radius));
            for (name, value) in colours(*fill, *stroke) {
                disc = disc.set(name, value);
            }
            document.add(disc.set("stroke-width", near(*width)))
        }
        Shape::Words { centre, align, size, ink, text, .. } => {
            document.add(words(*centre, *align, *size, *ink, text))
        }
    }
}

fn words(centre: Point, align: Align, size: f64, ink: Ink, text: &str) -> Text {
    // Capitals and digits are about seven tenths as high as the size says.
    let (half, y) = (text_width(text, size) / 2.0, near(centre.y + MARGIN + size * 0.36));
    let (anchor, x) = match align {
        Align::Left => ("start", centre.x - half),
        Align::Middle => ("middle", centre.x),
        Align::Right => ("end", centre.x + half),
    };
    let x = near(x + MARGIN);
    let mut words = Text::new("").set("x", x).set("y", y).set("font-size", near(size));
    for (name, value) in colours(Some(ink), None).into_iter().take(2) {
        words = words.set(name, value);
    }
    // Long words keep their estimated width in every font.
    if text.chars().count() > 6 {
        words = words.set("textLength", near(text_width(text, size)));
    }
    words.set("text-anchor", anchor).add(Content::new(text))
}

fn outline(points: &[Point], closed: bool) -> String {
    let places: Vec<String> = points.iter().map(|point| place(*point)).collect();
    format!("M{}{}", places.join(" L"), if closed { " Z" } else { "" })
}

fn place(point: Point) -> String {
    format!("{},{}", near(point.x + MARGIN), near(point.y + MARGIN))
}

/// Rounds to a tenth, which is the same on every machine.
fn near(x: f64) -> f64 {
    (x * 10.0).round() / 10.0 + 0.0
}
