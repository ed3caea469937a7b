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

const find = (fields: readonly FormField[], key: string): FormField | undefined => {
  const wanted = fold(key);
  return fields.find(({ name, label }) => fold(label) === wanted || fold(name) === wanted);
};

const readJson = (message: string, fields: readonly FormField[]): Given | undefined => {
  if (!/^\s*\{/.test(message)) return undefined;
  try {
    const value = JSON.parse(message) as Record<string, unknown>;
    return new Map(
      Object.entries(value).flatMap(([key, part]) => {
        const field = find(fields, key);
        return field ? [[field.name, asGiven(part)] as const] : [];
      }),
    );
  } catch {
    return undefined;
  }
};

/** Lines such as "Label: value". A line without the label of a field belongs to the field before it. */
const readLines = (message: string, fields: readonly FormField[]): Given | undefined => {
  const given: Given = new Map();
  let last: string | undefined;
  for (const line of message.split('\n')) {
    const [, key = '', value = ''] = /^\s*(?:[-*]\s+)?([^:：]{1,100})[:：](.*)$/.exec(line) ?? [];
    const field = find(fields, key.replaceAll('*', ''));
    if (field) {
      last = field.name;
      given.set(last, value.trim());
    } else if (last !== undefined) given.set(last, `${given.get(last)}\n${line}`.trim());
  }
  return given.size > 0 ? given : undefined;
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
  const given = readJson(text, fields) ?? readLines(text, fields) ?? new Map(next ? [[next.name, text]] : []);
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
