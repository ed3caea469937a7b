import type { Variables } from '../../flows/index.ts';

/** More of one value than this is not read in a trace. */
const longestValue = 2000;

const show = (value: unknown): unknown => {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length <= longestValue) return JSON.parse(text);
  return `${(typeof value === 'string' ? value : text).slice(0, longestValue)}…`;
};

/** A flow's variables as they are now, each cut to what a person would look at. */
export const showVariables = (variables: Variables): Record<string, unknown> =>
  Object.fromEntries([...variables].map(([name, value]) => [name, show(value)]));

/** What a component set or changed. */
export const changedVariables = (
  before: Record<string, unknown>,
  variables: Variables,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(showVariables(variables)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
