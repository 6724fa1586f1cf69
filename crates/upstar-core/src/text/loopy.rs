//! Loopy games as text: names, sides, and the graphs of other forms.

use std::fmt;

use rustc_hash::FxHashMap;

use super::graph::{Phrase, Precedence, Vertex};
use super::{Notation, Printer, pad};
use crate::game::in_store_of;
use crate::loopy::named::{self, Name, NamedStopper};
use crate::loopy::{GameValue, Loopy, LoopyForm, LoopySide, Node, Stopper};
use crate::{Error, Game, Player, Store};

impl Printer<'_> {
    /// Writes the value of a game that may be loopy.
    ///
    /// ```
    /// # use upstar_core::{Game, Notation, Store};
    /// # use upstar_core::loopy::{GameValue, named::Name, sum};
    /// # use upstar_core::text::{Precedence, Printer};
    /// let store = Store::global();
    /// let game = sum(store, &Name::Over.worth(), &GameValue::Short(Game::ONE))?;
    /// let text = Printer::new(store, Notation::UNICODE).value(&game)?;
    /// assert_eq!((text.text.as_str(), text.precedence), ("1 + over", Precedence::Sum));
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Store::text`].
    pub fn value(self, value: &GameValue) -> Result<Phrase, Error> {
        match value {
            GameValue::Short(game) => Ok(Phrase::new(self.game(*game)?, Precedence::Sum)),
            GameValue::Loopy(loopy) => self.loopy(loopy),
        }
    }

    /// Writes a loopy game.
    ///
    /// ```
    /// # use upstar_core::{Notation, Store};
    /// # use upstar_core::loopy::{Loopy, LoopySide, named::{Name, dud}};
    /// # use upstar_core::text::Printer;
    /// let text = Printer::new(Store::global(), Notation::UNICODE);
    /// let [over, under] = [Name::Over, Name::Under].map(|name| LoopySide::Stopper(name.stopper()));
    /// assert_eq!(text.loopy(&Loopy::Sided(over, under))?.text, "over & under");
    /// assert_eq!(text.loopy(&dud())?.text, "dud");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Store::text`].
    pub fn loopy(self, loopy: &Loopy) -> Result<Phrase, Error> {
        if named::is_dud(loopy) {
            return Ok(Phrase::new(self.bold("dud"), Precedence::Product));
        }
        match loopy {
            Loopy::Stopper(stopper) => match named::name(self.store(), stopper)? {
                Some(known) => self.named_stopper(&known),
                None => self.loopy_form(stopper.form()),
            },
            Loopy::Sided(LoopySide::Unresolved(on), LoopySide::Unresolved(off)) if on == off => {
                self.loopy_form(on)
            }
            Loopy::Sided(on, off) => {
                let (on, off) = (self.loopy_side(on)?, self.loopy_side(off)?);
                let sign = if self.latex() { " \\mathbin{\\&} " } else { " & " };
                Ok(Phrase::new(format!("{on}{sign}{off}"), Precedence::Sides))
            }
        }
    }

    /// Writes a form. Vertices that are named stoppers are written by their names, and others as brackets.
    ///
    /// ```
    /// # use upstar_core::{Game, Notation, Store};
    /// # use upstar_core::loopy::{LoopyForm, Node};
    /// # use upstar_core::text::Printer;
    /// let sides = Node::Loopy([[1].into(), [0, 2].into()]);
    /// let nodes = [sides, Node::Short(Game::STAR), Node::Short(Game::ZERO)];
    /// let text = Printer::new(Store::global(), Notation::UNICODE).loopy_form(&LoopyForm::of(&nodes, 0)?)?;
    /// assert_eq!(text.text, "<*|0,pass>");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Store::text`].
    pub fn loopy_form(self, form: &LoopyForm) -> Result<Phrase, Error> {
        let mut vertices = Vec::with_capacity(form.len());
        for (vertex, node) in (0..).zip(form.nodes()) {
            self.store().budget().step()?;
            vertices.push(match (node, named::name_at(self.store(), form, vertex)?) {
                (Node::Short(game), _) => Vertex::Short(*game),
                (_, Some(known)) => Vertex::Text(self.named_stopper(&known)?.text),
                _ => Vertex::Bracket([
                    self.in_order(form, form.options(vertex, Player::Left))?,
                    self.in_order(form, form.options(vertex, Player::Right))?,
                ]),
            });
        }
        self.graph(&vertices, 0)
    }

    /// Writes the onside or offside of a game with two sides.
    fn loopy_side(self, side: &LoopySide) -> Result<String, Error> {
        Ok(match side {
            LoopySide::Short(game) => return self.deeper(2)?.game(*game),
            LoopySide::Stopper(stopper) => self.loopy(&Loopy::Stopper(stopper.clone()))?,
            LoopySide::Unresolved(form) => self.loopy_form(form)?,
        }
        .at_least(Precedence::Sum))
    }

    /// `1 + over`, `upon*`, `tiny(on)`
    fn named_stopper(self, known: &NamedStopper) -> Result<Phrase, Error> {
        let mut text = String::new();
        let zero = known.number.is_zero();
        let minus = known.name == Name::Downon;
        if !zero {
            self.dyadic(&mut text, &known.number)?;
        }
        text.push_str(match (zero, minus) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        });
        text.push_str(&self.name(known.name));
        let tight = matches!(known.name, Name::Upon | Name::Downon);
        if known.star {
            text.push_str(match (tight, self.latex()) {
                (true, true) => "{*}",
                (true, false) => "*",
                (false, _) => " + *",
            });
        }
        let whole = zero && !minus && (tight || !known.star);
        Ok(Phrase::new(text, if whole { Precedence::Product } else { Precedence::Sum }))
    }

    fn name(self, name: Name) -> String {
        match name {
            Name::On => self.bold("on"),
            Name::Off => self.bold("off"),
            Name::Over => self.bold("over"),
            Name::Under => self.bold("under"),
            Name::Upon | Name::Downon => self.bold("upon"),
            Name::TinyOn => self.tiny_or_miny("tiny", "{+}_", "on"),
            Name::MinyOn => self.tiny_or_miny("miny", "{-}_", "on"),
            Name::TinyOver => self.tiny_or_miny("tiny", "{+}_", "over"),
            Name::MinyOver => self.tiny_or_miny("miny", "{-}_", "over"),
        }
    }

    fn tiny_or_miny(self, word: &str, sign: &str, of: &str) -> String {
        match self.latex() {
            true => format!("{sign}{{{}}}", self.bold(of)),
            false => format!("{word}({of})"),
        }
    }

    /// A word that is the name of a game.
    pub(super) fn bold(self, word: &str) -> String {
        if self.latex() { format!("\\mathbf{{{word}}}") } else { word.to_owned() }
    }

    /// Options in the order of books: short games first.
    fn in_order(self, form: &LoopyForm, options: &[u32]) -> Result<Vec<u32>, Error> {
        let mut games: Vec<Game> = Vec::new();
        let mut places: FxHashMap<Game, u32> = FxHashMap::default();
        let mut others = Vec::new();
        for &option in options {
            match form.nodes()[option as usize] {
                Node::Short(game) => {
                    games.push(game);
                    places.insert(game, option);
                }
                Node::Loopy(_) => others.push(option),
            }
        }
        let games = self.store().sort_options(&games)?;
        let mut all: Vec<u32> = games.iter().filter_map(|game| places.get(game).copied()).collect();
        all.append(&mut others);
        Ok(all)
    }
}

