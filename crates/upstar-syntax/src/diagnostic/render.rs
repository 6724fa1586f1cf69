//! Drawing of diagnostics.
//!
//! Knows: ariadne (nothing else does), colours, character sets, the width of a terminal.
//! Must not know: where the text is printed.

use std::fmt::Debug;
use std::ops::Range;

use ariadne::{Cache, CharSet, Color, Config, IndexType, Report, ReportKind};
use unicode_width::UnicodeWidthChar;

use super::excerpt::{Excerpt, visible};
use super::{Code, Diagnostic, Label, Severity};
use crate::source::{SourceId, SourceMap, ceil_char_boundary, floor_char_boundary};

/// Style of drawn diagnostics.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Whether to use box-drawing characters.
    pub unicode: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Self {
        Style { color: false, unicode: true, width: 80 }
    }
}

/// Marks the place of a file name until the drawing is finished; no message contains it.
const PLACEHOLDER: char = '\u{1}';

/// The diagnostic with excerpts of the sources it points at. Ends in a newline.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    drawn(diagnostic, None, sources, style)
}

/// Something about a place in a program that is no error.
#[derive(Debug, Clone)]
pub struct Remark {
    /// The word before the message.
    pub kind: &'static str,
    /// Message of one line.
    pub message: String,
    /// The place, with its text.
    pub label: Label,
    /// What to write instead.
    pub help: Option<String>,
}

impl Remark {
    /// The remark with an excerpt of the source. Ends in a newline.
    pub fn render(&self, sources: &SourceMap, style: Style) -> String {
        // It is drawn like a warning, without the code.
        let mut like = Diagnostic::error(Code::WrongEngine, &*self.message);
        like.severity = Severity::Warning;
        like.labels.push(self.label.clone());
        like.helps.extend(self.help.clone());
        let text = drawn(&like, Some(self.kind), sources, style);
        if style.color {
            return text;
        }
        // A word of one's own is coloured whatever the configuration says.
        without_colours(&text)
    }
}

/// A diagnostic with excerpts; with a word of its own instead of its severity and code if there is one.
fn drawn(
    diagnostic: &Diagnostic,
    word: Option<&'static str>,
    sources: &SourceMap,
    style: Style,
) -> String {
    let views = views(diagnostic, sources, style);
    let report = report(diagnostic, word, &views, style);
    let mut drawn = Vec::new();
    // Writing to memory does not fail, and every source is in the cache.
    let _ = report.write(Views(&views), &mut drawn);
    let mut text = String::from_utf8_lossy(&drawn).into_owned();
    for (index, view) in views.iter().enumerate() {
        text = name_view(&text, index, view);
    }
    if views.is_empty() {
        text.push_str(&without_places(diagnostic, style));
    }
    let line = |line: &str| fold_label(line.trim_end(), diagnostic, style.width) + "\n";
    text.lines().map(line).collect()
}

/// Least number of columns for the text of a label beside its arrow.
const LEAST_BESIDE: usize = 24;

/// Breaks a line that ends in the text of a label between words, if it is wider than the screen.
fn fold_label(line: &str, diagnostic: &Diagnostic, width: usize) -> String {
    let plain = without_colours(line);
    if plain.len() <= width || columns_of(&plain) <= width {
        return line.to_owned();
    }
    let texts = diagnostic.labels.iter().map(|label| without_control_characters(&label.text));
    let Some(text) = texts.filter(|text| !text.is_empty()).find(|text| line.ends_with(text)) else {
        return line.to_owned();
    };
    let arrow = &plain[..plain.len() - text.len()];
    let bars = arrow.chars().map(|c| if matches!(c, '│' | '|') { c } else { ' ' });
    let beside = width.saturating_sub(columns_of(arrow));
    let before = line[..line.len() - text.len()].trim_end();
    if beside >= LEAST_BESIDE {
        let bars: String = bars.collect();
        let wrapped = wrap_line(&text, beside).replace('\n', &format!("\n{bars}"));
        return format!("{before} {wrapped}");
    }
    // Below the arrow, beside the margin.
    let margin = arrow.find(['│', '|']).map_or(0, |bar| columns_of(&arrow[..bar]) + 1);
    let margin: String = bars.take(margin).chain("  ".chars()).collect();
    let wrapped = wrap_line(&text, width.saturating_sub(columns_of(&margin)).max(LEAST_BESIDE));
    format!("{before}\n{margin}{}", wrapped.replace('\n', &format!("\n{margin}")))
}

/// A text without escape sequences for colours. No excerpt has control characters.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for (place, piece) in text.split('\u{1b}').enumerate() {
        let end = if place == 0 { 0 } else { piece.find('m').map_or(0, |end| end + 1) };
        plain.push_str(&piece[end..]);
    }
    plain
}

