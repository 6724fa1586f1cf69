//! What kind of form this is, and what can be counted in it.
//!
//! Knows: parity, all-small and infinitesimal forms, followers, remote stars.
//! Must not know: temperature.

use std::collections::BTreeSet;

use super::Form;
use upstar_core::short::Parity;
use upstar_core::{Dyadic, Player};

impl Form {
    /// The options of a player.
    pub(crate) fn options(&self, player: Player) -> &[Form] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The options of both players.
    pub(crate) fn all_options(&self) -> impl Iterator<Item = &Form> {
        self.left.iter().chain(&self.right)
    }

    /// The nimber `*n`: each player can move to every smaller one.
    pub(crate) fn nimber(n: u32) -> Form {
        let smaller: Vec<Form> = (0..n).map(Form::nimber).collect();
        Form { left: smaller.clone(), right: smaller }
    }

    /// The integer `n`: one player has so many moves.
    pub(crate) fn integer(n: i64) -> Form {
        match n {
            0 => Form::default(),
            1.. => Form { left: vec![Form::integer(n - 1)], right: Vec::new() },
            _ => Form { left: Vec::new(), right: vec![Form::integer(n + 1)] },
        }
    }

    /// The number `1 / 2^n`: `{0 | 1 / 2^(n-1)}`.
    pub(crate) fn unit_fraction(n: u32) -> Form {
        match n.checked_sub(1) {
            None => Form::integer(1),
            Some(before) => {
                Form { left: vec![Form::default()], right: vec![Form::unit_fraction(before)] }
            }
        }
    }

    /// The form of a number, made from integers and halves.
    pub(crate) fn of_number(x: &Dyadic) -> Form {
        if x.is_integer() {
            return Form::integer(x.to_i64().unwrap_or_default());
        }
        let step = Dyadic::new(1.into(), x.exponent());
        Form {
            left: vec![Form::of_number(&(x - &step))],
            right: vec![Form::of_number(&(x + &step))],
        }
    }

    /// Whether both players can move, or neither, here and in all that follows.
    /// Source: *Winning Ways*, chapter 8.
    pub(crate) fn is_all_small(&self) -> bool {
        self.left.is_empty() == self.right.is_empty() && self.all_options().all(Form::is_all_small)
    }

    /// Whether this lies between `-1 / 2^n` and `1 / 2^n`. Beyond some `n` that depends on the
    /// birthday, only infinitesimals do.
    pub(crate) fn is_within_fraction(&self, n: u32) -> bool {
        let fraction = Form::unit_fraction(n);
        self.at_most(&fraction) && fraction.neg().at_most(self)
    }

    /// The parity of play: even at the end, and otherwise other than that of all options.
    pub(crate) fn parity(&self) -> Option<Parity> {
        self.alternate(&|form| form.ended())
    }

    /// The parity of play until a number is reached; for canonical forms.
    pub(crate) fn temper(&self) -> Option<Parity> {
        self.alternate(&|form| form.number().is_some())
    }

    fn alternate(&self, even: &dyn Fn(&Form) -> bool) -> Option<Parity> {
        if even(self) {
            return Some(Parity::Even);
        }
        let all: BTreeSet<Option<Parity>> =
            self.all_options().map(|option| option.alternate(even)).collect();
        match all.into_iter().collect::<Vec<_>>()[..] {
            [Some(Parity::Even)] => Some(Parity::Odd),
            [Some(Parity::Odd)] => Some(Parity::Even),
            _ => None,
        }
    }

    /// Lines of play to a number; for canonical forms.
    pub(crate) fn stop_count(&self) -> u64 {
        match self.number() {
            Some(_) => 1,
            None => self.all_options().map(Form::stop_count).sum(),
        }
    }

    /// This and all that can follow, each once; of a canonical form these are all different in
    /// value.
    pub(crate) fn followers(&self) -> BTreeSet<Form> {
        let mut all: BTreeSet<Form> = self.all_options().flat_map(Form::followers).collect();
        all.insert(self.clone());
        all
    }

    /// The least `n` such that no follower is `*n` or a larger nimber; for canonical forms, with
    /// nimbers below `limit`.
    pub(crate) fn far_star(&self, limit: u32) -> u32 {
        let followers = self.followers();
        let stars = (0..limit).filter(|n| followers.contains(&Form::nimber(*n).canonical()));
        stars.max().map_or(0, |largest| largest + 1)
    }
}
