import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import type { Embedders } from '../../src/knowledge/index.ts';
import { createLogger } from '../../src/logger.ts';

const apiKey = 'app-key-of-the-ingestion-benchmark';
const filesAtOnce = 20;

/** A whole service in this process, with an API to add Markdown documents and to wait for them. */
export const startService = async (embedders: Embedders) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
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
    embedders,
  });

  const uploadSome = async (from: number, texts: readonly string[]): Promise<void> => {
    const files = texts.map((text, index) => ({
      file_name: `${from + index}.md`,
      file_base64: Buffer.from(text).toString('base64'),
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

  return {
    db: app.db,
    folder,
    upload: async (texts: readonly string[]): Promise<void> => {
      for (let from = 0; from < texts.length; from += filesAtOnce)
        await uploadSome(from, texts.slice(from, from + filesAtOnce));
    },
    untilServed: async (wanted: number): Promise<void> => {
      while ((await countIn('ACTIVE')) < wanted) {
        if ((await countIn('FAILED')) > 0) throw new Error('A document failed');
        await delay(20);
      }
    },
    close: async (): Promise<void> => {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
