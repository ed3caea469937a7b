import { decided, type ObservedTurn, type Outcome } from './observed.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether every field of `expected` is in `given`. Lists are equal if each element matches. */
export const isSubset = (expected: unknown, given: unknown): boolean => {
  if (Array.isArray(expected))
    return (
      Array.isArray(given) &&
      expected.length === given.length &&
      expected.every((part, index) => isSubset(part, given[index]))
    );
  if (isObject(expected))
    return (
      isObject(given) &&
      Object.entries(expected).every(
        ([name, part]) => Object.hasOwn(given, name) && isSubset(part, given[name]),
      )
    );
  return expected === given;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The calls of the tool are the detail, so that an operator sees what was different. */
export const checkToolCall = (
  turns: readonly ObservedTurn[],
  { tool, arguments: expected }: { tool: string; arguments?: Record<string, unknown> },
): Outcome => {
  const calls = turns.flatMap(({ toolCalls }) => toolCalls);
  const ofTool = calls.filter(({ name }) => name === tool);
  const isMet =
    expected === undefined
      ? ofTool.length > 0
      : ofTool.some(({ argumentsText }) => isSubset(expected, parse(argumentsText)));
  const shown = (ofTool.length > 0 ? ofTool : calls).map(
    ({ name, argumentsText }) => `${name} ${argumentsText}`,
  );
  return decided(isMet, shown.join('\n'));
};
