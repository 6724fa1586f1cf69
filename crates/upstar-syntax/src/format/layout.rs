//! Lines of a program: where they break, how far they are indented, where blanks stand in them.

use std::ops::Range;

use super::lexemes::{Lexeme, Role, Semicolon, Start};

/// Longest line on which blocks and several statements stay together.
const WIDTH: usize = 100;
/// Blanks by which lines are indented further.
const STEP: usize = 2;

/// Line of the output.
#[derive(Debug, Default)]
pub(super) struct OutputLine {
    /// Whether an empty line stands above.
    pub(super) gap: bool,
    /// Blanks at its beginning.
    pub(super) indent: usize,
    /// Text without a comment at the end.
    pub(super) text: String,
    /// The column behind the text.
    pub(super) end: usize,
    /// The comment at the end.
    pub(super) comment: Option<Comment>,
    /// Its lexemes.
    lexemes: Range<usize>,
}

/// Comment at the end of a line, or its continuation on a line of its own.
#[derive(Debug)]
pub(super) struct Comment {
    /// The comment.
    pub(super) text: String,
    /// Its column in the source.
    pub(super) column: usize,
}

impl OutputLine {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.end = match text.rfind('\n') {
            Some(end) => text[end + 1..].chars().count(),
            None => self.end + text.chars().count(),
        };
    }

    /// Whether its comment says what a statement on it answers.
    fn expects(&self) -> bool {
        let marked =
            |comment: &Comment| comment.text.starts_with("//=") || comment.text.starts_with("//!");
        self.comment.as_ref().is_some_and(marked)
    }
}

/// Whether a comment says what a statement on its line answers.
fn expects(comment: &str) -> bool {
    comment.starts_with("//=") || comment.starts_with("//!")
}

/// The lines of a program.
pub(super) fn lines(source: &str, lexemes: &[Lexeme<'_>]) -> Vec<OutputLine> {
    let mut breaks = Breaks::new(lexemes);
    loop {
        let layout = LineBreaker::new(source, lexemes, breaks.newlines());
        let lines = layout.lines();
        let mut longer = false;
        for line in lines.iter().filter(|line| line.end > WIDTH && !line.expects()) {
            longer |= breaks.break_line(line.lexemes.clone());
        }
        if !longer {
            return lines;
        }
    }
}

/// Line breaks.
struct Breaks<'l, 't> {
    lexemes: &'l [Lexeme<'t>],
    /// For each lexeme that opens or closes a block, its counterpart.
    mates: Vec<usize>,
    /// For lexemes that open blocks, and separators: whether the line ends there.
    broken: Vec<bool>,
    /// Whether nothing but comments follows on the line.
    last: Vec<bool>,
    /// Whether a comment at the end of the line says what its statement answers.
    expecting: Vec<bool>,
}