/// `error: message (help)`, or a note where there is no help; without a newline.
pub fn one_line(diagnostic: &Diagnostic) -> String {
    let kind = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let message = &diagnostic.message;
    let text = match diagnostic.helps.first().or(diagnostic.notes.first()) {
        Some(more) => format!("{kind}: {message} ({more})"),
        None => format!("{kind}: {message}"),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().map(visible).collect()
}

/// A source as a diagnostic shows it.
struct SourceView {
    id: SourceId,
    excerpt: Excerpt,
    drawn: ariadne::Source<String>,
    /// `homework.game:3:14`
    location: String,
}

/// A place for ariadne: the index of a view and a range of its bytes.
type ViewSpan = (usize, Range<usize>);

/// Cache of sources for ariadne.
struct Views<'a>(&'a [SourceView]);

impl Cache<usize> for Views<'_> {
    type Storage = String;

    fn fetch(&mut self, index: &usize) -> Result<&ariadne::Source<String>, impl Debug> {
        self.0.get(*index).map(|view| &view.drawn).ok_or("unknown source")
    }

    fn display<'a>(&self, index: &'a usize) -> Option<impl std::fmt::Display + 'a> {
        Some(format!("{PLACEHOLDER}{index}"))
    }
}

/// A view for each source that has a label, the main one first.
fn views(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> Vec<SourceView> {
    let mut views: Vec<SourceView> = Vec::new();
    for label in &diagnostic.labels {
        let id = label.span.source;
        if views.iter().any(|view| view.id == id) {
            continue;
        }
        let source = sources.get(id);
        let here = diagnostic.labels.iter().filter(|label| label.span.source == id);
        let anchors: Vec<usize> = here
            .flat_map(|label| {
                let range = widened(&source.text, label.span.bytes());
                [range.start, last_byte(&range), range.end]
            })
            .collect();
        let ellipsis = if style.unicode { "…" } else { "..." };
        let excerpt = Excerpt::new(&source.text, &anchors, style.width.max(60), ellipsis);
        let (line, column) = source.line_and_column(label.span.bytes().start);
        views.push(SourceView {
            id,
            drawn: excerpt.text.clone().into(),
            excerpt,
            location: format!("{}:{line}:{column}", source.name),
        });
    }
    views
}

/// The range on character boundaries, and of one character at least where there is one.
fn widened(text: &str, range: Range<usize>) -> Range<usize> {
    let start = floor_char_boundary(text, range.start.min(text.len()));
    let end = ceil_char_boundary(text, range.end.clamp(start, text.len()));
    match text[start..].chars().next() {
        Some(next) if start == end && next != '\n' => start..start + next.len_utf8(),
        _ => start..end,
    }
}

fn last_byte(range: &Range<usize>) -> usize {
    range.end.saturating_sub(1).max(range.start)
}

fn report<'a>(
    diagnostic: &Diagnostic,
    word: Option<&'static str>,
    views: &[SourceView],
    style: Style,
) -> Report<'a, ViewSpan> {
    let (kind, color) = match (word, diagnostic.severity) {
        (Some(word), _) => (ReportKind::Custom(word, Color::Cyan), Color::Cyan),
        (None, Severity::Error) => (ReportKind::Error, Color::Red),
        (None, Severity::Warning) => (ReportKind::Warning, Color::Yellow),
    };
    let config = Config::new()
        .with_index_type(IndexType::Byte)
        .with_color(style.color)
        .with_char_set(if style.unicode { CharSet::Unicode } else { CharSet::Ascii });
    let labels = places(diagnostic, views);
    let main = diagnostic.labels.first();
    let place = labels.iter().find(|(label, _)| Some(*label) == main);
    // Without labels nothing is drawn at the place, so any will do.
    let place = place.map_or((0, 0..0), |(_, place)| place.clone());
    let labels = labels.into_iter().map(|(label, place)| {
        let is_main = Some(label) == main;
        let text = if label.text.is_empty() { "here" } else { &label.text };
        ariadne::Label::new(place)
            .with_message(without_control_characters(text))
            .with_color(if is_main { color } else { Color::Blue })
            .with_priority(i32::from(is_main))
    });
    let before = match word {
        Some(word) => word.len() + 2,
        None => "[G0101] Warning: ".len(),
    };
    let headline = without_control_characters(&diagnostic.message);
    let headline = wrap_line(&headline, style.width.max(60) - before).replace('\n', "\n  ");
    let mut builder = Report::build(kind, place).with_config(config).with_message(headline);
    if word.is_none() {
        builder = builder.with_code(diagnostic.code.number());
    }
    builder.add_labels(labels);
    builder.with_helps(
        diagnostic.helps.iter().map(|help| wrap(&without_control_characters(help), style.width)),
    );
    builder.with_notes(
        diagnostic.notes.iter().map(|note| wrap(&without_control_characters(note), style.width)),
    );
    builder.finish()
}

