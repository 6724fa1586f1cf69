//! Misère play as a [`Playable`] of the core.
//!
//! What holds in normal play only is not used: a row of coins is not split into heads, and stated `parts`
//! are ignored. Boards are split by their own rules, and graphs are renumbered.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use upstar_core::misere::{Genus, MisereForm, MisereStore};
use upstar_core::solve::{Component, Playable, Searches, Sum as Components};
use upstar_core::{Player, Store};

use super::declared::Declared;
use super::nodes::{SolverNode, components_of};
use crate::analysis::heaps::Tuples;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::meanings::MeaningNumber;
use crate::resolve::tree::PositionKind;
use crate::value::host::Host;
use crate::value::{
    self, Fault, Misere, Position, Result, TermKind, Value, misere, ops, order, worth,
};

/// Component of a sum in misère play.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::eval) enum MisereNode {
    /// A position.
    Node(SolverNode),
    /// An impartial form.
    Impartial(MisereForm),
    /// A form as typed with a position in it, or a partizan one.
    Given {
        /// The form.
        form: Arc<value::Form>,
        /// What the positions in it mean.
        meaning: Option<MeaningNumber>,
        /// Whether both players have the same options.
        is_impartial: bool,
    },
}

/// The declared rulesets under misère play.
struct MisereRules<'d, 'm, 'w> {
    declared: &'d Declared<'m, 'w>,
    forms: Arc<MisereStore>,
}

/// Form `*[a, b]`. Options are impartial: nimbers, such forms, positions, sums of these, games in
/// misère play. They are kept as they are, so that none is replaced by its value of normal play.
pub(in crate::eval) fn impartial_form(
    machine: &mut Machine<'_>,
    options: Vec<Value>,
) -> Result<Value> {
    let store = machine.env.world.store();
    let (mut values, mut games) = (Vec::new(), Vec::new());
    for option in options {
        let option = match option {
            Value::Misere(games) => misere_option(machine, &games)?,
            Value::Form(form) if order::as_canonical(store, &Value::Form(form.clone()))? => {
                Value::of_game(store, form.canonical())
            }
            Value::Form(form) => Value::Typed(form),
            other => other,
        };
        let game = worth::game(machine, &option)?;
        if store.as_nimber(game).is_none() || !is_alike(machine, &option)? {
            return Err(partizan_option(store, &option)?);
        }
        values.push(option);
        games.push(game);
    }
    let canonical = store.game(&games, &games)?;
    let form = value::Form::impartial(values, canonical)?.with_worth([games, Vec::new()]);
    Ok(Value::Typed(Arc::new(form)))
}

/// Simplest form of games in misère play, as an option.
fn misere_option(machine: &mut Machine<'_>, games: &Misere) -> Result<Value> {
    let Some(form) = canonical_of(machine, games)? else {
        let shown = Value::Misere(Arc::new(games.clone()));
        return Err(partizan_option(machine.env.world.store(), &shown)?);
    };
    let simplest =
        misere::of_form(machine.env.world.store(), &machine.env.world.misere_store, form)?;
    Ok(match &simplest {
        Value::Misere(games) => games.terms().first().cloned(),
        _ => None,
    }
    .unwrap_or(Value::integer(0)))
}

/// Whether both players have the same moves in a game and in all that follows it, in misère play too.
fn is_alike(host: &mut dyn Host, game: &Value) -> Result<bool> {
    is_alike_beside(host, game, &mut FxHashSet::default())
}

