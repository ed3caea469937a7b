/** One validation error of Ajv. */
export interface BrokenRule {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
}

const articles: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const typeNames = (type: unknown): string =>
  (Array.isArray(type) ? type : String(type).split(','))
    .filter((name) => name !== 'null')
    .map((name) => articles[name] ?? name)
    .join(' or ');

/** "/messages/0/content" → "messages[0].content", as a developer would write it. */
const fieldName = (instancePath: string): string =>
  instancePath
    .slice(1)
    .split('/')
    .filter((step) => step !== '')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path ? `${path}.${step}` : step), '');

const count = (limit: unknown, noun: string): string => `${limit} ${noun}${limit === 1 ? '' : 's'}`;

const rules: Record<string, (params: Record<string, unknown>) => string> = {
  type: ({ type }) => `must be ${typeNames(type)}`,
  enum: ({ allowedValues }) =>
    `must be one of ${(allowedValues as unknown[]).filter((v) => v !== null).join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'item')}`),
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  maxProperties: ({ limit }) => `must have at most ${count(limit, 'field')}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be above ${limit}`,
  pattern: ({ pattern }) => (pattern === '\\S' ? 'must not be blank' : `must match ${pattern}`),
  format: ({ format }) => `must be a valid ${format}`,
};

const describeOne = (rule: BrokenRule, place: string): string => {
  const field = fieldName(rule.instancePath);
  if (rule.keyword === 'required') {
    const missing = String(rule.params.missingProperty);
    return `${field ? `${field}.` : ''}${missing} is required`;
  }
  const text = rules[rule.keyword]?.(rule.params) ?? rule.message ?? 'is not valid';
  return `${field || `the ${place}`} ${text}`;
};

/** Depth of an error: of the branches of a union, the one that got furthest is the intended one. */
const depth = (rule: BrokenRule): number => rule.instancePath.split('/').length;

/** One sentence with the field and the violated rule. */
export const describeValidation = (broken: BrokenRule[], place: string): string => {
  const significant = broken.filter((rule) => rule.keyword !== 'anyOf' && rule.keyword !== 'oneOf');
  const unionFailed = significant.length < broken.length;
  const candidates = significant.length > 0 ? significant : broken;
  if (!unionFailed) return describeOne(candidates[0]!, place);
  const deepest = Math.max(...candidates.map(depth));
  const furthest = candidates.filter((rule) => depth(rule) === deepest);
  const types = furthest.filter((rule) => rule.keyword === 'type' || rule.keyword === 'const');
  if (types.length === furthest.length && types.length > 1) {
    const allTypes = types.every((rule) => rule.keyword === 'type');
    const choices = allTypes
      ? typeNames(types.map((rule) => rule.params.type))
      : types
          .filter((rule) => rule.keyword === 'const')
          .map((rule) => JSON.stringify(rule.params.allowedValue))
          .join(', ');
    return `${fieldName(types[0]!.instancePath) || `the ${place}`} must be ${allTypes ? choices : `one of ${choices}`}`;
  }
  return describeOne(
    furthest.find((rule) => rule.keyword !== 'type' && rule.keyword !== 'const') ?? furthest[0]!,
    place,
  );
};
