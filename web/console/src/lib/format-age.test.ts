import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { loadEnglishMessages } from '../../../../test/support/console/english-messages.ts';
import { formatAge } from './format-age.ts';

// Other files of the same process load other languages.
beforeEach(loadEnglishMessages);

const now = Date.UTC(2026, 0, 1);
const ago = (seconds: number) => formatAge(now - seconds * 1000, now);

test('an age is shown in the largest unit that fits', () => {
  assert.equal(ago(3), 'just now');
  assert.equal(ago(45), '45 seconds ago');
  assert.equal(ago(59.9), '1 minute ago');
  assert.equal(ago(3600 * 5), '5 hours ago');
  assert.equal(ago(86_400), 'yesterday');
  assert.equal(ago(86_400 * 400), 'last year');
  assert.equal(ago(-7200), 'in 2 hours');
});
