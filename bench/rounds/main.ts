/**
 * Blocking rounds at 64 connections, compared with the baseline in the same run:
 *
 *   npm run bench:rounds                 model in process
 *   npm run bench:rounds -- --upstream   an instant chat-completions server
 *   npm run bench:rounds -- --new        the same server with 64 tokens a reply; each round creates its conversation
 *   npm run bench:rounds -- --processes=4     several processes share the connections and one PostgreSQL database
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseKind, report } from '../support/report.ts';
import { startChild } from '../support/start-child.ts';
import { driveRounds, type Figures } from './drive.ts';

const { values: options } = parseArgs({
  options: {
    new: { type: 'boolean', default: false },
    upstream: { type: 'boolean', default: false },
    processes: { type: 'string', default: '1' },
  },
});
const newConversations = options.new;
const upstream = newConversations || options.upstream;
const processes = Number(options.processes);
const database = databaseKind();
if (processes > 1 && database === 'sqlite')
  throw new Error('Several processes need PostgreSQL: set DATABASE_URL');
const repeats = 3;
const connections = 64;

const measureOne = async (child: Awaited<ReturnType<typeof startChild>>): Promise<Figures> => {
  const readCpuMs = async (): Promise<number> => {
    child.process.send('cpu');
    return (await once(child.process, 'message'))[0].cpuMs;
  };
  return driveRounds(child.ready, readCpuMs, { newConversations, connections: connections / processes });
};

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** All processes at the same time. */
const measure = async (file: string, environment: Record<string, string>): Promise<Figures> => {
  const children: Awaited<ReturnType<typeof startChild>>[] = [];
  try {
    for (let started = 0; started < processes; started += 1)
      children.push(await startChild(join(import.meta.dirname, file), environment));
    const all = await Promise.all(children.map(measureOne));
    const roundsPerSecond = sum(all.map((one) => one.roundsPerSecond));
    return {
      roundsPerSecond,
      p50Ms: Math.max(...all.map((one) => one.p50Ms)),
      p99Ms: Math.max(...all.map((one) => one.p99Ms)),
      cpuMs: sum(all.map((one) => one.cpuMs * one.roundsPerSecond)) / roundsPerSecond,
      errors: sum(all.map((one) => one.errors)),
    };
  } finally {
    for (const child of children) await child.stop();
  }
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const summarise = (runs: Figures[]): Figures => ({
  roundsPerSecond: median(runs.map((run) => run.roundsPerSecond)),
  p50Ms: median(runs.map((run) => run.p50Ms)),
  p99Ms: median(runs.map((run) => run.p99Ms)),
  cpuMs: median(runs.map((run) => run.cpuMs)),
  errors: sum(runs.map((run) => run.errors)),
});

const stub = upstream
  ? await startChild(
      join(import.meta.dirname, '../support/model-server.ts'),
      newConversations ? { BENCH_TOKENS: '64' } : {},
    )
  : undefined;
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
const row = (name: string, { roundsPerSecond, p50Ms, p99Ms, cpuMs, errors }: Figures) => ({
  name,
  'rounds/s': Math.round(roundsPerSecond),
  'p50 ms': p50Ms,
  'p99 ms': p99Ms,
  'CPU ms a round': Number(cpuMs.toFixed(3)),
  errors,
});
console.table([row('baseline', baseline), row('service', service)]);
const share = service.roundsPerSecond / baseline.roundsPerSecond;
const lateness = service.p99Ms / baseline.p99Ms;
console.log(`rounds/s: ${share.toFixed(2)} of the baseline`);
console.log(`p99: ${lateness.toFixed(2)} times the baseline's`);
const form = newConversations
  ? 'blocking, 64 tokens behind HTTP, new conversations'
  : upstream
    ? 'blocking, model behind HTTP'
    : 'blocking';
const name = processes > 1 ? `${form}, ${processes} processes` : form;
// The limits apply to SQLite, where the database is in the process; on PostgreSQL the server takes most of a round.
const hasLimit = database === 'sqlite';
const shareLimit = newConversations ? 0.65 : upstream ? 0.5 : 0.6;
report(
  { group: 'rounds', name, database, value: service.roundsPerSecond, unit: '/s', better: 'higher' },
  {
    group: 'rounds',
    name: `${name}, share of the baseline`,
    database,
    value: share,
    unit: 'ratio',
    better: 'higher',
    ...(hasLimit ? { limit: shareLimit } : {}),
  },
  { group: 'rounds', name: `${name}, CPU`, database, value: service.cpuMs, unit: 'ms', better: 'lower' },
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
