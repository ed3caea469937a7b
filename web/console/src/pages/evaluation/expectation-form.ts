import type { Expectation } from '../../api/generated.ts';

/** An expectation while it is edited: every field as text. */
export interface ExpectationDraft {
  /** For React. */
  key: number;
  type: Expectation['type'];
  /** Text, pattern, schema, document, tool, reference or rubric. */
  value: string;
  /** Arguments of a tool, or the first passages. */
  extra: string;
  isExpected: boolean;
  threshold: number;
  turn: number | undefined;
}

let nextKey = 1;

export const newDraft = (type: Expectation['type'] = 'contains'): ExpectationDraft => ({
  key: nextKey++,
  type,
  value: '',
  extra: type === 'retrieves' ? '5' : '',
  isExpected: true,
  threshold: 0.7,
  turn: undefined,
});

export const draftOf = (expectation: Expectation): ExpectationDraft => {
  const draft = { ...newDraft(expectation.type), turn: expectation.turn };
  switch (expectation.type) {
    case 'contains':
    case 'not-contains':
      return { ...draft, value: expectation.text };
    case 'pattern':
      return { ...draft, value: expectation.pattern };
    case 'json-schema':
      return { ...draft, value: JSON.stringify(expectation.schema, null, 2) };
    case 'cites':
      return { ...draft, value: expectation.document };
    case 'retrieves':
      return { ...draft, value: expectation.document, extra: String(expectation.topK) };
    case 'handoff':
    case 'refuses':
      return { ...draft, isExpected: expectation.expected };
    case 'calls-tool':
      return {
        ...draft,
        value: expectation.tool,
        extra: expectation.arguments ? JSON.stringify(expectation.arguments) : '',
      };
    case 'similar':
      return { ...draft, value: expectation.reference, threshold: expectation.threshold };
    case 'judge':
      return { ...draft, value: expectation.rubric };
  }
};

const parseObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Undefined if a field is empty or has no valid JSON. */
export const expectationOf = (draft: ExpectationDraft): Expectation | undefined => {
  const { type, value, extra, isExpected, threshold } = draft;
  const turn = draft.turn === undefined ? {} : { turn: draft.turn };
  if (type === 'handoff' || type === 'refuses') return { type, expected: isExpected, ...turn };
  if (value.trim() === '') return undefined;
  switch (type) {
    case 'contains':
    case 'not-contains':
      return { type, text: value, ...turn };
    case 'pattern':
      return { type, pattern: value, ...turn };
    case 'json-schema': {
      const schema = parseObject(value);
      return schema && { type, schema, ...turn };
    }
    case 'cites':
      return { type, document: value, ...turn };
    case 'retrieves':
      return { type, document: value, topK: Number(extra) || 5, ...turn };
    case 'calls-tool': {
      const given = extra.trim() === '' ? undefined : parseObject(extra);
      if (extra.trim() !== '' && !given) return undefined;
      return { type, tool: value, ...(given ? { arguments: given } : {}), ...turn };
    }
    case 'similar':
      return { type, reference: value, threshold, ...turn };
    case 'judge':
      return { type, rubric: value, ...turn };
  }
};
