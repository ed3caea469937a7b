type Node = Record<string, unknown>;

/** Per schema. Schemas of large public APIs stay below a third of each limit. */
export const schemaLimits = {
  characters: 64_000,
  depth: 32,
  /** Objects, lists and values together. */
  nodes: 5000,
  references: 200,
  /** Subschemas that are checked against the same value, including references. */
  checksPerValue: 500,
  patternCharacters: 1000,
};

/** Their subschemas are checked against the same value as the parent schema, not against a part of it. */
const sameValueKeywords = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];

/** Values, not schemas, even if they look like one. */
const valueKeywords = ['const', 'enum', 'default', 'examples', 'example'];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Linear in the allowed size: it stops at the first limit. */
const measure = (schema: Node): string | undefined => {
  let nodes = 0;
  let references = 0;
  const waiting: { value: unknown; depth: number; isValue: boolean }[] = [
    { value: schema, depth: 1, isValue: false },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth, isValue } = next;
    nodes += 1;
    if (nodes > schemaLimits.nodes) return `must have at most ${schemaLimits.nodes} nodes`;
    if (value === null || typeof value !== 'object') continue;
    if (depth > schemaLimits.depth) return `must be nested at most ${schemaLimits.depth} levels deep`;
    for (const [name, part] of Object.entries(value)) {
      if (!isValue && !Array.isArray(value)) {
        const problem = checkKeyword(name, part);
        if (problem !== undefined) return problem;
        if (name === '$ref') references += 1;
      }
      waiting.push({ value: part, depth: depth + 1, isValue: isValue || valueKeywords.includes(name) });
    }
  }
  if (references > schemaLimits.references) return `must have at most ${schemaLimits.references} $ref`;
  return undefined;
};

/** A property may have one of these names; its schema is then an object, not a string. */
const checkKeyword = (name: string, value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  if ((name === '$ref' || name === '$dynamicRef' || name === '$recursiveRef') && !/^#(\/|$)/.test(value))
    return `${name} must point to a place in the same schema, such as #/$defs/name`;
  if (name === '$dynamicRef' || name === '$recursiveRef') return `${name} is not supported; use $ref`;
  if (name === 'pattern' && value.length > schemaLimits.patternCharacters)
    return `pattern must have at most ${schemaLimits.patternCharacters} characters`;
  return undefined;
};

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
};

const lookUp = (root: Node, reference: string): unknown => {
  let value: unknown = root;
  for (const part of reference.split('/').slice(1).map(decode)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Node)[part];
  }
  return value;
};

/** Subschemas that are checked against the same value as this one. */
const sameValueSchemas = (node: Node): unknown[] =>
  sameValueKeywords.flatMap((keyword) => {
    const value = node[keyword];
    if (Array.isArray(value)) return value;
    if (!isNode(value)) return [];
    return keyword === 'dependentSchemas' ? Object.values(value) : [value];
  });

/**
 * How often one value would be checked: `anyOf` of two references to the next definition doubles it at each level,
 * and circular references never end. Circles that lead into a part of the value (properties, items) end with the
 * value and are allowed.
 */
const countChecks = (root: Node): string | undefined => {
  const known = new Map<Node, number>();
  const open = new Set<Node>();
  let problem: string | undefined;

  const count = (value: unknown): number => {
    if (!isNode(value) || problem !== undefined) return 1;
    const counted = known.get(value);
    if (counted !== undefined) return counted;
    if (open.has(value)) {
      problem = 'must not have a $ref that leads back to itself without a property or an item between';
      return 1;
    }
    open.add(value);
    let checks = 1;
    if (typeof value.$ref === 'string') {
      const target = lookUp(root, value.$ref);
      if (target === undefined) problem ??= `$ref: there is no ${value.$ref.slice(0, 100)}`;
      checks += count(target);
    }
    for (const part of sameValueSchemas(value)) checks += count(part);
    open.delete(value);
    known.set(value, checks);
    if (checks > schemaLimits.checksPerValue)
      problem ??= `must check one value against at most ${schemaLimits.checksPerValue} subschemas, with every $ref followed`;
    return checks;
  };

  const visit = (value: unknown): void => {
    if (problem !== undefined || typeof value !== 'object' || value === null) return;
    if (isNode(value)) count(value);
    for (const [name, part] of Object.entries(value)) if (!valueKeywords.includes(name)) visit(part);
  };
  visit(root);
  return problem;
};

/** The limit that a JSON Schema exceeds, as text to put after the name of its field. Undefined if none. */
export const findSchemaProblem = (schema: Record<string, unknown>): string | undefined =>
  measure(schema) ??
  (JSON.stringify(schema).length > schemaLimits.characters
    ? `must have at most ${schemaLimits.characters} characters as JSON`
    : countChecks(schema));
