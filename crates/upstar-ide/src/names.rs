//! Names of a file: where each is bound, and which binding each mention means.
//!
//! Knows: the scopes of the language, as `resolve` has them.
//! Must not know: other files; a name without a binding in this one is global.
//!
//! Scopes are read twice, by `resolve` for slots and here for places; a test renames every binding of the library
//! to compare the two. Both find what a block binds by `upstar_syntax::assigned`.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::source::Span;
use crate::syntax;
use crate::syntax::ast::{
    Alternative, Body, Expr, ExprKind, FunctionDecl, Generator, Name, Param, ParamKind, Pattern,
    Question, RulesetDecl, Statement, StatementKind,
};
use crate::syntax::print::param_in_signature;
use crate::syntax::visit::{self, Visitor};

/// Kind of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Bound with `:=`, or by a loop or a comprehension.
    Variable,
    /// A function with a name.
    Function,
    /// A ruleset.
    Ruleset,
    /// A parameter of a function or of a ruleset.
    Parameter,
    /// The label of a bracket.
    Label,
    /// The answer to a question of a sheet.
    Answer,
}

/// Meaning of a mention.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A binding of this file that is visible in a part of it, by its place in [`FileNames::locals`].
    Local(usize),
    /// A name outside of functions: of this file, of one that it uses, of the library, or of the language.
    Global(Arc<str>),
}

/// A place where a name stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The name, as the tree has it.
    pub name: Arc<str>,
    /// Its bytes.
    pub range: Range<usize>,
    /// Meaning.
    pub symbol: Symbol,
    /// Whether the name is bound here.
    pub binds: bool,
}

/// A binding that is visible in a part of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Local {
    /// The name.
    pub name: Arc<str>,
    /// Kind of the binding.
    pub kind: NameKind,
    /// The bytes in which it may be mentioned.
    pub extent: Range<usize>,
}

/// A binding outside of functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub name: Arc<str>,
    /// Kind of the binding.
    pub kind: NameKind,
    /// Range of the name.
    pub range: Range<usize>,
    /// Range of the statement.
    pub whole: Range<usize>,
    /// Signature, such as `Mine(k)(n: heap)`.
    pub signature: String,
    /// Its `///` lines.
    pub doc: Option<Arc<str>>,
}

/// Names of a file.
#[derive(Debug, Clone, Default)]
pub struct FileNames {
    /// All mentions, in the order of the text.
    pub mentions: Vec<Mention>,
    /// The bindings that are visible in a part of the file.
    pub locals: Vec<Local>,
    /// The bindings outside of functions, in the order of the text.
    pub definitions: Vec<Definition>,
    /// The places of the mentions of each symbol.
    mentioned: FxHashMap<Symbol, Vec<usize>>,
    /// The places of the definitions of each name.
    defined: FxHashMap<Arc<str>, Vec<usize>>,
}

impl FileNames {
    /// Reads the names of statements. `text` is what they were parsed from.
    pub fn new(statements: &[Statement], text: &str) -> FileNames {
        let mut reader = NameWalk {
            text,
            names: FileNames::default(),
            visible: Vec::new(),
            frames: vec![CallBindings { start: 0, sees_outer: false, is_top: true }],
            extents: std::iter::once(0..text.len()).collect(),
        };
        statements.iter().for_each(|statement| reader.statement(statement));
        let mut names = reader.names;
        names.mentions.sort_by_key(|mention| (mention.range.start, mention.range.end));
        names.mentions.dedup();
        names.definitions.sort_by_key(|definition| definition.range.start);
        for (place, mention) in names.mentions.iter().enumerate() {
            names.mentioned.entry(mention.symbol.clone()).or_default().push(place);
        }
        for (place, definition) in names.definitions.iter().enumerate() {
            names.defined.entry(definition.name.clone()).or_default().push(place);
        }
        names
    }

    /// The mention that contains or touches a byte.
    pub fn at(&self, byte: usize) -> Option<&Mention> {
        let after = self.mentions.partition_point(|mention| mention.range.start <= byte);
        let candidates = self.mentions[..after].iter().rev().take(2);
        let touching = candidates.filter(|mention| byte <= mention.range.end);
        touching.max_by_key(|mention| (byte < mention.range.end, mention.range.start))
    }

