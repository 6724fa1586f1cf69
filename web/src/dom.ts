// Elements and their contents. Texts become text nodes: nothing here reads HTML.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

/** An element; attributes that are functions listen to the event of their name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  add(element, ...children);
  return element;
}

export function add(element: Element | DocumentFragment, ...children: Child[]) {
  for (const child of children) if (child) element.append(child);
}

export function set(element: Element, ...children: Child[]) {
  element.replaceChildren();
  add(element, ...children);
}

/** How what can have the focus is known again after it was drawn anew: by the first of these that it has, or by its words. */
const MARKS = ["data-place", "data-move", "data-node", "data-name", "aria-label", "name"];

function markOf(one: Element): { mark: string; value: string } {
  const mark = MARKS.find((name) => one.hasAttribute(name));
  return mark ? { mark, value: one.getAttribute(mark)! } : { mark: "", value: one.textContent ?? "" };
}

/** Draws a part of the page anew: what had the focus has it again, or the first of its kind. Returns false where there is none. */
export function keepFocus(place: Element, draw: () => void): boolean {
  const root = place.getRootNode() as Document | ShadowRoot;
  const before = root.activeElement;
  if (!before || !place.contains(before)) {
    draw();
    return true;
  }
  const { mark, value } = markOf(before);
  const figure = before.closest("[data-figure]")?.getAttribute("data-figure");
  draw();
  if (root.activeElement === before) return true;
  const within = (figure && place.querySelector(`[data-figure="${figure}"]`)) || place;
  const same = [...within.querySelectorAll<HTMLElement | SVGElement>(mark ? `[${mark}]` : before.localName)].filter(
    (one) => markOf(one).mark === mark,
  );
  const there = same.find((one) => markOf(one).value === value) ?? (mark.startsWith("data-") ? same[0] : undefined);
  there?.focus({ preventScroll: true });
  return there !== undefined;
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of a picture. */
export function shape(name: string, attributes: Record<string, string | number> = {}, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** An icon of 16 by 16, drawn by one path. */
export function icon(path: keyof typeof ICONS): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "i");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", ICONS[path]);
  svg.append(line);
  return svg;
}

const ICONS = {
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3",
  open: "M2.5 12.5v-9h4l1.5 2h5.5v7z",
  save: "M8 2.5v7.5M5 7.5l3 3 3-3M3 13.5h10",
  link: "M6.5 9.5l3-3M7 5l1.6-1.6a2.6 2.6 0 0 1 3.9 3.9L11 9M9 11l-1.6 1.6a2.6 2.6 0 0 1-3.9-3.9L5 7",
  down: "M4.5 6.5L8 10l3.5-3.5",
  run: "M5 3.5l7 4.5-7 4.5z",
  stop: "M4 4h8v8H4z",
  plus: "M8 3.5v9M3.500 8h9",
  cycle: "M12.500 6A5 5 0 1 0 13 8.500M12.500 2.500V6H9",
  minus: "M3.500 8h9",
  warn: "M8 2.5l6 11H2zM8 7v3M8 11.8v.1",
  up: "M4.5 9.5L8 6l3.5 3.5",
  bin: "M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9",
  undo: "M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7M3 6.5L6 3.500M3 6.500L6 9.500",
  redo: "M13 6.500H6.500a3.500 3.500 0 0 0 0 7H9M13 6.500L10 3.500M13 6.500L10 9.500",
  prev: "M10 3.500L5.500 8 10 12.500",
  next: "M6 3.500L10.500 8 6 12.500",
  light:
    "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.500 3.500l1 1M11.500 11.500l1 1M12.500 3.500l-1 1M4.500 11.500l-1 1",
  close: "M4 4l8 8M12 4l-8 8",
  cells: "M2.500 3.500h11v4h-11zM2.500 10h11v3h-11z",
  tree: "M8 3v3M8 6l-4 4M8 6l4 4M4 10v3M12 10v3",
  stones: "M5.500 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM10.500 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  tick: "M3 8.500l3.500 3.500L13 4.500",
  book: "M8 4.500C6.500 3.300 4.500 3 2.500 3v9c2 0 4 .3 5.500 1.500 1.500-1.200 3.500-1.500 5.500-1.500V3c-2 0-4 .3-5.500 1.500zM8 4.500v9",
  star: "M8 2.500l1.700 3.500 3.800.5-2.800 2.700.7 3.800L8 11.200 4.600 13l.7-3.800L2.500 6.500 6.300 6z",
  flag: "M4.500 14V2.500M4.500 3h7l-1.500 2.500 1.500 2.500h-7",
  flame: "M8 2c.5 3 3.500 4 3.500 7.500a3.500 3.500 0 0 1-7 0C4.500 7.500 5.500 7 6 5.500 7 6 7.500 6.500 7.500 7.500 8.500 6 8.500 4 8 2z",
  back: "M6.500 4L3 7.500 6.500 11M3 7.500h6a3.500 3.500 0 0 1 0 7H8",
  bulb: "M6.500 13.500h3M6 11.500c0-1.500-2-2.500-2-5a4 4 0 0 1 8 0c0 2.500-2 3.500-2 5z",
  why: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.300 6.300A1.800 1.800 0 1 1 8 8.500v.8M8 11.200v.1",
  swap: "M3 5.500h9.500M10 3l2.500 2.500L10 8M13 10.500H3.500M6 8l-2.500 2.500L6 13",
  ring: "M8 12.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9z",
  cut: "M4.500 6.200a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zM4.500 13.200a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zM5.900 5.600L13.500 12M5.900 10.400L13.500 4",
  pen: "M3 13l.7-3L10.500 3.200l2.300 2.300L6 12.300z",
  gear: "M8 10.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2M3.400 3.400l1.400 1.400M11.200 11.200l1.400 1.400M12.600 3.400l-1.400 1.400M4.800 11.200l-1.400 1.400",
} as const;

export interface ButtonOptions {
  icon?: keyof typeof ICONS;
  kind?: string;
  label?: string;
  title?: string;
}

export function button(text: string, options: ButtonOptions, click: () => void): HTMLButtonElement {
  const { kind = "", label, title } = options;
  return h(
    "button",
    { type: "button", class: `btn ${kind}`.trim(), "aria-label": label, title, click },
    options.icon && icon(options.icon),
    text,
  );
}

/** The part of a bar that is full. */
export function bar(part: number): HTMLElement {
  const full = h("i");
  full.style.width = `${100 * part}%`;
  return full;
}

/** Scrolls to what is out of sight; to the beginning of what is long. */
export function reveal(element: Element | null | undefined) {
  if (!element) return;
  const { top, height } = element.getBoundingClientRect();
  const isLong = height > innerHeight / 2;
  if (isLong && top >= 0 && top < innerHeight / 2) return;
  element.scrollIntoView({ block: isLong ? "start" : "nearest" });
}

/** Says something to screen readers. */
export function say(text: string) {
  const place = document.getElementById("said");
  if (place) place.textContent = text;
}

/** Offers a file to be kept. */
export function download(name: string, text: BlobPart, type = "text/plain;charset=utf-8") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Remembers a small thing, such as a setting, where there is room. */
export function remember(key: string, text: string) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Then it is asked again next time.
  }
}
