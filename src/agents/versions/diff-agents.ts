import type { Agent } from '../agent.ts';
import { secretHolders } from '../secret-holders.ts';

/** `text`, so that a reader can compare its lines. Secrets have no values here. */
type AgentDifference =
  | { field: string; kind: 'value'; before: unknown; after: unknown }
  | { field: string; kind: 'text'; before: string; after: string }
  | { field: string; kind: 'secret'; change: 'set' | 'changed' | 'removed' };

/** Stands for the value of a secret while the settings are compared. */
class SecretValue {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

type Fields = Map<string, unknown>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof SecretValue);

/** Tools and their parameters are identified by name, so that a reordered list has no differences. */
const isNamedList = (value: unknown): value is { name: string }[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isObject(item) && typeof item.name === 'string') &&
  new Set(value.map(({ name }) => name)).size === value.length;

const flatten = (value: unknown, field: string, fields: Fields): Fields => {
  if (isNamedList(value)) for (const item of value) flatten(item, `${field}[${item.name}]`, fields);
  else if (isObject(value) && Object.keys(value).length > 0)
    for (const [name, child] of Object.entries(value))
      flatten(child, field ? `${field}.${name}` : name, fields);
  else if (value !== undefined) fields.set(field, value);
  return fields;
};

const fieldsOf = ({ name, apiEnabled, settings }: Agent): Fields => {
  const marked = structuredClone(settings);
  // The marker is an object where the schema has a string, so no value of an operator can look like it.
  for (const { secrets } of secretHolders(marked))
    for (const secret of secrets) secret.set(new SecretValue(secret.get()) as unknown as string);
  return flatten({ name, apiEnabled, settings: marked }, '', new Map());
};

const isSecret = (value: unknown): boolean =>
  value instanceof SecretValue || (Array.isArray(value) && value.length > 0 && value.every(isSecret));

/** Empty lists and missing values: nothing is set. */
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const compare = (field: string, before: unknown, after: unknown): AgentDifference => {
  if (isSecret(before) || isSecret(after)) {
    const change = isAbsent(before) ? 'set' : isAbsent(after) ? 'removed' : 'changed';
    return { field, kind: 'secret', change };
  }
  if (typeof before === 'string' && typeof after === 'string') return { field, kind: 'text', before, after };
  return { field, kind: 'value', before: before ?? null, after: after ?? null };
};

/** The fields in which two versions differ. */
export const diffAgents = (before: Agent, after: Agent): AgentDifference[] => {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => JSON.stringify(old.get(field)) !== JSON.stringify(now.get(field)))
    .map((field) => compare(field, old.get(field), now.get(field)));
};
