//! Loopy games with names: `on`, `1 + over`, `upon*`, `tiny(on)`.
//!
//! Sources: *Winning Ways*, chapter 11; Siegel, *Combinatorial Game Theory*, chapter VI.

use upstar_core::loopy::{self as core, Builder, Form, Loopy, Node, Side};
use upstar_core::{Dyadic, Game, Player, Store};

use crate::syntax::ast::LoopyName;
use crate::value::host::Host;
use crate::value::{Result, Value, ops};

/// A loopy game with a name: a number and something infinitesimal, or on, off, dud.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The number; 0 beside on, off and dud.
    pub number: Dyadic,
    /// What is added to it.
    pub name: Name,
}

/// What is added to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// `on`, `over`, `dud`, ...
    Plain(LoopyName),
    /// `upon*`
    UponStar,
    /// `-upon`
    MinusUpon,
    /// `-upon*`
    MinusUponStar,
    /// `tiny(on)`, `tiny(over)`
    Tiny(LoopyName),
    /// `miny(on)`, `miny(over)`
    Miny(LoopyName),
}

/// The value of a named loopy game.
///
/// # Errors
/// When a limit is passed.
pub fn named(store: &Store, name: LoopyName) -> Result<Value> {
    let mut builder = Builder::new(store);
    let pass = builder.vertex();
    let mut other = |game| -> Result<Vec<u32>> { Ok(vec![builder.game(game)?]) };
    let [left, right] = match name {
        LoopyName::On => [vec![pass], vec![]],
        LoopyName::Off => [vec![], vec![pass]],
        LoopyName::Over => [other(Game::ZERO)?, vec![pass]],
        LoopyName::Under => [vec![pass], other(Game::ZERO)?],
        LoopyName::Upon => [vec![pass], other(store.nimber(1)?)?],
        LoopyName::Dud => [vec![pass], vec![pass]],
    };
    builder.set(pass, left, right);
    Ok(Value::of_worth(store, core::value(store, &builder.finish(), pass)?))
}

/// `<0||0|-G>` for a game that may be loopy.
///
/// # Errors
/// When it is no game.
pub fn tiny(host: &mut dyn Host, value: &Value) -> Result<Value> {
    let negative = ops::neg(host, &super::plain(value))?;
    let worth = super::worth(host, &negative)?;
    let store = host.store();
    let mut builder = Builder::new(&store);
    let (root, threat) = (builder.vertex(), builder.vertex());
    let (zero, other) = (builder.game(Game::ZERO)?, builder.worth(&worth)?);
    builder.set(root, vec![zero], vec![threat]);
    builder.set(threat, vec![zero], vec![other]);
    Ok(Value::of_worth(&store, core::value(&store, &builder.finish(), root)?))
}

/// The name of a loopy game, if it has one.
///
/// # Errors
/// When a limit is passed.
pub fn of(store: &Store, loopy: &Loopy) -> Result<Option<Known>> {
    match loopy {
        Loopy::Stopper(stopper) => known(store, stopper.form(), 0),
        Loopy::Sided(Side::Stopper(on), Side::Stopper(off)) => {
            let names = [on, off].map(|side| at(side.form(), 0));
            let dud = names == [Some(LoopyName::On), Some(LoopyName::Off)];
            Ok(dud.then(|| plain(LoopyName::Dud)))
        }
        Loopy::Sided(..) => Ok(None),
    }
}

fn plain(name: LoopyName) -> Known {
    Known { number: Dyadic::from(0), name: Name::Plain(name) }
}

/// `on` and `off`, without a look at numbers.
fn at(form: &Form, vertex: u32) -> Option<LoopyName> {
    match (form.options(vertex, Player::Left), form.options(vertex, Player::Right)) {
        ([this], []) if *this == vertex => Some(LoopyName::On),
        ([], [this]) if *this == vertex => Some(LoopyName::Off),
        _ => None,
    }
}