impl Store {
    /// Writes a game that may be loopy, by its name, by its sides or as a bracket.
    ///
    /// | written | meaning |
    /// |---|---|
    /// | `on`, `1 + over`, `upon*`, `tiny(on)`, `dud` | names, see [`Name`] |
    /// | `over & under` | the onside and the offside |
    /// | `<0\|pass>` | `pass` is a move to the bracket itself |
    /// | `a: <0\|\|a\|*>` | a label, for moves to a bracket that is not the nearest one |
    /// | `<a\|0,a> where { a: <1\|pass> }` | a bracket that occurs more than once |
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Notation, Store};
    /// # use upstar_core::loopy::{GameValue, named::Name, sum};
    /// let store = Store::new(Budget::unlimited());
    /// let game = sum(&store, &Name::Upon.worth(), &GameValue::Short(store.parse("1*")?))?;
    /// assert_eq!(store.text_of_value(&game, Notation::UNICODE)?, "1 + upon*");
    /// assert_eq!(store.text_of_value(&game, Notation::LATEX)?, r"1 + \mathbf{upon}{*}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Store::text`].
    #[doc(hidden)]
    pub fn text_of_value(&self, value: &GameValue, notation: Notation) -> Result<String, Error> {
        Ok(Printer::new(self, notation).value(value)?.text)
    }
}

