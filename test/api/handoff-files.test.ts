import assert from 'node:assert/strict';
import { withHandoff } from '../support/human-service.ts';
import { createScriptedModel } from '../support/scripted-model.ts';
import { testService } from '../support/service.ts';

testService(
  "a user's files reach the human service as signed addresses, in establish and in chat",
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases: ['human'] }, async (bench) => {
      const conversation_id = await service.newConversation();
      const send = (text: string, name?: string) =>
        service.call('POST', '/v2/conversation/message', {
          conversation_id,
          response_mode: 'webhook',
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text },
                ...(name === undefined
                  ? []
                  : [
                      {
                        type: 'document',
                        document: { name, base64_content: Buffer.from(name).toString('base64') },
                      },
                    ]),
              ],
            },
          ],
        });
      await send('See this', 'invoice.txt');
      await bench.read(1);
      await send('human', 'photo.txt');
      await send('And this', 'receipt.txt');
      await send('No file');
      const [establish, withFile, plain] = await bench.heard(3);
      // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
      const shown = ({ files }: any) => files.map(({ name, type, size }: any) => [name, type, size]);
      assert.deepEqual(shown(establish!.body), [
        ['invoice.txt', 'text/plain', 11],
        ['photo.txt', 'text/plain', 9],
      ]);
      assert.deepEqual(shown(withFile!.body), [['receipt.txt', 'text/plain', 11]]);
      assert.equal('files' in plain!.body, false);
      const { pathname, search } = new URL(withFile!.body.files[0].url);
      const fetched = await service.call('GET', pathname + search, undefined, { key: null });
      assert.deepEqual([fetched.status, fetched.text], [200, 'receipt.txt']);
      assert.equal((await service.call('GET', pathname, undefined, { key: null })).status, 404);
      const later = search.replace(/expires=(\d)/, 'expires=9');
      assert.equal((await service.call('GET', pathname + later, undefined, { key: null })).status, 404);
    }),
);
