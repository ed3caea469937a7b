/**
 * Blocking rounds at 64 connections, compared with the baseline in the same run:
 *
 *   npm run bench:rounds                 model in process
 *   npm run bench:rounds -- --upstream   an instant chat-completions server
 */
import { join } from 'node:path';
import { databaseKind, report } from '../support/report.ts';
import { startChild } from '../support/start-child.ts';
import { driveRounds, type Figures } from './drive.ts';

const upstream = process.argv.includes('--upstream');
const repeats = 3;

const measure = async (file: string, environment: Record<string, string>): Promise<Figures> => {
  const child = await startChild(join(import.meta.dirname, file), environment);
  try {
    return await driveRounds(child.ready);
  } finally {
    await child.stop();
  }
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const summarise = (runs: Figures[]): Figures => ({
  roundsPerSecond: median(runs.map((run) => run.roundsPerSecond)),
  p50Ms: median(runs.map((run) => run.p50Ms)),
  p99Ms: median(runs.map((run) => run.p99Ms)),
  errors: runs.reduce((sum, run) => sum + run.errors, 0),
});

const stub = upstream ? await startChild(join(import.meta.dirname, '../support/model-server.ts')) : undefined;
const environment: Record<string, string> = stub ? { BENCH_MODEL_URL: stub.ready.url } : {};
const baselineRuns: Figures[] = [];
const serviceRuns: Figures[] = [];
// Alternately, so that a slow moment of the machine affects both.
for (let repeat = 0; repeat < repeats; repeat++) {
  baselineRuns.push(await measure('baseline.ts', environment));
  serviceRuns.push(await measure('service.ts', environment));
}
await stub?.stop();

const baseline = summarise(baselineRuns);
const service = summarise(serviceRuns);
const row = (name: string, { roundsPerSecond, p50Ms, p99Ms, errors }: Figures) => ({
  name,
  'rounds/s': Math.round(roundsPerSecond),
  'p50 ms': p50Ms,
  'p99 ms': p99Ms,
  errors,
});
console.table([row('baseline', baseline), row('service', service)]);
const share = service.roundsPerSecond / baseline.roundsPerSecond;
const lateness = service.p99Ms / baseline.p99Ms;
console.log(`rounds/s: ${share.toFixed(2)} of the baseline`);
console.log(`p99: ${lateness.toFixed(2)} times the baseline's`);
const database = databaseKind();
const name = upstream ? 'blocking, model behind HTTP' : 'blocking';
// The limit applies to SQLite, where the database is in the process; on PostgreSQL the server takes most of a round.
const hasLimit = database === 'sqlite';
report(
  { group: 'rounds', name, database, value: service.roundsPerSecond, unit: '/s', better: 'higher' },
  {
    group: 'rounds',
    name: `${name}, share of the baseline`,
    database,
    value: share,
    unit: 'ratio',
    better: 'higher',
    ...(hasLimit ? { limit: upstream ? 0.5 : 0.6 } : {}),
  },
  {
    group: 'rounds',
    name: `${name}, p99 against the baseline`,
    database,
    value: lateness,
    unit: 'ratio',
    better: 'lower',
    ...(hasLimit ? { limit: 2 } : {}),
  },
);
