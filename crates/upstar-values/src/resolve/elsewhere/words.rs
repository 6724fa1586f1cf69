//! Words of English around a game: names of functions in several words, calls without parentheses, notation of books.

use crate::syntax::TokenKind;

use super::is_number;
use super::line::{Line, capital, opens};
use super::tables::{BOOKS, OF_A_PLAYER};
use crate::resolve::near::synonym;

/// Most words of the name of a function.
const MOST_WORDS: usize = 4;
/// Symbols of boards.
const CELLS: &str = "._|#-xoXOTFLRHbrgBRG";
/// Fewest letters of a word that is the name of a ruleset in small letters, or of two words without a blank.
const FEWEST_LETTERS: usize = 3;

impl Line<'_> {
    /// `1 1/2`, one and a half.
    pub(super) fn mixed(&self) -> Option<String> {
        let last = self.tokens.len().checked_sub(4)?;
        let is_mixed = |at: usize| {
            is_number(self.word(at)) && is_number(self.word(at + 1)) && self.word(at + 2) == "/"
        };
        let begins = |at: usize| {
            at == 0 || opens(self.word(at - 1)) && !["(", "[", ","].contains(&self.word(at - 1))
        };
        let at =
            (0..=last).find(|&at| is_mixed(at) && begins(at) && is_number(self.word(at + 3)))?;
        Some(self.replaced(at, at + 1, &format!("{} +", self.word(at))))
    }

    /// `3.G` and `2.↑`, which are copies of a game.
    pub(super) fn copies(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_game = |at: usize| match self.tokens[at].kind {
            TokenKind::Name => {
                is_known(self.word(at)) && function(&[self.word(at)], &|_| false).is_none()
            }
            kind => kind == TokenKind::Game || ["{", "(", "↑", "↓"].contains(&self.word(at)),
        };
        let at = (0..self.tokens.len().checked_sub(2)?).find(|&at| {
            let is_number = is_number(self.word(at)) && self.word(at + 1) == ".";
            is_number && self.touches(at + 2) && is_game(at + 2) && self.word(at + 3) != "("
        })?;
        Some(self.replaced(at + 1, at + 2, " * "))
    }

    /// `the left stop of G`, `nim-value of 3 + 5`, `mean and temperature of G`, `best moves in P for Left`
    pub(super) fn of(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_place = |at: &usize| ["of", "in", "from", "for"].contains(&self.word(*at));
        let place = (1..self.tokens.len()).find(is_place)?;
        let asked: Vec<&str> = (0..place).map(|at| self.word(at)).collect();
        let functions = asked.split(|word| ["and", ","].contains(word));
        let functions: Vec<String> =
            functions.map(|words| function(&bare(words)?, is_known)).collect::<Option<_>>()?;
        let argument = self.text[self.tokens[place].range.end..].trim();
        let (argument, player) = match self.tokens.len() {
            last if last > place + 3 && ["for", "by"].contains(&self.word(last - 2)) => {
                let player = capital(&self.word(last - 1).to_lowercase());
                match ["Left", "Right"].contains(&&*player) {
                    true => (self.between(place + 1, last - 2), Some(player)),
                    false => (argument, None),
                }
            }
            _ => (argument, None),
        };
        let applied = |function: &String| match &player {
            Some(player) if OF_A_PLAYER.contains(&&**function) => {
                Some(format!("{function}({argument}, {player})"))
            }
            Some(_) => None,
            None => Some(applied(function, argument)),
        };
        let calls: Vec<String> = functions.iter().map(applied).collect::<Option<_>>()?;
        match &*calls {
            [call] => Some(call.clone()),
            calls => Some(format!("[{}]", calls.join(", "))),
        }
    }

    /// `canonical {0|*}`, `play Nim(3, 5)`, `canonical form {0|*}`, `Chomp 3 4`; words alone are a question about them.
    pub(super) fn called(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        if self.text.contains(":=") {
            return None;
        }
        let is_word = |&at: &usize| {
            self.is_name(at) && (at == 0 || !self.touches(at)) && !self.touches(at + 1)
        };
        let words = (0..self.tokens.len().min(MOST_WORDS)).take_while(is_word).count();
        (1..=words).rev().find_map(|end| {
            let words: Vec<&str> = (0..end).map(|at| self.word(at)).collect();
            let function = match &*words {
                [one] if is_known(one) => (*one).to_owned(),
                words => function(words, is_known)?,
            };
            let last = self.tokens.len();
            if end == last {
                return (end > 1 && is_known(&function)).then(|| format!("?{function}"));
            }
            if !self.begins_game(end) {
                return None;
            }
            let numbers: Vec<&str> = (end..last).map(|at| self.word(at)).collect();
            if numbers.iter().all(|number| is_number(number)) {
                return Some(applied(&function, &numbers.join(", ")));
            }
            let is_in_parentheses =
                self.word(end) == "(" && self.closed_ends(end).next() == Some(last);
            Some(applied(
                &function,
                match is_in_parentheses && last > end + 2 {
                    true => self.between(end + 1, last - 1),
                    false => self.between(end, last),
                },
            ))
        })
    }

    /// Whether a game, a number, a text or a name begins with a token.
    fn begins_game(&self, at: usize) -> bool {
        match self.tokens[at].kind {
            TokenKind::Number | TokenKind::Game | TokenKind::Text | TokenKind::Name => true,
            TokenKind::Bracket => ["{", "[", "("].contains(&self.word(at)),
            // A game begins with a sign that touches what follows.
            _ => {
                let touches = self.tokens.len() == at + 1 || self.touches(at + 1);
                ["<", "*", "∗", "^", "±", "+-", "-"].contains(&self.word(at)) && touches
            }
        }
    }

    /// `period(kayles)`: a ruleset in small letters beside others.
    pub(super) fn small_ruleset(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_other = |at: &usize| {
            let word = self.word(*at);
            let is_player = ["left", "right"].contains(&word);
            let is_long = word.len() >= FEWEST_LETTERS && !is_player;
            self.is_name(*at) && is_long && !is_known(word) && is_known(&capital(word))
        };
        let at = (0..self.tokens.len()).find(is_other).filter(|_| self.tokens.len() > 1)?;
        Some(self.replaced(at, at + 1, &capital(self.word(at))))
    }

    /// `Clobber(xo|ox)`: a board, which is a text.
    pub(super) fn quoted(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        (0..self.tokens.len()).find_map(|at| {
            let is_ruleset = self.word(at).starts_with(char::is_uppercase);
            let is_call = is_ruleset && is_known(self.word(at)) && self.word(at + 1) == "(";
            let end = (at + 2..self.tokens.len()).find(|end| self.word(*end) == ")");
            let end = end.filter(|end| is_call && *end > at + 2)?;
            let board = self.between(at + 2, end);
            let unknown = (at + 2..end).any(|at| self.is_name(at) && !is_known(self.word(at)));
            let is_board = board.len() > 1 && board.chars().all(|c| CELLS.contains(c));
            (unknown && is_board).then(|| self.replaced(at + 2, end, &format!("\"{board}\"")))
        })
    }

    /// `left_options(Nim(3))`, where the rules are asked and not the canonical form.
    pub(super) fn of_position(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        (0..self.tokens.len()).find_map(|at| {
            let player = match self.word(at) {
                "left_options" => "Left",
                "right_options" => "Right",
                _ => return None,
            };
            let name = self.word(at + 2);
            let is_ruleset = name.starts_with(char::is_uppercase) && is_known(name);
            let is_call = self.word(at + 1) == "(" && is_ruleset && self.word(at + 3) == "(";
            let inner = self.closed_ends(at + 3).next().filter(|_| is_call)?;
            let position = self.between(at + 2, inner);
            (self.word(inner) == ")")
                .then(|| self.replaced(at, inner + 1, &format!("moves({position}, {player})")))
        })
    }

    /// `m(G)`, `b(G)`: functions that books call by a letter, where nothing else has the name.
    pub(super) fn of_books(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        (0..self.tokens.len()).find_map(|at| {
            let is_call = self.is_name(at) && self.word(at + 1) == "(" && self.touches(at + 1);
            let is_head = at > 0 && self.word(at - 1) == "game";
            let is_free = is_call && !is_head && !is_known(self.word(at));
            let row = BOOKS.iter().find(|(letter, _)| is_free && *letter == self.word(at));
            row.map(|(_, function)| self.replaced(at, at + 1, function))
        })
    }
}

