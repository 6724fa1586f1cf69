// The book as data for its page: the Markdown of docs/book becomes blocks and pieces of text, so that the
// page makes elements of them and never reads HTML.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { marked } from "marked";

const source = fileURLToPath(new URL("../docs/book/src", import.meta.url));
const target = fileURLToPath(new URL("public/book", import.meta.url));

/** The pages in order, as [title, path, part]. */
function contents() {
  const pages = [];
  let part = "";
  for (const line of readFileSync(join(source, "SUMMARY.md"), "utf8").split("\n")) {
    const heading = /^# (.+)$/.exec(line);
    if (heading && heading[1] !== "Summary") part = heading[1];
    const link = /\[(.+)\]\((.+)\.md\)/.exec(line);
    if (link) pages.push({ title: plain(marked.lexer(link[1])), path: link[2], part, inner: /^\s+-/.test(line) });
  }
  return pages;
}

const plain = (tokens) => tokens.map((token) => (token.tokens ? plain(token.tokens) : (token.text ?? ""))).join("");
const unescaped = (text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
const id = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");

/** Where a link of a page leads: a page of the book, or elsewhere in the repository. */
function href(link, page) {
  if (/^(https?:|#)/.test(link)) return link;
  const [path, hash = ""] = link.split("#");
  const there = normalize(join(dirname(page), path));
  return there.endsWith(".md") && !there.startsWith("..") ? `#${there.slice(0, -3)}${hash && `~${hash}`}` : null;
}

function pieces(tokens, page) {
  return tokens.flatMap((token) => {
    switch (token.type) {
      case "codespan":
        return [{ code: unescaped(token.text) }];
      case "strong":
        return [{ strong: pieces(token.tokens, page) }];
      case "em":
        return [{ em: pieces(token.tokens, page) }];
      case "link":
        return [{ link: pieces(token.tokens, page), href: href(token.href, page) }];
      case "image":
        return [{ image: normalize(join(dirname(page), token.href)), about: unescaped(token.text) }];
      case "br":
        return ["\n"];
      case "escape":
        return [unescaped(token.text)];
      default:
        return token.tokens ? pieces(token.tokens, page) : [unescaped(token.text ?? token.raw)];
    }
  });
}

function blocks(tokens, page) {
  return tokens.flatMap((token) => {
    switch (token.type) {
      case "heading":
        return [{ kind: "heading", level: token.depth, id: id(plain(token.tokens)), pieces: pieces(token.tokens, page) }];
      case "paragraph":
      case "text":
        return [{ kind: "paragraph", pieces: pieces(token.tokens ?? [token], page) }];
      case "code":
        return [{ kind: "code", language: token.lang ?? "", text: token.text }];
      case "list":
        return [{ kind: "list", ordered: token.ordered, items: token.items.map((item) => blocks(item.tokens, page)) }];
      case "table":
        return [
          {
            kind: "table",
            header: token.header.map((cell) => pieces(cell.tokens, page)),
            rows: token.rows.map((row) => row.map((cell) => pieces(cell.tokens, page))),
          },
        ];
      case "blockquote":
        return [{ kind: "quote", blocks: blocks(token.tokens, page) }];
      default:
        return [];
    }
  });
}

rmSync(target, { recursive: true, force: true });
const pages = contents();
for (const { path } of pages) {
  const file = join(target, `${path}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(blocks(marked.lexer(readFileSync(join(source, `${path}.md`), "utf8")), path)));
}
writeFileSync(join(target, "contents.json"), JSON.stringify(pages));
cpSync(join(source, "reference/pictures"), join(target, "reference/pictures"), { recursive: true });
