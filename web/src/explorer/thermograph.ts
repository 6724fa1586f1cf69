// The thermograph of a position, drawn from the corners of its walls: where it is pointed at, or by the arrow keys, it
// says where play stops when each move is taxed by so much.
import { h, set, shape } from "../dom";
import type { Walls } from "../protocol";
import { inPicture, val } from "../values";

/** An exact fraction; the denominator is positive. */
interface Ratio {
  n: bigint;
  d: bigint;
}

const ratio = (n: bigint, d = 1n): Ratio => {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? { n: 0n, d: 1n } : { n: n / a, d: d / a };
};
const read = (text: string): Ratio => {
  const [n, d = "1"] = text.split("/");
  return ratio(BigInt(n!), BigInt(d));
};
const write = ({ n, d }: Ratio) => (d === 1n ? `${n}` : `${n}/${d}`);
const minus = (a: Ratio, b: Ratio) => ratio(a.n * b.d - b.n * a.d, a.d * b.d);
const plus = (a: Ratio, b: Ratio) => ratio(a.n * b.d + b.n * a.d, a.d * b.d);
const times = (a: Ratio, b: Ratio) => ratio(a.n * b.n, a.d * b.d);
const over = (a: Ratio, b: Ratio) => (b.n < 0n ? ratio(-a.n * b.d, -a.d * b.n) : ratio(a.n * b.d, a.d * b.n));
const isLess = (a: Ratio, b: Ratio) => a.n * b.d < b.n * a.d;
const near = ({ n, d }: Ratio) => Number(n) / Number(d);
const larger = (a: Ratio, b: Ratio) => (isLess(a, b) ? b : a);

/** The corners of a wall, by rising temperature. */
type Wall = [t: Ratio, x: Ratio][];

/** Where a wall is at a temperature: below its first corner and above its last it is vertical. */
function at(wall: Wall, t: Ratio): Ratio {
  const next = wall.findIndex(([corner]) => isLess(t, corner));
  if (next <= 0) return (next === 0 ? wall[0]! : wall.at(-1)!)[1];
  const [[t0, x0], [t1, x1]] = [wall[next - 1]!, wall[next]!];
  return plus(x0, times(over(minus(x1, x0), minus(t1, t0)), minus(t, t0)));
}

interface Graph {
  left: Wall;
  right: Wall;
  temperature: Ratio;
}

/** A thermograph to draw; none when its numbers are too large for that. */
function graph(walls: Walls): Graph | null {
  const [left, right] = [walls.left, walls.right].map((wall) => wall.map(([t, x]): [Ratio, Ratio] => [read(t), read(x)])) as [Wall, Wall];
  if (left.length === 0 || right.length === 0) return null;
  const temperature = larger(left.at(-1)![0], right.at(-1)![0]);
  const isSmall = [...left, ...right].flat().every((one) => Math.abs(near(one)) < 1e12);
  return isSmall ? { left, right, temperature } : null;
}

const ZERO = ratio(0n);
/** The room for walls, for the mast above them, beside and below them. */
const [WIDE, HIGH, MAST, BESIDE, AXIS, BELOW] = [120, 96, 30, 16, 30, 34];

/** Where numbers are on the plane: values grow to the left, and one degree is as long as one move. */
class Frame {
  private readonly unit: number;
  private readonly most: number;
  readonly width: number;
  readonly floor: number;

  constructor(graphs: Graph[]) {
    const values = graphs.flatMap(({ left, right }) => [...left, ...right]).map(([, x]) => near(x));
    const hot = Math.max(...graphs.map(({ temperature }) => near(temperature)), 0);
    this.most = Math.max(...values);
    const across = this.most - Math.min(...values);
    this.unit = Math.min(across > 0 ? WIDE / across : Infinity, hot > 0 ? HIGH / hot : Infinity);
    if (!Number.isFinite(this.unit)) this.unit = HIGH / 2;
    const walls = Math.max(across * this.unit, 60);
    this.most += (walls / this.unit - across) / 2;
    this.width = AXIS + walls + 2 * BESIDE;
    this.floor = MAST + Math.max(hot * this.unit, 34);
  }

