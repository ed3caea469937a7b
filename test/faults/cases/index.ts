import { killCases, sqliteOnly } from '../../support/faults/kill-cases.ts';
import { runKillCase } from '../../support/faults/run-kill-case.ts';
import { runReachCase } from '../../support/faults/run-reach-case.ts';
import { documentCases } from './documents.ts';
import { both, type FaultCase } from './fault-case.ts';
import { lostGroundCases } from './lost-ground.ts';
import { rollingDeployCases } from './rolling-deploy.ts';
import { serverRestartCases } from './server-restart.ts';
import { severalProcessesCases } from './several-processes.ts';
import { sleepingProcessCases } from './sleeping-process.ts';
import { slowClientCases } from './slow-clients.ts';
import { stormCases } from './storm.ts';
import { streamCases } from './streams.ts';
import { upstreamCases } from './upstream.ts';

export type { FaultCase } from './fault-case.ts';

const kills = killCases.map(
  (one): FaultCase => ({
    name: `killed at ${one.point}`,
    databases: sqliteOnly.includes(one.point) ? ['sqlite'] : both,
    run: async ({ kind, places, mocks }) => {
      const place = await places.make(kind);
      await runKillCase(place, mocks, one);
      await place.remove();
      return undefined;
    },
  }),
);

const reach: FaultCase = {
  name: 'every fault point is reached',
  databases: both,
  run: async ({ kind, places, mocks }) => {
    await runReachCase(await places.make(kind), mocks);
    return undefined;
  },
};

/** In the order in which they are run. */
export const faultCases: readonly FaultCase[] = [
  reach,
  ...kills,
  ...streamCases,
  ...stormCases,
  ...documentCases,
  ...upstreamCases,
  ...slowClientCases,
  ...lostGroundCases,
  ...serverRestartCases,
  ...severalProcessesCases,
  ...sleepingProcessCases,
  ...rollingDeployCases,
];
