import type { LabelKey } from '../../../messages/translate.ts';
import type { FlowRule } from './flow-types.ts';

/** The labels of the comparisons in rules, in the order of the list. */
export const comparisonLabels: Record<FlowRule['operator'], LabelKey> = {
  equals: 'flow.comparison.equals',
  'not-equals': 'flow.comparison.notEquals',
  contains: 'flow.comparison.contains',
  'not-contains': 'flow.comparison.notContains',
  'starts-with': 'flow.comparison.startsWith',
  above: 'flow.comparison.above',
  below: 'flow.comparison.below',
  'is-empty': 'flow.comparison.isEmpty',
  'is-not-empty': 'flow.comparison.isNotEmpty',
};
