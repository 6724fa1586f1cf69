//! Requests and their replies.

use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::{Value as Json, json};
use upstar_core::{Budget, Player};
use upstar_explorer::errors;
use upstar_explorer::texts::{Units, byte_of};
use upstar_ide::tutorial::Tutor;
use upstar_ide::{self as ide, completion};
use upstar_lang::diagnostic::Code;
use upstar_lang::play::Effort;
use upstar_lang::session::expect::differences;
use upstar_lang::session::{Entry, EntryKind, Session, help};

use crate::exercises::{Sheet, Typed};
use crate::matches::MatchRequest;
use crate::pieces::pieces;
use crate::shelf::Shelf;
use crate::{answers, documents, host, lessons, matches, statements};

/// Version of the protocol. It changes when a field is removed or changes its meaning, and not when one is
/// added.
pub const VERSION: u64 = 1;

/// Calls nested through builtins and rules for which the stack of a browser suffices, even before it has optimised
/// the engine. Pages may set another limit.
const CALLS: usize = 60;

/// The limits of each computation.
#[derive(Clone, Copy)]
struct Limits {
    milliseconds: Option<u64>,
    calls: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { milliseconds: None, calls: CALLS }
    }
}

/// Sessions by the name of their worksheet, and what they share.
pub struct Engine {
    budget: Budget,
    shelf: Shelf,
    sheets: IndexMap<String, Session>,
    /// Lessons, by the worksheet in which they go on.
    tutors: IndexMap<String, Tutor>,
    limits: Limits,
}

/// Reason why a request has no reply.
struct Refused(String);

type Answered = Result<Json, Refused>;

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}

impl Engine {
    /// An engine without worksheets.
    pub fn new() -> Engine {
        Engine {
            budget: host::budget(),
            shelf: Shelf::default(),
            sheets: IndexMap::new(),
            tutors: IndexMap::new(),
            limits: Limits::default(),
        }
    }

