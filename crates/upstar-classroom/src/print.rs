//! Sheets on paper: Markdown, and LaTeX that compiles with the packages `amsmath` and `amssymb`.
//!
//! Texts of keys are plain, with code of the language in backquotes and mathematics between dollar signs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::feedback::{code, plain};
use super::handout::how;
use super::key::{Key, Question};
use super::points;
use crate::syntax::ast::AnswerKind;

/// Contents of a printed sheet: the questions, or the questions with their answers.
#[derive(Debug, Clone, Default)]
pub struct Paper {
    /// The right answers by the names of the questions; none for the handout.
    pub solutions: BTreeMap<String, String>,
    /// Code that is a game, and the game in LaTeX: it is set as mathematics.
    pub mathematics: BTreeMap<String, String>,
}

impl Paper {
    /// A text with the games in it between dollar signs instead of backquotes.
    fn set(&self, text: &str) -> String {
        let mut written = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('`') {
            written.push_str(before);
            let Some((code, after)) = after.split_once('`') else {
                return written + "`" + after;
            };
            match self.mathematics.get(code) {
                Some(game) => written.extend(["$", game, "$"]),
                None => written.extend(["`", code, "`"]),
            }
            rest = after;
        }
        written + rest
    }
}

/// A sheet as Markdown.
pub fn markdown(key: &Key, paper: &Paper) -> String {
    let mut page = format!("# {}\n", plain(&key.title));
    for definition in key.handed_out() {
        write(&mut page, format_args!("\n{}\n", code(&definition.text.text)));
    }
    for (number, exercise) in key.exercises.iter().enumerate() {
        let worth = points(&exercise.points());
        write(
            &mut page,
            format_args!("\n## {}. {} ({worth})\n", number + 1, plain(&exercise.title)),
        );
        for text in &exercise.texts {
            write(&mut page, format_args!("\n{}\n", plain(&paper.set(text))));
        }
        for (at, question) in exercise.questions.iter().enumerate() {
            let text = plain(&paper.set(&question.text));
            write(&mut page, format_args!("\n{} {text}", letter(at)));
            write(
                &mut page,
                format_args!(" ({}, {})\n", plain(how(question.kind)), points(&question.points)),
            );
            if !question.from.is_empty() {
                page.push('\n');
            }
            for (at, choice) in question.from.iter().enumerate() {
                let choice = plain(&paper.set(choice));
                write(&mut page, format_args!("- {}) {choice}\n", at + 1));
            }
            match paper.solutions.get(&question.name) {
                // As code it can be copied.
                Some(solution) => write(&mut page, format_args!("\n{}\n", code(solution))),
                None => page.push_str(&format!("\n{ROOM}\n").repeat(lines(question.kind))),
            }
        }
    }
    page
}

/// A line to write on, in Markdown.
const ROOM: &str = "\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_";

/// Number of lines for an answer.
fn lines(kind: AnswerKind) -> usize {
    match kind {
        AnswerKind::Ruleset | AnswerKind::Strategy => 5,
        AnswerKind::Moves | AnswerKind::Table => 2,
        _ => 1,
    }
}

/// The letter of a question within its exercise; its number from 27 on.
fn letter(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at) if at < 26 => format!("({})", char::from(b'a' + at)),
        _ => format!("({})", at + 1),
    }
}

/// Writes to a string, which does not fail.
fn write(page: &mut String, text: std::fmt::Arguments<'_>) {
    page.write_fmt(text).expect("writing to a string does not fail");
}

/// A sheet as LaTeX.
pub fn latex(key: &Key, paper: &Paper) -> String {
    let mut page = PREAMBLE.to_owned();
    write(&mut page, format_args!("\\section*{{{}}}\n", tex(&key.title)));
    if paper.solutions.is_empty() {
        page.push_str("\\noindent Name: \\hrulefill\n");
    }
    for definition in key.handed_out() {
        page.push_str(&listing(&definition.text.text));
    }
    for (number, exercise) in key.exercises.iter().enumerate() {
        let worth = points(&exercise.points());
        let title = tex(&exercise.title);
        write(&mut page, format_args!("\\subsection*{{{}. {title} ({worth})}}\n", number + 1));
        for text in &exercise.texts {
            write(&mut page, format_args!("{}\n\n", tex(&paper.set(text))));
        }
        page.push_str("\\begin{enumerate}\n");
        for question in &exercise.questions {
            page.push_str(&latex_question(question, paper));
        }
        page.push_str("\\end{enumerate}\n");
    }
    page + "\\end{document}\n"
}

const PREAMBLE: &str = "\
\\documentclass[11pt,a4paper]{article}
\\usepackage[T1]{fontenc}
\\usepackage[utf8]{inputenc}
\\usepackage{amsmath,amssymb}
\\renewcommand{\\theenumi}{\\alph{enumi}}
\\setlength{\\parindent}{0pt}
\\begin{document}
";

