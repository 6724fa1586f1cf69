//! Answers to requests and notifications: results of `ide` in the types of the protocol.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Notification, RequestId, ResponseError};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLensParams, Command,
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionList,
    CompletionParams, CompletionTextEdit, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingParams, DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams,
    DocumentSymbolParams, Documentation, FoldingRange, FoldingRangeKind, FoldingRangeParams,
    GotoDefinitionParams, Hover, HoverContents, HoverParams, InsertTextFormat, Location,
    ParameterInformation, ParameterLabel, PrepareRenameResponse, ReferenceParams, RenameParams,
    SemanticToken, SemanticTokens, SemanticTokensParams, SemanticTokensRangeParams, SignatureHelp,
    SignatureHelpParams, SignatureInformation, TextDocumentPositionParams, TextEdit, Uri,
    WorkDoneProgressCancelParams, WorkspaceSymbolParams,
};
use serde_json::{Value as Json, json};
use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

use crate::address;
use crate::answer::{RequestAnswer, answer, read, refuse, stopped};
use crate::convert::{
    edits, flatten, information, library_file, markdown, modifiers, pieces, symbol, token_type,
};
use crate::diagnostic::Fix;
use crate::disk;
use crate::ide::completion::{Suggestion, SuggestionKind, Wanted, suggestions, wanted};
use crate::ide::describe::{call_at, describe, page_markdown};
use crate::ide::document::{
    Document, Documents as _, LIBRARY, Meaning, library_document, meaning, reach,
};
use crate::ide::names::{NameKind, Symbol};
use crate::ide::outline::{self, FoldKind};
use crate::ide::problems::Problem;
use crate::ide::rename::{self, Surroundings};
use crate::ide::slice::{UnitKind, units};
use crate::position::Lines;
use crate::running::Running;
use crate::server::Server;
use crate::session::EntryKind;
use crate::store::TextView;
use crate::syntax;

/// Document and byte at the position of a request.
struct At {
    document: Arc<Document>,
    lines: Lines,
    byte: usize,
    uri: Uri,
}

impl Server {
    /// Answers a request; `None` if the answer follows later.
    pub(crate) fn answered(
        &mut self,
        id: &RequestId,
        method: &str,
        params: Json,
    ) -> Option<RequestAnswer> {
        let done = |answer: RequestAnswer| Some(answer);
        match method {
            "workspace/executeCommand" => self.execute(id, params),
            "textDocument/completion" => done(self.with(params, Self::completion)),
            "completionItem/resolve" => done(self.with(params, Self::resolve)),
            "textDocument/hover" => done(self.with(params, Self::hover)),
            "textDocument/signatureHelp" => done(self.with(params, Self::signature)),
            "textDocument/definition" => done(self.with(params, Self::definition)),
            "textDocument/references" => done(self.with(params, Self::references)),
            "textDocument/documentHighlight" => done(self.with(params, Self::highlights)),
            "textDocument/documentSymbol" => done(self.with(params, Self::symbols)),
            "workspace/symbol" => done(self.with(params, Self::workspace_symbols)),
            "textDocument/codeAction" => done(self.with(params, Self::actions)),
            "textDocument/codeLens" => done(self.with(params, Self::code_lenses)),
            "textDocument/formatting" => done(self.with(params, Self::format)),
            "textDocument/foldingRange" => done(self.with(params, Self::folds)),
            "textDocument/prepareRename" => done(self.with(params, Self::prepare_rename)),
            "textDocument/rename" => done(self.with(params, Self::rename)),
            "textDocument/semanticTokens/full" => done(self.with(params, Self::tokens)),
            "textDocument/semanticTokens/range" => done(self.with(params, Self::some_tokens)),
            "textDocument/inlayHint" => done(self.with(params, Self::inlay_hints)),
            _ => {
                let message = format!("`{method}` is not known");
                done(Err(refuse(ErrorCode::MethodNotFound, message)))
            }
        }
    }

    fn with<P: serde::de::DeserializeOwned>(
        &mut self,
        params: Json,
        respond: impl FnOnce(&mut Self, P) -> RequestAnswer,
    ) -> RequestAnswer {
        read(params).and_then(|params| respond(self, params))
    }

