//! Files of answers: the assignment of texts to questions.
//!
//! A file is cut into answers before anything is parsed, at the lines that begin with a name and `:=` (or that declare a
//! function or ruleset). So whatever is wrong in one answer - an open bracket, a quote, a comment that never ends - ends where the next
//! answer begins.

use super::key::Key;
use crate::resolve;
use crate::syntax::{self, TokenKind};

/// Longest answer that is read, in bytes.
pub(super) const LONGEST: usize = 20_000;
/// Most unanswered questions listed for a name that no question has.
const MOST_OPEN: usize = 4;
/// Most remarks about one file.
const MOST_REMARKS: usize = 20;

/// An answer as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// Name of the question.
    pub name: String,
    /// Its text; for declarations with the name in it.
    pub text: String,
    /// Its line in the file, from 1.
    pub line: usize,
    /// Whether it declares a function or a ruleset.
    pub is_declaration: bool,
    /// Whether another answer has the same name.
    pub is_repeated: bool,
}

impl Given {
    /// Whether nothing is answered.
    pub fn is_blank(&self) -> bool {
        !self.is_declaration && is_blank(&self.text)
    }

    /// Its text without comments and empty lines.
    pub fn bare(&self) -> String {
        bare(&self.text)
    }
}

/// The answers of one student.
#[derive(Debug, Clone, Default)]
pub struct Submission {
    /// The title of the sheet that it says it answers.
    pub title: Option<String>,
    /// Name of the student, as the file states it.
    pub student: Option<String>,
    /// Answers in the order of the file.
    pub answers: Vec<Given>,
    /// Remarks for the student that are not about one answer.
    pub remarks: Vec<String>,
    /// Unanswered questions that a misspelt name probably means, with a remark for each.
    pub misnamed: Vec<(String, String)>,
    /// The lines that a program reads: `//: ...`.
    pub marks: Vec<String>,
    /// Definitions that were handed out, as written in the file.
    pub definitions: String,
}

/// Reports whether a text is a file of answers, from a handout.
pub fn is_submission(text: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let mut first = first.filter(|line| !line.is_empty() && !line.starts_with("// "));
    first.next().is_some_and(|line| quoted_after(line, "answers").is_some())
}

/// Reports whether a text is a file of answers that does not say so: its line `answers "..."` is missing.
pub fn is_untitled(text: &str) -> bool {
    let begins =
        |line: &str| quoted_after(line, "student").is_some() || line.starts_with("//: ask ");
    !is_submission(text) && !text.contains("\nask ") && text.lines().map(str::trim).any(begins)
}

/// Reports whether a text answers questions of a key, or says that it is a file of answers.
pub fn answers_something(text: &str, key: &Key) -> bool {
    is_submission(text) || !Submission::to_key(text, key).answers.is_empty()
}

/// Text of a student's file, in UTF-8 or an encoding of editors on Windows, with a remark on the encoding
/// for the student.
///
/// # Errors
/// When it is no text, or there is nothing in it.
pub fn decoded(bytes: Vec<u8>) -> Result<(String, Option<String>), String> {
    let utf16 = |read: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    let (text, remark) = match bytes.as_slice() {
        [0xff, 0xfe, ..] => (utf16(u16::from_le_bytes), None),
        [0xfe, 0xff, ..] => (utf16(u16::from_be_bytes), None),
        _ => match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let latin: String = error.as_bytes().iter().copied().map(char::from).collect();
                let remark = "the file is not UTF-8 text: it was read as Latin-1";
                (latin, Some(remark.to_owned()))
            }
        },
    };
    // Pictures and documents have zeros in them, and no text has.
    if text.contains('\0') {
        return Err("the file is no text".to_owned());
    }
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    match text.trim().is_empty() {
        true => Err("there is nothing in the file".to_owned()),
        false => Ok((text, remark)),
    }
}

/// Quotation after a word at the beginning of a line.
fn quoted_after(line: &str, word: &str) -> Option<String> {
    let rest = line.strip_prefix(word)?.trim_start();
    let rest = rest.trim_start_matches([':', '=']).trim_start();
    let (text, _) = rest.strip_prefix('"')?.split_once('"')?;
    Some(text.to_owned())
}

