import assert from 'node:assert/strict';
import { operatorOf } from '../../support/console/operator.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

testService(
  "a user's files reach the human service as signed URLs, in establish and in chat",
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

testService(
  'a person sends files: the user gets signed URLs, and erasing the conversation deletes them',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases: ['human'] }, async (bench) => {
      const conversation_id = await service.newConversation();
      await bench.send(conversation_id, 'human');
      await bench.heard(1);
      const base64_content = Buffer.from('Your label').toString('base64');
      const receive = (more: object) =>
        service.call('POST', '/v1/human/message/receive', { conversation_id, timestamp: 1, ...more });
      const files = [{ name: 'label.txt', base64_content }];
      assert.equal((await receive({ body: 'Here it is.', files })).status, 200);
      assert.equal((await receive({ body: 'Here it is.', files })).status, 200, 'a retry');
      assert.equal((await receive({ timestamp: 2, files })).status, 200, 'text is optional');
      const [first, second] = await bench.read(2);
      assert.equal(first.output[0].content.text, 'Here it is.');
      for (const { files: sent } of [first, second]) {
        assert.deepEqual(
          [sent.length, sent[0].name, sent[0].type, sent[0].size],
          [1, 'label.txt', 'text/plain', 10],
        );
        const { pathname, search } = new URL(sent[0].url);
        const fetched = await service.call('GET', pathname + search, undefined, { key: null });
        assert.equal(fetched.text, 'Your label');
      }
      const listed = await service.call('GET', `/v2/messages?conversation_id=${conversation_id}`);
      const [words, file] = listed.body.conversation_content[1].content[0].branch_content;
      assert.deepEqual([words.text, file.type, file.name], ['Here it is.', 'document', 'label.txt']);
      for (const wrong of [
        {},
        { body: ' ' },
        { files: [] },
        { files: [{ name: 'x.txt' }] },
        { files: Array(10).fill(files[0]) },
      ]) {
        const refused = await receive(wrong);
        assert.deepEqual(
          [refused.status, refused.body.code],
          [400, 40000],
          JSON.stringify(wrong).slice(0, 80),
        );
      }
      const stored = () => service.app.db.query.selectFrom('files').select('id').execute();
      assert.equal((await stored()).length, 2, 'files of rejected and repeated calls are deleted');
      const { remove } = await operatorOf(service);
      assert.equal((await remove(`/conversations/${conversation_id}`)).status, 200);
      assert.deepEqual(await stored(), []);
    }),
);
