//! Tokens of a text, whether it parses or not.
//!
//! Knows: the rule `tokens` of the grammar, and which stars are signs.
//! Must not know: what the tokens form together.

use std::ops::Range;

use super::grammar::{self, CALLS, Rule};
use super::tree::ParseNode;

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// `42`
    Number,
    /// `*2`, `^^`, `3*4`, `over`
    Game,
    /// `"text"`, closed or not
    Text,
    /// `x`
    Name,
    /// `for`
    Keyword,
    /// `+`, `:=`, `,`, `<`
    Operator,
    /// `(`, `]`, `{`; not `<`, which may be a sign
    Bracket,
    /// `// ...`, `/* ... */`
    Comment,
    /// Spaces and newlines.
    Blank,
    /// A character that means nothing.
    Unknown,
}

/// A token and the bytes it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Kind.
    pub kind: TokenKind,
    /// Bytes of the text.
    pub range: Range<usize>,
}

impl Token {
    /// Whether it is neither blank nor a comment.
    pub fn is_significant(&self) -> bool {
        !matches!(self.kind, TokenKind::Blank | TokenKind::Comment)
    }

    /// Whether it can end an operand, so that a star after it is a product.
    pub(super) fn ends_operand(&self, text: &str) -> bool {
        match self.kind {
            TokenKind::Number | TokenKind::Game | TokenKind::Text | TokenKind::Name => true,
            TokenKind::Bracket => matches!(&text[self.range.clone()], ")" | "]" | "}"),
            TokenKind::Keyword => matches!(&text[self.range.clone()], "true" | "false" | "pass"),
            _ => false,
        }
    }
}

/// The tokens of `text` without blanks and comments, whether it parses or not.
///
/// ```
/// assert_eq!(upstar_syntax::significant("1 + 1 // two").len(), 3);
/// ```
pub fn significant(text: &str) -> Vec<Token> {
    tokens(text).into_iter().filter(Token::is_significant).collect()
}

/// The tokens of `text`, without gaps, whether it parses or not.
pub fn tokens(text: &str) -> Vec<Token> {
    let tree = grammar::with_stack(0, || grammar::run(Rule::tokens, text, CALLS));
    let Ok(tree) = tree else {
        return vec![Token { kind: TokenKind::Unknown, range: 0..text.len() }];
    };
    let mut tokens = Vec::new();
    let mut after_operand = false;
    for node in tree.find(Rule::tokens).into_iter().flat_map(ParseNode::children) {
        let Some(token) = token(node) else { continue };
        let first = tokens.len();
        push(&mut tokens, token, node.text(), after_operand);
        for token in tokens[first..].iter().filter(|token| token.is_significant()) {
            after_operand = token.ends_operand(text);
        }
    }
    tokens
}

fn token(node: ParseNode<'_>) -> Option<Token> {
    let kind = match node.rule() {
        Rule::tk_blank => TokenKind::Blank,
        Rule::tk_comment => TokenKind::Comment,
        Rule::tk_text => TokenKind::Text,
        Rule::tk_game => TokenKind::Game,
        Rule::tk_number => TokenKind::Number,
        Rule::tk_keyword => TokenKind::Keyword,
        Rule::tk_name => TokenKind::Name,
        Rule::tk_operator => TokenKind::Operator,
        Rule::tk_bracket => TokenKind::Bracket,
        Rule::tk_unknown => TokenKind::Unknown,
        _ => return None,
    };
    Some(Token { kind, range: node.start()..node.end() })
}

/// Adds `token`; a star after an operand is a sign, and digits after it a number.
fn push(tokens: &mut Vec<Token>, token: Token, text: &str, after_operand: bool) {
    let star = text.chars().next().filter(|c| matches!(c, '*' | '∗' | '⋆'));
    let Some(star) = star.filter(|_| after_operand && token.kind == TokenKind::Game) else {
        tokens.push(token);
        return;
    };
    let Range { start, end } = token.range;
    let middle = start + star.len_utf8();
    tokens.push(Token { kind: TokenKind::Operator, range: start..middle });
    if middle < end {
        tokens.push(Token { kind: TokenKind::Number, range: middle..end });
    }
}
