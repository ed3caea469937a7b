import { findPattern } from '../../../lib/sandbox/index.ts';
import type { AgentRun } from '../../agent-run.ts';
import { fold, readDate, readEmail, readNumber, readPhone } from '../questions/answer-values.ts';
import { defineField } from './define-field.ts';

interface FieldSchema {
  type?: unknown;
  format?: unknown;
  pattern?: unknown;
  enum?: unknown;
}

interface RuleInput {
  node: { schema: Record<string, unknown> };
  run: Pick<AgentRun, 'ports' | 'round'>;
}

/** Rules look at the beginning only. */
const longestText = 20_000;

/** Of several candidates none is chosen: a rule cannot know which one is meant. */
const onlyOne = <Value>(values: readonly (Value | undefined)[]): Value | undefined => {
  const found = [...new Set(values.filter((value) => value !== undefined))];
  return found.length === 1 ? found[0] : undefined;
};

const wordsOf = (text: string): string[] =>
  text.split(/[\s,;!?"“”„«»()<>]+/).map((word) => word.replace(/^[.:]+|[.:]+$/g, ''));

const numbersIn = (text: string): (number | undefined)[] =>
  wordsOf(text)
    .filter((word) => readDate(word) === undefined)
    .map((word) => readNumber(word.replace(/^[$€£¥#]|[$€£¥%]$/g, '')));

const phonesIn = (text: string): (string | undefined)[] =>
  (text.match(/\+?\d[\d\s().\-/]{4,22}\d/g) ?? [])
    .filter((found) => readDate(found) === undefined)
    .map(readPhone);

const enumIn = (values: readonly unknown[], folded: string): unknown => {
  const isWordCharacter = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  const isNamed = (value: string): boolean => {
    const wanted = fold(value);
    const at = wanted === '' ? -1 : folded.indexOf(wanted);
    return at !== -1 && !isWordCharacter(folded[at - 1]) && !isWordCharacter(folded[at + wanted.length]);
  };
  return onlyOne(values.filter((value) => typeof value === 'string' && isNamed(value)));
};

/** What each rule finds. Computed once per text, because a schema may have hundreds of fields of one type. */
const candidatesIn = (text: string) => {
  const once = <Value>(read: (text: string) => Value): (() => Value) => {
    let found: { value: Value } | undefined;
    return () => {
      found ??= { value: read(text) };
      return found.value;
    };
  };
  return {
    text,
    folded: once(fold),
    numbers: once(numbersIn),
    phones: once(phonesIn),
    emails: once((whole) => wordsOf(whole).map(readEmail)),
    dates: once((whole) => wordsOf(whole).map(readDate)),
  };
};

const readField = async (
  { type, format, pattern, enum: values }: FieldSchema,
  { text, folded, numbers, phones, emails, dates }: ReturnType<typeof candidatesIn>,
  { run }: RuleInput,
): Promise<unknown> => {
  if (Array.isArray(values)) return enumIn(values, folded());
  if (type === 'number') return onlyOne(numbers());
  if (type === 'integer') return onlyOne(numbers().filter((value) => Number.isInteger(value)));
  if (type !== 'string') return undefined;
  if (format === 'email') return onlyOne(emails());
  if (format === 'date') return onlyOne(dates());
  if (format === 'phone') return onlyOne(phones());
  if (typeof pattern !== 'string') return undefined;
  const unanchored = pattern.replace(/^\^/, '').replace(/\$$/, '');
  const search = { patterns: [unanchored], flags: 'u', text };
  return (await run.ports.sandbox.run(run.round.workspaceId, findPattern, search))?.words;
};

/**
 * Fields that rules can find without a model: numbers, e-mail addresses, dates, phone numbers, values of an enum, and
 * strings with a pattern. Everything else is left out, so that required fields lead to the failure branch.
 */
export const readFields = async (input: RuleInput, text: string): Promise<Record<string, unknown>> => {
  const { properties } = input.node.schema as { properties: Record<string, unknown> };
  const fields: Record<string, unknown> = {};
  const candidates = candidatesIn(text.slice(0, longestText));
  for (const [name, schema] of Object.entries(properties)) {
    if (typeof schema !== 'object' || schema === null) continue;
    const value = await readField(schema, candidates, input);
    // Each field takes little time. Other requests are served between them.
    await new Promise(setImmediate);
    if (value !== undefined) defineField(fields, name, value);
  }
  return fields;
};
