import { t } from '../../../messages/translate.ts';
import type { FlowNode, NodeGraph, NodeType } from './flow-types.ts';

export const nextBranch = 'next';
export const failureBranch = 'failure';

/** The branches of a component, without `failure`. A test compares them with those of the service. */
export const branchesOf = (node: FlowNode): string[] => {
  if ('branches' in node) return [...node.branches.map(({ name }) => name), 'else'];
  return node.type === 'human-service' ? [nextBranch, 'unavailable'] : [nextBranch];
};

export const canFail = ({ type }: FlowNode): boolean => type !== 'start';

/** Branches of the service have a label; the other ones have the name that an operator gave them. */
export const branchLabel = (branch: string, type: NodeType | undefined): string => {
  if (branch === nextBranch) return t('flow.branch.next');
  if (branch === failureBranch) return t('flow.branch.failure');
  if (branch === 'else') return t('flow.branch.else');
  // An operator may use this name for a branch of a classifier.
  return branch === 'unavailable' && type === 'human-service' ? t('flow.branch.unavailable') : branch;
};

/** The first branch of a component without a connection. */
export const freeBranch = ({ edges }: NodeGraph, node: FlowNode): string | undefined =>
  branchesOf(node).find((name) => !edges.some(({ from, branch }) => from === node.id && branch === name));
