//! Parser for the two sides of a rule.
//!
//! Knows: symbols, `?`, classes `[xo]` and `[^xo]`, blanks, runs `.~`, `.+` and `(o.)~`, borders `^` and `$`,
//! rows separated by `|`, and their errors.
//! Must not know: where rules are applied.

use super::error::{RuleError, RuleSide};
use super::stencil::Cell;
use super::template::{PatternColumn, Template};
use crate::board::{Alphabet, EDGE, MAX_CELLS};

/// Characters with a meaning in patterns.
const SIGNS: &str = "?[]~^$()";

/// One cell of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Token {
    /// Symbols it names, and the border for `[^xo]`; empty for a blank.
    set: u64,
    /// Whether it is `?`.
    any: bool,
    offset: usize,
}

/// A parsed side.
#[derive(Debug, Default)]
struct ParsedSide {
    /// The cells of each row; those of a run once.
    rows: Vec<Vec<Token>>,
    /// The blocks of each row.
    blocks: Vec<PatternColumn>,
    /// Offsets of `^` and `$`: left, right, above and below.
    borders: [Option<usize>; 4],
}

/// Compiles both sides of a step.
pub(super) fn compile(
    pattern: &str,
    replacement: &str,
    alphabet: &Alphabet,
) -> Result<Template, RuleError> {
    let before = read_side(pattern, RuleSide::Pattern, alphabet)?;
    let after = read_side(replacement, RuleSide::Replacement, alphabet)?;
    check_sides(&before, &after)?;
    let mut rows = Vec::with_capacity(before.rows.len());
    for (from, to) in before.rows.iter().zip(&after.rows) {
        let cells = from.iter().zip(to).map(|(from, to)| cell(*from, *to));
        rows.push(cells.collect::<Result<Vec<Option<Cell>>, RuleError>>()?);
    }
    let borders = before.borders.map(|offset| offset.is_some());
    Ok(Template { blocks: before.blocks, rows, borders, symbols: alphabet.all() })
}

/// Compiles a pattern that is only looked for.
pub(super) fn sought(pattern: &str, alphabet: &Alphabet) -> Result<Template, RuleError> {
    let side = read_side(pattern, RuleSide::Pattern, alphabet)?;
    let cell = |token: &Token| {
        let cell = Cell { row: 0, column: 0, needs: token.set, writes: None };
        (token.set != 0).then_some(cell)
    };
    let rows = side.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let borders = side.borders.map(|offset| offset.is_some());
    Ok(Template { blocks: side.blocks, rows, borders, symbols: alphabet.all() })
}

fn check_sides(before: &ParsedSide, after: &ParsedSide) -> Result<(), RuleError> {
    let size = |side: &ParsedSide| (side.rows.len(), side.rows.first().map_or(0, Vec::len));
    let has_runs = |side: &ParsedSide| side.blocks.iter().any(|block| block.run);
    if before.blocks != after.blocks && (has_runs(before) || has_runs(after)) {
        return Err(RuleError::RunsDiffer);
    }
    if size(before) != size(after) {
        return Err(RuleError::SidesDiffer { pattern: size(before), replacement: size(after) });
    }
    for (which, symbol) in ['^', '$', '^', '$'].into_iter().enumerate() {
        if let (None, Some(offset)) = (before.borders[which], after.borders[which]) {
            return Err(RuleError::AnchorUnmatched { symbol, offset });
        }
    }
    Ok(())
}

/// The cell of a template for a cell of both sides; `None` for a hole.
fn cell(from: Token, to: Token) -> Result<Option<Cell>, RuleError> {
    let offset = to.offset;
    let writes = match (from.set, to.set) {
        (0, 0) => return Ok(None),
        (0, _) | (_, 0) => return Err(RuleError::HolesDiffer { offset }),
        _ if to.any => None,
        (from, to) if to.is_power_of_two() && from >> EDGE & 1 != 0 => {
            return Err(RuleError::WritesOutside { offset });
        }
        (_, to) if to.is_power_of_two() => Some(to.trailing_zeros() as u8),
        (from, to) if from == to => None,
        _ => return Err(RuleError::Undecided { offset }),
    };
    Ok(Some(Cell { row: 0, column: 0, needs: from.set, writes }))
}

