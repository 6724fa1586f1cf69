//! Pictures, and files with them.
//!
//! `save` only asks for a file. The session writes it through `Files` when the whole input has succeeded, because a
//! failed input leaves no trace.

use std::path::{Component, Path};
use std::sync::Arc;

use upstar_core::Player;

use super::tables;
use super::thermographs;
use super::typed::{binary, param, param_of, unary};
use super::{Attribute, Builtin, ROW};
use crate::diagnostic::Code;
use crate::outside;
use crate::picture::{DrawnTree, Figure, GameLabel, MOST_PARTS};
use crate::value::host::Host;
use crate::value::worth::{self, Solved};
use crate::value::{Fault, Notation, Picture, Result, Value, View, moves, ops, show};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "draw",
        params: &[param("P")],
        summary: "The picture of a position, a sum of positions, a board, a graph or a loopy game.",
        details: "The prompt draws it in characters, `save` as SVG. Vertex 0 is the ground. The \
                  tree of a loopy game ends where a game occurs again. In an alphabet the empty \
                  cell comes first, then Left's symbol, then Right's: `x` and `o` are black and \
                  white stones, `#` a covered cell, others discs in the player's colour. \
                  `draw_as` overrides this.",
        examples: &[
            ("draw(Clobber(\"xo|ox\"))", "draw(Clobber(\"xo|ox\"))"),
            ("draw(Nim(3, 5))", "draw(Nim(3, 5))"),
            ("draw(Nim(3)) == draw(Nim(1 + 2))", "true"),
        ],
        see_also: &["save", "plot", "tree"],
        run: &unary(|host, x: Value| match figure(host, &x)? {
            Some(figure) => picture(View::Drawing, &x, figure),
            None => Err(no_drawing(&x)),
        }),
        ..ROW
    },
    Builtin {
        name: "plot",
        params: &[param("G")],
        gives: "a picture",
        summary: "The picture of a thermograph.",
        details: "Values increase to the left, temperatures upwards. The left wall is blue, the \
                  right wall red.",
        examples: &[("plot(<5||3|2>)", "plot(<5||3|2>)")],
        see_also: &["thermograph", "save", "draw", "tree"],
        source: "Winning Ways, ch. 6",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| {
            let graph = thermographs::heat(host, &g, None)?;
            let of = match &g {
                Value::LoopyBracket(bracket) if matches!(bracket.value(), Value::Loopy(_)) => {
                    Value::LoopyBracket(Arc::new(bracket.as_typed()))
                }
                other => ops::without_forms(&host.store(), other)?,
            };
            picture(View::Plot, &of, graph.figure())
        }),
        ..ROW
    },
    Builtin {
        name: "tree",
        params: &[param("G"), param_of("depth", "the depth")],
        gives: "a picture",
        summary: "The game tree: Left's options slant to the left, Right's to the right.",
        details: "Every game is labelled by its value, a position without one by itself. Options \
                  are those of the canonical form, of `form(G)`, or by the rules of a position. \
                  The tree ends at numbers, that of a form where there are no options, and at \
                  `depth`.",
        examples: &[
            ("tree(^)", "tree(↑)"),
            ("tree(Domineering(2, 2), 1)", "tree(Domineering(\"..|..\"), 1)"),
        ],
        see_also: &["draw", "plot", "save", "left_options"],
        source: "Winning Ways, ch. 1",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, depth: Option<u64>| {
            let mut room = MOST_GAMES;
            let tree = tree(host, &g, depth, true, &mut room)?;
            let of = match &g {
                form @ Value::Form(_) => ops::without_forms(&host.store(), form)?,
                other => other.clone(),
            };
            picture(View::Tree(depth), &of, Figure::Tree(tree))
        }),
        ..ROW
    },
    Builtin {
        name: "save",
        params: &[param_of("file", "the path of a file, as a text"), param("x")],
        summary: "Writes a picture as an SVG file or as source for LaTeX, and values as CSV or JSON.",
        details: "The picture is that of `draw`, `plot`, `tree` or `table`, or `draw(x)`. The \
                  path stays in the folder where `upstar` was started and ends in `.svg`, `.tex`, \
                  `.csv` or `.json`. It replaces an existing file. Files are written when the \
                  whole input has succeeded. A `.tex` file is what `latex` gives, for `\\input`; \
                  a comment at its top names the packages `tikz`, `amsmath` and `amssymb`. A \
                  `.csv` file has the rows of a table, a map or a list of lists; a `.json` file \
                  any value.",
        examples: &[(
            "save(\"board.png\", Clobber(\"xo\"))",
            "error: \"board.png\" does not end in `.svg`, `.tex`, `.csv` or `.json`",
        )],
        see_also: &["draw", "plot", "tree", "table", "latex"],
        run: &binary(|host, path: Arc<str>, x: Value| {
            let text = match check_path(&path)? {
                Format::Svg => figure(host, &x)?.ok_or_else(|| no_drawing(&x))?.to_svg(),
                Format::Latex => format!("{PACKAGES}{}\n", latex(host, &x)?),
                Format::Csv => tables::comma_separated(host, &x)?,
                Format::Json => json(host, &x)?,
            };
            host.store().budget().reserve(text.len() as u64)?;
            host.save(&path, text);
            Ok(Value::Text(path))
        }),
        ..ROW
    },
];

