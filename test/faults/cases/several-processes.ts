import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultService } from '../../support/faults/fault-service.ts';
import { finish, withInstallation } from '../../support/faults/finish.ts';
import { createClient, createJournal, type Journal } from '../../support/faults/journal.ts';
import { type WorkloadName, workloads } from '../../support/faults/workloads.ts';
import type { FaultCase } from './fault-case.ts';

/** Sends each call to the next running process, like a load balancer. */
const balanced = (services: FaultService[]): FaultService => {
  let turn = 0;
  const next = (): FaultService => {
    const alive = services.filter((service) => !service.isOver());
    return alive[turn++ % alive.length]!;
  };
  return {
    ...services[0]!,
    isOver: () => false,
    fetch: (...call) => next().fetch(...call),
    call: (...call) => next().call(...call),
  };
};

const everything = (service: FaultService, journal: Journal) => {
  const client = createClient(service, journal);
  const many = Array.from({ length: 12 }, async (_, index) => {
    const conversation = await client.newConversation(`spread ${index % 3}`);
    const mode = (['blocking', 'streaming', 'webhook'] as const)[index % 3]!;
    await client.ask(conversation, `[slow] spread ${index}`, mode);
  });
  const named = Object.keys(workloads).map((name) => workloads[name as WorkloadName](client));
  return Promise.allSettled([...many, ...named]);
};

/** One of three processes dies during all workloads. The others finish its work. */
const killOneOfThree: FaultCase = {
  name: 'one of three processes is killed during all workloads',
  databases: ['postgres'],
  run: async ({ installations, mocks }) => {
    const installation = await installations.make('postgres');
    return withInstallation(installation, async (start) => {
      const journal = createJournal();
      const services = await Promise.all([start(), start(), start()]);
      const working = everything(balanced(services), journal);
      await delay(1500);
      await services[0]!.kill();
      await working;
      for (const end of await everything(balanced(services), journal))
        if (end.status === 'rejected') throw end.reason;
      await finish({
        installation,
        mocks,
        journal,
        services: services.slice(1),
        deaths: 1,
        output: services[0]!.output(),
      });
    });
  },
};

const suspendedMs = 35_000;

/** A process that is suspended for long counts as dead. When it resumes, it changes nothing. */
const sleeper: FaultCase = {
  name: `another process takes over the rounds of a process suspended for ${suspendedMs / 1000} s`,
  databases: ['postgres'],
  run: async ({ installations, mocks }) => {
    const installation = await installations.make('postgres');
    return withInstallation(installation, async (start) => {
      const journal = createJournal();
      const sleeping = await start({ FAULT: `round-settling@1:delay=${suspendedMs}` });
      const awake = await start();
      const client = createClient(sleeping, journal);
      const conversation = await client.newConversation('sleeper');
      const asked = client.ask(conversation, 'to the suspended process', 'webhook');
      await delay(1000);
      const after = await createClient(awake, journal).ask(conversation, 'to the other process');
      assert.equal(after.status, 200, 'the conversation continues without it');
      await asked;
      // It has resumed and answers again.
      assert.equal((await client.ask(conversation, 'after it has resumed')).status, 200);
      await finish({ installation, mocks, journal, services: [sleeping, awake], deaths: 1 });
    });
  },
};

export const severalProcessesCases = [killOneOfThree, sleeper];
