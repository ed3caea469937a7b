import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { createMigratedDatabase } from '../../support/databases/databases.ts';
import { testedDatabases } from '../../support/databases/tested-databases.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { createCommandLine } from '../../support/service/command-line.ts';
import { type TestService, testApiKey, withService } from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

const say = async ({ call }: TestService, conversation_id: string, text: string): Promise<void> => {
  const { status } = await call('POST', '/v1/conversation/message', { conversation_id, text });
  assert.equal(status, 200);
};

const read = async (service: TestService, table: string) => ({
  conversations: (await service.call('GET', '/v1/bot/conversation/page')).body,
  found: (
    await service.call('POST', '/v1/vector/match', { prompt: 'when does the library open' })
  ).body.list.map(({ content }: { content: string }) => content),
  records: await tableCalls(service).page(table, { keyword: 'row' }),
});

/** Backs up a running service, loses later changes, restores the backup and continues. */
const backUpAndRestore = async (
  service: TestService,
  commandLine: ReturnType<typeof createCommandLine>,
  restart: () => Promise<void>,
): Promise<void> => {
  const conversation = await service.newConversation('ada');
  await say(service, conversation, 'Where is my order?');
  await addTexts(service, [{ name: 'hours.txt', text: 'The library opens at nine in the morning.' }]);
  const table = await tableCalls(service).create('orders', [{ name: 'note', type: 'TEXT' }]);
  await tableCalls(service).add(table, [{ note: 'row one' }]);
  const before = await read(service, table);

  const backup = join(commandLine.folder, 'backup');
  const made = await commandLine.run(['backup', backup]);
  assert.equal(made.code, 0, made.errors);
  await say(service, conversation, 'And now?');
  await addTexts(service, [{ name: 'later.txt', text: 'The library opens at ten on Sundays.' }]);
  await tableCalls(service).add(table, [{ note: 'row two' }]);
  assert.notDeepEqual(await read(service, table), before);

  await service.app.close();
  const restored = await commandLine.run(['restore', backup, '--force']);
  assert.equal(restored.code, 0, restored.errors);
  await restart();
  assert.deepEqual(await read(service, table), before);
  await say(service, conversation, 'And after that?');
  const [file] = await service.app.db.query.selectFrom('files').selectAll().execute();
  assert.equal(file!.name, 'hours.txt');
  const bytes = await service.app.rooms.files.read(file!.id);
  assert.equal(Buffer.from(bytes).toString(), 'The library opens at nine in the morning.');
};

for (const kind of testedDatabases)
  test(`a service restored from a backup of a running service has the same state, including files (${kind})`, {
    skip: kind === 'postgres' ? skipWithout('postgres') : false,
  }, async (context) => {
    const database = kind === 'postgres' ? await createMigratedDatabase() : undefined;
    const { models } = createScriptedModel(() => [{ say: 'On its way.' }]);
    const environment: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
    // The database comes from the environment, because `kind` would create another one.
    await withService('sqlite', { models, environment }, async (service) => {
      const settings = {
        FRONTDESK_DATA_DIR: service.folder,
        FRONTDESK_SECRET_KEY: testSecretKey,
        ...environment,
      };
      await backUpAndRestore(service, createCommandLine(context, settings), async () => {
        service.app = await createApp({
          config: loadConfig({ ...settings, FRONTDESK_API_KEY: testApiKey }, 'no-such-file.yaml'),
          log: createLogger('silent'),
          embedders: wordEmbedders(),
          models,
        });
      });
    });
    await database?.drop();
  });
