import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ConfigError } from './config-error.ts';
import { type SettingSchema, type Settings, settingList } from './settings-schema.ts';

type SettingValue = string | number | readonly string[];

/** The rule of a setting, as text after "must be". */
const ruleOf = ({ type, minimum, maximum, schemes, enum: values, minLength = 0 }: SettingSchema): string => {
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  if (schemes) return `a URL starting with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  if (values) return `one of ${values.join(', ')}`;
  return minLength === 1 ? 'not empty' : `at least ${minLength} characters long`;
};

const satisfiesRule = (schema: SettingSchema, value: string | number): boolean => {
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= schema.minimum! && value <= schema.maximum!;
  if (schema.schemes) return URL.canParse(value) && schema.schemes.includes(new URL(value).protocol);
  if (schema.enum) return schema.enum.includes(value);
  return value.length >= (schema.minLength ?? 0);
};

const readValue = (schema: SettingSchema, given: unknown, origin: string): SettingValue => {
  if (schema.type === 'array') {
    const items = Array.isArray(given) ? given : String(given).split(',');
    return items.map((item) => String(item).trim()).filter((item) => item !== '');
  }
  if (typeof given === 'object') throw new ConfigError(`${origin} must be a single value`);
  const text = String(given).trim();
  // Number('') is 0.
  const value = schema.type === 'integer' ? (text === '' ? Number.NaN : Number(text)) : text;
  if (!satisfiesRule(schema, value)) throw new ConfigError(`${origin} must be ${ruleOf(schema)}`);
  return value;
};

const flatten = (node: unknown, path: string, leaves: Map<string, unknown>): Map<string, unknown> => {
  if (node !== null && typeof node === 'object' && !Array.isArray(node))
    for (const [name, child] of Object.entries(node)) flatten(child, path ? `${path}.${name}` : name, leaves);
  else if (node !== null && node !== undefined) leaves.set(path, node);
  return leaves;
};

const readFile = (path: string): Map<string, unknown> => {
  let document: unknown;
  try {
    document = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${path} is not valid YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  if (document !== null && typeof document !== 'object')
    throw new ConfigError(`${path} must contain settings as "name: value" lines`);
  return flatten(document, '', new Map());
};

const refuseUnknownVariables = (environment: NodeJS.ProcessEnv): void => {
  const known = new Set<string>(['FRONTDESK_CONFIG', ...settingList.map(({ schema }) => schema.env)]);
  for (const name of Object.keys(environment))
    if (name.startsWith('FRONTDESK_') && !name.startsWith('FRONTDESK_TEST_') && !known.has(name))
      throw new ConfigError(`${name} is not a setting of Frontdesk`);
};

interface Branch {
  [name: string]: Branch | SettingValue | undefined;
}

const place = (tree: Branch, key: string, value: SettingValue | undefined): void => {
  const names = key.split('.');
  const last = names.pop()!;
  let branch = tree;
  for (const name of names) {
    branch[name] ??= {};
    branch = branch[name] as Branch;
  }
  if (value !== undefined) branch[last] = value;
};

/** Precedence: environment, then the file, then defaults. */
export const readSettings = (environment: NodeJS.ProcessEnv, filePath: string | undefined): Settings => {
  refuseUnknownVariables(environment);
  const tree: Branch = {};
  const fromFile = filePath ? readFile(filePath) : new Map<string, unknown>();
  for (const { key, schema } of settingList) {
    const variable = environment[schema.env];
    // An empty variable means "not set": compose files pass every variable on, set or not.
    if (variable) place(tree, key, readValue(schema, variable, schema.env));
    else if (fromFile.has(key))
      place(tree, key, readValue(schema, fromFile.get(key), `${key} in ${filePath}`));
    else place(tree, key, schema.default);
    fromFile.delete(key);
  }
  const [unknownKey] = fromFile.keys();
  if (unknownKey !== undefined)
    throw new ConfigError(`${unknownKey} in ${filePath} is not a setting of Frontdesk`);
  // Each value was read by its schema.
  return tree as unknown as Settings;
};
