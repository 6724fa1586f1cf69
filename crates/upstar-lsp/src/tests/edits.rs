//! Random edits: what the server says afterwards is what reading the whole text anew says.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::diagnostic::Unlimited;
use crate::ide::document::{Document, Documents};
use crate::ide::problems::problems;
use crate::length::{cases, number};
use crate::session::FileError;

const TEXTS: &[&str] = &[
    include_str!("../../../../stdlib/points.game"),
    include_str!("../../../../stdlib/coins.game"),
    "use \"b.game\"\n\n/// ↑ is up.\nf(x, k) := x + k * ↑\ng := f(2^3, 1)   //= 8\n\ngame Mine(k)(n: heap) {\n  \
     move n - j for j in 1..k if j <= n\n}\n\nexercise \"𝔸 one\" (2 points) {\n  hint \"think\"\n  \
     check nimber(Mine(2)(5)) == 2\n  n := 3\n  check f(n, 1) is <3|*>\n}\nfor i in 1..3 {\n  i + g\n}\n\
     <0, a: <0|a>|*>\n[h(x) for x in 1..3 if x > 1]\n",
    "use \"a.game\"\nh(x) := if x == 0 then on else over & 0\n/* a\ncomment */\nb(n) := {n, n * 2}\n",
];

/// What is typed or pasted.
const PIECES: &[&str] = &[
    "x",
    "↑",
    "𝔸",
    "\n",
    "\r\n",
    " ",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "[",
    "]",
    "<",
    ">",
    "|",
    "||",
    ":=",
    "*",
    "^",
    "2^3",
    "//",
    "/*",
    "*/",
    "//= 3",
    "check ",
    "exercise \"e\" {\n",
    "game G(n: heap) { move n - 1 if n > 0 }\n",
    "fn f(x) {\n  y := x\n  y\n}\n",
    "use \"b.game\"\n",
    "use \"c.game\"\n",
    "nimber(3)",
    "outcom",
    "f(x) := x\n",
    "left \"x.\" -> \".x\"\n",
    "a where { a: <0|a> }",
    ";",
    ",",
    "if ",
    "then ",
    "else ",
    "for x in 1..3 ",
    "x -> x\n",
    "sheet \"s\" (show verdicts)\n",
    "ask value q \"?\" := 3\n",
    "hint \"h\"\n",
    "±1",
    "\t",
    "\u{0}",
    "\u{feff}",
];

/// Pseudo-random numbers: splitmix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap()
    }
}

/// The texts as the client has them.
#[derive(Default)]
struct Model {
    texts: BTreeMap<String, String>,
}

impl Documents for Model {
    fn used(&self, path: &str, _user: &str) -> Result<Arc<Document>, FileError> {
        let name = format!("/upstar-no-folder/{path}");
        let text = self.texts.get(&name).ok_or(FileError::NotFound)?;
        Ok(Arc::new(Document::new(name, &**text, &Unlimited)))
    }
}

impl Model {
    /// The diagnostics of reading a text anew: start, code and message.
    fn expected(&self, name: &str) -> Vec<(Json, String, String)> {
        let text = &self.texts[name];
        let document = Document::new(name, &**text, &Unlimited);
        let found = problems(&document, self, &Unlimited);
        let shown = found.into_iter().map(|problem| {
            let end = position(text, problem.range.end);
            let code = problem.diagnostic.code.number().to_owned();
            (end, code, problem.diagnostic.message)
        });
        let mut shown: Vec<_> = shown.collect();
        shown.sort_by_key(|one| format!("{one:?}"));
        shown
    }
}

/// The position of a byte, counted in another way than the server does.
fn position(text: &str, byte: usize) -> Json {
    let before = &text[..byte];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

/// A boundary between characters, not between `\r` and `\n`.
fn boundary(text: &str, random: &mut Random) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) || (text[..at].ends_with('\r') && text[at..].starts_with('\n'))
    {
        at -= 1;
    }
    at
}

fn edit(text: &mut String, random: &mut Random) -> Json {
    if random.below(60) == 0 {
        *text = TEXTS[random.below(TEXTS.len())].to_owned();
        return json!({ "text": text });
    }
    let start = boundary(text, random);
    let mut end = match random.below(4) {
        0 => start,
        1 => (start + random.below(3)).min(text.len()),
        _ => (start + random.below(40)).min(text.len()),
    };
    while !text.is_char_boundary(end)
        || (text[..end].ends_with('\r') && text[end..].starts_with('\n'))
    {
        end += 1;
    }
    let new = match random.below(5) {
        0 => "",
        _ => PIECES[random.below(PIECES.len())],
    };
    let range = json!({ "start": position(text, start), "end": position(text, end) });
    text.replace_range(start..end, new);
    json!({ "range": range, "text": new })
}

/// Asks something about a random place.
fn request_something(client: &mut Client, uri: &str, text: &str, random: &mut Random) {
    let place = position(text, boundary(text, random));
    let document = json!({ "uri": uri });
    let method = QUESTIONS[random.below(QUESTIONS.len())];
    let params = json!({
        "textDocument": document, "position": place, "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false },
        "range": { "start": place, "end": { "line": 999, "character": 0 } }, "newName": "renamed",
    });
    let answer = client.request(&format!("textDocument/{method}"), params);
    // Only a renaming may be refused.
    assert!(answer.is_ok() || method == "rename", "{method}: {answer:?}");
}

#[test]
fn after_random_edits_diagnostics_are_those_of_reading_anew() {
    let edits = cases(250_usize);
    let mut random = Random(number("UPSTAR_TEST_SEED", 0));
    let mut client = Client::new();
    let mut model = Model::default();
    let files =
        ["a.game", "b.game"].map(|name| (address(name), format!("/upstar-no-folder/{name}")));
    for (number, (uri, name)) in files.iter().enumerate() {
        model.texts.insert(name.clone(), TEXTS[number + 2].to_owned());
        client.open(uri, TEXTS[number + 2]);
    }
    let mut version = 1;
    let mut made = 0;
    while made < edits {
        let (uri, name) = &files[random.below(2)];
        let text = model.texts.get_mut(name).unwrap();
        for _ in 0..=random.below(3) {
            let changes: Vec<Json> =
                (0..=random.below(2)).map(|_| edit(text, &mut random)).collect();
            made += changes.len();
            version += 1;
            client.change(uri, version, Json::from(changes));
        }
        if text.len() > 8_000 {
            *text = TEXTS[2].to_owned();
            version += 1;
            client.replace(uri, version, text);
        }
        let text = text.clone();
        if random.below(3) == 0 {
            request_something(&mut client, uri, &text, &mut random);
        }
        let published = client.diagnostics(uri, version);
        let mut published: Vec<(Json, String, String)> = published
            .into_iter()
            .map(|one| {
                let message =
                    one["message"].as_str().unwrap().lines().next().unwrap_or("").to_owned();
                (one["range"]["end"].clone(), one["code"].as_str().unwrap().to_owned(), message)
            })
            .collect();
        published.sort_by_key(|one| format!("{one:?}"));
        let expected: Vec<_> = model
            .expected(name)
            .into_iter()
            .map(|(end, code, message)| {
                (end, code, message.lines().next().unwrap_or("").to_owned())
            })
            .collect();
        assert_eq!(published, expected, "after {made} edits of\n{text}");
    }
    assert_eq!(client.leave(), End::Orderly);
}
