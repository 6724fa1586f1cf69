//! Forms in misère play.
//!
//! Knows: forms as trees, and canonical forms as forms. Must not know: sums.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::misere::{self, MisereStore, MisereTree, MisereUniverse};
use upstar_core::{Game, Player, Store};

use super::games::Misere;
use crate::diagnostic::Code;
use crate::value::canonical::as_canonical;
use crate::value::host::Host;
use crate::value::points::about_points;
use crate::value::terms::terms;
use crate::value::{Fault, Form, Result, Term, TermKind, Value, blocking, entailing, worth};

/// Options of a player in a form as typed, as games of misère play: brackets in it count as typed too.
pub(in crate::value) fn options(form: &Form, player: Player) -> Vec<Value> {
    let option = |(option, _): (&Value, _)| match option {
        Value::Form(inner) => Value::Typed(inner.clone()),
        other => other.clone(),
    };
    form.options(player).map(option).collect()
}

/// The trees of the forms that were met: forms may share options, and each is worked on once.
type Trees = FxHashMap<*const Form, Value>;

/// Form with all values in it as forms of misère play; positions stay as they are. What is typed in canonical form becomes that value,
/// so that equal play is written alike.
pub(super) fn as_tree(host: &mut dyn Host, form: &Arc<Form>) -> Result<Value> {
    tree(host, form, &mut Trees::default())
}

fn tree(host: &mut dyn Host, form: &Arc<Form>, trees: &mut Trees) -> Result<Value> {
    if let Some(tree) = trees.get(&Arc::as_ptr(form)) {
        return Ok(tree.clone());
    }
    host.store().budget().step()?;
    if form.is_added_up() {
        return Err(added_up());
    }
    if form.is_starred() {
        return Ok(Value::Typed(form.clone()));
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (options, side) in [form.left(), form.right()].into_iter().zip(&mut sides) {
        for option in options {
            side.push(match option {
                Value::Form(inner) | Value::Typed(inner) => {
                    stacker::maybe_grow(1 << 16, 1 << 20, || tree(host, inner, trees))?
                }
                Value::Position(_) | Value::Sum(_) => {
                    let terms = terms(&host.store(), option, false)?;
                    terms.iter().try_for_each(playable)?;
                    option.clone()
                }
                other => {
                    let game = worth::game(host, other)?;
                    Value::of_game(&host.store(), game)
                }
            });
        }
    }
    let [left, right] = sides;
    let mut tree = Value::Typed(Arc::new(Form::new(left, right, form.canonical())?));
    let store = host.store();
    if as_canonical(&store, &tree)? {
        tree = Value::of_game(&store, form.canonical());
    }
    trees.insert(Arc::as_ptr(form), tree.clone());
    Ok(tree)
}

/// A canonical form as a value.
///
/// # Errors
/// When it is too deep or too large to be a value, or a limit is passed.
pub fn of_form(store: &Store, forms: &MisereStore, form: misere::MisereForm) -> Result<Value> {
    let terms = Vec::from_iter(value_term(form_value(store, forms, form)?));
    Misere::value(terms)
}

/// A tree of moves as a value. What is in canonical form of normal play is that value, as in forms that are typed.
///
/// # Errors
/// When it is too deep or too large to be a value, or a limit is passed.
pub fn of_tree(store: &Store, games: &MisereUniverse, tree: MisereTree) -> Result<Value> {
    let (value, _) = tree_value(store, games, tree, &mut FxHashMap::default())?;
    Misere::value(Vec::from_iter(value_term(value)))
}

/// A tree as a value, and its canonical form of normal play.
fn tree_value(
    store: &Store,
    games: &MisereUniverse,
    tree: MisereTree,
    known: &mut FxHashMap<MisereTree, (Value, Game)>,
) -> Result<(Value, Game)> {
    if let Some(known) = known.get(&tree) {
        return Ok(known.clone());
    }
    store.budget().step()?;
    let mut sides = [(Vec::new(), Vec::new()), (Vec::new(), Vec::new())];
    for (player, (values, forms)) in [Player::Left, Player::Right].into_iter().zip(&mut sides) {
        for option in games.options(tree, player) {
            let option = || tree_value(store, games, *option, known);
            let (value, form) = stacker::maybe_grow(1 << 16, 1 << 20, option)?;
            values.push(value);
            forms.push(form);
        }
    }
    let [(left, left_forms), (right, right_forms)] = sides;
    let canonical = store.game(&left_forms, &right_forms)?;
    let mut value = Value::Typed(Arc::new(Form::new(left, right, canonical)?));
    if as_canonical(store, &value)? {
        value = Value::of_game(store, canonical);
    }
    known.insert(tree, (value.clone(), canonical));
    Ok((value, canonical))
}

/// A form as a value, with options in the order of the core, so that a form is always written alike.
fn form_value(store: &Store, forms: &MisereStore, form: misere::MisereForm) -> Result<Value> {
    let mut values: FxHashMap<misere::MisereForm, Value> = FxHashMap::default();
    let value = |values: &FxHashMap<_, Value>, form: &misere::MisereForm| match form.as_nimber() {
        Some(n) => Ok::<_, Fault>(Value::of_game(store, store.nimber(n)?)),
        None => Ok(values.get(form).cloned().unwrap_or(Value::Nothing)),
    };
    if form.as_nimber().is_none() {
        for (follower, options) in forms.followers_in_order(form)? {
            let options = options.iter().map(|option| value(&values, option));
            let options: Vec<Value> = options.collect::<Result<_>>()?;
            let normal = store.nimber(forms.genus(follower)?.normal())?;
            values.insert(follower, Value::Typed(Arc::new(Form::impartial(options, normal)?)));
        }
    }
    value(&values, &form)
}

/// Returns an error for a summand that has no misère play.
pub(super) fn playable(term: &Term) -> Result<()> {
    match &term.kind {
        TermKind::Position(position) if position.ruleset.is_about_points() => {
            Err(about_points(&position.ruleset))
        }
        TermKind::Position(position) if position.ruleset.is_affine() => {
            Err(entailing::no_value(&position.ruleset))
        }
        TermKind::Position(position) if position.ruleset.is_blocking() => {
            Err(blocking::no_misere(&position.ruleset))
        }
        TermKind::Loopy(_) => Err(Fault::new(
            Code::Loopy,
            "misère play is defined where every play ends, and a summand here is loopy",
        )),
        _ => Ok(()),
    }
}

/// Value as a summand; `None` for 0.
pub(super) fn value_term(value: Value) -> Option<Value> {
    let zero = matches!(&value, Value::Number(number) if number.is_zero());
    (!zero).then_some(value)
}

/// Fault of a form as typed of which an option is a sum that has been added up.
pub fn added_up() -> Fault {
    Fault::new(
        Code::OtherConvention,
        "an option of this form is a sum of values, which has been added up in normal play",
    )
    .help(
        "write a sum of positions, such as `Nim(4) + Nim(2)`; in `*[a, b]` sums of values stay \
         as typed",
    )
}
