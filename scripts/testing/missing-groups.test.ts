import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMissingGroups, exitCodeOf, missingGroups } from './missing-groups.ts';
import { unavailable } from './provision.ts';

const chromium = { available: true, value: '/usr/bin/chromium' } as const;
const firefox = unavailable('no Firefox is installed');

test('the end of the run names each missing program and the reason', () => {
  assert.deepEqual(missingGroups({ chromium, firefox }), ['firefox']);
  assert.deepEqual(describeMissingGroups({ chromium, firefox }), [
    'NOT RUN: the firefox tests (no Firefox is installed)',
  ]);
  assert.deepEqual(describeMissingGroups({ chromium }), []);
});

test('a missing program fails the run only with CI=true', () => {
  assert.equal(exitCodeOf({ chromium, firefox }, 0, {}), 0);
  assert.equal(exitCodeOf({ chromium, firefox }, 0, { CI: 'true' }), 1);
  assert.equal(exitCodeOf({ chromium }, 0, { CI: 'true' }), 0);
  assert.equal(exitCodeOf({ chromium, firefox }, 7, {}), 7);
});
