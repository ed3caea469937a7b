/** Field → [before, after]; null where there was or is nothing. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** A prompt may have 100,000 characters. The log contains only its beginning. */
const maxShownCharacters = 1000;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const flatten = (value: unknown, path: string, leaves: Map<string, unknown>): Map<string, unknown> => {
  if (isPlainObject(value) && Object.keys(value).length > 0)
    for (const [name, child] of Object.entries(value))
      flatten(child, path ? `${path}.${name}` : name, leaves);
  else if (value !== undefined) leaves.set(path, value);
  return leaves;
};

const shorten = (value: unknown): unknown => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined) return null;
  if (text.length <= maxShownCharacters) return value;
  return `${text.slice(0, maxShownCharacters)}… (${text.length} characters)`;
};

/**
 * The fields that differ between two states; a list counts as one field. `mask` hides secrets in the result and must
 * keep the structure. A changed secret is reported as a change even if its mask stays the same.
 */
export const describeChanges = <State extends object>(
  before: State | undefined,
  after: State | undefined,
  mask: (state: State) => unknown = (state) => state,
): Changes => {
  const [rawBefore, rawAfter] = [before, after].map((state) => flatten(state, '', new Map()));
  const [shownBefore, shownAfter] = [before, after].map((state) =>
    flatten(state === undefined ? undefined : mask(state), '', new Map()),
  );
  const changes: Changes = {};
  for (const path of new Set([...rawBefore!.keys(), ...rawAfter!.keys()])) {
    if (JSON.stringify(rawBefore!.get(path)) === JSON.stringify(rawAfter!.get(path))) continue;
    changes[path] = [shorten(shownBefore!.get(path) ?? null), shorten(shownAfter!.get(path) ?? null)];
  }
  return changes;
};
