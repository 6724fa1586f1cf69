//! Misère play: positions as the core walks over them.
//!
//! What holds of values in normal play only is left out: a row of coins is not taken apart, and
//! what a ruleset states with `parts` is not used. Boards fall apart by their own rules, and
//! graphs are renumbered.

use std::sync::Arc;

use upstar_core::misere::{Genus, MisereForm, MisereStore};
use upstar_core::solve::{Component, Ruleset, Solver, Sum as Components};
use upstar_core::{Player, Store};

use super::Machine;
use super::declared::Declared;
use super::nodes::Node;
use crate::diagnostic::Code;
use crate::resolve::tree::PositionKind;
use crate::value::{self, Fault, Misere, Position, Result, Value, host, misere};

/// A summand in misère play.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Spot {
    /// A position.
    Node(Node),
    /// An impartial form.
    Impartial(MisereForm),
    /// A form as typed in which the players may have different options.
    Given(Arc<value::Form>),
}

/// The rules of misère play.
struct InMisere<'d, 'm, 'w> {
    declared: &'d Declared<'m, 'w>,
    forms: Arc<MisereStore>,
}

impl Machine<'_> {
    /// `*[a, b]`: options are nimbers or such forms.
    pub(super) fn impartial_form(&mut self, options: Vec<Value>) -> Result<Value> {
        let store = self.world.store();
        let (mut values, mut games) = (Vec::new(), Vec::new());
        for option in options {
            let game = host::game(self, &option)?;
            values.push(match &option {
                Value::Typed(form) if form.is_starred() => option,
                _ if store.as_nimber(game).is_some() => Value::of_game(store, game),
                _ => return Err(partizan_option(store, &option)?),
            });
            games.push(game);
        }
        let canonical = store.game(&games, &games)?;
        Ok(Value::Typed(Arc::new(value::Form::impartial(values, canonical)?)))
    }

    pub(super) fn genus_of(&mut self, games: &Misere) -> Result<Option<Genus>> {
        self.in_misere(games, |solver, sum| solver.genus(sum))
    }

    pub(super) fn canonical_of(&mut self, games: &Misere) -> Result<Option<MisereForm>> {
        self.in_misere(games, |solver, sum| solver.misere_form(&solver.rules().forms, sum))
    }

    /// Whether a player wins: by the genus when the games are impartial, otherwise by a search.
    pub(super) fn wins_misere(&mut self, games: &Misere, first: Player) -> Result<bool> {
        self.in_misere(games, |solver, sum| match solver.genus(sum)? {
            Some(genus) => Ok(genus.misere() != 0),
            None => solver.wins_misere(sum, first),
        })
    }

    fn in_misere<T>(
        &mut self,
        games: &Misere,
        ask: impl FnOnce(&Solver<'_, InMisere<'_, '_, '_>>, &Components<Spot>) -> Result<T>,
    ) -> Result<T> {
        let (world, forms) = (self.world, self.world.misere_store.clone());
        self.with_rulesets(|declared| {
            let rules = InMisere { declared, forms };
            let mut sum = Vec::new();
            for term in games.terms() {
                sum.extend(rules.parts(term)?);
            }
            ask(&Solver::with_memo(&rules, world.store(), world.misere.clone()), &sum)
        })
    }
}

