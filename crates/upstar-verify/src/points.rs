//! Points: what a player can secure, one fact for each position on the way.
//!
//! Knows: minimax. Must not know: the question.

use num_rational::BigRational;
use upstar_reference::points::Points as _;
use upstar_reference::value::{Component, Position, Value};
use upstar_reference::{Fault, Player};

use crate::facts::{Facts, player};
use crate::rules::{Rules, refused};

impl Facts {
    /// `who` gets at least (Max) or gives at most (Min) so many points from the position on. Where she moves, `to` is her
    /// move; where the other player does, all his moves are looked at.
    pub(crate) fn add_points(
        &mut self,
        rules: &Rules,
        [who, mover, position, points]: [&str; 4],
        to: &[&str],
    ) -> Result<(), Fault> {
        let (who, mover) = (player(who)?, player(mover)?);
        let points = number(rules, points)?;
        let position = rules.position(position)?;
        let machine = rules.session.machine()?;
        if machine.turn(&position)?.is_some_and(|turn| turn != mover) {
            return refused("it is the other player's turn");
        }
        let moves = machine.moves(&position, mover)?;
        let mut secured: Vec<BigRational> = Vec::new();
        if moves.is_empty() {
            secured.push(machine.score(&position)?);
        }
        let chosen = match to {
            [] => None,
            [to] => Some(rules.position_text(&rules.position(to)?)?),
            _ => return refused("one move is needed"),
        };
        if chosen.is_some() != (who == mover && !moves.is_empty()) {
            return refused("the player who secures points needs one move where she moves");
        }
        for (after, gain) in moves {
            let text = rules.position_text(&after)?;
            if chosen.as_ref().is_some_and(|chosen| *chosen != text) {
                continue;
            }
            let next = machine.turn(&after)?.unwrap_or(mover.opponent());
            let Some(rest) = self.secured.get(&(who, next, text.as_str().into())) else {
                return refused(format!("no fact says what {who:?} secures in {text}"));
            };
            secured.push(match mover {
                Player::Left => rest + gain,
                Player::Right => rest - gain,
            });
        }
        // A move that is listed twice may bring different gains: the player who chooses takes the better one.
        let best = match mover {
            Player::Left => secured.into_iter().max(),
            Player::Right => secured.into_iter().min(),
        };
        let Some(best) = best else { return refused("there is no such move") };
        let suffices = if who == Player::Left { best >= points } else { best <= points };
        if !suffices {
            return refused(format!("only {best} is secured"));
        }
        let key = (who, mover, self.kept(&rules.position_text(&position)?));
        self.secured.insert(key, points);
        Ok(())
    }

    /// The points of a position, where what Max secures is what Min secures.
    pub(crate) fn points(
        &self,
        rules: &Rules,
        position: &Position,
        first: Option<Player>,
    ) -> Result<BigRational, Fault> {
        let machine = rules.session.machine()?;
        let (text, turn) = (rules.position_text(position)?, machine.turn(position)?);
        let Some(mover) = turn.or(first) else { return refused("say who begins") };
        if first.is_some_and(|first| first != mover) {
            return refused("it is the other player's turn");
        }
        let secured = |who| self.secured.get(&(who, mover, text.as_str().into()));
        match (secured(Player::Left), secured(Player::Right)) {
            (Some(most), Some(least)) if most == least => Ok(most.clone()),
            _ => refused("the facts do not say what both players secure"),
        }
    }
}

/// A number as it is typed.
fn number(rules: &Rules, text: &str) -> Result<BigRational, Fault> {
    match rules.session.value(text)? {
        Value::Number(number) => Ok(number),
        Value::Game(game) => {
            let number = rules.session.machine()?.games.as_number(game)?;
            number.map_or_else(|| refused("a number is needed"), Ok)
        }
        _ => refused(format!("`{text}` is no number")),
    }
}

impl Rules {
    /// The position that a text is.
    fn position(&self, text: &str) -> Result<Position, Fault> {
        let value = self.session.value(text)?;
        match self.session.machine()?.components(&value)?.as_slice() {
            [Component::Position(position)] => Ok(position.clone()),
            _ => refused(format!("{text} is not one position")),
        }
    }

    fn position_text(&self, position: &Position) -> Result<String, Fault> {
        self.text(&Component::Position(position.clone()))
    }
}