impl GameValue {
    /// Writes the value in a notation, as [`Store::text_of_value`] does. `Display` writes Unicode.
    ///
    /// The store is that of the first short game in it that is not 0, `*` or 1, or else [`Store::global`].
    ///
    /// ```
    /// use upstar_core::loopy::named::Name;
    /// use upstar_core::Notation;
    ///
    /// assert_eq!(Name::TinyOn.worth().text(Notation::ASCII)?, "tiny(on)");
    /// assert_eq!(Name::TinyOn.worth().text(Notation::LATEX)?, r"{+}_{\mathbf{on}}");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Store::text`]; when the store is gone.
    pub fn text(&self, notation: Notation) -> Result<String, Error> {
        in_store_of(&games_of_value(self), |store| store.text_of_value(self, notation))
    }
}

/// The short games in a value.
pub(crate) fn games_of_value(value: &GameValue) -> Vec<Game> {
    let sides = [value.onside(), value.offside()];
    sides.iter().flat_map(games_of_side).copied().collect()
}

/// The short games in a side.
fn games_of_side(side: &LoopySide) -> Vec<&Game> {
    match side {
        LoopySide::Short(game) => vec![game],
        LoopySide::Stopper(stopper) => games_of_form(stopper.form()),
        LoopySide::Unresolved(form) => games_of_form(form),
    }
}

fn games_of_form(form: &LoopyForm) -> Vec<&Game> {
    let nodes = form.nodes().iter();
    nodes
        .filter_map(|node| match node {
            Node::Short(game) => Some(game),
            Node::Loopy(_) => None,
        })
        .collect()
}

/// Writes Unicode. Where [`GameValue::text`] fails, this writes the error in parentheses.
///
/// ```
/// # use upstar_core::Game;
/// # use upstar_core::loopy::{GameValue, named::Name};
/// assert_eq!(format!("{} and {}", Name::Over.worth(), GameValue::from(Game::STAR)), "over and *");
/// ```
impl fmt::Display for GameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, self.text(Notation::UNICODE))
    }
}

/// As a [`GameValue`] is written.
///
/// ```
/// # use upstar_core::loopy::named::dud;
/// assert_eq!(dud().to_string(), "dud");
/// ```
impl fmt::Display for Loopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        GameValue::Loopy(self.clone()).fmt(f)
    }
}

/// As a [`GameValue`] is written.
///
/// ```
/// # use upstar_core::loopy::named::Name;
/// assert_eq!(Name::Downon.stopper().to_string(), "-upon");
/// ```
impl fmt::Display for Stopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Loopy::Stopper(self.clone()).fmt(f)
    }
}

/// The game, stopper or graph.
///
/// ```
/// # use upstar_core::loopy::named::dud;
/// assert_eq!(format!("{}, {}", dud().onside(), dud().offside()), "on, off");
/// ```
impl fmt::Display for LoopySide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopySide::Short(game) => game.fmt(f),
            LoopySide::Stopper(stopper) => stopper.fmt(f),
            LoopySide::Unresolved(form) => form.fmt(f),
        }
    }
}