/// Comment on the packages that a LaTeX file needs.
const PACKAGES: &str = "% \\usepackage{tikz,amsmath,amssymb}\n";

/// Most games in a tree that is drawn.
const MOST_GAMES: usize = 500;

pub(super) fn picture(view: View, of: &Value, figure: Figure) -> Result<Value> {
    Ok(Value::Picture(Arc::new(Picture::new(view, of.clone(), figure)?)))
}

/// Figure that `draw` makes of a value.
fn figure(host: &mut dyn Host, value: &Value) -> Result<Option<Figure>> {
    let store = host.store();
    store.budget().step()?;
    let mut wrong = None;
    if let Value::Loopy(_) | Value::LoopyBracket(_) = value {
        return Ok(show::loopy_figure(&store, value));
    }
    let figure = show::figure(value, &mut |part| {
        show::value(&store, part).unwrap_or_else(|fault| {
            wrong.get_or_insert(fault);
            String::new()
        })
    });
    if let Some(fault) = wrong {
        return Err(fault);
    }
    match figure {
        Some(figure) if figure.parts() > MOST_PARTS => Err(Fault::new(
            Code::TooLarge,
            format!("this has {} parts; at most {MOST_PARTS} are drawn", figure.parts()),
        )),
        figure => Ok(figure),
    }
}

fn no_drawing(value: &Value) -> Fault {
    let fault = value.wrong("a picture, a position, a board, a graph or a loopy game");
    match value {
        Value::Number(_) | Value::Game(_) | Value::Form(_) | Value::Typed(_) => fault
            .help("the picture of a game is its thermograph, `plot(G)`, or its tree, `tree(G)`"),
        Value::Loopy(_) | Value::LoopyBracket(_) => {
            fault.note("only stoppers with few followers are drawn")
        }
        Value::List(_) => fault.help("save them one by one"),
        _ => fault,
    }
}

/// LaTeX source that `latex` makes of a picture, or of the picture that `draw` makes.
fn latex(host: &mut dyn Host, value: &Value) -> Result<String> {
    match value {
        Value::Explanation(explanation) => {
            return show::explained(&host.store(), explanation, Notation::LATEX);
        }
        Value::Picture(_) | Value::Thermograph(_) => {}
        other => {
            if let Some(figure) = figure(host, other)? {
                return Ok(figure.to_tikz());
            }
        }
    }
    show::in_notation(&host.store(), value, Notation::LATEX)
}

/// Format of a file.
#[derive(Clone, Copy)]
enum Format {
    Svg,
    Latex,
    Csv,
    Json,
}

fn check_path(path: &str) -> Result<Format> {
    let wrong = |message: String| Err(Fault::new(Code::NotWritten, message));
    let mut parts = Path::new(path).components();
    if !parts.clone().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        let message = format!("{path:?} is outside of the folder where `upstar` was started");
        return wrong(message).map_err(|fault: Fault| fault.help("name a file in that folder"));
    }
    let last = parts.next_back().map(|name| Path::new(name.as_os_str()).to_owned());
    let end = last.as_ref().and_then(|name| name.extension()).map(|end| end.to_ascii_lowercase());
    match end.as_ref().and_then(|end| end.to_str()) {
        Some("svg") => Ok(Format::Svg),
        Some("tex") => Ok(Format::Latex),
        Some("csv") => Ok(Format::Csv),
        Some("json") => Ok(Format::Json),
        _ => wrong(format!("{path:?} does not end in `.svg`, `.tex`, `.csv` or `.json`"))
            .map_err(|fault| fault.help("for instance `save(\"game.svg\", x)`")),
    }
}

/// A value as JSON, in the shape that other programs are given.
fn json(host: &mut dyn Host, value: &Value) -> Result<String> {
    Ok(format!("{}\n", outside::json(&host.store(), value)?))
}

/// Tree of a game with at most `MOST_GAMES` games.
fn tree(
    host: &mut dyn Host,
    value: &Value,
    depth: Option<u64>,
    is_root: bool,
    room: &mut usize,
) -> Result<DrawnTree> {
    let store = host.store();
    store.budget().step()?;
    *room = room.checked_sub(1).ok_or_else(|| {
        Fault::new(Code::TooLarge, format!("this tree has more than {MOST_GAMES} games"))
            .help("give a depth, for instance `tree(G, 2)`")
    })?;
    let game = match worth::solved(host, value)? {
        Solved::Short(game) => Some(game),
        // A loopy position is no short game, but it has options.
        Solved::Loopy(..) => None,
    };
    let name = |notation| match game {
        Some(game) => Ok(store.text(game, notation)?),
        None => show::in_notation(&store, value, notation),
    };
    let label = GameLabel {
        unicode: name(Notation::UNICODE)?,
        ascii: name(Notation::ASCII)?,
        latex: name(Notation::LATEX)?,
    };
    let ends = match value {
        Value::Typed(_) => false,
        Value::LoopyBracket(bracket) if bracket.is_as_typed() => false,
        _ => !is_root && game.is_some_and(|game| store.as_number(game).is_some()),
    };
    let mut sides = [Vec::new(), Vec::new()];
    if !ends && depth != Some(0) {
        let depth = depth.map(|depth| depth - 1);
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for option in moves::moves(host, value, player)? {
                side.push(stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                    tree(host, &option, depth, false, room)
                })?);
            }
        }
    }
    let [left, right] = sides;
    Ok(DrawnTree { label, left, right })
}
