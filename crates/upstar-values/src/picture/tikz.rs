//! Scenes as source for LaTeX, drawn by TikZ. Only the packages `tikz` and, in labels, `amsmath` and
//! `amssymb` are needed.

use std::fmt::Write as _;

use super::scene::{Align, Ink, Point, Scene, Shape, text_width};
use super::svg;

/// A `tikzpicture`. One unit of a scene is three quarters of a point, as it is on the web.
pub(super) fn write(scene: &Scene) -> String {
    let mut out = String::from("\\begin{tikzpicture}[x=0.75bp,y=-0.75bp]\n");
    for ink in inks(scene) {
        let (name, colour) = svg::ink(ink);
        let hex = colour.trim_start_matches('#').to_uppercase();
        let _ = writeln!(out, "\\definecolor{{upstar-{name}}}{{HTML}}{{{hex}}}");
    }
    for shape in &scene.shapes {
        add(&mut out, shape);
    }
    out.push_str("\\end{tikzpicture}");
    out
}

/// The inks that are used, each once.
fn inks(scene: &Scene) -> Vec<Ink> {
    let each = |shape: &Shape| match shape {
        Shape::Path { fill, stroke, .. } | Shape::Disc { fill, stroke, .. } => [*fill, *stroke],
        Shape::Curve { stroke, .. } => [Some(*stroke), None],
        Shape::Words { ink, .. } => [Some(*ink), None],
    };
    let mut all: Vec<Ink> = scene.shapes.iter().flat_map(each).flatten().collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn add(out: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Path { points, fill, stroke, width } => {
            let places: Vec<String> = points.iter().map(|point| place(*point)).collect();
            let close = if fill.is_some() { " -- cycle" } else { "" };
            let style = style(*fill, *stroke, *width);
            writeln!(out, "\\path[{style}] {}{close};", places.join(" -- "))
        }
        Shape::Curve { from, bend, to, stroke, width } => {
            // A cubic curve that is the quadratic one.
            let [first, last] = [from, to].map(|end| end.towards(*bend, 2.0 / 3.0));
            let (from, first, last, to) = (place(*from), place(first), place(last), place(*to));
            let style = style(None, Some(*stroke), *width);
            writeln!(out, "\\path[{style}] {from} .. controls {first} and {last} .. {to};")
        }
        Shape::Disc { centre, radius, fill, stroke, width } => {
            let style = style(*fill, *stroke, *width);
            let radius = near(*radius * 0.75);
            writeln!(out, "\\path[{style}] {} circle[radius={radius}bp];", place(*centre))
        }
        Shape::Words { centre, align, size, ink, text, latex } => {
            let half = text_width(text, *size) / 2.0;
            let (anchor, x) = match align {
                Align::Left => ("mid west", centre.x - half),
                Align::Middle => ("mid", centre.x),
                Align::Right => ("mid east", centre.x + half),
            };
            // The middle of small letters is somewhat below that of capitals and digits.
            let at = place(Point::new(x, centre.y + size * 0.12));
            let words = latex.as_ref().map_or_else(|| in_latex(text), |latex| format!("${latex}$"));
            let (name, _) = svg::ink(*ink);
            let font = font(*size);
            writeln!(
                out,
                "\\node[inner sep=0pt,anchor={anchor},text=upstar-{name},font={font}] at {at} {{{words}}};"
            )
        }
    };
}

fn style(fill: Option<Ink>, stroke: Option<Ink>, width: f64) -> String {
    let mut parts = Vec::new();
    if let Some(ink) = fill {
        parts.push(format!("fill=upstar-{}", svg::ink(ink).0));
    }
    if let Some(ink) = stroke {
        parts.push(format!("draw=upstar-{}", svg::ink(ink).0));
        parts.push(format!("line width={}bp,line cap=round,line join=round", near(width * 0.75)));
    }
    parts.join(",")
}

