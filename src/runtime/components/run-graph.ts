import {
  type FlowEdge,
  type FlowNode,
  failureBranch,
  type NodeGraph,
  type NodeOf,
  orderNodes,
} from '../../flows/index.ts';
import type { GraphSnapshot, NodeEnd, RunGraph } from './component.ts';
import type { OutputSlot } from './output-slot.ts';
import { runComponent } from './run-component.ts';

const notRun: NodeEnd = { ran: false, left: '', branch: '' };

const hasOutput = ({ type }: FlowNode): boolean =>
  ['reply', 'ask', 'form', 'loop', 'sub-flow'].includes(type);

interface Plan {
  order: FlowNode[];
  incoming: Map<string, FlowEdge[]>;
  /** By model: the reply that only repeats the model's text, and so can be streamed. */
  liveReplies: Map<string, NodeOf<'reply'>>;
  canFail: Set<string>;
}

const makePlan = (graph: NodeGraph): Plan => {
  const order = orderNodes(graph);
  const incoming = new Map(graph.nodes.map(({ id }) => [id, graph.edges.filter(({ to }) => to === id)]));
  const liveReplies = new Map<string, NodeOf<'reply'>>();
  for (const node of order) {
    const [edge, ...others] = incoming.get(node.id)!;
    const source = graph.nodes.find(({ id }) => id === edge?.from);
    if (node.type !== 'reply' || source?.type !== 'model' || others.length > 0 || edge!.branch !== 'next')
      continue;
    const repeats = node.text.replaceAll(/\s/g, '') === `{{${source.saveAs}}}`;
    if (repeats && !liveReplies.has(source.id)) liveReplies.set(source.id, node);
  }
  const canFail = new Set(
    graph.edges.flatMap(({ from, branch }) => (branch === failureBranch ? [from] : [])),
  );
  return { order, incoming, liveReplies, canFail };
};

/** A published graph is cached until the next one is published. */
const plans = new WeakMap<NodeGraph, Plan>();

const planOf = (graph: NodeGraph): Plan => {
  const plan = plans.get(graph) ?? makePlan(graph);
  plans.set(graph, plan);
  return plan;
};

/**
 * Runs a graph to its end. A node waits for all its predecessors and runs if at least one of them took its branch.
 * If none did, its successors are notified at once. So branches run in parallel and join again, and it is
 * always known which replies may still follow.
 *
 * A component that waits for the user has no end (`undefined`), and neither have its successors. Then the graph returns
 * the ends so far, and continues with them in a later round.
 */
export const runGraph: RunGraph = async (graph, { run, state, slot, branch, resumed }) => {
  const { order, incoming, liveReplies, canFail } = planOf(graph);
  const writers = order.filter(hasOutput);
  const slots = new Map<string, OutputSlot>();
  for (const [index, part] of slot.split(writers.length).entries()) slots.set(writers[index]!.id, part);
  const broken = new AbortController();
  const inside = { ...run, signal: AbortSignal.any([run.signal, broken.signal]) };
  const ends = new Map<string, Promise<NodeEnd | undefined>>();
  const waiting: GraphSnapshot['waiting'] = {};
  const alreadyStreamed = new Set<string>();
  let failure: { error: unknown } | undefined;

  const work = async (node: FlowNode, led: string): Promise<NodeEnd | undefined> => {
    const live = liveReplies.get(node.id);
    const writer = live ?? node;
    const mode = writer.type === 'reply' ? writer.output : null;
    const source = { branch: led, componentName: writer.name, mode };
    const { left, waits } = alreadyStreamed.has(node.id)
      ? { left: 'next' }
      : await runComponent({
          node,
          state,
          branch: led,
          source,
          runGraph,
          run: inside,
          slot: slots.get(writer.id),
          resumed: resumed?.waiting[node.id],
          mayFail: canFail.has(node.id),
        });
    if (live && left === 'next') alreadyStreamed.add(live.id);
    slots.get(node.id)?.end();
    if (waits?.snapshot !== undefined) waiting[node.id] = waits.snapshot;
    return waits ? undefined : { ran: true, left, branch: led };
  };

  const reach = async (node: FlowNode): Promise<NodeEnd | undefined> => {
    const before = resumed?.ends[node.id];
    if (before) {
      slots.get(node.id)?.end();
      return before;
    }
    const ways = await Promise.all(
      incoming.get(node.id)!.map(async (edge) => ({ edge, end: await ends.get(edge.from)! })),
    );
    if (ways.some(({ end }) => end === undefined)) {
      slots.get(node.id)?.end();
      return undefined;
    }
    const taken = ways.flatMap(({ edge, end }) =>
      end?.ran && end.left === edge.branch ? [{ edge, end }] : [],
    );
    if (node.type !== 'start' && taken.length === 0) {
      slots.get(node.id)?.end();
      return notRun;
    }
    const names = taken.map(({ edge, end }) => (edge.branch === 'next' ? end.branch : edge.branch));
    return work(node, node.type === 'start' ? branch : (names.find((name) => name !== '') ?? ''));
  };

  for (const node of order) {
    const end = reach(node).catch((error: unknown) => {
      failure ??= { error };
      broken.abort(error);
      throw error;
    });
    ends.set(node.id, end);
  }
  await Promise.allSettled(ends.values());
  if (failure) throw failure.error;
  const ended: GraphSnapshot['ends'] = {};
  for (const [id, end] of ends) {
    const known = await end;
    if (known) ended[id] = known;
  }
  return Object.keys(ended).length === order.length ? undefined : { ends: ended, waiting };
};