fn read_side(text: &str, side: RuleSide, alphabet: &Alphabet) -> Result<ParsedSide, RuleError> {
    let mut parsed = ParsedSide::default();
    let mut offset = 0;
    let texts: Vec<&str> = text.split('|').collect();
    for (number, &row_text) in texts.iter().enumerate() {
        match row_text {
            "^" if number == 0 => parsed.borders[2] = Some(offset),
            "$" if number > 0 && number + 1 == texts.len() => parsed.borders[3] = Some(offset),
            _ => {
                let mut reader = PatternReader::new(row_text, offset, side, alphabet);
                reader.row()?;
                parsed.add_row(reader, number + 1)?;
            }
        }
        offset += row_text.len() + 1;
    }
    let cells = parsed.rows.iter().flatten();
    match cells.clone().filter(|token| token.set != 0).count() {
        0 => Err(RuleError::Empty { side }),
        _ if cells.count() > MAX_CELLS => Err(RuleError::TooLarge { side }),
        _ if cells_on_board(&parsed) == 0 => Err(RuleError::Outside { side }),
        _ => Ok(parsed),
    }
}

/// Number of cells that must lie on the board.
fn cells_on_board(parsed: &ParsedSide) -> usize {
    let on_board = |token: &&Token| token.set != 0 && token.set >> EDGE & 1 == 0;
    parsed.rows.iter().flatten().filter(on_board).count()
}

impl ParsedSide {
    /// Appends the next row, `number` in the text.
    fn add_row(&mut self, read: PatternReader<'_>, number: usize) -> Result<(), RuleError> {
        let PatternReader { text, start, side, tokens, blocks, left, right, .. } = read;
        let expected = self.rows.first().map_or(tokens.len(), Vec::len);
        if tokens.len() != expected {
            let (row, length) = (number, tokens.len());
            let end = start + text.len();
            return Err(RuleError::Ragged { side, row, length, expected, offset: start, end });
        }
        if self.rows.is_empty() {
            self.blocks = blocks;
        } else if self.blocks != blocks {
            return Err(RuleError::RaggedRuns { side, row: number, offset: start });
        }
        self.borders[0] = self.borders[0].or(left);
        self.borders[1] = self.borders[1].or(right);
        self.rows.push(tokens);
        Ok(())
    }
}

/// Reads the cells of one row.
struct PatternReader<'a> {
    text: &'a str,
    /// Offset of the row in the text of its side.
    start: usize,
    side: RuleSide,
    alphabet: &'a Alphabet,
    /// Remaining characters, with offsets from `start`.
    rest: std::iter::Peekable<std::str::CharIndices<'a>>,
    tokens: Vec<Token>,
    blocks: Vec<PatternColumn>,
    /// Offset of `^`.
    left: Option<usize>,
    /// Offset of `$`.
    right: Option<usize>,
}

impl<'a> PatternReader<'a> {
    fn new(text: &'a str, start: usize, side: RuleSide, alphabet: &'a Alphabet) -> Self {
        let (tokens, blocks) = (Vec::new(), Vec::new());
        let rest = text.char_indices().peekable();
        PatternReader { text, start, side, alphabet, rest, tokens, blocks, left: None, right: None }
    }

    fn row(&mut self) -> Result<(), RuleError> {
        while let Some((at, character)) = self.rest.next() {
            let offset = self.start + at;
            let ends = self.rest.peek().is_none();
            match character {
                '^' if at == 0 => self.left = Some(offset),
                '$' if ends => self.right = Some(offset),
                '(' => self.group(offset)?,
                _ => {
                    let token = self.cell(character, offset)?;
                    let sign = self.run_follows(&[token])?;
                    self.push(&[token], sign);
                }
            }
        }
        Ok(())
    }

    /// Whether a character makes a run of the cells before it. A `+` in the alphabet is a symbol.
    fn is_run_sign(&self, character: char) -> bool {
        character == '~' || character == '+' && self.alphabet.symbol('+').is_none()
    }

    /// Consumes the sign of a run after these cells, if there is one.
    fn run_follows(&mut self, tokens: &[Token]) -> Result<Option<char>, RuleError> {
        let next = self.rest.peek().map(|&(_, next)| next);
        let Some(sign) = next.filter(|&next| self.is_run_sign(next)) else { return Ok(None) };
        self.rest.next();
        match tokens.iter().find(|token| token.set >> EDGE & 1 != 0 || token.set == 0) {
            Some(token) => Err(RuleError::RunOutside { side: self.side, offset: token.offset }),
            None => Ok(Some(sign)),
        }
    }

