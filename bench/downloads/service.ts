/** The service with one shared file of 20 MB. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { listen, warmUp } from '../../src/listen.ts';
import { createLogger } from '../../src/logger.ts';
import { instantModels } from '../support/instant-model.ts';

const megabyte = 2 ** 20;
const fileBytes = 20 * megabyte;
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const app = await createApp({
  config: loadConfig(
    {
      FRONTDESK_DATA_DIR: folder,
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
    },
    'none',
  ),
  log: createLogger('warn'),
  models: instantModels,
});
const address = await listen(app, { host: '127.0.0.1', port: 0 });
await warmUp();
const { id: workspaceId } = await app.db.query
  .selectFrom('workspaces')
  .select('id')
  .executeTakeFirstOrThrow();
// In parts: a buffer of the whole file would leave free memory and so hide what is measured.
const source = { path: join(folder, 'source') };
for (let part = 0; part < fileBytes; part += megabyte) appendFileSync(source.path, randomBytes(megabyte));
const { url } = await app.rooms.sharedFiles.share({
  workspaceId,
  name: 'sound.mp3',
  mediaType: 'audio/mpeg',
  source,
});
const { pathname, search } = new URL(url);
process.send?.({ address, path: pathname + search, fileBytes });
process.on('message', async (message) => {
  if (message === 'memory') {
    app.server.server.getConnections((_error, connections) =>
      process.send?.({ memory: process.memoryUsage(), connections }),
    );
    return;
  }
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