impl Submission {
    /// Reads a file of answers to a sheet with the questions `asked` and the definitions `given`.
    pub fn read(text: &str, asked: &[&str], given: &[&str]) -> Submission {
        let mut submission = Submission::default();
        let mut open: Option<Given> = None;
        let (mut is_given, mut brackets) = (false, 0);
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim_end();
            if let Some(mark) = line.strip_prefix("//:") {
                submission.marks.push(mark.trim().to_owned());
                continue;
            }
            if submission.title.is_none() && line.starts_with("answers") {
                submission.title = quoted_after(line, "answers");
                continue;
            }
            if submission.student.is_none() && line.starts_with("student") {
                submission.student =
                    quoted_after(line, "student").filter(|name| !name.trim().is_empty());
                if submission.student.is_some() || quoted_after(line, "student").is_some() {
                    continue;
                }
            }
            let inside = open.as_ref().is_some_and(|one| one.is_declaration) || is_given;
            let Some(head) = Head::of(line, asked, (inside, brackets > 0)) else {
                if is_given {
                    submission.definitions.extend([line, "\n"]);
                }
                match &mut open {
                    Some(answer) => {
                        answer.text.extend(["\n", line]);
                        brackets += open_brackets(line);
                    }
                    None if !is_given && !is_comment(line) => submission.remark(format!(
                        "line {}: this belongs to no answer; an answer is written `NAME := ANSWER`",
                        at + 1
                    )),
                    None => {}
                }
                continue;
            };
            brackets = open_brackets(&head.text);
            submission.answers.extend(open.take());
            is_given = given.contains(&&*head.name);
            if is_given {
                submission.definitions.extend([line, "\n"]);
                continue;
            }
            open = Some(Given {
                name: head.name,
                text: head.text,
                line: at + 1,
                is_declaration: head.is_declaration,
                is_repeated: false,
            });
        }
        submission.answers.extend(open);
        submission.check_names(asked);
        submission
    }

    /// The answers to a key.
    pub fn to_key(text: &str, key: &Key) -> Submission {
        let asked: Vec<&str> = key.questions().map(|question| &*question.name).collect();
        let given: Vec<&str> = key.given_names().collect();
        let mut submission = Submission::read(text, &asked, &given);
        if submission.title.as_ref().is_some_and(|title| *title != key.title) {
            submission.remark("the title of the file is not that of this sheet".to_owned());
        }
        if submission.answers.is_empty() {
            submission.remark("the file answers no question of this sheet".to_owned());
        }
        submission
    }

    /// Removes answers that no question asks for, with a remark, and marks repeated ones.
    fn check_names(&mut self, asked: &[&str]) {
        let answers = std::mem::take(&mut self.answers);
        let is_open =
            |name: &&&str| !answers.iter().any(|one| one.name == **name && !one.is_blank());
        // A misspelt name probably means a question without an answer.
        let open: Vec<&str> = asked.iter().filter(is_open).copied().collect();
        for answer in &answers {
            match asked.contains(&&*answer.name) {
                true => self.keep(answer.clone()),
                false => self.reject(answer, &open),
            }
        }
    }

    /// Keeps one answer for a question: of two the one that is not blank.
    fn keep(&mut self, mut answer: Given) {
        let Some(first) = self.answers.iter_mut().find(|one| one.name == answer.name) else {
            return self.answers.push(answer);
        };
        if first.is_blank() {
            *first = answer;
        } else if !answer.is_blank() && bare(&first.text) != bare(&answer.text) {
            first.is_repeated = true;
            answer.is_repeated = true;
            let Given { name, line, .. } = answer;
            self.remark(format!("line {line}: `{name}` is answered twice, which counts as wrong"));
        }
    }

    /// Adds a remark that no question has this name, with the question that is probably meant.
    fn reject(&mut self, answer: &Given, open: &[&str]) {
        let Given { name, line, .. } = answer;
        if let Some(letter) = name.chars().find(|letter| !letter.is_ascii()) {
            return self.remark(format!(
                "line {line}: the name begins an answer, but has the character U+{:04X} in it, which \
                 is not a plain letter: it was not read",
                u32::from(letter)
            ));
        }
        let near = resolve::nearest(name, open.iter().copied());
        let meant = match (near, open) {
            (Some(near), _) => format!("; did you mean `{near}`?"),
            (None, [_, ..]) if open.len() <= MOST_OPEN => {
                format!("; not answered yet: `{}`", open.join("`, `"))
            }
            _ => String::new(),
        };
        let name = shortened(name);
        self.remark(format!("line {line}: this sheet has no question `{name}`{meant}"));
        if let Some(near) = near {
            let what = format!("line {line} answers `{name}`, which is no question of this sheet");
            self.misnamed.push((near.to_owned(), what));
        }
    }

    fn remark(&mut self, text: String) {
        match self.remarks.len() {
            n if n < MOST_REMARKS => self.remarks.push(text),
            MOST_REMARKS => self.remarks.push("and more of this kind".to_owned()),
            _ => {}
        }
    }

    /// Student for whom the handout's exercises were made, if they differ from student to student.
    pub fn made_for(&self) -> Option<String> {
        self.marks.iter().find_map(|mark| quoted_after(mark, "for"))
    }

    /// Remark on an unanswered question that a misspelt name probably means.
    pub fn misnamed(&self, name: &str) -> Option<&str> {
        self.misnamed.iter().find(|(meant, _)| meant == name).map(|(_, what)| &**what)
    }

    /// The answer of a name.
    pub fn answer(&self, name: &str) -> Option<&Given> {
        self.answers.iter().find(|answer| answer.name == name)
    }
}

