//! Impartial positions to which play can return: Smith's rule, and sums.
//!
//! Source: Smith, Graphs and composite games, 1966; *Winning Ways*, chapter 12.

use std::collections::BTreeMap;

use upstar_core::impartial::LoopyNimber;
use upstar_core::{Outcome, Player};

use super::{Page, nimbers};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{Fault, Result, Value, infinity};

/// The page on a game that has no nimber of the usual kind: `fault` says why, and stays when it is
/// not impartial.
pub(super) fn page(host: &mut dyn Host, value: &Value, fault: Fault) -> Result<Page> {
    let Some(nimber) = infinity::of(host, value)? else { return Err(fault) };
    let star = infinity::as_game(&host.store(), nimber.clone())?;
    let title = Sentence::relation(value.clone(), CompareOp::Equal, star);
    let mut steps = match value {
        Value::Sum(_) => vec![sum()],
        Value::Position(_) => options(host, value, &nimber)?,
        _ => Vec::new(),
    };
    steps.push(Step::says(Sentence::new(who_wins(&nimber))));
    Ok((title, steps))
}

fn sum() -> Step {
    Step::says(Sentence::new(
        "nimbers are added without carry; a finite one is added to each in an infinite one, and two \
         infinite ones make ∞()",
    ))
}

/// The options by their nimbers, and what Smith's rule makes of them.
fn options(host: &mut dyn Host, value: &Value, nimber: &LoopyNimber) -> Result<Vec<Step>> {
    let mut by_nimber: BTreeMap<LoopyNimber, Vec<Value>> = BTreeMap::new();
    for option in moves(host, value, Player::Left)? {
        host.store().budget().step()?;
        if let Some(of_option) = infinity::of(host, &option)? {
            by_nimber.entry(of_option).or_default().push(option);
        }
    }
    let finite = |n: &u32| by_nimber.contains_key(&LoopyNimber::Finite(*n));
    let least = (0..).find(|n| !finite(n)).expect("the options are finitely many");
    let line = match nimber {
        LoopyNimber::Finite(_) => format!(
            "the least number that no option has is {least}, and each option without a finite \
             nimber has a move to {least} itself"
        ),
        LoopyNimber::Infinite(_) => format!(
            "the least number that no option has is {least}, but from some option without a finite \
             nimber there is no move to {least}: so this has none, and only the finite nimbers of \
             its options are kept"
        ),
    };
    let shown =
        |nimber: &LoopyNimber| Sentence::default().value(Value::of_loopy_nimber(nimber.clone()));
    Ok(vec![nimbers::listed(&by_nimber, shown), Step::says(Sentence::new(line))])
}

fn who_wins(nimber: &LoopyNimber) -> &'static str {
    match (nimber.outcome(), nimber) {
        (Outcome::N, LoopyNimber::Finite(_)) => "the nimber is not 0, so the next player wins",
        (Outcome::N, _) => "0 is among its nimbers, so the next player wins by moving there",
        (Outcome::P, _) => "the nimber is 0, so the previous player, who moves second, wins",
        _ => "0 is not among its nimbers, so nobody can force the end: play is drawn",
    }
}
