/**
 * The cost of documents without that of the model: Markdown passages of 200 words, each a separate document, with
 * an embedder that answers at once.
 *
 *   node bench/ingestion/instant.ts [passages, default 1000]
 *
 * Prints the documents per second from stored files to search, the same from upload to search, and beside them
 * the floor of this machine in this run: a bare loop in this process that reads, chunks, analyses and embeds the
 * same files one after the other and stores the same rows, with one transaction per document.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chunkMarkdown, indexedText, searchableText } from '../../src/knowledge/chunk/index.ts';
import { stageChunks } from '../../src/knowledge/ingest/chunk-store.ts';
import { analyse, completableWords } from '../../src/knowledge/keywords/index.ts';
import { packTerms } from '../../src/knowledge/search-index/keywords/pack-terms.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { newId } from '../../src/lib/ids.ts';
import { textLanguages } from '../../src/lib/language/index.ts';
import { openFiles } from '../../test/support/files/open-files.ts';
import { createWordEmbedder, wordEmbedders } from '../../test/support/knowledge/word-embedders.ts';
import { ms } from '../support/measure.ts';
import { report } from '../support/report.ts';
import { createPassages } from './passages.ts';
import { startService } from './start-service.ts';
import { delayText, watchDelay } from './watch-delay.ts';

const count = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1000);
const passage = createPassages();
const passages = (from: number, size: number): string[] =>
  Array.from({ length: size }, (_, index) => passage(from + index));

let gate = Promise.resolve();
const embedder = createWordEmbedder({ before: () => gate });
const service = await startService(wordEmbedders(embedder));
const { db } = service;

const perSecond = ({ elapsedMs }: Timed): number => (count / elapsedMs) * 1000;
const figures = (time: Timed): string =>
  `${ms(time.elapsedMs)}, ${perSecond(time).toFixed(0)} a second, CPU ${ms(time.cpuMs / count)} each`;

interface Timed {
  elapsedMs: number;
  /** CPU time of this process with its threads, which depends less on other work of the machine. */
  cpuMs: number;
}

const timed = async (work: () => Promise<void>): Promise<Timed> => {
  const begun = performance.now();
  const cpuBegun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpuBegun);
  return { elapsedMs: performance.now() - begun, cpuMs: (user + system) / 1000 };
};

const runFloor = async (): Promise<void> => {
  const files = openFiles({ db, clock: systemClock, folder: join(service.folder, 'files') });
  const uploads = await db.query
    .selectFrom('documents')
    .innerJoin('document_uploads', 'document_uploads.id', 'documents.served_upload_id')
    .select(['documents.id', 'documents.agent_id', 'document_uploads.file_id'])
    .limit(count)
    .execute();
  for (const upload of uploads) {
    const text = new TextDecoder().decode(await files.read(upload.file_id));
    const chunks = chunkMarkdown(text, { chunkTokens: 600, separator: '', isCode: false });
    const vectors = await embedder.embed(chunks.map(searchableText), 'passage', new AbortController().signal);
    const staged = chunks.map((chunk, at) => {
      const { terms, markers } = analyse(indexedText(chunk), textLanguages(chunk.text.slice(0, 400)));
      return {
        ...chunk,
        matchText: chunk.matchText ?? '',
        keywords: [],
        isEnabled: true,
        editId: null,
        hasConflict: false,
        termCount: terms.length,
        terms: packTerms([...terms, ...markers]),
        vector: { model: embedder.modelId, vector: vectors[at]! },
      };
    });
    const words = chunks.flatMap((chunk) => [...completableWords(indexedText(chunk))]).join('\n');
    const uploadId = newId();
    await db.transaction(async (tx) => {
      await stageChunks(tx, [
        { place: { agentId: upload.agent_id, documentId: upload.id, uploadId }, chunks: staged },
      ]);
      await tx.updateTable('document_uploads').set({ words }).where('id', '=', uploadId).execute();
      await tx.updateTable('documents').set({ updated_at: 1 }).where('id', '=', upload.id).execute();
    });
  }
};

try {
  // Threads are started once per service.
  await service.upload(passages(0, 1));
  await service.untilServed(1);

  const closed = Promise.withResolvers<void>();
  gate = closed.promise;
  const stored = passages(1, count);
  const uploadTime = await timed(() => service.upload(stored));
  const delays = await watchDelay();
  const ingestTime = await timed(async () => {
    closed.resolve();
    await service.untilServed(count + 1);
  });
  const { own, idle } = await delays.stop();
  const floorTime = await timed(runFloor);
  const more = passages(count + 1, count);
  const wholeTime = await timed(async () => {
    await service.upload(more);
    await service.untilServed(2 * count + 1);
  });
  console.log(
    [
      `${count} passages of 200 words, ${db.kind}, instant embedder; load of the machine ${loadavg()[0]!.toFixed(1)}`,
      `  upload only: ${figures(uploadTime)}`,
      `  from stored files to search: ${figures(ingestTime)}`,
      `  bare loop: ${figures(floorTime)}`,
      `  from upload to search: ${figures(wholeTime)}`,
      `  event loop delay ${delayText(own)}; of a process that does nothing ${delayText(idle)}`,
    ].join('\n'),
  );
  const common = { group: 'ingestion', database: db.kind, better: 'higher' } as const;
  report(
    { ...common, name: 'documents with an instant embedder', value: perSecond(ingestTime), unit: '/s' },
    {
      ...common,
      name: 'instant embedder compared with a bare loop',
      value: floorTime.elapsedMs / ingestTime.elapsedMs,
      unit: 'ratio',
      limit: 1,
    },
    { ...common, name: 'documents uploaded and searchable', value: perSecond(wholeTime), unit: '/s' },
    {
      ...common,
      name: 'event loop delay p99 with an instant embedder',
      better: 'lower',
      value: own.p99Ms,
      unit: 'ms',
      limit: 30,
    },
  );
} finally {
  await service.close();
}
