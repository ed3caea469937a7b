import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLongerThan, readPath, referencesIn, renderTemplate, renderValue } from './template.ts';

test('a template that repeats a long text thousands of times is cut', () => {
  const variables = new Map<string, unknown>([['long', 'x'.repeat(200_000)]]);
  const text = renderTemplate(`a{{long}}${'{{long}}'.repeat(6000)}`, variables);
  assert.equal(text, `a${'x'.repeat(199_999)}`);
});

test('text after a long value is cut with it', () => {
  const variables = new Map<string, unknown>([
    ['long', 'x'.repeat(199_998)],
    ['short', 'ab'],
  ]);
  assert.equal(renderTemplate('{{long}}{{short}}{{short}} end', variables), `${'x'.repeat(199_998)}ab`);
});

test('a path finds own properties only, not inherited ones', () => {
  const variables = new Map<string, unknown>([
    ['__proto__', JSON.parse('{"a":1,"__proto__":{"b":2}}')],
    ['list', ['x']],
  ]);
  const template = '{{__proto__.a}}{{__proto__.__proto__.b}}{{list.0}}{{list.constructor}}{{list.length.x}}';
  assert.equal(renderTemplate(template, variables), '12x');
  assert.equal(readPath(variables, 'list.__proto__'), undefined);
  assert.equal(({} as { b?: number }).b, undefined);
});

test('the length of a value is estimated without writing it', () => {
  assert.equal(isLongerThan('x'.repeat(10), 10), false);
  assert.equal(isLongerThan('x'.repeat(11), 10), true);
  assert.equal(isLongerThan({ name: ['x'.repeat(90)] }, 100), false);
  assert.equal(isLongerThan({ name: ['x'.repeat(100)] }, 100), true);
  assert.equal(isLongerThan(new Array(101).fill(0), 100), true);
  // Each contains the previous one twice: 2^200 characters in 200 objects.
  let value: unknown = 'x';
  for (let doubled = 0; doubled < 200; doubled++) value = { a: value, b: value };
  assert.equal(isLongerThan(value, 2_000_000), true);
});

test('spaces around a name are ignored, however many there are', () => {
  const variables = new Map<string, unknown>([['list', [1, 2]]]);
  const wide = ' '.repeat(50_000);
  assert.equal(renderTemplate(`a{{${wide}list.1${wide}}}b`, variables), 'a2b');
  assert.deepEqual(renderValue(`${wide}{{ list }}${wide}`, variables), [1, 2]);
  for (const open of [`{{${wide}`, `{{${wide}x`, '{{ '.repeat(20_000), `{{ x }${wide}`]) {
    assert.equal(renderTemplate(open, variables), open);
    assert.equal(renderValue(open, variables), open);
    assert.deepEqual(referencesIn(open), []);
  }
});
