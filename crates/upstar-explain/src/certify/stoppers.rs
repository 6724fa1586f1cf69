//! Values of games in which play can return: stoppers, which neither player loses against moving second.
//!
//! Must not know: what the question is.

use std::sync::Arc;

use upstar_core::Player;

use super::strategy::Facts;
use super::{ends, text};
use crate::value::host::Host;
use crate::value::ops::neg;
use crate::value::{Attempt, Sum, Value, terms, worth};

/// Proves the value of a game in which play can return, and returns it as it is claimed.
pub(super) fn prove(host: &mut dyn Host, facts: &mut Facts, game: &Value) -> Attempt<String> {
    ends::verify_stopper(host, game)?;
    let store = host.store();
    let value = worth::solved(host, game)?.value(&store);
    let claim = text::value(host, &value)?;
    facts.lines.add(&["stopper", &claim])?;
    let mut all = super::terms(host, game, false)?;
    all.extend(terms::terms(&store, &neg(host, &value)?, false)?);
    let difference = Value::Sum(Arc::new(Sum::new(all)?));
    for second in [Player::Left, Player::Right] {
        let difference = facts.normal.form(host, difference.clone())?;
        if facts.over(host, &difference, second.opponent())?.is_none() {
            let moves = facts.moves(host, &difference, second.opponent())?;
            facts.hold(host, second, moves.to_vec())?;
        }
    }
    Ok(claim)
}
