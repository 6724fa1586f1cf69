//! With which bytes an expression of the grammar can begin.
//!
//! Knows: expressions of pest. Must not know: how they are written in Rust.

use std::collections::HashMap;
use std::ops::{BitAnd, BitOr, Not};

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr as Expr, OptimizedRule};

/// The end of the text, as what comes next.
pub(super) const END: usize = 256;

/// A set of what may come next: bytes, and the end of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Nexts([u64; 5]);

impl Nexts {
    pub(super) const NONE: Nexts = Nexts([0; 5]);
    pub(super) const ALL: Nexts = Nexts([u64::MAX, u64::MAX, u64::MAX, u64::MAX, 1]);

    pub(super) fn of(members: impl IntoIterator<Item = usize>) -> Nexts {
        let mut set = Nexts::NONE;
        members.into_iter().for_each(|next| set.0[next / 64] |= 1 << (next % 64));
        set
    }

    pub(super) fn has(&self, next: usize) -> bool {
        self.0[next / 64] >> (next % 64) & 1 == 1
    }
}

impl BitOr for Nexts {
    type Output = Nexts;

    fn bitor(self, other: Nexts) -> Nexts {
        Nexts(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl BitAnd for Nexts {
    type Output = Nexts;

    fn bitand(self, other: Nexts) -> Nexts {
        Nexts(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl Not for Nexts {
    type Output = Nexts;

    fn not(self) -> Nexts {
        Nexts(std::array::from_fn(|at| !self.0[at] & Nexts::ALL.0[at]))
    }
}

/// How an expression goes on, by what comes next. The first two sets may be too large, the third one too small.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct First {
    /// It may match and take something.
    pub(super) eats: Nexts,
    /// It may match and take nothing.
    pub(super) stays: Nexts,
    /// It surely matches.
    pub(super) must: Nexts,
}

impl First {
    fn eating(eats: Nexts, must: Nexts) -> First {
        First { eats, stays: Nexts::NONE, must }
    }

    /// It may match.
    pub(super) fn may(&self) -> Nexts {
        self.eats | self.stays
    }
}

/// The rules of a grammar, and how each begins.
pub(super) struct Grammar {
    pub(super) rules: HashMap<String, OptimizedRule>,
    /// By the name of a rule, and whether blanks are skipped in its body.
    firsts: HashMap<(String, bool), First>,
    /// What blanks and comments begin with.
    pub(super) blanks: Nexts,
}

impl Grammar {
    pub(super) fn new(rules: Vec<OptimizedRule>) -> Grammar {
        let rules: HashMap<String, OptimizedRule> =
            rules.into_iter().map(|rule| (rule.name.clone(), rule)).collect();
        let mut grammar = Grammar { rules, firsts: HashMap::new(), blanks: Nexts::NONE };
        // All sets only grow, from none.
        loop {
            let mut next = HashMap::new();
            for (name, rule) in &grammar.rules {
                for spaced in [false, true] {
                    next.insert((name.clone(), spaced), grammar.first(&rule.expr, spaced));
                }
            }
            let blank =
                |name: &str| next.get(&(name.to_owned(), false)).map_or(Nexts::NONE, First::may);
            let blanks = blank("WHITESPACE") | blank("COMMENT");
            if next == grammar.firsts && blanks == grammar.blanks {
                return grammar;
            }
            (grammar.firsts, grammar.blanks) = (next, blanks);
        }
    }

    /// How an expression begins; between its parts, blanks are skipped or not.
    pub(super) fn first(&self, expr: &Expr, spaced: bool) -> First {
        match expr {
            Expr::Str(text) => match text.as_bytes() {
                [] => First { stays: Nexts::ALL, must: Nexts::ALL, ..First::default() },
                [only] => First::eating(Nexts::of([*only as usize]), Nexts::of([*only as usize])),
                [first, ..] => First::eating(Nexts::of([*first as usize]), Nexts::NONE),
            },
            Expr::Range(from, to) => range(char_of(from), char_of(to)),
            Expr::Ident(name) => self.of_name(name, spaced),
            Expr::PosPred(inner) => {
                let inner = self.first(inner, spaced);
                First { eats: Nexts::NONE, stays: inner.may(), must: inner.must }
            }
            Expr::NegPred(inner) => {
                let inner = self.first(inner, spaced);
                First { eats: Nexts::NONE, stays: !inner.must, must: !inner.may() }
            }
            Expr::Seq(left, right) => {
                let (left, right) = (self.first(left, spaced), self.first(right, spaced));
                let blanks = if spaced { self.blanks } else { Nexts::NONE };
                First {
                    eats: left.eats | (left.stays & (right.eats | blanks)),
                    stays: left.stays & right.stays,
                    must: Nexts::NONE,
                }
            }
            Expr::Choice(left, right) => {
                let (left, right) = (self.first(left, spaced), self.first(right, spaced));
                First {
                    eats: left.eats | right.eats,
                    stays: left.stays | right.stays,
                    must: left.must | right.must,
                }
            }
            Expr::Opt(inner) | Expr::Rep(inner) => {
                let eats = self.first(inner, spaced).eats;
                First { eats, stays: Nexts::ALL, must: Nexts::ALL }
            }
            Expr::RepOnce(inner) | Expr::RestoreOnErr(inner) => self.first(inner, spaced),
            Expr::Skip(_) => First { eats: !Nexts::of([END]), stays: Nexts::ALL, must: Nexts::ALL },
            Expr::PushLiteral(_) => {
                First { stays: Nexts::ALL, must: Nexts::ALL, ..First::default() }
            }
            other => panic!("the parser has no {other}"),
        }
    }

    fn of_name(&self, name: &str, spaced: bool) -> First {
        if let Some(rule) = self.rules.get(name) {
            let spaced = spaced_in(rule.ty, spaced);
            return self.firsts.get(&(name.to_owned(), spaced)).copied().unwrap_or_default();
        }
        match builtin(name) {
            Some(first) => first,
            // The literals that are pushed.
            None if name == "PEEK" => First::eating(Nexts::of([0, b'\n' as usize]), Nexts::NONE),
            None if name == "DROP" => First { stays: Nexts::ALL, ..First::default() },
            None => panic!("the parser has no {name}"),
        }
    }

    /// The bytes of which an expression takes exactly one, if it takes no more and no character of several bytes.
    pub(super) fn class(&self, expr: &Expr) -> Option<Nexts> {
        let ascii = Nexts::of(0..128);
        match expr {
            Expr::Str(text) if text.len() == 1 => Some(Nexts::of([text.as_bytes()[0] as usize])),
            Expr::Range(from, to) => {
                let first = range(char_of(from), char_of(to));
                (first.eats & ascii == first.eats).then_some(first.eats)
            }
            Expr::Choice(left, right) => Some(self.class(left)? | self.class(right)?),
            Expr::Ident(name) => match self.rules.get(name) {
                Some(rule) if rule.ty == RuleType::Silent => self.class(&rule.expr),
                Some(_) => None,
                None if name.starts_with("ASCII_") => builtin(name).map(|first| first.eats),
                None => None,
            },
            Expr::RestoreOnErr(inner) => self.class(inner),
            _ => None,
        }
    }
}

/// Whether blanks are skipped in the body of a rule of this type, where they are or not where it stands.
pub(super) fn spaced_in(ty: RuleType, spaced: bool) -> bool {
    match ty {
        RuleType::Normal | RuleType::Silent => spaced,
        RuleType::Atomic | RuleType::CompoundAtomic => false,
        RuleType::NonAtomic => true,
    }
}

pub(super) fn char_of(text: &str) -> char {
    text.chars().next().expect("a range has ends")
}

/// How a character of a range begins.
fn range(from: char, to: char) -> First {
    let (from, to) = (u32::from(from), u32::from(to));
    let covered = |next: usize| {
        let next = next as u32;
        // The characters that begin with this byte.
        match next {
            0..=0x7f => Some((next, next)),
            0xc2..=0xdf => Some(((next & 0x1f) << 6, (next & 0x1f) << 6 | 0x3f)),
            0xe0..=0xef => Some(((next & 0xf) << 12, (next & 0xf) << 12 | 0xfff)),
            0xf0..=0xf4 => Some(((next & 7) << 18, (next & 7) << 18 | 0x3_ffff)),
            _ => None,
        }
    };
    // Two bytes begin more sequences than characters.
    let least = |next: usize, least: u32| {
        if next == 0xe0 {
            0x800
        } else if next == 0xf0 {
            0x1_0000
        } else {
            least
        }
    };
    let most = |next: usize, most: u32| if next == 0xf4 { 0x10_ffff } else { most };
    let may = (0..END).filter(|&next| covered(next).is_some_and(|(a, b)| a <= to && b >= from));
    let must = (0..END).filter(|&next| {
        covered(next).is_some_and(|(a, b)| from <= least(next, a) && most(next, b) <= to)
    });
    First::eating(Nexts::of(may), Nexts::of(must))
}

/// A builtin rule of pest that takes one character, or the end.
fn builtin(name: &str) -> Option<First> {
    let bytes = |is: fn(&u8) -> bool| {
        let those = Nexts::of((0..=u8::MAX).filter(is).map(usize::from));
        Some(First::eating(those, those))
    };
    let beyond = Nexts::of(0x80..END);
    match name {
        "ANY" => Some(First::eating(!Nexts::of([END]), !Nexts::of([END]))),
        "EOI" => Some(First { eats: Nexts::NONE, stays: Nexts::of([END]), must: Nexts::of([END]) }),
        "ASCII_DIGIT" => bytes(u8::is_ascii_digit),
        "ASCII_HEX_DIGIT" => bytes(u8::is_ascii_hexdigit),
        "ASCII_ALPHA" => bytes(u8::is_ascii_alphabetic),
        "ASCII_ALPHA_UPPER" => bytes(u8::is_ascii_uppercase),
        "ASCII_ALPHANUMERIC" => bytes(u8::is_ascii_alphanumeric),
        "XID_START" => bytes(u8::is_ascii_alphabetic)
            .map(|ascii| First::eating(ascii.eats | beyond, ascii.eats)),
        "XID_CONTINUE" => bytes(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .map(|ascii| First::eating(ascii.eats | beyond, ascii.eats)),
        _ => None,
    }
}
