import { readPath } from '../../flows/index.ts';
import type { Component } from './component.ts';
import { matchesRule } from './matches-rule.ts';

/** In sequence, because a later iteration may depend on an earlier one. */
export const runLoop: Component<'loop'> = async ({ node, run, state, branch, slot, runGraph }) => {
  const { variables } = state;
  const list = node.over === null ? undefined : readPath(variables, node.over);
  if (node.over !== null && !Array.isArray(list)) throw new Error(`"${node.over}" is not a list`);
  const items = list as unknown[] | undefined;
  const most = Math.min(node.maxIterations, items?.length ?? node.maxIterations);
  let iteration = 0;
  while (iteration < most) {
    run.signal.throwIfAborted();
    if (items) variables.set(node.item, items[iteration]);
    variables.set('iteration', ++iteration);
    const [part] = slot!.split(1);
    await runGraph(node.body, { run, state, slot: part!, branch });
    part!.end();
    if (node.until.length > 0 && node.until.every((rule) => matchesRule(rule, variables))) break;
  }
  return { detail: { iterations: iteration } };
};