/// Labels with their places in the views, grouped by source and ordered by their last lines, because
/// ariadne begins a new excerpt when lines go back.
fn places<'a>(diagnostic: &'a Diagnostic, views: &[SourceView]) -> Vec<(&'a Label, ViewSpan)> {
    let mut labels = Vec::new();
    for (index, view) in views.iter().enumerate() {
        let here = diagnostic.labels.iter().filter(|label| label.span.source == view.id);
        let mut here: Vec<_> = here.map(|label| (label, (index, view.range(label)))).collect();
        here.sort_by_key(|(_, (_, range))| last_byte(range));
        labels.extend(here);
    }
    labels
}

impl SourceView {
    fn range(&self, label: &Label) -> Range<usize> {
        let place = |byte| self.excerpt.place(byte).min(self.excerpt.text.len());
        let bytes = label.span.bytes();
        let (start, end) = (place(bytes.start), place(bytes.end.max(bytes.start)));
        widened(&self.excerpt.text, start..end.max(start))
    }
}

/// Replaces the name, line and column of a view by those of the source.
fn name_view(text: &str, index: usize, view: &SourceView) -> String {
    let mark = format!("{PLACEHOLDER}{index}:");
    let mut parts = text.split(&mark);
    let mut named = parts.next().expect("something stands before the first mark").to_owned();
    for part in parts {
        let after = part.find(' ').unwrap_or(part.len());
        named.push_str(&without_control_characters(&view.location));
        named.push_str(&part[after..]);
    }
    named
}

/// Helps and notes, which ariadne draws only below an excerpt.
fn without_places(diagnostic: &Diagnostic, style: Style) -> String {
    let helps = diagnostic.helps.iter().map(|text| ("Help", text));
    let notes = diagnostic.notes.iter().map(|text| ("Note", text));
    let lines = helps.chain(notes).map(|(kind, text)| {
        let text = wrap(&without_control_characters(text), style.width).replace('\n', "\n        ");
        format!("  {kind}: {text}\n")
    });
    lines.collect()
}

