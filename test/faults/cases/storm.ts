import { setTimeout as delay } from 'node:timers/promises';
import { finish, withPlace } from '../../support/faults/finish.ts';
import { createClient, createJournal } from '../../support/faults/journal.ts';
import type { Life } from '../../support/faults/life.ts';
import { createRandom } from '../../support/faults/random.ts';
import { type WorkloadName, workloads } from '../../support/faults/workloads.ts';
import { both, type FaultCase } from './fault-case.ts';

const kills = 8;
const longestLifeMs = 4000;

const allOf = (life: Life, journal: ReturnType<typeof createJournal>) =>
  Promise.allSettled(
    Object.keys(workloads).map((name) => workloads[name as WorkloadName](createClient(life, journal))),
  );

/** Everything at once, killed at moments nobody chose. FAULT_SEED repeats a storm. */
const killStorm: FaultCase = {
  name: `kill storm: everything at once, ${kills} kills at random`,
  databases: both,
  run: async ({ kind, places, mocks }) => {
    const place = await places.make(kind);
    const random = createRandom(Number(process.env.FAULT_SEED ?? 7));
    return withPlace(place, async (start) => {
      const journal = { ...createJournal(), mayRetryDocuments: true };
      let output = '';
      for (let kill = 0; kill < kills; kill += 1) {
        const life = await start();
        const working = allOf(life, journal);
        await delay(random() * longestLifeMs);
        await life.kill();
        await working;
        output += life.output();
      }
      const last = await start();
      const ends = await allOf(last, journal);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      await finish({ place, mocks, journal, lives: [last], deaths: kills, output });
    });
  },
};

export const stormCases = [killStorm];