    /// Handles a notification. One with invalid parameters is ignored.
    pub(crate) fn notification(&mut self, Notification { method, params }: Notification) {
        match &*method {
            "initialized" => self.watch_files(),
            "textDocument/didOpen" => self.act(params, Self::did_open),
            "textDocument/didChange" => self.act(params, Self::did_change),
            "textDocument/didClose" => self.act(params, Self::did_close),
            "workspace/didChangeWatchedFiles" => self.act(params, Self::files_changed),
            "workspace/didChangeWorkspaceFolders" => self.act(params, Self::folders_changed),
            "window/workDoneProgress/cancel" => {
                self.act(params, |server, WorkDoneProgressCancelParams { token }| {
                    server.cancel_progress(&token);
                });
            }
            _ => {}
        }
    }

    fn act<P: serde::de::DeserializeOwned>(
        &mut self,
        params: Json,
        act: impl FnOnce(&mut Self, P),
    ) {
        if let Ok(params) = read(params) {
            act(self, params);
        }
    }

    fn did_open(
        &mut self,
        DidOpenTextDocumentParams { text_document: one }: DidOpenTextDocumentParams,
    ) {
        let name = self.store.open(one.uri, one.version, one.text);
        self.changed(&name);
    }

    fn did_change(&mut self, params: DidChangeTextDocumentParams) {
        let one = params.text_document;
        if let Some(name) = self.store.change(&one.uri, one.version, params.content_changes) {
            self.changed(&name);
        }
    }

    /// Files have changed on the disk.
    fn files_changed(
        &mut self,
        DidChangeWatchedFilesParams { changes }: DidChangeWatchedFilesParams,
    ) {
        for change in changes {
            let name = address::name(&change.uri);
            if self.store.opened(&name).is_none() {
                self.store.forget(&name);
                self.changed(&name);
            }
        }
    }

    fn folders_changed(&mut self, params: DidChangeWorkspaceFoldersParams) {
        let event = params.event;
        let gone: Vec<PathBuf> =
            event.removed.iter().filter_map(|one| address::path(&one.uri)).collect();
        self.store.folders.retain(|folder| !gone.contains(folder));
        let new = event.added.iter().filter_map(|one| address::path(&one.uri));
        self.store.folders.extend(new);
    }

