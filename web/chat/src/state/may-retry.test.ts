import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorTable } from '../../../../src/lib/errors.ts';
import { mayRetry } from './may-retry.ts';

test('a retry is offered only for errors that pass', () => {
  const passing = Object.entries(errorTable).filter(([, error]) =>
    mayRetry({ code: error.code, status: error.status, message: error.text }),
  );
  assert.deepEqual(
    passing.map(([name]) => name),
    ['rateLimited', 'internal', 'unavailable', 'diskFull'],
  );
});

test('a retry is offered without an error and without a connection', () => {
  assert.equal(mayRetry(null), true);
  assert.equal(mayRetry({ code: 0, message: 'Failed to fetch' }), true);
});