/// As [`is_alike`]; `alike` are forms of which that is known, which others may share.
fn is_alike_beside(
    host: &mut dyn Host,
    game: &Value,
    alike: &mut FxHashSet<*const value::Form>,
) -> Result<bool> {
    let store = &host.store();
    match game {
        Value::Form(form) | Value::Typed(form)
            if form.is_starred() || alike.contains(&Arc::as_ptr(form)) =>
        {
            Ok(true)
        }
        Value::Form(form) | Value::Typed(form) => {
            store.budget().step()?;
            if form.is_added_up() {
                return Err(misere::added_up());
            }
            if form.left() != form.right() {
                return Ok(false);
            }
            for option in form.left() {
                let is_alike = || is_alike_beside(host, option, alike);
                if !stacker::maybe_grow(1 << 16, 1 << 20, is_alike)? {
                    return Ok(false);
                }
            }
            alike.insert(Arc::as_ptr(form));
            Ok(true)
        }
        Value::Position(_) | Value::Sum(_) => {
            Ok(ops::terms(store, game, false)?.iter().all(|term| match &term.kind {
                TermKind::Position(position) => host.is_impartial(position),
                TermKind::Game(game) => store.as_nimber(*game).is_some(),
                TermKind::Loopy(_) => false,
            }))
        }
        other => {
            let game = worth::game(host, other)?;
            Ok(store.as_nimber(game).is_some())
        }
    }
}

pub(in crate::eval) fn genus_of(
    machine: &mut Machine<'_>,
    games: &Misere,
) -> Result<Option<Genus>> {
    in_misere(machine, games, |searches, sum| searches.genus(sum))
}

pub(in crate::eval) fn canonical_of(
    machine: &mut Machine<'_>,
    games: &Misere,
) -> Result<Option<MisereForm>> {
    in_misere(machine, games, |searches, sum| searches.misere_form(&searches.rules().forms, sum))
}

/// Whether a player wins moving first: by a table, by the genus if the games are impartial, otherwise by a search.
pub(in crate::eval) fn wins_misere(
    machine: &mut Machine<'_>,
    games: &Misere,
    first: Player,
) -> Result<bool> {
    if let [Value::Position(position)] = games.terms()
        && let (ruleset, arguments) = (&position.ruleset, position.arguments())
        && let Some(wins) =
            machine.env.table_wins(ruleset, arguments, first, Tuples::wins_misere)?
    {
        return Ok(wins);
    }
    in_misere(machine, games, |searches, sum| searches.sum_wins_misere(sum, first))
}

fn in_misere<T>(
    machine: &mut Machine<'_>,
    games: &Misere,
    ask: impl FnOnce(&Searches<'_, MisereRules<'_, '_, '_>>, &Components<MisereNode>) -> Result<T>,
) -> Result<T> {
    let (world, forms) = (machine.env.world, machine.env.world.misere_store.clone());
    machine.with_rulesets(|declared| {
        let rules = MisereRules { declared, forms };
        let mut sum = Vec::new();
        for term in games.terms() {
            sum.extend(rules.parts(term)?);
        }
        ask(&Searches::with_memo(&rules, world.store(), world.misere.get()), &sum)
    })
}

impl MisereRules<'_, '_, '_> {
    /// Components of a value.
    fn parts(&self, value: &Value) -> Result<Components<MisereNode>> {
        if let Value::Form(form) | Value::Typed(form) = value {
            let node = match self.impartial(form, &mut FxHashMap::default())? {
                Some(form) => MisereNode::Impartial(form),
                None => {
                    let mut machine = self.declared.machine();
                    let meaning = machine.env.meaning_of_value(value);
                    let is_impartial = is_alike(&mut *machine, value)?;
                    MisereNode::Given { form: form.clone(), meaning, is_impartial }
                }
            };
            return Ok(vec![Component::Position(node)]);
        }
        let parts = components_of(
            &mut self.declared.machine(),
            value,
            false,
            |machine, position, negated| {
                let position = as_row(machine, position)?;
                machine.env.split(&position, negated)
            },
        )?;
        Ok(parts.into_iter().map(node).collect())
    }

    /// Simplest form of a typed form; `None` if it is not impartial, or has positions in it. `known` are those of forms in it
    /// that were met, which others may share.
    fn impartial(
        &self,
        form: &Arc<value::Form>,
        known: &mut FxHashMap<*const value::Form, MisereForm>,
    ) -> Result<Option<MisereForm>> {
        if let Some(simplest) = known.get(&Arc::as_ptr(form)) {
            return Ok(Some(*simplest));
        }
        self.declared.store().budget().step()?;
        if form.is_added_up() {
            return Err(misere::added_up());
        }
        if form.left() != form.right() {
            return Ok(None);
        }
        let mut options = Vec::with_capacity(form.left().len());
        for option in form.left() {
            options.push(match option {
                Value::Form(inner) | Value::Typed(inner) => {
                    let simplest = || self.impartial(inner, known);
                    let Some(inner) = stacker::maybe_grow(1 << 16, 1 << 20, simplest)? else {
                        return Ok(None);
                    };
                    inner
                }
                Value::Position(_) | Value::Sum(_) => return Ok(None),
                other => {
                    let game = worth::game(&mut *self.declared.machine(), other)?;
                    match self.declared.store().as_nimber(game) {
                        Some(n) => self.forms.nimber(n)?,
                        None => return Ok(None),
                    }
                }
            });
        }
        let simplest = self.forms.form(&options)?;
        known.insert(Arc::as_ptr(form), simplest);
        Ok(Some(simplest))
    }

    /// Components of an option of a typed form.
    fn given(&self, option: &Value) -> Result<Components<MisereNode>> {
        match option {
            Value::Form(_) | Value::Typed(_) | Value::Position(_) | Value::Sum(_) => {
                self.parts(option)
            }
            other => Ok(vec![Component::Value(worth::game(&mut *self.declared.machine(), other)?)]),
        }
    }
}

