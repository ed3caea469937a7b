import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { faultPoints } from '../../src/lib/fault-point.ts';
import { createInstallations, type Installations } from '../support/faults/installation.ts';
import { killCases } from '../support/faults/kill-cases.ts';
import { type Mocks, startMocks } from '../support/faults/mocks.ts';
import { createRandom, shuffled } from '../support/faults/random.ts';
import { runKillCase } from '../support/faults/run-kill-case.ts';
import { runReachCase } from '../support/faults/run-reach-case.ts';

/** `npm run test:faults` runs all of them, on both databases. */
const casesEachDay = 1;
const seed = Number(process.env.FAULT_SEED ?? 7);

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-mocks-'));
let mocks: Mocks;
let installations: Installations;

before(async () => {
  mocks = await startMocks(folder);
  installations = createInstallations(mocks);
});

after(async () => {
  installations.close();
  await mocks.close();
  rmSync(folder, { recursive: true, force: true });
});

test('every fault point has a case', () => {
  const covered = new Set(killCases.map(({ point }): string => point));
  assert.deepEqual([...covered].sort(), Object.keys(faultPoints).sort());
});

test('every fault point is reached by the cases', async () => {
  await runReachCase(await installations.make('sqlite'), mocks);
});

for (const one of shuffled(killCases, createRandom(seed)).slice(0, casesEachDay))
  test(`after a kill at ${one.point} nothing is lost, duplicated or incomplete`, async () => {
    await runKillCase(await installations.make('sqlite'), mocks, one);
  });