    /// Has the client say when files change.
    fn watch_files(&mut self) {
        if self.client.watches {
            let registration = json!({ "registrations": [{
                "id": "upstar-files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": [{ "globPattern": "**/*.game" }] },
            }]});
            self.send_request("client/registerCapability", registration);
        }
    }

    /// Discards the results of a changed file and of those that use it.
    fn changed(&mut self, name: &str) {
        let uses = |user: &String| {
            *user == name || self.needs.get(user).is_some_and(|needs| needs.contains(name))
        };
        let touched: Vec<String> = self.store.names().into_iter().filter(uses).collect();
        for name in touched {
            self.results.remove(&name);
            self.problems.remove(&name);
            let own = self.running.values().filter(|running| running.name == name);
            own.for_each(Running::cancel);
            self.dirty.insert(name);
        }
    }

    fn did_close(&mut self, params: DidCloseTextDocumentParams) {
        let closed = self.store.close(&params.text_document.uri);
        let Some((name, uri)) = closed else { return };
        self.changed(&name);
        self.running.values().filter(|running| running.name == name).for_each(Running::cancel);
        self.dirty.remove(&name);
        self.needs.remove(&name);
        self.problems.remove(&name);
        self.results.remove(&name);
        self.shown.remove(&name);
        let empty = lsp_types::PublishDiagnosticsParams::new(uri, Vec::new(), None);
        self.notify("textDocument/publishDiagnostics", empty);
    }

    fn at(&self, params: TextDocumentPositionParams) -> Option<At> {
        let uri = params.text_document.uri;
        let document = self.view().document(&uri)?;
        let lines = Lines::new(&document.text, self.store.encoding);
        let byte = lines.byte(&document.text, params.position);
        Some(At { document, lines, byte, uri })
    }

    fn open(&self, uri: &Uri) -> Option<(Arc<Document>, Lines)> {
        let document = self.view().document(uri)?;
        let lines = Lines::new(&document.text, self.store.encoding);
        Some((document, lines))
    }

    fn completion(&mut self, params: CompletionParams) -> RequestAnswer {
        let Some(at) = self.at(params.text_document_position) else { return nothing() };
        if let Some(files) = self.files_at(&at) {
            return answer(files);
        }
        let (start, found) = suggestions(&at.document, at.byte, &self.view(), &self.session);
        let range = at.lines.range(&at.document.text, start..at.byte);
        let is_incomplete = found.len() > MOST_ITEMS;
        let found = found.into_iter().take(MOST_ITEMS).enumerate();
        let items = found.map(|(place, one)| self.item(one, place, range)).collect();
        answer(CompletionList { is_incomplete, items })
    }

    fn item(&self, one: Suggestion, place: usize, range: lsp_types::Range) -> CompletionItem {
        let kind = item_kind(&one);
        let snippet = SNIPPETS.iter().find(|(word, _)| {
            one.kind == SuggestionKind::Word && self.client.snippets && *word == one.label
        });
        let new_text = snippet.map_or(one.inserted, |(_, text)| (*text).to_owned());
        let is_sign = one.kind == SuggestionKind::Sign;
        CompletionItem {
            kind: Some(kind),
            detail: Some(if one.signature.is_empty() {
                one.summary.clone()
            } else {
                one.signature
            }),
            label_details: Some(CompletionItemLabelDetails {
                detail: is_sign.then(|| format!(" {new_text}")),
                description: None,
            }),
            documentation: is_sign.then_some(Documentation::String(one.summary)),
            // Nearer names come first.
            sort_text: Some(format!("{place:05}")),
            filter_text: Some(one.label.clone()),
            insert_text_format: snippet.map(|_| InsertTextFormat::SNIPPET),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
            data: matches!(one.kind, SuggestionKind::Standard(_) | SuggestionKind::Word)
                .then(|| Json::from(&*one.label)),
            label: one.label,
            ..CompletionItem::default()
        }
    }

    /// Files that can be named in `use "`, if the cursor is there.
    fn files_at(&self, at: &At) -> Option<CompletionList> {
        let line = at.document.text[..at.byte].rfind('\n').map_or(0, |newline| newline + 1);
        let before = &at.document.text[line..at.byte];
        let Wanted::File(start) = wanted(before, before.len()) else { return None };
        let folder = address::path(&at.uri)
            .and_then(|path| {
                path.parent().map(|folder| folder.join("").to_string_lossy().into_owned())
            })
            .unwrap_or_default();
        let typed = &before[start..];
        let range = at.lines.range(&at.document.text, line + start..at.byte);
        let found = disk::matching(&format!("{folder}{typed}"));
        let relative = found.iter().filter_map(|path| path.strip_prefix(&*folder));
        let item = |path: &str| CompletionItem {
            label: path.to_owned(),
            kind: Some(match path.ends_with('/') {
                true => CompletionItemKind::FOLDER,
                false => CompletionItemKind::FILE,
            }),
            filter_text: Some(path.to_owned()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range,
                new_text: path.to_owned(),
            })),
            ..CompletionItem::default()
        };
        Some(CompletionList { is_incomplete: false, items: relative.map(item).collect() })
    }

    /// Adds its page to an item.
    fn resolve(&mut self, mut item: CompletionItem) -> RequestAnswer {
        let name = item.data.as_ref().and_then(Json::as_str);
        let page = name.and_then(|name| self.session.page(name));
        if let Some(page) = page {
            item.documentation = Some(Documentation::MarkupContent(markdown(page_markdown(&page))));
        }
        answer(item)
    }

    fn hover(&mut self, params: HoverParams) -> RequestAnswer {
        let Some(at) = self.at(params.text_document_position_params) else { return nothing() };
        let found = describe(&at.document, at.byte, &self.view(), &self.session);
        answer(found.map(|found| Hover {
            contents: HoverContents::Markup(markdown(found.markdown)),
            range: Some(at.lines.range(&at.document.text, found.range)),
        }))
    }

    fn signature(&mut self, params: SignatureHelpParams) -> RequestAnswer {
        let Some(at) = self.at(params.text_document_position_params) else { return nothing() };
        let call = call_at(&at.document, at.byte, &self.view(), &self.session);
        let encoding = self.store.encoding;
        answer(call.map(|call| {
            let place = |byte: usize| {
                // Offsets in labels count as positions do.
                u32::try_from(encoding.units(&call.signature[..byte])).unwrap_or(u32::MAX)
            };
            let parameter = |range: &Range<usize>| ParameterInformation {
                label: ParameterLabel::LabelOffsets([place(range.start), place(range.end)]),
                documentation: None,
            };
            let active = call.active.and_then(|active| u32::try_from(active).ok());
            SignatureHelp {
                signatures: vec![SignatureInformation {
                    parameters: Some(call.parameters.iter().map(parameter).collect()),
                    documentation: Some(Documentation::MarkupContent(markdown(
                        call.summary.clone(),
                    ))),
                    active_parameter: active,
                    label: call.signature,
                }],
                active_signature: Some(0),
                active_parameter: active,
            }
        }))
    }

    fn definition(&mut self, params: GotoDefinitionParams) -> RequestAnswer {
        let Some(at) = self.at(params.text_document_position_params) else { return nothing() };
        if let Some(file) = self.used_at(&at) {
            return answer(file);
        }
        let Some(mention) = at.document.mention_at(at.byte) else { return nothing() };
        let own = |range: Range<usize>| Location {
            uri: at.uri.clone(),
            range: at.lines.range(&at.document.text, range),
        };
        answer(match meaning(&at.document, mention, &self.view()) {
            Meaning::Local(_) => {
                at.document.names.binding(&mention.symbol).map(|binding| own(binding.range.clone()))
            }
            Meaning::Defined(seen, definition) => self.location(&seen, definition.range),
            Meaning::Library => {
                let found = library_document(&mention.name, &*self.deadline);
                found.and_then(|library| {
                    let range = library.names.definition(&mention.name, 0)?.range.clone();
                    self.location(&library, range)
                })
            }
            Meaning::Builtin | Meaning::Unknown => None,
        })
    }

    /// The file of the `use` at the cursor.
    fn used_at(&self, at: &At) -> Option<Location> {
        let inside = |path: &&crate::syntax::ast::Text| {
            let bytes = path.span.bytes();
            bytes.start <= at.byte && at.byte <= bytes.end
        };
        let path = at.document.uses().find(inside)?;
        let used = self.view().used(&path.value, &at.document.name).ok()?;
        self.location(&used, 0..0)
    }

    /// Place in a document. Files of the library are written to a folder, so that the editor can open them.
    fn location(&self, document: &Document, range: Range<usize>) -> Option<Location> {
        let uri = match document.name.strip_prefix(LIBRARY) {
            Some(file) => address::of_path(&library_file(file, &document.text)?)?,
            None => self.store.uri(&document.name)?,
        };
        let lines = Lines::new(&document.text, self.store.encoding);
        Some(Location { uri, range: lines.range(&document.text, range) })
    }

    fn references(&mut self, params: ReferenceParams) -> RequestAnswer {
        let Some(at) = self.at(params.text_document_position) else { return nothing() };
        let Some(mention) = at.document.mention_at(at.byte) else { return nothing() };
        let view = self.view();
        let all = others(&view, &mention.symbol)?;
        let around = Surroundings { documents: &view, all: &all, budget: view.deadline };
        let found = rename::references(&at.document, mention, around).map_err(stopped)?;
        let binds = params.context.include_declaration;
        let shown = found.into_iter().filter(|one| binds || !one.binds);
        let places = shown.filter_map(|one| self.location(&one.document, one.range));
        answer(places.collect::<Vec<_>>())
    }

    fn highlights(&mut self, params: DocumentHighlightParams) -> RequestAnswer {
        let Some(at) = self.at(params.text_document_position_params) else { return nothing() };
        let Some(mention) = at.document.mention_at(at.byte) else { return nothing() };
        let highlight = |one: &crate::ide::names::Mention| DocumentHighlight {
            range: at.lines.range(&at.document.text, one.range.clone()),
            kind: Some(match one.binds {
                true => DocumentHighlightKind::WRITE,
                false => DocumentHighlightKind::READ,
            }),
        };
        answer(at.document.names.of(&mention.symbol).map(highlight).collect::<Vec<_>>())
    }

    fn symbols(&mut self, params: DocumentSymbolParams) -> RequestAnswer {
        let uri = params.text_document.uri;
        let Some((document, lines)) = self.open(&uri) else { return nothing() };
        let items = outline::outline(&document, &*self.deadline).map_err(stopped)?;
        if self.client.symbol_trees {
            let symbols = items.iter().map(|item| symbol(&document, &lines, item));
            return answer(symbols.collect::<Vec<_>>());
        }
        let mut flat = Vec::new();
        flatten(&items, None, &mut |item, container| {
            let range = lines.range(&document.text, item.whole.clone());
            flat.push(information(item, Location { uri: uri.clone(), range }, container));
        });
        answer(flat)
    }

    fn workspace_symbols(&mut self, params: WorkspaceSymbolParams) -> RequestAnswer {
        let query = params.query.to_lowercase();
        let mut found = Vec::new();
        for document in self.view().all().map_err(stopped)? {
            let items = outline::outline(&document, &*self.deadline).map_err(stopped)?;
            flatten(&items, None, &mut |item, container| {
                if found.len() < MOST_ITEMS
                    && item.name.to_lowercase().contains(&query)
                    && let Some(location) = self.location(&document, item.range.clone())
                {
                    found.push(information(item, location, container));
                }
            });
        }
        answer(found)
    }

    fn actions(&mut self, params: CodeActionParams) -> RequestAnswer {
        let uri = params.text_document.uri;
        let Some((document, lines)) = self.open(&uri) else { return nothing() };
        let bytes = lines.bytes(&document.text, params.range);
        let only = params.context.only.unwrap_or_default();
        let wants = |kind: &CodeActionKind| {
            let under = |one: &CodeActionKind| {
                kind.as_str().strip_prefix(one.as_str()).is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with('.') || one.as_str().is_empty()
                })
            };
            only.is_empty() || only.iter().any(under)
        };
        let mut found = Vec::new();
        if wants(&CodeActionKind::QUICKFIX) {
            let deadline = self.deadline.clone();
            let known = self.problems_of(&document.name, &deadline);
            let known = known.map_or(Arc::default(), |known| known.found);
            let touches =
                |one: &&Problem| one.range.start <= bytes.end && bytes.start <= one.range.end;
            for problem in known.iter().filter(touches) {
                let sent = params.context.diagnostics.iter().filter(|sent| {
                    lines.bytes(&document.text, sent.range).start <= problem.range.start
                        && sent.message.starts_with(&problem.diagnostic.message)
                });
                let sent: Vec<lsp_types::Diagnostic> = sent.cloned().collect();
                found.extend(quick_fixes(problem, (&document, &lines, &uri), &sent));
            }
        }
        if wants(&CodeActionKind::REFACTOR_REWRITE) {
            found.extend(self.writing(&document, &lines, &uri, &bytes));
        }
        answer(found)
    }

    /// Action that writes the value of the statement after it.
    fn writing(
        &self,
        document: &Document,
        lines: &Lines,
        uri: &Uri,
        bytes: &Range<usize>,
    ) -> Option<CodeActionOrCommand> {
        let mut values = units(document).into_iter().filter(|unit| unit.kind == UnitKind::Value);
        let unit =
            values.find(|unit| unit.range.start <= bytes.start && bytes.end <= unit.range.end)?;
        let title = "Write the value behind `//=`".to_owned();
        let position = lines.position(&document.text, unit.range.start);
        let argument = json!({ "uri": uri, "position": position });
        let command = Command {
            title: title.clone(),
            command: "upstar.write".to_owned(),
            arguments: Some(vec![argument]),
        };
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title,
            kind: Some(CodeActionKind::REFACTOR_REWRITE),
            command: Some(command),
            ..CodeAction::default()
        }))
    }

    fn code_lenses(&mut self, params: CodeLensParams) -> RequestAnswer {
        let uri = params.text_document.uri;
        let Some((document, _)) = self.open(&uri) else { return nothing() };
        answer(self.lenses(&document, &uri))
    }

    fn folds(&mut self, params: FoldingRangeParams) -> RequestAnswer {
        let Some((document, lines)) = self.open(&params.text_document.uri) else {
            return nothing();
        };
        let fold = |fold: outline::Fold| {
            let range = lines.range(&document.text, fold.range);
            // The line of a closing bracket stays in sight.
            let kept = u32::from(fold.kind == FoldKind::Region);
            FoldingRange {
                start_line: range.start.line,
                end_line: range.end.line.saturating_sub(kept).max(range.start.line),
                kind: Some(match fold.kind {
                    FoldKind::Comment => FoldingRangeKind::Comment,
                    FoldKind::Uses => FoldingRangeKind::Imports,
                    FoldKind::Region => FoldingRangeKind::Region,
                }),
                ..FoldingRange::default()
            }
        };
        let folds = outline::folds(&document.text, &*self.deadline).map_err(stopped)?;
        let folds = folds.into_iter().map(fold);
        answer(folds.filter(|fold| fold.start_line < fold.end_line).collect::<Vec<_>>())
    }

    /// Edits for the lines that formatting changes. Leaves a text that does not parse alone.
    fn format(&mut self, params: DocumentFormattingParams) -> RequestAnswer {
        let Some((document, lines)) = self.open(&params.text_document.uri) else {
            return nothing();
        };
        let text = &*document.text;
        let formatted = match syntax::format(document.source, text, &*self.deadline) {
            Ok(formatted) => formatted,
            Err(error) => return Err(refuse(ErrorCode::RequestFailed, error.message)),
        };
        let (old, new): (Vec<&str>, Vec<&str>) =
            (text.split_inclusive('\n').collect(), formatted.split_inclusive('\n').collect());
        let starts: Vec<usize> = std::iter::once(0)
            .chain(old.iter().scan(0, |at, line| {
                *at += line.len();
                Some(*at)
            }))
            .collect();
        // After this time the difference need not be minimal.
        let deadline = Some(Instant::now() + DIFF_TIME);
        let changes = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline);
        let changed = changes.iter().filter(|change| change.tag() != DiffTag::Equal);
        let edits = changed.map(|change| TextEdit {
            range: lines
                .range(text, starts[change.old_range().start]..starts[change.old_range().end]),
            new_text: new[change.new_range()].concat(),
        });
        answer(edits.collect::<Vec<_>>())
    }

    fn prepare_rename(&mut self, params: TextDocumentPositionParams) -> RequestAnswer {
        let Some(at) = self.at(params) else { return nothing() };
        match rename::renamable(&at.document, at.byte, &self.view()) {
            Ok(mention) => answer(PrepareRenameResponse::RangeWithPlaceholder {
                range: at.lines.range(&at.document.text, mention.range.clone()),
                placeholder: at.document.text[mention.range].to_owned(),
            }),
            Err(message) => Err(refuse(ErrorCode::RequestFailed, message)),
        }
    }

    fn rename(&mut self, params: RenameParams) -> RequestAnswer {
        let Some(at) = self.at(params.text_document_position) else { return nothing() };
        let symbol = at.document.mention_at(at.byte).map(|mention| mention.symbol.clone());
        let view = self.view();
        let all = symbol.map_or(Ok(Vec::new()), |symbol| others(&view, &symbol))?;
        let around = Surroundings { documents: &view, all: &all, budget: view.deadline };
        let renamed = rename::rename(&at.document, at.byte, &params.new_name, around);
        let renaming = renamed.map_err(|message| refuse(ErrorCode::RequestFailed, message))?;
        let changes = renaming.edits.into_iter().filter_map(|(document, ranges)| {
            let lines = Lines::new(&document.text, self.store.encoding);
            let edit = |range| TextEdit {
                range: lines.range(&document.text, range),
                new_text: params.new_name.clone(),
            };
            Some((self.store.uri(&document.name)?, ranges.into_iter().map(edit).collect()))
        });
        answer(edits(changes))
    }

    fn tokens(&mut self, params: SemanticTokensParams) -> RequestAnswer {
        let Some((document, lines)) = self.open(&params.text_document.uri) else {
            return nothing();
        };
        self.coloured(&document, &lines, 0..document.text.len())
    }

    fn some_tokens(&mut self, params: SemanticTokensRangeParams) -> RequestAnswer {
        let Some((document, lines)) = self.open(&params.text_document.uri) else {
            return nothing();
        };
        let seen = lines.bytes(&document.text, params.range);
        self.coloured(&document, &lines, seen)
    }

    fn coloured(
        &self,
        document: &Arc<Document>,
        lines: &Lines,
        seen: Range<usize>,
    ) -> RequestAnswer {
        let standard = outline::standard(&self.session);
        let used = reach(document, &self.view());
        let entry = |name: &str| {
            let mut used = used.iter().skip(1);
            let defined = used.find_map(|one| one.names.definition(name, usize::MAX));
            let own = defined.map(|definition| (definition.kind, false));
            own.or_else(|| standard.get(name).map(|kind| (*kind, true)))
        };
        let mut data = Vec::new();
        let mut last = lsp_types::Position::new(0, 0);
        let colours = outline::colours(document, &entry, &*self.deadline).map_err(stopped)?;
        for one in colours {
            if one.range.start > seen.end || one.range.end < seen.start {
                continue;
            }
            for piece in pieces(&document.text, one.range.clone()) {
                let start = lines.position(&document.text, piece.start);
                let length = self.store.encoding.units(&document.text[piece]);
                let same = start.line == last.line;
                data.push(SemanticToken {
                    delta_line: start.line - last.line,
                    delta_start: start.character - if same { last.character } else { 0 },
                    length: u32::try_from(length).unwrap_or(u32::MAX),
                    token_type: token_type(one.colour),
                    token_modifiers_bitset: modifiers(&one),
                });
                last = start;
            }
        }
        answer(SemanticTokens { result_id: None, data })
    }
}

