import { defineField } from './define-field.ts';

type Fields = Record<string, unknown>;

interface Source {
  /** For errors. */
  path: string;
  value: unknown;
}

const deepest = 50;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const describe = (value: unknown): string => {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : `a ${typeof value}`;
};

const mergeObjects = (
  first: Fields,
  second: Fields,
  isDeep: boolean,
  path: string,
  depth: number,
): Fields => {
  if (depth > deepest) throw new Error(`"${path}" is nested more than ${deepest} deep`);
  const result: Fields = {};
  for (const [name, value] of Object.entries(first)) defineField(result, name, value);
  for (const [name, value] of Object.entries(second)) {
    const before = Object.hasOwn(result, name) ? result[name] : undefined;
    const isNested = isDeep && isObject(before) && isObject(value);
    defineField(
      result,
      name,
      isNested ? mergeObjects(before, value, true, `${path}.${name}`, depth + 1) : value,
    );
  }
  return result;
};

/**
 * Lists are concatenated. Of objects, a later value replaces an earlier one of the same name, or is merged with it if
 * the merge is deep and both are objects; nested lists are replaced.
 */
export const mergeJson = (sources: readonly Source[], { isDeep }: { isDeep: boolean }): unknown => {
  const [first, ...others] = sources;
  if (!first) throw new Error('there is nothing to merge');
  for (const { path, value } of sources)
    if (!isObject(value) && !Array.isArray(value))
      throw new Error(`"${path}" is ${describe(value)}; only objects or lists can be merged`);
  const different = others.find(({ value }) => Array.isArray(value) !== Array.isArray(first.value));
  if (different)
    throw new Error(
      `"${different.path}" is ${describe(different.value)}, but "${first.path}" is ${describe(first.value)}`,
    );
  if (Array.isArray(first.value)) return sources.flatMap(({ value }) => value as unknown[]);
  return others.reduce<Fields>(
    (merged, { path, value }) => mergeObjects(merged, value as Fields, isDeep, path, 1),
    { ...(first.value as Fields) },
  );
};
