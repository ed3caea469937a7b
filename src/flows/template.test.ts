import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderTemplate } from './template.ts';

test('a template that repeats a long text thousands of times is cut, not refused', () => {
  const variables = new Map<string, unknown>([['long', 'x'.repeat(200_000)]]);
  const text = renderTemplate(`a{{long}}${'{{long}}'.repeat(6000)}`, variables);
  assert.equal(text, `a${'x'.repeat(199_999)}`);
});

test('what stands behind a long value is cut with it', () => {
  const variables = new Map<string, unknown>([
    ['long', 'x'.repeat(199_998)],
    ['short', 'ab'],
  ]);
  assert.equal(renderTemplate('{{long}}{{short}}{{short}} end', variables), `${'x'.repeat(199_998)}ab`);
});
