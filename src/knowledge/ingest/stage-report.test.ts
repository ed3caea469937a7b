import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createStageReport } from './stage-report.ts';

const open = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reports: string[] = [];
  const wait = (ms: number): void => t.mock.timers.tick(ms);
  return { reports, wait };
};

test('a stage is reported only if it lasts', async (t) => {
  const { reports, wait } = open(t);
  const stages = createStageReport(async (stage: string) => void reports.push(stage));
  await stages.enter('short');
  wait(199);
  await stages.enter('long');
  wait(200);
  await stages.enter('last');
  wait(199);
  await stages.end();
  wait(1000);
  assert.deepEqual(reports, ['long']);
});

test('the end of a stage waits for its report, and a failed report is ignored', async (t) => {
  const { reports, wait } = open(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  const stages = createStageReport(async (stage: string) => {
    await promise;
    reports.push(stage);
    throw new Error('The database is not available');
  });
  await stages.enter('slow');
  wait(200);
  const ending = stages.end().then(() => reports.push('ended'));
  resolve();
  await ending;
  assert.deepEqual(reports, ['slow', 'ended']);
});
