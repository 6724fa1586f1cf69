//! Runs the grammar.
//!
//! Knows: pest, and how much stack a parse may take.
//! Must not know: what the pairs are made into.

use std::sync::Mutex;

use pest::Parser as _;
use pest::error::Error;
use pest::iterators::{Pair, Pairs};

/// The parser that pest derives from `grammar/game.pest`.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/game.pest"]
struct Grammar;

/// One node of what pest found.
pub(super) type Node<'i> = Pair<'i, Rule>;

/// Bytes of stack for one parse; pest itself stops before they run out.
const STACK: usize = 12 << 20;

/// Calls `work` on a stack that holds the deepest parse and the tree built from it.
pub(super) fn with_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::grow(STACK, work)
}

/// Parses `text` by the entry rule `rule`; none when it does not parse. Call inside [`with_stack`].
pub(super) fn run(rule: Rule, text: &str) -> Option<Pairs<'_, Rule>> {
    Grammar::parse(rule, text).ok()
}

/// Parses a text again that does not parse, and records what was expected. Call inside
/// [`with_stack`].
///
/// Recording costs more than parsing, so it is done for a text that has failed. The switch for it
/// belongs to the whole process, so one failed text at a time is parsed again.
pub(super) fn explain(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    static RECORDING: Mutex<()> = Mutex::new(());
    let guard = RECORDING.lock();
    pest::set_error_detail(true);
    let result = Grammar::parse(rule, text);
    pest::set_error_detail(false);
    drop(guard);
    result.map_err(Box::new)
}

/// How many bytes a text takes that [`run`] has parsed.
pub(super) fn length(pairs: &Pairs<'_, Rule>) -> usize {
    pairs.peek().map_or(pairs.as_str().len(), |whole| whole.as_span().end())
}

impl Rule {
    /// Whether the rule is a word that only marks what it belongs to.
    fn is_word(self) -> bool {
        matches!(
            self,
            Rule::kw_fn
                | Rule::kw_game
                | Rule::kw_use
                | Rule::kw_check
                | Rule::kw_exercise
                | Rule::kw_hint
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
                | Rule::cw_of
                | Rule::cw_graph
                | Rule::cw_digraph
                | Rule::cw_on
                | Rule::cw_parts
                | Rule::cw_start
                | Rule::cw_draw_as
                | Rule::cw_play
                | Rule::cw_score
                | Rule::cw_gain
                | Rule::misere_word
                | Rule::cw_points
                | Rule::for_all
        )
    }

    /// Whether pest may count blanks after the last sign as part of the rule.
    fn is_open(self) -> bool {
        matches!(
            self,
            Rule::statement
                | Rule::short_fn
                | Rule::bind
                | Rule::check
                | Rule::return_value
                | Rule::expr
                | Rule::option
                | Rule::entry
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
                | Rule::gains
                | Rule::alternative
                | Rule::rewrite
                | Rule::options
                | Rule::generator
                | Rule::for_each
                | Rule::only_if
        )
    }
}

/// The parts of a node, without words that only mark it.
pub(super) fn parts(node: Node<'_>) -> impl DoubleEndedIterator<Item = Node<'_>> {
    node.into_inner().filter(|part| !part.as_rule().is_word())
}

/// The end of a node without the blanks and comments after it.
pub(super) fn end_of(node: &Node<'_>) -> usize {
    let mut node = node.clone();
    while node.as_rule().is_open() {
        match node.clone().into_inner().next_back() {
            Some(last) => node = last,
            None => break,
        }
    }
    node.as_span().end()
}
