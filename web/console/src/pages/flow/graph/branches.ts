import type { FlowNode, NodeGraph } from './flow-types.ts';

export const nextBranch = 'next';
export const failureBranch = 'failure';

/** By which a component can be left, besides failure; the service has the same rule in its flows. */
export const branchesOf = (node: FlowNode): string[] => {
  if ('branches' in node) return [...node.branches.map(({ name }) => name), 'else'];
  return node.type === 'human-service' ? [nextBranch, 'unavailable'] : [nextBranch];
};

export const canFail = ({ type }: FlowNode): boolean => type !== 'start';

/** In words, where the branch is not named by whoever drew the flow. */
export const branchLabel = (branch: string): string => {
  if (branch === nextBranch) return 'then';
  return branch === failureBranch ? 'on failure' : branch;
};

/** The first branch of a component that leads nowhere yet. */
export const freeBranch = ({ edges }: NodeGraph, node: FlowNode): string | undefined =>
  branchesOf(node).find((name) => !edges.some(({ from, branch }) => from === node.id && branch === name));
