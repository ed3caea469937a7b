import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { createRequestLog } from './request-log.ts';

const loggingAt = (level: string) => {
  const lines: Record<string, unknown>[] = [];
  const parent = pino(
    { level, base: undefined, timestamp: false },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return { lines, parent };
};

test('each entry has the ID of the request and its level', () => {
  const { lines, parent } = loggingAt('trace');
  const log = createRequestLog(parent, { requestId: 'r1' });
  log.warn({ connectionId: 'c1' }, 'refused');
  log.error({}, 'failed');
  log.child({ part: 'p' }).info('done');
  assert.deepEqual(lines, [
    { level: 40, requestId: 'r1', connectionId: 'c1', msg: 'refused' },
    { level: 50, requestId: 'r1', msg: 'failed' },
    { level: 30, requestId: 'r1', part: 'p', msg: 'done' },
  ]);
});

test('entries below the level of the service are left out, and create no logger', () => {
  const { lines, parent } = loggingAt('warn');
  let created = 0;
  parent.onChild = () => void created++;
  const log = createRequestLog(parent, { requestId: 'r1' });
  log.debug({ status: 200 }, 'request');
  log.info('done');
  assert.equal(created, 0);
  assert.equal(log.level, 'warn');
  log.fatal('stopped');
  assert.equal(created, 1);
  assert.deepEqual(lines, [{ level: 60, requestId: 'r1', msg: 'stopped' }]);
});