/// Row of coins with the single head that a number stands for; any other position unchanged.
fn as_row(host: &mut dyn Host, position: &Arc<Position>) -> Result<Arc<Position>> {
    let single = matches!(position.ruleset.tree.position, PositionKind::Coins)
        && matches!(position.arguments(), [Value::Number(_)]);
    if !single {
        return Ok(position.clone());
    }
    match misere::of(host, &Value::Position(position.clone()))? {
        Value::Misere(games) => match games.terms() {
            [Value::Position(row)] => Ok(row.clone()),
            _ => Ok(position.clone()),
        },
        _ => Ok(position.clone()),
    }
}

impl Playable for MisereRules<'_, '_, '_> {
    type Position = MisereNode;
    type Error = Fault;

    fn is_impartial(&self, node: &MisereNode) -> bool {
        match node {
            MisereNode::Node(place) => self.declared.is_impartial(place),
            MisereNode::Impartial(_) => true,
            MisereNode::Given { is_impartial, .. } => *is_impartial,
        }
    }

    fn options(&self, node: &MisereNode, player: Player) -> Result<Vec<Components<MisereNode>>> {
        match node {
            MisereNode::Node(SolverNode::Position(number)) => {
                let mut machine = self.declared.machine();
                let position = machine.env.numbered(*number);
                let options = machine.options_of(position, player)?;
                drop(machine);
                options.iter().map(|option| self.parts(option)).collect()
            }
            MisereNode::Node(place) => {
                let options = self.declared.options(place, player)?.into_iter();
                Ok(options.map(|sum| sum.into_iter().map(self::node).collect()).collect())
            }
            MisereNode::Impartial(form) => {
                let options = self.forms.options(*form)?.into_iter();
                Ok(options
                    .map(|form| vec![Component::Position(MisereNode::Impartial(form))])
                    .collect())
            }
            MisereNode::Given { form, .. } => {
                form.options(player).map(|(option, _)| self.given(option)).collect()
            }
        }
    }

    fn repeats(&self, cycle: Vec<MisereNode>) -> Fault {
        let places = cycle.into_iter().filter_map(|node| match node {
            MisereNode::Node(place) => Some(place),
            _ => None,
        });
        self.declared.repeats(places.collect()).into()
    }
}

fn node(part: Component<SolverNode>) -> Component<MisereNode> {
    match part {
        Component::Position(place) => Component::Position(MisereNode::Node(place)),
        Component::Negative(place) => Component::Negative(MisereNode::Node(place)),
        Component::Value(game) => Component::Value(game),
    }
}

fn partizan_option(store: &Store, option: &Value) -> Result<Fault> {
    let shown = value::show::value(store, option)?;
    Ok(Fault::new(Code::NotImpartial, format!("{shown} is not impartial"))
        .help("`*[a, b]` has impartial options: nimbers, such forms, positions: `*[0, *2, *[*2], Nim(3, 5)]`"))
}
