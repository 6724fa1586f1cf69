//! Parsing by the grammar.
//!
//! Knows: both parsers, and how much stack a parse may take. Must not know: what the nodes are made into.
//!
//! One statement is parsed without a stop. So the grammar is written for linear time: nothing that holds an
//! expression is read twice at one place. The number of rules that pest may enter is bounded all the same. The
//! bound is tighter for a text that, as one statement, would not fit into the memory that is left.
//!
//! A program writes the parser from the grammar before this package is built (`generate/`). It says whether a text is one of
//! the language, and pest says why not: a text that fails is read again. For nested braces the parser takes a
//! sixth of the time of pest and its pairs: most of what pest takes goes into 152 rules, sequences and lookaheads for a
//! bracket with its options, of which all but 12 make no node.

use std::num::NonZeroUsize;
use std::sync::{Once, RwLock};

use pest::Parser as _;
use pest::error::{Error, ErrorVariant};

use super::reader::Reader;
use super::tree::ParseTree;

/// The parser that pest derives from `grammar/game.pest`.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/game.pest"]
struct Grammar;

/// Bytes of stack for the longest parse; pest itself stops before they run out.
const STACK: usize = 12 << 20;
/// Bytes of stack for each lexeme of a short text: each opens at most one level of the grammar.
const STACK_PER_LEXEME: usize = 32 << 10;
/// Bytes of stack for a text without nesting.
const LEAST_STACK: usize = 128 << 10;

/// Calls `work` on a stack for the parse of a text of this number of lexemes and for its tree. Short texts
/// need no stack of their own.
pub(super) fn with_stack<T>(lexemes: usize, work: impl FnOnce() -> T) -> T {
    let needed = lexemes.saturating_mul(STACK_PER_LEXEME).saturating_add(LEAST_STACK);
    stacker::maybe_grow(needed.min(STACK), STACK, work)
}

/// Most rules and sequences that pest may enter for one statement of a short text: half a second. It ends
/// parses of exponential time.
pub(super) const CALLS: usize = 40_000_000;
/// The same for each lexeme of a longer text. One takes at most 410, a line break in a block.
const CALLS_PER_LEXEME: usize = 500;
/// The same while expectations are recorded, which costs several times as much: enough for an error after
/// 100 kB of a statement. Later errors have a place, but no expectations.
const RECORDED_CALLS: usize = 12_000_000;

/// Most rules and sequences that pest may enter for a statement of a text of this number of lexemes.
pub(super) fn most_calls(lexemes: usize) -> usize {
    lexemes.saturating_mul(CALLS_PER_LEXEME).max(CALLS)
}

/// Lock of pest's global settings: shared while parsing, exclusive while one is changed.
static SWITCHES: RwLock<()> = RwLock::new(());

/// Parses `text` by the entry rule `rule`, within a number of rules and sequences. The error has the place
/// where parsing stopped, without expectations. Call inside [`with_stack`].
pub(super) fn run(rule: Rule, text: &str, calls: usize) -> Result<ParseTree<'_>, Box<Error<Rule>>> {
    // In a browser texts are short, and a second parser would be loaded by each first visit.
    match cfg!(not(target_family = "wasm")).then(|| Reader::read(rule, text, calls)).flatten() {
        Some(entries) => Ok(ParseTree::new(text, entries)),
        None => by_pest(rule, text, calls),
    }
}

/// The same by pest, which says where and why it stops.
pub(super) fn by_pest(
    rule: Rule,
    text: &str,
    calls: usize,
) -> Result<ParseTree<'_>, Box<Error<Rule>>> {
    static STANDING: Once = Once::new();
    STANDING.call_once(|| pest::set_call_limit(NonZeroUsize::new(CALLS)));
    let pairs = if calls == CALLS {
        let _share = SWITCHES.read();
        Grammar::parse(rule, text)
    } else {
        alone(calls, || Grammar::parse(rule, text))
    };
    pairs.map(|pairs| ParseTree::of_pairs(text, pairs)).map_err(Box::new)
}

