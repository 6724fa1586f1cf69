//! Forms: brackets as they were typed.

use upstar_core::{Game, Store};

use super::{Extent, Result, Value};

/// A bracket as it was typed, with its canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Form {
    left: Vec<Value>,
    /// None when typed `*[a, b]`.
    right: Vec<Value>,
    canonical: Game,
    /// Whether it was typed `*[a, b]`.
    starred: bool,
    /// Whether an option was typed as a sum, which has been added up.
    added_up: bool,
    extent: Extent,
}

impl Form {
    /// The bracket with these options, whose canonical form is `canonical`.
    ///
    /// # Errors
    /// When forms are nested too deeply.
    pub fn new(left: Vec<Value>, right: Vec<Value>, canonical: Game) -> Result<Self> {
        let extent = Extent::around(left.iter().chain(&right))?;
        Ok(Form { left, right, canonical, starred: false, added_up: false, extent })
    }

    /// The bracket of a canonical form.
    ///
    /// # Errors
    /// When the options are too many to list.
    pub fn canonical_bracket(store: &Store, game: Game) -> Result<Self> {
        let values = |options: Vec<Game>| {
            options.into_iter().map(|option| Value::of_game(store, option)).collect()
        };
        Form::new(values(store.left_options(game)?), values(store.right_options(game)?), game)
    }

    /// `*[a, b]`: both players have these options.
    ///
    /// # Errors
    /// When forms are nested too deeply.
    pub fn impartial(options: Vec<Value>, canonical: Game) -> Result<Self> {
        let form = Form::new(options, Vec::new(), canonical)?;
        Ok(Form { starred: true, ..form })
    }

    /// The bracket, of which options were typed as sums and have been added up in normal play.
    #[must_use]
    pub fn with_sums(self, added_up: bool) -> Self {
        Form { added_up, ..self }
    }

    /// Whether an option was typed as a sum, which has been added up in normal play.
    pub fn is_added_up(&self) -> bool {
        self.added_up
    }

    /// Whether it was typed `*[a, b]`.
    pub fn is_starred(&self) -> bool {
        self.starred
    }

    /// Left's options as typed.
    pub fn left(&self) -> &[Value] {
        &self.left
    }

    /// Right's options as typed.
    pub fn right(&self) -> &[Value] {
        if self.starred { &self.left } else { &self.right }
    }

    /// Its value.
    pub fn canonical(&self) -> Game {
        self.canonical
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}
