// A drawn game tree that can be enlarged: by buttons, by the keys + - 0, and by the wheel with Ctrl.
import { button, h } from "../dom";

const [LEAST, MOST, STEP] = [0.1, 4, 1.25];
/** Small trees are not enlarged more than that by themselves. */
const LARGEST_FIT = 1.75;

/** The picture in a window of its own, with buttons for its size. */
export function zoomed(picture: SVGSVGElement): Node[] {
  const [width, height] = [Number(picture.getAttribute("width")), Number(picture.getAttribute("height"))];
  const view = h(
    "div",
    { class: "treeview", tabindex: 0, role: "group", "aria-label": "Game tree: + and - change its size, arrow keys move it" },
    picture,
  );
  const said = h("span", { class: "muted small", role: "status" });
  let scale = 1;
  const show = (next: number, x = view.clientWidth / 2, y = view.clientHeight / 2) => {
    const before = scale;
    scale = Math.min(MOST, Math.max(LEAST, next));
    picture.setAttribute("width", String(width * scale));
    picture.setAttribute("height", String(height * scale));
    said.textContent = `${Math.round(scale * 100)} %`;
    // What is at this place stays there.
    view.scrollLeft = ((view.scrollLeft + x) * scale) / before - x;
    view.scrollTop = ((view.scrollTop + y) * scale) / before - y;
  };
  const fit = () => {
    // A tree that has not been laid out yet has no room to be fitted into.
    const room = view.clientWidth > 0 ? Math.min(view.clientWidth / width, (innerHeight * 0.6) / height) : 1;
    show(Math.min(LARGEST_FIT, room));
  };
  view.addEventListener("keydown", ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey) return;
    if (key === "+" || key === "=") show(scale * STEP);
    else if (key === "-") show(scale / STEP);
    else if (key === "0") fit();
  });
  view.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const box = view.getBoundingClientRect();
      show(scale * (event.deltaY < 0 ? STEP : 1 / STEP), event.clientX - box.left, event.clientY - box.top);
    },
    { passive: false },
  );
  requestAnimationFrame(fit);
  return [
    view,
    h(
      "div",
      { class: "row zoom", role: "group", "aria-label": "Size of the game tree" },
      button("", { kind: "icon line", icon: "minus", label: "Smaller" }, () => show(scale / STEP)),
      button("", { kind: "icon line", icon: "plus", label: "Larger" }, () => show(scale * STEP)),
      button("Fit", { kind: "sm line" }, fit),
      said,
    ),
  ];
}
