import { type LabelKey, t } from '../../../messages/translate.ts';
import type { FlowNode, NodeGraph, NodeType } from './flow-types.ts';

export const nextBranch = 'next';
export const failureBranch = 'failure';

/** Branches of the service besides `next`, by the type of the component. */
const moreBranches: Partial<Record<NodeType, string[]>> = {
  'human-service': ['unavailable'],
  ask: ['other', 'failed', 'cancelled'],
  form: ['failed', 'cancelled'],
  extract: ['failed'],
};

const branchLabels: Record<string, LabelKey> = {
  unavailable: 'flow.branch.unavailable',
  other: 'flow.branch.other',
  failed: 'flow.branch.failed',
  cancelled: 'flow.branch.cancelled',
};

/** The branches of a component, without `failure`. A test compares them with those of the service. */
export const branchesOf = (node: FlowNode): string[] => {
  if ('branches' in node) return [...node.branches.map(({ name }) => name), 'else'];
  return [nextBranch, ...(moreBranches[node.type] ?? [])];
};

export const canFail = ({ type }: FlowNode): boolean => type !== 'start';

/** Branches of the service have a label; the other ones have the name that an operator gave them. */
export const branchLabel = (branch: string, type: NodeType | undefined): string => {
  if (branch === nextBranch) return t('flow.branch.next');
  if (branch === failureBranch) return t('flow.branch.failure');
  if (branch === 'else') return t('flow.branch.else');
  // An operator may use the same name for a branch of a classifier.
  const isOfService = type !== undefined && moreBranches[type]?.includes(branch);
  return isOfService ? t(branchLabels[branch]!) : branch;
};

/** The first branch of a component without a connection. */
export const freeBranch = ({ edges }: NodeGraph, node: FlowNode): string | undefined =>
  branchesOf(node).find((name) => !edges.some(({ from, branch }) => from === node.id && branch === name));
