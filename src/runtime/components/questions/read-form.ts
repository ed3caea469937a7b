import type { FormField } from '../../../flows/index.ts';
import { fold, longestAnswer, readValue } from './answer-values.ts';

export type FormValue = string | number | boolean | null;

/** Accepted values by name. An optional field that was left empty is null. */
export type FormValues = Record<string, FormValue>;

/** A message of the user, as texts by the name of the field. */
type Given = Map<string, string>;

const asGiven = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

type FindField = (key: string) => FormField | undefined;

/** By label or name. A message may have thousands of lines, so the fields are folded once. */
const createFindField = (fields: readonly FormField[]): FindField => {
  const byKey = new Map<string, FormField>();
  for (const field of fields)
    for (const key of [fold(field.label), fold(field.name)]) if (!byKey.has(key)) byKey.set(key, field);
  return (key) => byKey.get(fold(key));
};

const readJson = (message: string, find: FindField): Given | undefined => {
  if (!/^\s*\{/.test(message)) return undefined;
  try {
    const value = JSON.parse(message) as Record<string, unknown>;
    return new Map(
      Object.entries(value).flatMap(([key, part]) => {
        const field = find(key);
        return field ? [[field.name, asGiven(part)] as const] : [];
      }),
    );
  } catch {
    return undefined;
  }
};

/** Lines such as "Label: value". A line without the label of a field belongs to the field before it. */
const readLines = (message: string, find: FindField): Given | undefined => {
  const given = new Map<string, string[]>();
  let last: string[] | undefined;
  for (const line of message.split('\n')) {
    const [, key = '', value = ''] = /^\s*(?:[-*]\s+)?([^:：]{1,100})[:：](.*)$/.exec(line) ?? [];
    const field = key === '' ? undefined : find(key.replaceAll('*', ''));
    if (field) {
      last = [value];
      given.set(field.name, last);
    } else last?.push(line);
  }
  if (given.size === 0) return undefined;
  return new Map([...given].map(([name, lines]) => [name, lines.join('\n').trim()]));
};

export interface ReadForm {
  values: FormValues;
  /** Fields of this message that are not valid, by name, with the text of the user. */
  rejected: Map<string, string>;
}

/**
 * What a message says about a form: a JSON object, lines with labels, or the value of the first field that has none
 * yet. "-" leaves an optional field empty. Values of earlier messages are kept.
 */
export const readForm = (message: string, fields: readonly FormField[], before: FormValues): ReadForm => {
  const text = message.slice(0, fields.length * (longestAnswer + 200));
  const next = fields.find(({ name }) => !Object.hasOwn(before, name));
  const find = createFindField(fields);
  const given = readJson(text, find) ?? readLines(text, find) ?? new Map(next ? [[next.name, text]] : []);
  const values: FormValues = { ...before };
  const rejected = new Map<string, string>();
  for (const [name, part] of given) {
    const field = fields.find((one) => one.name === name)!;
    const isEmpty = part.trim() === '' || (!field.required && part.trim() === '-');
    const value = isEmpty ? null : readValue(field, part);
    if (value === undefined || (value === null && field.required)) {
      rejected.set(name, part);
      delete values[name];
    } else values[name] = value;
  }
  return { values, rejected };
};
