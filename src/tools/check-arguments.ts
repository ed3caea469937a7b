import { checkValue, type Sandbox, SandboxError } from '../lib/sandbox/index.ts';
import type { Arguments } from './fill-url.ts';

export type CheckedArguments = { values: Arguments } | { problem: string };

const longestArguments = 64_000;

/** Keywords that may declare or allow further properties. */
const openKeywords = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'if',
];

/**
 * A schema that only lists properties is treated as complete: extra arguments must not
 * reach the developer's API.
 */
const closed = (schema: Record<string, unknown>): Record<string, unknown> => {
  // Ajv2020 implies the draft. Another `$schema` would not be found.
  const { $schema: _, $id: __, ...own } = schema;
  const isOpen = openKeywords.some((keyword) => keyword in own);
  return { type: 'object', ...own, ...(isOpen ? {} : { additionalProperties: false }) };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    return undefined;
  }
};

/** The schema that arguments are checked against. */
export const argumentSchema = (parameters: Record<string, unknown>): string =>
  JSON.stringify(closed(parameters));

const describeFailure = ({ reason }: SandboxError): string =>
  reason === 'busy'
    ? 'The arguments could not be checked in time. Try again.'
    : 'The arguments could not be checked: the schema of the parameters takes too much time or memory for them.';

/** Parses the arguments that a model wrote and checks them against the tool's schema, in the sandbox. */
export const createArgumentCheck = (parameters: Record<string, unknown>, sandbox: Sandbox) => {
  let schema: string | undefined;

  return async (argumentsText: string, workspaceId: string): Promise<CheckedArguments> => {
    if (argumentsText.length > longestArguments)
      return { problem: `The arguments are longer than ${longestArguments} characters.` };
    const values = parse(argumentsText);
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      return { problem: 'The arguments must be one JSON object.' };
    try {
      schema ??= argumentSchema(parameters);
      const value = argumentsText.trim() === '' ? '{}' : argumentsText;
      const { schemaProblem, problem } = await sandbox.run(workspaceId, checkValue, { schema, value });
      if (schemaProblem !== undefined)
        return { problem: 'This tool is misconfigured: its parameters are not a valid JSON Schema.' };
      return problem === undefined
        ? { values: values as Arguments }
        : { problem: `The arguments are not valid: ${problem}.` };
    } catch (error) {
      if (error instanceof SandboxError) return { problem: describeFailure(error) };
      throw error;
    }
  };
};
