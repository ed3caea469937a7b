import { readPath } from '../../flows/index.ts';
import type { Component, GraphSnapshot } from './component.ts';
import { matchesRule } from './matches-rule.ts';

interface LoopSnapshot {
  iteration: number;
  /** The list when the loop started, because the body may change the variable. */
  items: unknown[] | null;
  body: GraphSnapshot;
}

/** In sequence, because a later iteration may depend on an earlier one. */
export const runLoop: Component<'loop'> = async ({ node, run, state, branch, slot, resumed, runGraph }) => {
  const { variables } = state;
  const stored = resumed as LoopSnapshot | undefined;
  const list = node.over === null || stored ? stored?.items : readPath(variables, node.over);
  if (node.over !== null && !Array.isArray(list)) throw new Error(`"${node.over}" is not a list`);
  const items = (list ?? undefined) as unknown[] | undefined;
  const most = Math.min(node.maxIterations, items?.length ?? node.maxIterations);
  let iteration = stored ? stored.iteration - 1 : 0;
  let body = stored?.body;
  while (iteration < most) {
    run.signal.throwIfAborted();
    if (items && !body) variables.set(node.item, items[iteration]);
    variables.set('iteration', ++iteration);
    const [part] = slot!.split(1);
    body = await runGraph(node.body, { run, state, slot: part!, branch, resumed: body });
    part!.end();
    if (body) {
      const snapshot: LoopSnapshot = { iteration, items: items ?? null, body };
      return { waits: { snapshot }, detail: { iterations: iteration } };
    }
    if (node.until.length > 0 && node.until.every((rule) => matchesRule(rule, variables))) break;
  }
  return { detail: { iterations: iteration } };
};
