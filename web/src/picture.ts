// Pictures of the engine as elements of the page. Only shapes and their measures are taken over, and the
// colours come from the style sheet, so that a picture is as light or as dark as the page.

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(["path", "circle", "rect", "text", "line", "polygon"]);
const MEASURES = new Set([
  "d",
  "cx",
  "cy",
  "r",
  "x",
  "y",
  "width",
  "height",
  "points",
  "x1",
  "x2",
  "y1",
  "y2",
  "stroke-width",
  "stroke-linejoin",
  "stroke-linecap",
  "stroke-dasharray",
  "font-size",
  "text-anchor",
  "textLength",
]);
/** Classes of the engine: what is filled and what is drawn, in which ink. */
const INK = /^[fs]-[a-z]+$/;

/** The picture with a text for those who cannot see it; none when it is not one. */
export function picture(source: string, about: string): SVGSVGElement | null {
  const file = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  if (file.nodeName !== "svg") return null;
  const width = Number(file.getAttribute("width"));
  const height = Number(file.getAttribute("height"));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "picture");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", about);
  for (const shape of file.children) {
    if (!SHAPES.has(shape.nodeName) || (shape.classList.contains("f-paper") && shape.nodeName === "rect")) continue;
    const copy = document.createElementNS(SVG, shape.nodeName);
    for (const { name, value } of shape.attributes) if (MEASURES.has(name)) copy.setAttribute(name, value);
    const inks = [...shape.classList].filter((one) => INK.test(one));
    if (inks.length > 0) copy.setAttribute("class", inks.join(" "));
    for (const [kind, letter] of [
      ["fill", "f"],
      ["stroke", "s"],
    ] as const) {
      if (!inks.some((one) => one.startsWith(letter))) copy.setAttribute(kind, "none");
    }
    if (shape.nodeName === "text") copy.textContent = shape.textContent;
    svg.append(copy);
  }
  return svg;
}
