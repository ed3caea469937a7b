import { setTimeout as delay } from 'node:timers/promises';
import type { FaultService } from '../../support/faults/fault-service.ts';
import { finish, withInstallation } from '../../support/faults/finish.ts';
import { createClient, createJournal } from '../../support/faults/journal.ts';
import { createRandom } from '../../support/faults/random.ts';
import { type WorkloadName, workloads } from '../../support/faults/workloads.ts';
import { both, type FaultCase } from './fault-case.ts';

const kills = 8;
const longestRunMs = 4000;

const allOf = (service: FaultService, journal: ReturnType<typeof createJournal>) =>
  Promise.allSettled(
    Object.keys(workloads).map((name) => workloads[name as WorkloadName](createClient(service, journal))),
  );

/** All workloads at once with random kills. FAULT_SEED repeats them. */
const killStorm: FaultCase = {
  name: `kill storm: all workloads at once, ${kills} random kills`,
  databases: both,
  run: async ({ kind, installations, mocks }) => {
    const installation = await installations.make(kind);
    const random = createRandom(Number(process.env.FAULT_SEED ?? 7));
    return withInstallation(installation, async (start) => {
      const journal = { ...createJournal(), mayRetryDocuments: true };
      let output = '';
      for (let kill = 0; kill < kills; kill += 1) {
        const service = await start();
        const working = allOf(service, journal);
        await delay(random() * longestRunMs);
        await service.kill();
        await working;
        output += service.output();
      }
      const last = await start();
      const ends = await allOf(last, journal);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      await finish({ installation, mocks, journal, services: [last], deaths: kills, output });
    });
  },
};

export const stormCases = [killStorm];
