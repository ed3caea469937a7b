import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultPoints } from '../../../src/lib/fault-point.ts';
import { checkEverything, untilIdle } from './check.ts';
import { createClient, createJournal } from './journal.ts';
import { sqliteOnly } from './kill-cases.ts';
import type { Life } from './life.ts';
import type { Mocks } from './mocks.ts';
import type { Place } from './place.ts';
import { type WorkloadName, workloads } from './workloads.ts';

/** Leaves a stream and a webhook round that the next process has to take over. */
const leaveUnfinished = async (life: Life, journal: ReturnType<typeof createJournal>): Promise<void> => {
  const client = createClient(life, journal);
  const conversation = await client.newConversation('unfinished');
  const other = await client.newConversation('unfinished too');
  await client.ask(other, '[slow] cut by webhook', 'webhook');
  const streaming = client.ask(conversation, '[slow] cut stream', 'streaming').catch(() => {});
  while (journal.messages.get('[slow] cut stream')?.messageId === undefined)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await life.kill();
  await streaming;
};

/** Runs all workloads in two processes that report each fault point they pass: none may be missing. */
export const runReachCase = async (place: Place, mocks: Mocks): Promise<void> => {
  const path = join(place.folder, '..', `points-${place.kind}`);
  writeFileSync(path, '');
  const noting = { FAULT: `every@1:note=${path}` };
  const journal = createJournal();
  let life = await place.start(noting);
  try {
    await Promise.all(
      Object.keys(workloads).map((name) => workloads[name as WorkloadName](createClient(life, journal))),
    );
    await leaveUnfinished(life, journal);
    const firstOutput = life.output();
    life = await place.start(noting);
    await untilIdle(place);
    assert.equal(await life.terminate(), 0);
    const reached = readFileSync(path, 'utf8').trim().split('\n');
    const expected = Object.keys(faultPoints).filter(
      (name) => place.kind === 'sqlite' || !(sqliteOnly as readonly string[]).includes(name),
    );
    assert.deepEqual([...new Set(reached)].sort(), expected.sort(), 'every fault point is reached');
    await checkEverything(place, { journal, mocks, deaths: 1, output: firstOutput + life.output() });
  } finally {
    if (!life.isOver()) await life.kill();
  }
};
