/** The service itself, with the model of the benchmark: in process, or a server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { listen, warmUp } from '../../src/listen.ts';
import { createLogger } from '../../src/logger.ts';
import { testSecretKey } from '../../test/support/service/test-encryption.ts';
import { answerMeasurement } from '../support/answer-measurement.ts';
import { instantModels } from '../support/instant-model.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const modelUrl = process.env.BENCH_MODEL_URL;
const key = 'app-benchmark-0123456789';
const app = await createApp({
  config: loadConfig(
    {
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_API_KEY: key,
      // Several runs share a PostgreSQL database, each with a new folder.
      FRONTDESK_SECRET_KEY: testSecretKey,
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
      ...(modelUrl ? { FRONTDESK_MODEL_BASE_URL: modelUrl, FRONTDESK_MODEL_NAME: 'stub' } : {}),
    },
    'none',
  ),
  log: createLogger('warn'),
  ...(modelUrl ? {} : { models: instantModels }),
});
const address = await listen(app, { host: '127.0.0.1', port: 0 });
await warmUp();
process.send?.({ address, key });
process.on('message', async (message) => {
  if (answerMeasurement(message)) return;
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
