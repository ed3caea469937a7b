import { isLongerThan, type NodeOf, readPath, renderValue, type Variables } from '../../../flows/index.ts';
import type { Component } from '../component.ts';
import { defineField } from './define-field.ts';
import { mergeJson } from './merge-json.ts';

type JsonSettings = NodeOf<'json'>;
type Fields = Record<string, unknown>;

/** As text. More is not useful for a prompt, a tool or a reply. */
const longestResult = 200_000;
/** Of all values that are merged. Later ones may replace most of the earlier ones. */
const longestSources = 1_000_000;
const deepestTemplate = 50;

/** Checked before values are copied, because one large variable can be used many times. */
const requireShort = (value: unknown, what: string, limit: number): void => {
  if (isLongerThan(value, limit)) throw new Error(`${what} more than ${limit} characters`);
};

const requireShortResult = (value: unknown): void => requireShort(value, 'the result has', longestResult);

const merge = ({ sources, deep }: JsonSettings, variables: Variables): unknown => {
  const values = sources.map((path) => ({ path, value: readPath(variables, path) }));
  requireShort(values, 'the values have together', longestSources);
  return mergeJson(values, { isDeep: deep });
};

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const putAt = (result: Fields, path: string, value: unknown): void => {
  const steps = path.split('.');
  const last = steps.pop()!;
  let place = result;
  for (const [index, step] of steps.entries()) {
    if (!Object.hasOwn(place, step)) defineField(place, step, {});
    const next = place[step];
    if (!isObject(next))
      throw new Error(`"${path}": "${steps.slice(0, index + 1).join('.')}" already has a value`);
    place = next;
  }
  defineField(place, last, value);
};

const pick = ({ fields, ifMissing }: JsonSettings, variables: Variables): unknown => {
  const picked = fields.map(({ from, to }) => ({ from, to, value: readPath(variables, from) }));
  requireShortResult(picked.map(({ value }) => value));
  const result: Fields = {};
  for (const { from, to, value } of picked) {
    if (value === undefined && ifMissing === 'fail') throw new Error(`"${from}" has no value`);
    if (value !== undefined || ifMissing === 'null') putAt(result, to, structuredClone(value ?? null));
  }
  return result;
};

interface Room {
  /** Of the texts that may still be added to the result. */
  characters: number;
}

/** Variables are filled in after the template was parsed, so that no value can change its structure. */
const fill = (value: unknown, variables: Variables, path: string, room: Room, depth = 0): unknown => {
  if (depth > deepestTemplate) throw new Error(`"${path}" is nested more than ${deepestTemplate} deep`);
  if (Array.isArray(value))
    return value.map((item, index) => fill(item, variables, `${path}.${index}`, room, depth + 1));
  if (!isObject(value)) {
    const rendered = renderValue(value, variables);
    if (typeof rendered === 'string') room.characters -= rendered.length;
    if (room.characters < 0) throw new Error(`the result has more than ${longestResult} characters`);
    return rendered;
  }
  const result: Fields = {};
  for (const [name, part] of Object.entries(value))
    defineField(result, name, fill(part, variables, path === '' ? name : `${path}.${name}`, room, depth + 1));
  return result;
};

const make = (node: JsonSettings, variables: Variables): unknown => {
  if (node.operation === 'merge') return merge(node, variables);
  if (node.operation === 'pick') return pick(node, variables);
  return fill(JSON.parse(node.template), variables, '', { characters: longestResult });
};

/** Merges, picks or builds JSON. */
export const makeJson: Component<'json'> = async ({ node, state: { variables } }) => {
  const result = make(node, variables);
  requireShortResult(result);
  variables.set(node.saveAs, node.output === 'text' ? JSON.stringify(result, null, 2) : result);
  return {};
};