/// As [`Printer::loopy_form`] writes it in Unicode.
///
/// ```
/// # use upstar_core::loopy::{LoopyForm, Node};
/// let form = LoopyForm::of(&[Node::Loopy([[0].into(), [0].into()])], 0)?;
/// assert_eq!(form.to_string(), "<pass|pass>");
/// # Ok::<(), upstar_core::Error>(())
/// ```
impl fmt::Display for LoopyForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = in_store_of(games_of_form(self), |store| {
            Ok(Printer::new(store, Notation::UNICODE).loopy_form(self)?.text)
        });
        pad(f, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::loopy::{Builder, difference, negative, sum, value};

    /// The value of a graph given by its options; vertices from `graph.len()` on are these games.
    fn of(store: &Store, graph: &[[&[u32]; 2]], games: &[Game]) -> GameValue {
        let mut builder = Builder::new(store);
        let brackets: Vec<u32> = graph.iter().map(|_| builder.vertex()).collect();
        let leaves: Vec<u32> = games.iter().map(|game| builder.game(*game).unwrap()).collect();
        let vertices = [brackets, leaves].concat();
        for (vertex, sides) in graph.iter().enumerate() {
            let [left, right] = sides.map(|side| side.iter().map(|&n| vertices[n as usize]));
            builder.set(vertex as u32, left.collect(), right.collect()).unwrap();
        }
        value(store, &builder.finish(), 0).unwrap()
    }

    /// Source: *Winning Ways*, chapter 11.
    #[test]
    fn stoppers_have_the_names_of_books() {
        let store = Store::new(Budget::unlimited());
        let [zero, star, one] = [Game::ZERO, Game::STAR, Game::ONE];
        for (left, right, option, text) in [
            (&[0][..], &[][..], zero, "on"),
            (&[], &[0], zero, "off"),
            (&[1], &[0], zero, "over"),
            (&[0], &[1], zero, "under"),
            (&[0], &[1], star, "upon"),
            (&[1], &[0], star, "-upon"),
            (&[0, 1], &[1], zero, "upon*"),
            (&[0], &[0], zero, "dud"),
            (&[0], &[1], one, "1 + under"),
        ] {
            assert_eq!(of(&store, &[[left, right]], &[option]).to_string(), text);
        }
        let tiny = of(&store, &[[&[3], &[1]], [&[3], &[2]], [&[], &[2]]], &[zero]);
        assert_eq!(tiny.to_string(), "tiny(on)");
    }

    /// Source: *Winning Ways*, chapter 11.
    #[test]
    fn sums_of_stoppers_are_sides() {
        let store = Store::new(Budget::unlimited());
        let [over, upon] = [Name::Over, Name::Upon].map(Name::worth);
        let none = difference(&store, &over, &over).unwrap();
        assert_eq!(none.to_string(), "over & under");
        let none = difference(&store, &upon, &upon).unwrap();
        assert_eq!(none.to_string(), "<0|-upon*> & <upon*|0>");
        assert_eq!(
            none.text(Notation::LATEX).unwrap(),
            r"\left\{0\mid -\mathbf{upon}{*}\right\} \mathbin{\&} \left\{\mathbf{upon}{*}\mid 0\right\}",
        );
    }

    #[test]
    fn a_value_is_written_in_the_store_of_its_games() {
        let store = Store::new(Budget::unlimited());
        let up = store.parse("^").unwrap();
        let game = of(&store, &[[&[0], &[1]]], &[up]);
        assert_eq!(game.to_string(), "<pass|↑>");
        assert_eq!(game.text(Notation::ASCII).unwrap(), "<pass|^>");
        assert_eq!(Store::global().text_of_value(&game, Notation::ASCII), Err(Error::ForeignGame));
        let minus = negative(&store, &game).unwrap();
        assert_eq!(minus.onside().to_string(), "<↓|pass>");
        assert_eq!(GameValue::from(up).to_string(), "↑");
        drop(store);
        assert_eq!(game.to_string(), format!("({})", Error::StoreGone));
    }

    #[test]
    fn brackets_that_are_not_the_nearest_have_labels() {
        let store = Store::new(Budget::unlimited());
        let graph: [[&[u32]; 2]; 4] = [[&[4], &[1]], [&[4], &[2]], [&[3], &[5]], [&[0], &[5]]];
        let game = of(&store, &graph, &[Game::ZERO, Game::STAR]);
        assert_eq!(game.to_string(), "a: <0|<0|||a|*||*>>");
    }

    #[test]
    fn numbers_are_added_to_names() {
        let store = Store::new(Budget::unlimited());
        let plus = |name: Name, text: &str| {
            let game = store.parse(text).unwrap();
            sum(&store, &name.worth(), &game.into()).unwrap().to_string()
        };
        assert_eq!(plus(Name::Over, "-1/2"), "-1/2 + over");
        assert_eq!(plus(Name::Downon, "2"), "2 - upon");
        assert_eq!(plus(Name::Downon, "2*"), "2 - upon*");
        assert_eq!(plus(Name::TinyOn, "5"), "5 + tiny(on)");
    }
}