fn latex_question(question: &Question, paper: &Paper) -> String {
    let mut text = format!("\\item {}", tex(&paper.set(&question.text)));
    write(
        &mut text,
        format_args!(" \\emph{{({}, {})}}\n", tex(how(question.kind)), points(&question.points)),
    );
    if !question.from.is_empty() {
        text.push_str("\\begin{itemize}\n");
        for (at, choice) in question.from.iter().enumerate() {
            let choice = tex(&paper.set(choice));
            write(&mut text, format_args!("\\item[{})] {choice}\n", at + 1));
        }
        text.push_str("\\end{itemize}\n");
    }
    match paper.solutions.get(&question.name) {
        Some(solution) => match paper.mathematics.get(solution) {
            Some(game) => text + &format!("\\par\\quad ${game}$\n"),
            None => text + &listing(solution),
        },
        None => text + &"\\par\\vspace{1.2em}\\hrulefill\n".repeat(lines(question.kind)),
    }
}

/// Code in lines of their own.
fn listing(text: &str) -> String {
    let mut lines = String::from("\\par\\begin{flushleft}\\ttfamily\n");
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let blanks = "\\ ".repeat(indent);
        write(&mut lines, format_args!("\\mbox{{}}{blanks}{}\\\\\n", tex_code(line.trim_start())));
    }
    lines + "\\end{flushleft}\n"
}

/// A plain text as LaTeX; code stands in backquotes, mathematics between dollar signs.
fn tex(text: &str) -> String {
    let mut page = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '$']) {
        let sign = &rest[at..=at];
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        page.push_str(&tex_plain(before));
        match after.find(sign) {
            Some(end) if sign == "$" => write(&mut page, format_args!("${}$", math(&after[..end]))),
            Some(end) => write(&mut page, format_args!("\\texttt{{{}}}", tex_code(&after[..end]))),
            // A sign that is not closed is one.
            None => {
                page.push_str(if sign == "$" { "\\$" } else { "`" });
                rest = after;
                continue;
            }
        }
        rest = after.find(sign).map_or("", |end| &after[end + 1..]);
    }
    page + &tex_plain(rest)
}

/// Mathematics of the teacher, with signs of the language replaced that LaTeX does not know.
fn math(text: &str) -> String {
    text.chars().map(|c| sign(c).unwrap_or_else(|| c.to_string())).collect()
}

fn tex_plain(text: &str) -> String {
    text.chars().map(escaped).collect()
}

/// Code as LaTeX: ligatures are kept apart.
fn tex_code(text: &str) -> String {
    let mut code = String::new();
    for c in text.chars() {
        match c {
            '-' | '<' | '>' | '\'' | ',' | '?' | '!' => {
                write(&mut code, format_args!("{}{{}}", escaped(c)))
            }
            ' ' => code.push_str("\\ \\allowbreak{}"),
            other => code.push_str(&escaped(other)),
        }
    }
    code
}

/// A character as LaTeX outside of mathematics.
fn escaped(c: char) -> String {
    match c {
        '\\' => "\\textbackslash{}".to_owned(),
        '{' | '}' | '$' | '&' | '#' | '%' | '_' => format!("\\{c}"),
        '^' => "\\textasciicircum{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '"' => "\\textquotedbl{}".to_owned(),
        '<' => "\\textless{}".to_owned(),
        '>' => "\\textgreater{}".to_owned(),
        '|' => "\\textbar{}".to_owned(),
        c if c.is_ascii() => c.to_string(),
        c => match sign(c) {
            Some(sign) => format!("\\ensuremath{{{sign}}}"),
            // `inputenc` knows the letters of Latin alphabets.
            None if c.is_alphabetic() && u32::from(c) < 0x180 => c.to_string(),
            None if "–—‘’“”§°".contains(c) => c.to_string(),
            None => format!("[U+{:04X}]", u32::from(c)),
        },
    }
}

/// A sign of the language in mathematics.
fn sign(c: char) -> Option<String> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let sign = match c {
        '↑' => "\\uparrow",
        '↓' => "\\downarrow",
        '⇑' => "\\Uparrow",
        '⇓' => "\\Downarrow",
        '±' => "\\pm",
        '∗' | '⋆' => "*",
        '‖' => "\\parallel",
        '≤' => "\\le",
        '≥' => "\\ge",
        '≠' => "\\ne",
        '·' => "\\cdot",
        '×' => "\\times",
        '−' => "-",
        'ω' => "\\omega",
        '∞' => "\\infty",
        '→' => "\\rightarrow",
        '½' => "\\tfrac12",
        '⁽' => "{}^{(}",
        '⁾' => "{}^{)}",
        c => {
            let digit = RAISED.chars().position(|raised| raised == c)?;
            return Some(format!("{{}}^{{{digit}}}"));
        }
    };
    Some(format!("{sign} ").replace("* ", "*").replace("} ", "}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_latex_that_says_the_same() {
        assert_eq!(tex("100% of $\\{0|*\\}$"), "100\\% of $\\{0|*\\}$");
        assert_eq!(tex("`a_1`"), "\\texttt{a\\_1}");
        assert_eq!(
            tex("`<0|↑>`"),
            "\\texttt{\\textless{}{}0\\textbar{}\\ensuremath{\\uparrow }\\textgreater{}{}}"
        );
        assert_eq!(tex("a ` b $ c"), "a ` b \\$ c");
        assert_eq!(tex("\\input{x}"), "\\textbackslash{}input\\{x\\}");
        assert_eq!(letter(0), "(a)");
    }
}