    /// The reply to a request, both as JSON: `{"version", "id", "kind", ...}` is answered by
    /// `{"version", "id", "reply"}`, or by `{"version", "id", "refused"}` when it makes no sense.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let request: Json = match serde_json::from_slice(request) {
            Ok(request) => request,
            Err(why) => {
                return json!({ "version": VERSION, "id": null, "refused": why.to_string() })
                    .to_string();
            }
        };
        let id = &request["id"];
        let reply = match request["version"].as_u64() {
            Some(VERSION) => self.reply(&request),
            _ => Err(Refused(format!("this engine speaks version {VERSION}"))),
        };
        match reply {
            Ok(reply) => json!({ "version": VERSION, "id": id, "reply": reply }),
            Err(Refused(why)) => json!({ "version": VERSION, "id": id, "refused": why }),
        }
        .to_string()
    }

    fn reply(&mut self, request: &Json) -> Answered {
        match text(request, "kind")? {
            "hello" => Ok(json!({ "upstar": env!("CARGO_PKG_VERSION"), "calls": CALLS })),
            "settings" => self.settings(request),
            "file" => {
                self.shelf.lend(text(request, "path")?, text(request, "text")?);
                Ok(json!({}))
            }
            "eval" => self.eval(request),
            "preview" => self.preview(request),
            "forget" => {
                self.sheets.shift_remove(text(request, "sheet")?);
                self.tutors.shift_remove(text(request, "sheet")?);
                Ok(json!({}))
            }
            "highlight" => highlight(request),
            "complete" => self.complete(request),
            "page" => self.page(request),
            "find" => self.find(request),
            "library" => self.library(request),
            "pieces" => Ok(Json::Array(pieces(text(request, "text")?))),
            "statements" => Ok(statements::ranges(text(request, "text")?)),
            "differences" => self.differences(request),
            "position" | "fact" | "compare" | "certificate" => self.explore(request),
            "match" => self.play(request),
            "tutorial" => self.tutorial(request),
            "sheet" | "grade" | "handout" => self.exercises(request),
            other => Err(Refused(format!("there is no request `{other}`"))),
        }
    }

    /// `{"seconds", "bytes", "calls"}`: limits of each computation. What is left out stays; null means no limit, and
    /// for calls the usual one.
    fn settings(&mut self, request: &Json) -> Answered {
        if let Some(seconds) = request.get("seconds") {
            self.limits.milliseconds = seconds.as_f64().map(|seconds| (seconds * 1000.0) as u64);
        }
        if let Some(bytes) = request.get("bytes") {
            self.budget.limit_bytes(bytes.as_u64().unwrap_or(u64::MAX));
        }
        if let Some(calls) = request.get("calls") {
            let chosen = calls.as_u64().map(|calls| usize::try_from(calls).unwrap_or(usize::MAX));
            let calls = chosen.unwrap_or(CALLS);
            self.limits.calls = calls;
            self.sheets.values_mut().for_each(|session| session.limit_nesting(calls));
        }
        Ok(json!({}))
    }

    /// The session of a worksheet, which may be new; the limits hold from now on.
    fn session(&mut self, request: &Json) -> Result<&mut Session, Refused> {
        let name = text(request, "sheet")?.to_owned();
        host::limit_time(self.limits.milliseconds);
        let (budget, shelf, limits) = (&self.budget, &self.shelf, self.limits);
        Ok(self.sheets.entry(name).or_insert_with(|| {
            let mut session = opened(budget, shelf, limits);
            session.answer_with_data();
            session
        }))
    }

    /// A session that no worksheet sees; the limits hold from now on.
    fn alone(&self) -> Session {
        host::limit_time(self.limits.milliseconds);
        opened(&self.budget, &self.shelf, self.limits)
    }

    /// `{"sheet", "name", "text"}` evaluates an input: all of it or nothing.
    fn eval(&mut self, request: &Json) -> Answered {
        let (name, input) = (text(request, "name")?, text(request, "text")?);
        let session = self.session(request)?;
        let before = session.depth();
        let reply = session.eval(name, input);
        let steps = session.budget().steps();
        let binds = session.depth() > before;
        let mut json = answers::reply(session, input, &reply);
        let own = binds.then(|| own(session));
        let out_of_memory = reply.diagnostics.iter().any(|one| one.code == Code::OutOfMemory);
        let files = self.shelf.written().into_iter();
        let files = files.map(|file| json!({ "path": file.path, "text": file.text }));
        json["files"] = Json::Array(files.collect());
        json["binds"] = json!(binds);
        json["declares"] = json!(if binds { statements::declared(input) } else { Vec::new() });
        json["own"] = json!(own);
        json["steps"] = json!(steps);
        json["bytes"] = json!(host::bytes());
        // The memory of an instance never becomes less.
        json["restart"] = json!(out_of_memory);
        let sheet = text(request, "sheet")?;
        if let (Some(tutor), Some(session)) =
            (self.tutors.get_mut(sheet), self.sheets.get_mut(sheet))
        {
            json["lesson"] = lessons::follow(tutor, session, input, &reply);
        }
        Ok(json)
    }

    /// `{"sheet", "text", "steps", "seconds"}`: what an input would answer, within so many steps. It leaves no trace.
    fn preview(&mut self, request: &Json) -> Answered {
        let input = text(request, "text")?;
        let steps = u64::try_from(number(request, "steps")?).unwrap_or(u64::MAX);
        let seconds = request["seconds"].as_f64();
        let session = self.session(request)?;
        host::limit_more(seconds);
        let before = session.budget().max_steps();
        session.budget().limit_steps(steps);
        let reply = session.preview("preview", input);
        let mut json = answers::reply(session, input, &reply);
        session.budget().limit_steps(before);
        let out_of_memory = reply.diagnostics.iter().any(|one| one.code == Code::OutOfMemory);
        json["restart"] = json!(out_of_memory);
        Ok(json)
    }

    /// `{"sheet", "text", "cursor"}`: what can stand at the cursor, from which unit on.
    fn complete(&mut self, request: &Json) -> Answered {
        let line = text(request, "text")?;
        let cursor = byte_of(line, number(request, "cursor")?);
        let session = self.session(request)?;
        let (at, options) = match completion::wanted(line, cursor) {
            completion::Wanted::Name(at) => {
                let entries = session.entries();
                let found = completion::names(&entries, &line[at..cursor]);
                let options = found.iter().filter_map(|candidate| {
                    entries.iter().rev().find(|entry| entry.name == candidate.inserted)
                });
                (at, options.map(entry).collect())
            }
            completion::Wanted::Sign(at) => {
                let found = completion::signs(&line[at..cursor]);
                let options = found.iter().map(|candidate| {
                    json!({ "name": candidate.inserted, "kind": "sign", "summary": candidate.shown })
                });
                (at, options.collect::<Vec<Json>>())
            }
            _ => (cursor, Vec::new()),
        };
        Ok(json!({ "from": Units::new(line).at(at), "options": options }))
    }

    /// `{"sheet", "name"}`: the page of a name or of an error code, null when there is none.
    fn page(&mut self, request: &Json) -> Answered {
        let name = text(request, "name")?;
        if let Some(code) = help::error_code(name) {
            let blocks = documents::document(&help::error_page(code));
            return Ok(
                json!({ "name": code.number(), "summary": code.summary(), "blocks": blocks }),
            );
        }
        let page = self.session(request)?.page(name);
        Ok(page.map_or(Json::Null, |page| {
            json!({
                "name": page.name,
                "signature": page.signature,
                "summary": page.summary,
                "blocks": documents::document(&help::page(&page)),
                "examples": page.examples.iter().map(|(input, _)| input).collect::<Vec<_>>(),
                "see_also": page.see_also,
            })
        }))
    }

    /// `{"sheet", "question"}`: the names, words and errors that fit, the best first.
    fn find(&mut self, request: &Json) -> Answered {
        let question = text(request, "question")?;
        let found = self.session(request)?.find(question, &[]);
        let found = found.iter().map(|hit| json!({ "name": hit.name, "summary": hit.summary }));
        Ok(Json::Array(found.collect()))
    }

    /// `{"sheet"}`: the rulesets of the library, each with its examples.
    fn library(&mut self, request: &Json) -> Answered {
        let session = self.session(request)?;
        let rulesets = session.entries().into_iter().filter(|entry| {
            entry.kind == EntryKind::Ruleset && entry.topic.starts_with("Library: ")
        });
        let rulesets = rulesets.map(|one| {
            let page = session.page(&one.name).unwrap_or_default();
            let mut json = entry(&one);
            let examples: Vec<String> = page.examples.into_iter().map(|(input, _)| input).collect();
            json["examples"] = json!(examples);
            json
        });
        Ok(Json::Array(rulesets.collect()))
    }

    /// What an explorer asks of the position that a text is: `{"kind", "sheet", "text", "name", "seconds"}`. The
    /// answer is that of [`upstar_explorer::explore`].
    fn explore(&mut self, request: &Json) -> Answered {
        let (kind, of) = (text(request, "kind")?, text(request, "text")?);
        let name = request["name"].as_str().unwrap_or_default();
        let seconds = request["seconds"].as_f64();
        let session = self.session(request)?;
        host::limit_more(seconds);
        Ok(upstar_explorer::explore(session, kind, of, name))
    }

    /// A match: `{"sheet", "start", "first", "moves", "resigned", "want"}`, where `"want"` is `state`, `choice`
    /// with `"quick"`, `why`, or `record` with `"before"`.
    fn play(&mut self, request: &Json) -> Answered {
        let (start, want) = (text(request, "start")?, text(request, "want")?);
        let first = player(&request["first"]).unwrap_or(Player::Left);
        let resigned = player(&request["resigned"]);
        let moves = request["moves"].as_array().into_iter().flatten();
        let moves = moves.filter_map(Json::as_str).map(str::to_owned).collect();
        let before = request["before"].as_str().unwrap_or_default();
        let effort = match request["quick"].as_bool() {
            Some(true) => Effort::least(),
            _ => Effort::default(),
        };
        let seconds = request["seconds"].as_f64();
        let session = self.session(request)?;
        let answer = session.read("match", start).and_then(|start| {
            let asked = MatchRequest { start, first, moves, resigned };
            host::limit_more(seconds);
            session.ask(|host| match want {
                "choice" => matches::choice(host, &asked, effort),
                "why" => matches::why(host, &asked),
                "record" => matches::record(host, &asked, before),
                _ => matches::state(host, &asked),
            })
        });
        Ok(errors::found(session, start, answer))
    }

    /// `{"text", "student"}` as a form; with `"answers"` as `[name, typed]` what they are worth, or the file for the teacher. In
    /// sessions of their own.
    fn exercises(&mut self, request: &Json) -> Answered {
        let (kind, of) = (text(request, "kind")?, text(request, "text")?);
        let student = request["student"].as_str().unwrap_or_default();
        let mut session = self.alone();
        host::limit_more(request["seconds"].as_f64());
        let (files, budget) = (Arc::new(self.shelf.clone()), self.budget.clone());
        let sheet = match Sheet::read(of, student, budget, files, self.limits.calls) {
            Ok(sheet) => sheet,
            Err(wrong) => return Ok(wrong),
        };
        let typed = request["answers"].as_array().into_iter().flatten();
        let typed: Vec<Typed<'_>> =
            typed.filter_map(|one| Some((one[0].as_str()?, one[1].as_str()?))).collect();
        Ok(match kind {
            "sheet" => sheet.form(&mut session),
            "grade" => sheet.results(&typed),
            _ => sheet.file(&typed),
        })
    }

    /// `{"sheet", "pages", "progress", "lesson"}`: begins a lesson of the pages, by its name or number, or goes on where the
    /// reader was. The pages are `[name, text]`; without any the lesson of the worksheet ends. The answer is
    /// [`lessons::task`].
    fn tutorial(&mut self, request: &Json) -> Answered {
        let sheet = text(request, "sheet")?.to_owned();
        let pages = request["pages"].as_array().into_iter().flatten();
        let pages: Vec<_> =
            pages.filter_map(|page| Some((page[0].as_str()?, page[1].as_str()?))).collect();
        if pages.is_empty() {
            self.tutors.shift_remove(&sheet);
            return Ok(Json::Null);
        }
        let mut tutor = Tutor::new(&pages);
        tutor.resume(request["progress"].as_str().unwrap_or_default());
        tutor.begin(request["lesson"].as_str().unwrap_or_default()).map_err(Refused)?;
        let task = lessons::task(&tutor);
        self.tutors.insert(sheet, tutor);
        Ok(task)
    }

    /// `{"name", "text"}`: where a text does not answer what its comments expect, in a session of its own.
    fn differences(&mut self, request: &Json) -> Answered {
        let (name, program) = (text(request, "name")?, text(request, "text")?);
        let mut session = self.alone();
        Ok(json!(differences(&mut session, name, program)))
    }
}

