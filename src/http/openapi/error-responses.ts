import { type ErrorName, errorTable } from '../../lib/errors.ts';
import type { ApiReference } from './api-description.ts';
import type { ErrorCode, Example, JsonSchema, Reference, Response } from './open-api-document.ts';

interface OperationParts {
  hasBody: boolean;
  hasParameters: boolean;
}

export interface ErrorResponses {
  of(operationId: string, parts: OperationParts): Record<string, Response>;
  components(): { examples?: Record<string, Example>; responses?: Record<string, Response> };
}

/** Errors of every operation. */
const commonErrors = ({ hasBody, hasParameters }: OperationParts): ErrorName[] => [
  ...(hasBody || hasParameters ? (['invalidParameter'] as const) : []),
  ...(hasBody ? (['bodyTooLarge', 'unsupportedMediaType'] as const) : []),
  'unauthenticated',
  'agentDeleted',
  'rateLimited',
  'internal',
];

const pascal = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

/** Operations that share their errors of a status refer to one response. Without a reference there is only a default. */
export const createErrorResponses = (
  failure: JsonSchema,
  reference: ApiReference | undefined,
): ErrorResponses => {
  const examples: Record<string, Example> = {};
  const responses: Record<string, Response> = {};

  const refer = (names: readonly ErrorName[]): Reference => {
    const key = names.map(pascal).join('Or');
    for (const name of names) {
      const { code } = errorTable[name];
      examples[name] ??= {
        summary: errorTable[name].text,
        value: { code, message: reference!.errors[name].message },
      };
    }
    responses[key] ??= {
      description: names.map((name) => `${errorTable[name].code} ${errorTable[name].text}`).join('; '),
      content: {
        'application/json': {
          schema: failure,
          examples: Object.fromEntries(
            names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
          ),
        },
      },
    };
    return { $ref: `#/components/responses/${key}` };
  };

  const byStatus = (id: string, parts: OperationParts): Record<string, Reference> => {
    const own = reference!.operations[id]?.errors ?? [];
    const names = new Set([...commonErrors(parts), ...own]);
    // Creating a conversation has its own code for the same cause.
    if (names.has('agentDeletedOnCreate')) names.delete('agentDeleted');
    const groups = Map.groupBy([...names], (name) => errorTable[name].status);
    return Object.fromEntries(
      [...groups].sort(([a], [b]) => a - b).map(([status, ofStatus]) => [String(status), refer(ofStatus)]),
    );
  };

  return {
    of: (id, parts) => ({
      ...(reference ? byStatus(id, parts) : {}),
      default: { description: 'Error', content: { 'application/json': { schema: failure } } },
    }),
    components: () => (reference ? { examples, responses } : {}),
  };
};

/** One entry per code and status, as the contract lists them. */
export const errorCodes = (reference: ApiReference | undefined): ErrorCode[] => {
  const names = Object.keys(errorTable) as ErrorName[];
  return names
    .map((name) => {
      const { code, status, text } = errorTable[name];
      const { cause, remedy } = reference?.errors[name] ?? {};
      return { name, code, status, text, ...(cause && remedy ? { cause, remedy } : {}) };
    })
    .sort((a, b) => a.code - b.code || a.status - b.status);
};
