/** A service whose agent has the chunks of the synthetic corpus, with the words of each document. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { setWords } from '../../src/knowledge/ingest/chunk-store.ts';
import { listen, warmUp } from '../../src/listen.ts';
import { createLogger } from '../../src/logger.ts';
import { createCorpus } from '../retrieval/corpus.ts';
import { seedChunks } from '../retrieval/seed.ts';
import { instantModels } from '../support/instant-model.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const key = 'app-benchmark-0123456789';
const app = await createApp({
  config: loadConfig(
    {
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_API_KEY: key,
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
    },
    'none',
  ),
  log: createLogger('warn'),
  models: instantModels,
});
const { id } = await app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
const agent = (await app.rooms.agents.find(id))!;
const wordsOfDocument = new Map<number, Set<string>>();
await seedChunks(app.db, agent, createCorpus(Number(process.env.BENCH_CHUNKS)), {
  model: 'none',
  onChunk: ({ words }, number) => {
    const document = Math.floor(number / 100);
    const known = wordsOfDocument.get(document) ?? new Set();
    for (const word of words) known.add(word);
    wordsOfDocument.set(document, known);
  },
});
const documents = await app.db.query.selectFrom('documents').select(['served_upload_id', 'name']).execute();
for (const { served_upload_id: uploadId, name } of documents) {
  const words = wordsOfDocument.get(Math.floor(Number.parseInt(name, 10) / 100)) ?? new Set();
  await setWords(app.db.query, uploadId!, [...words].join('\n'));
}
wordsOfDocument.clear();
const address = await listen(app, { host: '127.0.0.1', port: 0 });
await warmUp();
process.send?.({ address, key });
process.on('message', async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