impl<'l, 't> Breaks<'l, 't> {
    fn new(lexemes: &'l [Lexeme<'t>]) -> Self {
        let count = lexemes.len();
        let (mates, broken) = (vec![0; count], vec![false; count]);
        let (last, expecting) = (vec![true; count], vec![false; count]);
        let mut breaks = Breaks { lexemes, mates, broken, last, expecting };
        for at in (1..count).rev() {
            let next = &lexemes[at];
            breaks.last[at - 1] = next.newlines > 0 || next.is_comment() && breaks.last[at];
            let ends = next.newlines > 0;
            breaks.expecting[at - 1] =
                !ends && (breaks.expecting[at] || next.is_comment() && expects(&next.text));
        }
        breaks.find_blocks();
        breaks.break_branches();
        breaks
    }

    /// Breaks blocks that have several lines, or contain other blocks.
    fn find_blocks(&mut self) {
        // Open blocks, and whether a line ends directly inside.
        let mut open: Vec<(usize, bool)> = Vec::new();
        for (at, lexeme) in self.lexemes.iter().enumerate() {
            if let Some((_, lined)) = open.last_mut() {
                *lined |= lexeme.newlines > 0 || lexeme.is_comment() && lexeme.text.contains('\n');
            }
            if lexeme.opens_block() {
                open.push((at, false));
            } else if lexeme.closes_block()
                && let Some((opening, lined)) = open.pop()
            {
                (self.mates[opening], self.mates[at]) = (at, opening);
                self.broken[opening] |= lined;
                if self.broken[opening] && !lined {
                    self.separate(opening);
                }
                if let Some(&(outer, _)) = open.last()
                    && !self.expecting[at]
                {
                    self.broken[outer] = true;
                }
            }
        }
    }

    /// Breaks all branches of an `if` if one of them is broken.
    fn break_branches(&mut self) {
        let branches = self.branches();
        let both = branches.iter().chain(branches.iter().rev());
        for &(earlier, later) in both {
            for (one, other) in [(earlier, later), (later, earlier)] {
                if self.broken[one] && !self.broken[other] {
                    self.broken[other] = true;
                    self.separate(other);
                }
            }
        }
    }

    /// The blocks before and after each `else`.
    fn branches(&self) -> Vec<(usize, usize)> {
        let mut branches = Vec::new();
        // The blocks before an `else`, and how many brackets are open around it.
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        let (mut depth, mut last) = (0_usize, 0);
        for (at, lexeme) in self.lexemes.iter().enumerate() {
            if lexeme.text == "else" && self.lexemes[last].closes_block() {
                waiting.push((self.mates[last], depth));
            }
            match lexeme.role {
                Role::Open(bracket) => {
                    if let Some(earlier) =
                        waiting.pop_if(|(_, around)| bracket.block && *around == depth)
                    {
                        branches.push((earlier.0, at));
                    }
                    depth += 1;
                }
                Role::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if !lexeme.is_comment() {
                last = at;
            }
        }
        branches
    }

    /// Breaks at the separators directly in a block.
    fn separate(&mut self, opening: usize) {
        let mut at = opening + 1;
        while at < self.mates[opening] {
            if self.lexemes[at].opens_block() {
                at = self.mates[at];
            } else if self.lexemes[at].is_separator() {
                self.broken[at] = true;
            }
            at += 1;
        }
    }

    /// Breaks a line that is too long: between its statements, or else in its blocks, or else between
    /// alternatives, whichever it has first.
    fn break_line(&mut self, line: Range<usize>) -> bool {
        let (mut separators, mut blocks, mut alternatives) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = line.start;
        while at < line.end {
            if self.lexemes[at].opens_block() && self.mates[at] < line.end {
                if self.mates[at] > at + 1 && !self.broken[at] {
                    blocks.push(at);
                }
                at = self.mates[at];
            } else if self.broken[at] {
                // A line ends there already.
            } else if self.lexemes[at].is_separator() {
                separators.push(at);
            } else if self.is_alternative(at) && at > line.start {
                alternatives.push(at);
            }
            at += 1;
        }
        let chosen =
            [separators, blocks, alternatives].into_iter().find(|places| !places.is_empty());
        for &at in chosen.iter().flatten() {
            self.broken[at] = true;
            if self.lexemes[at].opens_block() {
                self.separate(at);
            }
        }
        chosen.is_some()
    }

    fn is_alternative(&self, at: usize) -> bool {
        self.lexemes[at].role == Role::Semicolon(Semicolon::Alternative)
    }

    /// Number of line ends before each lexeme.
    fn newlines(&self) -> Vec<usize> {
        let mut opened = false;
        let each = self.lexemes.iter().enumerate();
        each.map(|(at, lexeme)| {
            let Some(before) = at.checked_sub(1) else { return 0 };
            let last = &self.lexemes[before];
            opened |= last.opens_block() && self.broken[before];
            let stays = lexeme.is_comment() && lexeme.newlines == 0 && self.last[at];
            let breaks = opened && !stays
                || self.lexemes[before].is_separator() && self.broken[before]
                || self.is_alternative(at) && self.broken[at];
            opened &= stays;
            self.count(before, lexeme).max(usize::from(breaks && !lexeme.closes_block()))
        })
        .collect()
    }

    /// Number of line ends before the lexeme after `before`, without new breaks.
    fn count(&self, before: usize, lexeme: &Lexeme<'_>) -> usize {
        let last = &self.lexemes[before];
        let opens = matches!(last.role, Role::Open(_));
        if lexeme.closes_block() {
            return usize::from(!opens && self.broken[self.mates[before + 1]]);
        }
        if lexeme.text == "else" && last.closes_block() {
            return 0;
        }
        let most = if opens || matches!(lexeme.role, Role::Close(_)) { 1 } else { 2 };
        lexeme.newlines.min(most)
    }
}

/// Open construct: the whole text, brackets, or a block.
struct OpenConstruct {
    /// Column of the closing bracket if it begins a line.
    close: usize,
    /// Column of the contents.
    inside: usize,
    /// Column of continuation lines.
    hang: usize,
    /// Whether it is a block, or the whole text.
    block: bool,
}

