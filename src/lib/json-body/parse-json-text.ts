import { isUtf8 } from 'node:buffer';
import { JsonBodyError } from './json-body-error.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message quotes the body, which must not be logged. The position is enough to find the error.
    const place = /at position \d+/.exec(String(error))?.[0];
    throw new JsonBodyError('syntax', `The request body is not valid JSON${place ? ` (${place})` : ''}`);
  }
};

/** `JSON.parse` for untrusted bytes. The result must still be inspected. */
export const parseJsonText = (bytes: Buffer): unknown => {
  if (!isUtf8(bytes)) throw new JsonBodyError('encoding', 'The request body is not valid UTF-8');
  return parse(bytes.toString('utf8'));
};

/** False if no key can be a forbidden one, neither literally nor with escaped letters. */
export const mayHoldForbiddenKeys = (bytes: Buffer): boolean =>
  bytes.includes('__proto__') || bytes.includes('prototype') || bytes.includes('\\u00');

const refuseKey = (key: string): never => {
  throw new JsonBodyError('forbidden-key', `The request body must not contain the key "${key}"`);
};

/**
 * Rejects values that the parser accepts but later code should not get. Depth: code that walks the value recursively.
 * `__proto__` as a key, and `prototype` inside `constructor`: they reach the prototype of an object that the value
 * is merged into. They are rejected, not dropped, except if keys are names that a caller chose (`anyKey`).
 */
export const inspectJson = (
  value: unknown,
  limits: { maxDepth: number; anyKey: boolean },
  depth = 1,
): void => {
  const { maxDepth, anyKey } = limits;
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) {
    throw new JsonBodyError('too-deep', `The request body is nested more than ${maxDepth} levels deep`);
  }
  if (Array.isArray(value)) {
    for (const item of value) inspectJson(item, limits, depth + 1);
    return;
  }
  // Objects from the parser have no inherited enumerable keys.
  for (const key in value) {
    const item: unknown = value[key as keyof typeof value];
    if (key === '__proto__' && !anyKey) refuseKey(key);
    if (typeof item !== 'object' || item === null) continue;
    if (key === 'constructor' && !anyKey && Object.hasOwn(item, 'prototype'))
      refuseKey('constructor.prototype');
    inspectJson(item, limits, depth + 1);
  }
};
