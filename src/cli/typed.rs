//! Texts that are typed: inputs, commands, requests for help, and pasted parts of a session.
//!
//! Knows: the signs of the prompt, and pages of output.
//! Must not know: how a line is edited, or what a command does.

use super::commands;
use super::dialogue::Flow;
use super::shell::Shell;
use crate::ide::commands::asked;
use crate::resolve;

impl Shell<'_> {
    /// Executes a text: an input, a command, or a pasted part of a session.
    pub(super) fn submit(&mut self, text: &str) -> Flow {
        let inputs = pasted(text).unwrap_or_else(|| vec![text.to_owned()]);
        self.open_page();
        self.failed = false;
        let mut flow = Flow::On;
        for input in inputs {
            self.context.terminal.record(&as_typed(&input));
            flow = self.submit_one(&input);
            if flow == Flow::Quit {
                break;
            }
        }
        self.close_page();
        self.offered = self.offered.take().or_else(|| self.lessons.offered());
        flow
    }

    /// Begins a new page of output.
    fn open_page(&mut self) {
        if let (true, Some(rows)) = (self.paged, self.rows) {
            let terminal = &self.context.terminal;
            self.unseen = terminal.pager.open(rows, terminal.width);
        }
    }

    /// Says how much was not shown.
    fn close_page(&mut self) {
        let terminal = &self.context.terminal;
        // This is about the screen and not for the record.
        match terminal.pager.close() {
            0 => {}
            // It takes no more room than saying so would.
            1 => terminal.write_unrecorded(terminal.pager.rest()),
            lines => {
                terminal.write_unrecorded(format!("… {lines} more lines; :more shows the rest\n"))
            }
        }
    }

    fn submit_one(&mut self, text: &str) -> Flow {
        let trimmed = text.trim();
        if let Some(command) = trimmed.strip_prefix(':') {
            return commands::run(self, command);
        }
        if let Some(name) = asked(trimmed) {
            self.help(name);
        } else if let Some(command) = self.command_word(trimmed) {
            return commands::run(self, command);
        } else if !trimmed.is_empty() {
            self.input(text);
        }
        Flow::On
    }

    /// The command of a word that is typed without a colon, when it is no name. Those that take something back need one.
    fn command_word(&self, text: &str) -> Option<&'static str> {
        let word = text.trim_end_matches("()");
        let command = resolve::synonym(word)?.strip_prefix(':')?;
        let is_free = self.interactive && self.context.session.page(word).is_none();
        (is_free && ["help", "quit", "clear"].contains(&command)).then_some(command)
    }
}

/// An input as it looks at the prompt.
fn as_typed(text: &str) -> String {
    let prompts = std::iter::once("> ").chain(std::iter::repeat(". "));
    text.lines().zip(prompts).map(|(line, prompt)| format!("{prompt}{line}\n")).collect()
}

/// Inputs in a pasted part of a session, with its prompts and answers.
fn pasted(text: &str) -> Option<Vec<String>> {
    // A single line that begins with `_7> ` is a comparison.
    let is_numbered = text.trim_end().contains('\n');
    let typed = |line: &str| typed(line, is_numbered).map(str::to_owned);
    text.lines().next().and_then(typed)?;
    let mut inputs: Vec<String> = Vec::new();
    for line in text.lines() {
        let content = line.get(2..).unwrap_or_default();
        if let Some(input) = typed(line) {
            inputs.push(input);
        } else if let (true, Some(last)) =
            (line == "." || line.starts_with(". "), inputs.last_mut())
        {
            last.push('\n');
            last.push_str(content);
        }
    }
    Some(inputs)
}

/// Input in a line that begins with a prompt.
fn typed(line: &str, is_numbered: bool) -> Option<&str> {
    let numbered = || {
        let digits = line.strip_prefix('_').filter(|_| is_numbered)?;
        let prompt = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        (prompt.len() < digits.len()).then_some(prompt)
    };
    let prompt = if line.starts_with('>') { line } else { numbered()? };
    if prompt == ">" { Some("") } else { prompt.strip_prefix("> ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_sessions_lose_prompts_and_answers() {
        let inputs = pasted("> f(x) := (\n.   x + 1)\n> f(1)\n2\n> 3");
        assert_eq!(inputs, Some(vec!["f(x) := (\n  x + 1)".into(), "f(1)".into(), "3".into()]));
        let inputs = pasted("_1> f(x) := (\n.   x + 1)\n_2> f(1)\n2");
        assert_eq!(inputs, Some(vec!["f(x) := (\n  x + 1)".into(), "f(1)".into()]));
        assert_eq!(pasted("_7> 2"), None);
        assert_eq!(pasted("1 + 1"), None);
        assert_eq!(pasted(""), None);
    }
}