/// Parses a text that does not parse again, and records expectations; returns `error` if that takes too
/// long. Call inside [`with_stack`].
///
/// Recording costs more than parsing, so it is done for a text that has failed.
pub(super) fn explain(
    rule: Rule,
    text: &str,
    calls: usize,
    error: Box<Error<Rule>>,
) -> Box<Error<Rule>> {
    let recorded = alone(calls.min(RECORDED_CALLS), || {
        pest::set_error_detail(true);
        let result = Grammar::parse(rule, text);
        pest::set_error_detail(false);
        result
    });
    match recorded {
        Err(recorded) if !is_too_long(&recorded) => Box::new(recorded),
        _ => error,
    }
}

/// Parses with another limit, exclusively.
fn alone<T>(calls: usize, parse: impl FnOnce() -> T) -> T {
    let alone = SWITCHES.write();
    pest::set_call_limit(NonZeroUsize::new(calls));
    let result = parse();
    pest::set_call_limit(NonZeroUsize::new(CALLS));
    drop(alone);
    result
}

/// Whether pest has entered more rules than it may.
pub(super) fn is_too_long(error: &Error<Rule>) -> bool {
    matches!(&error.variant, ErrorVariant::CustomError { message } if message.starts_with("call limit"))
}

impl Rule {
    /// Whether the rule is a word that only marks what it belongs to.
    pub(super) fn is_word(self) -> bool {
        matches!(
            self,
            Rule::kw_fn
                | Rule::kw_game
                | Rule::kw_use
                | Rule::kw_check
                | Rule::kw_exercise
                | Rule::kw_hint
                | Rule::kw_ask
                | Rule::kw_sheet
                | Rule::kw_generate
                | Rule::cw_show
                | Rule::cw_with
                | Rule::cw_at
                | Rule::cw_level
                | Rule::cw_questions
                | Rule::kw_for
                | Rule::kw_in
                | Rule::kw_if
                | Rule::kw_then
                | Rule::kw_else
                | Rule::kw_is
                | Rule::kw_where
                | Rule::kw_while
                | Rule::kw_return
                | Rule::kw_break
                | Rule::kw_continue
                | Rule::cw_strip
                | Rule::cw_grid
                | Rule::cw_ring
                | Rule::cw_cylinder
                | Rule::cw_torus
                | Rule::cw_of
                | Rule::cw_by
                | Rule::cw_let
                | Rule::cw_graph
                | Rule::cw_digraph
                | Rule::cw_on
                | Rule::cw_parts
                | Rule::cw_start
                | Rule::cw_draw_as
                | Rule::cw_play
                | Rule::cw_score
                | Rule::cw_blocking
                | Rule::cw_gain
                | Rule::misere_word
                | Rule::cw_points
                | Rule::for_all
                | Rule::last_comma
        )
    }

    /// Whether pest may count blanks after the last sign as part of the rule.
    pub(super) fn is_open(self) -> bool {
        matches!(
            self,
            Rule::statement
                | Rule::short_fn
                | Rule::bind
                | Rule::check
                | Rule::return_value
                | Rule::ask
                | Rule::sheet
                | Rule::generated
                | Rule::mark
                | Rule::expr
                | Rule::option
                | Rule::entry
                | Rule::side
                | Rule::brace_side
                | Rule::conditional
                | Rule::else_branch
                | Rule::lambda
                | Rule::definition
                | Rule::param
                | Rule::kind
                | Rule::clause
                | Rule::parts_clause
                | Rule::start_clause
                | Rule::goal_clause
                | Rule::score_clause
                | Rule::blocking_clause
                | Rule::check_clause
                | Rule::gains
                | Rule::alternative
                | Rule::rewrite
                | Rule::options
                | Rule::generator
                | Rule::rule_generator
                | Rule::for_each
                | Rule::only_if
                | Rule::let_be
                | Rule::side_generator
                | Rule::side_for
                | Rule::side_if
                | Rule::side_let
                | Rule::guard
        )
    }
}
