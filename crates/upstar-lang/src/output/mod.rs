//! Documents: structured output, without knowledge of the terminal.
//!
//! Knows: lines of styled text, paragraphs, code, tables; how a terminal shows them.
//! Must not know: games, values, or where the text goes.

mod fold;
mod layout;
pub mod markdown;

pub use fold::Folded;
pub use layout::{Style, paint, render};

/// Role of a part of a text, which determines its style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// Running text.
    #[default]
    Plain,
    /// A title.
    Heading,
    /// Text that can be typed.
    Code,
    /// A word of the language.
    Keyword,
    /// The name of something.
    Name,
    /// A number.
    Number,
    /// A game.
    Game,
    /// A text literal.
    Text,
    /// A comment, or something to be overlooked at first.
    Faint,
    /// Emphasised text.
    Strong,
    /// Success.
    Good,
    /// Failure.
    Bad,
}

/// Part of a text in one role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text, without newlines.
    pub text: String,
    /// Role.
    pub role: Role,
}

/// Line of text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// Parts from left to right.
    pub pieces: Vec<Piece>,
}

impl Line {
    /// A line without anything yet.
    pub fn new() -> Self {
        Line::default()
    }

    /// Adds `text` in `role`.
    pub fn with(mut self, role: Role, text: impl Into<String>) -> Self {
        self.pieces.push(Piece { text: text.into(), role });
        self
    }

    /// Adds running text.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(Role::Plain, text)
    }
}

/// Block of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A title with a blank line before it.
    Heading(Line),
    /// Line that is not wrapped.
    Line(Line),
    /// Text that is wrapped between words.
    Paragraph(Line),
    /// Lines to be shown as they are, set off from the text; those wider than the screen are broken between words.
    Code(Vec<Line>),
    /// Rows of cells in columns; the last column is wrapped, below the others where there is no room beside them.
    Table(Vec<Vec<Line>>),
    /// An entry of a list.
    Item(Line),
    /// An empty line.
    Blank,
}

/// Blocks from top to bottom.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// The blocks.
    pub blocks: Vec<Block>,
}

impl Document {
    /// A document without anything yet.
    pub fn new() -> Self {
        Document::default()
    }

    /// Adds a title.
    pub fn heading(&mut self, text: impl Into<String>) -> &mut Self {
        self.push(Block::Heading(Line::new().with(Role::Heading, text)))
    }

    /// Adds a line that is not wrapped.
    pub fn line(&mut self, line: Line) -> &mut Self {
        self.push(Block::Line(line))
    }

    /// Adds text that is wrapped; `code` in it is marked by backquotes.
    pub fn paragraph(&mut self, text: &str) -> &mut Self {
        self.push(Block::Paragraph(markdown::inline(text)))
    }

    /// Adds rows of cells.
    pub fn table(&mut self, rows: Vec<Vec<Line>>) -> &mut Self {
        self.push(Block::Table(rows))
    }

    /// Adds lines shown as they are.
    pub fn code(&mut self, lines: Vec<Line>) -> &mut Self {
        self.push(Block::Code(lines))
    }

    /// Adds an empty line.
    pub fn blank(&mut self) -> &mut Self {
        self.push(Block::Blank)
    }

    /// Adds a block.
    pub fn push(&mut self, block: Block) -> &mut Self {
        self.blocks.push(block);
        self
    }

    /// Adds all blocks of another document.
    pub fn extend(&mut self, other: Document) -> &mut Self {
        self.blocks.extend(other.blocks);
        self
    }
}
