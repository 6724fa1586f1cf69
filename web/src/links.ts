// Data in links: compressed JSON, bounded when it unfolds.

/** What a link may unfold to. */
const MOST_UNFOLDED = 1_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, by: TransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_UNFOLDED) throw new Error("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Data as text that can stand in an address. */
export async function packed(data: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  const shrunk = await through(bytes, new CompressionStream("deflate-raw"));
  const text = Array.from(shrunk, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The data of such a text; undefined when it is none. */
export async function unpacked(link: string): Promise<unknown> {
  try {
    const text = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(
      Uint8Array.from(text, (c) => c.charCodeAt(0)),
      new DecompressionStream("deflate-raw"),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
