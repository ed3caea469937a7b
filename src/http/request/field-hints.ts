import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The fields that a schema names, with those of the objects inside. Undefined: any name is allowed. */
interface Fields {
  byName: Map<string, Fields | undefined>;
  names: string[];
}

type JsonSchema = Record<string, unknown>;

/** A request with more unknown fields is not a typing error. */
const mostHints = 5;
/** Of a body with long lists only the beginning is checked. */
const mostItems = 20;
const mostFields = 200;
const deepest = 6;
const longestName = 64;

const fieldsOf = (schema: JsonSchema | undefined): Fields | undefined => {
  if (!schema) return undefined;
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list ?? []) as JsonSchema[]);
  if (schema.items) choices.push(schema.items as JsonSchema);
  const byName = new Map<string, Fields | undefined>();
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>))
    byName.set(name, fieldsOf(property));
  for (const one of choices.map(fieldsOf))
    for (const [name, inside] of one?.byName ?? []) if (!byName.get(name)) byName.set(name, inside);
  return byName.size === 0 ? undefined : { byName, names: [...byName.keys()] };
};

const compiled = new WeakMap<object, { fields: Fields | undefined }>();
const fieldsFor = (schema: unknown): Fields | undefined => {
  if (schema === null || typeof schema !== 'object') return undefined;
  let known = compiled.get(schema);
  if (!known) {
    known = { fields: fieldsOf(schema as JsonSchema) };
    compiled.set(schema, known);
  }
  return known.fields;
};

/** Inserted, removed, replaced and swapped neighbouring characters. */
const editDistance = (a: string, b: string): number => {
  let [beforeLast, last] = [
    new Array<number>(b.length + 1).fill(0),
    Array.from({ length: b.length + 1 }, (_, at) => at),
  ];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/** Names of another style (conversationId) and names with one wrong character, or two in long names. */
const closestOf = (unknown: string, names: readonly string[]): string | undefined => {
  if (unknown.length > longestName) return undefined;
  const sought = plain(unknown);
  const most = sought.length >= 8 ? 2 : sought.length >= 4 ? 1 : 0;
  let [closest, least]: [string | undefined, number] = [undefined, most + 1];
  for (const name of names) {
    const known = plain(name);
    if (Math.abs(known.length - sought.length) > most) continue;
    const distance = editDistance(sought, known);
    if (distance < least) [closest, least] = [name, distance];
  }
  return closest;
};

/** Only characters that a header may have. */
const inHeader = (path: string): string => path.replaceAll(/[^\w.[\]-]/g, '?');

const findHints = (value: unknown, known: Fields): string[] => {
  const hints: string[] = [];
  let fieldsLeft = mostFields;
  const visit = (part: unknown, fields: Fields, path: string, depth: number): void => {
    if (part === null || typeof part !== 'object' || depth > deepest) return;
    if (Array.isArray(part)) {
      for (const [at, item] of part.slice(0, mostItems).entries())
        visit(item, fields, `${path}[${at}]`, depth + 1);
      return;
    }
    for (const name in part) {
      if (fieldsLeft-- <= 0 || hints.length >= mostHints) return;
      const place = path === '' ? name : `${path}.${name}`;
      if (fields.byName.has(name)) {
        const inside = fields.byName.get(name);
        if (inside) visit((part as Record<string, unknown>)[name], inside, place, depth + 1);
        continue;
      }
      const closest = closestOf(
        name,
        fields.names.filter((one) => !Object.hasOwn(part, one)),
      );
      if (closest !== undefined) hints.push(`unknown field ${inHeader(place)}: did you mean ${closest}?`);
    }
  };
  visit(value, known, '', 0);
  return hints;
};

/**
 * Unknown fields are ignored, as the contract demands, so a typing error in an optional field would go unnoticed. The
 * header names the known field that was probably meant.
 */
export const addFieldHints = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { body, querystring } = request.routeOptions.schema ?? {};
  const hints: string[] = [];
  const inBody = request.body instanceof Readable ? undefined : fieldsFor(body);
  if (inBody) hints.push(...findHints(request.body, inBody));
  const inQuery = fieldsFor(querystring);
  if (inQuery) hints.push(...findHints(request.query, inQuery));
  if (hints.length > 0) reply.header('X-Frontdesk-Hint', hints.slice(0, mostHints).join('; '));
};