impl InMisere<'_, '_, '_> {
    /// The parts of a value.
    fn parts(&self, value: &Value) -> Result<Components<Spot>> {
        if let Value::Form(form) | Value::Typed(form) = value {
            let spot = match self.impartial(form)? {
                Some(form) => Spot::Impartial(form),
                None => Spot::Given(form.clone()),
            };
            return Ok(vec![Component::Position(spot)]);
        }
        let parts =
            self.declared.machine().components(value, false, |machine, position, negated| {
                let position = machine.as_row(position)?;
                machine.split(&position, negated)
            })?;
        Ok(parts.into_iter().map(spot).collect())
    }

    /// The impartial game that a form is, if it is one.
    fn impartial(&self, form: &value::Form) -> Result<Option<MisereForm>> {
        if form.left() != form.right() {
            return Ok(None);
        }
        let mut options = Vec::with_capacity(form.left().len());
        for option in form.left() {
            options.push(match option {
                Value::Form(inner) | Value::Typed(inner) => {
                    let inner = stacker::maybe_grow(1 << 16, 1 << 20, || self.impartial(inner))?;
                    let Some(inner) = inner else { return Ok(None) };
                    inner
                }
                other => {
                    let game = host::game(&mut *self.declared.machine(), other)?;
                    match self.declared.store().as_nimber(game) {
                        Some(n) => self.forms.nimber(n)?,
                        None => return Ok(None),
                    }
                }
            });
        }
        Ok(Some(self.forms.form(&options)?))
    }

    /// An option of a form as typed.
    fn given(&self, option: &Value) -> Result<Components<Spot>> {
        match option {
            Value::Form(_) | Value::Typed(_) => self.parts(option),
            other => Ok(vec![Component::Value(host::game(&mut *self.declared.machine(), other)?)]),
        }
    }
}

impl Machine<'_> {
    /// The row that a single coin stands for; any other position as it is.
    fn as_row(&mut self, position: &Arc<Position>) -> Result<Arc<Position>> {
        let single = matches!(position.ruleset.tree.position, PositionKind::Coins)
            && matches!(position.arguments(), [Value::Number(_)]);
        if !single {
            return Ok(position.clone());
        }
        match misere::of(self, &Value::Position(position.clone()))? {
            Value::Misere(games) => match games.terms() {
                [Value::Position(row)] => Ok(row.clone()),
                _ => Ok(position.clone()),
            },
            _ => Ok(position.clone()),
        }
    }
}

impl Ruleset for InMisere<'_, '_, '_> {
    type Position = Spot;
    type Error = Fault;

    fn is_impartial(&self, spot: &Spot) -> bool {
        match spot {
            Spot::Node(place) => self.declared.is_impartial(place),
            Spot::Impartial(_) => true,
            Spot::Given(_) => false,
        }
    }

    fn options(&self, spot: &Spot, player: Player) -> Result<Vec<Components<Spot>>> {
        match spot {
            Spot::Node(Node::Position(number)) => {
                let mut machine = self.declared.machine();
                let position = machine.numbered(*number);
                let options = machine.options_of(position, player)?;
                drop(machine);
                options.iter().map(|option| self.parts(option)).collect()
            }
            Spot::Node(place) => {
                let options = self.declared.options(place, player)?.into_iter();
                Ok(options.map(|sum| sum.into_iter().map(self::spot).collect()).collect())
            }
            Spot::Impartial(form) => {
                let options = self.forms.options(*form)?.into_iter();
                Ok(options.map(|form| vec![Component::Position(Spot::Impartial(form))]).collect())
            }
            Spot::Given(form) => {
                let side = if player == Player::Left { form.left() } else { form.right() };
                side.iter().map(|option| self.given(option)).collect()
            }
        }
    }

    fn repeats(&self, cycle: Vec<Spot>) -> Fault {
        let places = cycle.into_iter().filter_map(|spot| match spot {
            Spot::Node(place) => Some(place),
            _ => None,
        });
        self.declared.repeats(places.collect()).into()
    }
}

fn spot(part: Component<Node>) -> Component<Spot> {
    match part {
        Component::Position(place) => Component::Position(Spot::Node(place)),
        Component::Negative(place) => Component::Negative(Spot::Node(place)),
        Component::Value(game) => Component::Value(game),
    }
}

fn partizan_option(store: &Store, option: &Value) -> Result<Fault> {
    let shown = value::show::value(store, option)?;
    Ok(Fault::new(Code::NotImpartial, format!("{shown} is not impartial"))
        .help("`*[a, b]` has nimbers and such forms as options: `*[0, *2, *[*2]]`"))
}
