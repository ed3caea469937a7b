import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, asAppError, errorTable } from './errors.ts';

/** Part 7 of the specification, and the statuses chosen for it. */
const contract: Record<number, { status: number; text: string }> = {
  40000: { status: 400, text: 'Parameter error' },
  40127: { status: 401, text: 'Developer authentication failed' },
  40356: { status: 404, text: 'Conversation does not exist' },
  40358: { status: 403, text: 'conversation_id does not match the agent or the user' },
  40364: { status: 400, text: 'The agent does not use a model that supports the image modality' },
  40378: { status: 410, text: 'Agent deleted' },
  50000: { status: 500, text: 'Internal system error' },
  20040: { status: 413, text: 'Question length limit exceeded' },
  20022: { status: 402, text: 'Insufficient credits' },
  20055: { status: 403, text: 'API use forbidden; the API switch must be on' },
  20059: { status: 410, text: 'Agent deleted' },
  403100: { status: 400, text: 'Invalid table name' },
  403101: { status: 400, text: 'Invalid table description' },
  403102: { status: 400, text: 'Invalid number of fields' },
  403103: { status: 400, text: 'Invalid field name' },
  403104: { status: 400, text: 'Invalid field description' },
  403105: { status: 400, text: 'Invalid field type' },
  403108: { status: 409, text: 'Table name already exists' },
  403111: { status: 400, text: 'Field count exceeds the limit' },
  403106: { status: 404, text: 'Table not found' },
  403131: { status: 403, text: 'No permission to access the table' },
  // Added: the rate limit.
  40008: { status: 429, text: 'Too many requests' },
};

/** The first entry of a code is its ordinary meaning; 40000, 40127 and 50000 have further statuses. */
const ordinary = new Map<number, { status: number; text: string }>();
for (const { code, status, text } of Object.values(errorTable))
  if (!ordinary.has(code)) ordinary.set(code, { status, text });

test('the table has exactly the codes of the contract, each with its status and meaning', () => {
  assert.deepEqual(
    [...ordinary.keys()].toSorted((a, b) => a - b),
    Object.keys(contract)
      .map(Number)
      .toSorted((a, b) => a - b),
  );
  for (const [code, expected] of Object.entries(contract))
    assert.deepEqual(ordinary.get(Number(code)), expected, code);
});

test('no error has a status below 400', () => {
  for (const { status } of Object.values(errorTable)) assert.ok(status >= 400);
});

test('for any thrown value the client gets only the fixed text', () => {
  const error = asAppError(new Error('select * from secrets'));
  assert.equal(error.code, 50000);
  assert.equal(error.message, 'Internal system error');
  const own = new AppError('invalidParameter', 'user_id is required');
  assert.equal(asAppError(own), own);
});