/// The beginning of an answer.
struct Head {
    name: String,
    text: String,
    is_declaration: bool,
    sign: Sign,
}

/// The sign after the name of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// `:=`
    Binds,
    /// `=`, which is accepted too.
    Equals,
    /// `:`, which is accepted for a question of the sheet, outside of brackets.
    Colon,
}

impl Head {
    /// Head of the answer that begins at a line, if one does. In a declaration, indented lines begin none; a bracket may be open.
    fn of(line: &str, asked: &[&str], (inside, is_open): (bool, bool)) -> Option<Head> {
        let start = line.trim_start();
        let is_indented = start.len() < line.len();
        let head = Head::at(start)?;
        let is_asked = asked.contains(&&*head.name);
        let begins = match (is_indented, head.sign) {
            _ if head.name.is_empty() => false,
            (false, Sign::Binds) => true,
            (false, Sign::Equals) => is_asked || !inside,
            (false, Sign::Colon) => is_asked && !inside && !is_open,
            (true, sign) => sign == Sign::Binds && is_asked && !inside,
        };
        begins.then_some(head)
    }

    fn at(start: &str) -> Option<Head> {
        for word in ["game ", "fn "] {
            if let Some(rest) = start.strip_prefix(word) {
                let (name, rest) = named(rest.trim_start());
                let is_call = rest.trim_start().starts_with('(');
                return (is_call && !name.is_empty()).then(|| Head {
                    name: name.to_owned(),
                    text: start.to_owned(),
                    is_declaration: true,
                    sign: Sign::Binds,
                });
            }
        }
        let (name, rest) = named(start);
        let rest = rest.trim_start();
        let value = |text: &str, sign| {
            let (name, text) = (name.to_owned(), text.trim_start().to_owned());
            Some(Head { name, text, is_declaration: false, sign })
        };
        if let Some(text) = rest.strip_prefix(":=") {
            return value(text, Sign::Binds);
        }
        for (sign, found) in [('=', Sign::Equals), (':', Sign::Colon)] {
            if let Some(text) = rest.strip_prefix(sign).filter(|text| !text.starts_with(['=', ':']))
            {
                return value(text, found);
            }
        }
        // `f(x) := ...`
        let params = rest.strip_prefix('(')?;
        let (_, after) = params.split_once(')')?;
        after.trim_start().starts_with(":=").then(|| Head {
            name: name.to_owned(),
            text: start.to_owned(),
            is_declaration: true,
            sign: Sign::Binds,
        })
    }
}

/// How many brackets a text opens more than it closes.
fn open_brackets(text: &str) -> i64 {
    let each = |sign| match sign {
        b'(' | b'[' | b'{' | b'<' => 1,
        b')' | b']' | b'}' | b'>' => -1,
        _ => 0,
    };
    text.bytes().map(each).sum()
}

/// Name at the beginning of a text, and the rest. Letters that only look plain are part of the name.
fn named(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.split_at(end)
}

/// Whether a line says nothing to the program.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with("//") || line.starts_with("/*") || line.starts_with('*')
}

/// Whether an answer says nothing.
fn is_blank(text: &str) -> bool {
    matches!(&*bare(text), "" | "?" | "..." | "_")
}

/// Text without comments, trailing blanks and empty lines: answers that differ only in these get the same
/// mark.
pub(super) fn bare(text: &str) -> String {
    let mut kept = String::new();
    if text.len() > LONGEST {
        return text.to_owned();
    }
    for token in syntax::tokens(text) {
        match token.kind {
            TokenKind::Comment => kept.push(' '),
            _ => kept.push_str(&text[token.range]),
        }
    }
    let lines: Vec<&str> =
        kept.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    lines.join("\n").trim().to_owned()
}