  x(x: Ratio) {
    return AXIS + BESIDE + (this.most - near(x)) * this.unit;
  }

  y(t: Ratio) {
    return this.floor - Math.max(near(t), 0) * this.unit;
  }

  /** The temperature at a height of the picture. */
  taxAt(y: number) {
    return Math.max((this.floor - y) / this.unit, 0);
  }
}

/** Both walls and the mast as paths. */
function lines({ left, right, temperature }: Graph, frame: Frame, isOther: boolean): SVGElement[] {
  const path = (wall: Wall, name: string) =>
    shape("path", {
      class: `${name} ${isOther ? "other" : ""}`,
      d: `M${[...wall, [temperature, wall.at(-1)![1]] as const].map(([t, x]) => `${frame.x(x)} ${frame.y(t)}`).join("L")}`,
    });
  const mean = at(left, temperature);
  const mast = `M${frame.x(mean)} ${frame.y(temperature)}V8`;
  return [
    path(left, "d-left"),
    path(right, "d-right"),
    shape("path", { class: isOther ? "d-ink other" : "d-ink", d: isOther ? mast : `${mast}m-4 5l4-6l4 6` }),
  ];
}

function label(number: Ratio) {
  const text = inPicture(write(number));
  return text.length > 9 ? `${text.slice(0, 8)}…` : text;
}

/** The axes with numbers at the stops, the mean and the temperature. */
function axes({ left, right, temperature }: Graph, frame: Frame): SVGElement[] {
  const found = [shape("path", { class: "d-axis", d: `M${AXIS} 4V${frame.floor}H${frame.width}` })];
  const taken: number[] = [];
  for (const x of [at(left, ZERO), at(right, ZERO), at(left, temperature)]) {
    const place = frame.x(x);
    if (taken.some((other) => Math.abs(other - place) < 20)) continue;
    taken.push(place);
    found.push(
      shape("path", { class: "d-axis", d: `M${place} ${frame.floor - 3}v6` }),
      shape("text", { class: "d-t", x: place, y: frame.floor + 16 }, label(x)),
    );
  }
  const marks = near(temperature) > 0 && frame.floor - frame.y(temperature) > 12 ? [ZERO, temperature] : [ZERO];
  for (const t of marks) found.push(shape("text", { class: "d-t stop0", x: AXIS - 6, y: frame.y(t) + 4 }, label(t)));
  if (marks.length > 1)
    found.push(
      shape("path", {
        class: "d-faint",
        "stroke-dasharray": "3 3",
        d: `M${AXIS} ${frame.y(temperature)}H${frame.x(at(left, temperature))}`,
      }),
    );
  return found;
}

/** The walls that the text of a thermograph says; none when it is cut off. */
export function wallsOf(text: string): Walls | null {
  const found = /^thermograph\(\[(.*)\], \[(.*)\]\)$/.exec(text);
  const wall = (corners: string) => [...corners.matchAll(/\(([^(),]+), ([^(),]+)\)/g)].map(([, t, x]): [string, string] => [t!, x!]);
  return found ? { left: wall(found[1]!), right: wall(found[2]!) } : null;
}

export interface Thermograph {
  element: HTMLElement;
  /** Draws another thermograph over this one, with its name; or none. */
  compare: (walls: Walls | undefined, name: string) => void;
}