    /// The mentions of a symbol, in the order of the text.
    pub fn of<'n>(&'n self, symbol: &Symbol) -> impl Iterator<Item = &'n Mention> + use<'n> {
        let places = self.mentioned.get(symbol).into_iter().flatten();
        places.map(|&place| &self.mentions[place])
    }

    /// The mentions that begin in a range.
    pub fn within(&self, range: &Range<usize>) -> &[Mention] {
        let first = self.mentions.partition_point(|mention| mention.range.start < range.start);
        let end = self.mentions.partition_point(|mention| mention.range.start < range.end);
        &self.mentions[first..end.max(first)]
    }

    /// First binding of a symbol.
    pub fn binding(&self, symbol: &Symbol) -> Option<&Mention> {
        self.of(symbol).find(|mention| mention.binds)
    }

    /// Definition of a global name at a byte: the last before it, else the first.
    pub fn definition(&self, name: &str, byte: usize) -> Option<&Definition> {
        let places = self.defined.get(name)?;
        let before = places.partition_point(|&place| self.definitions[place].range.start <= byte);
        Some(&self.definitions[places[before.saturating_sub(1)]])
    }

    /// Reports whether a name is bound outside of functions.
    pub fn defines(&self, name: &str) -> bool {
        self.defined.contains_key(name)
    }
}

/// The bindings that one call has.
#[derive(Debug, Clone, Copy)]
struct CallBindings {
    /// Number of names visible before it.
    start: usize,
    /// Whether the names of the frame around it are visible in it.
    sees_outer: bool,
    /// Whether `:=` binds names of the whole program in it.
    is_top: bool,
}

/// Walk over the tree with the visible names.
struct NameWalk<'t> {
    text: &'t str,
    names: FileNames,
    /// The visible names with their places in the list of locals, innermost last.
    visible: Vec<(Arc<str>, usize)>,
    frames: Vec<CallBindings>,
    /// Ranges of the scopes around the current node, innermost last.
    extents: Vec<Range<usize>>,
}

