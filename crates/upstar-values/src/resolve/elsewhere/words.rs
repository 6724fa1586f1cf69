//! Words of English around a game: names of functions in several words, calls without parentheses, notation of books.

use crate::syntax::{TokenKind, significant};

use super::is_number;
use super::line::{Line, capital, opens};
use super::tables::{BOOKS, OF_A_PLAYER, STOPS};
use crate::resolve::near::synonym;

/// Most words of the name of a function.
const MOST_WORDS: usize = 4;
/// Symbols of boards.
const CELLS: &str = "._|#-xoXOTFLRHbrgBRGW";
/// Functions that make graphs.
const GRAPHS: &[&str] = &["path", "cycle", "clique", "graph", "grid_graph", "biclique", "wheel"];
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
        let (argument, player) = self.asked_of(place, is_known)?;
        let argument = &*argument;
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

    /// The position after a preposition, and the player: `P`, `17 in Kayles`, `P for Left`, `Left in P`.
    fn asked_of(
        &self,
        place: usize,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Option<(String, Option<String>)> {
        let last = self.tokens.len();
        let player = |at: usize| {
            let word = capital(&self.word(at).to_lowercase());
            ["Left", "Right"].contains(&&*word).then_some(word)
        };
        let is_place = |at: usize| ["in", "of", "from"].contains(&self.word(at));
        let (mut start, mut end, mut asked) = (place + 1, last, None);
        if last > place + 3 && ["for", "by"].contains(&self.word(last - 2)) {
            asked = player(last - 1);
            end = if asked.is_some() { last - 2 } else { last };
        }
        if asked.is_none() && last > place + 3 && is_place(place + 2) {
            asked = player(place + 1);
            start = if asked.is_some() { place + 3 } else { start };
        }
        if start >= end {
            return None;
        }
        let ruleset = |at: usize| {
            let name = capital(self.word(at));
            (at + 1 == end && self.is_name(at) && is_known(&name)).then_some(name)
        };
        let place = (start + 1..end).rev().find(|&at| is_place(at));
        let position = match place.and_then(|at| Some((at, ruleset(at + 1)?))) {
            Some((at, ruleset)) => format!("{ruleset}({})", self.between(start, at)),
            None => self.between(start, end).to_owned(),
        };
        Some((position, asked))
    }

    /// `move n - k, k in 1..3`, where a comma stands before what `for` says.
    pub(super) fn generator(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        if self.word(0) != "game" {
            return None;
        }
        (3..self.tokens.len()).find_map(|comma| {
            if self.word(comma) != "," {
                return None;
            }
            let is_free = |at: usize| {
                let word = self.word(at);
                let begins = (0..comma).rev().find(|&at| [";", "{"].contains(&self.word(at)))?;
                let is_used = (begins..comma).any(|at| self.word(at) == word);
                (self.is_name(at) && is_used && !is_known(word)).then_some(word)
            };
            if self.word(comma + 2) == "in" {
                let name = is_free(comma + 1)?;
                return Some(self.replaced(comma, comma + 3, &format!(" for {name} in")));
            }
            let less = ["<=", "≤"];
            let first = (comma + 2..self.tokens.len()).find(|&at| less.contains(&self.word(at)))?;
            let name = is_free(first + 1).filter(|_| less.contains(&self.word(first + 2)))?;
            let from = self.between(comma + 1, first);
            Some(self.replaced(comma, first + 3, &format!(" for {name} in {from}..")))
        })
    }

    /// `uptimal 0.12`, whose digits count ups and their powers.
    pub(super) fn uptimal(&self) -> Option<String> {
        let digits = self.text.strip_prefix("uptimal")?.trim();
        let digits = digits.strip_prefix("0.").or_else(|| digits.strip_prefix('.'))?;
        let digits: Vec<u32> = digits.chars().map(|c| c.to_digit(10)).collect::<Option<_>>()?;
        let power = |(at, count): (usize, &u32)| match (at, count) {
            (_, 0) => None,
            (0, 1) => Some("^".to_owned()),
            (0, count) => Some(format!("{count} * ^")),
            (at, 1) => Some(format!("up_power({})", at + 1)),
            (at, count) => Some(format!("{count} * up_power({})", at + 1)),
        };
        let sum: Vec<String> = digits.iter().enumerate().filter_map(power).collect();
        (!sum.is_empty()).then(|| sum.join(" + "))
    }

    /// `Nim_2(3, 4, 5)`, as Moore's game is written in books.
    pub(super) fn moore(&self) -> Option<String> {
        let index =
            |at: usize| self.word(at).strip_prefix("Nim_").filter(|digits| is_number(digits));
        let at =
            (0..self.tokens.len()).find(|&at| index(at).is_some() && self.word(at + 1) == "(")?;
        let end = self.closed_ends(at + 1).next().filter(|end| *end > at + 3)?;
        let heaps = self.between(at + 2, end - 1);
        Some(self.replaced(at, end, &format!("MooresNim({})([{heaps}])", index(at)?)))
    }

    /// `Nim[3, 5]` and `Nim{3, 5}`, a call in other brackets.
    pub(super) fn in_brackets(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_call = |at: &usize| {
            let name = self.word(*at);
            let is_ruleset =
                name.starts_with(char::is_uppercase) && name.len() > 1 && is_known(name);
            is_ruleset && self.touches(at + 1) && ["[", "{"].contains(&self.word(at + 1))
        };
        let at = (0..self.tokens.len()).find(is_call).filter(|_| self.word(0) != "game")?;
        let end = self.closed_ends(at + 1).next().filter(|end| *end > at + 3)?;
        Some(self.replaced(at + 1, end, &format!("({})", self.between(at + 2, end - 1))))
    }

    /// `Col(path(4))`, where another ruleset is the same game on a graph.
    pub(super) fn on_graph(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        (0..self.tokens.len()).find_map(|at| {
            let is_call = self.word(at + 1) == "(" && GRAPHS.contains(&self.word(at + 2));
            let names = ["Graph", "Node"].iter().map(|kind| format!("{kind}{}", self.word(at)));
            let name = names.filter(|_| is_call).find(|name| is_known(name))?;
            Some(self.replaced(at, at + 1, &name))
        })
    }

    /// `negate(G)`, `pow(2, 3)`: a synonym that is written with signs.
    pub(super) fn by_pattern(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        (0..self.tokens.len()).find_map(|at| {
            let is_call = self.is_name(at) && self.word(at + 1) == "(" && self.touches(at + 1);
            let pattern = synonym(self.word(at)).filter(|_| is_call && !is_known(self.word(at)))?;
            let end = self.closed_ends(at + 1).next()?;
            let commas = (at + 2..end - 1).filter(|&comma| {
                self.word(comma) == "," && self.closed_ends(at + 2).any(|end| end == comma)
            });
            let commas: Vec<usize> = commas.collect();
            let starts = std::iter::once(at + 2).chain(commas.iter().map(|comma| comma + 1));
            let ends = commas.iter().copied().chain([end - 1]);
            let args = starts
                .zip(ends)
                .map(|(start, end)| (start < end).then(|| self.between(start, end)));
            let written = with_arguments(pattern, &args.collect::<Option<Vec<&str>>>()?)?;
            Some(self.replaced(at, end, &written))
        })
    }

    /// `Hackenbush("BRBR")`, a stalk by its colours, or by who may cut them, from the ground.
    pub(super) fn stalk(&self) -> Option<String> {
        let at = (0..self.tokens.len()).find(|&at| self.word(at) == "Hackenbush")?;
        let colours = self.word(at + 2).trim_matches('"').to_lowercase();
        let colours = colours.replace('l', "b").replace('w', "r");
        let is_stalk = !colours.is_empty() && colours.chars().all(|c| "brg".contains(c));
        let is_call = self.word(at + 1) == "(" && self.word(at + 3) == ")";
        (is_stalk && is_call)
            .then(|| self.replaced(at + 2, at + 3, &format!("stalk(\"{colours}\")")))
    }

    /// `{0|*} == up`: games by their names, among signs.
    pub(super) fn values(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_word = |at: usize| {
            self.tokens.get(at).is_some_and(|token| {
                matches!(token.kind, TokenKind::Name | TokenKind::Keyword | TokenKind::Text)
            })
        };
        let is_sign = |at: usize| {
            self.word(at).chars().all(|c| !c.is_alphanumeric())
                && !["(", "."].contains(&self.word(at))
        };
        (0..self.tokens.len()).filter(|_| self.tokens.len() > 1).find_map(|at| {
            let is_game = |ours: &&str| ours.chars().all(|c| "^v*±012".contains(c));
            let game = synonym(self.word(at)).filter(is_game)?;
            let before = at.checked_sub(1);
            let is_alone = is_sign(at + 1)
                && self.word(at + 1) != ":="
                && before.is_none_or(|before| !is_word(before));
            (is_alone && !is_known(self.word(at))).then(|| self.replaced(at, at + 1, game))
        })
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
            let is_head = self.word(0) == "game";
            if let Some((_, stop)) = STOPS.iter().find(|(letter, _)| *letter == self.word(at)) {
                return (is_call && !is_head).then(|| self.replaced(at, at + 1, stop));
            }
            let is_free = is_call && !is_head && !is_known(self.word(at));
            let row = BOOKS.iter().find(|(letter, _)| is_free && *letter == self.word(at));
            row.map(|(_, function)| self.replaced(at, at + 1, function))
        })
    }
}

