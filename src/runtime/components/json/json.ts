import { isLongerThan, type NodeOf, readPath, renderValue, type Variables } from '../../../flows/index.ts';
import type { Component } from '../component.ts';
import { mergeJson } from './merge-json.ts';

type JsonSettings = NodeOf<'json'>;
type Fields = Record<string, unknown>;

/** As text. More is not useful for a prompt, a tool or a reply. */
const longestResult = 200_000;
const deepestTemplate = 50;

const merge = ({ sources, deep }: JsonSettings, variables: Variables): unknown =>
  mergeJson(
    sources.map((path) => ({ path, value: readPath(variables, path) })),
    { isDeep: deep },
  );

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const putAt = (result: Fields, path: string, value: unknown): void => {
  const steps = path.split('.');
  const last = steps.pop()!;
  let place = result;
  for (const [index, step] of steps.entries()) {
    if (!Object.hasOwn(place, step)) define(place, step, {});
    const next = place[step];
    if (!isObject(next))
      throw new Error(`"${path}": "${steps.slice(0, index + 1).join('.')}" already has a value`);
    place = next;
  }
  define(place, last, value);
};

/** A name such as __proto__ is an ordinary property. */
const define = (place: Fields, name: string, value: unknown): void => {
  Object.defineProperty(place, name, { value, writable: true, enumerable: true, configurable: true });
};

const pick = ({ fields, ifMissing }: JsonSettings, variables: Variables): unknown => {
  const result: Fields = {};
  for (const { from, to } of fields) {
    const value = readPath(variables, from);
    if (value === undefined && ifMissing === 'fail') throw new Error(`"${from}" has no value`);
    if (value !== undefined || ifMissing === 'null') putAt(result, to, structuredClone(value ?? null));
  }
  return result;
};

/** Variables are filled in after the template was parsed, so that no value can change its structure. */
const fill = (value: unknown, variables: Variables, path: string, depth = 0): unknown => {
  if (depth > deepestTemplate) throw new Error(`"${path}" is nested more than ${deepestTemplate} deep`);
  if (Array.isArray(value))
    return value.map((item, index) => fill(item, variables, `${path}.${index}`, depth + 1));
  if (!isObject(value)) return renderValue(value, variables);
  const result: Fields = {};
  for (const [name, part] of Object.entries(value))
    define(result, name, fill(part, variables, path === '' ? name : `${path}.${name}`, depth + 1));
  return result;
};

const make = (node: JsonSettings, variables: Variables): unknown => {
  if (node.operation === 'merge') return merge(node, variables);
  if (node.operation === 'pick') return pick(node, variables);
  return fill(JSON.parse(node.template), variables, '');
};

/** Merges, picks or builds JSON. */
export const makeJson: Component<'json'> = async ({ node, state: { variables } }) => {
  const result = make(node, variables);
  if (isLongerThan(result, longestResult))
    throw new Error(`the result has more than ${longestResult} characters`);
  variables.set(node.saveAs, node.output === 'text' ? JSON.stringify(result, null, 2) : result);
  return {};
};
