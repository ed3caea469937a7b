const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object';

/** Whether two JSON values are equal. An undefined field counts as absent. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
};
