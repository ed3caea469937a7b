import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { valueKey } from './value-key.ts';

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

test('keys of numbers sort like the numbers and are equal only for equal numbers', () => {
  fc.assert(
    fc.property(finite, finite, (a, b) => {
      assert.equal(
        Math.sign(compare(valueKey(a), valueKey(b))),
        Math.sign(a - b) || Number(a > b) - Number(a < b),
      );
    }),
  );
  const sorted = [-1e300, -10, -9, -0.5, 0, 5e-324, 0.5, 9, 10, 1042, 2 ** 53 - 1, 1e300];
  assert.deepEqual(
    sorted.toReversed().sort((a, b) => compare(valueKey(a), valueKey(b))),
    sorted,
  );
});

test('keys of texts are equal only for equal texts of any length', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 150 });
  fc.assert(fc.property(text, text, (a, b) => assert.equal(valueKey(a) === valueKey(b), a === b)));
  const long = 'x'.repeat(300);
  assert.notEqual(valueKey(`${long}a`), valueKey(`${long}b`));
  assert.notEqual(valueKey('Key'), valueKey('key'));
});

test('a long text is cut between characters', () => {
  assert.ok(valueKey(`${'a'.repeat(63)}😀${'b'.repeat(40)}`).isWellFormed());
});
