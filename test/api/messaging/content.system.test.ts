import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createScriptedModel, type ScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { sendToChat } from '../../support/platforms/send-to-chat.ts';
import { privateUpdate } from '../../support/platforms/telegram.ts';
import { messagesOf } from '../../support/platforms/whatsapp.ts';
import { testTelegram } from '../../support/platforms/with-telegram.ts';
import { testWhatsApp } from '../../support/platforms/with-whatsapp.ts';

const recording = readFileSync(new URL('../../fixtures/recordings/inaugural-address.mp3', import.meta.url));

testTelegram('a voice message is transcribed for the agent', {}, async ({ post, texts, telegram }) => {
  telegram.addFile('voice1', recording);
  await post(privateUpdate({ voice: { file_id: 'voice1', duration: 11, file_size: recording.length } }));
  assert.match((await texts(1))[0]!, /ask not what your country can do for you/i);
});

let scripted: ScriptedModel;

testWhatsApp(
  'a picture reaches the model, and one above the limit is answered with the limit',
  () => {
    scripted = createScriptedModel((request) => [{ say: `Seen: ${textOf(request)}` }], {
      takes: { image: true },
    });
    return { models: scripted.models };
  },
  async ({ post, texts, whatsApp }) => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
      'base64',
    );
    whatsApp.addFile('picture1', png);
    // The webhook does not contain the size, so the download ends at the limit.
    whatsApp.addFile('picture2', Buffer.concat([png, Buffer.alloc(40 * 2 ** 20)]));
    const picture = (id: string) => ({
      type: 'image',
      image: { id, mime_type: 'image/png', caption: 'This one?' },
    });
    await post(messagesOf([picture('picture1')]));
    assert.deepEqual(await texts(1), ['Seen: This one?']);
    const last = scripted.requests[0]!.messages.at(-1)!;
    assert.deepEqual(last.role === 'user' && last.parts.map(({ type }) => type), ['text', 'image']);
    await post(messagesOf([picture('picture2')]));
    assert.match((await texts(2))[1]!, /too large.* MB/);
    assert.equal(scripted.requests.length, 1);
  },
);

testWhatsApp('a proposed answer is a button, and its click is the answer of the user', {}, async (stage) => {
  const { post, write, texts, whatsApp } = stage;
  await write('Hello');
  await texts(1);
  await sendToChat(stage, { text: 'Which colour?', choices: ['Red', 'Blue'] });
  await texts(2);
  const [{ reply }] = whatsApp.sent[1].interactive.action.buttons;
  const interactive = { type: 'button_reply', button_reply: reply };
  await post(messagesOf([{ type: 'interactive', interactive, context: { id: 'wamid.out2' } }]));
  assert.equal((await texts(3))[2], 'You said: Red');
});

testTelegram('a proposed answer is a key of the keyboard, which sends its text', {}, async (stage) => {
  const { post, texts, telegram } = stage;
  await post(privateUpdate({ text: 'Hello' }));
  await texts(1);
  await sendToChat(stage, { text: 'Which colour?', choices: ['Red', 'Blue'] });
  await texts(2);
  const asked = telegram.calls.findLast(({ method }) => method === 'sendMessage')!;
  const keys: { text: string }[][] = asked.parameters.reply_markup.keyboard;
  assert.deepEqual(keys, [[{ text: 'Red' }], [{ text: 'Blue' }]]);
  await post(privateUpdate({ text: keys[0]![0]!.text }));
  assert.equal((await texts(3))[2], 'You said: Red');
});
