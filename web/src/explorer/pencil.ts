// What a pointer does on figures that are edited: a stroke over cells paints them, a line between vertices is an edge.
import type { Place } from "../clicks";
import { shape } from "../dom";
import type { Figure } from "../protocol";
import type { Drawing } from "./editing";

type Graph = Extract<Figure, { kind: "graph" }>;
interface Point {
  x: number;
  y: number;
}

export interface Hand {
  isOn: () => boolean;
  drawing: (part: number, figure: number) => Drawing | null;
  /** Paints places; `isOut` says that the stroke has left their figure. */
  paint: (places: readonly Place[], isOut: boolean) => void;
  draw: () => void;
}

/** Room to draw in, at least; the margin around a figure; how near a vertex is meant. */
const [WIDE, HIGH, MARGIN, NEAR] = [340, 260, 12, 26];

export class Pencil {
  private under: { part: number; figure: number; places: Set<number> } | undefined;
  private edge: { part: number; figure: number; from: number; start: Point; line: SVGElement; svg: SVGSVGElement } | undefined;
  /** Where vertices were put, by their names, and the graph that is drawn. */
  private readonly put = new Map<number, Point>();
  private graph: Graph | undefined;

  constructor(
    private readonly stage: HTMLElement,
    private readonly hand: Hand,
  ) {
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerup", (event) => this.up(event));
    stage.addEventListener("pointercancel", () => this.cancel());
  }

  /** The cells under the stroke. */
  stroke(part: number, figure: number): ReadonlySet<number> {
    return this.under?.part === part && this.under.figure === figure ? this.under.places : new Set();
  }

  /** Whether a stroke or an edge is under way: then what is under the pointer stays. */
  get isBusy() {
    return this.under !== undefined || this.edge !== undefined;
  }

  /** Forgets where vertices were put. */
  clear() {
    this.put.clear();
    this.graph = undefined;
    this.under = undefined;
  }

  /** The graph with its vertices where the reader has put them, and with room around. */
  placed(figure: Graph): Graph {
    const width = Math.max(WIDE, figure.width);
    const height = Math.max(HIGH, figure.height);
    const [right, down] = [(width - figure.width) / 2, figure.ground === null ? (height - figure.height) / 2 : height - figure.height];
    const nodes = figure.nodes.map((node) => {
      const at = this.put.get(node.name) ?? { x: node.x + right, y: node.y + down };
      this.put.set(node.name, at);
      return { ...node, ...at };
    });
    this.graph = { ...figure, width, height, nodes };
    return this.graph;
  }

  private at(event: PointerEvent): { part: number; figure: number; svg: SVGSVGElement; place: number | null } | null {
    const root = this.stage.getRootNode() as Document | ShadowRoot;
    const target = root.elementFromPoint(event.clientX, event.clientY);
    const svg = target?.closest<SVGSVGElement>("svg[data-figure]");
    if (!svg || !this.stage.contains(svg)) return null;
    const [part, figure] = svg.getAttribute("data-figure")!.split(",").map(Number);
    const place = target!.closest("[data-place]")?.getAttribute("data-place");
    return { part: part!, figure: figure!, svg, place: place ? Number(place) : null };
  }

  private point(svg: SVGSVGElement, { clientX, clientY }: PointerEvent): Point {
    const matrix = svg.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
    return { x: x - MARGIN, y: y - MARGIN };
  }

  /** The vertex that is meant; the ground is a line. */
  private vertex({ x, y }: Point): number | null {
    if (!this.graph) return null;
    let best: number | null = null;
    let least = NEAR;
    this.graph.nodes.forEach((node, place) => {
      const far = place === this.graph!.ground ? Math.max(0, node.y - y) : Math.hypot(node.x - x, node.y - y);
      if (far >= least) return;
      [best, least] = [node.name, far];
    });
    return best;
  }

  private down(event: PointerEvent) {
    const found = this.hand.isOn() ? this.at(event) : null;
    if (!found || event.button !== 0) return;
    const { part, figure, svg, place } = found;
    if (!this.hand.drawing(part, figure)) {
      if (place === null) return;
      event.preventDefault();
      this.stage.setPointerCapture(event.pointerId);
      this.under = { part, figure, places: new Set([place]) };
      this.hand.draw();
      return;
    }
    const start = this.point(svg, event);
    const from = this.vertex(start);
    if (from === null) return;
    event.preventDefault();
    this.stage.setPointerCapture(event.pointerId);
    const line = shape("path", { class: "d-drawn", "stroke-width": 4, "stroke-linecap": "round" });
    svg.append(line);
    this.edge = { part, figure, from, start, line, svg };
  }

  private move(event: PointerEvent) {
    if (this.edge) {
      const { start, line, svg } = this.edge;
      const to = this.point(svg, event);
      line.setAttribute("d", `M${start.x + MARGIN} ${start.y + MARGIN}L${to.x + MARGIN} ${to.y + MARGIN}`);
      return;
    }
    const found = this.under && this.at(event);
    if (
      !this.under ||
      !found ||
      found.place === null ||
      found.part !== this.under.part ||
      found.figure !== this.under.figure ||
      this.under.places.has(found.place)
    )
      return;
    this.under.places.add(found.place);
    this.hand.draw();
  }

  private up(event: PointerEvent) {
    if (this.edge) return this.join(event);
    const { under } = this;
    if (!under) return;
    this.under = undefined;
    const end = this.at(event);
    this.hand.paint(
      [...under.places].map((place) => [under.part, under.figure, place] as const),
      end?.part !== under.part || end.figure !== under.figure,
    );
  }

  /** Ends an edge at a vertex, or at an empty place, which becomes one. */
  private join(event: PointerEvent) {
    const { part, figure, from, start, line, svg } = this.edge!;
    this.edge = undefined;
    line.remove();
    const drawing = this.hand.drawing(part, figure);
    const end = this.point(svg, event);
    if (!drawing) return;
    if (Math.hypot(end.x - start.x, end.y - start.y) < NEAR / 2) return drawing.mark(from);
    const there = this.vertex(end);
    if (there === from) return;
    if (there !== null) return drawing.add(from, there);
    this.put.set(drawing.fresh, end);
    drawing.add(from, drawing.fresh);
  }

  private cancel() {
    this.edge?.line.remove();
    this.edge = undefined;
    this.under = undefined;
    this.hand.draw();
  }
}