impl NameWalk<'_> {
    fn frame(&self) -> CallBindings {
        *self.frames.last().expect("the frame of the file is never left")
    }

    /// The visible binding of a name.
    fn find(&self, name: &str) -> Option<usize> {
        let first = self.frames.iter().rev().find(|frame| !frame.sees_outer);
        let from = first.map_or(0, |frame| frame.start);
        let seen = self.visible[from..].iter().rev();
        seen.clone().find(|(visible, _)| **visible == *name).map(|(_, local)| *local)
    }

    /// The binding of a name in the innermost frame.
    fn own(&self, name: &str) -> Option<usize> {
        let own = self.visible[self.frame().start..].iter().rev();
        own.clone().find(|(visible, _)| **visible == *name).map(|(_, local)| *local)
    }

    fn bind(&mut self, name: &Arc<str>, kind: NameKind) -> usize {
        let extent = self.extents.last().cloned().unwrap_or(0..self.text.len());
        self.names.locals.push(Local { name: name.clone(), kind, extent });
        let local = self.names.locals.len() - 1;
        self.visible.push((name.clone(), local));
        local
    }

    /// Binds a name that stands there.
    fn bind_here(&mut self, name: &Name, kind: NameKind) {
        let local = self.bind(&name.text, kind);
        self.mention(&name.text, name.span, Symbol::Local(local), true);
    }

    fn mention(&mut self, name: &Arc<str>, span: Span, symbol: Symbol, binds: bool) {
        self.names.mentions.push(Mention {
            name: name.clone(),
            range: span.bytes(),
            symbol,
            binds,
        });
    }

    fn read(&mut self, name: &Arc<str>, span: Span) {
        let symbol = match self.find(name) {
            Some(local) => Symbol::Local(local),
            None => Symbol::Global(name.clone()),
        };
        self.mention(name, span, symbol, false);
    }

    /// Visits a node within its range; its bindings are removed afterwards.
    fn within(&mut self, span: Span, read: impl FnOnce(&mut Self)) {
        let visible = self.visible.len();
        self.extents.push(span.bytes());
        read(self);
        self.extents.pop();
        self.visible.truncate(visible);
    }

    /// Visits a node with a frame of its own.
    fn framed(&mut self, span: Span, sees_outer: bool, read: impl FnOnce(&mut Self)) {
        self.within(span, |reader| {
            let start = reader.visible.len();
            reader.frames.push(CallBindings { start, sees_outer, is_top: false });
            read(reader);
            reader.frames.pop();
        });
    }

    fn question(&mut self, question: &Question, span: Span) {
        self.within(span, |reader| {
            reader.bind_here(&question.name, NameKind::Answer);
            reader.visible.pop();
            reader.expr(&question.answer);
            question.marks.iter().for_each(|mark| reader.exprs(&mark.values));
        });
    }

    /// Binds the names of an assignment: locals in a function, names of the program outside.
    fn assign(&mut self, pattern: &Pattern, statement: &Statement) {
        match pattern {
            Pattern::Name(name) => {
                let own = self.own(&name.text);
                let symbol = match own {
                    Some(local) => Symbol::Local(local),
                    None if self.frame().is_top => {
                        self.define(name, NameKind::Variable, name.text.to_string(), statement);
                        return;
                    }
                    None => Symbol::Local(self.bind(&name.text, NameKind::Variable)),
                };
                self.mention(&name.text, name.span, symbol, true);
            }
            Pattern::Tuple(parts, _) => {
                parts.iter().for_each(|part| self.assign(part, statement));
            }
        }
    }

    /// Defines a name of the program. A declaration within a function, which is an error, names a local.
    fn define(&mut self, name: &Name, kind: NameKind, signature: String, statement: &Statement) {
        if !self.frame().is_top
            && let Some(local) = self.own(&name.text)
        {
            self.mention(&name.text, name.span, Symbol::Local(local), true);
            return;
        }
        self.mention(&name.text, name.span, Symbol::Global(name.text.clone()), true);
        self.names.definitions.push(Definition {
            name: name.text.clone(),
            kind,
            range: name.span.bytes(),
            whole: statement.span.bytes(),
            signature,
            doc: statement.doc.clone(),
        });
    }

    /// New bindings for the names of a loop.
    fn bind_pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(name) => self.bind_here(name, NameKind::Variable),
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| self.bind_pattern(part)),
        }
    }

    /// The declaration of a function, with its name as a name of the program.
    fn declare_function(&mut self, function: &FunctionDecl, statement: &Statement) {
        let signature = format!("{}{}", function.name.text, list(&function.params));
        self.define(&function.name, NameKind::Function, signature, statement);
        self.framed(statement.span, false, |reader| {
            let params = function.params.iter();
            params.for_each(|param| reader.bind_here(&param.name, NameKind::Parameter));
            reader.defaults(&function.params);
            if let Body::Block(block) = &function.body {
                for name in syntax::assigned(&block.statements) {
                    if reader.own(&name).is_none() {
                        reader.bind(&name, NameKind::Variable);
                    }
                }
            }
            reader.body(&function.body);
        });
    }

    fn defaults(&mut self, params: &[Param]) {
        params.iter().filter_map(|param| param.default.as_ref()).for_each(|one| self.expr(one));
    }

    /// The declaration of a ruleset, with its name as a name of the program.
    fn declare_ruleset(&mut self, ruleset: &RulesetDecl, statement: &Statement) {
        let family = if ruleset.family.is_empty() { String::new() } else { list(&ruleset.family) };
        let signature = format!("{}{family}{}", ruleset.name.text, list(&ruleset.position));
        self.define(&ruleset.name, NameKind::Ruleset, signature, statement);
        self.framed(statement.span, false, |reader| {
            for param in &ruleset.family {
                reader.bind_here(&param.name, NameKind::Parameter);
            }
            // Parameters of the family cannot depend on the position.
            reader.defaults(&ruleset.family);
            for param in &ruleset.position {
                reader.bind_here(&param.name, NameKind::Parameter);
                if matches!(param.kind, Some(ParamKind::Coins)) {
                    // In clauses about coins the parameter means the place of one coin, called `x`.
                    reader.visible.pop();
                    reader.bind(&Arc::from(PLACE), NameKind::Parameter);
                }
            }
            reader.defaults(&ruleset.position);
            visit::walk_rules(reader, ruleset);
        });
    }

    /// An expression that binds names within itself.
    fn binder(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Labelled { label, body } => self.within(expr.span, |reader| {
                reader.bind_here(label, NameKind::Label);
                reader.expr(body);
            }),
            ExprKind::Where { body, definitions } => self.within(expr.span, |reader| {
                definitions.iter().for_each(|(label, _)| reader.bind_here(label, NameKind::Label));
                definitions.iter().for_each(|(_, form)| reader.expr(form));
                reader.expr(body);
            }),
            ExprKind::Comprehension { element, generators, .. } => {
                self.within(expr.span, |reader| {
                    generators.iter().for_each(|generator| reader.generator(generator));
                    reader.expr(element);
                });
            }
            ExprKind::Lambda { params, body } => self.framed(expr.span, true, |reader| {
                params.iter().for_each(|param| reader.bind_here(param, NameKind::Parameter));
                reader.expr(body);
            }),
            _ => {}
        }
    }
}

