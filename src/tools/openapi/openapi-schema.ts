/** Unchecked JSON of a document. */
export type Node = Record<string, unknown>;

export const asNode = (value: unknown): Node | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : undefined;

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Resolves references inside the document. External references are not followed, cycles end. */
export const createResolver = (document: Node) => {
  const lookUp = (pointer: string): unknown => {
    if (!pointer.startsWith('#/')) return undefined;
    let value: unknown = document;
    for (const part of pointer.slice(2).split('/')) {
      const node = asNode(value);
      const name = decodeURIComponentOr(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (!node || !Object.hasOwn(node, name)) return undefined;
      value = node[name];
    }
    return value;
  };
  return (value: unknown): Node | undefined => {
    let node = asNode(value);
    for (let hops = 0; node && typeof node.$ref === 'string'; hops += 1) {
      if (hops === 8) return undefined;
      node = asNode(lookUp(node.$ref));
    }
    return node;
  };
};

const decodeURIComponentOr = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export type Resolve = ReturnType<typeof createResolver>;

const copied = [
  'type',
  'enum',
  'const',
  'format',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
] as const;
const alternatives = ['allOf', 'anyOf', 'oneOf'] as const;
const deepest = 8;
const mostNodes = 600;
const longestDescription = 500;

/** Version 3.0 wrote an exclusive bound as a separate flag. */
const exclusiveBound = (
  node: Node,
  key: 'exclusiveMinimum' | 'exclusiveMaximum',
  bound: unknown,
): unknown => {
  if (typeof node[key] === 'number') return node[key];
  return node[key] === true && typeof bound === 'number' ? bound : undefined;
};

const withNull = (type: unknown): unknown => (typeof type === 'string' ? [type, 'null'] : type);

/**
 * A self-contained schema: references are resolved, and only keywords that describe valid values are kept.
 * Parts that are too deep, too large or circular become "anything".
 */
export const createSchemaCopy = (resolve: Resolve) => {
  let nodes = 0;

  const copy = (value: unknown, depth: number): Node => {
    nodes += 1;
    const node = resolve(value);
    if (!node || depth > deepest || nodes > mostNodes) return {};
    const schema: Node = {};
    for (const key of copied) if (node[key] !== undefined) schema[key] = node[key];
    const description = asText(node.description);
    if (description !== '') schema.description = description.slice(0, longestDescription);
    for (const [key, bound] of [
      ['exclusiveMinimum', node.minimum],
      ['exclusiveMaximum', node.maximum],
    ] as const) {
      const exclusive = exclusiveBound(node, key, bound);
      if (exclusive !== undefined) schema[key] = exclusive;
    }
    if (node.nullable === true) schema.type = withNull(schema.type);
    const properties = asNode(node.properties);
    if (properties)
      schema.properties = Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, copy(property, depth + 1)]),
      );
    if (node.items !== undefined) schema.items = copy(node.items, depth + 1);
    if (node.additionalProperties === false) schema.additionalProperties = false;
    else if (asNode(node.additionalProperties))
      schema.additionalProperties = copy(node.additionalProperties, depth + 1);
    for (const key of alternatives)
      if (Array.isArray(node[key])) schema[key] = node[key].map((each) => copy(each, depth + 1));
    return schema;
  };
  return (value: unknown): Node => copy(value, 0);
};
