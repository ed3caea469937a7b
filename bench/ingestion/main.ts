/**
 * From upload to found: Markdown passages of 200 words, each a document of its own, added through the API of a
 * whole service with the embedded model (or, with --instant, one that answers at once, to see all the rest).
 *
 *   node bench/ingestion/main.ts [passages, 1000 unless told] [--instant]
 *
 * Prints the time from the first upload to the last document served, its split by the stages' own time, what
 * all but embedding is of the whole, and the event loop's delay meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { createEmbedders, type Embedder, type Embedders } from '../../src/knowledge/index.ts';
import { createSafeFetch } from '../../src/lib/safe-fetch/index.ts';
import { createLogger } from '../../src/logger.ts';
import { createWordEmbedder, wordEmbedders } from '../../test/support/word-embedders.ts';
import { createCorpus } from '../retrieval/corpus.ts';
import { ms } from '../support/measure.ts';

const apiKey = 'app-key-of-the-ingestion-benchmark';
const filesAtOnce = 20;
const isInstant = process.argv.includes('--instant');
const count = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1000);

const corpus = createCorpus(count);

const passage = (at: number): string => {
  const { words } = corpus.chunkAt(at);
  const sentences = Array.from(
    { length: 10 },
    (_, index) => `${words.slice(index * 20, index * 20 + 20).join(' ')}.`,
  );
  return `# Passage ${at}\n\n${sentences.join(' ')}\n`;
};

/** The embedders with the time during which at least one text was being embedded. */
const timed = (embedders: Embedders) => {
  let running = 0;
  let since = 0;
  let totalMs = 0;
  const wrap = (embedder: Embedder): Embedder => ({
    ...embedder,
    embed: async (texts, kind, signal) => {
      if (running++ === 0) since = performance.now();
      try {
        return await embedder.embed(texts, kind, signal);
      } finally {
        if (--running === 0) totalMs += performance.now() - since;
      }
    },
  });
  const wrapped = new Map(embedders.all.map((embedder) => [embedder, wrap(embedder)]));
  return {
    embedders: {
      all: [...wrapped.values()],
      for: (text: string) => wrapped.get(embedders.for(text))!,
      close: async () => embedders.close?.(),
    },
    embeddingMs: () => totalMs,
  };
};

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const safeFetch = createSafeFetch({ allow: [] });
const { embedders, embeddingMs } = timed(
  isInstant ? wordEmbedders(createWordEmbedder()) : createEmbedders({ server: undefined, fetch: safeFetch }),
);
const app = await createApp({
  config: loadConfig({ FRONTDESK_DATA_DIR: folder, FRONTDESK_API_KEY: apiKey }, 'no-such-file.yaml'),
  log: createLogger('warn'),
  embedders,
});

const counts = async (): Promise<Map<string, number>> => {
  const rows = await app.db.query
    .selectFrom('documents')
    .groupBy('status')
    .select((select) => ['status', select.fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map((row) => [row.status, Number(row.count)]));
};

try {
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const begun = performance.now();
  const cpuBefore = process.cpuUsage();
  for (let at = 0; at < count; at += filesAtOnce) {
    const files = Array.from({ length: Math.min(filesAtOnce, count - at) }, (_, index) => ({
      file_name: `${at + index}.md`,
      file_base64: Buffer.from(passage(at + index)).toString('base64'),
    }));
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: '/v1/bot/doc/text/add',
      headers: { authorization: `Bearer ${apiKey}` },
      payload: { chunk_token: 600, files },
    });
    if (statusCode !== 200) throw new Error(`An upload was answered with ${statusCode}`);
  }
  const uploadedMs = performance.now() - begun;
  for (;;) {
    const states = await counts();
    if (states.get('FAILED')) throw new Error('A document failed');
    if (states.get('ACTIVE') === count) break;
    await delay(20);
  }
  const wholeMs = performance.now() - begun;
  const cpu = process.cpuUsage(cpuBefore);
  const restMs = wholeMs - embeddingMs();
  console.log(
    `${count} passages of 200 words: ${ms(wholeMs)}, ${((count / wholeMs) * 1000).toFixed(1)} a second\n` +
      `  uploads answered after ${ms(uploadedMs)}\n` +
      `  while embedding ${ms(embeddingMs())}; without ${ms(restMs)} = ${((restMs / wholeMs) * 100).toFixed(1)} % of the whole\n` +
      `  processor time of this process ${ms((cpu.user + cpu.system) / 1000)}\n` +
      `  event loop delay p50 ${ms(loop.percentile(50) / 1e6)}, p99 ${ms(loop.percentile(99) / 1e6)}, most ${ms(loop.max / 1e6)}`,
  );
} finally {
  await app.close();
  await safeFetch.close();
  rmSync(folder, { recursive: true, force: true });
}
