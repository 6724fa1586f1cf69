//! Forms: brackets as they were typed.
//!
//! A bracket evaluates to a form: its options as typed, and the canonical form, computed at once. Operations use
//! the canonical form, and `form(G)` uses the typed one. Parameters of rulesets keep forms and print them as typed,
//! because rules may ask for them.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use upstar_core::{Game, Player, Store};

use super::{Extent, Result, Value};

/// A bracket as it was typed, with its canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    left: Vec<Value>,
    /// None when typed `*[a, b]`.
    right: Vec<Value>,
    canonical: Game,
    /// What Left's and Right's options were worth where it was typed, if positions or sums are in it.
    worth: [Vec<Game>; 2],
    /// Whether it was typed `*[a, b]`.
    starred: bool,
    /// Whether an option was typed as a sum, which has been added up.
    added_up: bool,
    /// Whether positions or sums are in it, at any depth.
    has_positions_or_sums: bool,
    hash_of_options: u64,
    extent: Extent,
}

/// Forms are trees whose branches may be shared: each has the hash of its options, and no tree is walked through.
impl Hash for Form {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.canonical, self.starred, self.hash_of_options).hash(state);
    }
}

impl Form {
    /// The bracket with these options, whose canonical form is `canonical`.
    ///
    /// # Errors
    /// When forms are nested too deeply.
    pub fn new(left: Vec<Value>, right: Vec<Value>, canonical: Game) -> Result<Self> {
        let extent = Extent::around(left.iter().chain(&right))?;
        let has_positions_or_sums = left.iter().chain(&right).any(|option| match option {
            Value::Position(_) | Value::Sum(_) => true,
            Value::Form(inner) | Value::Typed(inner) => inner.has_positions_or_sums,
            _ => false,
        });
        let mut hasher = FxHasher::default();
        (&left, &right).hash(&mut hasher);
        let hash_of_options = hasher.finish();
        Ok(Form {
            left,
            right,
            canonical,
            worth: [Vec::new(), Vec::new()],
            starred: false,
            added_up: false,
            has_positions_or_sums,
            hash_of_options,
            extent,
        })
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

    /// The bracket, of which Left's and Right's options are worth `worth` where it is typed. Rules that read a name follow it, but a
    /// bracket is worked out once.
    #[must_use]
    pub fn with_worth(self, worth: [Vec<Game>; 2]) -> Self {
        debug_assert_eq!(worth.each_ref().map(Vec::len), [self.left.len(), self.right.len()]);
        if self.has_positions_or_sums { Form { worth, ..self } } else { self }
    }

    /// The bracket, of which options were typed as sums and have been added up in normal play.
    #[must_use]
    pub fn with_sums(self, added_up: bool) -> Self {
        let has_positions_or_sums = self.has_positions_or_sums || added_up;
        Form { added_up, has_positions_or_sums, ..self }
    }

    /// Whether an option was typed as a sum, which has been added up in normal play.
    pub fn is_added_up(&self) -> bool {
        self.added_up
    }

    /// Whether positions or sums are in it, at any depth: their values of normal play are other games in misère play.
    pub fn has_positions_or_sums(&self) -> bool {
        self.has_positions_or_sums
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

    /// A player's options as typed, each with what it was worth there if positions or sums are in the bracket.
    pub fn options(&self, player: Player) -> impl Iterator<Item = (&Value, Option<Game>)> {
        let (options, worth) = match player {
            Player::Right if !self.starred => (&self.right, &self.worth[1]),
            Player::Left | Player::Right => (&self.left, &self.worth[0]),
        };
        options.iter().enumerate().map(|(place, option)| (option, worth.get(place).copied()))
    }

    /// Its value.
    pub fn canonical(&self) -> Game {
        self.canonical
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}
