import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { privateUpdate } from '../../support/platforms/telegram.ts';
import { testTelegram } from '../../support/platforms/with-telegram.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { eventually } from '../../support/time/eventually.ts';

testTelegram(
  'documents of people are stored, and files of people of the team are sent',
  {},
  async (stage) => {
    const { post, texts, telegram, service } = stage;
    telegram.addFile('doc1', Buffer.from('The code is 4711'));
    const document = { file_id: 'doc1', file_name: 'notes.txt', file_size: 16 };
    await post(privateUpdate({ document, caption: 'Please read' }));
    assert.match((await texts(1))[0]!, /The code is 4711/);
    const { db, rooms } = service.app;
    const file = await db.query.selectFrom('files').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([file.name, file.size_bytes], ['notes.txt', 16]);
    const { conversation_id } = await db.query
      .selectFrom('channel_conversations')
      .selectAll()
      .executeTakeFirstOrThrow();
    const round = await db.query.selectFrom('rounds').select('agent_id').executeTakeFirstOrThrow();
    const agent = (await rooms.agents.find(round.agent_id))!;
    const sent = { fileId: file.id, mediaType: 'text/plain' };
    await db.transaction((tx) =>
      rooms.webhooks.enqueueToChat(tx, {
        agent,
        conversationId: conversation_id,
        kind: 'human_reply',
        message: {
          text: 'Your files',
          files: [
            { ...sent, kind: 'document', name: 'notes.txt', sizeBytes: 16 },
            { ...sent, kind: 'audio', name: 'voice.ogg', mediaType: 'audio/ogg', sizeBytes: 16 },
            { ...sent, kind: 'image', name: 'picture.png', mediaType: 'image/png', sizeBytes: 16 },
            { ...sent, kind: 'document', name: 'film.zip', sizeBytes: 51 * 2 ** 20 },
          ],
        },
      }),
    );
    await eventually('the picture was sent', () =>
      telegram.calls.some(({ method }) => method === 'sendPhoto'),
    );
    const methods = telegram.calls.map(({ method }) => method).filter((method) => method.startsWith('send'));
    assert.deepEqual(methods.slice(-4), ['sendMessage', 'sendDocument', 'sendVoice', 'sendPhoto']);
    assert.match((await texts(2))[1]!, /^Your files\n\nThe file film\.zip is too large/);
    const upload = telegram.calls.find(({ method }) => method === 'sendDocument')!;
    assert.deepEqual([upload.file!.name, upload.file!.bytes.toString()], ['notes.txt', 'The code is 4711']);
  },
);

testTelegram(
  'the human service of a developer gets the phone number, and its replies reach the chat',
  {},
  async (stage) => {
    const { post, texts, service } = stage;
    const desk = await startReceiver();
    try {
      await service.configure({
        humanService: { type: 'webhook', baseUrl: desk.url, firstReplySeconds: 3600 },
      });
      await post(privateUpdate({ contact: { phone_number: '+4930123456', first_name: 'Ada', user_id: 42 } }));
      await texts(1);
      await post(
        privateUpdate({ text: '/human', entities: [{ type: 'bot_command', offset: 0, length: 6 }] }),
      );
      await texts(2);
      await eventually('the desk was called', () => desk.calls.length > 0);
      const { user_info, conversation_id } = JSON.parse(desk.calls[0]!.body);
      assert.equal(user_info.phone, '+4930123456');
      assert.match(user_info.anonymous_id, /^telegram-/);
      const reply = { conversation_id, timestamp: 1, body: 'Good morning' };
      assert.equal((await service.call('POST', '/v1/human/message/receive', reply)).status, 200);
      assert.equal((await texts(3))[2], 'Good morning');
    } finally {
      await desk.close();
    }
  },
);

testTelegram(
  'a failed round is answered with a text',
  () => {
    const { models } = createScriptedModel(() => [{ fail: 'rejected' }]);
    return { models };
  },
  async ({ post, texts }) => {
    await post(privateUpdate({ text: 'Hello' }));
    assert.match((await texts(1))[0]!, /Something went wrong/);
  },
);
