"""The language for Pygments, by the tokens that the language itself finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Literal, Name, Number, String, Text, _TokenType

from . import _upstar

_TOKENS = {
    "number": Number,
    "game": Literal,
    "text": String,
    "name": Name,
    "keyword": Keyword,
    "comment": Comment,
    "bad": Error,
    "plain": Text,
}


class UpstarLexer(Lexer):
    """A lexer for Upstar.

    >>> from pygments.token import Keyword
    >>> (Keyword, "check") in UpstarLexer().get_tokens("check 1 < 2")
    True
    """

    name = "Upstar"
    aliases: ClassVar[list[str]] = ["upstar"]
    filenames: ClassVar[list[str]] = ["*.game"]
    mimetypes: ClassVar[list[str]] = ["text/x-upstar"]

    def get_tokens_unprocessed(self, text: str, *_: Any) -> Iterator[tuple[int, _TokenType, str]]:
        at = 0
        for start, end, role in _upstar.highlight(text):
            if at < start:
                yield at, Text, text[at:start]
            yield start, _TOKENS[role], text[start:end]
            at = end
        if at < len(text):
            yield at, Text, text[at:]
