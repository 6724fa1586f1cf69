//! The kinds of rulesets that are drawn, with how their positions are typed and how play ends.
//!
//! Must not know: what rules of a kind say.

use super::positions::{
    CYLINDER, GRID, NUMBERED_CYLINDER, NUMBERED_GRID, NUMBERED_RING, NUMBERED_STRIP,
    NUMBERED_TORUS, RING, STRIP, TORUS,
};
use super::support::Dice;

/// How play of a ruleset ends, which decides what may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Who cannot move loses.
    LastMover,
    /// The same, and both players have the same moves.
    Impartial,
    /// Goals decide.
    Goals,
    /// Points are counted.
    Points,
    /// The same, and the rules say whose turn it is.
    Turns,
}

/// What a position is typed as.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Strip,
    Grid,
    Heap,
    Number,
    Pair,
    List,
    Set,
    Coins,
    /// A graph with these labels of edges.
    Edges(&'static str),
    /// A graph with labels of vertices.
    Vertices,
    /// A graph with directions, and a vertex.
    Token,
    /// A number, and a player.
    Turn,
    /// A set of numbers, and a number.
    Pile,
    /// A list of numbers, and a number.
    Row,
    /// A tuple of two numbers.
    Together,
    /// A map from numbers to numbers.
    Entries,
    /// A text.
    Symbols,
    /// A list of lists of numbers.
    Rows,
    /// Numbers on cells, in at most so many rows.
    Digits(u64),
    /// A graph with numbers on vertices.
    NumberedVertices,
    /// A graph with numbers on edges.
    NumberedEdges,
    /// A graph with numbers on vertices, and a vertex.
    NumberedToken,
}

/// A kind of rulesets.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) weight: u64,
    /// Parameters: `n: heap`; `k)(n: heap` for a family. `‹alphabet›` is the alphabet.
    pub(crate) params: &'static str,
    /// What stands between the name and the position: arguments of a family.
    pub(crate) family: &'static str,
    pub(crate) place: Place,
    /// The table of clauses.
    pub(crate) clauses: &'static str,
    /// The table of what may stand besides the moves.
    pub(crate) remarks: &'static str,
    pub(crate) form: Form,
}

const fn kind(name: &'static str, weight: u64, params: &'static str, place: Place) -> Kind {
    Kind {
        name,
        weight,
        params,
        family: "",
        place,
        clauses: name,
        remarks: "nothing",
        form: Form::LastMover,
    }
}

/// The kind with goals from this table.
const fn with_goals(remarks: &'static str, kind: Kind) -> Kind {
    Kind { remarks, form: Form::Goals, ..kind }
}

/// The kind with points from this table.
const fn with_points(remarks: &'static str, kind: Kind) -> Kind {
    Kind { remarks, form: Form::Points, ..kind }
}

