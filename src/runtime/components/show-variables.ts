import type { Variables } from '../../flows/index.ts';

/** Maximum length of one value in a trace. */
const longestValue = 2000;

const show = (value: unknown): unknown => {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length <= longestValue) return JSON.parse(text);
  return `${(typeof value === 'string' ? value : text).slice(0, longestValue)}…`;
};

/** The current variables of a flow, each shortened for display. */
export const showVariables = (variables: Variables): Record<string, unknown> =>
  Object.fromEntries([...variables].map(([name, value]) => [name, show(value)]));

/** Variables that a component set or changed. */
export const changedVariables = (
  before: Record<string, unknown>,
  variables: Variables,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(showVariables(variables)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