/// Distributes lexemes over lines.
struct LineBreaker<'l, 't> {
    source: &'l str,
    lexemes: &'l [Lexeme<'t>],
    /// Number of line ends before each lexeme.
    newlines: Vec<usize>,
    /// For each lexeme the next one that is no comment, itself included.
    words: Vec<usize>,
    /// Whether the lexeme is a `left` that is as wide as the `right` below or above.
    widened: Vec<bool>,
    levels: Vec<OpenConstruct>,
    lines: Vec<OutputLine>,
    /// The last lexeme that is no comment.
    last_word: Option<usize>,
}

impl<'l, 't> LineBreaker<'l, 't> {
    fn new(source: &'l str, lexemes: &'l [Lexeme<'t>], newlines: Vec<usize>) -> Self {
        let count = lexemes.len();
        let mut words: Vec<usize> = (0..count).collect();
        for at in (0..count).rev() {
            if lexemes[at].is_comment() {
                words[at] = words.get(at + 1).copied().unwrap_or(count);
            }
        }
        let widened = widened(lexemes, &newlines);
        let whole = OpenConstruct { close: 0, inside: 0, hang: STEP, block: true };
        LineBreaker {
            source,
            lexemes,
            newlines,
            words,
            widened,
            levels: vec![whole],
            lines: Vec::new(),
            last_word: None,
        }
    }

    fn lines(mut self) -> Vec<OutputLine> {
        for at in 0..self.lexemes.len() {
            self.put(at);
        }
        self.lines
    }

    /// Adds a lexeme to its line.
    fn put(&mut self, at: usize) {
        let lexeme = &self.lexemes[at];
        let begins = at == 0 || self.newlines[at] > 0;
        if begins {
            let indent = self.indent(at);
            let gap = self.newlines[at] > 1;
            self.lines.push(OutputLine {
                gap,
                indent,
                end: indent,
                lexemes: at..at,
                ..OutputLine::default()
            });
        }
        if self.ends_as_comment(at, begins) {
            let comment =
                Comment { text: lexeme.text.to_string(), column: column(self.source, lexeme.at) };
            let line = self.lines.last_mut().expect("a line has begun");
            (line.comment, line.lexemes.end) = (Some(comment), at + 1);
            return;
        }
        let blank = match at.checked_sub(1) {
            Some(before) if !begins => self.blank(before, at),
            _ => "",
        };
        // The line break is enough.
        let needless = lexeme.is_separator() && self.ends_line(at);
        let line = self.lines.last_mut().expect("a line has begun");
        line.lexemes.end = at + 1;
        if !needless {
            line.push(blank);
            line.push(&lexeme.text);
        }
        self.enter(at);
        if !lexeme.is_comment() {
            self.last_word = Some(at);
        }
    }

    /// Whether a lexeme is a comment at the end of a line, or the continuation of one.
    fn ends_as_comment(&self, at: usize, begins: bool) -> bool {
        let lexeme = &self.lexemes[at];
        if !lexeme.is_comment() || !self.ends_line(at) || lexeme.text.contains('\n') {
            return false;
        }
        if !begins {
            return true;
        }
        let above = self.lines.iter().rev().nth(1).and_then(|above| above.comment.as_ref());
        self.newlines[at] == 1
            && lexeme.newlines > 0
            && above.is_some_and(|above| above.column == column(self.source, lexeme.at))
    }

    /// Whether a line ends after a lexeme.
    fn ends_line(&self, at: usize) -> bool {
        let breaks = |at: usize| self.newlines.get(at).is_none_or(|&newlines| newlines > 0);
        // A separator is left out there.
        let separated = self.lexemes.get(at + 1).is_some_and(Lexeme::is_separator);
        breaks(at + 1) || separated && breaks(at + 2)
    }

    /// Whether a line ends between a lexeme and the next one that is no comment.
    fn ends_line_before_word(&self, at: usize) -> bool {
        let word = self.words.get(at + 1).map_or(self.lexemes.len(), |&word| word + 1);
        self.newlines[at + 1..word.min(self.lexemes.len())].iter().any(|&newlines| newlines > 0)
    }

    /// Opens and closes levels.
    fn enter(&mut self, at: usize) {
        let lexeme = &self.lexemes[at];
        let (line, end) = self.lines.last().map_or((0, 0), |line| (line.indent, line.end));
        let follows = matches!(lexeme.role, Role::Open(_)) && !self.ends_line_before_word(at);
        let level = self.levels.last_mut().expect("the whole text is open");
        match lexeme.start {
            Start::Item => level.hang = level.inside + STEP,
            Start::Clause => {
                let word = lexeme.text.chars().count() + usize::from(self.widened[at]);
                level.hang = level.inside + word + 1;
            }
            Start::Nothing | Start::Generator => {}
        }
        match lexeme.role {
            Role::Open(bracket) => {
                let (close, inside) = match bracket.block {
                    true => (line.min(level.inside), line.min(level.inside) + STEP),
                    false if follows => (end - 1, end + usize::from(bracket.padded)),
                    false => (line, line + STEP),
                };
                let hang = inside + STEP;
                self.levels.push(OpenConstruct { close, inside, hang, block: bracket.block });
            }
            Role::Close(_) if self.levels.len() > 1 => drop(self.levels.pop()),
            _ => {}
        }
    }

    /// Indentation of a line that begins with a lexeme.
    fn indent(&self, at: usize) -> usize {
        let level = self.levels.last().expect("the whole text is open");
        let Some(word) = self.lexemes.get(self.words[at]) else { return level.inside };
        if let Role::Close(_) = word.role {
            return if self.words[at] == at { level.close } else { level.inside };
        }
        let Some(last) = self.last_word else { return level.inside };
        let first = match self.lexemes[last].role {
            Role::Open(_) => true,
            Role::Bars { .. } | Role::Comma { .. } => !level.block,
            _ => word.start != Start::Nothing,
        };
        match word.role {
            _ if first => level.inside,
            Role::Semicolon(_) => level.hang.saturating_sub(2),
            _ => level.hang,
        }
    }

    /// The blanks between two lexemes on one line.
    fn blank(&self, before: usize, at: usize) -> &'static str {
        match (spaced(&self.lexemes[before], &self.lexemes[at]), self.widened[before]) {
            (false, _) => "",
            (true, false) => " ",
            (true, true) => "  ",
        }
    }
}

