/**
 * Streams that start one after the other while earlier ones run, through the service and through the baseline, in one run:
 *
 *   npm run bench:streams-ramp                    1,000 streams at 200 a second, a token every 50 ms
 *   npm run bench:streams-ramp -- --streams=400   400 streams at 80 a second, for slower machines
 *
 * While the process sends 20,000 tokens a second, a turn of its event loop takes long. The figures show whether new
 * connections and first tokens wait for it. Both servers, the model and the reader share the machine: if the baseline alone
 * needs a whole core, run fewer streams.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseKind, type Figure, report } from '../support/report.ts';
import { type Child, startChild } from '../support/start-child.ts';
import { askService, createConversations } from './calls.ts';
import { percentile, type StreamTimes } from './read-stream.ts';

const streamsOption = process.argv.find((argument) => argument.startsWith('--streams='));
const streamCount = streamsOption ? Number(streamsOption.slice('--streams='.length)) : 1000;
const streamsPerSecond = streamCount / 5;
const tokenMs = 50;
const tokenCount = 200;
const repeats = 2;
const folder = import.meta.dirname;

interface Ramp {
  firstTextMs: number[];
  lateMs: number[];
  cpuMicrosecondsPerToken: number;
  kilobytesPerStream: number;
  failed: number;
}

/** One question at a time: the answers do not say which question they belong to. */
const createAsk = (child: Child) => {
  let last: Promise<unknown> = Promise.resolve();
  return (what: 'memory' | 'cpu') => {
    const answer = last.then(async () => {
      child.process.send(what);
      return (await once(child.process, 'message'))[0];
    });
    last = answer;
    return answer;
  };
};

const measure = async (file: string, modelUrl: string): Promise<Ramp> => {
  const child = await startChild(join(folder, file), { BENCH_MODEL_URL: modelUrl });
  const { address, key } = child.ready;
  const ask = createAsk(child);
  const [first, ...ids] = await createConversations(address, key, streamCount + 1);
  // The first message of a process loads and compiles code for all later ones.
  await askService(address, key, first!);
  const { cpuMs: cpuBeforeMs } = await ask('cpu');
  const { rssBytes: bytesBefore } = await ask('memory');
  let peakBytes = 0;
  const watch = setInterval(async () => {
    peakBytes = Math.max(peakBytes, (await ask('memory')).rssBytes);
  }, 500);
  const results = await Promise.all(
    ids.map(async (id, index): Promise<StreamTimes | undefined> => {
      await delay((index / streamsPerSecond) * 1000);
      return askService(address, key, id).catch(() => undefined);
    }),
  );
  clearInterval(watch);
  const { cpuMs } = await ask('cpu');
  await child.stop();
  const whole = results.filter((one): one is StreamTimes => one?.ended === true);
  return {
    firstTextMs: whole.map((one) => one.firstTextMs),
    lateMs: whole.flatMap((one) => one.lateMs),
    cpuMicrosecondsPerToken: ((cpuMs - cpuBeforeMs) * 1000) / (streamCount * tokenCount),
    kilobytesPerStream: (peakBytes - bytesBefore) / 1024 / streamCount,
    failed: streamCount - whole.length,
  };
};

const joinRuns = (runs: Ramp[]): Ramp => ({
  firstTextMs: runs.flatMap((run) => run.firstTextMs),
  lateMs: runs.flatMap((run) => run.lateMs),
  cpuMicrosecondsPerToken: Math.min(...runs.map((run) => run.cpuMicrosecondsPerToken)),
  kilobytesPerStream: Math.max(...runs.map((run) => run.kilobytesPerStream)),
  failed: runs.reduce((sum, run) => sum + run.failed, 0),
});

const model = await startChild(join(folder, '../support/model-server.ts'), {
  BENCH_TOKEN_MS: String(tokenMs),
  BENCH_TOKENS: String(tokenCount),
});
const baselineRuns: Ramp[] = [];
const serviceRuns: Ramp[] = [];
// Alternately, so that a slow moment of the machine affects both.
for (let repeat = 0; repeat < repeats; repeat++) {
  baselineRuns.push(await measure('../rounds/baseline.ts', model.ready.url));
  serviceRuns.push(await measure('../rounds/service.ts', model.ready.url));
}
await model.stop();

const baseline = joinRuns(baselineRuns);
const service = joinRuns(serviceRuns);
const row = (name: string, figures: Ramp) => ({
  name,
  'first token p50 ms': Math.round(percentile(figures.firstTextMs, 0.5)),
  'p90 ms': Math.round(percentile(figures.firstTextMs, 0.9)),
  'p99 ms': Math.round(percentile(figures.firstTextMs, 0.99)),
  'token late p50 ms': percentile(figures.lateMs, 0.5),
  'token late p99 ms': percentile(figures.lateMs, 0.99),
  'CPU µs a token': figures.cpuMicrosecondsPerToken.toFixed(1),
  'KB a stream': Math.round(figures.kilobytesPerStream),
  failed: figures.failed,
});
console.table([row('baseline', baseline), row('service', service)]);
if (service.failed > 0) process.exitCode = 1;

const ramp = streamCount === 1000 ? 'ramp' : `ramp of ${streamCount} streams`;
const common = { group: 'streams', database: databaseKind(), better: 'lower' } as const;
const times = (name: string, share: number, limit: number): Figure => ({
  ...common,
  name: `${ramp}, first token ${name}`,
  value: percentile(service.firstTextMs, share),
  unit: 'ms',
  limit,
});
report(
  times('p90', 0.9, Math.max(250, 4 * percentile(baseline.firstTextMs, 0.9))),
  times('p99', 0.99, 1000),
  {
    ...common,
    name: `${ramp}, token late p99 against the baseline`,
    value: percentile(service.lateMs, 0.99) / Math.max(1, percentile(baseline.lateMs, 0.99)),
    unit: 'ratio',
    limit: 2,
  },
  {
    ...common,
    name: `${ramp}, CPU a token against the baseline`,
    value: service.cpuMicrosecondsPerToken / baseline.cpuMicrosecondsPerToken,
    unit: 'ratio',
  },
  { ...common, name: `${ramp}, memory a stream`, value: service.kilobytesPerStream, unit: 'KB', limit: 60 },
);