pub(crate) const KINDS: &[Kind] = &[
    kind("placement", 12, STRIP, Place::Strip),
    kind("placement", 12, GRID, Place::Grid),
    kind("rewrite", 18, STRIP, Place::Strip),
    kind("rewrite", 12, GRID, Place::Grid),
    Kind { clauses: "filling", ..kind("mixture", 5, STRIP, Place::Strip) },
    Kind { clauses: "filling", ..kind("mixture", 4, GRID, Place::Grid) },
    kind("placement", 4, RING, Place::Strip),
    kind("placement", 3, TORUS, Place::Grid),
    kind("rewrite", 8, RING, Place::Strip),
    kind("rewrite", 5, CYLINDER, Place::Grid),
    kind("rewrite", 5, TORUS, Place::Grid),
    kind("numbers on cells", 4, NUMBERED_STRIP, Place::Digits(1)),
    kind("numbers on cells", 3, NUMBERED_GRID, Place::Digits(2)),
    kind("numbers on cells", 4, NUMBERED_RING, Place::Digits(1)),
    kind("numbers on cells", 1, NUMBERED_TORUS, Place::Digits(2)),
    kind("numbers in patterns", 3, NUMBERED_STRIP, Place::Digits(1)),
    kind("numbers in patterns", 2, NUMBERED_GRID, Place::Digits(2)),
    kind("numbers in patterns", 2, NUMBERED_RING, Place::Digits(1)),
    kind("numbers in patterns", 1, NUMBERED_CYLINDER, Place::Digits(2)),
    kind("numbers on vertices", 4, "g: graph on ‹range›", Place::NumberedVertices),
    kind("numbers on edges", 4, "g: graph of ‹range›", Place::NumberedEdges),
    kind("numbers under a token", 2, "g: graph on ‹range›, p", Place::NumberedToken),
    with_goals(
        "goals of numbered boards",
        kind("numbers in patterns", 3, NUMBERED_GRID, Place::Digits(2)),
    ),
    with_goals("goals of graphs", kind("vertices", 3, "g: graph on \".xo\"", Place::Vertices)),
    with_goals(
        "goals of numbered graphs",
        kind("numbers on vertices", 2, "g: graph on ‹range›", Place::NumberedVertices),
    ),
    kind("heap", 12, "n: heap", Place::Heap),
    Kind { family: "(‹k›)", ..kind("member", 4, "k)(n: heap", Place::Heap) },
    Kind { family: "([‹k›, ‹k1›])", ..kind("set of takes", 3, "S)(n: heap", Place::Heap) },
    Kind {
        family: "(‹function›)",
        clauses: "uses of the function",
        ..kind("function", 3, "f)(n: heap", Place::Heap)
    },
    Kind {
        family: "(\"‹code›\")",
        clauses: "uses of the code",
        ..kind("code", 3, "d: code)(n: heap", Place::Heap)
    },
    kind("number", 6, "n", Place::Number),
    kind("pair", 8, "a, b", Place::Pair),
    Kind { remarks: "parts of lists", ..kind("list", 8, "s", Place::List) },
    kind("set", 3, "s", Place::Set),
    kind("heaps in a list", 5, "s", Place::List),
    kind("together", 5, "p", Place::Together),
    kind("entries", 4, "m", Place::Entries),
    kind("symbols", 6, "t", Place::Symbols),
    kind("rows", 5, "r", Place::Rows),
    kind("coins", 5, "c: coins", Place::Coins),
    Kind { remarks: "parts of graphs", ..kind("graph", 6, "g: graph", Place::Edges("")) },
    Kind {
        remarks: "parts of graphs",
        ..kind("edges", 4, "g: graph of \"bgr\"", Place::Edges("bgr"))
    },
    kind("vertices", 4, "g: graph on \".xo\"", Place::Vertices),
    kind("token", 3, "g: digraph, p", Place::Token),
    with_goals("goals of boards", kind("placement", 4, STRIP, Place::Strip)),
    with_goals("goals of boards", kind("rewrite", 5, GRID, Place::Grid)),
    with_goals("goals of numbers", kind("number", 3, "n", Place::Number)),
    with_goals("goals of pairs", kind("pair", 3, "a, b", Place::Pair)),
    with_points("score", kind("gaining", 4, "n", Place::Number)),
    with_points("score of pairs", kind("gaining pair", 3, "a, b", Place::Pair)),
    with_points("score of boards", kind("gaining board", 4, STRIP, Place::Strip)),
    with_points("score of boards", kind("gaining board", 3, GRID, Place::Grid)),
    with_points("score of piles", kind("gaining pile", 3, "s, n", Place::Pile)),
    with_points("score of piles", kind("gaining row", 3, "s, n", Place::Row)),
    Kind {
        remarks: "whose turn",
        form: Form::Turns,
        ..kind("gaining turn", 4, "n, who", Place::Turn)
    },
];

/// Numbers that cells, vertices and edges show, as symbols.
const RANGES: &[&str] = &["0123", "0123", "012", "1234", "23", "0123456789", "123456789"];

impl Place {
    /// Symbols of its positions, most often few where rules are to be simple.
    pub(crate) fn alphabet(self, dice: &mut Dice, is_simple: bool) -> &'static str {
        use Place::{Digits, NumberedEdges, NumberedToken, NumberedVertices};
        let ways: &[&'static str] = match self {
            Digits(_) | NumberedEdges | NumberedToken | NumberedVertices => RANGES,
            _ if is_simple => &[".x", ".x", ".xo"],
            _ => &[".x", ".xo", ".xo", ".xo#", ".xoT"],
        };
        ways[dice.roll(ways.len() as u64) as usize]
    }
}
