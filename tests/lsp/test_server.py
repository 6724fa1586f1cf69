"""Each feature of the language server, asked for by a client on files."""

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from conftest import FILES, PROGRAM, ROOT

#: No test waits longer for what the server does by itself.
PATIENCE = 30


async def until(condition):
    """Waits until something holds."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < PATIENCE
        await asyncio.sleep(0.01)


class File:
    """An open file."""

    def __init__(self, client, path):
        self.client = client
        self.path = path
        self.uri = path.as_uri()
        self.text = path.read_text(encoding="utf-8")
        self.version = 1
        self.id = types.TextDocumentIdentifier(uri=self.uri)
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(
                    uri=self.uri, language_id="upstar", version=1, text=self.text
                )
            )
        )

    def at(self, needle, offset=0):
        """The position of a piece of the text."""
        before = self.text[: self.text.index(needle) + offset]
        column = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        return types.Position(line=before.count("\n"), character=column)

    def whole(self):
        return types.Range(start=types.Position(0, 0), end=types.Position(9999, 0))

    def params(self, kind, needle, offset=0, **more):
        return kind(text_document=self.id, position=self.at(needle, offset), **more)

    def type(self, needle, new):
        """Replaces a piece of the text."""
        start = self.at(needle)
        end = self.at(needle, len(needle))
        change = types.TextDocumentContentChangePartial(
            range=types.Range(start=start, end=end), text=new
        )
        self.text = self.text.replace(needle, new, 1)
        self.version += 1
        self.client.diagnostics.pop(self.uri, None)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(
                    uri=self.uri, version=self.version
                ),
                content_changes=[change],
            )
        )

    async def problems(self):
        await until(lambda: self.uri in self.client.diagnostics)
        return self.client.diagnostics[self.uri]

    def slice(self, range):
        lines = self.text.split("\n")
        assert range.start.line == range.end.line
        return lines[range.start.line][range.start.character : range.end.character]

    async def command(self, name, **fields):
        return await self.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command=name, arguments=[{"uri": self.uri, **fields}])
        )


def place(position):
    return {"line": position.line, "character": position.character}


@pytest.mark.asyncio
async def test_problems_have_codes_and_fixes(client, folder):
    file = File(client, folder / "broken.game")
    problems = await file.problems()
    assert [problem.code for problem in problems] == ["G0201", "G0101", "G0101", "G0102"]
    assert "did you mean `nimber`?" in problems[0].message
    for problem, fixed in zip(problems, ["nimber", "2**3", ":=", ")"]):
        actions = await client.text_document_code_action_async(
            types.CodeActionParams(
                text_document=file.id,
                range=problem.range,
                context=types.CodeActionContext(diagnostics=[problem]),
            )
        )
        edits = [
            action.edit.changes[file.uri][0]
            for action in actions
            if action.kind == types.CodeActionKind.QuickFix
        ]
        assert fixed in [edit.new_text for edit in edits], (problem.message, edits)
    file.type("nimbr", "nimber")
    assert [problem.code for problem in await file.problems()] == ["G0101", "G0101", "G0102"]


@pytest.mark.asyncio
async def test_used_files_are_those_in_the_editor(client, folder):
    homework = File(client, folder / "homework.game")
    assert list(await homework.problems()) == []
    shapes = File(client, folder / "shapes.game")
    assert list(await shapes.problems()) == []
    client.diagnostics.clear()
    shapes.type("double(x)", "twice(x)")
    await until(lambda: client.diagnostics.get(homework.uri))
    assert [problem.code for problem in client.diagnostics[homework.uri]] == ["G0201", "G0201"]
    client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=shapes.id))
    await until(lambda: list(client.diagnostics.get(homework.uri, [0])) == [])


@pytest.mark.asyncio
async def test_completion(client, folder):
    file = File(client, folder / "homework.game")
    file.type("nimber(Pairs(5))", "dou")
    found = await client.text_document_completion_async(
        file.params(types.CompletionParams, "dou\n", 3)
    )
    assert found.items[0].label == "double" and found.items[0].detail == "double(x)"
    file.type("dou\n", "cano\n")
    found = await client.text_document_completion_async(
        file.params(types.CompletionParams, "cano\n", 4)
    )
    item = await client.completion_item_resolve_async(found.items[0])
    assert item.label == "canonical" and "canonical form" in item.documentation.value
    file.type("cano\n", "\\up\n")
    found = await client.text_document_completion_async(
        file.params(types.CompletionParams, "\\up\n", 3)
    )
    assert [(item.label, item.text_edit.new_text) for item in found.items] == [("\\up", "↑")]
    file.type('use "shapes.game"', 'use "')
    found = await client.text_document_completion_async(
        file.params(types.CompletionParams, 'use "', 5)
    )
    assert [item.label for item in found.items] == sorted(FILES)


@pytest.mark.asyncio
async def test_hover_and_signatures(client, folder):
    file = File(client, folder / "homework.game")
    own = await client.text_document_hover_async(file.params(types.HoverParams, "double(G)"))
    assert "double(x)" in own.contents.value and "Twice as much." in own.contents.value
    standard = await client.text_document_hover_async(file.params(types.HoverParams, "nimber("))
    assert "nimber(G)" in standard.contents.value
    word = await client.text_document_hover_async(file.params(types.HoverParams, "check double"))
    assert "holds" in word.contents.value
    nothing = await client.text_document_hover_async(file.params(types.HoverParams, "// Values"))
    assert nothing is None
    file.type("double(G)   //=", "cool(G, ")
    help = await client.text_document_signature_help_async(
        file.params(types.SignatureHelpParams, "cool(G, ", 8)
    )
    [signature] = help.signatures
    start, end = signature.parameters[help.active_parameter].label
    assert signature.label[start:end] == "t"


@pytest.mark.asyncio
async def test_definitions_and_references(client, folder):
    file = File(client, folder / "homework.game")
    shapes = (folder / "shapes.game").as_uri()
    found = await client.text_document_definition_async(
        file.params(types.DefinitionParams, "Pairs(5)")
    )
    assert (found.uri, found.range.start) == (shapes, types.Position(4, 5))
    found = await client.text_document_definition_async(
        file.params(types.DefinitionParams, "shapes.game")
    )
    assert found.uri == shapes
    file.type("nimber(Pairs(5))", "Nim(3)")
    found = await client.text_document_definition_async(file.params(types.DefinitionParams, "Nim"))
    assert found.uri.endswith("/heaps.game") and found.range.start.line > 0
    found = await client.text_document_references_async(
        file.params(
            types.ReferenceParams,
            "double(G)",
            context=types.ReferenceContext(include_declaration=True),
        )
    )
    assert sorted(place.uri.rpartition("/")[2] for place in found) == [
        "homework.game",
        "homework.game",
        "shapes.game",
    ]
    marks = await client.text_document_document_highlight_async(
        file.params(types.DocumentHighlightParams, "G :=")
    )
    assert [file.slice(mark.range) for mark in marks] == ["G"] * 4


@pytest.mark.asyncio
async def test_renaming_across_files(client, folder):
    file = File(client, folder / "homework.game")
    ready = await client.text_document_prepare_rename_async(
        file.params(types.PrepareRenameParams, "double(G)", 2)
    )
    assert ready.placeholder == "double"
    edit = await client.text_document_rename_async(
        file.params(types.RenameParams, "double(G)", new_name="twice")
    )
    edited = {uri.rpartition("/")[2]: len(edits) for uri, edits in edit.changes.items()}
    assert edited == {"homework.game": 2, "shapes.game": 1}
    for name, reason in [
        ("mean", "a name of the language"),
        ("Nim", "a name of the library"),
        ("game", "reserved"),
        ("G", "taken"),
        ("1x", "no name"),
    ]:
        with pytest.raises(JsonRpcException, match=reason):
            await client.text_document_rename_async(
                file.params(types.RenameParams, "double(G)", new_name=name)
            )
    with pytest.raises(JsonRpcException, match="a name of the language"):
        await client.text_document_prepare_rename_async(
            file.params(types.PrepareRenameParams, "nimber(")
        )


@pytest.mark.asyncio
async def test_outlines(client, folder):
    file = File(client, folder / "homework.game")
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=file.id)
    )
    assert [symbol.name for symbol in symbols] == ["G", "Ups"]
    assert [child.name for child in symbols[1].children] == ["double(G) == ⇑", "G == *"]
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="pair"))
    assert [symbol.name for symbol in found] == ["Pairs"]
    folds = await client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=file.id)
    )
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(2, 3), (8, 10)]


@pytest.mark.asyncio
async def test_formatting(client, folder):
    file = File(client, folder / "homework.game")
    file.type("G := <0,*|*>", "G:=<0,*|*>")
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=file.id,
            options=types.FormattingOptions(tab_size=2, insert_spaces=True),
        )
    )
    first = [edit for edit in edits if edit.range.start.line == 4]
    assert [edit.new_text.startswith("G := <") for edit in first] == [True]


@pytest.mark.asyncio
async def test_colours(client, folder):
    file = File(client, folder / "homework.game")
    legend = types.SemanticTokensLegend
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=file.id)
    )
    kinds = [
        "keyword", "number", "enumMember", "string", "comment", "operator", "variable", "parameter",
        "function", "class", "typeParameter",
    ]
    line = column = 0
    shown = []
    for at in range(0, len(tokens.data), 5):
        down, right, length, kind, bits = tokens.data[at : at + 5]
        line, column = line + down, right if down else column + right
        start, end = types.Position(line, column), types.Position(line, column + length)
        shown.append((file.slice(types.Range(start, end)), kinds[kind], bits))
    for token in [
        ("use", "keyword", 0),
        ('"shapes.game"', "string", 0),
        ("// Values", "comment", 0),
        ("G", "variable", 1),
        ("double", "function", 0),
        ("nimber", "function", 4),
        ("Pairs", "class", 0),
        ("⇑", "enumMember", 0),
    ]:
        assert token in shown, (token, shown)


@pytest.mark.asyncio
async def test_values_are_shown_and_written(client, folder):
    file = File(client, folder / "homework.game")
    params = types.InlayHintParams(text_document=file.id, range=file.whole())
    assert list(await client.text_document_inlay_hint_async(params)) == []
    await until(lambda: client.refreshes > 0)
    [hint] = await client.text_document_inlay_hint_async(params)
    assert (hint.position.line, hint.label) == (5, "⇑")
    answer = await file.command("upstar.values", show=True)
    assert answer["shown"] is True
    client.refreshes = 0
    await client.text_document_inlay_hint_async(params)
    await until(lambda: client.refreshes > 0)
    hints = await client.text_document_inlay_hint_async(params)
    assert [hint.label for hint in hints] == ["⇑", "= 2"]
    await file.command("upstar.write", position=place(file.at("double(G)")))
    [edit] = client.edits
    assert edit.changes[file.uri][0].new_text.strip() == "⇑"


@pytest.mark.asyncio
async def test_lenses_run_and_check(client, folder):
    file = File(client, folder / "homework.game")
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(text_document=file.id))
    titles = [(lens.range.start.line, lens.command.title) for lens in lenses]
    assert titles == [(0, "check all 2"), (5, "run"), (6, "run"), (8, "check")]
    for lens in lenses:
        answer = await client.workspace_execute_command_async(
            types.ExecuteCommandParams(
                command=lens.command.command, arguments=lens.command.arguments
            )
        )
        assert answer["errors"] == []
        if lens.command.title.startswith("check"):
            assert [check["verdict"] for check in answer["checks"]] == ["passed", "failed"]
        else:
            assert len(answer["values"]) == 1
    await until(lambda: [one.code for one in client.diagnostics.get(file.uri, [])] == ["G0701"])
    assert any("1 of 2 checks hold" in message.message for message in client.messages)
    answer = await file.command("upstar.explain", position=place(file.at("double(G)")))
    assert answer["values"][0]["value"]["kind"] == "explanation"
    answer = await file.command("upstar.draw", position=place(file.at("nimber(Pairs")))
    assert answer["values"][0]["value"]["text"] == "2"


@pytest.mark.asyncio
async def test_long_computations_do_not_block_and_are_cancelled(client, folder):
    file = File(client, folder / "homework.game")
    file.type("nimber(Pairs(5))", "n := 0\nwhile true { n := n + 1 }\nn")
    running = asyncio.ensure_future(
        file.command("upstar.run", position=place(file.at("n\n\nexercise")))
    )
    begun = time.monotonic()
    await client.text_document_hover_async(file.params(types.HoverParams, "double(G)"))
    assert time.monotonic() - begun < 5
    await until(lambda: client.progress_reports)
    [token] = client.progress_reports
    client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token=token))
    with pytest.raises(JsonRpcException, match="cancelled"):
        await running


@pytest.mark.asyncio
async def test_every_example_is_read_without_an_error(client, folder):
    for path in sorted((ROOT / "examples").rglob("*.game")):
        if "answers" in path.parts:
            continue
        file = File(client, path)
        problems = await file.problems()
        severe = [one for one in problems if one.severity == types.DiagnosticSeverity.Error]
        assert severe == [], path
        await client.text_document_document_symbol_async(
            types.DocumentSymbolParams(text_document=file.id)
        )
        await client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(text_document=file.id)
        )


def message(body):
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def test_a_client_that_dies_ends_the_server():
    server = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    server.stdin.write(
        message(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
    )
    server.stdin.flush()
    assert server.stdout.readline().startswith(b"Content-Length")
    server.stdin.close()
    assert server.wait(timeout=PATIENCE) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_parent_that_is_gone_ends_the_server():
    parent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    server = subprocess.Popen([PROGRAM, "lsp", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    body = (
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":%d}}'
        % parent.pid
    )
    server.stdin.write(message(body))
    server.stdin.flush()
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    assert server.wait(timeout=PATIENCE) == 1


def test_what_is_no_message_ends_the_server():
    for bad in [b"hello\r\n\r\n", message(b"{"), message(b"[]"), b"Content-Length: x\r\n\r\n"]:
        server = subprocess.run(
            [PROGRAM, "lsp"], input=bad, capture_output=True, timeout=PATIENCE
        )
        assert server.returncode == 1 and b"panicked" not in server.stderr, bad
