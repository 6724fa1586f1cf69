// A study that is open in a tab, and where the reader is in it.
import { fromData, read, toData, whole, type Opened } from "./codec";
import { Keeper, type Kind, type Surroundings } from "./keeper";
import {
  begin,
  children,
  grown,
  joined,
  knowsMore,
  nodeOf,
  noted,
  path,
  root,
  type MatchSettings,
  type Node,
  type Study,
  type Way,
} from "./study";

/** Studies as work: they only grow. */
export const STUDIES: Kind<Opened> = {
  name: "studies",
  id: ({ study }) => study.id,
  at: ({ at }) => at,
  moved: ({ study }, at) => (study.nodes.has(at) ? { study, at } : null),
  joined: (mine, theirs) => ({ study: joined(mine.study, theirs.study), at: mine.at }),
  knowsMore: (mine, theirs) => knowsMore(mine.study, theirs.study),
  // What is kept here goes before what came by a link.
  received: (own, came) => ({ study: own ? joined(own.study, came.study) : came.study, at: came.at }),
  toData,
  written: toData,
  fromData,
  whole,
  read,
};

export class Desk extends Keeper<Opened> {
  /** The child that was visited last, by its parent. */
  private readonly lastChild = new Map<string, string>();

  /** Opens what the address says; otherwise what was open last under this name, and otherwise a new study. */
  static async begin(outside: Surroundings, name: string, fresh: () => Study) {
    const first = (study: Study) => ({ study, at: root(study).id });
    const desk = new Desk(outside, STUDIES, name, first(begin("", "0")));
    const came = await desk.begin(() => first(fresh()));
    return { desk, came };
  }

  get study(): Study {
    return this.work.study;
  }

  /** The node that is shown. */
  get at(): Node {
    return this.study.nodes.get(this.work.at) ?? root(this.study);
  }

  /** The line of nodes through the one that is shown, and on to where the reader went from there. */
  get line(): Node[] {
    const found = path(this.study, this.work.at);
    for (let next = this.next(this.work.at); next; next = this.next(next.id)) found.push(next);
    return found;
  }

  private next(id: string): Node | undefined {
    const all = children(this.study, id);
    return all.find((one) => one.id === this.lastChild.get(id)) ?? all[0];
  }

  protected override remember() {
    const nodes = path(this.study, this.work.at);
    nodes.slice(1).forEach((node, n) => this.lastChild.set(nodes[n]!.id, node.id));
    super.remember();
  }

  /** Shows a node. */
  visit(id: string) {
    if (this.study.nodes.has(id) && id !== this.work.at) this.open({ study: this.study, at: id });
  }

  /** Adds what is reached from a node in this way, unless it is there, and shows it. */
  grow(text: string, way: Way, from = this.work.at) {
    const node = nodeOf(from, text, way);
    this.open({ study: grown(this.study, node), at: node.id });
  }

  /** The identity that a node reached in this way has. */
  reached(text: string, way: Way, from = this.work.at): string {
    return nodeOf(from, text, way).id;
  }

  /** A study of its own for a position, which may be the beginning of a match. */
  start(text: string, definitions: Study["definitions"], match?: (from: string) => MatchSettings) {
    const study = begin(this.outside.random(), text, definitions);
    const at = root(study).id;
    this.open({ study: match ? { ...study, match: { value: match(at), at: this.outside.now() } } : study, at });
  }

  note(value: string) {
    this.rewrite(noted(this.study, this.work.at, value, this.outside.now()));
  }

  pin(questions: readonly string[]) {
    this.rewrite({ ...this.study, pins: { value: questions, at: this.outside.now() } });
  }

  match(value: MatchSettings | null) {
    this.rewrite({ ...this.study, match: { value, at: this.outside.now() } });
  }

  private rewrite(study: Study) {
    this.change({ study, at: this.work.at });
  }
}
