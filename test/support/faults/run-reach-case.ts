import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultPoints } from '../../../src/lib/fault-point.ts';
import { checkEverything, untilIdle } from './checks/check.ts';
import type { FaultService } from './fault-service.ts';
import type { Installation } from './installation.ts';
import { createClient, createJournal } from './journal.ts';
import { sqliteOnly } from './kill-cases.ts';
import type { Mocks } from './mocks.ts';
import { type WorkloadName, workloads } from './workloads.ts';

/** Leaves a stream and a webhook round that the next process has to take over. */
const leaveUnfinished = async (
  service: FaultService,
  journal: ReturnType<typeof createJournal>,
): Promise<void> => {
  const client = createClient(service, journal);
  const conversation = await client.newConversation('unfinished');
  const other = await client.newConversation('unfinished too');
  await client.ask(other, '[slow] cut by webhook', 'webhook');
  const streaming = client.ask(conversation, '[slow] cut stream', 'streaming').catch(() => {});
  while (journal.messages.get('[slow] cut stream')?.messageId === undefined)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await service.kill();
  await streaming;
};

/** Runs all workloads in two processes that report each fault point they pass: none may be missing. */
export const runReachCase = async (installation: Installation, mocks: Mocks): Promise<void> => {
  const path = join(installation.folder, '..', `points-${installation.kind}`);
  writeFileSync(path, '');
  const noting = { FAULT: `every@1:note=${path}` };
  const journal = createJournal();
  let service = await installation.start(noting);
  try {
    await Promise.all(
      (Object.keys(workloads) as WorkloadName[])
        // It changes the human service of the agent.
        .filter((name) => name !== 'inbox')
        .map((name) => workloads[name](createClient(service, journal))),
    );
    await workloads.inbox(createClient(service, journal));
    await leaveUnfinished(service, journal);
    const firstOutput = service.output();
    service = await installation.start(noting);
    await untilIdle(installation);
    assert.equal(await service.terminate(), 0);
    const reached = readFileSync(path, 'utf8').trim().split('\n');
    const expected = Object.keys(faultPoints).filter(
      (name) => installation.kind === 'sqlite' || !(sqliteOnly as readonly string[]).includes(name),
    );
    assert.deepEqual([...new Set(reached)].sort(), expected.sort(), 'every fault point is reached');
    await checkEverything(installation, {
      journal,
      mocks,
      deaths: 1,
      output: firstOutput + service.output(),
    });
  } finally {
    if (!service.isOver()) await service.kill();
  }
};
