//! What questions that depend on the form are asked about.
//!
//! Knows: `form(G)` is what was typed, with the brackets in it; a position is its own moves;
//! everything else is its canonical form.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use upstar_core::short::{Form, Forms, Pair, Parts};
use upstar_core::{Game, Player, Store};

use crate::diagnostic::Code;
use crate::value::host::{self, Host};
use crate::value::{self, Fault, Result, Value, moves, nimbers, show};

/// Something to play on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Play {
    /// A form, as typed or canonical.
    Form(Form),
    /// A position or a sum of positions.
    Position(Value),
}

/// Brackets as typed, each turned into a form once.
pub(super) struct Plays<'h> {
    host: &'h mut dyn Host,
    forms: Forms,
    /// The forms of brackets, which are kept, so that their places in memory stay theirs.
    known: FxHashMap<*const value::Form, (Form, Rc<value::Form>)>,
    /// The bracket that was the first of each form, by its place in the list of forms.
    first: Vec<Rc<value::Form>>,
}

impl<'h> Plays<'h> {
    pub(super) fn new(host: &'h mut dyn Host) -> Self {
        Plays { host, forms: Forms::default(), known: FxHashMap::default(), first: Vec::new() }
    }

    pub(super) fn store(&self) -> Rc<Store> {
        self.host.store()
    }

    pub(super) fn forms(&self) -> &Forms {
        &self.forms
    }

    pub(super) fn play(&mut self, value: &Value) -> Result<Play> {
        Ok(match value {
            Value::Position(_) | Value::Sum(_) => Play::Position(value.clone()),
            other => Play::Form(self.form(other)?),
        })
    }

    /// The form of a value: what was typed for `form(G)`, otherwise the canonical form.
    pub(super) fn form(&mut self, value: &Value) -> Result<Form> {
        match value {
            Value::Typed(typed) => self.typed(typed),
            other => Ok(Form::Canonical(host::game(self.host, other)?)),
        }
    }

    /// Nested no deeper than values are.
    fn typed(&mut self, typed: &Rc<value::Form>) -> Result<Form> {
        if let Some((form, _)) = self.known.get(&Rc::as_ptr(typed)) {
            return Ok(*form);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (options, side) in [typed.left(), typed.right()].into_iter().zip(&mut sides) {
            for option in options {
                side.push(match option {
                    Value::Form(inner) | Value::Typed(inner) => {
                        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.typed(inner))?
                    }
                    other => Form::Canonical(host::game(self.host, other)?),
                });
            }
        }
        let form = self.forms.form(&self.store(), &sides[0], &sides[1])?;
        if matches!(form, Form::Given(place) if place as usize == self.first.len()) {
            self.first.push(typed.clone());
        }
        self.known.insert(Rc::as_ptr(typed), (form, typed.clone()));
        Ok(form)
    }

    /// The values of forms that were made from values.
    pub(super) fn values(&self, forms: &[Form]) -> Vec<Value> {
        let store = self.store();
        let value = |form: &Form| match form {
            Form::Canonical(game) => Value::of_game(&store, *game),
            Form::Given(place) => Value::Typed(self.first[*place as usize].clone()),
        };
        forms.iter().map(value).collect()
    }
}

impl Parts for Plays<'_> {
    type Part = Play;
    type Error = Fault;

    fn moves(&mut self, part: &Play, player: Player) -> Result<Vec<Play>> {
        match part {
            Play::Form(form) => {
                let options = self.forms.options(&self.store(), *form, player)?;
                Ok(options.into_iter().map(Play::Form).collect())
            }
            Play::Position(value) => {
                let options = moves::moves(self.host, value, player)?;
                options.iter().map(|option| self.play(option)).collect()
            }
        }
    }

    fn is_impartial(&mut self, part: &Play) -> bool {
        match part {
            Play::Form(Form::Canonical(game)) => self.store().as_nimber(*game).is_some(),
            Play::Form(Form::Given(_)) => false,
            Play::Position(value) => nimbers::both_alike(self.host, value),
        }
    }

    fn repeats(&mut self, cycle: Vec<Pair<Play>>) -> Fault {
        let store = self.store();
        let shown: Vec<String> = cycle
            .iter()
            .chain(cycle.first())
            .take(6)
            .flat_map(|(g, h)| [g, h])
            .filter_map(|play| match play {
                Play::Position(value) => show::value(&store, value).ok(),
                Play::Form(_) => None,
            })
            .collect();
        Fault::new(Code::Repeats, "the play can return to a position it has left")
            .note(format!("the positions: {}", shown.join(", ")))
            .note("such games are loopy, and this compound of them has no value yet")
    }
}

/// The followers of a value: by the rules for positions, otherwise those of its form.
pub(super) fn followers(host: &mut dyn Host, value: &Value) -> Result<Vec<Value>> {
    let mut plays = Plays::new(host);
    if let Play::Form(form) = plays.play(value)? {
        let found = plays.forms.followers(&plays.store(), form)?;
        return Ok(plays.values(&found));
    }
    let budget = plays.store().budget().clone();
    let mut found = vec![value.clone()];
    let mut seen: FxHashSet<Value> = found.iter().cloned().collect();
    let mut next = 0;
    while let Some(value) = found.get(next).cloned() {
        for player in [Player::Left, Player::Right] {
            for option in moves::moves(host, &value, player)? {
                budget.step()?;
                if seen.insert(option.clone()) {
                    found.push(option);
                }
            }
        }
        next += 1;
    }
    Ok(found)
}

/// An answer about a form.
pub(super) fn of_form<T>(
    host: &mut dyn Host,
    value: &Value,
    ask: impl Fn(&Forms, &Store, Form) -> std::result::Result<T, upstar_core::Error>,
) -> Result<T> {
    let mut plays = Plays::new(host);
    let form = plays.form(value)?;
    Ok(ask(plays.forms(), &plays.store(), form)?)
}

/// The canonical forms that two plays are.
pub(super) fn canonical(pair: &Pair<Play>) -> Option<(Game, Game)> {
    match pair {
        (Play::Form(Form::Canonical(g)), Play::Form(Form::Canonical(h))) => Some((*g, *h)),
        _ => None,
    }
}