/// Whether a text is one token, a bracket or a call, and needs no parentheses in a sum.
fn is_operand(text: &str) -> bool {
    Line::new(text).is_some_and(|line| {
        let all = Some(line.tokens.len());
        line.closed_ends(0).next() == all || line.is_name(0) && line.closed_ends(1).next() == all
    })
}

/// A pattern of a synonym, such as `G + H`, with arguments for its letters; `None` if there are more or fewer of these.
fn with_arguments(pattern: &str, args: &[&str]) -> Option<String> {
    let tokens = significant(pattern);
    let mut letters: Vec<&str> = Vec::new();
    let (mut written, mut done) = (String::new(), 0);
    for token in &tokens {
        let word = &pattern[token.range.clone()];
        written.push_str(&pattern[done..token.range.start]);
        done = token.range.end;
        if token.kind != TokenKind::Name || word.len() > 1 && word != "list" {
            written.push_str(word);
            continue;
        }
        let place = letters.iter().position(|letter| *letter == word).unwrap_or_else(|| {
            letters.push(word);
            letters.len() - 1
        });
        let arg = args.get(place)?;
        let before = &pattern[..token.range.start];
        let is_alone = before.ends_with(['(', '[']) || is_operand(arg);
        written.push_str(&if is_alone { (*arg).to_owned() } else { format!("({arg})") });
    }
    (tokens.len() > 1 && letters.len() == args.len() && !letters.is_empty())
        .then(|| written + &pattern[done..])
}

/// The words of a name, without hyphens and an article.
fn bare<'w>(words: &[&'w str]) -> Option<Vec<&'w str>> {
    let mut words: Vec<&str> = words.iter().copied().filter(|word| *word != "-").collect();
    let articles = ["all", "the", "a", "an"];
    while words.len() > 1 && articles.contains(&&*words[0].to_lowercase()) {
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