/// Longest time for minimising the difference between a text and the formatted text.
const DIFF_TIME: Duration = Duration::from_millis(500);

/// Most candidates and symbols in one answer.
const MOST_ITEMS: usize = 1_000;

/// Snippets for some words, with placeholders.
const SNIPPETS: &[(&str, &str)] = &[
    ("game", "game ${1:Name}(${2:n}: ${3:heap}) {\n\tmove $0\n}"),
    ("fn", "fn ${1:f}(${2:x}) {\n\t$0\n}"),
    ("for", "for ${1:x} in ${2:1..10} {\n\t$0\n}"),
    ("while", "while ${1:condition} {\n\t$0\n}"),
    ("exercise", "exercise \"${1:title}\" (${2:1} points) {\n\tcheck $0\n}"),
];

fn item_kind(one: &Suggestion) -> CompletionItemKind {
    match one.kind {
        SuggestionKind::Own(NameKind::Function) | SuggestionKind::Standard(EntryKind::Function) => {
            CompletionItemKind::FUNCTION
        }
        SuggestionKind::Standard(EntryKind::Builtin) if one.signature.contains('(') => {
            CompletionItemKind::FUNCTION
        }
        SuggestionKind::Standard(EntryKind::Builtin) => CompletionItemKind::CONSTANT,
        SuggestionKind::Own(NameKind::Ruleset) | SuggestionKind::Standard(EntryKind::Ruleset) => {
            CompletionItemKind::CLASS
        }
        SuggestionKind::Own(_) | SuggestionKind::Standard(EntryKind::Variable) => {
            CompletionItemKind::VARIABLE
        }
        SuggestionKind::Word => CompletionItemKind::KEYWORD,
        SuggestionKind::Sign => CompletionItemKind::OPERATOR,
    }
}

/// Fixes of a problem. `sent` are the diagnostics of the client that they belong to.
fn quick_fixes(
    problem: &Problem,
    (document, lines, uri): (&Document, &Lines, &Uri),
    sent: &[lsp_types::Diagnostic],
) -> Vec<CodeActionOrCommand> {
    let fixes = &problem.diagnostic.fixes;
    let action = |fix: &Fix| {
        let range = lines.range(&document.text, fix.span.bytes());
        let edit = TextEdit { range, new_text: fix.text.clone() };
        CodeActionOrCommand::CodeAction(CodeAction {
            title: fix.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(sent.to_vec()),
            edit: Some(edits([(uri.clone(), vec![edit])])),
            is_preferred: Some(fixes.len() == 1),
            ..CodeAction::default()
        })
    };
    fixes.iter().map(action).collect()
}

/// The files that may share a name.
fn others(view: &TextView<'_>, symbol: &Symbol) -> Result<Vec<Arc<Document>>, ResponseError> {
    match symbol {
        Symbol::Local(_) => Ok(Vec::new()),
        Symbol::Global(_) => view.all().map_err(stopped),
    }
}

fn nothing() -> RequestAnswer {
    Ok(Json::Null)
}
