//! Capabilities of the server, and those of the client that it uses.

use std::path::PathBuf;

use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionOptions, CompletionOptionsCompletionItem, ExecuteCommandOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams, OneOf,
    PositionEncodingKind, RenameOptions, SemanticTokenModifier, SemanticTokenType,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use crate::address;
use crate::position::Encoding;
use crate::running::COMMANDS;

/// Capabilities of the client that the server uses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Client {
    /// It opens and shows progress.
    pub(crate) progress: bool,
    /// It asks for inlay hints again when it is requested to.
    pub(crate) hint_refresh: bool,
    /// It watches files when it is requested to.
    pub(crate) watches: bool,
    /// It inserts text with places to fill in.
    pub(crate) snippets: bool,
    /// It takes symbols in a tree.
    pub(crate) symbol_trees: bool,
    /// It shows places beside a diagnostic.
    pub(crate) related: bool,
    /// It wants to be shown messages about what was run.
    pub(crate) messages: bool,
}

impl Client {
    pub(crate) fn new(params: &InitializeParams) -> Client {
        let ClientCapabilities { workspace, text_document, window, .. } =
            params.capabilities.clone();
        let workspace = workspace.unwrap_or_default();
        let document = text_document.unwrap_or_default();
        let window = window.unwrap_or_default();
        let completion = document.completion.and_then(|one| one.completion_item);
        let symbols = document.document_symbol.unwrap_or_default();
        let diagnostics = document.publish_diagnostics.unwrap_or_default();
        let options = params.initialization_options.as_ref();
        let messages = options.and_then(|options| options.get("messages")?.as_bool());
        let hints = workspace.inlay_hint.and_then(|one| one.refresh_support);
        let watched = workspace.did_change_watched_files;
        Client {
            progress: window.work_done_progress == Some(true),
            hint_refresh: hints == Some(true),
            watches: watched.and_then(|one| one.dynamic_registration) == Some(true),
            snippets: completion.and_then(|one| one.snippet_support) == Some(true),
            symbol_trees: symbols.hierarchical_document_symbol_support == Some(true),
            related: diagnostics.related_information == Some(true),
            messages: messages.unwrap_or(true),
        }
    }
}

/// The encoding of columns that both sides know.
pub(crate) fn encoding(params: &InitializeParams) -> Encoding {
    let general = params.capabilities.general.as_ref();
    let offered: &[PositionEncodingKind] =
        general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
    Encoding::chosen(offered)
}

/// The folders of the editor.
pub(crate) fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten();
    let found: Vec<PathBuf> = folders.filter_map(|folder| address::path(&folder.uri)).collect();
    #[expect(deprecated, reason = "older clients give the folder so")]
    let root = params.root_uri.as_ref().and_then(address::path);
    if found.is_empty() { root.into_iter().collect() } else { found }
}

/// The kinds of tokens, in the order of their numbers.
pub(crate) const TOKEN_TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::CLASS,
    SemanticTokenType::TYPE_PARAMETER,
];

/// Modifiers of tokens, in the order of the bits.
pub(crate) const TOKEN_MODIFIERS: &[SemanticTokenModifier] = &[
    SemanticTokenModifier::DECLARATION,
    SemanticTokenModifier::DOCUMENTATION,
    SemanticTokenModifier::DEFAULT_LIBRARY,
];

/// Capabilities of the server.
pub(crate) fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let none = WorkDoneProgressOptions::default;
    let texts = |texts: &[&str]| Some(texts.iter().map(|text| (*text).to_owned()).collect());
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync())),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: texts(&["\\", ".", "\"", "/"]),
            completion_item: Some(CompletionOptionsCompletionItem {
                label_details_support: Some(true),
            }),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: texts(&["(", ","]),
            retrigger_characters: texts(&[")"]),
            work_done_progress_options: none(),
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR_REWRITE,
            ]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: none(),
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.iter().map(|name| (*name).to_owned()).collect(),
            work_done_progress_options: WorkDoneProgressOptions { work_done_progress: Some(true) },
        }),
        semantic_tokens_provider: Some(semantic_tokens().into()),
        inlay_hint_provider: Some(OneOf::Left(true)),
        workspace: Some(workspace()),
        ..ServerCapabilities::default()
    }
}

fn sync() -> TextDocumentSyncOptions {
    TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        ..TextDocumentSyncOptions::default()
    }
}

fn semantic_tokens() -> SemanticTokensOptions {
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: TOKEN_TYPES.to_vec(),
            token_modifiers: TOKEN_MODIFIERS.to_vec(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Bool(true)),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

fn workspace() -> WorkspaceServerCapabilities {
    WorkspaceServerCapabilities {
        workspace_folders: Some(WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(OneOf::Left(true)),
        }),
        file_operations: None,
    }
}
