// The book: its pages as elements, with blocks that run.
import { add, button, h, set } from "../dom";
import { begin, build, helpOnly, newEngine } from "../shell";
import { Block as RunBlock } from "./block";

/** What build-book.mjs makes of the Markdown. */
type Piece =
  | string
  | { code: string }
  | { strong: Piece[] }
  | { em: Piece[] }
  | { link: Piece[]; href: string | null }
  | { image: string; about: string };
type Block =
  | { kind: "heading"; level: number; id: string; pieces: Piece[] }
  | { kind: "paragraph"; pieces: Piece[] }
  | { kind: "code"; language: string; text: string }
  | { kind: "list"; ordered: boolean; items: Block[][] }
  | { kind: "table"; header: Piece[][]; rows: Piece[][][] }
  | { kind: "quote"; blocks: Block[] };

interface Entry {
  title: string;
  path: string;
  part: string;
  inner: boolean;
}

/** Builds the page and answers its readers. */
async function start() {
  const engine = newEngine();
  const toc = h("nav", { class: "toc", "aria-label": "Contents" });
  const small = h("details", { class: "mtoc" });
  const page = h("article", { class: "page", tabindex: -1 });
  const onPage = h("nav", { class: "onpage", "aria-label": "On this page" });
  let contents: Entry[] = [];
  let shown = "";

  const read = async <T>(path: string) => (await (await fetch(new URL(`book/${path}.json`, document.baseURI))).json()) as T;

  function pieces(all: Piece[]): Node[] {
    return all.map((piece) => {
      if (typeof piece === "string") return document.createTextNode(piece);
      if ("code" in piece) return h("code", {}, piece.code);
      if ("strong" in piece) return h("strong", {}, ...pieces(piece.strong));
      if ("em" in piece) return h("em", {}, ...pieces(piece.em));
      if ("image" in piece) return h("img", { src: `book/${piece.image}`, alt: piece.about, loading: "lazy" });
      // A link into the repository has no page here.
      return piece.href === null ? h("span", {}, ...pieces(piece.link)) : h("a", { href: piece.href }, ...pieces(piece.link));
    });
  }

  function element(block: Block): Node {
    switch (block.kind) {
      case "heading":
        return h(`h${Math.min(block.level, 4)}` as "h2", { id: block.id, tabindex: -1 }, ...pieces(block.pieces));
      case "paragraph":
        return h("p", {}, ...pieces(block.pieces));
      case "code":
        return block.language === "game"
          ? new RunBlock(engine, block.text).element
          : h("pre", { class: "plain-code", tabindex: 0 }, block.text);
      case "list":
        return h(block.ordered ? "ol" : "ul", {}, ...block.items.map((item) => h("li", {}, ...item.map(element))));
      case "table":
        return h(
          "div",
          { class: "tablebox", tabindex: 0, role: "group", "aria-label": "Table" },
          h(
            "table",
            { class: "rows" },
            h("thead", {}, h("tr", {}, ...block.header.map((cell) => h("th", { scope: "col" }, ...pieces(cell))))),
            h("tbody", {}, ...block.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...pieces(cell)))))),
          ),
        );
      case "quote":
        return h("blockquote", {}, ...block.blocks.map(element));
    }
  }

  function list(): Node[] {
    const found: Node[] = [];
    let part = "";
    for (const entry of contents) {
      // Pages of errors are reached from the page that lists them.
      if (entry.inner) continue;
      if (entry.part !== part) found.push(h("h2", {}, (part = entry.part)));
      found.push(h("a", { href: `#${entry.path}`, "aria-current": entry.path === shown ? "page" : null }, entry.title));
    }
    return found;
  }

  /** Shows the page that the address names, and the place on it. */
  async function show(focus: boolean) {
    const [path = "", place] = decodeURIComponent(location.hash.slice(1)).split("~");
    const entry = contents.find((one) => one.path === path) ?? (path === "" ? contents[0] : undefined);
    if (!entry) {
      // A place on the page that is shown.
      const there = document.getElementById(path);
      if (there) return there.scrollIntoView();
      if (shown !== "") return;
    }
    const next = entry ?? contents[0]!;
    if (next.path !== shown) {
      const blocks = await read<Block[]>(next.path);
      shown = next.path;
      document.title = `${next.title} · Upstar`;
      const at = contents.indexOf(next);
      const to = (other: Entry | undefined, words: string) =>
        other ? h("a", { href: `#${other.path}` }, h("small", {}, words), other.title) : h("span");
      set(
        page,
        ...blocks.map(element),
        h("nav", { class: "pager", "aria-label": "Pages" }, to(contents[at - 1], "Before"), to(contents[at + 1], "Next")),
      );
      set(toc, ...list());
      set(small, h("summary", {}, next.title), ...list());
      small.open = false;
      const headings = blocks.filter((block) => block.kind === "heading" && block.level === 2) as Extract<Block, { kind: "heading" }>[];
      set(
        onPage,
        headings.length > 0 ? h("h2", {}, "On this page") : null,
        ...headings.map((one) => h("a", { href: `#${next.path}~${one.id}` }, ...pieces(one.pieces))),
      );
      if (!place) window.scrollTo(0, 0);
      if (focus) page.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      toc.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    }
    if (place) document.getElementById(place)?.scrollIntoView();
  }

  build(
    "book",
    engine,
    () => helpOnly(engine, "book"),
    h("div", { class: "book" }, toc, h("div", { class: "middle" }, small, page), onPage),
  );
  const top = button("Top", { kind: "line sm totop", icon: "up" }, () => window.scrollTo(0, 0));
  // Where all is in sight it would only cover the text.
  const showTop = () => (top.hidden = scrollY < innerHeight / 2);
  window.addEventListener("scroll", showTop, { passive: true });
  showTop();
  add(document.body, top);
  contents = await read<Entry[]>("contents");
  await show(false);
  window.addEventListener("hashchange", () => void show(true));
  begin(engine, () => {});
}

await start();