/// The words of a name, without hyphens and an article.
fn bare<'w>(words: &[&'w str]) -> Option<Vec<&'w str>> {
    let mut words: Vec<&str> = words.iter().copied().filter(|word| *word != "-").collect();
    let articles = ["the", "a", "an"];
    if words.first().is_some_and(|word| articles.contains(&&*word.to_lowercase())) {
        words.remove(0);
    }
    let are_words = words.iter().all(|word| word.chars().all(char::is_alphabetic));
    (!words.is_empty() && words.len() <= MOST_WORDS && are_words).then_some(words)
}

/// The name of a function by words for it; with `G` where it is a pattern.
pub(super) fn function(words: &[&str], is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let name = words.join("_").to_lowercase();
    // What a game is worth is its canonical form; only games about points have another value.
    if name == "value" {
        return Some("canonical".to_owned());
    }
    let several = format!("{name}s");
    let number = [&*name, &*several, name.strip_suffix('s').unwrap_or(&name)];
    number.into_iter().find_map(|name| {
        if is_known(name) && (name.len() > 1 || words.len() > 1) {
            return Some(name.to_owned());
        }
        let near = synonym(name);
        let near = near.filter(|near| is_known(near) || is_pattern(near) && !near.contains('H'));
        near.map(str::to_owned).or_else(|| apart(name, is_known))
    })
}

/// `leftstop` as `left_stop`.
fn apart(name: &str, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let is_word = name.is_ascii() && !name.contains('_') && name.len() >= 2 * FEWEST_LETTERS;
    let places = FEWEST_LETTERS..(name.len() + 1).saturating_sub(FEWEST_LETTERS);
    let mut names = places.filter(|_| is_word).map(|at| format!("{}_{}", &name[..at], &name[at..]));
    names.find(|name| is_known(name))
}

/// Whether a synonym has a place for `G`, as in `-G`, and is no name.
fn is_pattern(function: &str) -> bool {
    function.contains('G') && function.chars().any(|c| !c.is_alphanumeric() && c != '_')
}

/// A function, or a pattern with `G`, of an argument.
pub(super) fn applied(function: &str, argument: &str) -> String {
    match is_pattern(function) {
        true if argument.contains(' ') => function.replace('G', &format!("({argument})")),
        true => function.replace('G', argument),
        false => format!("{function}({argument})"),
    }
}