/** The thermograph with these walls, of what `name` says; none when its numbers are too large for a drawing. */
export function thermograph(walls: Walls, name: string): Thermograph | null {
  const own = graph(walls);
  if (!own) return null;
  const reading = h("figcaption", { class: "reading small" });
  const picture = shape("svg", { class: "thermo", tabindex: 0, role: "slider", "aria-orientation": "vertical" });
  let frame = new Frame([own]);
  let other: Graph | null = null;
  let tax = ZERO;
  let isRead = false;
  // Steps are a power of two, about a sixteenth of the height.
  const highest = larger(own.temperature, ratio(1n));
  let step = ratio(1n, 16n);
  while (near(step) < near(highest) / 24) step = times(step, ratio(2n));
  while (near(step) > near(highest) / 12) step = over(step, ratio(2n));
  const most = plus(highest, times(step, ratio(4n)));

  const says = () => {
    if (isLess(own.temperature, tax) || (tax.n === own.temperature.n && tax.d === own.temperature.d))
      return [write(at(own.left, own.temperature))];
    return [write(at(own.left, tax)), write(at(own.right, tax))];
  };
  const draw = () => {
    const marks = isRead
      ? [
          shape("path", { class: "d-read", d: `M${AXIS} ${frame.y(tax)}H${frame.width}` }),
          ...[own.left, own.right].map((wall, n) =>
            shape("circle", { class: n ? "b-right" : "b-left", cx: frame.x(at(wall, tax)), cy: frame.y(tax), r: 3.5 }),
          ),
        ]
      : [];
    // One unit is as long in every thermograph, so that all labels have one size.
    picture.style.setProperty("--wide", String(frame.width));
    picture.setAttribute("viewBox", `0 0 ${frame.width} ${frame.floor + BELOW - 12}`);
    set(picture, ...axes(own, frame), ...(other ? lines(other, frame, true) : []), ...lines(own, frame, false), ...marks);
    const stops = says();
    picture.setAttribute("aria-label", `Thermograph of ${name}: tax on each move`);
    picture.setAttribute("aria-valuemin", "0");
    picture.setAttribute("aria-valuemax", String(near(most)));
    picture.setAttribute("aria-valuenow", String(near(tax)));
    picture.setAttribute(
      "aria-valuetext",
      `Cooled by ${write(tax)}: ${stops.length === 1 ? `frozen at ${stops[0]}` : `Left stop ${stops[0]}, Right stop ${stops[1]}`}`,
    );
    if (isRead) {
      set(
        reading,
        "Cooled by ",
        val(write(tax)),
        ": ",
        ...(stops.length === 1 ? ["frozen at ", val(stops[0]!)] : ["stops ", val(stops[0]!), " and ", val(stops[1]!)]),
      );
    } else if (!other) set(reading);
  };
  const to = (next: Ratio) => {
    tax = isLess(next, ZERO) ? ZERO : isLess(most, next) ? most : next;
    isRead = true;
    draw();
  };
  const point = (event: PointerEvent) => {
    const box = picture.getBoundingClientRect();
    const pointed = frame.taxAt(((event.clientY - box.top) / box.height) * (frame.floor + BELOW - 12));
    const nearest = ratio(BigInt(Math.round(pointed / near(step))) * step.n, step.d);
    // The corners themselves are met, too.
    const corner = [...own.left, ...own.right].map(([t]) => t).find((t) => Math.abs(near(t) - pointed) < near(step) / 2);
    to(corner && !isLess(corner, ZERO) ? corner : nearest);
  };
  const rest = () => {
    isRead = picture.matches(":focus");
    draw();
  };
  picture.addEventListener("pointermove", point);
  picture.addEventListener("pointerdown", point);
  picture.addEventListener("pointerleave", rest);
  picture.addEventListener("focus", () => picture.matches(":focus-visible") && to(tax));
  picture.addEventListener("blur", rest);
  picture.addEventListener("keydown", (event) => {
    const steps: Record<string, () => Ratio> = {
      ArrowUp: () => plus(tax, step),
      ArrowRight: () => plus(tax, step),
      ArrowDown: () => minus(tax, step),
      ArrowLeft: () => minus(tax, step),
      PageUp: () => plus(tax, times(step, ratio(4n))),
      PageDown: () => minus(tax, times(step, ratio(4n))),
      Home: () => ZERO,
      End: () => larger(own.temperature, ZERO),
    };
    const next = steps[event.key];
    if (!next) return;
    event.preventDefault();
    to(next());
  });
  draw();
  return {
    element: h("figure", { class: "mini" }, picture, reading),
    compare(walls, name) {
      other = walls ? graph(walls) : null;
      frame = new Frame(other ? [own, other] : [own]);
      draw();
      if (other) set(reading, "dashed: ", val(name));
      else if (!isRead) set(reading);
    },
  };
}
