import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../lib/errors.ts';
import { silentLog } from '../lib/log.ts';
import { createIdentityWarnings } from './identity-warnings.ts';

const createWarnings = () => {
  let nowMs = 0;
  const logged: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void logged.push(fields) };
  const warnings = createIdentityWarnings({ log, clock: { nowMs: () => nowMs } });
  return { warnings, logged, wait: (ms: number) => (nowMs += ms) };
};

test('a wrong user_hash is logged once per minute and agent', () => {
  const { warnings, logged, wait } = createWarnings();
  warnings.warn('a', 'user_hash: wrong');
  warnings.warn('a', 'user_hash: wrong');
  warnings.warn('b', 'user_hash: wrong');
  wait(59_999);
  warnings.warn('a', 'user_hash: wrong');
  assert.deepEqual(logged, [
    { agentId: 'a', problem: 'user_hash: wrong' },
    { agentId: 'b', problem: 'user_hash: wrong' },
  ]);
  wait(1);
  warnings.warn('a', 'user_hash: expired');
  assert.deepEqual(logged[2], { agentId: 'a', problem: 'user_hash: expired' });
});

test('other errors of an identification are not logged as a wrong user_hash', () => {
  const { warnings, logged } = createWarnings();
  warnings.warnOfError('a', new AppError('invalidParameter', 'email: must be an e-mail address'));
  warnings.warnOfError('a', new Error('the database is away'));
  assert.deepEqual(logged, []);
  warnings.warnOfError('a', new AppError('forbidden', 'user_hash: has expired'));
  assert.equal(logged.length, 1);
});