/// A new session with the files that were lent.
fn opened(budget: &Budget, shelf: &Shelf, limits: Limits) -> Session {
    let mut session = Session::new(budget.clone(), Arc::new(shelf.clone()));
    session.limit_nesting(limits.calls);
    session
}

fn player(name: &Json) -> Option<Player> {
    match name.as_str() {
        Some("Left") => Some(Player::Left),
        Some("Right") => Some(Player::Right),
        _ => None,
    }
}

/// `{"text"}`: the ranges that have a role, each as `[from, to, role]`.
fn highlight(request: &Json) -> Answered {
    let text = text(request, "text")?;
    let mut units = Units::new(text);
    let pieces = ide::highlight(text).into_iter().filter_map(|(range, role)| {
        let (from, to) = units.range(range);
        Some(json!([from, to, documents::role(role)?]))
    });
    Ok(Json::Array(pieces.collect()))
}

/// Names of the program.
fn own(session: &Session) -> Vec<Json> {
    let entries = session.entries();
    entries.iter().filter(|one| one.topic == "This session").map(entry).collect()
}

fn entry(entry: &Entry) -> Json {
    json!({
        "name": entry.name,
        "kind": match entry.kind {
            EntryKind::Builtin => "builtin",
            EntryKind::Ruleset => "ruleset",
            EntryKind::Function => "function",
            EntryKind::Variable => "variable",
        },
        "topic": entry.topic,
        "signature": entry.signature,
        "summary": entry.summary,
    })
}

fn text<'r>(request: &'r Json, field: &str) -> Result<&'r str, Refused> {
    request[field].as_str().ok_or_else(|| Refused(format!("`{field}` is a text")))
}

fn number(request: &Json, field: &str) -> Result<usize, Refused> {
    let number = request[field].as_u64().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| Refused(format!("`{field}` is a number")))
}
