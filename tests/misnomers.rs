//! Names and questions of those who know another program or a textbook, and what is suggested.

use crate::support::expect_none;
use crate::support::said;
use crate::words::fresh;

/// Names of other programs and of textbooks, with what is meant here.
const MISNOMERS: &[(&str, &str)] = &[
    // Reported.
    ("temp", "temperature"),
    ("mean_value", "mean"),
    ("Toads", "ToadsAndFrogs"),
    // Methods of other programs.
    ("CanonicalForm", "canonical"),
    ("AtomicWeight", "atomic_weight"),
    ("Temperature", "temperature"),
    ("LeftStop", "left_stop"),
    ("RightStop", "right_stop"),
    ("Thermograph", "thermograph"),
    ("OutcomeClass", "outcome"),
    ("NimValue", "nimber"),
    ("GrundyValue", "nimber"),
    ("ReducedCanonicalForm", "reduced"),
    ("LeftOptions", "left_options"),
    ("Options", "moves"),
    ("SensibleOptions", "sensible_options"),
    ("IsInfinitesimal", "is_infinitesimal"),
    ("IsAllSmall", "is_all_small"),
    ("NortonProduct", "norton"),
    ("ConwayProduct", "conway_product"),
    ("OrdinalSum", "ordinal_sum"),
    ("StopCount", "stop_count"),
    ("Followers", "followers"),
    ("IsStopper", "is_stopper"),
    ("MisereQuotient", "misere_quotient"),
    ("NimSum", "nim_sum"),
    // Terms of textbooks.
    ("grundy_number", "nimber"),
    ("sprague_grundy", "nimber"),
    ("winner", "outcome"),
    ("who_wins", "outcome"),
    ("simplest_form", "canonical"),
    ("mast_value", "mean"),
    ("mast", "mean"),
    ("thermo", "thermograph"),
    ("heating", "heat"),
    ("cooling", "cool"),
    ("dicot", "is_all_small"),
    ("atomic", "atomic_weight"),
    ("minimum_excluded", "mex"),
    ("periodicity", "period"),
    ("subpositions", "followers"),
    ("up", "^"),
    ("star", "*"),
    ("negate", "-G"),
    ("fuzzy", "G || 0"),
    // Words of other languages.
    ("len", "length"),
    ("sqrt2", ""),
    ("xor", "nim_sum"),
    ("intdiv", "div"),
    ("sqrt", "isqrt"),
    ("lb", "ilog"),
    ("odious", "is_odious"),
    ("range", "a..b"),
    ("first", "find"),
    ("random", "sample"),
    ("print_latex", "latex"),
    ("tex", "latex"),
    ("quit", ":quit"),
    ("doc", ":help"),
    // Beginnings and parts of names.
    ("Frogs", "ToadsAndFrogs"),
    ("Dots", "DotsAndBoxes"),
    ("domineering", "Domineering"),
    ("Hack", "Hackenbush"),
    ("kayles", "Kayles"),
    ("tic_tac_toe", "TicTacToe"),
    ("Toppling", "TopplingDominoes"),
    ("dominoes", "Domineering"),
    ("Fibonacci", "FibonacciNim"),
    ("birth", "birthday"),
    ("winning", "winning_moves"),
    ("canonicl", "canonical"),
    ("n", ""),
    ("zebra", ""),
];

#[test]
fn likely_misnomers_get_the_right_suggestion() {
    let mut session = fresh();
    let mut wrong = Vec::new();
    for (name, meant) in MISNOMERS {
        let got = said(&mut session, name);
        let expected = match *meant {
            "" => format!("bind it first: `{name} := ...`"),
            meant => format!("did you mean `{meant}`?"),
        };
        if !got.ends_with(&expected) {
            wrong.push(format!("{name}: {got}, expected {expected}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn what_is_called_is_to_be_defined_as_it_is_called() {
    let mut session = fresh();
    for (text, help) in [
        ("outcome(_)", "no answer comes before; a function is written `x -> outcome(x)`"),
        ("__", "no answer has this number"),
        ("zebra(5)", "define it first: `zebra(x) := ...`"),
        ("5.zebra(6)", "define it first: `zebra(x, y) := ...`"),
        ("zebra()", "define it first: `zebra() := ...`"),
        ("Zebra(1, 2, 3)", "declare it first: `game Zebra(x, y, ...) { ... }`"),
    ] {
        let got = said(&mut session, text);
        assert!(got.ends_with(help), "{text}: {got}");
    }
}

#[test]
fn every_synonym_leads_to_something() {
    let session = fresh();
    let mut wrong = Vec::new();
    for (word, ours) in upstar::resolve::SYNONYMS {
        let is_name = ours.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_known =
            session.page(ours).is_some() || ours.chars().all(|c| c.is_ascii_digit() || c == 'v');
        if is_name && !is_known {
            wrong.push(format!("{word}: `{ours}` has no page"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn questions_are_found() {
    let session = fresh();
    let mut wrong = Vec::new();
    for (question, name) in [
        ("how do I compute who wins", "outcome"),
        ("how do I compute who wins?", "outcome"),
        ("who wins", "outcome"),
        ("What is the mean value of a game?", "mean"),
        ("grundy value", "nimber"),
        ("how can I draw a position", "draw"),
        ("mean_value", "mean"),
        ("atomic weight", "atomic_weight"),
        ("winner", "outcome"),
        ("integer division", "div"),
        ("how do I compute who wins", "winning_moves"),
        ("which moves win?", "winning_moves"),
        ("simplify a game", "canonical"),
        ("temperature of a game", "temperature"),
        ("how hot is a game", "temperature"),
        ("grundy number", "nimber"),
        ("what is the grundy number of a heap", "nimber"),
        ("draw board", "draw"),
        ("negative of a game", "-"),
        ("add two games", "+"),
        ("list all moves", "moves"),
        ("possible moves of a player", "moves"),
        ("play against the computer", "play"),
        ("is a game a number", "is_number"),
        ("compare two games", "=="),
        ("confused with", "||"),
        ("left stop", "left_stop"),
        ("why is this the canonical form", "explain"),
        ("save a picture as svg", "save"),
        ("remainder of a division", "%"),
        ("define a function", "fn"),
        ("define a ruleset of my own", "game"),
        ("misere nim", "misere"),
        ("when is a game born", "birthday"),
        ("nim sum", "nim_sum"),
        ("period of kayles", "period"),
        ("dots and boxes", "DotsAndBoxes"),
        ("latex output", "latex"),
        ("value of a game", "canonical"),
        ("sum of games", "+"),
    ] {
        let found = session.find(question, &[]);
        if !found.iter().take(3).any(|hit| hit.name == name) {
            let names: Vec<&str> = found.iter().take(6).map(|hit| hit.name.as_str()).collect();
            wrong.push(format!("`{question}`: {names:?}, expected {name}"));
        }
    }
    expect_none(&wrong);
}
