import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { testApiKey, withService } from '../support/service/service.ts';
import { eventually } from '../support/time/eventually.ts';

const root = join(import.meta.dirname, '../..');

test('the Python client passes its tests against the service', {
  skip: skipWithout('python'),
}, async () => {
  const script = createScriptedModel(() => {
    const asked = script.lastText();
    if (asked === 'fail') return [{ say: 'Half' }, { fail: 'cut' }];
    return asked.split(/(?<= )/).map((say) => ({ say }));
  });
  const receiver = await startReceiver();
  const secret = `whsec_${Buffer.from('a signing secret of 32 bytes ...').toString('base64')}`;
  try {
    await withService('sqlite', script, async (service) => {
      const url = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
      await service.configure({ webhook: { url: receiver.url, signingSecrets: [secret] } });
      await service.call('POST', '/v2/conversation/message', {
        conversation_id: await service.newConversation(),
        response_mode: 'webhook',
        messages: [{ role: 'user', content: 'Hi' }],
      });
      await eventually('the reply is delivered', () => receiver.calls.length === 1);
      const { headers, body } = receiver.calls[0]!;
      const environment = {
        ...process.env,
        PYTHONPATH: join(root, 'clients/python'),
        FRONTDESK_URL: url,
        FRONTDESK_API_KEY: testApiKey,
        WEBHOOK_SECRET: secret,
        WEBHOOK_BODY: body,
        WEBHOOK_ID: String(headers['webhook-id']),
        WEBHOOK_TIMESTAMP: String(headers['webhook-timestamp']),
        WEBHOOK_SIGNATURE: String(headers['webhook-signature']),
      };
      const folder = join(root, 'clients/python/tests');
      await promisify(execFile)(process.env.PYTHON_PATH!, ['-m', 'unittest', 'discover', '-s', folder], {
        env: environment,
      }).catch(({ stderr }: { stderr: string }) => assert.fail(stderr));
    });
  } finally {
    await receiver.close();
  }
});