fn without_control_characters(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Breaks lines between words so that they fit beside the margin.
fn wrap(text: &str, width: usize) -> String {
    let columns = width.saturating_sub(16).max(40);
    let lines: Vec<String> = text.lines().map(|line| wrap_line(line, columns)).collect();
    lines.join("\n")
}

fn columns_of(text: &str) -> usize {
    text.chars().filter_map(|c| c.width()).sum()
}

fn wrap_line(line: &str, columns: usize) -> String {
    if columns_of(line) <= columns {
        return line.to_owned();
    }
    let mut wrapped = String::new();
    let mut used = 0;
    for word in line.split(' ') {
        let needed = columns_of(word);
        if used > 0 && used + 1 + needed > columns {
            wrapped.push('\n');
            used = 0;
        } else if !wrapped.is_empty() {
            wrapped.push(' ');
            used += 1;
        }
        wrapped.push_str(word);
        used += needed;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::Span;

    const PLAIN: Style = Style { color: false, unicode: true, width: 80 };

    #[test]
    fn a_label_after_arrows_stands_under_its_place() {
        let mut sources = SourceMap::default();
        let id = sources.add("input 7", "↑ + ⇑ + dominering(2, 2)");
        let diagnostic = Diagnostic::error(Code::UnknownName, "nothing is called `dominering`")
            .label(Span::new(id, 12..22), "unknown name")
            .help("did you mean `Domineering`?");
        insta::assert_snapshot!(render(&diagnostic, &sources, PLAIN));
    }

    #[test]
    fn several_sources_and_lines() {
        let mut sources = SourceMap::default();
        let file =
            sources.add("rules/kayles.game", "// ↑↑↑\ngame Kayles(n: heap) {\n  move n - k\n}\n");
        let input = sources.add("input 2", "use \"rules/kayles.game\"");
        let diagnostic = Diagnostic::error(Code::UnknownName, "nothing is called `k`")
            .label(Span::new(file, 47..48), "unknown name")
            .label(Span::new(file, 13..51), "in this ruleset")
            .label(Span::new(input, 0..23), "used here")
            .note("a name must be bound before it is used")
            .note("names bound by `for` are known in the options before it")
            .help("write `move n - k for k in 1..n`");
        insta::assert_snapshot!(render(&diagnostic, &sources, PLAIN));
        let ascii = Style { unicode: false, ..PLAIN };
        insta::assert_snapshot!(render(&diagnostic, &sources, ascii));
    }

    #[test]
    fn a_very_long_line_is_cut_around_the_label_in_no_time() {
        let mut sources = SourceMap::default();
        let text = format!("{}x{}", "{".repeat(99_000), "}".repeat(99_000));
        let id = sources.add("input 1", text);
        let diagnostic = Diagnostic::error(Code::TooDeep, "nested too deeply")
            .label(Span::new(id, 99_000..99_001), "here")
            .label(Span::new(id, 0..1), "the outermost bracket");
        let drawn = render(&diagnostic, &sources, PLAIN);
        assert!(drawn.len() < 3000, "{}", drawn.len());
        insta::assert_snapshot!(drawn);
    }

    #[test]
    fn no_word_is_cut_on_a_narrow_screen() {
        let mut sources = SourceMap::default();
        let id = sources.add("input 1", "f(x) := some_function(x, another_one(x), x + 1 2)");
        let text = "expected an operator, a comma or the bracket that closes the arguments";
        for (place, style) in
            [(0..4, PLAIN), (47..48, PLAIN), (20..30, Style { color: true, ..PLAIN })]
        {
            let diagnostic =
                Diagnostic::error(Code::Syntax, text).label(Span::new(id, place), text).help(text);
            for width in [60, 70, 80, 120] {
                let drawn =
                    without_colours(&render(&diagnostic, &sources, Style { width, ..style }));
                assert!(drawn.lines().all(|line| columns_of(line) <= width), "{width}\n{drawn}");
                let words =
                    drawn.split_whitespace().filter(|word| text.split(' ').any(|one| one == *word));
                assert_eq!(words.count(), 3 * text.split(' ').count(), "{drawn}");
            }
        }
    }

    #[test]
    fn without_a_place_helps_and_notes_are_still_shown() {
        let diagnostic = Diagnostic::error(Code::NoSuchFile, "cannot read `a.game`")
            .note("there is no such file")
            .help("files are looked for beside the file that uses them");
        insta::assert_snapshot!(render(&diagnostic, &SourceMap::default(), PLAIN));
    }

    #[test]
    fn the_end_of_the_text_and_what_is_not_there_can_be_pointed_at() {
        let mut sources = SourceMap::default();
        for text in ["", "\n", "f(x\n", "↑", "a\r\nb\r\n", "\u{2028}x", "\u{1b}[31mred"] {
            let id = sources.add("input 1", text);
            for start in 0..=text.len() + 1 {
                for end in start..=text.len() + 2 {
                    let diagnostic = Diagnostic::error(Code::Syntax, "m")
                        .label(Span::new(id, start..end), "")
                        .label(Span::new(id, 0..text.len()), "all");
                    let drawn = render(&diagnostic, &sources, PLAIN);
                    assert!(!drawn.contains(['\u{1b}', PLACEHOLDER]), "{drawn}");
                }
            }
        }
    }

    #[test]
    fn a_remark_has_a_word_of_its_own_and_no_code() {
        let mut sources = SourceMap::default();
        let id = sources.add("input 1", "f(x) + 1");
        let label = Label { span: Span::new(id, 0..4), text: "here".to_owned() };
        let help = Some("write `x`".to_owned());
        let remark = Remark { kind: "Evaluated", message: "`f` is evaluated".into(), label, help };
        let drawn = remark.render(&sources, PLAIN);
        assert!(drawn.starts_with("Evaluated: `f` is evaluated\n"), "{drawn}");
        assert!(drawn.contains("input 1:1:1") && drawn.contains("Help: write `x`"), "{drawn}");
        assert!(!drawn.contains('\u{1b}'), "{drawn}");
        assert!(remark.render(&sources, Style { color: true, ..PLAIN }).contains('\u{1b}'));
    }

    #[test]
    fn colour_is_used_only_when_asked_for() {
        let mut sources = SourceMap::default();
        let id = sources.add("input 1", "foo");
        let diagnostic =
            Diagnostic::error(Code::UnknownName, "m").label(Span::new(id, 0..3), "here");
        let colored = Style { color: true, ..PLAIN };
        assert!(render(&diagnostic, &sources, colored).contains("\u{1b}["));
        assert!(!render(&diagnostic, &sources, PLAIN).contains('\u{1b}'));
    }

    #[test]
    fn one_line_is_one_line() {
        let diagnostic = Diagnostic::error(Code::Syntax, "a\nb\u{2028}c").help("try\n`d`");
        assert_eq!(one_line(&diagnostic), "error: a b c (try `d`)");
    }
}