/// Beginning of a text in one line, for messages.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Submission {
        Submission::read(text, &["a", "b", "rules", "s"], &["Given"])
    }

    fn answers(text: &str) -> Vec<(String, String)> {
        read(text).answers.into_iter().map(|one| (one.name, bare(&one.text))).collect()
    }

    fn pair(name: &str, text: &str) -> (String, String) {
        (name.to_owned(), text.to_owned())
    }

    #[test]
    fn what_is_broken_ends_where_the_next_answer_begins() {
        let text = "answers \"One\"\nstudent \"Ada\"\na := <0|(\nb := ^ // up\n";
        assert_eq!(answers(text), [pair("a", "<0|("), pair("b", "^")]);
        assert_eq!(
            answers("a := \"open\nb := /* never\ns := P -> P"),
            [pair("a", "\"open"), pair("b", ""), pair("s", "P -> P")]
        );
        let submission = read(text);
        assert_eq!(submission.title.as_deref(), Some("One"));
        assert_eq!(submission.student.as_deref(), Some("Ada"));
        assert!(submission.remarks.is_empty());
    }

    #[test]
    fn declarations_go_on_over_indented_lines() {
        let text =
            "game rules(n: heap) {\n  move n - 1\n  a := 3\n}\nfn s(P) {\n  a := P\n  a\n}\na := 1";
        let found = answers(text);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].1, "game rules(n: heap) {\n  move n - 1\n  a := 3\n}");
        assert_eq!(found[2], pair("a", "1"));
        assert_eq!(answers("s(P) := moves(P)[1]")[0].1, "s(P) := moves(P)[1]");
    }

    #[test]
    fn an_equals_sign_does_where_a_name_is_asked_for() {
        assert_eq!(answers("a = 3\nb := <0|\n1>\n"), [pair("a", "3"), pair("b", "<0|\n1>")]);
        assert_eq!(answers("a: fuzzy\nb : 1/2\n"), [pair("a", "fuzzy"), pair("b", "1/2")]);
        assert_eq!(answers("a := {\nb: 1\n}\n"), [pair("a", "{\nb: 1\n}")]);
        assert_eq!(answers("a := 1\n== 2\nb = ^"), [pair("a", "1\n== 2"), pair("b", "^")]);
        // The answer of an unknown name is not part of the answer before it; in a declaration it may be.
        assert_eq!(answers("a := 1\nc = 2\nb := 3"), [pair("a", "1"), pair("b", "3")]);
        assert_eq!(answers("fn s(P) {\nc = P\n}")[0].1, "fn s(P) {\nc = P\n}");
    }

    #[test]
    fn a_misspelt_name_is_meant_for_a_question_that_is_not_answered() {
        for (text, meant) in [
            ("rulez := 1", Some("rules")),
            ("Rules = 1", Some("rules")),
            ("rules := 1\nrulez := 2", None),
            ("rules := ?\nrulez := 2", Some("rules")),
            ("entirely := 2", None),
        ] {
            let submission = read(text);
            let remark = submission.remarks.join("\n");
            assert!(remark.contains("this sheet has no question"), "{text}: {remark}");
            assert_eq!(remark.contains("did you mean `rules`?"), meant.is_some(), "{remark}");
            assert_eq!(submission.misnamed("rules").is_some(), meant.is_some(), "{text}");
        }
    }

    #[test]
    fn files_of_other_encodings_are_read_and_others_are_no_text() {
        let text = |bytes: &[u8]| decoded(bytes.to_vec());
        for bytes in [
            &b"\xff\xfea\0\x91\x21"[..],
            b"\xfe\xff\0a\x21\x91",
            "a↑".as_bytes(),
            "\u{feff}a↑".as_bytes(),
        ] {
            assert_eq!(text(bytes), Ok(("a↑".to_owned(), None)));
        }
        let (latin, remark) = text(b"J\xf6rg").unwrap();
        assert!(latin == "Jörg" && remark.unwrap().contains("Latin-1"));
        for bytes in
            [&b""[..], b" \n", b"\xff\xfe", b"\xef\xbb\xbf", b"PK\x03\x04\0\0", b"\x89PNG\0\xff"]
        {
            assert!(text(bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn blanks_repetitions_and_foreign_names_are_noticed() {
        let text = "a := ?\na := 3\nb := 1\nb := 2\nc := 5\n\u{430} := 7\nGiven := 8\n";
        let submission = read(text);
        assert_eq!(submission.answer("a").unwrap().text, "3");
        assert!(submission.answer("b").unwrap().is_repeated);
        assert_eq!(submission.answers.len(), 2);
        assert_eq!(submission.remarks.len(), 3, "{:?}", submission.remarks);
        assert!(submission.remarks.iter().any(|one| one.contains("U+0430")));
        assert!(read("a := ? // nothing yet").answer("a").unwrap().is_blank());
    }

    #[test]
    fn a_file_of_answers_says_so() {
        assert!(is_submission("\u{feff}// my homework\n\nanswers \"One\"\n"));
        assert!(!is_submission("answers := 3"));
        assert!(!is_submission("exercise \"One\" { check 1 == 1 }"));
    }
}
