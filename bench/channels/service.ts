/** The service with a bot of a platform that accepts everything, and an instant model. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { findConnector } from '../../src/channels/index.ts';
import { loadConfig } from '../../src/config/index.ts';
import { listen, warmUp } from '../../src/listen.ts';
import { createLogger } from '../../src/logger.ts';
import { instantModels } from '../support/instant-model.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const platform = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200).end('{"ok":true,"result":true}'));
});
platform.listen(0, '127.0.0.1');
await once(platform, 'listening');
const app = await createApp({
  config: loadConfig(
    {
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_API_KEY: 'app-benchmark-0123456789',
      FRONTDESK_PLATFORM_URLS: `telegram=http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
    },
    'none',
  ),
  log: createLogger('warn'),
  models: instantModels,
});
const agent = await app.db.query
  .selectFrom('agents')
  .select(['id', 'workspace_id'])
  .executeTakeFirstOrThrow();
const secret = 'secret-of-the-benchmark';
const connection = await app.db.transaction((tx) =>
  app.rooms.connectors.connections.create(tx, {
    workspaceId: agent.workspace_id,
    agentId: agent.id,
    connector: findConnector('telegram')!,
    name: 'Bench',
    account: { key: '1', name: '@bench_bot' },
    settings: {},
    secrets: { botToken: '123456789:bench', webhookSecret: secret },
  }),
);
const address = await listen(app, { host: '127.0.0.1', port: 0 });
await warmUp();
process.send?.({ address, path: `/channels/inbound/${connection.id}`, secret });
process.on('message', async (message) => {
  if (message === 'rounds') {
    const { count } = await app.db.query
      .selectFrom('rounds')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'done')
      .executeTakeFirstOrThrow();
    process.send?.({ rounds: Number(count) });
    return;
  }
  await app.close();
  platform.close();
  platform.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
