import { inboxKillCases, killCases, sqliteOnly } from '../../support/faults/kill-cases.ts';
import { runKillCase } from '../../support/faults/run-kill-case.ts';
import { runReachCase } from '../../support/faults/run-reach-case.ts';
import { chatCases } from './chat.ts';
import { documentCases } from './documents.ts';
import { both, type FaultCase } from './fault-case.ts';
import { inboxRaceCases } from './inbox-races.ts';
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

/** Workloads whose cases can be chosen with `--only`. */
const ownNames = ['inbox', 'sources', 'folder sources', 's3 sources', 'git sources', 'test runs'];

const kills = [...killCases, ...inboxKillCases].map(
  (one): FaultCase => ({
    name: ownNames.includes(one.workload)
      ? `${one.workload} killed at ${one.point}`
      : `killed at ${one.point}`,
    databases: sqliteOnly.includes(one.point) ? ['sqlite'] : both,
    run: async ({ kind, installations, mocks }) => {
      const installation = await installations.make(kind);
      await runKillCase(installation, mocks, one);
      await installation.remove();
      return undefined;
    },
  }),
);

const reach: FaultCase = {
  name: 'every fault point is reached',
  databases: both,
  run: async ({ kind, installations, mocks }) => {
    await runReachCase(await installations.make(kind), mocks);
    return undefined;
  },
};

/** In the order of execution. */
export const faultCases: readonly FaultCase[] = [
  reach,
  ...kills,
  ...inboxRaceCases,
  ...streamCases,
  ...stormCases,
  ...documentCases,
  ...upstreamCases,
  ...slowClientCases,
  ...chatCases,
  ...lostGroundCases,
  ...serverRestartCases,
  ...severalProcessesCases,
  ...sleepingProcessCases,
  ...rollingDeployCases,
];