/// Whether blanks stand between two lexemes on one line.
fn spaced(before: &Lexeme<'_>, next: &Lexeme<'_>) -> bool {
    match (before.role, next.role) {
        (_, Role::Comma { .. } | Role::Semicolon(_) | Role::Colon | Role::Dot) => false,
        (Role::Open(_), Role::Close(_)) => false,
        (Role::Open(bracket), _) | (_, Role::Close(bracket)) => bracket.padded,
        (_, Role::Open(bracket)) if bracket.glued => false,
        // Two bars are another sign than one.
        (Role::Bars { .. }, Role::Bars { .. }) => true,
        (Role::Prefix | Role::Dot, _) => false,
        (_, Role::Comment { .. }) | (Role::Comment { .. }, _) => true,
        (Role::Bars { apart }, _) | (_, Role::Bars { apart }) => apart,
        (Role::Infix { tight }, _) | (_, Role::Infix { tight }) | (Role::Comma { tight }, _) => {
            !tight
        }
        // `-2v` is a literal, `- 2v` is the negative of one.
        (Role::Minus { apart }, Role::Word) => {
            apart && next.text.starts_with(|c: char| c.is_ascii_digit())
        }
        (Role::Minus { .. }, _) => false,
        _ => true,
    }
}

/// For each lexeme whether it is the `left` of a clause next to a clause of `right`, each on lines of its
/// own.
fn widened(lexemes: &[Lexeme<'_>], newlines: &[usize]) -> Vec<bool> {
    let mut widened = vec![false; lexemes.len()];
    let mut runs: Vec<Vec<usize>> = vec![Vec::new()];
    let mut end = |run: &mut Vec<usize>| {
        if run.iter().any(|&at| lexemes[at].text == "right") {
            run.iter().for_each(|&at| widened[at] = lexemes[at].text == "left");
        }
        run.clear();
    };
    for (at, lexeme) in lexemes.iter().enumerate() {
        if lexeme.opens_block() {
            runs.push(Vec::new());
        } else if lexeme.closes_block() {
            runs.pop().iter_mut().for_each(&mut end);
        } else if let Start::Item | Start::Clause = lexeme.start {
            let run = runs.last_mut().expect("as many blocks end as begin");
            if newlines[at] > 0 && matches!(&*lexeme.text, "left" | "right") {
                run.push(at);
            } else {
                end(run);
            }
        }
    }
    widened
}

/// The column of a byte, from 0.
fn column(source: &str, at: usize) -> usize {
    let start = source[..at].rfind('\n').map_or(0, |end| end + 1);
    source[start..at].chars().count()
}
