import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startServiceProcess } from '../support/service/service-process.ts';
import { eventually } from '../support/time/eventually.ts';

test('a service that is stopped while it embeds documents ends in order, without an error', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-stop-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const {
    post,
    get,
    terminate,
    kill,
    process: child,
  } = await startServiceProcess({ FRONTDESK_DATA_DIR: folder });
  context.after(kill);
  let log = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    log += bytes;
  });
  const add = async (name: string, text: string): Promise<string> => {
    const files = [{ file_name: name, file_base64: Buffer.from(text).toString('base64') }];
    const added = await post('/v1/bot/doc/text/add', { chunk_token: 100, files });
    const { doc } = (await added.json()) as { doc: { doc_id: string }[] };
    return doc[0]!.doc_id;
  };
  // Loads the model.
  const first = await add('first.md', 'Goods can be returned within 30 days.');
  await eventually('the first document is searchable', async () =>
    (await (await get(`/v1/bot/data/detail/list?data_ids=${first}`)).text()).includes('AVAILABLE'),
  );
  const sentences = Array.from(
    { length: 6000 },
    (_, at) => `Item ${at} of the shop is returned by its customer.`,
  );
  await add('long.md', sentences.join('\n\n'));
  assert.equal(await terminate(), 0, log);
  assert.equal(log, '');
});
