/**
 * From upload to search with the embedded model: Markdown passages of 200 words, each a separate document, added
 * through the API of a whole service. See instant.ts for the rest without the model.
 *
 *   node bench/ingestion/main.ts [passages, default 1000]
 *
 * Prints the time from the first upload to the last served document; the time per stage (parse: reading a
 * file in a separate process, including the wait for it; chunk: reading plain text, chunking and term analysis, in
 * a thread; embed; store); the time in which nothing was embedded, which is what the other stages add to the total;
 * and the delay of the event loop, compared with an idle process: on a busy machine both wait.
 */
import { availableParallelism, loadavg } from 'node:os';
import { createEmbeddedEmbedders, usualThreads } from '../../src/knowledge/embed/index.ts';
import { createEmbedders } from '../../src/knowledge/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createSafeFetch } from '../../src/lib/safe-fetch/index.ts';
import { ms } from '../support/measure.ts';
import { report } from '../support/report.ts';
import { createPassages } from './passages.ts';
import { startService } from './start-service.ts';
import { delayText, watchDelay } from './watch-delay.ts';
import { watchStages } from './watch-stages.ts';

const count = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1000);

const safeFetch = createSafeFetch({ allow: [] });
const service = await startService(
  createEmbedders({ server: undefined, fetch: safeFetch, clock: systemClock }),
);
const passage = createPassages();
const comparedTexts = 16;

/** Time for some passages with this many threads, after the threads have loaded the model. */
const embeddingMs = async (threads: number): Promise<number> => {
  const embedders = createEmbeddedEmbedders({ threads });
  const [embedder] = embedders.all;
  const never = new AbortController().signal;
  const embed = (texts: string[]) => embedder!.embed(texts, 'passage', never);
  await embed(Array.from({ length: 2 * threads }, () => 'warm up'));
  const begun = performance.now();
  await embed(Array.from({ length: comparedTexts }, (_, index) => passage(index)));
  const elapsedMs = performance.now() - begun;
  await embedders.close();
  return elapsedMs;
};

/** How much faster all threads are than one, in turns: the machine may be busy. */
const compareThreads = async (): Promise<number> => {
  const threads = usualThreads(availableParallelism());
  let [one, all] = [0, 0];
  for (let turn = 0; turn < 2; turn += 1) {
    one += await embeddingMs(1);
    all += await embeddingMs(threads);
  }
  return one / all;
};
const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;

try {
  // Threads, processes and the model are started once per service.
  await service.upload([passage(count)]);
  await service.untilServed(1);
  const passages = Array.from({ length: count }, (_, index) => passage(index));
  const delays = await watchDelay();
  const stages = watchStages();
  const begun = performance.now();
  await service.upload(passages);
  const uploadedMs = performance.now() - begun;
  await service.untilServed(count + 1);
  const wholeMs = performance.now() - begun;
  const { totals, embeddingMs } = stages.stop();
  const { own, idle } = await delays.stop();
  const gain = await compareThreads();
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
      `  embedding with all threads compared with one: ${gain.toFixed(2)}×`,
      `  event loop delay ${delayText(own)}`,
      `  of a process that does nothing ${delayText(idle)}; load of the machine ${loadavg()[0]!.toFixed(1)}`,
    ].join('\n'),
  );
  const common = { group: 'ingestion', database: service.db.kind, better: 'lower' } as const;
  report(
    { ...common, name: 'documents', value: (count / wholeMs) * 1000, unit: '/s', better: 'higher' },
    {
      ...common,
      name: 'embedding with all threads compared with one',
      value: gain,
      unit: 'ratio',
      better: 'higher',
      limit: 1.5,
    },
    { ...common, name: 'share without embedding', value: restMs / wholeMs, unit: 'ratio', limit: 0.25 },
    { ...common, name: 'event loop delay p99', value: own.p99Ms, unit: 'ms', limit: 20 },
  );
} finally {
  await service.close();
  await safeFetch.close();
}
