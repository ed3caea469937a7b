import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchGlob } from './match-glob.ts';

const cases: [pattern: string, text: string, matches: boolean][] = [
  ['/docs/**', '/docs/a/b', true],
  ['/docs/**', '/docs/', true],
  ['/docs/**', '/docs', false],
  ['/docs/*', '/docs/a', true],
  ['/docs/*', '/docs/a/b', false],
  ['**/draft-*', '/a/b/draft-1', true],
  ['**/draft-*', '/a/draft-1/b', false],
  ['/page-?', '/page-7', true],
  ['/page-?', '/page-/', false],
  ['/a.b', '/axb', false],
  ['/(a+)+$', '/(a+)+$', true],
  ['', '', true],
  ['*', '', true],
  ['**.pdf', '/files/ä/猫.pdf', true],
];

for (const [pattern, text, matches] of cases)
  test(`"${pattern}" ${matches ? 'matches' : 'does not match'} "${text}"`, () => {
    assert.equal(matchGlob(pattern, text), matches);
  });

test('a pattern with many stars ends on the longest path', () => {
  assert.equal(matchGlob('*a'.repeat(100), `${'a'.repeat(2047)}b`), false);
});
