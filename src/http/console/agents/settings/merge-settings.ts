type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Models of different providers share nothing but the names of fields. */
const isOfAnotherKind = (current: JsonObject, patch: JsonObject): boolean =>
  'provider' in patch && patch.provider !== current.provider;

/**
 * JSON Merge Patch: named fields are changed, objects are merged, lists are replaced, and null resets a
 * field to its default.
 */
export const mergeSettings = (current: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const base = isObject(current) && !isOfAnotherKind(current, patch) ? current : {};
  // Object.fromEntries makes even "__proto__" an ordinary field, which the schema then drops.
  const merged = new Map<string, unknown>(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergeSettings(merged.get(name), value));
  }
  return Object.fromEntries(merged);
};
