/**
 * A site on loopback as a knowledge source, in a whole service with an embedding model that answers at once:
 *
 *   npm run bench -- --only=sources                              both databases
 *   node bench/sources/main.ts [pages, default 1000] [known pages, default 10000]
 *
 * First sync: from the start until every page is fetched, extracted, chunked, stored and searchable. Second figure: a
 * sync of a source whose pages are all unchanged, with the number of texts that were embedded meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from '../../src/agents/index.ts';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { insertDocuments } from '../../src/knowledge/documents/document-store.ts';
import { newDocumentRows } from '../../src/knowledge/documents/new-document-rows.ts';
import { defaultRules, type Source, type SourceRun } from '../../src/knowledge/index.ts';
import { createLogger } from '../../src/logger.ts';
import { createWordEmbedder, wordEmbedders } from '../../test/support/knowledge/word-embedders.ts';
import { ms } from '../support/measure.ts';
import { report } from '../support/report.ts';
import { startChild } from '../support/start-child.ts';

const [pages = 1000, knownPages = 10_000] = process.argv
  .slice(2)
  .filter((argument) => /^\d+$/.test(argument))
  .map(Number);
const limits = { pagesPerSecond: 50, unchangedMs: 60_000 };
const rowsAtOnce = 100;

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const site = await startChild(join(import.meta.dirname, 'site-server.ts'), {
  BENCH_PAGES: String(Math.max(pages, knownPages)),
});
const { address } = site.ready as { address: string };
const embedder = createWordEmbedder();
const app = await createApp({
  config: loadConfig(
    {
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_API_KEY: 'app-key-of-the-sources-benchmark',
      FRONTDESK_EGRESS_ALLOW: '127.0.0.1',
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
    },
    'no-such-file.yaml',
  ),
  log: createLogger('warn'),
  embedders: wordEmbedders(embedder),
});
const { db } = app;
const { sources } = app.rooms.knowledge;
const creator = { id: 'bench', email: '' };

const firstAgent = async (): Promise<Agent> => {
  const { id } = await db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  return (await app.rooms.agents.find(id))!;
};

const createSource = (agent: Agent, name: string, maxPages: number): Promise<Source> =>
  db.transaction((tx) =>
    sources.create(tx, agent, {
      kind: 'site',
      name,
      url: `${address}/docs/0`,
      connection: {},
      knowledgeBaseId: undefined,
      creator,
      rules: { ...defaultRules, pathPrefix: '/docs/', maxPages },
      chunkTokens: 600,
      removal: 'at-once',
      graceDays: 7,
      keepsEdits: true,
      schedule: 'off',
    }),
  );

const runToEnd = async (source: Source): Promise<SourceRun> => {
  const { id } = await db.transaction((tx) => sources.sync(tx, source));
  for (;;) {
    const run = await sources.requireRun(source, id);
    if (run.endedAtMs !== null) return run;
    await delay(20);
  }
};

const untilServed = async (source: Source): Promise<void> => {
  for (;;) {
    const row = await db.query
      .selectFrom('documents')
      .where('source_id', '=', source.id)
      .where('status', '!=', 'ACTIVE')
      .select('status')
      .executeTakeFirst();
    if (!row) return;
    if (row.status === 'FAILED') throw new Error('A document failed');
    await delay(20);
  }
};

/** The state after a first sync, without its duration: documents that are served, and their pages. */
const storeKnownPages = async (agent: Agent, source: Source): Promise<void> => {
  for (let from = 0; from < knownPages; from += rowsAtOnce)
    await db.transaction(async (tx) => {
      const rows = Array.from({ length: rowsAtOnce }, (_, index) => {
        const url = `${address}/docs/${from + index}`;
        const file = { fileId: 'none', name: `Page ${from + index}`, format: 'md', sourceUrl: url };
        const cutting = { chunkTokens: 600, splitter: '', headerRows: 1 };
        const target = { agent, creator, knowledgeBaseId: source.knowledgeBaseId, kind: 'text' as const };
        return {
          url,
          number: from + index,
          ...newDocumentRows({ ...target, cutting, file, nowMs: Date.now() }),
        };
      });
      await insertDocuments(
        tx,
        rows.map(({ document, upload }) => ({
          ...document,
          source_id: source.id,
          status: 'ACTIVE' as const,
          served_upload_id: upload.id,
          pending_upload_id: null,
        })),
        rows.map(({ upload }) => upload),
      );
      await tx
        .insertInto('source_pages')
        .values(
          rows.map(({ url, number, document }) => ({
            source_id: source.id,
            url,
            document_id: document.id,
            etag: `"${number}"`,
            last_modified: '',
            content_hash: String(number),
            depth: 1,
            missing_since: null,
            checked_run_id: '',
          })),
        )
        .execute();
    });
};

try {
  const agent = await firstAgent();
  // Threads and processes are started once per service.
  const small = await createSource(agent, 'Small', 10);
  await runToEnd(small);
  await untilServed(small);

  const fresh = await createSource(agent, 'Fresh', pages);
  const begunMs = performance.now();
  const first = await runToEnd(fresh);
  const fetchedMs = performance.now() - begunMs;
  await untilServed(fresh);
  const wholeMs = performance.now() - begunMs;
  if (first.added !== pages) throw new Error(`${first.added} of ${pages} pages were added: ${first.error}`);

  const known = await createSource(agent, 'Known', knownPages);
  await storeKnownPages(agent, known);
  const embeddedBefore = embedder.texts.length;
  const secondMs = performance.now();
  const second = await runToEnd(known);
  const unchangedMs = performance.now() - secondMs;
  const embedded = embedder.texts.length - embeddedBefore;
  if (second.unchanged < knownPages)
    throw new Error(`${second.unchanged} of ${knownPages} pages were unchanged`);

  const perSecond = (pages / wholeMs) * 1000;
  console.log(
    [
      `${pages} pages: fetched and extracted in ${ms(fetchedMs)}, searchable in ${ms(wholeMs)}, ${perSecond.toFixed(1)} a second`,
      `${knownPages} unchanged pages: ${ms(unchangedMs)}, ${embedded} texts embedded`,
    ].join('\n'),
  );
  const common = { group: 'sources', database: db.kind } as const;
  report(
    {
      ...common,
      name: 'pages',
      value: perSecond,
      unit: '/s',
      better: 'higher',
      limit: limits.pagesPerSecond,
    },
    {
      ...common,
      name: `sync of ${knownPages} unchanged pages`,
      value: unchangedMs,
      unit: 'ms',
      better: 'lower',
      limit: limits.unchangedMs,
    },
  );
  if (perSecond < limits.pagesPerSecond || unchangedMs > limits.unchangedMs || embedded > 0)
    process.exitCode = 1;
} finally {
  await app.close();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
