/**
 * From upload to search: Markdown passages of 200 words, each a separate document, added through the API of a
 * whole service with the embedded model (or, with --instant, a model that answers at once, to measure the rest).
 *
 *   node bench/ingestion/main.ts [passages, default 1000] [--instant]
 *
 * Prints the time from the first upload to the last served document; the time per stage (parse: reading the
 * file in a separate process, including the wait for it; chunk: chunking and term analysis, in a thread;
 * embed; store); the time in which nothing was embedded, which is what the other stages add to the total;
 * and the delay of the event loop, compared with an idle process: on a busy machine both wait.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { createEmbedders } from '../../src/knowledge/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createSafeFetch } from '../../src/lib/safe-fetch/index.ts';
import { createLogger } from '../../src/logger.ts';
import { createWordEmbedder, wordEmbedders } from '../../test/support/knowledge/word-embedders.ts';
import { ms } from '../support/measure.ts';
import { report } from '../support/report.ts';
import { createPassages } from './passages.ts';
import { watchStages } from './watch-stages.ts';

const apiKey = 'app-key-of-the-ingestion-benchmark';
const filesAtOnce = 20;
const isInstant = process.argv.includes('--instant');
const count = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1000);

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const safeFetch = createSafeFetch({ allow: [] });
const app = await createApp({
  config: loadConfig(
    {
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_API_KEY: apiKey,
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
    },
    'no-such-file.yaml',
  ),
  log: createLogger('warn'),
  embedders: isInstant
    ? wordEmbedders(createWordEmbedder())
    : createEmbedders({ server: undefined, fetch: safeFetch, clock: systemClock }),
});

const passage = createPassages();

const upload = async (from: number, size: number): Promise<void> => {
  const files = Array.from({ length: size }, (_, index) => ({
    file_name: `${from + index}.md`,
    file_base64: Buffer.from(passage(from + index)).toString('base64'),
  }));
  const { statusCode } = await app.server.inject({
    method: 'POST',
    url: '/v1/bot/doc/text/add',
    headers: { authorization: `Bearer ${apiKey}` },
    payload: { chunk_token: 600, files },
  });
  if (statusCode !== 200) throw new Error(`An upload was answered with ${statusCode}`);
};

const countIn = async (status: 'ACTIVE' | 'FAILED'): Promise<number> => {
  const row = await app.db.query
    .selectFrom('documents')
    .where('status', '=', status)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

const untilServed = async (wanted: number): Promise<void> => {
  while ((await countIn('ACTIVE')) < wanted) {
    if ((await countIn('FAILED')) > 0) throw new Error('A document failed');
    await delay(20);
  }
};

const uploadAll = async (): Promise<void> => {
  for (let from = 0; from < count; from += filesAtOnce)
    await upload(from, Math.min(filesAtOnce, count - from));
};

const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;

interface LoopDelay {
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
}

const startIdleProcess = async () => {
  const child = fork(new URL('./idle-loop.ts', import.meta.url));
  await once(child, 'message');
  return {
    stop: async (): Promise<LoopDelay> => {
      const answer = once(child, 'message');
      child.send('stop');
      return (await answer)[0] as LoopDelay;
    },
  };
};

const delays = ({ p50Ms, p99Ms, mostMs }: LoopDelay): string =>
  `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, most ${ms(mostMs)}`;

try {
  // Threads, processes and the model are started once per service.
  await upload(count, 1);
  await untilServed(1);
  const idle = await startIdleProcess();
  const stages = watchStages();
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const begun = performance.now();
  await uploadAll();
  const uploadedMs = performance.now() - begun;
  await untilServed(count + 1);
  const wholeMs = performance.now() - begun;
  const { totals, embeddingMs } = stages.stop();
  loop.disable();
  const idleDelay = await idle.stop();
  const own = { p50Ms: loop.percentile(50) / 1e6, p99Ms: loop.percentile(99) / 1e6, mostMs: loop.max / 1e6 };
  const worked = Object.values(totals).reduce((sum, total) => sum + total, 0);
  const restMs = wholeMs - embeddingMs;
  console.log(
    [
      `${count} passages of 200 words: ${ms(wholeMs)}, ${((count / wholeMs) * 1000).toFixed(1)} a second`,
      `  uploads answered after ${ms(uploadedMs)}`,
      `  documents were in ${Object.entries(totals)
        .map(([stage, total]) => `${stage} ${ms(total)} (${share(total, worked)})`)
        .join(', ')}`,
      `  embedding ${ms(embeddingMs)}; nothing being embedded ${ms(restMs)} = ${share(restMs, wholeMs)} of the whole`,
      `  event loop delay ${delays(own)}`,
      `  of a process that does nothing ${delays(idleDelay)}; load of the machine ${loadavg()[0]!.toFixed(1)}`,
    ].join('\n'),
  );
  const common = { group: 'ingestion', database: app.db.kind, better: 'lower' } as const;
  report(
    { ...common, name: 'documents', value: (count / wholeMs) * 1000, unit: '/s', better: 'higher' },
    { ...common, name: 'share without embedding', value: restMs / wholeMs, unit: 'ratio', limit: 0.25 },
    { ...common, name: 'event loop delay p99', value: own.p99Ms, unit: 'ms', limit: 20 },
  );
} finally {
  await app.close();
  await safeFetch.close();
  rmSync(folder, { recursive: true, force: true });
}
