import type { FlowRule } from './flow-types.ts';

/** How the editor shows the operators of rules, in the order of the list. */
export const operatorWords: Record<FlowRule['operator'], string> = {
  equals: 'is',
  'not-equals': 'is not',
  contains: 'contains',
  'not-contains': 'does not contain',
  'starts-with': 'starts with',
  above: 'is above',
  below: 'is below',
  'is-empty': 'is empty',
  'is-not-empty': 'is not empty',
};