/// The name of a vertex of a canonical form.
///
/// # Errors
/// When a limit is passed.
pub fn known(store: &Store, form: &Form, vertex: u32) -> Result<Option<Known>> {
    if let Some(name) = at(form, vertex) {
        return Ok(Some(plain(name)));
    }
    let left = form.options(vertex, Player::Left);
    let right = form.options(vertex, Player::Right);
    let passing = |side: &[u32]| side.contains(&vertex);
    let number = |side: &[u32]| number_beside(store, form, side, vertex);
    let starred = |side: &[u32]| star_beside(store, form, side);
    let name = |number, name| Ok(Some(Known { number, name }));
    match (passing(left), passing(right)) {
        (false, true) if right.len() == 1 => {
            if let Some(x) = number(left) {
                return name(x, Name::Plain(LoopyName::Over));
            }
            if let Some(x) = starred(left)? {
                return name(x, Name::MinusUpon);
            }
        }
        (true, false) if left.len() == 1 => {
            if let Some(x) = number(right) {
                return name(x, Name::Plain(LoopyName::Under));
            }
            if let Some(x) = starred(right)? {
                return name(x, Name::Plain(LoopyName::Upon));
            }
        }
        (true, false) => {
            if let (Some(x), Some(y)) = (number(left), number(right))
                && x == y
            {
                return name(x, Name::UponStar);
            }
        }
        (false, true) => {
            if let (Some(x), Some(y)) = (number(left), number(right))
                && x == y
            {
                return name(x, Name::MinusUponStar);
            }
        }
        _ => return Ok(threat(store, form, left, right, vertex)),
    }
    Ok(None)
}

/// Tiny and miny: `<x||x|x - G>` and `<x + G|x||x>` with a named G.
fn threat(store: &Store, form: &Form, left: &[u32], right: &[u32], vertex: u32) -> Option<Known> {
    let number = |side: &[u32]| number_beside(store, form, side, vertex);
    let (&[l], &[r]) = (left, right) else { return None };
    let inner = |at: u32| [Player::Left, Player::Right].map(|player| form.options(at, player));
    if let (Some(x), [ll, [end]]) = (number(left), inner(r))
        && number(ll) == Some(x.clone())
    {
        let of = opposite(store, form, *end, &x)?;
        return Some(Known { number: x, name: Name::Tiny(of) });
    }
    if let (Some(x), [[end], rr]) = (number(right), inner(l))
        && number(rr) == Some(x.clone())
    {
        let of = same(store, form, *end, &x)?;
        return Some(Known { number: x, name: Name::Miny(of) });
    }
    None
}

/// The named G for which a vertex is x - G.
fn opposite(store: &Store, form: &Form, vertex: u32, x: &Dyadic) -> Option<LoopyName> {
    if at(form, vertex) == Some(LoopyName::Off) {
        return Some(LoopyName::On);
    }
    let passes = form.options(vertex, Player::Left) == [vertex];
    let beside = number_beside(store, form, form.options(vertex, Player::Right), vertex);
    (passes && beside.as_ref() == Some(x)).then_some(LoopyName::Over)
}

/// The named G for which a vertex is x + G.
fn same(store: &Store, form: &Form, vertex: u32, x: &Dyadic) -> Option<LoopyName> {
    if at(form, vertex) == Some(LoopyName::On) {
        return Some(LoopyName::On);
    }
    let passes = form.options(vertex, Player::Right) == [vertex];
    let beside = number_beside(store, form, form.options(vertex, Player::Left), vertex);
    (passes && beside.as_ref() == Some(x)).then_some(LoopyName::Over)
}

/// The number that is the one option on a side besides the vertex itself.
fn number_beside(store: &Store, form: &Form, side: &[u32], vertex: u32) -> Option<Dyadic> {
    let mut others = side.iter().filter(|&&to| to != vertex);
    match (&form.nodes()[*others.next()? as usize], others.next()) {
        (Node::Short(game), None) => store.as_number(*game),
        _ => None,
    }
}

/// The x for which x* is the only option on a side.
fn star_beside(store: &Store, form: &Form, side: &[u32]) -> Result<Option<Dyadic>> {
    let [only] = side else { return Ok(None) };
    let Node::Short(game) = form.nodes()[*only as usize] else { return Ok(None) };
    let number = store.as_number_up_star(game);
    Ok(number.and_then(|(x, ups, star)| (ups == 0 && star == 1).then_some(x)))
}