    /// Appends cells, repeated as the sign of a run after them says: `x+` is `xx~`.
    fn push(&mut self, tokens: &[Token], sign: Option<char>) {
        if sign == Some('+') {
            self.tokens.extend_from_slice(tokens);
            let once = PatternColumn { width: 1, run: false };
            self.blocks.extend(std::iter::repeat_n(once, tokens.len()));
        }
        self.tokens.extend_from_slice(tokens);
        self.blocks.push(PatternColumn { width: tokens.len(), run: sign.is_some() });
    }

    /// Reads the cells up to `)` and the sign of a run after it; the `(` at `offset` is already read.
    fn group(&mut self, offset: usize) -> Result<(), RuleError> {
        let (side, opening) = (self.side, '(');
        let mut tokens = Vec::new();
        loop {
            let Some((at, character)) = self.rest.next() else {
                return Err(RuleError::Unclosed { side, opening, offset });
            };
            if character == ')' {
                break;
            }
            let at = self.start + at;
            if matches!(character, '(' | '^' | '$') || self.is_run_sign(character) {
                return Err(RuleError::BadPattern { side, symbol: character, offset: at });
            }
            tokens.push(self.cell(character, at)?);
        }
        if tokens.is_empty() {
            return Err(RuleError::EmptyBrackets { side, opening, offset });
        }
        let sign = self.run_follows(&tokens)?;
        if sign.is_none() {
            return Err(RuleError::GroupWithoutRun { side, offset });
        }
        self.push(&tokens, sign);
        Ok(())
    }

    /// Reads a cell: a symbol, `?`, a class or a blank.
    fn cell(&mut self, character: char, offset: usize) -> Result<Token, RuleError> {
        let (set, any) = match character {
            ' ' => (0, false),
            '?' => (self.alphabet.all(), true),
            '[' => (self.class(offset)?, false),
            _ => (self.symbol(character, offset)?, false),
        };
        Ok(Token { set, any, offset })
    }

    /// Reads the symbols up to `]`; the `[` at `offset` is already read.
    fn class(&mut self, offset: usize) -> Result<u64, RuleError> {
        let (side, opening) = (self.side, '[');
        let others = self.rest.next_if(|(_, next)| *next == '^').is_some();
        let (mut set, mut last) = (0, None);
        while let Some((at, character)) = self.rest.next() {
            if character != ']' {
                if let (Some(from), Some(to)) = (last, self.range_to(character)) {
                    // The numbers between two: `[1..9]`.
                    if to < from {
                        let (symbol, offset) = ('.', self.start + at);
                        return Err(RuleError::BadPattern { side, symbol, offset });
                    }
                    (from..=to).for_each(|symbol| set |= 1 << symbol);
                    last = None;
                    continue;
                }
                set |= self.symbol(character, self.start + at)?;
                last = self.alphabet.symbol(character);
            } else if set == 0 {
                return Err(RuleError::EmptyBrackets { side, opening, offset });
            } else {
                return Ok(if others { self.alphabet.all() & !set | 1 << EDGE } else { set });
            }
        }
        Err(RuleError::Unclosed { side, opening, offset })
    }

    /// The last symbol of a range of numbers whose first dot has been read, which this consumes.
    fn range_to(&mut self, character: char) -> Option<u8> {
        let mut ahead = self.rest.clone();
        let dots = character == '.' && matches!(ahead.next(), Some((_, '.')));
        let to = self.alphabet.symbol(ahead.next()?.1)?;
        if !dots || !self.alphabet.is_of_numbers() {
            return None;
        }
        self.rest = ahead;
        Some(to)
    }

    fn symbol(&self, symbol: char, offset: usize) -> Result<u64, RuleError> {
        let side = self.side;
        match (self.alphabet.symbol(symbol), symbol) {
            (Some(index), _) => Ok(1 << index),
            (None, '~' | '+') => Err(RuleError::RunOfNothing { side, symbol, offset }),
            (None, '^' | '$') => Err(RuleError::AnchorInside { side, symbol, offset }),
            (None, _) if SIGNS.contains(symbol) => {
                Err(RuleError::BadPattern { side, symbol, offset })
            }
            (None, _) => Err(RuleError::ForeignSymbol { side, symbol, offset }),
        }
    }
}
