import { isSame } from './is-same.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * The merge patch from `before` to `after`, with only the changed fields. Objects are merged, lists are replaced, and
 * null removes a field. A model of another provider is sent completely, because the service replaces it.
 */
export const mergePatch = (before: Fields, after: Fields): Fields => {
  const patch: Fields = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    if (isSame(old, now)) continue;
    if (now === undefined || now === null) patch[name] = null;
    else if (isFields(old) && isFields(now) && old.provider === now.provider)
      patch[name] = mergePatch(old, now);
    else patch[name] = now;
  }
  return patch;
};
