//! Names of stoppers, and the stoppers of names.
//!
//! Source: *Winning Ways*, chapter 11; Siegel, *Combinatorial Game Theory*, VI.

use super::product::translated;
use super::sum::sum;
use super::{Form, Loopy, Node, Side, Stopper, Worth};
use crate::{Dyadic, Error, Game, Store, tiny};

/// A stopper with a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// `on = <pass|>`: Left has all the time there is.
    On,
    /// `off = <|pass>`, its negative.
    Off,
    /// `over = <0|pass>`, positive and smaller than all positive numbers.
    Over,
    /// `under = <pass|0>`, its negative.
    Under,
    /// `upon = <pass|*>`, greater than `^ + ^^2 + ... + ^^n` (powers of up) for every n.
    Upon,
    /// `downon = <*|pass>`, its negative.
    Downon,
    /// `tiny_on = <0||0|off>`, smaller than all other tinies.
    TinyOn,
    /// `miny_on = <on|0||0>`, its negative.
    MinyOn,
}

/// All names.
pub const NAMES: [Name; 8] = [
    Name::On,
    Name::Off,
    Name::Over,
    Name::Under,
    Name::Upon,
    Name::Downon,
    Name::TinyOn,
    Name::MinyOn,
];

/// A number plus a named stopper, perhaps plus `*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedStopper {
    /// The number.
    pub number: Dyadic,
    /// The stopper.
    pub name: Name,
    /// Whether `*` is added.
    pub star: bool,
}

impl Name {
    /// The simplest form.
    fn form(self) -> Form {
        let loopy = |left: &[u32], right: &[u32]| Node::Loopy([left.into(), right.into()]);
        let (zero, star) = (Node::Short(Game::ZERO), Node::Short(Game::STAR));
        let nodes = match self {
            Name::On => vec![loopy(&[0], &[])],
            Name::Off => vec![loopy(&[], &[0])],
            Name::Over => vec![loopy(&[1], &[0]), zero],
            Name::Under => vec![loopy(&[0], &[1]), zero],
            Name::Upon => vec![loopy(&[0], &[1]), star],
            Name::Downon => vec![loopy(&[1], &[0]), star],
            Name::TinyOn => vec![loopy(&[1], &[2]), zero, loopy(&[1], &[3]), loopy(&[], &[3])],
            Name::MinyOn => vec![loopy(&[2], &[1]), zero, loopy(&[3], &[1]), loopy(&[3], &[])],
        };
        Form::of(&nodes, 0)
    }

    /// The stopper of this name.
    pub fn stopper(self) -> Stopper {
        Stopper(self.form())
    }

    /// Its value.
    pub fn worth(self) -> Worth {
        Worth::Loopy(Loopy::Stopper(self.stopper()))
    }
}

/// The game `<pass|pass>`, `on & off`: a draw, whatever is added.
pub fn dud() -> Loopy {
    Loopy::Sided(Side::Stopper(Name::On.stopper()), Side::Stopper(Name::Off.stopper()))
}

/// Whether a game is `on & off`.
pub fn is_dud(loopy: &Loopy) -> bool {
    *loopy == dud()
}

/// `tiny_G = <0||0|-G>` for a stopper G.
///
/// # Errors
/// When the game is no stopper, the budget is exhausted, or the graph is too large.
pub fn tiny_of(store: &Store, g: &Worth) -> Result<Worth, Error> {
    if let Worth::Short(g) = g {
        return tiny(store, *g).map(Worth::Short);
    }
    if !g.is_stopper() {
        return Err(Error::NotAStopper);
    }
    let mut builder = super::Builder::new(store);
    let (root, threat, zero) = (builder.vertex(), builder.vertex(), builder.game(Game::ZERO)?);
    let minus = builder.worth(&super::negative(store, g)?)?;
    builder.set(threat, vec![zero], vec![minus]);
    builder.set(root, vec![zero], vec![threat]);
    super::value(store, &builder.finish(), root)
}

/// The name of a stopper: a number, a name and perhaps a star.
///
/// # Errors
/// When the budget is exhausted. Cost: a few translations by the numbers that occur in it.
pub fn name(store: &Store, stopper: &Stopper) -> Result<Option<NamedStopper>, Error> {
    const MOST: usize = 8;
    if stopper.form().len() > MOST {
        return Ok(None);
    }
    for number in numbers(store, stopper.form())? {
        let x = store.number(&-number.clone())?;
        let rest = translated(store, stopper.form(), x)?;
        if let Some(name) = named(&rest) {
            return Ok(Some(NamedStopper { number, name, star: false }));
        }
        let rest = Worth::Loopy(Loopy::Stopper(Stopper(rest)));
        let unstarred = sum(store, &rest, &Worth::Short(Game::STAR))?;
        if let Worth::Loopy(Loopy::Stopper(rest)) = unstarred
            && let Some(name) = named(rest.form())
        {
            return Ok(Some(NamedStopper { number, name, star: true }));
        }
    }
    Ok(None)
}

fn named(form: &Form) -> Option<Name> {
    NAMES.into_iter().find(|name| name.form() == *form)
}

/// The numbers that are short vertices, or differ from them by an infinitesimal; and 0.
fn numbers(store: &Store, form: &Form) -> Result<Vec<Dyadic>, Error> {
    let mut numbers = Vec::new();
    for node in form.nodes() {
        if let Node::Short(g) = node {
            numbers.push(store.split_number(*g)?.0);
        }
    }
    numbers.push(Dyadic::from(0));
    numbers.sort();
    numbers.dedup();
    Ok(numbers)
}
