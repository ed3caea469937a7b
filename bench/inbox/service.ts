/** The service with a seeded inbox. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { listen, warmUp } from '../../src/listen.ts';
import { createLogger } from '../../src/logger.ts';
import { instantModels } from '../support/instant-model.ts';
import { seedInbox } from './seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const key = 'app-benchmark-0123456789';
const app = await createApp({
  config: loadConfig(
    {
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_API_KEY: key,
      FRONTDESK_EGRESS_ALLOW: '127.0.0.1',
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
    },
    'none',
  ),
  log: createLogger('warn'),
  models: instantModels,
});
const { id } = await app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
const agent = (await app.rooms.agents.find(id))!;
const { settings } = agent;
await app.rooms.agents.update(app.db.query, agent, {
  settings: {
    ...settings,
    // Nothing is sent to it: messages of the user go to the inbox.
    webhook: { ...settings.webhook, url: 'http://127.0.0.1:9/' },
    humanService: { ...settings.humanService, type: 'inbox' },
  },
});
const seeded = await seedInbox(app, {
  operators: Number(process.env.BENCH_OPERATORS),
  open: Number(process.env.BENCH_OPEN),
  all: Number(process.env.BENCH_SESSIONS),
});
const address = await listen(app, { host: '127.0.0.1', port: 0 });
await warmUp();
process.send?.({ address, key, ...seeded });
process.on('message', async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
