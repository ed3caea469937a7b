import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { finish, withPlace } from '../../support/faults/finish.ts';
import { createClient, createJournal, type Journal } from '../../support/faults/journal.ts';
import type { Life } from '../../support/faults/life.ts';
import { type WorkloadName, workloads } from '../../support/faults/workloads.ts';
import type { FaultCase } from './fault-case.ts';

/** Sends each call to the next process that lives, as a load balancer does. */
const balanced = (lives: Life[]): Life => {
  let turn = 0;
  const next = (): Life => {
    const alive = lives.filter((life) => !life.isOver());
    return alive[turn++ % alive.length]!;
  };
  return {
    ...lives[0]!,
    isOver: () => false,
    fetch: (...call) => next().fetch(...call),
    call: (...call) => next().call(...call),
  };
};

const everything = (life: Life, journal: Journal) => {
  const client = createClient(life, journal);
  const many = Array.from({ length: 12 }, async (_, index) => {
    const conversation = await client.newConversation(`spread ${index % 3}`);
    const mode = (['blocking', 'streaming', 'webhook'] as const)[index % 3]!;
    await client.ask(conversation, `[slow] spread ${index}`, mode);
  });
  const named = Object.keys(workloads).map((name) => workloads[name as WorkloadName](client));
  return Promise.allSettled([...many, ...named]);
};

/** One of three dies in the middle of everything; the others end what it had begun. */
const killOneOfThree: FaultCase = {
  name: 'three processes, one killed in the middle of everything',
  databases: ['postgres'],
  run: async ({ places, mocks }) => {
    const place = await places.make('postgres');
    return withPlace(place, async (start) => {
      const journal = createJournal();
      const lives = await Promise.all([start(), start(), start()]);
      const working = everything(balanced(lives), journal);
      await delay(1500);
      await lives[0]!.kill();
      await working;
      for (const end of await everything(balanced(lives), journal))
        if (end.status === 'rejected') throw end.reason;
      await finish({ place, mocks, journal, lives: lives.slice(1), deaths: 1, output: lives[0]!.output() });
    });
  },
};

const stillMs = 35_000;

/** A process that stands still for long is taken for dead; when it wakes it changes nothing any more. */
const sleeper: FaultCase = {
  name: `a process that stands still for ${stillMs / 1000} s loses its rounds to another`,
  databases: ['postgres'],
  run: async ({ places, mocks }) => {
    const place = await places.make('postgres');
    return withPlace(place, async (start) => {
      const journal = createJournal();
      const sleeping = await start({ FAULT: `round-settling@1:delay=${stillMs}` });
      const awake = await start();
      const client = createClient(sleeping, journal);
      const conversation = await client.newConversation('sleeper');
      const asked = client.ask(conversation, 'asked of the sleeper', 'webhook');
      await delay(1000);
      const after = await createClient(awake, journal).ask(conversation, 'asked of the other');
      assert.equal(after.status, 200, 'the conversation goes on without it');
      await asked;
      // Its own loop is back: it answers again.
      assert.equal((await client.ask(conversation, 'asked when it woke')).status, 200);
      await finish({ place, mocks, journal, lives: [sleeping, awake], deaths: 1 });
    });
  },
};

export const severalProcessesCases = [killOneOfThree, sleeper];