impl<'t> Visitor<'t> for NameWalk<'_> {
    fn statement(&mut self, statement: &'t Statement) {
        match &statement.kind {
            StatementKind::Bind { target, value } => {
                self.expr(value);
                self.assign(target, statement);
            }
            StatementKind::Function(function) => self.declare_function(function, statement),
            StatementKind::Ruleset(ruleset) => self.declare_ruleset(ruleset, statement),
            StatementKind::For { pattern, source, body } => {
                self.expr(source);
                self.within(statement.span, |reader| {
                    reader.bind_pattern(pattern);
                    reader.block(body);
                });
            }
            StatementKind::Ask(question) => self.question(question, statement.span),
            _ => visit::walk_statement(self, statement),
        }
    }

    fn alternative(&mut self, alternative: &'t Alternative) {
        match alternative {
            Alternative::Rewrite { gain, condition, .. } => {
                gain.iter().for_each(|gain| self.expr(gain));
                if let Some(condition) = condition {
                    self.within(condition.span, |reader| {
                        reader.bind(&Arc::from(AFTER), NameKind::Variable);
                        reader.expr(condition);
                    });
                }
            }
            Alternative::Computed { steps, gain, generators, condition, span } => {
                self.within(*span, |reader| {
                    generators.iter().for_each(|generator| reader.generator(generator));
                    for step in steps {
                        reader.expr(&step.pattern);
                        reader.expr(&step.replacement);
                    }
                    gain.iter().for_each(|gain| reader.expr(gain));
                    if let Some(condition) = condition {
                        reader.bind(&Arc::from(AFTER), NameKind::Variable);
                        reader.expr(condition);
                    }
                });
            }
            Alternative::Options { parts, gain, generators, span } => {
                self.within(*span, |reader| {
                    generators.iter().for_each(|generator| reader.generator(generator));
                    reader.exprs(parts);
                    gain.iter().for_each(|gain| reader.expr(gain));
                });
            }
        }
    }

    fn generator(&mut self, generator: &'t Generator) {
        match generator {
            Generator::For { pattern, source } | Generator::Let { pattern, value: source } => {
                self.expr(source);
                self.bind_pattern(pattern);
            }
            Generator::If(condition) => self.expr(condition),
        }
    }

    fn enter(&mut self, expr: &'t Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.read(name, expr.span),
            ExprKind::Labelled { .. }
            | ExprKind::Where { .. }
            | ExprKind::Comprehension { .. }
            | ExprKind::Lambda { .. } => self.binder(expr),
            _ => visit::walk_expr(self, expr),
        }
    }

    /// Reads the name of a method. The walk overrides all other nodes with names.
    fn name(&mut self, name: &'t Name) {
        self.read(&name.text, name.span);
    }
}

/// Name of the place of the rightmost coin in `turn` clauses.
const PLACE: &str = "x";

/// Name of the board after the move in the condition of a rewrite rule.
const AFTER: &str = "after";

/// A list of parameters: `(n: heap, k = ...)`.
fn list(params: &[Param]) -> String {
    let shown = |param: &Param| {
        param_in_signature(&param.name.text, param.kind.as_ref(), param.default.is_some())
    };
    let params: Vec<String> = params.iter().map(shown).collect();
    format!("({})", params.join(", "))
}
