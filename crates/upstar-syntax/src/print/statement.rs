//! Statements, blocks and rulesets as text.

use super::super::ast::{
    Alternative, Block, Body, Claim, Clause, Ending, Expr, FunctionDecl, Generator, Mark, Mover,
    Param, ParamKind, Pattern, Question, Remark, RemarkKind, Rewrite, RulesetDecl, Statement,
    StatementKind, Symbols,
};
use super::Printer;

impl Printer {
    /// Statements, one to a line.
    pub(super) fn statements(&mut self, statements: &[Statement]) {
        for (at, statement) in statements.iter().enumerate() {
            if at > 0 {
                self.new_line();
            }
            self.statement(statement);
        }
    }

    /// A statement with the lines that document it.
    pub(super) fn statement(&mut self, statement: &Statement) {
        for line in statement.doc.iter().flat_map(|doc| doc.split('\n')) {
            self.put(if line.is_empty() { "///" } else { "/// " });
            self.put(line);
            self.new_line();
        }
        self.statement_kind(&statement.kind);
        if statement.silent {
            self.put(";");
        }
    }

    fn statement_kind(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Bind { target, value } => {
                self.pattern(target);
                self.after(" := ", value);
            }
            StatementKind::Function(function) => self.function(function),
            StatementKind::Ruleset(ruleset) => self.ruleset(ruleset),
            StatementKind::Use(file) => {
                self.put("use ");
                self.text(&file.value);
            }
            StatementKind::Check(claim) => self.check(claim),
            StatementKind::Exercise { title, points, body } => {
                self.put("exercise ");
                self.text(&title.value);
                self.points(*points);
                self.block(body);
            }
            StatementKind::Hint(hint) => {
                self.put("hint ");
                self.text(&hint.value);
            }
            StatementKind::Sheet { title, shown } => {
                self.put("sheet ");
                self.text(&title.value);
                if !shown.is_empty() {
                    let words: Vec<&str> = shown.iter().map(|word| &*word.text).collect();
                    self.put(&format!(" (show {})", words.join(", ")));
                }
            }
            StatementKind::Ask(question) => self.question(question),
            StatementKind::Generate(generated) => {
                self.put("generate ");
                self.text(&generated.topic.value);
                self.points(generated.points);
                if let Some(count) = generated.questions {
                    let word = if count == 1 { "question" } else { "questions" };
                    self.put(&format!(" with {count} {word}"));
                }
                if let Some(level) = generated.level {
                    self.put(&format!(" at level {level}"));
                }
            }
            StatementKind::For { pattern, source, body } => {
                self.each(pattern, source);
                self.block(body);
            }
            StatementKind::While { condition, body } => {
                self.after("while ", condition);
                self.block(body);
            }
            StatementKind::Return(None) => self.put("return"),
            StatementKind::Return(Some(value)) => self.after("return ", value),
            StatementKind::Break => self.put("break"),
            StatementKind::Continue => self.put("continue"),
            StatementKind::Expr(expr) => self.expr(expr),
        }
    }

    /// ` (3 points)`
    fn points(&mut self, points: Option<u32>) {
        if let Some(points) = points {
            let word = if points == 1 { "point" } else { "points" };
            self.put(&format!(" ({points} {word})"));
        }
    }

    fn question(&mut self, question: &Question) {
        self.put(&format!("ask {} {}", question.kind.word(), question.name.text));
        self.points(question.points);
        self.put(" ");
        self.text(&question.text.value);
        self.after(" := ", &question.answer);
        if question.marks.is_empty() {
            return;
        }
        self.put(" {");
        self.indent += 1;
        for mark in &question.marks {
            self.new_line();
            self.mark(mark);
        }
        self.indent -= 1;
        self.new_line();
        self.put("}");
    }

    fn mark(&mut self, mark: &Mark) {
        self.put(mark.word.word());
        for (at, value) in mark.values.iter().enumerate() {
            self.after(if at == 0 { " " } else { ", " }, value);
        }
        if let Some((above, below)) = mark.points {
            let word = if (above, below) == (1, 1) { "point" } else { "points" };
            let below = if below == 1 { String::new() } else { format!("/{below}") };
            self.put(&format!(" ({above}{below} {word})"));
        }
        if let Some(text) = &mark.text {
            self.put(" ");
            self.text(&text.value);
        }
    }

    /// `word` and the expression after it.
    fn after(&mut self, word: &str, expr: &Expr) {
        self.put(word);
        self.expr(expr);
    }

    fn check(&mut self, claim: &Claim) {
        match claim {
            Claim::Holds(claim) => self.after("check ", claim),
            Claim::Blank(claim) => {
                self.after("check ", claim);
                self.put(" == ?");
            }
        }
    }

    /// ` { ... }`
    pub(super) fn block(&mut self, block: &Block) {
        self.put(" {");
        self.indent += 1;
        for statement in &block.statements {
            self.new_line();
            self.statement(statement);
        }
        self.indent -= 1;
        self.new_line();
        self.put("}");
    }

    fn function(&mut self, function: &FunctionDecl) {
        if let Body::Block(_) = function.body {
            self.put("fn ");
        }
        self.put(&function.name.text);
        self.params(&function.params);
        match &function.body {
            Body::Expr(body) => self.after(" := ", body),
            Body::Block(body) => self.block(body),
        }
    }

    fn params(&mut self, params: &[Param]) {
        self.put("(");
        self.separated(params, ", ", Self::param);
        self.put(")");
    }

    fn param(&mut self, param: &Param) {
        self.put(&param.name.text);
        if let Some(kind) = &param.kind {
            self.put(": ");
            self.param_kind(kind);
        }
        if let Some(default) = &param.default {
            self.after(" = ", default);
        }
    }

    pub(super) fn param_kind(&mut self, kind: &ParamKind) {
        match kind {
            ParamKind::Heap => self.put("heap"),
            ParamKind::Coins => self.put("coins"),
            ParamKind::Code => self.put("code"),
            ParamKind::Board(kind, symbols) => {
                self.put(kind.word());
                self.labelled(" of ", symbols);
            }
            ParamKind::Graph { directed, edges, vertices } => {
                self.put(if *directed { "digraph" } else { "graph" });
                edges.iter().for_each(|labels| self.labelled(" of ", labels));
                vertices.iter().for_each(|labels| self.labelled(" on ", labels));
            }
        }
    }

    fn labelled(&mut self, words: &str, symbols: &Symbols) {
        self.put(words);
        match symbols.range() {
            Some((from, to)) => self.put(&format!("{from}..{to}")),
            None => self.text(&symbols.value),
        }
    }

    /// A name, or names in parentheses.
    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(name) => self.put(&name.text),
            Pattern::Tuple(inner, _) => {
                self.put("(");
                self.separated(inner, ", ", Self::pattern);
                self.put(")");
            }
        }
    }

    fn each(&mut self, pattern: &Pattern, source: &Expr) {
        self.put("for ");
        self.pattern(pattern);
        self.after(" in ", source);
    }

    /// ` for x in E`, ` if E` and ` let x := E` in order.
    pub(super) fn generators(&mut self, generators: &[Generator]) {
        for generator in generators {
            self.put(" ");
            match generator {
                Generator::For { pattern, source } => self.each(pattern, source),
                Generator::If(condition) => self.after("if ", condition),
                Generator::Let { pattern, value } => {
                    self.put("let ");
                    self.pattern(pattern);
                    self.after(" := ", value);
                }
            }
        }
    }

    fn ruleset(&mut self, ruleset: &RulesetDecl) {
        self.put("game ");
        self.put(&ruleset.name.text);
        if !ruleset.family.is_empty() {
            self.params(&ruleset.family);
        }
        self.params(&ruleset.position);
        self.put(" {");
        self.indent += 1;
        for clause in &ruleset.clauses {
            self.new_line();
            self.clause(clause);
        }
        for remark in &ruleset.remarks {
            self.new_line();
            self.remark(remark);
        }
        self.indent -= 1;
        self.new_line();
        self.put("}");
    }

    fn remark(&mut self, remark: &Remark) {
        match &remark.kind {
            RemarkKind::Parts(parts) => {
                self.put("parts ");
                self.alternative(parts);
            }
            RemarkKind::Start(values) => {
                self.put("start ");
                self.separated(values, ", ", Self::expr);
            }
            RemarkKind::Misere => self.put("play misere"),
            RemarkKind::Goal(ending, condition) => {
                self.put(match ending {
                    Ending::Left => "left wins",
                    Ending::Right => "right wins",
                    Ending::Draw => "draw",
                });
                self.after(" if ", condition);
            }
            RemarkKind::Score(score) => self.after("score ", score),
            RemarkKind::Blocking(most) => self.after("blocking ", most),
            RemarkKind::Check(condition, message) => {
                self.after("check ", condition);
                if let Some(message) = message {
                    self.put(", ");
                    self.text(&message.value);
                }
            }
            RemarkKind::DrawAs(pictures) => {
                self.put("draw_as {");
                self.separated(pictures, ", ", |printer, (symbol, picture)| {
                    printer.text(&symbol.value);
                    printer.put(": ");
                    printer.text(&picture.value);
                });
                self.put("}");
            }
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.put(match clause.mover {
            Mover::Either => "move ",
            Mover::Left => "left ",
            Mover::Right => "right ",
            Mover::Turn => "turn ",
            Mover::Complimenting => "complimenting move ",
            Mover::Entailing => "entailing move ",
            Mover::ComplimentingLeft => "complimenting left ",
            Mover::ComplimentingRight => "complimenting right ",
            Mover::EntailingLeft => "entailing left ",
            Mover::EntailingRight => "entailing right ",
        });
        self.separated(&clause.alternatives, "; ", Self::alternative);
    }

    pub(super) fn alternative(&mut self, alternative: &Alternative) {
        match alternative {
            Alternative::Rewrite { steps, gain, condition } => {
                self.separated(steps, " then ", |printer, step| {
                    printer.step(step, |printer, side| printer.text(&side.value));
                });
                gain.iter().for_each(|gain| self.after(" gain ", gain));
                condition.iter().for_each(|condition| self.after(" if ", condition));
            }
            Alternative::Computed { steps, gain, generators, condition, .. } => {
                self.separated(steps, " then ", |printer, step| {
                    printer.step(step, Self::side_of_step);
                });
                gain.iter().for_each(|gain| self.after(" gain ", gain));
                self.generators(generators);
                condition.iter().for_each(|condition| self.after(" if ", condition));
            }
            Alternative::Options { parts, gain, generators, .. } => {
                self.separated(parts, ", ", Self::option);
                gain.iter().for_each(|gain| self.after(" gain ", gain));
                self.generators(generators);
            }
        }
    }

    fn step<T>(&mut self, step: &Rewrite<T>, side: impl Fn(&mut Self, &T)) {
        side(self, &step.pattern);
        self.put(" -> ");
        side(self, &step.replacement);
        self.after_a_blank(&step.words());
    }

    /// Words after what they belong to; there may be none.
    pub(super) fn after_a_blank(&mut self, words: &str) {
        if !words.is_empty() {
            self.put(" ");
            self.put(words);
        }
    }
}
