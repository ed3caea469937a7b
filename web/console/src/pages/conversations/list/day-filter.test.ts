import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timesOf } from './day-filter.ts';

test('the last day is included to its end, in the time zone of the operator', () => {
  assert.deepEqual(timesOf({ from: '2026-10-31', until: '2026-10-31' }), {
    from: new Date(2026, 9, 31).getTime(),
    before: new Date(2026, 10, 1).getTime(),
  });
  assert.deepEqual(timesOf({ from: '', until: '' }), {});
  assert.deepEqual(
    timesOf({ from: 'yesterday', until: '2026-1-1' }),
    {},
    'invalid days in the address are ignored',
  );
});
