import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { type TestService, testApiKey, testService } from '../support/service/service.ts';
import { eventually } from '../support/time/eventually.ts';

const root = join(import.meta.dirname, '../..');

const startExample = (name: string, environment: Record<string, string>, parameters: string[] = []) => {
  const child = spawn(process.execPath, [join(root, 'examples/client', name), ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return { child, shown: (): string => text };
};

const environmentOf = async ({ app }: TestService) => ({
  FRONTDESK_URL: await app.server.listen({ host: '127.0.0.1', port: 0 }),
  FRONTDESK_API_KEY: testApiKey,
});

const scripted = () => createScriptedModel(() => [{ say: 'Hello ' }, { say: 'there' }]);

testService('the chat in the terminal answers each line', scripted, async (service) => {
  const { child, shown } = startExample('cli-chat.ts', await environmentOf(service));
  child.stdin.end('Hi\nAgain\n');
  const [code] = await once(child, 'close');
  assert.deepEqual([code, shown()], [0, '> Hello there\n> Hello there\n> ']);
});

testService('a folder is uploaded, and each file is listed with its state', scripted, async (service) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-upload-'));
  writeFileSync(join(folder, 'returns.md'), '# Returns\n\nReturns are free.');
  writeFileSync(join(folder, 'prices.csv'), 'name,price\numbrella,12');
  const { child, shown } = startExample('bulk-upload.ts', await environmentOf(service), [folder]);
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
  assert.deepEqual(shown().trim().split('\n').sort(), [
    '2 files uploaded',
    'AVAILABLE prices.csv',
    'AVAILABLE returns.md',
  ]);
});

testService('the webhook receiver prints a reply once and refuses others', scripted, async (service) => {
  const secret = 'a signing secret for the example receiver';
  const { child, shown } = startExample('webhook-receiver.ts', { WEBHOOK_SECRET: secret, PORT: '0' });
  try {
    await eventually('it listens', () => shown().includes('listening on'));
    const url = `http://127.0.0.1:${shown().match(/\d+/)![0]}/`;
    await service.configure({ webhook: { url, signingSecrets: [secret] } });
    const conversation_id = await service.newConversation();
    const messages = [{ role: 'user', content: 'Hi' }];
    await service.call('POST', '/v2/conversation/message', {
      conversation_id,
      messages,
      response_mode: 'webhook',
    });
    await eventually('the reply is printed', () => shown().includes('reply Hello there'));
    assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 400);
  } finally {
    child.kill();
    await once(child, 'close');
  }
});
