import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { boundedPattern } from './bounded-pattern.ts';
import type { Arguments } from './fill-url.ts';

export type CheckedArguments = { values: Arguments } | { problem: string };

const longestArguments = 64_000;
const mostProblems = 5;

// Formats are hints to the model; a schema written for another validator must not fail on them.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
  unicodeRegExp: false,
  code: { regExp: boundedPattern },
});

/** Keywords under which further properties may be declared or welcomed. */
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
 * A plain list of properties is taken as complete: whatever talked the model into an extra argument must not
 * reach the developer's API.
 */
const closed = (schema: Record<string, unknown>): Record<string, unknown> => {
  // The draft is told by Ajv2020 itself; another one named here would be looked for and not found.
  const { $schema: _, $id: __, ...own } = schema;
  const isOpen = openKeywords.some((keyword) => keyword in own);
  return { type: 'object', ...own, ...(isOpen ? {} : { additionalProperties: false }) };
};

const describe = (error: ErrorObject): string => {
  const where = error.instancePath === '' ? 'arguments' : error.instancePath.slice(1).replaceAll('/', '.');
  const extra = error.params.additionalProperty ?? error.params.allowedValues;
  return `${where} ${error.message ?? 'is not valid'}${extra === undefined ? '' : ` (${JSON.stringify(extra)})`}`;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    return undefined;
  }
};

/** Reads what a model wrote as arguments of a tool and holds it against the tool's schema. */
export const createArgumentCheck = (schema: Record<string, unknown>) => {
  let validate: ValidateFunction | undefined;

  return (argumentsText: string): CheckedArguments => {
    if (argumentsText.length > longestArguments)
      return { problem: `The arguments are longer than ${longestArguments} characters.` };
    const values = parse(argumentsText);
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      return { problem: 'The arguments must be one JSON object.' };
    try {
      validate ??= ajv.compile(closed(schema));
    } catch {
      return { problem: 'This tool is not set up right: its parameters are not a valid JSON Schema.' };
    }
    if (validate(values)) return { values: values as Arguments };
    const problems = (validate.errors ?? []).slice(0, mostProblems).map(describe);
    return { problem: `The arguments do not fit: ${problems.join('; ')}.` };
  };
};