fn font(size: f64) -> &'static str {
    match size {
        18.0.. => "\\large",
        14.5.. => "\\normalsize",
        12.5.. => "\\small",
        _ => "\\footnotesize",
    }
}

fn place(point: Point) -> String {
    format!("({},{})", near(point.x), near(point.y))
}

/// Rounds to a hundredth, which is the same on every machine.
fn near(x: f64) -> f64 {
    (x * 100.0).round() / 100.0 + 0.0
}

/// Escapes a text for LaTeX, so that MathJax and KaTeX show it too within `\\text`: these know no macros for signs there,
/// but switch to mathematics at `$`.
pub fn in_latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut ends_in_mathematics = false;
    for symbol in text.chars() {
        let sign = SIGNS.iter().find(|(plain, _)| *plain == symbol).map(|(_, sign)| *sign);
        match sign.map(|sign| (sign, sign.strip_prefix('$'))) {
            // Two of them are one piece of mathematics: `$$` begins a formula of its own.
            Some((_, Some(rest))) if ends_in_mathematics => {
                escaped.pop();
                escaped.push_str(rest);
            }
            Some((sign, _)) => escaped.push_str(sign),
            None => escaped.push(symbol),
        }
        ends_in_mathematics = sign.is_some_and(|sign| sign.starts_with('$'));
    }
    escaped
}

/// Characters that are special in LaTeX or missing in its fonts, with their replacements.
const SIGNS: &[(char, &str)] = &[
    ('\\', "$\\backslash$"),
    ('{', "$\\{$"),
    ('}', "$\\}$"),
    ('_', "$\\_$"),
    ('^', "$\\wedge$"),
    ('~', "$\\sim$"),
    ('#', "$\\#$"),
    ('$', "$\\$$"),
    ('%', "$\\%$"),
    ('&', "$\\&$"),
    ('<', "$<$"),
    ('>', "$>$"),
    ('|', "$|$"),
    ('"', "''"),
    ('−', "$-$"),
    ('±', "$\\pm$"),
    ('↑', "$\\uparrow$"),
    ('↓', "$\\downarrow$"),
    ('⇑', "$\\Uparrow$"),
    ('⇓', "$\\Downarrow$"),
    ('∞', "$\\infty$"),
    ('ω', "$\\omega$"),
    ('·', "$\\cdot$"),
    ('●', "$\\bullet$"),
    ('○', "$\\circ$"),
    ('…', "$\\dots$"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_letters_and_mathematics() {
        let all: String = (' '..='~').collect();
        for text in [&all, "a_b {c|d}", "$$", "\\\\"] {
            let latex = in_latex(text);
            assert!(!latex.contains("$$") || latex.contains("\\$"), "{latex}");
            // Outside of mathematics nothing is a macro or special.
            let outside = latex.replace("\\$", "").split('$').step_by(2).collect::<String>();
            assert!(!outside.contains(['\\', '{', '}', '_', '^', '#', '%', '&', '~']), "{latex}");
        }
        assert_eq!(in_latex("{a|b} < c"), "$\\{$a$|$b$\\}$ $<$ c");
        assert_eq!(in_latex("{|}"), "$\\{|\\}$");
    }

    #[test]
    fn colours_are_defined_that_are_used() {
        let mut scene = Scene::new(10.0, 10.0);
        scene.disc(Point::new(1.0, 2.0), 1.0, Ink::Left, Ink::Line);
        scene.words(Point::new(1.0, 2.0), 15.0, Ink::Right, "a_b & ↑");
        let tikz = write(&scene);
        for (name, used) in [("left", true), ("right", true), ("line", true), ("gold", false)] {
            let defined = tikz.contains(&format!("\\definecolor{{upstar-{name}}}"));
            assert_eq!(defined, used, "{name}");
        }
        assert!(tikz.contains("{a$\\_$b $\\&$ $\\uparrow$}"), "{tikz}");
    }
}
