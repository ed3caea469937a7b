import { exampleValue } from '../../../src/http/docs/example-value.ts';
import {
  hostileBodies,
  hostileHeaders,
  hostileJson,
  hostileParameters,
  type RandomChoice,
} from './hostile-values.ts';
import type { Operation, Parameter } from './operations.ts';

export interface Attack {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

/** Existing ids by parameter or field name, so that a case passes the first checks. */
export type KnownIds = Record<string, string>;

/** Placeholder in a body until its text is written, because hostile JSON cannot always be made from a value. */
const placeholder = '@@hostile@@';

/** No example may call another machine. Without allowed addresses, loopback is rejected before it is called. */
const isAddress = (text: string): boolean => /^[a-z]+:\/\//i.test(text);

const withKnown = (value: unknown, ids: KnownIds, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => withKnown(item, ids, name));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withKnown(item, ids, key)]));
  if (typeof value === 'string' && isAddress(value)) return 'http://127.0.0.1:1/';
  return ids[name] ?? value;
};

/** A valid body with these ids, or undefined if the operation takes none. */
export const exampleBody = ({ body, schemas }: Operation, ids: KnownIds, whole: boolean): unknown =>
  body && withKnown(exampleValue(body, schemas, { whole }), ids);

/** Every position in a value, as a path of keys. */
const placesIn = (value: unknown, path: (string | number)[] = []): (string | number)[][] => {
  if (value === null || typeof value !== 'object') return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))];
};

const replaceAt = (
  value: unknown,
  [key, ...rest]: (string | number)[],
  change: 'remove' | 'replace',
): unknown => {
  if (key === undefined) return placeholder;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...(value as Record<string, unknown>) };
  const holder = copy as Record<string | number, unknown>;
  if (rest.length === 0 && change === 'remove') delete holder[key];
  else holder[key] = replaceAt(holder[key], rest, change);
  return copy;
};

const breakBody = (example: unknown, random: RandomChoice): string | Buffer => {
  if (random.below(5) === 0) return random.pick(hostileBodies);
  const places = placesIn(example);
  const place = random.pick(places);
  if (place.length > 0 && random.below(6) === 0) return JSON.stringify(replaceAt(example, place, 'remove'));
  const text = JSON.stringify(replaceAt(example, place, 'replace'));
  return text.replace(`"${placeholder}"`, () => random.pick(hostileJson));
};

const fillPath = ({ path }: Operation, ids: KnownIds, random: RandomChoice, attack: boolean): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    attack && random.below(2) === 0 ? random.pick(hostileParameters) || '%20' : (ids[name] ?? 'f'.repeat(24)),
  );

const goodValue = ({ name, schema }: Parameter, { schemas }: Operation, ids: KnownIds): string =>
  encodeURIComponent(ids[name] ?? String(exampleValue(schema, schemas)));

/** Usually only one thing is wrong, so that this one thing is checked. */
const queryOf = (operation: Operation, ids: KnownIds, random: RandomChoice): string => {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const onlyWrong = random.below(3) > 0 ? random.below(parameters.length) : undefined;
  const pairs = parameters.flatMap((parameter, index) => {
    const { name } = parameter;
    const dice = random.below(4);
    if (onlyWrong !== undefined)
      return index === onlyWrong
        ? [`${name}=${random.pick(hostileParameters)}`]
        : dice === 0
          ? []
          : [`${name}=${goodValue(parameter, operation, ids)}`];
    if (dice === 0) return [];
    const value = `${name}=${random.pick(hostileParameters)}`;
    return dice < 3 ? [value] : [value, `${name}[]=${random.pick(hostileParameters)}`];
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

/** One malformed call of an operation: at least one thing is wrong, often the body. */
export const makeAttack = (operation: Operation, ids: KnownIds, random: RandomChoice): Attack => {
  const hasBody = operation.body !== undefined;
  const hasQuery = operation.parameters.some((parameter) => parameter.in === 'query');
  const attackPath = !(hasBody || hasQuery) || random.below(6) === 0;
  const headers: Record<string, string> = hasBody
    ? { 'content-type': 'application/json' }
    : operation.takesBytes
      ? { 'content-type': 'application/octet-stream' }
      : {};
  if (random.below(8) === 0) Object.assign(headers, random.pick(hostileHeaders));
  const example = exampleBody(operation, ids, random.below(2) === 0);
  return {
    method: operation.method,
    path: `${fillPath(operation, ids, random, attackPath)}${queryOf(operation, ids, random)}`,
    headers,
    body: hasBody
      ? breakBody(example, random)
      : operation.takesBytes
        ? random.pick(hostileBodies)
        : undefined,
  };
};
